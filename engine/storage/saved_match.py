"""A match that is being played, and that is saved in a store. Changes are saved before they are
shown (optimistic concurrency)."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from contextlib import nullcontext, suppress
from typing import TYPE_CHECKING, Final, Self

from engine.bots import make_bot
from engine.core.chance import new_seed
from engine.core.component_data import Data
from engine.core.event import CHANCE_EVENT, PICK_EVENT, Event, Header, Value
from engine.core.players import bot_name, ended
from engine.core.state import State
from engine.errors import BadSave, BadStore, CannotTakeBack, Conflict, GuildhallError
from engine.i18n.text import Seat, Text, words
from engine.match.decision_request import DecisionRequest
from engine.match.match import Match
from engine.match.match_view import MatchView, not_your_seat
from engine.match.undo import REWIND
from engine.storage import match_file
from engine.storage.records import Summary, seats_of
from engine.storage.store import Store

if TYPE_CHECKING:
    from engine.core.players import Person
    from engine.storage.records import Record

MAX_LOST_RACES: Final = 3
"""Number of times that other programs may be faster before a change is made under the write
lock."""


class SavedMatch:
    """A match with its id in a store, and the seats for which this object may act.

    Every change is appended to the store before the call returns. If that fails, nothing has
    changed, and the error is raised. Changes by others are read by `catch_up`, and also when a
    change conflicts with them. After an error, `match` can be another object, so read the attribute
    each time.
    """

    def __init__(
        self,
        store: Store,
        id: str,
        match: Match,
        seats: Collection[int] | None = None,
        person: Person | None = None,
    ) -> None:
        """Act on `match`, which is already saved as `id`, for `seats` (None for all) or, if
        `person` is given, for the seats of that person."""
        self.store = store
        self.id = id
        self.match = match
        self._all_seats = frozenset(range(len(match.header.seats)))
        self._seats = self._unless_all(seats)
        self._person = person
        self._read_seats()

    @classmethod
    def begin(
        cls,
        store: Store,
        game: str,
        seats: Sequence[tuple[str, str]],
        *,
        seed: str | None = None,
        options: Mapping[str, str] | None = None,
        data: Data | None = None,
    ) -> Self:
        """Start a new match with `seats`, which are (name, player) pairs, and save it at once.
        Raises UnknownGame, BadSetup or BadStore."""
        for _, player in seats:
            if bot_name(player) is not None:
                make_bot(player)
        match = Match.begin(
            game, seats, seed=seed or new_seed(), options=options, data=data, clock=store.clock
        )
        return cls(store, store.new(match), match)

    @classmethod
    def open(
        cls,
        store: Store,
        id: str,
        *,
        seats: Collection[int] | None = None,
        person: Person | None = None,
    ) -> Self:
        """Open the match `id` for `seats` (None for all), or for the seats of `person`, which may
        change over time. Raises NoSuchMatch, BadStore, or BadSave with the last good position."""
        return cls(store, id, _load(store, id), seats, person)

    @property
    def seats(self) -> frozenset[int]:
        """The seats for which this object may act."""
        return self._all_seats if self._seats is None else self._seats

    @property
    def person(self) -> Person | None:
        """The person for whose seats this object acts; None if it acts for given seats."""
        return self._person

    @property
    def owns_only_some_seats(self) -> bool:
        """Whether this object may act for only some of the seats. The others can be played from
        other terminals."""
        return self._seats is not None

    @property
    def record(self) -> Record:
        return self.store.record(self.id)

    @property
    def match_view(self) -> MatchView:
        """The match as the players of `seats` may see it."""
        return MatchView(self.match, seats=self._seats)

    def catch_up(self) -> list[Event]:
        """Read the events that others have appended, and return them, oldest first.

        The owners and players of the seats and the early end are also updated. Raises NoSuchMatch,
        BadStore, or BadSave at an event that cannot have happened. The match then stops before that
        event.
        """
        before = len(self.match.log)
        events = self.store.since(self.id, before)
        header = self.store.header(self.id)
        if header != self.match.header:
            self.match.header = header
        self._read_seats()
        try:
            self.match.append_events(events, self.id)
        except BadSave as error:
            self.match = error.good or self.match
            raise
        return self.match.log[before:]

    def _unless_all(self, seats: Collection[int] | None) -> frozenset[int] | None:
        """Return `seats`, or None if they include all seats of the match."""
        return None if seats is None or self._all_seats.issubset(seats) else frozenset(seats)

    def _read_seats(self) -> None:
        """Update the seats of the person, and whether the match has been ended early."""
        if self._person is not None:
            with self.store.read_transaction() as connection:
                self._seats = self._unless_all(seats_of(connection, self.id, self._person.id))
        self.match.ended = self.store.early_end(self.id)

    def ask(self, seat: int, *, openly: bool = False) -> DecisionRequest[State]:
        """Return the seat's pending decision as the seat (or everyone, if `openly`) sees it. Raises
        NotYourTurn if there is none, or NotYourSeat."""
        self.check_owns(seat)
        return DecisionRequest.of(self.match, seat, openly=openly)

    def choose(self, request: DecisionRequest[State], pick: Value) -> list[Event]:
        """Apply a pick, run rules and chance up to the next decision, and return the new events.

        If the match has continued since the request, here or in the store, the pick is still
        applied if all events since then are independent events of other seats (see
        `_is_independent`), and the same decision is pending and allows the pick. Otherwise Conflict
        is raised. Raises IllegalPick if the pick was never legal, NotYourSeat, Ended if the match
        was ended early, and BadStore if the pick cannot be saved. After an error, the pick has not
        been applied.
        """
        self.check_owns(request.seat)
        return self.apply_pick(request, pick)

    def apply_pick(self, request: DecisionRequest[State], pick: Value) -> list[Event]:
        """Apply a pick as `choose` does, but for any seat."""

        def check() -> None:
            since = self.match.log[request.length :]
            if (
                self.match.ended is None
                and since
                and not self._is_still_asked(request, pick, since)
            ):
                raise Conflict(self._conflict_message(since))

        return self._race(check, lambda: self.match.choose(request.seat, pick))

    def _is_still_asked(
        self, request: DecisionRequest[State], pick: Value, since: Sequence[Event]
    ) -> bool:
        """Whether all events in `since`, which came after the request, are independent events of
        other seats (`_is_independent`), and the same decision is still pending and allows the
        pick."""
        if any(event.seat == request.seat or not self._is_independent(event) for event in since):
            return False
        open_now = [
            pending.decision for pending in self.match.pending() if pending.seat == request.seat
        ]
        return open_now == [request.decision] and self.match.refuse(request.seat, pick) is None

    def _is_independent(self, event: Event) -> bool:
        """Whether an event does not by itself affect the pending decisions of other seats. Such
        events are picks, outcomes, and undos and redos (except rewinds) within the open
        `Simultaneous`."""
        if event.kind in (PICK_EVENT, CHANCE_EVENT):
            return True
        return event.step != REWIND and all(map(self.match.within_simultaneous, event.value))

    def why_not_take_back(self, seat: int) -> Text | None:
        """Return the reason why the seat's last pick cannot be undone without agreement; None if it
        can. Picks of bots since then do not prevent it."""
        if self.match.why_not_undo(seat) is None:
            return None
        number, reason = self.match.way_back(seat, self._bot_seats)
        return reason if number is None else None

    def take_back(self, seat: int, *, whole_turn: bool = False) -> list[Event]:
        """Undo the seat's last pick, together with picks of bots since then, and return the new
        events.

        With `whole_turn`, undo all picks of that turn that can be undone freely. Raises
        CannotTakeBack, Conflict if someone else was faster, NotYourSeat, Ended, or BadStore.
        """
        self.check_owns(seat)
        alone = self.match.why_not_undo(seat) is None
        together = self.match.simultaneous_since is not None
        number, reason = self.match.way_back(seat, self._bot_seats, whole_turn=whole_turn)
        if alone and (together or not whole_turn or not self._bots_since(number)):
            return self.undo_turn(seat) if whole_turn else self.undo(seat)
        if number is None:
            raise CannotTakeBack(reason)
        return self.rewind(seat, number)

    @property
    def _bot_seats(self) -> list[int]:
        seats = self.match.header.seats
        return [seat for seat, (_, player) in enumerate(seats) if bot_name(player) is not None]

    def _bots_since(self, number: int | None) -> bool:
        """Whether a bot has picked after event `number`."""
        bots = self._bot_seats
        return number is not None and any(
            event.number > number and event.seat in bots for event in self.match.line
        )

    def undo(self, seat: int) -> list[Event]:
        """Undo the seat's last pick (`Match.undo`), if it can still be undone freely after changes
        by others. Raises CannotTakeBack, Conflict if the seat has acted elsewhere, NotYourSeat,
        Ended, or BadStore."""
        return self._own_change(seat, lambda: self.match.undo(seat))

    def undo_turn(self, seat: int) -> list[Event]:
        """Undo the seat's last turn (`Match.undo_turn`). Raises the same errors as `undo`."""
        return self._own_change(seat, lambda: self.match.undo_turn(seat))

    def redo(self, seat: int) -> list[Event]:
        """Redo the seat's last undone move (`Match.redo`). Raises the same errors as `undo`."""
        return self._own_change(seat, lambda: self.match.redo(seat))

    def rewind(self, seat: int, number: int) -> list[Event]:
        """Undo everything from the first pick after event `number` (`Match.rewind`), and return the
        new events. The caller must ensure that the people affected have agreed.

        Raises Conflict if `catch_up` finds new events, because nobody has agreed to undo those.
        Raises CannotTakeBack, NotYourSeat, Ended, or BadStore.
        """
        self.check_owns(seat)
        since = self.catch_up()
        if since:
            raise Conflict(self._conflict_message(since))
        return self._saved(lambda: self.match.rewind(seat, number))

    def _own_change(self, seat: int, change: Callable[[], list[Event]]) -> list[Event]:
        """Apply a change to the seat's own picks, and return the new events. Try again if someone
        else was faster. Raises Conflict if the seat itself has acted elsewhere."""
        self.check_owns(seat)
        before = len(self.match.log)

        def check() -> None:
            since = self.match.log[before:]
            if any(event.seat == seat and event.kind != CHANCE_EVENT for event in since):
                raise Conflict(self._conflict_message(since))

        return self._race(check, change)

    def _conflict_message(self, since: Sequence[Event]) -> Text:
        """Return the message of the Conflict for an answer that came after the events `since`."""
        own_people = self.match_view.own_people if self.owns_only_some_seats else ()
        return too_late_message(since, own_people)

    def check_owns(self, seat: int) -> None:
        """Raise NotYourSeat unless this object may act for the seat."""
        if seat not in self.seats:
            raise not_your_seat(seat)

    def _race(self, check: Callable[[], None], change: Callable[[], list[Event]]) -> list[Event]:
        """Make a change after `check`, and save it.

        At first, the change is made on the assumption that nobody else has changed the match. If
        this fails, except with a BadStore, the changes of others are read, and the change is tried
        again. After `MAX_LOST_RACES` failures, it is made under the write lock, so that no other
        change can be faster. Raises the errors of `check` and `change`, Ended if the match was
        ended early, and Busy if other writers keep the store locked for too long
        (`Store.wait_at_most`).
        """
        try:
            check()
            return self._saved(change, header=self.match.header)
        except BadStore:
            raise
        except GuildhallError:
            pass  # the match may have changed: the error at its current position matters

        def prepare() -> None:
            self.catch_up()
            check()

        for _ in range(MAX_LOST_RACES - 1):
            prepare()
            with suppress(Conflict):
                return self._saved(change)
        return self._saved(change, prepare)

    def _saved(
        self,
        change: Callable[[], list[Event]],
        prepare: Callable[[], None] | None = None,
        header: Header | None = None,
    ) -> list[Event]:
        """Make a change, save it, and return the new events. Raises Conflict if others have changed
        the match, or if the saved header is not `header` (None for any).

        If the change cannot be saved, it is reverted, and events by others are read if possible.
        With `prepare`, which is called before the change, the write lock is held until the change
        is saved.
        """
        checkpoint = None
        try:
            with nullcontext() if prepare is None else self.store.write_transaction(self.id):
                if prepare is not None:
                    prepare()
                if self.match.ended is not None:
                    raise ended(self.id)
                checkpoint = self.match.checkpoint()
                events = change()
                self.store.append(self.id, events, Summary.of(self.match), header)
        except BaseException:
            if checkpoint is not None and len(self.match.log) > checkpoint.length:
                self.match.restore(checkpoint)
                with suppress(GuildhallError):
                    self.catch_up()
            raise
        if self.match.over:
            self.match_ended()
        return events

    def match_ended(self) -> None:
        """React to the end of the match, after the change that ended it has been saved. By default,
        nothing happens."""


def too_late_message(since: Sequence[Event], own: Collection[int] = ()) -> Text:
    """Return the message for an answer that came after the events `since`. If the last of them,
    apart from outcomes of chance, is by the only seat in `own`, the message says that the reader
    has acted at another terminal."""
    who = [event.seat for event in since if event.kind != CHANCE_EVENT]
    if who and list(own) == [who[-1]]:
        return words(
            "You have already continued this game at another terminal. Please choose again."
        )
    if not who:
        return words(
            "Someone else has made a move in this game in the meantime. Please choose again."
        )
    return words("{seat} has moved in the meantime. Please choose again.", seat=Seat(who[-1]))


def _load(store: Store, id: str) -> Match:
    """Return the match. Outcomes of chance that were not saved before a crash are saved now, and
    only once if several programs open the match at the same time."""
    match, missing = _read(store, id)
    if missing:
        with store.write_transaction(id):
            match, missing = _read(store, id)
            if missing:
                store.append(id, missing, Summary.of(match))
    return match


def _read(store: Store, id: str) -> tuple[Match, list[Event]]:
    """Return the match, and the events that follow from its log but have not been saved."""
    header, events = store.log(id)
    match = match_file.load_match(header, events, id, clock=store.clock)
    return match, match.log[len(events) :]
