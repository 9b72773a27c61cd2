"""Random walks with the cursor at the tables of a game, and the bytes that each step sends.

python -m tests.screens.play.cursor_walks GAME...
"""

from __future__ import annotations

import asyncio
from random import Random
from typing import Final, NamedTuple

from screens.play.play_screen import PlayScreen
from screens.table.table_state import TABLE_PAGE, TableState
from tests.screens.playing import LARGE, new_session, play
from tests.wire import Wire, wired

PLAYERS: Final = 4
WALKS: Final = ("left", "right", "up", "down")


class SentStep(NamedTuple):
    """A cursor step: its bytes, and the decision, number of chosen parts and input mode."""

    bytes: int
    decision: str
    chosen: int
    mode: str


def walk(game: str, picks: int, keys: int, seed: int) -> list[SentStep]:
    """Return the steps among random keys at a table of 120 by 40 cells after random picks."""
    app, screen = play(new_session(game, PLAYERS, picks), pace="0", confirm="never", cards="key")

    async def go() -> list[SentStep]:
        async with wired(app, size=LARGE, colours="256") as wire:
            await wire.settle()
            return await _walk(wire, screen, Random(seed), keys)

    return asyncio.run(go())


async def _walk(wire: Wire, screen: PlayScreen, random: Random, keys: int) -> list[SentStep]:
    found: list[SentStep] = []
    match = screen.session.match
    for _ in range(keys):
        before, events = screen.state, len(match.log)
        if match.over:
            break
        partial_pick = before.partial_pick
        if before.pass_to is not None or before.is_covered or partial_pick is None:
            await wire.press("space")
            continue
        key = random.choice((*WALKS * 4, "enter", "enter"))
        sent = await wire.press(key)
        if key in WALKS and events == len(match.log) and _is_step(before, screen.state):
            mode = type(partial_pick.input_mode).__name__
            found.append(SentStep(sent, partial_pick.decision.name, len(partial_pick.chosen), mode))
    return found


def _is_step(before: TableState, after: TableState) -> bool:
    """Whether nothing but the pointer has moved: no summary went away and no question was asked."""
    return (
        all(
            one.partial_pick and one.zone == TABLE_PAGE and not one.question
            for one in (before, after)
        )
        and not before.is_covered
        and before.past.unmarked_count == after.past.unmarked_count
        and (
            before.partial_pick is not after.partial_pick
            or before.last_cursor is not after.last_cursor
        )
    )


def main(games: list[str]) -> None:
    """Print the kinds of steps that send most."""
    for game in games:
        steps = sorted(step for number in range(4) for step in walk(game, 30 * number, 120, number))
        over = sum(step.bytes > 600 for step in steps)
        middle = steps[len(steps) // 2].bytes
        print(f"{game}: {len(steps)} steps, median {middle}, {over} over 600 bytes")
        kinds: dict[tuple[str, int, str], list[int]] = {}
        for step in steps:
            kinds.setdefault(step[1:], []).append(step.bytes)
        for kind, sizes in sorted(kinds.items(), key=lambda one: -one[1][-1])[:6]:
            print(f"    {kind}: {len(sizes)}, most {sizes[-1]}, median {sizes[len(sizes) // 2]}")


if __name__ == "__main__":
    import sys

    main(sys.argv[1:])
