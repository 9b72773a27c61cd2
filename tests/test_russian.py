"""Everything that is read in Russian has one word for each thing, and people in their sentences."""

from __future__ import annotations

import re
from functools import cache
from typing import Final

import pytest

import messages
from engine.games import catalogue

ENTRIES: Final = messages.in_use(messages.LOCALE / "ru" / "LC_MESSAGES" / "guildhall.po")

TEXTS: Final = ("guide", "coach", "lesson")

WRONG: Final = {
    "ветвь (track)": r"\bветк[аиеуо]",
    "атакована (attacked village)": r"\bзахвач|\bзахват",
    "уведомлять (notify)": r"\bизвещ",
    "настоящие (real dice)": r"\bброса\w+ свои\b",
    "код расклада (seed)": r"\bраздачи\b",
    "просмотр (replay)": r"\bповтор(?:а|у|е)?\b(?! партии с)",
    "ё": (
        r"\b(?:еще|ее|нее|счет\w*|черн(?!ов)\w+|желт\w+|зелен\w+|дает\w*|идет\w*|ведет|кладет|найдет"
        r"|придет|пройдет|вернет|начнет|возьмет|трех|четырех|щелчек|свое|твое|мое)\b"
    ),
}
"""Words of other texts, each with the word of ours."""

IN_BRACKETS: Final = r"\(\{(?:seat|other|owner|player|giver|taker)\}\)"

LABELS: Final = {"{seat}'s {die}"}
"""Messages that are labels, in which a name in brackets stands for "whose"."""


def forms(number: int) -> list[str]:
    """Return all forms of the translation of a message."""
    entry = ENTRIES[number]
    return [*entry.msgstr_plural.values()] or [entry.msgstr]


@cache
def russian() -> tuple[str, ...]:
    """All translations, and the paragraphs of all guides, coach texts and lessons."""
    texts = [form for number in range(len(ENTRIES)) for form in forms(number)]
    for game in catalogue():
        for text in TEXTS:
            texts += game.lines(text, "ru")
    return tuple(texts)


@pytest.mark.parametrize("word", WRONG)
def test_a_thing_has_one_name(word: str) -> None:
    assert not [one for one in russian() if re.search(WRONG[word], one, re.IGNORECASE)]


def test_leaving_a_question_is_not_called_undo() -> None:
    """Russian has one word for both, and the question may be whether to undo a move."""
    translated = {entry.msgid: entry.msgstr for entry in ENTRIES}
    assert "отмен" in translated["undo"]
    assert "отмен" in translated["undo it"]
    assert "отмен" not in translated["cancel"]


def test_seed_of_a_game_is_not_called_grain() -> None:
    seeds = [
        form
        for number, entry in enumerate(ENTRIES)
        for form in forms(number)
        if re.search(r"\bseed\b", entry.msgid, re.IGNORECASE)
    ]
    assert len(seeds) > 3
    assert not [form for form in seeds if not re.search(r"\bкод", form, re.IGNORECASE)]
    assert not [form for form in seeds if "зерн" in form.lower()]


def test_a_person_is_named_in_the_sentence() -> None:
    """A name in brackets is right only where English has it there, too."""
    dodged = [
        entry.msgid
        for number, entry in enumerate(ENTRIES)
        for form in forms(number)
        if re.search(IN_BRACKETS, form) and not re.search(IN_BRACKETS, entry.msgid)
    ]
    assert set(dodged) == LABELS


BARE: Final = (
    r"(?i)\b(?:без|до|за|из|к|на|от|против|с|у|победить|построить|строит|сбросить|сбрасывает"
    r"|перебросить|перебрасывает|перевернуть|переворачивает)"
    r" «?\{(?:black|card|column|dice|die|faces|hexes|kind|knight|piece|place|tile)\}"
)
"""A preposition or a verb before a name that has only one form, such as "красная 3"."""


def test_names_of_things_stay_in_the_nominative() -> None:
    assert re.search(BARE, "{seat} сбрасывает {dice} против {black}.")
    found = {form for number in range(len(ENTRIES)) for form in forms(number)}
    assert not [form for form in found if re.search(BARE, form)]


@pytest.mark.parametrize(
    ("word", "text"),
    [
        ("ветвь (track)", "Такой ветки улучшений нет."),
        ("атакована (attacked village)", "Деревня уже захвачена."),
        ("настоящие (real dice)", "За одной клавиатурой можно бросать свои кубики."),
        ("ё", "Ее еще нет."),
    ],
)
def test_a_wrong_word_is_recognized(word: str, text: str) -> None:
    assert re.search(WRONG[word], text, re.IGNORECASE)
