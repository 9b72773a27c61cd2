"""Placeholders for values that a view of a state hides from a seat."""

from __future__ import annotations

from typing import Any, NoReturn, TypeAlias, TypeVar

from attrs import frozen

from engine.core.canonical import Canonical

T = TypeVar("T")


class HiddenValue(LookupError):
    """Raised when rules read a value that is hidden from the seat."""


@frozen(eq=False, repr=False)
class Hidden:
    """Placeholder in a view for a value that the seat may not see. The length of `Hidden(3)` is
    public.

    `len` and truth tests read the length if it is public. `Hidden()`, which has no public length,
    can stand for a number, and stays hidden under addition and subtraction. A placeholder can also
    be copied and printed. Every other operation raises `HiddenValue`, including comparison and
    lookup, so rules that run on a view stop instead of giving wrong results. Compare views by their
    digests.
    """

    _count: int | None = None

    def __len__(self) -> int:
        if self._count is None:
            raise HiddenValue("how many there are is hidden")
        return self._count

    def __bool__(self) -> bool:
        return len(self) > 0

    def __repr__(self) -> str:
        return f"Hidden({'' if self._count is None else self._count})"

    def _changed(self, by: int) -> Hidden:
        return self if self._count is None else self._unseen()

    def _unseen(self, *_: Any) -> NoReturn:
        raise HiddenValue("the value is hidden from this seat")

    def plain(self) -> tuple[Canonical, ...]:
        return ("hidden", self._count)

    def copy(self) -> Hidden:
        """Return this object, so that it can replace a value with a `copy` method in a view."""
        return self

    def __getitem__(self, index: int | slice) -> Hidden:
        whole = isinstance(index, slice) and index == slice(None)
        return self if whole else self._unseen()

    __add__ = __radd__ = __sub__ = __rsub__ = _changed
    __mul__ = __rmul__ = __matmul__ = __rmatmul__ = __pow__ = __rpow__ = _unseen
    __truediv__ = __rtruediv__ = __floordiv__ = __rfloordiv__ = _unseen
    __mod__ = __rmod__ = __divmod__ = __rdivmod__ = _unseen
    __and__ = __rand__ = __or__ = __ror__ = __xor__ = __rxor__ = _unseen
    __lshift__ = __rlshift__ = __rshift__ = __rrshift__ = _unseen
    __neg__ = __pos__ = __abs__ = __invert__ = _unseen
    __round__ = __trunc__ = __floor__ = __ceil__ = _unseen
    __int__ = __float__ = __complex__ = __index__ = __bytes__ = _unseen
    __lt__ = __le__ = __gt__ = __ge__ = __eq__ = __ne__ = __hash__ = _unseen
    __iter__ = __next__ = __reversed__ = __contains__ = _unseen
    __setitem__ = __delitem__ = __call__ = __enter__ = __exit__ = _unseen

    def __format__(self, form: str) -> str:
        return repr(self) if not form else self._unseen()

    def __getattr__(self, name: str) -> NoReturn:
        if name.startswith("_"):
            raise AttributeError(name)
        self._unseen()


Masked: TypeAlias = "int | str | Hidden | tuple[Masked, ...]"
"""A value of a log with `Hidden` in place of the parts that the reader may not see."""


def is_hidden(value: object) -> bool:
    return isinstance(value, Hidden)


def require_visible(value: T) -> T:
    """Return `value`. Raises `HiddenValue` if it is `Hidden`. Rules that reveal secrets call this
    function first, so that on a view they stop before anything has changed."""
    if is_hidden(value):
        raise HiddenValue("the value is hidden from this seat")
    return value
