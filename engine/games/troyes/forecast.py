"""Forecast of the dice and money of the next round. It is exact if citizens and money do not change
before the next round."""

from __future__ import annotations

from attrs import frozen

from engine.games.troyes.state import Town


@frozen
class Forecast:
    """The dice and money of a seat in the next round with its current citizens (TRO-5.2, 5.6).

    `dice` are the numbers of red, white and yellow dice. `deniers` is the money after income and
    salaries, without further gains in this round. `short` is True if some salaries cannot be paid
    (TRO-5.3).
    """

    dice: tuple[int, ...]
    salary: int
    deniers: int
    short: bool


def forecast(state: Town, seat: int) -> Forecast:
    """Return the dice and money that the seat will have in the next round if its citizens and its
    money do not change before then."""
    dice = tuple(state.citizens_in(seat, building.index) for building in state.box.buildings)
    money = state.deniers[seat] + state.purse[seat] + state.box.income
    salary = state.salary(seat)
    return Forecast(dice, salary, max(0, money - salary), salary > money)


def coming_round(state: Town) -> int:
    """Return the number of the next round with income and dice. It is 1 until the income of the
    first round has been paid, and greater than `state.rounds` in the last round."""
    return 1 if state.step == "placement" else state.round + 1
