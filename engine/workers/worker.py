"""A worker process, which reads jobs from standard input and writes results to standard output, one
job at a time.

It has a low scheduling priority and a memory limit. It ends when its input ends, even during a
job.
"""

from __future__ import annotations

import json
import os
import signal
import sys
import threading
import traceback
from _thread import interrupt_main
from collections.abc import Iterator, Mapping
from contextlib import suppress
from importlib import import_module
from io import BytesIO
from pathlib import Path
from queue import SimpleQueue
from typing import Any, BinaryIO, Final

from engine.bots import make_bot
from engine.core.bot_support import SearchBudget
from engine.core.chance import Dice
from engine.search.review import Review, reviewed
from engine.search.root_search import estimate
from engine.storage import match_file
from engine.workers.framing import (
    ADVICE,
    FAILED,
    MEANWHILE,
    READY,
    STOP,
    STOPPED,
    Frame,
    read,
    written,
)
from engine.workers.jobs import JobResult, observation_of, pack_result
from engine.workers.niceness import be_nice

MIN_NICENESS: Final = 10
"""Minimum niceness. Up to `MAX_NICENESS`, a worker is also nicer than its parent."""

MAX_NICENESS: Final = 19

MEMORY_LIMIT: Final = 768 * 1024 * 1024
"""Maximum address space, in bytes."""

PROGRESS_REPORTS: Final = 50
"""Number of equal parts into which a review is divided for intermediate results."""

WORKER_PROGRAM: Final = (
    f"import sys; sys.path.insert(0, {str(Path(__file__).parents[2])!r}); "
    "from engine.workers.worker import main; main()"
)
"""Source of the program that a worker process runs. Its arguments are modules to import, such as
those of tests."""


class JobStopped(BaseException):
    """Raised if the result of the job is no longer needed."""


class Worker:
    """Worker that executes one job after another. Meanwhile, a thread reads the input, so that a
    job can be stopped."""

    def __init__(self, source: BinaryIO, sink: BinaryIO) -> None:
        self._source, self._sink = source, sink
        self._asked: SimpleQueue[Frame] = SimpleQueue()
        self._at: int | None = None
        self._stopped: int | None = None

    def run(self) -> None:
        # The reading thread cannot raise an error in the main thread, but can interrupt it. The
        # handler decides whether the interrupt concerns the current job.
        signal.signal(signal.SIGINT, self._on_interrupt)
        threading.Thread(target=self._listen, daemon=True).start()
        self._send(0, READY, b"")
        while True:
            self._answer(self._asked.get())

    def _listen(self) -> None:
        while (frame := read(self._source)) is not None:
            if frame.kind == STOP:
                self._stopped = frame.number
                interrupt_main()
            else:
                self._asked.put(frame)
        os._exit(0)

    def _on_interrupt(self, *_: object) -> None:
        """Raise JobStopped if the current job must stop. Ignore other interrupts, which come too
        late or from the keyboard."""
        if self._at is not None and self._at == self._stopped:
            self._at = None
            raise JobStopped

    def _answer(self, frame: Frame) -> None:
        kind, payload = FAILED, b""
        try:
            self._at = frame.number
            if self._stopped == frame.number:
                raise JobStopped
            for advice in results_of(json.loads(frame.payload)):
                if kind == ADVICE:
                    self._send(frame.number, MEANWHILE, payload)
                kind, payload = ADVICE, json.dumps(pack_result(advice)).encode()
            self._at = None
        except JobStopped:
            kind, payload = STOPPED, b""
        except Exception:
            self._at = None
            kind, payload = FAILED, traceback.format_exc().encode()
        self._send(frame.number, kind, payload)

    def _send(self, number: int, kind: str, payload: bytes) -> None:
        self._sink.write(written(Frame(number, kind, payload)))
        self._sink.flush()


def results_of(asked: Mapping[str, Any]) -> Iterator[JobResult]:
    """Yield the results of the job with the content `asked`, each better or more complete than the
    one before. Raises BadPacking, BadSetup for an unknown bot, BadSave for an invalid match or
    review, and any error of the search."""
    if "review" in asked:
        yield from _reviewed(asked["review"], asked["begun"])
        return
    observation = observation_of(asked)
    if "bot" in asked:
        yield JobResult(make_bot(asked["bot"]).choose(observation))
        return
    for budget in asked["budgets"]:
        dice = Dice(bytes.fromhex(asked["dice"]))
        estimates = estimate(observation, SearchBudget(*budget), dice)
        yield JobResult(estimates[0].pick, estimates)


def _reviewed(saved: str, unfinished: str) -> Iterator[JobResult]:
    """Yield the review of the match in `saved`, the text of a saved game, after every two percent
    of progress. If `unfinished`, a partial review as JSON, is not empty, it is continued. Raises
    BadSave."""
    header, events = match_file.read(BytesIO(saved.encode()), "")
    match = match_file.load_match(header, events, "")
    reported = -1
    for review in reviewed(match, Review.from_json(unfinished) if unfinished else None):
        share = int(review.progress * PROGRESS_REPORTS)
        if share != reported or review.whole:
            reported = share
            yield JobResult((), review=review.to_json())


def main() -> None:
    """Run the worker. The arguments are modules to import. Standard output carries only results."""
    with os.fdopen(os.dup(1), "wb") as sink:
        os.dup2(2, 1)
        _lower_priority()
        for module in sys.argv[1:]:
            import_module(module)
        Worker(sys.stdin.buffer, sink).run()


def _lower_priority() -> None:
    """Lower the priority of this process, and limit its memory.

    The process gets its own session. Otherwise the kernel would count its time towards the parent's
    autogroup, and the parent would react more slowly to keys.
    """
    if sys.platform == "win32":
        return
    with suppress(OSError):
        os.setsid()
        be_nice(
            os.getpid(),
            min(max(os.getpriority(os.PRIO_PROCESS, 0) + 1, MIN_NICENESS), MAX_NICENESS),
        )
    with suppress(ImportError, OSError, ValueError):
        import resource

        _, most = resource.getrlimit(resource.RLIMIT_AS)
        memory = MEMORY_LIMIT if most == resource.RLIM_INFINITY else min(MEMORY_LIMIT, most)
        resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
