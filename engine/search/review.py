"""Review of a finished game (post-mortem analysis): each seat's chance to win along the game, luck
and choices among its changes, and the costliest picks.

Every number is based on what the seat could have known then: its own view, with the hidden things
redrawn. So the chances of all seats need not add up to 1.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from hashlib import blake2b
from itertools import pairwise
from math import inf, isfinite, sqrt
from statistics import fmean
from typing import Any, Final

from attrs import astuple, define, evolve, field, frozen

from engine.core.bot_support import SearchBudget
from engine.core.chance import Dice
from engine.core.event import CHANCE, Event, Header
from engine.core.real_dice import TYPED_ROLLS
from engine.core.serialization import pack_value, whole_value
from engine.core.state import State
from engine.core.weights import FILE
from engine.errors import BadSave
from engine.games import load
from engine.i18n.text import words
from engine.match.match import Match
from engine.match.position import Position
from engine.search.observation import Observation
from engine.search.root_search import CAREFUL, Comparison, Estimate, compared
from engine.search.simulation import playout
from engine.search.win_chances import win_chances

VERSION: Final = 5
"""Version of the way in which games are reviewed; reviews of other versions are recomputed."""

PLAYOUTS: Final = 12
"""Number of determinized playouts for a seat's chance at a moment."""

FEWEST_PLAYOUTS: Final = 3
"""Fewer are made in long games of many seats, but at least this many,"""

MOST_PLAYOUTS: Final = 12_000
"""to limit the whole curve to about this many: 20 s on one core."""

KEY: Final = "review"
"""Key of the dice of reviews: the same game always has the same review."""

MOST_JUDGED: Final = 60
"""Maximum number of picks of a game that are compared with others."""

DEEPER: Final = 2
"""Factor of the strong bot's playouts that go into each of them."""

LUCK: Final = "luck"
CHOICES: Final = "choices"
OTHERS: Final = "others"
FARTHER: Final = "farther"
"""Sources of a change of a chance: dice and cards, own picks, picks of others, and the farther
horizon from the next common moment on."""


@frozen
class WinChances:
    """Each seat's chance to win after `count` events that count, from what it could see then, with
    standard errors; `as_far` are the chances with the same horizon as the point before."""

    count: int
    chances: tuple[float, ...]
    errors: tuple[float, ...]
    as_far: tuple[float, ...]


@frozen
class ReviewedMove(Comparison):
    """A pick compared with the best alternative: the event with the number `count` (from 1) of the
    line of play, and its seat."""

    count: int
    seat: int


@define
class Review:
    """A review in progress: the curve, and the judged picks in the order of the game. `due` is the
    total number of picks to judge."""

    points: list[WinChances] = field(factory=list)
    judged: dict[int, ReviewedMove] = field(factory=dict)
    due: int = 0

    def to_json(self) -> str:
        """Return the review as the JSON stored beside the match."""
        points = [astuple(point) for point in self.points]
        judged = [
            [move.count, move.seat, _packed(move.played), _packed(move.best), _finite(move.error)]
            for move in self.judged.values()
        ]
        return json.dumps({"points": points, "judged": judged}, separators=(",", ":"))

    @classmethod
    def from_json(cls, body: str) -> Review:
        """Return the stored review; raises BadSave if it is invalid."""
        try:
            fields = json.loads(body)
            points = [WinChances(count, *map(tuple, seats)) for count, *seats in fields["points"]]
            judged = [
                ReviewedMove(_unpacked(played), _unpacked(best), _error(error), count, seat)
                for count, seat, played, best, error in fields["judged"]
            ]
        except (ValueError, TypeError, KeyError) as error:
            raise BadSave(words("The review cannot be read.")) from error
        return cls(points, {move.count: move for move in judged}, len(judged))

    def turning_points(self) -> list[ReviewedMove]:
        """Return the picks that significantly cost something, in the order of the game."""
        return [move for _, move in sorted(self.judged.items()) if move.is_sure]

    def parted(self, line: Sequence[Event], seat: int) -> Mapping[str, float]:
        """Return by how much luck, the seat's own picks, those of others and looking farther ahead
        have changed its chance from the beginning to the end."""
        parts = dict.fromkeys((LUCK, CHOICES, OTHERS, FARTHER), 0.0)
        for before, after in pairwise(self.points):
            event = line[after.count - 1]
            part = LUCK if _is_luck(event) else CHOICES if event.seat == seat else OTHERS
            parts[part] += after.as_far[seat] - before.chances[seat]
            parts[FARTHER] += after.chances[seat] - after.as_far[seat]
        return parts


def _is_luck(event: Event) -> bool:
    """Whether the event was nobody's choice: an outcome, or typed physical dice."""
    return event.kind == CHANCE or event.step in TYPED_ROLLS


def _packed(estimate: Estimate) -> list[Any]:
    return [pack_value(estimate.pick), estimate.chance, _finite(estimate.error), estimate.playouts]


def _finite(error: float) -> float | None:
    return error if isfinite(error) else None


def _error(saved: float | None) -> float:
    return inf if saved is None else saved


def _unpacked(packed: list[Any]) -> Estimate:
    pick, chance, error, playouts = packed
    return Estimate(whole_value(pick), chance, _error(error), playouts)


def made_with(header: Header) -> str:
    """Return a fingerprint of all that the review of a match depends on: version, rules, search
    effort and fitted weights."""
    game = load(header.game)
    weights = game.folder / FILE
    inputs = (
        VERSION,
        header.rules,
        game.rules,
        astuple(game.thinking),
        (PLAYOUTS, FEWEST_PLAYOUTS, MOST_PLAYOUTS, DEEPER, MOST_JUDGED, CAREFUL),
        weights.read_text("utf-8") if weights.exists() else "",
    )
    return blake2b(repr(inputs).encode(), digest_size=12).hexdigest()


def playouts_each(seats: int, events: int) -> int:
    """Return the number of playouts for each seat's chance at each moment of a match of `events`
    events."""
    return max(FEWEST_PLAYOUTS, min(PLAYOUTS, MOST_PLAYOUTS // (seats * (events + 1))))


def curve(match: Match, key: str) -> Iterator[WinChances]:
    """Yield the chances at every moment of a match, from the beginning; the key decides the
    dice."""
    seats = range(len(match.header.seats))
    playouts = playouts_each(len(seats), len(match.line))
    before: int | None = None
    for position in match.walk():
        chances = [chance_of(position, seat, key, playouts) for seat in seats]
        moment, as_far = position.game.moment(position.state), chances
        if before is not None and before != moment:
            as_far = [chance_of(position, seat, key, playouts, before + 1) for seat in seats]
        before = moment
        yield WinChances(
            len(position.line),
            tuple(chance for chance, _ in chances),
            tuple(error for _, error in chances),
            tuple(chance for chance, _ in as_far),
        )


def chance_of(
    position: Position,
    seat: int,
    key: str,
    playouts: int = PLAYOUTS,
    until: int | None = None,
) -> tuple[float, float]:
    """Return the chance of a seat in a position, and its standard error, by at least two playouts
    to the common moment `until`, by default the next one.

    Neighbouring positions share their random numbers, so these do not cause changes between them.
    """
    game = position.game
    if position.over:
        return win_chances(game, position.state)[seat], 0.0
    view = position.view(seat)
    past = position.past(seat) if game.remembers else ()
    until = game.moment(view) + 1 if until is None else until
    results = []
    for number in range(playouts):
        seed = f"{key}/{seat}/{number}"
        guess: State = game.guess(view, seat, past, Dice(f"{seed}/guess/".encode()))
        playout(game, guess, seed, until)
        results.append(win_chances(game, guess)[seat])
    mean = fmean(results)
    spread = sqrt(sum((result - mean) ** 2 for result in results) / (len(results) - 1))
    return mean, spread / sqrt(len(results))


def picks_by_swing(points: Sequence[WinChances], line: Sequence[Event]) -> list[int]:
    """Return the picks, as numbers of events of the line of play from 1, sorted by the loss of the
    picking seat's chance at an equal horizon, the greatest first."""
    falls = []
    for before, after in pairwise(points):
        event = line[after.count - 1]
        if not _is_luck(event):
            fall = before.chances[event.seat] - after.as_far[event.seat]
            falls.append((-fall, after.count))
    return [count for _, count in sorted(falls)]


def judge(match: Match, count: int, budget: SearchBudget, key: str) -> ReviewedMove | None:
    """Compare the pick of the event with that number to its alternatives; None if there are none,
    or if the game cannot be determinized."""
    event = match.line[count - 1]
    position = match.at(count - 1)
    dice = Dice(f"{key}/{count}/".encode())
    observation = Observation.at(position, event.seat, dice)
    if not observation.can_be_guessed:
        return None
    comparison = compared(observation, budget, dice, event.value)
    if comparison is None:
        return None
    return ReviewedMove(comparison.played, comparison.best, comparison.error, count, event.seat)


def reviewed(match: Match, most: int = MOST_JUDGED) -> Iterator[Review]:
    """Yield the review of a finished match as it grows: first the curve, then at most `most` picks,
    the greatest losses first. It is the same object each time."""
    review, key = Review(), KEY
    thinking = match.game.thinking
    budget = evolve(thinking, playouts=DEEPER * thinking.playouts)
    for point in curve(match, key):
        review.points.append(point)
        yield review
    counts = picks_by_swing(review.points, match.line)[:most]
    review.due = len(counts)
    for count in counts:
        move = judge(match, count, budget, key)
        if move is None:
            review.due -= 1
        else:
            review.judged[count] = move
        yield review
