"""The regions of the table, from templates."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from jinja2 import Environment, PackageLoader, StrictUndefined

from konspira.engine.contract import OPEN_TABLE, SEVERAL
from konspira.engine.texts import Texts
from konspira.games.kyoto import Kyoto
from konspira.games.kyoto.notation import (
    CARDS,
    ENDINGS,
    EQUIPMENT,
    IDENTITIES,
    KINDS,
    SIDES,
    SPECIAL_AGENTS,
)
from konspira.games.kyoto.rules import codes
from konspira.games.kyoto.rules.codes import a_of, b_of, kind_of
from konspira.games.kyoto.rules.components import ANJU
from konspira.games.kyoto.rules.position import OVER
from konspira.games.kyoto.rules.seen import Seen
from konspira.games.kyoto.table import pieces
from konspira.games.kyoto.table.pieces import Cell, Identity, Pawn, Side, identity_of, seat_below
from konspira.games.kyoto.table.prompt import called
from konspira.games.kyoto.table.told import Scene, Told
from konspira.web.table import Moment

# Scenes are told as the log tells them.
SCENES = {
    "won": "log.won",
    "held": "log.lost",
    "shot": "log.shot",
    "wiretap": "log.shown",
    "false": "log.false",
    "escape": "log.escaped",
    "spring": "log.spring",
    "hand": "log.hand",
    "picked": "log.shows",
}
WITH_CARDS = ("hand", "spring")
CELL_WIDTH, CELL_HEIGHT, RIVER, EDGE = 120, 100, 20, 20


@cache
def _templates() -> Environment:
    found = Environment(
        loader=PackageLoader("konspira.games.kyoto.table"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    found.globals.update(
        sides=pieces.SIDE_CLASSES,
        side_names=SIDES,
        locations=CARDS[: pieces.LOCATIONS],
        codes=codes,
    )
    return found


class Ground:
    """Where things lie on a board of any size, as one side sees it."""

    def __init__(self, game: Kyoto, below: int) -> None:
        board = game.board
        self.columns, self.rows, self.below = int(board.columns), int(board.rows), below
        south = [row for row in range(self.rows) if board.territory[0] >> (row * self.columns) & 1]
        # A river runs where the territories meet in one line.
        self.bank = len(south) if south == list(range(len(south))) else 0
        self.river = 0 < self.bank < self.rows
        self.width = self.columns * CELL_WIDTH
        self.height = self.rows * CELL_HEIGHT + (RIVER if self.river else 0)

    def is_south(self, cell: int) -> bool:
        return cell // self.columns < self.bank

    def classes(self, cell: int) -> str:
        column, row = cell % self.columns, cell // self.columns
        south = " south" if self.is_south(cell) else ""
        return f"col-{chr(97 + column)} row-{row + 1}{south}"

    def centre(self, cell: int) -> tuple[int, int]:
        column, row = cell % self.columns, cell // self.columns
        if self.below == 1:
            across, down = self.columns - 1 - column, row
            beyond = self.river and not self.is_south(cell)
        else:
            across, down = column, self.rows - 1 - row
            beyond = self.river and self.is_south(cell)
        x = across * CELL_WIDTH + CELL_WIDTH // 2
        y = down * CELL_HEIGHT + CELL_HEIGHT // 2 + (RIVER if beyond else 0)
        return x, y

    def way(self, start: int, end: int) -> str:
        """A path that leaves both agents visible."""
        (x1, y1), (x2, y2) = self.centre(start), self.centre(end)
        length = max(1.0, ((x2 - x1) ** 2 + (y2 - y1) ** 2) ** 0.5)
        dx, dy = (x2 - x1) / length, (y2 - y1) / length
        bend = length * 0.1
        mx, my = (x1 + x2) / 2 - dy * bend, (y1 + y2) / 2 + dx * bend
        return (
            f"M{x1 + dx * 30:.0f} {y1 + dy * 30:.0f}"
            f"Q{mx:.0f} {my:.0f} {x2 - dx * 34:.0f} {y2 - dy * 34:.0f}"
        )


class Drawn:
    """One game in one language."""

    def __init__(self, game: Kyoto, words: Texts) -> None:
        self.game = game
        self.words = words
        self.grounds = [Ground(game, below) for below in (0, 1)]

    def _draw(self, template: str, **facts: object) -> str:
        return _templates().get_template(template).render(
            say=self.words.say, many=self.words.many, **facts
        )  # fmt: skip

    def regions(self, moment: Moment, told: Told) -> dict[str, str]:
        seen: Seen = moment.seen
        below = seat_below(seen.viewer)
        return {
            "opposite": self._side(moment, 1 - below),
            "board": self._board(moment, told),
            "own": self._side(moment, below),
            "scene": self._scenes(seen, told),
            "tray": self._tray(moment),
        }

    # The board ----------------------------------------------------------------------------------

    def _board(self, moment: Moment, told: Told) -> str:
        seen: Seen = moment.seen
        ground = self.grounds[seat_below(seen.viewer)]
        cells = pieces.cells(self.game, seen, moment.moves, told.swapped)
        to_fill = {a_of(move) for move in moment.moves if kind_of(move) == codes.PLACE}
        start = self.game.board.start[seen.viewer] if moment.kind == "placing" else ()
        return self._draw(
            "board.html",
            ground=ground,
            cells=[(cell, ground.classes(cell.number), self._spoken(cell)) for cell in cells],
            tips={cell.number: self._cell_tip(cell) for cell in cells},
            pawns=[(pawn, ground.classes(pawn.cell)) for pawn in pieces.pawns(self.game, seen)],
            ways=[(way.kind, ground.way(way.start, way.end)) for way in told.ways],
            to_fill=to_fill,
            start=start,
            mover=int(seen.mover),
            over=seen.phase == OVER,
        )

    def _place(self, place: str) -> str:
        return self.words.say(f"place.{place}" if place not in CARDS else f"card.{place}")

    def _spoken(self, cell: Cell) -> str:
        say, place = self.words.say, self._place(cell.place)
        if not cell.pawns:
            return say("web.cell.empty", cell=cell.name, place=place)
        agents = ". ".join(self._pawn(pawn) for pawn in cell.pawns)
        return say("web.cell.held", cell=cell.name, place=place, agents=agents)

    def _pawn(self, pawn: Pawn) -> str:
        say, side = self.words.say, SIDES[pawn.side]
        facts = {
            "who": say(f"side.{side}.who"),
            "whose": say(f"side.{side}.whose"),
            "identity": self._identity(pawn.identity) if pawn.identity else "",
        }
        shown = "shown" if pawn.shown else "hidden" if pawn.own or not pawn.identity else "open"
        parts = [say(f"web.pawn.{shown}" + (".own" if pawn.own else ""), **facts)]
        parts += [say(f"web.flag.{flag}") for flag in pawn.flags]
        if pawn.shielded:
            parts.append(say("web.flag.shielded"))
        if pawn.attacking:
            parts.append(say("web.flag.attacking"))
        return ", ".join(parts)

    def _identity(self, identity: Identity) -> str:
        kind = "real" if identity.real else "false"
        return self.words.say(f"web.identity.{kind}", strength=identity.strength)

    def _cell_tip(self, cell: Cell) -> str:
        say = self.words.say
        tip = f"{cell.name} · {self._place(cell.place)}"
        if cell.place not in CARDS:
            tip += f". {say(f'place.{cell.place}.help')}"
        else:
            tip += f". {say('web.tip.place', place=self._place(cell.place))}"
        for pawn in cell.pawns:
            if pawn.identity:
                sign = pawn.identity.key.replace("R", "●")
                tip += f" {sign}: {say(f'identity.{pawn.identity.key}.help')}"
            for flag in (*pawn.flags, *(["shielded"] if pawn.shielded else [])):
                tip += f" {say(f'web.tip.{flag}')}"
        return tip

    # What lies in front of a side ---------------------------------------------------------------

    def _side(self, moment: Moment, side: int) -> str:
        seen: Seen = moment.seen
        found = pieces.side_of(self.game, seen, side)
        say = self.words.say
        active = seen.actor == side or (seen.actor == SEVERAL and not found.ready)
        lamp = ""
        if found.ready:
            lamp = say("web.lamp.ready")
        elif active:
            turn = "turn" if seen.side == side or seen.actor == SEVERAL else "asked"
            lamp = say(f"web.lamp.{turn}" + (".you" if found.own else ""))
        board = self.game.board
        return self._draw(
            "side.html",
            side=found,
            name=called(moment.sitters[side], side, self.words),
            side_name=say(f"side.{SIDES[side]}"),
            sitter=moment.sitters[side],
            wins=moment.wins[side] if moment.wins else 0,
            lamp=lamp,
            asked=bool(lamp) and not found.ready,
            open_hand=found.hand if not found.own and found.hand is not None else None,
            real_slots=bin(board.real).count("1"),
            false_slots=int(board.bait),
            detention=self._detention(found, seen),
            decoys=[(decoy, self._marks(decoy.marks)) for decoy in found.decoys],
            pile_tip=self._pile_tip(seen, side),
            deck_tips=self._deck_tips(found),
            kinds=KINDS,
        )

    def _detention(self, side: Side, seen: Seen) -> str:
        """What the next capture would mean, said to the viewer."""
        say, board = self.words.say, self.game.board
        you = ".you" if side.own else ".them" if seen.viewer < 2 else ""
        if len(side.held_real) + 1 == bin(board.real).count("1"):
            if len(side.held_false) + 1 == board.bait:
                return say(f"web.detention.either{you}")
            return say(f"web.detention.real{you}")
        if len(side.held_false) + 1 == board.bait:
            return say(f"web.detention.false{you}")
        return ""

    def _marks(self, marks: Sequence[str]) -> str:
        if not marks[0]:
            return self.words.many("web.decoy.hidden", len(marks))
        return ", ".join(self._card(mark) for mark in marks)

    def _pile_tip(self, seen: Seen, side: int) -> str:
        pile = seen.piles[side]
        if not pile:
            return self.words.say("web.tip.pile")
        cards = ", ".join(self._card(CARDS[card]) for card in pile)
        return self.words.say("table.your-pile" if side == seen.viewer else "web.tip.pile-open",
                              cards=cards)  # fmt: skip

    def _deck_tips(self, side: Side) -> list[str]:
        tips = [self.words.say(f"web.tip.deck-{kind}") for kind in KINDS]
        for at, cards in enumerate(side.bottoms):
            if cards:
                named = ", ".join(self._card(card) for card in cards)
                tips[at] += " " + self.words.say("web.tip.bottom", cards=named)
        return tips

    def _card(self, card: str) -> str:
        return self.words.say(f"card.{card}")

    # Scenes -------------------------------------------------------------------------------------

    def _scenes(self, seen: Seen, told: Told) -> str:
        return self._draw(
            "scene.html",
            scenes=[self._scene(scene, seen) for scene in told.scenes],
        )

    def _scene(self, scene: Scene, seen: Seen) -> dict[str, object]:
        say = self.words.say
        cells = self.game.notation.cells
        side = SIDES[scene.side]
        you = ".you" if scene.side == seen.viewer else ""
        facts = {
            "who": say(f"side.{side}.who"),
            "whose": say(f"side.{side}.whose"),
            "cell": cells[scene.cell] if scene.cell >= 0 else "",
            "back": cells[scene.back] if scene.back >= 0 else "",
        }
        attacker, defender = identity_of(scene.attacker), identity_of(scene.defender)
        cards = [(CARDS[card], copies) for card, copies in scene.cards if scene.kind in WITH_CARDS]
        named = ", ".join(self._card(card) + f" ×{copies}" * (copies > 1) for card, copies in cards)
        shown = defender if scene.kind == "wiretap" else attacker
        facts |= {
            "identity": self.words.say(f"identity.{shown.key}") if shown else "",
            "end": facts["cell"],
            "mark": named,
            "cards": named,
        }
        agent = SPECIAL_AGENTS[scene.cards[0][0]] if scene.kind == "picked" else ""
        if agent:
            facts["agent"] = say(f"agent.{agent}")
        key = SCENES.get(scene.kind) or f"ending.{ENDINGS[scene.cards[0][0]]}"
        return {
            "scene": scene,
            "text": say(key + you, **facts),
            "attacker": attacker,
            "defender": defender,
            "cards": cards,
            "agent": agent,
        }

    # The dock -----------------------------------------------------------------------------------

    def _tray(self, moment: Moment) -> str:
        seen: Seen = moment.seen
        viewer = seen.viewer
        hand = seen.hands[viewer] if viewer < 2 else -1
        kinds = {kind_of(move) for move in moment.moves}
        left = [b_of(move) for move in moment.moves if kind_of(move) == codes.PLACE]
        return self._draw(
            "tray.html",
            kind=moment.kind if not moment.complete else "",
            hand=pieces.hand_of(hand) if hand >= 0 else [],
            watching=viewer >= 2 and viewer != OPEN_TABLE,
            moves=kinds,
            side=pieces.SIDE_CLASSES[self._acting_side(moment)],
            anju=codes.LAY_DECOY in kinds and seen.specials[viewer] == ANJU,
            identities=[identity_of(identity) for identity in self.game.board.identities],
            left=[IDENTITIES[identity] for identity in left],
            picks=[SPECIAL_AGENTS[a_of(m)] for m in moment.moves if kind_of(m) == codes.PICK],
            colours=[CARDS[a_of(m)] for m in moment.moves if kind_of(m) == codes.RURI_COLOUR],
            draws=[
                (KINDS[a_of(m)], KINDS[b_of(m)])
                for m in moment.moves
                if kind_of(m) == codes.REFILL and b_of(m) < len(KINDS)
            ],
            pair=_unlike([CARDS[a_of(m)] for m in moment.moves if kind_of(m) == codes.KEEP]),
            pile=[CARDS[a_of(m)] for m in moment.moves if kind_of(m) == codes.USE_TYPESCRIPT],
            played=CARDS[seen.card] if seen.card < len(CARDS) else "",
        )

    def _acting_side(self, moment: Moment) -> int:
        """Whose agents stand in the dock: the attacker's when the Revolver asks for her."""
        viewer = seat_below(moment.viewer)
        return 1 - viewer if moment.kind == "revolver" else viewer

    # The rules ----------------------------------------------------------------------------------

    def rules(self) -> str:
        board, rules = self.game.board, self.game.rules
        specials = [
            (name, board.special_sides[number])
            for number, name in enumerate(SPECIAL_AGENTS)
            if number and (rules.neutral_agent or board.special_sides[number] < len(SIDES))
        ]
        return self._draw(
            "rules.html",
            cards=CARDS,
            identities=[identity_of(identity) for identity in board.identities],
            specials=specials if rules.special_agents else [],
            gear=list(zip(EQUIPMENT, board.equipment_sides, strict=True))
            if rules.equipment
            else [],
        )


def _unlike(cards: Sequence[str]) -> list[str]:
    return list(dict.fromkeys(cards))
