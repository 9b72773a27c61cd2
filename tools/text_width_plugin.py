"""Mypy plugin that reports `len` and padding of text where cells are laid out.

A wide character takes two cells, so the width of displayed text is `screens.paint.cells.width_of`.
Code that counts characters on purpose has the comment `# type: ignore[text-width]`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from mypy.errorcodes import ErrorCode
from mypy.nodes import Context, Expression, RefExpr
from mypy.plugin import CheckerPluginInterface, FunctionContext, MethodContext, Plugin
from mypy.types import Instance, LiteralType, Type, UnionType, get_proper_type

TEXT_WIDTH: Final = ErrorCode("text-width", "Characters are counted where cells are meant", "Style")
PARTS: Final = ("paint", "input_modes", "table_view", "games", "table", "pages", "lobby")
"""Packages of `screens` that lay out cells."""

PADDING: Final = frozenset({"builtins.str.ljust", "builtins.str.rjust", "builtins.str.center"})
OF_FUNCTION: Final = frozenset({"builtins.map", "builtins.max", "builtins.min", "builtins.sorted"})


class TextWidthPlugin(Plugin):
    """Report `len` of text, and padding of strings, in the packages `PARTS`."""

    def get_function_hook(self, fullname: str) -> Callable[[FunctionContext], Type] | None:
        if fullname == "builtins.len":
            return _check_len
        return _check_len_as_argument if fullname in OF_FUNCTION else None

    def get_method_hook(self, fullname: str) -> Callable[[MethodContext], Type] | None:
        return _check_padding if fullname in PADDING else None


def plugin(version: str) -> type[Plugin]:
    """Return the plugin. Mypy calls this function."""
    return TextWidthPlugin


def _check_len(ctx: FunctionContext) -> Type:
    if any(_is_text(argument) for arguments in ctx.arg_types for argument in arguments):
        _report(ctx.api, ctx.context)
    return ctx.default_return_type


def _check_len_as_argument(ctx: FunctionContext) -> Type:
    """Check calls that pass `len` as an argument, such as `map(len, lines)` and `max(lines,
    key=len)`."""
    counts = any(_is_len(argument) for arguments in ctx.args for argument in arguments)
    types = (argument for arguments in ctx.arg_types for argument in arguments)
    if counts and any(_is_text(one) or _is_text(_item_of(one)) for one in types):
        _report(ctx.api, ctx.context)
    return ctx.default_return_type


def _check_padding(ctx: MethodContext) -> Type:
    _report(ctx.api, ctx.context)
    return ctx.default_return_type


def _is_len(argument: Expression) -> bool:
    return isinstance(argument, RefExpr) and argument.fullname == "builtins.len"


def _is_text(type_: Type | None) -> bool:
    """Return whether a type is `str`, or a union that includes `str`. A `Sequence[str]` of cells
    does not count, although a `str` is one."""
    proper = get_proper_type(type_)
    if isinstance(proper, UnionType):
        return any(map(_is_text, proper.items))
    if isinstance(proper, LiteralType):
        return _is_text(proper.fallback)
    return isinstance(proper, Instance) and proper.type.fullname == "builtins.str"


def _item_of(type_: Type) -> Type | None:
    proper = get_proper_type(type_)
    if isinstance(proper, Instance) and len(proper.args) == 1:
        return proper.args[0]
    return None


def _report(api: CheckerPluginInterface, context: Context) -> None:
    path = api.path.replace("\\", "/")
    if any(f"screens/{part}/" in path for part in PARTS) and "tests/" not in path:
        api.fail(
            "Characters are counted: use width_of for the width of text", context, code=TEXT_WIDTH
        )
