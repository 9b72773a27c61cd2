"""The rulebook on the screen."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.language import LANGUAGES
from engine.rulebook import rulebook
from screens.menu import MenuScreen
from screens.rules import RulesScreen, set_section, set_table
from tests.screens.house import Kept, click, press, text, type_in


async def test_sections_first_then_the_text(tmp_path: Path) -> None:
    app = Kept(tmp_path).app
    async with app.run_test(size=(80, 24)) as pilot:
        await press(pilot, "r")
        for section in rulebook("middle_ages").sections[:10]:
            assert section.title in text(app)
        await press(pilot, "down", "down", "enter")
        assert "MID-1.1" in text(app)
        assert "2 to 5 players take part." in text(app)
        await press(pilot, "tab")
        assert rulebook("middle_ages").sections[3].title in text(app)
        await press(pilot, "shift+tab")
        assert "MID-1.1" in text(app)
        await press(pilot, "escape")
        assert "MID-1.1" not in text(app)
        await press(pilot, "escape")
        assert isinstance(app.screen, MenuScreen)


async def test_it_scrolls_by_keys_and_wheel_to_the_end_and_back(tmp_path: Path) -> None:
    app = Kept(tmp_path).app
    async with app.run_test(size=(80, 24)) as pilot:
        await press(pilot, "r")
        await click(pilot, ("section", 2))
        first = text(app)
        await press(pilot, "down")
        assert text(app) != first
        await press(pilot, "up")
        assert text(app) == first
        await press(pilot, "pagedown", "end")
        screen: Any = app.screen
        last = rulebook("middle_ages").sections[-1].paragraphs[-1].plain()[-1].split()[-1]
        assert last in text(app)
        await press(pilot, "home")
        assert screen.top == 0


async def test_search_goes_from_place_to_place(tmp_path: Path) -> None:
    app = Kept(tmp_path).app
    async with app.run_test(size=(80, 24)) as pilot:
        await press(pilot, "r", "slash")
        await type_in(pilot, "GRAVEYARD")
        await press(pilot, "enter")
        assert "Place 1 of" in text(app)
        assert "graveyard" in text(app)
        await press(pilot, "n")
        assert "Place 2 of" in text(app)
        await press(pilot, "N", "N")
        count = text(app).split("Place ")[1].split()
        assert count[0] == count[2]
        await press(pilot, "slash", "ctrl+u")
        await type_in(pilot, "MID-5.16")
        await press(pilot, "enter")
        assert "MID-5.16" in text(app)
        await press(pilot, "slash", "ctrl+u")
        await type_in(pilot, "zeppelin")
        await press(pilot, "enter")
        assert "“zeppelin” does not occur." in text(app)


async def test_the_russian_edition(tmp_path: Path) -> None:
    app = Kept(tmp_path, language="ru").app
    async with app.run_test(size=(80, 24)) as pilot:
        await press(pilot, "r")
        assert "Правила: Средние века" in text(app)
        assert "Состав игры" in text(app)
        await press(pilot, "slash")
        await type_in(pilot, "счет")
        await press(pilot, "enter")
        assert "Найдено: 1 из" in text(app)


async def test_another_game(tmp_path: Path) -> None:
    app = Kept(tmp_path).app
    async with app.run_test() as pilot:
        await press(pilot, "r", "b")
        assert isinstance(app.screen, RulesScreen)
        assert "Era" in text(app)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("width", [74, 100])
def test_no_line_is_too_long_and_no_rule_is_missing(language: str, width: int) -> None:
    book = rulebook("middle_ages", language)
    for plain in (False, True):
        lines = [line for one in book.sections for line in set_section(one, width, plain=plain)]
        assert max(len(line.text) for line in lines) <= width
        heads = {line.text[: line.head] for line in lines if line.head}
        assert heads == set(book.ids)


@given(st.lists(st.lists(st.text("abc |é", max_size=30), min_size=2, max_size=4), min_size=1))
def test_tables_fit(rows: list[list[str]]) -> None:
    written = [f"| {' | '.join(row)} |" for row in rows]
    for line in set_table(["| a | b |", *written], 60, plain=True):
        assert len(line) <= 60
