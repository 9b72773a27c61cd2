"""The rules of Middle Ages for matches, bots and screens."""

from __future__ import annotations

from collections.abc import Mapping

from engine.core.bot_support import SearchBudget
from engine.core.component_data import Data
from engine.core.game import Game
from engine.games.middle_ages import ENTRY, scoring
from engine.games.middle_ages.bots.evaluation import evaluate, features, turns_left
from engine.games.middle_ages.bots.playout_policy import quick
from engine.games.middle_ages.components import CHANGEABLE, components
from engine.games.middle_ages.describe import describe
from engine.games.middle_ages.rounds import FillRow
from engine.games.middle_ages.setup import DrawEvents, Placing
from engine.games.middle_ages.state import GAP, LEDGER_ENTRIES, NO_TOKEN, NOWHERE, STARTING, Kingdom


class MiddleAges(Game[Kingdom]):
    """The rules of Middle Ages: draft a plot tile in each of sixteen rounds. The player with the
    most coins wins."""

    entry = ENTRY
    changeable = CHANGEABLE
    thinking = SearchBudget(moments=3)
    easy_bot_tolerance = 3.0

    def setup(self, seats: int, options: Mapping[str, str], data: Data) -> Kingdom:
        """Return a state with an empty display and full stacks. The first steps on the agenda fill
        the display, draw the events and place the lords (MID-2)."""
        box = components(data)
        columns = len(box.types)
        used = box.stacks_used[seats]
        state = Kingdom(
            seats,
            box=box,
            display=[[GAP] * (seats + 1) for _ in range(box.rows)],
            lord_row=[NOWHERE] * seats,
            lord_at=[NOWHERE] * seats,
            scout_row=[NOWHERE] * seats,
            scout_at=[NOWHERE] * seats,
            fiefs=[[()] * columns for _ in range(seats)],
            graveyards=[()] * seats,
            farmers=[0] * seats,
            chests=[0] * seats,
            coins=[0] * seats,
            ledgers=[[0] * LEDGER_ENTRIES for _ in range(seats)],
            coin_tokens=[[0] * columns for _ in range(seats)],
            plot_tokens=[[NO_TOKEN] * columns for _ in range(seats)],
            coin_tokens_left=box.coin_tokens,
            plot_tokens_left=list(box.plot_tokens),
            stacks=[list(tiles) if colour in used else [] for colour, tiles in enumerate(box.backs)]
            + [[]],
        )
        if box.starting_coins:
            for seat in range(seats):
                state.gain(seat, box.starting_coins, STARTING)
        state.push(*(FillRow(row) for row in range(box.rows)), DrawEvents(), Placing())
        return state

    sheets = staticmethod(scoring.sheets)
    standings = staticmethod(scoring.standings)
    sources = staticmethod(scoring.sources)
    describe = staticmethod(describe)
    features = staticmethod(features)
    quick = staticmethod(quick)

    def value(self, view: Kingdom, seat: int) -> float:
        """Return the estimated coins of a seat at the end. They are estimated with the weights
        fitted for the number of turns left or, if there are no weights or no turns left, by rules
        of thumb."""
        weights = self.weights(view)
        turns = turns_left(view, seat)
        if weights is None or not turns:
            return evaluate(view, seat)
        return weights.worth(len(view.box.rounds) + 1 - turns, features(view, seat))

    def weights_key(self, state: Kingdom) -> str | None:
        """Return the key of the fitted weights, which contains the number of players. Return None
        with custom components."""
        return f"{state.seats} players" if state.box is components() else None

    def moment(self, state: Kingdom) -> int:
        """Return the number of rounds that have begun."""
        return state.round


GAME = MiddleAges()
