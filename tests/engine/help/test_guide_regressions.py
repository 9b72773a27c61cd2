"""Regression tests of rules that guides once explained wrongly or not at all."""

from __future__ import annotations

import re
from typing import Any

import pytest

from engine.help.guide import guide
from engine.help.lesson import lesson, lesson_words
from engine.i18n.language import LANGUAGES
from engine.match.match import Match
from engine.storage import match_file

SAID: list[tuple[str, str, str, str]] = [
    (
        "deus",
        "DEU-10.5",
        "players tie, .* pieces .* around the village",
        "из равных, .* вокруг неё",
    ),
    ("deus", "DEU-10.6", "rounded down, and the rest", "округляя вниз; остаток"),
    ("knights", "CK-16.1", "from a Deserter is ready at once", "сразу готов .* Дезертир"),
    ("knights", "CK-19.3", "active and ready to act if", "активен и готов действовать, если"),
    ("troyes", "TRO-7.10", "or on one if .*Marauding counts", "на одно, если .*Мародёрство тоже"),
    ("troyes", "TRO-10.3", "cannot recruit if all twelve are in use", "в деле уже все двенадцать"),
    ("troyes", "TRO-11.4", "first free space", "первое свободное место"),
    ("troyes", "TRO-12.9", "at least one die, and no district", "хотя бы одна и ни в одном"),
    ("troyes", "TRO-12.10", "must be above 0", "должна быть больше 0"),
    ("troyes", "TRO-12.14", "cube by cube when to stop", "перед каждым можно остановиться"),
    ("troyes", "TRO-12.16", "pay what they have, without a penalty", "сколько есть и без штрафа"),
    (
        "troyes",
        "TRO-13.10",
        "You pay for a second die from the same district",
        "за вторую .* платят",
    ),
    (
        "troyes",
        "TRO-13.16",
        "cathedral you can use only the cubes of the Prior",
        "собора — только кубик Приора",
    ),
    ("troyes", "TRO-13.17", "must be red for the Blacksmith", "Кузнец — если все кости красные"),
    ("troyes", "TRO-23.3", "if the column has room, otherwise one", "есть место, иначе одну"),
]
"""Games, rules, and phrases that must be in their English and Russian texts."""


@pytest.mark.parametrize(("game", "rule", "english", "russian"), SAID)
def test_guide_states_the_rule(game: str, rule: str, english: str, russian: str):
    for language, wanted in (("en", english), ("ru", russian)):
        text = " ".join(passage.plain for passage in guide(game, language).passages_on([rule]))
        assert re.search(wanted, text), (language, text)


def test_reference_card_says_gold_may_replace_any_resource():
    """DEU-6.2, on the reference card."""
    for language, wanted in (("en", "replace each resource"), ("ru", "Вместо любого ресурса")):
        card = guide("deus", language).reference_card
        assert card is not None
        assert any(wanted in passage.plain for passage in card.passages)


@pytest.mark.parametrize("language", LANGUAGES)
def test_troyes_lesson_expels_a_citizen_once(language: str):
    """Said before the task `turn`, and not repeated after it."""
    current_lesson = lesson("troyes")
    assert current_lesson is not None
    (task,) = (one for one in current_lesson.tasks if one.name == "turn")
    match = match_file.load(current_lesson.match)
    state: Any = Match.load(match.header, match.line[: task.at]).state
    assert current_lesson.seat in state.lying[0]
    task_text = lesson_words("troyes", language)["turn"]
    assert re.search("expels|изгнало", task_text.meanwhile)
    assert not re.search("expels|изгонит|изгоняет", task_text.then)
