"""The coach hides nothing, and every key works as without it."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from attrs import evolve

from engine.games import catalogue
from screens.paint import buttons
from screens.preferences import Preferences
from screens.table.match_commands import Choose
from screens.table_view.news import SINCE_TITLE, Summary
from screens.table_view.notice_card import CardLine
from screens.table_view.panel_asides import divide_rows
from tests.screens.playing import new_session
from tests.screens.table.headless import HeadlessMatch


def seated(game: str, *, coached: bool) -> HeadlessMatch:
    """Open a table at which a player decides for the first time, and which has no rows for the
    coach."""
    table = HeadlessMatch(new_session(game), Preferences(), coached=coached, paints=True)
    if table.state.pass_to is not None:
        table.press("space")
    while table.state.animation is not None:
        table.fire_next_timer()
    assert table.state.partial_pick is not None
    return table


@pytest.mark.parametrize("game", [one.id for one in catalogue()])
def test_keys_work_the_same_with_the_coach(game: str) -> None:
    for key in ("up", "down", "left", "right", "tab", "E"):
        with seated(game, coached=True) as coached, seated(game, coached=False) as alone:
            assert coached.state.card is None
            coached.press(key)
            alone.press(key)
            assert coached.picture.cursor == alone.picture.cursor, key
            assert coached.state.zone == alone.state.zone
            assert coached.state.message == alone.state.message


@pytest.mark.parametrize("game", [one.id for one in catalogue()])
def test_coach_hides_neither_table_nor_choices(game: str) -> None:
    with seated(game, coached=True) as coached, seated(game, coached=False) as alone:
        with_coach, bare = coached.picture.canvas, alone.picture.canvas
        panel = coached.table.renderer.lower_panel.height(coached.state) + 1
        lines, others = with_coach.text().splitlines(), bare.text().splitlines()
        assert lines[:-panel] == others[:-panel]
        choices = [one for one in bare.spots if isinstance(one, tuple) and one[0] == buttons.CHOICE]
        rows = {rect.y for place in choices for rect in bare.rects(place)}
        assert all(lines[y] == others[y] for y in rows)
        assert any("•" in line for line in lines[-panel:])


def advice_at(table: HeadlessMatch) -> str:
    below: Any = table.table.renderer.lower_panel
    return str(below.notices.advice(table.state))


def test_general_advice_is_given_twice_to_each_player_and_not_before_each_roll() -> None:
    session = new_session("knights", players=2)
    times: Counter[tuple[int, str, str]] = Counter()
    with HeadlessMatch(session, Preferences(), coached=True) as table:
        for _ in range(120):
            if table.state.pass_to is not None:
                table.press("space")
            partial_pick = table.state.partial_pick
            assert partial_pick is not None
            request = partial_pick.request
            if said := advice_at(table):
                times[request.seat, request.decision.name, said] += 1
            table.do(Choose(request, session.hint(request.seat)))
    before_rolls = {key: n for key, n in times.items() if key[1] == "PreRoll"}
    assert set(before_rolls.values()) == {2}
    assert any(n > 2 for key, n in times.items() if key[1] == "Main"), "advice that matters stays"


def test_the_coach_yields_to_the_preview_once_a_key_is_pressed() -> None:
    with seated("deus", coached=True) as coached, seated("deus", coached=False) as alone:
        for key in ("right", "right", "left"):
            coached.press(key)
            alone.press(key)
            with_coach = coached.picture.canvas.text().splitlines()
            bare = alone.picture.canvas.text().splitlines()
            previews = [n for n, line in enumerate(bare) if "→" in line]
            assert previews
            assert with_coach[previews[0]] == bare[previews[0]]
            second = bare[previews[0] + 1].strip(" ▌")
            assert not second or with_coach[previews[0] + 1].strip(" ▌+") == second


def test_turning_the_coach_off_is_confirmed_in_place_of_an_old_message() -> None:
    with seated("deus", coached=True) as table:
        table.press("A")
        assert table.state.message == "The coach is off."
        assert "The coach is off." in table.picture.canvas.text()
        table.press("A")
        assert not table.state.message
        assert "•" in table.picture.canvas.text()


@pytest.mark.parametrize("unread", [True, False])
def test_the_coach_never_takes_the_row_of_the_turn_summary(unread: bool) -> None:
    rows = divide_rows(2, [1, 3, 2], summary_yields=not unread, coach_yields=not unread)
    assert rows == [1, 1, 0]
    with seated("catan", coached=True) as table:
        line = CardLine("Clara takes 1 grain from Anna.")
        cards = evolve(table.state.notices, summary=Summary(SINCE_TITLE, [line]), is_unread=unread)
        below: Any = table.table.renderer.lower_panel
        asides = below.notices.asides(evolve(table.state, notices=cards))
        assert asides.coach
        assert asides.summary is not None


@pytest.mark.parametrize("language", ["en", "ru"])
@pytest.mark.parametrize("game", ["catan", "knights"])
def test_at_120_columns_the_coach_leaves_room_for_the_large_island(
    game: str, language: str
) -> None:
    preferences = Preferences(language=language)
    with HeadlessMatch(
        new_session(game), preferences, size=(120, 40), coached=True, paints=True
    ) as table:
        if table.state.pass_to is not None:
            table.press("space")
        island = "\n".join(table.picture.canvas.lines())
        assert {"en": "Pasture", "ru": "Пастбище"}[language] in island
