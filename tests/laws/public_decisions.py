"""Compares public decisions on a shared keyboard: two tables that differ in secrets of any seat,
including the deciding one, and the number of comparisons for each option."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Final, Self

from attrs import define, evolve, field

from engine.core.chance import Dice
from engine.core.event import Header, Value
from engine.core.step import PUBLIC
from engine.core.table_settings import HANDS_ON_DEMAND
from engine.errors import BadSave, BadSetup
from engine.games import load
from engine.match.match import Match, new_header
from engine.match.match_view import MatchView
from engine.match.position import PendingDecision, Position
from screens.table.table_state import HotSeatPrivacy
from tests.laws.driving import golden_game, holds_hidden, people
from tests.laws.twins import AnyStep, Twins, copy_of, happen, open_steps

HIDDEN: Final = 12
"""Number of values among which a hidden one is looked for."""

LATEST: Final = 300
"""Maximum number of events before the two tables begin to differ."""

ATTEMPTS: Final = 400
"""Number of tables with random options that are tried until one is valid."""

LARGEST: Final = 5
"""Maximum number of values of an option per test; options with more are split over several
tests."""

OPEN: Final = {"hands": "open", "open_hands": "yes"}
"""Options that leave no hand hidden, so that all decisions are fit for everybody."""

Option = tuple[str, str]
"""An option and its value."""


@define(eq=False)
class Watched(Twins):
    """Two tables that a spectator cannot tell apart."""

    @classmethod
    def begin_at(cls, one: Position, dice: Dice) -> Self:
        """Return a table and its twin, every other time in the middle of a game."""
        start, match = copy_of(one), golden_game(one.header.game, one.state.seats)
        length = 0 if match is None else min(LATEST, len(match.line))
        for _ in range(dice.below(length) if length and dice.below(2) else 0):
            seat, step = dice.pick(list(open_steps(one)))
            happen(one, seat, step, step.sample(one.state.copy(), dice))
            if one.over:
                one = copy_of(start)
        return cls(one, copy_of(one), None, dice)

    def _rare(self, step: AnyStep) -> Value:
        """Every other time return something that others cannot read, if possible."""
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
        """Whether some seat's secrets differ between the tables."""
        return any(self.hides(seat) for seat in range(self.one.state.seats))

    def hides(self, seat: int) -> bool:
        """Whether a seat sees different things at the two tables."""
        return self.one.view(seat).digest() != self.two.view(seat).digest()


@define
class Compared:
    """Numbers of compared decisions: by option and by kind; how many differ in the secrets of the
    deciding seat itself, and how many were compared again after a choice at the same keyboard had
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
        """Return the options with too few comparisons, the most lacking first."""
        lacks = {one: number - self.options[one] for one, number in wanted.items()}
        return sorted((one for one in lacks if lacks[one] > 0), key=lambda one: -lacks[one])

    def __str__(self) -> str:
        lines = [f"{self.all} questions, {self.own} differ in what the asked seat hides"]
        lines.append(f"kinds: {counts_text(self.kinds)}")
        lines.append(f"again as a choice led to them: {counts_text(self.led)}")
        options = Counter({f"{key}={value}": n for (key, value), n in self.options.items()})
        return "\n".join([*lines, f"options: {counts_text(options)}"])


def counts_text(counts: Mapping[str, int]) -> str:
    return ", ".join(f"{name} {count}" for name, count in sorted(counts.items())) or "none"


# ---------------------------------------------------------------- options


def options_of(header: Header) -> dict[str, str]:
    """Return all options of a table, defaults included."""
    settings = load(header.game).all_settings()
    return {one.key: header.options.get(one.key, one.default) for one in settings}


def shares(game: str) -> list[list[str]]:
    """Split the values of the option with the most of them over the tests."""
    most = max(load(game).all_settings(), key=lambda one: len(one.choices))
    values = list(most.choices)
    parts = -(-len(values) // LARGEST)
    return [values[number::parts] for number in range(parts)]


def wanted(game: str, share: int, number: int) -> dict[Option, int]:
    """Return the number of comparisons at each option that leaves hands hidden, `number` in all
    shares together: the values of the share alone, and its part of the others."""
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
    """Return a new table with the first of the options that lack comparisons, each other option
    random, every other time one that lacks them; it stops at outcomes of chance."""
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


# ---------------------------------------------------------------- decisions


def before_all(position: Position) -> PendingDecision | None:
    """Return the pending decision that people on a shared keyboard make in front of everybody, if
    any."""
    pending = position.pending()
    privacy = HotSeatPrivacy(position.game.privacy_for(position.header.options))
    match_view = MatchView(position)
    if (
        not pending
        or not privacy.hides_hands(match_view)
        or privacy.shows_own_secrets(match_view, pending[0].decision)
    ):
        return None
    return pending[0]


def asks_before_all(game: str, options: Iterable[Option] = ()) -> bool:
    """Whether a game has decisions in front of everybody at these options."""
    return load(game).privacy_for(dict(options)) == HANDS_ON_DEMAND
