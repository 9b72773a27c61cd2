"""The app: the menu and what is opened from it, in the person's language, colours and keys."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Collection, Mapping
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

from attrs import define, field
from rich.text import Text as Printed
from textual import events
from textual.app import App
from textual.binding import Binding, BindingType
from textual.screen import Screen

from engine.errors import BadSave, GuildhallError
from engine.i18n.language import Tongue
from engine.i18n.text import Text, words
from screens.exit_codes import FAILED, INTERRUPTED
from screens.keys import latin_of
from screens.pages.menu import MenuScreen
from screens.pages.opening import OpeningScreen
from screens.preferences import COACH_FIRST, COACH_ON, Preferences
from screens.start import Start, StartMatch, StartMenu, StartNew, StartReplay
from screens.terminal.quiet import QuietApp
from screens.terminal.rules_of_style import SharedRules
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
    from engine.core.players import Person
    from engine.play.match import Match
    from engine.storage.store import Store
    from screens.guests.guest import Guest
    from screens.play.play import PlayScreen
    from screens.play.replay import ReplayScreen

LOG_NAME = "guildhall.log"

PATIENCE = 0.1
"""For how many seconds the screen may stand still while another program writes into the store."""


def _no_data(game: str) -> Mapping[str, Any]:
    return {}


@define
class House:
    """What the app is given from outside: where games and settings are kept.

    `folder` holds the games; the log of what went wrong is written there too. `own_data` gives the
    component values that the person has set for a game. `clock` tells the time. `depth` is how many
    colours the terminal has; without it Textual's guess counts. `guest` is who plays from another
    computer, for `GuestApp`; nobody else has one.
    """

    open_store: Callable[[], Store]
    folder: Path
    keep_preferences: Callable[[Preferences], None] = field(default=lambda preferences: None)
    own_data: Callable[[str], Mapping[str, Any]] = field(default=_no_data)
    clock: Callable[[], datetime] = field(default=lambda: datetime.now(UTC))
    depth: Depth | None = None
    guest: Guest | None = None


class GuildhallApp(TypeAhead, QuietApp):
    """Guildhall on a terminal."""

    TITLE = "Guildhall"
    ENABLE_COMMAND_PALETTE = False
    AUTO_FOCUS = None
    for_guests: ClassVar[bool] = False
    CSS = "Screen { background: $background; overflow: hidden; }"

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+c", "interrupt", show=False, priority=True),
        Binding("ctrl+l", "redraw", show=False),
        Binding("ctrl+z", "suspend_process", show=False),
    ]

    def __init__(
        self,
        house: House,
        preferences: Preferences,
        start: Start = StartMenu(),  # noqa: B008
    ) -> None:
        super().__init__()
        assert house.guest is None or self.for_guests, "a guest is let into GuestApp only"
        self.house = house
        self.preferences = preferences
        self.start = start
        self.ending = False
        self.failure: GuildhallError | None = None
        self._store: Store | None = None
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
        """The menu lies below everything else."""
        return MenuScreen()

    def on_mount(self) -> None:
        """Open what the program was started with."""
        self.app_resume_signal.subscribe(self, lambda _: self.action_redraw())
        match self.start:
            case StartNew(game):
                self.push_screen(OpeningScreen(game))
            case StartMatch(id, None):
                self.resume(id)
            case StartMatch(id, seats):
                self.sit_at(id, seats)
            case StartReplay(source, at):
                self.replay(source, at)

    def on_ready(self) -> None:
        """Begin the match that was asked for, once there is something to be seen: what is drawn
        before this moment reaches no terminal."""
        if isinstance(self.start, StartNew):
            self.screen.refresh()
            self.screen.call_after_refresh(self._begin_at_once)

    # ------------------------------------------------------------------ settings

    def change(self, preferences: Preferences) -> None:
        """Take other settings, at once and for the next time."""
        self.wear(preferences)
        try:
            self.keep(preferences)
        except GuildhallError as error:
            self.tell(error.text)

    def wear(self, preferences: Preferences) -> None:
        """Take other settings for now."""
        self.preferences = preferences
        self.theme = self._theme_of(preferences)
        self.set_keymap(preferences.keys)
        for screen in self.screen_stack:
            apply = getattr(screen, "apply_preferences", None)
            if apply is not None:
                apply(preferences)

    def keep(self, preferences: Preferences) -> None:
        """Keep the settings for the next time; raises GuildhallError."""
        self.house.keep_preferences(preferences)

    @property
    def depth(self) -> Depth:
        """How many colours the person has set, else those that the terminal has."""
        wanted = self.preferences.colours
        if wanted != AUTO:
            return Depth(wanted)
        return self.house.depth or super().depth

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
        """Let a key mean the same in the Russian layout, where nothing else took its letter."""
        letter = latin_of(event.character)
        if letter is not None and event.key not in self.active_bindings:
            event.stop().prevent_default()
            self.type_instead(events.Key(key_of_character(letter), letter))

    # ------------------------------------------------------------------ the store

    @property
    def store_open(self) -> bool:
        """Whether the store has been looked into."""
        return self._store is not None

    @property
    def store(self) -> Store:
        """Where the games are kept, opened when it is first asked for; raises BadStore."""
        if self._store is None:
            self._store = self.house.open_store()
            self._store.wait_at_most(PATIENCE)
        return self._store

    def on_unmount(self) -> None:
        """Give the store back."""
        if self._store is not None:
            self._store.close()

    # ------------------------------------------------------------------ what is opened

    def show_over_menu(self, screen: Screen[Any]) -> None:
        """Put a screen over the menu, in place of what is there."""
        if self.ending:
            return
        while len(self.screen_stack) > 2:
            self.pop_screen()
        if len(self.screen_stack) > 1:
            self.switch_screen(screen)
        else:
            self.push_screen(screen)

    def open_form(self, game: str) -> None:
        """The form for a new game."""
        from screens.pages.new_game import NewGameScreen

        self.show_over_menu(NewGameScreen(game))

    def open_saved(self) -> None:
        """The saved games."""
        from screens.pages.saved import SavedScreen

        self.show_over_menu(SavedScreen())

    def open_rules(self, game: str) -> None:
        """The rulebook of a game."""
        from screens.pages.rules import RulesScreen

        self.show_over_menu(RulesScreen(game))

    def open_statistics(self, game: str) -> None:
        """How everybody has fared."""
        from screens.pages.statistics import StatisticsScreen

        self.show_over_menu(StatisticsScreen(game))

    def open_settings(self) -> None:
        """The settings."""
        from screens.pages.settings import SettingsScreen

        self.show_over_menu(SettingsScreen())

    def begin(
        self,
        game: str,
        seats: list[tuple[str, str]],
        options: Mapping[str, str],
        seed: str | None,
        *,
        coached: bool | None = None,
    ) -> None:
        """Begin a new match and show its table, with the coach or without, or as it is set; raises
        GuildhallError if it cannot begin."""
        from engine.storage.session import Session
        from screens.play.play import PlayScreen

        data = self.house.own_data(game)
        session = Session.begin(self.store, game, seats, seed=seed, options=options, data=data)
        screen = PlayScreen(session, self.preferences)
        screen.coached = self.coaches(game) if coached is None else coached
        self.show_over_menu(screen)

    def coaches(self, game: str) -> bool:
        """Whether a game has its coach, as it is set: always, never, or till one was finished."""
        wish = self.preferences.coach
        if wish != COACH_FIRST:
            return wish == COACH_ON
        try:
            return not self.has_finished(game)
        except GuildhallError:
            return False

    def has_finished(self, game: str) -> bool:
        """Whether there is a match of a game that is over."""
        return self.store.has_finished(game)

    def _begin_at_once(self) -> None:
        """Begin the match that the program was started for; end with what speaks against it."""
        new = self.start
        assert isinstance(new, StartNew)
        try:
            self.begin(new.game, list(new.seats), new.options, new.seed)
        except GuildhallError as error:
            self.failure = error
            self.exit(return_code=FAILED)

    def resume(self, id: str) -> None:
        """Go on with a match; one that is over, or cannot be read to its end, is only shown."""
        self.sit_at(id, None)

    def sit_at(self, id: str, seats: Collection[int] | None) -> None:
        """Go on with a match at these seats, while others may play at terminals of their own; at
        all seats, if it is None."""
        from engine.storage.session import Session
        from screens.play.play import PlayScreen

        try:
            id = self.store.find(id).id
            person = None if seats is None else self._owner_of(id, seats)
            session = Session.open(self.store, id, seats=seats, person=person)
        except BadSave as error:
            self._show_what_is_left(error)
        except GuildhallError as error:
            self.tell(error.text)
        else:
            screen = PlayScreen(session, self.preferences)
            screen.coached = bool(session.seats) and self.coaches(session.sight.header.game)
            self.show_over_menu(screen)

    def _owner_of(self, id: str, seats: Collection[int]) -> Person | None:
        """Whose all these seats are, in a match whose seats belong to people."""
        from engine.community.people import People

        owners = self.store.owners(id)
        found = {owners[seat] for seat in seats}
        owner = found.pop() if len(found) == 1 else None
        return None if owner is None else People(self.store).get(owner)

    def replay(self, source: str, at: int | None = None, *, above: bool = False) -> None:
        """Replay a match of the store or a saved game in a file; `above` what is shown now, which
        comes back afterwards."""
        from engine.storage import save

        try:
            path = Path(source)
            if path.is_file():
                self.show_replay(save.load(path), at)
            else:
                id = self.store.find(source).id
                self.show_replay(self.store.load(id), at, id=id, above=above)
        except BadSave as error:
            self._show_what_is_left(error)
        except GuildhallError as error:
            self.tell(error.text)

    def _show_what_is_left(self, error: BadSave) -> None:
        from engine.storage.save import sentence

        if error.good is None:
            self.tell(sentence(error))
        else:
            self.show_replay(error.good, None, message=self.say(sentence(error)))

    def show_replay(
        self,
        match: Match,
        at: int | None,
        *,
        id: str | None = None,
        message: str = "",
        above: bool = False,
    ) -> None:
        """Show the replay of a match at a position, with a sentence about it."""
        from screens.play.replay import ReplayScreen

        screen = ReplayScreen(match, self.preferences, at=at, session_id=id, message=message)
        if above:
            self.push_screen(screen)
        else:
            self.show_over_menu(screen)

    def on_play_screen_play_again(self, event: PlayScreen.PlayAgain) -> None:
        """Begin another match with the players of the last one."""
        try:
            self.play_again(event.header)
        except GuildhallError as error:
            self.tell(error.text)

    def play_again(self, header: Header) -> None:
        """Begin another match of the same game with the same players, who sit where they sat;
        raises GuildhallError."""
        from engine.storage.session import Session
        from screens.play.play import PlayScreen

        screen = self.screen
        if isinstance(screen, PlayScreen) and screen.session.apart:
            data = self.house.own_data(header.game)
            session = Session.begin(
                self.store, header.game, header.seats, options=header.options, data=data
            )
            self.sit_at(session.id, screen.session.seats)
        else:
            self.begin(header.game, list(header.seats), header.options, None)

    def on_play_screen_show_statistics(self, event: PlayScreen.ShowStatistics) -> None:
        """Show how everybody has fared, over the table."""
        from screens.pages.statistics import StatisticsScreen

        self.push_screen(StatisticsScreen(event.game))

    def on_play_screen_watch_again(self, event: PlayScreen.WatchAgain) -> None:
        """Look at the match that is over from its beginning."""
        self.replay(event.id, 0, above=True)

    def on_replay_screen_branched_off(self, event: ReplayScreen.BranchedOff) -> None:
        """Go on from a position of a replay in a new match."""
        try:
            id = self.branch(event.match, event.count)
            self.resume(id)
            self.tell(words("This is a new match, {id}; the one watched stays as it is.", id=id))
        except GuildhallError as error:
            self.tell(error.text)

    def branch(self, match: Match, count: int) -> str:
        """A new match that goes on from a position of another; raises GuildhallError."""
        return self.store.branch(match, count)

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
        self, result: Any = None, return_code: int = 0, message: RenderableType | None = None
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
        await super().on_event(event)

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

        from screens.mistakes import write_down

        told = StringIO()
        console = Console(file=told, width=100, color_system=None)
        console.print(self.house.clock().isoformat(), *renderables, sep="\n")
        try:
            return write_down(self.house.folder / LOG_NAME, told.getvalue())
        except OSError:
            return "0"

    def _end_in_words(self, number: str) -> None:
        if not self._exit_renderables:
            self._exit_renderables.append(Printed(self.say(self.mistake(number))))
        self._close_messages_no_wait()

    def mistake(self, number: str) -> Text:
        """That the program has made a mistake, of which the log tells under a number."""
        return words(
            "Guildhall has made a mistake and ended. Your games are safe in {folder}; what "
            "went wrong is written in {log}.",
            folder=str(self.house.folder),
            log=LOG_NAME,
        )
