"""The guide on the screen."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st

from engine.help.guide import guide
from engine.i18n.language import LANGUAGES
from screens.pages.menu import MenuScreen
from screens.pages.rules import RulesScreen
from screens.paint.guide_lines import set_table, set_topic
from tests.screens.app_harness import AppHarness, click, press, text, type_in


async def test_how_to_play_comes_first_and_a_key_lists_topics(tmp_path: Path) -> None:
    app = AppHarness(tmp_path).app
    async with app.run_test(size=(80, 24)) as pilot:
        await press(pilot, "r")
        assert "How to play" in text(app)
        assert "You are a lord" in text(app)
        await press(pilot, "tab")
        assert "Every game has sixteen rounds." in text(app)
        assert "You are a lord" not in text(app)
        await press(pilot, "shift+tab")
        assert "You are a lord" in text(app)
        await press(pilot, "escape")
        assert isinstance(app.screen, MenuScreen)
        await press(pilot, "r", "t")
        for topic in guide("middle_ages").topics:
            assert topic.title in text(app)
        await press(pilot, "down", "down", "enter")
        assert "Your turn" in text(app)
        assert "4.1-4.2" in text(app)
        await press(pilot, "escape", "escape")
        assert isinstance(app.screen, MenuScreen)


async def test_page_scrolls_by_keys_and_wheel_to_the_end_and_back(tmp_path: Path) -> None:
    app = AppHarness(tmp_path).app
    async with app.run_test(size=(80, 24)) as pilot:
        await press(pilot, "r", "t")
        await click(pilot, ("topic", 2))
        first = text(app)
        await press(pilot, "down")
        assert text(app) != first
        await press(pilot, "up")
        assert text(app) == first
        await press(pilot, "pagedown", "end")
        screen: Any = app.screen
        assert "to the left." in text(app)
        await press(pilot, "home")
        assert screen.scroll.top == 0


async def test_search_moves_from_match_to_match(tmp_path: Path) -> None:
    app = AppHarness(tmp_path).app
    async with app.run_test(size=(80, 24)) as pilot:
        await press(pilot, "r", "n")
        assert "You have not searched for anything yet." in text(app)
        await press(pilot, "slash")
        await type_in(pilot, "GRAVEYARD")
        await press(pilot, "enter")
        assert "Result 1 of" in text(app)
        assert "graveyard" in text(app)
        await press(pilot, "n")
        assert "Result 2 of" in text(app)
        await press(pilot, "N", "N")
        count = text(app).split("Result ")[1].split()
        assert count[0] == count[2]
        await press(pilot, "slash", "ctrl+u")
        await type_in(pilot, "zeppelin")
        await press(pilot, "enter")
        assert "“zeppelin” was not found." in text(app)
        await press(pilot, "t", "N")
        assert "“zeppelin” was not found." in text(app)


async def test_search_finds_the_passage_of_a_rule_id(tmp_path: Path) -> None:
    app = AppHarness(tmp_path).app
    async with app.run_test(size=(80, 24)) as pilot:
        await press(pilot, "r", "slash")
        await type_in(pilot, "mid-5.18")
        await press(pilot, "enter")
        assert "Barracks. You attack every player" in text(app)
        assert "5.16-5.22" in text(app)


async def test_russian_edition(tmp_path: Path) -> None:
    app = AppHarness(tmp_path, language="ru").app
    async with app.run_test(size=(80, 24)) as pilot:
        await press(pilot, "r")
        assert "Правила: Средние века" in text(app)
        assert "Как играть" in text(app)
        await press(pilot, "slash")
        await type_in(pilot, "очередн")
        await press(pilot, "enter")
        assert "Найдено: 1 из" in text(app)


async def test_keys_do_nothing_while_the_terminal_is_too_small(tmp_path: Path) -> None:
    app = AppHarness(tmp_path).app
    async with app.run_test(size=(40, 10)) as pilot:
        await press(pilot, "r", "tab", "shift+tab", "pagedown", "home", "escape", "enter", "tab")
        assert "needs 80 x 22 cells" in " ".join(text(app).split())


async def test_switching_to_another_game(tmp_path: Path) -> None:
    app = AppHarness(tmp_path).app
    async with app.run_test() as pilot:
        await press(pilot, "r", "b")
        assert isinstance(app.screen, RulesScreen)
        assert "Era" in text(app)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("width", [74, 100])
@pytest.mark.parametrize("game", ["middle_ages", "era"])
def test_lines_fit_and_no_word_is_missing(language: str, width: int, game: str) -> None:
    for plain in (False, True):
        for topic in guide(game, language).topics:
            lines = set_topic(topic, width, plain=plain)
            assert max(len(line.text) for line in lines) <= width
            shown = "".join(line.text for line in lines).replace(" ", "")
            for passage in topic.passages:
                assert passage.ids.replace(" ", "") in shown or passage.table
                assert passage.plain.split(".")[0].replace(" ", "") in shown


@pytest.mark.parametrize("width", [40, 74])
def test_headings_and_rule_ids_of_passages_are_marked(width: int) -> None:
    topic = next(one for one in guide("middle_ages").topics if one.title == "Tokens")
    lines = set_topic(topic, width, plain=True)
    heads = [line.text[: line.head] for line in lines if line.head]
    assert heads == ["Coin token:", "Plot token:"]
    ids = [line.text[len(line.text) - line.ids :] for line in lines if line.ids]
    assert ids == [passage.ids for passage in topic.passages]


@given(st.lists(st.lists(st.text("abc |é", max_size=30), min_size=2, max_size=4), min_size=1))
def test_tables_fit(rows: list[list[str]]) -> None:
    for line in set_table([["a", "b"], *rows], 60, plain=True):
        assert len(line) <= 60


async def test_topics_are_beside_the_text_where_there_is_room(
    tmp_path: Path,
) -> None:
    app = AppHarness(tmp_path).app
    async with app.run_test(size=(120, 40)) as pilot:
        await press(pilot, "r")
        topics = guide("middle_ages").topics
        for number in (len(topics) - 1, 1):
            assert all(topic.title in text(app) for topic in topics)
            await click(pilot, ("topic", number))
            lines = text(app).splitlines()[2:]
            assert any(line.strip().startswith(topics[number].title) for line in lines)
            region = app.screen.surface.canvas.spots.region(("topic", number))  # type: ignore[attr-defined]
            assert region is not None, "the topics do not move"
        await press(pilot, "down", "down")
        assert all(topic.title in text(app) for topic in topics)


async def test_guide_shows_current_component_values(tmp_path: Path) -> None:
    harness = AppHarness(tmp_path)
    own = {"endgame": {"penalty_per_empty_column": 3}}
    harness.app.environment = evolve(
        harness.app.environment, own_data=lambda game: own if game == "middle_ages" else {}
    )
    async with harness.app.run_test(size=(80, 24)) as pilot:
        await press(pilot, "r")
        assert "costs you 3 coins" in " ".join(text(harness.app).split())


async def test_unusable_own_values_are_reported_above_the_guide(
    tmp_path: Path,
) -> None:
    harness = AppHarness(tmp_path)
    harness.app.environment = evolve(harness.app.environment, own_data=lambda game: {"dragons": 3})
    async with harness.app.run_test(size=(80, 24)) as pilot:
        await press(pilot, "r")
        assert "there is no dragons in this game" in " ".join(text(harness.app).split())
        assert "costs you 10 coins" in " ".join(text(harness.app).split())
