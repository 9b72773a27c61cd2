"""A waiting table as one of its players sees it: who is here, and what the player may do."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime
from typing import Final

from attrs import define

from engine.games import entry
from engine.i18n.text import Text, plural, verbatim, words
from engine.lobby.matchmaking import HOST_AWAY
from engine.lobby.waiting_table import JOIN_CLOSED, JOIN_OPEN, TableSlot, WaitingTable
from engine.storage.pubsub import topic_of_person
from engine.storage.store import Store
from screens.pages.game_form import bot_in_words
from screens.paint.canvas import Spot

SEAT_PLACE: Final = "seat"
BEGIN_PLACE: Final = ("begin",)
LEAVE_PLACE: Final = ("leave",)
MOVE_PLACE: Final = "move"
ORDER_PLACE: Final = ("order",)
JOINING_PLACE: Final = ("joining",)
ADD_SEAT_PLACE: Final = ("add",)
DROP_SEAT_PLACE: Final = ("drop",)
EMPTY_PLACE: Final = "empty"
OPTIONS_PLACE: Final = ("options",)
"""Place of the last setting, which the cursor visits if the settings do not fit on the page."""


@define(eq=False)
class WaitingView:
    """A waiting table for the player with id `person`. `host_away_since` is the time at which this
    screen noticed that the host had left, or None while the host is here."""

    table: WaitingTable
    person: int
    store: Store
    clock: Callable[[], datetime]
    host_away_since: datetime | None = None

    @property
    def is_host(self) -> bool:
        return self.table.host == self.person

    def first_stop(self) -> Spot:
        """Return the stop of the most likely action: the button to start if nobody is missing and
        the player may start, or the first free seat if the player is the host. Otherwise, return
        the player's own seat, or the button to leave if the player has no seat."""
        free = [slot.seat for slot in self.table.slots if slot.is_free]
        if not free and BEGIN_PLACE in self.stops():
            return BEGIN_PLACE
        if free and self.is_host:
            return (SEAT_PLACE, free[0])
        own = self.table.slot_of(self.person)
        return LEAVE_PLACE if own is None else (SEAT_PLACE, own.seat)

    @property
    def host_away(self) -> float:
        """Seconds since the host left, as far as this screen has noticed; 0 if the host is here."""
        since = self.host_away_since
        now = self.clock()
        return 0.0 if since is None else max(0.0, (now - since).total_seconds())

    def is_here(self, person: int | None) -> bool:
        return person is not None and self.store.bus.subscriber_count(topic_of_person(person)) > 0

    @property
    def may_begin(self) -> bool:
        return self.is_host or self.host_away >= HOST_AWAY

    @property
    def can_begin(self) -> bool:
        """Whether the player may start the match, and the game allows the number of taken seats."""
        taken = len(self.table.slots) - self.table.free
        return self.may_begin and taken in entry(self.table.game).players

    def stops(self) -> Sequence[Spot]:
        seats = [(SEAT_PLACE, slot.seat) for slot in self.table.slots if self.can_select(slot)]
        joining = [JOINING_PLACE] if self.is_host else []
        start = [BEGIN_PLACE] if self.can_begin else []
        return [*seats, *joining, *start, LEAVE_PLACE]

    def can_select(self, slot: TableSlot) -> bool:
        """Return whether the cursor stops at a seat: the host can select any seat, others only free
        seats and their own."""
        return self.is_host or slot.is_free or slot.person == self.person

    def buttons(self) -> Sequence[Spot]:
        """Return the buttons that only the host has, to move players, change the seat order, and
        free, add and remove seats. For anyone else, there are none."""
        if not self.is_host:
            return ()
        last = len(self.table.slots) - 1
        higher = [(MOVE_PLACE, seat, -1) for seat in range(1, last + 1)]
        lower = [(MOVE_PLACE, seat, 1) for seat in range(last)]
        empty = [(EMPTY_PLACE, slot.seat) for slot in self.table.slots if self.can_empty(slot)]
        players = entry(self.table.game).players
        add = [ADD_SEAT_PLACE] if last + 2 in players else []
        drop = [DROP_SEAT_PLACE] if last in players else []
        return [*higher, *lower, *empty, *add, *drop, ORDER_PLACE]

    def can_empty(self, slot: TableSlot) -> bool:
        """Return whether a seat is reserved for a person, or a person other than the player has
        it."""
        theirs = slot.person is not None or slot.reserved_for is not None
        return theirs and slot.person != self.person

    def awaited_text(self) -> Text:
        table = self.table
        if self.can_begin and not table.free:
            return words("Everyone is here. Start when you like.")
        if self.can_begin:
            return words("You can start now, or wait for more players.")
        if self.is_host and table.open == JOIN_CLOSED:
            return words(
                "The players you have invited see this table in the lobby. You can also add bots."
            )
        if self.is_host:
            return words("Give others the code, or add bots.")
        if table.free:
            return plural(
                "{n} seat is free. {host} starts the game.",
                "{n} seats are free. {host} starts the game.",
                table.free,
                host=table.host_name,
            )
        return words("Everyone is here. {host} starts the game.", host=table.host_name)

    def seat_texts(self, slot: TableSlot) -> tuple[Text, Text]:
        """Return the player at a seat in words, and a remark: host, away, both, or empty."""
        name = words("{name}", name=slot.name)
        if slot.bot is not None:
            return bot_in_words(slot.bot), verbatim("")
        if slot.is_free:
            free = (
                words("free")
                if slot.reserved_for is None
                else words("reserved for {name}", name=name)
            )
            return free, verbatim("")
        if slot.person == self.table.host:
            away = "" if self.is_here(slot.person) else words("away")
            return name, words("host") if not away else words("host, away")
        here = self.is_here(slot.person)
        return name, verbatim("") if here else words("away")

    def joining_text(self) -> Text:
        if self.table.open == JOIN_OPEN:
            return words("Everyone in the lobby can see this table.")
        if self.table.open == JOIN_CLOSED:
            return words("Only invited players can join.")
        return words("Only players with the code can join.")

    def is_own(self, place: Spot | None) -> bool:
        """Return whether `place` is this player's own seat and the player is not the host."""
        own = self.table.slot_of(self.person)
        return not self.is_host and own is not None and place == (SEAT_PLACE, own.seat)
