"""What a fitted value of a seat is made of (features): what it owns at the beginning of a round,
and what events and Characters promise it as things stand."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from engine.games.troyes.quick import promise
from engine.games.troyes.scoring import character_points, counted, thresholds
from engine.games.troyes.state import NO_CARD, Town

RICH: Final = 12
INFLUENTIAL: Final = 8
MANY: Final = 3


def features(state: Town, seat: int) -> Sequence[float]:
    """Numbers of a seat, as many in every town of the box as it is printed, where all is known."""
    deniers, influence = state.deniers[seat], state.influence[seat]
    supply, reserve = state.supply[seat], state.reserve[seat]
    return (
        1.0,
        state.vp[seat],
        *(state.has_level(seat, level) for level in range(state.box.levels)),
        state.cathedral_cubes(seat),
        min(deniers, RICH),
        max(0, deniers - RICH),
        min(influence, INFLUENTIAL),
        max(0, influence - INFLUENTIAL),
        *(cells.count(seat) for cells in state.buildings),
        min(supply, MANY),
        max(0, supply - MANY),
        reserve,
        len(state.taken[seat]),
        state.first == seat,
        *_on_events(state, seat),
        *_on_cards(state, seat),
        *_of_characters(state, seat),
    )


def _on_events(state: Town, seat: int) -> Sequence[float]:
    """What cubes on events promise, how many they are and on how many events."""
    promised = cubes = events = 0.0
    for place, owners in enumerate(state.flags):
        if seat in owners:
            promised += promise(state.event_at(place), owners, seat)
            cubes += owners.count(seat)
            events += 1
    return promised, cubes, events


def _on_cards(state: Town, seat: int) -> Sequence[float]:
    """The VP of the spaces of tradesmen, on which cards they stand, and how many cubes wait."""
    vp, men, cubes = 0.0, [0.0] * len(state.box.cards), 0
    for position, index in enumerate(state.cards):
        if index != NO_CARD and seat in state.tradesmen[position]:
            vp += state.space_vp(seat, position)
            men[index] = 1.0
        cubes += state.cubes[position][seat]
    return vp, min(cubes, MANY), max(0, cubes - MANY), sum(men), *men


def _of_characters(state: Town, seat: int) -> Sequence[float]:
    """For each Character in play its points as things stand, and how much of what it asks for most
    is there."""
    found: list[float] = []
    playing = {index for hand in state.characters for index in hand}
    for character in state.box.characters:
        if character.index in playing:
            part = counted(state, character, seat) / thresholds(state, character)[-1]
            found += (character_points(state, character, seat), min(1.0, part))
        else:
            found += (0.0, 0.0)
    return found
