"""Playout policy: rules of thumb that take a fraction of a millisecond.

Nothing is simulated. Dice, money and gains are valued in VP, and the policy chooses the pick with
the greatest net gain, to which a little noise is added.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Any, Final

from attrs import define, field

from engine.core.chance import Dice
from engine.core.event import Value
from engine.core.step import Decision
from engine.errors import Refusal
from engine.games.troyes import component_types
from engine.games.troyes.actions import STAYS, Activate, Build, Farm, Fight
from engine.games.troyes.activity_cards import has_choice_of_number, payable
from engine.games.troyes.black_dice import (
    DEFEAT,
    YIELD,
    FaceBlackDie,
    fewest,
    tightest_dice,
    total_strength,
)
from engine.games.troyes.bots.cheapest_groups import (
    DELAYED_CUBE_WORTH,
    DENIER_COST,
    MAX_TOTAL,
    PIP_COST,
    UNREACHABLE_COST,
    CheapestGroups,
    Names,
    cheapest_groups,
    die_names,
)
from engine.games.troyes.bots.evaluation import (
    CITIZEN_WORTH,
    INFLUENCE_WORTH,
    MUCH_INFLUENCE,
    STARTED_EVENT_SHARE,
    TRADESMAN_WORTH,
)
from engine.games.troyes.component_types import Card, EventCard
from engine.games.troyes.cubes import STOP, ArcherCube, PlaceCube
from engine.games.troyes.dice import (
    ANY,
    COLOUR,
    DIE_NAMES,
    DIE_OF,
    NEUTRAL,
    VALUE,
    WHITE,
    YELLOW,
    number_of_red,
    total_of_red,
)
from engine.games.troyes.events import completion
from engine.games.troyes.group_rules import form_group
from engine.games.troyes.groups import NO_CUBE
from engine.games.troyes.influence import FLIP, RECRUIT
from engine.games.troyes.placement import PlaceCitizen, entry, is_protected
from engine.games.troyes.setup import PlaceFirst
from engine.games.troyes.state import FREE, NO_CARD, SUPPLY, Town
from engine.games.troyes.turn import PASS_PICK, TakeTurn

SPARE_INFLUENCE: Final = 0.05
CUBE_ON_EVENT: Final = 1.2
"""Value in VP of another cube on the best event."""
HIT: Final = 4 / 6
MAX_NOISE: Final = 0.5
"""Maximum noise added to the value of a pick, in VP."""

UNUSED_DICE_SHARE: Final = 0.8
"""Share of the value of the seat's dice that is lost when the seat passes."""
FLIP_MARGIN: Final = 0.4
"""Gain in VP that is required for flipping dice, in addition to the price in influence."""
LEVEL_WORTH: Final = 1.5
"""Value in VP of the seat's first cube on a level of the cathedral."""
LAST_DENIER: Final = 0.1
EXPULSION_WORTH: Final = 0.6
"""Value in VP of expelling another player's citizen, per round to come."""


def quick(state: Town, decision: Decision[Town, Any], dice: Dice) -> Value:
    """Return a legal pick for any decision of the game in a fully known state."""
    match decision:
        case TakeTurn(seat=seat):
            return _Turn(state, seat, dice).pick()
        case FaceBlackDie(seat=seat):
            return _black_die_pick(state, seat)
        case PlaceFirst():
            return _best_starting_space(state, decision, dice)
        case PlaceCube() | ArcherCube():
            return _best_event(state, decision)
    options: Sequence[Value] = decision.options(state)
    return options[0] if len(options) == 1 else dice.pick(options)


# ---------------------------------------------------------------- small decisions


def _black_die_pick(state: Town, seat: int) -> Value:
    """Return the pick that discards the `fewest` or the `tightest_dice` against the highest black
    die, whichever are worth less. If the seat's dice cannot reach it, return the pick that takes
    the penalty."""
    target = state.black[0]
    if total_strength(state, seat) < target:
        return (YIELD,)
    ways: tuple[Names, ...] = (fewest(state, seat, target), tightest_dice(state, seat, target))
    best: Names = min(ways, key=_dice_value)
    return (DEFEAT, tuple(sorted(best)))


def _dice_value(names: Names) -> float:
    return sum(
        PIP_COST[COLOUR[face]] * VALUE[face] for _, face, _ in map(DIE_OF.__getitem__, names)
    )


def _best_starting_space(state: Town, decision: PlaceFirst, dice: Dice) -> Value:
    """Return the space with the highest value, to which noise is added. In the Bishopric and the
    City Hall, spaces with lower indices are preferred."""
    index = state.box.place_index

    def worth(name: str) -> float:
        building, cell = divmod(index[name], component_types.SPACES_PER_BUILDING)
        own = state.citizens_in(decision.seat, building)
        return (
            CITIZEN_WORTH[building]
            - 0.2 * own
            - 0.1 * cell * (building > 0)
            + MAX_NOISE * dice.fraction()
        )

    return max(decision.options(state), key=worth)


def _best_event(state: Town, decision: PlaceCube | ArcherCube) -> Value:
    events = [pick for pick in decision.options(state) if pick != STOP]
    return max(events, key=lambda id: _cubes_gain(state, decision.seat, state.box.event(id), 1))


@lru_cache(maxsize=8192)
def _expected_vp(event: EventCard, owners: tuple[int, ...], seat: int) -> float:
    if seat not in owners:
        return 0.0
    full = len(owners) >= event.flags
    share = completion(event, owners).vp.get(seat, 0)
    if full:
        return float(share)
    part = STARTED_EVENT_SHARE * len(owners) / event.flags
    return max(1.0, part * share + 0.2 * owners.count(seat))


def _cubes_gain(state: Town, seat: int, event: EventCard, number: int) -> float:
    """Return the expected VP that the seat gains from `number` more cubes on an event."""
    owners = state.flags[state.row.index(event.index)]
    return _expected_vp(event, owners + (seat,) * number, seat) - _expected_vp(event, owners, seat)


# ---------------------------------------------------------------- the turn


@define(eq=False)
class _Turn:
    """Evaluator of the options of a seat in its turn, which remembers the best one so far."""

    state: Town
    seat: int
    dice: Dice
    to_come: int = field(init=False)
    influence: float = field(init=False)
    """Value in VP of another point of influence."""
    money: int = field(init=False)
    best: float = field(init=False)
    chosen: Value = field(init=False)

    def __attrs_post_init__(self) -> None:
        state, seat = self.state, self.seat
        self.to_come = state.rounds - state.round
        little = self.to_come and state.influence[seat] < MUCH_INFLUENCE
        self.influence = INFLUENCE_WORTH if little else SPARE_INFLUENCE
        self.money = state.deniers[seat]
        own = sum(PIP_COST[COLOUR[face]] * VALUE[face] for face in state.dice[seat])
        self.best, self.chosen = (
            DENIER_COST * state.box.pass_first - UNUSED_DICE_SHARE * own,
            PASS_PICK,
        )

    def pick(self) -> Value:
        """Return a use of influence if one is useful. Otherwise, return the action with the highest
        value, to which noise is added, or a pass if passing is worth more."""
        state, seat = self.state, self.seat
        with_influence = self._influence()
        if with_influence is not None:
            return with_influence
        groups = cheapest_groups(state, seat)
        cards = state.box.cards
        for index in state.cards:
            if index != NO_CARD:
                self._card(cards[index], groups)
        for place, index in enumerate(state.row):
            self._event(state.box.events[index], len(state.flags[place]), groups)
        self._farm(groups[YELLOW])
        self._cathedral()
        self._citizen()
        return self.chosen

    def _is_best(self, gain: float) -> bool:
        gain += MAX_NOISE * self.dice.fraction()
        if gain <= self.best:
            return False
        self.best = gain
        return True

    def _influence(self) -> Value | None:
        """Return the pick that recruits if no citizen is available, or that flips up to three low
        dice; None if neither is useful."""
        state, seat = self.state, self.seat
        held = state.influence[seat]
        wanted = (
            self.to_come
            and not state.supply[seat]
            and not any(seat in colours for colours in state.lying)
        )
        if wanted and state.reserve[seat] and held >= state.box.recruit_cost:
            return (RECRUIT,)
        if held < state.box.flip_cost:
            return None
        low = sorted(state.dice[seat], key=VALUE.__getitem__)[: state.box.flip_most]
        low = [face for face in low if 2 * VALUE[face] < 7]
        gain = sum(PIP_COST[COLOUR[face]] * (7 - 2 * VALUE[face]) for face in low)
        if gain <= state.box.flip_cost * self.influence + FLIP_MARGIN:
            return None
        return (FLIP, tuple(sorted(die_names(seat, sorted(low)))))

    # ------------------------------------------------------------------ uses of dice

    def _card(self, card: Card, groups: list[CheapestGroups]) -> None:
        state, seat = self.state, self.seat
        hired = seat in state.tradesmen[card.position]
        hire = 0 if hired else card.hire
        money = self.money - hire
        place = STAYS if hired else self._free_citizen()
        if money < 0 or place is None:
            return
        fixed = 0.0
        if not hired:
            slot = state.free_slot(card.position)
            fixed = TRADESMAN_WORTH * self.to_come - DENIER_COST * hire
            fixed += card.slots[slot] if slot < len(card.slots) else 0
        each = self._activation_value(card)
        if card.modifier is not None:
            most = 2 + 2 * self.to_come - sum(cubes[seat] for cubes in state.cubes)
        else:
            most = MAX_TOTAL // card.divisor
        colours = range(ANY) if card.dice == ANY else (card.dice,)
        for colour in colours:
            best = groups[colour]
            for number in range(1, MAX_TOTAL // card.divisor + 1):
                price = best.prices[number * card.divisor]
                if price >= UNREACHABLE_COST:
                    break
                names, cube, deniers = best.groups[number * card.divisor]
                able = payable(state, seat, card, money - deniers)
                if deniers > money or (able is not None and able < 1):
                    continue
                times = number if able is None else min(number, able)
                if self._is_best(fixed + each * min(times, most) - price):
                    self._choose_card(card, place, (names, cube), times)

    def _choose_card(self, card: Card, place: str, used: tuple[Names, str], times: int) -> None:
        names, cube = used
        if not has_choice_of_number(card):
            times = self._all_activations(card, used)
        self.chosen = (Activate.key, card.id, cube, tuple(sorted(names)), place, times)

    def _all_activations(self, card: Card, used: tuple[Names, str]) -> int:
        """Return the maximum number of activations with the dice and the cube in `used`, for a card
        with which the player cannot choose a smaller number in advance (TRO-12.14)."""
        names, cube = used
        group = form_group(Activate(), self.state, self.seat, card.head, cube, tuple(sorted(names)))
        assert not isinstance(group, Refusal)
        return Activate().most(self.state, self.seat, card, group)

    def _free_citizen(self) -> str | None:
        """Return the place of an available citizen, expelled or in the supply; None if there is
        none."""
        state, seat = self.state, self.seat
        for building, lying in enumerate(state.lying):
            if seat in lying:
                return f"{state.box.buildings[building].id}.lying"
        return SUPPLY if state.supply[seat] else None

    def _activation_value(self, card: Card) -> float:
        state, seat = self.state, self.seat
        if card.modifier is not None:
            return DELAYED_CUBE_WORTH
        match card.ability:
            case component_types.EXCHANGE:
                return (
                    DENIER_COST * (card.gain_deniers - card.pay_deniers)
                    + self.influence * (card.gain_influence - card.pay_influence)
                    + card.gain_vp
                )
            case component_types.CHOOSE_BUILDING:
                most = max(state.citizens_in(seat, 0), state.citizens_in(seat, 1))
                return DENIER_COST * card.amount * most
            case component_types.CATHEDRAL_PAIRS:
                return float(card.amount * (state.cathedral_cubes(seat) // 2))
            case component_types.CONTEST:
                return card.gain_vp * self._contest_probability(card)
            case component_types.ROLL:
                return HIT * CUBE_ON_EVENT
            case component_types.CUBES_PER_RED_DIE:
                return CUBE_ON_EVENT * card.amount * max(0, number_of_red(state.dice[seat]) - 1)
            case component_types.EVENT_CUBES:
                return CUBE_ON_EVENT - self.influence * card.pay_influence
            case component_types.LEVY:
                owners = state.buildings[YELLOW]
                return DENIER_COST * card.amount * (len(owners) - owners.count(seat))
            case component_types.EVENTS_WITH_CUBE:
                return float(card.amount * sum(seat in owners for owners in state.flags))
            case component_types.YELLOW_DICE:
                return DENIER_COST * card.amount * len([*self._dice_of_colour(YELLOW)])
            case _:
                return float(card.amount * max(map(number_of_red, state.dice[: NEUTRAL + 1])))

    def _dice_of_colour(self, colour: int) -> Iterator[int]:
        return (face for faces in self.state.dice for face in faces if COLOUR[face] == colour)

    def _contest_probability(self, card: Card) -> float:
        """Return a rough probability that the seat's district is still ahead or tied after some of
        its dice have been used."""
        state, seat = self.state, self.seat
        if card.contest == component_types.MOST_DICE:
            own, others = len(state.dice[seat]) - 1, [len(faces) for faces in state.dice]
        else:
            own, others = (
                total_of_red(state.dice[seat]) - card.divisor,
                [total_of_red(faces) for faces in state.dice],
            )
        others[seat] = 1
        return 1.0 if own >= max(others) else 0.1

    def _event(self, event: EventCard, there: int, groups: list[CheapestGroups]) -> None:
        best = groups[event.counter]
        for number in range(1, min(MAX_TOTAL // event.divisor, event.flags - there) + 1):
            price = best.prices[number * event.divisor]
            if price >= UNREACHABLE_COST:
                return
            gain = _cubes_gain(self.state, self.seat, event, number) + self.influence * number
            if self._is_best(gain - price):
                names, cube, _ = best.groups[number * event.divisor]
                self.chosen = (Fight.key, event.id, cube, tuple(sorted(names)), number)

    def _farm(self, best: CheapestGroups) -> None:
        divisor = self.state.box.farm_divisor
        worth = DENIER_COST if self.to_come else LAST_DENIER
        for total in range(divisor, MAX_TOTAL + 1, divisor):
            price = best.prices[total]
            if price >= UNREACHABLE_COST:
                return
            if self._is_best(worth * total / divisor - price):
                names, cube, _ = best.groups[total]
                self.chosen = (Farm.key, cube, tuple(sorted(names)))

    def _cathedral(self) -> None:
        """Consider building the cathedral with up to three of the seat's white dice that fit and
        bring more than their value."""
        state, seat = self.state, self.seat
        heights = list(map(len, state.cathedral))
        lacking = [not state.has_level(seat, level) for level in range(state.box.levels)]
        placed: list[tuple[float, int]] = []
        faces = [face for face in state.dice[seat] if COLOUR[face] == WHITE]
        for face in reversed(faces):
            column = VALUE[face] - 1
            level = heights[column]
            if level >= state.box.levels or len(placed) == state.box.group_most:
                continue
            gain = state.box.cathedral_vp[column] - PIP_COST[WHITE] * VALUE[face]
            gain += self.influence * state.box.cathedral_influence[column]
            gain += LEVEL_WORTH * lacking[level]
            if gain > 0:
                heights[column] += 1
                lacking[level] = False
                placed.append((gain, face))
        if placed and self._is_best(sum(gain for gain, _ in placed)):
            names = die_names(seat, sorted(face for _, face in placed))
            self.chosen = (Build.key, NO_CUBE, tuple(sorted(names)))

    def _citizen(self) -> None:
        """Consider placing a citizen with each of the seat's dice."""
        state, seat = self.state, self.seat
        place = self._free_citizen() if self.to_come else None
        if place is None:
            return
        for face in dict.fromkeys(state.dice[seat]):
            building, value = COLOUR[face], VALUE[face]
            entering = entry(state, seat, building, value)
            if entering.expelled == seat or is_protected(state, entering, seat, place):
                continue
            gain = CITIZEN_WORTH[building] * self.to_come - PIP_COST[building] * value
            gain -= DENIER_COST * self.to_come * state.box.buildings[building].salary
            if entering.expelled not in (FREE, NEUTRAL):
                gain += EXPULSION_WORTH * self.to_come
            if self._is_best(gain):
                self.chosen = (PlaceCitizen.key, NO_CUBE, (DIE_NAMES[seat][face][0],), place)
