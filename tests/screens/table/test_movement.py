"""Animations at the tables of all games: few bytes per frame, over within 400 ms and at any key,
and without any effect afterwards."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

import pytest
from attrs import evolve

from engine.core.chance import Dice
from screens.paint.animation import Glide, Late, Tumble, Turn
from screens.paint.theme import Theme
from screens.preferences import MOVEMENT_OFF, PACE_KEY, Preferences
from screens.renderer.diff_renderer import CellSpan, ScreenBuffer
from screens.renderer.overlay import CellRow
from screens.renderer.sgr import sgr_styles
from screens.renderer.surface import Surface
from screens.table.animation_timing import ANIMATION_TIMER
from screens.table.match_commands import Choose
from screens.table.messages import AnimationsSkipped, Hovered, KeyPressed, TimerFired
from screens.table.turn_flow import BOT_TIMER
from styles.colour import Depth
from tests.matrix import with_each
from tests.screens.playing import LARGE, SMALL, new_session
from tests.screens.table.headless import HeadlessMatch, HeadlessReplay, HeadlessTable
from tests.screens.table.random_tables import LENGTHS, KeySequence, key_sequences
from tests.screens.table.recording import match_with_undos, press, table_of
from tests.screens.table.test_painting_between import state_values

GAMES = list(LENGTHS)

MAX_BYTES = 300
MAX_MS = 400

PEN = sgr_styles("dark", Depth.TRUE)

PAUSES = (0.2, 0.3, 0.65)
"""Within the first two something moves that a key has brought, within the last what a bot has."""

OWN = ("timers", "animation", "shown_table", "now")
"""Fields that an animation may change. `now` is the time of the last message, frames included."""


class Screen:
    """The cells of a table in a true-colour terminal, and the bytes that they take."""

    def __init__(self, table: HeadlessTable) -> None:
        self._table = table
        self.theme: Theme = table.table.renderer.theme(table.state)
        self.surface = Surface(initial_theme=self.theme)
        self.glass = ScreenBuffer()
        self.glass.fit(*table.state.size)
        self.rows: list[CellRow] = []
        self.show(self.compose())

    def compose(self) -> list[CellRow]:
        """The rows of the table as they are to be seen now."""
        picture, surface = self._table.picture, self.surface
        surface.offer(
            picture.legal,
            canvas=picture.canvas,
            closed=picture.closed,
            cursor=picture.cursor,
            labels=picture.labels,
        )
        surface.flash(picture.flash)
        return self.veiled()

    def veiled(self, *, moves: bool = True) -> list[CellRow]:
        """The rows with what moves, or as if nothing moved."""
        surface = self.surface
        surface.veil(self._table.table.renderer.veil(self._table.state) if moves else {})
        return [surface.rows.compose(y) for y in range(surface.canvas.height)]

    def show(self, rows: list[CellRow]) -> int:
        """Send what differs; how many bytes."""
        self.rows = rows
        return self._send(self.glass, rows)

    def cost(self, before: Sequence[CellRow], rows: Sequence[CellRow]) -> int:
        """The number of bytes that it takes to show rows after others."""
        glass = ScreenBuffer()
        glass.fit(self.glass.width, self.glass.height)
        self._send(glass, before)
        return self._send(glass, rows)

    def _send(self, glass: ScreenBuffer, rows: Sequence[CellRow]) -> int:
        spans = [
            CellSpan(0, y, row.chars, row.roles, self.theme.style) for y, row in enumerate(rows)
        ]
        return len(glass.update(spans, PEN).encode())


def cells(row: CellRow) -> list[tuple[str, str]]:
    return list(zip(row.chars, row.roles, strict=True))


def changed_cells(
    before: Sequence[CellRow], now: Sequence[CellRow], still: Sequence[CellRow]
) -> list[CellRow]:
    """The cells before, except those that stay as they are from now on: those would be sent in any
    case."""
    found = []
    for was, is_, stays in zip(before, now, still, strict=True):
        row = was.copy()
        for x, (cell, last) in enumerate(zip(cells(is_), cells(stays), strict=True)):
            if cell == last:
                row.chars[x], row.roles[x] = cell
        found.append(row)
    return found


def move_at_random(table: HeadlessMatch, dice: Dice) -> None:
    """Let the asked player choose at random, or the next bot move."""
    partial_pick = table.state.partial_pick
    table.now += 10
    if table.state.pass_to is not None:
        table.send(KeyPressed("space", " "))
    elif partial_pick is not None:
        pick = partial_pick.decision.sample(table.match.state, dice)
        table.do(Choose(partial_pick.request, pick))
    else:
        while (
            BOT_TIMER in table.timers and table.fire_next_timer() and table.state.animation is None
        ):
            pass


def moments(game: str, size: tuple[int, int], picks: int, steps: int) -> Iterator[HeadlessMatch]:
    """A table of a game at each moment at which something begins to move."""
    session, dice = new_session(game, 4, picks, bots=3, seed="3"), Dice(b"moments")
    table = HeadlessMatch(session, Preferences(cards="off", confirm="never"), size=size, moves=True)
    for _ in range(steps):
        if session.match.over:
            break
        move_at_random(table, dice)
        yield table


def let_it_move(table: HeadlessMatch, screen: Screen, before: list[CellRow]) -> list[int]:
    """Show each frame to the end; how many bytes each took beyond what is sent in any case."""
    screen.compose()
    still, began, extra = screen.veiled(moves=False), table.now, []
    while True:
        now = screen.veiled()
        sent = screen.show(now)
        if sent > MAX_BYTES:
            sent -= screen.cost(before, changed_cells(before, now, still))
        extra.append(sent)
        before = now
        if table.state.animation is None:
            break
        at, number = table.timers.pop(ANIMATION_TIMER)
        table.now = at
        table.send(TimerFired(ANIMATION_TIMER, number))
    assert list(map(cells, screen.rows)) == list(map(cells, still))
    assert table.now - began <= MAX_MS / 1000
    return extra


def check_few_bytes(game: str, size: tuple[int, int], percent: int, steps: int) -> set[type]:
    picks, moved, screen = LENGTHS[game] * percent // 100, set(), None
    before: list[CellRow] = []
    for table in moments(game, size, picks, steps):
        if screen is None:
            screen = Screen(table)
            before = screen.rows
            table.state = evolve(table.state, animation=None)
        motion = table.state.animation
        if motion is None:
            screen.show(screen.compose())
        else:
            moved |= set(map(type, motion.moves))
            extra = let_it_move(table, screen, before)
            assert max(extra) <= MAX_BYTES, (motion.moves, extra)
        before = screen.rows
    return moved


@pytest.mark.parametrize(
    ("game", "kinds"),
    [
        ("middle_ages", {Glide}),
        ("era", {Tumble, Late}),
        ("troyes", {Tumble, Glide}),
        ("deus", {Glide, Turn}),
        ("knights", {Tumble, Late, Glide}),
    ],
)
def test_frame_sends_few_bytes_and_the_last_one_stays(game: str, kinds: set[type]) -> None:
    assert kinds <= check_few_bytes(game, SMALL, 30, 14)


@pytest.mark.long
@pytest.mark.parametrize("size", [SMALL, LARGE, (200, 55)], ids=lambda size: f"{size[0]}x{size[1]}")
@with_each(GAMES)
def test_no_frame_ever_sends_more(game: str, size: tuple[int, int]) -> None:
    for percent in (0, 15, 50, 80):
        check_few_bytes(game, size, percent, 100)


# ---------------------------------------------------------------------- nothing else is otherwise


def without_movement(table: HeadlessTable) -> dict[str, Any]:
    found = {name: value for name, value in state_values(table.state).items() if name not in OWN}
    rings = {name: at for name, (at, _) in table.timers.items() if name != ANIMATION_TIMER}
    return found | {"rings": rings}


def check_same_messages(one: KeySequence, pauses: Sequence[float] = PAUSES) -> int:
    """Two press the same keys, after pauses in which frames are shown to one of them; how often a
    key came while something moved."""
    between, by_lot = 0, Random(one.game)
    with table_of(one, moves=True) as moving, table_of(one) as still:
        for number, key in enumerate(one.keys):
            pause = by_lot.choice(pauses)
            for table in (moving, still):
                table.wait(pause)
            between += moving.state.animation is not None
            for table in (moving, still):
                table.now -= 10 if not key.startswith("~") else 0
                press(table, key)
            if still.left:
                break
            assert without_movement(moving) == without_movement(still), (one, number, key)
            now, other = moving.picture, still.picture
            rows = range(now.canvas.height)
            assert now.canvas.text() == other.canvas.text(), (one, number, key)
            assert [*map(now.canvas.painted, rows)] == [*map(other.canvas.painted, rows)]
            assert (now.legal, now.cursor) == (other.legal, other.cursor), (one, number, key)
    return between


TAKES = (*["enter"] * 6, "space", "w", "left", "down", "1", "x", "slash", "escape")


def takers(game: str) -> Iterator[KeySequence]:
    """Yield tables at which players confirm choices, and a replay. Bots move after half a
    second."""
    keys = Random(game).choices(TAKES, k=30)
    yield evolve(key_sequences(game)[7], cards="off", pace="5", confirm="never", keys=tuple(keys))
    keys = Random(game).choices(("right", "right", "right", "left", "space", "plus"), k=20)
    yield evolve(key_sequences(game)[-4], at=12, keys=tuple(keys))


@with_each(GAMES)
def test_key_during_an_animation_works_as_usual(game: str) -> None:
    assert sum(map(check_same_messages, takers(game)))


@pytest.mark.long
@pytest.mark.parametrize("pause", [0.05, 0.2, 0.3])
@with_each(GAMES)
def test_key_never_works_differently_during_an_animation(game: str, pause: float) -> None:
    for one in key_sequences(game):
        check_same_messages(evolve(one, pace="5"), [pause])


# ---------------------------------------------------------------------- when nothing moves


def moving_table(**preferences: Any) -> HeadlessMatch:
    """A table of Cities & Knights at which dice roll; only people sit there."""
    session = new_session("knights", 2, 40, seed="5")
    session = new_session("knights", 2, 40, seed="5") if session.match.state.turn else session
    table = HeadlessMatch(
        session, Preferences(cards="off", confirm="never", **preferences), moves=True, size=SMALL
    )
    dice = Dice(b"rolls")
    for _ in range(80):
        move_at_random(table, dice)
        if table.state.animation is not None:
            break
    return table


@pytest.mark.parametrize("input", [KeyPressed("x", "x"), AnimationsSkipped()])
def test_animation_ends_at_any_key_or_without_time(
    input: KeyPressed | AnimationsSkipped,
) -> None:
    table = moving_table()
    assert table.table.renderer.veil(table.state)
    table.now += 0.1
    table.send(input)
    assert table.state.animation is None
    assert ANIMATION_TIMER not in table.timers
    assert table.table.renderer.veil(table.state) == {}


def test_mouse_may_move_during_an_animation() -> None:
    table = moving_table()
    table.send(Hovered(("hex", 3)))
    assert table.state.animation is not None


def test_finished_animation_leaves_no_timer() -> None:
    table = moving_table()
    frames = 0
    while ANIMATION_TIMER in table.timers:
        table.fire_next_timer()
        frames += 1
    assert frames == 6
    assert table.state.animation is None
    assert not table.timers


def test_animations_can_be_turned_off() -> None:
    assert moving_table(movement=MOVEMENT_OFF).state.animation is None


def test_nothing_is_animated_for_a_player_who_types_ahead() -> None:
    table = moving_table()
    dice = Dice(b"hurry")
    for _ in range(60):
        table.now -= 10
        table.send(KeyPressed("escape"))
        move_at_random(table, dice)
        table.now -= 10
        assert table.state.animation is None
        table.now += 0.1


@pytest.mark.parametrize(("pace", "most"), [("0", 0), ("2", 180), ("5", 360)])
def test_animations_never_delay_for_bots(pace: str, most: int) -> None:
    """An animation is over before the next bot moves."""
    session = new_session("middle_ages", 3, 12, bots=2)
    table = HeadlessMatch(session, Preferences(cards="off", pace=pace), moves=True)
    lasts, dice = [], Dice(b"pace")
    for _ in range(30):
        move_at_random(table, dice)
        if table.state.animation is not None and BOT_TIMER in table.timers:
            lasts.append(table.state.animation.duration_ms)
    assert max(lasts, default=0) == most


def test_bots_waiting_for_a_key_leave_time_for_animations() -> None:
    session = new_session("middle_ages", 3, 12, bots=2)
    table = HeadlessMatch(session, Preferences(cards="off", pace=PACE_KEY), moves=True)
    for _ in range(8):
        table.press("enter")
        if table.state.animation is not None:
            return
    raise AssertionError("nothing has moved")


def test_replay_animates_forwards_only() -> None:
    match = match_with_undos("middle_ages", 3, 30)
    table = HeadlessReplay(match, Preferences(), at=8, moves=True)
    moved = []
    for key in ("right", "right", "right", "left", "left", "end", "home"):
        table.press(key)
        moved.append(table.state.animation is not None)
    assert any(moved[:3])
    assert not any(moved[3:])
