"""The app: a terminal, the settings, the store, and the screens that lie over one another."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Mapping
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
"""For how many seconds the screen may stand still while another program writes into the store."""


class AppContext(Navigation, Protocol):
    """How somebody is here, at this computer or as a guest: what they come to, where they may go,
    what becomes of what they set."""

    def lowest_page(self) -> Page:
        """What lies below everything else."""

    def arrive(self) -> None:
        """Open what is opened first."""

    def ready(self) -> None:
        """The first page can be seen."""

    def leave(self) -> None:
        """The program ends."""

    def save_preferences(self, preferences: Preferences) -> None:
        """Keep the settings for the next time; raises GuildhallError."""

    def keep_of_games(self, preferences: Preferences) -> None:
        """Keep how far somebody is in which lesson and which games have a coach, and nothing else;
        raises GuildhallError."""

    def why_no_shell(self) -> Text | None:
        """Why the program cannot be suspended; None where it can."""

    def mistake(self, number: str) -> Text:
        """That the program has made a mistake, of which the log tells under a number."""

    def has_finished(self, game: str) -> bool:
        """Whether there is a match of a game that is over; raises GuildhallError."""

    def play_again(self, session: Session, header: Header) -> None:
        """Play the same game once more with those of a match; raises GuildhallError."""

    def share_page(self, match: Match, id: str | None) -> None:
        """Make a page of a match for browsers, or say how one comes by it; raises
        GuildhallError."""

    def branch(self, match: Match, count: int) -> str:
        """A new match that goes on from a position of another; raises GuildhallError."""


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
        self.failure: GuildhallError | None = None
        self._store: Store | None = None
        self._thinker: Thinker | None = None
        self._typed = TypeAhead(self)
        self.animation_level = "none"
        self.set_reactive(App.theme, self._theme_of(preferences))
        self.stylesheet = SharedRules(variables=self.get_css_variables())
        self.set_keymap(preferences.keys)

    def get_driver_class(self) -> type[Driver]:
        """A driver that ends the program when the terminal is gone; another one, where the
        environment names one that is there."""
        if sys.platform == "win32":
            return super().get_driver_class()
        if "TEXTUAL_DRIVER" in os.environ:
            with suppress(ImportError, AttributeError, ValueError, RuntimeError):
                return super().get_driver_class()
        from screens.terminal.driver import TerminalDriver

        return TerminalDriver

    def get_default_screen(self) -> Screen[None]:
        """What lies below everything else."""
        return self.context.lowest_page()

    def opened(self) -> None:
        self.app_resume_signal.subscribe(self, lambda _: self.action_redraw())
        self.context.arrive()

    def on_ready(self) -> None:
        """There is something to be seen."""
        self.context.ready()

    # ------------------------------------------------------------------ settings

    def change(self, preferences: Preferences) -> None:
        """Take other settings, at once and for the next time. Another wish for the coach counts in
        all games."""
        if preferences.coach != self.preferences.coach:
            preferences = evolve(preferences, coached={})
        self.wear(preferences)
        with telling(self.tell):
            self.context.save_preferences(preferences)

    def wear(self, preferences: Preferences) -> None:
        """Take other settings for now."""
        self.preferences = preferences
        self.theme = self._theme_of(preferences)
        self.set_keymap(preferences.keys)
        for screen in self.screen_stack:
            apply = getattr(screen, "apply_preferences", None)
            if apply is not None:
                apply(preferences)

    @property
    def depth(self) -> Depth:
        """How many colours the person has set, else those that the terminal has."""
        wanted = self.preferences.colours
        if wanted != AUTO:
            return Depth(wanted)
        return self.environment.depth or super().depth

    def _theme_of(self, preferences: Preferences) -> str:
        """The name of the theme with the colours that are set, made when it is first worn."""
        palette = PALETTES[preferences.theme]
        if self.get_theme(theme_name(palette)) is None:
            self.register_theme(theme(palette))
        return theme_name(palette)

    def say(self, text: Text) -> str:
        """A message in the reader's language."""
        return Tongue(self.preferences.language).say(text)

    def on_key(self, event: events.Key) -> None:
        """Let a key mean the same in another layout, where nothing else took its letter."""
        letter = latin_of(event.character)
        if letter is not None and event.key not in self.active_bindings:
            event.stop().prevent_default()
            self._typed.type_instead(events.Key(key_of_character(letter), letter))

    # ------------------------------------------------------------------ the store

    @property
    def store_open(self) -> bool:
        """Whether the store has been looked into."""
        return self._store is not None

    @property
    def store(self) -> Store:
        """Where the games are kept, opened when it is first asked for; raises BadStore."""
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
        """What bots think with, made when it is first asked for."""
        if self._thinker is None:
            self._thinker = self.environment.make_thinker()
        return self._thinker

    async def on_unmount(self) -> None:
        """Say goodbye, think no more, and give the store back."""
        self.context.leave()
        if self._thinker is not None:
            await self._thinker.close()
        if self._store is not None:
            self._store.close()

    # ------------------------------------------------------------------ what is opened

    def show_over_menu(self, screen: Screen[None]) -> None:
        """Put a screen over the menu, in place of what is there."""
        if self.ending:
            return
        while len(self.screen_stack) > 2:
            self.pop_screen()
        if len(self.screen_stack) > 1:
            self.switch_screen(screen)
        else:
            self.push_screen(screen)

    def match_like(self, game: str) -> Match | None:
        """A match of a game that is well under way, if there is one; raises GuildhallError."""
        from screens.table_view.sample_tables import sample_of

        return sample_of(game)

    def match_begun(self, game: str, players: int, options: Mapping[str, str], seed: str) -> Match:
        """A match that nobody has chosen anything in yet; raises GuildhallError."""
        from engine.match.match import Match
        from screens.pages.new_game import NAMES

        seats = [(self.say(name), PERSON) for name in NAMES[:players]]
        return Match.begin(
            game, seats, options=options, seed=seed, data=self.environment.own_data(game)
        )

    def paint_watched(self, match: Match, width: int, height: int) -> Canvas:
        """The table of a match as all may see it."""
        from screens.table_view.sample_tables import paint_watched

        look = self.look_of(self.preferences)
        return paint_watched(match, self.preferences.language, look, width, height)

    def open_rules(self, game: str) -> None:
        """The rulebook of a game."""
        from screens.pages.rules import RulesScreen

        self.show_over_menu(RulesScreen(self, game))

    def open_statistics(self, game: str) -> None:
        """How everybody has fared."""
        from screens.pages.statistics import StatisticsScreen

        self.show_over_menu(StatisticsScreen(self, game))

    def open_lessons(self) -> None:
        """The lessons that there are."""
        from screens.pages.lessons import LessonsScreen

        self.show_over_menu(LessonsScreen(self))

    def open_lesson(self, game: str) -> None:
        """The lesson of a game, where somebody has left it; from its beginning, once all is done.
        Where there is none, that is told."""
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
        """Keep how far somebody is in a lesson."""
        lessons = self.preferences.lessons
        if lessons.get(event.game) == event.number:
            return
        self.preferences = evolve(self.preferences, lessons={**lessons, event.game: event.number})
        with telling(self.tell):
            self.context.keep_of_games(self.preferences)

    def on_lesson_screen_play_now(self, event: LessonScreen.PlayNow) -> None:
        """Let who has learned a game begin one."""
        self.context.open_form(event.game)

    def open_settings(self) -> None:
        """The settings."""
        from screens.pages.settings import SettingsScreen

        self.show_over_menu(SettingsScreen(self))

    def coaches(self, game: str) -> bool:
        """Whether a game has its coach, as it was wished at its table, else as it is set: always,
        never, or till one was finished."""
        wish = self.preferences.coached.get(game, self.preferences.coach)
        if wish != COACH_FIRST:
            return wish == COACH_ON
        try:
            return not self.context.has_finished(game)
        except GuildhallError:
            return False

    def keep_coach(self, game: str, coached: bool) -> None:
        """Let a game have its coach from now on, or not, whatever is set."""
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
        """The table of a match, with the coach or without."""
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
    ) -> None:
        """Show the replay of a match, which the store knows by `id`, at a position, with a sentence
        about it; one that goes on with the `eyes` of a seat (None: as all may see it)."""
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
            review=None if id is None else self.kept_review(id, match),
            keep=partial(self._keep_review, id, match),
        )
        if above:
            self.push_screen(screen)
        else:
            self.show_over_menu(screen)

    def kept_review(self, id: str, match: Match) -> Review | None:
        """The review that is kept beside a match, if it still holds."""
        from engine.storage.saved_review import saved_review

        try:
            return saved_review(self.store, id, match.header)
        except GuildhallError:
            return None

    def _keep_review(self, id: str | None, match: Match, body: str) -> None:
        from engine.search.review import made_with

        if id is not None and self.store.only_read is None:
            with telling(self.tell):
                self.store.keep_review(id, made_with(match.header), body)

    def on_play_screen_play_again(self, event: PlayScreen.PlayAgain) -> None:
        """Begin another match with the players of the last one."""
        from screens.play.play_screen import PlayScreen

        if isinstance(self.screen, PlayScreen):
            with telling(self.tell):
                self.context.play_again(self.screen.session, event.header)

    def on_play_screen_coach(self, event: PlayScreen.Coach) -> None:
        """Let the game have its coach, or not, also at the next table."""
        self.keep_coach(event.game, event.coached)

    def on_play_screen_show_statistics(self, event: PlayScreen.ShowStatistics) -> None:
        """Show how everybody has fared, over the table."""
        from screens.pages.statistics import StatisticsScreen

        self.push_screen(StatisticsScreen(self, event.game))

    def on_play_screen_watch_again(self, event: PlayScreen.WatchAgain) -> None:
        """Look at the match again over its table: with everybody's eyes only if it is over."""
        session = event.session
        if session.sight.over:
            self.context.replay(session.id, event.at, above=True)
            return
        with telling(self.tell):
            match = self.store.load(session.id)
            self.show_replay(match, event.at, above=True, id=session.id, eyes=event.eyes)

    def on_replay_screen_branched_off(self, event: ReplayScreen.BranchedOff) -> None:
        """Go on from a position of a replay in a new match."""
        with telling(self.tell):
            id = self.context.branch(event.match, event.count)
            self.context.resume(id)
            self.tell(
                words("This is a new game, {id}; the one you were watching is unchanged.", id=id)
            )

    def on_table_screen_page_wanted(self, event: TableScreen.PageWanted) -> None:
        """Make a page of a match for browsers, or say how one comes by it."""
        with telling(self.tell):
            self.context.share_page(event.match, event.id)

    def action_commands(self) -> None:
        """All commands that count now, by name, over the screen that has them."""
        from screens.pages.command_palette import CommandPaletteScreen, HasCommands

        if isinstance(self.screen, HasCommands):
            self.push_screen(CommandPaletteScreen(self, self.screen))

    def tell(self, text: Text) -> None:
        """Say something where the person looks."""
        tell = getattr(self.screen, "tell", None)
        if tell is not None:
            tell(text)

    # ------------------------------------------------------------------ the end

    def action_interrupt(self) -> None:
        """End the program as Ctrl+C does everywhere; every game is saved already."""
        self.exit(return_code=INTERRUPTED)

    def exit(
        self, result: None = None, return_code: int = 0, message: RenderableType | None = None
    ) -> None:
        """End the program; what was typed ahead counts no longer. The first who says how, says
        it."""
        if self.ending:
            return
        self.ending = True
        wait_for_end = getattr(self._driver, "wait_for_end", None)
        if wait_for_end is not None:
            wait_for_end(return_code)
        super().exit(result, return_code, message)

    async def on_event(self, event: events.Event) -> None:
        """Let events go their way, but for what is typed once the program is ending."""
        if self.ending and isinstance(event, events.InputEvent):
            return
        if isinstance(event, events.Key) and (latin := held_on_latin(event.key)):
            event.key = latin
        await self._typed.take_turns(event, super().on_event)

    @property
    def has_time(self) -> bool:
        return super().has_time and not self._typed.waits

    def action_suspend_process(self) -> None:
        """Go to the shell, where there is one to wake the program from."""
        reason = self.context.why_no_shell()
        if reason is None:
            super().action_suspend_process()
        else:
            self.tell(reason)

    def panic(self, *renderables: RenderableType) -> None:
        """End with a sentence; what Textual would print goes into the log."""
        self._end_in_words(self._write_down(*renderables))

    def _fatal_error(self) -> None:
        from rich.traceback import Traceback

        self._end_in_words(self._write_down(Traceback(width=100)))

    def _write_down(self, *renderables: RenderableType) -> str:
        """Write into the log what went wrong; the number under which it stands there."""
        from io import StringIO

        from rich.console import Console

        from screens.error_log import log_error

        told = StringIO()
        console = Console(file=told, width=100, color_system=None)
        console.print(self.environment.clock().isoformat(), *renderables, sep="\n")
        try:
            return log_error(self.environment.folder / LOG_NAME, told.getvalue())
        except OSError:
            return "0"

    def _end_in_words(self, number: str) -> None:
        if not self._exit_renderables:
            self._exit_renderables.append(Printed(self.say(self.context.mistake(number))))
        self._close_messages_no_wait()
