"""Message catalogues: gather messages from the code, keep the translations, compile them.

    python messages.py                  gather, update and compile
    python messages.py tidy             the same, and drop translations of removed messages
    python messages.py compile          compile only
    python messages.py add LANGUAGE     create an empty catalogue

The catalogues (`guildhall.po`) are in git; the compiled files (`guildhall.mo`) are made by every
build.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from pathlib import Path

import polib

ROOT = Path(__file__).parent
LOCALE = ROOT / "engine" / "locale"
PACKAGES = ("engine", "screens", "styles", "tui")
LOOSE = ("guildhall_games.py", "share.py")

Keywords = dict[str, tuple[int, ...] | None]

FUNCTIONS: Keywords = {
    "words": None,
    "plural": (1, 2),
    "announce": (3,),
    "announce_provisionally": (3,),
    "announce_plural": (3, 4),
    "forbidden": (2,),
    "forbidden_plural": (2, 3),
    "print_message": None,
    "print_plural": (1, 2),
    "_": None,
}
"""Functions that mark a message, each with the positions (counted from 1) of the arguments that are
forms of the message (None: the first argument). Exceptions mark their first argument, too."""

TRANSLATORS = "Translators:"
"""Prefix of a comment that explains the message below it to translators."""

METADATA = {
    "Project-Id-Version": "guildhall",
    "MIME-Version": "1.0",
    "Content-Type": "text/plain; charset=UTF-8",
    "Content-Transfer-Encoding": "8bit",
}

WIDTH = 98

_DERIVED = re.compile(r"^class (\w+)\((\w+)\):", re.MULTILINE)
"""Pattern of a class with one base class."""


def catalogues() -> list[Path]:
    return sorted(LOCALE.glob("*/LC_MESSAGES/guildhall.po"))


def gather() -> polib.POFile:
    """Return every message in the code, in the order of the files, untranslated."""
    template = _empty(METADATA)
    keywords = FUNCTIONS | dict.fromkeys(exceptions())
    for path in sources():
        for entry in _entries(path, keywords):
            merged = template.find(entry.msgid)
            if merged is None:
                template.append(entry)
            else:
                _join(merged, entry)
    return template


def update(tidy: bool = False) -> None:
    """Update every catalogue, keeping translations.

    The translation of a removed message stays in the catalogue as a comment, in case it was only
    reworded, unless `tidy` is set.
    """
    template = gather()
    for path in catalogues():
        _write(_translated(template, _read(path), tidy), path)


def add(language: str) -> Path:
    """Create the catalogue of a language, with no translation yet, and return its path. Raises
    FileExistsError."""
    from babel.messages.plurals import get_plural

    path = LOCALE / language / "LC_MESSAGES" / "guildhall.po"
    if path.exists():
        raise FileExistsError(path)
    forms = get_plural(language).plural_forms
    empty = _empty({**METADATA, "Language": language, "Plural-Forms": forms})
    path.parent.mkdir(parents=True, exist_ok=True)
    _write(_translated(gather(), empty, tidy=False), path)
    return path


def compile_catalogues() -> None:
    """Compile each catalogue to a `.mo` file beside it, which gettext reads."""
    for path in catalogues():
        target = path.with_suffix(".mo")
        temporary = target.with_suffix(".mo.new")
        _read(path).save_as_mofile(str(temporary))
        temporary.replace(target)


def sources() -> Iterator[Path]:
    """Yield the path of every file that can have messages to translate. Draft games, which are not
    translated yet, are left out."""
    yield from (ROOT / name for name in LOOSE)
    drafts = _folders_of_drafts()
    for package in PACKAGES:
        for path in sorted((ROOT / package).rglob("*.py")):
            if drafts.isdisjoint(path.parents):
                yield path


def _folders_of_drafts() -> set[Path]:
    from engine.games import catalogue

    drafts = [entry.id for entry in catalogue(drafts=True) if entry.draft]
    return {ROOT / package / "games" / game for package in ("engine", "screens") for game in drafts}


def exceptions() -> set[str]:
    """Return the names of all exceptions that have a message: GuildhallError and its subclasses."""
    texts = [path.read_text(encoding="utf-8") for path in sources()]
    classes = [pair for text in texts for pair in _DERIVED.findall(text)]
    found = {"GuildhallError"}
    while derived := {name for name, base in classes if base in found} - found:
        found |= derived
    return found


def _entries(path: Path, keywords: Keywords) -> Iterator[polib.POEntry]:
    from babel.messages.extract import extract_from_file

    where = path.relative_to(ROOT).as_posix()
    for _, message, comments, _ in extract_from_file("python", path, keywords, [TRANSLATORS]):
        one, many = (message, "") if isinstance(message, str) else message
        yield polib.POEntry(
            msgid=one,
            msgid_plural=many,
            msgstr_plural={0: "", 1: ""} if many else {},
            comment="\n".join(comments),
            occurrences=[(where, "")],
            flags=["python-brace-format"] if "{" in one + many else [],
        )


def _join(known: polib.POEntry, again: polib.POEntry) -> None:
    if again.msgid_plural and not known.msgid_plural:
        known.msgid_plural, known.msgstr_plural = again.msgid_plural, again.msgstr_plural
        known.flags = known.flags or again.flags
    known.occurrences += [place for place in again.occurrences if place not in known.occurrences]
    known.comment = "\n".join(filter(None, dict.fromkeys([known.comment, again.comment])))


def _translated(template: polib.POFile, old: polib.POFile, tidy: bool) -> polib.POFile:
    new = _empty(old.metadata)
    new.header = old.header
    known = {entry.msgid: entry for entry in old}
    for entry in template:
        new.append(_with_translation(entry, known.pop(entry.msgid, None), _forms(old)))
    for entry in known.values():
        if not tidy and (entry.msgstr or any(entry.msgstr_plural.values())):
            entry.obsolete = True
            entry.occurrences = []
            new.append(entry)
    return new


def _with_translation(entry: polib.POEntry, old: polib.POEntry | None, forms: int) -> polib.POEntry:
    empty = dict.fromkeys(range(forms), "") if entry.msgid_plural else {}
    same_kind = old is not None and bool(old.msgid_plural) == bool(entry.msgid_plural)
    return polib.POEntry(
        msgid=entry.msgid,
        msgid_plural=entry.msgid_plural,
        msgstr=old.msgstr if old and same_kind else "",
        msgstr_plural=old.msgstr_plural if old and same_kind else empty,
        comment=entry.comment,
        tcomment=old.tcomment if old else "",
        occurrences=entry.occurrences,
        flags=sorted({*entry.flags, *(["fuzzy"] if old and old.fuzzy else [])}),
    )


def untranslated(path: Path) -> list[str]:
    """Return the messages of a catalogue that are in use but untranslated, incomplete (a plural
    form is missing) or fuzzy."""
    return [
        entry.msgid
        for entry in in_use(path)
        if entry.fuzzy or not all(entry.msgstr_plural.values() or [entry.msgstr])
    ]


def in_use(path: Path) -> list[polib.POEntry]:
    """Return the messages of a catalogue, without those that are no longer in the code."""
    return [entry for entry in _read(path) if not entry.obsolete]


def _forms(catalogue: polib.POFile) -> int:
    rule = catalogue.metadata["Plural-Forms"]
    return int(rule.partition("nplurals=")[2].partition(";")[0])


def _empty(metadata: dict[str, str]) -> polib.POFile:
    file = polib.POFile(wrapwidth=WIDTH)
    file.metadata = dict(metadata)
    return file


def _read(path: Path) -> polib.POFile:
    return polib.pofile(str(path), encoding="utf-8", wrapwidth=WIDTH)


def _write(file: polib.POFile, path: Path) -> None:
    temporary = path.with_name(path.name + ".new")
    temporary.write_text(f"{str(file).rstrip()}\n", encoding="utf-8")
    temporary.replace(path)


def main(arguments: list[str]) -> None:
    """Run the command that `arguments` names (see the module's docstring), or exit with that
    docstring if there is no such command."""
    match arguments:
        case [] | ["tidy"]:
            update(tidy=bool(arguments))
        case ["compile"]:
            compile_catalogues()
            return
        case ["add", language]:
            add(language)
        case _:
            sys.exit(__doc__)
    for path in catalogues():
        print(f"{path.relative_to(ROOT)}: {len(untranslated(path))} to be translated")
    compile_catalogues()


if __name__ == "__main__":
    main(sys.argv[1:])
