"""Letters that move as arrows do."""

from __future__ import annotations

from collections.abc import Sequence

from screens.key_map import MOVE, STEERS, KeyCommand
from screens.table.effects import Update
from screens.table.messages import KeyPressed, TableMessage
from screens.table.table_state import TableState


class Movement:
    """Takes a letter for the arrow that it stands for, or for Home or End. A key that the person
    has given to a command of the table is that command's."""

    def __init__(self, here: Sequence[KeyCommand]) -> None:
        self._here = here

    def update(self, state: TableState, input: TableMessage) -> Update | None:
        """A letter that moves; others, and letters of what is being typed, are none of these."""
        if not isinstance(input, KeyPressed) or state.stepping.typed is not None:
            return None
        own, choosing = state.wishes.keys, state.choosing
        if choosing is not None and choosing.chooser.reads_letters:
            return None
        if input.key in {own.get(command.id) for command in self._here}:
            return None
        for command in MOVE:
            if input.key == own.get(command.id, command.key):
                return Update(state, follow_up=(KeyPressed(STEERS[command.id], None),))
        return None
