"""Cities & Knights through the play screen: games by keys, trades by counters, few bytes."""

from __future__ import annotations

from random import Random
from statistics import median
from typing import Any

import pytest

from engine.match import Match
from engine.session import Session
from engine.store import MemoryStore
from screens import buttons
from screens.counting import Counting
from screens.knights.choosing import Walking
from tests.screens.knights.scenes import begun, play_on
from tests.screens.playing import LARGE, SMALL, click, play, press, session, shown
from tests.wire import wired


def kept_at(until: str, picks: int = 60, players: int = 3, **options: str) -> Session:
    """A session that has come to a decision, all hands open."""
    match = begun(players, open_hands="yes", **options)
    play_on(match, picks, until)
    store = MemoryStore()
    return Session(store, store.new(match), match)


def playing(kept: Session) -> tuple[Any, Any]:
    """The app that plays a session, and its screen."""
    return play(kept)


async def choose_anything(app: Any, screen: Any, pilot: Any, random: Random) -> None:
    """Look about, count up where counters are, and take what is there."""
    if screen.curtain_for is not None:
        await press(pilot, "space")
        return
    for _ in range(random.randrange(3)):
        await pilot.press(random.choice(["left", "right", "up", "down"]))
    chooser = screen.choosing.chooser if screen.choosing is not None else None
    if isinstance(chooser, Counting):
        await pilot.press("plus", "right", "plus", "right")
    await press(pilot, "enter")
    if screen.choosing is not None and random.random() < 0.2:
        await press(pilot, "escape")


@pytest.mark.parametrize("players", [2, 4])
async def test_a_game_by_keys_alone(players: int) -> None:
    kept = session("knights", players, 4 * players + 5)
    app, screen = playing(kept)
    random = Random(players)
    async with app.run_test(size=SMALL) as pilot:
        await pilot.pause()
        for _ in range(40):
            if kept.match.over:
                break
            await choose_anything(app, screen, pilot, random)
        assert len([event for event in kept.match.line if event.kind == "pick"]) > 30
    assert kept.store.load(kept.id).state == kept.match.state


@pytest.mark.long
async def test_a_whole_game_by_keys_alone() -> None:
    kept = kept_at("Main", picks=30, players=2, win_target="8")
    app, screen = playing(kept)
    random = Random(1)
    async with app.run_test(size=SMALL) as pilot:
        await pilot.pause()
        for _ in range(6000):
            if kept.match.over:
                break
            await choose_anything(app, screen, pilot, random)
        assert kept.match.over
        assert "1." in shown(screen)
    assert kept.store.load(kept.id).state == kept.match.state


@pytest.mark.parametrize("seed", [1, 2])
async def test_a_monkey_breaks_nothing(seed: int) -> None:
    kept = session("knights", 3, 60 * seed, bots=1, seed=str(seed))
    app, screen = playing(kept)
    random = Random(seed)
    keys = ["enter"] * 6 + ["left", "right", "up", "down", "tab", "escape", "space", "plus"]
    keys += list("ulsrU?123boydncmhe")
    size = SMALL if seed % 2 else LARGE
    async with app.run_test(size=size) as pilot:
        for _ in range(80):
            if random.random() < 0.8:
                await pilot.press(random.choice(keys))
            else:
                at = (random.randrange(size[0]), random.randrange(size[1]))
                await pilot.click("#table", offset=at)
        await pilot.pause(0.05)
        assert app.screen is screen
    assert Match.load(kept.match.header, kept.match.log).state == kept.match.state


async def test_an_offer_is_two_rows_of_counters() -> None:
    kept = kept_at("Main")
    island: Any = kept.match.state
    hand = island.hands[kept.match.owed()[0].seat]
    assert sum(hand), "somebody who can offer something"
    app, screen = playing(kept)
    async with app.run_test(size=SMALL) as pilot:
        await press(pilot, "o", "enter")
        assert "give" in shown(screen)
        assert "want" not in shown(screen)
        await press(pilot, "plus")
        lines = shown(screen).splitlines()
        give = next(y for y, line in enumerate(lines) if " give " in line)
        assert " want " in lines[give + 1]
        counters = len(screen.choosing.chooser.counters())
        assert all((buttons.COUNT, n) in screen.surface.canvas.spots for n in range(counters))


async def test_a_road_is_built_by_a_click_on_its_side() -> None:
    kept = kept_at("SetupRoad", picks=1)
    seat = kept.match.owed()[0].seat
    side = kept.match.options(seat)[0]
    app, _ = playing(kept)
    async with app.run_test(size=LARGE) as pilot:
        await pilot.pause()
        await click(app, pilot, ("edge", side))
        island: Any = kept.match.state
        assert island.roads[side] == seat


async def test_the_way_of_a_knight_is_drawn_before_it_counts() -> None:
    kept = kept_at("Main", picks=60, players=4)
    while not any(pick[0] == "move" for pick in kept.match.options(kept.match.owed()[0].seat)):
        play_on(kept.match, 1, "Main")
    app, screen = playing(kept)
    async with app.run_test(size=LARGE) as pilot:
        await press(pilot, "m", "enter")
        if not isinstance(screen.choosing.chooser, Walking):
            await press(pilot, "enter")
        chooser = screen.choosing.chooser
        assert isinstance(chooser, Walking)
        steps = len(chooser.way()) - 1
        assert steps >= 1
        canvas = screen.surface.canvas
        way = [
            (x, y)
            for y, row in enumerate(canvas.roles)
            for x, role in enumerate(row)
            if role == "cursor" and canvas.chars[y][x] == "•"
        ]
        assert len(way) == steps


async def test_the_wire_stays_quiet() -> None:
    """At 120 x 40 in 256 colours: the first picture at most 24,000 bytes, a cursor step 600, an
    action 8,000, idle none."""
    kept = kept_at("Main", picks=150, players=4)
    app, _ = playing(kept)
    steps, actions = [], []
    async with wired(app, size=LARGE, colours="256") as wire:
        await wire.settle()
        first = wire.first
        for _ in range(12):
            if kept.match.over:
                break
            steps += [await wire.press("right"), await wire.press("down")]
            actions.append(await wire.press("e", "e"))
        still = await wire.idle(0.3)
    assert 0 < first <= 24_000
    assert median(steps) <= 600
    assert max(actions) <= 8_000
    assert still == 0


@pytest.mark.parametrize("coached", [False, True])
async def test_a_knight_walks_over_the_island_that_is_shown(coached: bool) -> None:
    """With the coach beside it the table has less room: what is painted again fits it all the
    same."""
    kept = kept_at("Main", picks=60, players=4)
    while not any(pick[0] == "move" for pick in kept.match.options(kept.match.owed()[0].seat)):
        play_on(kept.match, 1, "Main")
    app, screen = playing(kept)
    async with app.run_test(size=(120, 38)) as pilot:
        await pilot.pause()
        screen.coached = coached
        screen.show_all()
        before = shown(screen)
        await press(pilot, "m", "enter")
        if not isinstance(screen.choosing.chooser, Walking):
            await press(pilot, "enter")
        rows = zip(before.splitlines()[1:20], shown(screen).splitlines()[1:20], strict=True)
        changed = sum(a != b for line, other in rows for a, b in zip(line, other, strict=False))
        assert changed < 120, "the way and the marks alone"
