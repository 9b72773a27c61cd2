"""The rules of Catan for matches, bots and screens, and its components with custom maps."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final

from engine.core.bot_support import SearchBudget
from engine.core.chance import Dice
from engine.core.component_data import ComponentFile, Data
from engine.core.event import Event, Value
from engine.core.step import Decision
from engine.core.table_settings import Setting
from engine.games.knights.auto_answers import IN_CATAN
from engine.games.knights.bots.turn_policy import END_TURN
from engine.games.knights.catan import ENTRY, scoring
from engine.games.knights.catan.action_phase import Main
from engine.games.knights.catan.bots import evaluation, openings
from engine.games.knights.catan.bots.candidates import candidates, guess
from engine.games.knights.catan.bots.evaluation import CARDS_AT_RISK, evaluate
from engine.games.knights.catan.bots.playout_policy import advise, quick, varied
from engine.games.knights.catan.describe import describe
from engine.games.knights.catan.setup import Setup
from engine.games.knights.catan.state import CatanIsland
from engine.games.knights.catan.turn import Turn
from engine.games.knights.component_types import Components
from engine.games.knights.components import CHANGEABLE, boxed, built
from engine.games.knights.island_game import IslandGame
from engine.games.knights.setup import (
    ShuffleDecks,
    begin_table,
    empty_island,
    has_standard_rules,
    table_settings,
)
from engine.i18n.text import words


def components(data: Data | None = None) -> Components:
    """Return the components, with the custom map of `data`, if any. Raises BadSetup for a map on
    which the game cannot be played."""
    return boxed(_FILE, data)


_FILE: Final = ComponentFile(Path(__file__).with_name("components.toml"), built, CHANGEABLE)


OPENING: Final = SearchBudget(playouts=48, moments=1)


class Catan(IslandGame[CatanIsland]):
    """The rules of Catan: settle an island, and be the first to reach the number of points needed
    to win."""

    entry = ENTRY
    auto_answers = IN_CATAN
    thinking = SearchBudget(playouts=192, moments=2)
    drawbacks = (CARDS_AT_RISK,)

    def settings(self) -> Sequence[Setting]:
        """Return the options: points to win, discard limit, layout, open hands, open answers on a
        shared keyboard, and card counting (CK-23)."""
        discards = words("On a seven, anyone with more cards than this discards half.")
        return table_settings(components(), discards)

    def setup(self, seats: int, options: Mapping[str, str], data: Data) -> CatanIsland:
        state = empty_island(CatanIsland, seats, components(data))
        state.robber_locked = False
        begin_table(state, options)
        state.agenda[0:0] = [Turn(0), Setup(), ShuffleDecks()]
        return state

    sheets = staticmethod(scoring.sheets)
    describe = staticmethod(describe)
    advise = staticmethod(advise)
    value = staticmethod(evaluate)

    def guess(self, view: CatanIsland, seat: int, past: Sequence[Event], dice: Dice) -> CatanIsland:
        return guess(view, dice)

    quick = staticmethod(quick)
    varied = staticmethod(varied)
    candidates = staticmethod(candidates)

    def end_turn_pick(self, decision: Decision[CatanIsland, Value]) -> Value | None:
        return END_TURN if isinstance(decision, Main) else None

    def thinking_at(self, view: CatanIsland) -> SearchBudget:
        """Return the search budget at a position. It is smaller in the setup, where playouts end at
        the start of the first turn."""
        return OPENING if view.turn < openings.FIRST_TURN else self.thinking

    def features(self, state: CatanIsland, seat: int) -> Sequence[float]:
        """Return the features of the module `openings` in the first turn, and those of the module
        `evaluation` otherwise."""
        if state.turn == openings.FIRST_TURN:
            return openings.features(state, seat)
        return evaluation.features(state, seat)

    def weights_key(self, state: CatanIsland) -> str | None:
        """Return the key of the fitted weights, which contains the number of players. Openings have
        keys of their own. Return None with custom components, or if the points to win or the
        discard limit are not the default."""
        if not has_standard_rules(state, components()):
            return None
        kind = openings.OPENING_KEY_PREFIX if state.turn == openings.FIRST_TURN else ""
        return f"{kind}{state.seats} players"


GAME = Catan()
