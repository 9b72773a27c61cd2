"""Base class of the reducers of a table."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.i18n.text import Text
from screens.table.effects import Update, show_message, show_refusal
from screens.table.table_state import TableState

if TYPE_CHECKING:
    from screens.table.table_parts import TableParts


class TableReducer:
    """A reducer that works with the parts of a table."""

    def __init__(self, parts: TableParts) -> None:
        self.session, self.scenes = parts.session, parts.scenes
        self.recent, self.notices, self.turn_flow = parts.recent, parts.notices, parts.turn_flow
        self.pages, self.renderer = parts.pages, parts.renderer

    def notify(self, state: TableState, text: Text) -> Update:
        """Show a message, translated into the reader's language."""
        return show_message(state, self.scenes.translate(state, text))

    def refuse(self, state: TableState, text: Text) -> Update:
        """Show why a key or click does nothing."""
        return show_refusal(state, self.scenes.translate(state, text))
