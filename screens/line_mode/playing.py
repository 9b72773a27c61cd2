"""Playing a match in line mode on standard input and output."""

from __future__ import annotations

import sys
from contextlib import closing

from engine.i18n.text import words
from engine.storage.pubsub import topic_of
from engine.storage.session import Session
from engine.workers.pool import WorkerPool
from screens.exit_codes import OK
from screens.line_mode.background_search import BackgroundSearch
from screens.line_mode.line_driver import run_line_session
from screens.line_mode.line_table import LineTable
from screens.line_mode.sentences import sentence_writer_for
from screens.preferences import Preferences


def print_text(text: str) -> None:
    """Print `text` without adding a newline, and flush the output."""
    sys.stdout.write(text)
    sys.stdout.flush()


def play_at_table(session: Session, preferences: Preferences, command: str) -> int:
    """Play the match of `session` until it is over or the player leaves. On leaving, print
    `command`, the shell command that continues the match. Return the exit code."""
    how_to_continue = words("Everything is saved. To continue: “{command}”.", command=command)
    search = BackgroundSearch(WorkerPool)
    writer = sentence_writer_for(session.match.header, preferences.language)
    with closing(session.store.subscribe(topic_of(session.id))) as watch, closing(search):
        store_subscriptions = [watch] if session.owns_only_some_seats else []
        table = LineTable(
            session, writer, how_to_continue, search, store_subscriptions, preferences.confirm
        )
        run_line_session(table, print_text, rest=session.store.rest)
    return OK
