"""What lies on the table: mutable, cheap to copy, with its secrets declared field by field.

A game's state is a class decorated with `table`. From the types of its fields `table` writes the
methods that must never forget a field: `copy`, `plain` (for digests) and `view`.
"""

from __future__ import annotations

import types
import typing
from collections.abc import Callable, Iterator
from hashlib import blake2b
from typing import TYPE_CHECKING, Any, ClassVar, Final, NoReturn, Self, TypeVar, dataclass_transform

import attrs
from attrs import Attribute, define, field, frozen

from engine.text import Text

if TYPE_CHECKING:
    from engine.step import Step

C = TypeVar("C", bound=type)

NOBODY: Final = "nobody"
OWNER: Final = "owner"


class Unseen(LookupError):
    """Somebody tried to read a value that the seat may not see."""


@frozen
class Hidden:
    """Stands in a view for what the seat may not see; `count` tells how many, where that is public.

    Its length is the count. To look inside raises `Unseen`.
    """

    count: int | None = None

    def __len__(self) -> int:
        if self.count is None:
            raise Unseen("how many there are is hidden")
        return self.count

    def __bool__(self) -> bool:
        return self.count != 0

    def __iter__(self) -> Iterator[Any]:
        self._unseen()

    def __getitem__(self, index: Any) -> Any:
        self._unseen()

    def __contains__(self, item: object) -> bool:
        self._unseen()

    @staticmethod
    def _unseen() -> NoReturn:
        raise Unseen("the value is hidden from this seat")


def secret(
    *, of: str, counted: bool = False, until: str | None = None, factory: Callable[[], Any]
) -> Any:
    """A field that not everybody may see.

    `of` is "nobody" (not even its owner looks: a pile) or "owner" (a list with one entry a seat,
    each for that seat alone). `counted` says that the number of things hidden is public. `until`
    names a true-or-false field of the same state that, once true, makes the secret public.
    """
    if of not in (NOBODY, OWNER):
        raise ValueError(f"a secret is of nobody or of its owner, not of {of!r}")
    return field(factory=factory, metadata={"secret": (of, counted, until)})


def shared(**options: Any) -> Any:
    """A field that all copies share and that takes no part in comparison: data of the game."""
    return field(eq=False, repr=False, metadata={"shared": True}, **options)


@frozen
class Note:
    """One thing that happened, with the rule that made it happen.

    `seat` is whom it happened to (-1: the table). `to` is the only seat that may read it, or None.
    """

    rule: str
    seat: int
    text: Text
    to: int | None = None


@define
class State:
    """What every game has on the table.

    `agenda` is the stack of what must happen next, its last step first. `draws` counts the outcomes
    of chance in each seat's stream and, last, in the table's. `turn` counts turns from 1, `active`
    is the seat whose turn it is (-1: nobody's). `story` collects notes while somebody listens.
    """

    seats: int
    agenda: list[Step] = field(factory=list)
    draws: list[int] = field(factory=list)
    round: int = 0
    turn: int = 0
    active: int = -1
    over: bool = False
    story: list[Note] | None = field(default=None, eq=False, repr=False)

    _secrets: ClassVar[tuple[tuple[str, str, bool, str | None], ...]] = ()

    def __attrs_post_init__(self) -> None:
        if not self.draws:
            self.draws = [0] * (self.seats + 1)

    def copy(self) -> Self:
        """An equal state that shares nothing that can change."""
        raise NotImplementedError("decorate the class with @table")

    def plain(self) -> tuple[Any, ...]:
        """All that is compared, as one tuple of fields."""
        raise NotImplementedError("decorate the class with @table")

    def push(self, *steps: Step) -> None:
        """Put steps on the agenda so that they happen in the order given."""
        self.agenda.extend(reversed(steps))

    def begin_turn(self, seat: int) -> None:
        """Another turn begins, and it is this seat's."""
        self.turn += 1
        self.active = seat

    def note(self, rule: str, seat: int, text: Text, *, to: int | None = None) -> None:
        """Tell what happened and by which rule; asks nothing when nobody listens.

        Where speed counts, test `state.story is not None` before the text is made.
        """
        if self.story is not None:
            self.story.append(Note(rule, seat, text, to))

    def has_secrets(self) -> bool:
        """Whether anything on the table is somebody's secret now."""
        return any(
            of == OWNER and not (until is not None and getattr(self, until))
            for _, of, _, until in self._secrets
        )

    def digest(self) -> str:
        """Sixteen hexadecimal digits that differ when the state does."""
        return blake2b(repr(self.plain()).encode(), digest_size=8).hexdigest()

    def view(self, seat: int | None) -> Self:
        """A copy in which everything that the seat may not see is `Hidden`.

        `seat` None is somebody who watches and sees only what is public.
        """
        view = self.copy()
        for name, of, counted, until in self._secrets:
            if until is not None and getattr(self, until):
                continue
            value = getattr(self, name)
            if of == NOBODY:
                setattr(view, name, Hidden(len(value) if counted else None))
                continue
            entries = getattr(view, name)
            for owner in range(len(entries)):
                if owner != seat:
                    entries[owner] = Hidden(len(value[owner]) if counted else None)
        return view


@dataclass_transform(field_specifiers=(field, secret, shared))
def table(cls: C) -> C:
    """Make an attrs class with slots of a state and write its `copy` and `plain`."""
    made = define(cls)
    fields = attrs.fields(made)
    hints = typing.get_type_hints(made, localns=_NAMES)
    _write(made, "copy", _copy_lines(fields, hints))
    _write(made, "plain", _plain_lines(fields))
    secrets = tuple((one.name, *one.metadata["secret"]) for one in fields if "secret" in one.metadata)
    setattr(made, "_secrets", secrets)  # noqa: B010 - not an attribute of every type
    return made


_NAMES: dict[str, Any] = {}


def _copy_lines(fields: tuple[Attribute[Any], ...], hints: dict[str, Any]) -> list[str]:
    lines = ["new = make(cls)"]
    for one in fields:
        value = f"self.{one.name}"
        if one.name == "story":
            value = "None"
        elif "shared" not in one.metadata:
            value = _copied(value, hints[one.name], 0)
        lines.append(f"new.{one.name} = {value}")
    return [*lines, "return new"]


def _plain_lines(fields: tuple[Attribute[Any], ...]) -> list[str]:
    compared = [f"self.{one.name}" for one in fields if one.eq]
    return [f"return ({', '.join(compared)},)"]


def _write(cls: type, name: str, lines: list[str]) -> None:
    source = f"def {name}(self):\n" + "".join(f"    {line}\n" for line in lines)
    scope: dict[str, Any] = {"make": object.__new__, "cls": cls}
    exec(compile(source, f"<{name} of {cls.__name__}>", "exec"), scope)
    method = scope[name]
    method.__doc__ = getattr(State, name).__doc__
    setattr(cls, name, method)


def _copied(value: str, kind: Any, depth: int) -> str:
    """The expression that copies a value of a type."""
    if _is_fixed(kind):
        return value
    origin, args = typing.get_origin(kind), typing.get_args(kind)
    inner = f"v{depth}"
    if origin is list:
        if _is_fixed(args[0]):
            return f"{value}[:]"
        return f"[{_copied(inner, args[0], depth + 1)} for {inner} in {value}]"
    if origin is dict:
        if _is_fixed(args[1]):
            return f"{value}.copy()"
        return f"{{k: {_copied(inner, args[1], depth + 1)} for k, {inner} in {value}.items()}}"
    if origin in (typing.Union, types.UnionType):
        (other,) = [arg for arg in args if arg is not type(None)]
        return f"(None if {value} is None else {_copied(value, other, depth)})"
    if isinstance(kind, type) and hasattr(kind, "copy") and not issubclass(kind, set | frozenset):
        return f"{value}.copy()"
    raise TypeError(f"a state cannot hold {kind}: neither fixed, a list, a dict nor copyable")


def _is_fixed(kind: Any) -> bool:
    """Whether values of the type never change, so that copies may share them."""
    if kind in (int, str, bool, float, bytes, type(None)):
        return True
    origin, args = typing.get_origin(kind), typing.get_args(kind)
    if origin is tuple:
        return True
    if origin in (typing.Union, types.UnionType):
        return all(_is_fixed(arg) for arg in args)
    return isinstance(kind, type) and bool(getattr(kind, "__is_fixed__", False))
