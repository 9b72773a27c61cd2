"""Keys that no layer wanted for itself."""

from __future__ import annotations

from collections.abc import Sequence

from screens.key_map import KeyCommand
from screens.table.effects import PassOn, Update
from screens.table.messages import Commanded, KeyPressed, TableMessage
from screens.table.table_state import TableState


class KeyCommands:
    """Knows which command a key stands for: the person's own keys, else the usual ones."""

    def __init__(self, here: Sequence[KeyCommand]) -> None:
        self._here = here

    def update(self, state: TableState, input: TableMessage) -> Update | None:
        """The command of a key; a key without one means nothing here."""
        if not isinstance(input, KeyPressed):
            return None
        own = state.wishes.keys
        for command in self._here:
            if input.key == own.get(command.id, command.key):
                return Update(state, follow_up=(Commanded(command.id),))
        return Update(state, (PassOn(),))
