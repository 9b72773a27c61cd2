"""The app of a player connected to a server: lobby, waiting tables, own games.

Other players' secrets and this computer's files stay hidden.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Final, Protocol

from attrs import define
from rich.text import Text as Printed

from engine.errors import (
    Busy,
    GuildhallError,
    NoSuchPerson,
    NoSuchTable,
    NotAllowed,
    showing_errors,
)
from engine.i18n.text import Text, words
from engine.storage.pubsub import LOBBY_TOPIC, topic_of_person
from screens.app import STORE_WAIT_SECONDS, GuildhallApp
from screens.exit_codes import FAILED
from screens.lobby import guest
from screens.lobby.guest import Guest
from screens.lobby.lobby import LobbyScreen
from screens.lobby.lobby_model import AtMatch, AtWaitingTable, Lobby
from screens.lobby.member import Member
from screens.lobby.table_cards import MAX_OWN_MATCHES, OWN_MATCH, own_match, own_waiting_table
from screens.lobby.table_news import TableNews
from screens.play.subscriber import Subscriptions
from screens.preferences import Preferences, read_over
from screens.table.reducers.commit import MAX_BUSY_TRIES, RETRY_INTERVAL
from screens.terminal.driver import TerminalDriver
from screens.terminal.timers import sure

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Sequence
    from pathlib import Path

    from textual.driver import Driver

    from engine.core.event import Header
    from engine.core.players import Person
    from engine.match.match import Match
    from engine.storage.records import Record
    from engine.storage.session import Session
    from screens.environment import Environment

CONNECT_TIMEOUT: Final = 10.0
"""Database timeout in seconds while a player connects. It is long, because many may connect at
once."""


class ServerConnection(Protocol):
    """A session's link to the server: announcements to everyone connected, and the command that
    leads back to the current page."""

    def listen(self, show: Callable[[Text], None]) -> None:
        """Start passing announcements to `show`."""

    def stop(self) -> None:
        """Stop passing on announcements."""

    def show_place(self, place: Sequence[str]) -> None:
        """Tell the server that the command with the words `place` (none for the lobby) leads back
        to the current page."""


def guest_app(
    environment: Environment,
    guest: Guest,
    preferences: Preferences,
    driver_class: type[Driver] = TerminalDriver,
    connection: ServerConnection | None = None,
) -> GuildhallApp:
    """Return the app for a guest. The default driver ends the program when the terminal is gone,
    and the environment variable TEXTUAL_DRIVER is ignored."""

    def make_context(app: GuildhallApp) -> LobbyContext:
        member = Member(guest, lambda: app.store)
        news = TableNews(app, member)
        return LobbyContext(app, member, connection, Lobby(member), news, Subscriptions(app))

    return GuildhallApp(environment, preferences, make_context, driver_class)


@define(eq=False)
class LobbyContext:
    """`AppContext` of a guest, with the actions of the lobby's pages."""

    app: GuildhallApp
    member: Member
    connection: ServerConnection | None
    tables: Lobby
    news: TableNews
    subscriptions: Subscriptions
    has_lobby: bool = True
    person_id: int = 0

    # ------------------------------------------------------------------ start and end

    def lowest_page(self) -> LobbyScreen:
        return LobbyScreen(self)

    def arrive(self) -> None:
        """Let the player into the lobby, or show the sign-up page if the key is unknown. End the
        session if that fails, for example because the player is banned."""
        with showing_errors(self.end_session):
            self.app.store.wait_at_most(CONNECT_TIMEOUT)
            person = self.tables.identify()
            if person is None:
                from screens.lobby.sign_up import SignUpScreen

                self.app.push_screen(SignUpScreen(self))
            else:
                self.admit(person)
            self.app.store.wait_at_most(STORE_WAIT_SECONDS)

    def admit(self, person: Person) -> None:
        self.member.admit(person)
        self.person_id = person.id
        saved_settings = self.member.people.settings(person)
        if saved_settings:
            self.app.use_preferences(read_over(self.app.preferences, saved_settings))
        self.subscriptions.subscribe(self.app.store, topic_of_person(person.id), self.on_own_topic)
        self.news.announce()
        self.app.store.publish(LOBBY_TOPIC)
        while len(self.app.screen_stack) > 1:
            self.app.pop_screen()
        self._run_connect_command()
        self.lobby.arrive()
        self.app.call_after_refresh(self._record_arrival, not saved_settings)

    def show_place(self, *words: str) -> None:
        """Record that the command `words` (empty for the lobby) leads back to the current page, and
        tell the server."""
        self.member.guest.place = words
        if self.connection is not None:
            self.connection.show_place(words)

    def _run_connect_command(self) -> None:
        match self.member.guest.words:
            case ("join", code):
                self.go_to(self.tables.join, code)
            case ("watch", id):
                self.go_to(self.tables.watch, id)
            case ():
                self._resume_waiting_game()

    def _resume_waiting_game(self) -> None:
        """Open the running match that is waiting for the player, if no other table is waiting for
        the player."""
        with showing_errors(self.app.show_message):
            person, now = self.member.person, self.app.environment.clock()
            with self.app.store.read_transaction():
                matches = self.app.store.records(
                    person=person.id, over=False, limit=MAX_OWN_MATCHES
                )
                tables = self.member.waiting_tables.of(person)
            cards = [own_match(one, person, now) for one in matches]
            cards += [own_waiting_table(table, person, now) for table in tables]
            match [card.place for card in cards if card.waits_for_reader]:
                case [(kind, id)] if kind == OWN_MATCH:
                    self.resume(id)

    def _record_arrival(self, new: bool, tries: int = 1) -> None:
        """Record that the player is online. If `new`, also save the settings, because the player
        has none saved yet. End the session if the player has been deleted. If the database is busy,
        try again later, at most `MAX_BUSY_TRIES` times in all. `tries` is the number of this
        attempt, counted from 1."""
        try:
            self.member.people.mark_online(self.member.person)
            if new:
                self.save_preferences(self.app.preferences)
        except Busy:
            if tries < MAX_BUSY_TRIES:
                sure(
                    self.app.set_timer(
                        RETRY_INTERVAL, partial(self._record_arrival, new, tries + 1)
                    )
                )
        except NoSuchPerson:
            self.end_session(guest.NO_LONGER_REGISTERED)
        except GuildhallError as error:
            self.app.show_message(error.text)

    def ready(self) -> None:
        if self.connection is not None:
            self.connection.listen(self.app.show_message)

    def leave(self) -> None:
        """Stop all subscriptions, and let others see that the player has left."""
        if self.connection is not None:
            self.connection.stop()
        self.subscriptions.stop()
        if self.member.is_admitted:
            self.app.store.publish(LOBBY_TOPIC)

    def end_session(self, text: Text) -> None:
        self.app.exit(return_code=FAILED, message=Printed(self.app.translate(text)))

    # ------------------------------------------------------------------ announcements

    @property
    def lobby(self) -> LobbyScreen:
        """The page of the lobby, which is below all other pages."""
        lobby = self.app.screen_stack[0]
        assert isinstance(lobby, LobbyScreen)
        return lobby

    def show_in_lobby(self, text: Text) -> None:
        self.lobby.show_message(text)

    def on_own_topic(self) -> None:
        """End the session if the player has been deleted or banned. Otherwise, refresh the lobby
        and announce news."""
        with showing_errors(self.app.show_message):
            try:
                self.tables.check_player()
            except NoSuchPerson:
                self.end_session(guest.NO_LONGER_REGISTERED)
                return
            except NotAllowed as error:
                self.end_session(error.text)
                return
            self.lobby.reload()
            self.news.announce()

    # ------------------------------------------------------------------ settings, errors, replays

    def save_preferences(self, preferences: Preferences) -> None:
        self.member.save_preferences(preferences)

    save_game_settings = save_preferences

    def crash_message(self, number: str) -> Text:
        return guest.crash_message(number)

    def why_no_shell(self) -> Text | None:
        return words("There is no shell here. Your games are saved at every step.")

    def has_finished(self, game: str) -> bool:
        return self.app.store.has_finished(game, self.member.person.id)

    def replay(self, source: str, at: int | None = None, *, above: bool = False) -> None:
        """Open the replay of the player's own match with id `source` after its first `at` events,
        or at its end if `at` is None. Show an error instead if that is not possible, for example
        while the match hides other players' secrets. If `above`, the current screen stays below and
        returns afterwards."""
        with showing_errors(self.app.show_message):
            record = self.app.store.record(source)
            if not self.member.may_replay(record):
                raise NotAllowed("You can replay this game when it is over.")
            match = self.app.store.load(record.id)
            own = self.member.own_seats(record)
            self.app.tables.show_replay(match, at, above=above, id=record.id, own=own)

    def share_page(
        self, match: Match, id: str | None, target: Path | None = None, *, force: bool = False
    ) -> None:
        """Show the command with which the player can export the page of the match `id`. `target`
        and `force` are ignored, because nothing is written on the server."""
        line = self.member.guest.line_to("export", str(id), "--html", "> game.html")
        self.app.show_message(words("Type this on your own computer: {line}", line=line))

    def branch(self, match: Match, count: int) -> str:
        """Start a private match that continues `match` after the first `count` events of its line
        of play, with all people's seats owned by the player. Return the id of the new match. Raises
        NotAllowed if `match` is not over, and other kinds of GuildhallError."""
        if not match.over:
            raise NotAllowed("You can start a new game from this position when this game is over.")
        return self.member.waiting_tables.branch(match, count, self.member.person)

    # ------------------------------------------------------------------ pages and tables

    def open_form(self, game: str) -> None:
        from screens.lobby.new_table import NewTableScreen

        self.app.show_over_menu(NewTableScreen(self, game))

    def open_saved(self) -> None:
        from screens.lobby.own_games import OwnGamesScreen

        self.app.show_over_menu(OwnGamesScreen(self))

    def open_profile(self, *, adds_key: bool = False) -> None:
        from screens.lobby.profile import ProfileScreen

        page = ProfileScreen(self)
        if adds_key:
            page.add_key()
        self.app.show_over_menu(page)

    def open_admin(self) -> None:
        from screens.lobby.admin_page import AdminScreen

        self.app.show_over_menu(AdminScreen(self))

    def go_to(self, find: Callable[[str], AtWaitingTable | AtMatch], key: str) -> None:
        """Go to the table that `find` returns for `key`, which is a code or id, or show why that is
        not possible. A match that is over is replayed instead, if the player has a seat in it."""
        with showing_errors(self.app.show_message):
            match find(key):
                case AtWaitingTable(table):
                    self.open_waiting(table.id)
                case AtMatch(record, seats) if seats and record.summary.over:
                    self.replay(record.id)
                case AtMatch(record, seats):
                    self.open_table(record, seats)

    def open_waiting(self, id: str) -> None:
        from screens.lobby.waiting_table import WaitingTableScreen

        try:
            table = self.member.waiting_tables.get(id)
        except NoSuchTable:
            self.resume(id)
        else:
            self.app.show_over_menu(WaitingTableScreen(self, table))
            self.show_place("join", table.code)

    def resume(self, id: str) -> None:
        self.go_to(self.tables.resume, id)

    def open_table(self, record: Record, seats: Collection[int]) -> None:
        open_it = partial(self._open_table, record, seats)
        self.app.opening.open(self.app.screen, record.header.game, record.events, open_it)

    def _open_table(self, record: Record, seats: Collection[int]) -> None:
        from engine.storage.session import Session

        session = Session.open(self.app.store, record.id, person=self.member.person)
        self.app.tables.open_table(
            session, bool(seats) and self.app.tables.coaches(record.header.game)
        )
        hosted = self.member.seat_ownership.terms(record.id)
        if not seats:
            self.show_place("watch", record.id)
        elif hosted is not None and hosted.code:
            self.show_place("join", hosted.code)

    def play_again(self, session: Session, header: Header) -> None:
        """Take a seat at the waiting table where the players of the previous match (that of
        `session`) meet to play again, and go to the table. The first player creates the table.
        Raises GuildhallError."""
        self.open_waiting(self.member.waiting_tables.play_again(session.id, self.member.person).id)
