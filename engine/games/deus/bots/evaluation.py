"""Evaluation by rules of thumb, and the features for the fitted evaluation. Values are in VP.

The evaluation adds an estimate of future points to the current points. Goods that the remaining
turns cannot use have hardly any value, so that bots do not hoard.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from attrs import define, frozen

from engine.core.hidden import is_hidden
from engine.games.deus.activation import ActivateChosenCard, ActivateColumn
from engine.games.deus.armies import MoveArmies, missing_for_attack, winners
from engine.games.deus.column_preview import preview_card, rough_worth
from engine.games.deus.components import STANDARD, TEMPLE, Card
from engine.games.deus.offering import ChooseGod, Invoke
from engine.games.deus.placement import OccupiedRegions, has_room, occupied_regions
from engine.games.deus.scoring import majority_score, temple_vp, temples, temples_score
from engine.games.deus.state import FACE_DOWN, NOT_YET, World

TURNS_TO_THE_END: Final = 15
"""Number of turns from the start of a game until all temples are assumed to have been built, or all
villages attacked."""
LAST_TURNS: Final = 3.0
"""Number of turns that are assumed to be left when hardly any temples or villages are left."""
FULL_USE_TURNS: Final = 6.0
"""Number of remaining turns below which goods lose value."""
TURN_VALUE: Final = 2.0
"""VP that any turn can gain, for example by an offering to Vesta."""
OPPONENT_GAIN: Final = 4.0
"""VP that an opponent is assumed to gain per round, not counting activated cards."""


LONG_GAME: Final = 16
"""Number of rounds after which bots try to end the game."""
END_STEP_WORTH: Final = 2.0
"""Value in VP of a step towards the end of the game (a temple or a village). It is multiplied by
the number of rounds since `LONG_GAME`."""
BEHIND_FACTOR: Final = 0.5
"""Factor by which the value of a step towards the end of the game is multiplied for a seat whose
temples do not score the most."""
NEW_KIND_WORTH: Final = 0.3
"""Value in VP of holding one more kind of resource."""
GOLD_WORTH: Final = 0.3
RESOURCE_WORTH: Final = 1.3
RESOURCES_OF_A_TURN: Final = 2
USEFUL_RESOURCES: Final = 5.0
"""Number of resources that can be useful at the same time. Gold that replaces resources counts,
too."""
SPARE_RESOURCE_WORTH: Final = 0.15
"""Value in VP of a resource beyond the useful number. Only three resources per kind count."""
PIECE_WORTH: Final = 0.3
SPARE_PIECE_WORTH: Final = 0.15
CARD_WORTH: Final = 0.3
ACTIVATIONS_PER_TURN: Final = 0.4
"""Number of column activations per remaining turn, over all columns, that are caused by cards that
are not yet in the hand. Opponents are assumed to have as many per round."""
SPENT_SHARE: Final = 0.5
"""Share of the goods that is assumed to be spent before the end of the game."""
LOST_SHARE: Final = 0.9
"""Share of the majorities that is assumed to be lost before the end of the game."""
SET_WORTH: Final = 3.0
"""Value in VP of another card in a column with the fewest cards. Temples require cards in all
columns."""
BASE_ERROR: Final = 3.0
ERROR_PER_TURN: Final = 0.6
"""Growth of the standard error with each remaining turn, in VP."""
TWO_PLAYER_ERROR: Final = 3.0
"""Factor by which the standard error is larger with two players, as measured."""
TEMPLE_GROWTH: Final = 0.7
"""VP by which a temple's score is assumed to grow per turn."""
LATER_PLAN_FACTOR: Final = 0.5
"""Weight of the first plan. The weight of each further plan is that of the plan before it,
multiplied by this factor."""
TURNS_FOR_A_RESOURCE: Final = 0.4
"""Number of turns needed to get a missing resource."""
TURNS_FOR_A_PIECE: Final = 0.5
"""Number of turns needed to get a piece."""
TURNS_FOR_A_REGION: Final = 2.0
"""Number of turns needed to get another region."""
TURNS_FOR_A_COLUMN: Final = 0.8
"""Number of turns needed to get another card in a column, for a temple."""
NEVER: Final = 99.0
ON_THE_MAP_WORTH: Final = 2.0
"""Value in VP of another piece on the map, not counting its column."""
SURROUNDED: Final = 0.7
REGION: Final = 1.5
CHAIN: Final = 0.9


def evaluate(state: World, seat: int) -> float:
    """Return the seat's expected points at the end, minus the expected gain of an opponent. After
    `LONG_GAME` rounds, points are also deducted for each temple and village that is left, so that
    bots finish the game."""
    return _outlook(state, seat, end_step_worth(state, seat))


def worth(state: World, seat: int) -> float:
    """Return the seat's expected points at the end in a fully known state, minus the expected gain
    of an opponent, for comparing seats. Nothing is deducted for a long game."""
    return _outlook(state, seat, 0.0)


def spread(state: World) -> float:
    """Return the standard error of `worth` in VP. It grows with the number of remaining turns."""
    error = BASE_ERROR + ERROR_PER_TURN * turns_left(state, state.first)
    return TWO_PLAYER_ERROR * error if state.seats == 2 else error


def _outlook(state: World, seat: int, pressed: float) -> float:
    if state.over:
        return _points(state, seat) + _public_points(state, seat, 0.0)
    turns = turns_left(state, seat)
    late = goods_factor(turns)
    columns = column_worths(state, seat, late)
    return (
        _points(state, seat)
        + _public_points(state, seat, turns)
        + late * (_pieces(state, seat) + _heights(state, seat))
        + _plans(state, seat, columns, turns, late, pressed)
        + villages_promise(state, seat)
        + late * REGION * state.held(seat).bit_count()
        + _pending(state, seat, late)
        + NEW_KIND_WORTH * sum(map(bool, state.resources[seat]))
        - opponent_gain(state, seat) * turns
        - pressed * (state.temples + len(state.villages_left()))
    )


def round_of_turn(state: World, seat: int) -> int:
    """Return the round in which a seat has its turn now or has just had it. After the turn of the
    last seat, the state is already in the next round."""
    is_over = state.active == state.first == state.after(seat)
    return state.round - is_over


def turns_left(state: World, seat: int) -> float:
    """Return the number of turns that a seat has left after its current or last one. Until the
    final round is known, the number is estimated from the remaining villages and temples."""
    if state.final_round != NOT_YET:
        return float(state.final_round - round_of_turn(state, seat))
    if state.board is None:
        return float(TURNS_TO_THE_END)
    villages = len(state.villages_left()) / len(state.map.village_regions)
    temples_there = state.temples / state.box.players[state.seats].temples
    return LAST_TURNS + TURNS_TO_THE_END * min(villages, temples_there)


def goods_factor(turns: float) -> float:
    """Return the share of the value of goods that remains if `turns` turns are left."""
    return min(1.0, turns / FULL_USE_TURNS)


def opponent_gain(state: World, seat: int) -> float:
    """Return the VP that an opponent is assumed to gain per round, on average over all
    opponents."""
    others = state.opponents(seat)
    cards = sum(state.height(other, column) for other in others for column in STANDARD)
    return OPPONENT_GAIN + ACTIVATIONS_PER_TURN * cards / len(others) / len(STANDARD)


def end_step_worth(state: World, seat: int) -> float:
    """Return the value of a step towards the end of the game (a temple or a village), so that bots
    end long games. It is 0 until round `LONG_GAME` and once the final round is known, and larger
    for a seat whose temples score the most."""
    if state.final_round != NOT_YET:
        return 0.0
    scores = [temples_score(state, other) for other in range(state.seats)]
    part = BEHIND_FACTOR if scores[seat] < max(scores) else 1.0
    return part * END_STEP_WORTH * max(0, round_of_turn(state, seat) - LONG_GAME)


def _points(state: World, seat: int) -> float:
    held = state.points[seat]
    return 0.0 if is_hidden(held) else float(held)


def _public_points(state: World, seat: int, turns: float) -> float:
    """Return the points of temples and majorities. If turns are left, temples are assumed to grow,
    goods to be spent, and majorities to be lost."""
    majorities = 1.0 - LOST_SHARE * goods_factor(turns)
    points = sum(_temple(state, seat, card, turns) for card in temples(state, seat))
    return points + majorities * sum(
        majority_score(state, seat, what) for what in state.box.majorities
    )


def _temple(state: World, seat: int, card: Card, turns: float) -> float:
    """Return the points that a temple is expected to score at the end."""
    most = float(state.box.temple_vp_most)
    vp = min(most, temple_vp(state, seat, card))
    if card.effect.holding:
        vp *= 1.0 - SPENT_SHARE * goods_factor(turns)
    return min(most, vp + TEMPLE_GROWTH * turns)


def _pieces(state: World, seat: int) -> float:
    return sum(
        PIECE_WORTH * min(number, 2) + SPARE_PIECE_WORTH * max(0, number - 2)
        for number in state.available[seat]
    )


def _heights(state: World, seat: int) -> float:
    """Return the value of the heights of the columns, on which temples depend."""
    heights = [state.height(seat, column) for column in STANDARD]
    lowest = min(heights)
    return SET_WORTH * sum(min(height, lowest + 1) for height in heights)


def _grown(state: World, seat: int, type_: int) -> float:
    """Return the value that another card in a column has for temples."""
    lowest = min(state.height(seat, column) for column in STANDARD)
    return SET_WORTH if state.height(seat, type_) <= lowest else 0.0


def column_worths(state: World, seat: int, late: float = 1.0) -> list[float]:
    return [_worth_of(state, seat, state.columns[seat][column], late) for column in STANDARD]


def _worth_of(state: World, seat: int, cards: Sequence[int], late: float) -> float:
    faces = state.box.cards
    return sum(
        0.4 * late + rough_worth(preview_card(state, seat, faces[card]), late)
        for card in cards
        if card != FACE_DOWN
    )


def _later_activations_worth(
    state: World, seat: int, columns: Sequence[float], turns: float
) -> float:
    """Return the value of the column activations that future cards will cause in the remaining
    turns."""
    to_come = [state.box.types[column].pieces - state.height(seat, column) for column in STANDARD]
    number = sum(to_come)
    if not number or turns <= 0:
        return 0.0
    mean = sum(n * worth for n, worth in zip(to_come, columns, strict=True)) / number
    return LATER_PLAN_FACTOR * min(number, ACTIVATIONS_PER_TURN * turns) * mean


def _plans(
    state: World, seat: int, columns: Sequence[float], turns: float, late: float, pressed: float
) -> float:
    """Return the value of building the best cards in the hand during the remaining turns, minus
    that of average turns, plus the values of the hand, of the goods that are left afterwards and of
    activations by later cards. For `columns`, `late` and `pressed`, see `_plans_of`."""
    hand = state.hands[seat]
    purse = Purse(list(state.resources[seat]), state.gold[seat])
    value = late * CARD_WORTH * len(hand)
    part = LATER_PLAN_FACTOR
    temple_planned = False
    plans = () if is_hidden(hand) else _plans_of(state, seat, columns, turns, late, pressed)
    for plan in plans:
        if state.box.card_type[plan.card] == TEMPLE:
            if temple_planned:
                continue
            temple_planned = True
        needed = plan.turns + purse.turns_for(state, plan.card)
        net = plan.worth - TURN_VALUE * needed
        if net <= 0 or turns <= 0:
            continue
        value += part * net * min(1.0, turns / needed) ** 3
        purse.pay(state, plan.card)
        turns -= needed
        part *= LATER_PLAN_FACTOR
    return (
        value
        + purse.worth(state, turns)
        + part * _later_activations_worth(state, seat, columns, turns)
    )


@frozen
class Plan:
    """A plan to build a card: its value, and the number of turns that it takes, including the turn
    in which the card is built, but not those needed to get the goods for its cost."""

    card: int
    worth: float
    turns: float


def _plans_of(
    state: World, seat: int, columns: Sequence[float], turns: float, late: float, pressed: float
) -> list[Plan]:
    """Return plans for all cards in the hand, best first. `columns` are the values of an activation
    of each column, `late` is the share of the value of goods that remains, and `pressed` the value
    of a step towards the end of the game."""
    types, occupied = state.box.card_type, occupied_regions(state, seat)
    purse = Purse(state.resources[seat], state.gold[seat])
    wait = dict[int, float]()
    plans = []
    for card in state.hands[seat]:
        type_, face = types[card], state.box.cards[card]
        if type_ not in wait:
            wait[type_] = 1.0 + _turns_before(state, seat, type_, occupied)
        if type_ == TEMPLE:
            worth = _temple(state, seat, face, turns) + pressed
        else:
            own = rough_worth(preview_card(state, seat, face), late)
            worth = columns[type_] + own + late * (ON_THE_MAP_WORTH + _grown(state, seat, type_))
        plans.append(Plan(card, worth, wait[type_]))

    def net(plan: Plan) -> float:
        return plan.worth - TURN_VALUE * (plan.turns + purse.turns_for(state, plan.card))

    return sorted(plans, key=net, reverse=True)


def _turns_before(state: World, seat: int, type_: int, occupied: OccupiedRegions) -> float:
    """Return the number of turns before a card of a type can be built, apart from its cost. It is
    `NEVER` if the seat has no pieces of the type left. `occupied` is the result of
    `occupied_regions`."""
    if type_ == TEMPLE:
        height = state.temples_played(seat)
        low = sum(max(0, height - state.height(seat, column)) for column in STANDARD)
        if low:
            return TURNS_FOR_A_COLUMN * low
    elif not state.available[seat][type_]:
        return TURNS_FOR_A_PIECE if state.stock[seat][type_] else NEVER
    return 0.0 if has_room(state, seat, type_, occupied) else TURNS_FOR_A_REGION


@define
class Purse:
    """The goods of a seat. Plans are paid from them one after another."""

    resources: list[int]
    gold: int

    def turns_for(self, state: World, card: int) -> float:
        """Return the number of turns needed to get the goods that are missing for a card."""
        box = state.box
        lacking = -(max(0, self.gold - box.cards[card].cost[-1]) // box.gold_for_a_resource)
        for kind, number in box.card_needs[card]:
            lacking += max(0, number - self.resources[kind])
        return TURNS_FOR_A_RESOURCE * max(0, lacking)

    def pay(self, state: World, card: int) -> None:
        """Pay as much of a card's cost as the goods allow."""
        box = state.box
        due = box.cards[card].cost[-1]
        for kind, number in box.card_needs[card]:
            paid = min(number, self.resources[kind])
            self.resources[kind] -= paid
            due += (number - paid) * box.gold_for_a_resource
        self.gold = max(0, self.gold - due)

    def worth(self, state: World, turns: float) -> float:
        """Return the value of the goods if `turns` turns are left."""
        use = min(USEFUL_RESOURCES, max(0.0, turns) * RESOURCES_OF_A_TURN)
        varied = sum(min(number, 3) for number in self.resources)
        resources = min(use, varied)
        gold = min((use - resources) * state.box.gold_for_a_resource, self.gold)
        spare = min(1.0, max(0.0, turns)) * (varied - resources)
        return RESOURCE_WORTH * resources + GOLD_WORTH * gold + SPARE_RESOURCE_WORTH * spare


def villages_promise(state: World, seat: int) -> float:
    """Return the seat's share of the VP of the villages that it would win now. The VP are weighted
    by how nearly a village is surrounded."""
    value = 0.0
    for village in state.villages_left():
        takers = winners(state, village)
        if seat in takers:
            ring = state.map.neighbours[village].bit_count()
            missing = missing_for_attack(state, village).bit_count()
            part = SURROUNDED * ((ring - missing) / ring) ** 2
            value += part * state.village_vp[village] / len(takers)
    return value


def _pending(state: World, seat: int, late: float) -> float:
    """Return the value of the pending effects of an activated column or an invoked god. `late` is
    the share of the value of goods that remains."""
    value = 0.0
    for step in state.agenda:
        if getattr(step, "seat", -1) != seat:
            continue
        if isinstance(step, ActivateColumn):
            cards = state.columns[seat][step.column][step.rank :]
            value += _worth_of(state, seat, cards, late)
        elif isinstance(step, ChooseGod | Invoke):
            value += 1.0 + RESOURCE_WORTH * min(step.number, 5)
        elif not isinstance(step, ActivateChosenCard | MoveArmies) and hasattr(step, "card"):
            value += _worth_of(state, seat, (step.card,), late)
        elif hasattr(step, "number") and step.name in WORTH_OF_STEPS:
            value += late * WORTH_OF_STEPS[step.name] * min(step.number, 5)
    return CHAIN * value


WORTH_OF_STEPS: Final = {
    "Draw": CARD_WORTH + 0.3,
    "ExtraCards": 0.3,
    "ChooseResources": 1.1 * RESOURCE_WORTH,
    "ChoosePieces": 0.3,
}
"""Value in VP per card, resource or piece that a pending step gives, by the name of the step."""


NO_FEATURES: Final = (0.0,) * (2 * (5 + 2 * len(STANDARD) + 2 + 8) + 1)
"""The features before the map has been laid out."""

USEFUL: Final = 5
"""Number of resources above which further resources count as a separate feature."""

FULL_HAND: Final = 5
"""Number of cards above which further cards count as a separate feature, because they are more
likely to be offered than built."""


def features(state: World, seat: int) -> Sequence[float]:
    """Return the features of a seat in a fully known state, each of a magnitude of about 1. They
    are all 0 before the map has been laid out."""
    if state.board is None:
        return NO_FEATURES
    left = min(1.0, turns_left(state, state.first) / (LAST_TURNS + TURNS_TO_THE_END))
    changing = (*_feature_points(state, seat), *_columns(state, seat), *_goods(state, seat))
    return (
        *changing,
        *(value * left for value in changing),
        (seat - state.first) % state.seats / state.seats,
    )


def _feature_points(state: World, seat: int) -> Iterator[float]:
    """Yield the features for the seat's points: expected points, current points, majorities,
    temples and villages."""
    majorities = sum(majority_score(state, seat, what) for what in state.box.majorities)
    yield worth(state, seat) / 10
    yield (state.points[seat] + temples_score(state, seat)) / 10
    yield majorities / 10
    yield state.temples_played(seat)
    yield villages_promise(state, seat) / 3


def _columns(state: World, seat: int) -> Iterator[float]:
    """Yield the features of the columns, scaled: each height, the value of an activation of each
    column, the lowest height (on which temples depend) and the highest value."""
    heights = [state.height(seat, column) for column in STANDARD]
    worths = column_worths(state, seat)
    yield from (height / 2 for height in heights)
    yield from (worth_ / 5 for worth_ in worths)
    yield min(heights)
    yield max(worths) / 5


def _goods(state: World, seat: int) -> Iterator[float]:
    """Yield the features for the seat's resources, gold, cards, pieces and regions."""
    resources = sum(state.resources[seat])
    cards = len(state.hands[seat])
    yield min(USEFUL, resources) / 3
    yield max(0, resources - USEFUL) / 3
    yield sum(map(bool, state.resources[seat]))
    yield min(10, state.gold[seat]) / 5
    yield min(FULL_HAND, cards) / 3
    yield max(0, cards - FULL_HAND) / 3
    yield sum(min(2, number) for number in state.available[seat]) / 4
    yield state.held(seat).bit_count() / 3
