"""Guides: readable, and complete."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

from engine.errors import UnknownGame
from engine.games import catalogue, entry
from engine.help.guide import Passage, guide, parse
from engine.help.rulebook import rulebook
from engine.i18n.language import LANGUAGES
from tests.engine.help.files import text_file

ROOT = Path(__file__).parents[3]
GAMES = [entry.id for entry in catalogue()]

RULE = re.compile(r"[A-Z]+-\d+\.\d+[a-z]?")

SMALL = parse(
    """# The Fair

## How to play

Sell your wares.

**Stall.** It is yours.
It stays. {1.1, 2.3-2.5}

1. Deal. {1.2}
2. Play.

- Nobody passes. {1.3}

| a | b | c |
| --- | --- | --- |
| 1 | 2 | 3 | {3.1, 3.2}
| 4 | | 5 | {3.2}

| what | brings |
| --- | --- |
| Stall | 2 | {3.3}

{3.4}

## Card

Sell.
""".splitlines(),
    "TOY",
)


def test_topics_and_passages_are_in_order():
    assert SMALL.title == "The Fair"
    assert [topic.title for topic in SMALL.topics] == ["How to play", "Card"]
    assert SMALL.topics[0].passages == (
        Passage("Sell your wares."),
        Passage("**Stall.** It is yours. It stays.", ("TOY-1.1", "TOY-2.3", "TOY-2.4", "TOY-2.5")),
        Passage("Deal.", ("TOY-1.2",), "1."),
        Passage("Play.", (), "2."),
        Passage("Nobody passes.", ("TOY-1.3",), "-"),
        Passage(
            rules=("TOY-3.1", "TOY-3.2"),
            table=(("a", "b", "c"), ("1", "2", "3"), ("4", "", "5")),
            row_rules=((), ("TOY-3.1", "TOY-3.2"), ("TOY-3.2",)),
        ),
        Passage(
            rules=("TOY-3.3", "TOY-3.4"),
            table=(("what", "brings"), ("Stall", "2")),
            row_rules=((), ("TOY-3.3",)),
        ),
    )


def test_passage_may_start_with_a_heading():
    stall = SMALL.topics[0].passages[1]
    assert stall.head == "Stall."
    assert stall.plain == "Stall. It is yours. It stays."
    assert SMALL.topics[0].passages[0].head == ""


def test_passages_are_found_by_rule_id_without_duplicates():
    stall, deal = SMALL.topics[0].passages[1:3]
    assert SMALL.passages_on(["TOY-2.4", "TOY-1.2", "TOY-2.3", "TOY-9.9"]) == [stall, deal]


def test_table_rows_are_written_out_in_words():
    passages = {
        rule: [one.plain for one in SMALL.passages_on([f"TOY-{rule}"])] for rule in ("3.1", "3.3")
    }
    assert passages == {"3.1": ["1. b: 2. c: 3."], "3.3": ["Stall: 2."]}
    (both,) = SMALL.passages_on(["TOY-3.2"])
    assert both.plain == "1. b: 2. c: 3. 4. c: 5."
    assert both.rules == ("TOY-3.1", "TOY-3.2")


def test_last_topic_is_the_reference_card():
    assert SMALL.reference_card is not None
    assert SMALL.reference_card.title == "Card"
    assert parse([], "TOY").reference_card is None


@pytest.mark.parametrize("ids", ["{5}", "{1.2-2.3}", "{1.1,}"])
def test_invalid_rule_ids_are_refused(ids: str):
    with pytest.raises(ValueError, match="does not name rules"):
        parse(["## A", "", f"Text. {ids}"], "TOY")


def test_rules_stand_in_for_a_missing_guide(pig: str):
    book = guide(pig)
    assert [topic.title for topic in book.topics] == [
        "PIG-1 Setup and turns",
        "PIG-2 A turn",
        "PIG-3 The end",
    ]
    assert book.rules == rulebook(pig).ids
    (passage,) = book.passages_on(["PIG-2.2"])
    assert passage.text == "The number rolled is added to the pot."


def test_game_without_rules_has_an_empty_guide(toy: str):
    assert guide(toy).topics == ()


def test_unknown_game_has_no_guide():
    with pytest.raises(UnknownGame):
        guide("ludo")


def cited(game: str) -> set[str]:
    """Return the rule ids in the code and data of a game, its screens included."""
    found: set[str] = set()
    folder = "/".join(entry(game).package.split(".")[1:])
    for module in ROOT.glob(f"*/{folder}/*.py"):
        tree = ast.parse(module.read_text(encoding="utf-8"))
        words = (node.value for node in ast.walk(tree) if isinstance(node, ast.Constant))
        found |= {word for word in words if isinstance(word, str) and RULE.fullmatch(word)}
    for data in ROOT.glob(f"engine/{folder}/*.toml"):
        found |= set(re.findall(f'"({RULE.pattern})"', data.read_text(encoding="utf-8")))
    return found


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_guide_explains_every_rule(game: str, language: str):
    rules, file = set(guide(game, language).rules), text_file(game, "guide", language)
    assert (ROOT / file).exists(), f"{file} is missing"
    written = {id for id in rulebook(game).ids if not id.startswith("WE-")}
    assert not written - rules, f"{file} does not explain {sorted(written - rules)}"
    assert not rules - written, f"{file} cites {sorted(rules - written)}, which do not exist"
    assert len(cited(game)) > len(rules) // 4, "most rules are cited by no step"
    assert cited(game) <= rules
    for rule in rules:
        assert all(one.plain for one in guide(game, language).passages_on([rule])), rule


@pytest.mark.parametrize("language", [one for one in LANGUAGES if one != "en"])
@pytest.mark.parametrize("game", GAMES)
def test_translated_guide_has_the_same_structure(game: str, language: str):
    english, translated = guide(game), guide(game, language)
    assert translated != english, f"{text_file(game, 'guide', language)} is missing"

    def shape(topics):
        return [
            [(passage.rules, passage.mark, len(passage.table)) for passage in topic.passages]
            for topic in topics
        ]

    assert shape(translated.topics) == shape(english.topics)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_guide_addresses_the_reader(game: str, language: str):
    """No source tags, no code, no formulas; the first page has no rule ids."""
    code = re.compile(r"[\[`]|\w\(\w|[A-Z]+-\d|row\(r")
    for topic in guide(game, language).topics:
        for passage in topic.passages:
            words = " ".join([passage.text, *(cell for row in passage.table for cell in row)])
            assert not code.search(words), words
    first = guide(game, language).topics[0]
    with_ids = [passage.text for passage in first.passages if passage.rules]
    assert not with_ids, f"the first topic of {text_file(game, 'guide', language)} has no ids"
    assert all(passage.text for passage in first.passages)


BACK_REFERENCE = re.compile(
    r"(Then|This|That|It|They|These|Those|Also|So|But|Instead|Otherwise|Afterwards|You can do this|"
    r"Затем|Потом|Тогда|Это|Этот|Эта|Эти|Он|Она|Оно|Они|Их|Его|Также|Но|Иначе|После этого)\b"
)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_passage_about_a_rule_can_be_read_alone(game: str, language: str):
    passages = [one for topic in guide(game, language).topics for one in topic.passages]
    starts = [one.plain for one in passages if one.rules and BACK_REFERENCE.match(one.plain)]
    assert not starts


def test_rule_ids_are_abbreviated():
    assert SMALL.topics[0].passages[1].ids == "1.1, 2.3-2.5"
    assert SMALL.topics[0].passages[0].ids == ""
