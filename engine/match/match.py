"""A match: a log of events, and the position that follows from the log (event sourcing).

Picks and undos are made only in a `Match`. Screens and bots get views, in which other seats'
secrets are hidden.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from engine.clock import Clock
from engine.core.canonical import DIGEST_VERSION
from engine.core.component_data import Data
from engine.core.event import PICK_EVENT, REDO_EVENT, UNDO_EVENT, Event, Header, Value
from engine.core.players import checked_name
from engine.core.state import State
from engine.errors import (
    BadSave,
    BadSetup,
    CannotTakeBack,
    GuildhallError,
    IllegalPick,
    UnknownGame,
)
from engine.games import load
from engine.i18n.text import Text, words
from engine.match import interpreter
from engine.match.history import History
from engine.match.preview import Policy, Preview, preview_of
from engine.match.undo import (
    REDO,
    REWIND,
    UNDO,
    UNDO_TURN,
    may_rewind,
    numbers_after,
    numbers_undone,
    redo_index,
)

MAX_SEATS: Final = 8


def new_header(
    game: str,
    seats: Sequence[tuple[str, str]],
    *,
    seed: str,
    options: Mapping[str, str] | None = None,
    data: Data | None = None,
) -> Header:
    """Return the header of a new match under the current rules. `seats` are (name, player) pairs.
    Raises UnknownGame, and BadSetup for invalid seats or options."""
    rules = load(game)
    header = Header(
        game,
        rules.rules,
        tuple((checked_name(name), player) for name, player in seats),
        seed,
        rules.check(len(seats), options or {}),
        data or {},
    )
    if len(set(header.names)) != len(header.names):
        raise BadSetup("Two players have the same name.")
    return header


class Match(History):
    """A log and the position that follows from it. Seats can choose and undo."""

    def __init__(
        self,
        header: Header,
        *,
        notes: bool = True,
        digests: bool = True,
        clock: Clock | None = None,
    ) -> None:
        """Set up the table. Only `begin`, `start` and `load` return a playable match. With `notes`,
        notes are kept; with `digests`, the last event of a turn gets a digest of the state;
        `clock`, if given, stamps events. Raises UnknownGame, and BadSetup for options, data or a
        number of seats that the game does not allow."""
        game = load(header.game)
        options = game.check(len(header.seats), header.options)
        state = game.setup(len(header.seats), options, header.data)
        super().__init__(header, game, state, keeps_notes=notes, clock=clock)
        self.digests = digests and header.digests == DIGEST_VERSION

    # ------------------------------------------------------------------ starting

    @classmethod
    def begin(
        cls,
        game: str,
        seats: Sequence[tuple[str, str]],
        *,
        seed: str,
        options: Mapping[str, str] | None = None,
        data: Data | None = None,
        notes: bool = True,
        digests: bool = True,
        clock: Clock | None = None,
    ) -> Match:
        """Return a new match at its first decision. `seats` are (name, player) pairs.

        For `notes`, `digests` and `clock`, see `__init__`. Raises UnknownGame, and BadSetup for
        invalid seats, options or data.
        """
        header = new_header(game, seats, seed=seed, options=options, data=data)
        return cls.start(header, notes=notes, digests=digests, clock=clock)

    @classmethod
    def start(
        cls, header: Header, *, notes: bool = True, digests: bool = True, clock: Clock | None = None
    ) -> Match:
        """Return a new match with `header`, which must have a seed, at its first decision. For
        `notes`, `digests` and `clock`, and for errors, see `__init__`."""
        match = cls(header, notes=notes, digests=digests, clock=clock)
        interpreter.run(match, sampling=True)
        return match

    @classmethod
    def load(
        cls,
        header: Header,
        events: Iterable[Event],
        *,
        notes: bool = True,
        source: str = "",
        clock: Clock | None = None,
    ) -> Match:
        """Return the match that follows from a log. Every event is checked as if it happened now.
        `source` names the log in errors. If `header` has a seed, outcomes that are due after the
        last event are drawn and added to the match's log.

        Raises BadSave for a header that is invalid or has newer rules and, with the last good
        position, at an event that cannot have happened.
        """
        try:
            match = cls(header, notes=notes, clock=clock)
            for name in header.names:
                if checked_name(name) != name:
                    raise BadSetup("{name} cannot be a player's name.", name=repr(name))
        except (BadSetup, UnknownGame) as error:
            raise BadSave(error.text, source=source, line=1) from error
        if header.rules > match.game.rules:
            raise BadSave(
                "The game was saved under newer rules (version {theirs}, but this program has "
                "{ours}).",
                theirs=header.rules,
                ours=match.game.rules,
                source=source,
                line=1,
            )
        events = list(events)
        if header.rules < match.game.rules:
            events = [match.game.upcast(header.rules, event) for event in events]
        match._read(events, source)
        if header.seed is not None:
            interpreter.run(match, sampling=True)
        return match

    # ------------------------------------------------------------------ choosing

    def choose(self, seat: int, pick: Value) -> list[Event]:
        """Apply a pick, run rules and chance up to the next decision, and return the new events.
        Raises NotYourTurn or IllegalPick without changing anything."""
        branch, decision = self.pending_of(seat)
        legal = self.legal(decision, pick)
        if legal is None:
            raise IllegalPick(decision.name, pick, decision.refuse(self.state, pick))
        if self.undone:
            self.forget_redo(seat, everybody=branch < 0)
        log = self.log
        before, turn = len(log), self.state.turn
        event = interpreter.append_event(self, PICK_EVENT, seat, decision.name, legal)
        interpreter.apply_pick(self, event, decision, branch, True)
        if self.digests and self.state.turn != turn:
            log[-1].digest = self.state.digest()
        if len(self.line) >= self.snapshots[-1].until:
            self.take_snapshot()
        return log[before:]

    def preview(self, seat: int, pick: Value, *, policy: Policy | None = None) -> Preview[State]:
        """Return the effect of a pick without changing anything (see
        `engine.match.preview.preview_of`)."""
        return preview_of(self, seat, pick, policy=policy)

    # ------------------------------------------------------------------ undo

    def undo(self, seat: int) -> list[Event]:
        """Undo the seat's last pick, and return the new events. Raises CannotTakeBack with the
        reason."""
        return self._undo(seat, UNDO, numbers_undone(self, seat, UNDO))

    def undo_turn(self, seat: int) -> list[Event]:
        """Undo the seat's picks in the turn of its last pick, as far back as the last barrier, and
        return the new events. Raises CannotTakeBack with the reason."""
        return self._undo(seat, UNDO_TURN, numbers_undone(self, seat, UNDO_TURN))

    def rewind(self, seat: int, number: int) -> list[Event]:
        """Undo, in the name of `seat`, everything from the first pick after event `number` (0 for
        the whole match), and return the new events: the undo, and any outcomes that are drawn
        again.

        The players must have agreed. Raises CannotTakeBack if there is no later pick.
        """
        before = len(self.log)
        self._undo(seat, REWIND, numbers_after(self, number))
        if self.seed is not None:
            interpreter.run(self, sampling=True)
        return self.log[before:]

    def can_redo(self, seat: int) -> bool:
        return redo_index(self.undone, seat) is not None

    def redo(self, seat: int) -> list[Event]:
        """Redo the move that the seat undid last, and return the new events. Raises CannotTakeBack
        if there is none, or if it cannot be redone now."""
        index = redo_index(self.undone, seat)
        if index is None:
            raise CannotTakeBack("There is nothing to redo.")
        event = interpreter.append_event(self, REDO_EVENT, seat, REDO, self.undone[index].numbers)
        self.apply_redo(index, event)
        return [event]

    def _undo(self, seat: int, step: str, numbers: tuple[int, ...]) -> list[Event]:
        event = interpreter.append_event(self, UNDO_EVENT, seat, step, numbers)
        self.apply_undo(event)
        return [event]

    # ------------------------------------------------------------------ reading a log

    def _read(self, events: Sequence[Event], source: str) -> None:
        """Replay the events of a log from the initial position. Raises BadSave."""
        interpreter.run(self, sampling=False)
        self._append_all(events, source)

    def append_events(self, events: Sequence[Event], source: str = "") -> None:
        """Apply events that another program has added to the log, and check them as `load` does.
        `source` names the log in errors.

        Raises BadSave, with the last good position, at an event that cannot have happened.
        Afterwards this match must not be used, unless it is itself the last good position.
        """
        if self.header.rules < self.game.rules:
            events = [self.game.upcast(self.header.rules, event) for event in events]
        self._append_all(events, source)

    def _append_all(self, events: Sequence[Event], source: str) -> None:
        returns = _first_undone(events)
        for event in events:
            if event.number in returns:
                self.take_snapshot()
            self._append_logged(event, source)

    def _append_logged(self, event: Event, source: str) -> None:
        """Check an event of a log, and apply it. Raises BadSave with the last good position."""
        count = len(self.log)
        try:
            if event.number != count + 1:
                raise BadSave(
                    "This is step {number}, but step {expected} was expected.",
                    number=event.number,
                    expected=count + 1,
                )
            if event.kind == UNDO_EVENT:
                self._append_undo(event)
                return
            if event.kind == REDO_EVENT:
                self._append_redo(event)
                return
            if event.kind == PICK_EVENT and self.undone:
                self.forget_redo(event.seat, everybody=self.simultaneous_since is None)
            interpreter.apply_event(self, event, into_log=True)
            if self._differs(event):
                raise BadSave("The position after this step does not match the saved one.")
            if len(self.line) >= self.snapshots[-1].until:
                self.take_snapshot()
        except GuildhallError as error:
            good = self if len(self.log) == count else self._valid_until(count)
            raise BadSave(
                self._under_rules(error.text), source=source, line=count + 2, good=good
            ) from error

    def _valid_until(self, count: int) -> Match:
        """Return a new match with the first `count` events of this match's log, which are valid."""
        good = Match(self.header, notes=self.keeps_notes, clock=self.clock)
        good._read(self.log[:count], "")
        return good

    def _differs(self, event: Event) -> bool:
        """Whether the digest of the state differs from the one recorded with `event`. An event
        without a digest, or with a digest in another format, counts as equal."""
        if event.digest is None or self.header.digests != DIGEST_VERSION:
            return False
        return event.digest != self.state.digest()

    def _under_rules(self, reason: Text) -> Text:
        """Return `reason`, the reason why a log cannot be read any further. If the log was written
        under other rules, both versions are added."""
        theirs, ours = self.header.rules, self.game.rules
        if theirs == ours:
            return reason
        return words(
            "{reason} The game was started under version {theirs} of the rules, but this program "
            "has {ours}.",
            reason=reason,
            theirs=theirs,
            ours=ours,
        )

    def _append_undo(self, event: Event) -> None:
        if not self._may_undo(event):
            raise BadSave("This step undoes something that cannot be undone.")
        self.log.append(event)
        self.apply_undo(event)

    def _append_redo(self, event: Event) -> None:
        index = redo_index(self.undone, event.seat)
        due = None if index is None else self.undone[index].numbers
        if index is None or event.step != REDO or event.value != due:
            raise BadSave("This step redoes something that was not undone.")
        self.log.append(event)
        self.apply_redo(index, event)

    def _may_undo(self, event: Event) -> bool:
        if not 0 <= event.seat < self.state.seats or not isinstance(event.value, tuple):
            return False
        if event.step in (UNDO, UNDO_TURN):
            return event.value == numbers_undone(self, event.seat, event.step)
        return event.step == REWIND and may_rewind(self, event.value)


def _first_undone(events: Sequence[Event]) -> set[int]:
    """Return, for each undo in `events`, the number of the first event that it removes. With a
    snapshot before that event, the undo does not need to replay earlier events."""
    backs = (event.value for event in events if event.kind == UNDO_EVENT)
    return {value[0] for value in backs if isinstance(value, tuple) and value}
