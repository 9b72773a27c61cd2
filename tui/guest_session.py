"""Sessions of guests, over any connection: a printed answer, line mode, or the screens."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Callable, Sequence
from contextlib import closing
from time import monotonic, sleep
from typing import TYPE_CHECKING, Final

from attrs import frozen

from engine.core.common_wording import joined
from engine.core.players import Person
from engine.errors import Busy, GuildhallError
from engine.i18n.language import Translator, preferred_language
from engine.i18n.text import plural, printable, verbatim, words
from engine.lobby.users import CODE_LIFETIME, Users
from screens.exit_codes import FAILED, OK
from screens.lobby.administration import COMMANDS, HELP_COMMAND, AdminDesk, usage
from screens.lobby.guest import STORE_NAME, Guest, Registration, crash_message, may_see_all
from screens.preferences import SHOWN_LINES, Preferences, read_over
from tui import settings_file
from tui.cli import json_output
from tui.cli.context import has_terminal
from tui.streams import print_error
from tui.user_store import open_store

if TYPE_CHECKING:
    from argparse import Namespace

    from engine.storage.records import Record
    from engine.storage.store import Store
    from engine.workers.pool import Thinker
    from screens.app import GuildhallApp
    from screens.environment import Announcements, Environment, ServerControl
    from tui.user_paths import UserPaths


_FINGERPRINT: Final = re.compile(r"SHA256:[A-Za-z0-9+/]{43}")

MakeApp = Callable[["Environment", Guest, Preferences], "GuildhallApp"]


ORIGINAL_COMMAND: Final = "SSH_ORIGINAL_COMMAND"
"""Environment variable in which sshd passes the command after the host name."""

LINES: Final = "lines"

OPEN_TIMEOUT: Final = 60.0
"""Maximum number of seconds during which opening a busy store is retried. By then, idle clients
have returned their database connections."""

RETRY_INTERVAL: Final = 1.0
"""Seconds between two attempts to open a busy store."""

DUMB_TERMINALS: Final = ("dumb", "none")
"""Types of terminals that cannot draw. The second one means that there is no terminal."""


class BadWords(GuildhallError):
    """Raised if the command after the host name is unknown."""


class BadKey(GuildhallError):
    """Raised if a key's fingerprint is malformed."""


def checked_fingerprint(text: str) -> str:
    """Return `text` if it is a key's fingerprint, `SHA256:` and 43 characters. Raises BadKey."""
    if not _FINGERPRINT.fullmatch(text):
        raise BadKey("The fingerprint of a key begins with SHA256:.")
    return text


def run_login(args: Namespace, paths: UserPaths) -> int:
    """Run `guildhall login`, with the command from its arguments or from SSH_ORIGINAL_COMMAND.
    Return the exit code. Raises BadWords, BadKey or BadStore."""
    from tui.server.identity import parse_command

    command = " ".join(args.words) or os.environ.get(ORIGINAL_COMMAND, "")
    accepted = parse_command(command)
    fingerprint = checked_fingerprint(args.fingerprint)
    if accepted is None:
        return _explain(command, fingerprint, paths)
    return run_guest_session(
        Guest(
            fingerprint,
            accepted,
            Registration[args.registration.upper()],
            connect_command=args.connect_command,
        ),
        paths,
    )


def _explain(command: str, fingerprint: str, paths: UserPaths) -> int:
    """Print the commands that the player can use, and return the exit code. Raises BadStore, or
    BadWords with the text of `usage` for any `command` other than `help`."""
    with closing(open_server_store(paths)) as store:
        person = Users(store).by_key(fingerprint)
    lines = usage(command, is_admin=person is not None and person.admin)
    if command != HELP_COMMAND:
        raise BadWords(joined(lines, "\n") or verbatim(""))
    translator = Translator(preferred_language())
    for line in lines:
        print(translator.translate(line))
    return OK


def run_guest_session(
    guest: Guest,
    paths: UserPaths,
    make_app: MakeApp | None = None,
    announcements: Announcements | None = None,
) -> int:
    """Serve a guest on standard input and output, and return the exit code. Screens run in the app
    that `make_app` (by default, `guest_app`) returns; line mode shows the server's `announcements`.

    Error messages contain no paths of this computer.
    """
    try:
        return _GuestSession(guest, paths, make_app, announcements).run()
    except GuildhallError as error:
        print_error(Translator(preferred_language()), error.text)
    except BrokenPipeError:
        return FAILED  # the reader of the output has hung up
    except Exception:
        print_error(Translator(preferred_language()), crash_message(_log_crash(paths)))
    return FAILED


@frozen
class _GuestSession:
    """The session of a guest: a printed answer, line mode, or the screens."""

    guest: Guest
    paths: UserPaths
    make_app: MakeApp | None
    announcements: Announcements | None

    def run(self) -> int:
        command = self.guest.words
        printed = bool(command) and (command[0] in ANSWER_COMMANDS or command[:2] in COMMANDS)
        store, preferences = self._open_with_retries()
        if printed:
            return self._answer(store, preferences)
        if uses_line_mode(self.guest, preferences):
            return self._run_line_mode(store, preferences)
        return self._open_screens(store, preferences)

    def _open_with_retries(self) -> tuple[Store, Preferences]:
        """Return the server's store and the guest's settings. If the store is busy, retry for up to
        `OPEN_TIMEOUT` seconds, and tell the guest once. Raises BadStore."""
        until, has_warned = monotonic() + OPEN_TIMEOUT, False
        while True:
            try:
                return self._open_at_once()
            except Busy as error:
                if monotonic() > until:
                    raise
                if not has_warned:
                    again = words("{trouble} Trying again ...", trouble=error.text)
                    print_error(Translator(preferred_language()), again)
                    has_warned = True
                sleep(RETRY_INTERVAL)

    def _open_at_once(self) -> tuple[Store, Preferences]:
        """Return the store, and the guest's saved settings or the default ones. Raises BadStore."""
        store = open_server_store(self.paths)
        try:
            defaults, users = Preferences(language=preferred_language()), Users(store)
            with store.read_transaction():
                person = users.by_key(self.guest.fingerprint)
                return store, defaults if person is None else read_over(
                    defaults, users.settings(person)
                )
        except BaseException:
            store.close()
            raise

    def _answer(self, store: Store, preferences: Preferences) -> int:
        """Print the answer to a command, or the error if the command fails. Close `store`, and
        return the exit code. Raises GuildhallError for an unknown or banned player."""
        command = self.guest.words
        with closing(store):
            person = Users(store).by_key(self.guest.fingerprint)
            if person is None or person.banned:
                raise GuildhallError(
                    "This server does not know your key. Connect and register first."
                )
            translator = Translator(preferences.language)
            try:
                if command[:2] in COMMANDS:
                    for line in AdminDesk(store, person, self._control(store)).run(command):
                        print(printable(translator.translate(line)))
                    return OK
                return ANSWER_COMMANDS[command[0]](store, person, command[1:], translator)
            except GuildhallError as error:
                print_error(translator, error.text)
                return FAILED

    def _run_line_mode(self, store: Store, preferences: Preferences) -> int:
        """Run line mode, close `store`, and return the exit code."""
        from screens.line_mode.background_search import BackgroundSearch
        from screens.line_mode.line_driver import run_line_session
        from screens.line_mode.playing import print_text
        from screens.line_mode.terminal_modes import show_input
        from screens.lobby.line_lobby import LineLobby
        from screens.lobby.member import Member

        show_input(0)
        member, control = Member(self.guest, lambda: store), self._control(store)
        with closing(store), closing(BackgroundSearch(self._make_thinker)) as search:
            lobby = LineLobby(member, preferences, search, control, self.announcements)
            run_line_session(lobby, print_text, rest=store.rest)
        return OK

    def _open_screens(self, store: Store, preferences: Preferences) -> int:
        from tui.launch import depth_of_terminal

        depth = depth_of_terminal()
        from screens.environment import Environment
        from screens.lobby.guest_app import guest_app

        environment = Environment(
            lambda: store,
            self.paths.data,
            clock=store.clock,
            depth=depth,
            make_thinker=self._make_thinker,
            control=self._control(store),
        )
        app = (self.make_app or guest_app)(environment, self.guest, preferences)
        app.run(mouse=preferences.mouse == "on")
        if app.wants_lines:
            lesson = app.lesson if app.wants_lesson_lines else None
            self.guest.words = self.guest.place if lesson is None else ("learn", lesson.game)
            return self._run_line_mode(*self._open_with_retries())
        return app.return_code or OK

    def _control(self, store: Store) -> ServerControl:
        from tui.admin_link import AdminLink

        return AdminLink(self.paths, store)

    def _make_thinker(self) -> Thinker:
        """Return a client of the server's worker pool, or a new pool if no server is running."""
        from engine.workers.pool import WorkerPool
        from engine.workers.rpc import JobClient
        from tui.server.bot_supervisor import SOCKET_NAME, connect_to_bot_service

        data = self.paths.data
        return (
            JobClient(lambda: connect_to_bot_service(data))
            if (data / SOCKET_NAME).exists()
            else WorkerPool()
        )


def _log_crash(paths: UserPaths) -> str:
    """Log the current exception. Return its number in the log, or "0" if it cannot be logged."""
    import traceback

    from screens.error_log import log_error

    try:
        return log_error(paths.log, traceback.format_exc())
    except OSError:
        return "0"


def uses_line_mode(guest: Guest, preferences: Preferences) -> bool:
    """Return whether a guest uses line mode: because of the command or the settings, or because the
    terminal is missing or cannot draw."""
    asks_for_lines = guest.words == (LINES,) or preferences.shown == SHOWN_LINES
    return asks_for_lines or os.environ.get("TERM") in DUMB_TERMINALS or not has_terminal()


def open_server_store(paths: UserPaths) -> Store:
    """Open the server's store, and keep as many backups as the admin's settings say. Error messages
    do not give the store's location. Raises BadStore."""
    most = int(settings_file.read(paths.settings)[0].copies)
    return open_store(paths, display_name=STORE_NAME, copies=most)


# ---------------------------------------------------------------------- printed answers


def _turns(store: Store, person: Person, rest: Sequence[str], translator: Translator) -> int:
    return print_turns(store, person, translator)


def print_turns(
    store: Store, person: Person, translator: Translator, *, as_json: bool = False
) -> int:
    """Print the tables that are waiting for a person, one per line or, if `as_json`, as JSON.
    Return the exit code, which is a failure if there are none."""
    from engine.lobby.deadlines import Deadlines
    from engine.lobby.matchmaking import WaitingTables
    from screens.lobby.table_cards import most_urgent_first, own_match, own_waiting_table
    from screens.match_summary import players_of

    now = store.clock()
    running = store.records(person=person.id, over=False)
    due = Deadlines(store).of([one.id for one in running], person.id)
    cards = [own_match(one, person, now, deadline=due.get(one.id)) for one in running]
    by_id = {one.id: one for one in running}
    records = [(by_id[card.id], card) for card in most_urgent_first(cards) if card.waits_for_reader]
    tables = [
        (table, card)
        for table in WaitingTables(store).of(person)
        if (card := own_waiting_table(table, person, now)).waits_for_reader
    ]
    if as_json:
        waiting = [json_output.turn(one, translator, due.get(one.id)) for one, _ in records]
        json_output.print_json(
            [*waiting, *(json_output.table(table, translator) for table, _ in tables)]
        )
        return OK if waiting or tables else FAILED
    lines = [(record.id, card, players_of(record)) for record, card in records]
    lines += [(table.code, card, card.lines[0]) for table, card in tables]
    for name, card, who in lines:
        parts = (card.title, who, card.fact, card.aside)
        print(printable("  ".join([name, *map(translator.translate, parts)])))
    return OK if lines else FAILED


def _export(store: Store, person: Person, rest: Sequence[str], translator: Translator) -> int:
    """Print one of the person's own matches as a saved game or, with `--html`, as a web page, and
    return the exit code. `rest` is the id of the match and the options. Raises NoSuchMatch, or
    GuildhallError if the match is not the person's own or still hides something from them."""
    from engine.storage import match_file

    record = store.record(rest[0].lower())
    if not may_export(record, person):
        raise GuildhallError(
            "You can only export your own finished games, and {id} is not one of them.", id=rest[0]
        )
    match = store.load(record.id)
    sys.stdout.flush()
    if "--html" in rest[1:]:
        from engine.storage.saved_review import saved_review
        from tui.cli.export import print_page

        defaults = Preferences(language=translator.language)
        review = saved_review(store, record.id, match.header)
        print_page(match, review, read_over(defaults, Users(store).settings(person)), translator)
    else:
        match_file.write(match, sys.stdout.buffer)
    return OK


def may_export(record: Record, person: Person) -> bool:
    """Return whether a person may have a copy of a match: it is one of their own, and hides nothing
    from them."""

    seats = [seat for seat, owner in enumerate(record.owners) if owner == person.id]
    return bool(seats) and may_see_all(seats, record.header.people, over=record.summary.over)


def _key(store: Store, person: Person, rest: Sequence[str], translator: Translator) -> int:
    """Create and print a one-time code for another key of `person`. Return the exit code."""
    code = Users(store).new_one_time_code(person)
    until = plural(
        "Connect with the other key within {n} minute and type this code there:",
        "Connect with the other key within {n} minutes and type this code there:",
        int(CODE_LIFETIME.total_seconds() // 60),
    )
    print(translator.translate(until))
    print(code)
    return OK


ANSWER_COMMANDS: Final = {"turns": _turns, "export": _export, "key": _key}
"""Commands that print an answer, by their first word."""
