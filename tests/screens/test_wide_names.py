"""Wide names of players: every picture has the screen's width, no name is lost, and everything
is positioned as beside narrow names of the same width."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Final

import pytest
from attrs import evolve
from rich.style import Style
from wcwidth import wcswidth

from engine.games import catalogue
from engine.match.match import Match
from engine.storage.memory_store import MemoryStore
from engine.storage.session import Session
from screens.paint.canvas import Canvas
from screens.paint.cells import SECOND_CELL, is_wide
from screens.preferences import CARDS_OFF, Preferences
from screens.renderer.diff_renderer import PLAIN_PEN, CellSpan, ScreenBuffer
from tests.matrix import LIKE_ANOTHER, in_turn, usually, with_each
from tests.screens.playing import LARGE, SMALL, new_session
from tests.screens.table.headless import HeadlessMatch, HeadlessReplay, HeadlessTable

NAMES: Final = {
    "japanese": ("はな", "マリ", "木村", "山田"),
    "korean": ("철수", "영희", "민준", "서연"),
    "emoji": ("😀🐉", "🏰🐴", "🍀🌾", "🐑🐟"),
    "mixed": ("李明", "Анна", "王维", "Олег"),
}
NARROW: Final = ("ქძწჭ", "ხჯჰჵ", "ჱჲჳჴ", "ღყშჩ")
"""Names of the same width in letters that nothing else has. (Emoji only occur in old names.)"""

LONG: Final = ("佐々木まりあんぬ", "司馬相如" * 6, "남궁민수남궁민수", "Ярослав Мудрый")

PAGES: Final = ("E", "s", "question_mark", "t", "I", "C", "S", "x", "T")

GAMES: Final = [entry.id for entry in catalogue()]


@cache
def moments(game: str) -> list[Match]:
    seats = min(4, max(next(one for one in catalogue() if one.id == game).players))
    return [new_session(game, seats, picks).match for picks in (0, 60, 100_000)]


def called(match: Match, names: tuple[str, ...]) -> Match:
    """The match with other names."""
    seats = zip(names, (player for _, player in match.header.seats), strict=False)
    return Match.load(evolve(match.header, seats=tuple(seats)), match.log)


def seen(match: Match, size: tuple[int, int], glyphs: str = "unicode") -> Iterator[Canvas]:
    """All pages of the table while playing, and in a replay."""
    preferences = Preferences(cards=CARDS_OFF, glyphs=glyphs)
    store = MemoryStore()
    with HeadlessMatch(Session(store, store.new(match), match), preferences, size=size) as table:
        yield from pages(table)
    yield from pages(HeadlessReplay(match, preferences, len(match.log) // 2, size=size))


def pages(table: HeadlessTable) -> Iterator[Canvas]:
    yield table.picture.canvas
    for key in ("space", *PAGES):
        table.press(key)
        yield table.picture.canvas
        table.press("escape", "escape")


def check(canvas: Canvas, width: int) -> None:
    """Check that any terminal shows the picture as intended."""
    for row in canvas.chars:
        assert wcswidth("".join(row)) == len(row) == width, row
        assert [at for at, cell in enumerate(row) if cell == SECOND_CELL] == [
            at + 1 for at, cell in enumerate(row) if cell and is_wide(cell)
        ]
    assert "??" not in canvas.text()


@pytest.mark.parametrize(("game", "glyphs"), in_turn(GAMES, ["unicode", "ascii"]))
def test_long_names_are_clipped_to_their_room(game: str, glyphs: str) -> None:
    for match in moments(game):
        for canvas in seen(called(match, LONG), SMALL, glyphs):
            check(canvas, SMALL[0])


def in_the_usual_run(at: int, count: int, size: tuple[int, int]) -> bool:
    """Two kinds of names at the small size and one at the large one, different ones per game."""
    if GAMES[at] in LIKE_ANOTHER:
        return False
    return count % 2 == at % 2 if size == SMALL else count == at % len(NAMES)


@cache
def beside_narrow_names(game: str, size: tuple[int, int]) -> list[list[Canvas]]:
    """The pages at each position with narrow names."""
    return [list(seen(called(match, NARROW), size)) for match in moments(game)]


@pytest.mark.parametrize(
    ("game", "size", "kind"),
    [
        usually(in_the_usual_run(at, count, size), game, size, kind)
        for at, game in enumerate(GAMES)
        for size in (SMALL, LARGE)
        for count, kind in enumerate(NAMES)
    ],
)
def test_layout_with_wide_names_equals_that_with_narrow_ones(
    game: str, size: tuple[int, int], kind: str
) -> None:
    same = dict(zip(NARROW, NAMES[kind], strict=True))
    letters = {*"".join(NARROW), *"".join(NARROW).upper()}
    for match, narrow in zip(moments(game), beside_narrow_names(game, size), strict=True):
        for canvas, beside in zip(seen(called(match, NAMES[kind]), size), narrow, strict=True):
            check(canvas, size[0])
            for row, other in zip(canvas.chars, beside.chars, strict=True):
                odd = [
                    cell
                    for cell, there in zip(row, other, strict=True)
                    if cell != there and there not in letters
                ]
                assert not odd, f"{''.join(row)}\n{''.join(other)}"
            for name in NARROW:
                assert (name in beside.text()) == (same[name] in canvas.text())


@with_each(GAMES)
def test_cursor_step_with_wide_names_sends_little_more(game: str) -> None:
    match = moments(game)[1]
    wide, narrow = (sent(called(match, names)) for names in (NAMES["japanese"], NARROW))
    assert wide[0] > 1000
    assert all(one <= other + 60 for one, other in zip(wide[1:], narrow[1:], strict=True))


def sent(match: Match) -> list[int]:
    """Bytes sent for the first picture, and for each key after it."""
    glass, store = ScreenBuffer(), MemoryStore()
    glass.fit(*LARGE)
    found = []
    with HeadlessMatch(Session(store, store.new(match), match), Preferences(), size=LARGE) as table:
        for key in ("space", "right", "down", "left", "right", "up", "enter", "escape", "E"):
            table.press(key)
            rows = enumerate(table.picture.canvas.chars)
            roles = ["text"] * LARGE[0]
            spans = [CellSpan(0, y, row, roles, lambda role: Style.null()) for y, row in rows]
            found.append(len(glass.update(spans, lambda style: PLAIN_PEN).encode()))
    return found
