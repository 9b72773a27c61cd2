"""Animations at the table of Troyes: rolled and turned dice, cards turned face up, citizens and
cubes that leave their district."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.games.troyes.component_types import Building
from engine.games.troyes.state import FREE, NO_CARD, Town
from screens.games.troyes.symbols import TownLabels
from screens.paint.animation import Glide, Move, Tumble, Turn
from screens.paint.canvas import Spot
from screens.table_view.scene import Scene


def moves(before: Town, scene: Scene[Town]) -> Sequence[Move]:
    """Return the animations of the changes between `before` and the current view; none if `before`
    precedes the setup."""
    view, labels = scene.view, TownLabels.of(scene)
    if not before.dice and not before.buildings:
        return ()
    arrivals = [*_in_buildings(before, view), *_cubes(before, view)]
    pieces = [
        Glide(("district", owner), place, labels.owner(owner), labels.owner_role(owner))
        for owner, place in arrivals
    ]
    return [*_dice(before, view), *_cards(before, view), *pieces]


def _dice(before: Town, view: Town) -> Iterator[Move]:
    """Yield animations of all dice in a new round, or otherwise of the dice whose face has changed
    in districts with as many dice as before; also of all black dice when they are rolled."""
    is_new_round = view.round != before.round
    for district, faces in enumerate(view.dice):
        faces_before = before.dice[district] if district < len(before.dice) else ()
        if not is_new_round and len(faces_before) != len(faces):
            continue
        for number, face in enumerate(faces):
            if is_new_round or faces_before[number] != face:
                yield Tumble(("die", district, number), "die.")
    if len(view.black) > len(before.black):
        yield from (Tumble(("black", number), "die.") for number in range(len(view.black)))


def _cards(before: Town, view: Town) -> Iterator[Move]:
    for position, card in enumerate(view.cards):
        if card != NO_CARD and before.cards[position] == NO_CARD:
            yield Turn(view.card_at(position).place)
    yield from (Turn(("event", at)) for at, card in enumerate(view.row) if card not in before.row)


def _in_buildings(before: Town, view: Town) -> Iterator[tuple[int, Spot]]:
    """Yield the owner and place of the new citizen in each building. Only the first space that has
    changed is considered, because the citizens behind it were only pushed along."""
    for building in view.box.buildings:
        owners_before, owners = before.buildings[building.index], view.buildings[building.index]
        changed = [
            at
            for at, pair in enumerate(zip(owners_before, owners, strict=True))
            if pair[0] != pair[1]
        ]
        if changed and owners[changed[0]] != FREE:
            yield owners[changed[0]], _place(building, changed[0])


def _place(building: Building, space: int) -> Spot:
    """Return the place on which a space is painted: in the first building by value, in the others
    by row and number."""
    if not building.index:
        return (building.id, building.values[space][0])
    rows = sorted(dict.fromkeys(building.row_of[1:]))
    row = max(number for number, (begin, _) in enumerate(rows) if begin <= space)
    return (building.id, row + 1, space - rows[row][0] + 1)


def _cubes(before: Town, view: Town) -> Iterator[tuple[int, Spot]]:
    """Yield the new cubes in the cathedral and on events, and the new citizens on cards, as pairs
    of owner and place. At most one is yielded for each column, event and card."""
    for column, (cubes_before, cubes) in enumerate(
        zip(before.cathedral, view.cathedral, strict=True)
    ):
        if len(cubes) > len(cubes_before):
            yield cubes[-1], ("cathedral", len(cubes), column + 1)
    for index, event in enumerate(view.row):
        if event in before.row:
            cubes_before = before.flags[before.row.index(event)]
            if len(view.flags[index]) > len(cubes_before):
                yield view.flags[index][-1], ("event", index)
    for position, citizens in enumerate(view.tradesmen):
        new = [
            owner
            for owner, owner_before in zip(citizens, before.tradesmen[position], strict=False)
            if owner not in (owner_before, FREE)
        ]
        if new and view.cards[position] != NO_CARD:
            yield new[0], view.card_at(position).place
