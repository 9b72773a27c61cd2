"""A bot program that speaks the protocol of `docs/bots.md`, and records the messages.

`player.py FOLDER`: the answers of each seat are read from `FOLDER/answers.json`. It imports nothing
of Guildhall. Without that file it draws its answers at random from the seat, which makes a new
record.
"""

from __future__ import annotations

import json
import random
import sys
from pathlib import Path
from typing import Any

LONGEST = 60
"""A new record has so many questions to the first seat."""

ILLEGAL = ["no", "such", "pick"]
"""The answer of a new record to the second question, to be refused."""


def drawn_part(part: dict[str, Any], dice: random.Random) -> dict[str, Any]:
    """An answer to `next`: a part, or the number of one among several."""
    if part["of"] == "list":
        value = dice.choice(part["values"])
        return {"part": value} if dice.random() < 0.7 else {"value_of": value}
    if part["of"] == "marks":
        marked = dice.sample(part["things"], dice.randint(part["least"], part["most"]))
        return {"part": marked if part["ordered"] else [t for t in part["things"] if t in marked]}
    each = [kind for kind, most in part["pool"] for _ in range(most)]
    got = dice.sample(each, dice.randint(part["least"], part["most"]))
    return {"part": [[kind, got.count(kind)] for kind, _ in part["pool"] if kind in got]}


def drawn(ask: dict[str, Any], dice: random.Random) -> dict[str, Any]:
    """An answer to a question, in one of the ways that the protocol has."""
    if ask["ask"] == 2:
        return {"pick": ILLEGAL}
    if "options" not in ask or ("next" in ask and dice.random() < 0.8):
        return drawn_part(ask["next"], dice)
    option = dice.choice(ask["options"])
    return {"option_of": option} if dice.random() < 0.5 else {"pick": option}


def sent(answer: dict[str, Any], ask: dict[str, Any]) -> dict[str, Any]:
    """The answer as it is sent: `option_of` and `value_of` become numbers, so that records do not
    depend on the order of what is offered."""
    if "option_of" in answer:
        return {"option": ask["options"].index(answer["option_of"])}
    if "value_of" in answer:
        return {"value": ask["next"]["values"].index(answer["value_of"])}
    return answer


def main(folder: Path) -> None:
    """Play one seat of one match, and end when there is nothing left to answer."""
    seat = -1
    known = folder / "answers.json"
    recorded = json.loads(known.read_text()) if known.exists() else None
    answers: list[dict[str, Any]] = []
    dice = random.Random(0)
    for line in sys.stdin:
        request = json.loads(line)
        if "guildhall" in request:
            seat = request["seat"]
            if (folder / f"seat{seat}.jsonl").exists():
                return
            answers = recorded[seat] if recorded else []
            dice = random.Random(seat)
            answer: dict[str, Any] | None = {"name": "recorded", "protocol": 1}
            message = answer
        elif "ask" in request:
            answer = _next(answers) if recorded else drawn(request, dice)
            over = seat == 0 and recorded is None and request["ask"] > LONGEST
            if answer is None or over or (folder / "stop").exists():
                (folder / "stop").touch()
                return
            message = {"answer": request["ask"], **sent(answer, request)}
        else:
            answer = message = None
        with (folder / f"seat{seat}.jsonl").open("a") as file:
            file.write(json.dumps({"->": request, "<-": answer}) + "\n")
        if message is not None:
            print(json.dumps(message), flush=True)


def _next(answers: list[dict[str, Any]]) -> dict[str, Any] | None:
    return answers.pop(0) if answers else None


if __name__ == "__main__":
    main(Path(sys.argv[1]))
