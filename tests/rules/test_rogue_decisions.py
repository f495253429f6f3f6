"""Every decision D-01 to D-31 of Rogue Agent: who is asked, what there is to choose, and what is
played for a seat that does not answer."""

from dataclasses import dataclass, field

import pytest

import konspira
from konspira.engine.contract import CHANCE, NOBODY


@dataclass
class Case:
    """How the question comes about, and what it is. Moves are parted by `|`, lots by `;`."""

    id: str
    place: dict[str, object]
    played: str
    seat: str
    kind: str
    legal: list[str]
    default: list[str]
    options: dict[str, object] = field(default_factory=dict)


ANDROID: dict[str, object] = {"mode": "android"}
RAIN: dict[str, object] = {"module": "shadow_watch"}
BLANKS = "roll red gun; roll red gun; roll red gun"
CAPTIVES = {
    "C1": {"held_by": "P2", "card": "C08"},
    "C5": {"held_by": "P2", "card": "C13"},
}


def criminal(card: str, at: str = "B1", **more: object) -> dict[str, object]:
    return {"C1": {"at": at, "card": card, "face_up": "true", **more}}


def p1(at: str = "B1", **more: object) -> dict[str, object]:
    return {"at": at, "ammo": "0", **more}


CASES = [
    Case(
        "D-01",
        {"phase": "time", "leader": "P2"},
        "draw C2; draw bomb; die 5; die 3",
        "P2",
        "assigning",
        ["assign C2 5", "assign C2 3"],
        ["assign C2 5"],
    ),
    Case(
        "D-02",
        {"P1": p1("T2", fuel="0", credits="0"), "patrols": "1"},
        "",
        "P1",
        "turn",
        ["end-turn"],
        ["end-turn"],
    ),
    Case(
        "D-03",
        {"P1": p1("B2"), "criminals": {"C5": {"at": "B1"}}},
        "go B1",
        "P1",
        "patrolling",
        ["go M1", "investigate C5", "stop"],
        ["stop"],
    ),
    Case(
        "D-04",
        {"P1": {"at": "M3", "ammo": "3", "stamina": "2"}},
        "go M2",
        "P1",
        "fighting",
        ["ammo 0", "ammo 1", "ammo 2"],
        ["ammo 1"],
    ),
    Case(
        "D-04, the skull cannot be avoided",
        {"P1": {"at": "B4", "ammo": "1", "stamina": "1"}},
        "go B5",
        "P1",
        "fighting",
        ["ammo 0", "ammo 1"],
        ["ammo 0"],
    ),
    Case(
        "D-05",
        {
            "P1": p1("B1", fuel="0", credits="0"),
            "patrols": "1",
            "used": ["attack B1"],
            "criminals": {"C3": {"at": "B1"}, "C4": {"at": "T3"}, "C5": {"at": "T1"}},
            "informants": {"T3": ["P1"], "T1": ["P2"]},
        },
        "",
        "P1",
        "turn",
        ["investigate C3", "investigate C4", "end-turn"],
        ["end-turn"],
    ),
    Case(
        "D-06",
        {
            "P1": p1("B1", fuel="0", credits="0", evidence="0"),
            "patrols": "1",
            "criminals": {"C3": {"at": "B1"}, "C4": {"at": "T3"}},
            "assassins": ["B1", "T3"],
        },
        "",
        "P1",
        "turn",
        ["attack C3", "attack-assassin B1", "end-turn"],
        ["end-turn"],
    ),
    Case(
        "D-07",
        {"P1": {"at": "B1", "ammo": "5"}, "criminals": criminal("C08")},
        "attack C1",
        "P1",
        "arming",
        ["ammo 0", "ammo 1", "ammo 2", "ammo 3"],
        ["ammo 0"],
    ),
    Case(
        "D-08",
        {
            "P1": p1(),
            "criminals": criminal("C29"),
            "informants": {"T3": ["P2", "P1"], "M1": ["P1"]},
        },
        f"attack C1 | {BLANKS}",
        "P1",
        "losing-own",
        ["lose-informant T3 P1", "lose-informant M1 P1"],
        ["lose-informant T3 P1"],
    ),
    Case(
        "D-09",
        {
            "P1": p1(),
            "criminals": criminal("C34"),
            "informants": {"T3": ["P2", "P3"], "M1": ["P1"]},
        },
        f"attack C1 | {BLANKS}",
        "P2",
        "losing-any",
        ["lose-informant T3 P2", "lose-informant T3 P3", "lose-informant M1 P1"],
        ["lose-informant M1 P1"],
    ),
    Case(
        "D-10",
        {"P1": p1(car="3", gun="1"), "criminals": criminal("C26")},
        f"attack C1 | {BLANKS}",
        "P1",
        "lowering",
        ["lower car", "lower gun"],
        ["lower gun"],
    ),
    Case(
        "D-10b",
        {
            "P1": p1(),
            "criminals": criminal("C32")
            | {"C2": {"held_by": "P1", "card": "C08"}, "C4": {"held_by": "P1", "card": "C13"}},
        },
        f"attack C1 | {BLANKS}",
        "P1",
        "freeing",
        ["free C2", "free C4"],
        ["free C2"],
    ),
    Case(
        "D-11",
        {
            "P1": p1("B1", fuel="0", credits="0"),
            "patrols": "1",
            "criminals": {
                "C3": {"at": "B1", "card": "C08", "status": "defeated"},
                "C4": {"at": "B1", "card": "C09", "status": "defeated"},
            },
        },
        "",
        "P1",
        "turn",
        ["arrest C3", "arrest C4", "end-turn"],
        ["end-turn"],
    ),
    Case(
        "D-12",
        {
            "P1": p1("B1", fuel="3", credits="0"),
            "P2": {"at": "B1"},
            "P3": {"at": "B1"},
            "patrols": "1",
            "criminals": CAPTIVES,
        },
        "",
        "P1",
        "turn",
        ["go B2", "go M1", "seize P2 1", "seize P2 2", "seize P2 3", "end-turn"],
        ["end-turn"],
    ),
    Case(
        "D-13",
        {"P1": p1(), "P2": {"at": "B1", "fuel": "3"}, "criminals": CAPTIVES},
        "seize P2 1",
        "P2",
        "defending",
        ["defend 0", "defend 1", "defend 2"],
        ["defend 0"],
    ),
    Case(
        "D-14",
        {"P1": p1(), "P2": {"at": "B1", "fuel": "0"}, "criminals": CAPTIVES},
        "seize P2 1 | roll green car",
        "P1",
        "taking",
        ["take C1", "take C5"],
        ["take C5"],
    ),
    Case(
        "D-15",
        {},
        "search",
        "P1",
        "colouring",
        ["colour red", "colour green", "colour black"],
        ["colour black", "colour red"],
    ),
    Case(
        "D-16",
        {"P1": p1("M5")},
        "search | roll red exp; roll red exp; roll red gun",
        "P1",
        "rerolling",
        ["pick red exp", "pick red gun", "keep"],
        ["keep"],
    ),
    Case(
        "D-17",
        {"P1": {"at": "M5", "ammo": "1"}},
        "search | roll red exp; roll red bst; roll red cred | keep",
        "P1",
        "resolving",
        [
            "resolve exp",
            "resolve exp boost",
            "resolve exp ammo",
            "resolve cred",
            "resolve cred boost",
        ],
        ["resolve exp boost"],
    ),
    Case(
        "D-17, the skull is avoided",
        {"P1": {"at": "M5", "ammo": "1", "stamina": "1"}},
        "search | roll red exp; roll red gun; roll red gun | keep",
        "P1",
        "resolving",
        ["resolve exp", "resolve exp ammo", "resolve gun"],
        ["resolve gun", "resolve gun", "resolve exp ammo"],
    ),
    Case(
        "D-17, the skull cannot be avoided",
        {"P1": {"at": "M5", "ammo": "1", "stamina": "1"}},
        "search | roll red exp; roll red exp; roll red gun | keep",
        "P1",
        "resolving",
        ["resolve exp", "resolve exp ammo", "resolve gun"],
        ["resolve gun", "resolve exp"],
    ),
    Case(
        "D-18",
        {"P1": {"at": "T3", "fuel": "2", "credits": "4"}},
        "buy fuel",
        "P1",
        "buying",
        ["buy fuel", "buy car", "done"],
        ["done"],
    ),
    Case(
        "D-19",
        {
            "P1": p1("B1", fuel="0", credits="0"),
            "patrols": "1",
            "bombs": ["B1 4", "B1 2", "B3 5"],
        },
        "",
        "P1",
        "turn",
        ["defuse 4", "defuse 2", "end-turn"],
        ["end-turn"],
    ),
    Case(
        "D-20",
        {
            "phase": "cutting",
            "P1": {"at": "M2"},
            "used": ["defuse M2"],
            "bombs": ["M2 4"],
            "sheet": ["rx"],
        },
        "cut | roll red gun; roll red gun; roll green car; roll green car; roll green bst; "
        "roll black agt; roll black agt; roll black agt",
        "P1",
        "placing",
        ["place green X 1", "place green X 2"],
        ["place green X 1"],
    ),
    Case(
        "D-21",
        {
            "phase": "cutting",
            "P1": {"at": "M2"},
            "used": ["defuse M2"],
            "bombs": ["M2 4"],
            "sheet": ["rx"],
        },
        "",
        "P1",
        "cutting",
        ["cut", "leave"],
        ["leave"],
    ),
    Case(
        "D-22",
        {"P1": p1("B1", credits="2"), "used": ["search M1", "buy M1"]},
        "",
        "P1",
        "turn",
        ["reinforce B1", "end-turn"],
        ["end-turn"],
    ),
    Case(
        "D-23",
        {
            "phase": "city",
            "leader": "P3",
            "police": "1",
            "criminals": {"C1": {"at": "T1"}},
            "assassins": ["T2*", "T2"],
        },
        "",
        "P3",
        "fleeing",
        ["flee T2*", "flee T2"],
        ["flee T2*"],
    ),
    Case(
        "D-23b",
        {
            "phase": "city",
            "leader": "P2",
            "police": "6",
            "criminals": {"C1": {"at": "M1"}},
            "bombs": ["M2 3", "M2 2"],
        },
        "",
        "P2",
        "ticking",
        ["tick M2 3", "tick M2 2"],
        ["tick M2 3"],
    ),
    Case(
        "D-24",
        {"phase": "city", "leader": "P2", "police": "1", "assassins": ["M1", "B5"]},
        "",
        "P2",
        "activating",
        ["activate M1", "activate B5"],
        ["activate M1"],
    ),
    Case(
        "D-25",
        {"phase": "city", "leader": "P2", "police": "1", "bombs": ["B5 3", "B3 2"]},
        "",
        "P2",
        "ticking",
        ["tick B5 3", "tick B3 2"],
        ["tick B3 2"],
    ),
    Case(
        "D-26",
        {
            "P1": {"at": "M3", "evidence": "4", "tokens": "hhh"},
            "P2": {"at": "M3", "tokens": "hha"},
            "P3": {"tokens": "aah"},
        },
        "screen P2",
        "P2",
        "revealing",
        ["reveal human", "reveal android"],
        ["reveal human"],
        ANDROID,
    ),
    Case(
        "D-26b",
        {
            "P1": {"at": "M3", "evidence": "4", "tokens": "hhh"},
            "P2": {"at": "M3", "tokens": "a", "shown": "hh"},
            "P3": {"tokens": "aah"},
        },
        "screen P2",
        "P2",
        "revealing",
        ["reveal android"],
        ["reveal android"],
        ANDROID,
    ),
    Case(
        "D-27",
        {
            "P1": p1("B1", fuel="0", credits="0", evidence="4", tokens="hhh"),
            "P2": {"at": "B1", "tokens": "hha"},
            "P3": {"at": "T3", "tokens": "aah"},
            "patrols": "1",
            "informants": {"T3": ["P1"]},
        },
        "",
        "P1",
        "turn",
        ["screen P2", "screen P3", "end-turn"],
        ["end-turn"],
        ANDROID,
    ),
    Case(
        "D-28",
        {
            "turn": "P2",
            "P1": {"at": "B1"},
            "P2": {"android": "true", "at": "B1", "fuel": "0"},
            "P3": {"at": "B1"},
            "patrols": "1",
        },
        "",
        "P2",
        "turn",
        ["attack-agent P1", "attack-agent P3", "attack-location", "end-turn"],
        ["end-turn"],
        ANDROID,
    ),
    Case(
        "D-28b",
        {"turn": "P2", "P1": {"at": "B1"}, "P2": {"android": "true", "at": "B1", "ammo": "2"}},
        "attack-agent P1",
        "P2",
        "arming",
        ["ammo 0", "ammo 1", "ammo 2"],
        ["ammo 0"],
        ANDROID,
    ),
    Case(
        "D-29",
        {
            "turn": "P2",
            "P1": {"at": "B1", "fuel": "5"},
            "P2": {"android": "true", "at": "B1", "ammo": "0", "gun": "2"},
        },
        "attack-agent P1",
        "P1",
        "defending",
        ["defend 0", "defend 1", "defend 2"],
        ["defend 2"],
        ANDROID,
    ),
    Case(
        "D-29b",
        {"P1": p1(), "P2": {"android": "true", "at": "B1", "fuel": "1"}},
        "attack-android P2",
        "P2",
        "defending",
        ["defend 0", "defend 1"],
        ["defend 1"],
        ANDROID,
    ),
    Case(
        "D-30",
        {"turn": "P2", "P2": {"android": "true", "at": "B1", "ammo": "4"}},
        "attack-location",
        "P2",
        "arming",
        ["ammo 0", "ammo 1", "ammo 2", "ammo 3"],
        ["ammo 0"],
        ANDROID,
    ),
    Case(
        "D-31",
        {"P1": p1(), "criminals": criminal("C08"), "informants": {"B1": ["P1", "P2"]}},
        "attack C1",
        "P1",
        "calling",
        ["call 0", "call 1"],
        ["call 0"],
        RAIN,
    ),
]


@pytest.mark.parametrize("case", CASES, ids=lambda case: str(case.id))
def test_decision(case: Case) -> None:
    """RA-28.1, and chapter 28 line by line."""
    game = konspira.game("rogue", **case.options)
    state = game.from_position(game.set_up(case.place))
    for part in case.played.split(" | ") if case.played else []:
        if state.actor() == CHANCE:
            for lot in part.split("; "):
                state.play(game.read(lot, CHANCE))
        else:
            state.play(game.read(part, state.actor()))
    seat = state.actor()
    assert game.seat_name(seat) == case.seat
    assert game.decision_kind(state, seat) == case.kind
    assert sorted(game.text(move) for move in state.moves(seat)) == sorted(case.legal)
    default = game.default_moves(state, seat)
    assert [game.text(move) for move in default] == case.default
    for move in default:
        state.play(move)
    assert state.drafting() == NOBODY


def test_every_decision_of_the_table_is_here() -> None:
    ids = {case.id[:4] for case in CASES}
    assert ids == {f"D-{number:02}" for number in range(1, 32)}
