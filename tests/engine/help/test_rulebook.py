"""Rulebooks: rules by id, in the reader's language."""

from __future__ import annotations

import re

import pytest

from engine.errors import UnknownGame
from engine.games import catalogue, entry
from engine.help.rulebook import Paragraph, parse, rulebook

BOOK = parse(
    """# The Fair — rules (TOY)

What it is about.

## TOY-1 Setup

- **TOY-1.1** Deal *three* cards. [seed] (text), [decision: number]
- **TOY-1.2** Sizes:

  | a | b |
  | --- | --- |
  | 1 | 2 |

Meadow
- **TOY-1.3** Run
  and `hide`.
- a plain item

---

## TOY-2 End

- **TOY-2.1** It ends.
""".splitlines()
)


def test_sections_and_rules_are_in_order():
    assert BOOK.title == "The Fair — rules (TOY)"
    assert [section.title for section in BOOK.sections] == ["", "TOY-1 Setup", "TOY-2 End"]
    assert BOOK.ids == ["TOY-1.1", "TOY-1.2", "TOY-1.3", "TOY-2.1"]


def test_text_between_rules_is_kept():
    (_, setup, _) = BOOK.sections
    assert [one.id or one.lines for one in setup.paragraphs] == [
        "TOY-1.1",
        "TOY-1.2",
        ("Meadow",),
        "TOY-1.3",
        ("- a plain item",),
    ]


def test_rule_has_words_and_a_source():
    assert BOOK.text("TOY-1.1") == "Deal three cards."
    rule = BOOK.rule("TOY-1.1")
    assert rule is not None
    assert rule.source == "[seed] (text), [decision: number]"
    assert BOOK.text("TOY-9.9") == ""


def test_table_belongs_to_its_rule():
    rule = BOOK.rule("TOY-1.2")
    assert rule is not None
    assert rule.text == "Sizes:"
    assert rule.plain() == [
        "TOY-1.2  Sizes:", "", "  | a | b |", "  | --- | --- |", "  | 1 | 2 |",
    ]  # fmt: skip


@pytest.mark.parametrize("id", ["TOY-2.1", "2.1", "toy-2.1", " 2.1 "])
def test_rule_is_found_with_and_without_prefix(id: str):
    rule = BOOK.rule(id)
    assert rule == Paragraph("TOY-2.1", ("It ends.",))


@pytest.mark.parametrize(
    ("id", "title"), [("1", "TOY-1 Setup"), ("TOY-2", "TOY-2 End"), ("1.3", "TOY-1 Setup")]
)
def test_section_is_found_by_its_number_or_a_rule(id: str, title: str):
    section = BOOK.section(id)
    assert section is not None
    assert section.title == title


def test_missing_section_is_not_found():
    assert BOOK.section("3") is None
    assert parse([]).section("1") is None


@pytest.mark.parametrize("language", ["en", "ru"])
@pytest.mark.parametrize("game", [one.id for one in catalogue(drafts=True)])
def test_every_rule_has_words(game: str, language: str):
    book = rulebook(game, language)
    lines = entry(game).lines("rules", language)
    written = [line.split("**")[1] for line in lines if line.startswith("- **")]
    assert book.ids == written != []
    assert all(book.text(id) for id in book.ids)
    assert not any(re.search(r"\[[a-z]", book.text(id)) for id in book.ids)
    assert not any(
        "**" in line for one in book.sections for p in one.paragraphs for line in p.plain()
    )


def test_language_without_translation_uses_the_english_rules():
    assert rulebook("middle_ages", "fr") == rulebook("middle_ages", "en")
    assert rulebook("middle_ages", "ru") != rulebook("middle_ages", "en")


def test_game_without_rules_has_an_empty_rulebook(toy: str):
    assert rulebook(toy).sections == ()


def test_unknown_game_has_no_rulebook():
    with pytest.raises(UnknownGame):
        rulebook("ludo")


@pytest.mark.parametrize("language", ["en", "ru"])
@pytest.mark.parametrize("game", [entry.id for entry in catalogue()])
def test_section_holds_the_rules_of_one_chapter(game: str, language: str):
    for section in rulebook(game, language).sections:
        assert len({rule.id.rpartition(".")[0] for rule in section.rules}) <= 1, section.title
