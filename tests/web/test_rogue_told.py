"""What happens at the Rogue Agent table is told before it is shown, with its cause."""

import re
from typing import Any

import pytest

from konspira.engine.chance import Stream
from konspira.engine.contract import CHANCE, HOUSE, NOBODY
from konspira.engine.knowledge import knowledge
from konspira.games.rogue import Rogue
from konspira.games.rogue.rules import codes
from konspira.games.rogue.rules.codes import code, kind_of
from konspira.games.rogue.table.chances import chance
from konspira.games.rogue.table.city import city
from konspira.games.rogue.table.fuses import Fuses
from konspira.games.rogue.table.news import news
from konspira.games.rogue.table.past import Past
from konspira.games.rogue.table.scene import Scene
from konspira.games.rogue.table.told import Told
from tests.web.test_rogue_table import eager, moment, rogue, tables, walked

STEP = re.compile(r'<li(?: data-does="([^"]*)")?>(.*?)</li>', re.S)
TAG = re.compile(r"<[^>]*>")


def scene_of(game: Rogue, state: Any, viewer: int, language: str = "en") -> Scene:
    return Scene(game, moment(game, state, viewer), tables(game)[language].words)


def dealt(game: Rogue, position: dict[str, object]) -> Any:
    return game.from_position(game.set_up(position))


def play(game: Rogue, state: Any, *texts: str) -> None:
    for text in texts:
        state.play(game.read(text, state.actor()))


ATTACK: dict[str, object] = {
    "police": "4",
    "P1": {"at": "M1", "ammo": "1"},
    "P2": {"at": "M3"},
    "criminals": {"C1": {"at": "M1", "card": "C26", "face_up": "true"}},
}


def test_an_own_roll_stays_until_the_person_goes_on() -> None:
    game = rogue({"players": 2})
    state = dealt(game, ATTACK)
    play(game, state, "attack C1", "ammo 1", *["roll red gun"] * 3, "roll black heal")
    own, other = (news(scene_of(game, state, viewer)) for viewer in (0, 1))
    assert 'data-moment="" data-first' in own
    assert "Hits of" in own
    assert "The attack fails." in own
    assert 'data-moment=""' not in other
    assert "data-first" in other


def test_one_target_is_enough_and_an_informant_is_asked_for() -> None:
    game = rogue({"players": 2})
    state = dealt(game, {**ATTACK, "P1": {"at": "M1", "credits": "4"}})
    now = moment(game, state, 0)
    offers = {offer.move: offer for offer in tables(game)["en"].offers(now)}
    assert offers["attack C1"].enough == "act-attack"
    assert "ends your turn" in offers["reinforce M1"].sure


def test_the_odds_of_an_attack_count_every_face() -> None:
    """Three red dice against the sum over all their 216 throws."""
    game = rogue({"players": 2})
    state = dealt(game, ATTACK)
    play(game, state, "attack C1")
    scene = scene_of(game, state, 0)
    faces = [face & 15 for face in game.box.faces[:6]]
    stamina = int(game.box.criminals[25].stamina)
    won = 0
    for first in faces:
        for second in faces:
            for third in faces:
                hits = (first, second, third).count(8)
                won += hits + min(hits, (first, second, third).count(9)) >= stamina
    assert chance(scene, 0) == round(100 * won / 216)
    assert chance(scene, 1) > chance(scene, 0)


@pytest.mark.parametrize("language", ["en", "pl", "hu"])
def test_the_city_walks_step_by_step_and_losses_have_a_cause(language: str) -> None:
    """In whole games: pieces are seen to go, and no loss in the city is left unexplained."""
    walked, struck = 0, 0
    plain = tables(rogue({"players": 3}))[language].words.messages["log.lost-stamina"][0]
    bare = re.compile(re.sub(r"\\{\w+\\}", ".*", re.escape(plain)))
    for seed in range(2):
        game = rogue({"players": 3})
        luck = Stream(f"city {seed}")
        state = game.start(f"city {seed}")
        told = 0
        while state.actor() != NOBODY:
            state.play(eager(game, state, luck))
            if state.drafting() != NOBODY or state.actor() == CHANCE:
                continue
            scene = scene_of(game, state, 0, language)
            if len(scene.moment.known.told) == told:
                continue
            told = len(scene.moment.known.told)
            drawn = news(scene)
            if "of-city" not in drawn:
                continue
            assert 'data-moment=""' not in drawn
            assert 'class="lh"' not in drawn  # neither the turn before nor the round after it
            for does, line in STEP.findall(drawn):
                assert not bare.fullmatch(TAG.sub("", line)), line
                walked += " at-" in does
                struck += "piece-fig" in does and " struck" in does
    assert walked > 10
    assert struck > 0


def test_what_a_search_does_by_itself_is_told() -> None:
    """On a safe place explosions have no effect, and the rest is taken without a question."""
    game = rogue({"players": 2})
    state = dealt(game, {"police": "4", "P1": {"at": "M3"}, "P2": {"at": "B4"}})
    play(game, state, "search", "colour red", "colour green")
    play(game, state, "roll red exp", "roll red exp", "roll green exp", "roll green car", "keep")
    taken, ignored = (TAG.sub("", line) for line in Told(scene_of(game, state, 0)).last())
    assert "takes" in taken
    assert "Explosions without effect: 3" in ignored


def test_a_die_that_was_picked_can_be_put_back() -> None:
    game = rogue({"players": 2})
    state = dealt(game, {"police": "5", "P1": {"at": "T1"}, "P2": {"at": "B4"}})
    play(game, state, "search", "colour black", "roll red exp", "roll red bst", "roll black evid2")
    picks = [move for move in state.moves(0) if kind_of(move) == codes.PICK][:1]
    state.play(picks[0])
    now = moment(game, state, 0, tuple(picks))
    assert 'data-back="0"' in tables(game)["en"].regions(now)["tray"]


def test_each_of_two_bombs_in_one_place_is_told_apart() -> None:
    """What is retold of the bombs is what lies on the table, in the order it is drawn in."""
    game = rogue({"players": 4, "mode": "android"})
    twice = 0
    for number in range(4):
        for state, draft in walked(game, f"bombs {number}", 4):
            if draft:
                continue
            fuses = Past(game, knowledge(game, state, 0).told).fuses
            found = [(one.slot, one.timer) for one in fuses.bombs]
            lying = [(bomb & 15, bomb >> 4 & 15) for bomb in state.bombs if bomb >> 4 & 15]
            by_slot = [sorted(some, key=lambda one: one[0]) for some in (found, lying)]
            assert by_slot[0] == by_slot[1], game.position(state)
            slots = [slot for slot, _ in lying]
            twice += len(slots) > len(set(slots))
            fuses.draw()
            drawn = [one.drawn for one in fuses.bombs]
            page = city(scene_of(game, state, 0))
            assert all(f'id="{piece}"' in page for piece in drawn)
    assert twice


def test_the_bomb_that_ticks_is_the_one_that_ticks() -> None:
    fuses = Fuses()
    for timer in (3, 5):
        fuses.hear(code(CHANCE, codes.TIMER, timer, 2), 0)
    fuses.draw()
    ticked = code(HOUSE, codes.TICKED, 2, 4)
    assert fuses.seen(ticked) == "piece-bomb-T3-1"
    fuses.hear(ticked, 0)
    exploded = code(HOUSE, codes.EXPLODED, 2)
    assert fuses.seen(exploded) == "piece-bomb-T3-0"  # the oldest
    fuses.hear(exploded, 0)
    assert fuses.seen(exploded) == "piece-bomb-T3-1"  # as it still stands there
