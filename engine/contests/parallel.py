"""Distribution of games, identified by their numbers, over processes."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from multiprocessing import parent_process
from pathlib import Path
from threading import Thread
from typing import Final, TypeVar

from attrs import frozen

from engine.core.players import admit_program, programs
from engine.errors import CannotWrite, GuildhallError
from engine.i18n.text import Text
from engine.match.playout import EndlessGame

T = TypeVar("T")

CHUNK: Final = 25
"""Maximum number of games given to a process at a time."""


@frozen
class Failure:
    """The reason why a game has no result, passed between processes."""

    kind: type[GuildhallError]
    text: Text


def all_cores() -> int:
    """Return the number of processor cores available to this process."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def play_all(
    play: Callable[[int], T], numbers: Sequence[int], jobs: int, most: int = CHUNK
) -> Iterator[T]:
    """Play the games with these numbers in `jobs` processes, and yield the results in their order;
    no process gets more than `most` at a time. Raises EndlessGame or CannotWrite."""
    if jobs == 1 or len(numbers) < 2 * jobs:
        return map(play, numbers)
    return _distributed(play, numbers, jobs, most)


def _distributed(
    play: Callable[[int], T], numbers: Sequence[int], jobs: int, most: int
) -> Iterator[T]:
    from concurrent.futures import ProcessPoolExecutor

    size = max(1, min(most, len(numbers) // (4 * jobs)))
    chunks = [numbers[first : first + size] for first in range(0, len(numbers), size)]
    named = dict(programs())
    pool = ProcessPoolExecutor(jobs, initializer=_set_up_worker, initargs=(named,))
    try:
        with _interrupts_blocked():
            played = pool.map(play_some, [play] * len(chunks), chunks)
        for results in played:
            for result in results:
                if isinstance(result, Failure):
                    raise result.kind(result.text)
                yield result
    finally:
        pool.shutdown(cancel_futures=True)


@contextmanager
def _interrupts_blocked() -> Iterator[None]:
    """Block interrupts in the block: while a process forks, Python swallows them."""
    if sys.platform == "win32":
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _set_up_worker(named: Mapping[str, Path]) -> None:
    """Set up a worker process: ignore interrupts, which the parent handles, exit with the parent,
    even if it is killed, and register the same external bots."""
    for name, program in named.items():
        admit_program(name, program)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Thread(target=_exit_with_parent, daemon=True).start()


def _exit_with_parent() -> None:
    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


def play_some(play: Callable[[int], T], numbers: Sequence[int]) -> list[T | Failure]:
    """Play some of the games; the last result may be an error that prevents more."""
    results: list[T | Failure] = []
    for number in numbers:
        try:
            results.append(play(number))
        except (EndlessGame, CannotWrite) as error:
            return [*results, Failure(type(error), error.text)]
    return results
