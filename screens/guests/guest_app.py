"""The app for somebody at another computer: the lobby in the menu's place, and what guests may."""

from __future__ import annotations

from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING, ClassVar, Final

from rich.text import Text as Printed

from engine.community.gathering import CLOSED
from engine.community.gatherings import Gatherings
from engine.community.people import People
from engine.community.seating import Seating
from engine.core.game import entry
from engine.core.players import PERSON
from engine.errors import Busy, GuildhallError, NoSuchMatch, NoSuchPerson, NoSuchTable, NotAllowed
from engine.i18n.text import Text, words
from engine.storage.topics import LOBBY, topic_of_person
from screens.app import PATIENCE, GuildhallApp
from screens.doing.layers.keeping import MOST_TRIES, RETRY
from screens.exit_codes import FAILED
from screens.guests import guest
from screens.guests.guest import may_see_all
from screens.guests.lobby import LobbyScreen
from screens.play.follow import Following
from screens.preferences import CALL_BELL, Preferences, read_over, written
from screens.start import StartMenu

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

    from textual.driver import Driver
    from textual.screen import Screen

    from engine.community.gathering import Gathering
    from engine.core.event import Header
    from engine.core.players import Person
    from engine.play.match import Match
    from engine.storage.store import Record
    from screens.app import House

AT_THE_DOOR: Final = 10.0
"""For how many seconds somebody who comes in waits for others who write: many may come at once."""


class GuestApp(Following, GuildhallApp):
    """Guildhall for a guest: what others have hidden, and the files of this computer, stay so."""

    for_guests: ClassVar[bool] = True

    def __init__(self, house: House, preferences: Preferences) -> None:
        super().__init__(house, preferences, StartMenu())
        assert house.guest is not None, "a guest is who this app is for"
        self.guest = house.guest
        self._person: Person | None = None
        self._asked: set[str] = set()
        self._seated: set[str] = set()

    # ------------------------------------------------------------------ who it is

    @property
    def people(self) -> People:
        """The people of this house."""
        return People(self.store)

    @property
    def gatherings(self) -> Gatherings:
        """The tables that wait."""
        return Gatherings(self.store)

    @property
    def seating(self) -> Seating:
        """The seats of the matches."""
        return Seating(self.store)

    @property
    def person(self) -> Person:
        """Who plays here; known once somebody was admitted."""
        assert self._person is not None, "nobody was admitted yet"
        return self._person

    @property
    def is_admitted(self) -> bool:
        """Whether it is known who plays here."""
        return self._person is not None

    def get_driver_class(self) -> type[Driver]:
        """The driver that survives what guests type, whatever the environment says."""
        from screens.terminal.driver import TerminalDriver

        return TerminalDriver

    def get_default_screen(self) -> Screen[None]:
        """The lobby lies below everything else."""
        return LobbyScreen()

    def on_mount(self) -> None:
        """Find out by the key who it is; ask those for their name whom the house does not know."""
        try:
            self.store.wait_at_most(AT_THE_DOOR)
            self._let_in()
            self.store.wait_at_most(PATIENCE)
        except GuildhallError as error:
            self.send_away(error.text)

    def _let_in(self) -> None:
        person = self.people.by_key(self.guest.fingerprint)
        if person is None:
            from screens.guests.registering import RegisteringScreen

            self.push_screen(RegisteringScreen())
        elif person.banned:
            self.send_away(guest.KEPT_OUT)
        else:
            self.admit(person)

    def admit(self, person: Person) -> None:
        """Let somebody into the lobby, and on to where the words lead that were typed outside."""
        self._person = person
        kept = self.people.settings(person)
        if kept:
            self.wear(read_over(self.preferences, kept))
        self.follow(topic_of_person(person.id), self._called)
        self._tell_of_tables()
        self.store.ring(LOBBY)
        while len(self.screen_stack) > 1:
            self.pop_screen()
        self._go_where_told()
        self.lobby.arrive()
        self.call_after_refresh(self._note_coming, not kept)

    def _note_coming(self, new: bool, tries: int = 1) -> None:
        """Note that somebody is here; of somebody new the settings too. Nobody is kept waiting for
        that, or sent away because nothing can be written just now."""
        try:
            self.people.seen(self.person)
            if new:
                self.keep(self.preferences)
        except Busy:
            if tries < MOST_TRIES:
                self.set_timer(RETRY, partial(self._note_coming, new, tries + 1))
        except NoSuchPerson:
            self.send_away(guest.FORGOTTEN)
        except GuildhallError as error:
            self.tell(error.text)

    @property
    def lobby(self) -> LobbyScreen:
        """The lobby, whatever lies over it."""
        lobby = self.screen_stack[0]
        assert isinstance(lobby, LobbyScreen)
        return lobby

    def send_away(self, text: Text) -> None:
        """End the session with a sentence."""
        self.exit(return_code=FAILED, message=Printed(self.say(text)))

    def on_unmount(self) -> None:
        """Let the others see that somebody has gone."""
        if self._person is not None:
            self.stop_following()
            self.store.ring(LOBBY)

    def _called(self) -> None:
        """Something has happened that concerns this person."""
        try:
            self.know_again()
        except NoSuchPerson:
            self.send_away(guest.FORGOTTEN)
            return
        except GuildhallError as error:
            self.tell(error.text)
            return
        if self.person.banned:
            self.send_away(guest.KEPT_OUT)
            return
        self.lobby.look_again()
        try:
            self._tell_of_tables()
        except GuildhallError as error:
            self.tell(error.text)

    def _tell_of_tables(self) -> None:
        """Say, wherever the person is, that a table asks for them, or that theirs has begun."""
        tables = {one.id: one for one in self.gatherings.of(self.person)}
        seated = {id for id, one in tables.items() if one.place_of(self.person.id) is not None}
        asked = {id for id, one in tables.items() if one.waits_for(self.person.id)}
        for id in sorted(asked - self._asked):
            table = tables[id]
            self._say_anywhere(
                words(
                    "{host} asks you to play {game}: the table waits in the lobby.",
                    host=table.host_name,
                    game=entry(table.game).names,
                )
            )
        for id in sorted(self._seated - tables.keys()):
            self._tell_of_beginning(id)
        self._asked, self._seated = asked, seated

    def _tell_of_beginning(self, id: str) -> None:
        """Say that a match has begun, to those who neither wait for it nor sit at its table."""
        from screens.guests.waiting import WaitingScreen
        from screens.play.play import PlayScreen

        screen = self.screen
        waits = isinstance(screen, WaitingScreen) and screen.table.id == id
        if waits or (isinstance(screen, PlayScreen) and screen.session.id == id):
            return
        with suppress(NoSuchMatch):
            record = self.store.record(id)
            game = entry(record.header.game).names
            self._say_anywhere(words("{game} has begun: your seat is in the lobby.", game=game))

    def _say_anywhere(self, text: Text) -> None:
        self.call_for_attention()
        self.tell(text)

    def know_again(self) -> None:
        """Find out anew what the person is called and may do; raises GuildhallError."""
        self._person = self.people.get(self.person.id)

    def call_for_attention(self) -> None:
        """Ring the terminal's bell, where it is set to be rung."""
        if self.preferences.call == CALL_BELL:
            self.bell()

    # ------------------------------------------------------------------ what guests may not

    def keep(self, preferences: Preferences) -> None:
        """Keep the settings with the person."""
        if self._person is not None:
            self.people.keep_settings(self._person, written(preferences))

    def mistake(self, number: str) -> Text:
        """That the program has made a mistake: no place, a number to ask by."""
        return guest.mistake(number)

    def action_suspend_process(self) -> None:
        """There is no shell to wake the program from."""
        self.tell(words("There is no shell here to go to; your games are safe at every step."))

    def begin(
        self,
        game: str,
        seats: list[tuple[str, str]],
        options: Mapping[str, str],
        seed: str | None,
        *,
        coached: bool | None = None,
    ) -> None:
        """Matches of guests begin at tables that wait."""
        raise GuildhallError(words("Open a table in the lobby to begin a game."))

    def open_form(self, game: str) -> None:
        """The form for a new table."""
        from screens.guests.new_table import NewTableScreen

        self.show_over_menu(NewTableScreen(game))

    def open_saved(self) -> None:
        """The person's own games that are over."""
        from screens.guests.own_games import OwnGamesScreen

        self.show_over_menu(OwnGamesScreen())

    def open_profile(self) -> None:
        """The person's name, keys, and the way to be forgotten."""
        from screens.guests.profile import ProfileScreen

        self.show_over_menu(ProfileScreen())

    def has_finished(self, game: str) -> bool:
        """Whether the person has a match of a game that is over."""
        return self.store.has_finished(game, self.person.id)

    def own_seats(self, record: Record) -> frozenset[int]:
        """The seats of a match that are this person's."""
        return frozenset(
            seat for seat, owner in enumerate(record.owners) if owner == self.person.id
        )

    # ------------------------------------------------------------------ tables

    def _go_where_told(self) -> None:
        match self.guest.words:
            case ("join", code):
                self.join(code)
            case ("watch", id):
                self.look_on(id)

    def join(self, code: str) -> None:
        """Sit down at the table of a code, or go to the match that has come of it."""
        try:
            table = self.gatherings.by_code(code)
            self.sit_down(table.id, code=code)
        except NoSuchTable as error:
            self._join_begun(code, error)
        except GuildhallError as error:
            self.tell(error.text)

    def _join_begun(self, code: str, error: NoSuchTable) -> None:
        try:
            id = self.gatherings.begun(code)
        except GuildhallError as other:
            self.tell(other.text)
            return
        if id is None:
            self.tell(error.text)
        else:
            self.resume(id)

    def sit_down(self, id: str, *, code: str | None = None) -> None:
        """Sit down at a table that waits and show it; raises GuildhallError."""
        self.gatherings.sit(id, self.person, code=code)
        self.open_waiting(id)

    def open_waiting(self, id: str) -> None:
        """The table that waits; the table itself, if the match has begun."""
        from screens.guests.waiting import WaitingScreen

        try:
            self.show_over_menu(WaitingScreen(self.gatherings.get(id)))
        except NoSuchTable:
            self.resume(id)

    def resume(self, id: str) -> None:
        """Go to one's own seat at a match."""
        try:
            record = self.store.record(id)
            seats = self.own_seats(record)
            if not seats:
                self.look_on(id)
            elif record.summary.over:
                self.replay(id)
            else:
                self._open_table(record, seats)
        except GuildhallError as error:
            self.tell(error.text)

    def look_on(self, id: str) -> None:
        """Look on at a match as everybody may see it."""
        try:
            id = id.strip().lower()
            if not self.seating.may_watch(id, self.person):
                self.tell(words("There is no match {id} that you may watch.", id=id))
                return
            self._open_table(self.store.record(id), frozenset())
        except GuildhallError as error:
            self.tell(error.text)

    def _open_table(self, record: Record, seats: frozenset[int]) -> None:
        from engine.storage.session import Session
        from screens.play.play import PlayScreen

        session = Session.open(self.store, record.id, person=self.person)
        coached = bool(seats) and self.coaches(record.header.game)
        self.show_over_menu(PlayScreen(session, self.preferences, coached=coached))

    def leave_match(self, id: str, bot: str | None) -> None:
        """Leave a match for good, to a bot or to whoever comes."""
        try:
            self.seating.leave(id, self.person, bot)
        except GuildhallError as error:
            self.tell(error.text)
        else:
            self.tell(words("You have left. You may come back till somebody else sits there."))

    def come_back(self, id: str) -> None:
        """Go on with a match that one has left."""
        try:
            self.seating.come_back(id, self.person)
        except GuildhallError as error:
            self.tell(error.text)
        else:
            self.resume(id)

    def take_place(self, id: str) -> None:
        """Sit down at a match in the place of somebody who has left."""
        from screens.guests.gathered import free_seats

        try:
            free = free_seats(self.store.record(id))
            if not free:
                raise NotAllowed(words("No place is free at this table."))
            self.seating.take(id, free[0], self.person)
        except GuildhallError as error:
            self.tell(error.text)
        else:
            self.resume(id)

    def replay(self, source: str, at: int | None = None, *, above: bool = False) -> None:
        """Replay a match of one's own that holds no secrets of others any more."""
        try:
            record = self.store.record(source)
            if not self._may_replay(record):
                self.tell(words("You may look at it again when the game is over."))
                return
            self.show_replay(self.store.load(record.id), at, id=record.id, above=above)
        except GuildhallError as error:
            self.tell(error.text)

    def _may_replay(self, record: Record) -> bool:
        from engine.play.sight import people_of

        seats = self.own_seats(record)
        people = people_of(record.header)
        return bool(seats) and may_see_all(seats, people, over=record.summary.over)

    def branch(self, match: Match, count: int) -> str:
        """Go on from a position in a new match, alone at all seats that people play; raises
        GuildhallError, also where that would show what others still hide."""
        if not match.over:
            raise NotAllowed(words("You may play on from there when the game is over."))
        return self.gatherings.branch(match, count, self.person)

    def play_again(self, header: Header) -> None:
        """Ask all who played to a table of the same game; sit down at it, if another was quicker.

        Raises GuildhallError.
        """
        from screens.play.play import PlayScreen

        screen = self.screen
        assert isinstance(screen, PlayScreen)
        owners = self.store.owners(screen.session.id)
        if self.person.id not in owners:
            raise NotAllowed(words("You had no seat at this match: open a table in the lobby."))
        asked = self._asked_again(header.game, owners)
        if asked is not None:
            self.sit_down(asked.id)
            return
        places = [
            owner if player == PERSON else player
            for owner, (_, player) in zip(owners, header.seats, strict=True)
        ]
        table = self.gatherings.begin_one(
            self.person, header.game, header.options, places, open=CLOSED
        )
        self.open_waiting(table.id)

    def _asked_again(self, game: str, owners: Collection[int | None]) -> Gathering | None:
        """The table to which another of those who played has asked already."""
        return next(
            (
                one
                for one in self.gatherings.of(self.person)
                if one.game == game and one.host in owners and one.waits_for(self.person.id)
            ),
            None,
        )
