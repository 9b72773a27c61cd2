"""Middle Ages, as the match, the bots and the screens know it."""

from __future__ import annotations

from collections.abc import Mapping

from engine.core.data import Data
from engine.core.game import Game, Thinking
from engine.games.middle_ages import ENTRY, scoring
from engine.games.middle_ages.components import CHANGEABLE, components
from engine.games.middle_ages.describe import describe
from engine.games.middle_ages.outlook import outlook
from engine.games.middle_ages.quick import quick
from engine.games.middle_ages.rows import FillRow
from engine.games.middle_ages.setup import DrawEvents, Placing
from engine.games.middle_ages.state import GAP, LEDGER_ENTRIES, NO_TOKEN, NOWHERE, STARTING, Kingdom


class MiddleAges(Game[Kingdom]):
    """Draft a plot tile a round for sixteen rounds; the richest lord wins."""

    entry = ENTRY
    changeable = CHANGEABLE
    thinking = Thinking(moments=3)

    def setup(self, seats: int, options: Mapping[str, str], data: Data) -> Kingdom:
        """The empty boards and full stacks, with the laying of the display to come (MID-2)."""
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
    value = staticmethod(outlook)
    quick = staticmethod(quick)

    def moment(self, state: Kingdom) -> int:
        """The round."""
        return state.round


GAME = MiddleAges()
