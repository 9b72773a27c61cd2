"""Everything that users read is plain English: `CONTRIBUTING.md`, "English"."""

from __future__ import annotations

import re
from functools import cache
from typing import Final

import pytest

import messages
from engine.games import catalogue

ENTRIES: Final = messages.in_use(messages.catalogues()[0])
"""All messages: every catalogue has those of the code, as `test_tidy` ensures."""

TEXTS: Final = ("guide", "coach", "lesson")

DOCS: Final = (*sorted(messages.ROOT.glob("*.md")), *sorted((messages.ROOT / "docs").glob("*.md")))

NOT_PROSE: Final = re.compile(r"^ *```.*?^ *```|(?<=\n\n)(?: {4}[^\n]*\n+)+|^>[^\n]*", re.M | re.S)
"""Code, and the licences of others."""

QUOTED: Final = re.compile(r"`[^`]*`|\"[^\"]*\"")
"""Names in the code, and words that are given as examples."""

PARAGRAPH: Final = re.compile(r"\n\s*\n|\n(?=\s*(?:-|\d+\.|\||#)\s?)")
"""What ends a paragraph, an item of a list or a row of a table."""

SENTENCE: Final = r"(?:^|[.;:!?] |\*\* |\| |^- )"
"""Where a sentence or the cell of a table begins."""

NO_QUESTION: Final = r"(?![^.!;]*\?)"

WRONG: Final = {
    "whoever": r"\b(?:who|whom|which)(?:so)?ever\b",
    "till": r"\btill\b",
    "anew": r"\banew\b",
    "by lot": r"\bby lot\b",
    "so many": r"\bso (?:many|much)\b(?! that)",
    "once more": r"\bonce more\b",
    "one, oneself": r"\bof one's own\b|\bone's\b|\boneself\b|\bone may\b",
    "is no X": r"(?<!there )\b(?:is|are|was|were) no (?!longer\b|higher\b)",
    "dear": r"(?<!too )\bdear(?:er|est)?\b",
    "all the same": r"\ball the same\b",
    "to and fro": r"\bto and fro\b",
    "all that": r"\ball (?:that|what)\b",
    "of {seat}": r"\b(?!demand |ahead )[a-z]+ of \{(?:seat|other|owner|player|taker)\}(?!'s)",
    "n cards more": r"\{\w+\} (?!or\b)\w+ (?:more|less)(?![ \w])",
    "it is ... that": r"(?:^|\. )It is [^.?:]*\bthat\b",
    "yield": r"(?<!\{)\byield(?:s|ed|ing)?\b",
    "shall": r"\bshall\b",
    "need not": r"\b(?:need|needs) (?:not|to be)\b",
    "is to be": r"\b(?:is|are) to be\b",
    "the own": r"\b(?:an|the|of) own\b",
    "in lines": r"\bin lines\b|\bword of invitation\b",
    "house of the server": r"\b(?:this|the) house\b|\bcurtain\b|\bnewcomers?\b|\boutlook\b",
    "sleeping knights": r"\b(?:asleep|awake|wakes?|sleeps?) (?:knights?|again)\b",
    "gives back": r"\bgives? back half\b",
    "lands": r"\bdifferent lands\b",
    "as the arrow does": r", as (?!it |they |you )(?:the )?\w+ (?:do|does)\b",
    "of everyone": r"(?<!front )\bof (?:every|some|any)(?:one|body)\b(?!')",
    "one other of": r"\bone other of\b",
    "is first player": r"\bis (?:first|start) player\b",
    "else": r"[,;] else\b",
    "also when": r"\balso (?:when|if)\b",
    "at start": r"\bat start\b",
    "it without a noun": (
        r"^It (?:was|has(?! since)|also|cannot|produces|shows|would)\b"
        r"|^It is (?:not (?:a|text)\b|a folder|empty|(?:in)?active)"
    ),
    "n is needed": r"\{\w+\} (?:is|are|would be) needed",
    "given to nobody": r"\b(?:has|have) been given\.",
    "in brackets: length": r"\(in brackets",
}
"""The habits of translated sentences, each with how it is recognized."""

BARE: Final = rf"{SENTENCE}(?:Of|Where|Who|Whom|Whose|Whoever)\b{NO_QUESTION}"
"""A sentence that begins with a clause where its subject should stand."""

ALLOWED: Final[dict[str, str]] = {
    "Who can join": "the label of a choice",
}
"""Texts that are plain English all the same, each with the reason."""


@cache
def english() -> tuple[str, ...]:
    """All messages, and the paragraphs of all guides, coach texts and lessons."""
    texts = [form for one in ENTRIES for form in (one.msgid, one.msgid_plural) if form]
    for game in catalogue():
        for text in TEXTS:
            texts += game.lines(text, "en")
    return tuple(texts)


@cache
def docs() -> tuple[str, ...]:
    """All paragraphs of the documents for players, admins and developers, each in one line."""
    texts: list[str] = []
    for file in DOCS:
        prose = NOT_PROSE.sub("\n\n", file.read_text(encoding="utf-8"))
        texts += (QUOTED.sub("X", " ".join(one.split())) for one in PARAGRAPH.split(prose))
    return tuple(texts)


@pytest.mark.parametrize("habit", WRONG)
def test_no_text_reads_like_a_translation(habit: str) -> None:
    pattern = re.compile(WRONG[habit], re.IGNORECASE)
    assert not [one for one in english() if pattern.search(one) and one not in ALLOWED]
    assert not [one for one in docs() if pattern.search(one)]


def test_sentences_start_with_their_subject() -> None:
    assert not [one for one in english() if re.search(BARE, one) and one not in ALLOWED]
    assert not [one for one in docs() if re.search(BARE, one)]


def test_no_message_shows_the_path_of_a_choice() -> None:
    assert not [one for one in english() if " > " in one]


def test_every_exception_is_still_in_use() -> None:
    messages = set(english())
    assert set(ALLOWED) <= messages


@pytest.mark.parametrize(
    ("habit", "text"),
    [
        ("whoever", "Whoever is meant sits at the table already."),
        ("till", "Keys that are typed till then do nothing."),
        ("is no X", "{file} is no file."),
        ("the own", "Choose an own knight."),
        ("the own", "each with the own fief alone"),
        ("of {seat}", "the lord of {seat}"),
        ("n cards more", "{n} cards more"),
        ("yield", "On a 7 nothing yields."),
        ("it is ... that", "It is your turn that is meant."),
        ("as the arrow does", "left, as the arrow does"),
        ("of everyone", "The costly moves of everyone are shown."),
        ("one other of", "Choose one other of your dice, or none."),
        ("is first player", "{seat} is first player."),
        ("else", "compile them first; else the program says so"),
        ("also when", "Bots move also when nobody is connected."),
        ("at start", "A server says at start if it cannot be found."),
        ("it without a noun", "It was saved by a newer version of Guildhall."),
        ("it without a noun", "It is inactive and does not fight."),
        ("n is needed", "Your dice add up to {total}; {target} is needed."),
        ("given to nobody", "A commodity has been given."),
    ],
)
def test_translationese_is_recognised(habit: str, text: str) -> None:
    assert re.search(WRONG[habit], text, re.IGNORECASE)


@pytest.mark.parametrize(
    ("habit", "text"),
    [
        ("is no X", "There is no such table."),
        ("is no X", "{name} is no longer an admin."),
        ("the own", "Choose one of your own knights."),
        ("n cards more", "{n} more cards"),
        ("as the arrow does", "It knows only half of it, as it does with SSH keys."),
        ("of everyone", "Offers are answered in front of everyone."),
        ("is first player", "{seat} is the first player."),
        ("it without a noun", "It is not your turn: {seat} is still choosing."),
    ],
)
def test_plain_english_passes(habit: str, text: str) -> None:
    assert not re.search(WRONG[habit], text, re.IGNORECASE)


@pytest.mark.parametrize("text", ["Who loses a city?", "Where does the robber go?", "Whose hand?"])
def test_question_may_start_with_a_question_word(text: str) -> None:
    assert not re.search(BARE, text)
    assert re.search(BARE, text.replace("?", "."))
