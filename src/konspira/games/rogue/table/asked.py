"""What is asked, or who is waited for, and why: the words of the prompt."""

from __future__ import annotations

from typing import Final

from konspira.games.rogue import Rogue
from konspira.games.rogue.notation import ENDINGS, PHASES
from konspira.games.rogue.rules import codes
from konspira.games.rogue.rules.codes import a_of, b_of, kind_of
from konspira.games.rogue.rules.components import (
    AT,
    FUEL,
    REVEAL_IDENTITY,
    TICK_ALL_BOMBS,
    WATCHED,
)
from konspira.games.rogue.rules.position import DEFENDERS
from konspira.games.rogue.rules.seen import Seen
from konspira.games.rogue.table.names import Names
from konspira.games.rogue.table.offers import label
from konspira.games.rogue.table.past import ACTION, Past
from konspira.games.rogue.table.touches import hands
from konspira.web.table import Moment, Prompt

DUELS: Final = (codes.ATTACK_AGENT, codes.ATTACK_ANDROID)


def prompt(game: Rogue, moment: Moment, names: Names, past: Past) -> Prompt:
    seen: Seen = moment.seen
    if seen.ending:
        return _over(names, seen)
    path = [label(names, int(move)) for move in moment.draft]
    if moment.complete:
        return Prompt(names.say("ask.confirm"), names.say("why.confirm"), path)
    phase = PHASES[seen.phase]
    gone = moment.viewer < len(seen.boards) and seen.gone >> moment.viewer & 1
    if gone or not moment.kind:
        why = names.say("why.gone") if gone else ""
        if seen.actor >= len(seen.boards):
            return Prompt(names.say("wait.chance"), why)
        return Prompt(names.say(f"wait.{phase}", who=names.seat(int(seen.actor))), why)
    ask, why = Asked(game, moment, names, past).texts(phase)
    return Prompt(ask, why, path)


def _over(names: Names, seen: Seen) -> Prompt:
    return Prompt(won(names, seen), names.say(f"score.why.{ENDINGS[seen.ending]}"))


def won(names: Names, seen: Seen) -> str:
    """Who has won, by name."""
    winners = [seat for seat in range(len(seen.boards)) if seen.winners >> seat & 1]
    who = f" {names.say('list.and')} ".join(names.seat(seat) for seat in winners)
    return names.many("over.won", len(winners), who=who) if winners else names.say("over.lost")


class Asked:
    """One open question of the viewer."""

    def __init__(self, game: Rogue, moment: Moment, names: Names, past: Past) -> None:
        self.game = game
        self.moment = moment
        self.names = names
        self.past = past
        self.seen: Seen = moment.seen
        self.own = self.seen.boards[moment.viewer]

    def texts(self, phase: str) -> tuple[str, str]:
        name = phase.replace("-", "_")
        facts: tuple[str, str] = getattr(self, f"_{name}")()
        return facts

    def _say(self, ask: str, why: str, **facts: object) -> tuple[str, str]:
        return self.names.say(f"ask.{ask}", **facts), self.names.say(f"why.{why}", **facts)

    def _here(self) -> str:
        return self.names.place(self.seen.boards[self.seen.turn][AT])

    def _card(self) -> str:
        """The criminal whose card is being carried out."""
        return self.names.criminal(int(a_of(self.past.effect)))

    # The round and the turn ---------------------------------------------------------------------

    def _assigning(self) -> tuple[str, str]:
        disc = self.names.disc(int(a_of(self.moment.moves[0])))
        return self._say("assigning", "assigning", disc=disc)

    def _turn(self) -> tuple[str, str]:
        seen = self.seen
        kinds = {kind_of(move) for move in self.moment.moves}
        if seen.unmasked[seen.turn]:
            if codes.STEP in kinds or len(kinds) > 1:
                return self._say("turn.android", "turn.android", n=max(0, 2 - int(seen.justice)))
            return self._say("turn.end", "turn.spent")
        if not kinds & {codes.STEP, *_ACTING}:
            return self._say("turn.last" if codes.REINFORCE in kinds else "turn.end", "turn.spent")
        used = int(seen.justice)
        patrol = "first" if seen.patrols == 0 else "fuel" if codes.STEP in kinds else "none"
        ask = "turn" if used or seen.patrols else "turn.first"
        return self._say(ask, f"turn.{patrol}", n=self._left(used))

    def _left(self, used: int) -> int:
        """RA-8.1; a clock token may take one away (RA-OP-53)."""
        watched = any(
            clock & 15 == self.seen.turn and clock >> 4 & 63 == WATCHED and not clock >> 14
            for clock in self.seen.clocks
        )
        return max(0, (1 if watched else 2) - used)

    def _patrolling(self) -> tuple[str, str]:
        return self._say("patrolling", "patrolling", n=int(self.seen.steps), place=self._here())

    def _fighting(self) -> tuple[str, str]:
        return self._say("fighting", "fighting", n=int(self.seen.number), place=self._here())

    # Attacks ------------------------------------------------------------------------------------

    def _calling(self) -> tuple[str, str]:
        return self._say("calling", "calling", n=int(self.seen.number), place=self._here())

    def _arming(self) -> tuple[str, str]:
        target = self.past.target
        kind = kind_of(target)
        if kind == codes.ATTACK_CRIMINAL:
            number = int(a_of(target))
            for disc, _, _, card, *_ in self.seen.criminals:
                if disc == number and card >= 0:
                    return self._say(
                        "arming",
                        "arming.criminal",
                        who=self.names.titles[card],
                        n=int(self.game.box.criminals[card].stamina),
                    )
        if kind == codes.ATTACK_ASSASSIN:
            return self._say("arming", "arming.assassin")
        if kind in DUELS:
            return self._say("arming", "arming.duel", who=self.names.seat(int(a_of(target))))
        if kind == codes.ATTACK_LOCATION:
            return self._say("arming", "arming.location", place=self._here())
        return self._say("arming", "arming")

    def _defending(self) -> tuple[str, str]:
        who = self.names.seat(int(self.seen.turn))
        dice = sum(not value & DEFENDERS for value in self.seen.dice)
        seized = all(value & 3 == 1 for value in self.seen.dice)
        return self._say(
            "defending",
            "defending.seize" if seized else "defending.attack",
            who=who,
            n=dice,
            fuel=self.own[FUEL],
        )

    def _taking(self) -> tuple[str, str]:
        return self._say("taking", "taking", n=int(self.seen.number))

    # Searching and buying -----------------------------------------------------------------------

    def _colouring(self) -> tuple[str, str]:
        tile = self.game.box.tiles[self.seen.tiles[self.seen.boards[self.seen.turn][AT]]]
        done = sum(kind_of(move) == codes.COLOUR for move in self.moment.draft)
        count = int(tile.whites[done])
        if len(tile.whites) == 1:
            return self._say("colouring", "colouring", place=self._here(), n=count)
        return self._say(
            "colouring.of",
            "colouring",
            place=self._here(),
            n=count,
            at=done + 1,
            all=len(tile.whites),
        )

    def _rerolling(self) -> tuple[str, str]:
        return self._say("rerolling", "rerolling", place=self._here())

    def _resolving(self) -> tuple[str, str]:
        return self._say("resolving", "resolving", place=self._here())

    def _buying(self) -> tuple[str, str]:
        return self._say("buying", "buying", place=self._here())

    # The bomb -----------------------------------------------------------------------------------

    def _placing(self) -> tuple[str, str]:
        dice = hands(self.moment.moves)
        if len(dice) == 1:
            colour, boost = dice[0]
            die = self.names.die(colour, 9 if boost else 8, 1)
            return self._say("placing.one", "placing", die=die)
        return self._say("placing", "placing")

    def _cutting(self) -> tuple[str, str]:
        return self._say("cutting", "cutting", place=self._here())

    # What cards and the city ask ----------------------------------------------------------------

    def _losing_own(self) -> tuple[str, str]:
        if not self.past.effect:
            return self._say("losing-own", "losing-own")
        return self._say("losing-own", "losing-own.card", who=self._card())

    def _losing_any(self) -> tuple[str, str]:
        left = self.names.seat(int(self.seen.turn))
        if not self.past.effect:
            return self._say("losing-any", "losing-any", left=left)
        return self._say("losing-any", "losing-any.card", who=self._card(), left=left)

    def _lowering(self) -> tuple[str, str]:
        if not self.past.effect:
            return self._say("lowering", "lowering")
        return self._say("lowering", "lowering.card", who=self._card())

    def _freeing(self) -> tuple[str, str]:
        if not self.past.effect:
            return self._say("freeing", "freeing")
        return self._say("freeing", "freeing.card", who=self._card())

    def _fleeing(self) -> tuple[str, str]:
        return self._say("fleeing", "fleeing", place=self.names.place(int(self.seen.number)))

    def _activating(self) -> tuple[str, str]:
        return self._say("activating", "activating")

    def _ticking(self) -> tuple[str, str]:
        if kind_of(self.past.cause) == codes.WALKED:
            return self._say(
                "ticking",
                "ticking.walked",
                who=self.names.criminal(int(a_of(self.past.cause))),
                place=self.names.place(int(b_of(self.past.cause))),
            )
        if self.past.part == ACTION and b_of(self.past.effect) == TICK_ALL_BOMBS:
            return self._say("ticking", "ticking.card", who=self._card())
        return self._say("ticking", "ticking")

    def _revealing(self) -> tuple[str, str]:
        cause = self.past.cause
        kind = kind_of(cause)
        facts: dict[str, object] = {}
        why = "revealing"
        if kind == codes.SCREEN:
            why, facts = "revealing.screened", {"who": self.names.seat(cause & 15)}
        elif kind == codes.EFFECT and b_of(cause) == REVEAL_IDENTITY:
            why, facts = "revealing.card", {"who": self._card()}
        elif kind == codes.HOSPITAL:
            why = "revealing.hospital"
        elif kind == codes.POLICE_MOVED:
            why, facts = "revealing.police", {"place": self.names.place(int(a_of(cause)))}
        return self._say("revealing", why, **facts)


_ACTING: Final = frozenset(
    [
        codes.INVESTIGATE,
        codes.SCREEN,
        codes.ATTACK_CRIMINAL,
        codes.ATTACK_ASSASSIN,
        codes.ATTACK_ANDROID,
        codes.ARREST,
        codes.SEIZE,
        codes.TURN_IN,
        codes.SEARCH,
        codes.BUY,
        codes.DEFUSE,
    ]
)
