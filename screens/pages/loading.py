"""Page shown while a game's rules are loaded and its table is set up."""

from __future__ import annotations

from engine.i18n.text import Text
from screens.pages.app_context import PageContext
from screens.pages.page import Page
from screens.pages.page_frame import panel_body
from screens.paint.canvas import Canvas


class LoadingScreen(Page):
    """Page with the name of a game and a text, shown until the table of the game is ready."""

    def __init__(self, page_context: PageContext, game: str, text: Text) -> None:
        super().__init__(page_context)
        self._game, self._text = game, text

    def title_text(self) -> Text:
        from screens.match_summary import game_called

        return game_called(self._game)

    def paint_body(self, width: int, height: int) -> Canvas:
        canvas = panel_body(width, height, self.reader.theme.glyphs)
        canvas.put(4, 1, self.translate(self._text), "dim")
        return canvas

    def action_back(self) -> None:
        """Do nothing, because the table is about to open."""
