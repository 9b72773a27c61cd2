"""Whose question is answered next (fair queueing): what is urgent first, then people in turn."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from typing import Generic, Protocol, TypeVar

from engine.workers.jobs import URGENCY


class QueuedJob(Protocol):
    """Something that waits for its turn: what it is about, and whose it is."""

    @property
    def about(self) -> str:
        """A hint, a bot's pick, a review."""
        ...

    @property
    def whose(self) -> int:
        """The person for whom it is."""
        ...


T = TypeVar("T", bound=QueuedJob)


class JobQueue(Generic[T]):
    """What waits. A person with many questions waits no less for each than others for theirs."""

    def __init__(self) -> None:
        self._lines: dict[str, dict[int, deque[T]]] = {about: {} for about in URGENCY}

    def __iter__(self) -> Iterator[T]:
        return (one for line in self._lines.values() for own in line.values() for one in own)

    def add(self, one: T, *, first: bool = False) -> None:
        """Let something wait, behind what the same person waits for, or as the first."""
        line = self._lines[one.about]
        if not first:
            line.setdefault(one.whose, deque()).append(one)
            return
        own = line.pop(one.whose, deque())
        own.appendleft(one)
        self._lines[one.about] = {one.whose: own, **line}

    def pop(self) -> T | None:
        """What is next, which waits no more; its person comes last from then on. None if nothing
        waits."""
        for line in self._lines.values():
            for whose in line:
                own = line.pop(whose)
                one = own.popleft()
                if own:
                    line[whose] = own
                return one
        return None

    def remove(self, one: T) -> bool:
        """Something waits no more; whether it did."""
        own = self._lines[one.about].get(one.whose)
        if own is None or one not in own:
            return False
        own.remove(one)
        if not own:
            del self._lines[one.about][one.whose]
        return True
