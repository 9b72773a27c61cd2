"""What the guides say of rules whose point was once told wrongly or not at all."""

from __future__ import annotations

import re

import pytest

from engine.manual.guide import guide

SAID: list[tuple[str, str, str, str]] = [
    ("deus", "DEU-10.5", "of those tied .* pieces .* around", "из равных, .* вокруг неё"),
    ("deus", "DEU-10.6", "rounded down, and what is left over", "округляя вниз; остаток"),
    ("knights", "CK-16.1", "Deserter has brought .* ready at once", "сразу готов .* Дезертир"),
    ("knights", "CK-19.3", "active, and ready to act, if", "активен и готов действовать, если"),
]
"""Games, rules, and what must be said of them in English and in Russian."""


@pytest.mark.parametrize(("game", "rule", "english", "russian"), SAID)
def test_a_guide_says_the_rule(game: str, rule: str, english: str, russian: str):
    for language, wanted in (("en", english), ("ru", russian)):
        told = " ".join(passage.plain for passage in guide(game, language).telling([rule]))
        assert re.search(wanted, told), (language, told)


def test_gold_stands_for_a_resource_that_one_has_too():
    """DEU-6.2, on the card to look things up on."""
    for language, wanted in (("en", "For each resource"), ("ru", "Вместо любого ресурса")):
        card = guide("deus", language).card
        assert card is not None
        assert any(wanted in passage.plain for passage in card.passages)
