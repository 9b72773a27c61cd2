"""The final result on one page: winner and margin, score sheet, and totals over time."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from datetime import timedelta
from math import ceil
from typing import Final

from attrs import field, frozen

from engine.core.common_wording import lasting, series
from engine.core.players import CONCEDED, ending_text
from engine.core.score_sheet import Sheet, number_in
from engine.core.state import State
from engine.i18n.text import Seat, Text, words
from engine.match.match_view import MatchView, TimeUsed
from screens.paint.canvas import Canvas, Rect
from screens.paint.cells import widest
from screens.paint.curves import curves
from screens.paint.shapes import RAISED
from screens.table_view.player_labels import PlayerLabels
from screens.table_view.scene import Scene
from screens.table_view.sheet_changes import RANK_COLUMNS
from screens.table_view.sheet_view import paint_sheet

LOW_CHART: Final = 8
"""Maximum height in rows of the chart on narrow screens."""

HIGH_CHART: Final = 14
"""Maximum height in rows of the chart on wide screens."""

HIGH_CHART_MIN_WIDTH: Final = 100
"""Minimum width of a page with a high chart, in cells."""

MAX_COLUMNS_PER_ROUND: Final = 10
"""Maximum number of columns per round in the chart."""


@frozen
class Growth:
    """Totals of all seats at the end of each round.

    `rounds` are the numbers of the rounds, and `totals` has the totals of all seats for each round.
    `tallies` are sheets of game statistics, and `waited` is the time that the table has waited for
    each person, by seat. `charted` is the name of the figure that replaces the totals before the
    end of the game, or None.
    """

    rounds: Sequence[int]
    totals: Sequence[Sequence[int]]
    tallies: Sequence[Sheet] = ()
    waited: Mapping[int, timedelta] = field(factory=dict)
    charted: Text | None = None

    @property
    def title(self) -> Text:
        """Title of the chart."""
        if self.charted is None:
            return words("Totals by round")
        return words("{column} by round, final score at the end", column=self.charted)


def growth(match_view: MatchView, reader: int | None) -> Growth:
    """Return the totals over time, the game statistics and the times waited, as far as the seat
    `reader` (spectators if None) may see them after the game. An unknown total is 0."""
    rounds, totals, waits = [], [], TimeUsed()
    charted: Text | None = None
    for round, view in match_view.rounds(reader, waits):
        standings = sorted(match_view.game.standings(view), key=lambda standing: standing.seat)
        numbers: list[int | None] = [standing.total for standing in standings]
        for sheet in match_view.game.sheets(view)[:1]:
            for n, column in enumerate(sheet.columns):
                if column.charted and not view.over:
                    charted = column.title
                    numbers = [number_in(row.cells[n]) for row in sheet.rows]
        rounds.append(round)
        totals.append([number or 0 for number in numbers])
    waited = {seat: waits.used[seat] for seat in match_view.header.people if seat in waits.used}
    return Growth(rounds, totals, match_view.tallies(reader), waited, charted)


def early_end_text(scene: Scene[State]) -> Text | None:
    """Return a text about an early end of the match; None if it was played to the end."""
    if scene.ended is None:
        return None
    return ending_text(scene.ended.ending, len(scene.ended.result))


def margin_text(scene: Scene[State]) -> Text | None:
    """Return a text about the winner and the margin, the tie-break or a shared first place. None
    for solo games, and if somebody conceded."""
    if scene.ended is not None and scene.ended.ending.kind == CONCEDED:
        return None
    standings = sorted(scene.standings(), key=lambda standing: standing.place)
    if len(standings) < 2:
        return None
    first, second = standings[:2]
    winners = [standing for standing in standings if standing.place == 1]
    if len(winners) > 1:
        return words(
            "{winners} share first place with {total} each.",
            winners=series(Seat(winner.seat) for winner in winners),
            total=first.total,
        )
    ahead = first.total - second.total
    if ahead == 0:
        return words(
            "{seat} wins the tie-break against {other}: both have {total}.",
            seat=Seat(first.seat),
            other=Seat(second.seat),
            total=first.total,
        )
    return words(
        "{seat} wins with {total}, {n} ahead of {other}.",
        seat=Seat(first.seat),
        total=first.total,
        n=ahead,
        other=Seat(second.seat),
    )


def lead_text(scene: Scene[State]) -> Text | None:
    """Return a text about the source of the winner's largest lead over the second player. None for
    solo games, if the match ended early, if first place is shared, or if the winner is ahead in
    nothing."""
    standings = sorted(scene.standings(), key=lambda standing: standing.place)
    if scene.ended is not None or len(standings) < 2 or standings[1].place == 1:
        return None
    winner_sources, second_sources = (
        scene.game.sources(scene.view, standing.seat) for standing in standings[:2]
    )
    leads = [
        (a - b, a, b, part)
        for (part, a), (_, b) in zip(winner_sources, second_sources, strict=True)
    ]
    lead, winner_points, second_points, part = max(
        leads, key=lambda lead: lead[0], default=(0, 0, 0, None)
    )
    if part is None or lead <= 0:
        return None
    winner = Seat(standings[0].seat)
    return words(
        "{seat}'s biggest lead is in {part}: {n} to {other}.",
        seat=winner,
        n=winner_points,
        other=second_points,
        part=part,
    )


def waiting_times_text(waited: Mapping[int, timedelta]) -> Text | None:
    """Return a text about the time that the table has waited for each person. None if fewer than
    two people played, or the times are unknown."""
    if len(waited) < 2:
        return None
    each = (
        words("{seat} {time}", seat=Seat(seat), time=lasting(time)) for seat, time in waited.items()
    )
    return words("Time the table has waited for each player: {times}.", times=series(each))


def paint_end(
    scene: Scene[State],
    grown: Growth | None,
    width: int,
    lower_is_better: Collection[str] = (),
    no_best: Collection[str] = (),
) -> Canvas:
    """Paint the page: winner and other facts, sheets with the best value of each column marked and,
    if `grown` is given, the chart (from two rounds on) and the game statistics.

    `lower_is_better` are the keys of columns in which less is better, and `no_best` those of
    columns without a best value.
    """
    parts = [
        paint_sheet(scene, sheet, width, best=_best_of(sheet, lower_is_better, no_best))
        for sheet in scene.sheets()
    ]
    if grown is not None and len(grown.rounds) > 1:
        parts.insert(1, paint_growth(scene, grown, width))
    if grown is not None:
        parts += [paint_sheet(scene, sheet, width) for sheet in grown.tallies]
    waited_text = None if grown is None else waiting_times_text(grown.waited)
    facts = (early_end_text(scene), margin_text(scene), lead_text(scene), waited_text)
    texts = [text for text in facts if text is not None]
    top = len(texts) + 1 if texts else 0
    page = Canvas(width, top + sum(part.height + 1 for part in parts), scene.theme.glyphs)
    if texts:
        page.ground(Rect(0, 0, width, 1), RAISED)
        winner = min(scene.standings(), key=lambda standing: standing.place)
        page.put(1, 0, scene.translate(texts[0]), f"seat.{winner.seat} bold")
    for row, text in enumerate(texts[1:], 1):
        page.put_clipped(1, row, width - 2, scene.translate(text), "dim")
    y = top
    for part in parts:
        page.blit(part, 0, y)
        y += part.height + 1
    return page


def _best_of(
    sheet: Sheet, lower_is_better: Collection[str], no_best: Collection[str]
) -> set[tuple[int, int]]:
    """Return the cells (row, column) with the best value of their column, which is the lowest one
    in the columns `lower_is_better`. Columns of ranks, columns without differences or with missing
    values, and those in `no_best` have no best value."""
    best: set[tuple[int, int]] = set()
    for n, column in enumerate(sheet.columns):
        if column.key in no_best:
            continue
        numbers = [number_in(row.cells[n]) for row in sheet.rows]
        present = [number for number in numbers if number is not None]
        if column.key in RANK_COLUMNS or len(present) < len(numbers) or len(set(present)) < 2:
            continue
        best_number = min(present) if column.key in lower_is_better else max(present)
        best |= {(row, n) for row, number in enumerate(numbers) if number == best_number}
    return best


def paint_growth(scene: Scene[State], grown: Growth, width: int) -> Canvas:
    """Paint the totals over the rounds, as a curve per seat with the seat's letter at its end.
    Without half cells (`Theme.halves`), paint only the letters, at the heights of the totals."""
    all_totals = [total for row in grown.totals for total in row]
    low, high = min(0, *all_totals), max(1, *all_totals)
    rows = min(high - low + 1, HIGH_CHART if width >= HIGH_CHART_MIN_WIDTH else LOW_CHART)
    canvas = Canvas(width, rows + 3, scene.theme.glyphs)
    canvas.put(1, 0, scene.translate(grown.title), "title")
    head = widest((str(low), str(high))) + 2
    for row in range(rows):
        points = round(high - row * (high - low) / (rows - 1))
        canvas.put_right(head - 1, 1 + row, str(points), "dim")
    labels = PlayerLabels.of(scene)
    letters = labels.letters
    chart = Rect(head, 1, width - head - 2, rows)
    paint = _paint_curves if scene.theme.halves else _paint_letters
    paint(canvas, chart, grown, letters, (low, high))
    names = labels.short(width // len(letters) - 4)
    legend = 1
    for seat, (letter, name) in enumerate(zip(letters, names, strict=True)):
        legend = canvas.put(legend, 2 + rows, f"{letter} ", f"seat.{seat} bold")
        legend = canvas.put(legend, 2 + rows, name, f"seat.{seat}") + 2
    return canvas


def _paint_curves(
    canvas: Canvas, chart: Rect, grown: Growth, letters: Sequence[str], ends: tuple[int, int]
) -> None:
    """Paint the axes, a curve per seat, and the seat's letter to the right of its curve. `ends` are
    the totals at the bottom and the top of the chart."""
    last = len(grown.rounds) - 1
    x = chart.x + 1
    width = min(MAX_COLUMNS_PER_ROUND * max(1, last) + 1, chart.right - x - 1 - len(letters))
    canvas.post(chart.x, chart.y, chart.height, "faint")
    canvas.put(chart.x, chart.bottom, canvas.glyphs("line.sw"), "faint")
    lines = [[row[seat] for row in grown.totals] for seat in range(len(letters))]
    drawn = curves(lines, width, chart.height, *ends)
    for (column, row), (char, seat) in drawn.cells.items():
        canvas.put(x + column, chart.y + row, char, f"seat.{seat}")
    for row in range(chart.height):
        right = x + width + 1
        for seat in (seat for seat, end in enumerate(drawn.ends) if end == row):
            right = canvas.put(right, chart.y + row, letters[seat], f"seat.{seat} bold")
    apart = widest(map(str, grown.rounds)) + 1
    for n in range(0, len(grown.rounds), ceil(apart * last / (width - 1)) or 1):
        at = x + round(n * (width - 1) / max(1, last))
        canvas.put(at, chart.bottom, str(grown.rounds[n]), "dim")


def _paint_letters(
    canvas: Canvas, chart: Rect, grown: Growth, letters: Sequence[str], ends: tuple[int, int]
) -> None:
    """Paint each seat's letter at its height in each of the latest rounds that fit. Letters at
    equal heights are side by side if there is room. `ends` are the totals at the bottom and the top
    of the chart."""
    low, high = ends
    step = max(1, min(MAX_COLUMNS_PER_ROUND, chart.width // len(grown.rounds)))
    rounds_shown = range(max(0, len(grown.rounds) - chart.width // step), len(grown.rounds))
    for y in range(chart.y, chart.bottom):
        canvas.put(chart.x, y, canvas.glyphs("dot") * (step * len(rounds_shown)), "faint")
    for place, n in enumerate(rounds_shown):
        x = chart.x + place * step
        canvas.put(x, chart.bottom, f"{grown.rounds[n]:<{step}}"[:step], "dim")
        for seat, total in enumerate(grown.totals[n]):
            y = chart.y + round((high - total) * (chart.height - 1) / (high - low))
            at = next((x + k for k in range(step) if canvas.roles[y][x + k] == "faint"), x)
            canvas.put(at, y, letters[seat], f"seat.{seat} bold")
