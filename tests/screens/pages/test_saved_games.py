"""The saved games: what the list shows, and its commands."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot

from engine.i18n.language import Translator
from engine.match.match import Match
from engine.storage import match_file
from engine.storage.records import Summary
from engine.storage.sqlite_store import SqliteStore
from screens.environment import Environment
from screens.local_app import local_app
from screens.match_summary import ago
from screens.pages.saved_games import SavedGamesScreen
from screens.play.play_screen import PlayScreen
from screens.play.replay_screen import ReplayScreen
from screens.preferences import Preferences
from tests.screens.app_harness import (
    NOON,
    AppHarness,
    SharedStore,
    click,
    page,
    played,
    press,
    some_games,
    text,
    type_in,
    walk_to,
)
from tests.screens.guest_apps import GuestApps
from tests.sqlite_files import sqlite_file


def line(shown: str, start: str) -> str:
    return next(one for one in shown.splitlines() if start in one)


async def test_list_shows_game_players_round_and_time(tmp_path: Path) -> None:
    harness = AppHarness(tmp_path, some_games())
    async with harness.app.run_test(size=(80, 24)) as pilot:
        await press(pilot, "s")
        shown = text(harness.app)
        playing = line(shown, "k7m2")
        current = harness.store.record("k7m2").summary.round
        for expected in ("Middle Ages", "Anna, Boris", f"round {current}", "5 minutes ago"):
            assert expected in playing
        result = harness.store.record("b3c4").summary.result
        winner = harness.store.record("b3c4").header.names[result[0].seat]
        assert f"{winner} won ({result[0].total})" in line(shown, "b3c4")
        assert "3 hours ago" in line(shown, "b3c4")
        assert "2 days ago" in line(shown, "h8t5")


async def test_players_have_their_own_row_if_there_is_room(tmp_path: Path) -> None:
    store = some_games()
    names = ("Anastasia of the Hills", "Bartholomew", "Constantine the Builder")
    played(store, "z2z2", *names, picks=4)
    harness = AppHarness(tmp_path, store)
    async with harness.app.run_test(size=(80, 24)) as pilot:
        await press(pilot, "s")
        rows = text(harness.app).splitlines()
        (at,) = (number for number, row in enumerate(rows) if "z2z2" in row)
        assert ", ".join(names) in rows[at + 1]
        for number in range(6):
            played(store, f"y2y{number}", *names, picks=1)
        await press(pilot, "escape", "s")
        rows = text(harness.app).splitlines()
        (at,) = (number for number, row in enumerate(rows) if "z2z2" in row)
        assert "Anastasia" in rows[at]


async def test_selected_match_is_described_in_full(tmp_path: Path) -> None:
    store = some_games()
    names = ("Anastasia of the Hills", "Bartholomew", "Constantine the Builder")
    played(store, "z2z2", *names, picks=4)
    harness = AppHarness(tmp_path, store)
    async with harness.app.run_test(size=(80, 24)) as pilot:
        await press(pilot, "s")
        shown = text(harness.app)
        assert "Constantine" not in line(shown, "z2z2")
        mover = names[store.record("z2z2").summary.active]
        assert f"{', '.join(names)}. {mover} to move." in " ".join(shown.split())
        await press(pilot, "down", "down")
        places = sorted(store.record("b3c4").summary.result, key=lambda one: one.place)
        seats = store.record("b3c4").header.names
        assert ", ".join(f"{seats[one.seat]} {one.total}" for one in places) in text(harness.app)


async def test_click_elsewhere_cancels_deleting(tmp_path: Path) -> None:
    harness = AppHarness(tmp_path, some_games())
    async with harness.app.run_test(size=(80, 24)) as pilot:
        await press(pilot, "s", "d")
        await click(pilot, ("match", "h8t5"))
        assert "for good" not in text(harness.app)
        await press(pilot, "enter")
        assert len(harness.store.records()) == 3


async def test_enter_continues_and_r_replays(tmp_path: Path) -> None:
    app = AppHarness(tmp_path, some_games()).app
    async with app.run_test() as pilot:
        await press(pilot, "s", "down", "down", "enter")
        assert isinstance(app.screen, PlayScreen)
        assert app.screen.session.id == "h8t5"
        await press(pilot, "q", "s", "r")
        assert isinstance(app.screen, ReplayScreen)
        await press(pilot, "escape", "s", "down", "enter")
        assert isinstance(app.screen, ReplayScreen), "a finished game is only replayed"


async def test_first_click_selects_and_second_continues(tmp_path: Path) -> None:
    app = AppHarness(tmp_path, some_games()).app
    async with app.run_test() as pilot:
        await press(pilot, "s")
        await click(pilot, ("match", "h8t5"))
        assert isinstance(app.screen, SavedGamesScreen)
        await click(pilot, ("match", "h8t5"))
        assert isinstance(app.screen, PlayScreen)


async def test_deleting_needs_confirmation(tmp_path: Path) -> None:
    harness = AppHarness(tmp_path, some_games())
    async with harness.app.run_test() as pilot:
        await press(pilot, "s", "d")
        assert "Delete Middle Ages with Anna, Boris for good?" in text(harness.app)
        await press(pilot, "escape")
        assert isinstance(harness.app.screen, SavedGamesScreen)
        assert len(harness.store.records()) == 3
        await press(pilot, "d", "down", "up")
        assert "for good" not in text(harness.app)
        await press(pilot, "d", "enter")
        assert "k7m2" not in text(harness.app)
        assert {one.id for one in harness.store.records()} == {"b3c4", "h8t5"}


async def test_deleting_by_mouse_down_to_the_last(tmp_path: Path) -> None:
    harness = AppHarness(tmp_path, some_games())
    async with harness.app.run_test() as pilot:
        await press(pilot, "s")
        for _ in range(3):
            await click(pilot, ("key", "d"))
            await click(pilot, ("key", "enter"))
        assert harness.store.records() == []
        assert "Every game you start appears here" in text(harness.app)
        await press(pilot, "d", "e", "r", "enter")
        assert isinstance(harness.app.screen, SavedGamesScreen)


async def export_to(pilot: Pilot[Any], target: Path, *keys: str) -> None:
    """Ask for an export of the selected game, type its file, and press keys."""
    await press(pilot, "e", "ctrl+u", "ctrl+k")
    await type_in(pilot, str(target))
    await press(pilot, *keys)


async def test_export_asks_for_a_name_and_before_overwriting(tmp_path: Path) -> None:
    harness = AppHarness(tmp_path, some_games())
    target = tmp_path / "my game.guildhall"
    async with harness.app.run_test() as pilot:
        await press(pilot, "s")
        await export_to(pilot, target, "enter")
        assert "Exported to" in text(harness.app)
        assert target.exists()
        target.write_text("mine")
        await export_to(pilot, target, "enter")
        assert "Press Enter to overwrite it" in text(harness.app)
        await press(pilot, "escape")
        assert target.read_text() == "mine"
        await export_to(pilot, target, "enter", "enter")
        assert target.read_text() != "mine"


async def test_name_of_a_web_page_exports_one(tmp_path: Path) -> None:
    harness = AppHarness(tmp_path, some_games())
    target = tmp_path / "my game.HTML"
    target.write_text("mine")
    async with harness.app.run_test(size=(120, 24)) as pilot:
        await press(pilot, "s")
        await export_to(pilot, target, "enter")
        assert "Press Enter to overwrite it" in text(harness.app)
        await press(pilot, "enter")
        await harness.app.workers.wait_for_complete()
        await pilot.pause()
        assert "Open it in any browser" in " ".join(text(harness.app).split())
    assert target.read_text().startswith("<!doctype html>")


async def test_web_page_never_reveals_secrets(tmp_path: Path) -> None:
    store = SharedStore()
    store.new(Match.begin("era", [("Anna", "person"), ("Boris", "person")], seed="1"))
    harness = AppHarness(tmp_path, store)
    async with harness.app.run_test(size=(120, 24)) as pilot:
        await press(pilot, "s")
        await export_to(pilot, tmp_path / "game.html", "enter")
        assert "would reveal hidden information" in " ".join(text(harness.app).split())
    assert not list(tmp_path.glob("*.html"))


async def test_cancelled_overwriting_asks_again(tmp_path: Path) -> None:
    harness = AppHarness(tmp_path, some_games())
    target = tmp_path / "my game.guildhall"
    target.write_text("mine")
    async with harness.app.run_test(size=(120, 24)) as pilot:
        await press(pilot, "s")
        for _ in range(2):
            await export_to(pilot, target, "enter")
            assert "Press Enter to overwrite it" in text(harness.app)
            await press(pilot, "escape")
            assert target.read_text() == "mine"
        await export_to(pilot, target, "enter", "left", "backspace", "enter")
        assert target.read_text() == "mine", "another name is another file"
        assert len(list(tmp_path.iterdir())) == 2


async def test_damaged_game_is_listed_replayed_and_branched(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / "games.sqlite3")
    match = some_games().load("k7m2")
    cut, lost, whole = (store.new(match) for _ in range(3))
    with sqlite_file(store.path) as connection:
        connection.execute("DELETE FROM event WHERE match = ? AND number > 20", (cut,))
        connection.execute("UPDATE match SET header = 'x' WHERE id = ?", (lost,))
    environment = Environment(lambda: store, tmp_path, clock=lambda: NOON)
    app = local_app(environment, Preferences())
    async with app.run_test(size=(120, 30)) as pilot:
        await press(pilot, "s")
        assert "damaged: The end is missing" in line(text(app), cut)
        assert "damaged: " in line(text(app), lost)
        assert "damaged" not in line(text(app), whole)
        await walk_to(pilot, ("match", lost))
        await press(pilot, "enter")
        assert f"{lost}, line 1:" in text(app)
        await walk_to(pilot, ("match", cut))
        await press(pilot, "enter")
        assert isinstance(app.screen, ReplayScreen)
        assert "The end is missing" in app.screen.surface.canvas.text()
        await press(pilot, "b")
        await press(pilot, "enter")
        assert isinstance(app.screen, PlayScreen)
        assert app.screen.session.match.pending()
        assert app.screen.session.id not in (cut, lost, whole)


@pytest.mark.parametrize("key", ["e", "i"])
@pytest.mark.parametrize("name", ["~nosuch/x", "loop", "x" * 300, "."])
async def test_invalid_file_name_is_reported(
    tmp_path: Path, key: str, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "loop").symlink_to("loop")
    harness = AppHarness(tmp_path, some_games())
    async with harness.app.run_test(size=(120, 24)) as pilot:
        await press(pilot, "s", key, "ctrl+u", "ctrl+k")
        await type_in(pilot, name)
        await press(pilot, "enter")
        assert isinstance(harness.app.screen, SavedGamesScreen)
        assert harness.app.screen.prompt.entry is None
        assert harness.app.screen.prompt.message
    assert len(harness.store.records()) == 3


async def test_unwritable_file_is_reported(tmp_path: Path) -> None:
    harness = AppHarness(tmp_path, some_games())
    async with harness.app.run_test(size=(160, 24)) as pilot:
        await press(pilot, "s", "e", "ctrl+u", "ctrl+k")
        await type_in(pilot, str(tmp_path / "no" / "folder" / "game"))
        await press(pilot, "enter")
        assert "Cannot write" in text(harness.app)


async def test_exported_game_can_be_imported(tmp_path: Path) -> None:
    harness = AppHarness(tmp_path, some_games())
    target = tmp_path / "game"
    match_file.export(harness.store.load("b3c4"), target)
    async with harness.app.run_test() as pilot:
        await press(pilot, "s", "i")
        await type_in(pilot, str(target))
        await press(pilot, "enter")
        assert "Imported as" in text(harness.app)
        assert len(harness.store.records()) == 4
        assert page(harness.app).pointed == ("match", harness.store.records()[0].id)


@pytest.mark.parametrize("contents", [b"", b"\x00\xff\x00", b"{}\n", b"[/red] {name}\n"])
async def test_invalid_saved_game_is_reported_in_a_sentence(
    tmp_path: Path, contents: bytes
) -> None:
    harness = AppHarness(tmp_path)
    target = tmp_path / "game"
    target.write_bytes(contents)
    async with harness.app.run_test() as pilot:
        await press(pilot, "s", "i")
        await type_in(pilot, str(target))
        await press(pilot, "enter")
        assert "game, line 1:" in text(harness.app)
    assert harness.store.records() == []
    assert target.read_bytes() == contents


async def test_long_list_scrolls(tmp_path: Path) -> None:
    store = some_games()
    for _ in range(13):
        store.branch(store.load("h8t5"), 2)
    app = AppHarness(tmp_path, store).app
    async with app.run_test(size=(80, 24)) as pilot:
        await press(pilot, "s", "up")
        assert page(app).pointed == ("match", store.records()[-1].id)
        assert str(store.records()[-1].id) in text(app)
        await press(pilot, "home")
        assert str(store.records()[0].id) in text(app)


@pytest.mark.parametrize(
    ("past", "english", "russian"),
    [
        (timedelta(seconds=20), "just now", "только что"),
        (timedelta(minutes=1), "1 minute ago", "1 минуту назад"),
        (timedelta(minutes=22), "22 minutes ago", "22 минуты назад"),
        (timedelta(hours=5), "5 hours ago", "5 часов назад"),
        (timedelta(days=1), "1 day ago", "1 день назад"),
        (timedelta(days=40), "2026-03-22", "2026-03-22"),
    ],
)
def test_age_of_a_game_in_words(past: timedelta, english: str, russian: str) -> None:
    shown = ago(NOON - past, NOON)
    assert Translator("en").translate(shown) == english
    assert Translator("ru").translate(shown) == russian


async def test_saved_games_in_russian(tmp_path: Path) -> None:
    app = AppHarness(tmp_path, some_games(), language="ru").app
    async with app.run_test() as pilot:
        await press(pilot, "s")
        for expected in ("Сохранённые партии", "Средние века", "5 минут назад", "раунд"):
            assert expected in text(app)


async def test_long_name_of_a_game_is_whole_if_there_is_room(tmp_path: Path) -> None:
    store = some_games()
    match = Match.begin(
        "knights", [(name, "person") for name in ("Kate", "Boris", "Clara")], seed="1"
    )
    assert store.add("k2k2", match.header, match.log, Summary.of(match))
    harness = AppHarness(tmp_path, store, language="ru")
    async with harness.app.run_test(size=(120, 40)) as pilot:
        await press(pilot, "s")
        shown = line(text(harness.app), "k2k2")
        assert "Колонизаторы. Города и рыцари " in shown
        assert "Kate, Boris, Clara" in shown


@pytest.mark.parametrize("answer", ["enter", "escape"])
async def test_game_of_registered_players_is_opened_only_after_a_warning(
    tmp_path: Path, answer: str
) -> None:
    store = SharedStore()
    server = GuestApps(tmp_path, store)
    players = server.register("Anna"), server.register("Boris")
    server.match("middle_ages", *players)
    harness = AppHarness(tmp_path, store)
    async with harness.app.run_test(size=(80, 24)) as pilot:
        await press(pilot, "s", "enter")
        assert not isinstance(harness.app.screen, PlayScreen)
        assert "Players on your server" in text(harness.app)
        await press(pilot, answer)
        assert isinstance(harness.app.screen, PlayScreen) == (answer == "enter")
