"""Animations on a screen: frames are sent, then nothing; a key ends them; without a terminal there
are none."""

from __future__ import annotations

import asyncio
from time import monotonic

import pytest

from engine.core.chance import Dice
from screens.play.play_screen import PlayScreen
from screens.preferences import MOVEMENT_OFF, MOVEMENT_ON
from screens.table.match_commands import Choose
from tests.screens.playing import Stage, at_table, do, new_session, play
from tests.wire import Wire, wired


def choose(screen: PlayScreen, dice: Dice) -> None:
    """Let the asked player choose at random."""
    partial_pick = screen.state.partial_pick
    assert partial_pick is not None
    pick = partial_pick.decision.sample(screen.session.match.state, dice)
    do(screen, Choose(partial_pick.request, pick))


def moves(screen: PlayScreen) -> bool:
    """Whether something moves now."""
    return screen.state.animation is not None


def begin_to_move(screen: PlayScreen) -> None:
    """Let people choose until something is animated, or would be."""
    dice = Dice(b"movement")
    for _ in range(3):
        choose(screen, dice)


def lines(wire: Wire) -> list[str]:
    """The cells of the terminal."""
    assert isinstance(wire.app, Stage)
    return ["".join(row) for row in wire.app.screen_buffer.chars]


async def shown(movement: str, *, key: str | None) -> tuple[list[str], int]:
    """The screen after all animations, and the number of pictures sent until then; a key is pressed
    in the middle."""
    app, screen = play(new_session("middle_ages", 3, 12), monotonic, movement=movement)
    async with wired(app, colours="truecolor") as wire:
        wire.mark()
        begin_to_move(screen)
        assert moves(screen) == (movement == MOVEMENT_ON)
        await asyncio.sleep(0.1)
        if key is not None:
            await wire.pilot.press(key)
            assert not moves(screen)
        while moves(screen):
            await asyncio.sleep(0.01)
        await wire.settle()
        sent = len(wire.driver.written)
        assert await wire.idle(0.5) == 0
        return lines(wire), sent


@pytest.mark.parametrize("key", [None, "right"])
async def test_final_picture_is_the_same_without_animation(key: str | None) -> None:
    moved, sent = await shown(MOVEMENT_ON, key=key)
    still, pictures = await shown(MOVEMENT_OFF, key=key)
    assert moved == still
    assert key is not None or sent > pictures


async def test_nothing_is_animated_without_a_terminal() -> None:
    async with at_table(new_session("middle_ages", 3, 12)) as (app, screen, _):
        assert not app.can_animate
        assert screen.table_context().may_animate is None
        begin_to_move(screen)
        assert not moves(screen)
        assert screen.state.shown_table is None


async def test_nothing_is_animated_while_the_terminal_is_behind(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    app, screen = play(new_session("middle_ages", 3, 12), monotonic, movement=MOVEMENT_ON)
    async with wired(app) as wire:
        begin_to_move(screen)
        assert moves(screen)
        rings = screen.state.timers.last
        monkeypatch.setattr(Stage, "has_time", False)
        while moves(screen):
            await asyncio.sleep(0.01)
        assert screen.state.timers.last == rings
        choose(screen, Dice(b"more"))
        assert not moves(screen)
        await wire.settle()
