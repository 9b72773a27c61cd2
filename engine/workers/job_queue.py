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
        self._lines: dict[str, dict[int, deque[T]]] = {about: {} for about in URGENCY}

    def __iter__(self) -> Iterator[T]:
        return (one for line in self._lines.values() for own in line.values() for one in own)

    def add(self, one: T, *, first: bool = False) -> None:
        """Queue a job behind the person's others, or as the very first of its kind."""
        line = self._lines[one.about]
        if not first:
            line.setdefault(one.whose, deque()).append(one)
            return
        own = line.pop(one.whose, deque())
        own.appendleft(one)
        self._lines[one.about] = {one.whose: own, **line}

    def pop(self) -> T | None:
        """Remove and return the next job; its person comes last from then on. None if there is
        none."""
        for line in self._lines.values():
            for whose in line:
                own = line.pop(whose)
                one = own.popleft()
                if own:
                    line[whose] = own
                return one
        return None

    def remove(self, one: T) -> bool:
        """Remove a job; return whether it was queued."""
        own = self._lines[one.about].get(one.whose)
        if own is None or one not in own:
            return False
        own.remove(one)
        if not own:
            del self._lines[one.about][one.whose]
        return True
