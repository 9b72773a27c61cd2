"""Finds numbers in the texts of games: digits, and words from two to twenty."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from attrs import frozen

from engine.core.component_data import Data
from engine.games import entry
from engine.help.placeholders import PLACEHOLDER, numbers_at

ENGLISH = (
    "two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen "
    "seventeen eighteen nineteen twenty"
)
RUSSIAN = (
    "дв(а|е|ух|ум|умя|ое|оих)",
    "тр(и|[её]х|[её]м|емя|ое|оих)",
    "четыр(е|[её]х|[её]м|ьмя)|четверо|четверых",
    *(f"{stem}(ь|и|ью)|{more}(о|ых)" for stem, more in (("пят", "пятер"), ("шест", "шестер"))),
    "сем(ь|и|ью)|семер(о|ых)",
    "вос(емь|ьми|емью)",
    *(f"{stem}(ь|и|ью)" for stem in ("девят", "десят", "одиннадцат", "двенадцат", "тринадцат")),
    *(f"{stem}надцат(ь|и|ью)" for stem in ("четыр", "пят", "шест", "сем", "восем", "девят")),
    "двадцат(ь|и|ью)",
)
FORMS = {
    "en": ENGLISH.split(),
    "ru": list(RUSSIAN),
}
"""Patterns of the words for two, three ... twenty in all their forms."""

NUMBER = {
    language: re.compile(
        r"\d+|\b(" + "|".join(f"(?P<n{n}>{form})" for n, form in enumerate(forms, 2)) + r")\b",
        re.IGNORECASE,
    )
    for language, forms in FORMS.items()
}
_IDS = re.compile(r"\s*\{[\d., -]+\}$")
_ITEM = re.compile(r"^\d+\. ")


@frozen
class Line:
    """A line of a text without its item number and rule ids, with a # in place of each
    placeholder."""

    number: int
    text: str
    language: str

    def numbers(self) -> Iterator[re.Match[str]]:
        """Yield all numbers in it."""
        yield from NUMBER[self.language].finditer(self.text)


def lines(game: str, text: str, language: str) -> list[Line]:
    """Return the lines of one of a game's texts, as written."""
    return [
        Line(number, PLACEHOLDER.sub("#", _ITEM.sub("", _IDS.sub("", line))), language)
        for number, line in enumerate(entry(game).lines(text, language), 1)
    ]


def value(number: re.Match[str]) -> int:
    """Return the value of a number in digits or words."""
    if number[0].isdigit():
        return int(number[0])
    return next(int(key[1:]) for key, found in number.groupdict().items() if found)


def reckoned(box: Data, reckoning: str) -> int:
    """Evaluate `meta.rounds - 2`: paths, numbers and + - * / between them, from left to right."""
    first, *rest = reckoning.split(" ")
    result = _operand(box, first)
    for operator, operand in zip(rest[::2], rest[1::2], strict=True):
        by = _operand(box, operand)
        result = {
            "+": result + by,
            "-": result - by,
            "*": result * by,
            "/": result // by if by else 0,
        }[operator]
    return result


def _operand(box: Data, operand: str) -> int:
    if operand.isdigit():
        return int(operand)
    found: Sequence[int] = numbers_at(box, operand.removeprefix("+"))
    if operand.startswith("+"):
        return sum(found)
    (number,) = set(found)
    return number


_CUES = {
    "en": (
        r"\b(costs?|worth|up to|at most|more than|less than|limits?|holds?|plus) "
        r"(is |its |the )?",
        r" (\w+ )?(at most|for each|for every|each|a round|a card|a turn)\b",
    ),
    "ru": (
        r"\b(сто[ия]т|считается за|предел\w*|больше|меньше|хотя бы|по) (на )?",
        r" (\w+ )?(за кажд\w+|каждый|за раунд|за карту)\b",
    ),
}
"""Words before or after a number that is a cost, a limit or a rate."""


def is_cued(line: Line, number: re.Match[str]) -> bool:
    """Whether the words around a number mark it as a cost, a limit or a rate."""
    before, behind = _CUES[line.language]
    text = line.text
    found = re.search(f"{before}$", text[: number.start()], re.I)
    return bool(found or re.match(behind, text[number.end() :], re.I))
