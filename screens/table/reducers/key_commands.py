"""Keys that no layer wanted for itself."""

from __future__ import annotations

from collections.abc import Sequence

from screens.key_map import KeyCommand
from screens.table.effects import Outcome, PassOn
from screens.table.messages import Commanded, Input, KeyPressed
from screens.table.table_state import Doing


class Commands:
    """Knows which command a key stands for: the person's own keys, else the usual ones."""

    def __init__(self, here: Sequence[KeyCommand]) -> None:
        self._here = here

    def hear(self, doing: Doing, input: Input) -> Outcome | None:
        """The command of a key; a key without one means nothing here."""
        if not isinstance(input, KeyPressed):
            return None
        own = doing.wishes.keys
        for command in self._here:
            if input.key == own.get(command.id, command.key):
                return Outcome(doing, then=(Commanded(command.id),))
        return Outcome(doing, (PassOn(),))
