"""A new game: the output of `python -m tests.new_game` can be played at once and obeys the laws."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.new_game import NEXT, OF_THE_TESTS, ROOT, copies, renamed, why_not

NAME = "lost_cities"
NEEDED = (
    *("engine", "screens", "styles", "tui", "tests"),
    *("guildhall_games.py", "messages.py", "pyproject.toml"),
)
LEFT_OUT = shutil.ignore_patterns("__pycache__", "__snapshots__", "*.mo")

LISTED = """
from engine.games import catalogue
print(*(one.id for one in catalogue()))
print(*(one.id for one in catalogue(drafts=True)))
"""

PAINTED = """
from engine.match.match import Match
from screens.table_view.painter_registry import painter_for
from tests.screens.tables import scene_of, table_sizes
painter = painter_for("lost_cities")
match = Match.begin("lost_cities", [("Anna", "person"), ("Boris", "person")], seed="1")
for size in table_sizes(painter, [(80, 24), (120, 40)]).values():
    print(painter.paint(scene_of(painter, match), *size).text())
"""


# ---------------------------------------------------------------- the new game


@pytest.fixture(scope="module")
def tree(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a copy of everything that plays and tests games, in which a game has been started."""
    root = tmp_path_factory.mktemp("tree")
    for name in NEEDED:
        source = ROOT / name
        if source.is_dir():
            shutil.copytree(source, root / name, ignore=LEFT_OUT)
        else:
            shutil.copy(source, root / name)
    run(root, "-m", "tests.new_game", NAME)
    return root


def run(tree: Path, *arguments: str, code: int = 0) -> str:
    """Run Python in a tree; return its output on both streams."""
    done = subprocess.run(
        [sys.executable, *arguments], cwd=tree, capture_output=True, text=True, check=False
    )
    assert done.returncode == code, done.stdout + done.stderr
    return done.stdout + done.stderr


def test_new_game_is_listed_among_drafts(tree: Path) -> None:
    usual, drafts = run(tree, "-c", LISTED).splitlines()
    assert f"{usual} {NAME}" == drafts


def test_bots_finish_the_new_game_and_its_table_is_painted(tree: Path) -> None:
    result = run(tree, "-m", "tui", "simulate", NAME, "--games", "3", "--jobs", "1")
    assert "3 games" in result
    painted = run(tree, "-c", PAINTED)
    assert {"Anna", "Boris", "The table"} <= set(re.findall(r"Anna|Boris|The table", painted))


def test_laws_and_tests_pass_for_the_new_game(tree: Path) -> None:
    laws = [f"tests/laws/test_{law}.py" for law in ("play", "secrets", "steps", "undo")]
    own = [f"tests/engine/games/{NAME}", f"tests/screens/games/{NAME}"]
    where = [*laws, *own, "tests/engine/help/test_rulebook.py"]
    result = run(tree, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-k", NAME, *where)
    passed = re.search(r"(\d+) passed", result)
    assert passed is not None
    assert int(passed[1]) > 50
    assert "failed" not in result


def test_new_game_passes_ruff(tree: Path) -> None:
    folders = sorted({str(target.parent) for _, target in copied(tree)})
    run(tree, "-m", "ruff", "check", *folders)
    run(tree, "-m", "ruff", "format", "--check", *folders)


def test_new_game_messages_are_untranslated(tree: Path) -> None:
    result = run(tree, "-c", "import messages; print(*messages.sources(), sep='\\n')")
    assert "engine/games/troyes/game.py" in result
    assert NAME not in result


def test_new_game_has_no_trace_of_pig(tree: Path) -> None:
    for source, target in copied(tree):
        text = target.read_text("utf-8")
        assert not re.findall(r"pig", text, re.IGNORECASE)
        assert len(text.splitlines()) >= len(source.read_text("utf-8").splitlines()) - 3


ASKED = (
    f"engine/games/{NAME}/coach.md has no topic yet for ['RollOrHold']",
    f"engine/games/{NAME}/coach.ru.md has no topic yet for ['RollOrHold']",
    f"engine/games/{NAME}/guide.md is missing",
    f"engine/games/{NAME}/guide.ru.md is missing",
    f"{NAME} has no lesson yet: python -m tests.lessons {NAME}",
    f"python -m tests.engine.golden {NAME}",
)


def test_finished_game_still_lacks_coach_golden_guide_and_lesson(tree: Path) -> None:
    entry = tree / "engine" / "games" / NAME / "__init__.py"
    draft = entry.read_text("utf-8")
    entry.write_text(draft.replace("    draft=True,\n", ""), "utf-8")
    where = ["tests/engine/help", "tests/engine/games/test_golden.py"]
    where.append("tests/engine/games/test_refusals.py")
    try:
        result = run(
            tree, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-k", NAME, *where, code=1
        )
    finally:
        entry.write_text(draft, "utf-8")
    assert [line for line in ASKED if line not in result] == []
    failed = set(re.findall(r"^FAILED \S+/(\w+)\.py", result, re.MULTILINE))
    assert failed == {"test_coach", "test_golden", "test_guide", "test_lesson"}


def copied(tree: Path) -> list[tuple[Path, Path]]:
    return [(source, tree / target.relative_to(ROOT)) for source, target in copies(NAME)]


def test_existing_files_are_not_overwritten(tree: Path) -> None:
    steps = tree / "engine" / "games" / NAME / "steps.py"
    steps.write_text(f"{steps.read_text()}# mine\n")
    result = run(tree, "-m", "tests.new_game", NAME, code=1)
    assert result == f"engine/games/{NAME} is there already: take another name.\n"
    assert steps.read_text().endswith("# mine\n")


@pytest.mark.parametrize("name", ["", "Lost", "9lives", "lost cities", "../x", "class", "игра"])
def test_invalid_identifier_is_refused(name: str) -> None:
    reason = why_not(name)
    assert reason is not None
    assert reason.startswith(f"{name!r} cannot name a game: it must be a Python identifier")


@pytest.mark.parametrize("name", [*OF_THE_TESTS, "troyes"])
def test_existing_name_is_refused(name: str) -> None:
    assert (why_not(name) or "").endswith("take another name.")


def test_derived_names_follow_the_game_name() -> None:
    text = 'class PigTable: "Pig (PIG-1.2)"; from tests.pig import pig'
    long = 'class LostCitiesTable: "Lost Cities (LC-1.2)"; '
    assert renamed(text, NAME) == long + "from engine.games.lost_cities import lost_cities"
    assert "class HanabiTable" in renamed(text, "hanabi")
    assert "(HANA-1.2)" in renamed(text, "hanabi")
    assert "(GO-1.2)" in renamed(text, "go_9")


def test_titles_can_be_given_explicitly() -> None:
    text = 'Names("Pig", "Pig"), class PigTable: "Pig (PIG-1.2)"'
    given = renamed(text, "cant_stop", "Can't Stop", "Не остановиться")
    assert given.startswith('Names("Can\'t Stop", "Не остановиться"), class CantStopTable: "Can\'t')
    assert given.endswith('Stop (CS-1.2)"')
    assert 'Names("Can\'t Stop", "Can\'t Stop")' in renamed(text, "cant_stop", "Can't Stop")
    assert why_not("cant_stop", "Can't Stop", "Не остановиться") is None
    assert "quotation marks" in (why_not("cant_stop", 'The "Stop"') or "")


def test_next_steps_name_existing_files() -> None:
    assert re.findall(r"docs/\S+", NEXT) == ["docs/adding-a-game.md"]
    assert (ROOT / "docs" / "adding-a-game.md").exists()
