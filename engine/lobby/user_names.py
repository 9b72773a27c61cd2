"""Rules for user names, which prevent misuse of Unicode, reserved names, and lookalikes of reserved
names."""

from __future__ import annotations

import re
import unicodedata
from functools import cache
from typing import Final

from engine.core import confusables
from engine.core.players import new_name, titles
from engine.errors import BadName, BadSetup
from engine.i18n.language import LANGUAGES, Translator

MAX_MARKS: Final = 2
"""Maximum number of combining marks on a letter."""

_EXTRA: Final = " '’-._・"
_LENGTHENED: Final = "ー々ゝヽゞヾ"
"""Japanese marks that repeat or lengthen a letter."""

_UNSEEN: Final = re.compile(
    "[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u3164\ufe00-\ufe0f\uffa0\U000e0100-\U000e01ef]"
)
"""Invisible letters and marks."""

_JAMO: Final = re.compile("[\u1100-\u11ff\ua960-\ua97f\ud7b0-\ud7ff]")
"""Korean jamo, which cannot be displayed by themselves."""

_RESERVED_NAMES: Final = (
    *("Guildhall", "The house", "The house says", "House", "Announcement", "Host", "Owner"),
    *("Admin", "Administrator", "Moderator", "System", "Server", "Root", "Bot", "Guest", "Player"),
    *("Everybody", "Nobody", "Дом", "Дом говорит", "Объявление", "Ратуша", "Хозяин", "Хозяйка"),
    *("Админ", "Администратор", "Модератор", "Система", "Сервер", "Бот", "Гость", "Игрок"),
    *("Все", "Никто"),
)
"""Names that nobody can take, even with a number after them. The display names of bots are reserved
in the same way."""

_RESERVED_PARTS: Final = (
    *("Guildhall", "Host", "Admin", "Administrator", "Moderator", "Server", "Bot", "Ратуша"),
    *("Хозяин", "Хозяйка", "Админ", "Администратор", "Модератор", "Сервер", "Бот"),
)
"""Words that are reserved even as a part of a name, as in `Host of Guildhall` or `Bot strong`."""

_WORDS: Final = (
    *("I", "me", "we", "you", "they", "anybody", "anyone", "somebody", "someone", "everyone"),
    *("no one", "none", "я", "мы", "ты", "вы", "они", "кто угодно", "кто-нибудь", "любой"),
    *("join", "watch", "turns", "export", "key", "lines", "new", "begin", "leave", "list", "quit"),
    *("exit", "help", "commands", "rules", "again", "repeat", "more", "further", "why", "closed"),
    *("back", "hint", "table", "position", "look", "show", "sheet", "score", "log", "since"),
    *("happened", "hand", "own", "undo", "turn", "redo", "ask", "who", "present", "say", "tell"),
    *("yes", "no", "withdraw", "note", "beforehand", "auto"),
    *("mute", "hush", "learn"),
    *("помощь", "команды", "правила", "снова", "повтори", "дальше", "далее", "почему", "закрыто"),
    *("назад", "подсказка", "стол", "положение", "смотри", "покажи", "лист", "счёт", "журнал"),
    *("было", "случилось", "рука", "своё", "отмена", "ход", "вернуть", "спроси", "выход", "выйти"),
    *("кто", "здесь", "скажи", "сказать", "да", "нет", "отозвать", "заметка", "заранее"),
    *("авто", "заглушить"),
)
"""Words that cannot be names: pronouns, including `anybody` (which stands for an unreserved seat
when a table is created in line mode), and commands of line mode or after `ssh HOST`. A test checks
that no command with more than two letters is missing."""

_BETWEEN: Final = re.compile(r"[ '’._・-]+")


def checked_user_name(name: str) -> str:
    """Return a name in the form in which it is saved: in NFC, with letters and digits of normal
    width, without superfluous spaces. Raises BadName.

    A name must contain a letter. It can have letters of one script (or of scripts that are written
    together), digits, spaces and a few other characters, but nothing invisible, no letters that are
    written from right to left, and no stacks of more than `MAX_MARKS` combining marks. It cannot
    look like a reserved name or contain a reserved word.
    """
    try:
        tidy = new_name(unicodedata.normalize("NFC", "".join(map(_normal_width, name))))
    except BadSetup as error:
        raise BadName(error.text) from error
    marks = 0
    for letter in tidy:
        kind = unicodedata.category(letter)
        marks = marks + 1 if kind in ("Mn", "Mc") else 0
        if not _is_allowed(letter, kind) or marks > MAX_MARKS:
            raise BadName("A name can contain only letters, digits and spaces.")
    if not any(unicodedata.category(letter).startswith("L") for letter in tidy):
        raise BadName("A name must contain a letter.")
    if unicodedata.category(tidy[0]).startswith("M"):
        raise BadName("A name must start with a letter or a digit.")
    if not confusables.is_of_one_script(tidy):
        raise BadName("Use one script only: a name cannot mix, say, Latin and Cyrillic letters.")
    _check_reserved(tidy)
    return tidy


def _check_reserved(name: str) -> None:
    """Raise BadName if a name looks like a reserved name, the display name of a bot or one of
    `_WORDS`, or if it contains one of `_RESERVED_PARTS`."""
    bare = name.rstrip("0123456789 ")
    if any(confusables.skeletons(variant) & _reserved() for variant in (name, bare)):
        raise BadName("The name {name} is reserved by the server.", name=name)
    for part in filter(None, _BETWEEN.split(name)):
        if confusables.skeletons(part) & _skeletons(_RESERVED_PARTS):
            raise BadName("The name {name} is reserved by the server.", name=part)
    if any(confusables.skeletons(variant) & _skeletons(_WORDS) for variant in (name, bare)):
        raise BadName("The program uses the word {name} itself. Choose another name.", name=bare)


def _normal_width(letter: str) -> str:
    if unicodedata.east_asian_width(letter) in "FH":
        return unicodedata.normalize("NFKC", letter)
    return letter


def _is_allowed(letter: str, kind: str) -> bool:
    if _UNSEEN.match(letter) or _JAMO.match(letter):
        return False
    if letter in _EXTRA or letter in _LENGTHENED:
        return True
    return kind in ("Lu", "Ll", "Lt", "Lo", "Mn", "Mc", "Nd")


@cache
def _skeletons(names: tuple[str, ...]) -> frozenset[str]:
    return frozenset().union(*map(confusables.skeletons, names))


@cache
def _reserved() -> frozenset[str]:
    called = (
        Translator(language).translate(title)
        for language in LANGUAGES
        for title in titles().values()
    )
    return _skeletons((*called, *_RESERVED_NAMES))
