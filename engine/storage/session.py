"""A match that is being played, and its place in a store: kept first, shown afterwards (optimistic
concurrency)."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from contextlib import nullcontext, suppress
from time import monotonic
from typing import TYPE_CHECKING, Final

from attrs import frozen

from engine.bots import is_here, make_bot, thinks
from engine.bots.base import Bot, ThinkingBot, tell_begin, tell_end
from engine.core.chance import new_seed
from engine.core.component_data import Data
from engine.core.early_end import ended
from engine.core.event import CHANCE, PICK, Event, Header, Value
from engine.core.players import bot_name, checked_bot
from engine.core.state import State
from engine.errors import BadSave, CannotTakeBack, Conflict, GuildhallError
from engine.i18n.text import Seat, Text, words
from engine.match.decision_request import DecisionRequest
from engine.match.match import Match
from engine.match.match_view import MatchView, not_your_seat
from engine.match.position import PendingDecision
from engine.match.undo import REWIND
from engine.search.observation import Observation
from engine.storage import match_file
from engine.storage.match_owners import seats_of
from engine.storage.store import Store, Summary

if TYPE_CHECKING:
    from engine.core.players import Person
    from engine.storage.store import Record

PATIENCE: Final = 0.05
"""Seconds that a screen waits for a bot that thinks, before it looks for keys again."""

RACES: Final = 3
"""How many times a change may be overtaken before it is made while nobody else can write."""


QUICK: Final = "bot:medium"
"""The bot that stands in for one that does not come to an end, and that gives hints at once."""


@frozen
class BotAsked:
    """What a bot that thinks is asked: its name, how the log begins, the decision, and all that its
    seat may know."""

    bot: str
    header: Header
    asked: DecisionRequest[State]
    situation: Observation


class Session:
    """A match and its id in a store, and the seats for which somebody may act.

    Every change is appended to the store before the call returns. If that fails nothing has
    happened, and the error is raised. What others keep is taken in by `catch_up`, and before every
    change. `match` can be another object after an error: ask for it each time.
    `remark` is what is to be said of the bot that has chosen last.
    """

    def __init__(
        self,
        store: Store,
        id: str,
        match: Match,
        seats: Collection[int] | None = None,
        person: Person | None = None,
    ) -> None:
        """`open` and `begin` make sessions."""
        self.store = store
        self.id = id
        self.match = match
        self._seats = None if seats is None else frozenset(seats)
        self._person = person
        self._bots: dict[tuple[int, str], Bot] = {}
        self.remark: Text | None = None
        self._look_at_table()

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
    ) -> Session:
        """A new match, kept from its first event on.

        Raises UnknownGame, BadSetup or BadStore.
        """
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
    ) -> Session:
        """The match with that id, to go on with it for these seats (None: for all), or for those
        that are the person's as they stand: one can leave a seat and come back to it.

        Raises NoSuchMatch, BadStore, or BadSave with the last good position to look at.
        """
        return cls(store, id, _loaded(store, id), seats, person)

    @property
    def seats(self) -> frozenset[int]:
        """The seats for which this session may act."""
        return self._every_seat if self._seats is None else self._seats

    @property
    def person(self) -> Person | None:
        """Whose seats these are, where seats belong to people."""
        return self._person

    @property
    def apart(self) -> bool:
        """Whether others may sit at terminals of their own: not all seats are this session's."""
        return self.seats != self._every_seat

    @property
    def _every_seat(self) -> frozenset[int]:
        return frozenset(range(len(self.match.header.seats)))

    @property
    def record(self) -> Record:
        """What the browser shows of the match."""
        return self.store.record(self.id)

    @property
    def sight(self) -> MatchView:
        """The match as it is now, to look at with the eyes of these seats."""
        return MatchView(self.match, seats=self.seats if self.apart else None)

    def catch_up(self) -> list[Event]:
        """Take in what others have kept; returns the new events, oldest first.

        Whose the seats are and who plays them may have changed too. Raises NoSuchMatch, BadStore,
        or BadSave where an event cannot have happened: the match is then what it was before that.
        """
        before = len(self.match.log)
        events = self.store.since(self.id, before)
        header = self.store.header(self.id)
        if header != self.match.header:
            self.match.header = header
        self._look_at_table()
        try:
            self.match.take_in(events, self.id)
        except BadSave as error:
            self.match = error.good or self.match
            raise
        return self.match.log[before:]

    def _look_at_table(self) -> None:
        """See whose the seats are by now, and whether people have ended the match."""
        if self._person is not None:
            with self.store.reading() as base:
                self._seats = seats_of(base, self.id, self._person.id)
        self.match.ended = self.store.early_end(self.id)

    def ask(self, seat: int, *, openly: bool = False) -> DecisionRequest[State]:
        """What the seat is asked now, told from what it sees, or `openly` from what everyone may
        see; raises NotYourTurn if it owes no decision, NotYourSeat."""
        self._must_own(seat)
        return DecisionRequest.of(self.match, seat, openly=openly)

    def choose(self, asked: DecisionRequest[State], pick: Value) -> list[Event]:
        """Carry out a pick and all that follows from it; returns the new events.

        If the match has gone on since the seat was asked, here or in the store, the pick is chosen
        all the same while the very same decision is open and allows it. Else it raises Conflict;
        IllegalPick if the pick was never allowed, NotYourSeat, Ended if people have ended the
        match, BadStore if it cannot be kept. Nothing was chosen then.
        """
        self._must_own(asked.seat)
        return self._chosen(asked, pick)

    def _chosen(self, asked: DecisionRequest[State], pick: Value) -> list[Event]:
        def look() -> None:
            self.catch_up()
            since = self.match.log[asked.length :]
            if self.match.ended is None and since and not self._is_still_asked(asked, pick, since):
                raise Conflict(self._gone_on(since))

        return self._raced(look, lambda: self.match.choose(asked.seat, pick))

    def _is_still_asked(
        self, asked: DecisionRequest[State], pick: Value, since: Sequence[Event]
    ) -> bool:
        """Whether others alone have acted since, and the same is still asked and allowed."""
        if any(event.seat == asked.seat or not self._is_apart(event) for event in since):
            return False
        open_now = [owed.decision for owed in self.match.pending() if owed.seat == asked.seat]
        return open_now == [asked.decision] and self.match.refuse(asked.seat, pick) is None

    def _is_apart(self, event: Event) -> bool:
        """Whether an event leaves as it is what another seat is asked: choices and outcomes do, and
        what a seat takes back within its own branch of what all do at the same time."""
        if event.kind in (PICK, CHANCE):
            return True
        return event.step != REWIND and all(map(self.match.within_together, event.value))

    def why_not_take_back(self, seat: int) -> Text | None:
        """Why the seat's last choice cannot be taken back without asking; None if it can. What bots
        chose since does not bar the way."""
        if self.match.why_not_undo(seat) is None:
            return None
        number, reason = self.match.way_back(seat, self._bot_seats)
        return reason if number is None else None

    def take_back(self, seat: int, *, whole_turn: bool = False) -> list[Event]:
        """Take back the seat's last choice (all that it chose in that turn, as far as that is
        free), with what bots chose since; raises CannotTakeBack, and Conflict if others were
        quicker."""
        self._must_own(seat)
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
        """As Match.undo; what others have done meanwhile does not matter if it is still free.

        Raises Conflict if the seat itself has acted elsewhere, NotYourSeat, BadStore.
        """
        return self._repeated(seat, lambda: self.match.undo(seat))

    def undo_turn(self, seat: int) -> list[Event]:
        """As Match.undo_turn, and as `undo`."""
        return self._repeated(seat, lambda: self.match.undo_turn(seat))

    def redo(self, seat: int) -> list[Event]:
        """As Match.redo, and as `undo`."""
        return self._repeated(seat, lambda: self.match.redo(seat))

    def rewind(self, seat: int, number: int) -> list[Event]:
        """As Match.rewind; the caller has asked the table. Raises Conflict if anybody has done
        anything meanwhile: that was not asked about."""
        self._must_own(seat)
        since = self.catch_up()
        if since:
            raise Conflict(self._gone_on(since))
        return self._kept(lambda: self.match.rewind(seat, number))

    def _repeated(self, seat: int, change: Callable[[], list[Event]]) -> list[Event]:
        """Carry out what a seat does with its own choices, again if others were quicker."""
        self._must_own(seat)
        before = len(self.match.log)

        def look() -> None:
            self.catch_up()
            since = self.match.log[before:]
            if any(event.seat == seat and event.kind != CHANCE for event in since):
                raise Conflict(self._gone_on(since))

        return self._raced(look, change)

    def _gone_on(self, since: Sequence[Event]) -> Text:
        """Conflict of an answer that came too late, and by whose doing."""
        return gone_on(since, self.sight.own_people if self.apart else ())

    def _must_own(self, seat: int) -> None:
        if seat not in self.seats:
            raise not_your_seat(seat)

    def waiting_bot(self) -> PendingDecision | None:
        """The decision that a bot owes now, if any."""
        for owed in self.match.pending():
            if bot_name(self.match.header.seats[owed.seat][1]) is not None:
                return owed
        return None

    def lacking_bot(self) -> tuple[int, str] | None:
        """The first seat that is played by a bot which this program does not have, and its name."""
        for seat, (_, player) in enumerate(self.match.header.seats):
            name = bot_name(player)
            if name is not None and not is_here(name):
                return seat, name
        return None

    def give_seat(self, seat: int, player: str) -> None:
        """Let somebody else play a seat from now on: `person` or a bot; raises BadSetup or
        BadStore."""
        if bot_name(player) is not None:
            make_bot(player)
        self.store.give_seat(self.id, seat, player)
        self.catch_up()

    def let_bot_choose(self, *, quickly: bool = False, patience: float = PATIENCE) -> list[Event]:
        """Let a bot that owes a decision choose; no event if none does, or if it thinks still after
        so many seconds. Quickly: one that thinks for long has a quick one choose in its place."""
        self.remark = None
        owed = self.waiting_bot()
        if owed is None:
            return []
        player = self.match.header.seats[owed.seat][1]
        bot = self._bot_at(owed.seat, QUICK if quickly and thinks(player) else player)
        situation, asked = (
            Observation.of(self.match, owed.seat),
            DecisionRequest.of(self.match, owed.seat),
        )
        if not isinstance(bot, ThinkingBot):
            return self._chosen(asked, bot.choose(situation))
        pick = bot.choose_by(situation, monotonic() + patience)
        if pick is None:
            return []
        if bot.by_lot:
            self.remark = words(
                "The program that plays for {seat} was too slow or made an error, so this "
                "move was chosen at random.",
                seat=Seat(owed.seat),
            )
        return self._chosen(asked, pick)

    def _bot_at(self, seat: int, player: str) -> Bot:
        """The bot that plays a seat of this match: a program plays no other one."""
        bot = self._bots.get((seat, player))
        if bot is None:
            bot = self._bots[seat, player] = make_bot(player)
            tell_begin([bot], self.match)
        return bot

    def bot_thinks(self) -> bool:
        """Whether a bot owes a decision that thinks about it for long."""
        owed = self.waiting_bot()
        return owed is not None and thinks(self.match.header.seats[owed.seat][1])

    def thinking_bot(self) -> BotAsked | None:
        """What the bot is asked that owes a decision, if it thinks about it for long."""
        owed = self.waiting_bot()
        if owed is None or not self.bot_thinks():
            return None
        name = checked_bot(self.match.header.seats[owed.seat][1])
        asked = DecisionRequest.of(self.match, owed.seat)
        return BotAsked(name, self.match.header, asked, Observation.of(self.match, owed.seat))

    def choose_for_bot(self, asked: DecisionRequest[State], pick: Value) -> list[Event]:
        """Carry out the pick that a bot has thought of, as `choose` does: only while a bot is still
        asked the same there. Raises Conflict if a person plays the seat by now."""
        self.remark = None
        if bot_name(self.match.header.seats[asked.seat][1]) is None:
            raise Conflict(gone_on(()))
        return self._chosen(asked, pick)

    def situation(self, seat: int) -> Observation:
        """What a seat knows that must choose; raises NotYourTurn or NotYourSeat."""
        self._must_own(seat)
        return Observation.of(self.match, seat)

    def hint(self, seat: int) -> Value:
        """What the bot that looks one pick ahead would choose for the seat, from what the seat can
        see; raises NotYourTurn or NotYourSeat. Asked again at the same place it says the same."""
        return make_bot(QUICK).choose(self.situation(seat))

    def _raced(self, look: Callable[[], None], change: Callable[[], list[Event]]) -> list[Event]:
        """Catch up and `look` whether a change is still right, carry it out and keep it. Where
        others were quicker all of that is done again, and after some races at the store's own
        pace: it is begun when nobody else can write, so the last try is overtaken by nobody.

        Raises what `look` and `change` raise, and Busy if others let go of the store for too short
        a time (`Store.wait_at_most`).
        """
        for _ in range(RACES):
            look()
            with suppress(Conflict):
                return self._kept(change)
        return self._kept(change, look)

    def _kept(
        self, change: Callable[[], list[Event]], look: Callable[[], None] | None = None
    ) -> list[Event]:
        """Carry out a change and keep it; if it cannot be kept it has not happened, and what others
        have kept is taken in as far as the store can be read. With a `look` nobody else writes from
        before that until the change is kept."""
        bookmark = None
        try:
            with nullcontext() if look is None else self.store.writing(self.id):
                if look is not None:
                    look()
                if self.match.ended is not None:
                    raise ended(self.id)
                bookmark = self.match.checkpoint()
                events = change()
                self.store.append(self.id, events, Summary.of(self.match))
        except BaseException:
            if bookmark is not None and len(self.match.log) > bookmark.length:
                self.match.restore(bookmark)
                with suppress(GuildhallError):
                    self.catch_up()
            raise
        if self.match.over:
            tell_end(self._bots.values(), self.match)
            self._bots.clear()
        return events


def gone_on(since: Sequence[Event], own: Collection[int] = ()) -> Text:
    """That an answer came too late, and by whose doing: a person who has only one's `own` seat may
    have acted at another terminal."""
    who = [event.seat for event in since if event.kind != CHANCE]
    if who and list(own) == [who[-1]]:
        return words(
            "You have already continued this game at another terminal. Please choose again."
        )
    if not who:
        return words("Someone else has moved in this game in the meantime. Please choose again.")
    return words("{seat} has moved in the meantime. Please choose again.", seat=Seat(who[-1]))


def _loaded(store: Store, id: str) -> Match:
    """The match, with all that chance had still to say kept too: by one of those who open it at
    once, for the others to read."""
    match, missing = _read(store, id)
    if missing:
        with store.writing(id):
            match, missing = _read(store, id)
            if missing:
                store.append(id, missing, Summary.of(match))
    return match


def _read(store: Store, id: str) -> tuple[Match, list[Event]]:
    """The match, and what of its log is not kept yet."""
    header, events = store.log(id)
    match = match_file.rebuild(header, events, id, clock=store.clock)
    return match, match.log[len(events) :]
