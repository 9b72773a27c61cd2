"""Cities & Knights with the mouse: counters of a trade, and tooltips."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from engine.games.knights.board import NOWHERE
from screens.games.knights.painter import PAINTER
from screens.input_modes.steppers import Steppers
from screens.paint import buttons
from screens.paint.canvas import Canvas, Spot
from tests.screens.games.knights.scenes import ROOMS, played, scene_of
from tests.screens.games.knights.test_playing import playing, session_at
from tests.screens.playing import LARGE, SMALL, click, press, screen_text


def spot(canvas: Canvas, place: Spot) -> tuple[int, int]:
    """A cell of a place."""
    rect = canvas.rects(place)[-1]
    return rect.x, rect.y


async def offering(app: Any, pilot: Any) -> Any:
    """Start an offer, and return its input mode."""
    await pilot.pause()
    await press(pilot, "o", "enter")
    return app.screen.state.partial_pick.input_mode


async def test_right_click_removes_what_a_click_added() -> None:
    app, _ = playing(session_at("Main"))
    async with app.run_test(size=LARGE) as pilot:
        input_mode = await offering(app, pilot)
        number = next(n for n, one in enumerate(input_mode.counters()) if one.row)
        at = spot(app.screen.surface.canvas, (buttons.COUNT, number))
        await click(app, pilot, (buttons.COUNT, number))
        await click(app, pilot, (buttons.COUNT, number))
        assert app.screen.state.partial_pick.input_mode.counters()[number].number == 2
        await pilot.click(offset=at, button=3)
        await pilot.pause()
        assert app.screen.state.partial_pick.input_mode.counters()[number].number == 1


async def test_click_on_a_kind_that_cannot_be_asked_for_is_explained() -> None:
    app, screen = playing(session_at("Main"))
    async with app.run_test(size=LARGE) as pilot:
        input_mode = await offering(app, pilot)
        shut = [one for one in app.screen.surface.canvas.spots if one[0] == buttons.SHUT]
        held = {one.kind for one in input_mode.counters() if not one.row}
        assert {kind for _, row, kind in shut if not row}.isdisjoint(held)
        await click(app, pilot, next(one for one in shut if not one[1]))
        assert "you have none" in screen_text(screen)
        given = next(n for n, one in enumerate(input_mode.counters()) if not one.row)
        await click(app, pilot, (buttons.COUNT, given))
        await click(app, pilot, (buttons.SHUT, 1, input_mode.counters()[given].kind))
        assert "You cannot ask for a kind of card that you are giving." in screen_text(screen)


def test_robber_and_merchant_labels_belong_to_their_hexes() -> None:
    match = played(4, picks=900, until="Main")
    view: Any = match.state
    width, height = ROOMS[(160, 50)]
    canvas = PAINTER.paint(scene_of(match), width, height)
    for hex, word in ((view.robber, "robber"), (view.merchant, "merchant")):
        assert hex != NOWHERE
        x, y = spot(canvas, ("hex", hex))
        assert word in "".join(canvas.chars[y][x : x + 9])
    tooltip = PAINTER.inspect(scene_of(match), ("hex", view.merchant))
    assert tooltip is not None
    assert "'s merchant is here" in scene_of(match).translate(tooltip)


def test_every_heading_of_the_player_table_has_a_tooltip() -> None:
    scene = scene_of(played(4, picks=60, until="Main"))
    for size in ((120, 40), (160, 50)):
        canvas = PAINTER.paint(scene, *ROOMS[size])
        heads: list[Any] = [one for one in canvas.spots if _is_head(one)]
        assert len(heads) == 9
        tooltips = [PAINTER.inspect(scene, head) for head in heads]
        assert len({scene.translate(text) for text in tooltips if text is not None}) == 9


def _is_head(place: Any) -> bool:
    return place[0] in ("head", "track", "decks")


async def click_anything(app: Any, screen: Any, pilot: Any, random: Random) -> None:
    """Click a random choice or counter, or confirm with a click."""
    input_mode, canvas = screen.state.partial_pick.input_mode, screen.surface.canvas
    if screen.state.pass_to is not None:
        await click(app, pilot, (buttons.PASS_SCREEN,))
    elif isinstance(input_mode, Steppers):
        for _ in range(30):
            input_mode = screen.state.partial_pick.input_mode
            if input_mode.refusal() is None:
                break
            await click(app, pilot, (buttons.COUNT, random.randrange(len(input_mode.counters()))))
        request = input_mode.partial_pick.request, input_mode.partial_pick.chosen
        await click(app, pilot, (buttons.KEY, "Enter"))
        partial_pick = screen.state.partial_pick
        if partial_pick is not None and (partial_pick.request, partial_pick.chosen) == request:
            await click(app, pilot, (buttons.KEY, "Escape"))
    else:
        stops = [
            next((one for one in stop if canvas.rects(one)), None) for stop in input_mode.stops()
        ]
        await click(app, pilot, random.choice([one for one in stops if one is not None]))


@pytest.mark.parametrize("size", [SMALL, LARGE])
async def test_game_can_be_played_by_clicks_alone(size: tuple[int, int]) -> None:
    session = session_at("Main", picks=30, players=3)
    app, screen = playing(session)
    random, begun_at = Random(size[0]), len(session.match.line)
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        for _ in range(60):
            await click_anything(app, screen, pilot, random)
        picks = [event for event in session.match.line[begun_at:] if event.kind == "pick"]
        assert len(picks) > 15
        assert len({event.step for event in picks}) > 3
