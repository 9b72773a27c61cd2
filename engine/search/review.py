"""Review of a finished game (post-mortem analysis): each seat's chance of winning during the game,
the costliest moves, and sentences about both.

Every number is based only on what the seat could see at the time: its own view, with random values
in place of hidden ones. Therefore the chances of all seats do not always add up to 1.

The effort is limited by the number of picks in playouts, not by time, so a game has the same review
on every machine. A review can be stopped, saved and continued at any point.
"""

from __future__ import annotations

import json
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from hashlib import blake2b
from itertools import chain, islice
from math import inf, isfinite, sqrt
from statistics import fmean
from typing import Any, Final

from attrs import astuple, define, evolve, field, frozen

from engine.core.bot_support import WEIGHTS_FILE, SearchBudget
from engine.core.chance import Dice
from engine.core.common_wording import joined, series
from engine.core.event import PICK_EVENT, Event, Header, Value
from engine.core.real_dice import TYPED_ROLLS
from engine.core.serialization import pack_value, whole_value
from engine.core.state import State
from engine.errors import BadSave
from engine.games import load
from engine.i18n.text import Seat, Text, plural, words
from engine.match.match import Match
from engine.match.position import AnyDecision, Position
from engine.search.one_ply import MAX_COMPARED_IN_PLAYOUTS, evaluate_picks
from engine.search.root_search import (
    CAREFUL_PLAYOUTS,
    HINT_EFFORT,
    Comparison,
    Estimate,
    WorkMeter,
    carefully_compared,
    compared,
    estimate,
    guess_work,
    hint_budgets,
    promising,
)
from engine.search.simulation import Observation, hint_dice, playout
from engine.search.win_chances import win_chances

REVIEW_VERSION: Final = 7
"""Version of the review algorithm. Reviews by other versions are recomputed."""

PLAYOUTS_PER_CHANCE: Final = 8
"""Number of determinized playouts for the chance of one seat at one moment."""

MAX_POINTS: Final = 128
"""Maximum number of points on the curve that shows the chances of winning."""

CURVE_WORK: Final = 50_000
"""Maximum work on the curve, in quick picks, for a game whose `pick_cost` is 1. The point that
exceeds it is still completed."""

MOVES_WORK: Final = 80_000
"""Maximum work on the comparison of moves, in quick picks, for a game whose `pick_cost` is 1. With
it, a whole review takes less than 10 s on one core."""

MAX_SCREENED: Final = 200
"""Maximum number of moves that one-ply search ranks. The moves to compare are chosen from them."""

COMPARED_PICKS: Final = 4
"""Maximum number of picks in a comparison, including the played one."""

PLAYOUTS_COMPARED: Final = 64
"""Maximum total number of playouts in one comparison, without those of careful players."""

DICE_KEY: Final = "review"
"""Key of the dice for reviews. It is fixed, so that a game always has the same review."""

MAX_JUDGED: Final = 60
"""Maximum number of moves per game that are compared with their alternatives."""

CURVE_SHARE: Final = 0.4
"""Progress of the review, from 0 to 1, at which the curve is complete."""


@frozen
class WinChances:
    """Each seat's chance of winning after `count` events of the line of play, based on what the
    seat could see at the time."""

    count: int
    chances: tuple[float, ...]


@frozen
class ReviewedMove(Comparison):
    """A move compared with the best alternative. `count` is the number of its event in the line of
    play, counted from 1."""

    count: int
    seat: int


@define
class Review:
    """A review, which may be unfinished."""

    points: list[WinChances] = field(factory=list)
    """Points of the curve, in game order."""
    judged: dict[int, ReviewedMove] = field(factory=dict)
    """The compared moves, by their `count`."""
    due: list[int] | None = None
    """The `count` of each move to compare, in the order of `suspicious`; None if the moves have not
    been chosen yet."""
    tried: int = 0
    """Number of moves in `due` that have been processed, including those that could not be
    compared."""
    curve_work: int = 0
    """Work done on the curve so far, in quick picks."""
    moves_work: int = 0
    """Work done on the moves so far, in quick picks."""
    progress: float = 0.0
    """Share of the work that has been done, from 0 to 1."""
    whole: bool = False

    def to_json(self) -> str:
        """Return the review as the JSON text that is saved with the match."""
        judged = [
            [move.count, move.seat, _packed(move.played), _packed(move.best), _finite(move.error)]
            for move in self.judged.values()
        ]
        fields = {
            "points": [astuple(point) for point in self.points],
            "judged": judged,
            "due": self.due,
            "tried": self.tried,
            "work": [self.curve_work, self.moves_work],
            "progress": self.progress,
            "whole": self.whole,
        }
        return json.dumps(fields, separators=(",", ":"))

    @classmethod
    def from_json(cls, body: str) -> Review:
        """Return the review that was saved as JSON. Raises BadSave if it is invalid."""
        try:
            fields = json.loads(body)
            points = [
                WinChances(int(count), tuple(map(float, chances)))
                for count, chances in fields["points"]
            ]
            judged = [
                ReviewedMove(_unpacked(played), _unpacked(best), _error(error), count, seat)
                for count, seat, played, best, error in fields["judged"]
            ]
            due = None if fields["due"] is None else [int(count) for count in fields["due"]]
            curve_work, moves_work = map(int, fields["work"])
            tried, progress, whole = fields["tried"], fields["progress"], fields["whole"]
        except (ValueError, TypeError, KeyError) as error:
            raise BadSave("This review cannot be read.") from error
        by_count = {move.count: move for move in judged}
        done = (int(tried), curve_work, moves_work, float(progress), bool(whole))
        return cls(points, by_count, due, *done)

    def costly_moves(self) -> list[ReviewedMove]:
        """Return the moves whose loss is significant and large, in game order."""
        return [move for _, move in sorted(self.judged.items()) if move.is_sure]

    def chances_at(self, count: float) -> tuple[float, ...]:
        """Return each seat's chance after `count` events. Between the points of the curve, the
        chance is interpolated; outside, it is that of the nearest point. There must be at least one
        point."""
        right = bisect_left(self.points, count, key=lambda point: point.count)
        if right in (0, len(self.points)):
            return self.points[min(right, len(self.points) - 1)].chances
        low, high = self.points[right - 1 : right + 1]
        share = (count - low.count) / (high.count - low.count)
        pairs = zip(low.chances, high.chances, strict=True)
        return tuple(before + share * (after - before) for before, after in pairs)


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
    """Return a fingerprint of everything that determines the review of a match, apart from the
    match itself: the review version, the rules, the search effort and the fitted weights."""
    game = load(header.game)
    weights = game.folder / WEIGHTS_FILE
    inputs = (
        REVIEW_VERSION,
        header.rules,
        game.rules,
        astuple(game.thinking),
        game.pick_cost,
        (PLAYOUTS_PER_CHANCE, MAX_POINTS, CURVE_WORK, MOVES_WORK, MAX_SCREENED),
        (COMPARED_PICKS, PLAYOUTS_COMPARED, MAX_JUDGED, CAREFUL_PLAYOUTS, HINT_EFFORT),
        weights.read_text("utf-8") if weights.exists() else "",
    )
    return blake2b(repr(inputs).encode(), digest_size=12).hexdigest()


def reviewed(
    match: Match, unfinished: Review | None = None, most: int = MAX_JUDGED
) -> Iterator[Review]:
    """Yield the review of a finished match each time it has grown: first the curve, then up to
    `most` moves. The same object is yielded each time. If an `unfinished` review is given, it is
    continued; if it is already complete, it is yielded once."""
    review = unfinished or Review()
    if review.whole:
        yield review
        return
    if review.due is None:
        yield from _with_curve(match, review)
        review.due = suspicious(match)
        yield review
    yield from _with_moves(match, review, review.due[:most])
    review.progress, review.whole = 1.0, True
    yield review


# ---------------------------------------------------------------------- the curve


def _with_curve(match: Match, review: Review) -> Iterator[Review]:
    """Add points to the curve, from coarse to fine, until it has all points or `CURVE_WORK` is used
    up. Yield the review after each point."""
    meter, enough = WorkMeter(review.curve_work), CURVE_WORK / match.game.pick_cost
    counts = list(islice(coarse_to_fine(len(match.line)), MAX_POINTS))
    evaluated = {point.count for point in review.points}
    for number, count in enumerate(counts):
        if count in evaluated:
            continue
        if meter.done >= enough:
            break
        position = match.at(count)
        chances = (
            chance_of(position, seat, DICE_KEY, PLAYOUTS_PER_CHANCE, meter)[0]
            for seat in range(len(match.header.seats))
        )
        review.points.append(WinChances(count, tuple(chances)))
        review.points.sort(key=lambda point: point.count)
        review.curve_work = meter.done
        done = max((number + 1) / len(counts), meter.done / enough)
        review.progress = CURVE_SHARE * min(1.0, done)
        yield review


def coarse_to_fine(last: int) -> Iterator[int]:
    """Yield each number from 0 to `last` once: first both ends, then the middles of the gaps
    between them, and so on. The numbers yielded so far are thus always spread almost evenly."""
    yield 0
    if last:
        yield last
    gaps = [(0, last)]
    while gaps:
        halves = []
        for low, high in gaps:
            middle = (low + high) // 2
            if low < middle < high:
                yield middle
                halves += [(low, middle), (middle, high)]
        gaps = halves


def chance_of(
    position: Position,
    seat: int,
    key: str,
    playouts: int = PLAYOUTS_PER_CHANCE,
    meter: WorkMeter | None = None,
) -> tuple[float, float]:
    """Return the seat's chance of winning in a position (in a solo game, its points, in hundreds)
    and its standard error, from `playouts` playouts (at least 2) to the next common moment. `key`
    determines the random numbers, and `meter` adds up the work. After the end of the game, no
    playouts are needed, and the error is 0.

    The same random numbers are used for neighbouring positions, so that a difference between their
    chances is not caused by luck.
    """
    game = position.game
    if position.over:
        return win_chances(game, position.state)[seat], 0.0
    view, meter = position.view(seat), meter or WorkMeter()
    past = position.past(seat) if game.remembers else ()
    until = game.moment(view) + 1
    results = []
    for number in range(playouts):
        seed = f"{key}/{seat}/{number}"
        guess: State = game.guess(view, seat, past, Dice(f"{seed}/guess/".encode()))
        meter.done += guess_work(past) + playout(game, guess, seed, until)
        results.append(win_chances(game, guess)[seat])
    mean = fmean(results)
    spread = sqrt(sum((result - mean) ** 2 for result in results) / (len(results) - 1))
    return mean, spread / sqrt(len(results))


# ---------------------------------------------------------------------- the moves


def suspicious(match: Match) -> list[int]:
    """Return the numbers in the line of play (from 1) of the moves to compare with other picks.

    Two of the people's moves alternate with one of the bots' moves, as long as there are both. Each
    of the two groups is sorted by how far the one-ply value of the move is below that of the best
    alternative, farthest first. At most `MAX_SCREENED` moves are considered, evenly spread over the
    game.
    """
    people = set(match.header.people)
    counts = [count for count, event in enumerate(match.line, 1) if is_choice(event)]
    step = -(-len(counts) // MAX_SCREENED)
    wanted = set(counts[:: max(1, step)])
    gaps: dict[int, float] = {}
    for position in match.positions():
        count = len(position.line) + 1
        if count in wanted:
            gap = _gap(position, match.line[count - 1])
            if gap is not None:
                gaps[count] = gap
    ranked = sorted(gaps, key=lambda count: (-gaps[count], count))
    mine = [count for count in ranked if match.line[count - 1].seat in people]
    others = [count for count in ranked if match.line[count - 1].seat not in people]
    turns = chain.from_iterable(
        (*mine[2 * turn : 2 * turn + 2], *others[turn : turn + 1]) for turn in range(len(ranked))
    )
    return list(turns)


def is_choice(event: Event) -> bool:
    """Whether an event was a player's choice, not an outcome or the typed faces of physical
    dice."""
    return event.kind == PICK_EVENT and event.step not in TYPED_ROLLS


def _gap(position: Position, event: Event) -> float | None:
    """Return the one-ply value of the best other candidate minus that of the played pick. Return
    None if there was no alternative, if hidden values cannot be guessed, or if the pick was only an
    offer, which costs nothing in itself."""
    dice = Dice(f"{DICE_KEY}/screen/{event.number}/".encode())
    observation = Observation.at(position, event.seat, dice)
    game, decision = observation.game, observation.decision
    if decision.listed and len(observation.options) == 1:
        return None
    if game.is_offer(decision, event.value):
        return None
    picks = game.candidates(observation.view, decision, dice, MAX_COMPARED_IN_PLAYOUTS)
    others = [pick for pick in picks if pick != event.value]
    if not others or not observation.can_be_guessed:
        return None
    played, *ranked = evaluate_picks(observation, [event.value, *others])
    return max(candidate.value for candidate in ranked) - played.value


def _with_moves(match: Match, review: Review, due: Sequence[int]) -> Iterator[Review]:
    """Compare the moves in `due` until all of them are compared or `MOVES_WORK` is used up. Yield
    the review after each move."""
    meter, enough = WorkMeter(review.moves_work), MOVES_WORK / match.game.pick_cost
    while review.tried < len(due) and meter.done < enough:
        move = judge(match, due[review.tried], None, DICE_KEY, meter)
        if move is not None:
            review.judged[move.count] = move
        review.tried += 1
        review.moves_work = meter.done
        done = max(review.tried / len(due), meter.done / enough)
        review.progress = CURVE_SHARE + (1 - CURVE_SHARE) * min(1.0, done)
        yield review


def judge(
    match: Match,
    count: int,
    budget: SearchBudget | None,
    key: str,
    meter: WorkMeter | None = None,
) -> ReviewedMove | None:
    """Compare the pick of event `count` of the line of play (from 1) with its alternatives. Return
    None if there are no alternatives, or if hidden values cannot be guessed. If `budget` is None,
    the search looks as far ahead as a hint. `key` determines the random numbers, and `meter` adds
    up the work."""
    event = match.line[count - 1]
    dice = Dice(f"{key}/{count}/".encode())
    observation = Observation.at(match.at(count - 1), event.seat, dice)
    if not observation.can_be_guessed:
        return None
    meter = meter or WorkMeter()
    if budget is None:
        thinking = match.game.thinking_at(observation.view)
        budget = evolve(thinking, playouts=PLAYOUTS_COMPARED, candidates=COMPARED_PICKS)
    comparison = compared(observation, budget, dice, event.value, meter)
    if comparison is None:
        return None
    if comparison.is_sure:
        comparison = _as_hinted(match, count, comparison, budget, meter)
    return ReviewedMove(comparison.played, comparison.best, comparison.error, count, event.seat)


def _as_hinted(
    match: Match, count: int, comparison: Comparison, budget: SearchBudget, meter: WorkMeter
) -> Comparison:
    """Compare the costly pick of event `count` of the line of play with the pick that a hint
    recommends, so that hints and reviews agree. A pick that a hint recommends costs nothing.
    `comparison` is the comparison with the best pick found."""
    played, seat = comparison.played, match.line[count - 1].seat
    advised = played.pick
    for advised in hinted(match, count, seat, meter):
        if advised == played.pick:
            return Comparison(played, played, 0.0)
    if advised == comparison.best.pick:
        return comparison
    dice = hint_dice(match.header, seat, count - 1)
    observation = Observation.at(match.at(count - 1), seat, dice)
    return carefully_compared(observation, budget, dice, played.pick, advised, meter)


def hinted(match: Match, count: int, seat: int, meter: WorkMeter | None = None) -> Iterator[Value]:
    """Yield the picks that hints recommend to the seat before event `count` of the line of play,
    each found by a longer search than the previous one."""
    before = hint_dice(match.header, seat, count - 1)
    observation = Observation.at(match.at(count - 1), seat, before)

    def dice() -> Dice:
        return Dice(before.sealed)  # as in the job of a hint

    budgets = hint_budgets(observation, HINT_EFFORT)
    if not budgets:
        thinking = match.game.thinking_at(observation.view)
        yield promising(observation, thinking, dice())[0]
    for budget in budgets:
        yield estimate(observation, budget, dice(), meter)[0].pick


def percent(chance: float) -> int:
    return round(100 * chance)


def pick_text(decision: AnyDecision, view: State, pick: Value) -> Text:
    """Return a pick in words. If the decision has no words for the whole pick, the parts are named
    one after another, without empty parts; if all parts are empty, the text is "nothing"."""
    whole = decision.in_words(view, pick)
    if whole is not None:
        return whole
    parts = decision.parts_of(pick)
    labels = (decision.label(view, parts[: n + 1]) for n, part in enumerate(parts) if part != "")
    return joined(labels, ", ") or words("nothing")


def costly_move(position: Position, move: ReviewedMove) -> Text:
    """Return a sentence about a costly move: the move, its loss and the better alternative, as the
    seat could have known them. `position` is the position before the move."""
    decision, view = position.decision(move.seat), position.view(move.seat)
    return plural(
        "{seat}: “{played}” cost about {n} win in 100 games. Better: “{best}”.",
        "{seat}: “{played}” cost about {n} wins in 100 games. Better: “{best}”.",
        percent(move.loss),
        seat=Seat(move.seat),
        played=pick_text(decision, view, move.played.pick),
        best=pick_text(decision, view, move.best.pick),
    )


def summary(match: Match, review: Review) -> Text:
    """Return a sentence that says how long the winner had been in the lead, that is, had had the
    best chance: all game, since a certain round, or only since the last moves. If several seats
    won, the sentence says only that they share the victory."""
    early = match.ended
    result = match.game.standings(match.state) if early is None else early.result
    winners = [standing.seat for standing in result if standing.place == 1]
    if len(winners) != 1:
        return words("{seats} share the victory.", seats=series(map(Seat, winners)))
    winner = winners[0]
    behind = [point.count for point in review.points if not _leads(point, winner)]
    if not behind:
        return words("{seat} was ahead all game and won.", seat=Seat(winner))
    later = (point.count for point in review.points if point.count > behind[-1])
    ahead = next(later, len(match.line))
    if ahead >= len(match.line):
        return words("{seat} came from behind and won with the last moves.", seat=Seat(winner))
    return words(
        "{seat} took the lead for good in round {round}, at step {step}, and won.",
        seat=Seat(winner),
        round=match.at(ahead).state.round,
        step=ahead,
    )


def _leads(point: WinChances, seat: int) -> bool:
    """Whether no other seat has a better chance to win than `seat` at this point."""
    return point.chances[seat] >= max(point.chances)
