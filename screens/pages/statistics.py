"""Page with the results of all finished matches: a table per game, and ratings per contest."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, ClassVar, Final, NamedTuple

from textual.binding import BindingType

from engine.errors import showing_errors
from engine.games import catalogue, entry
from engine.i18n.text import Text, words
from engine.stats.ratings import Contest, Rated, Ratings, ratings
from engine.stats.statistics import Player, paces, player_records, times_of_people
from screens import key_map
from screens.match_summary import result_heads, result_rows
from screens.pages.app_context import PageContext
from screens.pages.bindings import bindings
from screens.pages.game_form import next_of
from screens.pages.page import Page
from screens.pages.page_frame import panel_body
from screens.pages.prompt import KeyHint
from screens.paint.canvas import Canvas, Rect, Spot
from screens.paint.cells import width_of, wrap
from screens.ratings_text import (
    ABOUT_RATINGS,
    left_out,
    pace_text,
    rated_heads,
    rated_rows,
    rival_heads,
    rival_rows,
)

if TYPE_CHECKING:
    from engine.storage.records import Record

_WIDTHS: Final = (24, 8, 8, 10, 9, 12, 10)
"""Widths of the columns: the player's name, then the numbers."""


class _Row(NamedTuple):
    """A line of the page: table cells, or a sentence. `spot` is its stop, or None."""

    cells: Sequence[str] = ()
    role: str = "text"
    spot: Spot | None = None
    sentence: str = ""


class StatisticsScreen(Page):
    """Page with results per player, ratings, and results of the selected player against rivals."""

    BINDINGS: ClassVar[list[BindingType]] = bindings(key_map.STATISTICS_COMMANDS)

    def __init__(self, page_context: PageContext, game: str) -> None:
        super().__init__(page_context)
        self.game = game
        self._records: Sequence[Record] = ()
        self._ratings: Sequence[Ratings] = ()
        self._paces: dict[tuple[str, Player], Text | None] = {}

    def prepare(self) -> None:
        """Load the records of finished matches, and compute the ratings. If there are no records of
        the selected game, select the first game that has some."""
        with showing_errors(self.show_message):
            self._records = self.page_context.store.records(over=True)
        if not player_records(self._records, self.game):
            played = [game for game in self._games() if player_records(self._records, game)]
            self.game = played[0] if played else self.game
        self._ratings = sorted(ratings(self._records), key=lambda one: one.contest.variant)

    def _games(self) -> list[str]:
        """Return the ids of all games that this page can show."""
        return [entry.id for entry in catalogue(drafts=self.page_context.environment.drafts)]

    def title_text(self) -> Text:
        return words("Statistics: {game}", game=entry(self.game).names)

    # Selected player

    def stops(self) -> Sequence[Spot]:
        """Return the stops of all players with a rating in the game."""
        return [(contest, rated.player) for contest, players in self._rated() for rated in players]

    def _rated(self) -> list[tuple[Contest, Sequence[Rated]]]:
        return [
            (rating.contest, rating.players)
            for rating in self._ratings
            if rating.contest.game == self.game
        ]

    def _pointed(self) -> Rated | None:
        for contest, players in self._rated():
            for rated in players:
                if self.pointed == (contest, rated.player):
                    return rated
        return None

    def about(self) -> str:
        """Return a text with the selected person's time per move; empty until the time has been
        computed in the background, and if a bot or no player is selected."""
        rated = self._pointed()
        if rated is None or rated.player.bot:
            return ""
        key = self.game, rated.player
        if key not in self._paces:
            self._paces[key] = None
            self.run_worker(self._find_pace(*key))
        pace = self._paces[key]
        return "" if pace is None else self.translate(pace)

    async def _find_pace(self, game: str, player: Player) -> None:
        """Compute the time per move of a player from their matches, and show it. Other tasks run
        between two matches."""
        own = [
            record
            for record in self._records
            if record.header.game == game and player.name in record.header.names
        ]
        times = []
        for of_match in times_of_people(own, self.page_context.store.log):
            times.append(of_match)
            await asyncio.sleep(0)
        pace = paces(times).get(player)
        if pace is not None:
            self._paces[game, player] = pace_text(player, pace)
            self.show()

    # Painting

    def paint_body(self, width: int, height: int) -> Canvas:
        """Paint the tables, or a sentence if there are no results yet."""
        rows = list(self._rows(width - 8))
        canvas = panel_body(width, max(height, len(rows) + 2), self.reader.theme.glyphs)
        for y, row in enumerate(rows, 1):
            if row.spot is not None:
                canvas.spot(row.spot, Rect(2, y, min(width - 4, sum(_WIDTHS[:4]) + 4), 1))
            canvas.put_clipped(4, y, width - 8, row.sentence, row.role)
            if row.cells:
                self._paint_cells(canvas, y, row)
        return canvas

    def _rows(self, width: int) -> Iterator[_Row]:
        players = player_records(self._records, self.game)
        if not players:
            yield _Row(
                role="dim", sentence=self.translate(words("No games have been finished yet."))
            )
            return
        yield _Row(result_heads(players, self.reader.translator), "dim")
        yield from (_Row(cells) for cells in result_rows(players, self.reader.translator))
        for rating in self._ratings:
            if rating.contest.game == self.game:
                yield from self._rows_of(rating, width)
        rated = self._pointed()
        if rated is not None and rated.rivals:
            yield _Row()
            yield _Row(rival_heads(rated, self.reader.translator), "dim")
            yield from (_Row(cells) for cells in rival_rows(rated, self.reader.translator))

    def _rows_of(self, ratings: Ratings, width: int) -> Iterator[_Row]:
        """Yield the lines of a contest's ratings, their explanation, and the numbers of unrated
        matches by reason."""
        yield _Row()
        if ratings.players:
            heading = words("Ratings: {contest}", contest=ratings.contest.title)
            yield _Row(role="title", sentence=self.translate(heading))
            yield _Row(rated_heads(self.reader.translator), "dim")
            rows = rated_rows(ratings.players, self.reader.translator)
            for rated, cells in zip(ratings.players, rows, strict=True):
                yield _Row(cells, spot=(ratings.contest, rated.player))
        sentences = [ABOUT_RATINGS] if ratings.players else []
        unrated = left_out(ratings.unrated)
        for sentence in (*sentences, *([unrated] if unrated else [])):
            for line in wrap(self.translate(sentence), width):
                yield _Row(role="dim", sentence=line)

    def _paint_cells(self, canvas: Canvas, y: int, row: _Row) -> None:
        """Paint a row of a table: the player on the left, numbers right-aligned."""
        name, *numbers = row.cells
        role = "strong" if row.role == "text" else row.role
        canvas.put_clipped(4, y, _WIDTHS[0], name, role)
        x = 4 + _WIDTHS[0]
        for cell, width in zip(numbers, _WIDTHS[1:], strict=False):
            canvas.put(x + width - width_of(cell), y, cell, row.role)
            x += width

    def hints(self) -> Sequence[KeyHint]:
        players = [KeyHint("down", words("next player"))] if len(self.stops()) > 1 else []
        game = self.reader.hint_of("statistics.game")
        return [*players, game, KeyHint("escape", words("back"))]

    def action_game(self) -> None:
        self.game = next_of(self._games(), self.game, 1)
        self.show()
