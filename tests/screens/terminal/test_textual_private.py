"""Every private name of Textual in the list exists, and no other is used."""

from __future__ import annotations

import ast
import inspect
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from screens.terminal import textual_private
from screens.terminal.textual_private import CALLED, OVERRIDDEN

ROOT = Path(__file__).parents[3]
SOURCES = [path for part in ("screens", "styles", "tui") for path in (ROOT / part).rglob("*.py")]
FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
OF_ASYNCSSH = {
    *("_conn", "_inpbuf", "_kex", "_pktlen", "_recv_blocksize", "_recv_data", "_recv_macsize"),
    *("_recv_packet", "_send_version", "_transport"),
}
"""Private names of asyncssh, which tests of pacing and balancing check with real connections."""
LISTED = {name for table in (OVERRIDDEN, CALLED) for names in table.values() for name in names}
OF_ARGPARSE = {
    "_ArgumentGroup",
    "_actions",
    "_choices_actions",
    "_mutually_exclusive_groups",
    "_prog",
}
"""Private names of argparse, which tests of `--help` check."""
LISTED |= OF_ASYNCSSH | OF_ARGPARSE


def found(path: str) -> Any:
    module, _, name = path.partition(":")
    return getattr(import_module(module), name)


@pytest.mark.parametrize(
    ("kind", "name"), [(kind, name) for kind, names in OVERRIDDEN.items() for name in names]
)
def test_overridden_methods_exist_in_textual(kind: str, name: str) -> None:
    assert callable(getattr(found(kind), name))


@pytest.mark.parametrize(
    ("kind", "name"), [(kind, name) for kind, names in CALLED.items() for name in names]
)
def test_attributes_used_exist_in_textual(kind: str, name: str) -> None:
    if hasattr(found(kind), name):
        return
    own = [one for one in found(kind).__mro__ if one.__module__.startswith("textual")]
    assert any(
        f"self.{name} " in inspect.getsource(one) or f"self.{name}:" in inspect.getsource(one)
        for one in own
    )


@pytest.mark.parametrize(
    "name", [name for name in textual_private.__all__ if name not in ("CALLED", "OVERRIDDEN")]
)
def test_imported_names_are_defined_in_textual(name: str) -> None:
    thing = getattr(textual_private, name)
    assert isinstance(thing, dict) or thing.__module__.startswith("textual.")


def test_private_names_are_imported_in_one_module_only() -> None:
    found = {
        f"{source}: {one.name} of {node.module}"
        for source in SOURCES
        for node in nodes_of(source)
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("textual")
        for one in node.names
        if one.name.startswith("_") or "._" in (node.module or "")
    }
    assert {one for one in found if "textual_private.py" not in one} == set()
    assert found


def test_private_attributes_of_textual_are_listed() -> None:
    found = {str(source): not_ours(source) - LISTED for source in SOURCES}
    assert {source: names for source, names in found.items() if names} == {}


def not_ours(source: Path) -> set[str]:
    """Private attributes that are not defined in the module itself."""
    used = {
        node.attr
        for node in nodes_of(source)
        if isinstance(node, ast.Attribute)
        and node.attr.startswith("_")
        and not node.attr.startswith("__")
        and not (isinstance(node.value, ast.Name) and node.value.id == "os")
    }
    imported = {
        ROOT.joinpath(*node.module.split(".")).with_suffix(".py")
        for node in nodes_of(source)
        if isinstance(node, ast.ImportFrom) and node.module
    }
    above = {folder for folder in source.parents if ROOT in folder.parents}
    ours = {name for folder in above for name in names_defined_in_folder(folder)}
    ours |= {name for other in imported & {*SOURCES} for name in names_defined_in(other)}
    return used - ours - names_defined_in(source) - variables_of(source)


@cache
def nodes_of(source: Path) -> list[ast.AST]:
    """The nodes of a module that contain names."""
    kinds = (ast.Attribute, ast.ImportFrom, *FUNCTIONS, ast.Assign, ast.AnnAssign)
    tree = ast.parse(source.read_text(encoding="utf-8"))
    return [node for node in ast.walk(tree) if isinstance(node, kinds)]


@cache
def names_defined_in(source: Path) -> set[str]:
    """Names of the functions and fields defined in a module."""
    return {
        node.attr
        for node in nodes_of(source)
        if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store)
    } | {node.name for node in nodes_of(source) if isinstance(node, FUNCTIONS)}


@cache
def names_defined_in_folder(folder: Path) -> set[str]:
    """Names of the functions and fields defined in the modules of a folder."""
    modules = (source for source in SOURCES if source.parent == folder)
    return {name for source in modules for name in names_defined_in(source)}


def variables_of(source: Path) -> set[str]:
    """Names assigned in a module."""
    return {
        one.id
        for node in nodes_of(source)
        if isinstance(node, ast.AnnAssign | ast.Assign)
        for one in (node.targets if isinstance(node, ast.Assign) else [node.target])
        if isinstance(one, ast.Name)
    }
