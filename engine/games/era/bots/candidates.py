"""Candidate picks for Era's decisions, such as ready-made setups, the best places for everything
that can be built, and the dice that could be rerolled."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from engine.core.chance import Dice
from engine.core.event import Value
from engine.core.step import Decision
from engine.games.era.bots.meals import risks_meal
from engine.games.era.bots.playout_policy import is_hungry, quick, sites_away_from_walls
from engine.games.era.bots.sites import best_sites, rings
from engine.games.era.build import BuildStructure
from engine.games.era.disasters import PlaceScorched
from engine.games.era.placement import choice_of
from engine.games.era.roll import SECOND_ROLL, ChooseDice, DicePick, rollable
from engine.games.era.setup import LAYOUT, PlaceKit
from engine.games.era.state import DONE_PICK, Realm

SITES_PER_BUILDING: Final = 3
"""Maximum number of places considered for each kind of building and of wall."""

ENOUGH_TO_BUILD: Final = 3
"""Total amount of wood and stone with which a seat can probably build something."""


def candidates(
    view: Realm, decision: Decision[Realm, Value], dice: Dice, most: int
) -> Sequence[Value]:
    """Return up to `most` legal picks, beginning with the one that the rules of thumb advise. If
    there are more than `most` candidates, all but the first are drawn at random."""
    first = quick(view, decision, dice)
    match decision:
        case PlaceKit():
            rest = _kits(view, decision)
        case BuildStructure():
            rest = _structures(view, decision)
        case ChooseDice():
            rest = _rolls(view, decision, first)
        case PlaceScorched():
            away = sites_away_from_walls(view.domains[decision.seat])
            rest = [place.pick for place in choice_of(away)]
        case _:
            rest = decision.options(view)
    picks = list(dict.fromkeys([first, *rest]))
    return picks if len(picks) <= most else [first, *dice.draw(picks[1:], most - 1)]


def _kits(view: Realm, decision: PlaceKit) -> Sequence[Value]:
    """Return the ready-made setups, if there are any and nothing has been placed; otherwise the
    picks that the decision lists."""
    if len(view.drafts[decision.seat].pieces) == 1:
        return [(LAYOUT, layout.id) for layout in decision.layouts(view)] or decision.options(view)
    return decision.options(view)


def _structures(view: Realm, decision: BuildStructure) -> Sequence[Value]:
    domain, walls = view.domains[decision.seat], view.box.walls
    picks: list[Value] = [DONE_PICK]
    for kind in _worth_building(view, decision):
        if kind in walls:
            picks += [ring.placement.pick for ring in rings(domain, kind)[:SITES_PER_BUILDING]]
        else:
            picks += [
                best_site.placement.pick
                for best_site in best_sites(domain, kind, SITES_PER_BUILDING)
            ]
    return picks


def _worth_building(view: Realm, decision: BuildStructure) -> list[str]:
    """Return the structures that are worth trying. Farms are left out if all dice are already fed
    by farms, no tracking token has been turned, and some other building would bring a die."""
    buildings, kinds = view.box.buildings, decision.kinds(view)
    built = [buildings[kind] for kind in kinds if kind in buildings]
    farms = {kind.id for kind in built if "food" in kind.collect}
    gives_a_die = any(kind.die is not None for kind in built)
    if view.tokens_turned or is_hungry(view, decision.seat) or not gives_a_die:
        return kinds
    return [kind for kind in kinds if kind not in farms]


def _rolls(view: Realm, decision: ChooseDice, first: Value) -> Sequence[Value]:
    """Return the picks that the decision lists, and variants of `first` with one die more or less.

    In a last roll, picks that risk the food for the dice are left out. If the seat has no hammer
    but at least `ENOUGH_TO_BUILD` wood and stone together, picks without a die that can show a
    hammer are left out. Each rule applies only if some picks remain.
    """
    assert isinstance(first, tuple)
    dice = rollable(view, decision.seat, decision.number)
    changed = [tuple(other for other in dice if (other in first) != (other == die)) for die in dice]
    picks: list[DicePick] = [*decision.options(view), *changed]
    if decision.number != SECOND_ROLL:
        picks = _with_meal(view, decision.seat, picks)
    if not _needs_a_hammer(view, decision.seat):
        return picks
    builders = [die for die in dice if view.dice[decision.seat][die] in view.box.building_dice]
    return [pick for pick in picks if set(pick) & set(builders)] or picks


def _with_meal(view: Realm, seat: int, picks: list[DicePick]) -> list[DicePick]:
    """Return the picks of a last roll that do not risk the food for the dice. If there are none,
    return all picks."""
    risky = risks_meal(view, seat)
    return [pick for pick in picks if not risky(pick)] or picks


def _needs_a_hammer(view: Realm, seat: int) -> bool:
    stores = view.has(seat, "wood") + view.has(seat, "stone")
    return not view.hammers(seat) and stores >= ENOUGH_TO_BUILD
