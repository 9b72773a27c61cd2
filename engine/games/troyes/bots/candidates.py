"""Filters for the candidate picks of Troyes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from engine.core.event import Value
from engine.games.troyes.actions import Activate, Fight
from engine.games.troyes.black_dice import (
    Defeat,
    FaceBlackDie,
    split_dice,
    strength_of,
    target_of,
    total_of,
    total_strength,
)
from engine.games.troyes.bots.evaluation import AVERAGE_PIPS, price_of_black
from engine.games.troyes.dice import COLOUR, DIE_OF, NEUTRAL, VALUE, WHITE
from engine.games.troyes.group_rules import form_group
from engine.games.troyes.groups import Group
from engine.games.troyes.influence import FLIP, Reroll, own_dice
from engine.games.troyes.placement import PlaceCitizen, enter_from
from engine.games.troyes.state import FREE, Town
from engine.games.troyes.turn import TakeTurn

MUCH_HIGHER: Final = 2
"""A die discarded against black dice is wasted if it is at least this many pips higher than another
die of the same colour that would be sufficient."""


def without_wasted_influence(
    view: Town, decision: FaceBlackDie, picks: Sequence[Value]
) -> Sequence[Value]:
    """Return the picks without rerolls of a die that shows 3 or more, and without flips that do not
    make the black die cheaper to defeat, because opponents could buy dice with higher values. If
    the seat's dice cannot defeat the black die yet, return all picks."""
    seat = decision.seat
    if total_strength(view, seat) < view.black[0]:
        return picks
    now = price_of_black(view, seat)

    def is_cheaper(pick: Value) -> bool:
        after = view.copy()
        after.agenda.pop()
        decision.apply(after, pick)  # type: ignore[arg-type]
        return price_of_black(after, seat) < now

    return [
        pick
        for pick in picks
        if not _rerolls_for_little(pick) and (not _turns(pick) or is_cheaper(pick))
    ]


def without_wasted_dice(view: Town, seat: int, picks: Sequence[Value]) -> Sequence[Value]:
    """Return the picks except those that discard more or higher dice against black dice than
    necessary."""
    return [pick for pick in picks if not _wastes_dice(view, seat, pick)]


def _wastes_dice(view: Town, seat: int, pick: Value) -> bool:
    """Whether one of the dice that a pick discards is not needed, or a much lower die of the same
    colour would be sufficient. White dice are not compared, because low ones fit into the cathedral
    too."""
    match pick:
        case (Defeat.key, tuple(names)):
            dice, others = split_dice(map(str, names))
            excess = total_of(view, dice) - target_of(view, others)
            kept = [name for name in own_dice(view, seat) if name not in dice]
            return any(
                strength_of(view, name) <= excess
                or any(_is_enough(view, name, other, excess) for other in kept)
                for name in dice
            )
    return False


def _is_enough(view: Town, name: str, other: str, excess: int) -> bool:
    """Whether the die `name` can be replaced by the die `other`: both have the same colour, which
    is not white, `name` is much higher, and the total falls by at most `excess`."""
    face, lower = DIE_OF[name][1], DIE_OF[other][1]
    return (
        COLOUR[face] == COLOUR[lower] != WHITE
        and VALUE[face] - VALUE[lower] >= MUCH_HIGHER
        and strength_of(view, name) - strength_of(view, other) <= excess
    )


def _rerolls_for_little(pick: Value) -> bool:
    """Whether a pick rerolls a die and thereby gains less than one pip on average."""
    match pick:
        case (Reroll.key, str(name)):
            return AVERAGE_PIPS - VALUE[DIE_OF[name][1]] < 1
    return False


def _turns(pick: Value) -> bool:
    return isinstance(pick, tuple) and pick[0] == FLIP


def without_needless_dice(view: Town, seat: int, picks: Sequence[Value]) -> Sequence[Value]:
    """Return the picks except activations and fights that use more dice of the seat's or the
    neutral district than needed. Additional dice of other players are allowed, because buying them
    prevents their owners from using them."""
    return [pick for pick in picks if not _has_needless_die(view, seat, pick)]


def _has_needless_die(view: Town, seat: int, pick: Value) -> bool:
    match pick:
        case ((Activate.key | Fight.key) as key, str(head), str(cube), tuple(names), *tail):
            command = TakeTurn.by_key[key]
            own = [name for name in names if DIE_OF[name][0] in (seat, NEUTRAL)]
            fewer = (tuple(other for other in names if other != name) for name in own)
            return any(command.allows(view, seat, (head, cube, rest, *tail)) for rest in fewer)
    return False


def without_idle_placements(view: Town, seat: int, picks: Sequence[Value]) -> Sequence[Value]:
    """Return the picks except those that place a citizen without giving the seat another citizen in
    that building or expelling an opponent's."""
    return [pick for pick in picks if not _is_idle_placement(view, seat, pick)]


def _is_idle_placement(view: Town, seat: int, pick: Value) -> bool:
    """Whether a pick places a citizen so that the seat gets no more citizens in that building, and
    no opponent loses one: the citizen moves within the building, or expels another citizen of the
    seat."""
    match pick:
        case (PlaceCitizen.key, str(cube), (str(name),), str(place)):
            group = form_group(PlaceCitizen(), view, seat, (), cube, (name,))
            assert isinstance(group, Group)
            entering = enter_from(view, seat, group.colour, group.values[0], place)
            more = entering.cells.count(seat) > view.citizens_in(seat, group.colour)
            return not more and entering.expelled in (FREE, NEUTRAL, seat)
    return False
