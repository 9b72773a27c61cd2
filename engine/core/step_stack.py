"""The base class of the steps on the agenda, which is a stack."""

from __future__ import annotations

from typing import Any, ClassVar

from engine.core.canonical import Canonical, canonical_fields
from engine.core.frozen import FrozenClass


class Step(metaclass=FrozenClass):
    """Anything that can be pushed onto an agenda.

    `sort` is the kind of step, such as `DECISION` (see `engine.core.step`). `rules` are the ids of
    the rules that the step implements. `name` is the step's name in logs. By default it is the name
    of the class; a step whose class was renamed sets its old name.
    """

    __attrs_attrs__: ClassVar[Any]  # set by attrs
    __is_fixed__: ClassVar[bool] = True
    sort: ClassVar[int]
    rules: ClassVar[tuple[str, ...]] = ()
    name: ClassVar[str] = "Step"

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        if "name" not in cls.__dict__:
            cls.name = cls.__name__

    def plain(self) -> tuple[Canonical, ...]:
        """Return the canonical form, which consists of the step's name and values."""
        return (self.name, *canonical_fields(self))
