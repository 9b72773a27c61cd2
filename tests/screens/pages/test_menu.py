"""The menu: its entries and destinations, by keys and mouse."""

from __future__ import annotations

from pathlib import Path
from statistics import median
from typing import Any

import pytest
from textual import events
from textual.pilot import Pilot
from textual.screen import Screen

from engine.core.event import PICK_EVENT
from engine.errors import BadStore, Busy
from engine.games import catalogue
from engine.i18n.text import words
from engine.match.match import Match
from engine.search.review import Review, ReviewedMove, WinChances
from engine.search.root_search import Estimate
from engine.storage import match_file
from engine.storage.saved_review import save_review
from engine.storage.store import Store
from screens.app import GuildhallApp
from screens.local_app import LocalContext
from screens.pages.command_palette import CommandPaletteScreen
from screens.pages.lessons import LessonsScreen
from screens.pages.menu import MenuScreen
from screens.pages.menu_actions import is_game
from screens.pages.new_game import NewGameScreen
from screens.pages.openers import open_lessons
from screens.pages.opening import OpeningTimes
from screens.pages.rules import RulesScreen
from screens.pages.saved_games import SavedGamesScreen
from screens.pages.settings import SettingsScreen
from screens.pages.statistics import StatisticsScreen
from screens.paint.canvas import Canvas
from screens.play.lesson_screen import LessonScreen
from screens.play.play_screen import PlayScreen
from screens.play.replay_screen import ReplayScreen
from screens.play_host import TableHost
from screens.start import Start, StartLesson, StartMatch, StartMenu, StartNew, StartReplay
from screens.table.lesson_progress import LessonProgress
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
from tests.wire import wired


async def test_all_games_are_listed_and_started_by_their_numbers(tmp_path: Path) -> None:
    app = AppHarness(tmp_path).app
    async with app.run_test() as pilot:
        await pilot.pause()
        for number, entry in enumerate(catalogue(), 1):
            assert entry.names.en in text(app)
            await press(pilot, str(number))
            assert isinstance(app.screen, NewGameScreen)
            assert app.screen.game.id == entry.id
            await press(pilot, "escape")
            assert isinstance(app.screen, MenuScreen)


@pytest.mark.parametrize(
    ("name", "key", "screen"),
    [
        ("resume", "c", PlayScreen),
        ("learn", "n", LessonsScreen),
        ("saved", "s", SavedGamesScreen),
        ("replay", "w", ReplayScreen),
        ("rules", "r", RulesScreen),
        ("statistics", "t", StatisticsScreen),
        ("settings", "o", SettingsScreen),
    ],
)
async def test_every_page_opens_by_letter_arrows_and_mouse(
    tmp_path: Path, name: str, key: str, screen: type[Any]
) -> None:
    app = AppHarness(tmp_path, some_games()).app
    async with app.run_test() as pilot:
        await pilot.pause()
        await press(pilot, key)
        assert isinstance(app.screen, screen)
        await leave(pilot)
        assert isinstance(app.screen, MenuScreen)
        for _ in range(20):
            if app.screen.pointed == ("do", name):
                break
            await press(pilot, "down")
        await press(pilot, "enter")
        assert isinstance(app.screen, screen)
        await leave(pilot)
        await click(pilot, ("do", name))
        assert isinstance(app.screen, screen)


async def leave(pilot: Pilot[Any]) -> None:
    await press(pilot, "q" if isinstance(pilot.app.screen, PlayScreen) else "escape")


async def test_continue_opens_the_last_game(tmp_path: Path) -> None:
    app = AppHarness(tmp_path, some_games()).app
    async with app.run_test() as pilot:
        await pilot.pause()
        await press(pilot, "c")
        assert isinstance(app.screen, PlayScreen)
        assert app.screen.session.id == "k7m2"


@pytest.mark.parametrize("at_hand", [True, False], ids=["at hand", "far away"])
async def test_nothing_in_the_menu_moves_after_it_was_first_painted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, *, at_hand: bool
) -> None:
    harness = AppHarness(tmp_path, some_games())
    harness.app.environment.is_store_at_hand = lambda: at_hand
    seen: list[tuple[Any, dict[Any, Any]]] = []
    picture = MenuScreen.picture

    def recorded(menu: MenuScreen) -> Canvas:
        canvas = picture(menu)
        seen.append((menu.pointed, {stop: canvas.rects(stop) for stop in menu.shown_stops}))
        return canvas

    monkeypatch.setattr(MenuScreen, "picture", recorded)
    async with harness.app.run_test() as pilot:
        await pilot.pause()
        assert "Continue  Middle Ages" in text(harness.app)
    pointed, places = seen[0]
    assert pointed == (("do", "resume") if at_hand else ("game", "middle_ages"))
    for later, rects in seen:
        assert later == pointed
        assert places == {stop: rects[stop] for stop in places}


def screens_before(
    harness: AppHarness,
    owner: type,
    method: str,
    monkeypatch: pytest.MonkeyPatch,
    *,
    takes: float = 9.0,
) -> list[str]:
    """Return the screens as they are at each call of `method`, from now on. The app expects an
    opening to take so many seconds."""
    harness.app.opening.times = OpeningTimes(takes)
    shown: list[str] = []
    call = getattr(owner, method)

    def recorded(*arguments: Any) -> Any:
        shown.append(text(harness.app))
        return call(*arguments)

    monkeypatch.setattr(owner, method, recorded)
    return shown


@pytest.mark.parametrize("keys", [("c",), ("w",), ("s", "enter"), ("s", "down", "r")])
@pytest.mark.parametrize("start", [0.01, 9.0], ids=["fast", "slow"])
async def test_slow_opening_is_shown_at_the_cursor_before_it_begins(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, keys: tuple[str, ...], start: float
) -> None:
    harness = AppHarness(tmp_path, some_games())
    shown = screens_before(harness, Store, "log", monkeypatch, takes=start)
    async with harness.app.run_test() as pilot:
        await pilot.pause()
        await press(pilot, *keys)
        assert isinstance(harness.app.screen, PlayScreen | ReplayScreen)
        assert ("» Opening Middle Ages ..." in shown[0]) == (start > 1)
        await leave(pilot)
        assert isinstance(harness.app.screen, MenuScreen)
        assert "Opening" not in text(harness.app)


@pytest.mark.parametrize("keys", [("enter",), ("tab", "tab", "ctrl+s")])
async def test_slow_start_of_a_new_game_is_shown_before_it_begins(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, keys: tuple[str, ...]
) -> None:
    harness = AppHarness(tmp_path)
    shown = screens_before(harness, LocalContext, "begin", monkeypatch)
    async with harness.app.run_test() as pilot:
        await press(pilot, "1", *keys)
        assert isinstance(harness.app.screen, PlayScreen)
    assert "The table is being set up." in shown[0]


@pytest.mark.parametrize("fails", [False, True], ids=["opens", "fails"])
async def test_slow_opening_at_the_start_is_shown_before_it_begins(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, fails: bool
) -> None:
    def busy(store: Store, id: str) -> Any:
        raise Busy(words("Another program keeps the store busy."))

    harness = AppHarness(tmp_path, some_games(), start=StartMatch("k7m2"))
    if fails:
        monkeypatch.setattr(Store, "log", busy)
    shown = screens_before(harness, Store, "log", monkeypatch)
    async with harness.app.run_test() as pilot:
        await pilot.pause()
        await pilot.pause()
        assert "The table is being set up." in shown[0]
        assert isinstance(harness.app.screen, MenuScreen if fails else PlayScreen)
        assert ("Another program keeps the store busy." in text(harness.app)) == fails


@pytest.mark.parametrize(
    ("start", "said", "opens"),
    [
        (StartReplay("k7m2"), "Opening Middle Ages", ReplayScreen),
        (StartReplay("FILE"), "Opening Middle Ages", ReplayScreen),
        (StartLesson("era"), "Opening Era", LessonScreen),
    ],
)
async def test_slow_opening_of_a_replay_or_lesson_at_the_start_is_shown_before_it_begins(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    start: StartReplay | StartLesson,
    said: str,
    opens: type[Screen[Any]],
) -> None:
    store = some_games()
    if start == StartReplay("FILE"):
        start = StartReplay(str(tmp_path / "game"))
        match_file.export(store.load("k7m2"), tmp_path / "game")
    harness = AppHarness(tmp_path, store, start=start)
    harness.app.opening.times = OpeningTimes(9.0)
    shown: list[str] = []
    load = Match.load

    def recorded(*arguments: Any, **named: Any) -> Match:
        shown.append(text(harness.app))
        return load(*arguments, **named)

    monkeypatch.setattr(Match, "load", recorded)
    async with harness.app.run_test() as pilot:
        await pilot.pause()
        await pilot.pause()
        assert said in shown[0]
        assert isinstance(harness.app.screen, opens)
        assert said not in text(harness.app)


async def test_slow_opening_of_a_lesson_is_shown_before_it_begins(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    harness = AppHarness(tmp_path)
    shown = screens_before(harness, LessonProgress, "__init__", monkeypatch)
    async with harness.app.run_test() as pilot:
        await pilot.pause()
        open_lessons(harness.app)
        await press(pilot, "1")
        assert isinstance(harness.app.screen, LessonScreen)
    assert "Opening Middle Ages ..." in shown[0]


async def test_menu_without_saved_games_has_no_continue(tmp_path: Path) -> None:
    app = AppHarness(tmp_path).app
    async with app.run_test() as pilot:
        await pilot.pause()
        assert "Continue" not in text(app)
        await press(pilot, "c", "w")
        assert isinstance(app.screen, MenuScreen)


async def test_new_game_can_be_continued_at_once(tmp_path: Path) -> None:
    app = AppHarness(tmp_path).app
    async with app.run_test() as pilot:
        await pilot.pause()
        await press(pilot, "1", "enter")
        assert isinstance(app.screen, PlayScreen)
        await press(pilot, "q")
        assert "Continue" in text(app)


async def test_q_quits_and_escape_says_so(tmp_path: Path) -> None:
    app = AppHarness(tmp_path).app
    async with app.run_test() as pilot:
        await pilot.pause()
        await press(pilot, "escape")
        assert "Press q to quit." in text(app)
        assert app.is_running
        await pilot.press("q")
    assert app.return_code == 0


async def test_ctrl_c_quits_everywhere(tmp_path: Path) -> None:
    app = AppHarness(tmp_path).app
    async with app.run_test() as pilot:
        await pilot.press("ctrl+c")
    assert app.return_code == 130


async def test_menu_in_russian(tmp_path: Path) -> None:
    app = AppHarness(tmp_path, some_games(), language="ru").app
    async with app.run_test() as pilot:
        await pilot.pause()
        for expected in ("Средние века", "Продолжить", "Настройки", "Выход"):
            assert expected in text(app)


@pytest.mark.parametrize(
    ("key", "screen"), [("ы", SavedGamesScreen), ("щ", SettingsScreen), ("К", MenuScreen)]
)
async def test_keys_work_in_the_russian_layout(tmp_path: Path, key: str, screen: type[Any]) -> None:
    app = AppHarness(tmp_path, some_games()).app
    async with app.run_test() as pilot:
        await pilot.pause()
        await type_in(pilot, key)
        await pilot.pause()
        assert isinstance(app.screen, screen)


async def test_russian_letters_are_typed_unchanged(tmp_path: Path) -> None:
    app = AppHarness(tmp_path, some_games()).app
    async with app.run_test() as pilot:
        await press(pilot, "r", "slash")
        await type_in(pilot, "йцу")
        assert "йцу" in text(app)


async def test_below_80x22_the_required_terminal_size_is_shown(tmp_path: Path) -> None:
    app = AppHarness(tmp_path).app
    async with app.run_test(size=(79, 24)) as pilot:
        await pilot.pause()
        assert "80 x 22" in text(app)
        await press(pilot, "1")
        assert isinstance(app.screen, MenuScreen)
        await pilot.resize_terminal(80, 24)
        await pilot.pause()
        assert "Middle Ages" in text(app)


@pytest.mark.parametrize("key", ["enter", "space", "c", "s", "o", "down", "q", "escape"])
async def test_keys_on_a_too_small_terminal_do_nothing(tmp_path: Path, key: str) -> None:
    app = AppHarness(tmp_path, some_games()).app
    async with app.run_test(size=(120, 40)) as pilot:
        await pilot.pause()
        assert isinstance(app.screen, MenuScreen)
        while app.screen.table.seeks:
            await pilot.pause(0.05)
        before = text(app)
        await pilot.resize_terminal(79, 24)
        await press(pilot, key, "enter")
        await pilot.resize_terminal(120, 40)
        await pilot.pause()
        assert isinstance(app.screen, MenuScreen)
        assert text(app) == before
        assert not app.ending


async def test_paste_on_a_too_small_terminal_goes_nowhere(tmp_path: Path) -> None:
    app = AppHarness(tmp_path).app
    async with app.run_test(size=(120, 40)) as pilot:
        await press(pilot, "s", "i")
        page = app.screen
        assert isinstance(page, SavedGamesScreen)
        assert page.prompt.entry is not None
        for size, held in (((79, 24), ""), ((120, 40), "file")):
            await pilot.resize_terminal(*size)
            app.post_message(events.Paste("file"))
            await pilot.pause()
            assert page.prompt.entry.field.text == held


async def test_broken_database_is_reported_in_a_sentence(tmp_path: Path) -> None:
    harness = AppHarness(tmp_path)

    def broken() -> Any:
        raise BadStore(words("The store is broken."))

    harness.app.environment.open_store = broken
    async with harness.app.run_test() as pilot:
        await pilot.pause()
        assert "The store is broken." in text(harness.app)
        for key in ("1", "s", "r", "o"):
            await press(pilot, key)
            await press(pilot, "escape")
        assert isinstance(harness.app.screen, MenuScreen)


@pytest.mark.parametrize("start", [StartMenu(), StartMatch("h8t5")])
async def test_read_only_database_is_announced_and_shown(tmp_path: Path, start: Start) -> None:
    harness = AppHarness(tmp_path, some_games(), start=start)
    harness.store.only_read = words("The store may only be read.")
    async with harness.app.run_test() as pilot:
        await pilot.pause()
        assert "The store may only be read." in text(harness.app)
        if isinstance(harness.app.screen, MenuScreen):
            await press(pilot, "s", "enter")
        assert isinstance(harness.app.screen, PlayScreen | ReplayScreen)


async def test_match_or_replay_opens_over_the_menu(tmp_path: Path) -> None:
    app = AppHarness(tmp_path, some_games(), start=StartMatch("h8t5")).app
    async with app.run_test() as pilot:
        await pilot.pause()
        assert isinstance(app.screen, PlayScreen)
        assert app.screen.session.id == "h8t5"
        await press(pilot, "q")
        assert isinstance(app.screen, MenuScreen)

    app = AppHarness(tmp_path, some_games(), start=StartReplay("b3c4", 5)).app
    async with app.run_test() as pilot:
        await pilot.pause()
        assert isinstance(app.screen, ReplayScreen)
        assert app.screen.recording.at == 5


async def test_new_match_shows_its_table_at_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    seats = (("Anna", "person"), ("Boris", "person"))
    harness = AppHarness(tmp_path, start=StartNew("middle_ages", seats, {}, "7"))
    shown: list[str] = []
    begin = LocalContext.begin

    def begin_later(*arguments: Any) -> None:
        shown.append(text(harness.app))
        begin(*arguments)

    monkeypatch.setattr(LocalContext, "begin", begin_later)
    async with harness.app.run_test() as pilot:
        await pilot.pause()
        assert "Middle Ages" in shown[0]
        assert "is being set up" in shown[0]
        assert isinstance(harness.app.screen, PlayScreen)
        (record,) = harness.store.records()
        assert record.header.seats == seats
        await press(pilot, "q")
        assert isinstance(harness.app.screen, MenuScreen)


async def test_impossible_new_match_ends_the_program_with_the_reason(
    tmp_path: Path,
) -> None:
    harness = AppHarness(tmp_path, start=StartNew("middle_ages", (("Anna", "person"),)))
    async with harness.app.run_test() as pilot:
        await pilot.pause()
    assert harness.app.failure is not None
    assert "is for 2 to 5 players" in harness.app.failure.text.plain()
    assert harness.app.return_code == 1
    assert not harness.store.records()


async def test_damaged_file_opens_at_its_last_good_position_with_the_reason(
    tmp_path: Path,
) -> None:
    store = some_games()
    path = tmp_path / "game"
    match_file.export(store.load("k7m2"), path)
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join([*lines[:12], b"spilt tea\n", *lines[13:]]))
    app = AppHarness(tmp_path, store, start=StartReplay(str(path))).app
    async with app.run_test() as pilot:
        await pilot.pause()
        assert isinstance(app.screen, ReplayScreen)
        assert app.screen.recording.last == 11
        assert "game, line 13:" in text(app)


async def test_branching_from_a_replay_starts_another_match(tmp_path: Path) -> None:
    store = some_games()
    app = AppHarness(tmp_path, store, start=StartReplay("b3c4", 9)).app
    async with app.run_test() as pilot:
        await pilot.pause()
        await press(pilot, "b")
        assert isinstance(app.screen, PlayScreen)
        assert app.screen.session.id not in ("k7m2", "b3c4", "h8t5")
    assert len(store.records()) == 4


async def test_crash_ends_the_program_with_a_sentence_and_a_log(tmp_path: Path) -> None:
    app = AppHarness(tmp_path).app
    with pytest.raises(ZeroDivisionError):
        await crash(app)
    assert app.return_code == 1
    assert "ZeroDivisionError" in (tmp_path / "guildhall.log").read_text()


async def crash(app: GuildhallApp) -> None:
    async with app.run_test() as pilot:
        await pilot.pause()
        app.call_later(lambda: 1 // 0)
        await pilot.pause()


async def test_idle_menu_sends_nothing_and_cursor_steps_little(
    tmp_path: Path,
) -> None:
    async with wired(AppHarness(tmp_path, some_games()).app, size=(80, 24)) as wire:
        assert await wire.idle(0.3) == 0
        await wire.press("down")
        assert await wire.press("down") < 1500


async def test_preview_table_beside_the_menu_is_sent_once(tmp_path: Path) -> None:
    app = AppHarness(tmp_path, some_games()).app
    async with wired(app, size=(120, 40)) as wire:
        assert isinstance(app.screen, MenuScreen)
        while app.screen.table.seeks:
            await wire.idle(0.05)
        assert await wire.idle(0.3) == 0
        assert await wire.press("down") < 5000


async def wait_for_table(pilot: Pilot[Any], screen: MenuScreen) -> None:
    while screen.table.seeks:
        await pilot.pause(0.05)


async def test_table_appears_after_the_cursor_was_on_an_entry_without_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("screens.pages.menu_table.TABLE_DELAY", 0.1)
    app = AppHarness(tmp_path).app
    async with app.run_test(size=(120, 40)) as pilot:
        screen = app.screen
        assert isinstance(screen, MenuScreen)
        games = [place for place in screen.stops() if is_game(place)]
        await walk_to(pilot, games[-1])
        await wait_for_table(pilot, screen)
        shown = text(app)
        await pilot.press("up", "down", "down")
        await pilot.pause(0.3)
        assert screen.pointed not in games
        await pilot.press("up")
        assert text(app) != shown
        await wait_for_table(pilot, screen)
        assert text(app) == shown


async def test_cursor_step_in_menu_and_form_sends_little(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """At 120 x 40 in 256 colours at most 600 bytes a step, in the menu and in a form, without the
    table of an entry on which the cursor rests."""
    monkeypatch.setattr("screens.pages.menu_table.TABLE_DELAY", 3600)
    async with wired(AppHarness(tmp_path).app, size=(120, 40), colours="256") as wire:
        games = [(await wire.press(key)) for key in ("down", "down", "up", "down")]
        await wire.press("1")
        form = [(await wire.press(key)) for key in ("up", "up", "up", "down", "down")]
    assert median(games) <= 600
    assert median(form) <= 600


async def test_replay_of_a_game_just_ended_returns_to_its_end(
    tmp_path: Path,
) -> None:
    harness = AppHarness(tmp_path, some_games(), start=StartMatch("b3c4"))
    async with harness.app.run_test() as pilot:
        await pilot.pause()
        await press(pilot, "R")
        assert isinstance(harness.app.screen, ReplayScreen)
        await press(pilot, "right", "escape")
        screen: Any = harness.app.screen
        assert isinstance(screen, PlayScreen)
        assert screen.session.id == "b3c4"
        await press(pilot, "R", "right", "b")
        screen = harness.app.screen
        assert isinstance(screen, PlayScreen)
        assert screen.session.id != "b3c4"
        assert f"This is a new game, {screen.session.id}" in text(harness.app)
        await press(pilot, "q")
        assert isinstance(harness.app.screen, MenuScreen)


async def test_branch_at_a_costly_move_selects_the_better_one(tmp_path: Path) -> None:
    store = some_games()
    match = store.load("b3c4")
    people = set(match.header.people)
    count, better = next(
        (count, pick)
        for count, event in enumerate(match.line, 1)
        if count > 20 and event.kind == PICK_EVENT and event.seat in people
        for pick in match.at(count - 1).options(event.seat)
        if pick != event.value
    )
    event = match.line[count - 1]
    played, best = Estimate(event.value, 0.2, 0.01, 100), Estimate(better, 0.8, 0.01, 100)
    costly = ReviewedMove(played, best, 0.01, count, event.seat)
    seats = len(match.header.seats)
    points = [WinChances(at, (1 / seats,) * seats) for at in (0, len(match.line))]
    review = Review(points, {count: costly}, due=[], progress=1.0, whole=True)
    save_review(store, "b3c4", match.header, review.to_json())
    harness = AppHarness(tmp_path, store, start=StartMatch("b3c4"))
    async with harness.app.run_test() as pilot:
        await pilot.pause()
        await press(pilot, "R", "home", "n", "b")
        await pilot.pause()
        screen: Any = harness.app.screen
        assert isinstance(screen, PlayScreen)
        assert screen.session.id != "b3c4"
        assert len(screen.session.match.line) == count - 1
        if screen.state.partial_pick is None:
            await press(pilot, "space")
        partial_pick = screen.state.partial_pick
        assert partial_pick is not None
        assert partial_pick.seat == event.seat
        assert partial_pick.pick == better
        assert "This was better: " in screen.state.message


async def test_match_status_is_omitted_without_room(tmp_path: Path) -> None:
    harness = AppHarness(tmp_path, some_games(), language="ru")
    async with harness.app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        first = next(line for line in text(harness.app).splitlines() if "Продолжить" in line)
        assert "…" not in first
        assert "Продолжить  Средние века " in first


async def test_draft_is_listed_on_request(tmp_path: Path, pig: str) -> None:
    key = str(len(catalogue()) + 1)
    harness = AppHarness(tmp_path)
    async with harness.app.run_test() as pilot:
        await pilot.pause()
        assert "Pig" not in text(harness.app)
        await press(pilot, key)
        assert isinstance(harness.app.screen, MenuScreen)
    harness = AppHarness(tmp_path)
    harness.app.environment.drafts = True
    async with harness.app.run_test() as pilot:
        await pilot.pause()
        assert "Pig" in text(harness.app)
        await press(pilot, key)
        assert isinstance(harness.app.screen, NewGameScreen)
        assert harness.app.screen.game.id == pig
        await press(pilot, "enter")
        assert isinstance(harness.app.screen, PlayScreen)
        assert "Roll the die" in text(harness.app)


async def test_wide_menu_shows_a_table_of_the_selected_game(tmp_path: Path) -> None:
    app = AppHarness(tmp_path, some_games()).app
    async with app.run_test(size=(120, 40)) as pilot:
        await pilot.pause()
        assert isinstance(app.screen, MenuScreen)
        assert app.screen.pointed == ("do", "resume")
        await until(app, pilot, "Turn order: Anna, Boris.")
        while app.screen.pointed != ("game", "knights"):
            await press(pilot, "down")
        await until(app, pilot, "VP hand")
        assert "Press Enter to start a new game." in text(app)
        await press(pilot, "up", "down")
        assert "VP hand" not in text(app), "the cursor is still moving"
        await until(app, pilot, "VP hand")


async def test_menu_under_a_table_reads_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = some_games()
    harness = AppHarness(tmp_path, store, start=StartMatch("k7m2"))
    read: list[str] = []
    records = store.records

    def watched(**choice: Any) -> Any:
        read.append("records")
        return records(**choice)

    monkeypatch.setattr(store, "records", watched)
    monkeypatch.setattr(TableHost, "sample_match", lambda _, game: read.append(game))
    async with harness.app.run_test(size=(120, 40)) as pilot:
        await press(pilot, "right", "left")
        await pilot.pause(0.4)
        assert isinstance(harness.app.screen, PlayScreen)
        assert not read


async def test_menu_after_a_lesson_lists_the_last_game(tmp_path: Path) -> None:
    app = AppHarness(tmp_path, some_games(), start=StartLesson("era")).app
    async with app.run_test() as pilot:
        await pilot.pause()
        assert isinstance(app.screen, LessonScreen)
        app.pop_screen()
        await pilot.pause()
        assert isinstance(app.screen, MenuScreen)
        assert "Continue" in text(app)


async def test_menu_after_a_lesson_is_at_its_game(tmp_path: Path) -> None:
    app = AppHarness(tmp_path, some_games()).app
    async with app.run_test() as pilot:
        await press(pilot, "n", "4")
        assert isinstance(app.screen, LessonScreen)
        app.pop_screen()
        await pilot.pause()
        assert page(app).pointed == ("game", "catan")
        await press(pilot, "n")
        assert page(app).pointed == ("lesson", "catan")


async def until(app: GuildhallApp, pilot: Pilot[Any], expected_text: str) -> None:
    """Wait until a text is shown."""
    for _ in range(200):
        if expected_text in text(app):
            return
        await pilot.pause(0.05)
    raise AssertionError(f"never seen: {expected_text}\n{text(app)}")


async def test_small_menu_loads_no_table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    sought: list[str] = []
    monkeypatch.setattr(TableHost, "sample_match", lambda _, game: sought.append(game))
    app = AppHarness(tmp_path).app
    async with app.run_test(size=(119, 40)) as pilot:
        await press(pilot, "down")
        await pilot.pause(0.4)
        assert not sought
        await pilot.resize_terminal(120, 40)
        await pilot.pause(0.4)
        assert sought == ["era"]


async def test_letters_move_and_question_mark_lists_the_keys(tmp_path: Path) -> None:
    app = AppHarness(tmp_path, some_games()).app
    async with app.run_test(size=(120, 40)) as pilot:
        await pilot.pause()
        menu: Any = app.screen
        stops = menu.stops()
        for key, wanted in (("G", -1), ("g", 0), ("j", 1), ("k", 0)):
            await press(pilot, key)
            assert menu.pointed == stops[wanted]
        await press(pilot, "question_mark")
        assert isinstance(app.screen, CommandPaletteScreen)
        assert "the saved games" in text(app)
