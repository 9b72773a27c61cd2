"""Tests of the metaclass of steps and commands."""

from __future__ import annotations

from abc import abstractmethod

import pytest
from attrs import frozen
from attrs.exceptions import FrozenInstanceError

from engine.core.frozen import FrozenClass


class Shape(metaclass=FrozenClass):
    @abstractmethod
    def area(self) -> int: ...


class Square(Shape):
    side: int = 1

    def area(self) -> int:
        return self.side**2


class Box(Square):
    depth: int = 1

    def area(self) -> int:
        return super().area() * self.depth


def test_subclasses_have_the_fields_of_their_bases_and_their_own() -> None:
    assert Box(2, 3) == Box(side=2, depth=3) != Box(2, 4)
    assert Box(2, 3).area() == 12
    assert len({Square(2), Square(2), Box(2)}) == 2


def test_instances_cannot_be_changed() -> None:
    with pytest.raises(FrozenInstanceError):
        Square(2).side = 3  # type: ignore[misc]
    assert not hasattr(Square(2), "__dict__")


def test_abstract_classes_have_no_instances() -> None:
    with pytest.raises(TypeError):
        Shape()  # type: ignore[abstract]


def test_another_frozen_is_refused() -> None:
    with pytest.raises(ValueError, match="freeze"):
        frozen(Square)
