"""What is asked of the viewer, or who is waited for."""

from __future__ import annotations

from konspira.engine.contract import SEVERAL
from konspira.engine.texts import Texts
from konspira.games.kyoto import Kyoto
from konspira.games.kyoto.notation import CARDS, ENDINGS, PHASES, SIDES
from konspira.games.kyoto.rules.codes import a_of, kind_of
from konspira.games.kyoto.rules.components import DRUGGED, NO_CARD, STUNNED
from konspira.games.kyoto.rules.position import OVER
from konspira.games.kyoto.rules.seen import Seen
from konspira.games.kyoto.table.touches import ALONE, Touches
from konspira.web.table import Moment, Prompt, Sitter

# Questions with a second sentence, which says what hangs on the answer.
EXPLAINED = (
    "placing",
    "neutral",
    "picking",
    "ruri",
    "turn",
    "pushing",
    "revolver",
    "activating",
    "fan",
    "decoy",
    "after-play",
    "refilling",
    "keeping",
)
# What a waiting viewer can be told; chance and others' compounds are never waited for.
WAITED_FOR = (*(kind for kind in EXPLAINED if kind != "pushing"), "taking-back")


def called(sitter: Sitter, side: int, words: Texts) -> str:
    """How the one who plays this side is called."""
    return sitter.called(words) or words.say(f"side.{SIDES[side]}")


class Prompts:
    def __init__(self, game: Kyoto, words: Texts, touches: Touches) -> None:
        self.game = game
        self.words = words
        self.touches = touches

    def of(self, moment: Moment) -> Prompt:
        seen: Seen = moment.seen
        path = [self.touches.label(move, seen) for move in moment.draft]
        if moment.kind:
            return Prompt(*self._asked(moment, seen), path)
        if seen.phase == OVER:
            return Prompt(self._over(seen), self._match(moment, seen))
        return Prompt(self._waiting(moment, seen))

    def _asked(self, moment: Moment, seen: Seen) -> tuple[str, str]:
        say, kind, cells = self.words.say, moment.kind, self.game.notation.cells
        if moment.complete:
            what = "placing" if kind == "placing" else "move"
            return say("web.ask.complete"), say(f"web.ask.complete.{what}")
        facts = {"cell": "", "card": ""}
        if kind == "placing" and moment.moves:
            facts["cell"] = cells[a_of(moment.moves[0])]
        elif kind == "revolver" and seen.attackers:
            facts["cell"] = cells[seen.attackers[0]]
        elif seen.mover >= 0:
            facts["cell"] = cells[seen.mover]
        card = seen.card if seen.card != NO_CARD else seen.extra
        if kind == "taking-back" and card < len(CARDS):
            facts["card"] = say(f"card.{CARDS[card]}")
        title = say(f"web.ask.{kind}", **facts)
        if len(moment.moves) == 1 and kind_of(moment.moves[0]) in ALONE:
            return title, say("web.ask.only")
        if kind == "turn":
            return title, self._turn(seen)
        return title, say(f"web.ask.{kind}.why", **facts) if kind in EXPLAINED else ""

    def _turn(self, seen: Seen) -> str:
        """What narrows this turn comes first."""
        say, cells = self.words.say, self.game.notation.cells
        for at in range(0, len(seen.pawns), 5):
            cell, side, _, flags, _ = seen.pawns[at : at + 5]
            if side == seen.viewer and flags & DRUGGED:
                return say("web.ask.turn.drugged", cell=cells[cell])
            if side == seen.viewer and flags & STUNNED:
                return say("web.ask.turn.stunned", cell=cells[cell])
        return say("web.ask.turn.why")

    def _over(self, seen: Seen) -> str:
        say, winner = self.words.say, int(seen.winner)
        key = f"ending.{ENDINGS[seen.ending]}"
        if winner == seen.viewer:
            return say(f"{key}.you")
        if 1 - winner == seen.viewer:
            return say(f"{key}.lost")
        side = SIDES[winner]
        return say(key, who=say(f"side.{side}.who"), whose=say(f"side.{side}.whose"))

    def _match(self, moment: Moment, seen: Seen) -> str:
        """Who has won the match by this game, or how it stands (SK-11)."""
        winner = int(seen.winner)
        if moment.wins_needed < 2:
            return ""
        if moment.wins[winner] < moment.wins_needed:
            return self._standing(moment, seen.viewer)
        score = {"won": moment.wins[winner], "lost": moment.wins[1 - winner]}
        if winner == seen.viewer:
            return self.words.say("web.match.won", **score)
        if 1 - winner == seen.viewer:
            return self.words.say("web.match.lost", **score)
        name = called(moment.sitters[winner], winner, self.words)
        return self.words.say("web.match.decided", name=name, **score)

    def _standing(self, moment: Moment, viewer: int) -> str:
        """Whoever only watches is told who leads."""
        wins, needed = moment.wins, moment.wins_needed
        if viewer in (0, 1) or wins[0] == wins[1]:
            own = viewer if viewer in (0, 1) else 0
            return self.words.say(
                "web.match.stands", own=wins[own], other=wins[1 - own], needed=needed
            )
        ahead = 0 if wins[0] > wins[1] else 1
        name = called(moment.sitters[ahead], ahead, self.words)
        facts = {"won": wins[ahead], "lost": wins[1 - ahead], "needed": needed}
        return self.words.say("web.match.leads", name=name, **facts)

    def _waiting(self, moment: Moment, seen: Seen) -> str:
        say = self.words.say
        phase = PHASES[seen.phase] if PHASES[seen.phase] in WAITED_FOR else "turn"
        if seen.actor == SEVERAL:
            return say(f"web.wait.both.{phase}")
        side = int(seen.actor) if seen.actor < 2 else int(seen.side)
        return say(f"web.wait.{phase}", name=called(moment.sitters[side], side, self.words))
