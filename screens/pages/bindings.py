"""Commands as Textual bindings."""

from __future__ import annotations

from collections.abc import Sequence

from textual.binding import Binding, BindingType

from screens.key_map import KeyCommand


def bindings(commands: Sequence[KeyCommand]) -> list[BindingType]:
    return [
        Binding(command.key, command.action, command.id, show=False, id=command.id)
        for command in commands
    ]
