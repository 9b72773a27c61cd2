"""What stands on an agenda (a stack of steps), whatever it does."""

from __future__ import annotations

from typing import ClassVar

from attrs import frozen

from engine.core.canonical import Canonical, canonical_fields


@frozen
class Step:
    """Anything that can stand on an agenda.

    `rules` are the ids of the rules that it carries out. `name` is what logs call it: the name of
    its class, unless the class says otherwise (one that was renamed keeps its name in logs).
    """

    __is_fixed__: ClassVar[bool] = True
    sort: ClassVar[int]
    rules: ClassVar[tuple[str, ...]] = ()
    name: ClassVar[str] = "Step"

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        if "name" not in cls.__dict__:
            cls.name = cls.__name__

    def plain(self) -> tuple[Canonical, ...]:
        """What it is summed up from: its name and its values."""
        return (self.name, *canonical_fields(self))
