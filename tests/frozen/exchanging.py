"""A match between two bot programs, and the messages to and from one of them."""

from __future__ import annotations

import json
import shlex
import subprocess
import sys
from pathlib import Path
from typing import Any, Final

from tests.frozen import player
from tests.frozen.reaching import without_words

ROOT: Final = Path(__file__).parents[2]

Lines = list[dict[str, Any]]


def exchange(game: str, folder: Path, answers: list[Lines] | None = None) -> Lines:
    """Play a match; return the messages to seat 0 (`->`), its answers (`<-`) and those of seat 1
    (`other`). With `answers` the seats give those."""
    folder.mkdir(parents=True)
    if answers is not None:
        (folder / "answers.json").write_text(json.dumps(answers))
    program = folder / "program"
    words = map(shlex.quote, (sys.executable, player.__file__, str(folder)))
    program.write_text(f"#!/bin/sh\nexec {' '.join(words)}\n")
    program.chmod(0o755)
    command = ["simulate", game, "--players", "2", "--games", "1", "--jobs", "1"]
    command += ["--seed", "frozen", "--bots", "mine", "--program", f"mine={program}"]
    subprocess.run(
        [sys.executable, "-m", "tui", "--home", str(folder / "home"), *command],
        cwd=ROOT,
        check=True,
        capture_output=True,
    )
    own, others = (_lines(folder / f"seat{seat}.jsonl") for seat in range(2))
    view: dict[str, Any] = {}
    lines: Lines = []
    for line in own:
        message, view = _tidied(line["->"], view)
        lines.append({"->": message, "<-": line["<-"]})
    return lines + [{"other": one["<-"]} for one in others if "ask" in one["->"]]


def answers_of(lines: Lines) -> list[Lines]:
    """The answers of each seat in a record."""
    return [
        [one["<-"] for one in lines if "ask" in one.get("->", ())],
        [one["other"] for one in lines if "other" in one],
    ]


def _lines(path: Path) -> Lines:
    return [json.loads(line) for line in path.read_text().splitlines()]


def _tidied(
    message: dict[str, Any], before: dict[str, Any]
) -> tuple[dict[str, Any], dict[str, Any]]:
    """Take out of a message what may change; also return the view that is known after it. Of a view
    only those fields are left that differ from the one before; options are sorted."""
    message = without_words(message)
    for key in ("question", "why"):
        if key in message:
            message[key] = ""
    if "components" in message:
        message["components"] = {}
    if "options" in message and "ask" in message:
        options = sorted(message["options"], key=json.dumps) if message["complete"] else []
        message["options"] = options
    view = message.get("view", before)
    if "view" in message:
        gone = sorted(before.keys() - view.keys())
        changes = {key: one for key, one in view.items() if before.get(key, ...) != one}
        message["view"] = changes | ({"gone": gone} if gone else {})
    return message, view
