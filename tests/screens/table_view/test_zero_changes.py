"""Previews never announce a change by zero."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, Final

from screens.input_modes.partial_pick import PartialPick
from screens.paint.theme import theme
from screens.table.read_only_session import ReadOnlySession, SceneFactory, TableContext
from screens.table_view.painter_registry import painter_for
from screens.table_view.preview_text import preview_lines
from screens.table_view.scene import Scene, TablePainter
from tests.matrix import with_each
from tests.screens.table.headless import HeadlessMatch
from tests.screens.table.positions import PLAYERS, positions, seated
from tests.screens.tables import any_option, sampled

ZERO: Final = re.compile(r"(?<![\w.,/:×*-])[+-]?0(?![\d/.:])")
ASKED: Final = re.compile(
    r"cities 0\b|knights 0\b|together hold 0\b|\b0 to \d|\bto 0\b|0 chosen|0 of \d|\bdice 0\b"
    r"|never below 0|= 0\b|\d red, \d white, \d yellow"
)
"""Zeros that are not changes: existing amounts, previous values, requested amounts."""


def scenes(game: str) -> Iterator[tuple[Scene, PartialPick[Any]]]:
    """Decisions of people, at positions of matches."""
    for seed, lots in enumerate((sampled(b"none"), any_option(3), sampled(b"nil"))):
        for match in positions(game, 40 + seed, lots, 40, 11):
            with seated(match, (80, 24)) as table:
                partial_pick: Any = table.state.partial_pick
                yield scene_at(table, painter_for(game)), partial_pick


def scene_at(table: HeadlessMatch, painter: TablePainter) -> Scene:
    context = TableContext((), lambda preferences: theme(preferences.theme, preferences.glyphs))
    return SceneFactory(ReadOnlySession(table.session), painter, context).of(table.state)


@with_each(PLAYERS)
def test_no_preview_is_empty(game: str) -> None:
    painter, seen = painter_for(game), 0
    for scene, partial_pick in scenes(game):
        for number in range(min(30, len(partial_pick.choices()))):
            partial_pick.input_mode.point(number)
            for line in preview_lines(scene, painter):
                renamed = line
                for seat, name in enumerate(scene.translator.seats):
                    renamed = renamed.replace(name, f"{'ABCDE'[seat]}na")
                seen += 1
                assert not ZERO.search(ASKED.sub("", renamed)), line
    assert seen
