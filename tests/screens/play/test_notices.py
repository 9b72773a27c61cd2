"""The turn summary, how a game ended, the coach, and cards over the table."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from random import Random
from statistics import median
from typing import Any

import pytest
from attrs import evolve

from engine.core.chance import Dice
from engine.core.score_sheet import Column, Row, Sheet
from engine.games import catalogue
from engine.help.guide import advice, coach
from engine.i18n.text import verbatim
from screens.paint import buttons
from screens.paint.canvas import Spot
from screens.play.play_screen import PlayScreen
from screens.preferences import (
    CARDS_TILL_KEY,
    CARDS_TIMED,
    CONFIRM_ALWAYS,
    CONFIRM_NEVER,
    Preferences,
)
from screens.table.effects import RepaintScope
from screens.table.match_commands import Choose
from screens.table.messages import KeyPressed
from screens.table.notice_content import CARD_TIMER
from screens.table_view.painter_registry import painter_for
from screens.table_view.panels import CONFIRMATION_PLACE
from screens.table_view.sheet_changes import changed_sheet
from tests.matrix import usually
from tests.screens.playing import (
    LARGE,
    SMALL,
    ask_next,
    at_table,
    click,
    fire_timer,
    new_session,
    play,
    press,
    scene_at,
    screen_text,
)
from tests.screens.table.headless import HeadlessMatch
from tests.screens.table.recording import let_bots_move
from tests.wire import wired


async def until_a_summary(screen: PlayScreen, pilot: object, most: int = 40) -> None:
    """Choose what is selected until a turn summary appears."""
    for _ in range(most):
        if screen.state.notices.is_unread:
            return
        await press(pilot, "enter")  # type: ignore[arg-type]
    raise AssertionError("no summary came")


def choose_any(table: HeadlessMatch) -> None:
    """Make a choice for the asked seat, as if it was made at the table."""
    pending = table.match.pending()[0]
    pick = pending.decision.sample(table.match.state, Dice(b"%d" % table.session.match_view.length))
    table.do(Choose(table.session.ask(pending.seat), pick))


def summary_lines(screen: PlayScreen) -> list[str]:
    """The lines of the summary, without the marks of a cut."""
    return [line.strip("← …+▌") for line in screen_text(screen).splitlines() if "←" in line]


@pytest.mark.parametrize("size", [SMALL, LARGE])
@pytest.mark.parametrize("game", [one.id for one in catalogue()])
def test_summary_hides_neither_table_nor_choices(game: str, size: tuple[int, int]) -> None:
    """Without it the same is seen, but for rows of the panel below the choices and the keys."""
    count = 0
    preferences = Preferences(confirm=CONFIRM_NEVER, pace="0", cards=CARDS_TILL_KEY)
    table = HeadlessMatch(new_session(game, players=3, bots=2, seed="4"), preferences, size=size)
    for _ in range(12):
        let_bots_move(table)
        if table.match.over or table.state.partial_pick is None:
            break
        assert table.state.card is None
        if table.state.notices.is_unread:
            count += 1
            with_it = table.picture.canvas.text().splitlines()
            assert any("←" in line for line in with_it)
            cards = evolve(table.state.notices, summary=None)
            table.table.renderer.invalidate(RepaintScope.ALL)
            bare = table.table.renderer.picture(evolve(table.state, notices=cards)).canvas
            table.table.renderer.invalidate(RepaintScope.ALL)
            panel = painter_for(game).decision_rows(*size) + 1
            lines = bare.text().splitlines()
            assert with_it[:-panel] == lines[:-panel]
            for place, rects in bare.spots.items():
                if isinstance(place, tuple) and place[0] == buttons.CHOICE:
                    for rect in rects:
                        assert with_it[rect.y] == lines[rect.y]
        choose_any(table)
    assert count


async def test_summary_stays_until_a_key_and_consumes_none() -> None:
    session = new_session(players=3, picks=12)
    async with at_table(session, cards=CARDS_TILL_KEY) as (_, screen, pilot):
        await until_a_summary(screen, pilot)
        assert screen.state.partial_pick is not None
        assert summary_lines(screen)
        before = screen.state.partial_pick.input_mode.pointed
        await press(pilot, "right")
        assert not summary_lines(screen)
        assert screen.state.partial_pick.input_mode.pointed != before, "the key still works"
        await press(pilot, "plus")
        assert "Since your last turn" in screen_text(screen), "the full text still contains it"


async def test_key_typed_before_the_question_was_painted_hides_nothing() -> None:
    session = new_session(players=3, picks=12)
    async with at_table(session, cards=CARDS_TILL_KEY) as (_, screen, pilot):
        await until_a_summary(screen, pilot)
        stack, state = screen.stack, screen.state
        assert stack is not None
        assert state.gate.since is not None
        early = state.gate.since - 0.01
        after, _ = stack.dispatch(state, KeyPressed("right", None), early)
        assert after.notices.is_unread
        after, _ = stack.dispatch(state, KeyPressed("right", None), state.gate.since + 1)
        assert not after.notices.is_unread


async def test_a_key_that_chooses_nothing_because_it_came_too_early_hides_nothing() -> None:
    session = new_session(players=3, picks=12)
    async with at_table(session, cards=CARDS_TILL_KEY) as (_, screen, pilot):
        await until_a_summary(screen, pilot)
        stack, state = screen.stack, screen.state
        assert stack is not None
        assert state.gate.since is not None
        soon = state.gate.since + 0.2
        held, _ = stack.dispatch(state, KeyPressed("enter", None), soon)
        assert held.gate.has_refused
        assert held.notices.is_unread
        after, _ = stack.dispatch(held, KeyPressed("enter", None), soon + 0.3)
        assert not after.notices.is_unread


async def test_the_full_text_hides_nothing() -> None:
    session = new_session(players=3, picks=12)
    async with at_table(session, cards=CARDS_TILL_KEY) as (_, screen, pilot):
        await until_a_summary(screen, pilot)
        await press(pilot, "plus")
        assert "Since your last turn" in screen_text(screen)
        await press(pilot, "escape")
        assert summary_lines(screen)


def marks_of(table: HeadlessMatch) -> set[Spot]:
    """Return the places that are marked as changed."""
    return set(table.picture.flash) - set(table.picture.mentioned)


@pytest.mark.parametrize("game", [one.id for one in catalogue()])
def test_changed_places_are_marked_until_a_key(game: str) -> None:
    preferences = Preferences(confirm=CONFIRM_NEVER, pace="0", cards=CARDS_TILL_KEY)
    table = HeadlessMatch(new_session(game, players=3, bots=2, seed="4"), preferences)
    marked = 0
    for _ in range(12):
        let_bots_move(table)
        if table.match.over or table.state.partial_pick is None:
            break
        if marks_of(table):
            marked += 1
            table.press("right")
            assert not marks_of(table)
        choose_any(table)
    assert marked


def test_hexes_of_a_roll_are_marked_until_a_key() -> None:
    preferences = Preferences(confirm=CONFIRM_NEVER, pace="0")
    table = HeadlessMatch(new_session("catan", players=3, bots=2, picks=40, seed="4"), preferences)
    lit = 0
    for _ in range(20):
        let_bots_move(table)
        if table.match.over or table.state.partial_pick is None:
            break
        view: Any = table.session.match_view.view(0)
        flash: Any = table.picture.flash
        hexes = {place[1] for place in flash if place[0] == "hex"}
        if view.active == 0 and sum(view.dice) != 7 and table.state.notices.is_unread:
            due = set(view.hexes_by_number[sum(view.dice)]) - {view.robber}
            assert due <= hexes
            lit += bool(due)
            table.press("down")
            assert not table.picture.flash
        choose_any(table)
    assert lit


async def test_summary_can_disappear_by_itself() -> None:
    session = new_session(players=3, picks=12)
    async with at_table(session, cards=CARDS_TIMED) as (_, screen, pilot):
        await until_a_summary(screen, pilot)
        assert CARD_TIMER in screen.state.timers.due
        fire_timer(screen, CARD_TIMER)
        await pilot.pause()
        assert not summary_lines(screen)
        assert CARD_TIMER not in screen.state.timers.due


async def test_summaries_can_be_switched_off() -> None:
    session = new_session(players=3, picks=12)
    async with at_table(session) as (_, screen, pilot):
        for _ in range(12):
            await press(pilot, "enter")
            assert screen.state.notices.summary is None


async def test_end_of_the_game_is_shown_with_the_score() -> None:
    session = new_session(players=3, picks=1000)
    session.rewind(0, session.match.line[-3].number)
    async with at_table(session, cards=CARDS_TILL_KEY) as (_, screen, pilot):
        for _ in range(30):
            if session.match.over:
                break
            await press(pilot, "enter")
        assert session.match.over
        assert screen.state.zone == "sheet"
        assert screen.state.notices.summary is not None
        await press(pilot, "escape", "plus")
        assert "The end" in screen_text(screen)


async def test_bots_move_one_by_one_at_a_key() -> None:
    session = new_session(players=3, picks=6, bots=2)
    async with at_table(session, pace="key") as (_, screen, pilot):
        while screen.state.partial_pick is not None:
            await press(pilot, "enter")
        assert "Space the next move" in screen_text(screen)
        before = len(session.match.line)
        await pilot.pause(0.2)
        assert len(session.match.line) == before, "a bot is waiting"
        await press(pilot, "space")
        assert len(session.match.line) > before


@asynccontextmanager
async def coached_at(size: tuple[int, int]) -> AsyncIterator[tuple[PlayScreen, Any, str]]:
    """A table on a terminal of this size with the coach on, and what the coach advises."""
    app, screen = play(new_session(players=3, picks=6), coached=True)
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        assert screen.state.partial_pick is not None
        request = screen.state.partial_pick.request
        situation = request.decision.situation(request.view)
        yield screen, pilot, advice(coach("middle_ages"), request.decision.name, situation)


async def test_coach_uses_the_last_panel_rows_if_there_is_no_other_room() -> None:
    async with coached_at(SMALL) as (screen, pilot, advised):
        assert advised
        assert advised.split(".")[0][:30] in "\n".join(screen_text(screen).splitlines()[-4:-1])
        await press(pilot, "plus")
        whole = " ".join(screen_text(screen).split())
        assert advised in whole
        assert "A: turn the coach off" in whole
        await press(pilot, "escape", "A")
        assert advised.split(".")[0][:30] not in screen_text(screen)
        assert not screen.state.notices.coached


async def test_coach_has_its_own_rows_where_there_is_room() -> None:
    async with coached_at(LARGE) as (screen, pilot, advised):
        assert screen.state.card is None
        assert advised[:60] in screen_text(screen)
        before = screen_text(screen).splitlines()
        await press(pilot, "right")
        after = screen_text(screen).splitlines()
        rows = [n for n, line in enumerate(after) if advised[:60] in line]
        assert rows == [n for n, line in enumerate(before) if advised[:60] in line]
        await press(pilot, "A")
        assert advised[:60] not in screen_text(screen)


async def test_question_is_never_clipped_during_confirmation() -> None:
    session = new_session(players=3, picks=3)
    async with at_table(session, confirm=CONFIRM_ALWAYS) as (app, screen, pilot):
        calm = screen_text(screen).splitlines()
        await press(pilot, "enter")
        assert screen.state.confirming
        request = screen_text(screen).splitlines()
        assert request[:-1] == calm[:-1], "the question costs no line"
        assert "Enter: confirm" in request[-1]
        await press(pilot, "plus")
        assert screen.state.zone == "whole"
        whole = screen_text(screen)
        partial_pick = screen.state.partial_pick
        assert partial_pick is not None
        scene = scene_at(screen)
        for sentence in painter_for("middle_ages").preview(
            scene, partial_pick.choice, partial_pick.preview()
        ):
            assert screen.translate(sentence).split()[-1] in whole
        before = len(session.match.log)
        await click(app, pilot, CONFIRMATION_PLACE)
        assert len(session.match.log) > before


async def test_terminal_rings_when_bots_have_moved_and_a_person_is_asked() -> None:
    rung = {}
    for call in ("bell", "off"):
        session = new_session(players=3, picks=6, bots=2)
        app, screen = play(session, call=call)
        times: list[int] = []
        app.bell = lambda times=times: times.append(1)  # type: ignore[method-assign, misc]
        async with app.run_test(size=SMALL) as pilot:
            await pilot.pause()
            start = len(session.match.line)
            while len(session.match.line) < start + 12 and not session.match.over:
                if screen.state.partial_pick is not None:
                    await press(pilot, "enter")
                await pilot.pause(0.01)
        rung[call] = len(times)
    assert rung["bell"] > 0
    assert rung["off"] == 0


@pytest.mark.parametrize("game", [usually(False, "middle_ages"), "era"])
async def test_random_keys_among_cards_break_nothing(game: str) -> None:
    session = new_session(game, players=2, bots=1, seed="4")
    app, screen = play(session, cards=CARDS_TILL_KEY, coached=True)
    random = Random(5)
    keys = ["enter"] * 8 + ["space"] * 3 + ["left", "right", "up", "down", "escape", "tab"]
    keys += list("12H+KGCu?")
    async with app.run_test(size=SMALL) as pilot:
        await pilot.pause()
        for _ in range(160):
            await pilot.press("plus" if (key := random.choice(keys)) == "+" else key)
        await pilot.pause(0.05)
        assert app.screen is screen
    assert session.store.load(session.id).state == session.match.state


async def test_next_page_is_named_in_the_key_hints() -> None:
    session = new_session(players=3, picks=10)
    async with at_table(session, size=LARGE) as (_, screen, pilot):
        assert "Tab All fiefs" in screen_text(screen).splitlines()[-1]
        await press(pilot, "tab")
        assert screen.state.zone == "fiefs"
        assert "Tab Stacks" in screen_text(screen).splitlines()[-1]
        await press(pilot, "tab")
        assert "Tab score" in screen_text(screen).splitlines()[-1]


async def test_cards_and_coach_are_sent_once() -> None:
    """At 120 x 40 in 256 colours: a step at most 600 bytes, an action, a card and a hint at most
    8,000, idle none."""
    session = new_session(players=3, picks=12)
    app, screen = play(session, cards=CARDS_TILL_KEY, coached=True)
    steps, actions, cards = [], [], 0
    async with wired(app, size=LARGE, colours="256") as wire:
        await wire.settle()
        for _ in range(14):
            if screen.state.notices.is_unread:
                cards += 1
                actions.append(await wire.press("right"))
            steps += [await wire.press("right"), await wire.press("left")]
            actions += [await wire.press("H"), await wire.press("enter")]
        still = await wire.idle(0.3)
    assert cards
    assert median(steps) <= 600
    assert max(actions) <= 8000
    assert still == 0


async def test_message_never_hides_the_choice_it_mentions() -> None:
    session = new_session(players=3, seed="7")
    async with at_table(session) as (_, screen, pilot):
        while not session.match.over:
            pending = session.match.pending()[0]
            if pending.decision.name == "PlaceScout":
                ask_next(screen)
                await press(pilot, "H")
                assert screen.state.partial_pick is not None
                place = (buttons.CHOICE, screen.state.partial_pick.input_mode.pointed)
                assert "Hint: " in screen_text(screen)
                assert screen.surface.canvas.rects(place)
            session.choose(session.ask(pending.seat), session.match.options(pending.seat)[0])


def test_table_differing_only_in_place_is_omitted() -> None:
    columns = tuple(Column(key, verbatim(key), verbatim(key)) for key in ("total", "place"))

    def sheet(*cells: int) -> Sheet:
        return Sheet("score", verbatim("Score"), columns, (Row(0, verbatim("A"), cells),))

    assert changed_sheet([sheet(5, 1)], [sheet(5, 2)]) is None
    both = changed_sheet([sheet(5, 1)], [sheet(7, 2)])
    assert both is not None
    assert [column.key for column in both.columns] == ["total", "place"]


def test_changes_of_others_show_question_marks_for_secrets_and_cover_all_sheets() -> None:
    def sheets(points: int, coins: int) -> list[Sheet]:
        heads = [("points", "coins")[n] for n in range(2)]
        columns = [(Column(key, verbatim(key), verbatim(key)),) for key in heads]
        hidden = (Row(0, verbatim("A"), (points,)), Row(1, verbatim("B"), (verbatim("?"),)))
        open_ = (Row(0, verbatim("A"), (coins,)), Row(1, verbatim("B"), (7,)))
        return [
            Sheet("score", verbatim("Score"), columns[0], hidden),
            Sheet("town", verbatim("Town"), columns[1], open_),
        ]

    own = changed_sheet(sheets(3, 5), sheets(7, 2), 0)
    assert own is not None
    assert [column.key for column in own.columns] == ["points", "coins"]
    assert own.rows[0].cells == (verbatim("7 (+4)"), verbatim("2 (-3)"))
    assert own.rows[1].cells == (verbatim("?"), 7)
    assert changed_sheet(sheets(3, 5), sheets(7, 2), 1) is None, "nothing public has changed"


def test_added_or_removed_columns_are_compared_by_key() -> None:
    def sheet(cells: dict[str, int]) -> Sheet:
        columns = tuple(Column(key, verbatim(key), verbatim(key)) for key in cells)
        return Sheet("score", verbatim("S"), columns, (Row(0, verbatim("A"), (*cells.values(),)),))

    dealt = changed_sheet([sheet({"total": -6, "coins": 5})], [sheet({"card": 0, "coins": 4})])
    assert dealt is not None
    assert [column.key for column in dealt.columns] == ["coins"]
    earned = changed_sheet([sheet({"coins": 5})], [sheet({"card": 1, "coins": 5})])
    assert earned is not None
    assert earned.rows[0].cells == (verbatim("1 (+1)"),)
