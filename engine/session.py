"""A match that is being played, and its place in a store: kept first, shown afterwards."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

from engine import save
from engine.asked import Asked
from engine.bots import BOTS, Bot, Table, bot_name, make_bot
from engine.chance import new_seed
from engine.errors import CannotTakeBack, Conflict, GuildhallError
from engine.event import CHANCE, PICK, Event
from engine.match import Match, Owed
from engine.sight import Sight
from engine.store import Store, Summary
from engine.text import Seat, Text, words

if TYPE_CHECKING:
    from engine.store import Record

TRIES: Final = 8
"""How many times a pick is chosen that others' choices keep overtaking."""


class Session:
    """A match and its id in a store.

    Every change is appended to the store before the call returns. If that fails the match is again
    what the store holds, so that the screen and the disk agree, and the error is raised.
    `match` is another object after that: ask for it each time.
    """

    def __init__(self, store: Store, id: str, match: Match) -> None:
        """`open` and `begin` make sessions."""
        self.store = store
        self.id = id
        self.match = match
        self._bots: dict[int, Bot] = {}

    @classmethod
    def begin(
        cls,
        store: Store,
        game: str,
        seats: Sequence[tuple[str, str]],
        *,
        seed: str | None = None,
        options: Mapping[str, str] | None = None,
        data: Mapping[str, Any] | None = None,
    ) -> Session:
        """A new match, kept from its first event on.

        Raises UnknownGame, BadSetup or BadStore.
        """
        for _, player in seats:
            if bot_name(player) is not None:
                make_bot(player)
        match = Match.begin(
            game,
            seats,
            seed=seed or new_seed(),
            options=options,
            data=data,
            clock=store.clock,
        )
        return cls(store, store.new(match), match)

    @classmethod
    def open(cls, store: Store, id: str) -> Session:
        """The match with that id, to go on with it.

        Raises NoSuchMatch, BadStore, or BadSave with the last good position to look at.
        """
        return cls(store, id, _loaded(store, id))

    @property
    def record(self) -> Record:
        """What the browser shows of the match."""
        return self.store.record(self.id)

    @property
    def sight(self) -> Sight:
        """The match as it is now, to look at."""
        return Sight(self.match)

    def ask(self, seat: int) -> Asked:
        """What the seat is asked now; raises NotYourTurn if it owes no decision."""
        return Asked.of(self.match, seat)

    def choose(self, asked: Asked, pick: Any) -> list[Event]:
        """Carry out a pick and all that follows from it; returns the new events.

        If the match has gone on since the seat was asked, here or in the store, the pick is chosen
        all the same while the very same decision is open and allows it. Else it raises Conflict;
        IllegalPick if the pick was never allowed, BadStore if it cannot be kept. Nothing has
        changed then, but that the match is what the store holds.
        """
        conflict = Conflict(gone_on(()))
        for _ in range(TRIES):
            since = self.match.log[asked.length :]
            if since and not self._is_still_asked(asked, pick, since):
                raise Conflict(gone_on(since))
            try:
                return self._kept(lambda: self.match.choose(asked.seat, pick))
            except Conflict as error:
                conflict = error
        raise conflict

    def _is_still_asked(self, asked: Asked, pick: Any, since: Sequence[Event]) -> bool:
        """Whether others alone have acted since, and the same is still asked and allowed."""
        if any(event.seat == asked.seat or event.kind not in (PICK, CHANCE) for event in since):
            return False
        open_now = [owed.decision for owed in self.match.owed() if owed.seat == asked.seat]
        return open_now == [asked.decision] and self.match.refuse(asked.seat, pick) is None

    def why_not_take_back(self, seat: int) -> Text | None:
        """Why the seat's last choice cannot be taken back without asking; None if it can. What bots
        chose since does not bar the way."""
        if self.match.why_not_undo(seat) is None:
            return None
        number, reason = self.match.way_back(seat, self._bot_seats)
        return reason if number is None else None

    def take_back(self, seat: int, *, whole_turn: bool = False) -> list[Event]:
        """Take back the seat's last choice (all that it chose in that turn, as far as that is
        free), with what bots chose since; raises CannotTakeBack."""
        alone = self.match.why_not_undo(seat) is None
        number, reason = self.match.way_back(seat, self._bot_seats, whole_turn=whole_turn)
        if alone and (self._within_together or not whole_turn or not self._bots_since(number)):
            return self.undo_turn(seat) if whole_turn else self.undo(seat)
        if number is None:
            raise CannotTakeBack(reason)
        return self.rewind(seat, number)

    @property
    def _bot_seats(self) -> list[int]:
        seats = self.match.header.seats
        return [seat for seat, (_, player) in enumerate(seats) if bot_name(player) is not None]

    @property
    def _within_together(self) -> bool:
        return self.match.together_since is not None

    def _bots_since(self, number: int | None) -> bool:
        """Whether a bot has chosen after that event."""
        bots = self._bot_seats
        return number is not None and any(
            event.number > number and event.seat in bots for event in self.match.line
        )

    def undo(self, seat: int) -> list[Event]:
        """As Match.undo."""
        return self._kept(lambda: self.match.undo(seat))

    def undo_turn(self, seat: int) -> list[Event]:
        """As Match.undo_turn."""
        return self._kept(lambda: self.match.undo_turn(seat))

    def redo(self, seat: int) -> list[Event]:
        """As Match.redo."""
        return self._kept(lambda: self.match.redo(seat))

    def rewind(self, seat: int, number: int) -> list[Event]:
        """As Match.rewind; the caller has asked the table."""
        return self._kept(lambda: self.match.rewind(seat, number))

    def waiting_bot(self) -> Owed | None:
        """The decision that a bot owes now, if any."""
        for owed in self.match.owed():
            if bot_name(self.match.header.seats[owed.seat][1]) is not None:
                return owed
        return None

    def lacking_bot(self) -> tuple[int, str] | None:
        """The first seat that is played by a bot which this program does not have, and its name."""
        for seat, (_, player) in enumerate(self.match.header.seats):
            name = bot_name(player)
            if name is not None and name not in BOTS:
                return seat, name
        return None

    def give_seat(self, seat: int, player: str) -> None:
        """Let somebody else play a seat from now on: `person` or a bot; raises BadSetup or
        BadStore."""
        if bot_name(player) is not None:
            make_bot(player)
        self.store.give_seat(self.id, seat, player)
        self._bots.pop(seat, None)
        self.reload()

    def let_bot_choose(self) -> list[Event]:
        """Let a bot that owes a decision choose; no event if none does."""
        owed = self.waiting_bot()
        if owed is None:
            return []
        if owed.seat not in self._bots:
            self._bots[owed.seat] = make_bot(self.match.header.seats[owed.seat][1])
        pick = self._bots[owed.seat].choose(Table(self.match, owed.seat))
        return self.choose(self.ask(owed.seat), pick)

    def hint(self, seat: int) -> Any:
        """What the bot that looks one pick ahead would choose for the seat, from what the seat can
        see; raises NotYourTurn. Asked again at the same place it says the same."""
        return make_bot("greedy").choose(Table(self.match, seat))

    def reload(self) -> None:
        """Take the match from the store again, with what others have added."""
        self.match = _loaded(self.store, self.id)

    def _kept(self, change: Callable[[], list[Event]]) -> list[Event]:
        before = len(self.match.log)
        try:
            events = change()
            self.store.append(self.id, events, Summary.of(self.match))
        except BaseException:
            if len(self.match.log) > before:
                self._fall_back(before)
            raise
        return events

    def _fall_back(self, kept: int) -> None:
        """Make the match as the store holds it; from memory where the store is out of reach."""
        try:
            self.reload()
        except GuildhallError:
            match = self.match
            self.match = Match.load(match.header, match.log[:kept], clock=match.clock)


def gone_on(since: Sequence[Event]) -> Text:
    """That an answer came too late, and by whose doing."""
    who = [event.seat for event in since if event.kind != CHANCE]
    if not who:
        return words("Somebody else has gone on with this match meanwhile. Please choose again.")
    return words(
        "{seat} has gone on with this match meanwhile. Please choose again.", seat=Seat(who[-1])
    )


def _loaded(store: Store, id: str) -> Match:
    """The match, with all that chance had still to say kept too."""
    header, events = store.log(id)
    match = save.rebuild(header, events, id, clock=store.clock)
    if len(match.log) > len(events):
        store.append(id, match.log[len(events) :], Summary.of(match))
    return match
