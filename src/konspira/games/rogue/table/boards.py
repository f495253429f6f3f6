"""Agent boards: the viewer's own in full, the others' as numbers; tokens, clocks, captives."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from konspira.games.rogue.load import UPGRADE_TRACKS, UPGRADES
from konspira.games.rogue.notation import EFFECTS, FIELD_NAMES, SEATS
from konspira.games.rogue.rules.components import (
    CREDITS,
    INFLUENCE,
    STAMINA,
    SUPPLY,
)
from konspira.games.rogue.table import touches
from konspira.games.rogue.table.names import SYNDICATES
from konspira.games.rogue.table.scene import FIELD_ART, SYNDICATE_ART, UPGRADE_ART, Scene

RESOURCES: Final = (0, 1, 2)
UPGRADED: Final = (3, 4, 5)


@dataclass(slots=True)
class Cell:
    classes: str
    text: str = ""
    art: str = ""


@dataclass(slots=True)
class Track:
    field: int
    key: str
    name: str
    art: str
    value: int
    most: int
    cells: list[Cell]
    spoken: str
    touch: str
    tip: str


@dataclass(slots=True)
class Token:
    kind: str  # h, a, or q for one that is not to be seen
    hidden: bool
    touch: str
    spoken: str


@dataclass(slots=True)
class Board:
    seat: int
    key: str
    name: str
    role: str
    android: bool
    leader: bool
    on_turn: bool
    gone: bool
    absent: bool
    place: str
    stamina: int
    stamina_most: int
    heart: int
    credits: int
    influence: int
    supply: int
    placed: int
    score: int
    touch: str
    tracks: list[Track]
    tokens: list[Token]
    captives: list[tuple[int, str, str]]  # number, spoken, touch
    cases: list[tuple[str, str, str, int]]  # syndicate art, class, name, how many
    clocks: list[tuple[str, str, str]] = field(default_factory=list)  # effect, sentence, tip


def boards(scene: Scene) -> str:
    """The viewer's own board (those who watch have none), then the others from the left."""
    own = scene.draw("own.html", board=board(scene, scene.me)) if scene.me >= 0 else ""
    return own + _rivals(scene)


def _rivals(scene: Scene) -> str:
    count = scene.game.seats
    first = scene.me + 1 if scene.me >= 0 else 0
    others = [(first + step) % count for step in range(count - (scene.me >= 0))]
    return scene.draw("rivals.html", boards=[board(scene, seat) for seat in others])


def board(scene: Scene, seat: int) -> Board:
    seen, names = scene.seen, scene.names
    values = seen.boards[seat]
    android = bool(seen.unmasked[seat])
    box = scene.game.box
    sitters = scene.moment.sitters
    return Board(
        seat,
        SEATS[seat],
        names.seat(seat),
        scene.say("role.android" if android else "role.agent"),
        android,
        seat == seen.leader,
        seat == seen.turn,
        bool(seen.gone >> seat & 1),
        seat < len(sitters) and not sitters[seat].present,
        names.place(scene.at(seat)),
        values[STAMINA],
        int(box.stamina_max),
        int(box.heart),
        values[CREDITS],
        values[INFLUENCE],
        values[SUPPLY],
        _placed(scene, seat),
        seen.scores[seat],
        touches.seat(seat),
        [_track(scene, seat, number) for number in (*RESOURCES, *UPGRADED)],
        _tokens(scene, seat),
        [
            (
                number + 1,
                scene.say("spoken.captive", criminal=names.criminal(number), who=names.seat(seat)),
                touches.criminal(number),
            )
            for number in scene.captives(seat)
        ],
        cases(scene, seat),
        [
            (
                EFFECTS[clock >> 4 & 63],
                names.effect(clock >> 4 & 63, 0),
                f"rule-effect-{EFFECTS[clock >> 4 & 63]}",
            )
            for clock in seen.clocks
            if clock & 15 == seat
        ],
    )


def _placed(scene: Scene, seat: int) -> int:
    return sum((pair & 7 == seat + 1) + (pair >> 3 == seat + 1) for pair in scene.seen.informants)


def cases(scene: Scene, seat: int) -> list[tuple[str, str, str, int]]:
    """The criminals a player has turned in, by syndicate."""
    counts = [0] * len(SYNDICATES)
    for card, criminal in enumerate(scene.game.box.criminals):
        if scene.seen.scored[seat] >> card & 1:
            counts[criminal.syndicate] += 1
    return [
        (SYNDICATE_ART[number], f"y-{SYNDICATES[number]}", scene.say(f"syndicate.{name}"), count)
        for number, (name, count) in enumerate(zip(SYNDICATES, counts, strict=True))
        if count
    ]


def _track(scene: Scene, seat: int, number: int) -> Track:
    box = scene.game.box
    value = scene.seen.boards[seat][number]
    most = box.track_max[number]
    marks = {
        mark: UPGRADE_ART[upgrade]
        for upgrade in range(len(UPGRADES))
        if UPGRADE_TRACKS[upgrade] == FIELD_NAMES[number]
        for mark in box.marks[upgrade]
    }
    cells = []
    for at in range(most + 1):
        classes = ["c"]
        if at == value:
            classes.append("at")
        elif at < value and at > 0:
            classes.append("f")
        if at in marks:
            classes.append("mk")
            if value >= at:
                classes.append("act")
        cells.append(Cell(" ".join(classes), str(at), marks.get(at, "")))
    name = scene.names.field(number)
    active = [
        scene.say(f"upgrade.{UPGRADES[upgrade]}")
        for upgrade in range(len(UPGRADES))
        if UPGRADE_TRACKS[upgrade] == FIELD_NAMES[number]
        for mark in box.marks[upgrade]
        if value >= mark
    ]
    spoken = scene.say("spoken.track", name=name, n=value, most=most)
    return Track(
        number,
        FIELD_NAMES[number],
        name,
        FIELD_ART[number],
        value,
        most,
        cells,
        ", ".join([spoken, *active]),
        touches.track(number),
        f"rule-track-{FIELD_NAMES[number]}",
    )


def _tokens(scene: Scene, seat: int) -> list[Token]:
    """Shown ones, then hidden ones; a viewer's own are seen by that viewer alone."""
    seen, say = scene.seen, scene.say
    humans, androids = seen.tokens_shown[seat]
    found = [Token("h", False, "", say("spoken.token.shown", token=say("token.human")))] * humans
    found += [Token("a", False, "", say("spoken.token.shown", token=say("token.android")))] * (
        androids
    )
    if seen.tokens_own[seat]:
        for kind, count in enumerate(seen.tokens_own[seat]):
            token = scene.names.token(kind)
            spoken = say("spoken.token.own", token=token)
            touch = touches.token(kind) if seat == scene.me else ""
            found += [Token("ha"[kind], True, touch, spoken)] * count
    else:
        found += [Token("q", True, "", say("spoken.token.hidden"))] * seen.tokens_hidden[seat]
    return found
