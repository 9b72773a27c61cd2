"""Metaclass for classes whose subclasses are all frozen attrs classes."""

from __future__ import annotations

from abc import ABCMeta
from typing import Any, dataclass_transform

from attrs import frozen


@dataclass_transform(frozen_default=True)
class FrozenClass(ABCMeta):
    """Metaclass that applies `frozen` to a class and to each of its subclasses, so that their
    instances are small, immutable and hashable."""

    def __new__(
        metaclass, name: str, bases: tuple[type, ...], namespace: dict[str, Any]
    ) -> FrozenClass:
        made = super().__new__(metaclass, name, bases, namespace)
        # To add slots, attrs creates the class again, with this metaclass.
        return made if "__attrs_attrs__" in namespace else frozen(made)
