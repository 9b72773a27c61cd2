"""Sample tables for pages about games, as seen by spectators."""

from __future__ import annotations

from functools import cache, lru_cache

from engine.help.lesson import lesson
from engine.i18n.language import Translator
from engine.match.match import Match
from engine.match.match_view import MatchView
from engine.storage import match_file
from screens.paint.canvas import Canvas
from screens.paint.shapes import SURFACE
from screens.paint.theme import Theme
from screens.table_view.painter_registry import painter_for
from screens.table_view.scene import Scene


def sample_of(game: str) -> Match | None:
    """Return a sample match in progress: the lesson's match after two thirds of the tasks. None if
    the game has no lesson. Raises BadSave if the lesson's match cannot be read."""
    game_lesson = lesson(game)
    if game_lesson is None:
        return None
    match = match_file.load(game_lesson.match)
    return Match.load(
        match.header, match.line[: game_lesson.tasks[2 * len(game_lesson.tasks) // 3].at]
    )


def paint_for_spectators(
    match: Match, language: str, theme: Theme, width: int, height: int
) -> Canvas:
    """Return the table as spectators see it, on the background of a panel, in the palette's own
    roles and without clickable places. The canvas is shared, so copy or blit it."""
    return _painted(match, len(match.log), language, theme, width, height)


@lru_cache(maxsize=8)
def _painted(
    match: Match, events: int, language: str, theme: Theme, width: int, height: int
) -> Canvas:
    """Paint a table. `events`, the number of events in the log, is an argument only for the cache:
    a page is repainted at every key, while its table seldom changes."""
    painter = painter_for(match.header.game)
    translator = Translator(language, match.header.names)
    own = painter.theme_for_game(theme)
    canvas = painter.paint(Scene.of(MatchView(match), None, translator, own), width, height)
    picture = Canvas(width, height, theme.glyphs)
    picture.ground(picture.rect, SURFACE)
    picture.blit(canvas, 0, 0)
    picture.spots.clear()
    picture.spots.hints.clear()
    plainly = cache(own.plainly)
    for rows in (picture.roles, picture.grounds):
        for row in rows:
            row[:] = map(plainly, row)
    return picture
