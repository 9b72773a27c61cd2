"""Speed of painting the table of Era, entirely and while a piece is moved."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from itertools import cycle
from typing import Any

from screens.games.era.input_modes import PlacingPieces
from screens.games.era.piece_forecast import PieceForecast
from screens.games.era.piece_input import MovingPiece, piece_in_hand
from screens.games.era.symbols import key_of
from screens.input_modes.partial_pick import PartialPick
from screens.play.play_screen import PlayScreen
from screens.table.messages import KeyPressed
from tests.screens.games.era.test_snapshots import until
from tests.screens.playing import LARGE, play, repaint


def on_stage(decision: str, measure: Callable[[PlayScreen], None]) -> None:
    """Measure on a running screen of four players."""

    async def run() -> None:
        app, screen = play(until(decision, 4, 8))
        async with app.run_test(size=LARGE) as pilot:
            await pilot.pause()
            measure(screen)

    asyncio.run(run())


def test_painting_the_whole_table(benchmark: Any) -> None:
    on_stage("BuildStructure", lambda screen: benchmark(repaint, screen))


def test_a_placement_preview(benchmark: Any) -> None:
    """One step of a piece: legality, enclosed area, disease, and its painting."""

    def measure(screen: PlayScreen) -> None:
        partial_pick, _ = in_hand(screen)
        if piece_in_hand(partial_pick) is None:
            box = partial_pick.request.view.box
            kind = next(one.value for one in partial_pick.choices() if one.value in box.kinds)
            letter = key_of(box, str(kind))
            screen.dispatch(KeyPressed(letter, letter))
        keys = cycle(
            (
                KeyPressed("right"),
                KeyPressed("down"),
                KeyPressed("left"),
                KeyPressed("up"),
                KeyPressed("x", "x"),
            )
        )

        def move() -> None:
            partial_pick, piece = in_hand(screen)
            assert piece is not None
            piece.forecast = PieceForecast(partial_pick.request, piece.kind)
            partial_pick.previews.clear()
            screen.dispatch(next(keys))

        benchmark(move)

    on_stage("BuildStructure", measure)


def in_hand(screen: PlayScreen) -> tuple[PlacingPieces, MovingPiece | None]:
    """Return the choice in progress, and the piece that is moved."""
    partial_pick: PartialPick[Any] | None = screen.state.partial_pick
    assert isinstance(partial_pick, PlacingPieces)
    return partial_pick, piece_in_hand(partial_pick)
