"""The app: terminal, settings, database, and the stack of screens."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from contextlib import suppress
from typing import TYPE_CHECKING, ClassVar

from attrs import evolve
from rich.text import Text as Printed
from textual import events
from textual.app import App
from textual.binding import Binding, BindingType
from textual.screen import Screen

from engine.errors import GuildhallError, showing_errors
from engine.i18n.language import Translator
from engine.i18n.text import Text, words
from screens.environment import Environment
from screens.exit_codes import INTERRUPTED
from screens.key_map import PALETTE_COMMAND
from screens.keys import latin_of, with_latin_letter
from screens.pages.app_context import AppContext, ListsGames
from screens.pages.bindings import bindings
from screens.pages.opening import Opening
from screens.pages.page import Page
from screens.paint.too_small import LINES_KEY
from screens.play_host import TableHost
from screens.preferences import Preferences
from screens.renderer.diff_renderer import DiffApp
from screens.renderer.stylesheet_cache import SharedRules
from screens.start import DEFAULT_NAMES
from screens.terminal.textual_private import key_of_character
from screens.terminal.typeahead import TypeAhead
from styles.colour import Depth
from styles.depth import AUTO
from styles.palette import PALETTES
from styles.themes import theme, theme_name

if TYPE_CHECKING:
    from rich.console import RenderableType
    from textual.driver import Driver

    from engine.help.lesson import Lesson
    from engine.storage.session import Session
    from engine.storage.store import Store
    from engine.workers.pool import Thinker
    from screens.play.lesson_screen import LessonScreen
    from screens.play.table_screen import TableScreen

LOG_NAME = "guildhall.log"

STORE_WAIT_SECONDS = 0.1
"""Seconds that the screen may freeze while another program writes to the database."""


class GuildhallApp(DiffApp):
    """Textual app that shows the screens of Guildhall, to local users and to guests of a server."""

    TITLE = "Guildhall"
    ENABLE_COMMAND_PALETTE = False
    AUTO_FOCUS = None
    CSS = "Screen { background: $background; overflow: hidden; }"

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+c", "interrupt", show=False, priority=True),
        Binding("ctrl+l", "redraw", show=False),
        *bindings((PALETTE_COMMAND,)),
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
        self.opening = Opening()
        self.context = make_context(self)
        self.tables = TableHost(self)
        self.ending = False
        self.played: Session | None = None
        """The match that was played most recently, if any."""
        self.lesson: Lesson | None = None
        """The lesson that was opened most recently, if any."""
        self.wants_lines = False
        """Whether the program ended because its user wants to continue in line mode."""
        self.wants_lesson_lines = False
        """Whether the user wants to continue `lesson` in line mode."""
        self.failure: GuildhallError | None = None
        self._store: Store | None = None
        self._thinker: Thinker | None = None
        self.typeahead = TypeAhead(self)
        self.animation_level = "none"
        self.set_reactive(App.theme, self._theme_of(preferences))
        self.stylesheet = SharedRules(variables=self.get_css_variables())
        self.set_keymap(preferences.keys)

    def get_driver_class(self) -> type[Driver]:
        """Return the driver class that TEXTUAL_DRIVER names, if it can be loaded. The default is
        Textual's own on Windows, and elsewhere one that ends the program when the terminal is
        gone."""
        if "TEXTUAL_DRIVER" in os.environ:
            with suppress(ImportError, AttributeError, ValueError, RuntimeError):
                return super().get_driver_class()
        if sys.platform == "win32":
            return super().get_driver_class()
        from screens.terminal.driver import TerminalDriver

        return TerminalDriver

    def get_default_screen(self) -> Screen[None]:
        """Return the page below all others."""
        return self.context.lowest_page()

    def opened(self) -> None:
        self.app_resume_signal.subscribe(self, lambda _: self.action_redraw())
        self.context.arrive()

    def on_ready(self) -> None:
        """Record that the first page is visible, and tell the context."""
        self.opening.is_visible = True
        self.context.ready()

    # ------------------------------------------------------------------ settings

    def change(self, preferences: Preferences) -> None:
        """Apply `preferences` and save them; show a message if they cannot be saved. If the setting
        `coach` changes, forget for which games the coach was turned on or off at the table."""
        if preferences.coach != self.preferences.coach:
            preferences = evolve(preferences, coached={})
        self.use_preferences(preferences)
        with showing_errors(self.show_message):
            self.context.save_preferences(preferences)

    def use_preferences(self, preferences: Preferences) -> None:
        """Apply `preferences` without saving them."""
        self.preferences = preferences
        self.theme = self._theme_of(preferences)
        self.set_keymap(preferences.keys)
        for screen in self.screen_stack:
            apply = getattr(screen, "apply_preferences", None)
            if apply is not None:
                apply(preferences)

    @property
    def depth(self) -> Depth:
        """The colour depth set by the user, or else that of the terminal."""
        setting = self.preferences.colours
        if setting != AUTO:
            return Depth(setting)
        return self.environment.depth or super().depth

    def _theme_of(self, preferences: Preferences) -> str:
        """Return the name of the theme for `preferences`, and register the theme on first use."""
        palette = PALETTES[preferences.theme]
        if self.get_theme(theme_name(palette)) is None:
            self.register_theme(theme(palette))
        return theme_name(palette)

    def translate(self, text: Text) -> str:
        """Return `text` in the reader's language."""
        return Translator(self.preferences.language).translate(text)

    def on_key(self, event: events.Key) -> None:
        """Replace a letter of a non-Latin keyboard layout with the Latin character on the same key,
        and a full-width character with its normal form, unless the original key is bound to a
        command."""
        letter = latin_of(event.character)
        if letter is not None and event.key not in self.active_bindings:
            event.stop().prevent_default()
            self.typeahead.type_instead(events.Key(key_of_character(letter), letter))

    # ------------------------------------------------------------------ the store

    @property
    def navigation(self) -> AppContext:
        """The actions that open other pages."""
        return self.context

    @property
    def store_open(self) -> bool:
        return self._store is not None

    @property
    def store(self) -> Store:
        """The database, opened on first access. Raises BadStore."""
        if self._store is None:
            self._store = self.environment.open_store()
            self._store.wait_at_most(STORE_WAIT_SECONDS)
            if self._store.only_read is not None:
                self.call_later(self.show_message, self._store.only_read)
            if self._store.rests is not None:
                self.set_interval(self._store.rests, self._store.rest)
        return self._store

    @property
    def thinker(self) -> Thinker:
        """The thinker that runs searches for bots, hints and reviews, created on first access."""
        if self._thinker is None:
            self._thinker = self.environment.make_thinker()
        return self._thinker

    async def on_unmount(self) -> None:
        """Leave the context, stop all searches and close the database."""
        self.context.leave()
        if self._thinker is not None:
            await self._thinker.close()
        if self._store is not None:
            self._store.close()

    # ------------------------------------------------------------------ opening pages

    def show_over_menu(self, screen: Screen[None]) -> None:
        """Show `screen` directly above the lowest page (the menu or the lobby), and close all other
        screens above this page. Do nothing if the program is ending."""
        if self.ending:
            return
        while len(self.screen_stack) > 2:
            self.pop_screen()
        if len(self.screen_stack) > 1:
            self.switch_screen(screen)
        else:
            self.push_screen(screen)

    def open_lesson(self, game: str) -> None:
        """Open the lesson of a game at the saved task, or at the start if all tasks are done. Show
        a message if the game has no lesson, or if the lesson cannot be read."""
        from engine.help.lesson import lesson
        from screens.play.lesson_screen import LessonScreen
        from screens.table.lesson_progress import LessonProgress

        found = lesson(game)
        if found is None:
            self.show_message(words("This game has no lesson yet."))
            return
        names = [self.translate(name) for name in DEFAULT_NAMES]

        def open_it() -> None:
            with showing_errors(self.show_message):
                progress = LessonProgress(found, self.preferences.lessons.get(game, 0), names)
                has_lobby = self.context.has_lobby
                for page in self.screen_stack:
                    if isinstance(page, ListsGames):
                        page.remember_game(game)
                self.lesson = found
                self.show_over_menu(LessonScreen(progress, self.preferences, has_lobby=has_lobby))

        self.opening.open(self.screen, game, 0, open_it)

    def on_lesson_screen_reached(self, event: LessonScreen.Reached) -> None:
        """Save the progress in a lesson, if it has changed; show a message if it cannot be
        saved."""
        lessons = self.preferences.lessons
        if lessons.get(event.game) == event.number:
            return
        self.preferences = evolve(self.preferences, lessons={**lessons, event.game: event.number})
        with showing_errors(self.show_message):
            self.context.save_game_settings(self.preferences)

    def on_lesson_screen_play_now(self, event: LessonScreen.PlayNow) -> None:
        """Open the form for a new game, with the game that was just learned."""
        self.context.open_form(event.game)

    def on_table_screen_requested(self, event: TableScreen.Requested) -> None:
        """Carry out an effect that a table has requested from the app."""
        self.tables.carry_out(event.screen, event.effect)

    def action_commands(self) -> None:
        """Open the command palette over the current screen, if this screen has commands."""
        from screens.pages.command_palette import CommandPaletteScreen, HasCommands, PageCommands

        below = PageCommands(self.screen) if isinstance(self.screen, Page) else self.screen
        if isinstance(below, HasCommands):
            self.push_screen(CommandPaletteScreen(self, below))

    def show_message(self, text: Text) -> None:
        """Show a message on the current screen, if it can show messages."""
        show_message = getattr(self.screen, "show_message", None)
        if show_message is not None:
            show_message(text)

    # ------------------------------------------------------------------ exit

    def action_interrupt(self) -> None:
        """End the program on Ctrl+C. Every game is already saved."""
        self.exit(return_code=INTERRUPTED)

    def exit(
        self, result: None = None, return_code: int = 0, message: RenderableType | None = None
    ) -> None:
        """End the program with `return_code` and `message`, and drop typed-ahead keys. Further
        calls do nothing."""
        if self.ending:
            return
        self.ending = True
        start_exit_timer = getattr(self._driver, "start_exit_timer", None)
        if start_exit_timer is not None:
            start_exit_timer(return_code)
        super().exit(result, return_code, message)

    async def on_event(self, event: events.Event) -> None:
        """Dispatch an event. A letter of a non-Latin keyboard layout that is typed with Ctrl or Alt
        is dispatched as the Latin letter on the same key, and input is dropped once the program is
        ending. On a terminal that is too small, the key for line mode closes the screens, and the
        program continues in line mode."""
        if self.ending and isinstance(event, events.InputEvent):
            return
        if isinstance(event, events.Key):
            event.key = with_latin_letter(event.key) or event.key
            letter = latin_of(event.character) or event.character or ""
            if letter.lower() == LINES_KEY and getattr(self.screen, "too_small", False):
                from screens.play.lesson_screen import LessonScreen

                self.wants_lines = True
                self.wants_lesson_lines = any(
                    isinstance(it, LessonScreen) for it in self.screen_stack
                )
                self.exit()
                return
        await self.typeahead.handle_in_turn(event, super().on_event)

    @property
    def has_time(self) -> bool:
        return super().has_time and not self.typeahead.waits

    def action_suspend_process(self) -> None:
        """Suspend the program, or show why that is not possible here."""
        reason = self.context.why_no_shell()
        if reason is None:
            super().action_suspend_process()
        else:
            self.show_message(reason)

    def _fatal_error(self) -> None:
        from rich.traceback import Traceback

        self.panic(Traceback(width=100))

    def panic(self, *renderables: RenderableType) -> None:
        """Log an error, and end the program with a message that gives the error's number."""
        from screens.error_log import log_renderables

        clock = self.environment.clock
        number = log_renderables(self.environment.folder / LOG_NAME, clock(), *renderables)
        if not self._exit_renderables:
            self._exit_renderables.append(
                Printed(self.translate(self.context.crash_message(number)))
            )
        self._close_messages_no_wait()
