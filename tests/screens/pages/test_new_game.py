"""The form for a new game: filled in by keys and mouse, errors as sentences."""

from __future__ import annotations

import re
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from attrs import evolve

from engine.core.players import MAX_CHARACTERS
from engine.errors import BadSetup
from engine.games import catalogue, load
from engine.match.match import Match
from screens.pages.game_form import BEGIN_PLACE, NAME_PLACE, PLAYERS_PLACE, WHO_PLACE, different
from screens.pages.menu import MenuScreen
from screens.pages.new_game import COACH_PLACE, SEED_PLACE, NewGameScreen
from screens.pages.page_frame import INCREASE_PLACE
from screens.paint.text_field import TextField
from screens.play.play_screen import PlayScreen
from screens.preferences import Preferences
from screens.start import StartMatch
from tests.screens.app_harness import (
    AppHarness,
    click,
    page,
    press,
    some_games,
    text,
    type_in,
    walk_to,
)


async def test_enter_alone_starts_a_sensible_game(tmp_path: Path) -> None:
    harness = AppHarness(tmp_path)
    async with harness.app.run_test() as pilot:
        await press(pilot, "1", "enter")
        assert isinstance(harness.app.screen, PlayScreen)
    (record,) = harness.store.records()
    assert record.header.seats == (("Anna", "person"), ("Boris", "bot:medium"))


async def test_estimated_numbers_are_announced(tmp_path: Path) -> None:
    harness = AppHarness(tmp_path)
    async with harness.app.run_test(size=(80, 24)) as pilot:
        harness.app.context.open_form("troyes")
        await pilot.pause()
        expected = "A few printed numbers are unknown and have been estimated."
        assert expected in text(harness.app)


async def test_whole_form_by_keys(tmp_path: Path) -> None:
    harness = AppHarness(tmp_path)
    async with harness.app.run_test(size=(80, 24)) as pilot:
        await press(pilot, "1")
        await walk_to(pilot, PLAYERS_PLACE)
        await press(pilot, "right", "right")
        await press(pilot, "tab", "ctrl+u")
        await type_in(pilot, "Zoë")
        await press(pilot, "tab", "left")
        await walk_to(pilot, ("who", 3))
        await press(pilot, "enter")
        await walk_to(pilot, SEED_PLACE)
        await type_in(pilot, "7 is lucky")
        await press(pilot, "ctrl+s")
        assert isinstance(harness.app.screen, PlayScreen)
    (record,) = harness.store.records()
    assert record.header.seats == (
        ("Zoë", "bot:random"),
        ("Boris", "bot:medium"),
        ("Clara", "bot:medium"),
        ("David", "bot:strong"),
    )
    assert record.header.seed == "7 is lucky"


async def test_whole_form_by_mouse(tmp_path: Path) -> None:
    harness = AppHarness(tmp_path)
    async with harness.app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        await click(pilot, ("game", "middle_ages"))
        await click(pilot, ("more", PLAYERS_PLACE))
        await click(pilot, ("less", ("who", 0)))
        await click(pilot, ("more", ("who", 2)))
        await click(pilot, ("name", 1))
        assert page(harness.app).pointed == ("name", 1)
        await click(pilot, BEGIN_PLACE)
        assert isinstance(harness.app.screen, PlayScreen)
    (record,) = harness.store.records()
    players = [player for _, player in record.header.seats]
    assert players == ["bot:random", "bot:medium", "bot:strong"]


@pytest.mark.parametrize("players", [2, 3, 4, 5])
async def test_number_of_seats_is_limited_by_the_game(tmp_path: Path, players: int) -> None:
    harness = AppHarness(tmp_path)
    async with harness.app.run_test(size=(80, 24)) as pilot:
        await press(pilot, "1")
        await walk_to(pilot, PLAYERS_PLACE)
        for _ in range(players - 2):
            await press(pilot, "right")
        assert text(harness.app).count("Seat ") == players
        await press(pilot, "ctrl+s")
    (record,) = harness.store.records()
    assert len(record.header.seats) == players


async def test_preset_fixes_the_options_below_it(tmp_path: Path) -> None:
    """The duel of Cities & Knights has two players, 15 points and limit 9; none of it can be
    changed."""
    harness = AppHarness(tmp_path)
    async with harness.app.run_test(size=(80, 24)) as pilot:
        harness.app.context.open_form("knights")
        await pilot.pause()
        form: Any = page(harness.app)
        await walk_to(pilot, ("option", "win_target"))
        await press(pilot, "right")
        own = form.options["win_target"]
        await walk_to(pilot, ("option", "preset"))
        await press(pilot, "right")
        assert text(harness.app).count("Seat ") == 2
        for title, value in (("Players", "2"), ("Points to win", "15"), ("Discard limit", "9")):
            (row,) = (
                line for line in text(harness.app).splitlines() if line.startswith(f"    {title}")
            )
            assert row.split()[-1] == value
        settled = {("option", "win_target"), ("option", "discard_base"), PLAYERS_PLACE}
        assert settled.isdisjoint(form.stops())
        await press(pilot, "right")
        assert form.chosen_options()["win_target"] == own
        assert settled <= set(form.stops())
        await press(pilot, "right", "ctrl+s")
        assert isinstance(harness.app.screen, PlayScreen)
    (record,) = harness.store.records()
    assert len(record.header.seats) == 2
    assert record.header.options["win_target"] == "15"


@pytest.mark.parametrize("game", [one.id for one in catalogue()])
def test_refusals_in_the_form_use_no_program_terms(game: str) -> None:
    """A refusal of any two options names none of them by its key."""
    rules = load(game)
    settings = rules.all_settings()
    choices = [(one.key, value) for one in settings for value in one.choices]
    keys = re.compile("|".join(rf"\b{one.key}\b" for one in settings if "_" in one.key) or "=")
    for seats in rules.players:
        for one, other in product(choices, repeat=2):
            try:
                rules.check(seats, dict((one, other)))
            except BadSetup as error:
                text = error.text.plain()
                assert "=" not in text
                assert not keys.search(text)


async def test_duplicate_player_names_are_refused_in_the_form(tmp_path: Path) -> None:
    harness = AppHarness(tmp_path)
    async with harness.app.run_test() as pilot:
        await press(pilot, "1")
        await walk_to(pilot, ("name", 1))
        await press(pilot, "ctrl+u")
        await type_in(pilot, "Anna")
        await press(pilot, "ctrl+s")
        assert "Two players have the same name." in text(harness.app)
        await press(pilot, "ctrl+u", "ctrl+s")
        assert "A player needs a name." in text(harness.app)
        assert isinstance(harness.app.screen, NewGameScreen)
    assert harness.store.records() == []


HOSTILE = [
    "Bob [/x]",
    "[red]Eve[/red]",
    "\x1b[2Jgone",
    "{name}",
    "%s%n",
    "a‮b​c",
    "'; DROP TABLE",
]


@pytest.mark.parametrize("name", HOSTILE)
async def test_hostile_names_do_no_harm(tmp_path: Path, name: str) -> None:
    from textual import events

    harness = AppHarness(tmp_path)
    async with harness.app.run_test(size=(80, 24)) as pilot:
        await press(pilot, "1")
        await walk_to(pilot, ("name", 0))
        await press(pilot, "ctrl+u")
        harness.app.screen.post_message(events.Paste(name))
        await pilot.pause()
        await press(pilot, "ctrl+s")
        assert isinstance(harness.app.screen, PlayScreen)
        assert all(len(line) <= 80 for line in text(harness.app).splitlines())
        await press(pilot, "q", "s")
        assert all(len(line) <= 80 for line in text(harness.app).splitlines())
    (record,) = harness.store.records()
    assert record.header.names[0].isprintable()


async def test_name_length_is_limited(tmp_path: Path) -> None:
    harness = AppHarness(tmp_path)
    async with harness.app.run_test() as pilot:
        await press(pilot, "1")
        await walk_to(pilot, ("name", 0))
        await type_in(pilot, "x" * 40)
        await press(pilot, "ctrl+s")
    (record,) = harness.store.records()
    assert len(record.header.names[0]) == MAX_CHARACTERS


async def test_seats_of_the_last_game_are_remembered(tmp_path: Path) -> None:
    harness = AppHarness(tmp_path, some_games())
    async with harness.app.run_test() as pilot:
        await press(pilot, "1")
        screen: Any = harness.app.screen
        assert [screen.fields[("name", seat)].text for seat in range(3)] == [
            "Anna",
            "Boris",
            "Clara",
        ]
        assert screen.seats == 2


async def test_proposed_names_of_the_last_game_follow_the_language(tmp_path: Path) -> None:
    """A name that was typed stays, and so do the names beside it."""
    for language, names in (("ru", ["Анна", "Борис"]), ("en", ["Anna", "Boris"])):
        harness = AppHarness(tmp_path / language, some_games(), language=language)
        async with harness.app.run_test() as pilot:
            await press(pilot, "1")
            screen: Any = harness.app.screen
            assert [screen.fields[(NAME_PLACE, seat)].text for seat in range(2)] == names
            typed = [("Anna", "person"), ("Zoe", "bot:medium")]
            assert screen.in_this_language(typed) == typed


async def test_escape_returns_to_the_menu(tmp_path: Path) -> None:
    app = AppHarness(tmp_path).app
    async with app.run_test() as pilot:
        await press(pilot, "1", "escape")
        assert isinstance(app.screen, MenuScreen)


async def test_form_in_russian(tmp_path: Path) -> None:
    harness = AppHarness(tmp_path, language="ru")
    async with harness.app.run_test() as pilot:
        await press(pilot, "1")
        for expected in ("Новая партия: Средние века", "Игроки", "Анна", "человек", "Начать"):
            assert expected in text(harness.app)
        await press(pilot, "ctrl+s")
    assert harness.store.records()[0].header.names == ("Анна", "Борис")


async def test_wide_letters_are_accepted(tmp_path: Path) -> None:
    from textual import events

    harness = AppHarness(tmp_path)
    async with harness.app.run_test(size=(80, 24)) as pilot:
        await press(pilot, "1")
        await walk_to(pilot, ("name", 0))
        await press(pilot, "ctrl+u")
        harness.app.post_message(events.Paste("名前"))
        await pilot.pause()
        await press(pilot, "ctrl+s")
    assert harness.store.records()[0].header.names == ("名前", "Boris")


async def test_coach_is_offered_until_one_game_was_finished(tmp_path: Path) -> None:
    harness = AppHarness(tmp_path)
    async with harness.app.run_test(size=(80, 24)) as pilot:
        await press(pilot, "1")
        assert page(harness.app).coached  # type: ignore[attr-defined]
        assert "explains what matters in each decision" in text(harness.app)
        await walk_to(pilot, COACH_PLACE)
        await press(pilot, "right")
        assert "explains what matters in each decision" not in text(harness.app)
        await press(pilot, "ctrl+s")
        assert isinstance(harness.app.screen, PlayScreen)
        assert not harness.app.screen.state.notices.coached
    done = AppHarness(tmp_path, some_games())
    async with done.app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        assert any(record.summary.over for record in done.store.records())
        assert not done.app.tables.coaches("middle_ages")
        assert done.app.tables.coaches("era")


async def test_continued_game_keeps_its_coach_setting(
    tmp_path: Path,
) -> None:
    harness = AppHarness(tmp_path)
    known: list[Preferences] = []
    harness.app.environment.save_game_settings = known.append
    async with harness.app.run_test(size=(80, 24)) as pilot:
        await press(pilot, "1", "enter")
        assert isinstance(harness.app.screen, PlayScreen)
        assert harness.app.screen.state.notices.coached
        await press(pilot, "A")
        assert known[-1].coached == {"middle_ages": "off"}
    (record,) = harness.store.records()
    again = AppHarness(tmp_path, harness.store, StartMatch(record.id), coached=known[-1].coached)
    again.app.environment.save_game_settings = known.append
    async with again.app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        assert isinstance(again.app.screen, PlayScreen)
        assert not again.app.screen.state.notices.coached
        assert again.app.tables.coaches("era")
        await press(pilot, "A")
        assert known[-1].coached == {}
        await press(pilot, "A")
        again.app.change(evolve(again.app.preferences, coach="on"))
        assert again.app.tables.coaches("middle_ages")


async def test_one_click_starts(tmp_path: Path) -> None:
    harness = AppHarness(tmp_path)
    async with harness.app.run_test() as pilot:
        await pilot.pause()
        await press(pilot, "1", "up", "up")
        await click(pilot, BEGIN_PLACE)
        assert isinstance(harness.app.screen, PlayScreen)


async def test_default_bot_name_follows_the_selected_bot(tmp_path: Path) -> None:
    harness = AppHarness(tmp_path, some_games())
    async with harness.app.run_test() as pilot:
        await pilot.pause()
        await press(pilot, "1")
        form = harness.app.screen
        assert isinstance(form, NewGameScreen)
        form.players[1] = "bot:strong"
        form.fields[("name", 1)] = TextField.of("Strong 2", MAX_CHARACTERS)
        form.fields[("name", 0)] = TextField.of("Strong", MAX_CHARACTERS)
        form.players[0] = "person"
        await click(pilot, ("more", ("who", 1)))
        assert form.fields[("name", 1)].text == "Random"
        await click(pilot, ("more", ("who", 1)))
        assert form.players[1] == "person"
        assert form.fields[("name", 1)].text == "Boris"
        await click(pilot, ("more", ("who", 0)))
        assert form.fields[("name", 0)].text == "Strong", "a name chosen by a person"


async def test_values_of_all_options_are_aligned(tmp_path: Path) -> None:
    app = AppHarness(tmp_path, language="ru").app
    async with app.run_test(size=(80, 24)) as pilot:
        for game in ("1", "2", "3", "4", "5"):
            await press(pilot, game)
            form = page(app)
            assert isinstance(form, NewGameScreen)
            stops = [COACH_PLACE, *form.option_stops()]
            regions = [form.surface.canvas.spots.region(("less", stop)) for stop in stops]
            assert len({region.x for region in regions if region is not None}) == 1, game
            await press(pilot, "escape")


@pytest.mark.parametrize("language", ["en", "ru"])
@pytest.mark.parametrize("game", [entry.id for entry in catalogue()])
async def test_values_stand_in_one_column(tmp_path: Path, game: str, language: str) -> None:
    app = AppHarness(tmp_path, language=language).app
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        app.context.open_form(game)
        await pilot.pause()
        form = page(app)
        assert isinstance(form, NewGameScreen)
        rows = text(app).splitlines()
        begins = {form.value_column() + 2}
        for place in form.stops():
            if not isinstance(place, tuple) or place[0] in (
                *BEGIN_PLACE,
                *SEED_PLACE,
                NAME_PLACE,
                WHO_PLACE,
            ):
                continue
            (line,) = {rect.y for rect in form.surface.canvas.rects((INCREASE_PLACE, place))}
            begins.add(rows[line].index("‹") + 2)
        names = [rect.x for rect in form.surface.canvas.rects((NAME_PLACE, 0))]
        seed = [rect.x for rect in form.surface.canvas.rects(SEED_PLACE)]
        assert begins == {*names, *seed}


async def test_selected_option_is_explained(tmp_path: Path) -> None:
    app = AppHarness(tmp_path).app
    async with app.run_test(size=(80, 24)) as pilot:
        await press(pilot, "4")
        form = page(app)
        assert isinstance(form, NewGameScreen)
        assert form.seats == 4, "the default number"
        assert "without passing" not in text(app)
        await walk_to(pilot, ("option", "answers_aloud"))
        assert "players answer offers in front of" in text(app)
        await walk_to(pilot, BEGIN_PLACE)
        assert "without passing" not in text(app)


async def test_solo_player_is_not_asked_about_the_shared_keyboard(tmp_path: Path) -> None:
    harness = AppHarness(tmp_path)
    async with harness.app.run_test(size=(80, 30)) as pilot:
        harness.app.context.open_form("knights")
        await pilot.pause()
        assert "Shared keyboard" not in text(harness.app)
        await walk_to(pilot, ("who", 1))
        await press(pilot, "left", "left")
        assert "Shared keyboard" in text(harness.app)
        await walk_to(pilot, ("option", "hands"))
        await walk_to(pilot, PLAYERS_PLACE)
        await press(pilot, "left", "left")
        assert "Shared keyboard" in text(harness.app), "two people remain"
        await walk_to(pilot, ("who", 0))
        await press(pilot, "right")
        assert "Shared keyboard" not in text(harness.app)


async def test_form_mentions_custom_data(tmp_path: Path) -> None:
    harness = AppHarness(tmp_path)
    own = {"layouts": {"beginner": {"number_by_hex": [8] * 9 + [0] + [6] * 9}}}
    harness.app.environment = evolve(
        harness.app.environment, own_data=lambda game: own if game == "knights" else {}
    )
    async with harness.app.run_test(size=(80, 30)) as pilot:
        harness.app.context.open_form("knights")
        await pilot.pause()
        assert "custom data; see: guildhall components knights" in text(harness.app)
        await press(pilot, "escape")
        harness.app.context.open_form("deus")
        await pilot.pause()
        assert "Played with your custom data" not in text(harness.app)


@pytest.mark.parametrize("game", [entry.id for entry in catalogue()])
async def test_start_button_is_visible_on_the_smallest_screen(tmp_path: Path, game: str) -> None:
    harness = AppHarness(tmp_path)
    async with harness.app.run_test(size=(80, 24)) as pilot:
        harness.app.context.open_form(game)
        await pilot.pause()
        for seat in (1, 2, 3, 4):
            if ("who", seat) in page(harness.app).stops():
                await walk_to(pilot, ("who", seat))
                await press(pilot, "left")
        await walk_to(pilot, BEGIN_PLACE)
        assert "Start game" in text(harness.app)


async def test_wide_form_shows_the_selected_island(tmp_path: Path) -> None:
    app = AppHarness(tmp_path).app
    async with app.run_test(size=(120, 40)) as pilot:
        await press(pilot, "4")
        form = app.screen
        assert isinstance(form, NewGameScreen)
        islands = set()
        for layout in form.game.all_settings():
            if layout.key == "layout":
                for value in layout.choices:
                    form.options["layout"] = value
                    form.show()
                    islands.add(text(app).partition("Begin")[2])
        assert len(islands) > 1
        await pilot.resize_terminal(119, 40)
        await pilot.pause()
        assert "▀" not in text(app)


async def test_name_field_says_that_it_can_be_typed_over(tmp_path: Path) -> None:
    harness = AppHarness(tmp_path)
    async with harness.app.run_test(size=(80, 24)) as pilot:
        await press(pilot, "1")
        assert (
            "Type to change the name. Press Enter first if it begins with h, j, k, l."
            not in text(harness.app)
        )
        await walk_to(pilot, ("name", 1))
        assert "Type to change the name. Press Enter first if it begins with h, j, k, l." in text(
            harness.app
        )
        await walk_to(pilot, ("who", 1))
        await press(pilot, "question_mark")
        assert "When the cursor is on a name, letters and digits change it." in text(harness.app)


async def test_down_from_a_name_goes_to_the_next_seat(tmp_path: Path) -> None:
    harness = AppHarness(tmp_path)
    async with harness.app.run_test(size=(80, 24)) as pilot:
        harness.app.context.open_form("catan")
        await walk_to(pilot, ("name", 0))
        await press(pilot, "down")
        assert page(harness.app).pointed == ("name", 1)
        await press(pilot, "right", "down")
        assert page(harness.app).pointed == ("who", 2)
        await press(pilot, "up", "up", "up")
        assert page(harness.app).pointed == PLAYERS_PLACE


async def test_letters_that_move_in_the_menu_type_only_when_a_name_is_changed(
    tmp_path: Path,
) -> None:
    harness = AppHarness(tmp_path)
    async with harness.app.run_test(size=(80, 24)) as pilot:
        harness.app.context.open_form("catan")
        await walk_to(pilot, PLAYERS_PLACE)
        form: Any = page(harness.app)
        names = [form.fields["name", seat].text for seat in range(3)]
        await press(pilot, "j", "j", "l")
        assert form.pointed == ("who", 1)
        await press(pilot, "k", "shift+tab")
        assert form.pointed == ("name", 0)
        assert [form.fields["name", seat].text for seat in range(3)] == names
        await press(pilot, "enter", "ctrl+u")
        await type_in(pilot, "jill")
        assert form.fields["name", 0].text == "jill"
        await press(pilot, "enter", "X", "j")
        assert form.pointed == ("name", 1)
        assert form.fields["name", 1].text == "Xj", "a proposed name is replaced"
        await press(pilot, "enter", "up", "up", "enter", "X")
        assert form.fields["name", 0].text == "jillX", "a typed name is edited"


async def test_first_letter_replaces_the_proposed_name_of_a_bot(tmp_path: Path) -> None:
    harness = AppHarness(tmp_path)
    seats = [("Anna", "person"), ("Medium", "bot:medium"), ("Medium 2", "bot:medium")]
    harness.store.new(Match.begin("catan", seats, seed="1"))
    async with harness.app.run_test(size=(80, 24)) as pilot:
        harness.app.context.open_form("catan")
        await walk_to(pilot, PLAYERS_PLACE)
        form: Any = page(harness.app)
        await press(pilot, "down", "down", "X", "down", "Y")
        assert [form.fields["name", seat].text for seat in range(3)] == ["Anna", "X", "Y"]


@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
async def test_no_line_jumps_when_a_player_becomes_a_bot(
    tmp_path: Path, size: tuple[int, int]
) -> None:
    app = AppHarness(tmp_path).app
    async with app.run_test(size=size) as pilot:
        app.context.open_form("catan")
        await pilot.pause()
        form: Any = page(app)
        titles: set[str] = set()
        places: dict[str, set[int]] = {}
        for _ in range(3):
            for y, line in enumerate(form.picture().lines()):
                title = line[4:16].strip()
                if line[4:5].isalpha() and line[:4].isspace():
                    places.setdefault(title, set()).add(y)
                    titles.add(title)
            form.change_value(("who", len(titles) % 2), 1)
        assert "Seed" in titles
        assert all(len(rows) == 1 for rows in places.values()), places


async def test_the_cells_around_an_arrow_belong_to_it(tmp_path: Path) -> None:
    harness = AppHarness(tmp_path)
    async with harness.app.run_test(size=(80, 24)) as pilot:
        harness.app.context.open_form("catan")
        await pilot.pause()
        form: Any = page(harness.app)
        before = form.players[1]
        arrow = form.surface.canvas.spots.region(("more", ("who", 1)))
        x, y = arrow.right - 1, arrow.y
        await pilot.click("Surface", offset=(x, y))
        assert form.players[1] != before
        await pilot.click("Surface", offset=(x - 2, y))
        assert form.players[1] != before


def test_names_become_unique() -> None:
    assert different(["Anna", "Anna", "Boris"]) == ["Anna", "Anna 2", "Boris"]
    assert different(["Anna 3", "Anna", "Anna"]) == ["Anna 3", "Anna", "Anna 4"]
