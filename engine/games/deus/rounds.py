"""Turns and rounds: one action per turn (section 4)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Final

from engine.core.chance import Dice
from engine.core.command import Command, Menu, Pick
from engine.core.event import Value
from engine.core.hidden import Hidden
from engine.core.step import FOR_EVER, RuleStep
from engine.errors import Refusal
from engine.games.deus.building import BUILD, WILDCARD, Build, BuildFaceDown
from engine.games.deus.drawing import refill
from engine.games.deus.offering import OFFER, Offer, redacted_offering
from engine.games.deus.placement import buildable
from engine.games.deus.scoring import finish
from engine.games.deus.state import World
from engine.i18n.text import words

RedactedPick = tuple[Value | Hidden | tuple[str | Hidden, ...], ...]
"""A pick with `Hidden` in place of the cards that other players may not see."""

BUILDING: Final = Build()
OFFERING: Final = Offer()
COMMANDS: Final[tuple[Command[World], ...]] = (BUILDING, OFFERING, BuildFaceDown())
WITHOUT_WILDCARD: Final = COMMANDS[:2]


CANNOT_BUILD: Final = "cannot_build"
FIRST_CARD: Final = "first_card"
"""Situation, for the coach, of a seat that can build but has no cards in its columns yet."""


class Turn(Menu[World]):
    """D3: build or make an offering. Passing is not possible (DEU-4.2).

    The log never shows other players which card was built face down, nor the cards below the top of
    an offering.
    """

    rules = ("DEU-4.2", "DEU-4.3", "DEU-11.13", "DEU-22.6")
    secrecy = FOR_EVER
    needs_hand = True
    asks = words("What do you do?")
    situations = (CANNOT_BUILD, FIRST_CARD)

    def situation(self, state: World) -> str:
        if not buildable(state, self.seat):
            return CANNOT_BUILD
        return "" if any(state.columns[self.seat]) else FIRST_CARD

    def commands(self, state: World) -> Sequence[Command[World]]:
        return COMMANDS if state.wildcard_variant else WITHOUT_WILDCARD

    def sample(self, state: World, dice: Dice) -> Pick:
        """Return a random pick. Without the wildcard variant, a faster method is used."""
        if state.wildcard_variant:
            return super().sample(state, dice)
        cards = buildable(state, self.seat)
        if cards and dice.below(BUILDING.weight + OFFERING.weight) < BUILDING.weight:
            return (BUILD, *BUILDING.sample_of(state, self.seat, cards, dice))
        return (OFFER, *OFFERING.sample(state, self.seat, dice))

    def apply(self, state: World, pick: Pick) -> None:
        state.push(end_of_turn(self.seat))
        super().apply(state, pick)

    def refuse(self, state: World, pick: Value) -> Refusal:
        """Return the reason why a pick is illegal. If the pick has parts after the command's key,
        the reason concerns these parts, not the command as a whole."""
        command = self.command(state, pick)
        if command is None or not isinstance(pick, tuple) or len(pick) < 2:
            return super().refuse(state, pick)
        return command.refuse(state, self.seat, pick[1:])

    def redacted(self, pick: Pick, reader: int | None) -> RedactedPick:
        match pick:
            case ("offer", tuple(offered)):
                return (OFFER, redacted_offering(offered))
            case ("wildcard", _, *rest):
                return (WILDCARD, Hidden(), *rest)
        return pick


turn_of: Final = cache(Turn)
"""Cached constructor, so that all matches share equal steps."""


class EndOfTurn(RuleStep[World]):
    """Refill an empty hand at once (DEU-4.4), then begin the next turn."""

    rules = ("DEU-4.1", "DEU-4.4", "DEU-20.2", "DEU-20.6")

    seat: int

    def run(self, state: World) -> None:
        """Refill an empty hand before the next turn begins, because `next_turn` may end the game,
        and no cards could be drawn after that."""
        if not len(state.hands[self.seat]):
            state.push(refill(self.seat, "DEU-4.4"), NextTurn(self.seat))
        else:
            next_turn(state, self.seat)


end_of_turn: Final = cache(EndOfTurn)
"""Cached constructor, so that all matches share equal steps."""


class NextTurn(RuleStep[World]):
    """Begin the turn of the seat after `seat` once the hand of `seat` has been refilled
    (DEU-4.1)."""

    rules = ("DEU-4.1", "DEU-20.2", "DEU-20.6")

    seat: int

    def run(self, state: World) -> None:
        next_turn(state, self.seat)


def next_turn(state: World, seat: int) -> None:
    """Begin the turn of the seat after `seat`. If that seat is the first player, end the round
    first, which may end the game (DEU-4.1)."""
    following = state.after(seat)
    if following == state.first and not end_round(state):
        return
    state.begin_turn(following)
    state.push(turn_of(following))


def end_round(state: World) -> bool:
    """End the round, then begin another one or end the game. Return whether another one begins
    (DEU-20.2, DEU-20.6)."""
    state.idle = 0 if state.constructions else state.idle + 1
    state.constructions = 0
    if state.round == state.final_round:
        finish(state)
        return False
    if state.idle >= state.box.idle_rounds:
        state.announce_plural(
            "DEU-20.6",
            -1,
            "Nobody has built anything for {n} round.",
            "Nobody has built anything for {n} rounds.",
            state.idle,
        )
        finish(state)
        return False
    begin_round(state)
    return True


def begin_round(state: World) -> None:
    state.round += 1
    if state.round == state.final_round:
        state.announce("DEU-4.1", -1, "Round {n}, the last one.", n=state.round)
    else:
        state.announce("DEU-4.1", -1, "Round {n}.", n=state.round)
