"""Names of places on the island when described beside a board: unique, and without pick numbers."""

from __future__ import annotations

import re
from typing import Any, cast

import pytest

from engine.games.knights.setup import SetupSettlement
from engine.games.knights.wording import edge_label, hex_label, hex_name, node_label
from engine.i18n.language import LANGUAGES, Translator
from engine.match.match import Match
from tests.engine.games.knights.positions import island

NUMBERED = re.compile(r"\b[neh]\d")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("seed", range(6))
def test_place_names_beside_a_board_are_unique_without_numbers(seed: int, language: str) -> None:
    match = Match.begin("knights", [("Anna", "person"), ("Boris", "person")], seed=str(seed))
    island: Any = match.state
    beside = Translator(language, exact=False)
    board = island.board
    for label, count in (
        (node_label, len(board.node_hexes)),
        (edge_label, len(board.ends)),
        (hex_name, board.hex_count),
        (hex_label, board.hex_count),
    ):
        names = [beside.translate(label(island, place)) for place in range(count)]
        assert len(set(names)) == count
        assert not any(map(NUMBERED.search, names))


def test_line_mode_and_files_name_places_by_pick_numbers() -> None:
    match = Match.begin("knights", [("Anna", "person"), ("Boris", "person")], seed="1")
    exact, island = Translator(), cast(Any, match.state)
    assert exact.translate(node_label(island, 13)).startswith("n13 ")
    assert exact.translate(edge_label(island, 6)).startswith("e6 ")
    assert exact.translate(hex_label(island, 4)).startswith("h4 ")
    assert node_label(island, 13).plain().startswith("n13 ")


def test_corners_for_the_first_buildings_say_which_harbour_they_have():
    """The marks of the corners cover the harbours' marks on the board."""
    state, translator = island(2), Translator("en", ("Anna", "Boris"))
    decision, box = SetupSettlement(0), state.box
    rates: dict[int, str] = {}
    for place, name in zip(box.harbor_places, state.harbors, strict=True):
        kind = box.harbor_types[name].kind
        said = "3:1" if kind is None else f"2:1 {box.kinds[kind].names.en}"
        rates |= dict.fromkeys(place.nodes, said)
    for node in range(state.board.node_count):
        label = translator.translate(decision.label(state, (node,)))
        assert label.endswith(f", {rates[node]}") if node in rates else ":1" not in label
    assert len(rates) == 2 * len(state.harbors)
