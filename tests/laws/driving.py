"""Random play of matches from a number, shared by all laws."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from typing import Any

import attrs
import pytest
from attrs import evolve
from hypothesis import settings
from hypothesis import strategies as st

from engine.core.chance import Dice
from engine.core.event import PICK_EVENT, Event, Header
from engine.core.hidden import Hidden
from engine.core.state import SHARED, Note, State
from engine.games import catalogue, load
from engine.i18n.text import Text
from engine.match import interpreter
from engine.match.match import Match
from engine.match.position import PendingDecision, Position
from engine.match.preview import preview_of
from engine.storage import match_file
from tests.engine import golden
from tests.examples import EXAMPLES
from tests.matrix import LIKE_ANOTHER, usually
from tests.pig import ENTRY as PIG
from tests.toy.game import ENTRY as TOY

LAST = 150
"""Maximum number of events of a golden game that are replayed."""

WHOLE = 500
"""Golden games with more events are for the long tests, from the beginning and at any but the
smallest tables."""

MAX_EVENTS = 20_000
"""Upper limit of the events of any game; a match that is longer does not end."""

GAMES = [*catalogue(drafts=True), PIG, TOY]
"""All games, including drafts and those of the tests."""

TABLES = [(entry.id, seats) for entry in GAMES for seats in entry.players]

ENDS_OF_TABLES = [
    (game, seats)
    for game, seats in TABLES
    if seats in (min(s for g, s in TABLES if g == game), max(s for g, s in TABLES if g == game))
]


def _golden_length(game: str, seats: int) -> int:
    """Return the length of the golden game for that many players; 0 if there is none."""
    path = golden.FOLDER / game / golden.name(1, seats)
    return len(path.read_text(encoding="utf-8").splitlines()) if path.exists() else 0


def _in_the_usual_run(game: str, seats: int, tables: Sequence[tuple[str, int]]) -> bool:
    """Whether a table is among these, and is the game's smallest or not too long."""
    smallest = min(one for one in ENDS_OF_TABLES if one[0] == game)
    quick = (game, seats) == smallest or _golden_length(game, seats) <= WHOLE
    return game == "toy" or ((game, seats) in tables and quick)


def _tables(usual: Sequence[tuple[str, int]], long: Sequence[tuple[str, int]]) -> Any:
    """Return the games and their numbers of seats as parameters, those beyond the usual run marked
    as long."""
    rows = [usually(_in_the_usual_run(*one, usual), *one) for one in long]
    return pytest.mark.parametrize(("game", "seats"), rows)


every_table = _tables(ENDS_OF_TABLES, TABLES)
"""Every game with every number of seats; in the usual run with the fewest and, unless they take too
long, the most."""

UNLIKE = [(game, seats) for game, seats in ENDS_OF_TABLES if game not in LIKE_ANOTHER]

every_sort_of_table = _tables(UNLIKE, TABLES)
"""The same for laws of the log, not of rules, messages or secrets: in the usual run without games
that are made like another one."""

smallest_and_largest_tables = _tables(UNLIKE, ENDS_OF_TABLES)
"""For slow laws of that kind: the fewest and the most seats."""

seeds = st.integers(0, 2**32 - 1)


def examples(usual: int) -> settings:
    """Try a law on `usual` examples, or a multiple in long runs."""
    return settings(max_examples=usual * EXAMPLES)


def begin(game: str, seats: int, seed: int | str = 1, **options: Any) -> Match:
    """Return a match of people, with a seed of its own from here on.

    It starts in the last third of a golden game if there is one, where the table is fullest. Number
    0, which every law is tried on first, starts from the beginning, unless the game is too long for
    the usual run.
    """
    match = golden_game(game, seats)
    if seed in (0, "0") and (match is None or EXAMPLES > 1 or len(match.line) <= WHOLE):
        match = None
    return (
        new_match(game, seats, seed, **options) if match is None else late(match, seed, **options)
    )


def new_match(game: str, seats: int, seed: int | str = 1, **options: Any) -> Match:
    """Return a new match of people."""
    return Match.begin(game, people(seats), seed=str(seed), **options)


def people(seats: int) -> tuple[tuple[str, str], ...]:
    """Return that many people."""
    names = ["Anna", "Boris", "Clara", "David", "Elena", "Felix"][:seats]
    return tuple((name, "person") for name in names)


@cache
def golden_game(game: str, seats: int) -> Match | None:
    """Return the golden game for that many players under the current rules, if any."""
    path = golden.FOLDER / game / golden.name(load(game).rules, seats)
    return match_file.load(path) if path.exists() else None


def late(
    recorded_match: Match, seed: int | str, *, notes: bool = True, digests: bool = True
) -> Match:
    """Return a match that continues from two thirds of a golden game; of a long one from near its
    end."""
    one = _replayed(recorded_match.header.game, len(recorded_match.header.seats), notes=notes)
    match = Match(evolve(one.header, seed=str(seed)), notes=notes)
    match.state = one.state.copy()
    for name in ("log", "line", "opening", "barriers", "turns", "snapshots"):
        setattr(match, name, getattr(one, name).copy())
    match.notes = [its.copy() for its in one.notes]
    match.secret_steps = one.secret_steps.copy()
    match.simultaneous_since = one.simultaneous_since
    if notes:
        match.state.notes = match.notes[-1] if match.notes else match.opening
    interpreter.run(match, sampling=True)
    match.digests = digests
    return match


@cache
def _replayed(game: str, seats: int, *, notes: bool) -> Match:
    """Return the beginning of a golden game, which stops at outcomes of chance; it is replayed once
    for all examples."""
    match = golden_game(game, seats)
    assert match is not None
    length = len(match.line)
    header, events = match.branch(max(length * 2 // 3, length - LAST))
    return Match.load(evolve(header, seats=people(seats), seed=None), events, notes=notes)


class Driver:
    """Random picks and other random actions from a single number."""

    def __init__(self, number: int) -> None:
        self.dice = Dice(b"driver %d/" % number)

    def pending(self, match: Match) -> PendingDecision:
        """Return one of the pending decisions."""
        return self.dice.pick(match.pending())

    def pick(self, match: Match, pending: PendingDecision) -> Any:
        """Return a random pick for it."""
        if pending.decision.listed:
            return self.dice.pick(match.options(pending.seat))
        return pending.decision.sample(match.state, self.dice)

    def step(self, match: Match) -> PendingDecision:
        """Make a random pick."""
        pending = self.pending(match)
        match.choose(pending.seat, self.pick(match, pending))
        return pending

    def sometimes(self, one_in: int) -> bool:
        """Return True once in `one_in` times."""
        return self.dice.below(one_in) == 0

    def drive(self, match: Match, picks: int | None = None) -> Iterator[PendingDecision]:
        """Play to the end, or for some picks; yield before each the decision."""
        while not match.over and (picks is None or picks > 0):
            assert len(match.log) < MAX_EVENTS, "the match does not end"
            pending = self.pending(match)
            yield pending
            match.choose(pending.seat, self.pick(match, pending))
            picks = None if picks is None else picks - 1


def played(game: str, seats: int, number: int, **options: Any) -> Match:
    """Return a match played to its end by a number."""
    match = begin(game, seats, number, **options)
    driver = Driver(number)
    while not match.over:
        assert len(match.log) < MAX_EVENTS, "the match does not end"
        driver.step(match)
    return match


def part_played(game: str, seats: int, number: int, begin: Callable[..., Match] = begin) -> Match:
    """Return a match played for a random number of picks, up to its end."""
    picks = _picks_to_the_end(game, seats, number, begin)
    match = begin(game, seats, number)
    driver = Driver(number)
    for _ in range(Dice(b"part %d/" % number).below(picks + 1)):
        driver.step(match)
    return match


@cache
def _picks_to_the_end(game: str, seats: int, number: int, begin: Callable[..., Match]) -> int:
    silent = begin(game, seats, number, notes=False, digests=False)
    return sum(1 for _ in Driver(number).drive(silent))


def disturb(match: Match, driver: Driver) -> None:
    """Undo, redo or rewind, if possible."""
    seat = driver.dice.below(match.state.seats)
    if driver.sometimes(8):
        picks = [event.number for event in match.line if event.kind == PICK_EVENT]
        if picks:
            match.rewind(seat, max(0, driver.dice.pick(picks[-12:]) - 1))
    elif match.can_redo(seat) and driver.sometimes(2):
        match.redo(seat)
    elif match.why_not_undo(seat) is None:
        if driver.sometimes(3):
            match.undo_turn(seat)
        else:
            match.undo(seat)


def disturbed(game: str, seats: int, number: int) -> Match:
    """Return a match played to its end with many undos and redos on the way."""
    match = begin(game, seats, number)
    driver = Driver(number)
    changes = 40
    while not match.over:
        assert len(match.log) < MAX_EVENTS, "the match does not end"
        driver.step(match)
        while changes and driver.sometimes(4):
            changes -= 1
            disturb(match, driver)
    return match


def strategy(play: Callable[[str, int, int], Match], game: str, seats: int) -> Any:
    """Return a strategy for matches at one table, each made from a number that Hypothesis draws."""
    return seeds.map(lambda number: play(game, seats, number))


def readers(match: Position) -> list[int | None]:
    """Return all readers: the seats, and a spectator."""
    return [None, *range(match.state.seats)]


def readable(events: Iterable[Event]) -> list[tuple[Any, ...]]:
    """Return redacted events for comparison. What is hidden in a value cannot be compared, but its
    text can."""
    return [(e.number, e.kind, e.seat, e.step, repr(e.value), e.digest, e.at) for e in events]


def readable_notes(notes: Iterable[Note]) -> list[tuple[Any, ...]]:
    """Return notes for comparison, with the fields that their equality leaves out."""
    return [(note, note.turn, note.whose, note.provisional) for note in notes]


def story(position: Position, reader: int | None, last: int | None = None) -> list[tuple[Any, ...]]:
    """Return the events and notes that a reader may read, for comparison."""
    return [
        (readable([] if event is None else [event]), readable_notes(notes))
        for event, notes in position.noted_events(reader, last)
    ]


def seen(match: Position, reader: int | None) -> tuple[Any, ...]:
    """Return everything that a reader can see of a match, for comparison."""
    offered: list[Any] = []
    for pending in match.pending():
        if pending.seat == reader and pending.decision.listed:
            options = match.options(pending.seat)
            offered = [(option, foreseen(match, pending.seat, option)) for option in options[:3]]
            offered.append((pending.decision, list(options)))
    return (
        match.view(reader).digest(),
        readable(match.redacted_log(reader)),
        story(match, reader),
        repr(offered),
        repr([pending.seat for pending in match.pending()]),
    )


def foreseen(match: Position, seat: int, pick: Any) -> tuple[Any, ...]:
    """Return a seat's preview of a pick, without hidden things."""
    one = preview_of(match, seat, pick)
    return one.notes, one.view.digest(), one.ends_turn, one.undo_barrier, one.whole


def position(match: Match) -> tuple[Any, ...]:
    """Return everything about a match except what it would take to redo."""
    return (
        match.state,
        match.state.digest(),
        match.log,
        match.line,
        match.opening,
        match.notes,
        [match.why_not_undo(seat) for seat in range(match.state.seats)],
    )


def shape(match: Match) -> tuple[Any, ...]:
    """Return a copy of everything that follows from the line of play, for later comparison."""
    return (
        match.state.copy(),
        match.state.digest(),
        list(match.line),
        [list(notes) for notes in (match.opening, *match.notes)],
        match.pending(),
        [match.why_not_undo(seat) for seat in range(match.state.seats)],
    )


def without_seed(header: Header) -> Header:
    """Return the header of a log that stops at outcomes of chance."""
    return evolve(header, seed=None)


def restarted(match: Match, line: Sequence[Event]) -> Match:
    """Return a match with just this line of play, which stops at outcomes of chance."""
    events = [Event(n, e.kind, e.seat, e.step, e.value) for n, e in enumerate(line, 1)]
    return Match.load(without_seed(match.header), events)


def holds_hidden(value: Any) -> bool:
    """Whether a redacted value contains anything hidden."""
    return isinstance(value, Hidden) or (isinstance(value, tuple) and any(map(holds_hidden, value)))


def hidden_places(view: State) -> set[tuple[str, int]]:
    """Return the hidden fields of a view, with the index of hidden entries of its lists (else
    -1)."""
    places = set()
    kind: Any = type(view)
    for name in attrs.fields_dict(kind):
        value = getattr(view, name)
        if isinstance(value, Hidden):
            places.add((name, -1))
        elif isinstance(value, list):
            places |= {(name, k) for k, entry in enumerate(value) if isinstance(entry, Hidden)}
    return places


def reachable(*roots: Any) -> Iterator[Any]:
    """Yield all reachable objects, except data that all copies of a state share, and the content of
    messages."""
    seen: set[int] = set()
    queue = list(roots)
    while queue:
        value = queue.pop()
        if id(value) in seen or isinstance(value, str | int | float | bytes | type | None):
            continue
        seen.add(id(value))
        yield value
        if isinstance(value, Text):
            continue
        if isinstance(value, dict):
            queue += [*value.keys(), *value.values()]
        elif isinstance(value, list | tuple | set | frozenset):
            queue += value
        elif attrs.has(type(value)):
            queue += [
                getattr(value, one.name)
                for one in attrs.fields(type(value))
                if SHARED not in one.metadata
            ]


def mutable_parts(state: State) -> dict[int, Any]:
    """Return the mutable parts of a state, including itself, by identity."""
    return {
        id(part): part
        for part in reachable(state)
        if isinstance(part, list | dict | set) or not is_frozen(part)
    }


def is_frozen(part: Any) -> bool:
    """Whether an object itself is immutable."""
    if isinstance(part, tuple | frozenset):
        return True
    if isinstance(part, Note | Text | Hidden):
        return True
    kind: Any = type(part)
    declared = bool(getattr(kind, "__is_fixed__", False))
    return declared and kind.__setattr__ is not object.__setattr__
