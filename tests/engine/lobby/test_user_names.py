"""User names: visible, and distinguishable."""

from __future__ import annotations

import subprocess
import sys

import pytest

from engine.core.confusables import fold, is_of_one_script, scripts_of, skeletons
from engine.core.players import BOT_TITLES
from engine.errors import BadName
from engine.i18n.language import LANGUAGES, Translator
from engine.i18n.text import Text
from engine.lobby.user_names import checked_user_name
from screens.line_mode.typed_commands import COMMANDS, SERVER_COMMANDS
from tui.server.identity import WORD_COUNTS


@pytest.mark.parametrize(
    ("written", "stored"),
    [
        ("  Anna   Maria ", "Anna Maria"),
        ("Zoe\u0308", "Zoë"),
        ("Анна-Мария", "Анна-Мария"),
        ("O'Neil 3", "O'Neil 3"),
        ("Anna\u00a0B", "Anna B"),
        ("Anna\u200bB", "Anna B"),
        ("\u202eanna", "anna"),
        ("ab\x1b[2Jc".replace("[", ""), "ab 2Jc"),
        ("木村", "木村"),
        ("佐々木マリー", "佐々木マリー"),
        ("山田 はな子 2", "山田 はな子 2"),
        ("ﾏﾘｰ", "マリー"),
        ("Ａｎｎａ", "Anna"),
        ("は\u3099", "ば"),
        ("李明", "李明"),
        ("ㄅㄆ李", "ㄅㄆ李"),
        ("김철수", "김철수"),
        ("\u1112\u1161\u11ab", "한"),
        ("金철수", "金철수"),
        ("Αθηνά", "Αθηνά"),
        ("Անի", "Անի"),
    ],
)
def test_user_name_is_normalised(written: str, stored: str):
    assert checked_user_name(written) == stored


@pytest.mark.parametrize(
    "name",
    [
        "",
        "   ",
        "x" * 25,
        "[bold]Anna",
        "Anna\u034f\u034f",
        "a" + "\u0301" * 4,
        "\u0301a",
        "1234",
        "Anna\ufe0f",
        "\u3164",
        "\uffa0a",
        "\u1100a",
        "\u1161",
        "<a>",
        "Anna😀",
        "😀",
    ],
)
def test_invalid_user_name_is_refused(name: str):
    with pytest.raises(BadName):
        checked_user_name(name)


@pytest.mark.parametrize(
    "name",
    [
        *(
            "Greedy",
            "gReedY ",
            "Random",
            "Случайный",
            "жадный",
            "Guildhall",
            "GuiIdhall",
            "Guildha11",
        ),
        *(
            "Player 2",
            "player12",
            "P1ayer 2",
            "Игрок 3",
            "The house says",
            "the-house",
            "Host",
            "h0st",
        ),
        *("HOST", "Admin", "adrnin", "ADMlN", "System", "Админ", "Дом", "Объявление", "Система 2"),
        *("Bot", "bot7", "Guest 1", "ВОТ"),
    ],
)
def test_reserved_user_name_is_refused(name: str):
    with pytest.raises(BadName, match="is reserved by the server"):
        checked_user_name(name)


@pytest.mark.parametrize(
    ("name", "part"),
    [
        ("Host of Guildhall", "Host"),
        ("bot strong", "bot"),
        ("Strong Bot 2", "Bot"),
        ("Anna-admin", "admin"),
        ("Anna (admin)".translate({40: None, 41: None}), "admin"),
        ("Хозяйка дома", "Хозяйка"),
        ("Клуб.Бот", "Бот"),
    ],
)
def test_reserved_part_of_user_name_is_named(name: str, part: str):
    with pytest.raises(BadName, match=f"The name {part} is reserved by the server\\."):
        checked_user_name(name)


@pytest.mark.parametrize("name", ["Abbott", "Hostess Hanna", "Robota", "Botticelli", "Youri"])
def test_longer_word_containing_a_reserved_one_is_allowed(name: str):
    assert checked_user_name(name) == name


SPOKEN = ("You", "I", "ты", "Вы", "anybody", "Any-body", "quit", "List 2", "join", "кто угодно")


@pytest.mark.parametrize("name", SPOKEN)
def test_form_of_address_is_not_a_user_name(name: str):
    with pytest.raises(BadName):
        checked_user_name(name)


@pytest.mark.parametrize("language", LANGUAGES)
def test_command_word_is_not_a_user_name(language: str):
    typed = {
        word for one in (*COMMANDS, *SERVER_COMMANDS) for word in _words_of(one.names, language)
    }
    typed |= {*WORD_COUNTS, "anybody", "new", "begin", "learn", "leave", "list", "join"}
    assert len(typed) > 40
    for word in typed:
        if len(word) > 2:
            with pytest.raises(BadName, match="The program uses the word"):
                checked_user_name(word)


def _words_of(text: Text, language: str) -> list[str]:
    return Translator(language).translate(text).split()


@pytest.mark.parametrize("language", LANGUAGES)
def test_bot_titles_are_reserved_in_all_languages(language: str):
    for title in BOT_TITLES.values():
        with pytest.raises(BadName, match="is reserved by the server"):
            checked_user_name(Translator(language).translate(title))


@pytest.mark.parametrize("name", ["אנה", "أنا", "abcאב", "ܐܒ", "ߊߋ", "ބޭ", "Anna\u0663"], ids=ascii)
def test_right_to_left_user_name_is_refused(name: str):
    with pytest.raises(BadName, match="from left to right"):
        checked_user_name(name)


@pytest.mark.parametrize(
    "name",
    [
        "Аnna",
        "Αnna",
        "Boriѕ",
        "Aոոa",
        "Ꭺnna",
        "ᗅnna",
        "ꓮnna",
        "Anпа",
        "Anna木村",
        "はな김",
        "ㄅはな",
    ],
)
def test_user_name_uses_one_script(name: str):
    with pytest.raises(BadName, match="one script"):
        checked_user_name(name)


@pytest.mark.parametrize(
    ("letter", "scripts"),
    [
        ("a", {"LATIN"}),
        ("7", set()),
        (" ", set()),
        ("\u0301", set()),
        ("日", {"HAN", "JPAN", "KORE", "HANB"}),
        ("は", {"HIRAGANA", "JPAN"}),
        ("ー", {"HIRAGANA", "KATAKANA", "JPAN"}),
        ("한", {"HANGUL", "KORE"}),
    ],
)
def test_scripts_written_together_count_as_one(letter: str, scripts: set[str]):
    assert scripts_of(letter) == scripts


def test_user_name_without_letters_has_no_script():
    assert is_of_one_script("12 - 3")


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Anna", "ANNA"),
        ("Anna", "Аnnа"),
        ("Anna", "An na"),
        ("Anna", "Anna."),
        ("Anna", "A-n'n_a"),
        ("Anna", "Anna\u0335"),
        ("Anna", "Annɑ"),
        ("Boris", "B0ris"),
        ("Boris", "Bor1s"),
        ("Ilmari", "IImari"),
        ("Ilmari", "llmari"),
        ("Ilmari", "1lmari"),
        ("Ilmari", "llrnari"),
        ("Ali", "All"),
        ("Zoë", "Zoe\u0308"),
        ("ﬁn", "fin"),
        ("Tom", "Тоm"),
        ("Top", "Тор"),
        ("HATA", "НАТА"),
        ("Toro", "Того"),
        ("Nato", "Νατο"),
        ("NIKO", "ΝΙΚΟ"),
        ("ロー", "ロ一"),
        ("へや", "ヘや"),
    ],
)
def test_lookalike_names_are_equal(one: str, other: str):
    assert skeletons(one) & skeletons(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Anna", "Anne"),
        ("Анна", "Анно"),
        ("Zoe", "Zoë"),
        ("Yuri", "Vuri"),
        ("李明", "李朋"),
        ("はな", "ばな"),
    ],
)
def test_different_names_are_not_equal(one: str, other: str):
    assert not skeletons(one) & skeletons(other)


@pytest.mark.parametrize("letters", ["Il1i", "O0o", "oο", "аa"])
def test_lookalike_letters_are_equal(letters: str):
    assert len(frozenset.intersection(*map(skeletons, letters))) >= 1


def test_users_are_found_in_any_case_and_spacing():
    assert fold(" AN-na ") == fold("Anna") == "anna"
    assert fold("Аnna") != fold("Anna")


def test_unicode_tables_are_loaded_lazily():
    run = (
        "import sys, engine.lobby.users, engine.storage.schema\n"
        "from engine.core.confusables import _prototypes, _scripts\n"
        "assert not _prototypes.cache_info().currsize + _scripts.cache_info().currsize\n"
        "from engine.lobby.user_names import checked_user_name\n"
        "assert checked_user_name('Anna') == 'Anna'\n"
        "assert 'urllib.request' not in sys.modules\n"
    )
    assert subprocess.run([sys.executable, "-c", run], check=False).returncode == 0
