"""The app: terminal, settings, database, and the stack of screens."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Collection, Mapping
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING, ClassVar, Protocol

from attrs import evolve
from rich.text import Text as Printed
from textual import events
from textual.app import App
from textual.binding import Binding, BindingType
from textual.screen import Screen

from engine.core.players import PERSON
from engine.errors import GuildhallError, telling
from engine.i18n.language import Tongue
from engine.i18n.text import Text, words
from screens.bindings import bindings
from screens.environment import Environment
from screens.exit_codes import INTERRUPTED
from screens.key_map import PALETTE
from screens.keys import held_on_latin, latin_of
from screens.pages.app_context import Navigation
from screens.paint.too_small import LINES_KEY
from screens.preferences import COACH_FIRST, COACH_OFF, COACH_ON, Preferences
from screens.renderer.diff_renderer import DiffApp
from screens.renderer.stylesheet_cache import SharedRules
from screens.terminal.textual_private import key_of_character
from screens.terminal.typeahead import TypeAhead
from styles.colour import Depth
from styles.depth import AUTO
from styles.palette import PALETTES
from styles.themes import theme, theme_name

if TYPE_CHECKING:
    from rich.console import RenderableType
    from textual.driver import Driver

    from engine.core.event import Header
    from engine.match.match import Match
    from engine.search.review import Review
    from engine.storage.session import Session
    from engine.storage.store import Store
    from engine.workers.pool import Thinker
    from screens.pages.page import Page
    from screens.paint.canvas import Canvas
    from screens.play.lesson_screen import LessonScreen
    from screens.play.play_screen import PlayScreen
    from screens.play.replay_screen import ReplayScreen
    from screens.play.table_screen import TableScreen

LOG_NAME = "guildhall.log"

PATIENCE = 0.1
"""Seconds that the screen may freeze while another program writes to the database."""


class AppContext(Navigation, Protocol):
    """Behaviour that differs between a local user and a guest: first pages, destinations, and
    saving of settings."""

    def lowest_page(self) -> Page:
        """The page below all others."""

    def arrive(self) -> None:
        """Open the first page."""

    def ready(self) -> None:
        """Called when the first page is visible."""

    def leave(self) -> None:
        """Called when the program ends."""

    def save_preferences(self, preferences: Preferences) -> None:
        """Save the settings. Raises GuildhallError."""

    def keep_of_games(self, preferences: Preferences) -> None:
        """Save only progress in lessons and coach choices per game. Raises GuildhallError."""

    def why_no_shell(self) -> Text | None:
        """Reason why the program cannot be suspended; None if it can."""

    def mistake(self, number: str) -> Text:
        """Message about a crash, logged under `number`."""

    def has_finished(self, game: str) -> bool:
        """Whether there is a finished match of a game. Raises GuildhallError."""

    def play_again(self, session: Session, header: Header) -> None:
        """Play the same game again with the players of a match. Raises GuildhallError."""

    def share_page(self, match: Match, id: str | None) -> None:
        """Write a web page of a match, or tell how to get one. Raises GuildhallError."""

    def branch(self, match: Match, count: int) -> str:
        """Create a match that continues from a position of another; return its id. Raises
        GuildhallError."""


class GuildhallApp(DiffApp):
    """Guildhall on a terminal."""

    TITLE = "Guildhall"
    ENABLE_COMMAND_PALETTE = False
    AUTO_FOCUS = None
    CSS = "Screen { background: $background; overflow: hidden; }"

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+c", "interrupt", show=False, priority=True),
        Binding("ctrl+l", "redraw", show=False),
        *bindings((PALETTE,)),
        Binding("ctrl+z", "suspend_process", show=False),
    ]

    def __init__(
        self,
        environment: Environment,
        preferences: Preferences,
        make_context: Callable[[GuildhallApp], AppContext],
        driver_class: type[Driver] | None = None,
    ) -> None:
        super().__init__(driver_class)
        self.environment = environment
        self.preferences = preferences
        self.context = make_context(self)
        self.ending = False
        self.played: Session | None = None
        """The match that was played last, if any."""
        self.wants_lines = False
        """Whether the program ended because its user wants to continue in line mode."""
        self.failure: GuildhallError | None = None
        self._store: Store | None = None
        self._thinker: Thinker | None = None
        self._typed = TypeAhead(self)
        self.animation_level = "none"
        self.set_reactive(App.theme, self._theme_of(preferences))
        self.stylesheet = SharedRules(variables=self.get_css_variables())
        self.set_keymap(preferences.keys)

    def get_driver_class(self) -> type[Driver]:
        """A driver that ends the program when the terminal is gone, or the one set in the
        environment if it exists; Textual's own one on Windows."""
        if "TEXTUAL_DRIVER" in os.environ:
            with suppress(ImportError, AttributeError, ValueError, RuntimeError):
                return super().get_driver_class()
        if sys.platform == "win32":
            return super().get_driver_class()
        from screens.terminal.driver import TerminalDriver

        return TerminalDriver

    def get_default_screen(self) -> Screen[None]:
        """The page below all others."""
        return self.context.lowest_page()

    def opened(self) -> None:
        self.app_resume_signal.subscribe(self, lambda _: self.action_redraw())
        self.context.arrive()

    def on_ready(self) -> None:
        """Tell the context that the first page is visible."""
        self.context.ready()

    # ------------------------------------------------------------------ settings

    def change(self, preferences: Preferences) -> None:
        """Apply settings and save them. Changing the coach setting resets the choice for every
        game."""
        if preferences.coach != self.preferences.coach:
            preferences = evolve(preferences, coached={})
        self.wear(preferences)
        with telling(self.tell):
            self.context.save_preferences(preferences)

    def wear(self, preferences: Preferences) -> None:
        """Apply settings without saving them."""
        self.preferences = preferences
        self.theme = self._theme_of(preferences)
        self.set_keymap(preferences.keys)
        for screen in self.screen_stack:
            apply = getattr(screen, "apply_preferences", None)
            if apply is not None:
                apply(preferences)

    @property
    def depth(self) -> Depth:
        """The colour depth set by the user, else that of the terminal."""
        wanted = self.preferences.colours
        if wanted != AUTO:
            return Depth(wanted)
        return self.environment.depth or super().depth

    def _theme_of(self, preferences: Preferences) -> str:
        """Name of the theme for these settings, registered on first use."""
        palette = PALETTES[preferences.theme]
        if self.get_theme(theme_name(palette)) is None:
            self.register_theme(theme(palette))
        return theme_name(palette)

    def say(self, text: Text) -> str:
        """A message in the reader's language."""
        return Tongue(self.preferences.language).say(text)

    def on_key(self, event: events.Key) -> None:
        """Translate a key of another layout to its Latin letter, if nothing is bound to it."""
        letter = latin_of(event.character)
        if letter is not None and event.key not in self.active_bindings:
            event.stop().prevent_default()
            self._typed.type_instead(events.Key(key_of_character(letter), letter))

    # ------------------------------------------------------------------ the store

    @property
    def store_open(self) -> bool:
        """Whether the database has been opened."""
        return self._store is not None

    @property
    def store(self) -> Store:
        """The database, opened on first access. Raises BadStore."""
        if self._store is None:
            self._store = self.environment.open_store()
            self._store.wait_at_most(PATIENCE)
            if self._store.only_read is not None:
                self.call_later(self.tell, self._store.only_read)
            if self._store.rests is not None:
                self.set_interval(self._store.rests, self._store.rest)
        return self._store

    @property
    def thinker(self) -> Thinker:
        """The search for bots, created on first access."""
        if self._thinker is None:
            self._thinker = self.environment.make_thinker()
        return self._thinker

    async def on_unmount(self) -> None:
        """Leave the context, stop the bots' search and close the database."""
        self.context.leave()
        if self._thinker is not None:
            await self._thinker.close()
        if self._store is not None:
            self._store.close()

    # ------------------------------------------------------------------ what is opened

    def show_over_menu(self, screen: Screen[None]) -> None:
        """Show a screen over the menu, replacing the current one."""
        if self.ending:
            return
        while len(self.screen_stack) > 2:
            self.pop_screen()
        if len(self.screen_stack) > 1:
            self.switch_screen(screen)
        else:
            self.push_screen(screen)

    def match_like(self, game: str) -> Match | None:
        """A sample match of a game in progress, if there is one. Raises GuildhallError."""
        from screens.table_view.sample_tables import sample_of

        return sample_of(game)

    def match_begun(self, game: str, players: int, options: Mapping[str, str], seed: str) -> Match:
        """A match in its initial position. Raises GuildhallError."""
        from engine.match.match import Match
        from screens.pages.new_game import NAMES

        seats = [(self.say(name), PERSON) for name in NAMES[:players]]
        return Match.begin(
            game, seats, options=options, seed=seed, data=self.environment.own_data(game)
        )

    def seat_role(self, game: str, seat: int) -> str:
        """Return the style role of a seat at the table of a game."""
        from screens.table_view.painter_registry import painter_for

        role = f"seat.{seat}"
        return painter_for(game).roles.get(role, role)

    def paint_watched(self, match: Match, width: int, height: int) -> Canvas:
        """Paint the table of a match as spectators see it."""
        from screens.table_view.sample_tables import paint_watched

        look = self.look_of(self.preferences)
        return paint_watched(match, self.preferences.language, look, width, height)

    def open_rules(self, game: str) -> None:
        """Open the guide to a game."""
        from screens.pages.rules import RulesScreen

        self.show_over_menu(RulesScreen(self, game))

    def open_statistics(self, game: str) -> None:
        """Open the statistics of a game."""
        from screens.pages.statistics import StatisticsScreen

        self.show_over_menu(StatisticsScreen(self, game))

    def open_lessons(self, game: str = "") -> None:
        """Open the list of lessons, with the cursor on that of a game."""
        from screens.pages.lessons import LessonsScreen

        self.show_over_menu(LessonsScreen(self, game))

    def open_lesson(self, game: str) -> None:
        """Open the lesson of a game at the saved task, or at the start if all are done; tell if
        there is none."""
        from engine.help.lesson import lesson
        from screens.pages.new_game import NAMES
        from screens.play.lesson_screen import LessonScreen
        from screens.table.lesson_progress import LessonProgress

        found = lesson(game)
        if found is None:
            self.tell(words("This game has no lesson yet."))
            return
        names = [self.say(name) for name in NAMES]
        with telling(self.tell):
            studying = LessonProgress(found, self.preferences.lessons.get(game, 0), names)
            has_lobby = self.context.has_lobby
            self.show_over_menu(LessonScreen(studying, self.preferences, has_lobby=has_lobby))

    def on_lesson_screen_reached(self, event: LessonScreen.Reached) -> None:
        """Save the progress in a lesson."""
        lessons = self.preferences.lessons
        if lessons.get(event.game) == event.number:
            return
        self.preferences = evolve(self.preferences, lessons={**lessons, event.game: event.number})
        with telling(self.tell):
            self.context.keep_of_games(self.preferences)

    def on_lesson_screen_play_now(self, event: LessonScreen.PlayNow) -> None:
        """Open the form to start the game just learned."""
        self.context.open_form(event.game)

    def open_settings(self) -> None:
        """Open the settings."""
        from screens.pages.settings import SettingsScreen

        self.show_over_menu(SettingsScreen(self))

    def coaches(self, game: str) -> bool:
        """Whether the coach is on for a game: as chosen at its table, else by the setting
        (always, never, or until a game was finished)."""
        wish = self.preferences.coached.get(game, self.preferences.coach)
        if wish != COACH_FIRST:
            return wish == COACH_ON
        try:
            return not self.context.has_finished(game)
        except GuildhallError:
            return False

    def keep_coach(self, game: str, coached: bool) -> None:
        """Turn the coach on or off for a game, overriding the setting."""
        if self.coaches(game) == coached:
            return
        known = {one: wish for one, wish in self.preferences.coached.items() if one != game}
        self.preferences = evolve(self.preferences, coached=known)
        if self.coaches(game) != coached:
            known[game] = COACH_ON if coached else COACH_OFF
            self.preferences = evolve(self.preferences, coached=known)
        with telling(self.tell):
            self.context.keep_of_games(self.preferences)

    def open_table(self, session: Session, coached: bool) -> None:
        """Show the table of a match."""
        from screens.play.play_screen import PlayScreen

        self.played = session
        has_lobby = self.context.has_lobby
        screen = PlayScreen(
            session,
            self.preferences,
            thinker=lambda: self.thinker,
            coached=coached,
            has_lobby=has_lobby,
        )
        self.show_over_menu(screen)

    def show_replay(
        self,
        match: Match,
        at: int | None,
        *,
        message: str = "",
        above: bool = False,
        id: str | None = None,
        eyes: int | None = None,
        own: Collection[int] | None = None,
    ) -> None:
        """Show the replay of a match at position `at`, with `message` if given.

        `id` is its id in the database. `eyes` is the seat as seen by which a running match is
        replayed (None: spectators). `own` are the reader's seats (None: those of all people).
        """
        from screens.play.replay_screen import ReplayScreen

        has_lobby = self.context.has_lobby
        screen = ReplayScreen(
            match,
            self.preferences,
            at,
            message,
            thinker=lambda: self.thinker,
            has_lobby=has_lobby,
            over_table=above,
            id=id,
            eyes=eyes,
            own=match.header.people if own is None else own,
            review=None if id is None else self.kept_review(id, match),
            keep=partial(self._keep_review, id, match),
        )
        if above:
            self.push_screen(screen)
        else:
            self.show_over_menu(screen)

    def kept_review(self, id: str, match: Match) -> Review | None:
        """The saved review of a match, if it is still valid."""
        from engine.storage.saved_review import saved_review

        try:
            return saved_review(self.store, id, match.header)
        except GuildhallError:
            return None

    def _keep_review(self, id: str | None, match: Match, body: str) -> None:
        from engine.storage.saved_review import save_review

        if id is not None and self.store.only_read is None:
            with telling(self.tell):
                save_review(self.store, id, match.header, body)

    def on_play_screen_play_again(self, event: PlayScreen.PlayAgain) -> None:
        """Start another match with the same players."""
        from screens.play.play_screen import PlayScreen

        if isinstance(self.screen, PlayScreen):
            with telling(self.tell):
                self.context.play_again(self.screen.session, event.header)

    def on_play_screen_coach(self, event: PlayScreen.Coach) -> None:
        """Save the coach choice for the game's next tables."""
        self.keep_coach(event.game, event.coached)

    def on_play_screen_show_statistics(self, event: PlayScreen.ShowStatistics) -> None:
        """Show the statistics over the table."""
        from screens.pages.statistics import StatisticsScreen

        self.push_screen(StatisticsScreen(self, event.game))

    def on_play_screen_watch_again(self, event: PlayScreen.WatchAgain) -> None:
        """Replay the match over its table, with all secrets only if it is over."""
        session = event.session
        if session.sight.over:
            self.context.replay(session.id, event.at, above=True)
            return
        with telling(self.tell):
            match = self.store.load(session.id)
            self.show_replay(match, event.at, above=True, id=session.id, eyes=event.eyes)

    def on_replay_screen_branched_off(self, event: ReplayScreen.BranchedOff) -> None:
        """Start a new match from a position of a replay."""
        from screens.play.play_screen import PlayScreen

        with telling(self.tell):
            id = self.context.branch(event.match, event.count)
            self.context.resume(id)
            if event.better is not None and isinstance(self.screen, PlayScreen):
                self.screen.suggest(event.better)
            self.tell(
                words("This is a new game, {id}; the one you were watching is unchanged.", id=id)
            )

    def on_table_screen_page_wanted(self, event: TableScreen.PageWanted) -> None:
        """Write a web page of a match, or tell how to get one."""
        with telling(self.tell):
            self.context.share_page(event.match, event.id)

    def action_commands(self) -> None:
        """Open the command palette over a screen with commands."""
        from screens.pages.command_palette import CommandPaletteScreen, HasCommands

        if isinstance(self.screen, HasCommands):
            self.push_screen(CommandPaletteScreen(self, self.screen))

    def tell(self, text: Text) -> None:
        """Show a message on the current screen."""
        tell = getattr(self.screen, "tell", None)
        if tell is not None:
            tell(text)

    # ------------------------------------------------------------------ the end

    def action_interrupt(self) -> None:
        """End the program on Ctrl+C; every game is already saved."""
        self.exit(return_code=INTERRUPTED)

    def exit(
        self, result: None = None, return_code: int = 0, message: RenderableType | None = None
    ) -> None:
        """End the program and drop typed-ahead keys. Only the first call counts."""
        if self.ending:
            return
        self.ending = True
        wait_for_end = getattr(self._driver, "wait_for_end", None)
        if wait_for_end is not None:
            wait_for_end(return_code)
        super().exit(result, return_code, message)

    async def on_event(self, event: events.Event) -> None:
        """Dispatch events, but drop input once the program is ending."""
        if self.ending and isinstance(event, events.InputEvent):
            return
        if isinstance(event, events.Key) and (latin := held_on_latin(event.key)):
            event.key = latin
        if isinstance(event, events.Key) and self._asks_for_lines(event):
            self.wants_lines = True
            self.exit()
            return
        await self._typed.take_turns(event, super().on_event)

    def _asks_for_lines(self, event: events.Key) -> bool:
        """Whether a key asks for line mode, which is offered where nothing can be shown."""
        letter = latin_of(event.character) or event.character or ""
        return letter.lower() == LINES_KEY and getattr(self.screen, "too_small", False)

    @property
    def has_time(self) -> bool:
        return super().has_time and not self._typed.waits

    def action_suspend_process(self) -> None:
        """Suspend the program, if there is a shell."""
        reason = self.context.why_no_shell()
        if reason is None:
            super().action_suspend_process()
        else:
            self.tell(reason)

    def panic(self, *renderables: RenderableType) -> None:
        """End with a sentence; Textual's output goes to the log."""
        self._end_in_words(self._write_down(*renderables))

    def _fatal_error(self) -> None:
        from rich.traceback import Traceback

        self._end_in_words(self._write_down(Traceback(width=100)))

    def _write_down(self, *renderables: RenderableType) -> str:
        """Append an error to the log; return its number."""
        from io import StringIO

        from rich.console import Console

        from screens.error_log import log_error

        output = StringIO()
        console = Console(file=output, width=100, color_system=None)
        console.print(self.environment.clock().isoformat(), *renderables, sep="\n")
        try:
            return log_error(self.environment.folder / LOG_NAME, output.getvalue())
        except OSError:
            return "0"

    def _end_in_words(self, number: str) -> None:
        if not self._exit_renderables:
            self._exit_renderables.append(Printed(self.say(self.context.mistake(number))))
        self._close_messages_no_wait()
