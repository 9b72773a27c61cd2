"""Ready-made setups: complete, legal, and as good as their titles say."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from engine.core.hidden import Hidden
from engine.games.era.components import components
from engine.games.era.domain import Domain
from engine.games.era.forecast import completion
from engine.games.era.game import GAME
from engine.games.era.ready_made import COURT, FIELD, YARD, laid, ready_made
from engine.match.match import Match

BOX = components()

QUARTERS = [
    ("north_west", "B3", 90),
    ("north_east", "G2", 0),
    ("south_east", "M7", 90),
    ("south_west", "C13", 0),
]
"""The quarters with the place and the rotation of the 6-cell wall that closes them."""


@pytest.mark.rule("ERA-3.9")
@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_each_ready_made_setup_places_all_starting_pieces(players: int) -> None:
    found = ready_made(BOX, players)
    assert [one.id for one in found] == ["yard", "court", "field", *(id for id, *_ in QUARTERS)]
    for one in found:
        kinds = Counter(pick[0] for pick in one.placements)
        assert kinds == Counter(BOX.kit_to_place(players))
        assert not laid(BOX, one).diseased(), "the default setup has no adjacent buildings"


def test_ready_made_setups_match_their_titles() -> None:
    assert laid(BOX, YARD).walled_area() == 6
    walled = laid(BOX, YARD)
    inside = [piece for piece in walled.buildings() if walled.is_walled_in(piece)]
    assert Counter(piece.kind.id for piece in inside) == {"longhouse": 2, "keep": 1}
    for ready, wall, anchor, area in ((COURT, "wall_2", "E7", 9), (FIELD, "wall_4", "C8", 12)):
        found = completion(laid(BOX, ready), list(BOX.walls))
        assert found is not None
        assert (found.piece.kind.id, found.piece.anchor, found.cells) == (wall, anchor, area)


@pytest.mark.parametrize(("id", "anchor", "rotation"), QUARTERS)
def test_quarters_match_their_titles(id: str, anchor: str, rotation: int) -> None:
    (quarter,) = (one for one in ready_made(BOX, 2) if one.id == id)
    domain = laid(BOX, quarter)
    assert f"wall at {anchor} encloses 16 cells" in quarter.title.plain()
    assert domain.walled_area() == 0
    domain.place(domain.geometry.at(("wall_6", anchor, rotation)))
    assert domain.walled_area() == 16


def test_ready_made_setup_takes_one_pick_and_can_be_altered() -> None:
    match = Match.begin("era", [("Anna", "person"), ("Boris", "person")], seed="1")
    state: Any = match.state
    match.choose(0, ("longhouse", "A1", 0))
    match.choose(0, ("layout", "field"))
    state = match.state
    draft: Domain = state.drafts[0]
    assert draft.plain() == laid(BOX, ready_made(BOX, 2)[2]).plain()
    decision: Any = match.pending()[0].decision
    assert decision.left(match.state) == {}
    assert isinstance(decision.redacted(("layout", "field"), 1), Hidden)
    match.choose(0, ("lift", "K5"))
    decision = match.pending()[0].decision
    assert decision.left(match.state) == {"longhouse": 1}
    assert not decision.allows(match.state, ("layout", "castle"))
    assert not decision.allows(match.state, ("layout",))


def test_custom_starting_pieces_get_only_fitting_setups() -> None:
    state = GAME.setup(2, {}, {})
    assert ready_made(state.box, 2)
    assert not [one for one in ready_made(state.box, 1) if one in ready_made(state.box, 2)]
