"""Game state: mutable, cheap to copy, with secrets declared field by field.

A game's state is a class decorated with `table`. From the declared fields, the decorator
generates `copy`, `plain` (for digests) and the list of secrets that `view` hides, so that no field
is forgotten.
"""

from __future__ import annotations

import sys
import types
import typing
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, ClassVar, Final, Self, TypeAlias, TypeVar, dataclass_transform

import attrs
from attrs import Attribute, define, field, frozen

from engine.core.canonical import Canonical, canonical, digest
from engine.core.hidden import Hidden, is_hidden
from engine.core.step_stack import Step
from engine.i18n.text import Argument, Seat, Text

Hint = type | types.GenericAlias | types.UnionType
"""Type of a field, as annotated."""

C = TypeVar("C", bound=type)
T = TypeVar("T")

NOBODY: Final = "nobody"
OWNER: Final = "owner"

NEWEST_RULES: Final = sys.maxsize
"""Rules version of a state that belongs to no match. It is later than every real version."""

SECRET: Final = "secret"
SHARED: Final = "shared"
UNPUBLISHED: Final = "unpublished"
PASSING: Final = {"passing": True}
"""Metadata of a field that belongs to a single state object. The field is not copied; in a copy it
is None."""


Deferrable: TypeAlias = "Argument | Callable[[], Argument]"
"""An argument of a note, or a function that computes it."""


@frozen
class Secret:
    """Declaration of a secret field; see `secret`."""

    of: str
    counted: bool
    until: str | None
    shown: str | None

    def hidden(self, value: Any) -> Hidden:
        """Return the placeholder for `value` in a view."""
        return Hidden(len(value) if self.counted else None)


def secret(
    *,
    of: str,
    counted: bool = False,
    until: str | None = None,
    shown: str | None = None,
    factory: Callable[[], T],
) -> T:
    """Declare a field that not everyone may see.

    `of` is "nobody" (not even the owner may look, as with a pile) or "owner" (a list with one entry
    per seat, visible only to that seat). `counted` makes the length of the hidden value public.
    `until` names a boolean field of the state; while that field is true, the secret is public.
    `shown` names a field of the state with (owner, seat) pairs; while a pair is in the field, the
    seat may see the owner's entry. `factory` returns the initial value. Raises ValueError for any
    other `of`, or for `shown` with a secret of nobody.
    """
    if of not in (NOBODY, OWNER):
        raise ValueError(f"the secret must be of 'nobody' or 'owner', not of {of!r}")
    if of == NOBODY and shown is not None:
        raise ValueError("a secret of nobody cannot be shown to a seat")
    return field(factory=factory, metadata={SECRET: Secret(of, counted, until, shown)})


def shared(**options: Any) -> Any:
    """Declare a field that all copies share and that is not compared, such as component data."""
    return field(eq=False, repr=False, metadata={SHARED: True}, **options)


def unpublished(**options: Any) -> Any:
    """Declare a public field that is neither compared nor part of the bot protocol, such as a
    memory for bots. The field is copied and packed like any other."""
    return field(eq=False, repr=False, metadata={UNPUBLISHED: True}, **options)


@frozen
class Note:
    """A message about something that has happened, with the rule behind it.

    `seat` is the seat concerned (-1 for the table). Only the seats in `to` may read the note (None
    for everyone). The seats in `but` get a more detailed note instead. `turn` is the number of the
    turn in which the note was written, and `whose` the seat whose turn it was (-1 for no one's). A
    `provisional` note only says that the seat has done something. It is omitted as soon as a later
    note of the same event about the same seat, or of a later event about the same seat and rule,
    says what.
    """

    rule: str
    seat: int
    text: Text
    to: tuple[int, ...] | None = None
    turn: int = field(default=0, eq=False)
    but: tuple[int, ...] = ()
    whose: int = field(default=-1, eq=False)
    provisional: bool = field(default=False, eq=False)

    def is_for(self, seat: int | None) -> bool:
        """Whether `seat` (None for a spectator) may read the note."""
        return seat not in self.but and (self.to is None or seat in self.to)


@dataclass_transform(field_specifiers=(field, secret, shared, unpublished))
def _base(cls: C) -> C:
    """Apply `define`; `dataclass_transform` tells type checkers about the fields, as for
    `table`."""
    return define(cls)


@_base
class State:
    """The part of a state that all games have.

    `agenda` is the stack of steps, the next one last. `draws` counts the outcomes of chance in each
    seat's stream and, last, in the table's. `turn` counts turns from 1; `active` is the seat whose
    turn it is (-1 for no one's). `rules` is the version of the rules with which the match began;
    rules that have been corrected since then check it. `notes` collects notes, or is None if nobody
    reads them. `revealed` is the reason for the last reveal, until the match reads it. `trail`
    collects a copy of the state at the start of each turn, or is None.
    """

    seats: int
    agenda: list[Step] = field(factory=list)
    draws: list[int] = field(factory=list)
    round: int = 0
    turn: int = 0
    active: int = -1
    over: bool = False
    rules: int = field(default=NEWEST_RULES, eq=False, repr=False, metadata={SHARED: True})
    notes: list[Note] | None = field(default=None, eq=False, repr=False, metadata=PASSING)
    revealed: Text | None = field(default=None, eq=False, repr=False, metadata=PASSING)
    trail: list[State] | None = field(default=None, eq=False, repr=False, metadata=PASSING)

    secret_fields: ClassVar[tuple[tuple[str, Secret], ...]] = ()

    def __attrs_post_init__(self) -> None:
        if not self.draws:
            self.draws = [0] * (self.seats + 1)

    def copy(self) -> Self:
        """Return an equal state that shares only `shared` fields and immutable values with this
        one. The copy collects neither notes nor a trail."""
        raise NotImplementedError("decorate the class with @table")

    def plain(self) -> tuple[Canonical, ...]:
        raise NotImplementedError("decorate the class with @table")

    def find_shared(self) -> None:
        """Recompute the `shared` fields that are derived from other fields. Called after a state
        has been assembled from its fields."""

    def push(self, *steps: Step) -> None:
        """Push steps onto the agenda so that they run in the given order."""
        self.agenda.extend(steps[::-1])

    def after(self, seat: int) -> int:
        """Return the next seat clockwise after `seat`."""
        return (seat + 1) % self.seats

    def clockwise(self, seat: int) -> list[int]:
        """Return all seats clockwise, beginning with `seat`."""
        return [(seat + steps) % self.seats for steps in range(self.seats)]

    def opponents(self, seat: int) -> Sequence[int]:
        """Return the other seats clockwise, beginning to the left of `seat`."""
        return [(seat + steps) % self.seats for steps in range(1, self.seats)]

    def begin_turn(self, seat: int) -> None:
        """Start the next turn, which is `seat`'s."""
        self.turn += 1
        self.active = seat
        if self.trail is not None:
            self.trail.append(self.copy())

    def note(
        self,
        rule: str,
        seat: int,
        text: Text,
        *,
        to: tuple[int, ...] | None = None,
        but: tuple[int, ...] = (),
        provisional: bool = False,
    ) -> None:
        """Add a note about `seat` (-1 for the table) under the rule with the id `rule`, if notes
        are collected. The note is for everyone, only for the seats `to`, or for all but the seats
        `but`, for which the caller adds a more detailed note. A `provisional` note only says that
        the seat has done something. For a note to everyone with arguments, use `announce`."""
        if self.notes is not None:
            note = Note(rule, seat, text, to, self.turn, but, self.active, provisional)
            self.notes.append(note)

    def announce(self, rule: str, seat: int, message: str, /, **args: Deferrable) -> None:
        """Add a note for everyone about `seat` (-1 for the table), under the rule with the id
        `rule`. The message is built from its arguments, as by `words`, only if notes are collected.
        `{seat}` is `seat` unless an argument overrides it.

        Searches play without notes. So defer arguments that take time, such as lists and names of
        places: `place=lambda: node_label(state, node)`. If nearly every pick adds several notes,
        even the calls take time; then check `state.notes is not None` first.
        """
        if self.notes is not None:
            text = Text(message, None, 1, _arguments(message, seat, args))
            self.notes.append(Note(rule, seat, text, None, self.turn, (), self.active))

    def announce_provisionally(
        self, rule: str, seat: int, message: str, /, **args: Deferrable
    ) -> None:
        """Add a provisional note in the same way as `announce`. The note is omitted as soon as a
        later one says more (see `Note`)."""
        if self.notes is not None:
            text = Text(message, None, 1, _arguments(message, seat, args))
            self.note(rule, seat, text, provisional=True)

    def announce_plural(
        self, rule: str, seat: int, one: str, many: str, count: int, /, **args: Deferrable
    ) -> None:
        """Add a note like `announce`. The message is `one` or `many`, depending on the number
        `count`, as with `plural`."""
        if self.notes is not None:
            text = Text(one, many, count, {"n": count, **_arguments(one, seat, args)})
            self.notes.append(Note(rule, seat, text, None, self.turn, (), self.active))

    def has_secrets(self) -> bool:
        """Whether any field with the seats' own secrets is not public yet, even if the field is
        empty."""
        return any(self._secret_now())

    def seat_has_secrets(self, seat: int) -> bool:
        """Whether `seat` now has anything in a secret field that is not public yet. An empty hand
        is not a secret."""
        return any(_holds_anything(getattr(self, name)[seat]) for name in self._secret_now())

    def _secret_now(self) -> Iterator[str]:
        """Yield the names of the seats' own secret fields that are not public yet."""
        for name, secrecy in self.secret_fields:
            if secrecy.of == OWNER and not (
                secrecy.until is not None and getattr(self, secrecy.until)
            ):
                yield name

    @property
    def has_secret_fields(self) -> bool:
        """Whether the state has any secret fields, even if all of them are public now."""
        return bool(self.secret_fields)

    def reveal(self, reason: Text) -> None:
        """Record that a secret has just been revealed, so that nothing before this moment can be
        undone freely. `reason` is shown to players.

        Rules that turn over a card or show a hand call this method. Chance steps declare their
        reason themselves.
        """
        self.revealed = reason

    def digest(self) -> str:
        """Return a digest of the state: 16 hexadecimal digits."""
        return digest(self.plain())

    def view(self, seat: int | None) -> Self:
        """Return a copy in which everything that `seat` may not see is `Hidden`. A spectator, whose
        seat is None, sees only what is public."""
        view = self.copy()
        for name, secrecy in self.secret_fields:
            if secrecy.until is not None and getattr(self, secrecy.until):
                continue
            value = getattr(self, name)
            if secrecy.of == NOBODY:
                setattr(view, name, secrecy.hidden(value))
                continue
            entries = getattr(view, name)
            shown = () if secrecy.shown is None else getattr(self, secrecy.shown)
            for owner in range(len(entries)):
                if owner != seat and (owner, seat) not in shown:
                    entries[owner] = secrecy.hidden(value[owner])
        return view


def _holds_anything(entry: object) -> bool:
    """Whether a seat's entry of a secret field holds anything. A hidden entry counts as if it did.
    A list of counts holds nothing if all counts are 0."""
    if is_hidden(entry):
        return True
    return any(entry) if isinstance(entry, list) else entry != ()


def _arguments(message: str, seat: int, args: Mapping[str, Deferrable]) -> dict[str, Argument]:
    """Return the arguments of a note, with the deferred ones computed and with `seat` added if the
    message needs it."""
    computed = {name: arg() if callable(arg) else arg for name, arg in args.items()}
    if "seat" in args or "{seat}" not in message:
        return computed
    return {"seat": Seat(seat), **computed}


@dataclass_transform(field_specifiers=(field, secret, shared, unpublished))
def table(cls: C) -> C:
    """Turn a state class into a slotted attrs class, and generate its `copy`, `plain` and
    `secret_fields`. Raises TypeError for a field that cannot be copied, or for a secret that is
    declared incorrectly."""
    made = define(cls)
    fields = attrs.fields(made)
    hints = typing.get_type_hints(made)
    secrets = tuple(
        (attribute.name, attribute.metadata[SECRET])
        for attribute in fields
        if SECRET in attribute.metadata
    )
    for name, secrecy in secrets:
        _check_secret(name, secrecy, hints)
    _write(made, "copy", _copy_lines(fields, hints))
    _write(made, "plain", _plain_lines(fields, hints))
    setattr(made, "secret_fields", secrets)  # noqa: B010 - not an attribute of every type
    return made


def _check_secret(name: str, secrecy: Secret, hints: dict[str, Hint]) -> None:
    for other in (secrecy.until, secrecy.shown):
        if other is not None and other not in hints:
            raise TypeError(f"{name} names {other}, which the state does not have")
    if secrecy.of == OWNER and typing.get_origin(hints[name]) is not list:
        raise TypeError(f"{name} is a secret of owners: it must be a list with one entry per seat")


def _copy_lines(fields: tuple[Attribute[Any], ...], hints: dict[str, Hint]) -> list[str]:
    lines = ["new = make(cls)"]
    for attribute in fields:
        value = f"self.{attribute.name}"
        if attribute.metadata == PASSING:
            value = "None"
        elif SHARED not in attribute.metadata:
            value = _copied_field(attribute, hints[attribute.name])
        lines.append(f"new.{attribute.name} = {value}")
    return [*lines, "return new"]


def _copied_field(attribute: Attribute[Any], kind: Hint) -> str:
    """Return the source of an expression that copies a field, which may be hidden in a view."""
    value = f"self.{attribute.name}"
    secrecy = attribute.metadata.get(SECRET)
    if secrecy is None:
        return _copied(value, kind, 0)
    if secrecy.of == NOBODY:
        return f"({value} if {value}.__class__ is Hidden else {_copied(value, kind, 0)})"
    (entry,) = typing.get_args(kind)
    if _is_fixed(entry):
        return f"{value}[:]"
    return f"[e if e.__class__ is Hidden else {_copied('e', entry, 0)} for e in {value}]"


def _plain_lines(fields: tuple[Attribute[Any], ...], hints: dict[str, Hint]) -> list[str]:
    compared = [
        f"self.{attribute.name}"
        if SECRET not in attribute.metadata and _is_plain(hints[attribute.name])
        else f"bare(self.{attribute.name})"
        for attribute in fields
        if attribute.eq
    ]
    return [f"return ({', '.join(compared)},)"]


def _is_plain(kind: Hint) -> bool:
    """Whether values of the type `kind` are in canonical form, or lists of such values."""
    if kind in (int, str, bool, float, bytes, type(None)):
        return True
    origin, args = typing.get_origin(kind), typing.get_args(kind)
    if origin in (tuple, list, typing.Union, types.UnionType):
        return all(_is_plain(arg) for arg in args if arg is not Ellipsis)
    return False


def _write(cls: type, name: str, lines: list[str]) -> None:
    source = f"def {name}(self):\n" + "".join(f"    {line}\n" for line in lines)
    scope: dict[str, Any] = {
        "make": object.__new__,
        "cls": cls,
        "Hidden": Hidden,
        "bare": canonical,
    }
    exec(compile(source, f"<{name} of {cls.__name__}>", "exec"), scope)
    method = scope[name]
    method.__doc__ = getattr(State, name).__doc__
    setattr(cls, name, method)


def _copied(value: str, kind: Hint, depth: int) -> str:
    """Return the source of an expression that copies `value`, itself the source of an expression of
    the type `kind`. `depth` is the nesting depth of generated loops, which keeps their variables
    apart."""
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
    if isinstance(kind, type) and attrs.has(kind) and hasattr(kind, "copy"):
        return f"{value}.copy()"
    raise TypeError(f"a state cannot hold {kind}: neither fixed, nor list, dict or attrs class")


def _is_fixed(kind: Hint) -> bool:
    """Whether values of the type `kind` are immutable, so that copies can share them."""
    if kind in (int, str, bool, float, bytes, type(None)):
        return True
    origin, args = typing.get_origin(kind), typing.get_args(kind)
    if origin is tuple:
        return all(_is_fixed(arg) for arg in args if arg is not Ellipsis)
    if origin in (typing.Union, types.UnionType):
        return all(_is_fixed(arg) for arg in args)
    return isinstance(kind, type) and bool(getattr(kind, "__is_fixed__", False))
