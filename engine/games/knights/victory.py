"""Checks after every change: Longest Road and victory (CK-12, CK-22)."""

from __future__ import annotations

from engine.core.step import RuleStep
from engine.games.knights.longest_road import longest_trail, trail_with_one_more
from engine.games.knights.state import NOBODY, Island
from engine.games.knights.wording import points
from engine.geometry.bit_sets import Mask
from engine.i18n.text import Seat, words


def measure_roads(state: Island) -> None:
    """Measure all roads and award Longest Road (CK-12.5, CK-12.6), then check for victory."""
    occupied, standing, ends = state.occupied, state.standing, state.ends
    for seat, network in enumerate(state.networks):
        cuts = occupied & ends[seat] & ~standing[seat]
        if state.measured[seat] != (network, cuts):
            _measure(state, seat, network, cuts)
    holder = _holder(state)
    if holder != state.award:
        _hand_award(state, holder)
    claim_victory(state)


def _measure(state: Island, seat: int, network: Mask, cuts: Mask) -> None:
    """Update the length of the seat's longest road. `network` are the seat's edges, and `cuts` the
    nodes where others' pieces interrupt them. If the only change is one added road, the known
    length is extended instead of measuring the whole network."""
    board, (before, cuts_before) = state.box.board, state.measured[seat]
    added = network & ~before
    if cuts == cuts_before and network == before | added and added.bit_count() == 1:
        length = trail_with_one_more(board, before, cuts, state.lengths[seat], added)
    else:
        length = longest_trail(board, network, cuts)
    state.lengths[seat] = length
    state.measured[seat] = network, cuts


def _holder(state: Island) -> int:
    """Return the seat that should have Longest Road now, or `NOBODY`. If several share the greatest
    length, only the present owner can have it."""
    lengths = state.lengths
    longest = max(lengths)
    if longest < state.box.points.longest_road_least:
        return NOBODY
    if state.award != NOBODY and lengths[state.award] == longest:
        return state.award
    return lengths.index(longest) if lengths.count(longest) == 1 else NOBODY


def _hand_award(state: Island, holder: int) -> None:
    before, state.award = state.award, holder
    if holder == NOBODY:
        state.announce("CK-12.5", before, "{seat} loses Longest Road, and nobody has it now.")
    elif before == NOBODY:
        length = state.lengths[holder]
        state.announce(
            "CK-12.3", holder, "{seat} takes Longest Road with a length of {n}.", n=length
        )
    else:
        state.announce(
            "CK-12.4",
            holder,
            "{seat} takes Longest Road from {other} with a length of {n}.",
            other=Seat(before),
            n=state.lengths[holder],
        )


def claim_victory(state: Island) -> None:
    """If the active player has enough points, end the game immediately and reveal all hands
    (CK-22.2)."""
    seat = state.active
    if seat == NOBODY or state.over or state.points(seat) < state.win_target:
        return
    state.over = True
    state.agenda.clear()
    if not state.hands_open:
        state.hands_open = True
        state.reveal(words("All hands have been revealed."))
    total = points(state.points(seat))
    state.announce("CK-22.2", seat, "{seat} wins with {points}.", points=total)


class MeasureRoads(RuleStep[Island]):
    """After an action that may change the roads, award Longest Road and check for victory
    (CK-12.6)."""

    rules = ("CK-12.5", "CK-12.6", "CK-22.2")

    run = staticmethod(measure_roads)
