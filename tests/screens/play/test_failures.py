"""Stores that fail and bots that cannot choose: an error message, and a screen that shows the saved
state."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import pytest

from engine.core.event import PICK_EVENT, Event
from engine.errors import BadStore, Busy, Conflict, GuildhallError
from engine.i18n.text import words
from engine.match.match import Match
from engine.storage.memory_store import MemoryStore
from engine.storage.session import Session
from screens.play.play_screen import PlayScreen
from screens.play.subscriber import POLLING_TIMER
from screens.table.reducers import commit
from screens.table_view.painter_registry import register_painter
from tests.matrix import usually
from tests.screens.games.middle_ages.scenes import played
from tests.screens.patience import SOON
from tests.screens.playing import NAMES, SMALL, Stage, ask_next, play, press, screen_text

pytestmark = pytest.mark.usefixtures("toy")

METHODS = ("append", "since", "header", "log")
CALLS = [(method, number) for method in METHODS[:-1] for number in range(1, 7)]
"""Which calls of the store fail: of each kind one of the first."""


class Refusing(MemoryStore):
    """A store of which some call fails, and all after it as long as it is `broken`."""

    def __init__(self) -> None:
        super().__init__()
        self.calls = dict.fromkeys(METHODS, 0)
        self.fails: Callable[[str, int], GuildhallError | None] = lambda method, number: None

    def _count(self, method: str) -> None:
        self.calls[method] += 1
        error = self.fails(method, self.calls[method])
        if error is not None:
            raise error

    def append(self, *arguments: Any) -> None:
        self._count("append")
        super().append(*arguments)

    def log(self, id: str) -> Any:
        self._count("log")
        return super().log(id)

    def since(self, *arguments: Any) -> Any:
        self._count("since")
        return super().since(*arguments)

    def header(self, *arguments: Any) -> Any:
        self._count("header")
        return super().header(*arguments)


FULL = BadStore(words("The disk is full."))
BUSY = Busy(words("Another program keeps the store busy."))


def table(
    game: str = "middle_ages", *players: str, **preferences: Any
) -> tuple[Stage, PlayScreen, Session, Refusing]:
    """A match in a store that can be made to refuse."""
    if game == "toy":
        register_painter("toy", "tests.toy.painter")
    who = players or ("person", "person")
    match = Match.begin(game, list(zip(NAMES, who, strict=False)), seed="7")
    store = Refusing()
    session = Session(store, store.new(match), match)
    stage, screen = play(session, **preferences)
    return stage, screen, session, store


def agree(screen: PlayScreen, session: Session, store: Refusing) -> bool:
    """Whether the screen shows what the store holds."""
    store.fails = lambda method, number: None
    held = store.load(session.id)
    same = held.log == session.match.log and held.state == session.match.state
    request = None if screen.state.partial_pick is None else screen.state.partial_pick.request
    if request is not None:
        same = same and request.length == len(held.log)
        same = same and request.view.digest() == held.view(request.seat).digest()
    return same


KEYS = ("enter", "enter", "enter", "u", "r", "U", "enter", "t", "enter", "r", "enter")


@pytest.mark.parametrize(
    ("method", "number", "game"),
    [
        usually(at % 2 == count, *call, game)
        for at, call in enumerate(CALLS)
        for count, game in enumerate(["middle_ages", "toy"])
    ],
)
async def test_failing_store_call_leaves_the_screen_in_step(
    game: str, method: str, number: int
) -> None:
    app, screen, session, store = table(game)
    store.fails = lambda called, at: FULL if called == method and at == number else None
    async with app.run_test(size=SMALL) as pilot:
        await pilot.pause()
        for key in KEYS:
            if screen.state.pass_to is not None:
                await press(pilot, "space")
            failed = store.calls[method] >= number
            await press(pilot, key)
            if not failed and store.calls[method] >= number:
                assert "The disk is full." in screen_text(screen)
        assert store.calls[method] >= number
        assert agree(screen, session, store)
        assert app.screen is screen


@pytest.mark.parametrize("change", ["u", "U", "r", "t", "enter"])
@pytest.mark.parametrize("gone", [False, True])
async def test_failed_save_is_reported_and_nothing_happened(change: str, gone: bool) -> None:
    app, screen, session, store = table()
    async with app.run_test(size=SMALL) as pilot:
        await pilot.pause()
        await press(pilot, "enter", "enter", "enter")
        if change == "r":
            await press(pilot, "u")
        log, state = list(session.match.log), session.match.state.copy()
        methods = ("append", "log") if gone else ("append",)
        store.fails = lambda method, number: FULL if method in methods else None
        await press(pilot, change)
        if change == "t":
            await press(pilot, "enter")
        assert "The disk is full." in screen_text(screen)
        assert (session.match.log, session.match.state) == (log, state)
        assert agree(screen, session, store)
        await press(pilot, "enter", "enter")
        assert len(session.match.log) > len(log), "play continues once there is room"


async def test_second_window_cannot_undo_what_is_already_undone() -> None:
    app, screen, session, store = table()
    async with app.run_test(size=SMALL) as pilot:
        await pilot.pause()
        await press(pilot, "enter", "enter", "enter")
        other = Session.open(store, session.id)
        seat = other.match_view.pending()[0].seat
        other.choose(other.ask(seat), other.ask(seat).options[0])
        await press(pilot, "u")
        assert "New tiles have since been revealed." in screen_text(screen)
        assert session.match.log == other.match.log
        assert agree(screen, session, store)


async def test_partial_pick_survives_a_failed_save() -> None:
    match = played(3, until="PlacePlotToken")
    store = Refusing()
    session = Session(store, store.new(match), match)
    app, screen = play(session)
    async with app.run_test(size=SMALL) as pilot:
        await pilot.pause()
        await press(pilot, "enter")
        assert screen.state.partial_pick is not None
        chosen = screen.state.partial_pick.chosen
        assert len(chosen) == 1
        store.fails = lambda method, number: FULL if method == "append" else None
        await press(pilot, "enter")
        assert screen.state.partial_pick is not None
        assert screen.state.partial_pick.chosen == chosen
        assert "The disk is full." in screen_text(screen)


async def test_keys_work_and_the_choice_is_retried_while_the_store_is_busy(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(commit, "RETRY_INTERVAL", 2 * SOON)
    monkeypatch.setattr(commit, "MAX_BUSY_TRIES", 10_000)
    app, screen, session, store = table()
    async with app.run_test(size=SMALL) as pilot:
        await pilot.pause()
        before = len(session.match.log)
        store.fails = lambda method, number: BUSY if method == "append" else None
        await press(pilot, "enter")
        assert "The database is busy" in screen_text(screen)
        await press(pilot, "enter", "1", "u", "t")
        assert len(session.match.log) == before
        store.fails = lambda method, number: None
        for _ in range(6000):
            await pilot.pause(0.01)
            if len(session.match.log) > before:
                break
        picks = [event for event in session.match.log[before:] if event.kind == PICK_EVENT]
        assert len(picks) == 1
        assert "busy" not in screen_text(screen)
        assert agree(screen, session, store)


async def test_busy_store_can_be_left_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(commit, "RETRY_INTERVAL", 2 * SOON)
    monkeypatch.setattr(commit, "MAX_BUSY_TRIES", 10_000)
    app, screen, _, store = table()
    async with app.run_test(size=SMALL) as pilot:
        await pilot.pause()
        store.fails = lambda method, number: BUSY if method == "append" else None
        await press(pilot, "enter")
        assert "The database is busy" in screen_text(screen)
        await press(pilot, "escape")
        calls = store.calls["append"]
        await pilot.pause(0.1)
        assert store.calls["append"] == calls, "Escape stops retrying"
        assert "The database is busy" not in screen_text(screen)
        await press(pilot, "enter")
        await press(pilot, "q")
        assert app.screen is not screen


async def test_store_that_stays_busy_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(commit, "RETRY_INTERVAL", 0.001)
    app, screen, session, store = table()
    async with app.run_test(size=SMALL) as pilot:
        await pilot.pause()
        store.fails = lambda method, number: BUSY if method == "append" else None
        await press(pilot, "enter")
        for _ in range(6000):
            await pilot.pause(0.01)
            if screen.state.question is None:
                break
        assert screen.state.question is None
        assert store.calls["append"] == commit.MAX_BUSY_TRIES
        assert "keeps the store busy" in screen_text(screen)
        assert agree(screen, session, store)


# ---------------------------------------------------------------------- bots


def running(screen: PlayScreen) -> list[Any]:
    """The timers of the screen that have not ended, but for those that look from time to time."""
    return [
        timer
        for timer in screen._timers
        if timer.name not in ("screen_update", POLLING_TIMER)
        and timer._task is not None
        and not timer._task.done()
    ]


async def test_bots_stop_at_a_lasting_error_until_resumed() -> None:
    app, screen, session, store = table("middle_ages", "person", "bot:random")
    store.fails = lambda method, number: FULL if method == "append" else None
    async with app.run_test(size=SMALL) as pilot:
        await pilot.pause()
        store.fails = lambda method, number: None
        while screen.state.partial_pick is None:
            await pilot.pause(0.01)
        request = screen.state.partial_pick.request
        session.choose(request, request.options[0])
        while session.waiting_bot() is None:
            again = session.ask(0)
            session.choose(again, again.options[0])
        calls = store.calls["append"]
        store.fails = lambda method, number: FULL if method == "append" else None
        ask_next(screen)
        while "The bots have stopped" not in screen_text(screen):
            await pilot.pause(0.01)
        await pilot.pause(0.1)
        assert store.calls["append"] == calls + 1, "tried once"
        assert "The disk is full." in screen_text(screen)
        store.fails = lambda method, number: None
        await press(pilot, "enter")
        for _ in range(6000):
            if store.calls["append"] > calls + 1:
                break
            await pilot.pause(0.01)
        assert store.calls["append"] > calls + 1
        assert "stopped" not in screen_text(screen)
        assert agree(screen, session, store)


async def test_missing_bot_is_replaced_on_request() -> None:
    app, screen, session, store = table("middle_ages", "person", "bot:clever")
    async with app.run_test(size=SMALL) as pilot:
        await pilot.pause()
        assert "Who should play for Boris?" in screen_text(screen)
        assert "clever" in screen_text(screen)
        assert store.calls["append"] == 0
        await press(pilot, "1")
        assert session.match_view.header.seats[1] == ("Boris", "person")
        assert store.load(session.id).header.seats[1] == ("Boris", "person")
        assert screen.state.partial_pick is not None
        await press(pilot, "enter", "enter")
        assert {event.seat for event in session.match.log if event.kind == PICK_EVENT} == {0, 1}
        assert agree(screen, session, store)


async def test_another_bot_can_take_over() -> None:
    app, screen, session, _ = table("middle_ages", "person", "bot:clever")
    async with app.run_test(size=SMALL) as pilot:
        await pilot.pause()
        await press(pilot, "3")
        assert session.match_view.header.seats[1] == ("Boris", "bot:medium")
        while screen.state.partial_pick is None:
            await pilot.pause(0.01)
        assert session.lacking_bot() is None


def choose_all(session: Session, screen: PlayScreen) -> None:
    """Let the person choose until it is the bot's turn."""
    while screen.state.partial_pick is not None:
        request = screen.state.partial_pick.request
        session.choose(request, request.options[0])
        ask_next(screen)


async def test_no_bot_moves_while_a_person_chooses_after_an_undo() -> None:
    app, screen, session, _ = table("middle_ages", "person", "bot:random", pace="50")
    async with app.run_test(size=SMALL) as pilot:
        await pilot.pause()
        while session.waiting_bot() is None or screen.state.partial_pick is not None:
            await press(pilot, "enter")
        assert running(screen), "the bot is about to move"
        await press(pilot, "u")
        before: Sequence[Event] = list(session.match.log)
        await pilot.pause()
        assert session.match.log == before
        assert not running(screen)


async def test_bots_keep_their_pace_after_undos() -> None:
    app, screen, _, _ = table("middle_ages", "person", "bot:random", pace="50")
    async with app.run_test(size=SMALL) as pilot:
        await pilot.pause()
        for _ in range(3):
            while screen.state.partial_pick is not None:
                await press(pilot, "enter")
            await press(pilot, "u")
            assert screen.state.partial_pick is not None
        while screen.state.partial_pick is not None:
            await press(pilot, "enter")
        assert len(running(screen)) == 1


async def test_conflict_does_not_stop_bots(monkeypatch: pytest.MonkeyPatch) -> None:
    app, screen, session, store = table("middle_ages", "person", "bot:random")
    async with app.run_test(size=SMALL) as pilot:
        await pilot.pause()
        late = Conflict(words("Too late."))
        real, tried = session.let_bot_choose, []

        def choose(*, quickly: bool = False) -> list[Event]:
            tried.append(True)
            if len(tried) == 1:
                raise late
            return real(quickly=quickly)

        monkeypatch.setattr(session, "let_bot_choose", choose)
        while len(tried) < 2:
            await pilot.pause(0.01)
            if screen.state.partial_pick is not None:
                await press(pilot, "enter")
        assert screen.state.question is None
        assert agree(screen, session, store)
