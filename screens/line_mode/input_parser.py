"""Parser of typed lines: choices by number or words, amounts, sets of things."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import takewhile
from typing import Final

from attrs import frozen

from engine.core.event import Value
from engine.core.parts import Kind, MultisetPart, SubsetPart
from engine.i18n.language import Translator
from engine.i18n.text import Text, words
from screens.terminal.tokenizer import without_sequences

MAX_LINE_LENGTH: Final = 1000
"""Maximum number of characters of a line that are parsed. The rest is ignored."""

MIN_COMMON: Final = 3
"""Minimum number of characters that a typed phrase and a name must have in common at the beginning
if the name does not contain the phrase, for example because the name is inflected."""

_JOINING: Final = re.compile(r"[,;+&]")


class NotUnderstood(Exception):
    """Raised for a line that cannot be interpreted, with the reason."""

    def __init__(self, text: Text) -> None:
        super().__init__(text.plain())
        self.text = text


def tidied(typed: str) -> str:
    """Return the first `MAX_LINE_LENGTH` characters of a line, without terminal responses, control
    characters and superfluous blanks."""
    text = without_sequences(typed)[:MAX_LINE_LENGTH]
    printable = "".join(character if character.isprintable() else " " for character in text)
    return " ".join(printable.split())


def folded(typed: str) -> str:
    """Return a line in lower case and without full-width characters, for comparisons."""
    return unicodedata.normalize("NFKC", typed).casefold()


def split(typed: str, translator: Translator) -> list[str]:
    """Return the words of a line in lower case. The characters `,;+&` and the word “and”, in
    English or in the reader's language, become ","."""
    joining = ("and", folded(translator.translate(words("and"))))
    tokens = _JOINING.sub(" , ", folded(typed)).split()
    return ["," if one in joining else one for one in tokens]


def is_nothing(typed: str, translator: Translator) -> bool:
    nothing = folded(translator.translate(words("nothing")))
    return folded(typed) in ("0", "-", "nothing", "none", nothing)


def found_by_words(typed: str, named: Sequence[str]) -> list[int]:
    """Return the indexes of the names in `named` that the typed words mean: exact matches, or else
    names that begin with the words, or else names that contain all of them, or else the names with
    the longest common beginning, which must have at least `MIN_COMMON` characters."""
    wanted = folded(typed)
    called = [folded(name) for name in named]
    parts = wanted.split()
    for fits in (
        lambda name: name == wanted,
        lambda name: name.startswith(wanted),
        lambda name: all(part in name for part in parts),
    ):
        found = [n for n, name in enumerate(called) if fits(name)]
        if found:
            return found
    common = [_in_common(wanted, name) for name in called]
    most = max(common, default=0)
    if most < min(MIN_COMMON, len(wanted)) or most == 0:
        return []
    return [n for n, size in enumerate(common) if size == most]


def _in_common(one: str, other: str) -> int:
    pairs = zip(one, other, strict=False)
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))


def number_typed(typed: str) -> int | None:
    """Return the number in a line, in digits of any script, optionally after `#` or before a full
    stop or bracket; None if the line is not a number of at most eight digits."""
    digits = folded(typed).rstrip(".)。").removeprefix("#")
    return int(digits) if digits.isdecimal() and len(digits) < 9 else None


@frozen
class Named:
    """Things that can be chosen in a part of a pick, such as resources or cards: their `kinds` and,
    in the same order, their `names` in the reader's language."""

    kinds: tuple[Kind, ...]
    names: tuple[str, ...]

    def kind(self, typed: str) -> Kind:
        """Return the thing that `typed` means. Raises NotUnderstood."""
        found = found_by_words(typed, self.names)
        if len(found) == 1:
            return self.kinds[found[0]]
        if not found:
            raise NotUnderstood(words("There is nothing called {words} here.", words=typed))
        several = ", ".join(self.names[n] for n in found)
        raise NotUnderstood(words("{words} could mean: {several}.", words=typed, several=several))


def amounts_typed(typed: str, bag: MultisetPart, named: Named, translator: Translator) -> Value:
    """Parse amounts, such as `2 wood 1 clay`, `wood` for one, `2` if there is a single kind, or
    `nothing`. With `bag.one_by_one`, parse instead a list of names or of numbers, counted from 1,
    with one entry per thing: `3 3 5`. The amounts may exceed the limits of `bag`. Raises
    NotUnderstood."""
    if is_nothing(typed, translator):
        return ()
    if bag.one_by_one:
        return bag.of(Counter(_things_typed(typed, named.kinds, named, translator)))
    numbers: dict[Kind, int] = {}
    tokens = split(typed, translator)
    if len(bag.pool) == 1 and len(tokens) == 1 and (number := number_typed(tokens[0])) is not None:
        return bag.of({bag.pool[0][0]: number})
    count: int | None = None
    name: list[str] = []

    def end() -> None:
        nonlocal count
        if name:
            kind = named.kind(" ".join(name))
            numbers[kind] = numbers.get(kind, 0) + (1 if count is None else count)
        elif count is not None:
            raise NotUnderstood(words("{n} of what? Type it as “2 {kind}”.", n=count, kind=first))
        count = None
        name.clear()

    first = named.names[0] if named.names else ""
    for word in tokens:
        number = number_typed(word)
        if number is not None or word == ",":
            end()
            count = number
        else:
            name.append(word)
    end()
    return bag.of(numbers)


def marks_typed(typed: str, marks: SubsetPart, named: Named, translator: Translator) -> Value:
    """Parse a selection of things: their numbers (counted from 1), their names (separated as in
    `split`), “all” or “nothing”. The selection may exceed the limits of `marks`. Raises
    NotUnderstood."""
    if is_nothing(typed, translator):
        return ()
    if folded(typed) in ("all", folded(translator.translate(words("all")))):
        return marks.of(marks.things)
    return marks.of(dict.fromkeys(_things_typed(typed, marks.things, named, translator)))


def _things_typed(
    typed: str, things: Sequence[Kind], named: Named, translator: Translator
) -> Iterator[Kind]:
    """Yield the things that `typed` lists by their numbers (counted from 1, with or without commas)
    or by their names (separated as in `split`). Raises NotUnderstood."""
    tokens = split(typed, translator)
    numbers = [number_typed(one) for one in tokens if one != ","]
    if None in numbers:
        names = " ".join(tokens).split(",")
        yield from (named.kind(name.strip()) for name in names if name.strip())
        return
    for number in numbers:
        if number is None or not 1 <= number <= len(things):
            raise no_such_number(number or 0, len(things))
        yield things[number - 1]


def choice_numbered(number: int, numbers: Sequence[int], choices: Sequence[Value]) -> Value:
    """Return the choice with the number `number`. `numbers` are those of `choices`, in the same
    order. Raises NotUnderstood if none of `choices` has the number."""
    if number in numbers:
        return choices[numbers.index(number)]
    most = max(numbers, default=0)
    if 1 <= number <= most:
        raise NotUnderstood(words("You cannot choose number {number} right now.", number=number))
    raise no_such_number(number, most)


def no_such_number(number: int, most: int) -> NotUnderstood:
    """Return the error for `number`, where choices have numbers from 1 to `most`."""
    return NotUnderstood(
        words("There is no number {number} here, only 1 to {most}.", number=number, most=most)
    )
