"""Translation of messages by a catalogue of the test's own."""

from collections.abc import Iterator
from pathlib import Path

import polib
import pytest

from engine.i18n import language
from engine.i18n.language import Translator, preferred_language
from engine.i18n.text import Names, Seat, plural, verbatim, words

PLURALS = (
    "nplurals=3; plural=(n%10==1 && n%100!=11 ? 0 : "
    "n%10>=2 && n%10<=4 && (n%100<12 || n%100>14) ? 1 : 2);"
)


@pytest.fixture
def russian(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Translator]:
    """Yield a reader of Russian, with a catalogue of three messages."""
    catalogue = polib.POFile()
    catalogue.metadata = {
        "Content-Type": "text/plain; charset=utf-8",
        "Language": "ru",
        "Plural-Forms": PLURALS,
    }
    catalogue.append(polib.POEntry(msgid="{seat} takes {tile}.", msgstr="{tile} берёт {seat}."))
    catalogue.append(polib.POEntry(msgid="because", msgstr="потому что"))
    coins = {0: "{n} монета", 1: "{n} монеты", 2: "{n} монет"}
    catalogue.append(polib.POEntry(msgid="{n} coin", msgid_plural="{n} coins", msgstr_plural=coins))
    folder = tmp_path / "ru" / "LC_MESSAGES"
    folder.mkdir(parents=True)
    catalogue.save_as_mofile(str(folder / "guildhall.mo"))
    monkeypatch.setattr(language, "LOCALE", tmp_path)
    language.translations.cache_clear()
    yield Translator("ru", ("Анна", "Борис"))
    language.translations.cache_clear()


MESSAGE = words("{seat} takes {tile}.", seat=Seat(1), tile=Names("Mill", "Мельница"))


def test_message_is_translated(russian: Translator):
    assert russian.translate(MESSAGE) == "Мельница берёт Борис."
    assert Translator("en", ("Anna", "Boris")).translate(MESSAGE) == "Boris takes Mill."


@pytest.mark.parametrize(
    ("count", "expected"),
    [
        (1, "1 монета"),
        (3, "3 монеты"),
        (5, "5 монет"),
        (11, "11 монет"),
        (12, "12 монет"),
        (21, "21 монета"),
        (22, "22 монеты"),
        (0, "0 монет"),
        (-3, "-3 монеты"),
        (-9, "-9 монет"),
    ],
)
def test_russian_has_three_plural_forms(russian: Translator, count: int, expected: str):
    assert russian.translate(plural("{n} coin", "{n} coins", count)) == expected


def test_english_has_two_plural_forms(russian: Translator):
    english = Translator("en")
    assert [english.translate(plural("{n} coin", "{n} coins", n)) for n in (1, 2)] == [
        "1 coin",
        "2 coins",
    ]


def test_nested_messages_are_translated(russian: Translator):
    assert russian.translate(words("({why})", why=words("because"))) == "(потому что)"
    assert russian.translate(words("{all}", all=plural("{n} coin", "{n} coins", 2))) == "2 монеты"


def test_unknown_message_stays_english(russian: Translator):
    assert russian.translate(words("Unheard of {n}.", n=3)) == "Unheard of 3."
    assert Translator("xx").translate(MESSAGE) == "#2 takes Mill."
    assert russian.translate(verbatim("")) == ""
    assert russian.translate(words("")) == ""


def test_seat_without_a_name_shows_its_number():
    translator = Translator("en", ("Anna",))
    assert [translator.seat(k) for k in (0, 1, -1)] == ["Anna", "#2", "#0"]


@pytest.mark.parametrize(
    ("environment", "language"),
    [
        ({}, "en"),
        ({"LANG": "ru_RU.UTF-8"}, "ru"),
        ({"LANG": "C.UTF-8"}, "en"),
        ({"LANG": "de_DE.UTF-8"}, "en"),
        ({"LANG": "ru_RU.UTF-8", "LC_MESSAGES": "en_GB"}, "en"),
        ({"LANG": "en_US", "LC_ALL": "ru_RU", "LC_MESSAGES": "en_GB"}, "ru"),
        ({"LANG": "RU", "LC_ALL": ""}, "ru"),
    ],
)
def test_environment_selects_the_language(environment: dict[str, str], language: str):
    assert preferred_language(environment) == language
