"""Two tables that differ only in what a reader may not see.

Both are played at once at random: the reader may read the same of each choice and outcome, and the
rest is drawn for each table separately. If the rules reveal a difference, the two part: the second
becomes a copy of the first, for another reader.
"""

from __future__ import annotations

import io
from collections import defaultdict
from collections.abc import Iterator, Sequence
from contextlib import redirect_stdout
from typing import Any

import attrs
from attrs import define, evolve, field

from engine.bots.policies import Medium
from engine.core.canonical import canonical
from engine.core.chance import TABLE_STREAM, Dice
from engine.core.event import CHANCE_EVENT, PICK_EVENT, Event, Value
from engine.core.hidden import Hidden
from engine.core.state import SECRET, State
from engine.core.step import PUBLIC, TILL_REVEALED, ChanceStep, Decision, Simultaneous
from engine.errors import BadSave, BadSetup
from engine.games import load
from engine.i18n.language import Translator
from engine.match.decision_request import DecisionRequest
from engine.match.interpreter import apply_event
from engine.match.match import Match, new_header
from engine.match.position import Position
from engine.search.simulation import Observation
from screens.preferences import Preferences
from tests.laws.driving import golden_game, holds_hidden, people, readable, story
from tui.cli import printing

RARE = 4
TRIES = 8
ALIKE = 30
"""Maximum number of values drawn for an event: to have a rare one, one that is legal at both
tables, or one that looks the same to a reader who may not see all of it."""

TAIL = 10
"""Number of the latest events that are read again after each."""

PAGES_EVERY = 10
SHOWN_EVERY = 60
"""Number of events between full reads of the score sheets; of log and story from the first line,
the output of `show`, and hints."""

AnyStep = Decision[Any, Any] | ChanceStep[Any, Any]

ReaderTexts = dict[str, Any]
"""Everything that a reader gets, by kind."""


@define(eq=False)
class Twins:
    """Two positions of a game, and the seat (None: a spectator) that may not tell them apart.

    `differ` counts the events that differed, `parted` how often something was revealed. `tried` are
    the last picks of each decision, to be tried again where they are illegal.
    """

    one: Position
    two: Position
    reader: int | None
    dice: Dice
    differ: int = 0
    parted: int = 0
    tried: dict[str, list[Value]] = field(factory=lambda: defaultdict(list))

    @classmethod
    def begin(cls, game: str, seats: int, number: int) -> Twins:
        """Return a table with random options, and its twin, every other time in the middle of a
        game."""
        dice = Dice(f"twins/{game}/{seats}/{number}/".encode())
        one = new_table(game, seats, dice)
        match = golden_game(game, seats)
        if match is not None and number % 2:
            for _ in range(dice.below(len(match.line))):
                before = one.state.copy()
                seat, step = dice.pick(list(open_steps(one)))
                happen(one, seat, step, step.sample(before, dice))
                if one.over:
                    return cls.begin(game, seats, number - 1)
        return cls(one, copy_of(one), dice.pick([None, *range(seats)]), dice)

    def play(self, events: int) -> Iterator[tuple[ReaderTexts, ReaderTexts]]:
        """Play that many events; yield after each what the reader gets at both tables, then what
        else the reader could look up."""
        for count, one, two in self.go_on(events):
            yield one, two
            yield self._more(self.one, count), self._more(self.two, count)

    def go_on(self, events: int) -> Iterator[tuple[int, ReaderTexts, ReaderTexts]]:
        """Play that many events, or to the end; yield after each its number and what the reader
        gets at both tables, unless the two part because something was revealed or is public."""
        for count in range(events):
            if self.one.over:
                return
            within = self.one.simultaneous_since is not None
            step = self._happen()
            shown = within and self.one.simultaneous_since is None
            shown = shown or shows(self.one, step) or shows(self.two, step)
            one, two = reader_texts(self.one, self.reader), reader_texts(self.two, self.reader)
            if one != two and (shown or self._lies_open()):
                self._part()
                continue
            yield count, one, two

    def _lies_open(self) -> bool:
        """Whether all differences for the reader are in declared secrets, and yet visible to them:
        by an option of the game, or for a while."""
        one, two = [position.view(self.reader) for position in (self.one, self.two)]
        return one.digest() != two.digest() and closed(one) == closed(two)

    def _part(self) -> None:
        self.two = copy_of(self.one)
        self.parted += 1
        self.reader = self.dice.pick([None, *range(self.one.state.seats)])

    def _happen(self) -> AnyStep:
        """Play an event at both tables that the reader sees alike."""
        seat, step = self.dice.pick(list(open_steps(self.one)))
        assert (seat, step) in open_steps(self.two), f"{step} is not due at the other table"
        for _ in range(TRIES):
            value = self._rare(step)
            twin = self._twin_of(seat, step, value)
            if twin is not None:
                break
            assert seat != self.reader, f"{step}: {value} cannot be chosen at the other table"
        else:
            self._part()
            twin = value
        happen(self.one, seat, step, value)
        happen(self.two, seat, step, twin)
        self.differ += value != twin
        self.tried[step.name] = [*self.tried[step.name][-20:], value]
        return step

    def _rare(self, step: AnyStep) -> Value:
        """Return a value for the first table: of several the one of the rarest kind so far."""
        drawn: list[Value] = [step.sample(self.one.state, self.dice) for _ in range(RARE)]
        tried = [kind_of(pick) for pick in self.tried[step.name]]
        return min(drawn, key=lambda value: tried.count(kind_of(value)))

    def _twin_of(self, seat: int, step: AnyStep, value: Value) -> Value | None:
        """Return a value for the other table, or None if no legal one looks the same to the
        reader."""
        visible = self._visible(seat, step, value)
        alike = (
            self._alike(step, value, visible)
            if holds_hidden(visible) and self.dice.below(4)
            else []
        )
        if alike:
            return self.dice.pick(alike)
        state = self.two.state
        if isinstance(step, Decision):
            return value if step.allows(state, value) else None
        return value if step.check(state, value) is None else None

    def _visible(self, seat: int, step: AnyStep, value: Value) -> Any:
        """Return what the reader sees of an event."""
        soon_read = step.secrecy is TILL_REVEALED and self.one.simultaneous_since is None
        is_read = step.secrecy is PUBLIC or soon_read or seat == self.reader
        return value if is_read else step.redacted(value, self.reader)

    def _alike(self, step: AnyStep, value: Value, visible: Any) -> list[Value]:
        """Return other values for the other table that look the same to the reader."""
        state = self.two.state
        others: list[Value] = [step.sample(state, self.dice) for _ in range(ALIKE)]
        others += step.options(state) if isinstance(step, Decision) else ()
        return [
            other
            for other in others
            if other != value and repr(step.redacted(other, self.reader)) == repr(visible)
        ]

    def _more(self, position: Position, count: int) -> ReaderTexts:
        """Return what else the reader could look up, each thing now and then."""
        reader, found = self.reader, ReaderTexts()
        request = reader is not None and any(
            pending.seat == reader for pending in position.pending()
        )
        if reader is not None and request:
            name = position.decision(reader).name
            found |= asked_of(position, reader, self.tried[name][-3:])
        if count % PAGES_EVERY == 0:
            found |= pages(position, reader)
        if count % SHOWN_EVERY == 0:
            found["log"] = readable(position.redacted_log(reader))
            found["whole story"] = story(position, reader)
            found["show"] = show(position, reader)
            if reader is not None and request and position.decision(reader).advisable:
                match = Match.load(position.header, position.log)
                found["hint"] = repr(Medium().choose(Observation.of(match, reader)))
        return found


# ---------------------------------------------------------------- positions


def new_table(game: str, seats: int, dice: Dice) -> Position:
    """Return a new table with random options, which stops at outcomes of chance."""
    settings = load(game).all_settings()
    while True:
        options = {one.key: dice.pick(list(one.choices)) for one in settings}
        try:
            header = new_header(game, people(seats), seed="", options=options)
            return Match.load(evolve(header, seed=None), []).at(0)
        except (BadSetup, BadSave):
            continue


def copy_of(position: Position) -> Position:
    """Return an independent copy of the position."""
    notes = [list(notes) for notes in position.notes]
    copy = Position(
        position.header,
        position.game,
        position.state.copy(),
        position.log[:],
        position.line[:],
        notes,
        position.opening[:],
        position.barriers[:],
        position.turns[:],
        simultaneous_since=position.simultaneous_since,
        secret_steps=dict(position.secret_steps),
    )
    copy.state.notes = notes[-1] if notes else copy.opening
    return copy


def open_steps(position: Position) -> list[tuple[int, AnyStep]]:
    """Return the pending decisions and outcomes of chance, each with its seat or stream."""
    step: Any = position.state.agenda[-1]
    if isinstance(step, Simultaneous):
        branches: Any = step.branches
        return [(seat, steps[-1]) for seat, steps in branches if steps]
    return [(TABLE_STREAM if isinstance(step, ChanceStep) else step.seat, step)]


def kind_of(value: Value) -> Value:
    """Return the command of a choice, if one of several was chosen."""
    return value[0] if isinstance(value, tuple) and value and isinstance(value[0], str) else ""


def happen(position: Position, seat: int, step: AnyStep, value: Value) -> None:
    """Apply a choice or an outcome."""
    kind = PICK_EVENT if isinstance(step, Decision) else CHANCE_EVENT
    event = Event(len(position.log) + 1, kind, seat, step.name, value)
    apply_event(position, event, into_log=True)


def shows(position: Position, step: AnyStep) -> bool:
    """Whether the rules have revealed something in the last event, which answered the step."""
    barrier = position.barriers[-1]
    return barrier is not None and (isinstance(step, Decision) or barrier is not step.reveals)


def closed(view: State) -> str:
    """Return a view without the content of its declared secrets, but with what is hidden there."""
    kind: Any = type(view)
    rest: dict[str, Any] = {}
    for one in attrs.fields(kind):
        value = getattr(view, one.name)
        if SECRET in one.metadata and isinstance(value, list):
            value = [each if isinstance(each, Hidden) else None for each in value]
        if one.eq:
            rest[one.name] = value
    return repr(canonical(rest))


# ---------------------------------------------------------------- readers


def reader_texts(position: Position, reader: int | None) -> ReaderTexts:
    """Return what a reader gets after each event without asking."""
    return {
        "view": position.view(reader).digest(),
        "log": readable(
            position.redacted_event(event.number, reader) for event in position.log[-TAIL:]
        ),
        "story": story(position, reader, TAIL),
        "pending": repr(position.pending()),
        "barriers": repr([position.why_not_undo(seat) for seat in range(position.state.seats)]),
    }


def asked_of(position: Position, seat: int, tried: Sequence[Value]) -> ReaderTexts:
    """Return what a seat gets at its decision: choices, help, refusals, previews."""
    request = DecisionRequest.of(position, seat)
    decision, view, options = request.decision, request.view, request.options
    found = {
        "options": repr(options),
        "question": repr((request.question, decision.part_rules(view, ()))),
        "suggested": repr(decision.suggest(view)),
    }
    for number, pick in enumerate([*tried, *options[:3]]):
        refusal = position.refuse(seat, pick)
        found[f"refusal {number}"] = repr((refusal, request.refuse(pick)))
        if refusal is None:
            ahead = request.preview(pick, policy=position.game.follow)
            foreseen = (ahead.notes, ahead.ends_turn, ahead.undo_barrier, ahead.whole, ahead.then)
            found[f"preview {number}"] = repr((foreseen, ahead.view.digest()))
    return found


def pages(position: Position, reader: int | None) -> ReaderTexts:
    """Return what a reader finds on the pages of the table."""
    game, view = position.game, position.view(reader)
    return {
        "sheets": repr(game.sheets(view)),
        "standings": repr(game.standings(view)),
        "sources": repr([game.sources(view, seat) for seat in range(view.seats)]),
        "described": repr(game.describe(view)),
    }


def show(position: Position, reader: int | None) -> str:
    """Return the output of `guildhall show` for a reader: the story, and the painted table."""
    printed = io.StringIO()
    with redirect_stdout(printed):
        printing.print_log(position, reader, Translator("en", position.header.names))
        printing.print_board(position, reader, Preferences())
    return printed.getvalue()
