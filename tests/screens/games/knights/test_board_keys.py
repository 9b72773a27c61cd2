"""Keys on the boards of both islands: a place without room for its key changes no other place."""

from __future__ import annotations

import pytest
from attrs import evolve

from engine.match.match import Match
from engine.storage.memory_store import MemoryStore
from engine.storage.session import Session
from screens.preferences import CARDS_OFF, Preferences
from screens.renderer.composed_rows import ComposedRows
from tests.screens.games.knights.turns import in_turn
from tests.screens.table.headless import HeadlessMatch
from tests.screens.table.positions import PREFERENCES
from tests.screens.tables import advance, sampled

SMALL_PLACE = 3


def asking_for_a_road(game: str) -> Match:
    """A match in setup, whose road may be built beside a harbour."""
    match = Match.begin(game, [(name, "person") for name in ("Anna", "Boris", "Clara")], seed="5")
    return advance(match, sampled(b"x5"), 3)


@pytest.mark.parametrize("size", [(80, 24), (120, 40)], ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize("game", ["catan", "knights"])
def test_an_edge_cut_by_a_harbour_takes_no_marks_from_others(
    game: str, size: tuple[int, int]
) -> None:
    store, match = MemoryStore(), asking_for_a_road(game)
    session, widths = Session(store, store.new(match), match), set()
    with HeadlessMatch(session, Preferences(cards=CARDS_OFF), size=size) as table:
        table.press("space")
        picture = table.picture
    rows = ComposedRows(picture.canvas)
    rows.offer(picture.legal, picture.labels)
    for place, key in picture.labels.items():
        ((x, y, width, _),) = picture.canvas.spots.anchors(place)
        widths.add(width)
        before, *shown, after = rows.compose(y).chars[x - 1 : x + width + 1]
        if width == SMALL_PLACE:
            assert shown == ["›", key, "‹"]
        else:
            assert f"{key}‹" == "".join(shown) or shown == ["›", key]
            assert not before.isalnum() or shown[0] != key
            assert not after.isalnum() or shown[-1] != key
    assert widths == ({2, SMALL_PLACE} if size == (80, 24) else {SMALL_PLACE})


@pytest.mark.parametrize("game", ["catan", "knights"])
def test_key_of_a_hex_without_a_plate_is_beside_its_mark(game: str) -> None:
    """In ASCII, numbers have no plates, so a key alone would read like another number."""
    match = Match.begin(game, [(name, "person") for name in ("Anna", "Boris")], seed="0")
    advance(match, sampled(b"robber"), 0, until="RobberHex")
    store = MemoryStore()
    session, preferences = Session(store, store.new(match), match), PREFERENCES
    with HeadlessMatch(session, evolve(preferences, glyphs="ascii"), size=(120, 40)) as table:
        table.press("space")
        picture = table.picture
    rows = ComposedRows(picture.canvas)
    rows.offer(picture.legal, picture.labels)
    keys = [(place, key) for place, key in picture.labels.items() if isinstance(place, tuple)]
    assert keys
    for place, key in keys:
        ((x, y, *_),) = picture.canvas.spots.anchors(place)
        assert "".join(rows.compose(y).chars[x : x + 3]) == f">{key} "


def test_key_of_a_card_in_the_hand_is_in_front_of_its_letter() -> None:
    """Beside its name, it would read like a number of cards."""
    with in_turn("catan", ["knight", "monopoly"], lumber=1, brick=1) as table:
        table.press("y", "y")
        rows = ComposedRows(table.picture.canvas)
        rows.offer(table.picture.legal, table.picture.labels)
        shown = "\n".join("".join(rows.compose(y).chars) for y in range(24))
        assert "1 K ▌Knight" in shown, shown
        assert "2 M ▌Monopoly" in shown, shown
