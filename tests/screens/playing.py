"""Matches on a screen, for tests: a session in memory, a screen in a small app, keys and clicks."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from random import Random
from typing import Any

from attrs import evolve
from textual.app import App
from textual.pilot import Pilot
from textual.screen import Screen

from engine.core.chance import Dice
from engine.match.match import Match
from engine.storage.memory_store import MemoryStore
from engine.storage.session import Session
from engine.workers.pool import Thinker, WorkerPool
from screens.key_map import PLAY_COMMANDS, TABLE_COMMANDS
from screens.play.play_screen import PlayScreen
from screens.preferences import CARDS_OFF, CONFIRM_NEVER, Preferences
from screens.renderer.diff_renderer import DiffApp
from screens.renderer.stylesheet_cache import SharedRules
from screens.renderer.surface import Surface
from screens.table.effects import Do
from screens.table.input_debounce import Monotonic
from screens.table.match_commands import Command
from screens.table.messages import AskNext, PreferencesChanged, TimerFired
from screens.table.read_only_session import ReadOnlySession, SceneFactory, TableContext
from screens.table.table_state import open_page as go_to
from screens.table_view.notice_card import Notice
from screens.table_view.painter_registry import painter_for
from screens.table_view.scene import Scene
from styles.palette import PALETTES
from styles.themes import theme, theme_name

NAMES = ("Anna", "Boris", "Clara", "Dmitri", "Eve")

SMALL = (80, 24)
LARGE = (120, 40)


def new_session(
    game: str = "middle_ages", players: int = 3, picks: int = 0, *, seed: str = "7", bots: int = 0
) -> Session:
    """Return a session after `picks` random picks. The last `bots` seats are bots."""
    people = players - bots
    seats = [(NAMES[n], "person" if n < people else "bot:random") for n in range(players)]
    match = Match.begin(game, seats, seed=seed)
    dice = Dice(b"picks")
    for _ in range(picks):
        if not match.over:
            pending = match.pending()[0]
            match.choose(pending.seat, pending.decision.sample(match.state, dice))
    store = MemoryStore()
    return Session(store, store.new(match), match)


def do(screen: PlayScreen, act: Command) -> None:
    """Let the screen carry out a command, and dispatch the result."""
    answer = screen.carry_out(Do(act))
    assert answer is not None
    screen.dispatch(answer)


class Stage(DiffApp):
    """An app with one screen. Its name is the title of the pictures in the snapshots."""

    def __init__(self, screen: Screen[Any]) -> None:
        super().__init__()
        for palette in PALETTES.values():
            self.register_theme(theme(palette))
        self.stylesheet = SharedRules(variables=self.get_css_variables())
        self.first = screen
        self.searches: list[Thinker] = []

    def opened(self) -> None:
        self.push_screen(self.first)

    async def on_unmount(self) -> None:
        """Close the bots' search."""
        for start_search in self.searches:
            await start_search.close()


class ThinkingClock:
    """Clock of players who think before each key: it advances by ten seconds per reading. If
    `still`, it stops, as for a burst of keys."""

    def __init__(self) -> None:
        self.now = 0.0
        self.still = False

    def __call__(self) -> float:
        if not self.still:
            self.now += 10
        return self.now


def play(
    session: Session,
    clock: Monotonic | None = None,
    *,
    coached: bool = False,
    thinker: Thinker | None = None,
    **preferences: Any,
) -> tuple[Stage, PlayScreen]:
    """Return an app that plays a session, and its screen."""
    changes = Preferences(
        **{"confirm": CONFIRM_NEVER, "pace": "0", "cards": CARDS_OFF, **preferences}
    )
    searches = [] if thinker is None else [thinker]

    def start_search() -> Thinker:
        if not searches:
            searches.append(WorkerPool())
        return searches[0]

    screen = PlayScreen(
        session, changes, thinker=start_search, coached=coached, clock=clock or ThinkingClock()
    )
    stage = Stage(screen)
    stage.searches = searches
    stage.theme = theme_name(PALETTES[changes.theme])
    return stage, screen


@asynccontextmanager
async def at_table(
    session: Session,
    clock: Monotonic | None = None,
    *,
    size: tuple[int, int] = SMALL,
    **preferences: Any,
) -> AsyncIterator[tuple[Stage, PlayScreen, Pilot[Any]]]:
    """Run an app that plays a session. Yield the app, its screen and a pilot, once everything is
    drawn."""
    app, screen = play(session, clock, **preferences)
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        yield app, screen, pilot


def screen_text(screen: Any) -> str:
    """Return the screen as text."""
    text: str = screen.surface.canvas.text()
    return text


def scene_at(screen: PlayScreen) -> Scene:
    """Return the scene of the screen."""
    session = ReadOnlySession(screen.session)
    context = TableContext((*PLAY_COMMANDS, *TABLE_COMMANDS), screen.diff_app.theme_for)
    return SceneFactory(session, painter_for(screen.match_view.header.game), context).of(
        screen.state
    )


def ask_next(screen: PlayScreen) -> None:
    """Let the screen ask the next decision, after a change elsewhere."""
    screen.dispatch(AskNext())


def repaint(screen: PlayScreen) -> None:
    """Repaint the whole screen."""
    screen.dispatch(PreferencesChanged(screen.state.preferences))


def open_page(screen: PlayScreen, zone: str) -> None:
    """Show a page."""
    screen.state = go_to(screen.state, zone)
    repaint(screen)


def show_card(screen: PlayScreen, notice: Notice) -> None:
    """Show a card over the table."""
    cards = evolve(screen.state.notices, queue=(*screen.state.notices.queue, notice))
    screen.state = evolve(screen.state, notices=cards)
    repaint(screen)


def fire_timer(screen: PlayScreen, timer: str) -> None:
    """Fire a timer of the table now."""
    screen.dispatch(TimerFired(timer, screen.state.timers.due[timer]))


def pressing(*keys: str) -> Callable[[Pilot[Any]], Awaitable[None]]:
    """Return a function for `run_before` of a snapshot. It waits for the screen, then presses keys,
    and waits for drawing after each."""

    async def before(pilot: Pilot[Any]) -> None:
        while not pilot.app.screen.query(Surface):
            await pilot.pause()
        await pilot.pause()
        for key in keys:
            await press(pilot, key)

    return before


async def press(pilot: Pilot[Any], *keys: str) -> None:
    """Press keys and wait until everything is drawn."""
    await pilot.press(*keys)
    await pilot.pause()


async def click(app: App[Any], pilot: Pilot[Any], place: Any) -> None:
    """Click the middle of the first rectangle of a place on the screen's canvas."""
    screen: Any = app.screen
    spots = screen.surface.canvas.rects(place)
    assert spots, f"{place} is not on the canvas"
    await pilot.click("#table", offset=(spots[0].x + spots[0].width // 2, spots[0].y))
    await pilot.pause()


async def press_at_random(
    pilot: Pilot[Any], random: Random, keys: Sequence[str], times: int
) -> None:
    """Press random keys and click on the table `times` times."""
    size = pilot.app.size
    for _ in range(times):
        if random.random() < 0.8:
            await pilot.press(random.choice(keys))
        else:
            at = (random.randrange(size.width), random.randrange(size.height))
            await pilot.click("#table", offset=at)
    await pilot.pause(0.05)
