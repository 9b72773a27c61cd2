"""Screen that consists of one painted surface, and knows the app around it."""

from __future__ import annotations

from textual.app import ComposeResult
from textual.geometry import Size
from textual.screen import Screen

from engine.i18n.language import Tongue
from engine.i18n.text import Text
from screens.key_map import BY_ID, key_of
from screens.keys import key_name
from screens.pages.app_context import PageContext
from screens.pages.prompt import KeyHint
from screens.paint.canvas import Canvas
from screens.paint.theme import Theme
from screens.paint.too_small import is_too_small, paint_too_small
from screens.preferences import Preferences
from screens.renderer.surface import Surface


class PaintedScreen(Screen[None]):
    """A screen painted on one `Surface`, with the settings of the app."""

    BLANK = True  # the surface covers it

    def __init__(self, guildhall: PageContext) -> None:
        super().__init__()
        self.guildhall = guildhall

    # Settings

    @property
    def preferences(self) -> Preferences:
        """The current settings."""
        return self.guildhall.preferences

    @property
    def theme_now(self) -> Theme:
        """The current theme."""
        return self.guildhall.look_of(self.preferences)

    @property
    def tongue(self) -> Tongue:
        """The current language."""
        return Tongue(self.preferences.language)

    def say(self, text: Text) -> str:
        """A message in the reader's language."""
        return self.tongue.say(text)

    def key_of(self, command: str) -> str:
        """The key of a command, as set by the user."""
        return key_of(command, self.preferences.keys)

    def key_to(self, command: str) -> Text:
        """Name of the key of a command."""
        return key_name(self.key_of(command))

    def hint_of(self, command: str) -> KeyHint:
        """Key hint of a command."""
        meaning = BY_ID[command].short
        assert meaning is not None, "a command for the line of keys says so in a word or two"
        return KeyHint(self.key_of(command), meaning)

    def apply_preferences(self, preferences: Preferences) -> None:
        """Repaint with other settings."""
        if self.is_mounted and self.query(Surface):
            self.surface.wear(self.theme_now)
            self.show()

    # Painting

    def prepare(self) -> None:
        """Load data before the page is first painted."""

    def compose(self) -> ComposeResult:
        """Yield the only widget, with the page already painted on it."""
        self.prepare()
        yield Surface(self.picture(), look=self.theme_now, can_focus=False)

    @property
    def surface(self) -> Surface:
        """The only widget."""
        return self.query_one(Surface)

    def on_surface_sized(self, event: Surface.Sized) -> None:
        """Repaint for the new size."""
        self.show()

    @property
    def cells(self) -> Size:
        """Size of the page, which fills the terminal."""
        return self.app.size

    @property
    def too_small(self) -> bool:
        """Whether the terminal is too small for a page."""
        return is_too_small(*self.cells)

    @property
    def is_seen(self) -> bool:
        """Whether no other screen covers this page. (`is_current` holds for the one below, too.)"""
        return self.app.screen is self

    def show(self) -> None:
        """Repaint the page and update changed cells; a surface without a size yet repaints
        itself later."""
        if self.is_mounted and self.query(Surface):
            self.surface.show(self.picture())
            self.place_caret()

    def picture(self) -> Canvas:
        """Paint the screen, or that the terminal is too small for it."""
        if self.too_small:
            return paint_too_small(*self.cells, self.say, self.theme_now.glyphs)
        return self.paint()

    def paint(self) -> Canvas:
        """Paint the screen at its size."""
        raise NotImplementedError

    def place_caret(self) -> None:
        """Put the terminal's cursor where the user is."""
