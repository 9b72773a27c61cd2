"""Effects of Activity cards (sections 11 to 13 and 23)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from engine.core.event import Value
from engine.core.step import Decision, Place
from engine.errors import Refusal, forbidden
from engine.games.troyes import component_types
from engine.games.troyes.abilities import cost_words, gains_words
from engine.games.troyes.component_types import Card
from engine.games.troyes.cubes import ArcherNext, NextCube
from engine.games.troyes.dice import (
    COLOUR,
    DISTRICTS,
    NEUTRAL,
    RED,
    WHITE,
    YELLOW,
    number_of_red,
    total_of_red,
)
from engine.games.troyes.state import Town
from engine.games.troyes.wording import cubes, deniers, points, times
from engine.i18n.text import Seat, Text, words


def payable(state: Town, seat: int, card: Card, money: int) -> int | None:
    """Return the maximum number of activations for which the seat can pay with `money` and its
    influence (TRO-11.11). Return None if the number is not limited.

    For the Diplomat, the seat pays per cube, so the price of one cube is enough.
    """
    most = money // card.pay_deniers if card.pay_deniers else None
    if card.pay_influence:
        held = state.influence[seat] // card.pay_influence
        if card.ability == component_types.EVENT_CUBES:
            return None if held else 0
        most = held if most is None else min(most, held)
    return most


def has_choice_of_number(card: Card) -> bool:
    """Whether the player can choose in advance to use fewer activations than possible. With
    Chivalry and the Diplomat, the player decides cube by cube when to stop instead (TRO-12.14)."""
    return card.ability not in (component_types.CUBES_PER_RED_DIE, component_types.EVENT_CUBES)


def activate(state: Town, seat: int, card: Card, number: int) -> None:
    """Apply `number` activations, after the citizen has been hired and the dice have been taken
    (TRO-11.10, 11.13)."""
    if card.modifier is None:
        _EFFECTS[card.ability](state, seat, card, number)
        return
    state.add_cubes(card.position, seat, number)
    state.announce(
        "TRO-13.1", seat, "{seat} puts {cubes} on {card}.", cubes=cubes(number), card=card
    )


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
    """Pay and gain fixed amounts per activation (TRO-12.1, 12.2, 12.4 to 12.7, 12.15, 12.17)."""
    state.influence[seat] -= number * card.pay_influence
    state.pay_bank(seat, number * card.pay_deniers)
    state.gain_deniers(seat, number * card.gain_deniers)
    state.gain_influence(seat, number * card.gain_influence)
    state.gain_vp(seat, number * card.gain_vp)
    if state.notes is not None:
        rule, paid = _RULES[card.id], cost_words(card, number)
        if paid is not None:
            state.announce(rule, seat, "{seat} pays {paid}.", paid=paid)
        state.announce(rule, seat, "{seat} gains {gains}.", gains=gains_words(card, number))


def _gain_deniers(state: Town, rule: str, seat: int, amount: int) -> None:
    state.gain_deniers(seat, amount)
    _announce_gain(state, rule, seat, amount, deniers(amount))


def _gain_vp(state: Town, rule: str, seat: int, amount: int) -> None:
    state.gain_vp(seat, amount)
    _announce_gain(state, rule, seat, amount, points(amount))


def _announce_gain(state: Town, rule: str, seat: int, amount: int, gains: Text) -> None:
    if amount:
        state.announce(rule, seat, "{seat} gains {gains}.", gains=gains)
    else:
        state.announce(rule, seat, "{seat} gains nothing.")


def _choose_building(state: Town, seat: int, card: Card, number: int) -> None:
    """Let the seat choose, for each activation, the building in which its citizens are counted
    (TRO-12.3)."""
    state.push(ChooseBuildings(seat, card.index, number))


def _cathedral_pairs(state: Town, seat: int, card: Card, number: int) -> None:
    """Gain VP for each complete pair of the seat's cubes in the cathedral (TRO-12.8)."""
    pairs = state.cathedral_cubes(seat) // 2
    _gain_vp(state, "TRO-12.8", seat, number * card.amount * pairs)


def contest_winners(state: Town, seat: int, contest: str) -> list[int]:
    """Return the seats that gain from a contest of the kind `contest` that `seat` has started:
    `seat` and all seats that are tied with it. There are none if another district, including the
    neutral one, is ahead, or if `seat` has nothing that counts (TRO-12.9, 12.10)."""
    if contest == component_types.MOST_DICE:
        strengths = [len(faces) for faces in state.dice]
    else:
        strengths = [total_of_red(faces) for faces in state.dice[:DISTRICTS]]
    own = strengths[seat]
    if not own or own < max(strengths):
        return []
    return [other for other in range(state.seats) if strengths[other] == own]


def _contest(state: Town, seat: int, card: Card, number: int) -> None:
    """Give VP to the winners of the card's contest (TRO-12.9, 12.10)."""
    rule = "TRO-12.9" if card.contest == component_types.MOST_DICE else "TRO-12.10"
    winners = contest_winners(state, seat, card.contest)
    if not winners:
        state.announce(rule, seat, "{card}: nobody gains anything.", card=card)
    for winner in winners:
        _gain_vp(state, rule, winner, number * card.gain_vp)


def _levy(state: Town, seat: int, card: Card, number: int) -> None:
    """Collect deniers from other players for their citizens in the City Hall, as far as they can
    pay, and from the bank for the grey citizens there (TRO-12.16)."""
    for other in state.clockwise(seat)[1:]:
        gain = number * card.amount * state.citizens_in(other, YELLOW)
        paid = min(gain, state.deniers[other])
        state.deniers[other] -= paid
        state.deniers[seat] += paid
        if gain:
            state.announce(
                "TRO-12.16",
                other,
                "{other} pays {deniers} to {seat}.",
                other=Seat(other),
                seat=Seat(seat),
                deniers=deniers(paid),
            )
    gray = state.citizens_in(NEUTRAL, YELLOW)
    if gray:
        _gain_deniers(state, "TRO-12.16", seat, number * card.amount * gray)


def _events_with_cube(state: Town, seat: int, card: Card, number: int) -> None:
    """Gain VP for each event with at least one of the seat's cubes (TRO-12.18)."""
    events = sum(seat in owners for owners in state.flags)
    _gain_vp(state, "TRO-12.18", seat, number * card.amount * events)


def _yellow_dice(state: Town, seat: int, card: Card, number: int) -> None:
    """Gain deniers for each yellow die on the city square (TRO-23.2)."""
    yellow_dice = sum(COLOUR[face] == YELLOW for faces in state.dice for face in faces)
    _gain_deniers(state, "TRO-23.2", seat, number * card.amount * yellow_dice)


def _red_dice(state: Town, seat: int, card: Card, number: int) -> None:
    """Gain VP for each red die in the district with the most red dice (TRO-23.4)."""
    most = max(map(number_of_red, state.dice[:DISTRICTS]))
    _gain_vp(state, "TRO-23.4", seat, number * card.amount * most)


def _roll(state: Town, seat: int, card: Card, number: int) -> None:
    """Let the seat roll a die for each activation, and place cubes on events after a hit
    (TRO-12.11)."""
    state.push(ArcherNext(seat, card.index, number))


def _cubes_per_red_die(state: Town, seat: int, card: Card, number: int) -> None:
    """Let the seat place cubes on events for each red die left in its district (TRO-12.12)."""
    most = number * card.amount * number_of_red(state.dice[seat])
    if not most:
        state.announce("TRO-12.12", seat, "{seat} has no red die left and places no cubes.")
    state.push(NextCube(seat, card.index, most, False))


def _event_cubes(state: Town, seat: int, card: Card, number: int) -> None:
    """Let the seat place cubes on events, each for a price in influence (TRO-12.13)."""
    state.push(NextCube(seat, card.index, number * card.amount, True))


_EFFECTS: Final[Mapping[str, Callable[[Town, int, Card, int], None]]] = {
    component_types.EXCHANGE: _exchange,
    component_types.CHOOSE_BUILDING: _choose_building,
    component_types.CATHEDRAL_PAIRS: _cathedral_pairs,
    component_types.CONTEST: _contest,
    component_types.LEVY: _levy,
    component_types.EVENTS_WITH_CUBE: _events_with_cube,
    component_types.YELLOW_DICE: _yellow_dice,
    component_types.RED_DICE: _red_dice,
    component_types.ROLL: _roll,
    component_types.CUBES_PER_RED_DIE: _cubes_per_red_die,
    component_types.EVENT_CUBES: _event_cubes,
}


# ---------------------------------------------------------------------- Miller (D14)


class ChooseBuildings(Decision[Town, int]):
    """D14: choose how many activations count citizens in the Palace. All others count citizens in
    the Bishopric (TRO-12.3).

    The buildings of all activations are chosen at once, because nothing changes between them.
    """

    rules = ("TRO-12.3", "TRO-11.13")
    asks = words("Which building's citizens do you count?")

    card: int
    number: int

    def options(self, state: Town) -> Sequence[int]:
        """Return every possible number of activations that count citizens in the Palace. The first
        option counts citizens only in the better building."""
        more = state.citizens_in(self.seat, RED) >= state.citizens_in(self.seat, WHITE)
        numbers = range(self.number + 1)
        return list(reversed(numbers)) if more else list(numbers)

    def gain(self, state: Town, pick: int) -> int:
        """Return the deniers gained if `pick` activations count citizens in the Palace."""
        palace = pick * state.citizens_in(self.seat, RED)
        bishopric = (self.number - pick) * state.citizens_in(self.seat, WHITE)
        return state.box.cards[self.card].amount * (palace + bishopric)

    def apply(self, state: Town, pick: int) -> None:
        _gain_deniers(state, "TRO-12.3", self.seat, self.gain(state, pick))

    def label(self, state: Town, chosen: tuple[int, ...]) -> Text:
        palace, bishopric = chosen[-1], self.number - chosen[-1]
        red, white = (state.box.buildings[colour] for colour in (RED, WHITE))
        gain = deniers(self.gain(state, palace))
        if palace and bishopric:
            return words(
                "{palace} {n}, {bishopric} {m}: {gain}",
                palace=red,
                n=times(palace),
                bishopric=white,
                m=times(bishopric),
                gain=gain,
            )
        building = red if palace else white
        return words("{building} {n}: {gain}", building=building, n=times(self.number), gain=gain)

    def target(self, state: Town, chosen: tuple[int, ...]) -> Place | None:
        """Return the building if only one of the two is counted; None otherwise."""
        if chosen[-1] == self.number:
            return ("building", "palace")
        return ("building", "bishopric") if not chosen[-1] else None

    def refuse(self, state: Town, pick: Value) -> Refusal:
        return forbidden("TRO-12.3", "Choose a number from 0 to {most}.", most=self.number)
