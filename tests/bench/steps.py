"""Finds the slowest cursor steps of a game: random walks at its tables, with the time per kind of
step in the painting core."""

from __future__ import annotations

from collections import defaultdict
from random import Random
from statistics import median
from time import process_time
from typing import Final

from attrs import frozen

from screens.preferences import Preferences
from tests.screens.playing import LARGE, new_session
from tests.screens.table.headless import HeadlessMatch

PREFERENCES: Final = Preferences(confirm="never", pace="0", cards="key")

WALKS: Final = ("left", "right", "up", "down")

PLAYERS: Final = 4

LEAST: Final = 6
"""Minimum number of steps of a kind for their median to count."""

Kind = tuple[str, int, str]
"""A decision, the number of chosen parts, and the input mode of the next one."""


@frozen
class Step:
    """Place of a step: a match after `picks` picks and these keys, and the key of the step."""

    picks: int
    before: tuple[str, ...]
    key: str


def walk(game: str, picks: int, keys: int, seed: int) -> dict[Kind, list[tuple[float, Step]]]:
    """Return the costs of steps of each kind, in milliseconds of processor time, on a random
    walk."""
    found: dict[Kind, list[tuple[float, Step]]] = defaultdict(list)
    random, session = Random(seed), new_session(game, PLAYERS, picks)
    match, pressed = session.match, list[str]()
    with HeadlessMatch(session, PREFERENCES, size=LARGE, paints=True) as table:
        for _ in range(keys):
            state, events = table.state, len(match.log)
            if match.over:
                break
            if state.pass_to is not None or state.is_covered or state.partial_pick is None:
                table.press("space")
                pressed.append("space")
                continue
            key = random.choice((*WALKS * 4, "enter", "enter", "enter", "plus", "x", "escape"))
            kind = (
                state.partial_pick.decision.name,
                len(state.partial_pick.chosen),
                type(state.partial_pick.input_mode).__name__,
            )
            before = table.picture
            start = process_time()
            table.press(key)
            cost = process_time() - start
            after = table.state
            moved = table.picture is not before and after.zone == "table"
            if key in WALKS and moved and after.question is None and len(match.log) == events:
                found[kind].append((1000 * cost, Step(picks, tuple(pressed), key)))
            pressed.append(key)
    return found


def dearest(game: str, walks: int = 3, keys: int = 500) -> list[tuple[float, Kind, Step]]:
    """Return the kinds of steps of a game, the slowest first: the median of each, and a typical
    step."""
    found: dict[Kind, list[tuple[float, Step]]] = defaultdict(list)
    for number in range(walks):
        for kind, steps in walk(game, 40 * number, keys, number).items():
            found[kind] += steps
    ranked: list[tuple[float, Kind, Step]] = []
    for kind, steps in found.items():
        if len(steps) >= LEAST:
            middle = median(cost for cost, _ in steps)
            ranked.append((middle, kind, min(steps, key=lambda one: abs(one[0] - middle))[1]))
    return sorted(ranked, key=lambda one: one[0], reverse=True)


if __name__ == "__main__":
    import sys

    for game in sys.argv[1:]:
        for cost, kind, step in dearest(game)[:8]:
            print(f"{game:12} {cost:6.2f} ms  {kind}  {step.picks} picks, {len(step.before)} keys")
