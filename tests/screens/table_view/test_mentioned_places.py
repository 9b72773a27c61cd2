"""Places of the table that a preview mentions are highlighted, in every game."""

from __future__ import annotations

from typing import Any, Final

import pytest

from engine.games import catalogue
from engine.games.deus.wording import region
from engine.games.troyes.dice import NEUTRAL
from engine.games.troyes.state import NO_CARD
from engine.games.troyes.wording import place_words
from engine.i18n.text import places_in
from screens.preferences import CONFIRM_NEVER, Preferences
from screens.table_view.painter_registry import painter_for
from tests.laws.test_front_ends_agree import let_bots_move
from tests.screens.play.test_notices import choose_any
from tests.screens.playing import new_session
from tests.screens.table.headless import HeadlessMatch
from tests.screens.table.positions import positions, seated
from tests.screens.tables import any_option

GAMES: Final = {
    "middle_ages": {"column", "display"},
    "era": {"disaster", "domain"},
    "catan": {"node"},
    "knights": {"node"},
}
"""Kinds of places that previews of each game speak of."""

TURNS: Final = 40

KEYS: Final = ("down", "down", "right", "down", "right", "right", "down", "right")


def test_every_game_is_covered() -> None:
    assert {*GAMES, "troyes", "deus"} == {one.id for one in catalogue()}


def test_troyes_events_and_cards_are_highlighted_where_shown() -> None:
    table = HeadlessMatch(
        new_session("troyes", players=3, bots=2, seed="4"), Preferences(), size=(120, 40)
    )
    view: Any = table.match.state
    painter, canvas = painter_for("troyes"), table.picture.canvas
    shown = [*view.events(), *(view.box.cards[card] for card in view.cards if card != NO_CARD)]
    assert shown
    for one in shown:
        (place,) = painter.places_of(view, one, 0)
        assert canvas.rects(place), one
    hidden = set(view.box.events) - set(view.events())
    assert not any(painter.places_of(view, one, 0) for one in hidden)


def test_best_troyes_dice_are_highlighted() -> None:
    lit: set[int] = set()
    for match in positions("troyes", 5, any_option(5), 30, 4):
        if match.pending()[0].decision.name != "TakeTurn":
            continue
        with seated(match, (120, 40)) as table:
            for key in ("3", "5", "7", "8", "9", "0"):
                table.press(key)
                picture = table.picture
                dice = [place for place in picture.mentioned if place[0] == "die"]
                assert all(picture.canvas.rects(place) for place in dice)
                lit.update(int(place[1]) for place in dice)
    assert NEUTRAL in lit
    assert lit - {NEUTRAL}


def test_deus_regions_are_highlighted_where_shown() -> None:
    table = HeadlessMatch(
        new_session("deus", players=3, bots=2, seed="4"), Preferences(), size=(120, 40)
    )
    state: Any = table.match.state
    for number in range(len(state.map.terrains)):
        (place,) = places_in(region(state, number))
        assert table.picture.canvas.rects(place), place


def test_place_of_a_troyes_citizen_is_highlighted() -> None:
    table = HeadlessMatch(
        new_session("troyes", players=3, bots=2, seed="4"), Preferences(), size=(120, 40)
    )
    state: Any = table.match.state
    found = [one for place in state.box.place_index for one in places_in(place_words(state, place))]
    assert len(found) > 10
    assert all(table.picture.canvas.rects(place) for place in found)


@pytest.mark.parametrize("game", GAMES)
def test_place_is_highlighted_while_the_preview_mentions_it(game: str) -> None:
    kinds: set[str | int] = set()
    preferences = Preferences(confirm=CONFIRM_NEVER, pace="0")
    table = HeadlessMatch(
        new_session(game, players=3, bots=2, seed="4"), preferences, size=(120, 40)
    )
    for _ in range(TURNS):
        let_bots_move(table)
        if table.match.over or table.state.partial_pick is None:
            break
        for key in KEYS:
            picture = table.picture
            assert set(picture.mentioned) <= set(picture.flash)
            kinds |= {place[0] for place in picture.mentioned if picture.canvas.rects(place)}
            table.press(key)
            if kinds >= GAMES[game] or table.state.partial_pick is None:
                break
        if kinds >= GAMES[game]:
            break
        choose_any(table)
    assert kinds >= GAMES[game]
