"""Values of the picks of a turn, by rules of thumb: each card in each region, and the offering to
each god. Values are in VP.

The value of a building is what its column gives now, and what it adds to later activations of all
columns. Goods are worth the turns that they save, and lose value near the end of the game.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from math import inf
from typing import Final

from attrs import frozen

from engine.core.chance import Dice
from engine.core.event import Value
from engine.games.deus.armies import armies_beside, missing_for_attack, pieces_beside
from engine.games.deus.board import random_region
from engine.games.deus.bots.evaluation import turns_left
from engine.games.deus.building import BUILD
from engine.games.deus.column_preview import CardPreview, preview_card
from engine.games.deus.components import CIVIL, MILITARY, PRODUCTION, STANDARD, TEMPLE, Card, God
from engine.games.deus.offering import HOARD_LIMIT, OFFER, face_of, hand_card_names, vp_of
from engine.games.deus.placement import buildable, payments, regions_for
from engine.games.deus.scoring import temple_score, temple_vp, temples
from engine.games.deus.state import FACE_DOWN, World
from engine.geometry.bit_sets import members

FULL_USE_TURNS: Final = 3.6
"""Number of remaining turns below which goods lose value."""
ACTIVATIONS_PER_COLUMN: Final = 0.17
"""Number of activations of each column per remaining turn."""
NO_PLACE: Final = -1
"""The region of a temple card that is built without a temple."""

ON_THE_MAP_WORTH: Final = 0.4
"""Value of another piece on the map."""
LOWEST_COLUMN_WORTH: Final = 1.2
"""Value of another card in a column with the fewest cards."""
TEMPLE_END_BONUS: Final = 2.0
"""Value of a temple in addition to its score, because it ends the game sooner."""
NEW_TEMPLE_GROWTH: Final = 0.16
"""VP by which the score of a new temple grows per turn."""
TEMPLE_VP_WORTH: Final = 0.9
"""Value of each VP by which a piece raises the score of a temple."""
EDGE_COST: Final = 2.5
"""Amount by which the value of a building falls if its piece costs VP at the edge."""
RESOURCE_COST: Final = 0.5
"""Amount by which the value of a card falls for each resource that it costs."""

GOLD_WORTH: Final = 0.12
RESOURCE_WORTH: Final = 1.1
SOLD_RESOURCE_COST: Final = 0.8
"""Amount by which the value of a card falls for each resource that it sells."""
CARD_WORTH: Final = 0.4
PIECE_WORTH: Final = 0.15
MARCH_WORTH: Final = 0.25
"""Value of an army that can move."""
LATER_ACTIVATION_WORTH: Final[Mapping[str, float]] = {
    "sell_for_vp": 1.3,
    "sell_lots_for_vp": 1.3,
    "sell_for_gold": 1.7,
    "activate_card": 1.5,
}
"""Value of a later activation of a card, by kind of effect. The gain from these effects depends on
the goods that the seat has when the card is activated."""

GIVEN_GOLD: Final = 0.14
GIVEN_RESOURCE: Final = 0.9
SPARE_RESOURCE: Final = 0.3
"""Value of a resource above `HOARD_LIMIT`."""
GIVEN_CARD: Final = 0.45
GIVEN_PIECE: Final = 0.15
MIN_KEPT_VALUE: Final = 6.2
"""Minimum value of a building for which its card is kept in the hand instead of being offered."""

MORE_THAN_ALL_REGIONS: Final = 100
"""A number greater than the number of regions of the map."""
OTHER_REGIONS: Final = 2
"""Maximum number of buildings on the shortlist that are in other regions than the best building
with the same card."""
MOST_KEPT: Final = 2
"""Largest number of cards that an offering on the shortlist leaves in the hand."""
MAX_OFFERINGS: Final = 4
MAX_OFFERING_LOSS: Final = 1.5
"""Largest amount by which the value of an offering on the shortlist may be lower than that of the
best building, with two players."""

ARMY_BESIDE: Final = 1.1
"""Value of an army next to a village that is almost surrounded, per 4 VP of the village, if the
seat does not have more armies next to it than every other player."""
BESIDE_VILLAGE: Final = 0.7
"""Value of a piece next to a village around which the seat has more armies than every other player.
"""
BESIDE_BY_LEAD: Final = (0.2, 1.0, -0.3)
"""Factors for `BESIDE_VILLAGE` if the seat has as many armies as the strongest other player, more,
or fewer."""
LACKING_RESOURCE_WORTH: Final = 0.18
"""Value of putting a production or civil building in a region, for each unit by which the seat's
amount of the region's resource falls short of `WANTED_PER_RESOURCE`."""
WANTED_PER_RESOURCE: Final = 4


@frozen
class Building:
    """A card of the hand, the region in which it is built (`NO_PLACE` if it needs none), and the
    value of building it there."""

    value: float
    card: int
    place: int

    def pick(self, state: World, seat: int) -> Value:
        """Return the pick that builds the card for the least gold."""
        start = (BUILD, state.box.card_ids[self.card], payments(state, seat, self.card)[0])
        return start if self.place == NO_PLACE else (*start, state.map.ids[self.place])


@frozen
class Offering:
    """An offering and its value. `cards` has the unique names of the offered cards (see
    `hand_card_names`), the top card last."""

    value: float
    cards: tuple[str, ...]

    @property
    def pick(self) -> Value:
        return (OFFER, self.cards)


def goods_factor_of_seat(state: World, seat: int) -> float:
    """Return the share of the value of goods that remains in the seat's remaining turns."""
    return min(1.0, max(0.0, turns_left(state, seat)) / FULL_USE_TURNS)


# ---------------------------------------------------------------- buildings


def buildings(state: World, seat: int, dice: Dice, most: int) -> list[Building]:
    """Return the buildings that the seat can build, each card in up to `most` regions (a random
    sample if there are more). Regions that cost VP are included only if there are no others. To
    evaluate the buildings, pieces are put on the map of `state` and removed again."""
    by_type: dict[int, list[int]] = {}
    for card in buildable(state, seat):
        by_type.setdefault(state.box.card_type[card], []).append(card)
    if not by_type:
        return []
    judge = _Judge.of(state, seat)
    found: list[Building] = []
    for type_, cards in by_type.items():
        found += judge.buildings(type_, cards, dice, most)
    return found


@frozen
class _Village:
    """A village that has not been attacked, with the strength that the seat (`own`) and the
    strongest other player (`others`) have next to it. A strength is a pair: the number of armies
    and the number of pieces. `neighbours` and `free` are bit sets of all regions next to the
    village and of the unoccupied ones."""

    neighbours: int
    free: int
    vp: int
    own: tuple[int, int]
    others: tuple[int, int]

    @classmethod
    def all(cls, state: World, seat: int) -> Iterator[_Village]:
        """Yield the villages that have not been attacked."""
        for village in state.villages_left():

            def strength(seat: int, village: int = village) -> tuple[int, int]:
                return armies_beside(state, seat, village), pieces_beside(state, seat, village)

            yield cls(
                state.map.neighbours[village],
                missing_for_attack(state, village),
                state.village_vp[village],
                strength(seat),
                max(map(strength, state.opponents(seat))),
            )

    def value(self, type_: int, bit: int) -> float:
        """Return the value that a piece of the type `type_` in the region `bit`, a bit set with one
        region, gains from the village. It is negative if others gain more, and 0 if the region is
        not next to the village."""
        if not self.neighbours & bit:
            return 0.0
        (armies, pieces), value = self.own, 0.0
        if type_ == MILITARY:
            if armies <= self.others[0]:
                ring = self.neighbours.bit_count()
                value += ARMY_BESIDE * self.vp / 4 * (ring - self.free.bit_count() + 1) / ring
            armies += 1
        if self.free == bit:
            own = armies, pieces + 1
            if any((armies, self.others[0])):
                value += self.vp * ((own > self.others) - (own < self.others))
        elif self.free & bit:
            lead = (armies > self.others[0]) - (armies < self.others[0])
            value += BESIDE_VILLAGE * BESIDE_BY_LEAD[lead]
        return value


@frozen
class _Judge:
    """Evaluator of the buildings that a seat can build in a position. `left` is the number of turns
    left, and `use` the share of gains other than VP that will still be useful."""

    state: World
    seat: int
    left: float
    use: float
    activations: list[float]
    """Expected number of later activations of each column."""
    villages: Sequence[_Village]

    @classmethod
    def of(cls, state: World, seat: int) -> _Judge:
        left = max(0.0, turns_left(state, seat))
        activations = [_later_activations(state, seat, column, left) for column in STANDARD]
        return cls(
            state,
            seat,
            left,
            goods_factor_of_seat(state, seat),
            activations,
            [*_Village.all(state, seat)],
        )

    def buildings(
        self, type_: int, cards: Sequence[int], dice: Dice, most: int
    ) -> Iterator[Building]:
        """Yield the buildings with `cards`, all of the type `type_`, each card in up to `most`
        regions. Exhaust the iterator: until the next item, the piece stays on the map of the
        state."""
        state, seat = self.state, self.seat
        if type_ == TEMPLE and not state.temples:
            yield from (Building(self._own(type_, card), card, NO_PLACE) for card in cards)
            return
        free, at_a_price = regions_for(state, seat, type_)
        regions = free or at_a_price
        places: Collection[int] = members(regions)
        if len(places) > most:
            places = sorted({random_region(regions, dice) for _ in range(most)})
        common = self._height(type_) - EDGE_COST * (not free)
        before, own, kept = self._later(), state.where[seat], self.activations[:]
        if type_ != TEMPLE:
            self.activations[type_] = _later_activations(state, seat, type_, self.left, built=1)
        for place in places:
            bit = 1 << place
            around = sum(village.value(type_, bit) for village in self.villages)
            own[type_] |= bit
            value = common + around + self._ground(type_, bit) + self._later() - before
            if type_ != TEMPLE:
                value += self._column(type_)
            for card in cards:
                yield Building(value + self._own(type_, card), card, place)
            own[type_] ^= bit
        self.activations[:] = kept

    def _height(self, type_: int) -> float:
        """Return the value of another piece on the map, plus the value of another card in its
        column. Both are 0 for a temple."""
        if type_ == TEMPLE:
            return 0.0
        heights = [self.state.height(self.seat, column) for column in STANDARD]
        lowest = LOWEST_COLUMN_WORTH * (heights[type_] == min(heights))
        return self.use * (ON_THE_MAP_WORTH + lowest)

    def _column(self, column: int) -> float:
        cards = self.state.columns[self.seat][column]
        return sum(self._now(self.state.box.cards[card]) for card in cards if card != FACE_DOWN)

    def _now(self, face: Card) -> float:
        return card_preview_value(preview_card(self.state, self.seat, face), self.use)

    def _later_of(self, face: Card) -> float:
        """Return the value of a later activation of a card."""
        value = LATER_ACTIVATION_WORTH.get(face.effect.kind)
        return self._now(face) if value is None else value

    def _later(self) -> float:
        """Return the value of all later activations, and of the temples that do not score for gold
        or resources."""
        state, faces, value = self.state, self.state.box.cards, 0.0
        for column, activations in enumerate(self.activations):
            if activations > 0:
                cards = state.columns[self.seat][column]
                value += activations * sum(
                    self._later_of(faces[card]) for card in cards if card != FACE_DOWN
                )
        for card in temples(state, self.seat):
            if not card.effect.holding:
                value += TEMPLE_VP_WORTH * temple_score(state, self.seat, card)
        return value

    def _own(self, type_: int, card: int) -> float:
        """Return the value of a new card itself, minus its cost."""
        face = self.state.box.cards[card]
        cost = RESOURCE_COST * self.use * sum(face.cost)
        if type_ == TEMPLE:
            vp = temple_vp(self.state, self.seat, face) + NEW_TEMPLE_GROWTH * self.left
            return (
                min(float(self.state.box.temple_vp_most), vp) + TEMPLE_END_BONUS * self.use - cost
            )
        return self._now(face) + self.activations[type_] * self._later_of(face) - cost

    def _ground(self, type_: int, bit: int) -> float:
        """Return the value of the region `bit`, a bit set with one region, for a piece of the type
        `type_`."""
        state, seat, value = self.state, self.seat, 0.0
        if type_ in (PRODUCTION, CIVIL):
            kind = state.map.terrains[bit.bit_length() - 1].resource
            if kind >= 0:
                value += LACKING_RESOURCE_WORTH * max(
                    0, WANTED_PER_RESOURCE - state.resources[seat][kind]
                )
        return self.use * value


def _later_activations(state: World, seat: int, column: int, left: float, built: int = 0) -> float:
    """Return the expected number of activations of a column in `left` turns, after `built` more of
    its cards have been built."""
    most = state.box.types[column].pieces - state.height(seat, column) - built
    return max(0.0, min(most, ACTIVATIONS_PER_COLUMN * left))


def card_preview_value(preview: CardPreview, use: float) -> float:
    """Return the value of activating a card now. `use` is the share of gains other than VP that
    will still be useful."""
    core = preview.core
    return core.vp + use * (
        GOLD_WORTH * (core.gold - core.price)
        + RESOURCE_WORTH * (sum(core.resources) + core.price)
        - SOLD_RESOURCE_COST * sum(core.uses)
        + CARD_WORTH * core.cards
        + PIECE_WORTH * core.pieces
        + MARCH_WORTH * core.moves
    )


# ---------------------------------------------------------------- offerings


def offerings(state: World, seat: int, built: Sequence[Building], keep: int) -> list[Offering]:
    """Return an offering to each possible god, of all cards in the hand except the `keep` cards
    with the best buildings in `built`. At least one card is always offered."""
    names = hand_card_names(state, seat)
    best: dict[int, float] = {}
    for building in built:
        best[building.card] = max(building.value, best.get(building.card, building.value))
    ranked = sorted(best, key=lambda card: -best[card])
    kept = set(ranked[: min(keep, len(names) - 1)])
    offered = []
    for name in names:
        card = face_of(state, name)
        if card in kept:
            kept.remove(card)
        else:
            offered.append(name)
    types = state.box.card_type
    tops = {types[face_of(state, name)]: name for name in offered}
    use = goods_factor_of_seat(state, seat)
    return [
        Offering(
            gift(state, seat, state.box.gods[state.box.types[type_].god], len(offered), use),
            (*(name for name in offered if name != top), top),
        )
        for type_, top in tops.items()
    ]


def gift(state: World, seat: int, god: God, number: int, use: float) -> float:
    """Return the value of a god's gift to a seat for `number` offered cards. `use` is the share of
    gains other than VP that will still be useful."""
    if god.is_wild:
        others = (other for other in state.box.gods if not other.is_wild)
        return max(gift(state, seat, other, number, use) for other in others)
    available = state.available[seat]
    value = GIVEN_GOLD * god.gold * number
    held = sum(state.resources[seat])
    if god.resources and held < HOARD_LIMIT:
        given = number * god.resources
        useful = min(given, HOARD_LIMIT - held)
        value += GIVEN_RESOURCE * useful + SPARE_RESOURCE * (given - useful)
    value += GIVEN_CARD * min(number * god.cards, state.box.hand_most - state.box.hand_refill)
    if god.pieces:
        value += GIVEN_PIECE * min(number * god.pieces, sum(few < 2 for few in available))
    if god.piece >= 0 and state.stock[seat][god.piece]:
        value += GIVEN_PIECE
    return use * value + vp_of(god, number) * bool(god.vp_for_one)


# ---------------------------------------------------------------- picks to compare


def shortlist(state: World, seat: int, dice: Dice) -> list[Value]:
    """Return the picks of a turn that are worth comparing: each card that can be built, in its best
    region; the best buildings in other regions; and the best offerings, some of which leave the
    best cards in the hand. With two players, offerings that are clearly worse than the best
    building are left out, because the best result of several picks is partly luck. With more
    players, the effect of leaving them out has not been measured."""
    built = sorted(
        buildings(state, seat, dice, MORE_THAN_ALL_REGIONS), key=lambda building: -building.value
    )
    best_of = {building.card: building for building in reversed(built)}
    others = [building for building in built if building is not best_of[building.card]]
    picks = [one.pick(state, seat) for one in (*best_of.values(), *others[:OTHER_REGIONS])]
    least = built[0].value - MAX_OFFERING_LOSS if built and state.seats == 2 else -inf
    offered = {
        offering.cards: offering.value
        for keep in range(MOST_KEPT + 1)
        for offering in offerings(state, seat, built, keep)
        if offering.value >= least
    }
    best = sorted(offered, key=lambda cards: -offered[cards])[:MAX_OFFERINGS]
    return [*picks, *((OFFER, cards) for cards in best)]
