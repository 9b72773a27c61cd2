"""The map and the setup (sections 2, 3 and 22)."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from engine.core.chance import Dice
from engine.core.hidden import Hidden
from engine.errors import BadSetup, NotYourTurn
from engine.games.deus.board import board_of, drawn_slots, drawn_tiles, has_villages_side_by_side
from engine.games.deus.components import components, is_connected
from engine.games.deus.game import GAME
from engine.geometry.bit_sets import members
from engine.match.match_view import MatchView
from tests.engine.games.deus.positions import M2, Side, match_of, standard_slots, table

SEATS = [2, 3, 4]


def boards(count: int = 30):
    """Random maps for every number of players."""
    box = components()
    for seats in SEATS:
        slots = standard_slots(seats)
        for number in range(count):
            dice = Dice(b"map %d" % number)
            tiles = drawn_tiles(box, slots, dice)
            yield seats, board_of(box, slots, tiles), tiles


@pytest.mark.rule("DEU-2.1", "DEU-2.2")
def test_neighbours_follow_the_hex_lattice():
    steps = [(1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1)]
    for _, board, _ in boards(3):
        for region, (q, r) in enumerate(board.cells):
            near = {(q + dq, r + dr) for dq, dr in steps} & set(board.cells)
            assert {board.cells[one] for one in members(board.neighbours[region])} == near
    box = components()
    board = board_of(box, standard_slots(2), M2)
    assert board.cells[:7] == ((0, 0), *steps)


@pytest.mark.rule("DEU-2.3")
def test_tile_is_rotated_clockwise():
    box = components()
    slots = standard_slots(2)
    side = box.tile_sides["7A"]
    for turns in range(6):
        board = board_of(box, slots, (("7A", turns), *M2[1:]))
        assert board.terrains[0].index == side.terrains[0]
        for printed in range(1, 7):
            at = (printed - 1 + turns) % 6 + 1
            assert board.terrains[board.find(f"0.{at}")].index == side.terrains[printed]


@pytest.mark.rule("DEU-2.4", "DEU-2.5")
def test_layouts_are_connected_without_holes_between_tiles():
    box = components()
    for seats, regions in zip(SEATS, (28, 42, 49), strict=True):
        for layout in (*box.layouts, *box.presets):
            if layout.players == seats:
                assert is_connected(layout.slots, box.lattice)
                assert len(layout.slots) == box.players[seats].tiles
        assert len(standard_slots(seats)) * 7 == regions


@pytest.mark.rule("DEU-2.6")
def test_edge_regions():
    found = {seats: board.edge.bit_count() for seats, board, _ in boards(1)}
    assert found == {2: 18, 3: 24, 4: 24}
    for _, board, _ in boards(2):
        for region in range(board.count):
            assert bool(board.edge >> region & 1) == (board.neighbours[region].bit_count() < 6)


@pytest.mark.rule("DEU-2.7")
def test_distances_count_steps_over_any_region():
    for _, board, _ in boards(2):
        for region in range(board.count):
            closer = {
                other
                for other in range(board.count)
                if (board.hexes.distance(region, other) or 0) < board.first_distance
            }
            assert set(members(board.too_near[region])) == closer


@pytest.mark.rule("DEU-2.8", "DEU-3.1", "DEU-3.2")
def test_villages_are_not_adjacent_and_have_vp_by_their_regions():
    sides: Counter[tuple[str, int]] = Counter()
    for _, board, tiles in boards(40):
        assert not board.adjacent_to(board.villages) & board.villages
        assert len({side[:-1] for side, _ in tiles}) == len(tiles)
        sides.update(tiles)
    assert {turns for _, turns in sides} == set(range(6))
    assert len({side for side, _ in sides}) == 14
    state = table(Side(), Side())
    for village in state.map.village_regions:
        assert 3 <= state.village_vp[village] <= 6
        assert state.village_vp[village] == len(state.map.hexes.neighbours(village))


@pytest.mark.rule("DEU-3.1", "DEU-2.8")
def test_map_with_adjacent_villages_is_redrawn_and_refused_in_a_log():
    box = components()
    slots = standard_slots(2)
    side = next(
        tiles
        for turns in range(6)
        for other in range(6)
        if has_villages_side_by_side(
            box, slots, tiles := (("1A", turns), ("2A", other), ("3A", 0), ("4A", 0))
        )
    )
    state = GAME.setup(2, GAME.check(2, {}), {})
    step: Any = state.agenda[-1]
    assert step.check(state, (slots, side)) is not None
    good = step.sample(state, Dice(b"good"))
    assert step.check(state, good) is None
    for wrong in (
        None,
        (),
        (slots,),
        (slots, ()),
        (slots, good[1][:3]),
        (slots, (good[1][0],) * 4),
        (slots, (("9Z", 0), *good[1][1:])),
        (slots, ((good[1][0][0], 6), *good[1][1:])),
        (slots[::-1], good[1]),
        ("ab", "cd"),
        (((0, 0), (1, 1), (2, 2), (3, 3)), good[1]),
    ):
        assert step.check(state, wrong) is not None


@pytest.mark.rule("DEU-3.3", "DEU-3.4", "DEU-3.5", "DEU-3.6", "DEU-3.7", "DEU-1.7")
@pytest.mark.parametrize("seats", SEATS)
def test_initial_state(seats):
    state = match_of(seats).state
    box = state.box
    count = box.players[seats]
    assert state.temples == count.temples
    assert state.supply == [count.resources - seats] * 4
    assert state.gold == [5] * seats
    assert state.points == [5] * seats
    assert [len(hand) for hand in state.hands] == [5] * seats
    assert state.available == [[2] * 5] * seats
    assert state.stock == [[3] * 5] * seats
    assert len(state.deck) == 96 - 5 * seats
    assert state.active == state.first
    assert state.round == 1
    dealt = Counter(state.deck) + Counter(card for hand in state.hands for card in hand)
    assert dealt == Counter(box.deck)


@pytest.mark.rule("DEU-3.7")
def test_first_player_is_random_or_set():
    drawn = {match_of(3, str(number)).state.first for number in range(20)}
    assert drawn == {0, 1, 2}
    for first in (1, 2, 3):
        match = match_of(3, options={"first": str(first)})
        assert match.state.first == match.state.active == first - 1
    with pytest.raises(BadSetup):
        match_of(3, options={"first": "4"})


@pytest.mark.rule("DEU-22.1", "DEU-22.2", "DEU-22.3")
@pytest.mark.parametrize("number", [10, 9, 8, 7, 6])
def test_alternative_start(number):
    match = match_of(3, options={"pieces": str(number)})
    assert [pending.seat for pending in match.pending()] == [0, 1, 2]
    assert all(len(hand) == 0 for hand in match.state.hands)
    picks = [
        (("maritime", 5), ("production", number - 5)),
        (("scientific", number - 5), ("civil", 5)),
        (("maritime", 1), ("production", number - 5), ("military", 4)),
    ]
    assert match.state.available == [[0] * 5] * 3
    assert match.state.stock == [[5] * 5] * 3
    for wrong in ((("maritime", 6), ("civil", number - 6)), (("civil", 5),), ()):
        assert match.refuse(0, wrong) is not None
    for seat in (2, 0):
        match.choose(seat, picks[seat])
    for reader in (1, None):
        view = match.view(reader)
        assert isinstance(view.drafts[0], Hidden)
        assert isinstance(view.drafts[2], Hidden)
        assert all(isinstance(e.value, Hidden) for e in match.redacted_log(reader)[-2:])
    assert match.view(0).drafts[0] == (5, number - 5, 0, 0, 0)
    match.undo(0)
    match.choose(0, picks[0])
    assert "has chosen their starting pieces" in _log_of(match)
    match.choose(1, picks[1])
    assert "has chosen" not in _log_of(match), "the log says what they are"
    assert match.why_not_undo(1) is not None
    with pytest.raises(NotYourTurn):
        match.decision(3)
    state = match.state
    for seat, pick in enumerate(picks):
        chosen = dict(pick)
        assert state.available[seat] == [chosen.get(one.id, 0) for one in state.box.types[:5]]
        pieces = zip(state.available[seat], state.stock[seat], strict=True)
        assert [there + rest for there, rest in pieces] == [5] * 5
        assert len(state.hands[seat]) == 5


@pytest.mark.rule("DEU-22.4", "DEU-22.5")
@pytest.mark.parametrize(
    ("seats", "layout"),
    [
        (2, "line"),
        (2, "three_arms"),
        (3, "two_rows"),
        (4, "two_rows"),
        *((n, "drawn") for n in SEATS),
    ],
)
def test_free_layouts(seats, layout):
    for seed in range(5):
        state = match_of(seats, str(seed), options={"layout": layout}).state
        board = state.map
        assert is_connected(state.slots, state.box.lattice)
        assert board.count == 7 * state.box.players[seats].tiles
        assert not board.adjacent_to(board.villages) & board.villages
        for village in board.village_regions:
            assert state.village_vp[village] == board.neighbours[village].bit_count()


@pytest.mark.rule("DEU-22.4")
def test_layout_for_another_number_of_players_is_refused():
    for seats, layout in ((3, "line"), (2, "two_rows"), (4, "no such layout")):
        with pytest.raises(BadSetup):
            match_of(seats, options={"layout": layout})


@pytest.mark.rule("DEU-22.4", "DEU-22.5", "DEU-2.8")
def test_custom_map():
    text = "0,0=7A/4 3,-2=5B/4 2,1=1B/2 5,-1=2B/2"
    state = match_of(2, options={"layout": text}).state
    assert state.tiles == M2
    assert state.map.find("0.0") in state.map.village_regions
    box = components()
    assert drawn_slots(box, 4, Dice(b"slots"))[0] == (0, 0)
    for wrong in (
        "0,0=7A/4",
        "0,0=7A/4 3,-2=5B/4 2,1=1B/2 9,9=2B/2",
        "0,0=7A/4 3,-2=5B/4 2,1=1B/2 2,1=2B/2",
        "0,0=7A/4 3,-2=7B/4 2,1=1B/2 5,-1=2B/2",
        "0,0=7A/4 3,-2=9B/4 2,1=1B/2 5,-1=2B/2",
        "0,0=7A/9 3,-2=5B/4 2,1=1B/2 5,-1=2B/2",
        "=",
        "nonsense=",
        ",",
        "0,0 3,-2 2,1",
        "0,0 3,-2 2,1 2,1",
        "0,0 3,-2 2,1 9,9",
        "0,0=7A/4 3,-2 2,1 5,-1",
    ):
        with pytest.raises(BadSetup):
            match_of(2, options={"layout": wrong})


@pytest.mark.rule("DEU-22.4", "DEU-22.5", "DEU-2.8")
def test_custom_layout_with_random_tiles():
    slots = ((0, 0), (2, 1), (4, 2), (5, -1))
    text = " ".join(f"{q},{r}" for q, r in slots)
    drawn = {match_of(2, seed, options={"layout": text}).state.tiles for seed in "123"}
    assert len(drawn) == 3
    state = match_of(2, options={"layout": text}).state
    assert state.slots == slots
    assert not has_villages_side_by_side(state.box, slots, state.tiles)
    assert sum(state.village_vp) == sum(
        state.map.neighbours[village].bit_count() for village in state.map.village_regions
    )


def test_custom_map_with_adjacent_villages_is_refused():
    box = components()
    slots = standard_slots(2)
    found = next(
        tiles
        for turns in range(6)
        for other in range(6)
        if has_villages_side_by_side(
            box, slots, tiles := (("1A", turns), ("2A", other), ("3A", 0), ("4A", 0))
        )
    )
    parts = [f"{q},{r}={side}/{turns}" for (q, r), (side, turns) in zip(slots, found, strict=True)]
    with pytest.raises(BadSetup, match="next to each other"):
        match_of(2, options={"layout": " ".join(parts)})


def _log_of(match):
    """The log, as spectators read it."""
    entries = MatchView(match).history(None).events_with_notes()
    return " ".join(note.text.plain() for _, notes in entries for note in notes)
