"""Positions of randomly played matches, and tables opened there."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from engine.match.match import Match
from engine.storage.memory_store import MemoryStore
from engine.storage.session import Session
from screens.preferences import CARDS_OFF, Preferences
from tests.screens.table.headless import HeadlessMatch
from tests.screens.tables import PickChooser, advance

PLAYERS: Final = {"middle_ages": 2, "era": 2, "troyes": 2, "knights": 3, "deus": 2, "catan": 3}
"""Number of people who share the keyboard in each game."""

PREFERENCES: Final = Preferences(cards=CARDS_OFF)


def positions(game: str, seed: int, lots: PickChooser, count: int, apart: int) -> Iterator[Match]:
    """Yield positions of a match that are that many picks apart, up to a maximum."""
    seats = [(f"Player {number}", "person") for number in range(PLAYERS[game])]
    match = Match.begin(game, seats, seed=f"positions {seed}")
    for _ in range(count):
        advance(match, lots, apart)
        if match.over:
            return
        yield match


def seated(match: Match, size: tuple[int, int]) -> HeadlessMatch:
    """Open a table at a position, past the pass screen of the asked player."""
    store = MemoryStore()
    table = HeadlessMatch(Session(store, store.new(match), match), PREFERENCES, size=size)
    if table.state.pass_to is not None:
        table.press("space")
    return table


def press_hint(table: HeadlessMatch) -> None:
    """Ask for a hint, and again behind the pass screen if it depends on a hand."""
    table.press("H")
    if table.state.pass_to is not None:
        table.press("space", "H")
