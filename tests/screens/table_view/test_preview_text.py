"""Previews of choices."""

from __future__ import annotations

import pytest

from screens.input_modes.choice_list import ChoiceList
from screens.table_view.painter_registry import painter_for
from screens.table_view.preview_text import losses, preview_lines
from tests.screens.table.positions import PLAYERS, positions
from tests.screens.tables import any_option, scene_of


@pytest.mark.parametrize("game", PLAYERS)
def test_every_pick_in_a_list_has_a_preview(game: str) -> None:
    painter, count = painter_for(game), 0
    for match in positions(game, 12, any_option(1), 40, 7):
        scene = scene_of(painter, match)
        partial_pick = scene.partial_pick
        assert partial_pick is not None
        if not isinstance(partial_pick.input_mode, ChoiceList) or partial_pick.request.is_plain:
            continue
        for number in range(len(partial_pick.choices())):
            partial_pick.input_mode.point(number)
            if partial_pick.preview() is not None:
                count += 1
                is_previewed = preview_lines(scene, painter) or losses(scene, painter)
                assert is_previewed or painter.rows_show_effects(scene), partial_pick.pick
    assert count
