"""The game of Pig, as the match, the bots and the screens know it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from engine.core.chance import Dice
from engine.core.component_data import Data
from engine.core.event import Value
from engine.core.game import Game
from engine.core.score_sheet import Sheet, Standing
from engine.core.step import Decision
from engine.i18n.text import Text
from tests.pig import ENTRY, scoring
from tests.pig.components import CHANGEABLE, components
from tests.pig.describe import describe
from tests.pig.state import PigTable
from tests.pig.steps import HOLD, ROLL, BeginTurn

BOLD: Final = 20
"""Pot at which the bot holds."""


class PigGame(Game[PigTable]):
    """Roll as often as you dare; the first player with enough points wins."""

    entry = ENTRY
    changeable = CHANGEABLE

    def setup(self, seats: int, options: Mapping[str, str], data: Data) -> PigTable:
        state = PigTable(seats, box=components(data), points=[0] * seats)
        state.push(BeginTurn(0))
        return state

    def sheets(self, view: PigTable) -> Sequence[Sheet]:
        return [scoring.sheet(view)]

    def standings(self, view: PigTable) -> Sequence[Standing]:
        return scoring.standings(view)

    def describe(self, view: PigTable) -> Sequence[Text]:
        return describe(view)

    def value(self, view: PigTable, seat: int) -> float:
        return float(view.points[seat] + (view.pot if view.active == seat else 0))

    def advise(
        self, view: PigTable, decision: Decision[PigTable, Value], dice: Dice
    ) -> Value | None:
        enough = view.points[decision.seat] + view.pot >= view.box.goal
        return HOLD if enough or view.pot >= BOLD else ROLL


GAME = PigGame()
