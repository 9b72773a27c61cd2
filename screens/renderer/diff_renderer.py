"""Diff renderer, which sends a terminal only what it does not show yet.

Textual redraws a region by sending all of it, from the left edge of its widget on, so that players
with a slow connection have to wait. A `DiffApp` remembers what the terminal shows (`ScreenBuffer`),
compares cell by cell, and sends the cells that differ, with as few style changes as possible.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache, partial
from time import monotonic
from typing import TYPE_CHECKING, Any

from rich.cells import cell_len
from rich.console import Console
from textual import events
from textual.app import App
from textual.strip import Strip

from screens.paint.cells import SECOND_CELL, clean, clip, in_cells, width_of
from screens.paint.theme import Theme, theme
from screens.renderer.sgr import SYSTEMS, PenOfStyle, depth_of, sgr_styles
from screens.terminal.textual_private import ChopsUpdate, CompositorUpdate, LayoutUpdate
from screens.terminal.timers import ReliableTimers
from styles.colour import Depth
from styles.palette import PALETTES
from styles.themes import palette_name

if TYPE_CHECKING:
    from rich.style import Style
    from textual.driver import Driver
    from textual.timer import Timer

    from screens.preferences import Preferences

SHORT_GAP = 4
"""Maximum number of unchanged cells that are sent again because moving the cursor would take as
many bytes."""

AT_ONCE = 1 / 120
"""Minimum number of seconds between two immediate updates. More frequent ones are combined."""

MAX_TITLE_LENGTH = 60
"""Maximum length of a window title or desktop notification in cells."""

RESET = "\x1b[0m"
PLAIN_PEN = ""
"""Pen (SGR parameters, see `screens.renderer.sgr`) of text without a style."""

REDRAW_DELAY = 0.05
"""Seconds after a resize until everything is redrawn."""

UNKNOWN_PEN = "?"
"""Value that stands for the pen of a cell with unknown content. No real pen has this value."""


class ScreenBuffer:
    """The known content of the terminal, cell by cell."""

    def __init__(self) -> None:
        self.width = 0
        self.height = 0
        self.chars: list[list[str]] = []
        self._pens: list[list[str]] = []

    def forget(self) -> None:
        """Forget the known content, so that the next update is sent in full."""
        self.chars = [[""] * self.width for _ in range(self.height)]
        self._pens = [[UNKNOWN_PEN] * self.width for _ in range(self.height)]

    def fit(self, width: int, height: int) -> None:
        """Set the size of the terminal. Forget the known content if the size has changed."""
        if (width, height) != (self.width, self.height):
            self.width, self.height = width, height
            self.forget()

    def update(self, spans: Iterable[Span], pen_of: PenOfStyle) -> str:
        """Return the output that shows `spans`, and record them as shown."""
        line = _Line()
        for span in spans:
            self._update_span(span, pen_of, line)
        return line.end()

    def _update_span(self, span: Span, pen_of: PenOfStyle, line: _Line) -> None:
        x, y = span.x, span.y
        if not 0 <= y < self.height:
            return  # left over from a larger window; the terminal would show it in its last row
        chars, pens, simple = span.cells(pen_of)
        if x + len(chars) > self.width:
            line.write(x, y, chars, pens)
            line.lose_place()
            self._pens[y] = [UNKNOWN_PEN] * self.width
            return
        columns = slice(x, x + len(chars))
        old_chars, old_pens = self.chars[y][columns], self._pens[y][columns]
        if chars == old_chars and pens == old_pens:
            return
        if simple:
            for start, end in _differences(chars, pens, old_chars, old_pens):
                line.write(x + start, y, chars[start:end], pens[start:end])
                if SECOND_CELL in chars[start:end]:
                    line.lose_place()
        else:
            line.write(x, y, chars, pens)
            line.lose_place()
        self.chars[y][columns] = chars
        self._pens[y][columns] = pens


class Span:
    """A part of a row of the screen, with its position."""

    def __init__(self, x: int, y: int) -> None:
        self.x = x
        self.y = y

    def cells(self, pen_of: PenOfStyle) -> tuple[list[str], list[str], bool]:
        """Return the characters and pens of the cells, and whether every character has its own cell
        or cells. If not, the first cell of a text of uncertain width holds the whole text."""
        raise NotImplementedError


class StripSpan(Span):
    """A span that consists of Textual strips."""

    def __init__(self, x: int, y: int, strips: Iterable[Strip]) -> None:
        super().__init__(x, y)
        self.strips = strips

    def cells(self, pen_of: PenOfStyle) -> tuple[list[str], list[str], bool]:
        """Return the characters, with the pens of their segments, as in `Span.cells`."""
        chars: list[str] = []
        pens: list[str] = []
        simple = True
        for strip in self.strips:
            for text, style, _ in strip:
                pen = PLAIN_PEN if style is None else pen_of(style)
                if _is_simple(text):
                    chars += text
                    pens += [pen] * len(text)
                elif (width := cell_len(text)) == width_of(text) and clean(text) == text:
                    chars += in_cells(text)
                    pens += [pen] * width
                elif width:
                    simple = False
                    chars += [text, *[""] * (width - 1)]
                    pens += [pen] * width
        return chars, pens, simple


class CellSpan(Span):
    """A span of canvas cells, each with its role, and the style of each role."""

    def __init__(
        self, x: int, y: int, chars: list[str], roles: list[str], style_of: Callable[[str], Style]
    ) -> None:
        super().__init__(x, y)
        self.chars = chars
        self.roles = roles
        self.style_of = style_of

    def cells(self, pen_of: PenOfStyle) -> tuple[list[str], list[str], bool]:
        """Return the characters, with the pens of their roles, as in `Span.cells`."""
        pens = {role: pen_of(self.style_of(role)) for role in set(self.roles)}
        return self.chars, [pens[role] for role in self.roles], True


class _Line:
    """Builder of output for the terminal, with as few cursor movements and style changes as
    possible."""

    def __init__(self) -> None:
        self._parts: list[str] = []
        self._pen = PLAIN_PEN
        self.lose_place()

    def write(self, x: int, y: int, chars: list[str], pens: list[str]) -> None:
        """Write cells into row `y` from column `x` on."""
        self._move_cursor(x, y)
        parts, pen = self._parts, self._pen
        for char, new in zip(chars, pens, strict=True):
            if new != pen and char != SECOND_CELL:
                enough = _pen_for_blank(pen, new) if char == " " else new
                if enough != pen:
                    parts.append(pen_change(pen, enough))
                    pen = enough
            parts.append(char)
        self._pen = pen
        self._x = x + len(chars)

    def lose_place(self) -> None:
        """Use an absolute cursor position for the next cells, after characters about whose width
        terminals disagree."""
        self._x = self._y = -1

    def end(self) -> str:
        """Return the whole output, which resets the style at the end."""
        if self._pen != PLAIN_PEN:
            self._parts.append(RESET)
        return "".join(self._parts)

    def _move_cursor(self, x: int, y: int) -> None:
        if y == self._y and x >= self._x:
            if x > self._x:
                self._parts.append(f"\x1b[{x - self._x}C")
        else:
            self._parts.append(f"\x1b[{y + 1};{x + 1}H")
        self._x, self._y = x, y


@lru_cache(maxsize=8192)
def _is_simple(text: str) -> bool:
    return text.isascii() or all(cell_len(char) == 1 for char in text)


def _differences(
    chars: list[str], pens: list[str], old_chars: list[str], old_pens: list[str]
) -> Iterator[tuple[int, int]]:
    """Yield the ranges of cells that differ, as half-open intervals. Ranges at most `SHORT_GAP`
    cells apart are joined. The two cells of a wide character stay together."""
    start = end = -1
    for x, (char, pen, old_char, old_pen) in enumerate(
        zip(chars, pens, old_chars, old_pens, strict=True)
    ):
        if char == SECOND_CELL and x:
            end = x + 1 if end == x else end
            continue
        if char == old_char and (pen == old_pen or (char == " " and _same_on_blank(pen, old_pen))):
            continue
        if start < 0:
            start = x
        elif x - end > SHORT_GAP:
            yield start, end
            start = x
        end = x + 1
    if start >= 0:
        yield start, end


@lru_cache(maxsize=4096)
def parts_of_pen(pen: str) -> tuple[frozenset[str], str, str]:
    """Return the SGR codes of a pen's attributes, of its text colour (39 is the default) and of its
    background (49 is the default)."""
    attributes, colour, ground = set(), "39", "49"
    codes = iter(pen.split(";") if pen else ())
    for code in codes:
        if code in ("38", "48"):
            kind = next(codes)
            values = [next(codes) for _ in range(1 if kind == "5" else 3)]
            whole = ";".join((code, kind, *values))
            colour, ground = (whole, ground) if code == "38" else (colour, whole)
        elif 30 <= int(code) <= 39 or 90 <= int(code) <= 97:
            colour = code
        elif 40 <= int(code) <= 49 or 100 <= int(code) <= 107:
            ground = code
        else:
            attributes.add(code)
    return frozenset(attributes), colour, ground


INK_ATTRIBUTES = frozenset({"1", "2", "3"})
"""Attributes that change only letters (bold, dim, italic). A blank does not show them."""


END_CODES = {
    **{"1": "22", "2": "22", "3": "23", "4": "24", "5": "25", "6": "25", "7": "27", "8": "28"},
    **{"9": "29", "21": "24", "51": "54", "52": "54", "53": "55"},
}
"""The code that ends each attribute. One code can end several, such as bold and dim."""


@lru_cache(maxsize=4096)
def _same_on_blank(one: str, other: str) -> bool:
    """Return whether a blank is sure to look the same in both pens."""
    if UNKNOWN_PEN in (one, other):
        return False
    (attributes, _, ground), (others, _, other_ground) = parts_of_pen(one), parts_of_pen(other)
    return ground == other_ground and attributes <= INK_ATTRIBUTES and others <= INK_ATTRIBUTES


@lru_cache(maxsize=4096)
def _pen_for_blank(pen: str, new: str) -> str:
    """Return a pen in which a blank looks as it does in `new`: the current `pen`, with its
    background changed if necessary, or `new` itself if an attribute of either pen shows on
    blanks."""
    (attributes, colour, ground), (others, _, new_ground) = parts_of_pen(pen), parts_of_pen(new)
    if not (attributes <= INK_ATTRIBUTES and others <= INK_ATTRIBUTES):
        return new
    if ground == new_ground:
        return pen
    return ";".join((*sorted(attributes), colour, new_ground))


@lru_cache(maxsize=4096)
def pen_change(pen: str, new: str) -> str:
    """Return a sequence that changes `pen` to `new`: either a reset with all codes of `new`, or the
    codes that differ, whichever is shorter; empty if both pens look the same."""
    (attributes, colour, ground), (new_attributes, new_colour, new_ground) = (
        parts_of_pen(pen),
        parts_of_pen(new),
    )
    afresh = f"\x1b[0;{new}m" if new else RESET
    ended = {END_CODES[one] for one in attributes - new_attributes}
    stays = {attribute for attribute in attributes if END_CODES[attribute] not in ended}
    codes = [*sorted(ended), *sorted(new_attributes - stays)]
    codes += [new_colour] if colour != new_colour else []
    codes += [new_ground] if ground != new_ground else []
    onwards = f"\x1b[{';'.join(codes)}m" if codes else ""
    return min(afresh, onwards, key=len)


class DiffUpdate(CompositorUpdate):
    """Update of parts of the screen that sends only what the terminal does not show yet. `sent` is
    true once Textual has rendered the update, which it skips during a batch of updates, for
    example."""

    def __init__(
        self, spans: Iterable[Span], screen_buffer: ScreenBuffer, pen_of: PenOfStyle
    ) -> None:
        self.spans = spans
        self.screen_buffer = screen_buffer
        self.pen_of = pen_of
        self.sent = False

    def render_segments(self, console: Console) -> str:
        """Return the output to send, which the screen buffer then records as shown."""
        self.sent = True
        return self.screen_buffer.update(self.spans, self.pen_of)


def spans_of(update: LayoutUpdate | ChopsUpdate) -> Iterator[Span]:
    """Yield the parts of the screen that Textual wants to draw, without cutting characters in
    half."""
    if isinstance(update, LayoutUpdate):
        for y, strips in enumerate(update.strips, update.region.y):
            yield StripSpan(update.region.x, y, strips)
    else:
        for y, left, right in update.spans:
            yield from _chops(update, y, left, right)


def _chops(update: ChopsUpdate, y: int, left: int, right: int) -> Iterator[Span]:
    ends = update.chop_ends[y]
    for end, (x, strip) in zip(ends, update.chops[y].items(), strict=True):
        if strip is None or x >= right or end <= left:
            continue
        if all(_is_simple(text) for text, _, _ in strip):
            start, stop = max(x, left), min(end, right)
            yield StripSpan(start, y, [strip.crop(start - x, stop - x)])
        else:
            yield StripSpan(x, y, [strip])


class DiffApp(ReliableTimers, App[None], inherit_bindings=True):
    """App that sends its terminal only the changed cells, in colours that the terminal supports."""

    def __init__(self, driver_class: type[Driver] | None = None) -> None:
        super().__init__(driver_class)
        self.screen_buffer = ScreenBuffer()
        self._cached_pen_of: tuple[str, Depth, PenOfStyle] | None = None
        self._next_at_once = 0.0
        self.redraw_timer: Timer | None = None

    @property
    def depth(self) -> Depth:
        """The colour depth of the terminal."""
        return depth_of(self.console.color_system, no_color=self.no_color)

    @property
    def can_animate(self) -> bool:
        """Whether there is a terminal on which animations can be seen."""
        return not self.is_headless

    @property
    def has_time(self) -> bool:
        """Whether the terminal accepts output without delay."""
        return not getattr(self._driver, "is_behind", False)

    @property
    def pen_of(self) -> PenOfStyle:
        """Function from styles to SGR parameters. If the theme belongs to a palette, it uses the
        colour indexes of the palette."""
        if self._cached_pen_of is None or self._cached_pen_of[:2] != (self.theme, self.depth):
            self._cached_pen_of = (self.theme, self.depth, self._make_pen_of())
        return self._cached_pen_of[2]

    def _make_pen_of(self) -> PenOfStyle:
        palette = palette_name(self.theme)
        if palette in PALETTES:
            return sgr_styles(palette, self.depth)
        system = SYSTEMS.get(self.depth, SYSTEMS[Depth.TRUE])
        return partial(Strip.render_ansi, color_system=system)

    def theme_for(self, preferences: Preferences) -> Theme:
        """Return the theme chosen in `preferences`, in the terminal's colours."""
        return theme(preferences.theme, preferences.glyphs, self.depth)

    def on_mount(self) -> None:
        """Call `opened`, and forget the terminal's content whenever the app is suspended, because
        other programs can then write to the terminal."""
        self.app_suspend_signal.subscribe(
            self, lambda _: self.screen_buffer.forget(), immediate=True
        )
        self.opened()

    def opened(self) -> None:
        """Hook called when the app has started."""

    def set_window_title(self, title: str) -> None:
        """Set the title of the terminal's window, if it can have one."""
        set_window_title = getattr(self._driver, "set_window_title", None)
        if set_window_title is not None:
            set_window_title(clip(title, MAX_TITLE_LENGTH))

    def restore_window_title(self) -> None:
        """Restore the window's previous title."""
        restore_window_title = getattr(self._driver, "restore_window_title", None)
        if restore_window_title is not None:
            restore_window_title()

    def notify_on_desktop(self, text: str) -> None:
        """Show a desktop notification, if the terminal supports it."""
        notify_on_desktop = getattr(self._driver, "notify_on_desktop", None)
        if notify_on_desktop is not None:
            notify_on_desktop(clip(text, MAX_TITLE_LENGTH))

    def on_resize(self, event: events.Resize) -> None:
        """Redraw everything after a resize, because a window that shrinks and grows again loses
        content without a change of the layout."""
        if not self.screen_buffer.width:
            return
        self.screen_buffer.forget()
        if self.redraw_timer is not None:
            self.redraw_timer.stop()
        self.redraw_timer = self.set_timer(REDRAW_DELAY, self._redraw_after_resize)

    def _redraw_after_resize(self) -> None:
        self.redraw_timer = None
        if self.screen_stack:
            self.screen.refresh()

    def action_redraw(self) -> None:
        """Redraw everything, for a terminal whose content is corrupted."""
        self.screen_buffer.forget()
        self.screen.refresh()

    def _display(self, screen: Any, renderable: Any) -> None:
        if isinstance(renderable, LayoutUpdate | ChopsUpdate) and not self.is_inline:
            renderable = self._diff_update(spans_of(renderable))
        super()._display(screen, renderable)

    def show_at_once(self, spans: Iterable[Span]) -> bool:
        """Show parts of the screen immediately, without waiting for Textual. Return False if this
        is not possible now, or was done too recently."""
        now = monotonic()
        if self.is_inline or now < self._next_at_once:
            return False
        self._next_at_once = now + AT_ONCE
        update = self._diff_update(spans)
        self._display(self.screen, update)
        return update.sent

    def _diff_update(self, spans: Iterable[Span]) -> DiffUpdate:
        self.screen_buffer.fit(*self.size)
        return DiffUpdate(spans, self.screen_buffer, self.pen_of)
