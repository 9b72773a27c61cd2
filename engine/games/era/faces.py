"""Faces of dice: reading them from outcomes, and turning, setting out and taking back dice."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from engine.core.chance import Dice
from engine.core.dice_throw import DiceThrow, Faces
from engine.core.event import Value
from engine.core.step import Decision, P, Place
from engine.errors import Refusal, forbidden
from engine.games.era.component_types import Die, Face
from engine.games.era.state import NO_FACE, Realm
from engine.games.era.wording import face_words, rolled
from engine.i18n.text import Seat, Text, plural, words

Shown = tuple[tuple[int, str], ...]
"""Pairs of a die and the id of its face."""


def random_faces(state: Realm, seat: int, numbers: Sequence[int], dice: Dice) -> tuple[str, ...]:
    """Return the id of a random face for each of the seat's dice in `numbers`."""
    kinds, mine = state.box.dice, state.dice[seat]
    return tuple([dice.pick(kinds[mine[number]].faces).id for number in numbers])


def why_not_for_seat(
    state: Realm, seat: int, numbers: Sequence[int], outcome: Value
) -> Text | None:
    """Return the reason why an outcome is impossible for the seat's dice in `numbers`; None if it
    is possible."""
    mine = state.dice[seat]
    return why_not(state, [mine[number] for number in numbers], outcome)


def why_not(state: Realm, kinds: Sequence[str], outcome: Value) -> Text | None:
    """Return the reason why an outcome is impossible for dice of the classes `kinds`; None if it is
    possible."""
    if isinstance(outcome, tuple) and len(outcome) == len(kinds):
        dice = state.box.dice
        pairs = zip(kinds, outcome, strict=True)
        if all(isinstance(face, str) and face in dice[kind].face_index for kind, face in pairs):
            return None
    return plural(
        "This is not a face of the die that was rolled.",
        "These are not faces of the {n} dice that were rolled.",
        len(kinds),
    )


def throws_of(state: Realm, seat: int, kinds: Iterable[str]) -> list[DiceThrow]:
    """Return a seat's throws of dice of the classes `kinds`, one throw per class, in the order in
    which the classes first appear."""
    return [throw_of(state.box.dice[kind], seat, number) for kind, number in Counter(kinds).items()]


def throw_of(die: Die, seat: int, number: int = 1) -> DiceThrow:
    """Return a seat's throw of `number` dice of the class `die`. Faces with equal contents are
    treated as the same face."""
    return DiceThrow(
        seat,
        words("{die}", die=die.names),
        die.distinct_faces,
        number,
        lambda face: face_words(die.faces[die.face_index[str(face)]]),
    )


def in_order(kinds: Sequence[str], faces: Sequence[Faces]) -> tuple[str, ...]:
    """Return the id of the face of each die, in the order of `kinds`, the classes of the dice.
    `faces` has the same ids grouped by class, in the order of `throws_of`."""
    left = dict(zip(dict.fromkeys(kinds), map(iter, faces), strict=True))
    return tuple(str(next(left[kind])) for kind in kinds)


def face_named(state: Realm, seat: int, die: int, face: str) -> Face:
    """Return the face with the id `face` of a seat's die."""
    kind = state.box.dice[state.dice[seat][die]]
    return kind.faces[kind.face_index[face]]


def faces_by_die(outcome: Value) -> list[tuple[int, str]]:
    """Return the (die, id of its face) pairs of an outcome of `RollDice`, sorted by die. If
    `outcome` has another form, for example with `Hidden` parts, return an empty list."""
    pairs: list[tuple[int, str]] = []
    match outcome:
        case (tuple(out), tuple(kept)):
            for pair in (*out, *kept):
                match pair:
                    case (int(die), str(face)):
                        pairs.append((die, face))
                    case _:
                        return []
    return sorted(pairs)


def turn_up(state: Realm, seat: int, shown: Shown) -> None:
    """Turn the seat's dice in `shown` to the given faces. Until the screens are lifted, only the
    seat can see these faces."""
    faces = list(state.faces[seat])
    for number, id in shown:
        faces[number] = state.box.dice[state.dice[seat][number]].face_index[id]
    state.faces[seat] = tuple(faces)


def set_out(state: Realm, seat: int, numbers: Sequence[int]) -> None:
    """Set out the dice in `numbers`, which show skulls, in front of the screen, where everyone can
    see them (ERA-5.2)."""
    if not numbers:
        return
    shown, faces = list(state.shown[seat]), state.faces[seat]
    for number in numbers:
        shown[number] = faces[number]
    state.shown[seat] = tuple(shown)
    state.announce(
        "ERA-5.2", seat, "{seat} sets aside {dice}.", dice=lambda: rolled(state, seat, numbers)
    )


def take_back(state: Realm, seat: int, die: int) -> None:
    """Take a die back behind the screen, because it no longer shows a skull (ERA-5.9)."""
    shown = list(state.shown[seat])
    shown[die] = NO_FACE
    state.shown[seat] = tuple(shown)
    state.announce(
        "ERA-5.9",
        seat,
        "{seat} takes a die back behind the screen: {die}.",
        die=state.box.dice[state.dice[seat][die]].names,
    )


def refuse_die(
    decision: Decision[Realm, P], state: Realm, place: Place, pick: Value
) -> Refusal | None:
    """Return the reason why `decision` does not allow `pick`, with which the player selects the die
    at `place`; None if `place` is not a die."""
    if place[0] != "die":
        return None
    if place[1] != decision.seat:
        return forbidden("ERA-5.4", "That die belongs to {seat}.", seat=Seat(int(place[1])))
    return decision.refuse(state, pick)
