"""Previews of choices in Deus."""

from __future__ import annotations

from screens.games.deus.painter import PAINTER
from screens.table_view.preview_text import preview_lines
from tests.screens.table_view.test_zero_changes import scenes


def test_a_preview_does_not_announce_the_next_round() -> None:
    """The number of the next round is no effect of a choice."""
    seen = 0
    for scene, partial_pick in scenes("deus"):
        for number in range(min(30, len(partial_pick.choices()))):
            partial_pick.input_mode.point(number)
            pick_preview = partial_pick.preview()
            notes = [] if pick_preview is None else pick_preview.notes
            headings = {
                scene.translate(note.text) for note in notes if PAINTER.begins_chapter(note)
            }
            seen += bool(headings)
            lines = preview_lines(scene, PAINTER)
            assert not headings & set(lines), lines
    assert seen
