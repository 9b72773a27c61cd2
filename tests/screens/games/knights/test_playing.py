"""Cities & Knights on the play screen: games by keys, trades by counters, few bytes."""

from __future__ import annotations

from random import Random
from statistics import median
from typing import Any

import pytest

from engine.match.match import Match
from engine.storage.memory_store import MemoryStore
from engine.storage.session import Session
from screens.games.knights.input_modes import Walking
from screens.games.knights.trade_input import Bargaining
from screens.input_modes.steppers import Steppers
from screens.paint import buttons
from tests.screens.games.knights.scenes import new_match, play_on
from tests.screens.playing import (
    LARGE,
    SMALL,
    click,
    new_session,
    play,
    press,
    press_at_random,
    screen_text,
)
from tests.untyped import options_of
from tests.wire import wired


def session_at(until: str, picks: int = 60, players: int = 3, **options: str) -> Session:
    """A session at a decision, with all hands open."""
    match = new_match(players, open_hands="yes", **options)
    play_on(match, picks, until)
    store = MemoryStore()
    return Session(store, store.new(match), match)


def with_a_knight_to_move() -> Session:
    """A turn with a movable knight, from the first of several matches that has one."""
    for seed in map(str, range(20)):
        match = new_match(4, open_hands="yes", seed=seed)
        play_on(match, 60, "Main")
        while not match.over:
            if any(pick[0] == "move" for pick in options_of(match, match.pending()[0].seat)):
                store = MemoryStore()
                return Session(store, store.new(match), match)
            play_on(match, 1, "Main")
    raise AssertionError("no knight may walk anywhere")


def playing(session: Session, *, coached: bool = False) -> tuple[Any, Any]:
    """An app that plays a session, and its screen."""
    return play(session, coached=coached)


async def choose_anything(app: Any, screen: Any, pilot: Any, random: Random) -> None:
    """Move the cursor, increase counters, and choose."""
    if screen.state.pass_to is not None:
        await press(pilot, "space")
        return
    for _ in range(random.randrange(3)):
        await pilot.press(random.choice(["left", "right", "up", "down"]))
    input_mode = (
        screen.state.partial_pick.input_mode if screen.state.partial_pick is not None else None
    )
    if isinstance(input_mode, Bargaining):
        await pilot.press("plus", "down", "plus")
    elif isinstance(input_mode, Steppers):
        await pilot.press("plus", "right", "plus", "right")
    await press(pilot, "enter")
    if screen.state.partial_pick is not None and random.random() < 0.2:
        await press(pilot, "escape")


@pytest.mark.parametrize("players", [2, 4])
async def test_a_game_by_keys_alone(players: int) -> None:
    session = new_session("knights", players, 4 * players + 5)
    app, screen = playing(session)
    random = Random(players)
    async with app.run_test(size=SMALL) as pilot:
        await pilot.pause()
        for _ in range(40):
            if session.match.over:
                break
            await choose_anything(app, screen, pilot, random)
        assert len([event for event in session.match.line if event.kind == "pick"]) > 30
    assert session.store.load(session.id).state == session.match.state


@pytest.mark.long
async def test_a_whole_game_by_keys_alone() -> None:
    session = session_at("Main", picks=30, players=2, win_target="8")
    app, screen = playing(session)
    random = Random(1)
    async with app.run_test(size=SMALL) as pilot:
        await pilot.pause()
        for _ in range(6000):
            if session.match.over:
                break
            await choose_anything(app, screen, pilot, random)
        assert session.match.over
        assert "1." in screen_text(screen)
    assert session.store.load(session.id).state == session.match.state


@pytest.mark.parametrize("seed", [1, 2])
async def test_random_keys_break_nothing(seed: int) -> None:
    session = new_session("knights", 3, 60 * seed, bots=1, seed=str(seed))
    app, screen = playing(session)
    random = Random(seed)
    keys = ["enter"] * 6 + ["left", "right", "up", "down", "tab", "escape", "space", "plus"]
    keys += list("ulsrU?123boydncmhe")
    size = SMALL if seed % 2 else LARGE
    async with app.run_test(size=size) as pilot:
        await press_at_random(pilot, random, keys, 80)
        assert app.screen is screen
    assert Match.load(session.match.header, session.match.log).state == session.match.state


async def test_offer_has_two_rows_of_counters_aligned_by_kind() -> None:
    session = session_at("Main")
    island: Any = session.match.state
    seat = session.match.pending()[0].seat
    assert sum(island.hands[seat]), "a player who can offer something"
    island.offers = ()
    app, screen = playing(session)
    async with app.run_test(size=SMALL) as pilot:
        await press(pilot, "o", "enter")
        input_mode = screen.state.partial_pick.input_mode
        assert isinstance(input_mode, Bargaining)
        canvas = screen.surface.canvas
        spots = [canvas.spots[buttons.COUNT, n][0] for n in range(len(input_mode.counters()))]
        rows = {one.row: spot.y for one, spot in zip(input_mode.counters(), spots, strict=True)}
        assert rows[1] == rows[0] + 1, "the wanted row is visible from the start"
        columns: dict[Any, set[int]] = {}
        for one, spot in zip(input_mode.counters(), spots, strict=True):
            columns.setdefault(one.kind, set()).add(spot.x)
        assert all(len(places) == 1 for places in columns.values())

        before = len(session.match.log)
        await press(pilot, "enter")
        assert "Choose at least one card to give" in screen_text(screen)
        input_mode = screen.state.partial_pick.input_mode
        given = input_mode.counters()[input_mode.pointed].kind
        await press(pilot, "plus", "enter")
        input_mode = screen.state.partial_pick.input_mode
        assert input_mode.counters()[input_mode.pointed].row == 1, "Enter moves to the wanted row"
        await press(pilot, "enter")
        assert "that you want" in screen_text(screen)
        assert all(one.kind != given for one in input_mode.counters() if one.row == 1)
        await press(pilot, "up", "down", "plus")
        assert len(session.match.log) == before
        assert screen.state.partial_pick.input_mode.refusal() is None


async def test_digits_make_up_an_offer() -> None:
    session = session_at("Main")
    held = session.match.state.hands[session.match.pending()[0].seat]  # type: ignore[attr-defined]
    give = next(kind for kind, number in enumerate(held) if number)
    want = (give + 1) % len(held)
    app, screen = playing(session)
    async with app.run_test(size=SMALL) as pilot:
        await press(pilot, "o", "enter", str(give + 1), "enter", str(want + 1), str(want + 1))
        kinds = [kind.id for kind in session.match.state.box.kinds]  # type: ignore[attr-defined]
        assert screen.state.partial_pick.input_mode.parts() == (
            ((kinds[give], 1),),
            ((kinds[want], 2),),
        )
        await press(pilot, str(give + 1))
        assert "You cannot ask for a kind of card that you are giving." in screen_text(screen)
        await press(pilot, "enter")
    assert session.match.state.offers  # type: ignore[attr-defined]


async def test_single_movable_knight_is_preselected_and_escape_goes_back() -> None:
    session = with_a_knight_to_move()
    seat = session.match.pending()[0].seat
    knights = {pick[1] for pick in options_of(session.match, seat) if pick[0] == "move"}
    app, screen = playing(session)
    async with app.run_test(size=SMALL) as pilot:
        await press(pilot, "m", "enter")
        assert isinstance(screen.state.partial_pick.input_mode, Walking) == (len(knights) == 1)
        while screen.state.partial_pick.chosen:
            await press(pilot, "escape")
        assert screen.state.partial_pick.choice.value == "move"


async def test_counter_offer_starts_from_the_offer() -> None:
    session = session_at("TradeResponse")
    response: Any = session.match.pending()[0].decision
    island: Any = session.match.state
    hand = zip(island.box.kinds, island.hands[response.seat], strict=True)
    held = {kind.id: number for kind, number in hand}
    app, screen = playing(session)
    async with app.run_test(size=SMALL) as pilot:
        await press(pilot, "c", "enter")
        input_mode = screen.state.partial_pick.input_mode
        assert isinstance(input_mode, Bargaining)
        least = tuple((kind, min(n, held[kind])) for kind, n in response.want if held[kind])
        assert input_mode.parts() == (least, response.give)
        assert input_mode.counters()[input_mode.pointed].row == 1


async def test_unavailable_command_explains_itself_under_the_mouse() -> None:
    session = session_at("Main")
    app, screen = playing(session)
    async with app.run_test(size=LARGE) as pilot:
        await pilot.pause()
        _, refusal, _ = screen.state.partial_pick.input_mode.unavailable()[0]
        spot = screen.surface.canvas.spots[buttons.SHUT, 0][0]
        await pilot.hover(screen.surface, offset=(spot.x + 1, spot.y))
        await pilot.pause()
        assert refusal.reason.plain()[:30] in screen_text(screen)


async def test_hint_fills_in_the_offer() -> None:
    session = session_at("Main")
    app, screen = playing(session)
    async with app.run_test(size=SMALL) as pilot:
        await press(pilot, "o", "enter")
        held = screen.state.partial_pick.input_mode.counters()[0].kind
        give, want = ((held, 1),), (("brick" if held != "brick" else "ore", 2),)
        session.hint = lambda seat: ("offer", give, want)  # type: ignore[method-assign]
        await press(pilot, "H")
        assert screen.state.partial_pick.input_mode.parts() == (give, want)
        assert f"1 {held} for 2 " in screen_text(screen), screen_text(screen)


async def test_road_is_built_by_a_click_on_its_edge() -> None:
    session = session_at("SetupRoad", picks=1)
    seat = session.match.pending()[0].seat
    side, log = options_of(session.match, seat)[-1], len(session.match.log)
    app, _ = playing(session)
    async with app.run_test(size=LARGE) as pilot:
        await pilot.pause()
        await click(app, pilot, ("edge", side))
        assert len(session.match.log) == log, "the first click selects"
        await click(app, pilot, ("edge", side))
        island: Any = session.match.state
        assert island.roads[side] == seat


async def test_path_of_a_knight_is_drawn_before_confirming() -> None:
    session = with_a_knight_to_move()
    app, screen = playing(session)
    async with app.run_test(size=LARGE) as pilot:
        await press(pilot, "m", "enter")
        if not isinstance(screen.state.partial_pick.input_mode, Walking):
            await press(pilot, "enter")
        input_mode = screen.state.partial_pick.input_mode
        assert isinstance(input_mode, Walking)
        steps = len(input_mode.path()) - 1
        assert steps >= 1
        canvas = screen.surface.canvas
        way = [
            (x, y)
            for y, row in enumerate(canvas.roles)
            for x, role in enumerate(row)
            if role == "cursor" and canvas.chars[y][x] == "•"
        ]
        assert len(way) == steps


async def test_idle_table_sends_nothing() -> None:
    """At 120 x 40 in 256 colours: at most 24,000 bytes for the first picture, 600 for a cursor
    step, 8,000 for an action, none while idle."""
    session = session_at("Main", picks=150, players=4)
    app, _ = playing(session)
    steps, actions = [], []
    async with wired(app, size=LARGE, colours="256") as wire:
        await wire.settle()
        first = wire.first
        for _ in range(12):
            if session.match.over:
                break
            steps += [await wire.press("right"), await wire.press("down")]
            actions.append(await wire.press("e", "e"))
        still = await wire.idle(0.3)
    assert 0 < first <= 24_000
    assert median(steps) <= 600
    assert max(actions) <= 8_000
    assert still == 0


@pytest.mark.parametrize("coached", [False, True])
async def test_knight_walks_over_the_visible_island(coached: bool) -> None:
    """With the coach the table has less room, and repainting must use the same room."""
    session = with_a_knight_to_move()
    app, screen = playing(session, coached=coached)
    async with app.run_test(size=(120, 38)) as pilot:
        await pilot.pause()
        before = screen_text(screen)
        await press(pilot, "m", "enter")
        if not isinstance(screen.state.partial_pick.input_mode, Walking):
            await press(pilot, "enter")
        rows = zip(before.splitlines()[1:20], screen_text(screen).splitlines()[1:20], strict=True)
        changed = sum(a != b for line, other in rows for a, b in zip(line, other, strict=False))
        assert changed < 120, "only the path and the marks"


async def test_digits_are_shown_in_the_row_they_change() -> None:
    app, screen = playing(session_at("Main"))
    async with app.run_test(size=LARGE) as pilot:
        await press(pilot, "o", "enter")
        for row, key in ((1, "down"), (0, "up")):
            await press(pilot, key)
            input_mode, canvas = screen.state.partial_pick.input_mode, screen.surface.canvas
            for number, one in enumerate(input_mode.counters()):
                spot = canvas.spots[buttons.COUNT, number][0]
                text = "".join(canvas.chars[spot.y][spot.x : spot.right])
                begins_with_its_digit = text.strip(" <>›‹«»-+")[0].isdecimal()
                assert begins_with_its_digit == (one.row == row)


@pytest.mark.parametrize(("size", "in_words"), [(LARGE, True), (SMALL, False)])
async def test_discards_have_digits_and_names_where_there_is_room(
    size: tuple[int, int], in_words: bool
) -> None:
    session = session_at("SevenDiscard")
    island: Any = session.match.state
    for kind in range(len(island.bank)):
        island.take(session.match.pending()[0].seat, kind, 1)
    app, screen = playing(session)
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        input_mode, canvas = screen.state.partial_pick.input_mode, screen.surface.canvas
        kinds = input_mode.partial_pick.request.view.box.kinds
        for index, one in enumerate(input_mode.counters()):
            number = next(n for n, kind in enumerate(kinds) if kind.id == one.kind)
            (spot,) = canvas.spots[buttons.COUNT, index]
            text = "".join(canvas.chars[spot.y][spot.x : spot.right]).strip(" <>›‹«»")
            name = f" {one.kind} " if in_words else kinds[number].glyph.name_in("en")
            assert text.startswith(f"{number + 1}{name}")
            before = dict(input_mode.parts()[0]).get(one.kind, 0)
            if input_mode.refusal() is not None:
                await press(pilot, str(number + 1))
                input_mode = screen.state.partial_pick.input_mode
                assert dict(input_mode.parts()[0])[one.kind] == before + 1


async def test_kind_has_the_same_digit_at_the_bank_as_in_an_offer() -> None:
    session = session_at("Main")
    island: Any = session.match.state
    seat = session.match.pending()[0].seat
    for kind in range(len(island.bank)):
        island.take(seat, kind, max(0, 4 - island.hands[seat][kind]))
    app, screen = playing(session)
    async with app.run_test(size=SMALL) as pilot:
        await press(pilot, "b", "enter", "2", "enter")
        assert screen.state.partial_pick.chosen == ("bank", "brick"), "no brick for brick"
        before = list(island.hands[seat])
        await press(pilot, "5", "enter")
        before[1] -= island.rates(seat)[1]
        before[4] += 1
        assert island.hands[seat] == before, "a card is chosen by its key alone"


async def test_hint_leaves_room_for_the_preview() -> None:
    match = new_match(4)
    store = MemoryStore()
    app, screen = playing(Session(store, store.new(match), match))
    async with app.run_test(size=LARGE) as pilot:
        await press(pilot, "H")
        assert "Hint: " in screen_text(screen)
        assert "Cards in 36 rolls" in screen_text(screen)
        await press(pilot, "right")
        assert "Hint: " not in screen_text(screen)
