"""Base of the reducers of a table."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.i18n.text import Text
from screens.table.effects import Update, show_message
from screens.table.table_state import TableState

if TYPE_CHECKING:
    from screens.table.table_parts import TableParts


class TableReducer:
    """A reducer that works with the parts of a table."""

    def __init__(self, parts: TableParts) -> None:
        self._reading, self._scenes = parts.reading, parts.scenes
        self._recent, self._telling, self._going = parts.recent, parts.telling, parts.going
        self._pages, self._picturing = parts.pages, parts.picturing

    def _tell(self, state: TableState, text: Text) -> Update:
        """Show a message in the reader's language."""
        return show_message(state, self._scenes.say(state, text))
