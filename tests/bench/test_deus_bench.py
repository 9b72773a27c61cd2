"""Speed of Deus: the preview of the longest activation, the choices of a turn."""

from __future__ import annotations

from typing import Any

import pytest

from engine.games.deus.column_preview import card_preview_text, preview_column
from engine.games.deus.components import components
from engine.games.deus.game import GAME
from tests.engine.games.deus.positions import Side, table

FIVE_SHIPS = Side(
    on="0.2:B 2.5:B 1.1:B 1.2:B 0.3:PSCAT 0.4:PSC 0.1:PSCA 1.3:PSC",
    columns="galley small_port_clay commercial_port_clay_wheat commercial_sailing_ship_wood",
    hand="small_port_stone galley farm school legion temple_gold",
    has={"wood": 5, "clay": 5, "stone": 5, "wheat": 5},
    gold=20,
    vp=9,
)
FIVE_LABORATORIES = Side(
    on="0.2:B 2.5:B 1.1:B 1.2:B 0.3:PSCAT 0.4:PSCA 0.1:PSCA 1.3:PSCA",
    columns=(
        "laboratory_blue laboratory_green laboratory_red laboratory_brown "
        "galley small_port_clay commercial_port_clay_wheat commercial_sailing_ship_wood "
        "farm quarry sawmill brickyard war_elephants temporary_camps legion centurion"
    ),
    hand="school galley",
    has={"wood": 5, "clay": 5, "stone": 5, "wheat": 5},
    gold=20,
)
"""The slowest columns to preview."""


@pytest.mark.parametrize(
    ("side", "card"), [(FIVE_SHIPS, "small_port_stone"), (FIVE_LABORATORIES, "school")]
)
def test_the_preview_of_the_longest_activation(benchmark, side, card):
    state = table(side, Side(on="2.4:C 2.0:A"))
    index = components().card_index[card]

    def preview() -> list[str]:
        found = preview_column(
            state, 0, index, state.map.find("2.2" if card != "school" else "2.6")
        )
        return [card_preview_text(state, 0, preview).plain() for preview in found]

    assert len(benchmark(preview)) == 5


def test_all_options_of_a_turn(benchmark):
    state = table(FIVE_SHIPS, Side(on="2.4:C 2.0:A"))
    decision: Any = state.agenda[-1]
    assert len(benchmark(decision.options, state)) > 60


def test_the_outlook_of_a_bot(benchmark):
    state = table(FIVE_LABORATORIES, Side(on="2.4:C 2.0:A"))
    assert benchmark(GAME.value, state, 0) > 0
