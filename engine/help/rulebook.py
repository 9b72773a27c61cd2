"""Rules for players: the sections and paragraphs of a game's `rules.md`.

A rule is a list item that begins with its id: `- **MID-5.1** Effect: ...`. Tags at its end, such as
`[seed]` or `[decision: why]`, name its source.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import cache, cached_property
from typing import Final

from attrs import frozen

from engine.games import entry

_TITLE: Final = re.compile(r"# +(?P<title>.+)")
_HEADING: Final = re.compile(r"###? +(?P<title>.+)")
_RULE: Final = re.compile(r"- \*\*(?P<id>[A-Z]+-[\d.]+[a-z]?)\*\* (?P<text>.+)")
_TAG: Final = re.compile(r"\s*\[(?:seed|official|impl|public|decision|consequence)\b")
_MARKS: Final = re.compile(r"\*\*|(?<!\*)\*(?!\*)|`")


@frozen
class Paragraph:
    """A paragraph of a section: a rule with its id, or text between rules, without an id. `lines`
    are the source lines, without the id."""

    id: str
    lines: tuple[str, ...]

    @property
    def text(self) -> str:
        """The first line of the rule, without formatting marks and tags."""
        return _plain(_TAG.split(self.lines[0], maxsplit=1)[0])

    @property
    def source(self) -> str:
        """The source of the rule, and the reasons for a decision, from the rule's tags. Empty if
        there are none."""
        tag = _TAG.search(self.lines[0])
        return _plain(self.lines[0][tag.start() :]).strip() if tag else ""

    def plain(self) -> list[str]:
        """Return all lines of the paragraph without formatting marks, with the id of a rule before
        the first line."""
        first, *others = (_plain(line) for line in self.lines)
        return [f"{self.id}  {first}" if self.id else first, *others]


@frozen
class Section:
    """A heading with the paragraphs below it."""

    title: str
    paragraphs: tuple[Paragraph, ...]

    @property
    def rules(self) -> tuple[Paragraph, ...]:
        return tuple(paragraph for paragraph in self.paragraphs if paragraph.id)


@frozen
class Rulebook:
    """The rules of one game in one language."""

    title: str
    sections: tuple[Section, ...]

    @cached_property
    def _rules(self) -> Mapping[str, Paragraph]:
        return {rule.id: rule for section in self.sections for rule in section.rules}

    @property
    def ids(self) -> Sequence[str]:
        """The ids of all rules in the order of the book."""
        return list(self._rules)

    def rule(self, id: str) -> Paragraph | None:
        """Return the rule `id`, given with or without the game's prefix; None if there is no such
        rule."""
        return self._rules.get(id) or self._rules.get(self._full(id))

    def text(self, id: str) -> str:
        """Return the text of a rule; empty if there is no such rule."""
        rule = self.rule(id)
        return rule.text if rule else ""

    def section(self, id: str) -> Section | None:
        """Return the section that contains the rule `id`, or that itself has the id (`MID-5` or
        `5`); None if there is none."""
        wanted = self._full(id)
        for section in self.sections:
            if any(wanted in (rule.id, rule.id.rpartition(".")[0]) for rule in section.rules):
                return section
        return None

    def _full(self, id: str) -> str:
        prefix = next(iter(self._rules), "").partition("-")[0]
        id = id.strip().upper()
        return id if id.startswith(f"{prefix}-") else f"{prefix}-{id}"


@cache
def rulebook(game: str, language: str = "en") -> Rulebook:
    """Return the rules of a game in `language`, or in English if they are not translated. They are
    empty if the game has none. Raises UnknownGame."""
    return parse(entry(game).lines("rules", language))


def parse(lines: Iterable[str]) -> Rulebook:
    title = ""
    sections: list[tuple[str, list[Paragraph]]] = [("", [])]
    open_lines: list[str] = []
    open_id = ""

    def close() -> None:
        nonlocal open_id
        while open_lines and not open_lines[-1].strip():
            open_lines.pop()
        if open_lines:
            sections[-1][1].append(Paragraph(open_id, tuple(open_lines)))
        open_lines.clear()
        open_id = ""

    for line in lines:
        if heading := _HEADING.fullmatch(line):
            close()
            sections.append((_plain(heading["title"]), []))
        elif (head := _TITLE.fullmatch(line)) and not title:
            title = _plain(head["title"])
        elif rule := _RULE.fullmatch(line):
            close()
            open_id = rule["id"]
            open_lines.append(rule["text"])
        elif line.strip() in ("", "---") and not open_id:
            close()
        elif open_id and line[:1] not in ("", " "):
            close()
            open_lines.append(line)
        elif line.strip() or open_lines:
            open_lines.append(line)
    close()
    return Rulebook(
        title,
        tuple(
            Section(name, tuple(paragraphs)) for name, paragraphs in sections if name or paragraphs
        ),
    )


def _plain(text: str) -> str:
    return _MARKS.sub("", text).rstrip()
