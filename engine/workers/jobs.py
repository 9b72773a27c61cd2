"""Jobs for worker processes, as plain values: an observation and the kind of search, or a finished
match to review.

A job for a hint or a bot contains only facts about the match that its seat may know: no seed, and
no secrets of other seats. In place of the dice, it has a one-way hash of their key.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from functools import lru_cache
from hashlib import blake2b
from io import BytesIO
from typing import Any, Final

from attrs import astuple, evolve, frozen

from engine.core.bot_support import SearchBudget
from engine.core.chance import Dice
from engine.core.event import Event, Header, Value
from engine.core.game import Game
from engine.core.serialization import (
    BadPacking,
    Packed,
    pack,
    pack_value,
    unpack,
    unpack_value,
    whole_value,
)
from engine.core.state import State
from engine.errors import GuildhallError
from engine.games import load
from engine.match.match import Match
from engine.match.playout import pending_of, set_up
from engine.search.root_search import Estimate, hint_budgets
from engine.search.simulation import Observation
from engine.storage import match_file

HINT_JOB: Final = "hint"
BOT_JOB: Final = "bot"
REVIEW_JOB: Final = "review"

JOBS_BY_URGENCY: Final = (HINT_JOB, BOT_JOB, REVIEW_JOB)
"""The kinds of jobs, most urgent first."""

MAX_SIZE: Final = 4 * 1024 * 1024
"""Maximum size of a job or a result, in bytes."""


@frozen
class Job:
    """A question about a match, such as which pick is best for an observation, in a form that can
    be sent.

    `kind` is the kind of job: a hint, a bot's pick or a review. `person` is the id of the person
    who needs the result (0 for no one in particular). `payload` is the content as JSON.
    """

    kind: str
    person: int
    payload: bytes

    @property
    def sum(self) -> bytes:
        """A hash of the content. Jobs with equal hashes have equal results."""
        return blake2b(self.payload, digest_size=16).digest()


def ask_bot(header: Header, observation: Observation, bot: str, *, person: int = 0) -> Job:
    return Job(BOT_JOB, person, _written(_pack(header, observation, {"bot": bot})))


def ask_estimates(
    header: Header, observation: Observation, budgets: Sequence[SearchBudget], *, person: int = 0
) -> Job:
    """Return a job that estimates the most promising picks, once for each of `budgets`, so that a
    quick result comes before better ones."""
    packed = [list(astuple(budget)) for budget in budgets]
    return Job(HINT_JOB, person, _written(_pack(header, observation, {"budgets": packed})))


def ask_hint(header: Header, observation: Observation, *harder: int, person: int = 0) -> Job | None:
    """Return a job for a hint; None if searching does not pay.

    The job estimates the most promising picks by the strong bot's search. Then, for each factor in
    `harder`, it repeats the search with that many times the playouts.
    """
    budgets = hint_budgets(observation, *harder)
    return ask_estimates(header, observation, budgets, person=person) if budgets else None


def ask_review(match: Match, *, unfinished: str = "", person: int = 0) -> Job:
    """Return a job for the review of a finished match, which has no secrets. The job is for the
    person with the id `person`. If an `unfinished` review is given as JSON, the job continues
    it."""
    saved = BytesIO()
    match_file.write(match, saved)
    payload = _written({"review": saved.getvalue().decode(), "begun": unfinished})
    return Job(REVIEW_JOB, person, payload)


def continued(job: Job, result: JobResult) -> Job:
    """Return a job for the rest of the review `job`, given its intermediate `result`."""
    return evolve(job, payload=_written({**json.loads(job.payload), "begun": result.review}))


def _written(packed: Packed) -> bytes:
    return json.dumps(packed, separators=(",", ":")).encode()


def _pack(header: Header, observation: Observation, request: Mapping[str, Packed]) -> Packed:
    return {
        **request,
        "game": header.game,
        "rules": header.rules,
        "seats": len(header.seats),
        "options": dict(header.options),
        "data": dict(header.data),
        "seat": observation.seat,
        "view": pack(observation.view),
        "past": [_pack_event(event) for event in observation.past],
        "dice": observation.dice.sealed.hex(),
    }


def _pack_event(event: Event) -> Packed:
    """Return the parts of an event that the rules may know, that is, everything but its digest and
    time."""
    return [event.number, event.kind, event.seat, event.step, pack_value(event.value)]


def observation_of(packed: Mapping[str, Packed]) -> Observation:
    """Return the observation that was packed in a job. Raises BadPacking."""
    try:
        like = _setup(*(packed[key] for key in ("game", "rules", "seats")), *_as_text(packed))
        view, seat = unpack(packed["view"], like), packed["seat"]
        decision = pending_of(view, seat)
        if decision is None:
            raise BadPacking(f"seat {seat} owes no decision")
        past = [_unpack_event(item) for item in packed["past"]]
        dice = Dice(bytes.fromhex(packed["dice"]))
        return Observation(_game(packed), seat, view, decision, past, dice)
    except (TypeError, KeyError, ValueError, GuildhallError) as error:
        raise BadPacking(str(error)) from error


def _game(packed: Mapping[str, Packed]) -> Game[State]:
    return load(packed["game"])


def _as_text(packed: Mapping[str, Packed]) -> tuple[str, str]:
    return json.dumps(packed["options"], sort_keys=True), json.dumps(packed["data"], sort_keys=True)


@lru_cache(maxsize=16)
def _setup(game: str, rules: int, seats: int, options: str, data: str) -> State:
    """Return an initial state of a game, from which states take their shared fields when they are
    unpacked. `options` and `data` are JSON. The state is cached, so callers must not change it."""
    state = set_up(load(game), seats, json.loads(options), json.loads(data))
    state.rules = rules
    return state


def _unpack_event(packed: Packed) -> Event:
    number, kind, seat, step, value = packed
    return Event(number, kind, seat, step, unpack_value(value))


# ---------------------------------------------------------------------- results


@frozen
class JobResult:
    """The result of a job.

    `pick` is the pick to make, and `estimates` has the estimates of picks (that of `pick` first) if
    they were requested. For a review, both are empty, and `review` is the current review as it is
    saved.
    """

    pick: Value
    estimates: Sequence[Estimate] = ()
    review: str = ""


def pack_result(result: JobResult) -> Packed:
    """Return the result as plain values. The infinite error of an estimate becomes None."""
    estimates = [
        [
            pack_value(estimate.pick),
            estimate.chance,
            estimate.error if estimate.playouts > 1 else None,
            estimate.playouts,
        ]
        for estimate in result.estimates
    ]
    return {"pick": pack_value(result.pick), "worth": estimates, "review": result.review}


def unpack_result(packed: Mapping[str, Any]) -> JobResult:
    """Return the result that was packed. Raises BadPacking."""
    try:
        estimates = [
            Estimate(whole_value(pick), chance, float("inf") if error is None else error, playouts)
            for pick, chance, error, playouts in packed["worth"]
        ]
        return JobResult(whole_value(packed["pick"]), estimates, str(packed["review"]))
    except (TypeError, KeyError, ValueError) as error:
        raise BadPacking(str(error)) from error
