"""Placeholders in texts, and texts with a user's own data."""

from __future__ import annotations

import pytest

from engine.core.component_data import Data
from engine.errors import BadSetup
from engine.help.guide import advice, coach, guide
from engine.help.placeholders import PlaceholderValues, UnknownValue
from engine.i18n.language import Translator, plural_form
from engine.i18n.text import plural

BOX: Data = {
    "limits": {"hand": 5, "name": "five", "open": True},
    "cards": [
        {"id": "inn_red", "cost": {"wood": 2}},
        {"id": "inn_blue", "cost": {"wood": 2}},
        {"id": "mill", "cost": {"wood": 4}},
    ],
    "players": [{"players": 2, "tiles": 4}, {"players": 3, "tiles": 6}],
    "rows": [{"values": [7, 8]}, {"values": [9]}],
    "after": [4, 8, 12],
}


@pytest.mark.parametrize(
    ("written", "shown"),
    [
        ("{limits.hand}", "5"),
        ("at most {limits.hand}. {4.1, 5.3-5.6}", "at most 5. {4.1, 5.3-5.6}"),
        ("{cards.mill.cost.wood}", "4"),
        ("{players.3.tiles}", "6"),
        ("{rows.0.values.1}", "8"),
        ("{after.2}", "12"),
        ("{after}", "3"),
        ("{cards}", "3"),
        ("{cards.inn_*.cost.wood}", "2"),
        ("{cards.*.cost.wood}", "2-4"),
        ("{+cards.*.cost.wood}", "8"),
        ("{+after.*}", "24"),
        ("{limits.hand card/cards}", "5 cards"),
        ("{limits.hand=5 five} cards", "five cards"),
        ("{limits.hand=4 four} cards", "5 cards"),
    ],
)
def test_placeholder_shows_its_value(written: str, shown: str):
    assert PlaceholderValues(BOX, BOX).filled(written) == shown


@pytest.mark.parametrize(
    "written",
    ["{limits}", "{limits.name}", "{limits.open}", "{limits.hands}", "{after.3}", "{card.mill}"],
)
def test_placeholder_for_a_non_number_is_refused(written: str):
    with pytest.raises(UnknownValue, match=r"is not a number in the component data"):
        PlaceholderValues(BOX, BOX).filled(written)


def test_nouns_use_plural_forms_of_the_language():
    for n in range(250):
        for language, forms in (("en", ["card", "cards"]), ("ru", ["карта", "карты", "карт"])):
            text = Translator(language).translate(plural("{n} card", "{n} cards", n))
            assert f"{n} {plural_form(forms, n, language)}" == text


@pytest.mark.parametrize(
    ("points", "english", "russian"), [(1, "1 point", "1 очко"), (23, "23 points", "23 очка")]
)
def test_guide_shows_own_values(points: int, english: str, russian: str):
    own = {"scoring": {"largest_area_bonus": points}}
    for language, expected in (("en", f"worth {english}."), ("ru", f"приносит {russian}.")):
        walls = guide("era", language, own).topics[0].passages[3].plain
        assert expected in walls
        card = guide("era", language, own).reference_card
        assert card is not None
        assert f" {points}," in card.passages[-1].plain


def test_coach_shows_own_values():
    own: Data = {"disasters": [{"id": "treachery", "skulls_min": 4, "skulls_max": 4}]}
    assert "three hit the others" in advice(coach("era"), "ChooseDice")
    assert "4 hit the others" in advice(coach("era", "en", own), "ChooseDice")
    assert "4 бьют" in advice(coach("era", "ru", own), "ChooseDice")


def test_own_data_that_do_not_fit_are_refused():
    with pytest.raises(BadSetup, match="dragons"):
        guide("era", "en", {"dragons": 3})
