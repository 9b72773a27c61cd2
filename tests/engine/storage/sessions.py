"""Sessions of matches of the toy game, and actions in them."""

from __future__ import annotations

from collections.abc import Callable

from engine.match.match import Match
from engine.storage.session import Session
from engine.storage.store import Store

PEOPLE = (("Anna", "person"), ("Boris", "person"))
MIXED = (("Anna", "person"), ("Boris", "bot:random"))


def new_session(store: Store, seats=PEOPLE) -> Session:
    return Session.begin(store, "toy", seats, seed="session")


def move(session: Session) -> None:
    """Make any legal pick."""
    pending = session.match.pending()[0]
    options = session.match.options(pending.seat)
    session.choose(session.ask(pending.seat), options[len(session.match.log) % len(options)])


def until(session: Session, found: Callable[[Match], bool]) -> None:
    while not found(session.match):
        move(session)


def agree(session: Session) -> bool:
    """Whether the match equals the saved one."""
    kept = session.store.load(session.id)
    return kept.log == session.match.log and kept.state == session.match.state


def spoil_last_event(session: Session, text: str, by: str) -> None:
    """Replace a text in the last saved event of a match."""
    with session.store.write_transaction() as connection:
        changed = connection.execute(
            "UPDATE event SET body = replace(body, ?, ?) WHERE match = ? AND number = ?",
            (text, by, session.id, len(session.match.log)),
        )
        assert changed.rowcount == 1


def choose_first(session: Session, seat: int) -> None:
    asked = session.ask(seat)
    session.choose(asked, asked.options[0])
