"""Determinization for a seat: random guesses at the setups and the dice behind the other
screens."""

from __future__ import annotations

from collections.abc import Sequence

from engine.core.chance import Dice
from engine.core.event import Event
from engine.core.hidden import is_hidden
from engine.games.era.domain import Domain
from engine.games.era.ready_made import laid, ready_made
from engine.games.era.roll import LAST_ROLL
from engine.games.era.state import NO_FACE, Faces, Realm


def guess(view: Realm, seat: int, past: Sequence[Event], dice: Dice) -> Realm:
    """Return a random state that is consistent with `view`.

    Until the setups are revealed, another seat's domain has only its keep or, if the seat is ready,
    a ready-made or random setup. Hidden faces of dice, and the dice turned by monasteries, are
    random. Before the last roll, the random faces have no skulls, because dice with skulls are
    placed in front of the screen. `past` gives no information that `view` lacks.
    """
    state = view.copy()
    for other in range(state.seats):
        if state.is_behind_screen(other):
            state.drafts[other] = _setup(state, other, dice)
        if is_hidden(state.faces[other]):
            state.faces[other] = _faces(state, other, dice)
        if is_hidden(state.in_hand[other]):
            state.in_hand[other] = () if state.rolls[other] else tuple(_dice_numbers(state, other))
        if is_hidden(state.set_dice[other]):
            used = state.monasteries_used[other]
            state.set_dice[other] = tuple(sorted(dice.draw(_dice_numbers(state, other), used)))
    return state


def _dice_numbers(state: Realm, seat: int) -> range:
    return range(len(state.dice[seat]))


def _setup(state: Realm, seat: int, dice: Dice) -> Domain:
    """Return a domain with only the keep or, if the seat is ready, with a ready-made or random
    setup."""
    if not state.ready[seat]:
        return state.domains[seat].copy()
    setups = ready_made(state.box, state.seats)
    return laid(state.box, dice.pick(setups)) if setups else _random_setup(state, seat, dice)


def _random_setup(state: Realm, seat: int, dice: Dice) -> Domain:
    """Return a domain with the keep and, at random places, the starting pieces for which there is
    room. This is for components without a ready-made setup."""
    draft = state.domains[seat].copy()
    for kind, number in state.box.kit_to_place(state.seats).items():
        for _ in range(number):
            if draft.has_room_for(kind):
                draft.place(draft.random_place(kind, dice))
    return draft


def _faces(state: Realm, seat: int, dice: Dice) -> Faces:
    """Return the faces of a seat's dice, with random faces in place of those that are not visible.
    Before the first roll, no die has a face."""
    if not state.rolls[seat]:
        return state.shown[seat]
    may_be_skulls = state.rolls[seat] == LAST_ROLL
    faces = []
    for kind, shown in zip(state.dice[seat], state.shown[seat], strict=True):
        possible = [
            number
            for number, face in enumerate(state.box.dice[kind].faces)
            if may_be_skulls or not face.skulls
        ]
        faces.append(dice.pick(possible) if shown == NO_FACE and possible else shown)
    return tuple(faces)
