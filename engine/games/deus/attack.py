"""Attacks on barbarian villages (section 10)."""

from __future__ import annotations

from engine.core.common_wording import series
from engine.games.deus.components import MILITARY
from engine.games.deus.game_end import watch_for_the_end
from engine.games.deus.state import World
from engine.games.deus.wording import region_name, vp
from engine.i18n.text import Seat, words


def resolve_attacks(state: World) -> None:
    """Attack every village that is now surrounded, in the order of their ids (DEU-10.1,
    DEU-10.10)."""
    board, vp, taken = state.map, state.village_vp, state.occupied()
    for village in board.village_regions:
        if vp[village] and not board.near[village] & ~taken and has_armies(state, village):
            _attack(state, village)


def has_armies(state: World, village: int) -> bool:
    """Whether anyone's army is next to a village (DEU-10.2)."""
    near = state.map.near[village]
    return any(where[MILITARY] & near for where in state.where)


def winners(state: World, village: int) -> list[int]:
    """The seats that would take the VP of a village now: most armies next to it, then most pieces
    (DEU-10.4, DEU-10.5); none without an army (DEU-10.2)."""
    near = state.map.near[village]
    armies = [(state.armies(seat) & near).bit_count() for seat in range(state.seats)]
    most = max(armies)
    if not most:
        return []
    leaders = [seat for seat, number in enumerate(armies) if number == most]
    if len(leaders) == 1:
        return leaders
    beside = {seat: pieces_beside(state, seat, village) for seat in leaders}
    most = max(beside.values())
    return [seat for seat in leaders if beside[seat] == most]


def pieces_beside(state: World, seat: int, village: int) -> int:
    """Number of pieces of any kind that a seat has in the regions next to a village."""
    near = state.map.near[village]
    return sum((places & near).bit_count() for places in state.where[seat])


def armies_beside(state: World, seat: int, village: int) -> int:
    """Number of armies that a seat has next to a village."""
    return (state.where[seat][MILITARY] & state.map.near[village]).bit_count()


def missing_for_attack(state: World, village: int) -> int:
    """Regions next to a village that nobody occupies yet (DEU-10.2)."""
    return state.map.near[village] & ~state.occupied()


def _attack(state: World, village: int) -> None:
    """Give the VP to the winners, split equally and rounded down (DEU-10.6); the rest goes to the
    bank."""
    takers = winners(state, village)
    share = state.village_vp[village] // len(takers)
    state.village_vp[village] = 0
    if state.story is not None:
        _log_attack(state, village, takers, share)
    for seat in takers:
        state.points[seat] += share
    watch_for_the_end(state)


def _log_attack(state: World, village: int, takers: list[int], share: int) -> None:
    near = state.map.near[village]
    strengths = series(
        words(
            "{seat} {armies} and {pieces}",
            seat=Seat(seat),
            armies=armies_beside(state, seat, village),
            pieces=pieces_beside(state, seat, village),
        )
        for seat in range(state.seats)
        if state.held(seat) & near
    )
    state.tell(
        "DEU-10.2",
        -1,
        "Village {region} is attacked. Armies and pieces: {seats}.",
        region=region_name(state, village),
        seats=strengths,
    )
    rule = "DEU-10.6" if len(takers) > 1 else "DEU-10.4"
    for seat in takers:
        state.tell(rule, seat, "{seat} takes {vp}.", vp=vp(share))
