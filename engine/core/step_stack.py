"""The base class of steps on the agenda (a stack of steps)."""

from __future__ import annotations

from typing import ClassVar

from attrs import frozen

from engine.core.canonical import Canonical, canonical_fields


@frozen
class Step:
    """Anything that can be pushed on an agenda.

    `rules` are the ids of the rules that it implements. `name` is its name in logs: the name of its
    class unless the class sets another one, as renamed steps do to keep their old name.
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
        """Return the canonical form: the name and the values of the step."""
        return (self.name, *canonical_fields(self))
