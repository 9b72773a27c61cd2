"""Letters of players and other short labels at the tables of all games."""

from __future__ import annotations

import re

import pytest

from engine.i18n.language import LANGUAGES
from engine.match.match import Match
from screens.table_view.painter_registry import painter_for
from screens.table_view.player_labels import first_letter, letters_of
from screens.table_view.scene import Scene
from tests.screens import tables
from tests.screens.table.positions import PLAYERS

NAMES = {
    "en": ("Robert", "Marta", "Vera", "Rosa"),
    "ru": ("Глеб", "Тимур", "Вера", "Галя"),
}
"""Names with the initials of things on the boards."""


def scene_of(game: str, language: str) -> Scene:
    """The first scene of a match of players with these names."""
    seats = [(name, "person") for name in NAMES[language][: PLAYERS[game]]]
    match = Match.begin(game, seats, seed="1")
    return tables.scene_of(painter_for(game), match, language=language, seat=0)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", PLAYERS)
def test_player_letters_differ_from_board_letters(game: str, language: str) -> None:
    scene = scene_of(game, language)
    letters = letters_of(scene)
    signs = {first_letter(scene, sign) for sign in painter_for(game).board_signs}
    assert signs.isdisjoint(letters)
    assert len(set(letters)) == PLAYERS[game]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", PLAYERS)
def test_table_symbols_are_unambiguous(game: str, language: str) -> None:
    scene = scene_of(game, language)
    signs = [sign for sign, _ in painter_for(game).legend(scene)]
    assert sorted(signs) == sorted(set(signs))


LANGUAGE_NEUTRAL = {"era": {"H", "X"}}
"""Symbols that the tables of a game show in every language, although they look like letters."""


@pytest.mark.parametrize("game", PLAYERS)
def test_legend_shows_the_letters_of_the_readers_language(game: str) -> None:
    """The help must not explain symbols that the table does not show."""
    legend = painter_for(game).legend(scene_of(game, "ru"))
    latin = {sign for sign, _ in legend if re.search(r"[A-Za-z]", sign)}
    assert latin == LANGUAGE_NEUTRAL.get(game, set())
