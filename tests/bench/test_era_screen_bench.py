"""How fast the table of Era is painted, whole and while a piece is moved."""

from __future__ import annotations

import asyncio
from typing import Any

from screens.games.era.choosing import PlacingPieces
from screens.games.era.moving import piece_in_hand
from tests.screens.games.era.test_snapshots import until
from tests.screens.playing import LARGE, play


def on_stage(decision: str, measure: Any, keys: tuple[str, ...] = ()) -> None:
    """Measure on a running screen of four players."""

    async def run() -> None:
        app, screen = play(until(decision, 4, 8))
        async with app.run_test(size=LARGE) as pilot:
            await pilot.pause()
            await pilot.press(*keys)
            await pilot.pause()
            measure(screen)

    asyncio.run(run())


def test_painting_the_whole_table(benchmark: Any) -> None:
    on_stage("BuildStructure", lambda screen: benchmark(screen.show_all))


def test_a_placement_preview(benchmark: Any) -> None:
    """One step of a piece: legal or not, what it encloses, who falls ill, and the screen of it."""

    def measure(screen: Any) -> None:
        choosing = screen.doing.choosing
        assert isinstance(choosing, PlacingPieces)
        if piece_in_hand(choosing) is None:
            box = choosing.asked.view.box
            kinds = [n for n, c in enumerate(choosing.choices()) if c.value in box.kinds]
            screen._point(kinds[0])
            screen._take()
        piece = piece_in_hand(choosing)
        assert piece is not None
        keys = ["left", "up", "x", "right", "down"]

        def move() -> None:
            keys.append(keys.pop(0))
            piece._previews.clear()
            choosing._foreseen.clear()
            screen._answer(piece.press(keys[0], None))

        benchmark(move)

    on_stage("BuildStructure", measure)
