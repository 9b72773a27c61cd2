"""Jobs for worker processes, from matches of bots."""

from __future__ import annotations

from engine.core.chance import Dice
from engine.match.match import Match
from engine.search.simulation import Observation
from engine.workers.jobs import Job, ask_bot
from engine.workers.pool import JobTimeouts, WorkerPool

LONG = 600.0
PATIENT = JobTimeouts({"hint": LONG, "bot": LONG, "review": LONG}, stop=LONG)


def crew(size: int = 1, *, timeouts: JobTimeouts = PATIENT, **options: object) -> WorkerPool:
    """Return a pool of workers that know the odd bots."""
    return WorkerPool(size, timeouts=timeouts, modules=["tests.engine.workers.odd_mind"], **options)  # type: ignore[arg-type]


def a_match(seed: str = "1", game: str = "middle_ages") -> Match:
    """Return a match that waits for its first choice."""
    return Match.begin(game, [("Anna", "person"), ("Boris", "bot:last")], seed=seed)


def question(
    bot: str = "last",
    *,
    kind: str = "bot",
    person: int = 0,
    seed: str = "1",
    game: str = "middle_ages",
) -> Job:
    """Return a job for a bot's pick in the seat that chooses first; other seeds give other jobs."""
    match = a_match(seed, game)
    observation = Observation.of(match, match.pending()[0].seat, Dice(seed.encode()))
    asked = ask_bot(match.header, observation, bot, person=person)
    return Job(kind, person, asked.payload)
