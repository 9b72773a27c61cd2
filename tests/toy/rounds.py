"""Rounds of the fair: secret dice and bids, then a turn for each."""

from __future__ import annotations

from engine.core.step import RuleStep, together
from engine.i18n.text import words
from tests.toy.commands import Act
from tests.toy.state import ACTIONS, DICE, ROUNDS, SKULL, Fair
from tests.toy.steps import Bid, Throw, score


class BeginRound(RuleStep[Fair]):
    """Begin a round with dice and bids behind screens, each seat at its own pace (TOY-2)."""

    def run(self, state: Fair) -> None:
        if state.round == ROUNDS:
            state.push(End())
            return
        state.round += 1
        state.lifted = False
        state.dice = [[] for _ in range(state.seats)]
        state.skulls = [0] * state.seats
        state.bids = [0] * state.seats
        seats = [(seat, [Throw(seat, 1, DICE), Bid(seat)]) for seat in range(state.seats)]
        state.push(together(*seats, revealed=words("The screens have been lifted.")), Lift())


class Lift(RuleStep[Fair]):
    """Reveal dice and bids: points for faces, bids are paid, turns follow (TOY-4)."""

    def run(self, state: Fair) -> None:
        state.lifted = True
        for seat in range(state.seats):
            score(state, seat, len(set(state.dice[seat]) - {SKULL}), "TOY-4")
            state.purses[seat] -= state.bids[seat]
        first = max(range(state.seats), key=lambda seat: (state.bids[seat], -seat))
        order = [(first + k) % state.seats for k in range(state.seats)]
        state.push(*(Turn(seat) for seat in order), BeginRound())


class Turn(RuleStep[Fair]):
    """A seat's turn of three actions (TOY-5)."""

    seat: int

    def run(self, state: Fair) -> None:
        state.begin_turn(self.seat)
        state.actions = ACTIONS
        state.announce("TOY-5", self.seat, "It is {seat}'s turn.")
        state.push(Act(self.seat))


class End(RuleStep[Fair]):
    """Show the points and end the game (TOY-12)."""

    def run(self, state: Fair) -> None:
        state.over = True
        state.active = -1
        state.reveal(words("The points have been shown."))
        state.announce("TOY-12", -1, "The fair is over.")
