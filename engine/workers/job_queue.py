"""Fair queueing of jobs: urgent kinds first, then people in turn (round robin)."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from typing import Generic, Protocol, TypeVar

from engine.workers.jobs import URGENCY


class QueuedJob(Protocol):
    """A job in the queue: its kind, and its person."""

    @property
    def about(self) -> str:
        """The kind: a hint, a bot's pick, a review."""
        ...

    @property
    def whose(self) -> int:
        """The person for whom it is."""
        ...


T = TypeVar("T", bound=QueuedJob)


class JobQueue(Generic[T]):
    """Queued jobs. A person with many jobs waits for each no less than others for theirs."""

    def __init__(self) -> None:
        # A queue per kind and person. The order of a kind's people is the order in which they are
        # served.
        self._by_kind: dict[str, dict[int, deque[T]]] = {about: {} for about in URGENCY}

    def __iter__(self) -> Iterator[T]:
        return (
            job
            for by_person in self._by_kind.values()
            for jobs in by_person.values()
            for job in jobs
        )

    def add(self, job: T, *, first: bool = False) -> None:
        """Queue a job behind the person's others, or as the very first of its kind."""
        by_person = self._by_kind[job.about]
        if not first:
            by_person.setdefault(job.whose, deque()).append(job)
            return
        jobs = by_person.pop(job.whose, deque())
        jobs.appendleft(job)
        self._by_kind[job.about] = {job.whose: jobs, **by_person}

    def pop(self) -> T | None:
        """Remove and return the next job; its person comes last from then on. None if there is
        none."""
        for by_person in self._by_kind.values():
            for whose in by_person:
                jobs = by_person.pop(whose)
                job = jobs.popleft()
                if jobs:
                    by_person[whose] = jobs
                return job
        return None

    def remove(self, job: T) -> bool:
        """Remove a job; return whether it was queued."""
        jobs = self._by_kind[job.about].get(job.whose)
        if jobs is None or job not in jobs:
            return False
        jobs.remove(job)
        if not jobs:
            del self._by_kind[job.about][job.whose]
        return True
