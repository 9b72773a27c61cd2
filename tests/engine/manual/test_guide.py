"""Guides: how a game is played, told to people, and that nothing of it is missing."""

from __future__ import annotations

import re

import pytest

from engine.core.game import catalogue
from engine.errors import UnknownGame
from engine.i18n.language import LANGUAGES
from engine.manual.guide import Passage, guide, parse
from engine.manual.rulebook import rulebook

GAMES = [entry.id for entry in catalogue()]

FOR_THE_PROGRAM = {
    "middle_ages": {"MID-10.9", "MID-10.10", "MID-13.1", "MID-13.3", "MID-13.4"},
    "era": {f"ERA-16.{number}" for number in (1, *range(3, 9))},
    "troyes": set(),
    "knights": {"CK-1.11", "CK-2.1", "CK-4.11", "CK-7.11", "CK-22.5", "CK-24.8"},
}
"""Rules that tell a program what to do, and no player."""

SMALL = parse(
    """# The Fair

## How to play

Sell your wares.

**Stall.** It is yours.
It stays. {1.1, 2.3-2.5}

1. Deal. {1.2}
2. Play.

- Nobody passes. {1.3}

| a | b |
| --- | --- |
| 1 | 2 |

{3.1}

## Card

Sell.
""".splitlines(),
    "TOY",
)


def test_topics_and_passages_stand_in_their_order():
    assert SMALL.title == "The Fair"
    assert [topic.title for topic in SMALL.topics] == ["How to play", "Card"]
    assert SMALL.topics[0].passages == (
        Passage("Sell your wares."),
        Passage("**Stall.** It is yours. It stays.", ("TOY-1.1", "TOY-2.3", "TOY-2.4", "TOY-2.5")),
        Passage("Deal.", ("TOY-1.2",), "1."),
        Passage("Play.", (), "2."),
        Passage("Nobody passes.", ("TOY-1.3",), "-"),
        Passage(rules=("TOY-3.1",), table=(("a", "b"), ("1", "2"))),
    )


def test_a_passage_may_begin_with_what_it_is_about():
    stall = SMALL.topics[0].passages[1]
    assert stall.head == "Stall."
    assert stall.plain == "Stall. It is yours. It stays."
    assert SMALL.topics[0].passages[0].head == ""


def test_the_passages_that_tell_rules_are_found_once_each():
    stall, deal = SMALL.topics[0].passages[1:3]
    assert SMALL.telling(["TOY-2.4", "TOY-1.2", "TOY-2.3", "TOY-9.9"]) == [stall, deal]


def test_the_last_topic_is_the_card():
    assert SMALL.card is not None
    assert SMALL.card.title == "Card"
    assert parse([], "TOY").card is None


@pytest.mark.parametrize("ids", ["{5}", "{1.2-2.3}", "{1.1,}"])
def test_ids_that_are_none_are_refused(ids: str):
    with pytest.raises(ValueError, match="does not name rules"):
        parse(["## A", "", f"Text. {ids}"], "TOY")


def test_rules_without_a_guide_speak_for_themselves(pig: str):
    told = guide(pig)
    assert [topic.title for topic in told.topics] == [
        "PIG-1 Setup and turns",
        "PIG-2 A turn",
        "PIG-3 The end",
    ]
    assert told.rules == rulebook(pig).ids
    (passage,) = told.telling(["PIG-2.2"])
    assert passage.text == "What is rolled goes into the pot."


def test_a_game_without_rules_has_an_empty_guide(toy: str):
    assert guide(toy).topics == ()


def test_an_unknown_game_has_no_guide():
    with pytest.raises(UnknownGame):
        guide("ludo")


@pytest.mark.parametrize("game", GAMES)
def test_a_guide_tells_every_rule_that_concerns_players(game: str):
    told = set(guide(game).rules)
    ids = {id for id in rulebook(game).ids if not id.startswith("WE-")}
    assert told <= ids
    assert ids - told == FOR_THE_PROGRAM.get(game, set())


@pytest.mark.parametrize("language", [one for one in LANGUAGES if one != "en"])
@pytest.mark.parametrize("game", GAMES)
def test_a_translation_tells_the_same_rules_in_the_same_passages(game: str, language: str):
    english, translated = guide(game), guide(game, language)
    assert translated != english

    def shape(topics):
        return [
            [(passage.rules, passage.mark, len(passage.table)) for passage in topic.passages]
            for topic in topics
        ]

    assert shape(translated.topics) == shape(english.topics)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_a_guide_speaks_to_people(game: str, language: str):
    """No tags of sources, no code, no formulas; the first page teaches without any id."""
    code = re.compile(r"\[(?:seed|official|impl|public|decision)\]|`|\w\(\w|[A-Z]+-\d|row\(r")
    for topic in guide(game, language).topics:
        for passage in topic.passages:
            words = " ".join([passage.text, *(cell for row in passage.table for cell in row)])
            assert not code.search(words), words
    first = guide(game, language).topics[0]
    assert not any(passage.rules for passage in first.passages)
    assert all(passage.text for passage in first.passages)


def test_ids_are_told_in_short():
    assert SMALL.topics[0].passages[1].ids == "1.1, 2.3-2.5"
    assert SMALL.topics[0].passages[0].ids == ""
