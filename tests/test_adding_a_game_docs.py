"""Everything shown in docs/adding-a-game.md is true: signatures are exact, and the small game
plays."""

from __future__ import annotations

import ast
import inspect
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from textwrap import dedent
from types import ModuleType

import pytest

import engine.games
from engine.core.command import Command
from engine.core.step_stack import Step
from engine.help import guide, rulebook
from engine.match.match import Match
from engine.storage.memory_store import MemoryStore
from engine.storage.session import Session
from screens.table_view.painter_registry import painter_for, register_painter
from tests.laws import test_choices, test_previews, test_secrets, test_undo
from tests.laws.driving import people, played, readers
from tests.new_game import ROOT, TEMPLATE, copies
from tests.screens.playing import at_table, screen_text
from tests.screens.tables import scene_of

PAGE = (ROOT / "docs" / "adding-a-game.md").read_text("utf-8")
BLOCK = re.compile(r"^( *)```(\w+)\n(.*?)^ *```$", re.MULTILINE | re.DOTALL)
MODULE = re.compile(r"# (\w+(?:\.\w+)+)\n")
THE_GAME = "tests.high_card.game"


def blocks(language: str) -> list[str]:
    return [dedent(text) for _, one, text in BLOCK.findall(PAGE) if one == language]


def shows(block: str) -> str:
    """Return the module quoted in a block; empty for a block of the small game."""
    found = MODULE.match(block)
    return found[1] if found else ""


SIGNATURES = [(shows(block), block) for block in blocks("python") if shows(block)]


# ---------------------------------------------------------------- signatures


@cache
def source(module: str) -> ast.Module:
    return ast.parse(inspect.getsource(import_module(module)))


def declaration(node: ast.stmt) -> tuple[str, str]:
    """Return the name and the declaration of a statement, without its body and line breaks."""
    match node:
        case ast.ClassDef():
            return node.name, ", ".join(map(ast.unparse, node.bases))
        case ast.FunctionDef():
            returns = "" if node.returns is None else ast.unparse(node.returns)
            return node.name, f"({ast.unparse(node.args)}) -> {returns}"
        case ast.AnnAssign():
            return ast.unparse(node.target), ast.unparse(node)
        case ast.Assign():
            return ast.unparse(node.targets[0]), ast.unparse(node)
        case _:
            return "", ""


def differences(shown: ast.Module | ast.ClassDef, real: ast.Module | ast.ClassDef) -> Iterator[str]:
    there = {declaration(node)[0]: node for node in real.body}
    for node in shown.body:
        name, declared = declaration(node)
        if name not in there:
            yield f"there is no {name}"
        elif declaration(there[name])[1] != declared:
            yield f"{name}: {declaration(there[name])[1]}"
        elif isinstance(node, ast.ClassDef):
            other = there[name]
            assert isinstance(other, ast.ClassDef)
            yield from (f"{name}.{one}" for one in differences(node, other))


@pytest.mark.parametrize(("module", "block"), SIGNATURES)
def test_signatures_in_docs_match_the_code(module: str, block: str) -> None:
    assert not list(differences(ast.parse(block), source(module)))


def test_different_signature_is_detected() -> None:
    module = "engine.core.score_sheet"
    stub = "class Row:\n    seat: str\n    colour: int\ndef ranked(ranks: int) -> int: ...\nx: int"
    found = list(differences(ast.parse(stub), source(module)))
    assert [one.split(":")[0] for one in found] == [
        "Row.seat",
        "Row.there is no colour",
        "ranked",
        "there is no x",
    ]
    assert len(SIGNATURES) > 10


@cache
def known_words() -> set[str]:
    """Return every word of the code described by the page."""
    files = [
        path
        for package in ("engine", "screens", "tests")
        for path in (ROOT / package).rglob("*.py")
    ]
    return {word for path in files for word in re.findall(r"\w+", path.read_text("utf-8"))}


def test_every_name_and_file_in_docs_exists() -> None:
    text = BLOCK.sub("", PAGE)
    mentioned = [code for code in re.findall(r"`([^`\n]+)`", text) if not code.startswith("make ")]
    missing = [code for code in mentioned if not is_there(code)]
    assert not missing


def is_there(code: str) -> bool:
    """Whether a file is in the repository, in the folder of a game or of a new one; or whether all
    words of anything else are in the code."""
    if "/" in code or code.endswith((".md", ".toml", ".py")):
        places = [ROOT, TEMPLATE, *(ROOT / "engine" / "games").iterdir()]
        begun = {target for _, target in copies("lost_cities")}
        return ROOT / code in begun or any((place / code).exists() for place in places)
    return set(re.findall(r"[^\W\d]\w*", re.sub('"[^"]*"', "", code))) <= known_words()


def test_every_command_in_docs_is_valid() -> None:
    makefile = (ROOT / "Makefile").read_text("utf-8")
    for line in re.findall(
        r"(?:^    |`)((?:\.venv/bin/)?(?:python|make) [^`\n]+)", PAGE, re.MULTILINE
    ):
        program, *words = line.split()
        if program == "make":
            assert re.search(rf"^{words[0]}:", makefile, re.MULTILINE), line
        else:
            assert find_spec(words[1]) is not None, line


# ---------------------------------------------------------------- the small game


@pytest.fixture(scope="module")
def high() -> Iterator[ModuleType]:
    """Register the small game of the page."""
    module = ModuleType(THE_GAME)
    module.__package__ = THE_GAME.rpartition(".")[0]
    sys.modules[THE_GAME] = module
    for number, block in enumerate(one for one in blocks("python") if not shows(one)):
        code = compile(block, f"<block {number} of the page>", "exec", dont_inherit=True)
        exec(code, vars(module))
    engine.games.register(module.ENTRY)
    register_painter("high", THE_GAME)
    yield module
    engine.games.unregister("high")
    del sys.modules[THE_GAME]


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_game_from_docs_plays(high: ModuleType, seats: int) -> None:
    match = played("high", seats, 1)
    total = sum(one.total for one in match.game.standings(match.state))
    assert total >= high.HAND
    assert match.state.round == total
    painter = painter_for("high")
    for number in range(len(match.line) + 1):
        position = match.at(number)
        for reader in readers(match):
            scene = scene_of(painter, match, seat=reader)
            scene.view = position.view(reader)
            assert "Anna" in painter.paint(scene, 80, 17).text()
            assert match.game.describe(scene.view)


LAWS = [
    law
    for module in (test_choices, test_previews, test_secrets, test_undo)
    for name, law in vars(module).items()
    if name.startswith("test_") and set(inspect.signature(law).parameters) == {"game", "seats"}
]


@pytest.mark.usefixtures("high")
@pytest.mark.parametrize("law", LAWS)
def test_laws_hold_for_the_game_from_docs(law: Callable[..., None]) -> None:
    law(game="high", seats=2)


async def test_game_from_docs_plays_at_a_table(high: ModuleType) -> None:
    match = Match.begin("high", people(2), seed="1")
    store = MemoryStore()
    session = Session(store, store.new(match), match)
    async with at_table(session) as (_, screen, pilot):
        await pilot.press("space")
        assert "Which card do you play?" in screen_text(screen)
        assert "High Card  Round 1" in screen_text(screen)


def test_tests_from_docs_pass(high: ModuleType) -> None:
    tests: list[Callable[[], None]] = [
        one for name, one in vars(high).items() if name.startswith("test_")
    ]
    assert tests
    for test in tests:
        test()


def test_code_from_docs_passes_ruff() -> None:
    code = "\n\n".join(one for one in blocks("python") if not shows(one))
    run = [sys.executable, "-m", "ruff", "check", "--ignore", "E402,I001", "-"]
    done = subprocess.run(run, cwd=ROOT, input=code, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout


def test_rules_guide_and_coach_from_docs_are_read(high: ModuleType) -> None:
    rules, guidance, coaching = blocks("markdown")
    book = rulebook.parse(rules.splitlines())
    parsed_guide = guide.parse(guidance.splitlines(), "HI")
    assert set(parsed_guide.rules) == set(book.ids)
    assert parsed_guide.reference_card is not None
    topics = guide.parse(coaching.splitlines(), "").topics
    for topic in topics:
        assert topic.title in vars(high)
        assert 60 < len(" ".join(passage.plain for passage in topic.passages)) <= 304
    steps = [one for one in vars(high).values() if isinstance(one, type)]
    named = {rule for one in steps if issubclass(one, Step | Command) for rule in one.rules}
    assert named <= set(book.ids)
