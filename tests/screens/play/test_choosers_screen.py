"""Input modes on the screen: by keys, by mouse, in both languages."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from textual.events import MouseScrollDown, MouseScrollUp

from engine.match.match import Match
from engine.storage.memory_store import MemoryStore
from engine.storage.session import Session
from screens.paint import buttons
from screens.table_view.painter_registry import register_painter
from tests.screens.market import Begin, Dice, Market, Number, many, recorded_texts, session_of
from tests.screens.playing import LARGE, SMALL, at_table, click, play, press, screen_text

BOTH = pytest.mark.parametrize("language", ["en", "ru"])


def panel(screen: Any) -> str:
    """The decision and the keys, as text."""
    return "\n".join(screen_text(screen).splitlines()[-6:])


async def wheel(pilot: Any, *kinds: Any) -> None:
    """Turn the wheel over the table."""
    for kind in kinds:
        event = kind(None, 5, 5, 0, 1, 0, shift=False, meta=False, ctrl=False)
        pilot.app.screen.surface.post_message(event)
    await pilot.pause()


@BOTH
async def test_trade_by_keys(scripted: Begin, language: str) -> None:
    session = session_of(scripted(Market(), seats=1))
    async with at_table(session, language=language) as (_, screen, pilot):
        await press(pilot, "x", "x")
        assert "What do you give" in panel(screen)
        wood, ore = ("дерево", "руда") if language == "ru" else ("wood", "ore")
        assert f"{wood} 0/2" in panel(screen)
        assert panel(screen).count(f"{ore} 0") == 1
        await press(pilot, "plus", "2")
        assert f"{wood} 2/2" in panel(screen)
        assert panel(screen).count(f"{ore} 0") == 2, "the second row is visible"
        await press(pilot, "left", "up", "enter")
    assert recorded_texts(session.match) == ["trade((('wood', 2),), (('ore', 1),))"]


async def test_trade_by_mouse(scripted: Begin) -> None:
    session = session_of(scripted(Market(), seats=1))
    async with at_table(session) as (app, screen, pilot):
        await click(app, pilot, (buttons.CHOICE, 2))
        await click(app, pilot, (buttons.COUNT, 0))
        await click(app, pilot, (buttons.PLUS, 0))
        await click(app, pilot, (buttons.COUNT, 4))
        await wheel(pilot, MouseScrollUp, MouseScrollUp, MouseScrollDown)
        await click(app, pilot, (buttons.MINUS, 4))
        await click(app, pilot, (buttons.PLUS, 4))
        assert "wood 2/2" in panel(screen)
        assert "ore 2/9" in panel(screen)
        await click(app, pilot, (buttons.KEY, "Enter"))
    assert recorded_texts(session.match) == ["trade((('wood', 2),), (('ore', 2),))"]


async def test_impossible_number_is_explained(scripted: Begin) -> None:
    session = session_of(scripted(Number(), seats=1))
    async with at_table(session) as (_, screen, pilot):
        await press(pilot, "2", "enter")
        assert "Choose at least 3." in panel(screen)
        assert recorded_texts(session.match) == []
        await press(pilot, "2", "5")
        assert "25/25" in panel(screen)
        await press(pilot, "up")
        assert "There are not that many available." in panel(screen)
        await press(pilot, "enter")
    assert recorded_texts(session.match) == ["(('coins', 25),)"]


@BOTH
async def test_place_of_two_commands_asks_which(scripted: Begin, language: str) -> None:
    session = session_of(scripted(Market(), seats=1))
    async with at_table(session, language=language) as (app, screen, pilot):
        await click(app, pilot, ("stall", "north"))
        north = {"en": "north", "ru": "север"}[language]
        assert f"Walk: {north}" in panel(screen)
        assert f"Ask: {north}" in panel(screen)
        await press(pilot, "escape")
        assert "Trade" in panel(screen)
        await click(app, pilot, ("stall", "north"))
        await press(pilot, "2", "2")
        assert f"P0: {north} " in panel(screen)
        await press(pilot, "2", "2")
    assert recorded_texts(session.match) == ["ask('north', 2)"]


async def test_cursor_reaches_the_places_of_all_commands(scripted: Begin) -> None:
    session = session_of(scripted(Market(), seats=1))
    async with at_table(session, size=LARGE) as (_, screen, pilot):
        await press(pilot, "up", "up", "up")
        assert screen.surface.cursor == ("stall", "north")
        assert "Walk: north / Ask: north" in screen_text(screen)
        await press(pilot, "down")
        assert screen.surface.cursor == ("stall", "south")
        assert "Walk: south" in screen_text(screen)
        await press(pilot, "enter")
    assert recorded_texts(session.match) == ["walk('south',)"]


async def test_unavailable_command_explains_itself(scripted: Begin) -> None:
    session = session_of(scripted(Market(), seats=1))
    async with at_table(session) as (app, screen, pilot):
        await press(pilot, "c")
        assert "It is too early." in panel(screen)
        await press(pilot, "escape")
        assert "It is too early." not in panel(screen)
        await click(app, pilot, (buttons.SHUT, 0))
        assert "It is too early." in panel(screen)
        assert recorded_texts(session.match) == []


async def test_dice_are_marked_by_keys_and_by_mouse(scripted: Begin) -> None:
    session = session_of(scripted(Dice(), seats=1))
    async with at_table(session) as (app, screen, pilot):
        assert screen.surface.cursor == ("die", 0)
        await press(pilot, "enter")
        assert "[r0]" in screen_text(screen).splitlines()[4]
        await click(app, pilot, ("die", 2))
        assert "All must have one colour." in panel(screen)
        await click(app, pilot, ("die", 4))
        assert "[r4]" in screen_text(screen).splitlines()[4]
        assert "[1 r0]" in panel(screen)
        assert "[2 r4]" in panel(screen)
        await click(app, pilot, ("die", 0))
        await press(pilot, "escape")
        assert "[" not in screen_text(screen).splitlines()[4]
        await press(pilot, "w")
        assert "Choose at least 1." in panel(screen)
        await press(pilot, "3", "4", "w")
    assert recorded_texts(session.match) == ["(2, 3)"]


async def test_one_of_sixty_is_chosen_by_its_number(scripted: Begin) -> None:
    session = session_of(scripted(many(60), seats=1))
    async with at_table(session) as (_, screen, pilot):
        await press(pilot, "4", "2")
        assert "42« word 42" in panel(screen)
        assert screen.surface.cursor == (buttons.CHOICE, 41)
        await press(pilot, "4", "2")
    assert recorded_texts(session.match) == ["0:word 42"]


async def test_counters_survive_a_visit_to_another_page(scripted: Begin) -> None:
    session = session_of(scripted(Number(), seats=1))
    async with at_table(session) as (_, screen, pilot):
        await press(pilot, "1", "2", "E", "E", "question_mark", "down", "escape")
        assert "12/25" in panel(screen)
        await press(pilot, "enter")
    assert recorded_texts(session.match) == ["(('coins', 12),)"]


def picks(session: Session) -> int:
    """The number of picks that the person has made."""
    return sum(event.kind == "pick" and event.seat == 0 for event in session.match.line)


@BOTH
async def test_fair_is_played_by_keys(toy: str, language: str) -> None:
    register_painter(toy, "tests.toy.painter")
    seats = [("Anna", "person"), ("Boris", "bot:random")]
    match = Match.begin(toy, seats, seed="11")
    store = MemoryStore()
    session = Session(store, store.new(match), match)
    app, screen = play(session, language=language)
    random = Random(2)
    keys = ["left", "right", "up", *"123456789", "plus", "minus", "space", "enter", "w"]
    steps: set[str] = set()
    async with app.run_test(size=SMALL) as pilot:
        for _ in range(700):
            await pilot.pause()
            if session.match.over or (picks(session) > 15 and len(steps) == 3):
                break
            if screen.state.partial_pick is not None:
                steps.add(type(screen.state.partial_pick.input_mode).__name__)
            await press(pilot, random.choice(keys), "enter")
    assert steps == {"ChoiceList", "MultiSelect", "Steppers"}
    assert picks(session) > 15
    assert store.load(session.id).state == session.match.state
