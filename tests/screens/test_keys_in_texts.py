"""No displayed text contains the literal key of a command whose key can be changed.

Messages have placeholders; guides, coach texts and lessons have `{key:play.look}`. They are filled
with the user's own key, and in line mode with the typed command. Enter, Escape, Space and arrows
may be literal, since they cannot be changed.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Final

import polib
import pytest

import messages
from engine.games import catalogue, entry
from engine.games.era.components import components
from engine.games.troyes.turn import PASS
from engine.help.guide import guide
from engine.help.lesson import lesson_words
from engine.help.placeholders import commands_in
from engine.i18n.language import LANGUAGES, Translator
from screens.games.era.symbols import BUILDING_LETTERS, key_of
from screens.games.troyes.input_modes import KEYS_OF_COMMANDS
from screens.key_map import BY_ID, KEY_GROUPS, keys_in_text
from screens.keys import CHOICE_KEYS
from screens.line_mode.typed_commands import (
    COMMANDS,
    SERVER_COMMANDS,
    TYPED_EQUIVALENTS,
    typed_words,
)
from screens.pages.settings import why_not

GAMES: Final = [one.id for one in catalogue()]
TEXTS: Final = ("guide", "coach", "lesson")

_FILLED: Final = re.compile(r"\{[^{}]*\}|%%|%\(\w+\)[sr]|%[sr]|“[^”]{2,}”|«[^»]{2,}»")
"""Text that is not prose: placeholders, and what is typed in line mode or at a shell."""

_LETTER: Final = r"(?<![\w’'/<.-])[A-Za-z](?![\w’'/-])"
_KEY_OF: Final = r"\b(?:[Kk]ey|[Pp]ress(?! a key)|[Кк]лавиш\w*|[Нн]ажм\w*)"
_AFTER_KEY: Final = _KEY_OF + r" (?:[^\W_и]|[^\w\s#])(?!\w)"
_HEAD: Final = r"(?:^|(?<=[.;,(] ))(?:[/?<>+.,-]|a|A)(?=:)"
_NAMED: Final = r"\b(?:Ctrl|Shift|Alt)\+\w+|\b(?:Tab|PgUp|PgDn|Backspace|F\d+)\b"
LITERAL: Final = {
    # The article is the only one-letter word in English; no Russian word is written in Latin.
    "en": re.compile("|".join((_LETTER.replace("A-Za-z", "B-HJ-Zb-z"), _AFTER_KEY, _HEAD, _NAMED))),
    "ru": re.compile("|".join((_LETTER, _AFTER_KEY, _HEAD, _NAMED))),
}


CHOICES: Final = {
    # Choices at a table have these keys by `screens.keys.CHOICE_KEYS`, or by the letter of a piece;
    # no setting changes them, and no command of the table can be given one of them.
    "rotate it with x": "a piece in hand at Era",
    "x поворачивает": "the same",
    "press w to roll them": "dice that are marked at Era",
    "; w бросает": "the same",
    "press 4, the key": "a wall that is placed before a game of Era",
    "Press K to pick it up": "the letter of the keep in Era's supply",
    "Клавиша Б (или K)": "the same",
    "Press 6 to mark": "a die of Troyes",
    "Клавиша 6": "the same",
    "Press c to choose": "the citizen to be placed at Troyes",
    "c перебирает горожан": "the same",
    "in a building (c)": "the same",
    "горожанин из здания (c)": "the same",
    "Press c to choose a citizen": "the same",
    "Клавишей c возьмите": "the same",
    f"then pass ({KEYS_OF_COMMANDS[PASS]})": "the choice to pass at Troyes",
    f"потом пас ({KEYS_OF_COMMANDS[PASS]})": "the same",
    "improvement (i)": "the choice to improve a city at Cities & Knights",
    "science (i)": "the same",
    "улучшением (i)": "the same",
    "науку (i)": "the same",
    "a: answer openly": "the answer on the pass screen (`hot_seat.OPEN_ANSWER_KEY`)",
    "a: отвечать вслух": "the same",
}

PIECES: Final = {key_of(components({}), kind) for kind in BUILDING_LETTERS}
"""Keys of the buildings in Era's supply."""

NO_KEYS: Final = {
    "a to z": "letters of a name",
    "от a до z": "letters of a name",
    "to X": "what is printed on the back of a token of Era",
    "show X": "the same",
    "на X": "the same",
    "на всех X": "the same",
    "стороной X": "the same",
    "показывают X": "the same",
    "T trade, P politics, S science": "heads of the columns that it explains",
    "{n}i": "the sign of influence at Troyes",
    "{paid}i": "the same",
    "+: only with exactly": "the sign on a card of Troyes that it explains",
    "+: ровно с": "the same",
    "x{n}": "times",
    "{width} x {height}": "by: a size",
    "{w} x {h}": "by: a size",
    "chmod +x": "a command of a shell",
    "step N": "a number on the command line",
    "шага N": "the same",
    "first N steps": "the same",
    "первых N шагов": "the same",
    "%%f": "an option of sshd",
    "host_key в": "a file",
    "{seconds} s.": "seconds",
    "{sign} {n} s": "seconds",
    "or Ctrl+C to leave": "the interrupt of a terminal, which no setting changes",
    "или Ctrl+C": "the same",
    "D to G": "columns of Era's map",
    "от колонки D до G": "the same",
    "F7 and F8": "squares of Era's map",
    "F7 и F8": "the same",
    "Генрих I": "a king",
    "evel n": "any number",
    " n ": "any number",
    "n-th": "any number",
    "n−1": "any number",
    "n-го": "any number",
    "emple n": "any number",
    "Храм n": "any number",
    "Уровень n": "any number",
    "B is a ship, P production, S science, C a civil building, A an army, T a temple": "letters of"
    " pieces on the map of Deus",
    "the blue one (B)": "the colour's letter on a card of Deus",
}
"""Words that look like keys."""

WHOLE: Final = {
    "Tab": "the name of a key, which placeholders are filled with (`screens.keys.KEY_NAMES`)",
    "Backspace": "the same",
    "PgUp": "the same",
    "PgDn": "the same",
    "i": "the sign of influence at Troyes",
    "R{round}": "the number of a round, in short",
}
"""Whole messages that are not keys, or are names of keys."""

TYPED: Final = {one.names.plain() for one in (*COMMANDS, *SERVER_COMMANDS)}
"""Commands of line mode."""


def keys_in(text: str, language: str) -> list[str]:
    """Possible literal keys in a text without a known explanation."""
    if text in WHOLE or text in TYPED:
        return []
    plain = _FILLED.sub(lambda filled: "#" * len(filled[0]), text)
    allowed = [
        range(one.start(), one.end())
        for words in (*CHOICES, *NO_KEYS)
        for one in re.finditer(re.escape(words), text)
    ]
    return [
        one[0]
        for one in LITERAL[language].finditer(plain)
        if not any(one.end() - 1 in span for span in allowed)
    ]


def all_messages() -> Iterator[tuple[str, str]]:
    """All forms of all messages, with their languages."""
    for path in messages.catalogues():
        for one in polib.pofile(str(path), encoding="utf-8"):
            if not one.obsolete:
                yield from (("en", form) for form in (one.msgid, one.msgid_plural) if form)
                translated = [*one.msgstr_plural.values()] or [one.msgstr]
                yield from ((path.parts[-3], form) for form in translated)


def help_lines() -> Iterator[tuple[str, str]]:
    """All lines of guides, coach texts and lessons, with their languages."""
    for game in GAMES:
        for language in LANGUAGES:
            for text in TEXTS:
                yield from ((language, line) for line in entry(game).lines(text, language))


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_text_contains_a_literal_key(language: str):
    texts = {text for one, text in (*all_messages(), *help_lines()) if one == language}
    found = {text: keys_in(text, language) for text in texts}
    assert len(texts) > 3000
    assert not {text: keys for text, keys in found.items() if keys}


def test_every_exception_is_still_in_use():
    texts = [text for _, text in (*all_messages(), *help_lines())]
    for one in (*CHOICES, *NO_KEYS):
        assert any(one in text for text in texts), one
    assert set(texts) >= WHOLE.keys()


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("So the move cannot be undone. t asks the table.", "en"),
        ("hidden; h shows yours", "en"),
        ("Keys pressed too early are ignored. q: menu", "en"),
        ("A: turn the coach off", "en"),
        ("Press a to begin: press H.", "en"),
        ("The key / goes about the table.", "en"),
        ("PgUp scrolls.", "en"),
        ("Спросить всех за столом: t.", "ru"),
        ("A: играть без наставника", "ru"),
        ("Клавиша / водит по столу.", "ru"),
        ("K зовёт его и отсылает.", "ru"),
    ],
)
def test_literal_key_is_detected(text: str, language: str):
    assert keys_in(text, language)


@pytest.mark.parametrize("key", sorted({*CHOICE_KEYS, *PIECES}))
def test_choice_keys_are_no_commands(key: str):
    """Literal keys of choices stay true: no command of the table can be given them."""
    for command in KEY_GROUPS[0].commands:
        assert key != command.key
        assert why_not({}, command, key) is not None


OWN: Final = {one.id: f"f{number + 1}" for number, one in enumerate(KEY_GROUPS[0].commands)}
"""Another key for every command at a table."""


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_texts_name_the_configured_keys(game: str, language: str):
    """The user's key on screens, the typed command in line mode, and no placeholder left."""
    on_screen, in_lines = keys_in_text(OWN, Translator(language)), typed_words(Translator(language))
    for text in ("guide", "lesson"):
        for command in commands_in(game, text, language):
            assert command in BY_ID
            assert command in TYPED_EQUIVALENTS
            for keys in (on_screen, in_lines):
                texts = words_of(game, text, language, keys)
                assert "{key:" not in texts
                assert keys(command) in texts
    assert commands_in(game, "lesson", language) == commands_in(game, "lesson", "en")


def words_of(game: str, text: str, language: str, keys: Callable[[str], str]) -> str:
    if text == "guide":
        topics = guide(game, language, keys=keys).topics
        return " ".join(passage.plain for topic in topics for passage in topic.passages)
    found = lesson_words(game, language, keys).values()
    return " ".join(" ".join((*one.why, one.then, one.task, one.otherwise)) for one in found)


def test_some_texts_name_keys():
    assert commands_in("middle_ages", "lesson", "en") == (
        "play.look",
        "play.next",
        "play.sheet",
        "play.log",
    )
    assert commands_in("deus", "guide", "en") == ("play.look",)
