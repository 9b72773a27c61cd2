"""The final page: winner and margin, best value of each column, totals over time."""

from __future__ import annotations

import re
from datetime import timedelta
from itertools import pairwise
from typing import Any

import pytest
from attrs import evolve

from engine.core.chance import Dice
from engine.core.score_sheet import Column, Row, Sheet, Standing, counted, number_in
from engine.games import load
from engine.i18n.language import Translator
from engine.i18n.text import verbatim
from engine.match.match_view import MatchView
from screens.paint.theme import Theme, theme
from screens.table_view.final_result import (
    Growth,
    growth,
    lead_text,
    margin_text,
    paint_end,
    paint_growth,
)
from screens.table_view.painter_registry import painter_for
from screens.table_view.scene import Scene
from screens.table_view.sheet_view import paint_sheet
from styles.colour import Depth
from tests.engine.games.knights.positions import island
from tests.screens.app_harness import NOON
from tests.screens.games.deus import scenes as deus_scenes
from tests.screens.games.era import scenes as era_scenes
from tests.screens.games.knights import scenes as knights_scenes
from tests.screens.games.middle_ages.scenes import played, scene_of
from tests.screens.playing import SMALL, at_table, new_session, play, press, screen_text


def ended(game: str, players: int) -> Scene:
    """A finished game of `players` players."""
    if game == "era":
        return era_scenes.scene_of(list(era_scenes.moments(players, every=100))[-1])
    return scene_of(played(players, picks=999))


def test_totals_grow_round_by_round_to_the_result() -> None:
    match = played(3, picks=999)
    grown = growth(MatchView(match), 0)
    assert list(grown.rounds) == list(range(grown.rounds[0], 17))
    result = {one.seat: one.total for one in match.game.standings(match.state)}
    assert grown.totals[-1] == [result[seat] for seat in range(3)]
    for count in range(len(match.line) + 1):
        past = match.at(count)
        if past.state.round == 8:
            past_state: Any = past.state
            at = list(grown.rounds).index(7)
            assert grown.totals[at] == list(past_state.coins), "totals are 0 for half the game"
            break


def test_total_in_a_row_comes_first() -> None:
    scene = deus_scenes.scene_of(deus_scenes.played(3, picks=40))
    (sheet,) = scene.sheets()
    title, names, total, *_ = paint_sheet(scene, sheet, 80).lines()
    assert title.strip() == "Score (amounts in brackets)"
    assert names.split() == [scene.name(seat) for seat in range(3)]
    assert total.startswith(" Total ")


def test_figures_in_brackets_are_explained_on_every_screen() -> None:
    scene = knights_scenes.scene_of(knights_scenes.played(3, picks=60))
    for width in (120, 160):
        text = paint_sheet(scene, scene.sheets()[0], width).text()
        assert "2 points for 5 or more (length in brackets)" in text


def test_margin_is_named() -> None:
    match = played(3, picks=999)
    scene = scene_of(match)
    first, second, _ = sorted(match.game.standings(match.state), key=lambda one: one.place)
    reported = margin_text(scene)
    assert reported is not None
    ahead = first.total - second.total
    assert f"{scene.name(first.seat)} wins with {first.total}, {ahead} ahead" in scene.translate(
        reported
    )


def test_players_sharing_first_place_are_named(monkeypatch: pytest.MonkeyPatch) -> None:
    scene = scene_of(played(3, picks=999))
    places = [Standing(2, 1, 37), Standing(1, 3, 29), Standing(0, 1, 37)]
    monkeypatch.setattr(Scene, "standings", lambda scene: places)
    reported = margin_text(scene)
    assert reported is not None
    names = f"{scene.name(2)}, {scene.name(0)}"
    assert scene.translate(reported) == f"{names} share first place with 37 each."


def test_largest_contribution_to_the_margin_is_named() -> None:
    match = played(3, picks=999)
    scene = scene_of(match)
    first, second, _ = sorted(match.game.standings(match.state), key=lambda one: one.place)
    mine, other = (match.game.sources(match.state, one.seat) for one in (first, second))
    reported = scene.translate(lead_text(scene) or verbatim(""))
    most = max(a - b for (_, a), (_, b) in zip(mine, other, strict=True))
    winner = scene.name(first.seat)
    assert any(
        reported == f"{winner}'s biggest lead is in {scene.translate(part)}: {a} to {b}."
        and a - b == most
        for (part, a), (_, b) in zip(mine, other, strict=True)
    )


def test_best_of_each_column_has_a_symbol_too() -> None:
    match = played(3, picks=999)
    scene = scene_of(match)
    best = max(match.game.standings(match.state), key=lambda one: one.total)
    page = paint_end(scene, None, 120)
    name = f" {scene.name(best.seat)} "
    line = next(line for line in page.lines()[2:] if line.startswith(name))
    assert f"◎{best.total}" in line
    assert scene.sheets()[0].columns
    less = paint_end(scene, None, 120, {"total"})
    assert not any(f"◎{best.total}" in line for line in less.lines()[:8])


def test_cells_with_an_explanation_count_as_numbers() -> None:
    state = island(2)
    state.award, state.metropolis_owners = 0, [0, -1, -1]
    sheet = load("knights").sheets(state)[0]
    keys = [column.key for column in sheet.columns]
    for key in ("longest_road", "metropolises"):
        numbers = [number_in(row.cells[keys.index(key)]) for row in sheet.rows]
        assert numbers == [2, 0]


@pytest.mark.parametrize("seen", [theme(glyphs="ascii"), theme(depth=Depth.SIXTEEN)])
def test_chart_has_a_letter_per_seat_and_round(seen: Theme) -> None:
    session = new_session(players=3)
    scene = Scene.of(session.match_view, 0, Translator("en", ("Anna", "Boris", "Clara")), seen)
    canvas = paint_growth(scene, Growth([1, 2, 3], [[0, 0, 5], [10, 4, 5], [70, 20, 5]]), 80)
    lines = canvas.lines()
    assert "70" in lines[1]
    assert "A" in lines[1]
    assert (lines[8].count("A"), lines[8].count("B")) == (1, 2)
    for letter in "ABC":
        assert sum(line.count(letter) for line in lines[1:9]) == 3
    assert "A Anna  B Boris  C Clara" in lines[-1]


def test_letter_is_in_the_row_with_the_nearest_number() -> None:
    session = new_session(players=3)
    scene = Scene.of(
        session.match_view, 0, Translator("ru", ("Анна", "Борис", "Вера")), theme(glyphs="ascii")
    )
    lines = paint_growth(scene, Growth([1, 2], [[2, -3, -6], [12, 10, 7]]), 80).lines()
    heights = {
        letter: next(int(line.split()[0]) for line in lines[1:9] if letter in line[12:])
        for letter in "АБВ"
    }
    assert heights == {"А": 12, "Б": 9, "В": 7}


@pytest.mark.parametrize("width", [60, 80, 120, 200])
def test_curve_ends_in_the_letter_of_its_seat(width: int) -> None:
    session = new_session(players=3)
    scene = Scene.of(session.match_view, 0, Translator("en", ("Anna", "Boris", "Clara")), theme())
    totals = [[n, -n, -n] for n in range(40)]
    canvas = paint_growth(scene, Growth(list(range(1, 41)), totals), width)
    lines = canvas.lines()
    assert lines[1].endswith(" A")
    assert lines[-3].endswith(" BC")
    assert "39" in lines[1][:4]
    assert "-39" in lines[-3][:4]
    assert re.match(r"\s+└1 ", lines[-2])
    turns = [int(turn) for turn in lines[-2].strip(" └").split()]
    assert len({b - a for a, b in pairwise(turns)}) == 1
    for x, char in enumerate(canvas.chars[1]):
        if "⠀" < char <= "⣿":
            assert canvas.roles[1][x] == "seat.0"
    assert "A Anna  B Boris  C Clara" in lines[-1]


def test_wide_page_has_a_higher_chart() -> None:
    session = new_session(players=3)
    scene = Scene.of(session.match_view, 0, Translator("en", ("Anna", "Boris", "Clara")), theme())
    grown = Growth([1, 2], [[2, 3, 6], [12, 10, 70]])
    assert paint_growth(scene, grown, 120).height > paint_growth(scene, grown, 80).height


def test_shared_best_values_are_all_marked_unless_all_are_equal(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    scene = scene_of(played(3, picks=999))
    columns = tuple(Column(key, verbatim(key), verbatim(key)) for key in ("shared", "same", "made"))
    cells = ((7, 2, counted(12, "4+4")), (7, 2, counted(3, "1+1")), (5, 2, counted(12, "0+6")))
    rows = tuple(Row(seat, verbatim(str(seat)), one) for seat, one in enumerate(cells))
    sheet = Sheet("test", verbatim("Test"), columns, rows)
    monkeypatch.setattr(Scene, "sheets", lambda _: [sheet])
    lines = paint_end(scene, None, 80).lines()
    table = next(n for n, line in enumerate(lines) if "◎ = best" in line)
    shown = [line.split()[1:] for line in lines[table + 2 : table + 5]]
    assert shown == [
        ["◎7", "2", "◎12", "(4+4)"],
        ["◎7", "2", "3", "(1+1)"],
        ["5", "2", "◎12", "(0+6)"],
    ]


def test_best_of_each_era_building_is_marked() -> None:
    scene = era_scenes.scene_of(list(era_scenes.moments(3, every=100))[-1])
    page = paint_end(scene, None, 120)
    sheet = scene.sheets()[0]
    for number, column in enumerate(sheet.columns):
        cells = [number_in(row.cells[number]) for row in sheet.rows]
        if column.key == "place" or None in cells:
            continue
        if not any(cells) and not column.total:
            continue
        name = scene.translate(column.name or column.meaning)
        line = next(one for one in page.lines() if one.startswith(f" {name} "))
        assert ("◎" in line) is (len(set(cells)) > 1), line


def test_titles_are_words_where_there_is_room() -> None:
    match = played(3, picks=999)
    for width in (80, 160):
        page = paint_end(scene_of(match), None, width).text()
        assert "armers" in page
        assert " Fm " not in page


def test_hidden_points_count_in_every_round_after_the_end() -> None:
    """Points of Deus are hidden until the end; the chart must then show them for every round."""
    match = list(deus_scenes.moments(2, every=1000))[-1]
    assert match.over
    grown = growth(MatchView(match), None)
    for count in range(len(match.line) + 1):
        past = match.at(count)
        if past.state.round == 4:
            standings = sorted(past.game.standings(past.state), key=lambda one: one.seat)
            at = list(grown.rounds).index(3)
            assert grown.totals[at] == [one.total for one in standings]
            state: Any = past.state
            assert grown.totals[at][0] >= state.points[0] > 0
            return
    pytest.fail("no fourth round")


@pytest.mark.parametrize(("game", "players"), [("middle_ages", 5), ("era", 4)])
@pytest.mark.parametrize("language", ["en", "ru"])
def test_best_value_marks_touch_no_number(game: str, players: int, language: str) -> None:
    """Even in narrow columns the star belongs to exactly one number."""
    scene = evolve(ended(game, players), translator=Translator(language))
    for width in (80, 100, 120, 160):
        for line in paint_end(scene, None, width).lines():
            assert not re.search(r"\S◎", line), line


def test_values_are_aligned_beside_their_explanations() -> None:
    """For any width, and explanations are not cut."""
    scene = ended("era", 3)
    lines = paint_end(scene, None, 160).lines()
    (keeps,) = (one for one in lines if one.startswith(" Keep "))
    assert "(" in keeps[:50]
    assert keeps.rstrip().endswith("1 point each, 2 times that if walled in (plain + walled in)")


async def test_result_page_opens_at_the_end() -> None:
    session = new_session(players=2, picks=1000)
    async with at_table(session) as (_, screen, pilot):
        assert screen.state.zone == "sheet"
        assert "ahead of" in screen_text(screen)
        assert "◎" in screen_text(screen)
        while " by round" not in screen_text(screen):
            before = screen_text(screen)
            await press(pilot, "down")
            assert screen_text(screen) != before, "the chart never appeared"
        assert "T statistics" in screen_text(screen)


async def test_result_panel_has_no_blank_rows() -> None:
    for players, game in ((2, "middle_ages"), (1, "era")):
        session = new_session(game, players, picks=10_000)
        app, screen = play(session)
        async with app.run_test(size=SMALL) as pilot:
            await pilot.pause()
            assert session.match_view.over
            panel = max(len(session.match_view.header.seats), len(screen.state.bests) + 1) + 2
            painter = painter_for(game)
            assert panel < painter.decision_rows(80, 24)
            assert all(
                line.strip() for line in screen_text(screen).splitlines()[-1 - panel : -2]
            ), "only the message row is blank"


def test_waiting_times_are_shown_for_people_only() -> None:
    scene = scene_of(played(3, picks=999))
    hours = {0: timedelta(hours=51), 1: timedelta(minutes=9), 2: timedelta(seconds=3)}
    names = [scene.name(seat) for seat in range(3)]
    expected = f"{names[0]} 2 days 3 hours, {names[1]} 9 minutes, {names[2]} less than a minute"
    page = paint_end(scene, Growth([1, 2], [[0, 0, 0], [1, 2, 3]], waited=hours), 120)
    assert f"Time the table has waited for each player: {expected}." in page.text()
    russian = evolve(scene, translator=Translator("ru", scene.translator.seats))
    page = paint_end(russian, Growth([1, 2], [[0, 0, 0], [1, 2, 3]], waited=hours), 120)
    assert "2 дня 3 часа" in page.text()
    for waited in ({}, {0: timedelta(hours=1)}):
        page = paint_end(scene, Growth([1, 2], [[0, 0, 0], [1, 2, 3]], waited=waited), 120)
        assert "waited" not in page.text()


def test_waiting_times_are_found_at_the_end_of_a_match() -> None:
    session = new_session(players=3, bots=1)
    hour = timedelta(hours=1)
    times = iter(range(10_000))
    session.store.clock = session.match.clock = lambda: NOON + next(times) * hour
    while not session.match.over:
        match = session.match
        pending = match.pending()[0]
        match.choose(pending.seat, pending.decision.sample(match.state, Dice(b"picks")))
    waited = growth(session.match_view, None).waited
    assert set(waited) == {0, 1}
    assert all(time >= 5 * hour for time in waited.values())
