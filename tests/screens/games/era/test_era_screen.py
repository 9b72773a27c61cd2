"""Era on the screen: simultaneous setup, moving pieces, marking dice, alone and with others."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from statistics import median
from typing import Any

import pytest

from engine.core.chance import Dice
from engine.core.hidden import Hidden
from engine.match.match import Match
from screens.games.era.input_modes import PlacingPieces
from screens.games.era.piece_input import MovingPiece, piece_in_hand
from screens.input_modes.multi_select import MultiSelect
from screens.preferences import CONFIRM_LOSS
from screens.table.match_commands import Choose
from screens.table.read_only_session import ReadOnlySession
from screens.table.recent_changes import RecentChanges
from screens.table_view.painter_registry import painter_for
from tests.screens.playing import (
    LARGE,
    SMALL,
    ThinkingClock,
    at_table,
    click,
    do,
    new_session,
    play,
    press,
    press_at_random,
    repaint,
    scene_at,
    screen_text,
)
from tests.wire import wired


def era(players: int = 3, picks: int = 0, **options: Any) -> Any:
    return new_session("era", players, picks, **options)


def in_hand(screen: Any) -> MovingPiece:
    """The piece being moved."""
    piece = piece_in_hand(screen.state.partial_pick)
    assert piece is not None
    return piece


async def place_the_kit(pilot: Any, screen: Any) -> None:
    """Place all starting pieces where possible, and be ready."""
    for _ in range(40):
        partial_pick = screen.state.partial_pick
        if partial_pick is None or partial_pick.decision.name != "PlaceKit":
            return
        await press(pilot, "enter")
        if piece_in_hand(screen.state.partial_pick) is not None:
            await press(pilot, "enter")
        if screen.state.pass_to is not None:
            return


async def test_piece_is_moved_rotated_and_placed() -> None:
    session = era(1)
    async with at_table(session) as (_, screen, pilot):
        await press(pilot, "enter")
        before = in_hand(screen).current_pick
        await press(pilot, "right")
        assert in_hand(screen).current_pick[1] != before[1]
        await press(pilot, "x")
        assert in_hand(screen).current_pick[2] != before[2]
        await press(pilot, "n")
        lying = in_hand(screen).current_pick
        await press(pilot, "enter")
        assert session.match.line[-1].value == lying
        await press(pilot, "u")
        assert not session.match.line


async def test_next_player_does_not_reveal_the_secret_choice_before() -> None:
    """Everyone learns that Anna is ready; once Boris is asked, only a vote of the table undoes
    it."""
    session = era(2)
    async with at_table(session) as (_, screen, pilot):
        await press(pilot, "space")
        await place_the_kit(pilot, screen)
        assert screen.state.pass_to == 1
        await press(pilot, "space")
        assert screen.state.viewer == 1
        assert "undo" not in screen_text(screen)
        log = list(session.match.log)
        for key in ("u", "U"):
            await press(pilot, key)
            assert session.match.log == log
            assert "Anna has made a secret choice." in screen_text(screen)


async def test_impossible_position_of_a_piece_is_explained() -> None:
    session = era(1)
    async with at_table(session) as (_, screen, pilot):
        await press(pilot, "enter")
        in_hand(screen).place_as(("longhouse", "G7", 0))
        repaint(screen)
        assert "Not here: G7 is taken: Keep." in screen_text(screen)
        assert "ERA-2.5" not in screen_text(screen)
        log = len(session.match.log)
        await press(pilot, "enter")
        assert len(session.match.log) == log
        await press(pilot, "n")
        assert in_hand(screen).refusal() is None


async def test_piece_follows_the_mouse() -> None:
    session = era(1)
    async with at_table(session, size=LARGE) as (app, screen, pilot):
        await click(app, pilot, ("kit", "farm"))
        await click(app, pilot, ("domain", 0, "C3"))
        assert in_hand(screen).current_pick[1] == "C3"
        await pilot.click("#table", offset=(60, 5), button=3)
        assert in_hand(screen).current_pick[2] == 90
        await click(app, pilot, ("domain", 0, "C3"))
        assert session.match.line[-1].value[1] == "C3"


async def test_newly_enclosed_cells_are_previewed() -> None:
    session = era(1)
    for pick in (("wall_4", "C6", 90), ("wall_4", "D6", 0)):
        session.choose(session.ask(0), pick)
    async with at_table(session) as (_, screen, pilot):
        assert screen.state.partial_pick is not None
        wall = next(
            n for n, c in enumerate(screen.state.partial_pick.choices()) if c.value == "wall_4"
        )
        screen.state.partial_pick.input_mode.point(wall)
        await press(pilot, "enter")
        in_hand(screen).place_as(("wall_4", "D9", 0))
        repaint(screen)
        assert "The walled area is then 6" in screen_text(screen)


async def test_pass_screen_separates_the_secrets_of_two_players() -> None:
    """While the pass screen is shown, no secret is on the screen or in its objects, whatever key
    is pressed."""
    session = era(2)
    clock = ThinkingClock()
    app, played = play(session, clock)
    screen: Any = played
    async with app.run_test(size=SMALL) as pilot:
        await pilot.pause()
        assert screen.state.pass_to == 0, "the first player is not known yet"
        await press(pilot, "space")
        await place_the_kit(pilot, screen)
        assert screen.state.pass_to == 1
        clock.still = True
        for key in [*"abcdefghijklmnopqrstuvwxyzURST1234567890?", "tab", "escape", "space", "up"]:
            await press(pilot, key)
            assert screen.state.pass_to == 1
            assert "Boris" in screen_text(screen)
            assert "Longhouse" not in screen_text(screen)
            for thing in reachable(screen):
                assert not isinstance(thing, PlacingPieces | MovingPiece)
        clock.still = False
        await press(pilot, "space")
        assert screen.state.pass_to is None
        assert screen.state.viewer == 1
        assert isinstance(scene_at(screen).view.drafts[0], Hidden)


def reachable(screen: Any) -> Iterator[Any]:
    """Objects held by the screen, except the match itself, which hides secrets by views."""
    for name, value in vars(screen).items():
        if name not in ("session", "_match"):
            yield value


async def test_change_marks_do_not_cover_dice_or_outlive_a_round() -> None:
    session = era(1)
    app, screen = play(session)
    dice, flashed = Random(7), 0
    recent = RecentChanges(ReadOnlySession(session), painter_for("era"))
    rounds: list[int] = []
    async with app.run_test(size=SMALL) as pilot:
        await pilot.pause()
        while len(rounds) < 4:
            request = session.ask(0)
            options = request.options or [
                request.decision.sample(session.match.state, Dice(b"marks"))
            ]
            at_first = session.match.state.round
            do(screen, Choose(request, dice.choice(options)))
            await pilot.pause()
            places: list[Any] = list(recent.changed_places(screen.state))
            flashed += len(places)
            assert not [place for place in places if place[0] == "die"]
            if session.match.state.round != at_first:
                rounds.append(at_first)
                assert len(places) <= 1, "only the place of the choice that ended the round"
        assert flashed


async def test_dice_are_marked_and_rolled() -> None:
    session = era(1)
    while session.match.pending()[0].decision.name != "ChooseDice":
        pending = session.match.pending()[0]
        session.choose(session.ask(pending.seat), pending.decision.options(session.match.state)[0])
    async with at_table(session) as (_, screen, pilot):
        await press(pilot, "1")
        assert screen.state.partial_pick is not None
        input_mode = screen.state.partial_pick.input_mode
        assert isinstance(input_mode, MultiSelect)
        assert len(input_mode.things) == 1
        region = screen.surface.canvas.spots.region(("die", 0, input_mode.things[0]))
        assert region is not None
        line = screen_text(screen).splitlines()[region.bottom - 1]
        assert "roll" in line[region.x : region.right], "the die shows it itself"
        rolls = session.match.state.rolls[0]
        await press(pilot, "w")
        assert session.match.state.rolls[0] == rolls + 1


@pytest.mark.parametrize("players", [1, 2])
async def test_a_game_by_keys_alone(players: int) -> None:
    session = era(players, picks=15)
    app, screen = play(session)
    random = Random(5)
    async with app.run_test(size=SMALL) as pilot:
        await pilot.pause()
        for _ in range(60):
            if session.match.over:
                break
            await pilot.press(random.choice(["left", "right", "up", "down", "x", "n"]))
            await press(pilot, "space" if screen.state.pass_to is not None else "enter")
        assert len([event for event in session.match.line if event.kind == "pick"]) > 20
    assert session.store.load(session.id).state == session.match.state


@pytest.mark.long
@pytest.mark.parametrize("players", [1, 2, 3, 4])
async def test_a_whole_game_by_keys_alone(players: int) -> None:
    session = era(players)
    app, screen = play(session)
    random = Random(players)
    async with app.run_test(size=SMALL) as pilot:
        await pilot.pause()
        for _ in range(6000):
            if session.match.over:
                break
            for _ in range(random.randrange(2)):
                await pilot.press(random.choice(["left", "right", "up", "down", "x", "n"]))
            await press(pilot, "space" if screen.state.pass_to is not None else "enter")
        assert session.match.over
        assert "1." in screen_text(screen)
    assert session.store.load(session.id).state == session.match.state


@pytest.mark.parametrize("seed", [1, 2])
async def test_random_keys_break_nothing(seed: int) -> None:
    session = era(2, picks=40 * seed, bots=1, seed=str(seed))
    app, screen = play(session, confirm=CONFIRM_LOSS)
    random = Random(seed)
    keys = ["enter"] * 6 + ["left", "right", "up", "down", "tab", "escape", "space", "pageup"]
    keys += list("ulstrU?123abxnw")
    size = SMALL if seed % 2 else LARGE
    async with app.run_test(size=size) as pilot:
        await press_at_random(pilot, random, keys, 120)
        assert app.screen is screen
    assert session.store.load(session.id).state == session.match.state
    assert Match.load(session.match.header, session.match.log).state == session.match.state


async def test_idle_table_sends_nothing() -> None:
    """At 120 x 40 in 256 colours: at most 600 bytes for a cursor step, 8,000 for an action, none
    while idle."""
    session = era(3, picks=120)
    app, screen = play(session)
    steps, actions = [], []
    async with wired(app, size=LARGE, colours="256") as wire:
        await wire.settle()
        for _ in range(15):
            if screen.state.pass_to is not None:
                await wire.press("space")
                continue
            if session.match.over:
                break
            steps += [await wire.press("right"), await wire.press("right")]
            actions.append(await wire.press("enter"))
        still = await wire.idle(0.3)
    assert median(steps) <= 400
    assert max(steps) <= 600
    assert max(actions) <= 8000
    assert still == 0


async def test_objects_on_the_table_have_tooltips() -> None:
    session = era(2, picks=60)
    async with at_table(session, size=LARGE) as (_, screen, pilot):
        if screen.state.pass_to is not None:
            await press(pilot, "space")
        scene = scene_at(screen)
        tooltips = {
            place: scene.translate(text)
            for place in screen.surface.canvas.spots
            if isinstance(place, tuple) and (text := painter_for("era").inspect(scene, place))
        }
        assert "costs" in tooltips["supply", "church"]
        assert "faces" in tooltips["die", screen.state.viewer, 0]
        cells = [place for place in tooltips if place[0] == "domain" and len(place) == 3]
        assert len(cells) == 14 * 14
        await press(pilot, "slash")
        assert screen.state.inspecting


async def test_solo_result_is_saved_and_shown_among_the_best() -> None:
    session = era(1)
    dice = Dice(b"solo")
    while len([e for e in session.match.line if e.kind == "pick"]) < 500 and not session.match.over:
        pending = session.match.pending()[0]
        session.choose(
            session.ask(pending.seat), pending.decision.sample(session.match.state, dice)
        )
    assert session.match.over
    (best,) = session.store.best("era", session.match.header.options)
    assert best.total == session.match.game.standings(session.match.state)[0].total
    app, _ = play(session)
    async with app.run_test(size=SMALL) as pilot:
        await pilot.pause()
        text = screen_text(app.first)
        assert "Best results" in text
        assert f"1. {best.total} points, Serf" in text
