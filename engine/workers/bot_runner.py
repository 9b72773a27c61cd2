"""Background runner for a server's bots at tables where no player is present.

If a player is present, that player's terminal makes the bots' moves at its own pace. If the
terminal and this runner make a bot's move at the same moment, the store saves one of the picks and
rejects the other. If several machines could make the moves of a table's bots, the machine that
holds the table's lease does so (`leases.py`).
"""

from __future__ import annotations

import asyncio
import traceback
from asyncio import Task
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING, Final

from engine.bots import is_here
from engine.core.event import Event, Header
from engine.core.players import PERSON, bot_name
from engine.errors import Busy, Conflict, GuildhallError, IllegalPick
from engine.lobby.auto_answers import AutoAnswers, DueAnswers
from engine.lobby.deadlines import Deadlines
from engine.lobby.leases import Leases
from engine.storage.pubsub import BOTS_TOPIC as BOTS_MOVE
from engine.storage.pubsub import LOBBY_TOPIC, topic_of
from engine.storage.session import Session
from engine.workers.jobs import ask_bot
from engine.workers.pool import NoResult, Thinker, quick_move_notice

if TYPE_CHECKING:
    from engine.storage.pubsub import Subscription
    from engine.storage.records import Record
    from engine.storage.store import Store

CHECK_INTERVAL: Final = 30.0
"""Interval in seconds at which the store is checked even without a notification."""

COALESCE_SECONDS: Final = 0.05
"""Seconds for which notifications are collected before the store is checked. Also the pause in
seconds before another attempt if the store is busy or an external bot is not ready."""

MAX_AT_ONCE: Final = 8
"""Maximum number of tables at which bots make their moves at the same time."""


class BotRunner:
    """Runner that makes the moves of a server's bots. `report_error` receives error messages. A
    table whose bots cannot move because of an error is skipped until its match changes."""

    def __init__(
        self,
        store: Store,
        thinker: Thinker,
        report_error: Callable[[str], None] = lambda message: None,
    ) -> None:
        self._store, self._thinker, self._report_error = store, thinker, report_error
        self._moving: dict[str, Task[None]] = {}
        self._stuck: dict[str, int] = {}
        self._unanswered: frozenset[DueAnswers] = frozenset()
        self._notified = asyncio.Event()
        self._leases = Leases(store)

    async def run(self) -> None:
        """Let bots make their moves whenever they are due, until the call is cancelled."""
        loop = asyncio.get_running_loop()
        subscriptions = [self._store.subscribe(BOTS_MOVE), self._store.subscribe(LOBBY_TOPIC)]
        for subscription in subscriptions:
            if subscription.fileno() >= 0:
                loop.add_reader(subscription.fileno(), self._on_notification, subscription)
        try:
            while True:
                self._notified.clear()
                await self.run_due_bots()
                with suppress(TimeoutError):
                    async with asyncio.timeout(CHECK_INTERVAL):
                        await self._notified.wait()
                await asyncio.sleep(COALESCE_SECONDS)
        finally:
            for subscription in subscriptions:
                if subscription.fileno() >= 0:
                    loop.remove_reader(subscription.fileno())
                subscription.close()
            for task in self._moving.values():
                task.cancel()
            with suppress(GuildhallError):
                self._leases.give_up()

    def _on_notification(self, subscription: Subscription) -> None:
        subscription.clear()
        self._notified.set()

    async def run_due_bots(self) -> None:
        """Start tasks, up to `MAX_AT_ONCE` at the same time, that make the due moves of bots at
        tables without players. Before that, hand over the seats of people who have missed their
        deadlines, and apply auto-answers."""
        try:
            Deadlines(self._store).hand_over_late_seats()
            self.apply_auto_answers()
            due = self._store.bots_due()
        except GuildhallError as error:
            self._report_error(error.text.plain())
            return
        for record in due:
            if len(self._moving) >= MAX_AT_ONCE:
                return
            if self._is_for_us(record):
                task = asyncio.get_running_loop().create_task(self._move(record))
                self._moving[record.id] = task
                task.add_done_callback(partial(self._on_move_done, record.id))
                await asyncio.sleep(0)

    def apply_auto_answers(self) -> None:
        """Apply auto-answers.

        If an auto-answer fails, all those of its seat are deleted, and the person must decide. A
        pending decision without an auto-answer is left to the person, and checked again only
        after the log or the seat's auto-answers have changed. Raises BadStore.
        """
        answers = AutoAnswers(self._store)
        due = answers.due()
        self._unanswered &= frozenset(due)
        for order in due:
            if order in self._unanswered:
                continue
            try:
                self._answer(answers, order)
            except (Busy, Conflict):
                continue
            except Exception:
                answers.end(order)
                self._report_error(f"match {order.match}: {traceback.format_exc()}")

    def _answer(self, answers: AutoAnswers, due: DueAnswers) -> None:
        """Make the pending decisions of the seat of `due` by its auto-answers, up to the first
        decision without one. If no decision could be made, remember `due`. If it is the seat's own
        turn, delete its auto-answers instead."""
        session = Session.open(self._store, due.match, seats=[due.seat])
        if session.match.state.active == due.seat:
            answers.end(due)
            return
        chosen = 0
        while due.seat in {decision.seat for decision in session.match.pending()}:
            request = session.ask(due.seat)
            pick = due.pick(session, request)
            if pick is None:
                break
            session.choose(request, pick)
            chosen += 1
        if not chosen:
            self._unanswered |= {due}

    def _on_move_done(self, id: str, _: Task[None]) -> None:
        del self._moving[id]
        self._notified.set()

    def _is_for_us(self, record: Record) -> bool:
        """Whether this process should start to make the moves of a table's bots. It should not if
        it is making them already or cannot make them, if the match is damaged, if a player is
        present, or if another machine makes them."""
        id, whole = record.id, record.damage is None
        free = id not in self._moving and self._stuck.get(id) != record.events
        ours = free and self._leases.may_win(id)
        return (
            whole and ours and _has_its_bots(record) and not self._player_present(id, record.header)
        )

    def _player_present(self, id: str, header: Header) -> bool:
        people = [seat for seat, (_, player) in enumerate(header.seats) if player == PERSON]
        return any(self._store.bus.subscriber_count(f"{topic_of(id)}/{seat}") for seat in people)

    async def _move(self, record: Record) -> None:
        """Let the bots of a table make their moves, one after another, until none is due, a player
        arrives, or another machine has the lease."""
        id = record.id
        person = next((owner for owner in record.owners if owner is not None), 0)
        try:
            session = Session.open(self._store, id, seats=())
            while not self._player_present(id, session.match.header):
                if session.waiting_bot() is None or not self._leases.win(id):
                    break
                with suppress(Conflict):
                    await self._let_move(session, person)
                await asyncio.sleep(0)
                session.catch_up()
        except Busy:
            await asyncio.sleep(COALESCE_SECONDS)
        except Exception:
            self._stuck[id] = record.events
            self._report_error(f"match {id}: {traceback.format_exc()}")

    async def _let_move(self, session: Session, person: int) -> list[Event]:
        """Make the move of the first bot with a pending decision, and return the new events; none
        if an external bot is not ready. If a search fails, a quick bot picks. A search counts as a
        job of `person` (an id). Raises Conflict if another process was faster."""
        thinking = session.thinking_bot()
        if thinking is None:
            moved = session.let_bot_choose(patience=0)
            if not moved:
                await asyncio.sleep(COALESCE_SECONDS)
            return moved
        question = ask_bot(thinking.header, thinking.observation, thinking.bot, person=person)
        try:
            advice = await self._thinker.think(question)
            return session.choose_for_bot(thinking.request, advice.pick)
        except (NoResult, IllegalPick) as trouble:
            self._report_error(f"match {session.id}: {quick_move_notice(trouble).plain()}")
            return session.let_bot_choose(quickly=True)


def _has_its_bots(record: Record) -> bool:
    names = (bot_name(player) for _, player in record.header.seats)
    return all(name is None or is_here(name) for name in names)
