"""The mouse at every place of a table, at every decision and partial pick: it is answered, and the
log stays intact."""

from __future__ import annotations

from pathlib import Path
from random import Random

from engine.match.match import Match
from engine.storage.memory_store import MemoryStore
from engine.storage.session import Session
from screens.paint.buttons import is_button
from screens.paint.canvas import Spot
from screens.preferences import CARDS_OFF, Preferences
from screens.table.messages import Clicked, Hovered, KeyPressed, Picked
from tests.screens.table.headless import HeadlessMatch
from tests.searches.searching import any_match

STEPS = 12
PREFERENCES = Preferences(cards=CARDS_OFF)
SIZES = [(80, 24), (120, 40), (160, 50)]
PAGES = [None, None, "tab", "s", "l", "C"]


def search(rng: Random, folder: Path) -> None:
    """Take a few steps at a table, pointing at everything before each."""
    match = any_match(rng, 160)
    store = MemoryStore()
    with HeadlessMatch(
        Session(store, store.new(match), match), PREFERENCES, size=rng.choice(SIZES)
    ) as table:
        for _ in range(STEPS):
            table.press("space", *filter(None, [rng.choice(PAGES)]))
            point_at_everything(table)
            table.press("escape")
            if not choose_by_clicks(table, rng):
                break
    loaded = Match.load(table.match.header, table.match.log)
    assert loaded.state.digest() == table.match.state.digest()


def point_at_everything(table: HeadlessMatch) -> None:
    """Hover over each place of the game's own, and click it unless it can be chosen; a click may
    still move a held piece there."""
    spots = table.picture.canvas.spots
    for place in [one for one in spots if isinstance(one, tuple) and not is_button(one)]:
        table.send(Hovered(place))
        if place in table.picture.canvas.spots and place not in table.picture.legal:
            table.now += 1
            table.send(Clicked(place))


def choose_by_clicks(table: HeadlessMatch, rng: Random) -> bool:
    """Click a place that can be chosen, twice; return False if there is none."""
    legal = list(table.picture.legal)
    if not legal:
        return False
    place: Spot = rng.choice(legal)
    for _ in range(2):
        table.now += 1
        if place in table.picture.legal:
            table.send(Picked(place, by_mouse=True))
    if rng.random() < 0.3:
        table.now += 1
        table.send(KeyPressed("enter", None))
    return True
