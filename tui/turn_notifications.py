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
    """Notifies the player of some seats of a match when it is their turn, once per turn. Errors are
    passed to `complain`."""

    store: Store
    id: str
    seats: Collection[int]
    command: tuple[str, ...]
    translator: Translator
    complain: Callable[[str], None]
    most_seconds: float = MAX_SECONDS
    _waits: bool = field(default=True, init=False)
    _told: int = field(default=-1, init=False)

    def check_turn(self) -> None:
        """Notify the player if the match is now waiting for `seats`."""
        try:
            record = self.store.find(self.id)
        except GuildhallError as error:
            self.complain(error.text.plain())
            return
        summary, waited = record.summary, self._waits
        mine = [seat for seat in summary.owing if seat in self.seats]
        self._waits = bool(mine) and not summary.over
        if self._waits and not waited and summary.turn != self._told:
            self._told = summary.turn
            self._notify(record, mine[0])

    def _notify(self, record: Record, seat: int) -> None:
        try:
            started = StartedCommand.with_line(self.command, self._line(record, seat))
            wrong = asyncio.run(started.outcome(self.most_seconds))
        except OSError as error:
            wrong = str(error)
        except Exception:
            wrong = traceback.format_exc()
        if wrong:
            self.complain(f"the command of --notify: {wrong}")

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
        """Check whose turn it is at each notification of the match, until `end` is readable."""
        with closing(self.store.subscribe(topic_of(self.id))) as bell, SelectSelector() as selector:
            self.check_turn()
            selector.register(end, EVENT_READ)
            if bell.fileno() >= 0:
                selector.register(bell.fileno(), EVENT_READ)
            patience = CHECK_INTERVAL if bell.fileno() < 0 else None
            while all(key.fileobj is not end for key, _ in selector.select(patience)):
                bell.clear()
                self.check_turn()


@contextmanager
def notifying(make: Callable[[], TurnNotifier]) -> Iterator[None]:
    """Notify during the block, from a thread with a store of its own. `make` is called in that
    thread."""
    end, hand = socket.socketpair()

    def listen() -> None:
        notifier = make()
        try:
            notifier.listen(end)
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
            hand.send(b".")
        thread.join(1.0)
        if not thread.is_alive():
            end.close()
        hand.close()
