"""The fair: a small game for the tests that uses every kind of step."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from engine.core.catalogue_entry import Entry
from engine.core.chance import Dice
from engine.core.event import Event
from engine.core.game import Game
from engine.core.hidden import Hidden
from engine.core.score_sheet import Column, Row, Sheet, Standing
from engine.core.table_settings import PASS_SCREENS, Setting
from engine.errors import BadSetup
from engine.i18n.text import Names, Seat, Text, verbatim, words
from tests.toy.guess import guess
from tests.toy.rounds import BeginRound
from tests.toy.state import Fair
from tests.toy.steps import Deal, Shuffle

ENTRY = Entry("toy", Names("The Fair", "Ярмарка"), range(2, 5), "tests.toy")


class TheFair(Game):
    """Throw, bid, trade and rob; most points win."""

    entry = ENTRY
    privacy = PASS_SCREENS
    remembers = True

    def setup(self, seats: int, options: Mapping[str, str], data: Mapping[str, Any]) -> Fair:
        coins = data.get("coins", 2)
        if type(coins) is not int or coins < 0:
            raise BadSetup(words("{coins} is no number of coins.", coins=repr(coins)))
        state = Fair(
            seats,
            hands=[[] for _ in range(seats)],
            dice=[[] for _ in range(seats)],
            skulls=[0] * seats,
            bids=[0] * seats,
            shed=[[] for _ in range(seats)],
            points=[0] * seats,
            purses=[coins + (options["purse"] == "full")] * seats,
            stalls=[[] for _ in range(seats)],
        )
        state.push(Shuffle(), Deal(), BeginRound())
        return state

    def settings(self) -> Sequence[Setting]:
        choices = {"usual": words("Usual"), "full": words("Full")}
        return (Setting("purse", words("Purse"), choices, "usual"),)

    def sheets(self, view: Any) -> Sequence[Sheet]:
        column = Column("points", words("Points"), words("Points so far"))
        rows = [
            Row(seat, words("{seat}", seat=Seat(seat)), (cell(points),))
            for seat, points in enumerate(view.points)
        ]
        return (Sheet("points", words("Points"), (column,), tuple(rows)),)

    def standings(self, view: Any) -> Sequence[Standing]:
        totals = [0 if isinstance(p, Hidden) else p for p in view.points]
        seats = sorted(range(view.seats), key=lambda seat: -totals[seat])
        return [
            Standing(seat, 1 + sum(t > totals[seat] for t in totals), totals[seat])
            for seat in seats
        ]

    def describe(self, view: Any) -> Sequence[Text]:
        return [words("Round {round}.", round=view.round)]

    def value(self, view: Any, seat: int) -> float:
        return float(view.points[seat] + view.purses[seat])

    def guess(self, view: Any, seat: int, past: Sequence[Event], dice: Dice) -> Any:
        return guess(view, seat, past, dice)


def cell(points: int | Hidden) -> int | Text:
    """Return points for the score sheet, masked if they are hidden."""
    return verbatim("?") if isinstance(points, Hidden) else points


GAME = TheFair()
