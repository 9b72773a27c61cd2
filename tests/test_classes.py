"""Inheritance between our classes, and use of private names."""

from __future__ import annotations

import ast
import importlib
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[1]
HOUSE = ("engine", "screens", "styles", "tui")
SEEN = ("screens", "styles", "tui")
"""Packages with user interfaces."""

FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)

DEEPEST = 2
"""Maximum number of our classes among the ancestors of one of those."""

FOREIGN = ("_display", "_driver", "_parse_rules", "_replace", "_size", "_task")
"""Private names of Textual and of the standard library that are also names of ours. Tests may use
them of objects that are not ours."""

MOST_METHODS = 30
"""Maximum number of methods and properties that a class defines itself."""


@cache
def sources() -> dict[str, str]:
    """Return the source of every module."""
    return {
        ".".join(path.relative_to(ROOT).with_suffix("").parts): path.read_text(encoding="utf-8")
        for package in HOUSE
        for path in sorted((ROOT / package).rglob("[a-z]*.py"))
    }


@cache
def trees() -> dict[str, ast.Module]:
    """Return the syntax trees of all modules."""
    return {name: ast.parse(text) for name, text in sources().items()}


def classes() -> Iterator[tuple[type, list[type]]]:
    """Yield every class of ours, with those among its ancestors."""
    for name in sources():
        for one in vars(importlib.import_module(name)).values():
            if isinstance(one, type) and one.__module__ == name:
                yield one, [base for base in one.__mro__[1:] if base.__module__ in sources()]


@cache
def nodes(tree: ast.AST) -> list[ast.AST]:
    """Return the nodes of a syntax tree, which several tests go through."""
    return [*ast.walk(tree)]


@cache
def private_to(one: type) -> tuple[frozenset[str], set[str]]:
    """Return the private names that a class defines, and those that it uses of any object."""
    body = trees()[one.__module__].body
    tree = next(node for node in body if getattr(node, "name", None) == one.__name__)
    return own_private_names(tree), used(tree)


@cache
def own_private_names(tree: ast.AST) -> frozenset[str]:
    """Return the private names that a class, or a module, defines for itself or its objects."""
    names = set()
    for node in nodes(tree):
        match node:
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name):
                names.add(name)
            case ast.ClassDef(name=name):
                names.add(name)
            case ast.Attribute(value=ast.Name(id="self"), attr=name, ctx=ast.Store()):
                names.add(name)
            case ast.Name(id=name, ctx=ast.Store()):
                names.add(name)
    return frozenset(name for name in names if is_private(name))


def used(tree: ast.AST) -> set[str]:
    attributes = (node.attr for node in nodes(tree) if isinstance(node, ast.Attribute))
    return {name for name in attributes if is_private(name)}


def is_private(name: str) -> bool:
    return name[0] == "_" and name[1:2].isalpha()


def borrowed(
    trees: Mapping[str, ast.Module], readers: Mapping[str, ast.Module] | None = None
) -> set[str]:
    """Return the places in `readers` (by default all) where a private name of `trees` is used of
    another object by a class that does not define it, or outside of classes; and where one is
    imported."""
    ours = set[str]().union(*map(own_private_names, trees.values()))
    found = set()
    for module, tree in (trees if readers is None else readers).items():
        own: dict[ast.AST, frozenset[str]] = {}
        for one in nodes(tree):
            if isinstance(one, ast.ClassDef):
                own |= dict.fromkeys(nodes(one), own_private_names(one))
        for node in nodes(tree):
            match node:
                case ast.Attribute(attr=name) if name not in ours:
                    pass
                case ast.Attribute(value=ast.Name(id="self" | "cls")):
                    pass
                case ast.Attribute(attr=name) if name not in own.get(node, ()):
                    found.add(f"{module}:{node.lineno} {name}")
                case ast.ImportFrom(module=str(above), names=names) if above in trees:
                    private = [one.name for one in names if one.name in ours]
                    found |= {f"{module}:{node.lineno} {name}" for name in private}
    return found


def test_classes_inherit_from_at_most_two_of_our_own() -> None:
    depths = {
        one.__qualname__: len(above) for one, above in classes() if one.__module__.startswith(SEEN)
    }
    assert max(depths.values()) == DEEPEST, depths


def test_subclasses_do_not_touch_private_names_of_their_bases() -> None:
    slips = {
        f"{one.__qualname__}.{name} of {base.__qualname__}"
        for one, above in classes()
        for base in above
        for name in set().union(*private_to(one)) & private_to(base)[0]
    }
    assert not slips


def test_classes_have_at_most_thirty_methods() -> None:
    numbers = {
        f"{module}.{one.name}": len([part for part in one.body if isinstance(part, FUNCTIONS)])
        for module, tree in trees().items()
        for one in nodes(tree)
        if isinstance(one, ast.ClassDef)
    }
    assert not {name: number for name, number in numbers.items() if number > MOST_METHODS}


def test_private_names_of_other_objects_are_not_used() -> None:
    assert not borrowed(trees())


def test_tests_use_public_names() -> None:
    tests = {
        str(path.relative_to(ROOT)): ast.parse(path.read_text(encoding="utf-8"))
        for path in sorted((ROOT / "tests").rglob("*.py"))
    }
    assert not {place for place in borrowed(trees(), tests) if place.split()[1] not in FOREIGN}


def test_use_of_private_name_is_detected() -> None:
    page = "class Page:\n    def __init__(self):\n        self._top = 0"
    friend = "from pages import _folded\ndef leaf(page):\n    page._top += 1"
    foreign = "class Reader:\n    def is_late(self):\n        return self.parser._timeout"
    helper = "def _folded(): ..."
    twin = "class Page:\n    def take(self, other):\n        self._top = other._top"
    written = {"page": page, "ways": friend, "read": foreign, "pages": helper, "twin": twin}
    read = {name: ast.parse(text) for name, text in written.items()}
    assert borrowed(read) == {"ways:1 _folded", "ways:3 _top"}
