"""What a position promises a seat: the points, and an estimate of what is still to come.

An estimate for bots, no rule of the game.
"""

from __future__ import annotations

from typing import Final

from engine.games.deus.armies import MoveArmies
from engine.games.deus.attack import missing_for_attack, winners
from engine.games.deus.chain import link_of, rough_worth
from engine.games.deus.components import STANDARD, TEMPLE
from engine.games.deus.effects import FireCard, FireColumn
from engine.games.deus.offering import ChooseGod, Invoke
from engine.games.deus.placing import can_pay, has_room
from engine.games.deus.scoring import majority_score, temple_vp, temples
from engine.games.deus.state import FACE_DOWN, NOT_YET, World
from engine.state import is_hidden

LONG_GAME: Final = 24.0
"""The turns that a game is thought to have left at its beginning."""

GOLD: Final = 0.2
RESOURCE: Final = 0.7
SPARE_RESOURCE: Final = 0.35
PIECE: Final = 0.7
SPARE_PIECE: Final = 0.2
CARD: Final = 0.35
READY_CARD: Final = 0.5
FIRES: Final = 0.8
"""How many of the pieces that are left of a type are thought to be built."""
SPENT: Final = 0.5
"""The part of what is held that is thought to be spent before the end."""
LOST: Final = 0.9
"""The part of the majorities that are thought to go to others before the end."""
SET: Final = 1.2
"""What another card in each column is worth: temples ask for it."""
READY_TEMPLE: Final = 4.0
SURROUNDED: Final = 0.7
REGION: Final = 0.25
CHAIN: Final = 0.9
GOD_TO_COME: Final = 1.5


def outlook(state: World, seat: int) -> float:
    """The points expected at the end, as far as the table tells."""
    if state.over:
        return _points(state, seat) + _public_points(state, seat, 0.0)
    turns = turns_left(state)
    late = min(1.0, turns / 6)
    return (
        _points(state, seat)
        + _public_points(state, seat, late)
        + late * _goods(state, seat)
        + late * _pieces(state, seat)
        + _columns(state, seat, turns)
        + late * _hand(state, seat)
        + _villages(state, seat)
        + REGION * state.held(seat).bit_count()
        + _pending(state, seat)
    )


def turns_left(state: World) -> float:
    """How many turns a seat may still have, by villages and temples that are left."""
    if state.final_round != NOT_YET:
        return float(state.final_round - state.round)
    if state.board is None:
        return LONG_GAME
    villages = len(state.villages_left()) / len(state.map.village_regions)
    temples_there = state.temples / state.box.players[state.seats].temples
    return 2.0 + (LONG_GAME - 2.0) * min(villages, temples_there)


def _points(state: World, seat: int) -> float:
    held = state.points[seat]
    return 0.0 if is_hidden(held) else float(held)


def _public_points(state: World, seat: int, early: float) -> float:
    """Temples and majorities. While it is early, what is held may still be spent, and others may
    come to hold more."""
    most = state.box.temple_vp_most
    holdings, majorities = 1.0 - SPENT * early, 1.0 - LOST * early
    points = 0.0
    for card in temples(state, seat):
        sure = 1.0 if not card.effect.holding else holdings
        points += sure * min(most, temple_vp(state, seat, card))
    return points + majorities * sum(
        majority_score(state, seat, what) for what in state.box.majorities
    )


def _goods(state: World, seat: int) -> float:
    value = GOLD * min(state.gold[seat], 20) + 0.1 * max(0, state.gold[seat] - 20)
    for number in state.resources[seat]:
        value += RESOURCE * min(number, 2) + SPARE_RESOURCE * max(0, min(number, 6) - 2)
    return value


def _pieces(state: World, seat: int) -> float:
    return sum(
        PIECE * min(number, 2) + SPARE_PIECE * max(0, number - 2)
        for number in state.available[seat]
    )


def _columns(state: World, seat: int, turns: float) -> float:
    """What the columns will bring when they fire again, and that temples ask for all of them."""
    value = 0.0
    heights = []
    for column in STANDARD:
        cards = state.columns[seat][column]
        heights.append(len(cards))
        to_come = state.box.types[column].pieces - len(cards)
        fires = min(FIRES * to_come, turns / 5)
        if fires > 0:
            value += fires * sum(
                0.3 + rough_worth(link_of(state, seat, state.box.cards[card]))
                for card in cards
                if card != FACE_DOWN
            )
    lowest = min(heights)
    return value + SET * sum(min(height, lowest + 1) for height in heights) * min(1.0, turns / 6)


def _hand(state: World, seat: int) -> float:
    hand = state.hands[seat]
    if is_hidden(hand):
        return CARD * len(hand)
    types = state.box.card_type
    room = {type_: has_room(state, seat, type_) for type_ in {types[card] for card in hand}}
    value = CARD * len(hand)
    for card in hand:
        if room[types[card]]:
            value += READY_CARD if can_pay(state, seat, card) else READY_CARD / 3
            if types[card] == TEMPLE:
                value += READY_TEMPLE / 4
    return value


def _villages(state: World, seat: int) -> float:
    """A part of the VP of villages that the seat would win, the more the fewer regions are
    missing."""
    value = 0.0
    for village in state.villages_left():
        takers = winners(state, village)
        if seat in takers:
            near = state.map.near[village].bit_count()
            missing = missing_for_attack(state, village).bit_count()
            part = SURROUNDED * ((near - missing) / near) ** 2
            value += part * state.village_vp[village] / len(takers)
    return value


def _pending(state: World, seat: int) -> float:
    """What the chain and the god that are under way still promise."""
    value = 0.0
    for step in state.agenda:
        if getattr(step, "seat", -1) != seat:
            continue
        if isinstance(step, FireColumn):
            for card in state.columns[seat][step.column][step.rank :]:
                if card != FACE_DOWN:
                    value += rough_worth(link_of(state, seat, state.box.cards[card]))
        elif isinstance(step, ChooseGod | Invoke):
            value += GOD_TO_COME * min(step.number, 3)
        elif not isinstance(step, FireCard | MoveArmies) and hasattr(step, "card"):
            value += rough_worth(link_of(state, seat, state.box.cards[step.card]))
        elif hasattr(step, "number") and step.name in WORTH_OF_STEPS:
            value += WORTH_OF_STEPS[step.name] * step.number
    return CHAIN * value


WORTH_OF_STEPS: Final = {
    "Draw": CARD + 0.3,
    "ExtraCards": CARD + 0.1,
    "ChooseResources": RESOURCE,
    "ChoosePieces": PIECE,
}
"""What each thing that a pending step gives is worth."""
