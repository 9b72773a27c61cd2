"""Foolish moves in Era that bots made in real games and none should make again."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from engine.core.chance import Dice
from engine.games.era.bots.sites import rings
from engine.games.era.build import BuildStructure
from engine.games.era.disasters import PlaceScorched
from engine.games.era.domain import union
from engine.games.era.extort import Extort
from engine.games.era.game import GAME
from engine.games.era.placement import newly_enclosed
from engine.games.era.ready_made import laid, ready_made
from engine.games.era.roll import SECOND_ROLL, ChooseDice
from engine.games.era.rounds import EndOfRound
from engine.games.era.scoring import scores
from engine.games.era.setup import LAYOUT, PlaceKit
from engine.games.era.state import DONE, Realm
from engine.search.simulation import Observation
from tests.engine.games.era.positions import Lord, table
from tests.foolish_moves import FoolishMove

PLENTY: Final = 3
"""Number of hammers beyond those with resources that are enough."""

SCARCE: Final = 2
"""A wall is scarce if an equally good one has this many times as many pieces left."""

MUCH: Final = 4
"""Number of points by which the last Market must be better."""

HAMMERS: Final = "p_hammer2 p_hammer2 p_wood3 n_sword1"


def may_scatter(state: Realm, decision: Any) -> bool:
    """None of the seat's starting pieces is placed yet."""
    return isinstance(decision, PlaceKit) and len(state.drafts[decision.seat].pieces) == 1


def scatters(state: Realm, decision: Any, pick: Any) -> bool:
    """Place a wall that touches nothing, or a house at the edge, instead of a whole setup."""
    if pick[0] == LAYOUT:
        return False
    draft = state.drafts[decision.seat]
    return not draft.geometry.at(pick).beside & draft.barrier


def may_sleep(state: Realm, decision: Any) -> bool:
    """Two rolls are left, no die shows a hammer, and there is wood or stone to build with."""
    if not isinstance(decision, ChooseDice) or decision.number != SECOND_ROLL:
        return False
    seat = decision.seat
    stores = state.has(seat, "wood") + state.has(seat, "stone")
    return not state.hammers(seat) and stores >= PLENTY


def sleeps(state: Realm, decision: Any, pick: Any) -> bool:
    """Reroll no die that could show a hammer, which wastes the round."""
    builders = state.box.building_dice
    mine = state.dice[decision.seat]
    could = [die for die in decision.marks(state, ()).things if mine[die] in builders]
    return bool(could) and not any(mine[die] in builders for die in pick)


def may_build_a_farm(state: Realm, decision: Any) -> bool:
    """The seat's farms feed all its dice, the supply is not exhausted, and it could build a house
    that gives a die."""
    if not isinstance(decision, BuildStructure) or state.tokens_turned:
        return False
    seat, kinds = decision.seat, decision.kinds(state)
    farms = state.domains[seat].count("farm")
    houses = {"longhouse", "townhouse", "church"}
    return farms >= len(state.dice[seat]) and "farm" in kinds and bool(houses & set(kinds))


def builds_a_farm(state: Realm, decision: Any, pick: Any) -> bool:
    """Build a farm with nobody to feed."""
    return bool(pick[0] == "farm")


def may_waste_a_wall(state: Realm, decision: Any) -> bool:
    """A ring can be closed by a scarce wall and by a common one."""
    if not isinstance(decision, BuildStructure):
        return False
    lefts = _left_by_ring(state, decision).values()
    return any(min(left) * SCARCE <= max(left) for left in lefts)


def wastes_a_wall(state: Realm, decision: Any, pick: Any) -> bool:
    """Use a scarce wall."""
    if pick[0] not in state.box.walls:
        return False
    domain = state.domains[decision.seat]
    ring = newly_enclosed(domain, domain.geometry.at(pick))
    if not ring:
        return False
    most = max(_left_by_ring(state, decision)[ring])
    return state.supply[pick[0]] * SCARCE <= most


def _left_by_ring(state: Realm, decision: BuildStructure) -> Mapping[int, list[int]]:
    """For each ring that could be closed now, the numbers left of each suitable wall."""
    found: dict[int, list[int]] = {}
    for kind in decision.kinds(state):
        if kind in state.box.walls:
            for ring in {one.encloses for one in rings(state.domains[decision.seat], kind)}:
                found.setdefault(ring, []).append(state.supply[kind])
    return found


def may_crowd_its_walls(state: Realm, decision: Any) -> bool:
    """A scorched area can be placed away from the seat's walls."""
    if not isinstance(decision, PlaceScorched):
        return False
    domain = state.domains[decision.seat]
    return any(not place.beside & domain.barrier for place in domain.legal_scorched())


def crowds_its_walls(state: Realm, decision: Any, pick: Any) -> bool:
    """Place it against them, where a ring could grow."""
    domain = state.domains[decision.seat]
    return bool(domain.geometry.at(pick).beside & domain.barrier)


def may_roll_its_meal_away(state: Realm, decision: Any) -> bool:
    """It is the last roll, and all dice are fed if those that show food stay."""
    if not isinstance(decision, ChooseDice) or decision.number == SECOND_ROLL:
        return False
    seat = decision.seat
    return _meal(state, seat, ()) >= len(state.dice[seat])


def rolls_its_meal_away(state: Realm, decision: Any, pick: Any) -> bool:
    """Reroll so much food that two dice are likely to go hungry."""
    return _meal(state, decision.seat, pick) <= len(state.dice[decision.seat]) - 2


def _meal(state: Realm, seat: int, rolled: Sequence[int]) -> float:
    """Food in store, of farms, of the dice that stay, and the average of those rolled again."""
    farms = sum(kind.collect.get("food", 0) for _, kind in state.domains[seat].built())
    food: float = state.has(seat, "food") + farms
    for die, kind in enumerate(state.dice[seat]):
        face = state.face(seat, die)
        faces = state.box.dice[kind].faces if die in rolled or face is None else (face,)
        food += sum(dict(face.gain).get("food", 0) for face in faces) / len(faces)
    return food


def may_leave_the_last_market(state: Realm, decision: Any) -> bool:
    """The supply has one Market left, and the seat can build it."""
    if not isinstance(decision, BuildStructure) or state.supply["market"] != 1:
        return False
    return "market" in decision.kinds(state)


def leaves_the_last_market(state: Realm, decision: Any, pick: Any) -> bool:
    """Build a farm or nothing, after which the Market can no longer be built, though the Market
    would bring far more points. A building that brings a die may be better than the Market."""
    seat, after = decision.seat, _after(state, decision, pick)
    if pick[0] not in ("farm", DONE) or may_leave_the_last_market(after, after.agenda[-1]):
        return False
    markets = state.domains[seat].legal("market")
    best = max(_points(_after(state, decision, market.pick), seat) for market in markets)
    return best - _points(after, seat) >= MUCH


def may_catch_disease(state: Realm, decision: Any) -> bool:
    """The seat can build beside a building."""
    return isinstance(decision, BuildStructure) and bool(
        state.domains[decision.seat].cluster_buildings()
    )


def catches_disease(state: Realm, decision: Any, pick: Any) -> bool:
    """Build outside the walls so that Disease affects at least two more buildings, though the same
    building brings as many points where it touches none. Within the walls, it saves room."""
    seat, domain = decision.seat, state.domains[decision.seat]
    if pick[0] not in state.box.buildings or not domain.geometry.at(pick).mask & ~domain.enclosed():
        return False
    after = _after(state, decision, pick)
    if len(after.domains[seat].diseased()) - len(domain.diseased()) < 2:
        return False
    houses = union(domain.cluster_buildings())
    return any(
        not place.beside & houses
        and _points(_after(state, decision, place.pick), seat) >= _points(after, seat)
        for place in domain.legal(pick[0])
    )


def _after(state: Realm, decision: Any, pick: Any) -> Realm:
    after = state.copy()
    after.agenda.pop()
    decision.apply(after, pick)
    return after


def _points(state: Realm, seat: int) -> int:
    return scores(state)[seat].total


FOOLISH_MOVES: Final[Mapping[str, FoolishMove]] = {
    "scatters the kit": FoolishMove(may_scatter, scatters),
    "lets a round go by without hammers": FoolishMove(may_sleep, sleeps),
    "crowds its walls": FoolishMove(may_crowd_its_walls, crowds_its_walls),
    "rolls its meal away": FoolishMove(may_roll_its_meal_away, rolls_its_meal_away),
    "leaves the last Market": FoolishMove(may_leave_the_last_market, leaves_the_last_market),
    "catches disease": FoolishMove(may_catch_disease, catches_disease),
}
"""The foolish moves by name, in games."""

FOOLISH_MOVES_IN_YARDS: Final[Mapping[str, FoolishMove]] = {
    "builds farms for nobody": FoolishMove(may_build_a_farm, builds_a_farm),
    "closes a ring with a scarce wall": FoolishMove(may_waste_a_wall, wastes_a_wall),
}
"""The foolish moves tested in `yard`: good play hardly ever meets their positions."""


def yard(seats: int, seed: str) -> Observation:
    """A random position in Build: a ready-made setup that lacks a wall, some farms, random
    resources."""
    dice = Dice(f"yard/{seed}".encode())
    lords = [
        Lord(f"{dice.below(3)}/{1 + dice.below(3)}/{2 + dice.below(4)}/{dice.below(7)}", HAMMERS)
        for _ in range(seats)
    ]
    state = table(*lords, round=2 + dice.below(3))
    layouts = [one for one in ready_made(state.box, seats) if one.id in ("court", "field")]
    state.domains = [laid(state.box, dice.pick(layouts)) for _ in range(seats)]
    for domain in state.domains:
        for _ in range(dice.below(6)):
            domain.place(domain.random_place("farm", dice))
    state.step, state.notes = "build", None
    decision = BuildStructure(0, 1 + dice.below(4))
    state.push(decision, Extort(), EndOfRound())
    state.begin_turn(0)
    view = state.view(0)
    rules: Any = GAME
    asked: Any = decision
    return Observation(rules, 0, view, asked, (), dice)


def is_fool(fool: FoolishMove, here: Observation, pick: Any) -> bool:
    """Whether a pick in this position is foolish."""
    return fool.may(here.view, here.decision) and fool.is_(here.view, here.decision, pick)
