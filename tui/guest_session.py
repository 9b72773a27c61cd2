"""Guests, by whichever way they come: a few words are answered in print, else there are screens."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Callable, Sequence
from contextlib import closing
from time import monotonic, sleep
from typing import TYPE_CHECKING, Final

from engine.core.players import Person
from engine.errors import Busy, GuildhallError
from engine.i18n.language import Tongue, preferred_language
from engine.i18n.text import Text, plural, printable, words
from engine.lobby.users import WORD_LASTS, Users
from screens.exit_codes import FAILED, OK
from screens.lobby.administration import COMMANDS, AdminDesk
from screens.lobby.guest import STORE_NAME, Guest, Registration, may_see_all, mistake
from screens.preferences import SHOWN_LINES, Preferences, read_over
from tui import settings_file
from tui.cli import json_output
from tui.cli.context import on_a_terminal
from tui.stores import open_store

if TYPE_CHECKING:
    from argparse import Namespace

    from engine.storage.records import Record
    from engine.storage.store import Store
    from engine.workers.pool import Thinker
    from screens.app import GuildhallApp
    from screens.environment import Environment, ServerControl
    from tui.user_paths import UserPaths


_FINGERPRINT: Final = re.compile(r"SHA256:[A-Za-z0-9+/]{43}")

MakeApp = Callable[["Environment", Guest, Preferences], "GuildhallApp"]


SAID_TO_SSHD: Final = "SSH_ORIGINAL_COMMAND"
"""The variable in which sshd keeps what was typed after the host's name."""

WORDS: Final = "join CODE, watch ID, turns, export ID [--html], key add, lines"

LINES: Final = "lines"

PATIENCE: Final = 60.0
"""Seconds that a guest waits for a store that is busy: after so many, whoever asks for nothing has
given a connection to a database back,"""

AGAIN: Final = 1.0
"""and seconds between two tries."""

DUMB: Final = ("dumb", "none")
"""The terminals that draw nothing; the second one stands for none at all."""


class BadWords(GuildhallError):
    """The words after the host name mean nothing."""


class BadKey(GuildhallError):
    """The fingerprint of a key is malformed."""


def checked_fingerprint(text: str) -> str:
    """The fingerprint of a key, `SHA256:` and 43 characters; raises BadKey."""
    if not _FINGERPRINT.fullmatch(text):
        raise BadKey(words("The fingerprint of a key begins with SHA256:."))
    return text


def come_in(args: Namespace, places: UserPaths) -> int:
    """Run `guildhall login`, with its words or those of SSH_ORIGINAL_COMMAND."""
    from tui.server.identity import understood

    said = " ".join(args.words) or os.environ.get(SAID_TO_SSHD, "")
    known = understood(said)
    if known is None:
        raise BadWords(
            words("There is no such command here. The commands are: {commands}.", commands=WORDS)
        )
    fingerprint = checked_fingerprint(args.fingerprint)
    return receive(
        Guest(
            fingerprint,
            known,
            Registration[args.registration.upper()],
            connect_command=args.connect_command,
        ),
        places,
    )


def receive(guest: Guest, places: UserPaths, make_app: MakeApp | None = None) -> int:
    """Let a guest in on the terminal that is standard input and output; the exit code.

    Nothing that goes wrong is told with a place of this computer in it.
    """
    printed = bool(guest.words) and (guest.words[0] in ANSWERS or guest.words[:2] in COMMANDS)
    try:
        store, preferences = _opened(guest, places)
        if printed:
            return _answer(guest, places, store, preferences)
        if in_lines(guest, preferences):
            return _talk(guest, places, store, preferences)
        return _open_screens(guest, places, store, preferences, make_app)
    except GuildhallError as error:
        _complain(Tongue(preferred_language()), error.text)
    except BrokenPipeError:
        return FAILED  # whoever was told something has hung up
    except Exception:
        _complain(Tongue(preferred_language()), mistake(_written_down(places)))
    return FAILED


def _opened(guest: Guest, places: UserPaths) -> tuple[Store, Preferences]:
    """The store of the house and the guest's settings. While it is busy it is tried again, as at a
    table, for `PATIENCE` at most, and the guest is told so once. Raises BadStore."""
    until, told = monotonic() + PATIENCE, False
    while True:
        try:
            return _open_at_once(guest, places)
        except Busy as error:
            if monotonic() > until:
                raise
            if not told:
                again = words("{trouble} Trying again ...", trouble=error.text)
                _complain(Tongue(preferred_language()), again)
                told = True
            sleep(AGAIN)


def _open_at_once(guest: Guest, places: UserPaths) -> tuple[Store, Preferences]:
    store = store_of(places)
    try:
        return store, _preferences(guest, store)
    except BaseException:
        store.close()
        raise


def _written_down(places: UserPaths) -> str:
    """Write down what has just gone wrong; the number under which it stands in the log."""
    import traceback

    from screens.error_log import log_error

    try:
        return log_error(places.log, traceback.format_exc())
    except OSError:
        return "0"


def in_lines(guest: Guest, preferences: Preferences) -> bool:
    """Whether a guest is told everything in lines: they said so or have set it so, or their
    terminal can show nothing else, or there is none."""
    said = guest.words == (LINES,) or preferences.shown == SHOWN_LINES
    return said or os.environ.get("TERM") in DUMB or not on_a_terminal()


def _talk(guest: Guest, places: UserPaths, store: Store, preferences: Preferences) -> int:
    """Let a guest play in lines."""
    from screens.line_mode.background_search import BackgroundSearch
    from screens.line_mode.line_driver import run_line_session
    from screens.line_mode.playing import tell
    from screens.line_mode.terminal_modes import show_input
    from screens.lobby.line_lobby import LineLobby
    from screens.lobby.member import Member

    show_input(0)
    thoughts = BackgroundSearch(lambda: thinker_of(places))
    with closing(store), closing(thoughts):
        run_line_session(
            LineLobby(
                Member(guest, lambda: store), preferences, thoughts, control_of(places, store)
            ),
            tell,
            rest=store.rest,
        )
    return OK


def _open_screens(
    guest: Guest,
    places: UserPaths,
    store: Store,
    preferences: Preferences,
    make_app: MakeApp | None,
) -> int:
    from tui.launch import depth_of_terminal

    depth = depth_of_terminal()
    from screens.environment import Environment
    from screens.lobby.guest_app import guest_app

    environment = Environment(
        lambda: store,
        places.data,
        clock=store.clock,
        depth=depth,
        make_thinker=lambda: thinker_of(places),
        control=control_of(places, store),
    )
    app = (make_app or guest_app)(environment, guest, preferences)
    app.run(mouse=preferences.mouse == "on")
    if app.wants_lines:
        guest.words = guest.place
        store, preferences = _opened(guest, places)
        return _talk(guest, places, store, preferences)
    return app.return_code or OK


def control_of(places: UserPaths, store: Store) -> ServerControl:
    """The server for its admins."""
    from tui.admin_link import AdminLink

    return AdminLink(places, store)


def thinker_of(places: UserPaths) -> Thinker:
    """Return the client of the server's worker pool, or a pool of its own if no server runs."""
    from engine.workers.pool import WorkerPool
    from engine.workers.rpc import JobClient
    from tui.server.bot_supervisor import NAME, knock

    return JobClient(lambda: knock(places.data)) if (places.data / NAME).exists() else WorkerPool()


def _preferences(guest: Guest, store: Store) -> Preferences:
    """The settings that are kept with the person, else the usual ones; raises BadStore."""
    usual, people = Preferences(language=preferred_language()), Users(store)
    with store.reading():
        person = people.by_key(guest.fingerprint)
        return usual if person is None else read_over(usual, people.settings(person))


def store_of(places: UserPaths) -> Store:
    """The store of the house, which does not say where it lies, copied as the host has set it;
    raises BadStore."""
    most = int(settings_file.read(places.settings)[0].copies)
    return open_store(places, called=STORE_NAME, copies=most)


# ---------------------------------------------------------------------- answers in print


def _answer(guest: Guest, places: UserPaths, store: Store, preferences: Preferences) -> int:
    with closing(store):
        person = Users(store).by_key(guest.fingerprint)
        if person is None or person.banned:
            raise GuildhallError(
                words("This server does not know your key. Connect and register first.")
            )
        tongue = Tongue(preferences.language)
        try:
            if guest.words[:2] in COMMANDS:
                desk = AdminDesk(store, person, control_of(places, store))
                for line in desk.run(guest.words):
                    print(printable(tongue.say(line)))
                return OK
            return ANSWERS[guest.words[0]](store, person, guest.words[1:], tongue)
        except GuildhallError as error:
            _complain(tongue, error.text)
            return FAILED


def _turns(store: Store, person: Person, rest: Sequence[str], tongue: Tongue) -> int:
    return print_turns(store, person, tongue)


def print_turns(store: Store, person: Person, tongue: Tongue, *, as_json: bool = False) -> int:
    """Print the tables that wait for somebody, a line each or for programs; fails if there are
    none."""
    from engine.lobby.deadlines import Deadlines
    from engine.lobby.matchmaking import WaitingTables
    from screens.lobby.table_cards import nearest, own_gathering, own_match
    from screens.match_summary import players_of

    now = store.clock()
    going_on = store.records(person=person.id, over=False)
    due = Deadlines(store).of([one.id for one in going_on], person.id)
    cards = [own_match(one, person, now, deadline=due.get(one.id)) for one in going_on]
    by_id = {one.id: one for one in going_on}
    records = [(by_id[card.place[1]], card) for card in nearest(cards) if card.mine]
    tables = [
        (table, card)
        for table in WaitingTables(store).of(person)
        if (card := own_gathering(table, person, now)).mine
    ]
    if as_json:
        waiting = [json_output.turn(one, tongue, due.get(one.id)) for one, _ in records]
        json_output.answer([*waiting, *(json_output.table(table, tongue) for table, _ in tables)])
        return OK if waiting or tables else FAILED
    lines = [(record.id, card, players_of(record)) for record, card in records]
    lines += [(table.code, card, card.lines[0]) for table, card in tables]
    for name, card, who in lines:
        parts = (card.title, who, card.fact, card.aside)
        print(printable("  ".join([name, *map(tongue.say, parts)])))
    return OK if lines else FAILED


def _export(store: Store, person: Person, rest: Sequence[str], tongue: Tongue) -> int:
    """Print a match of one's own as a saved game or as a page for browsers, once it hides nothing
    any more."""
    from engine.storage import match_file

    record = store.record(rest[0].lower())
    if not may_have(record, person):
        raise GuildhallError(
            words("You can only export your own finished games; {id} is not one.", id=rest[0])
        )
    match = store.load(record.id)
    sys.stdout.flush()
    if "--html" in rest[1:]:
        from engine.storage.saved_review import saved_review
        from tui.cli.export import print_page

        usual = Preferences(language=tongue.language)
        review = saved_review(store, record.id, match.header)
        print_page(match, review, read_over(usual, Users(store).settings(person)), tongue)
    else:
        match_file.write(match, sys.stdout.buffer)
    return OK


def may_have(record: Record, person: Person) -> bool:
    """Whether somebody may have a copy of a match: it is their own, and hides nothing of others."""

    seats = [seat for seat, owner in enumerate(record.owners) if owner == person.id]
    people = record.header.people
    return bool(seats) and may_see_all(seats, people, over=record.summary.over)


def _key(store: Store, person: Person, rest: Sequence[str], tongue: Tongue) -> int:
    """Print a word with which the same person comes in with another key."""
    word = Users(store).word_for(person)
    until = plural(
        "Connect with the other key within {n} minute and type this code there:",
        "Connect with the other key within {n} minutes and type this code there:",
        int(WORD_LASTS.total_seconds() // 60),
    )
    print(tongue.say(until))
    print(word)
    return OK


ANSWERS: Final = {"turns": _turns, "export": _export, "key": _key}
"""The commands that print an answer, by their first word."""


def _complain(tongue: Tongue, text: Text) -> None:
    from tui.streams import print_error

    print_error(tongue, text)
