"""Line mode of the lobby, for screen readers and plain terminals: identification, tables, and the
table at which the guest plays."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Final

from attrs import evolve

from engine.core.catalogue_entry import Entry
from engine.core.players import titles
from engine.errors import GuildhallError, NoSuchPerson, NoSuchTable, NotAllowed
from engine.games import catalogue, entry
from engine.help.lesson import lesson
from engine.i18n.language import Translator
from engine.i18n.text import Text, words
from engine.storage.pubsub import LOBBY_TOPIC, Subscription, topic_of_person
from engine.storage.session import Session
from screens.environment import Announcements, ServerControl
from screens.line_mode.background_search import BackgroundSearch
from screens.line_mode.input_parser import (
    NotUnderstood,
    folded,
    no_such_number,
    number_typed,
    tidied,
)
from screens.line_mode.line_lesson import LineLesson, open_lesson
from screens.line_mode.remote_table import RemoteTable
from screens.line_mode.sentences import sentence, sentence_writer_for
from screens.lobby.administration import ADMIN_HELP_LINES, AdminDesk, parse, reserved_command
from screens.lobby.guest import NO_LONGER_REGISTERED, welcome
from screens.lobby.lobby_model import TOO_MANY_GUESSES, AtMatch, AtWaitingTable, Lobby, SignUp
from screens.lobby.member import Member
from screens.lobby.table_cards import (
    LEFT_MATCH,
    OPEN_TABLE,
    OWN_MATCH,
    WAITING_TABLE,
    LobbyTables,
    TableCard,
    most_urgent_first,
)
from screens.preferences import Preferences, read_over

HELP_LINES: Final = (
    # Translators: the first word is what is typed; it stays as it is.
    words("NUMBER: open that table; join it, or come back to it."),
    words("join CODE: join the table with that code."),
    words("new GAME WHO ...: create a table; each WHO is a name, a bot or “anybody”."),
    words("If you name only bots, the game starts at once."),
    words("begin NUMBER: start the game at a waiting table."),
    words("learn GAME: play the game's lesson, or continue it."),
    words("leave NUMBER: leave a waiting table, or give up your seat in a game."),
    words("list: show the tables again. quit: disconnect."),
)


class LineLobby:
    """The session of a connected player in line mode. `done` is true when no more input is
    expected."""

    def __init__(
        self,
        member: Member,
        preferences: Preferences,
        search: BackgroundSearch | None = None,
        control: ServerControl | None = None,
        announcements: Announcements | None = None,
    ) -> None:
        self._control, self._announcements = control, announcements
        self.member, self.preferences, self._search = member, preferences, search
        self.done = False
        self._lines: list[str] = []
        self._cards: list[TableCard] = []
        self._waiting = 0
        self.tables, self._sign_up = Lobby(member), SignUp(member)
        self._table: RemoteTable | LineLesson | None = None
        self._lobby_subscriptions: list[Subscription] = []
        self._answer: Callable[[str], None] | None = None

    # ------------------------------------------------------------------ input and output

    @property
    def subscriptions(self) -> Sequence[Subscription]:
        """The subscriptions to poll: those of the open match or, if no match is open, those of the
        lobby; and the announcements, as long as they are available."""
        table = self._table
        subscriptions = (
            table.subscriptions if isinstance(table, RemoteTable) else self._lobby_subscriptions
        )
        link = self._announcements
        return subscriptions if link is None or not link.is_open else [*subscriptions, link]

    @property
    def is_thinking(self) -> bool:
        """Whether a bot's search must end before the open match or lesson continues. False in the
        lobby."""
        return self._table is not None and self._table.is_thinking

    def begin(self) -> list[str]:
        """Identify the player and run the command given when connecting, or ask a player whose key
        is unknown to register. If the player is banned, set `done`. Return the output."""
        return self._collect_output(self._identify)

    def handle_line(self, typed: str) -> list[str]:
        """Pass a typed line to the open table, to the pending question or to the commands of the
        lobby, and return the output."""
        if self._table is not None:
            return self._with_lobby(self._table.handle_line(typed))
        line = tidied(typed)

        def do() -> None:
            if self._answer is not None:
                answer, self._answer = self._answer, None
                answer(line)
            else:
                self._run_command(line)

        return self._collect_output(do)

    def poll(self) -> list[str]:
        """Return output about events since the last call. If the player has been deleted or banned
        while no match is open, set `done`."""
        if self._announcements is not None:
            for text in self._announcements.announcements():
                self._write(text)
        if isinstance(self._table, RemoteTable):
            announced = self._collect_output(lambda: None)
            return [*announced, *self._with_lobby(self._table.poll())]
        return self._collect_output(self._check_tables if self.member.is_admitted else lambda: None)

    def handle_end_of_input(self) -> list[str]:
        """Close the match and the subscriptions to the lobby at the end of input. Return no
        output."""
        self._subscribe()
        if isinstance(self._table, RemoteTable):
            self._table.close()
        return []

    def _with_lobby(self, lines: Sequence[str]) -> list[str]:
        """Return `lines`, the output of the open match or lesson. If the player has left the table,
        return to the lobby and add the list of tables."""
        if self._table is None or not self._table.done:
            return list(lines)
        self._table = None
        return [*lines, *self._collect_output(self._write_tables)]

    def _collect_output(self, do: Callable[[], None]) -> list[str]:
        try:
            do()
        except (GuildhallError, NotUnderstood) as error:
            self._write(error.text)
        output, self._lines = self._lines, []
        return output

    def _write(self, text: Text) -> None:
        self._lines.append(" ".join(Translator(self.preferences.language).translate(text).split()))

    def _subscribe(self, *topics: str) -> None:
        """Replace the subscriptions to the lobby with subscriptions to `topics`."""
        for watch in self._lobby_subscriptions:
            watch.close()
        self._lobby_subscriptions = [self.member.store.subscribe(topic) for topic in topics]

    # ------------------------------------------------------------------ registration

    def _identify(self) -> None:
        try:
            person = self.tables.identify()
        except NotAllowed as error:
            self._write(error.text)
            self.done = True
            return
        if person is None:
            self._write(welcome(self.member.guest))
            if (linked_table := self._sign_up.linked_table_text()) is not None:
                self._write(linked_table)
            self._ask_name()
            return
        self.member.admit(person)
        self.preferences = read_over(self.preferences, self.member.people.settings(person))
        with suppress(GuildhallError):
            self.member.people.mark_online(person)
        self.member.store.publish(LOBBY_TOPIC)
        match self.member.guest.words:
            case ("join", code):
                self._open_joined(self.tables.join(code))
            case ("watch", id):
                self._open_joined(self.tables.watch(id))
            case ("learn", game):
                self._learn(game)
            case _:
                self._write_tables()

    def _ask_name(self) -> None:
        guest = self.member.guest
        if not self._sign_up.is_open:
            self._write(words("New players cannot register here."))
            self._write(
                words(
                    "If you are registered with another key, type the one-time code that you got "
                    "with it."
                )
            )
            self._answer = self._redeem
            return
        if guest.needs_invite_code:
            self._write(
                words(
                    "Type your invite code, or the one-time code that you got with your other key."
                )
            )
            self._answer = self._invite
            return
        self._write(words("Choose a name to use here."))
        self._answer = self._register

    def _invite(self, line: str) -> None:
        if self._sign_up.accepts(line):
            self.member.guest.invited = True
            self._ask_name()
        else:
            self._redeem(line)

    def _redeem(self, line: str) -> None:
        try:
            self._sign_up.redeem(line)
        except GuildhallError as error:
            self._write(error.text)
            if isinstance(error, NotAllowed) and self._sign_up.count_guess():
                self._write(TOO_MANY_GUESSES)
                self.done = True
            else:
                self._ask_name()
            return
        self._identify()

    def _register(self, line: str) -> None:
        try:
            self._sign_up.register(line)
        except GuildhallError as error:
            self._write(error.text)
            self._ask_name()
            return
        if self.member.guest.by_browser:
            self._write(
                words(
                    "Only this browser has your key. To keep your name, turn line mode off, open "
                    "your profile in the lobby and add a second key."
                )
            )
        self._identify()

    # ------------------------------------------------------------------ the lobby

    def _write_tables(self) -> None:
        """Print the player's tables and the open waiting tables, and subscribe to the lobby. Typed
        numbers refer to the tables in this list."""
        self._subscribe(LOBBY_TOPIC, topic_of_person(self.member.person.id))
        tables = self._load_tables()
        open_tables = [card for card in tables.open if card.kind == OPEN_TABLE]
        self._cards = most_urgent_first([*tables.own, *open_tables])
        self._waiting = tables.waiting
        if not self._cards:
            self._write(
                words(
                    "No table is waiting for you. To create one, type for example "
                    "“new deus anybody”."
                )
            )
        for number, card in enumerate(self._cards, 1):
            translate = Translator(self.preferences.language).translate
            players, *more = map(translate, card.lines)
            rest = map(_capitalized, (*more, translate(card.fact), translate(card.aside)))
            parts = (translate(card.title), players, *rest)
            line = f"{number}. " + " ".join(sentence(part) for part in parts if part)
            self._lines.append(" ".join(line.replace(" · ", ", ").split()))
        self._write(words("Type the number of a table, or “help” for other commands."))

    def _load_tables(self) -> LobbyTables:
        """Load the current tables. Typed numbers still refer to the tables that were printed
        last."""
        return self.tables.tables(self.member.store.clock(), spectators=False)

    def _check_tables(self) -> None:
        """Print a message if more tables are waiting for the player than before and, unless a
        lesson is open, the list of tables. If the player has been deleted or banned, print that
        instead and set `done`."""
        try:
            self.tables.check_player()
        except (NoSuchPerson, NotAllowed) as error:
            self._write(NO_LONGER_REGISTERED if isinstance(error, NoSuchPerson) else error.text)
            self.done = True
            return
        before, self._waiting = self._waiting, self._load_tables().waiting
        if self._waiting > before:
            self._write(words("A table is waiting for you."))
            if self._table is None:
                self._write_tables()

    def _run_command(self, line: str) -> None:
        number = number_typed(line)
        first, _, rest = line.partition(" ")
        if number is not None:
            self._open_card(self._card(number))
            return
        match folded(first):
            case "" | "list":
                self._write_tables()
            case "help" | "?":
                for one in (*HELP_LINES, *(ADMIN_HELP_LINES if self.member.person.admin else ())):
                    self._write(one)
            case "quit" | "q" | "exit":
                self._subscribe()
                self.member.store.publish(LOBBY_TOPIC)
                self.done = True
            case "join":
                self._open_joined(self.tables.join(rest))
            case "new":
                self._create_table(rest.split())
            case "learn":
                self._learn(rest.strip())
            case "begin":
                self._open_joined(self.tables.start(self._card_typed(rest).id))
            case "leave":
                self._leave(self._card_typed(rest))
            case _:
                command = parse(line) if self.member.person.admin else None
                if command is None:
                    if self.member.person.admin and (why := reserved_command(line)) is not None:
                        raise NotUnderstood(why)
                    raise NotUnderstood(words("“help” lists the commands."))
                for answer in AdminDesk(self.member.store, self.member.person, self._control).run(
                    command
                ):
                    self._write(answer)

    def _card(self, number: int) -> TableCard:
        if not 1 <= number <= len(self._cards):
            raise no_such_number(number, len(self._cards))
        return self._cards[number - 1]

    def _card_typed(self, rest: str) -> TableCard:
        return self._card(number_typed(rest) or 0)

    def _open_card(self, card: TableCard) -> None:
        """Go to the table of a card. If the player has no seat at the table, join it or come back
        to it first."""
        kind, id = card.place
        if kind == LEFT_MATCH:
            self._open_joined(self.tables.come_back(id))
        elif kind == OWN_MATCH:
            self._open_joined(self.tables.resume(id))
        else:
            try:
                joined: AtWaitingTable | AtMatch = self.tables.join_table(id)
            except NoSuchTable:  # its match has started
                joined = self.tables.resume(id)
            self._open_joined(joined)

    def _open_joined(self, joined: AtWaitingTable | AtMatch) -> None:
        """Open `joined` if it is a match. For a waiting table, print its code, how many players are
        missing or, for the host of a full table, how to start, and then the list of tables."""
        if isinstance(joined, AtMatch):
            self._open_table(joined.record.id)
            return
        table = joined.table
        self._write(words("You are at this table. Its code is {code}.", code=table.code))
        if table.free:
            self._write(words("Players still missing: {n}.", n=table.free))
        elif table.host == self.member.person.id:
            self._write(words("Everyone is here. Type “begin” and the table's number to start."))
        self._write_tables()

    def _leave(self, card: TableCard) -> None:
        """Leave a waiting table, decline its invitation, or ask who takes over the player's seat in
        a running match. Raises NotAllowed for any other table."""
        kind, id = card.place
        if kind == OWN_MATCH:
            self._ask_successor(card)
        elif kind == WAITING_TABLE:
            self.tables.leave_waiting(id)
            self._write_tables()
        else:
            raise NotAllowed("You have no seat at that table.")

    def _ask_successor(self, card: TableCard) -> None:
        """Ask who takes over the player's seat in a match, and give up the seat once the player has
        answered with a number. Any other answer cancels."""
        successors = self.tables.successors()
        self._write(
            words("Give up your seat in {game}? Choose who takes it over.", game=card.title)
        )
        for number, (_, title) in enumerate(successors, 1):
            self._lines.append(
                f"{number}. {Translator(self.preferences.language).translate(title)}."
            )

        def answered(line: str) -> None:
            number = number_typed(line)
            if number is None:
                self._write(words("Cancelled. Nothing has changed."))
            elif not 1 <= number <= len(successors):
                self._answer = answered
                raise no_such_number(number, len(successors))
            else:
                self.tables.leave_match(card.id, successors[number - 1][0])
                self._write_tables()

        self._answer = answered

    def _create_table(self, typed: Sequence[str]) -> None:
        """Create a table, or start the match at once if nobody else has to join. `typed` is the id
        of the game, followed by the other players; if they are too few for the game, seats for
        anyone are added. Raises GuildhallError, and NotUnderstood if the game is missing."""
        game = _game_typed(typed[0] if typed else "")
        seats = [self.member.person.id, *map(self._player_typed, typed[1:])]
        while len(seats) < game.players[0]:
            seats.append(None)
        created = self.tables.create(game.id, seats)
        if isinstance(created, AtMatch):
            self._write(words("Nobody else has to join, so the game starts at once."))
            self._open_joined(created)
            return
        code, guest = created.table.code, self.member.guest
        line = guest.line_to("join", code)
        self._write(words("The table is waiting. Others can join with: {line}", line=line))
        if (link := guest.link_to("join", code)) is not None:
            if guest.has_local_page:
                self._write(
                    words("On the server's computer, open this in a browser: {link}", link=link)
                )
            else:
                self._write(words("Or they can open this in a browser: {link}", link=link))
        self._write_tables()

    def _player_typed(self, typed: str) -> int | str | None:
        """Return the id of the registered player called `typed`, the player string of a bot
        (`bot:medium`), or None for anyone. Raises NoSuchPerson."""
        bare = typed.removeprefix("bot:").casefold()
        if bare in ("anybody", "*"):
            return None
        if bare == "bot":
            return "bot:medium"
        if bare in titles():
            return f"bot:{bare}"
        return self.member.people.named(typed).id

    # ------------------------------------------------------------------ a table

    def _open_table(self, id: str) -> None:
        session = Session.open(self.member.store, id, person=self.member.person)
        self._subscribe()
        writer = sentence_writer_for(session.match.header, self.preferences.language)
        confirm = self.preferences.confirm
        table = RemoteTable(session, writer, self.member.toggle_mute, self._search, confirm)
        self._lines += table.begin()
        if table.done:
            self._write_tables()
        else:
            self._table = table

    def _learn(self, typed: str) -> None:
        """Open the lesson of the game with the id `typed`. Raises GuildhallError for an unknown
        game or one without a lesson, and NotUnderstood if `typed` is empty."""
        game = _game_typed(typed)
        found = lesson(game.id)
        if found is None:
            raise GuildhallError("{game} has no lesson yet.", game=game.names)

        def save_progress(done: int) -> None:
            lessons = {**self.preferences.lessons, game.id: done}
            self.preferences = evolve(self.preferences, lessons=lessons)
            self.member.save_preferences(self.preferences)

        self._subscribe(LOBBY_TOPIC, topic_of_person(self.member.person.id))
        self._waiting = self._load_tables().waiting
        how_to_continue = words("“{command}” continues the lesson.", command=f"learn {game.id}")
        self._table = open_lesson(found, self.preferences, save_progress, how_to_continue)
        self._lines += self._table.begin()


def _game_typed(typed: str) -> Entry:
    """Return the catalogue entry of the game with the id `typed`. Raises UnknownGame, and
    NotUnderstood if `typed` is empty."""
    if not typed:
        games = ", ".join(entry.id for entry in catalogue())
        raise NotUnderstood(words("Which game? Choose from {games}.", games=games))
    return entry(typed)


def _capitalized(part: str) -> str:
    return part[:1].upper() + part[1:]
