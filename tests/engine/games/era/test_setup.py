"""Setup: starting pieces behind screens, the reveal, the first player (section 3)."""

from __future__ import annotations

import json

import pytest

from engine.core.chance import Dice
from engine.core.component_data import Data, read_components
from engine.core.hidden import Hidden
from engine.core.step import Simultaneous
from engine.errors import IllegalPick
from engine.games import load
from engine.games.era.components import components
from engine.games.era.roll import Roll
from engine.games.era.rounds import Round
from engine.games.era.setup import PlaceKit, RollForFirst
from tests.engine.games.era.positions import (
    Lord,
    begin,
    noted,
    place_kits,
    realm,
    refused,
    run_agenda,
    step,
    table,
    tracks,
)
from tests.untyped import view_of

KIT = [
    ("longhouse", "A1", 0),
    ("longhouse", "A3", 0),
    ("longhouse", "A5", 0),
    ("farm", "A7", 0),
    ("wall_4", "C10", 0),
    ("wall_4", "C11", 0),
    ("wall_4", "C12", 0),
]


def in_box(state, seats):
    return {id: number for id, number in state.boxed.items() if number}


@pytest.mark.rule("ERA-3.1", "ERA-3.2", "ERA-3.5", "ERA-3.7", "ERA-3.8", "ERA-15.1", "ERA-15.3")
@pytest.mark.parametrize("seats", [1, 2, 3, 4])
def test_supply_and_box_hold_everything_else(seats):
    state = realm(begin(seats))
    box = state.box
    kit = box.kit_to_place(seats)
    for id, kind in box.kinds.items():
        with_players = seats * (kit.get(id, 0) + (id == "keep"))
        assert state.supply[id] + state.boxed[id] + with_players == kind.count
    for id, die in box.dice.items():
        with_players = sum(dice.count(id) for dice in state.dice)
        philip = box.philip_dice.count(id) if seats == 1 else 0
        assert state.supply[id] + state.boxed[id] + with_players + philip == die.count


@pytest.mark.rule("ERA-3.2")
def test_two_player_supply_lacks_one_building_per_kind_and_one_die_per_colour():
    state = realm(begin(2))
    assert in_box(state, 2) == dict.fromkeys([*state.box.buildings, *state.box.dice], 1)
    assert state.boxed["wall_4"] == state.boxed["scorched_area"] == 0
    assert not in_box(realm(begin(3)), 3)


@pytest.mark.rule("ERA-3.3")
@pytest.mark.parametrize(("seats", "tokens"), [(1, 0), (2, 3), (3, 3), (4, 5)])
def test_tokens_start_blank_beside_the_supply(seats, tokens):
    state = realm(begin(seats))
    assert (state.tokens, state.tokens_turned) == (tokens, 0)


@pytest.mark.rule("ERA-3.4", "ERA-3.5", "ERA-3.6")
def test_every_player_starts_equal():
    state = realm(begin(4))
    for seat in range(4):
        assert tracks(state, seat) == "0/1/2/3"
        assert (state.culture(seat), state.disaster(seat)) == (0, 0)
        assert state.dice[seat] == ("peasant", "peasant", "peasant", "noble")
        (keep,) = state.domains[seat].pieces
        assert keep.cells == ("G7", "H7", "G8", "H8")


@pytest.mark.rule("ERA-3.9", "ERA-3.7", "ERA-3.8")
def test_starting_pieces_are_placed_in_any_order():
    match = begin(4)
    for pick in reversed(KIT):
        match.choose(2, pick)
    draft = realm(match).drafts[2]
    assert [placed.pick for placed in draft.pieces[1:]] == KIT[::-1]
    assert PlaceKit(2).left(realm(match)) == {}
    with pytest.raises(IllegalPick) as caught:
        match.choose(2, ("farm", "K7", 0))
    assert caught.value.refusal.rule == "ERA-3.7"


@pytest.mark.rule("ERA-3.10")
def test_players_are_ready_only_after_placing_everything():
    match = begin(2)
    for pick in KIT:
        match.choose(0, pick)
    assert refused(match, 0, ("ready",)).rule == "ERA-3.10"
    match.choose(0, ("scorched_area", "M1", 0))
    match.choose(0, ("scorched_area", "M3", 0))
    match.choose(0, ("ready",))
    assert realm(match).ready == [True, False]


@pytest.mark.rule("ERA-3.10")
def test_starting_scorched_area_may_be_inside_walls():
    match = begin(3)
    for pick in [("wall_4", "C6", 90), ("wall_4", "D6", 0), ("wall_4", "D9", 0)]:
        match.choose(0, pick)
    assert realm(match).drafts[0].enclosed().bit_count() == 6
    match.choose(0, ("scorched_area", "D7", 0))
    assert realm(match).drafts[0].walled_area() == 2


@pytest.mark.rule("ERA-3.9", "ERA-2.7")
def test_pieces_except_the_keep_can_be_moved_until_ready():
    match = begin(4)
    for pick in KIT[:2]:
        match.choose(0, pick)
    match.choose(0, ("lift", "B1"))
    assert [piece.pick for piece in realm(match).drafts[0].pieces[1:]] == [KIT[1]]
    assert PlaceKit(0).left(realm(match))["longhouse"] == 2
    assert refused(match, 0, ("lift", "G7")).rule == "ERA-3.9"
    assert refused(match, 0, ("lift", "B1")).rule == "ERA-3.9"
    match.choose(0, ("longhouse", "A1", 90))
    assert "lift" in match.decision(0).part_options(match.state, ())


@pytest.mark.rule("ERA-3.9", "ERA-2.7")
def test_ready_player_cannot_rearrange():
    match = begin(4)
    for pick in [*KIT, ("ready",)]:
        match.choose(0, pick)
    assert [pending.seat for pending in match.pending()] == [1, 2, 3]


@pytest.mark.rule("ERA-3.9", "ERA-3.11")
def test_placements_are_secret_until_everyone_is_ready():
    match = begin(3)
    for pick in KIT:
        match.choose(0, pick)
    for reader in (1, 2, None):
        view = view_of(match, reader)
        assert isinstance(view.drafts[0], Hidden)
        assert view.domain(0).pieces == [view.domain(0).geometry.keep_start]
        redacted = [event.value for event in match.redacted_log(reader)]
        assert all(isinstance(value, Hidden) for value in redacted)
        assert not any(
            "A1" in note.text.plain() for _, notes in match.noted_events(reader) for note in notes
        )
    place_kits(match)
    state = realm(match)
    assert state.domains_open
    assert not state.drafts
    assert view_of(match, None).domains == state.domains
    assert match.redacted_log(None)[0].value == KIT[0]


@pytest.mark.rule("ERA-3.12")
def test_most_swords_on_the_noble_die_is_first_player():
    state = table(Lord(), Lord(), Lord())
    state.round = 0
    step(state, RollForFirst((0, 1, 2)), "n_sword1 n_sword3 n_goods2_skull")
    assert state.first == 1
    assert state.round == 1


@pytest.mark.rule("ERA-3.13")
def test_tied_players_roll_again_among_themselves():
    state = table(Lord(), Lord(), Lord())
    step(state, RollForFirst((0, 1, 2)), "n_sword2 n_sword1 n_sword2")
    assert state.agenda[-1] == RollForFirst((0, 2))
    run_agenda(state, "n_shield4 n_goods1")
    assert state.agenda[-1] == RollForFirst((0, 2)), "tied with 0 swords"
    run_agenda(state, "n_goods1 n_sword1")
    assert state.first == 2


@pytest.mark.rule("ERA-3.14", "ERA-4.1")
def test_first_round_starts_with_the_first_step():
    state = table(Lord(), Lord(), round=0)
    Round().run(state)
    assert state.agenda[-1] == Roll()
    run_agenda(state)
    assert (state.round, state.step) == (1, "roll")


@pytest.mark.rule("ERA-3.15")
def test_stickers_have_no_effect():
    assert not [part for part in components().parts if "sticker" in part]


@pytest.mark.rule("ERA-15.5", "ERA-15.2")
def test_solo_game_has_no_screens_and_no_roll_for_first_player():
    match = begin(1)
    state = realm(match)
    assert not isinstance(state.agenda[-1], Simultaneous)
    assert PlaceKit(0).left(state)["scorched_area"] == 3
    dice = Dice(b"alone")
    while realm(match).step == "setup":
        match.choose(0, match.sample(0, dice))
        view = view_of(match, None)
        assert view.digest() == match.state.digest()
        assert match.redacted_log(None)[-1].value == match.log[-1].value
    assert realm(match).first == 0
    assert not any(event.step == "RollForFirst" for event in match.log)
    assert noted(table(Lord()), "ERA-3.12") == []


@pytest.mark.rule("ERA-3.9", "ERA-2.5")
def test_reasons_why_a_piece_cannot_be_placed():
    match = begin(3)
    assert refused(match, 0, ("longhouse", "F7", 0)).rule == "ERA-2.5"
    assert "G7" in refused(match, 0, ("longhouse", "F7", 0)).reason.plain()
    assert "edge" in refused(match, 0, ("longhouse", "N1", 0)).reason.plain()
    assert refused(match, 0, ("longhouse", "A1", 180)).rule == "ERA-2.3"
    assert refused(match, 0, ("market", "A1", 0)).rule == "ERA-3.7"
    assert refused(match, 0, ("longhouse", "Z1", 0)).rule == "ERA-2.1"
    assert why_not_at(match, ("domain", 1, "A1")) == "ERA-9.3"
    assert why_not_at(match, ("domain", 0, "G7")) == "ERA-2.5"
    assert why_not_at(match, ("domain", 0)) is None, "the whole domain is not a cell"


def why_not_at(match, place):
    """The rule that forbids a longhouse at a place."""
    refusal = match.decision(0).refuse_place(match.state, ("longhouse",), place)
    return refusal and refusal.rule


@pytest.mark.rule("ERA-3.9")
def test_pick_can_be_built_part_by_part():
    match = begin(3)
    decision, state = match.decision(0), match.state
    kinds = {"longhouse", "farm", "wall_4", "scorched_area"}
    assert set(decision.part_options(state, ())) == {*kinds, "layout"}
    cells = decision.part_options(state, ("longhouse",))
    assert "G7" not in cells
    assert "N14" not in cells
    assert decision.part_options(state, ("longhouse", "A14")) == [0]
    assert decision.part_options(state, ("longhouse", "B3")) == [0, 90]
    assert decision.part_options(state, ("longhouse", "B3", 90)) == []
    assert decision.part_options(state, ("ready",)) == []
    assert options_are_allowed(state)


def options_are_allowed(state):
    (branch, *_) = state.agenda[-1].branches
    decision = branch[1][-1]
    return all(decision.allows(state, pick) for pick in decision.options(state))


def test_changed_dice_faces_are_valid_for_external_bots():
    """The same for a face that gives something the printed one does not show."""
    own: Data = {"dice": [{"id": "peasant", "faces": [{"id": "p_food3", "gain": {"wood": 2}}]}]}
    game = load("era")
    game.setup(2, game.check(2, {}), own)
    boxed = json.dumps(game.boxed(own))
    assert json.loads(boxed)["dice"][0]["faces"][0]["gain"]["wood"] == 2
    assert game.boxed({}) == read_components(game.folder / "components.toml")
