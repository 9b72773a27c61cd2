"""A process that thinks (worker): it reads questions from standard input and writes advice to
standard output, one at a time.

It gives way to every other process and has a bound to its memory. It ends when nobody writes to it
any more, also in the middle of a thought.
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
from engine.core.chance import Dice
from engine.core.game import SearchBudget
from engine.search.review import reviewed
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
from engine.workers.jobs import JobResult, pack_result, situation_of
from engine.workers.niceness import be_nice

NICE: Final = 10
"""How nice it is to others at least; and nicer than who started it."""

NICEST: Final = 19

MEMORY: Final = 768 * 1024 * 1024
"""How much address space it may have, in bytes."""

TOLD: Final = 20
"""So many times it is told how a curve has grown."""

PROGRAM: Final = (
    f"import sys; sys.path.insert(0, {str(Path(__file__).parents[2])!r}); "
    "from engine.workers.worker import main; main()"
)
"""What Python runs for such a process; its arguments are modules to load, such as tests have."""


class JobStopped(BaseException):
    """Nobody waits for the thought any more."""


class Worker:
    """Answers one question after another; a thread listens meanwhile, to stop a thought."""

    def __init__(self, ear: BinaryIO, mouth: BinaryIO) -> None:
        self._ear, self._mouth = ear, mouth
        self._asked: SimpleQueue[Frame] = SimpleQueue()
        self._at: int | None = None
        self._stopped: int | None = None

    def run(self) -> None:
        """Answer till the end of the process."""
        signal.signal(signal.SIGINT, self._interrupted)
        threading.Thread(target=self._listen, daemon=True).start()
        self._say(0, READY, b"")
        while True:
            self._answer(self._asked.get())

    def _listen(self) -> None:
        while (frame := read(self._ear)) is not None:
            if frame.kind == STOP:
                self._stopped = frame.number
                interrupt_main()
            else:
                self._asked.put(frame)
        os._exit(0)

    def _interrupted(self, *_: object) -> None:
        """Leave the thought that is to be stopped; an interrupt that comes too late, or from a
        keyboard, means nothing."""
        if self._at is not None and self._at == self._stopped:
            self._at = None
            raise JobStopped

    def _answer(self, asked: Frame) -> None:
        kind, words = FAILED, b""
        try:
            self._at = asked.number
            if self._stopped == asked.number:
                raise JobStopped
            for advice in thoughts(json.loads(asked.words)):
                if kind == ADVICE:
                    self._say(asked.number, MEANWHILE, words)
                kind, words = ADVICE, json.dumps(pack_result(advice)).encode()
            self._at = None
        except JobStopped:
            kind, words = STOPPED, b""
        except Exception:
            self._at = None
            kind, words = FAILED, traceback.format_exc().encode()
        self._say(asked.number, kind, words)

    def _say(self, number: int, kind: str, words: bytes) -> None:
        self._mouth.write(written(Frame(number, kind, words)))
        self._mouth.flush()


def thoughts(asked: Mapping[str, Any]) -> Iterator[JobResult]:
    """The advice on a question, each better than the one before; raises BadPacking, BadSetup for an
    unknown bot, and whatever goes wrong in thinking."""
    if "review" in asked:
        yield from _reviewed(asked["review"])
        return
    situation = situation_of(asked)
    if "bot" in asked:
        yield JobResult(make_bot(asked["bot"]).choose(situation))
        return
    for budget in asked["budgets"]:
        dice = Dice(bytes.fromhex(asked["dice"]))
        worth = estimate(situation, SearchBudget(*budget), dice)
        yield JobResult(worth[0].pick, worth)


def _reviewed(saved: str) -> Iterator[JobResult]:
    """The review of a saved match as it grows: told now and then while the curve comes, and for
    each pick that is judged."""
    header, events = match_file.read(BytesIO(saved.encode()), "")
    match = match_file.rebuild(header, events, "")
    steps = max(1, len(match.line) // TOLD)
    for found in reviewed(match):
        count = len(found.points)
        if found.due or count % steps == 0 or count > len(match.line):
            yield JobResult((), review=found.to_json())


def main() -> None:
    """The process, with the arguments MODULE ...; it says nothing but advice."""
    with os.fdopen(os.dup(1), "wb") as mouth:
        os.dup2(2, 1)
        _give_way()
        for module in sys.argv[1:]:
            import_module(module)
        Worker(sys.stdin.buffer, mouth).run()


def _give_way() -> None:
    """Let others go first, and bound what this process may take. It is a session of its own: what
    it takes is not counted as taken by who started it, whose keys would wait for it."""
    with suppress(AttributeError, OSError):
        os.setsid()
        now = os.getpriority(os.PRIO_PROCESS, 0)
        be_nice(os.getpid(), min(max(now + 1, NICE), NICEST))
    with suppress(ImportError, OSError, ValueError):
        import resource

        _, most = resource.getrlimit(resource.RLIMIT_AS)
        memory = MEMORY if most == resource.RLIM_INFINITY else min(MEMORY, most)
        resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
