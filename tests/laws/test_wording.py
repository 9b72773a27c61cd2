"""Golden games come out the same whatever the wording of messages and the `repr` of classes."""

import subprocess
import sys
from pathlib import Path

import pytest

from engine.core.canonical import DIGEST_VERSION
from engine.match.match import Match
from engine.storage import match_file
from tests.engine.golden import FOLDER, golden_games
from tests.laws.test_replay import ROOT

COMPARED = [path for path in golden_games() if f"digests_{DIGEST_VERSION}" in path.name]


def test_digest_contains_no_words():
    files = [*COMPARED, FOLDER / "toy.jsonl"]
    run = [sys.executable, "-m", "tests.laws.reversed_messages", *map(str, files)]
    done = subprocess.run(run, cwd=ROOT, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert int(done.stdout) > 10 * len(files)


@pytest.mark.parametrize("path", golden_games(), ids=lambda path: path.name)
def test_only_current_digests_are_compared(path: Path):
    with path.open("rb") as file:
        header, _ = match_file.read(file, path.name)
    assert Match(header).digests == (path in COMPARED)
