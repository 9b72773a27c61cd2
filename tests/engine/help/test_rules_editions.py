"""Editions of a game's rules in different languages have the same rules."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest

import engine.games

GAMES = Path(engine.games.__file__).parent
TRANSLATED = sorted(path.parent.name for path in GAMES.glob("*/rules.ru.md"))

RULE = re.compile(r"^- \*\*([A-Z]+-\d+\.\d+)\*\*", re.MULTILINE)
RULE_OR_HEADING = re.compile(r"^(?=- \*\*[A-Z]+-\d+\.\d+\*\*|#)", re.MULTILINE)
DECISION_OR_QUESTION = re.compile(r"^\| ([DQ]\d+) \|", re.MULTILINE)
EXAMPLE = re.compile(r"^(?:- )?\*\*(WE-\d+)\b", re.MULTILINE)
HEADING = re.compile(r"^(#+) (?=\w)", re.MULTILINE)
SOURCE_TAG = re.compile(r"\[(?:seed|official|public|impl|decision)\]")
CITED_RULE = re.compile(r"\b[A-Z]+-\d+\.\d+\b")


def english(game: str) -> str:
    return (GAMES / game / "rules.md").read_text(encoding="utf-8")


def russian(game: str) -> str:
    return (GAMES / game / "rules.ru.md").read_text(encoding="utf-8")


def rule_texts(rules: str) -> dict[str, str]:
    """Return each rule's text, from its id to the next rule or heading."""
    parts = RULE_OR_HEADING.split(rules)
    return {found[1]: part for part in parts if (found := RULE.match(part))}


def differing_rules(game: str, mark: re.Pattern[str]) -> list[str]:
    """Return the rules in which the two editions do not have the same marks equally often."""
    ours, theirs = rule_texts(english(game)), rule_texts(russian(game))
    return [
        rule
        for rule, text in ours.items()
        if Counter(mark.findall(text)) != Counter(mark.findall(theirs.get(rule, "")))
    ]


def test_middle_ages_and_era_have_a_russian_edition() -> None:
    assert {"middle_ages", "era"} <= set(TRANSLATED)


@pytest.mark.parametrize("game", TRANSLATED)
def test_both_editions_define_the_same_rules_in_the_same_order(game: str) -> None:
    rules = RULE.findall(english(game))
    assert rules, "no rule found in the English edition"
    assert len(rules) == len(set(rules)), "a rule id is defined twice"
    assert RULE.findall(russian(game)) == rules


@pytest.mark.parametrize("game", TRANSLATED)
@pytest.mark.parametrize("mark", [DECISION_OR_QUESTION, EXAMPLE, HEADING])
def test_both_editions_have_the_same_decisions_examples_and_headings(
    game: str, mark: re.Pattern[str]
) -> None:
    found = mark.findall(english(game))
    assert found, "nothing found in the English edition"
    assert mark.findall(russian(game)) == found


@pytest.mark.parametrize("game", TRANSLATED)
def test_each_rule_keeps_its_source_tags(game: str) -> None:
    assert differing_rules(game, SOURCE_TAG) == []


@pytest.mark.parametrize("game", TRANSLATED)
def test_each_rule_cites_the_same_rules(game: str) -> None:
    assert differing_rules(game, CITED_RULE) == []
