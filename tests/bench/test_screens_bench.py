"""Painting the table of Middle Ages, and the latency of keys and choices at the tables.

A cursor step at the real table of each game is compared with a bare painted widget; target: at most
1.5 times as long.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from itertools import cycle
from typing import Any

import pytest
from textual.app import App

from engine.core.chance import Dice
from engine.storage.session import Session
from screens.games.middle_ages.painter import PAINTER
from screens.paint.canvas import Canvas
from screens.play.play_screen import PlayScreen
from screens.table_view.log_view import LogPage, log_lines
from screens.table_view.panels import paint_decision
from tests.bench.test_surface_bench import BareApp
from tests.screens.games.middle_ages.scenes import ROOMS, played, scene_of
from tests.screens.playing import new_session, play
from tests.wire import Wire, wired

pytestmark = pytest.mark.benchmark(warmup=True)


TABLES = {
    "middle_ages": ("MoveLord", "right", "left"),
    "era": ("BuildStructure", "right", "left"),
    "knights": ("Main", "left", "right"),
    "deus": ("Turn", "right", "left"),
    "troyes": ("TakeTurn", "right", "left"),
}
"""Decisions of the games at which the cursor moves, and two steps there and back."""


def table(game: str) -> App[Any]:
    """Return the table of four in the middle of a game, at its usual decision."""
    session, dice = new_session(game, players=4, picks=60), Dice(b"on")
    while not _asks(session, TABLES[game][0]):
        pending = session.match.pending()[0]
        session.match.choose(
            pending.seat, pending.decision.sample(session.match.view(pending.seat), dice)
        )
    app, _ = play(session)
    return app


def _asks(session: Session, decision: str) -> bool:
    """Whether this decision is pending, with several options."""
    pending = session.match.pending()[0]
    return pending.decision.name == decision and len(session.ask(pending.seat).part_options(())) > 1


@pytest.mark.parametrize("size", [(80, 24), (120, 40)], ids=lambda size: f"{size[0]}x{size[1]}")
def test_paint_the_table(benchmark: Any, size: tuple[int, int]) -> None:
    match = played(4, picks=40, until="MoveLord")
    benchmark(lambda: PAINTER.paint(scene_of(match), *ROOMS[size]))


def test_paint_the_decision(benchmark: Any) -> None:
    scene = scene_of(played(4, picks=40, until="MoveLord"))
    benchmark(lambda: paint_decision(scene, PAINTER, 120, 6))


def test_preview_a_move_and_paint_the_decision(benchmark: Any) -> None:
    match = played(4, picks=40, until="MoveLord")
    benchmark(lambda: paint_decision(scene_of(match), PAINTER, 120, 6))


def test_render_whole_log(benchmark: Any) -> None:
    scene = scene_of(played(5, picks=1000))
    lines = benchmark(lambda: log_lines(scene, undone=True))
    assert len(lines) > 300


def test_scroll_log_page_by_one_line(benchmark: Any) -> None:
    """A step in a log of about a thousand events; target: less than 20 ms."""
    scene, page = scene_of(played(5, picks=1000)), LogPage()
    page.update_lines(scene)
    selected = cycle(range(200, 300))

    def step() -> Canvas:
        page.update_lines(scene)
        return page.paint(scene, 120, 30, next(selected))

    assert benchmark(step).height == 30


@pytest.mark.parametrize("game", ["a bare widget", *TABLES])
def test_cursor_step_to_last_byte(benchmark: Any, game: str) -> None:
    """Time from a key at the driver to the last byte of the resulting frame."""
    app = table(game) if game in TABLES else BareApp()
    keys = cycle(TABLES[game][1:] if game in TABLES else ["right"])
    measure(benchmark, app, lambda wire: wire.delay(next(keys)), rounds=100)


def test_choice_to_last_byte(benchmark: Any) -> None:
    """A choice saved in memory and shown: rules, notes, options, the whole table."""
    app, _ = play(new_session(players=4))
    measure(benchmark, app, lambda wire: wire.delay("enter"), rounds=60)


def measure(benchmark: Any, app: App[Any], act: Callable[[Wire], Any], *, rounds: int) -> None:
    """Time an action at an app, with a pause before each time."""
    with asyncio.Runner() as runner:
        context = wired(app, size=(120, 40))
        wire = runner.run(context.__aenter__())
        if isinstance(app.screen, PlayScreen) and app.screen.state.pass_to is not None:
            runner.run(wire.press("space"))

        async def once() -> None:
            await act(wire)

        async def rest() -> None:
            await asyncio.sleep(0.02)

        benchmark.pedantic(
            lambda: runner.run(once()),
            setup=lambda: runner.run(rest()),
            rounds=rounds,
            warmup_rounds=4,
        )
        runner.run(context.__aexit__(None, None, None))
