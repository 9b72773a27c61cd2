"""A table with custom data shows those values in its guide, coach and reference card."""

from __future__ import annotations

from engine.core.component_data import Data
from engine.match.match import Match
from engine.storage.memory_store import MemoryStore
from engine.storage.session import Session
from screens.preferences import Preferences
from tests.screens.table.headless import HeadlessMatch

OWN: Data = {
    "tracks": [{"id": "wood", "max": 23}],
    "walls": {"cost": {"stone": 4}},
    "scoring": {"largest_area_bonus": 17},
}


def era(own: bool) -> Session:
    match = Match.begin(
        "era", [("Anna", "person"), ("Boris", "person")], seed="7", data=OWN if own else {}
    )
    store = MemoryStore()
    return Session(store, store.new(match), match)


def shown(own: bool, *keys: str, language: str = "en") -> str:
    """The text of the page that these keys lead to."""
    preferences = Preferences(language=language)
    with HeadlessMatch(era(own), preferences, size=(120, 50), paints=True) as table:
        if table.state.pass_to is not None:
            table.press("space")
        table.press(*keys)
        text: str = table.picture.canvas.text()
        return " ".join(text.split())


def test_guide_and_reference_card_of_a_table_show_its_values():
    assert "walled area is worth 17 points." in shown(True, "I")
    assert "walled area is worth 10 points." in shown(False, "I")
    assert "приносит 17 очков." in shown(True, "I", language="ru")
    card = shown(True, "C", "end")
    assert "Largest walled area 17, most culture 5." in card
    assert "Largest walled area 10, most culture 5." in shown(False, "C", "end")
