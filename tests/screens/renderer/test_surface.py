"""The surface: cursor, mouse, wheel, focus, and what it redraws."""

from typing import Any

import pytest
from textual.geometry import Region
from textual.pilot import Pilot

from screens.paint.canvas import Canvas, Rect
from screens.paint.theme import theme
from screens.renderer.surface import Surface
from styles.colour import Depth
from tests.screens.boards import TILE, SurfaceApp, board

SIZE = (120, 40)


def middle(place: tuple[int, int]) -> tuple[int, int]:
    return place[0] * TILE[0] + 4, place[1] * TILE[1] + 3


def messages_of(app: SurfaceApp, kind: type[Any]) -> list[Any]:
    return [message for message in app.messages if isinstance(message, kind)]


def places(app: SurfaceApp, kind: type[Surface.AtPlace]) -> list[Any]:
    return [message.place for message in messages_of(app, kind)]


def shown(surface: Surface, y: int) -> str:
    return surface.render_line(y).text


async def test_only_offered_places_can_be_selected() -> None:
    app = SurfaceApp()
    async with app.run_test(size=SIZE):
        app.surface.offer([(2, 2), (5, 2), (7, 4)], closed=[(3, 2), (5, 2)])
        assert app.surface.legal == ((2, 2), (5, 2), (7, 4))
        assert app.surface.cursor == (2, 2)
        app.surface.point((3, 2))
        assert app.surface.cursor == (2, 2)
        app.surface.point((5, 2))
        assert app.surface.cursor == (5, 2)
        app.surface.offer(())
        assert app.surface.cursor is None


async def test_click_selects_legal_places_and_reports_others() -> None:
    app = SurfaceApp()
    async with app.run_test(size=SIZE) as pilot:
        app.surface.offer([(2, 2), (5, 2)])
        await pilot.click(offset=middle((5, 2)))
        await pilot.click(offset=middle((4, 4)))
        await pilot.click(offset=middle((2, 2)), button=3)
        assert places(app, Surface.Picked) == [(5, 2)]
        assert places(app, Surface.Clicked) == [(4, 4)]
        assert app.surface.cursor == (5, 2)


async def test_mouse_pointer_is_reported_once_per_place() -> None:
    app = SurfaceApp()
    async with app.run_test(size=SIZE) as pilot:
        app.surface.offer([(2, 2), (5, 2)], cursor=(5, 2))
        x, y = middle((2, 2))
        for offset in ((x, y), (x + 1, y), (x, y + 1), middle((3, 3)), (x, y)):
            await pilot.hover(offset=offset)
        assert places(app, Surface.Pointed) == [(2, 2), (3, 3), (2, 2)]
        assert app.surface.cursor == (2, 2)


async def test_wheel_is_reported() -> None:
    app = SurfaceApp()
    async with app.run_test(size=SIZE) as pilot:
        await pilot._post_mouse_events([_wheel("down"), _wheel("up"), _wheel("up")], button=0)
        lines = [event.lines for event in messages_of(app, Surface.Scrolled)]
        assert lines == [3, -3, -3]


def _wheel(way: str) -> Any:
    from textual import events

    return events.MouseScrollDown if way == "down" else events.MouseScrollUp


async def test_new_size_requests_a_new_canvas() -> None:
    app = SurfaceApp()
    async with app.run_test(size=SIZE) as pilot:
        await pilot.resize_terminal(80, 24)
        sizes = [(event.width, event.height) for event in messages_of(app, Surface.Sized)]
        assert sizes == [(120, 40), (80, 24)]
        app.surface.show(board(80, 24))
        assert app.surface.cursor == (0, 0)
        await pilot.press("right", "down")
        assert app.surface.cursor == (1, 1)


async def test_cursor_stays_or_moves_to_the_nearest_place() -> None:
    app = SurfaceApp()
    async with app.run_test(size=SIZE):
        surface = app.surface
        surface.point((6, 3))
        surface.offer([(0, 0), (6, 3), (11, 4)])
        assert surface.cursor == (6, 3)
        surface.offer([(0, 0), (7, 3), (11, 4)])
        assert surface.cursor == (7, 3)
        surface.point((5, 5))
        assert surface.cursor == (7, 3)
        surface.offer([(0, 0), (11, 4)], cursor=(11, 4))
        assert surface.cursor == (11, 4)
        surface.show(board(80, 24))
        assert surface.cursor == (0, 0)


async def test_places_can_be_any_key_even_a_falsy_one() -> None:
    canvas = Canvas(20, 2)
    for number in range(3):
        canvas.spot(number, Rect(number * 5, 0, 4, 1))
    app = SurfaceApp()
    async with app.run_test(size=SIZE) as pilot:
        app.surface.show(canvas)
        app.surface.offer(range(3), cursor=2)
        await pilot.press("left", "left")
        assert app.surface.cursor == 0
        await pilot.click(offset=(6, 0))
        await pilot.click(offset=(1, 0))
        assert places(app, Surface.Picked) == [1, 0]


async def test_everything_is_marked_without_colour() -> None:
    app = SurfaceApp()
    async with app.run_test(size=SIZE) as pilot:
        app.surface.set_theme(theme("dark", depth=Depth.NONE))
        app.surface.offer([(0, 0), (2, 0)], cursor=(2, 0))
        await pilot.pause()
        line = shown(app.surface, 1)
        assert (line[0], line[9]) == ("›", "‹")
        assert (line[10], line[19]) == ("│", "│")
        assert (line[20], line[29]) == ("»", "«")
        reversed_text = [
            segment.text
            for segment in app.surface.render_line(1)
            if segment.style and segment.style.reverse
        ]
        assert "".join(reversed_text) == line[20:30]


async def test_cursor_is_subdued_without_focus() -> None:
    app = SurfaceApp()
    async with app.run_test(size=SIZE) as pilot:

        def cells_of_the_cursor() -> int:
            cursor = theme("dark").style("cursor").bgcolor
            line = app.surface.render_line(1)
            return sum(len(text) for text, style, _ in line if style and style.bgcolor == cursor)

        assert cells_of_the_cursor() == TILE[0]
        app.set_focus(None)
        await pilot.pause()
        assert cells_of_the_cursor() == 0
        assert shown(app.surface, 1)[0] == "»"
        app.surface.focus()
        await pilot.pause()
        assert cells_of_the_cursor() == TILE[0]


async def test_surface_without_focus_shows_its_cursor() -> None:
    surface = Surface(board(), can_focus=False)
    surface.offer([(0, 0)])
    assert not surface.can_focus
    assert any("cursor" in role for role in surface.rows.compose(1).roles)
    assert not any("away" in role for role in surface.rows.compose(1).roles)


async def test_changes_flash_until_cleared() -> None:
    app = SurfaceApp()
    async with app.run_test(size=SIZE):
        before = [list(app.surface.render_line(y)) for y in range(40)]
        app.surface.flash([(3, 3), Rect(0, 39, 200, 9)])
        grounds = {
            y
            for y in range(40)
            for _, style, _ in app.surface.render_line(y)
            if style and style.bgcolor and style.bgcolor == theme("dark").style("flash").bgcolor
        }
        assert grounds == {*range(24, 32), 39}
        app.surface.flash([])
        assert [list(app.surface.render_line(y)) for y in range(40)] == before


async def _refreshed(app: SurfaceApp, pilot: Pilot[None]) -> list[tuple[Region, ...]]:
    await pilot.pause()
    calls: list[tuple[Region, ...]] = []
    refresh = app.surface.refresh

    def noting(*regions: Region, **options: Any) -> Any:
        calls.append(regions)
        return refresh(*regions, **options)

    app.surface.refresh = noting  # type: ignore[method-assign]
    return calls


async def test_cursor_step_redraws_two_headings() -> None:
    app = SurfaceApp()
    async with app.run_test(size=SIZE) as pilot:
        calls = await _refreshed(app, pilot)
        await pilot.press("down")
        assert [{(r.x, r.y, r.width, r.height) for r in call} for call in calls] == [
            {(0, 1, 10, 1), (0, 9, 10, 1)}
        ]


async def test_new_canvas_redraws_the_differences() -> None:
    app = SurfaceApp()
    async with app.run_test(size=SIZE) as pilot:
        calls = await _refreshed(app, pilot)
        canvas = board()
        canvas.put(44, 20, "new", "good")
        app.surface.show(canvas)
        app.surface.show(canvas)
        app.surface.offer(app.legal)
        assert calls == [(Region(44, 20, 3, 1),)]
        app.surface.show(Canvas(30, 3))
        assert calls[1:] == [()]


async def test_focus_change_redraws_only_the_cursor() -> None:
    app = SurfaceApp()
    async with app.run_test(size=SIZE) as pilot:
        calls = await _refreshed(app, pilot)
        app.set_focus(None)
        await pilot.pause()
        assert calls == [(Region(0, 1, 10, 1),)]


async def test_theme_change_redraws_every_colour() -> None:
    app = SurfaceApp()
    async with app.run_test(size=SIZE) as pilot:

        def colours() -> set[str]:
            return {
                style.color.name
                for y in range(40)
                for _, style, _ in app.surface.render_line(y)
                if style and style.color
            }

        dark = colours()
        app.surface.set_theme(theme("light"))
        await pilot.pause()
        assert app.surface.surface_styles.theme == theme("light")
        assert dark.isdisjoint(colours())


@pytest.mark.parametrize("theme", ["textual-light", "textual-dark"])
async def test_background_comes_from_the_theme(theme: str) -> None:
    app = SurfaceApp()
    async with app.run_test(size=SIZE) as pilot:
        app.theme = theme
        await pilot.pause()
        expected = app.surface.rich_style.bgcolor
        assert {style.bgcolor for _, style, _ in app.surface.render_line(3) if style} == {expected}


async def test_small_canvas_leaves_the_rest_blank() -> None:
    app = SurfaceApp()
    async with app.run_test(size=SIZE):
        canvas = Canvas(5, 2)
        canvas.put(0, 0, "hello", spot="hello")
        app.surface.show(canvas)
        assert shown(app.surface, 0) == "hello" + " " * 115
        assert shown(app.surface, 39) == " " * 120


async def test_text_on_a_board_cannot_be_selected_or_styled_by_markup() -> None:
    canvas = Canvas(40, 1)
    canvas.put(0, 0, "Bob [/x] a [red] b")
    app = SurfaceApp()
    async with app.run_test(size=SIZE):
        app.surface.show(canvas)
        assert not app.surface.allow_select
        assert shown(app.surface, 0).rstrip() == "Bob [/x] a [red] b"


async def test_partial_repaint_redraws_only_that_part() -> None:
    app = SurfaceApp()
    async with app.run_test(size=SIZE) as pilot:
        surface = app.surface
        legal = [place for place in app.legal if place[1] < 3]
        surface.offer(legal)
        await pilot.pause()
        above = [surface.render_line(y) for y in range(30)]
        part = Canvas(120, 3)
        part.put(5, 1, "another story", spot=("story",))
        surface.replace(part, 0, 30)
        assert shown(surface, 31).strip() == "another story"
        assert [surface.render_line(y) for y in range(30)] == above
        assert surface.place_at(6, 31) == ("story",)
        surface.offer([("story",), *legal])
        surface.point(("story",))
        assert surface.cursor == ("story",)
        surface.replace(Canvas(120, 3), 0, 30)
        assert surface.cursor != ("story",), "the place is gone"


async def test_terminal_cursor_is_at_the_cursor() -> None:
    app = SurfaceApp()
    async with app.run_test(size=SIZE) as pilot:
        await pilot.press("right")
        rect = app.surface.canvas.rects(app.surface.cursor)[0]
        assert app.cursor_position == (rect.x, rect.y + 1)
