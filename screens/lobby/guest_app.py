"""The app of a player connected to a server: lobby, waiting tables, own games.

Other players' secrets and this computer's files stay hidden.
"""

from __future__ import annotations

from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING, Final, Protocol

from attrs import define, field
from rich.text import Text as Printed

from engine.errors import (
    Busy,
    GuildhallError,
    NoSuchMatch,
    NoSuchPerson,
    NoSuchTable,
    NotAllowed,
    telling,
)
from engine.games import entry
from engine.i18n.text import Text, words
from engine.storage.topics import LOBBY, topic_of_person
from screens.app import PATIENCE, GuildhallApp
from screens.exit_codes import FAILED
from screens.lobby import guest
from screens.lobby.guest import Guest
from screens.lobby.lobby import LobbyScreen
from screens.lobby.lobby_model import AtMatch, AtWaitingTable, Lobby
from screens.lobby.member import Member
from screens.lobby.table_cards import MATCH, MOST_OWN, own_gathering, own_match
from screens.play.subscriber import Subscriptions
from screens.preferences import RINGING, Preferences, read_over
from screens.table.reducers.commit import MOST_TRIES, RETRY
from screens.terminal.driver import TerminalDriver
from screens.terminal.timers import sure

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Mapping, Sequence

    from textual.driver import Driver

    from engine.core.event import Header
    from engine.core.players import Person
    from engine.lobby.waiting_table import WaitingTable
    from engine.match.match import Match
    from engine.storage.records import Record
    from engine.storage.session import Session
    from screens.environment import Environment

AT_THE_DOOR: Final = 10.0
"""Database timeout in seconds while a player connects: many may connect at once."""


class Announcements(Protocol):
    """Announcements of the server to everyone connected."""

    def listen(self, tell: Callable[[Text], None]) -> None:
        """Start passing announcements to `tell`."""

    def stop(self) -> None:
        """Stop listening."""

    def show_place(self, place: Sequence[str]) -> None:
        """Tell the server the words with which the player would return to the current page."""


def guest_app(
    environment: Environment,
    guest: Guest,
    preferences: Preferences,
    driver_class: type[Driver] = TerminalDriver,
    voice: Announcements | None = None,
) -> GuildhallApp:
    """The app for a guest. Its driver survives any input, whatever the environment sets."""

    def make_context(app: GuildhallApp) -> LobbyContext:
        member = Member(guest, lambda: app.store)
        return LobbyContext(app, member, voice, Subscriptions(app))

    return GuildhallApp(environment, preferences, make_context, driver_class)


@define(eq=False)
class LobbyContext:
    """`AppContext` and `GuestContext` of a guest."""

    app: GuildhallApp
    member: Member
    voice: Announcements | None
    following: Subscriptions
    has_lobby: bool = True
    _offers_key: bool = field(default=False, init=False)
    _asked: set[str] = field(factory=set, init=False)
    _seated: set[str] = field(factory=set, init=False)
    tables: Lobby = field(init=False)
    _at_tables: Mapping[str, Collection[int]] | None = field(default=None, init=False)

    @tables.default
    def _make_tables(self) -> Lobby:
        return Lobby(self.member)

    # ------------------------------------------------------------------ coming and going

    def lowest_page(self) -> LobbyScreen:
        return LobbyScreen(self)

    def arrive(self) -> None:
        """Identify the player by the key, or ask an unknown one to register."""
        with telling(self.send_away):
            self.app.store.wait_at_most(AT_THE_DOOR)
            self._let_in()
            self.app.store.wait_at_most(PATIENCE)

    def _let_in(self) -> None:
        person = self.tables.identify()
        if person is None:
            from screens.lobby.sign_up import SignUpScreen

            self.app.push_screen(SignUpScreen(self))
        else:
            self.admit(person)

    def admit(self, person: Person) -> None:
        self.member.admit(person)
        saved_settings = self.member.people.settings(person)
        self._offers_key = self.member.guest.by_browser and not saved_settings
        if saved_settings:
            self.app.wear(read_over(self.app.preferences, saved_settings))
        self.following.follow(self.app.store, topic_of_person(person.id), self.called)
        self.announce_news()
        self.app.store.publish(LOBBY)
        while len(self.app.screen_stack) > 1:
            self.app.pop_screen()
        self._run_connect_command()
        self.lobby.arrive()
        self.app.call_after_refresh(self._note_coming, not saved_settings)

    def take_key_offer(self) -> bool:
        """Return whether to offer a second key now: once, to a new player whose only key is kept
        by a browser."""
        offers, self._offers_key = self._offers_key, False
        return offers

    def show_place(self, *words: str) -> None:
        """Tell the server the words that lead back to the current page; none for the lobby."""
        self.member.guest.place = words
        if self.voice is not None:
            self.voice.show_place(words)

    def _run_connect_command(self) -> None:
        match self.member.guest.words:
            case ("join", code):
                self.join(code)
            case ("watch", id):
                self.watch(id)
            case ():
                self._go_back_to_game()

    def _go_back_to_game(self) -> None:
        """Open the game directly if it is the only table waiting for the player."""
        with telling(self.app.tell):
            person, now = self.member.person, self.app.environment.clock()
            with self.app.store.reading():
                matches = self.app.store.records(person=person.id, over=False, limit=MOST_OWN)
                tables = self.member.gatherings.of(person)
            cards = [own_match(one, person, now) for one in matches]
            cards += [own_gathering(table, person, now) for table in tables]
            match [card.place for card in cards if card.mine]:
                case [(sort, id)] if sort == MATCH:
                    self.resume(id)

    def _note_coming(self, new: bool, tries: int = 1) -> None:
        """Record that the player is online, and save a new player's settings; retry later
        instead of blocking or disconnecting if the database is busy."""
        try:
            self.member.people.seen(self.member.person)
            if new:
                self.save_preferences(self.app.preferences)
        except Busy:
            if tries < MOST_TRIES:
                sure(self.app.set_timer(RETRY, partial(self._note_coming, new, tries + 1)))
        except NoSuchPerson:
            self.send_away(guest.FORGOTTEN)
        except GuildhallError as error:
            self.app.tell(error.text)

    def ready(self) -> None:
        if self.voice is not None:
            self.voice.listen(self.app.tell)

    def leave(self) -> None:
        """Let others see that the player has left."""
        if self.voice is not None:
            self.voice.stop()
        self.following.stop()
        if self.member.is_admitted:
            self.app.store.publish(LOBBY)

    def send_away(self, text: Text) -> None:
        self.app.exit(return_code=FAILED, message=Printed(self.app.say(text)))

    # ------------------------------------------------------------------ what is told

    @property
    def lobby(self) -> LobbyScreen:
        """The lobby, below any other page."""
        lobby = self.app.screen_stack[0]
        assert isinstance(lobby, LobbyScreen)
        return lobby

    def tell_in_lobby(self, text: Text) -> None:
        self.lobby.tell(text)

    def called(self) -> None:
        """React to news about this player."""
        with telling(self.app.tell):
            try:
                self.tables.check_player()
            except NoSuchPerson:
                self.send_away(guest.FORGOTTEN)
                return
            except NotAllowed as error:
                self.send_away(error.text)
                return
            self.lobby.reload()
            self.announce_news()

    def announce_news(self) -> None:
        """Announce new invitations and started games, on any page."""
        person = self.member.person
        tables = {one.id: one for one in self.member.gatherings.of(person)}
        seated = {id for id, one in tables.items() if one.place_of(person.id) is not None}
        asked = {id for id, one in tables.items() if one.waits_for(person.id)}
        for id in sorted(asked - self._asked):
            table = tables[id]
            self._announce(
                words(
                    "{host} invites you to play {game}: the table is waiting in the lobby.",
                    host=table.host_name,
                    game=entry(table.game).names,
                )
            )
        for id in sorted(self._seated - tables.keys()):
            self._announce_start(id)
        self._asked, self._seated = asked, seated
        self._announce_joined(tables)

    def _announce_joined(self, tables: Mapping[str, WaitingTable]) -> None:
        """Announce to a host, on any page, who has joined their tables since the last call."""
        before = self._at_tables
        for id, table in tables.items() if before is not None else ():
            known = (before or {}).get(id, ())
            come = [one for one in table.places if one.person not in (None, *known, table.host)]
            for place in come if table.host == self.member.person.id else ():
                game = entry(table.game).names
                sits = words("{name} joins your table: {game}.", name=place.name, game=game)
                self._announce(sits)
        self._at_tables = {id: table.people for id, table in tables.items()}

    def _announce_start(self, id: str) -> None:
        """Announce that a match has started, unless the player is at its table or waiting for
        it."""
        from screens.lobby.waiting_table import WaitingTableScreen
        from screens.play.play_screen import PlayScreen

        screen = self.app.screen
        pages = self.app.screen_stack
        waits = any(isinstance(page, WaitingTableScreen) and page.table.id == id for page in pages)
        if waits or (isinstance(screen, PlayScreen) and screen.session.id == id):
            return
        with suppress(NoSuchMatch):
            record = self.app.store.record(id)
            game = entry(record.header.game).names
            self._announce(words("{game} has started: your seat is in the lobby.", game=game))

    def _announce(self, text: Text) -> None:
        self.call_for_attention()
        self.app.tell(text)

    def call_for_attention(self) -> None:
        if self.app.preferences.call in RINGING:
            self.app.bell()

    # ------------------------------------------------------------------ what guests may not

    def save_preferences(self, preferences: Preferences) -> None:
        self.member.save_preferences(preferences)

    def keep_of_games(self, preferences: Preferences) -> None:
        self.member.save_preferences(preferences)

    def mistake(self, number: str) -> Text:
        return guest.mistake(number)

    def why_no_shell(self) -> Text | None:
        return words("There is no shell here. Your games are saved at every step.")

    def begin(
        self,
        game: str,
        seats: list[tuple[str, str]],
        options: Mapping[str, str],
        seed: str | None,
        *,
        coached: bool | None = None,
    ) -> None:
        """Refuse: guests start games at waiting tables."""
        raise GuildhallError(words("Create a table in the lobby to start a game."))

    def has_finished(self, game: str) -> bool:
        return self.app.store.has_finished(game, self.member.person.id)

    def replay(self, source: str, at: int | None = None, *, above: bool = False) -> None:
        """Replay one of the player's own matches that no longer hides other players' secrets."""
        with telling(self.app.tell):
            record = self.app.store.record(source)
            if not self.member.may_replay(record):
                raise NotAllowed(words("You can replay it when the game is over."))
            match = self.app.store.load(record.id)
            own = self.member.own_seats(record)
            self.app.show_replay(match, at, above=above, id=record.id, own=own)

    def share_page(self, match: Match, id: str | None) -> None:
        """Tell which command exports the page: nothing is written on the server."""
        line = f"{self.member.guest.connect_command} export {id} --html > game.html"
        self.app.tell(words("Type this on your own computer: {line}", line=line))

    def branch(self, match: Match, count: int) -> str:
        """Continue from a position in a new match, with all people's seats. Raises
        GuildhallError, also if that would reveal secrets."""
        if not match.over:
            raise NotAllowed(words("You can play on from there when the game is over."))
        return self.member.gatherings.branch(match, count, self.member.person)

    # ------------------------------------------------------------------ pages and tables

    def open_form(self, game: str) -> None:
        from screens.lobby.new_table import NewTableScreen

        self.app.show_over_menu(NewTableScreen(self, game))

    def open_saved(self) -> None:
        from screens.lobby.own_games import OwnGamesScreen

        self.app.show_over_menu(OwnGamesScreen(self))

    def open_profile(self) -> None:
        from screens.lobby.profile import ProfileScreen

        self.app.show_over_menu(ProfileScreen(self))

    def open_admin(self) -> None:
        from screens.lobby.admin_page import AdminScreen

        self.app.show_over_menu(AdminScreen(self))

    def join(self, code: str) -> None:
        with telling(self.app.tell):
            match self.tables.join(code):
                case AtWaitingTable(table):
                    self.open_waiting(table.id)
                case AtMatch() as found:
                    self._go_to(found)

    def sit_down(self, id: str, *, code: str | None = None) -> None:
        self.open_waiting(self.tables.sit_down(id, code).table.id)

    def open_waiting(self, id: str) -> None:
        from screens.lobby.waiting_table import WaitingTableScreen

        try:
            table = self.member.gatherings.get(id)
        except NoSuchTable:
            self.resume(id)
        else:
            self.app.show_over_menu(WaitingTableScreen(self, table))
            self.show_place("join", table.code)

    def resume(self, id: str) -> None:
        with telling(self.app.tell):
            self._go_to(self.tables.resume(id))

    def _go_to(self, found: AtMatch) -> None:
        """Open a match, or replay the player's own one that is over."""
        if found.seats and found.record.summary.over:
            self.replay(found.record.id)
        else:
            self.open_table(found.record, found.seats)

    def watch(self, id: str) -> None:
        with telling(self.app.tell):
            self._go_to(self.tables.watch(id))

    def open_table(self, record: Record, seats: Collection[int]) -> None:
        """Open the table of a match with the given seats."""
        from engine.storage.session import Session

        session = Session.open(self.app.store, record.id, person=self.member.person)
        self.app.open_table(session, bool(seats) and self.app.coaches(record.header.game))
        hosted = self.member.seating.hosted(record.id)
        if not seats:
            self.show_place("watch", record.id)
        elif hosted is not None and hosted.code:
            self.show_place("join", hosted.code)

    def leave_match(self, id: str, bot: str | None) -> None:
        with telling(self.app.tell):
            self.tables.leave_match(id, bot)
            self.app.tell(
                words("You have left your seat. You can come back until someone else takes it.")
            )

    def come_back(self, id: str) -> None:
        with telling(self.app.tell):
            self._go_to(self.tables.come_back(id))

    def take_seat(self, id: str) -> None:
        with telling(self.app.tell):
            self._go_to(self.tables.take_seat(id))

    def play_again(self, session: Session, header: Header) -> None:
        """Join the table at which all players of a match meet to play again. Raises
        GuildhallError."""
        self.open_waiting(self.member.gatherings.play_again(session.id, self.member.person).id)
