"""Messages are correct English for all numbers and names."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, Final

import pytest

import messages
from engine.core.component_data import boxed
from engine.games import catalogue, entry
from engine.games.era.components import components
from engine.i18n.language import LANGUAGES, Translator
from engine.i18n.text import Text

ENTRIES: Final = messages.in_use(messages.catalogues()[0])
"""All messages: every catalogue has those of the code, as `test_tidy` ensures."""

NO_NOUNS: Final = {
    *("and", "are", "at", "do", "does", "from", "have", "that", "to", "were", "times", "moves"),
}
"""Differences beside the noun, or words that are verbs as well."""

MORE_NOUNS: Final = {
    *("cores", "flags", "keys", "lines", "options", "pairs", "rolls", "seats", "spaces", "tables"),
    *("tasks", "tokens", "turns", "votes"),
}

ADJECTIVES: Final = r"(?:(?:more|fewer|other|own|black|grey|red|white|yellow|unfinished) )?"

NEVER_ONE: Final = {
    "{seat} rolls": "a verb",
    "{philip} rolls": "a verb",
    "{key} names": "a verb",
    "{height} cells": "a limit of the program",
    "{seat} turns": "a verb",
    "{seat} faces": "a verb",
    "{all} rolls": "the 36 rolls of two dice",
    "{most} tables": "a limit of the program, as are the next",
    "{minutes} minutes": "a limit of the program",
    "{most} unfinished games": "a limit of the program",
    "{most} games in the last": "a limit of the program",
    "{most} characters": "a limit of the program",
    "{most} keys": "a limit of the program",
    "{most} steps": "a limit of the program",
    "With fewer than {n} games": "a limit of the program",
    "{least} to {most} players": "nobody plays alone against nobody: more than one at most",
    "{n} tiles": "columns and rows of a display or a map",
    "{due} cards": "a whole deck",
    "{size} cards": "more than are discarded of them, which is one at least",
    "{per} regions": "a pair",
    "{most} pairs": "two in the box; in the widest picture there is room for no other word",
    "{n} options": "a face that offers one offers no choice",
    "which of {n} knights": "asked only of more than one",
    "{n} points to win": "more than all start with",
    "{n} red events": "one for each round",
    "{spaces} spaces": "those of a whole row",
    "{flags} flags": "all flags of an event",
    "{n} cards for 1": "a rate of a harbour is two or more",
    "{three} deniers": "the price in the largest group",
    "{all} choices": "told only of more than twenty",
    "{all} tasks": "a lesson has ten or so",
    "{picks} moves": "of a whole game, or an average",
    "{moves} moves": "an average",
    "{turns} turns": "an average",
    "{rounds} rounds": "an average",
    "{games} games": "a rate",
    "{right} dice": "no number",
    "2{black} black dice": "no number",
}
"""Texts before a plural noun that are never one, with the reason."""


@cache
def before_nouns() -> re.Pattern[str]:
    """Return a pattern for a placeholder before one of the nouns that some message has in both
    forms."""
    found = set(MORE_NOUNS)
    for one in ENTRIES:
        forms = [
            set(re.findall(r"\{n\} (?:[a-z]+ )?([a-z]+)", form))
            for form in (one.msgid, one.msgid_plural)
        ]
        found |= forms[1] - forms[0]
    nouns = "|".join(sorted(found - NO_NOUNS))
    return re.compile(rf"\{{\w+\}} {ADJECTIVES}(?:{nouns})\b")


def fixed_plurals(message: str) -> Iterator[str]:
    """Yield placeholders before a plural noun, in a message with a single form."""
    allowed = [
        range(one.start(), one.end())
        for words in NEVER_ONE
        for one in re.finditer(re.escape(words), message)
    ]
    for one in before_nouns().finditer(message):
        if not any(one.start() in span for span in allowed):
            yield one[0]


def test_number_before_a_noun_has_a_plural_form():
    found = {
        one.msgid: fixed
        for one in ENTRIES
        if not one.msgid_plural and (fixed := list(fixed_plurals(one.msgid)))
    }
    assert not found


def test_hard_coded_plural_is_detected():
    assert list(fixed_plurals("{seat}: {points} points, {cards}.")) == ["{points} points"]
    assert list(fixed_plurals("{n} more cards in {all} rolls")) == ["{n} more cards"]
    assert list(fixed_plurals("{red} red, {yellow} yellow dice")) == ["{yellow} yellow dice"]


def test_every_plural_exception_is_still_in_use():
    for words in NEVER_ONE:
        assert any(words in one.msgid for one in ENTRIES), words


ARTICLES: Final = {
    "The card needs a {terrain}.",
    "+{what} for each of your production buildings on a {terrain}",
    "Choose a {terrain} with one of your production buildings: +{what} for each of your "
    "buildings there",
    "{seat} places a {knight} at {place}.",
    "{seat} takes a {deck} card from {owner}.",
    "{seat} draws a {deck} card.",
    "{seat} discards a {deck} card.",
    "A {kind} costs {cost}. You lack {missing}.",
    "There is no room for a {kind} in your domain.",
    "A {kind} is not a building and cannot be lost.",
    "{seat} builds a {piece} for {cost}.",
    "{seat} places a {piece}.",
    "{seat} loses a {piece}.",
    "{seat} picks up a {piece}.",
    "Place a {kind}",
    "Build a {kind} for {cost}",
    "with a {value}, {prospect}",
    "with a {value} or more, {prospect}",
}
"""Messages with an article before a placeholder, all values of which are known."""


def test_article_before_placeholder_only_where_it_fits_all_names():
    forms = {form for one in ENTRIES for form in (one.msgid, one.msgid_plural)}
    assert {one for one in forms if re.search(r"\b[Aa]n? \{", one)} == ARTICLES
    deus: Any = boxed(entry("deus").folder, {})
    knights: Any = boxed(entry("knights").folder, {})
    names = [
        *(one["name_en"] for one in deus["terrain"]),
        *(one["name_en"] for one in knights["improvement_tracks"]),
        *(one["name_en"] for one in knights["player_pieces"] if "level" in one),
    ]
    assert len(names) >= 11
    names += (kind.names.en for kind in components({}).kinds.values())
    assert not [one for one in names if re.match(r"[AEIO]|U(?!niversity)", one, re.IGNORECASE)]


def english() -> Iterator[str]:
    """Yield all messages, and the lines of all guides, coach texts and lessons."""
    for one in ENTRIES:
        yield from (form for form in (one.msgid, one.msgid_plural) if form)
    for game in catalogue():
        for text in ("guide", "coach", "lesson"):
            yield from game.lines(text, "en")


def test_commands_are_named_as_the_user_started_the_program():
    """Messages get commands from `shell_command`. Only --help, which is also the manual page, calls
    the program by its own name."""
    named = [one for one in ENTRIES if re.search(r"\bguildhall [a-z{]", one.msgid)]
    assert not [one.msgid for one in named if "/parser/" not in one.occurrences[0][0]]


def test_spelling_is_british():
    """No `gray` and no `color`, whatever the ids of the data are."""
    wrong = r"(?<![\w{.])(?:gray|color(?:s|ed|ing)?|favor\w*|neighbor\w*)(?![\w}.*])"
    assert not [one for one in english() if re.search(wrong, one, re.IGNORECASE)]


IN_WORDS: Final = {
    "en": ["", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"],
    "ru": ["", "одна", "две", "три", "четыре", "пять", "шесть", "семь", "восемь", "девять"],
}


@pytest.mark.parametrize("language", LANGUAGES)
def test_messages_give_the_right_number_of_games(language: str):
    messages = [one.msgid for one in ENTRIES if re.match(r"\w+ board games ", one.msgid)]
    assert len(messages) >= 2
    due = IN_WORDS[language][len(catalogue())]
    first_words = [Translator(language).translate(Text(one)).split()[0].lower() for one in messages]
    assert first_words == [due] * len(messages)


def test_example_makes_as_many_games_as_it_says():
    found = [one.msgid for one in ENTRIES if "games to look at" in one.msgid]
    assert [one.split()[0] for one in found] == ["five"]
    source = (messages.ROOT / "tui/cli/parser/game_parsers.py").read_text(encoding="utf-8")
    assert "simulate knights --games 5 --export games" in source


def test_defender_has_one_name():
    """Its full name in data and log, and no other one."""
    box: Any = boxed(entry("knights").folder, {})
    (piece,) = (one for one in box["shared_pieces"] if one["id"] == "defender")
    assert piece["name_en"] == "Defender of Catan"
    forms = {one.msgid for one in ENTRIES if "Defender" in one.msgid}
    assert f"{{seat}} becomes {piece['name_en']}." in forms
    assert not [one for one in forms if re.search(r"becomes? Defender(?! of Catan)", one)]
    assert not [one for one in english() if "Colonist" in one]


def test_watching_and_replaying_are_two_messages():
    """Watch a live game, replay a finished one."""
    where = {
        one.msgid: {place for place, _ in one.occurrences}
        for one in ENTRIES
        if one.msgid.lower() in ("watch", "replay")
    }
    assert where["replay"] == {"screens/key_map.py"}
    assert all("lobby" in place for place in where["watch"] | where["Watch"])


def test_new_language_starts_with_all_messages_and_its_plural_forms(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    gathered = [one for one in ENTRIES if one.msgid_plural][:2]
    monkeypatch.setattr(messages, "LOCALE", tmp_path)
    monkeypatch.setattr(messages, "gather", lambda: gathered)
    path = messages.add("cs")
    assert messages.catalogues() == [path]
    assert messages.untranslated(path) == [one.msgid for one in gathered]
    assert [sorted(one.msgstr_plural) for one in messages.in_use(path)] == [[0, 1, 2]] * 2
    with pytest.raises(FileExistsError):
        messages.add("cs")
