"""Contents that the repository must not have, and requirements on its message catalogues."""

import ast
import re
import string
import subprocess
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import polib
import pytest

import messages
from engine.i18n.language import LANGUAGES

ROOT = Path(__file__).parents[1]

MACHINE_PATH = re.compile(r"(?<![\w.~}>)*/-])/(?:home|root|tmp|opt|work|mnt|srv|Users)/\w")
REGISTRY = re.compile(
    r"\bpy(?:pi\.org|thonhosted)|(?<!no-emit-)\b(?:extra-)?index[-_]url|(?<!no-emit-)\bfind-links"
)
NO_TEXT = {".svg", ".png", ".mo"}


def tracked() -> list[Path]:
    if not (ROOT / ".git").exists():
        pytest.skip("not a git checkout")
    listing = subprocess.run(
        ["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=True
    )
    paths = [ROOT / name for name in listing.stdout.split("\0") if name]
    return [path for path in paths if path.is_file()]


def test_classifiers_claim_only_what_was_run():
    """Windows and macOS were only simulated."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    text = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    run = re.search(r"tests\s+pass with Python ([^.]+(?:\.\d+[^.]*)+)\.", text)
    assert run is not None
    found = {one.rpartition(" :: ")[2] for one in project["classifiers"] if ":: 3." in one}
    assert found == set(re.findall(r"3\.\d+", run[1]))
    systems = [one for one in project["classifiers"] if one.startswith("Operating System")]
    assert systems == ["Operating System :: POSIX :: Linux"]


def lines(path: Path) -> Iterator[tuple[str, str]]:
    text = path.read_text(encoding="utf-8")
    for number, line in enumerate(text.splitlines(), start=1):
        yield f"{path.relative_to(ROOT)}:{number}", line


@pytest.mark.parametrize(
    ("pattern", "caught"),
    [
        (MACHINE_PATH, "/".join(['"', "root", "thing"])),
        (REGISTRY, ".".join(["https://pypi", "org"])),
        (REGISTRY, "-".join(["--extra", "index", "url"])),
    ],
)
def test_patterns_catch_their_examples(pattern: re.Pattern[str], caught: str):
    assert pattern.search(caught)


def test_architecture_map_names_every_folder_and_loose_module():
    book = (ROOT / "ARCHITECTURE.md").read_text(encoding="utf-8")
    drawn = book.partition("```")[2].partition("```")[0]
    for folder in ("engine", "screens"):
        rooms = {path.parent.name for path in (ROOT / folder).glob("*/__init__.py")}
        loose = {path.name for path in (ROOT / folder).glob("[a-z]*.py")}
        part = re.split(r"^(?=\w)", drawn.partition(f"{folder}/")[2], flags=re.M)[0]
        assert set(re.findall(r"^  (\w+)/", part, re.M)) == rooms
        assert set(re.findall(r"\b\w+\.py\b", part)) == loose
        assert len(loose) <= 12


def test_docs_stay_short():
    assert (ROOT / "ARCHITECTURE.md").stat().st_size <= 25_000
    glossary = (ROOT / "docs/glossary.md").read_text(encoding="utf-8")
    assert len(re.findall(r"^\| (?!word|---)", glossary, re.M)) <= 15


def test_files_named_in_docs_exist():
    there = {path.name for path in tracked()}
    books = [ROOT / "ARCHITECTURE.md", ROOT / "CONTRIBUTING.md"]
    assert {
        name for book in books for name in re.findall(r"\b\w+\.py\b", book.read_text("utf-8"))
    } <= there


def test_no_file_contains_machine_paths_or_registry_addresses():
    found = [
        f"{where}: {line.strip()}"
        for path in tracked()
        if path.suffix not in NO_TEXT and _names_a_place(path.read_text(encoding="utf-8"))
        for where, line in lines(path)
        if _names_a_place(line)
    ]
    assert not found


def _names_a_place(text: str) -> bool:
    return bool(MACHINE_PATH.search(text) or REGISTRY.search(text))


def test_no_generated_file_is_tracked():
    made = re.compile(r"(^|/)(__pycache__|\.venv|build|dist)/|\.mo$|\.pyc$|(^|/)uv\.lock$")
    assert not [name for path in tracked() if made.search(name := str(path.relative_to(ROOT)))]


@pytest.mark.parametrize("name", ["play", "serve", "dev", "mutants"])
def test_requirements_are_pinned_with_hashes_and_without_addresses(name: str):
    text = (ROOT / "requirements" / f"{name}.txt").read_text(encoding="utf-8")
    pins = re.findall(
        r"^(\S+)==\S+(?: ; .+)? \\\n((?:    --hash=sha256:[0-9a-f]{64}(?: \\)?\n)+)", text, re.M
    )
    names = re.findall(r"^[a-z0-9][^\s=]*", text, re.M)
    assert "textual" in names
    assert [pin for pin, _ in pins] == names
    assert "://" not in text


def test_shifted_bits_are_parenthesised():
    """`a & b >> n & 1` tests bit `n` of `b` alone: the shifted value must come first."""
    slips = [
        f"{path.relative_to(ROOT)}:{both.lineno}"
        for path in tracked()
        if path.suffix == ".py" and ">>" in path.read_text(encoding="utf-8")
        for both in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(both, ast.BinOp)
        and isinstance(both.op, ast.BitAnd)
        and isinstance(both.right, ast.BinOp)
        and isinstance(both.right.op, ast.RShift)
    ]
    assert not slips


def placeholders(form: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(form) if name is not None}


def forms(entry: polib.POEntry) -> list[str]:
    return list(entry.msgstr_plural.values()) if entry.msgid_plural else [entry.msgstr]


def current(path: Path) -> dict[tuple[str, str], polib.POEntry]:
    """Return the entries in use of a catalogue, by their English forms."""
    return {(one.msgid, one.msgid_plural): one for one in messages.in_use(path)}


@cache
def gathered() -> polib.POFile:
    """Return the messages of the code, which take seconds to collect."""
    return messages.gather()


def test_every_language_but_english_has_a_catalogue():
    assert {path.parts[-3] for path in messages.catalogues()} == LANGUAGES.keys() - {"en"}


@pytest.mark.parametrize("path", messages.catalogues(), ids=lambda path: path.parts[-3])
def test_every_message_is_translated(path: Path):
    assert not messages.untranslated(path)


LISTED = ("в запасе: {stock}", ": {judged}", ", {cards}, ", "Enter: ", "%(prog)s: ")
"""Parts of sentences with lists, which have several colons."""


@pytest.mark.parametrize("path", messages.catalogues(), ids=lambda path: path.parts[-3])
def test_no_sentence_has_two_colons(path: Path):
    crowded = [
        sentence
        for entry in current(path).values()
        for form in forms(entry)
        for sentence in re.split(r"(?<=[.!?;])\s", form)
        if sentence.count(": ") > 1 and not any(one in sentence for one in LISTED)
    ]
    assert not crowded


@pytest.mark.parametrize("path", messages.catalogues(), ids=lambda path: path.parts[-3])
def test_translations_have_the_placeholders_of_their_messages(path: Path):
    wrong = [
        (entry.msgid, form)
        for entry in current(path).values()
        for number, form in enumerate(forms(entry))
        if form and placeholders(form) not in wanted(entry, number)
    ]
    assert not wrong


def wanted(entry: polib.POEntry, number: int) -> list[set[str]]:
    """Return the placeholders that a form may have. The form for one may leave out the number if
    the English singular does: such counts never reach 21, which has the same form in Russian."""
    one, many = placeholders(entry.msgid), placeholders(entry.msgid_plural)
    return [one | many] if number or one == many else [one, one | many]


@pytest.mark.parametrize("path", messages.catalogues(), ids=lambda path: path.parts[-3])
def test_catalogues_hold_exactly_the_messages_of_the_code(path: Path):
    code = {(entry.msgid, entry.msgid_plural) for entry in gathered()}
    catalogue = set(current(path))
    assert not code - catalogue, "run: make messages"
    assert not catalogue - code, "run: make messages"


@pytest.mark.parametrize("package", [*messages.PACKAGES, "tests/pig"])
def test_marked_message_is_not_assembled(package: str):
    """A message put together by the code would be missing from the catalogues."""
    broken = [
        f"{path.relative_to(ROOT)}:{call.lineno}"
        for path in sorted((ROOT / package).rglob("*.py"))
        for call in marking(path)
        if not _whole(call)
    ]
    assert not broken


def test_every_marked_message_is_gathered():
    """A message marked inside an f-string would be missing from the catalogues."""
    found = {entry.msgid for entry in gathered()}
    marked = {
        form.value
        for path in messages.sources()
        for call in marking(path)
        for form in _forms(call)[:1]
        if isinstance(form, ast.Constant)
    }
    assert not marked - found


@cache
def marking(path: Path) -> list[ast.Call]:
    """Return the calls in a module that mark messages. All modules take seconds to parse."""
    nodes = ast.walk(ast.parse(path.read_text(encoding="utf-8")))
    return [call for call in nodes if isinstance(call, ast.Call) and _forms(call)]


def _forms(call: ast.Call) -> list[ast.expr]:
    """Return the arguments of a call that are forms of a message; none if it marks no message."""
    match call.func:
        case ast.Name("words" | "plural" | "forbidden" | "forbidden_plural" | "_" as name):
            pass
        case ast.Attribute(
            attr="announce" | "announce_provisionally" | "announce_plural" as name
        ) if len(call.args) > 1:
            pass
        case ast.Attribute(attr="print_message" | "print_plural" as name) if _is_string(
            call.args[0]
        ):
            pass
        case ast.Name(id) if id in errors() and call.args and _is_string(call.args[0]):
            return call.args[:1]
        case _:
            return []
    return [call.args[place - 1] for place in messages.FUNCTIONS[name] or (1,)]


def _is_string(message: ast.expr) -> bool:
    """Whether a message is written or assembled here, rather than a `Text` from elsewhere."""
    return isinstance(message, ast.Constant | ast.JoinedStr | ast.BinOp)


@cache
def errors() -> set[str]:
    return messages.exceptions()


def _whole(call: ast.Call) -> bool:
    return all(isinstance(f, ast.Constant) and isinstance(f.value, str) for f in _forms(call))
