"""Numbers in guides, coach texts and lessons agree with the box.

In a guide and a coach every number (digits, or a word from two to twenty) must be a placeholder, or
be listed in `numbers/<game>.toml`: `derived` from the box by a formula that is checked here, or
`allowed` for a reason. Its phrases are as in the text, with a # for each placeholder. A lesson has
many numbers of its recorded game ("You have 3 hammers"), so only those next to words for a cost, a
limit or a rate are checked there ("costs 2 points", "up to 5 cards", "1 food a round").
"""

from __future__ import annotations

import re
import shutil
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from attrs import frozen

from engine.core.catalogue_entry import Entry
from engine.core.component_data import Data, Item, boxed
from engine.games import catalogue, entry
from engine.help.guide import guide
from engine.help.placeholders import (
    PLACEHOLDER,
    PlaceholderValues,
    UnknownValue,
    entries,
    filled_lines,
    numbers_at,
)
from engine.i18n.language import LANGUAGES
from tests.engine.help.files import text_file
from tests.engine.help.numbers_in_text import NUMBER, Line, is_cued, lines, reckoned, value

GAMES = [entry.id for entry in catalogue()]
TEXTS = ("guide", "coach", "lesson")
FOLDER = Path(__file__).with_name("numbers")


@frozen
class Phrase:
    """A phrase with numbers, and the formulas for them; none for numbers that are not in the
    box."""

    words: str
    reckonings: tuple[str, ...] = ()

    def spans(self, line: Line) -> list[range]:
        found = re.finditer(re.escape(self.words), line.text, re.IGNORECASE)
        return [range(one.start(), one.end()) for one in found]


@cache
def phrases(game: str, language: str) -> tuple[Phrase, ...]:
    """Return the phrases listed for a game's texts."""
    file = FOLDER / f"{game}.toml"
    entries: Mapping[str, Sequence[Any]] = (
        tomllib.loads(file.read_text(encoding="utf-8")) if file.exists() else {}
    )
    assert all(one["reason"] for one in entries.get("allowed", ()))
    listed = [*entries.get("allowed", ()), *entries.get("derived", ())]
    return tuple(
        Phrase(words, tuple(one.get("is", ()))) for one in listed for words in one[language]
    )


def written(game: str, language: str) -> Iterator[tuple[str, Line]]:
    """Yield all lines of a game's texts, with file and line."""
    for text in TEXTS:
        file = text_file(game, text, language)
        for line in lines(game, text, language):
            yield f"{file}, line {line.number}", line


def faults(game: str, language: str, box: Data) -> Iterator[str]:
    """Yield all numbers that differ from the box or are not listed, with file and line."""
    for where, line in written(game, language):
        spans = []
        for phrase in phrases(game, language):
            found = phrase.spans(line)
            spans += found
            if found and phrase.reckonings:
                numbers = [value(one) for one in NUMBER[language].finditer(phrase.words)]
                due = [reckoned(box, one) for one in phrase.reckonings]
                if numbers != due:
                    yield f"{where}: “{phrase.words}” says {numbers}, the box {due}"
        for number in line.numbers():
            if "/lesson." in where and not is_cued(line, number):
                continue
            if not any(number.start() in span for span in spans):
                yield f"{where}: {number[0]!r} is no placeholder and not accounted for"


def placeholders(game: str, language: str) -> Iterator[tuple[str, re.Match[str]]]:
    """Yield all placeholders in a game's texts, with file and line."""
    for text in TEXTS:
        for number, line in enumerate(entry(game).lines(text, language), 1):
            for one in PLACEHOLDER.finditer(line):
                yield f"{text_file(game, text, language)}, line {number}: {one[0]}", one


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_every_number_is_a_placeholder_or_an_exception(game: str, language: str):
    assert not list(faults(game, language, boxed(entry(game).folder, {})))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_every_number_exception_occurs_in_a_text(game: str, language: str):
    lines = [line for _, line in written(game, language)]
    for phrase in phrases(game, language):
        assert any(phrase.spans(line) for line in lines), phrase.words
        assert NUMBER[language].search(phrase.words), phrase.words


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_every_placeholder_names_one_component_value(game: str, language: str):
    """A * that matches several values finds equal ones, so that no range is shown."""
    box, forms = boxed(entry(game).folder, {}), {"en": 2, "ru": 3}[language]
    for text in TEXTS:
        for line in filled_lines(game, text, language):
            assert not re.search(r"\{(?!key:)\D|#", line.lstrip("#")), line
    for where, one in placeholders(game, language):
        found = numbers_at(box, one["path"])
        assert one["sum"] or len(set(found)) == 1, where
        if one["word"] is not None:
            number = NUMBER[language].fullmatch(one["word"])
            number_named = value(number) if number else {"twice": 2}.get(one["word"])
            shown = sum(found) if one["sum"] else found[0]
            assert number_named == int(one["usual"]) == shown, f"{where} is {shown}"
        if one["forms"] is not None:
            assert len(one["forms"].split("/")) == forms, where


@pytest.mark.parametrize("text", TEXTS)
@pytest.mark.parametrize("game", GAMES)
def test_translation_shows_the_same_values(game: str, text: str):
    """Topic by topic: if the English text shows a value, "1 point" is not just "a point"."""
    topics: dict[str, list[set[str]]] = {}
    for language in LANGUAGES:
        topics[language] = [set()]
        for line in entry(game).lines(text, language):
            if line.startswith("## "):
                topics[language].append(set())
            topics[language][-1] |= {one["path"] for one in PLACEHOLDER.finditer(line)}
    for language, found in topics.items():
        assert found == topics["en"], text_file(game, text, language)


def raised(value: Item, keys: Sequence[str]) -> Item:
    """Return the value with all numbers at the path raised by one; a list that is counted gets one
    more entry."""
    if not keys:
        return [*value, "more"] if isinstance(value, list) else int(str(value)) + 1
    pattern = re.compile(".*".join(map(re.escape, keys[0].split("*"))))
    if isinstance(value, Mapping):
        return {
            key: raised(one, keys[1:]) if pattern.fullmatch(key) else one
            for key, one in value.items()
        }
    assert isinstance(value, list)
    return [
        raised(one, keys[1:]) if pattern.fullmatch(name) else one for name, one in entries(value)
    ]


@pytest.mark.parametrize("game", GAMES)
def test_changed_value_changes_the_text(game: str):
    """Change the value of each placeholder in both languages, more than 100 in each of our games.
    Placeholders with unknown paths fail in the tests above."""
    box = boxed(entry(game).folder, {})
    changed: dict[str, Data] = {}
    tried = 0
    for language in LANGUAGES:
        for where, one in placeholders(game, language):
            path = one["path"]
            if path not in changed:
                new = raised(box, path.split("."))
                assert isinstance(new, Mapping)
                changed[path] = new
            before = PlaceholderValues(box, box, language).filled(one[0])
            try:
                after = PlaceholderValues(changed[path], changed[path], language).filled(one[0])
            except UnknownValue:  # the value is a name of a table in the path
                assert f".{before}." in path, where
                continue
            assert before != after, where
            assert re.search(r"\d", after), where
            tried += 1
    assert tried > 100 or game not in CHANGED


CHANGED = {
    "deus": ("temple_vp_max = 12", "temple_vp_max = 10", 4, "to 10 points", "до 10"),
    "era": ("largest_area_bonus = 10", "largest_area_bonus = 7", 4, "worth 7 points", "7 очков"),
    "middle_ages": ("per_empty_column = 10", "per_empty_column = 1", 6, "1 coin ", "1 монету"),
    "troyes": ("income = 10", "income = 11", 4, "gets 11 deniers", "по 11 монет"),
    "knights": ("ore = 3", "ore = 5", 6, "2 grain, 5 ore", "5 руды"),
    "catan": ("brick = 1 }", "brick = 4 }", 4, "4 brick", "4 кирпич"),
}
"""A value of each game's component file and its replacement, the number of the game's texts that
change, and phrases of its guide in English and in Russian afterwards."""


def all_filled(game: str) -> dict[tuple[str, str], list[str]]:
    """Return all texts of a game in all languages, filled in."""
    return {
        (text, language): list(filled_lines(game, text, language))
        for text in TEXTS
        for language in LANGUAGES
    }


@pytest.mark.parametrize("game", CHANGED)
def test_changed_component_file_changes_the_texts(
    game: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    before = {
        (text, one): list(filled_lines(game, text, one)) for text in TEXTS for one in LANGUAGES
    }
    old, new, number, english, russian = CHANGED[game]
    above = entry(game).folder.relative_to(entry("knights").folder.parent)
    shutil.copytree(entry("knights").folder.parent, tmp_path, dirs_exist_ok=True)
    for file in {tmp_path / above, tmp_path / above.parts[0]}:
        data = file / "components.toml"
        data.write_text(data.read_text(encoding="utf-8").replace(old, new), encoding="utf-8")
    monkeypatch.setattr(Entry, "folder", property(lambda self: tmp_path / above))
    after = {
        (text, one): list(filled_lines(game, text, one)) for text in TEXTS for one in LANGUAGES
    }
    assert sum(before[key] != after[key] for key in before) >= number
    assert english in "\n".join(after["guide", "en"])
    assert russian in "\n".join(after["guide", "ru"])


def test_wrong_calculation_is_reported_with_file_and_line():
    box = boxed(entry("middle_ages").folder, {})
    found_faults = list(faults("middle_ages", "en", {**box, "display": {"rows": 5}}))
    file = text_file("middle_ages", "guide", "en")
    assert f"{file}, line 25: “After rounds 1 to 12” says [1, 12], the box [1, 11]" in found_faults


def test_unknown_path_is_reported_with_file_and_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(Entry, "folder", property(lambda self: tmp_path))
    for braces, fault in (
        ("{limits.hand}", r"limits\.hand is not a number"),
        ("{Hand}", r"\{Hand\} is not a placeholder"),
        ("{limits.hand=1}", r"\{limits\.hand=1\} is not a placeholder"),
        ("{limits", r"\{limits is not a placeholder"),
    ):
        text = f"# Deus\n\n## Card\n\nA hand holds {braces}"
        (tmp_path / "guide.md").write_text(text, encoding="utf-8")
        with pytest.raises(UnknownValue, match=rf"guide\.md, line 5: {fault}"):
            list(filled_lines("deus", "guide"))


def test_own_list_in_place_of_a_printed_one_breaks_no_text():
    """Missing values are shown as printed, others as they are."""
    gain: Data = {"id": "p_food3", "gain": {"wood": 2, "food": 0}}
    either: Data = {"id": "p_food2_or_stone1", "one_of": [{"wood": 7}, {"goods": 1}]}
    card = guide("era", "en", {"dice": [{"id": "peasant", "faces": [gain, either]}]}).reference_card
    assert card is not None
    (row,) = (row for one in card.passages for row in one.table if row[0] == "Peasant")
    assert row[1].startswith("0 food, 3 wood, 2 stone, 2 food or 1 stone,")


def test_words_and_digits_are_numbers():
    values = {
        "en": {"seven": 7, "Twenty": 20, "16": 16, "eighteen": 18},
        "ru": {
            "двумя": 2,
            "Трёх": 3,
            "шестерых": 6,
            "восемью": 8,
            "двадцати": 20,
            "двенадцать": 12,
        },
    }
    for language, numbers in values.items():
        for word, number in numbers.items():
            (found,) = NUMBER[language].finditer(f"a {word}, б")
            assert value(found) == number, word
    assert not NUMBER["en"].search("often, someone, weight")
    assert not NUMBER["ru"].search("третий, пятый, сетью")


def test_cached_guides_do_not_mix_own_and_printed_values():
    own = {"scoring": {"largest_area_bonus": 7}}
    assert guide("era", "en", own) != guide("era")
    assert guide("era", "en", own) == guide("era", "en", {"scoring": {"largest_area_bonus": 7}})
    assert guide("era", "en", {}) is guide("era")
