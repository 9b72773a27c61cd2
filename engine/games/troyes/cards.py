"""What Activity cards do (sections 11 to 13)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from attrs import frozen

from engine.core.step import Decision, Place
from engine.core.wording import series
from engine.errors import Refusal
from engine.games.troyes.box import (
    CATHEDRAL_PAIRS,
    CHOOSE_BUILDING,
    CONTEST,
    CUBES_PER_RED_DIE,
    EVENT_CUBES,
    EVENTS_WITH_CUBE,
    EXCHANGE,
    LEVY,
    MOST_DICE,
    RED_DICE,
    ROLL,
    YELLOW_DICE,
    Card,
)
from engine.games.troyes.cubes import ArcherNext, NextCube
from engine.games.troyes.dice import COLOUR, DISTRICTS, NEUTRAL, RED, WHITE, YELLOW
from engine.games.troyes.state import Town
from engine.games.troyes.wording import cubes, deniers, influence, points, times
from engine.i18n.text import Seat, Text, words


def payable(state: Town, seat: int, card: Card, money: int) -> int | None:
    """How many activations a seat could pay with so much money left and its influence (TRO-11.11);
    None where they have no price. The Diplomat pays as each cube is placed: one is enough."""
    most: int | None = None
    if card.pay_deniers:
        most = money // card.pay_deniers
    if card.pay_influence:
        held = state.influence[seat] // card.pay_influence
        if card.ability == EVENT_CUBES:
            return None if held else 0
        most = held if most is None else min(most, held)
    return most


def has_choice_of_number(card: Card) -> bool:
    """Whether fewer activations than allowed can be taken beforehand: cards that ask cube by cube
    are stopped then (TRO-12.14)."""
    return card.ability not in (CUBES_PER_RED_DIE, EVENT_CUBES)


def activate(state: Town, seat: int, card: Card, number: int) -> None:
    """The effect of so many activations, after hire and group (TRO-11.10, 11.13)."""
    if card.delayed:
        state.add_cubes(card.position, seat, number)
        if state.story is not None:
            state.tell(
                "TRO-13.1", seat, "{seat} puts {cubes} on {card}.", cubes=cubes(number), card=card
            )
        return
    _EFFECTS[card.ability](state, seat, card, number)


def _tell(state: Town, rule: str, seat: int, gains: Sequence[Text]) -> None:
    if state.story is not None:
        state.tell(rule, seat, "{seat} gains {gains}.", gains=series(gains))


_RULES: Final[Mapping[str, str]] = {
    "artisan": "TRO-12.1",
    "merchant": "TRO-12.2",
    "innkeeper": "TRO-12.4",
    "journeyman": "TRO-12.5",
    "goldsmith": "TRO-12.6",
    "sculptor": "TRO-12.6",
    "pilgrimage": "TRO-12.7",
    "hunting": "TRO-12.15",
    "mercenary": "TRO-12.15",
    "troubadour": "TRO-12.17",
}


def _exchange(state: Town, seat: int, card: Card, number: int) -> None:
    """Pay and gain fixed amounts (TRO-12.1 to 12.7, 12.15, 12.17)."""
    rule = _RULES[card.id]
    if card.pay_influence:
        state.influence[seat] -= number * card.pay_influence
    if card.pay_deniers:
        state.pay_bank(seat, number * card.pay_deniers)
    if state.story is not None and (card.pay_influence or card.pay_deniers):
        paid = (
            influence(number * card.pay_influence)
            if card.pay_influence
            else deniers(number * card.pay_deniers)
        )
        state.tell(rule, seat, "{seat} pays {paid}.", paid=paid)
    gains = []
    if card.gain_deniers:
        state.gain_deniers(seat, number * card.gain_deniers)
        gains.append(deniers(number * card.gain_deniers))
    if card.gain_influence:
        state.gain_influence(seat, number * card.gain_influence)
        gains.append(influence(number * card.gain_influence))
    if card.gain_vp:
        state.gain_vp(seat, number * card.gain_vp)
        gains.append(points(number * card.gain_vp))
    _tell(state, rule, seat, gains)


def _choose_building(state: Town, seat: int, card: Card, number: int) -> None:
    """Deniers for own citizens in one of two buildings (TRO-12.3)."""
    state.push(ChooseBuildings(seat, card.index, number))


def _cathedral_pairs(state: Town, seat: int, card: Card, number: int) -> None:
    """VP for each complete pair of own cubes (TRO-12.8)."""
    gained = number * card.amount * (state.cathedral_cubes(seat) // 2)
    state.gain_vp(seat, gained)
    _tell(state, "TRO-12.8", seat, [points(gained)])


def contest_winners(state: Town, seat: int, contest: str) -> list[int]:
    """The players who win a contest that a seat calls: if nobody, gray included, is ahead of it,
    it and all that are tied with it (TRO-12.9, 12.10)."""
    if contest == MOST_DICE:
        strengths = [len(faces) for faces in state.dice]
    else:
        strengths = [state.red_total(district) for district in range(DISTRICTS)]
    own = strengths[seat]
    if not own or own < max(strengths):
        return []
    return [one for one in range(state.seats) if strengths[one] == own]


def _contest(state: Town, seat: int, card: Card, number: int) -> None:
    """VP for whoever has most in the district (TRO-12.9, 12.10)."""
    rule = "TRO-12.9" if card.contest == MOST_DICE else "TRO-12.10"
    winners = contest_winners(state, seat, card.contest)
    if not winners:
        state.tell(rule, seat, "{card}: nobody gains anything.", card=card)
    for winner in winners:
        state.gain_vp(winner, number * card.gain_vp)
        _tell(state, rule, winner, [points(number * card.gain_vp)])


def _levy(state: Town, seat: int, card: Card, number: int) -> None:
    """Others pay for their citizens in the City Hall, the bank for gray ones (TRO-12.16)."""
    for other in state.clockwise(seat)[1:]:
        due = number * card.amount * state.standing(other, YELLOW)
        paid = min(due, state.deniers[other])
        state.deniers[other] -= paid
        state.deniers[seat] += paid
        if due and state.story is not None:
            state.tell(
                "TRO-12.16",
                other,
                "{other} pays {seat} {deniers}.",
                other=Seat(other),
                seat=Seat(seat),
                deniers=deniers(paid),
            )
    gray = number * card.amount * state.standing(NEUTRAL, YELLOW)
    state.gain_deniers(seat, gray)
    if gray:
        _tell(state, "TRO-12.16", seat, [deniers(gray)])


def _events_with_cube(state: Town, seat: int, card: Card, number: int) -> None:
    """VP for each event with an own cube (TRO-12.18)."""
    gained = number * card.amount * sum(seat in owners for owners in state.flags)
    state.gain_vp(seat, gained)
    _tell(state, "TRO-12.18", seat, [points(gained)])


def _yellow_dice(state: Town, seat: int, card: Card, number: int) -> None:
    """Deniers for each yellow die on the square (TRO-23.2)."""
    lying = sum(COLOUR[face] == YELLOW for faces in state.dice for face in faces)
    state.gain_deniers(seat, number * card.amount * lying)
    _tell(state, "TRO-23.2", seat, [deniers(number * card.amount * lying)])


def _red_dice(state: Town, seat: int, card: Card, number: int) -> None:
    """VP for each red die of the district that has most (TRO-23.4)."""
    gained = number * card.amount * max(state.red_dice(one) for one in range(DISTRICTS))
    state.gain_vp(seat, gained)
    _tell(state, "TRO-23.4", seat, [points(gained)])


def _roll(state: Town, seat: int, card: Card, number: int) -> None:
    """Rolls that may put cubes on events (TRO-12.11)."""
    state.push(ArcherNext(seat, card.index, number))


def _cubes_per_red_die(state: Town, seat: int, card: Card, number: int) -> None:
    """Cubes on events for each red die left in the own district (TRO-12.12)."""
    most = number * card.amount * state.red_dice(seat)
    if not most:
        state.tell("TRO-12.12", seat, "No red die is left in the district: no cube.")
    state.push(NextCube(seat, card.index, most, False))


def _event_cubes(state: Town, seat: int, card: Card, number: int) -> None:
    """Cubes on events, each for influence (TRO-12.13)."""
    state.push(NextCube(seat, card.index, number * card.amount, True))


_EFFECTS: Final[Mapping[str, Callable[[Town, int, Card, int], None]]] = {
    EXCHANGE: _exchange,
    CHOOSE_BUILDING: _choose_building,
    CATHEDRAL_PAIRS: _cathedral_pairs,
    CONTEST: _contest,
    LEVY: _levy,
    EVENTS_WITH_CUBE: _events_with_cube,
    YELLOW_DICE: _yellow_dice,
    RED_DICE: _red_dice,
    ROLL: _roll,
    CUBES_PER_RED_DIE: _cubes_per_red_die,
    EVENT_CUBES: _event_cubes,
}


# ---------------------------------------------------------------------- Miller (D14)


@frozen
class ChooseBuildings(Decision[Town, int]):
    """D14: how many of the activations count the citizens in the Palace; the others count those in
    the Bishopric (TRO-12.3). Nothing changes between them, so all are asked for at once."""

    rules = ("TRO-12.3", "TRO-11.13")
    asks = words("Citizens of which building do you count?")

    card: int
    number: int

    def options(self, state: Town) -> Sequence[int]:
        """Each number, the best building first."""
        more = state.standing(self.seat, RED) >= state.standing(self.seat, WHITE)
        numbers = range(self.number + 1)
        return list(reversed(numbers)) if more else list(numbers)

    def gain(self, state: Town, pick: int) -> int:
        """What so many activations for the Palace bring."""
        palace = pick * state.standing(self.seat, RED)
        bishopric = (self.number - pick) * state.standing(self.seat, WHITE)
        return state.box.cards[self.card].amount * (palace + bishopric)

    def apply(self, state: Town, pick: int) -> None:
        gained = self.gain(state, pick)
        state.gain_deniers(self.seat, gained)
        _tell(state, "TRO-12.3", self.seat, [deniers(gained)])

    def label(self, state: Town, chosen: tuple[Any, ...]) -> Text:
        palace, bishopric = chosen[-1], self.number - chosen[-1]
        names = [state.box.buildings[colour].names for colour in (RED, WHITE)]
        gain = deniers(self.gain(state, palace))
        if palace and bishopric:
            return words(
                "{palace} {n}, {bishopric} {m}: {gain}",
                palace=names[0],
                n=times(palace),
                bishopric=names[1],
                m=times(bishopric),
                gain=gain,
            )
        name = names[0] if palace else names[1]
        return words("{building} {n}: {gain}", building=name, n=times(self.number), gain=gain)

    def target(self, state: Town, chosen: tuple[Any, ...]) -> Place | None:
        if chosen[-1] == self.number:
            return ("building", "palace")
        return ("building", "bishopric") if not chosen[-1] else None

    def refuse(self, state: Town, pick: Any) -> Refusal:
        return Refusal("TRO-12.3", words("Choose a number from 0 to {most}.", most=self.number))
