"""Serialization of states to JSON values, for another process that has the same game.

The functions that pack and unpack are generated from the types of a class's fields, just as `table`
generates `copy`. Data that all states of a match share are not packed: the receiver already has a
state of the same match.
"""

from __future__ import annotations

import sys
import types
import typing
from collections.abc import Callable, Mapping
from typing import Any, Final, TypeAlias, TypeVar

import attrs
from attrs import frozen

from engine.core.event import Value, frozen_value
from engine.core.hidden import Hidden, Masked
from engine.core.state import NOBODY, PASSING, SECRET, SHARED, Hint, State
from engine.core.step_stack import Step
from engine.errors import BadSave
from engine.i18n.text import Text

S = TypeVar("S", bound=State)

Packed: TypeAlias = Any
"""A value that JSON can represent. A mapping with the key `HIDDEN` stands for a hidden value."""

HIDDEN: Final = "hidden"

_PLAIN: Final = (int, str, bool, float, type(None))


class BadPacking(ValueError):
    """Raised for data that cannot be unpacked to a state, step, value, job or result."""


def pack(state: State) -> Packed:
    """Return a state or view as JSON values, which may share lists with `state`. Raises TypeError
    for a step with a message that has arguments."""
    return _codec(type(state)).pack(state)


def unpack(packed: Packed, like: S) -> S:
    """Return the state that was packed as `packed`. The shared fields are taken from `like`, a
    state of the same game with the same options and data. Raises BadPacking."""
    try:
        state: S = _codec(type(like)).unpack(packed, like)
    except (TypeError, ValueError, LookupError, AttributeError) as error:
        raise BadPacking(str(error)) from error
    state.find_shared()
    return state


def pack_value(value: Masked) -> Packed:
    """Return a value of a log, which may be partly hidden, as JSON values."""
    if value.__class__ is tuple:
        return [pack_value(part) for part in value]
    return _pack_hidden(value) if isinstance(value, Hidden) else value


def unpack_value(packed: Packed) -> Masked:
    """Return the value that was packed, which may be partly hidden. Raises BadPacking, or KeyError
    for a mapping without the key `HIDDEN`."""
    if packed.__class__ is list:
        return tuple([unpack_value(part) for part in packed])
    if packed.__class__ is dict:
        return _unpack_hidden(packed)
    return whole_value(packed)


def whole_value(packed: Packed) -> Value:
    """Return the value that was packed. Raises BadPacking for an invalid or hidden value."""
    try:
        return frozen_value(packed)
    except BadSave as error:
        raise BadPacking(str(error)) from error


def _pack_hidden(hidden: Hidden) -> Packed:
    return {HIDDEN: hidden.plain()[1]}


def _unpack_hidden(packed: Mapping[str, int | None]) -> Hidden:
    return Hidden(packed[HIDDEN])


# ---------------------------------------------------------------------- steps and messages


def _pack_step(step: Step) -> Packed:
    kind = type(step)
    return [kind.__module__, kind.__qualname__, *_codec(kind).pack(step)]


def _unpack_step(packed: Packed, like: State) -> Any:
    module, name, *fields = packed
    kind = getattr(sys.modules[module], name)
    if not (isinstance(kind, type) and issubclass(kind, Step)):
        raise BadPacking(f"{name} is no step")
    return _codec(kind).unpack(fields, like)


def _pack_text(text: Text) -> Packed:
    """Pack a message that belongs to a step. Raises TypeError if the message has arguments."""
    if text.args:
        raise TypeError(f"a step cannot be packed with arguments in {text.one!r}")
    return [text.one, text.many, text.count]


def _unpack_text(packed: Packed, like: State) -> Text:
    one, many, count = packed
    return Text(one, many, count)


# ---------------------------------------------------------------------- classes by their fields


@frozen
class _Codec:
    pack: Callable[[Any], Packed]
    unpack: Callable[[Packed, Any], Any]


_codecs: Final[dict[type, _Codec]] = {}


def _codec(kind: type) -> _Codec:
    """Return the codec of an attrs class, which packs an object as the list of its fields, except
    passing and shared ones."""
    if kind not in _codecs:
        _codecs[kind] = _make_codec(kind)
    return _codecs[kind]


def _make_codec(kind: type) -> _Codec:
    fields = attrs.fields(kind)
    hints = typing.get_type_hints(kind)
    packed_fields = [
        field for field in fields if field.metadata != PASSING and SHARED not in field.metadata
    ]
    packing = [_packed_field(field, hints[field.name]) for field in packed_fields]
    names = "".join(f"f_{field.name}, " for field in packed_fields)
    lines = ["new = make(cls)", f"{names} = packed"]
    lines = lines if packed_fields else lines[:1]
    for field in fields:
        value = f"like.{field.name}" if SHARED in field.metadata else "None"
        if field in packed_fields:
            value = _unpacked_field(field, hints[field.name])
        lines.append(f"put(new, {field.name!r}, {value})")
    pack = _written(kind, "pack", "self", [f"return [{', '.join(packing)}]"])
    return _Codec(pack, _written(kind, "unpack", "packed, like", [*lines, "return new"]))


def _written(kind: type, name: str, arguments: str, lines: list[str]) -> Callable[..., Any]:
    source = f"def {name}({arguments}):\n" + "".join(f"    {line}\n" for line in lines)
    scope: dict[str, Any] = {
        **{"cls": kind, "make": object.__new__, "put": object.__setattr__, "Hidden": Hidden},
        **{"hide": _pack_hidden, "unhide": _unpack_hidden},
        **{"step": _pack_step, "unstep": _unpack_step, "text": _pack_text, "untext": _unpack_text},
        "own": {own_class.__name__: own_class for own_class in _classes_in(kind)},
    }
    exec(compile(source, f"<{name} of {kind.__name__}>", "exec"), scope)
    written: Callable[..., Any] = scope[name]
    return written


def _classes_in(kind: type) -> set[type]:
    """Return those classes among the field types of `kind` that pack themselves."""
    classes, todo = set(), list(typing.get_type_hints(kind).values())
    while todo:
        hint = todo.pop()
        todo += typing.get_args(hint)
        if isinstance(hint, type) and hasattr(hint, "unpacked"):
            classes.add(hint)
    return classes


def _packed_field(attribute: attrs.Attribute[Any], hint: Hint) -> str:
    value, secret = f"self.{attribute.name}", attribute.metadata.get(SECRET)
    if secret is None:
        return _packed(value, hint, 0)
    if secret.of == NOBODY:
        return f"(hide({value}) if {value}.__class__ is Hidden else {_packed(value, hint, 0)})"
    (entry,) = typing.get_args(hint)
    return f"[hide(e) if e.__class__ is Hidden else {_packed('e', entry, 0)} for e in {value}]"


def _unpacked_field(attribute: attrs.Attribute[Any], hint: Hint) -> str:
    value, secret = f"f_{attribute.name}", attribute.metadata.get(SECRET)
    if secret is None:
        return _unpacked(value, hint, 0)
    if secret.of == NOBODY:
        return f"(unhide({value}) if {value}.__class__ is dict else {_unpacked(value, hint, 0)})"
    (entry,) = typing.get_args(hint)
    return f"[unhide(e) if e.__class__ is dict else {_unpacked('e', entry, 0)} for e in {value}]"


def _packed(value: str, hint: Hint, depth: int) -> str:
    """Return the source of an expression that packs `value`, itself the source of an expression of
    the type `hint`. `depth` is the nesting depth of generated loops, which keeps their variables
    apart."""
    if _is_json(hint):
        return value
    origin, args, inner = typing.get_origin(hint), typing.get_args(hint), f"v{depth}"
    if origin is list or (origin is tuple and args[1:] == (Ellipsis,)):
        return f"[{_packed(inner, args[0], depth + 1)} for {inner} in {value}]"
    if origin is tuple:
        parts = [_packed(f"{value}[{at}]", item, depth) for at, item in enumerate(args)]
        return f"[{', '.join(parts)}]"
    if origin is dict:
        return f"[[k, {_packed(inner, args[1], depth + 1)}] for k, {inner} in {value}.items()]"
    if origin in (typing.Union, types.UnionType):
        return f"(None if {value} is None else {_packed(value, _not_none(args), depth)})"
    return (
        f"{_own(hint, 'step', 'text')}({value})" if not _is_packable(hint) else f"{value}.packed()"
    )


def _unpacked(value: str, hint: Hint, depth: int) -> str:
    """Return the source of an expression that unpacks `value`, itself the source of an expression,
    to the type `hint`. `depth` is the nesting depth of generated loops, which keeps their variables
    apart."""
    if hint in _PLAIN:
        return value
    origin, args, inner = typing.get_origin(hint), typing.get_args(hint), f"v{depth}"
    if origin is list and args[0] in _PLAIN:
        return value
    if origin is list:
        return f"[{_unpacked(inner, args[0], depth + 1)} for {inner} in {value}]"
    if origin is tuple and args[1:] == (Ellipsis,):
        if args[0] in _PLAIN or _is_plain_union(args[0]):
            return f"tuple({value})"
        return f"tuple([{_unpacked(inner, args[0], depth + 1)} for {inner} in {value}])"
    if origin is tuple:
        parts = [_unpacked(f"{value}[{at}]", item, depth) for at, item in enumerate(args)]
        return f"({''.join(f'{part}, ' for part in parts)})"
    if origin is dict:
        return f"{{k: {_unpacked(inner, args[1], depth + 1)} for k, {inner} in {value}}}"
    if origin in (typing.Union, types.UnionType):
        if _is_plain_union(hint):
            return value
        return f"(None if {value} is None else {_unpacked(value, _not_none(args), depth)})"
    if isinstance(hint, type) and _is_packable(hint):
        return f"own[{hint.__name__!r}].unpacked({value}, like)"
    return f"{_own(hint, 'unstep', 'untext')}({value}, like)"


def _own(hint: Hint, step: str, text: str) -> str:
    """Return the name of the function that packs or unpacks values of the type `hint`: `text` for
    messages, `step` for steps. Raises TypeError for any other type."""
    if hint is Text:
        return text
    kind = typing.get_origin(hint) or hint
    if isinstance(kind, type) and issubclass(kind, Step):
        return step
    raise TypeError(f"{hint} cannot be packed: give it the methods `packed` and `unpacked`")


def _is_packable(hint: Hint) -> bool:
    return isinstance(hint, type) and hasattr(hint, "unpacked")


def _is_json(hint: Hint) -> bool:
    if hint in _PLAIN:
        return True
    origin, args = typing.get_origin(hint), typing.get_args(hint)
    if origin in (tuple, list, typing.Union, types.UnionType):
        return all(_is_json(arg) for arg in args if arg is not Ellipsis)
    return False


def _is_plain_union(hint: Hint) -> bool:
    args = typing.get_args(hint)
    is_union = typing.get_origin(hint) in (typing.Union, types.UnionType)
    return is_union and all(arg in _PLAIN for arg in args)


def _not_none(args: tuple[Any, ...]) -> Any:
    """Return `T` from `args`, the arguments of the type `T | None`. Raises ValueError for any other
    union."""
    (other,) = [arg for arg in args if arg is not type(None)]
    return other
