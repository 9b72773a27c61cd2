"""The app of a local user, who can open every match in the database, and read and write files."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from attrs import define

from engine.errors import BadSave, GuildhallError, showing_errors
from engine.i18n.text import Text, verbatim, words
from screens.app import LOG_NAME, GuildhallApp
from screens.environment import Environment
from screens.exit_codes import FAILED
from screens.pages.loading import LoadingScreen
from screens.pages.menu import MenuScreen
from screens.pages.opening import opening_words
from screens.pages.page import Page
from screens.pages.prompt import KeyQuestion
from screens.preferences import Preferences
from screens.start import Start, StartLesson, StartMatch, StartMenu, StartNew, StartReplay

if TYPE_CHECKING:
    from engine.core.event import Header
    from engine.match.match import Match
    from engine.storage.records import Record
    from engine.storage.session import Session


def local_app(
    environment: Environment,
    preferences: Preferences,
    start: Start = StartMenu(),  # noqa: B008
) -> GuildhallApp:
    """Create the app for a local user. `start` says what it opens first."""
    return GuildhallApp(environment, preferences, lambda app: LocalContext(app, start))


@define(eq=False)
class LocalContext:
    """`AppContext` of a local user."""

    app: GuildhallApp
    start: Start
    has_lobby: bool = False
    person_id: int = 0

    # ------------------------------------------------------------------ start and end

    def lowest_page(self) -> Page:
        at_hand = isinstance(self.start, StartMenu) and self.app.environment.is_store_at_hand()
        return MenuScreen(self.app, load_first=at_hand)

    def arrive(self) -> None:
        game = self._slow_game()
        if game is None:
            self._open_start()
        else:
            sets_up = isinstance(self.start, StartNew | StartMatch)
            message = words("The table is being set up.") if sets_up else opening_words(game)
            self.app.push_screen(LoadingScreen(self.app, game, message))

    def ready(self) -> None:
        """If the loading page is open, open the table or page that `start` names once the loading
        page is visible. The loading page is redrawn first, because nothing drawn before this call
        reaches the terminal."""
        loading = self.app.screen
        if isinstance(loading, LoadingScreen):
            loading.refresh()
            loading.call_after_refresh(self._finish_loading, loading)

    def _open_start(self) -> None:
        match self.start:
            case StartNew():
                self._begin_from_command_line(self.start)
            case StartMatch(id, None):
                self.resume(id)
            case StartMatch(id, seats):
                self.resume_in_seats(id, seats)
            case StartReplay(source, at):
                self.replay(source, at)
            case StartLesson(game):
                self.app.open_lesson(game)

    def _begin_from_command_line(self, new: StartNew) -> None:
        """Start the match given on the command line. If that fails, exit with the error."""
        try:
            self.begin(new.game, list(new.seats), new.options, new.seed)
        except GuildhallError as error:
            self.app.failure = error
            self.app.exit(return_code=FAILED)

    def _slow_game(self) -> str | None:
        """Return the game for which to show the loading page at the start: the game of a new match,
        or of a match or lesson that may take long to open. None if there is none, or if a question
        about players comes first."""
        from engine.storage import match_file
        from screens.match_summary import belongs_to_players

        game: str | None = None
        events = 0
        match self.start:
            case StartNew():
                return self.start.game
            case StartLesson():
                game = self.start.game
            case StartReplay(source) if (path := Path(source)).is_file():
                with suppress(GuildhallError, OSError), path.open("rb") as file:
                    game = match_file.read(file, source)[0].game
            case StartReplay(id) | StartMatch(id) if (record := self._find_record(id)) is not None:
                asks = isinstance(self.start, StartMatch) and belongs_to_players(record)
                game, events = None if asks else record.header.game, record.events
        is_long = game is not None and self.app.opening.times.is_long(game, events)
        return game if is_long else None

    def _finish_loading(self, loading: LoadingScreen) -> None:
        """Open the table or page that `start` names, or return to the menu if that fails. A message
        on the loading page moves to the new page, so that there is time to read it."""
        self._open_start()
        if self.app.screen is loading:
            self.app.pop_screen()
        if loading.prompt.message:
            self.app.show_message(verbatim(loading.prompt.message))

    def leave(self) -> None:
        """Do nothing, because nobody else needs to know that a local user leaves."""

    def save_preferences(self, preferences: Preferences) -> None:
        self.app.environment.save_preferences(preferences)

    def save_game_settings(self, preferences: Preferences) -> None:
        self.app.environment.save_game_settings(preferences)

    def why_no_shell(self) -> Text | None:
        return None

    def crash_message(self, number: str) -> Text:
        return words(
            "Guildhall has crashed. Your games are safe in {folder}. The details are in {log}.",
            folder=str(self.app.environment.folder),
            log=LOG_NAME,
        )

    # ------------------------------------------------------------------ opening pages

    def open_form(self, game: str) -> None:
        from screens.pages.new_game import NewGameScreen

        coached = self.app.tables.coaches(game)
        self.app.show_over_menu(
            NewGameScreen(self.app, game, self._begin_from_form, coached=coached)
        )

    def open_saved(self) -> None:
        from screens.pages.saved_games import SavedGamesScreen

        self.app.show_over_menu(SavedGamesScreen(self.app))

    def begin(
        self,
        game: str,
        seats: list[tuple[str, str]],
        options: Mapping[str, str],
        seed: str | None,
        coached: bool | None = None,
    ) -> None:
        from engine.storage.session import Session

        data = self.app.environment.own_data(game)
        session = Session.begin(self.app.store, game, seats, seed=seed, options=options, data=data)
        if coached is not None:
            self.app.tables.save_coach_setting(game, coached)
        self.app.tables.open_table(session, self.app.tables.coaches(game))

    def _begin_from_form(
        self,
        game: str,
        seats: list[tuple[str, str]],
        options: Mapping[str, str],
        seed: str | None,
        coached: bool | None,
    ) -> None:
        """Begin a match from a form, and show errors on the form. `seats` are (name, player string)
        pairs. `coached` is whether the coach is on, or None if the settings decide."""

        def begin() -> None:
            with showing_errors(self.app.show_message):
                self.begin(game, seats, options, seed, coached)

        text = words("The table is being set up.")
        self.app.opening.open(self.app.screen, game, 0, begin, text)

    def has_finished(self, game: str) -> bool:
        return self.app.store.has_finished(game)

    def resume(self, id: str) -> None:
        """Continue the match `id`. A match that is over or damaged is only shown. If registered
        players have seats in a match that is not over, ask for confirmation first, because all
        seats are opened."""
        from screens.match_summary import PLAYERS_MATCH_WARNING, belongs_to_players

        screen, record = self.app.screen, self._find_record(id)
        opening = partial(self._open, record, partial(self.resume_in_seats, id, None))
        if isinstance(screen, Page) and record is not None and belongs_to_players(record):
            open_it = (words("open it anyway"), opening)
            screen.prompt.ask_key(
                PLAYERS_MATCH_WARNING, KeyQuestion({"enter": open_it}, words("do not open it"))
            )
        else:
            opening()

    def _open(self, record: Record | None, open_it: Callable[[], None]) -> None:
        """Call `open_it`, which opens the match of `record` (None if there is no such match). If
        this may take long, the current page first says that the game is being opened."""
        if record is None:
            open_it()
        else:
            self.app.opening.open(self.app.screen, record.header.game, record.events, open_it)

    def _find_record(self, id: str) -> Record | None:
        """Return the record of the match whose id is or begins with `id`; None if no match can be
        found."""
        with suppress(GuildhallError):
            return self.app.store.find(id)
        return None

    def resume_in_seats(self, id: str, seats: Collection[int] | None) -> None:
        """Continue a match with `seats` while others play at other terminals, or with all seats if
        `seats` is None."""
        from engine.lobby.users import owner_of
        from engine.storage.session import Session

        store = self.app.store
        with showing_errors(self.app.show_message), self._showing_readable_part():
            id = store.find(id).id
            person = None if seats is None else owner_of(store, id, seats)
            session = Session.open(store, id, seats=seats, person=person)
            game = session.match_view.header.game
            self.app.tables.open_table(
                session, bool(session.seats) and self.app.tables.coaches(game)
            )

    def replay(self, source: str, at: int | None = None, *, above: bool = False) -> None:
        """Open the replay of a match after its first `at` events, or at its end if `at` is None.
        `source` is the id of a match in the database or the path of a saved game. With `above`, a
        match from the database is shown over the current screen, which returns afterwards."""
        from engine.storage import match_file

        with showing_errors(self.app.show_message), self._showing_readable_part():
            path = Path(source)
            if path.is_file():
                self.app.tables.show_replay(match_file.load(path), at)
            else:
                record = self.app.store.find(source)
                self._open(record, partial(self._show_replay, record.id, at, above=above))

    def _show_replay(self, id: str, at: int | None, *, above: bool) -> None:
        with showing_errors(self.app.show_message), self._showing_readable_part():
            self.app.tables.show_replay(self.app.store.load(id), at, above=above, id=id)

    @contextmanager
    def _showing_readable_part(self) -> Iterator[None]:
        """Return a context for opening a match. If the match proves to be damaged, the context
        shows its readable part and the error, or only the error if nothing is readable."""
        try:
            yield
        except BadSave as error:
            from engine.storage.match_file import sentence

            if error.good is None:
                self.app.show_message(sentence(error))
            else:
                self.app.tables.show_replay(
                    error.good, None, message=self.app.translate(sentence(error))
                )

    def play_again(self, session: Session, header: Header) -> None:
        """Start another match of the same game with the same players in the same seats. Raises
        GuildhallError."""
        from engine.storage.session import Session

        if session.owns_only_some_seats:
            data, options = self.app.environment.own_data(header.game), header.options
            successor = Session.begin(
                self.app.store, header.game, header.seats, options=options, data=data
            )
            self.resume_in_seats(successor.id, session.seats)
        else:
            self.begin(header.game, list(header.seats), header.options, None)

    def share_page(
        self, match: Match, id: str | None, target: Path | None = None, *, force: bool = False
    ) -> None:
        """Start to write a web page of the match in the background, to `target` or to a new file in
        the current folder. The page includes the saved review of the match `id`, if there is one.
        With `force`, an existing file is overwritten. Raises GuildhallError, also if several people
        who have secrets from one another are still playing the match."""
        from engine.storage.match_file import checked_target
        from screens.html_export.background_export import free_page, write_page
        from screens.html_export.frames import refuse_secrets

        refuse_secrets(match)
        if target is None:
            target = free_page(id or match.header.game)
        else:
            checked_target(target, force=force)
        review = None if id is None else self.app.tables.saved_review_of(id, match)
        writing = write_page(self.app, match, target, review, force=force)
        self.app.run_worker(writing, group="page", exclusive=True)

    def branch(self, match: Match, count: int) -> str:
        return self.app.store.branch(match, count)
