"""Diff renderer: the terminal shows what Textual drew, for a fraction of the bytes."""

import asyncio
import random
from collections.abc import Callable, Sequence
from statistics import median
from typing import Any

import pyte
import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.color import ColorSystem
from rich.console import Console
from rich.segment import Segment
from rich.style import Style
from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.events import Resize
from textual.geometry import Region, Size
from textual.screen import ModalScreen
from textual.strip import Strip
from textual.widgets import DataTable, Input, Label, Static

from screens.paint.canvas import Canvas
from screens.paint.theme import theme
from screens.renderer.diff_renderer import (
    PLAIN_PEN,
    CellSpan,
    DiffApp,
    ScreenBuffer,
    StripSpan,
    parts_of_pen,
    pen_change,
)
from screens.renderer.surface import Surface
from screens.terminal.textual_private import ChopsUpdate, LayoutUpdate
from tests.matrix import usually
from tests.screens.boards import TILE, QuietSurfaceApp, SteeredSurface, SurfaceApp, board, tiles
from tests.wire import Colours, Wire, wired

SIZE = (100, 30)


class Question(ModalScreen[None]):
    def compose(self) -> ComposeResult:
        yield Label("Really? Да? 城 e\u0301")


class MixedApp(DiffApp):
    """A surface next to every kind of widget."""

    def compose(self) -> ComposeResult:
        with Horizontal():
            yield SteeredSurface(board(40, 24))
            yield Static("a [b]bold[/b] word in 城市, [reverse]turned[/reverse]", id="news")
            yield DataTable[Any]()
        field = Input("Анна")
        field.cursor_blink = False
        yield field

    def on_mount(self) -> None:
        table = self.query_one(DataTable)
        table.add_columns("Seat", "Gold")
        table.add_rows([("Anna", "12"), ("Борис", "7"), ("城", "1")])
        self.query_one(Surface).offer(tiles(40, 24))


def cells(terminal: pyte.Screen) -> list[list[tuple[Any, ...]]]:
    """The visible part of cells: of a blank without lines or reversal only the background."""

    def seen(char: Any) -> tuple[Any, ...]:
        if char.data == " " and not (char.reverse or char.underscore or char.strikethrough):
            return (" ", char.bg)
        return tuple(char)

    return [
        [seen(terminal.buffer[y][x]) for x in range(terminal.columns)]
        for y in range(terminal.lines)
    ]


def feed(terminal: pyte.Screen, data: str) -> None:
    # pyte expects line feeds as a system's terminal driver would pass them on.
    pyte.Stream(terminal).feed(data.replace("\n", "\r\n"))


def in_full(row: Strip, console: Console) -> str:
    """A row as sent to a terminal with unknown content."""
    colours = console._color_system or ColorSystem.TRUECOLOR
    return "".join(
        f"\x1b[0;{Strip.render_ansi(style or Style(), colours)}m{text}" for text, style, _ in row
    )


SYSTEMS: tuple[Colours, ...] = ("standard", "256", "truecolor")


@pytest.mark.parametrize(("seed", "colours"), list(enumerate(SYSTEMS)))
async def test_terminal_shows_what_was_drawn(seed: int, colours: Colours) -> None:
    await compare_with_full_drawing(seed, colours, steps=15)


@pytest.mark.long
@pytest.mark.parametrize("colours", SYSTEMS)
@pytest.mark.parametrize("seed", range(8))
async def test_terminal_shows_what_was_drawn_after_many_steps(seed: int, colours: Colours) -> None:
    await compare_with_full_drawing(seed, colours, steps=60)


async def compare_with_full_drawing(seed: int, colours: Colours, steps: int) -> None:
    """Change things at random; the terminal must look like a full redraw each time."""
    rng = random.Random(seed)
    app = MixedApp()
    async with wired(app, size=SIZE, colours=colours) as wire:
        surface, table = app.query_one(SteeredSurface), app.query_one(DataTable)

        def show_some() -> None:
            canvas = board(40, 24)
            canvas.put(rng.randrange(30), rng.randrange(24), "new text", "flash")
            surface.show(canvas)

        actions: list[Callable[[], Any]] = [
            lambda: surface.action_steer(rng.choice(["left", "right", "up", "down"])),
            lambda: surface.offer(rng.sample(tiles(40, 24), 5)),
            show_some,
            lambda: surface.flash(rng.sample(tiles(40, 24), 2)),
            lambda: app.query_one("#news", Static).update(rng.choice(["城", "news 1", "и и́ и"])),
            lambda: table.add_row(rng.choice(["Vera", "城市", "e\u0301"]), "3"),
            lambda: app.push_screen(Question()),
            lambda: app.pop_screen() if len(app.screen_stack) > 1 else None,
            lambda: app.set_focus(rng.choice([surface, table, app.query_one(Input)])),
            lambda: setattr(app, "theme", rng.choice(["textual-light", "textual-dark", "nord"])),
            app.action_redraw,
            lambda: app.refresh(layout=True),
        ]
        await do_at_random(wire, actions, rng, steps)


async def do_at_random(
    wire: Wire, actions: Sequence[Callable[[], Any]], rng: random.Random, steps: int
) -> None:
    """Do random actions; the terminal must look like a full redraw after each."""
    terminal = pyte.Screen(*SIZE)
    app = wire.app
    assert isinstance(app, DiffApp)
    app.action_redraw()
    for _ in range(steps):
        rng.choice(actions)()
        await wire.settle()
        feed(terminal, wire.sent)
        wire.mark()
        expected = pyte.Screen(*SIZE)
        for y, row in enumerate(app.screen._compositor.render_strips()):
            feed(expected, f"\x1b[{y + 1}H" + in_full(row, app.console))
        assert cells(terminal) == cells(expected)


@pytest.mark.parametrize("seed", [0, usually(False, 1), usually(False, 2)])
async def test_full_window_surface_shows_what_was_drawn(seed: int) -> None:
    rng = random.Random(seed)
    app = QuietSurfaceApp(*SIZE)
    async with wired(app, size=SIZE) as wire:
        surface = app.surface

        def show_some() -> None:
            canvas = board(*SIZE)
            canvas.put(rng.randrange(90), rng.randrange(30), "new text", "flash")
            surface.show(canvas)

        def step() -> None:
            if surface.cursor is not None:
                surface.action_steer(rng.choice(["left", "right", "up", "down"]))

        def put_in() -> None:
            part = Canvas(*TILE)
            part.put(0, rng.randrange(8), "another", "good", spot=rng.choice([(0, 0), "other"]))
            surface.replace(part, rng.randrange(-4, 96), rng.randrange(-3, 28))

        def several_at_once() -> None:
            for act in rng.sample(actions[:6], 3):
                act()

        async def across_a_batch() -> None:
            with app.batch_update():
                surface.offer(rng.sample(app.legal, 5))
                await asyncio.sleep(0.02)

        actions: list[Callable[[], Any]] = [
            step,
            lambda: surface.offer(rng.sample(app.legal, 5)),
            show_some,
            put_in,
            lambda: surface.flash(rng.sample(app.legal, 2)),
            lambda: surface.set_theme(theme(rng.choice(["dark", "light"]))),
            several_at_once,
            lambda: surface.call_next(across_a_batch),
            lambda: surface.show(Canvas(rng.randrange(1, 120), rng.randrange(1, 40))),
            lambda: app.push_screen(Question()),
            lambda: app.pop_screen() if len(app.screen_stack) > 1 else None,
            lambda: setattr(app, "theme", rng.choice(["textual-light", "textual-dark", "nord"])),
            app.action_redraw,
        ]
        await do_at_random(wire, actions, rng, 40)


async def test_uncovered_area_is_drawn_immediately() -> None:
    app = QuietSurfaceApp()
    async with wired(app) as wire:
        drawn: list[Any] = []
        display = app._display

        def note(screen: Any, renderable: Any) -> None:
            if isinstance(renderable, LayoutUpdate | ChopsUpdate):
                drawn.append(renderable)
            display(screen, renderable)

        app._display = note  # type: ignore[method-assign]
        assert await wire.press("right")
        assert not drawn
        app.push_screen(Question())
        await wire.settle()
        app.surface.offer(app.legal[:3])
        await wire.settle()
        assert drawn


async def test_cursor_step_sends_little_and_idling_nothing() -> None:
    app = QuietSurfaceApp()
    rng = random.Random(7)
    async with wired(app, size=(120, 40), colours="256") as wire:
        steps = [await wire.press(rng.choice(["left", "right", "up", "down"])) for _ in range(30)]
        assert 0 < median(steps) <= 400
        assert max(steps) <= 400
        assert await wire.idle(0.3) == 0


async def test_redrawing_the_same_sends_only_the_cursor_position() -> None:
    async with wired(QuietSurfaceApp()) as wire:
        wire.app.refresh(layout=True)
        await wire.settle()
        assert wire.bytes < 20


async def test_diff_app_sends_less_than_half() -> None:
    costs: list[list[int]] = []
    for app in (SurfaceApp(), QuietSurfaceApp()):
        async with wired(app) as wire:
            opened = wire.mark
            cost = []
            for act in (
                lambda app=app: app.push_screen(Question()),
                app.pop_screen,
                lambda app=app: app.surface.offer(app.legal[::2]),
                lambda app=app: app.set_focus(None),
            ):
                opened()
                act()
                await wire.settle()
                cost.append(wire.bytes)
            costs.append(cost)
    loud, quiet = costs
    assert all(0 < less < more for less, more in zip(quiet, loud, strict=True))
    assert sum(quiet) < sum(loud) / 2


async def test_everything_is_resent_after_another_program_wrote() -> None:
    app = QuietSurfaceApp()
    async with wired(app) as wire:
        app.refresh()
        await wire.settle()
        wire.mark()
        app.app_suspend_signal.publish(app)
        app.screen.refresh()
        await wire.settle()
        assert wire.bytes > 5000
        assert await wire.press("right") <= 400


@pytest.mark.parametrize("sizes", [(SIZE,), ((40, 6), SIZE), ((40, 6), (300, 90), SIZE)])
async def test_restored_window_size_shows_the_same(
    sizes: Sequence[tuple[int, int]],
) -> None:
    app = QuietSurfaceApp()
    async with wired(app, size=SIZE) as wire:
        await wire.settle()
        app.action_redraw()
        await wire.settle()
        before = pyte.Screen(*SIZE)
        feed(before, wire.sent)
        wire.mark()
        for width, height in sizes:
            size = Size(width, height)
            wire.driver.process_message(Resize(size, size))
        after = pyte.Screen(*SIZE)
        for _ in range(3000):
            await wire.settle()
            feed(after, wire.sent)
            wire.mark()
            if cells(after) == cells(before):
                break
            await asyncio.sleep(0.01)
        assert cells(after) == cells(before)
        assert await wire.press("right") <= 400


async def test_another_size_resends_everything() -> None:
    app = QuietSurfaceApp()
    async with wired(app) as wire:
        wire.driver._size = (100, 30)
        await wire.pilot.resize_terminal(100, 30)
        await wire.settle()
        assert wire.bytes > 3000


def strip(*parts: tuple[str, str]) -> Strip:
    return Strip([Segment(text, Style.parse(style)) for text, style in parts])


def rounded(style: Style) -> str:
    return Strip.render_ansi(style, ColorSystem.EIGHT_BIT)


def sent(glass: ScreenBuffer, x: int, y: int, *parts: tuple[str, str]) -> str:
    return glass.update([StripSpan(x, y, [strip(*parts)])], rounded)


@pytest.fixture
def glass() -> ScreenBuffer:
    glass = ScreenBuffer()
    glass.fit(20, 3)
    sent(glass, 0, 1, ("a plain line of text", "none"))
    return glass


def test_unchanged_text_is_not_resent(glass: ScreenBuffer) -> None:
    assert sent(glass, 0, 1, ("a plain line of text", "none")) == ""
    assert sent(glass, 2, 1, ("plain", "none")) == ""


def test_only_the_difference_is_sent(glass: ScreenBuffer) -> None:
    assert sent(glass, 0, 1, ("a plain lime of text", "none")) == "\x1b[2;11Hm"


def test_gap_between_differences_is_skipped_if_shorter(
    glass: ScreenBuffer,
) -> None:
    assert sent(glass, 0, 1, ("A plain linE of text", "none")) == "\x1b[2;1HA\x1b[10CE"
    assert sent(glass, 0, 1, ("A pLAIN LinE of text", "none")) == "\x1b[2;4HLAIN L"


def test_unknown_cell_is_always_sent(glass: ScreenBuffer) -> None:
    assert sent(glass, 0, 0, (" ", "none")) == "\x1b[1;1H "
    glass.forget()
    assert sent(glass, 0, 1, ("a", "none")) == "\x1b[2;1Ha"


def test_rows_below_the_terminal_are_not_sent(glass: ScreenBuffer) -> None:
    assert sent(glass, 0, 3, ("a row of a taller window", "none")) == ""


def test_overlong_row_is_resent(glass: ScreenBuffer) -> None:
    assert "wider" in sent(glass, 0, 1, ("a row of a wider window", "none"))
    assert sent(glass, 0, 1, ("a plain", "none")) == "\x1b[2;1Ha plain"


@pytest.mark.parametrize(
    ("before", "after"), [((100, 30), (100, 24)), ((100, 24), (90, 24)), ((100, 30), (90, 24))]
)
async def test_drawing_before_a_smaller_layout_leaves_no_residue(
    before: tuple[int, int], after: tuple[int, int]
) -> None:
    class Framed(DiffApp):
        def compose(self) -> ComposeResult:
            yield Surface(self.picture())

        def picture(self) -> Canvas:
            canvas = Canvas(*self.size)
            for y in range(canvas.height):
                canvas.put(0, y, f"row {y}")
                canvas.put_right(canvas.width, y, "x" * (y % 3))
            return canvas

        def on_surface_sized(self) -> None:
            self.query_one(Surface).show(self.picture())

    app = Framed()
    async with wired(app, size=before) as wire:
        app.action_redraw()
        await wire.settle()
        terminal = pyte.Screen(*after)
        wire.mark()
        size = wire.driver._size = Size(*after)
        wire.driver.process_message(Resize(size, size))
        while app.size != size:
            await asyncio.sleep(0)
        app.query_one(Surface).show(app.picture())
        app.screen.refresh()
        app.screen._on_timer_update()
        await wire.settle()
        terminal.reset_mode(pyte.modes.DECAWM)
        feed(terminal, wire.sent)
        assert [row.rstrip() for row in terminal.display] == app.query_one(Surface).canvas.lines()


def test_blank_in_another_foreground_is_no_difference(glass: ScreenBuffer) -> None:
    assert sent(glass, 1, 1, (" ", "bold red")) == ""
    assert sent(glass, 1, 1, (" ", "underline")) == "\x1b[2;2H\x1b[4m \x1b[0m"
    assert sent(glass, 7, 1, (" ", "on red")) == "\x1b[2;8H\x1b[41m \x1b[0m"


async def test_wide_symbol_is_not_cut_at_the_edge_of_a_region() -> None:
    class Wide(DiffApp):
        def compose(self) -> ComposeResult:
            yield Static("ab城cd", id="news")

    app = Wide()
    async with wired(app, size=(20, 2)) as wire:
        app.query_one(Static).refresh(Region(3, 0, 3, 1))
        app.screen_buffer.forget()
        await wire.settle()
        assert "ab城cd" in wire.sent


def test_combining_letters_are_sent_with_the_whole_text(glass: ScreenBuffer) -> None:
    first = sent(glass, 0, 2, ("abe\u0301cd", "none"))
    assert first == "\x1b[3;1Habe\u0301cd"
    assert sent(glass, 0, 2, ("abe\u0301cd", "none")) == ""
    assert sent(glass, 0, 2, ("abe\u0301cx", "none")) == "\x1b[3;1Habe\u0301cx"


def test_only_differences_of_wide_text_are_sent(glass: ScreenBuffer) -> None:
    assert sent(glass, 0, 2, ("ab城cd", "none")) == "\x1b[3;1Hab城cd"
    assert sent(glass, 0, 2, ("ab城cd", "none")) == ""
    assert sent(glass, 0, 2, ("ab城cx", "none")) == "\x1b[3;6Hx"
    assert sent(glass, 0, 2, ("ab市cx", "none")) == "\x1b[3;3H市"


ROW = st.lists(st.sampled_from("ab 日本"), max_size=9).map(lambda letters: "".join(letters))


@given(st.lists(st.tuples(ROW, st.integers(-2, 9)), min_size=2, max_size=6))
def test_terminal_shows_wide_letters_sent_cell_by_cell(
    rows: list[tuple[str, int]],
) -> None:
    glass, terminal = ScreenBuffer(), pyte.Screen(10, 1)
    glass.fit(10, 1)
    for text, x in rows:
        canvas = Canvas(10, 1)
        canvas.put(x, 0, text)
        roles = ["bold" if cell < x else "text" for cell in range(10)]
        span = CellSpan(0, 0, canvas.chars[0], roles, lambda role: Style(bold=role == "bold"))
        feed(terminal, glass.update([span], lambda style: "1" if style.bold else PLAIN_PEN))
        assert [terminal.buffer[0][cell].data for cell in range(10)] == canvas.chars[0]


@pytest.mark.parametrize(
    ("pen", "wanted", "sequence"),
    [
        (PLAIN_PEN, "1;31", "\x1b[1;31m"),
        ("1;31", PLAIN_PEN, "\x1b[0m"),
        ("31;40", "32;40", "\x1b[32m"),
        ("1;38;5;87;48;5;233", "1;7;38;5;87;48;5;233", "\x1b[7m"),
        ("1;38;5;87", "38;5;87", "\x1b[22m"),
        ("1;2;4;31", "2;31", "\x1b[0;2;31m"),
        ("1;2;38;5;87;48;5;233", "2;38;5;87;48;5;233", "\x1b[22;2m"),
        ("38;2;1;2;3;48;5;7", "38;2;1;2;3;48;2;9;8;7", "\x1b[48;2;9;8;7m"),
        ("31;44", "31", "\x1b[49m"),
        ("31", "31", ""),
    ],
)
def test_style_change_is_minimal(pen: str, wanted: str, sequence: str) -> None:
    assert pen_change(pen, wanted) == sequence


def test_style_is_parsed() -> None:
    assert parts_of_pen("1;4;38;5;87;48;2;1;2;3") == (
        frozenset({"1", "4"}),
        "38;5;87",
        "48;2;1;2;3",
    )
    assert parts_of_pen("97;101") == (frozenset(), "97", "101")
    assert parts_of_pen(PLAIN_PEN) == (frozenset(), "39", "49")
