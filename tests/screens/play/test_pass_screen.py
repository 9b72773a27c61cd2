"""The pass screen between decisions of two people leaves no secret visible."""

from __future__ import annotations

import string
from collections.abc import Iterator
from typing import Any

import pytest
from attrs import evolve
from textual.events import MouseScrollDown, MouseScrollUp
from textual.pilot import Pilot

from engine.core.hidden import Hidden
from engine.core.state import State
from engine.match.match import Match
from engine.match.match_view import VisibleHistory
from engine.match.preview import Preview
from engine.storage.memory_store import MemoryStore
from engine.storage.session import Session
from engine.workers.pool import WorkerPool
from screens.input_modes.partial_pick import PartialPick
from screens.paint import buttons
from screens.paint.canvas import Canvas
from screens.play.play_screen import PlayScreen
from screens.preferences import CONFIRM_NEVER, Preferences
from screens.table.input_debounce import Monotonic
from screens.table_view.log_view import LogLine
from screens.table_view.painter_registry import register_painter
from screens.table_view.scene import Scene
from tests.screens.playing import NAMES, SMALL, Stage, ThinkingClock, new_session, screen_text
from tests.screens.table.headless import HeadlessMatch, picture_text
from tests.toy.painter import SECRET
from tests.wire import wired

pytestmark = pytest.mark.usefixtures("toy")

KEYS = (
    *string.digits,
    *string.ascii_letters,
    *("up", "down", "left", "right", "tab", "shift+tab", "space", "escape", "backspace"),
    *("home", "end", "pageup", "pagedown", "delete", "question_mark", "slash", "comma"),
    *("full_stop", "plus", "minus", "less_than_sign", "greater_than_sign", "f1", "ctrl+l"),
)
WITH_SECRETS = (State, Scene, PartialPick, Preview, LogLine)
"""Types of objects that contain secrets."""


@pytest.fixture(autouse=True)
def _drawn() -> None:
    register_painter("toy", "tests.toy.painter")


def table(
    people: int = 3, bots: int = 0, clock: Monotonic | None = None
) -> tuple[Stage, PlayScreen, Session]:
    """The fair with that many people on a shared keyboard."""
    count = people + bots
    seats = [(NAMES[n], "person" if n < people else "bot:random") for n in range(count)]
    match = Match.begin("toy", seats, seed="5")
    store = MemoryStore()
    session = Session(store, store.new(match), match)
    preferences = Preferences(confirm=CONFIRM_NEVER, pace="0")
    screen = PlayScreen(session, preferences, thinker=WorkerPool, clock=clock or ThinkingClock())
    return Stage(screen), screen, session


def held_by(*roots: object) -> Iterator[object]:
    """Everything that can be reached from some objects, but not through the match and its store."""
    seen: dict[int, object] = {}
    waiting: list[object] = list(roots)
    while waiting:
        one = waiting.pop()
        if id(one) in seen or isinstance(one, (Session, Match, MemoryStore, type)):
            continue
        seen[id(one)] = one
        yield one
        if isinstance(one, dict):
            waiting += [*one.keys(), *one.values()]
        elif isinstance(one, (list, tuple, set, frozenset)):
            waiting += one
        elif type(one).__module__.split(".")[0] in ("screens", "engine", "tests", "rich") or (
            type(one).__module__ == "textual.strip"
        ):
            waiting += vars(one).values() if hasattr(one, "__dict__") else ()
            names = (name for base in type(one).__mro__ for name in getattr(base, "__slots__", ()))
            waiting += [getattr(one, name) for name in names if hasattr(one, name)]


def secrets_held(app: Stage, screen: PlayScreen) -> list[object]:
    """The secrets in the screen, its widget and the terminal's cells."""
    held = held_by(vars(screen), vars(screen.surface), vars(app.screen_buffer))
    found = [one for one in held if isinstance(one, WITH_SECRETS) or SECRET in _written(one)]
    rows = ["".join(row) for row in app.screen_buffer.chars]
    return found + [row for row in rows if SECRET in row]


def _written(one: object) -> str:
    return one.text() if isinstance(one, Canvas) else one if isinstance(one, str) else ""


def hangs(screen: PlayScreen) -> bool:
    """Whether the pass screen is shown, for a named player."""
    if screen.state.pass_to is None:
        return False
    name = NAMES[screen.state.pass_to]
    text = screen_text(screen)
    return f"Pass to {name}" in text and SECRET not in text


async def test_pass_screen_shows_the_status_and_opens_in_its_block() -> None:
    app, screen, _ = table()
    async with app.run_test(size=SMALL) as pilot:
        await pilot.pause()
        assert hangs(screen)
        first = screen_text(screen).splitlines()[0]
        assert first.rstrip().endswith(NAMES[0])
        assert screen.match_view.game.names.en in first
        (rect,) = screen.surface.canvas.rects((buttons.PASS_SCREEN, 0))
        assert rect.width > 40
        await pilot.click("#table", offset=(rect.x + 1, rect.bottom - 1))
        await pilot.pause()
        assert not hangs(screen)


def test_pass_screen_is_left_with_the_key_that_it_names() -> None:
    match = Match.begin("toy", [(name, "person") for name in NAMES[:2]], seed="5")
    store = MemoryStore()
    session = Session(store, store.new(match), match)
    with HeadlessMatch(session, Preferences(keys={"play.leave": "x"})) as table:
        assert "x: menu" in picture_text(table)
        for key in ("q", "x"):
            table.press(key)
            assert table.state.pass_to == 0
            assert table.left == (key == "x")


async def test_pass_screen_leaves_no_secret_visible() -> None:
    clock = ThinkingClock()
    app, screen, session = table(clock=clock)
    curtains = 0
    async with wired(app, size=SMALL) as wire:
        await wire.settle()
        for _ in range(60):
            if hangs(screen):
                curtains += 1
                assert secrets_held(app, screen) == []
                text, log = screen_text(screen), len(session.match.log)
                wire.mark()
                clock.still = True
                await wire.pilot.press(*KEYS)
                await wire.pilot.click("#table", offset=(40, 12))
                await wire.settle()
                assert screen_text(screen) == text
                assert len(session.match.log) == log
                assert SECRET not in wire.sent
                assert secrets_held(app, screen) == []
                clock.still = False
                await wire.press("space")
                assert not hangs(screen)
                assert secrets_held(app, screen), "the search works"
                await wire.press("slash", "slash", "E", "escape")
            await wire.press("enter")
            if curtains == 3:
                break
    assert curtains == 3


async def test_pass_screen_survives_settings_resizing_and_wheel() -> None:
    app, screen, _ = table()
    async with app.run_test(size=SMALL) as pilot:
        await pilot.pause()
        assert hangs(screen)
        screen.apply_preferences(Preferences(language="ru", glyphs="ascii"))
        await pilot.pause()
        assert "Анна" in screen_text(screen) or "Anna" in screen_text(screen)
        assert SECRET not in screen_text(screen)
        for size in ((120, 40), (60, 20), (80, 24)):
            await pilot.resize_terminal(*size)
            await pilot.pause()
            assert screen.state.pass_to is not None
            assert SECRET not in screen_text(screen)
        await _wheel(pilot)
        assert SECRET not in screen_text(screen)


async def _wheel(pilot: Pilot[Any]) -> None:
    for kind in (MouseScrollDown, MouseScrollUp):
        wheel = kind(None, 5, 5, 0, 1, 0, shift=False, meta=False, ctrl=False)
        pilot.app.post_message(wheel)
    await pilot.pause()


async def test_pass_screen_opens_once_per_turn() -> None:
    app, screen, session = table(2)
    async with app.run_test(size=SMALL) as pilot:
        await pilot.pause()
        first = screen.state.pass_to
        await pilot.press("space")
        await pilot.pause()
        assert screen.state.viewer == first
        while session.match.pending()[0].seat == first:
            assert screen.state.pass_to is None
            await pilot.press("enter")
            await pilot.pause()
        assert screen.state.pass_to not in (None, first)


async def test_single_person_among_bots_needs_no_pass_screen() -> None:
    app, screen, session = table(people=1, bots=2)
    looks = 0
    async with app.run_test(size=SMALL) as pilot:
        for _ in range(30):
            await pilot.pause()
            assert screen.state.pass_to is None
            if session.match.over:
                break
            if screen.state.partial_pick is not None:
                looks += 1
                assert screen_text(screen).count(f"{SECRET} hand") <= 1, "only own secrets"
                await pilot.press("enter")
        assert looks
        assert screen.state.viewer == 0


async def test_secret_places_do_not_flash(monkeypatch: pytest.MonkeyPatch) -> None:
    session = new_session(players=3, picks=8)
    seat = session.match.pending()[0].seat
    decision, before = session.match.decision(seat), session.match.view(seat)
    pick = session.match.options(seat)[0]
    (event, *_) = session.choose(session.ask(seat), pick)
    assert session.match_view.place_of(event, decision, before, None) == decision.target(
        before, (pick,)
    )
    for hidden in (Hidden(), (1, Hidden())):
        secret = evolve(event, value=hidden)
        monkeypatch.setattr(VisibleHistory, "event", lambda story, number, secret=secret: secret)
        assert session.match_view.place_of(event, decision, before, None) is None
