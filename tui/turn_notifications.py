"""Notifications on the user's own computer when it is their turn (`resume ID --as NAME --notify
COMMAND`). They are sent by a thread beside the table."""

from __future__ import annotations

import asyncio
import socket
import traceback
from collections.abc import Callable, Collection, Iterator
from contextlib import closing, contextmanager, suppress
from selectors import EVENT_READ, SelectSelector
from threading import Thread
from typing import Final

from attrs import define, field

from engine.errors import GuildhallError
from engine.i18n.language import Translator
from engine.i18n.text import printable, words
from engine.shell_command import shell_command
from engine.storage.pubsub import topic_of
from engine.storage.records import Record
from engine.storage.store import Store
from screens.match_summary import game_of, players_of
from tui.notify_command import MAX_SECONDS, NotificationText, StartedCommand, notified_table

CHECK_INTERVAL: Final = 5.0
"""Seconds between checks of a store that cannot send notifications."""


@define(eq=False)
class TurnNotifier:
    """Notifier that tells the player of some seats of a match when it is their turn, once per turn.
    Errors are passed to `complain`."""

    store: Store
    id: str
    seats: Collection[int]
    command: tuple[str, ...]
    translator: Translator
    complain: Callable[[str], None]
    most_seconds: float = MAX_SECONDS
    _is_waiting: bool = field(default=True, init=False)
    _notified_turn: int = field(default=-1, init=False)

    def check_turn(self) -> None:
        """Notify the player if the match waits for `seats`, but did not at the last check. Notify
        once per turn, and never at the first check."""
        try:
            record = self.store.find(self.id)
        except GuildhallError as error:
            self.complain(error.text.plain())
            return
        summary, was_waiting = record.summary, self._is_waiting
        own = [seat for seat in summary.owing if seat in self.seats]
        self._is_waiting = bool(own) and not summary.over
        if self._is_waiting and not was_waiting and summary.turn != self._notified_turn:
            self._notified_turn = summary.turn
            self._notify(record, own[0])

    def _notify(self, record: Record, seat: int) -> None:
        try:
            started = StartedCommand.with_line(self.command, self._line(record, seat))
            error = asyncio.run(started.outcome(self.most_seconds))
        except OSError as failure:
            error = str(failure)
        except Exception:
            error = traceback.format_exc()
        if error:
            self.complain(f"the command of --notify: {error}")

    def _line(self, record: Record, seat: int) -> str:
        translate, name = self.translator.translate, record.header.names[seat]
        facts = {"game": game_of(record), "players": players_of(record)}
        join = shell_command("resume", record.id, "--as", name)
        text = translate(words("{game} ({players}): it is your turn.", **facts))
        return NotificationText(
            id=f"{record.id}-{record.events}",
            what="turn",
            person=name,
            language=self.translator.language,
            kind="",
            to="",
            tables=[notified_table(record, since=record.changed, until=None, join=join)],
            more=0,
            subject=translate(words("{game}: it is your turn", game=game_of(record))),
            text=f"{printable(text)}\n    {printable(join)}\n",
        ).line()

    def listen(self, end: socket.socket) -> None:
        """Check whose turn it is at once and at each notification of the match, until `end` is
        readable. If the store cannot send notifications, check every `CHECK_INTERVAL` seconds."""
        with (
            closing(self.store.subscribe(topic_of(self.id))) as subscription,
            SelectSelector() as selector,
        ):
            self.check_turn()
            selector.register(end, EVENT_READ)
            if subscription.fileno() >= 0:
                selector.register(subscription.fileno(), EVENT_READ)
            timeout = CHECK_INTERVAL if subscription.fileno() < 0 else None
            while all(key.fileobj is not end for key, _ in selector.select(timeout)):
                subscription.clear()
                self.check_turn()


@contextmanager
def notifying(make: Callable[[], TurnNotifier]) -> Iterator[None]:
    """Run a notifier during the `with` block, in a thread with a store of its own. `make` creates
    the notifier, and is called in that thread."""
    stopped, stop = socket.socketpair()

    def listen() -> None:
        notifier = make()
        try:
            notifier.listen(stopped)
        except Exception:
            notifier.complain(traceback.format_exc())
        finally:
            notifier.store.close()

    thread = Thread(target=listen, daemon=True)
    thread.start()
    try:
        yield
    finally:
        with suppress(OSError):
            stop.send(b".")
        thread.join(1.0)
        if not thread.is_alive():
            stopped.close()
        stop.close()
