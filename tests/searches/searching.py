"""Common parts of the searches for faults: seeded rounds, and programs in processes of their own.

A round depends on its seed only, so a failed one can be repeated.
"""

from __future__ import annotations

import os
import resource
import signal
import sys
import time
import traceback
from collections.abc import Callable, Sequence
from contextlib import suppress
from io import BytesIO
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Final, NamedTuple
from unittest.mock import patch

from engine.core.chance import Dice
from engine.games import catalogue
from engine.i18n.language import Translator
from engine.match.match import Match
from engine.storage import match_file
from engine.storage.sqlite_store import SqliteStore
from tests.sqlite_files import sqlite_file

Round = Callable[[Random, Path], None]
"""A round of a search, given its random numbers and an empty folder; raises on faults."""

GAMES: Final = [(entry.id, players) for entry in catalogue() for players in entry.players]

PATIENCE: Final = 10.0
"""Seconds after which a program counts as hanging."""

MEGABYTES: Final = 200
"""Maximum memory that a program adds to that of the process it was forked from."""

SECONDS: Final = 2.0
"""Maximum seconds of a program that only reads or prints."""


def run_round(search: Round, seed: int) -> None:
    """Make a round of a search, with reproducible ids and seeds."""
    drawn = Random(-seed - 1)
    with (
        TemporaryDirectory() as folder,
        patch("secrets.choice", drawn.choice),
        patch("secrets.token_hex", lambda count=32: drawn.randbytes(count).hex()),
    ):
        search(Random(seed), Path(folder))


def any_match(rng: Random, most: int = 60) -> Match:
    """Return a match of any game, after some picks."""
    game, players = rng.choice(GAMES)
    match = Match.begin(game, [(f"P{n}", "person") for n in range(players)], seed=f"{rng.random()}")
    return played_on(match, rng, rng.randrange(most))


def played_on(match: Match, rng: Random, picks: int) -> Match:
    """Continue the match for that many picks, some of them undone."""
    dice = Dice(f"{rng.random()}".encode())
    for _ in range(picks):
        if match.over:
            break
        pending = rng.choice(match.pending())
        match.choose(pending.seat, pending.decision.sample(match.state, dice))
        if rng.random() < 0.1 and match.why_not_undo(pending.seat) is None:
            match.undo(pending.seat)
            if rng.random() < 0.5:
                match.redo(pending.seat)
    return match


def use_match(match: Match) -> None:
    """Use a loaded match in every way that the program does."""
    for text in match.game.describe(match.view(None)):
        shown = Translator("en", match.header.names).translate(text)
        assert all(one.isprintable() for one in shown)
    assert match.over or match.pending() or match.state.agenda
    match.noted_events(None)


def file_of(match: Match) -> bytes:
    """Return a match as a saved game."""
    file = BytesIO()
    match_file.write(match, file)
    return file.getvalue()


def lengths_in(path: Path) -> dict[str, int]:
    """Return the length of every log of a valid store, all of whose matches can be continued."""

    if not path.exists():
        return {}
    with sqlite_file(path) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        assert not connection.execute("PRAGMA foreign_key_check").fetchall()
    connection.close()
    store = SqliteStore(path)
    records = store.records()
    assert [record.damage for record in records] == [None] * len(records)
    for record in records:
        match = store.load(record.id)
        assert len(match.log) >= record.events
        assert match.over or match.pending()
    store.close()
    return {record.id: record.events for record in records}


# ---------------------------------------------------------------------- programs apart


class Ran(NamedTuple):
    """Result of a program in a process of its own: its exit code, output, errors, processor
    seconds, and the megabytes that it added."""

    code: int
    out: str
    err: str
    seconds: float
    megabytes: int


def apart(words: Sequence[str], folder: Path, **environment: str) -> Ran:
    """Run a command in a forked process that has everything imported; raises AssertionError if it
    hangs."""
    from tui.cli import main

    out, err = folder / "out", folder / "err"
    before = _kilobytes()
    child = os.fork()
    if child == 0:
        code = 70
        try:
            os.setsid()
            for number, path in ((1, out), (2, err)):
                os.dup2(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), number)
            os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
            sys.stdin = os.fdopen(0, closefd=False)
            sys.stdout = os.fdopen(1, "w", encoding="utf-8", closefd=False)
            sys.stderr = os.fdopen(2, "w", encoding="utf-8", closefd=False)
            os.environ.update({"LC_ALL": "C.UTF-8", "LANGUAGE": "", **environment})
            code = main.run(words)
        except SystemExit as end:
            code = end.code if isinstance(end.code, int) else 1
        except BaseException:
            traceback.print_exc()
        finally:
            with suppress(Exception):
                sys.stdout.flush()
                sys.stderr.flush()
            os._exit(code)
    status, used = _waited_for(child, words)
    code = os.waitstatus_to_exitcode(status)
    printed, complained = (path.read_text("utf-8", "replace") for path in (out, err))
    seconds = used.ru_utime + used.ru_stime
    return Ran(code, printed, complained, seconds, (used.ru_maxrss - before) // 1024)


def _kilobytes() -> int:
    """Return the memory of this process, which a forked process begins with."""
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * resource.getpagesize() // 1024


def _waited_for(child: int, words: Sequence[str]) -> tuple[int, resource.struct_rusage]:
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline:
        ended, status, used = os.wait4(child, os.WNOHANG)
        if ended:
            return status, used
        time.sleep(0.002)
    os.kill(child, signal.SIGKILL)
    os.wait4(child, 0)
    raise AssertionError(f"it hangs: {list(words)}")


def check(ran: Ran, words: Sequence[str], codes: Sequence[int] = (0, 1, 2)) -> None:
    """Check any result: a meaningful exit code, no crash, no raw output."""
    report = f"{list(words)}: {ran}"
    assert ran.code in codes, report
    assert "Traceback" not in ran.err, report
    assert "has crashed" not in ran.err, report
    assert all(one.isprintable() or one == "\n" for one in ran.err), report
    assert ran.seconds < SECONDS, report
    assert ran.megabytes < MEGABYTES, report
