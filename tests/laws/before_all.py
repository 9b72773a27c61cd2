"""Questions before all eyes: two tables at one keyboard that differ in secrets of any seat, that of
whoever is asked included, and how many of them were compared at each option."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Final, Self

from attrs import define, evolve, field

from engine.core.chance import Dice
from engine.core.event import Header, Value
from engine.core.game import ON_DEMAND
from engine.core.step import PUBLIC
from engine.errors import BadSave, BadSetup
from engine.games import load
from engine.match.match import Match, new_header
from engine.match.match_view import MatchView
from engine.match.position import PendingDecision, Position
from screens.table.table_state import HotSeatPrivacy
from tests.laws.driving import holds_hidden, kept_game, people
from tests.laws.twins import AnyStep, Twins, copy_of, happen, open_steps

HIDDEN: Final = 12
"""Among so many values one is looked for that is hidden."""

LATEST: Final = 300
"""After at most so many events the two tables begin to differ."""

ATTEMPTS: Final = 40
"""So many tables with options by lot are tried for one that can be."""

LARGEST: Final = 5
"""So many values of an option one test takes on; of an option with more several do."""

OPEN: Final = {"hands": "open", "open_hands": "yes"}
"""The options at which no hand is covered, so that no question has to be fit for all eyes."""

Option = tuple[str, str]
"""An option and its value."""


@define(eq=False)
class Watched(Twins):
    """Two tables that nobody can tell apart who only watches."""

    @classmethod
    def begin_at(cls, one: Position, dice: Dice) -> Self:
        """A table and its twin, every other time somewhere in the game."""
        start, kept = copy_of(one), kept_game(one.header.game, one.state.seats)
        length = 0 if kept is None else min(LATEST, len(kept.line))
        for _ in range(dice.below(length) if length and dice.below(2) else 0):
            seat, step = dice.pick(list(open_steps(one)))
            happen(one, seat, step, step.sample(one.state.copy(), dice))
            if one.over:
                one = copy_of(start)
        return cls(one, copy_of(one), None, dice)

    def _rare(self, step: AnyStep) -> Value:
        """Every other time something that others do not read, where there is such a thing."""
        if step.secrecy != PUBLIC and self.dice.below(2):
            for _ in range(HIDDEN):
                value: Value = step.sample(self.one.state, self.dice)
                if holds_hidden(step.redacted(value, None)):
                    return value
        return super()._rare(step)

    def _part(self) -> None:
        super()._part()
        self.reader = None

    @property
    def hide_something(self) -> bool:
        """Whether somebody at one table knows what nobody knows at the other."""
        return any(self.hides(seat) for seat in range(self.one.state.seats))

    def hides(self, seat: int) -> bool:
        """Whether a seat sees other things at one table than at the other."""
        return self.one.view(seat).digest() != self.two.view(seat).digest()


@define
class Compared:
    """How many questions were compared: by option and by kind; how many of them differ in what the
    asked seat itself hides, and how many were compared again as a choice at the same keyboard had
    `led` to them."""

    options: Counter[Option] = field(factory=Counter)
    kinds: Counter[str] = field(factory=Counter)
    own: int = 0
    led: Counter[str] = field(factory=Counter)

    def add(self, header: Header, kind: str, *, own: bool) -> None:
        self.kinds[kind] += 1
        self.options.update(options_of(header).items())
        self.own += own

    @property
    def all(self) -> int:
        return self.kinds.total()

    def lacking(self, wanted: Mapping[Option, int]) -> Sequence[Option]:
        """The options at which not enough were compared, those first that lack the most."""
        lacks = {one: number - self.options[one] for one, number in wanted.items()}
        return sorted((one for one in lacks if lacks[one] > 0), key=lambda one: -lacks[one])

    def __str__(self) -> str:
        lines = [f"{self.all} questions, {self.own} differ in what the asked seat hides"]
        lines.append(f"kinds: {told(self.kinds)}")
        lines.append(f"again as a choice led to them: {told(self.led)}")
        options = Counter({f"{key}={value}": n for (key, value), n in self.options.items()})
        return "\n".join([*lines, f"options: {told(options)}"])


def told(counts: Mapping[str, int]) -> str:
    return ", ".join(f"{name} {count}" for name, count in sorted(counts.items())) or "none"


# ---------------------------------------------------------------- options


def options_of(header: Header) -> dict[str, str]:
    """All options of a table, with those that are as usual."""
    settings = load(header.game).all_settings()
    return {one.key: header.options.get(one.key, one.default) for one in settings}


def shares(game: str) -> list[list[str]]:
    """The values of the option with the most of them, in as many parts as there are tests."""
    most = max(load(game).all_settings(), key=lambda one: len(one.choices))
    values = list(most.choices)
    parts = -(-len(values) // LARGEST)
    return [values[number::parts] for number in range(parts)]


def wanted(game: str, share: int, number: int) -> dict[Option, int]:
    """How many questions are compared at each option that leaves hands covered, in all shares
    together so many: the values of the share alone, its part of the others."""
    settings = load(game).all_settings()
    most = max(settings, key=lambda one: len(one.choices)).key
    own, each = shares(game)[share], -(-number // len(shares(game)))
    return {
        (one.key, value): number if one.key == most else each
        for one in settings
        for value in one.choices
        if OPEN.get(one.key) != value and (one.key != most or value in own)
    }


def table_at(game: str, sizes: Sequence[int], lacking: Sequence[Option], dice: Dice) -> Position:
    """A new table with the first of the options that still lack questions, each other option by
    lot, every other time one that lacks them; chance waits to be told what comes out."""
    rules = load(game)
    for _ in range(ATTEMPTS):
        options = {
            one.key: dice.pick([each for each in one.choices if OPEN.get(one.key) != each])
            for one in rules.all_settings()
        }
        if dice.below(2):
            options |= dict(reversed(lacking))
        options |= dict(lacking[:1])
        options |= rules.settled(options)
        try:
            header = new_header(game, people(dice.pick(list(sizes))), seed="", options=options)
            return Match.load(evolve(header, seed=None), []).at(0)
        except (BadSetup, BadSave):
            continue
    raise AssertionError(f"no table of {game} with {lacking[:1]}")


# ---------------------------------------------------------------- questions


def before_all(position: Position) -> PendingDecision | None:
    """The question that people at one keyboard are asked before all eyes there, if any is."""
    owed = position.pending()
    cover = HotSeatPrivacy(position.game.cover_of(position.header.options))
    sight = MatchView(position)
    if not owed or not cover.covers(sight) or cover.shows_own(sight, owed[0].decision):
        return None
    return owed[0]


def asks_before_all(game: str, options: Iterable[Option] = ()) -> bool:
    """Whether a game asks anything before all eyes at these options."""
    return load(game).cover_of(dict(options)) == ON_DEMAND
