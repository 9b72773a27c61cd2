"""Letters and symbols on boards are spoken as words."""

import pytest

from engine.i18n.language import Translator
from screens.line_mode.speech import spoken, spoken_names
from screens.table_view.painter_registry import painter_for


@pytest.mark.parametrize(
    ("game", "language", "expected", "expected_text"),
    [
        ("knights", "en", "At n13 Fo10/Mo5/De.", "At corner 13 by Forest 10, Mountains 5, Desert."),
        ("knights", "en", "Roads: e19 e41. Longest: 1.", "Roads: edge 19 edge 41. Longest: 1."),
        ("knights", "en", "A road at e6 Mo10/sea", "A road at edge 6 by Mountains 10, sea"),
        ("knights", "en", "h3 De, h4 Pa6", "hex 3 Desert, hex 4 Pasture 6"),
        ("knights", "en", "Pay 3 ore. Desert, Forest.", "Pay 3 ore. Desert, Forest."),
        ("knights", "ru", "n13 Ле10/Го5", "перекрёсток 13 у клеток Лес 10, Горы 5"),
        ("troyes", "en", "Y5 Y6 + neutral R1", "yellow 5 yellow 6 + neutral red 1"),
        ("troyes", "en", "Civil War (/4)", "Civil War (divided by 4)"),
        ("troyes", "en", "Palace: Anna | - | gray.", "Palace: Anna, free, gray."),
        ("troyes", "en", "11 - 4 (dice)", "11 - 4 (dice)"),
        ("troyes", "ru", "Ж5 К3 Б1", "жёлтая 5 красная 3 белая 1"),
        ("deus", "en", "3.3 (mountain)", "3.3 (mountain)"),
        ("middle_ages", "en", "Field: 2×(F+P) = 2.", "Field: 2×(Field+Palace) = 2."),
        ("middle_ages", "ru", "Рынок: 3×М", "Рынок: 3×Мельница"),
        ("middle_ages", "en", "Tie-break 00000010", "Tie-break 0, 0, 0, 0, 0, 0, 1, 0"),
    ],
)  # fmt: skip
def test_letters_are_spoken_as_words(game: str, language: str, expected: str, expected_text: str):
    assert painter_for(game).spell_out(expected, Translator(language)) == expected_text


@pytest.mark.parametrize(
    ("language", "expected", "expected_text"),
    [
        ("en", "Anna rolls 6 + 1 = 7.", "Anna rolls 6 plus 1 equals 7."),
        ("en", "Coins 2 (+2), Empty 7 (-1)", "Coins 2 (plus 2), Empty 7 (minus 1)"),
        ("en", "2×(Field+Palace) = 2.", "2 times (Field plus Palace) equals 2."),
        ("en", "turned by 180°.", "turned by 180 degrees."),
        ("en", "Bishopric 5-6, cards 1–2", "Bishopric 5 to 6, cards 1 to 2"),
        ("en", "Hand 3/7, tie 0/1/2, 9/3 = 3", "Hand 3 of 7, tie 0, 1, 2, 9 divided by 3 equals 3"),
        ("en", "Cities & Knights [lord of Anna]*", "Cities and Knights (lord of Anna)"),
        ("en", "“hint” — 50 %, it's on-line…", "“hint” — 50 %, it's on-line…"),
        ("ru", "4 зерна → 1 дерево, влияние 4 → 6", "4 зерна, взамен 1 дерево, влияние с 4 до 6"),
        ("en", "Anna: 11 - 4 (dice) = 7 deniers", "Anna: 11 minus 4 (dice) equals 7 deniers"),
        ("ru", "рыцарь: n12 → n15, 1 → 3 монеты", "рыцарь: n12, потом n15, с 1 до 3 монеты"),
        (
            "ru",
            "6 + 1 = 7, поворот 180°, 2×1",
            "6 плюс 1 равно 7, поворот 180 градусов, 2 умножить на 1",
        ),
    ],
)
def test_symbols_are_spoken_as_words(language: str, expected: str, expected_text: str):
    assert spoken(expected, Translator(language)) == expected_text


@pytest.mark.parametrize(
    ("language", "names", "expected"),
    [
        ("en", ("Anna", "Борис", "水"), ("Anna", "Борис", "水")),
        ("en", ("❤️", "Boris", "🌹"), ("player 1", "Boris", "player 3")),
        ("ru", ("❤️", "Борис"), ("игрок 1", "Борис")),
        ("en", ("...", "Boris"), ("player 1", "Boris")),
        ("en", ("Anna ❤️", "anna"), ("Anna (player 1)", "anna (player 2)")),
        ("en", ("❤️", "Player 1"), ("player 1 (player 1)", "Player 1 (player 2)")),
        (
            "en",
            ("Eve❤️", "Eve", "Eve (player 1)"),
            ("Eve (player 1) (player 1)", "Eve (player 2)", "Eve (player 1) (player 3)"),
        ),
    ],
)
def test_spoken_player_names_are_distinct(
    language: str, names: tuple[str, ...], expected: tuple[str, ...]
) -> None:
    assert spoken_names(names, Translator(language)) == expected
