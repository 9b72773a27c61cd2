"""The state follows from the log: loading, replaying, and the same result in every process."""

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from hypothesis import given

from engine.core.event import PICK_EVENT
from engine.core.state import Note, State
from engine.match.match import Match
from engine.storage import match_file
from tests.laws.driving import (
    Driver,
    begin,
    disturb,
    disturbed,
    every_sort_of_table,
    examples,
    played,
    position,
    readable,
    readable_notes,
    restarted,
    seeds,
    smallest_and_largest_tables,
    without_seed,
)
from tests.laws.write_log import END_OF_LOG, SEATS, log_lines, saved

ROOT = Path(__file__).parents[2]
GOLDEN = ROOT / "tests" / "golden" / "toy.jsonl"

MAX_MOMENTS = 20
"""Number of moments of a match at which the past is examined."""


@every_sort_of_table
@given(number=seeds)
@examples(3)
def test_loaded_log_gives_the_same_match(game: str, seats: int, number: int):
    match = disturbed(game, seats, number)
    loaded = Match.load(match.header, match.log)
    assert position(loaded) == position(match)
    assert [loaded.can_redo(s) for s in range(seats)] == [match.can_redo(s) for s in range(seats)]
    for reader in [None, *range(seats)]:
        assert readable(loaded.redacted_log(reader)) == readable(match.redacted_log(reader))


@every_sort_of_table
@given(number=seeds)
@examples(2)
def test_unfinished_log_resumes_identically(game: str, seats: int, number: int):
    whole = disturbed(game, seats, number)
    for cut in Driver(number).dice.draw(range(len(whole.log) + 1), min(5, len(whole.log))):
        stopped = Match.load(without_seed(whole.header), whole.log[:cut])
        assert stopped.log == whole.log[:cut]
        assert position(stopped) == position(Match.load(without_seed(whole.header), stopped.log))
        resumed = Match.load(whole.header, whole.log[:cut])
        assert resumed.log[:cut] == whole.log[:cut]
        assert all(event.kind != PICK_EVENT for event in resumed.log[cut:])
        assert resumed.pending() or resumed.over


@smallest_and_largest_tables
@pytest.mark.parametrize("number", range(2))
def test_every_position_can_be_replayed(game: str, seats: int, number: int):
    match = played(game, seats, number)
    length = len(match.line)
    for count in [*range(0, length, 1 + length // MAX_MOMENTS), length]:
        seen, walked = match.at(count), restarted(match, match.line[:count])
        assert seen.state == walked.state
        assert seen.state.digest() == walked.state.digest()
        assert (seen.opening, seen.notes) == (walked.opening, walked.notes)
        assert seen.pending() == walked.pending()
    assert match.at(length).state == match.state


def moment(match: Match) -> tuple[int, State, list[list[Note]]]:
    """Return the present state of a match: the length of its log, a copy of the state, the
    notes."""
    return len(match.log), match.state.copy(), [list(notes) for notes in match.notes]


@smallest_and_largest_tables
@given(number=seeds)
@examples(2)
def test_past_position_includes_undone_picks(game: str, seats: int, number: int):
    match = begin(game, seats, number)
    driver = Driver(number)
    moments = [moment(match)]
    while not match.over and len(match.log) < 600:
        if driver.sometimes(3):
            disturb(match, driver)
        else:
            driver.step(match)
        moments.append(moment(match))
    for number_then, state, notes in moments[:: 1 + len(moments) // MAX_MOMENTS]:
        past = match.at_event(number_then)
        assert past.state == state
        assert list(map(readable_notes, past.notes)) == list(map(readable_notes, notes))
        assert past.log == match.log[:number_then]


@smallest_and_largest_tables
def test_replaying_changes_nothing(game: str, seats: int):
    match = played(game, seats, 5)
    before = position(match)
    for count in range(0, len(match.line), 7):
        past = match.at(count)
        past.state.agenda.clear()
        past.state.draws[-1] += 1
    assert position(match) == before
    assert position(Match.load(match.header, match.log)) == before


@every_sort_of_table
@given(number=seeds)
@examples(2)
def test_branch_is_an_independent_match(game: str, seats: int, number: int):
    match = played(game, seats, number)
    before = position(match)
    count = Driver(number).dice.below(len(match.line) + 1)
    branch = Match.load(*match.branch(count))
    assert branch.line[:count] == branch.log[:count]
    driver = Driver(number + 1)
    while not branch.over:
        driver.step(branch)
    assert position(match) == before


@every_sort_of_table
def test_notes_and_digests_have_no_side_effects(game: str, seats: int):
    loud = played(game, seats, 3)
    silent = played(game, seats, 3, notes=False, digests=False)
    assert silent.state == loud.state
    assert silent.notes == []
    assert [e.value for e in silent.log] == [e.value for e in loud.log]
    assert all(event.digest is None for event in silent.log)
    assert any(event.digest is not None for event in loud.log)


Writer = subprocess.Popen[bytes]


@pytest.fixture(scope="module")
def writers() -> Iterator[list[Writer]]:
    """Yield other processes that write logs, with their own hash seeds."""
    with ExitStack() as stack:
        begun = [
            subprocess.Popen(
                [sys.executable, "-m", "tests.laws.write_log"],
                cwd=ROOT,
                env={**os.environ, "PYTHONHASHSEED": hash_seed},
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
            )
            for hash_seed in ("0", "4242")
        ]
        yield [stack.enter_context(writer) for writer in begun]


def written_by(writer: Writer, game: str, seats: int) -> bytes:
    """Return the log of a match at a table, as another process writes it."""
    assert writer.stdin is not None
    assert writer.stdout is not None
    writer.stdin.write(f"{game} {seats}\n".encode())
    writer.stdin.flush()
    return b"".join(iter(writer.stdout.readline, END_OF_LOG))


@smallest_and_largest_tables
def test_the_same_seed_and_picks_give_the_same_bytes_in_any_process(
    writers: list[Writer], game: str, seats: int
):
    here = log_lines(game, seats)
    assert here.count(b"\n") > 10
    for writer in writers:
        assert written_by(writer, game, seats) == here


def test_toy_game_reproduces_its_golden_log():
    assert log_lines("toy", SEATS) == GOLDEN.read_bytes()


def test_toy_golden_log_can_be_replayed():
    match = match_file.load(GOLDEN)
    assert match.over
    assert saved(match) == GOLDEN.read_bytes()
