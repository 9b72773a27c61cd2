"""The table fits into every size, for every reader, and equals its pictures."""

from __future__ import annotations

import pytest

from engine.match.match import Match
from tests.matrix import at_each_size
from tests.pig import ENTRY
from tests.pig.painter import PAINTER
from tests.screens import tables
from tests.screens.pictures import Compare, in_all_colours, looks_the_same

NAMES = {"en": ("Anna", "Boris", "Clara", "Dmitri"), "ru": ("Анна", "Борис", "Клара", "Дмитрий")}
ROOMS = tables.table_sizes(PAINTER, ((80, 24), (100, 30), (120, 40), (160, 50)))
BY_LOT = tables.any_option(3)


def new_match(players: int, language: str = "en") -> Match:
    """Return a match before the first choice."""
    seats = [(name, "person") for name in NAMES[language][:players]]
    return Match.begin(ENTRY.id, seats, seed="7")


@pytest.mark.usefixtures("careful")
@at_each_size(list(ROOMS), ENTRY.players)
def test_no_text_is_clipped_or_overlaps(size: tuple[int, int], players: int, language: str) -> None:
    for match in tables.moments(new_match(players, language), BY_LOT, every=17):
        for seat in (-1, None):
            scene = tables.scene_of(PAINTER, match, language=language, seat=seat)
            PAINTER.paint(scene, *ROOMS[size])


PICTURES = {
    "small": (2, 0, "RollOrHold", (80, 24), ["right"], {}),
    "large_ru": (4, 30, "RollOrHold", (120, 40), [], {"language": "ru"}),
    "ascii": (4, 30, "RollOrHold", (80, 24), [], {"glyphs": "ascii"}),
    "end": (2, 10_000, "", (80, 24), [], {}),
}
"""By name: players, random picks, and then more up to a decision; size, keys, preferences."""


@pytest.mark.skipif(ENTRY.draft, reason="A draft has no pictures yet: make snapshots takes them.")
@pytest.mark.parametrize("picture", PICTURES)
def test_a_moment_of_the_game(
    snap_compare: Compare, monkeypatch: pytest.MonkeyPatch, picture: str
) -> None:
    players, picks, until, size, keys, preferences = PICTURES[picture]
    in_all_colours(monkeypatch)
    match = tables.advance(
        new_match(players, preferences.get("language", "en")), BY_LOT, picks, until
    )
    assert looks_the_same(snap_compare, match, size, keys, **preferences)
