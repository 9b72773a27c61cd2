"""The guide for a game's players (its `guide.md`), topic by topic, and its coach texts.

The first topic teaches the game on one page, the last is a reference card, and the others explain
everything else. A passage ends with the ids of the rules that it explains, in braces and without
the game's prefix: `Your lord moves. {4.1, 5.3-5.6}`. In a row of a table, the ids follow the last
bar. A line of ids alone belongs to the passage above. Numbers from the component data, and keys,
are filled in: `up to {limits.temple_vp_max} points` (see `engine.help.placeholders`).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property, lru_cache
from typing import Final

from attrs import evolve, frozen

from engine.core.component_data import Data
from engine.help.placeholders import TEXTS_KEPT, KeyNames, Keys, cache_key, filled_lines, key_names
from engine.help.rulebook import Rulebook, rulebook

_TITLE: Final = re.compile(r"# +(?P<title>.+)")
_HEADING: Final = re.compile(r"## +(?P<title>.+)")
_ITEM: Final = re.compile(r"(?P<mark>-|\d+\.) +(?P<text>.+)")
_RULES: Final = re.compile(r"\s*\{(?P<rules>[\d., -]+)\}$")
_NUMBERED: Final = re.compile(r"(?P<chapter>\d+)\.(?P<number>\d+)")


@frozen
class Passage:
    """A passage of a topic with the ids of the rules that it explains.

    `mark` is the mark of a list item ("-", "1."), or empty. `table` has the rows of a table, the
    header first; it is empty for a passage with `text`. `row_rules` are the ids of the rules that
    each row explains.
    """

    text: str = ""
    rules: tuple[str, ...] = ()
    mark: str = ""
    table: tuple[tuple[str, ...], ...] = ()
    row_rules: tuple[tuple[str, ...], ...] = ()

    @property
    def head(self) -> str:
        """The bold words at the beginning of the passage, which name its subject; empty if there
        are none."""
        return self.text.split("**")[1] if self.text.startswith("**") else ""

    @property
    def plain(self) -> str:
        return self.text.replace("**", "")

    def about(self, rule: str) -> Passage:
        """Return the part of the passage that explains `rule`: the matching rows of a table, as
        sentences, or the whole passage if no row matches."""
        rows = zip(self.table, self.row_rules, strict=True)
        matching = [(_in_words(self.table[0], row), ids) for row, ids in rows if rule in ids]
        if not matching:
            return self
        rules = dict.fromkeys(id for _, ids in matching for id in ids)
        return Passage(" ".join(text for text, _ in matching), tuple(rules))

    @property
    def ids(self) -> str:
        """The passage's rule ids in short form, without the game's prefix: "4.1, 5.3-5.6"."""
        runs: list[list[str]] = []
        for id in (rule.partition("-")[2] for rule in self.rules):
            if runs and _next(runs[-1][-1]) == id:
                runs[-1].append(id)
            else:
                runs.append([id])
        return ", ".join(run[0] if len(run) == 1 else f"{run[0]}-{run[-1]}" for run in runs)


@frozen
class Topic:
    """A heading with its passages."""

    title: str
    passages: tuple[Passage, ...]


@frozen
class Guide:
    """The guide to a game in one language."""

    title: str
    topics: tuple[Topic, ...]

    @cached_property
    def _passages(self) -> dict[str, list[Passage]]:
        passages: dict[str, list[Passage]] = {}
        for topic in self.topics:
            for passage in topic.passages:
                for rule in passage.rules:
                    passages.setdefault(rule, []).append(passage.about(rule))
        return passages

    @property
    def rules(self) -> Sequence[str]:
        """The ids of the rules that the guide explains."""
        return list(self._passages)

    @property
    def reference_card(self) -> Topic | None:
        """The reference card, which is the last topic; None if there are no topics."""
        return self.topics[-1] if self.topics else None

    def passages_on(self, rules: Iterable[str]) -> list[Passage]:
        """Return the passages that explain `rules`, without duplicates and in the order of the
        rules. Tables are reduced to the matching rows (see `Passage.about`)."""
        passages = (passage for rule in rules for passage in self._passages.get(rule, ()))
        return list(dict.fromkeys(passages))


def guide(
    game: str, language: str = "en", own: Data | None = None, keys: Keys | None = None
) -> Guide:
    """Return the guide to a game in `language`, or in English if it is not translated. For a game
    without a guide, return its rules; without rules, an empty guide.

    Numbers are taken from the component data with the custom data `own` merged in. `keys` returns
    the names of keys; without it, the placeholders of keys are not replaced. Raises UnknownGame,
    UnknownValue for a placeholder that cannot be filled in, and BadSetup for invalid custom data.
    """
    return _guide(game, language, cache_key(own), key_names(game, "guide", language, keys))


@lru_cache(TEXTS_KEPT)
def _guide(game: str, language: str, own: str, keys: KeyNames) -> Guide:
    lines = list(filled_lines(game, "guide", language, own, keys))
    book = rulebook(game, language)
    if not lines:
        return _of_rules(book)
    return parse(lines, next(iter(book.ids), "").partition("-")[0])


def _of_rules(book: Rulebook) -> Guide:
    return Guide(
        book.title,
        tuple(
            Topic(section.title, tuple(Passage(rule.text, (rule.id,)) for rule in section.rules))
            for section in book.sections
            if section.rules
        ),
    )


def parse(lines: Iterable[str], prefix: str) -> Guide:
    """Parse the lines of a guide; `prefix` is the prefix of the game's rule ids ("MID"). Raises
    ValueError for invalid rule ids."""
    title = ""
    topics: list[tuple[str, list[Passage]]] = []
    for block in _blocks(lines):
        if heading := _HEADING.fullmatch(block[0]):
            topics.append((heading["title"], []))
        elif head := _TITLE.fullmatch(block[0]):
            title = head["title"]
        else:
            _join(topics[-1][1], block, prefix)
    return Guide(title, tuple(Topic(name, tuple(passages)) for name, passages in topics))


def _blocks(lines: Iterable[str]) -> Iterator[list[str]]:
    """Yield the lines of a guide in groups: a heading, a list item, or text up to a blank line."""
    block: list[str] = []
    for line in lines:
        alone = line.startswith("#") or _ITEM.fullmatch(line)
        if block and (alone or not line.strip() or _ITEM.fullmatch(block[0])):
            yield block
            block = []
        if line.strip():
            block.append(line.rstrip())
    if block:
        yield block


def _join(passages: list[Passage], block: Sequence[str], prefix: str) -> None:
    """Append a block to `passages`. A block that has only rule ids adds them to the last
    passage."""
    if block[0].startswith("|"):
        passages.append(_table(block, prefix))
        return
    text = " ".join(block)
    rules: tuple[str, ...] = ()
    if ids := _RULES.search(text):
        rules = tuple(_ids(ids["rules"], prefix))
        text = text[: ids.start()]
    if not text:
        passages[-1] = evolve(passages[-1], rules=passages[-1].rules + rules)
        return
    item = _ITEM.fullmatch(text)
    passages.append(Passage(item["text"], rules, item["mark"]) if item else Passage(text, rules))


def _table(block: Sequence[str], prefix: str) -> Passage:
    """Parse the lines of a table. Rule ids can follow a row's last cell: `{5.1}`."""
    lines = [line for line in block if not set(line) <= set("| :-")]
    matches = [_RULES.search(line) for line in lines]
    rows = [
        line[: ids.start()].strip() if ids else line
        for line, ids in zip(lines, matches, strict=True)
    ]
    table = tuple(tuple(cell.strip() for cell in row[1:-1].split("|")) for row in rows)
    row_rules = tuple(tuple(_ids(ids["rules"], prefix)) if ids else () for ids in matches)
    rules = tuple(dict.fromkeys(rule for row in row_rules for rule in row))
    return Passage(rules=rules, table=table, row_rules=row_rules)


def _in_words(heads: Sequence[str], row: Sequence[str]) -> str:
    """Return a table row as a Markdown sentence with the name in bold, such as
    `**Forest.** Settlement: 1 lumber.` or, if the table has two columns, `**Drought:** pay.`"""
    name, *cells = row
    if len(cells) == 1:
        return f"**{name}:** {cells[0]}."
    cells_in_words = (
        f"{head}: {cell}." for head, cell in zip(heads[1:], cells, strict=True) if cell
    )
    return f"**{name}.** " + " ".join(cells_in_words)


def _next(id: str) -> str:
    """Return the id after `id`, such as "5.4" for "5.3"."""
    chapter, _, number = id.partition(".")
    return f"{chapter}.{int(number) + 1}"


def _ids(listed: str, prefix: str) -> Iterator[str]:
    """Yield in full the ids that `listed` contains in short form, such as "4.1, 5.3-5.6". Raises
    ValueError for other text."""
    for part in listed.split(","):
        first, _, last = (bound.strip() for bound in part.partition("-"))
        begin, end = _NUMBERED.fullmatch(first), _NUMBERED.fullmatch(last or first)
        if begin is None or end is None or begin["chapter"] != end["chapter"]:
            raise ValueError(f"{part.strip()!r} does not name rules")
        for number in range(int(begin["number"]), int(end["number"]) + 1):
            yield f"{prefix}-{begin['chapter']}.{number}"


def coach(
    game: str, language: str = "en", own: Data | None = None, keys: Keys | None = None
) -> Guide:
    """Return the coach of a game in `language`, with topics for decisions and for situations in
    them (see `advice`). The coach is in English if it is not translated, and empty if the game has
    none. `own`, `keys` and the errors raised are the same as for `guide`."""
    return _coach(game, language, cache_key(own), key_names(game, "coach", language, keys))


@lru_cache(TEXTS_KEPT)
def _coach(game: str, language: str, own: str, keys: KeyNames) -> Guide:
    return parse(filled_lines(game, "coach", language, own, keys), "")


def advice(coach: Guide, decision: str, situation: str = "") -> str:
    """Return the coach's advice on the decision with the name `decision`.

    If there is advice for `situation` (topic `Main.near_win`), it replaces the general advice
    (topic `Main`). Without either, the result is empty.
    """
    topics = {topic.title: topic for topic in coach.topics}
    topic = topics.get(f"{decision}.{situation}", topics.get(decision))
    return "" if topic is None else " ".join(passage.plain for passage in topic.passages)
