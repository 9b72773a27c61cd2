"""What things on the table of Cities & Knights are and do, in words."""

from __future__ import annotations

from typing import Final

from engine.foresight import Foresight
from engine.games.knights.prospects import ROLLS, balance, loss, pips
from engine.games.knights.state import EMPTY, Island
from engine.games.knights.wording import (
    cards,
    counted,
    edge_label,
    hex_name,
    kind_name,
    node_label,
    place_with_piece,
)
from engine.state import is_hidden
from engine.step import Place
from engine.text import Seat, Text, words
from engine.wording import joined, player, series
from screens.knights.marks import own_seat
from screens.scene import Scene


def preview(scene: Scene, foresight: Foresight) -> list[Text]:
    """What is told of the pick, then what it leaves."""
    return [note.text for note in foresight.notes] + changes(scene, foresight.view)


def changes(scene: Scene, after: Island) -> list[Text]:
    """What differs for who looks: hand, points, roads, attack."""
    before: Island = scene.view
    seat = scene.seat
    if seat is None:
        return []
    told: list[Text] = []
    if before.hand_sizes[seat] != after.hand_sizes[seat] and not is_hidden(after.hands[seat]):
        told.append(
            words(
                "Hand: {cards}; limit {limit}.",
                cards=counted(after.box, after.hands[seat])
                if sum(after.hands[seat])
                else words("empty"),
                limit=after.discard_limit(seat),
            )
        )
    if before.points(seat) != after.points(seat):
        told.append(words("Points: {n}.", n=after.points(seat)))
    if before.lengths[seat] != after.lengths[seat]:
        told.append(words("Longest road: {n}.", n=after.lengths[seat]))
    if before.income[seat] != after.income[seat]:
        facts = {"n": before.income[seat], "after": after.income[seat], "all": ROLLS}
        told.append(words("Yield of {all} rolls: {n}, then {after} cards.", **facts))
    told += _rates(before, after, seat)
    one, other = balance(before), balance(after)
    if (one.cities, sum(one.knights)) != (other.cities, sum(other.knights)):
        told.append(words("Attack: cities {n}, knights {k}.", n=other.cities, k=sum(other.knights)))
    return told


def robbed(scene: Scene, hex: int) -> list[Text]:
    """What each owner would lose by the robber on a hex, and how many cards may be stolen from."""
    view: Island = scene.view
    return [
        words(
            "{seat} gets {n} cards less in {all} rolls and holds {cards}.",
            seat=Seat(seat),
            n=loss(view, seat, hex),
            all=ROLLS,
            cards=cards(view.hand_sizes[seat]),
        )
        for seat in view.owners_at(hex)
    ]


def _rates(before: Island, after: Island, seat: int) -> list[Text]:
    """The kinds that the bank takes at a better rate."""
    pairs = zip(before.rates(seat), after.rates(seat), strict=True)
    better = {kind: new for kind, (old, new) in enumerate(pairs) if new < old}
    told = []
    for rate in sorted(set(better.values())):
        kinds = [kind_name(after.box, kind) for kind in better if better[kind] == rate]
        if len(kinds) > _NAMED:
            told.append(words("{n}:1 from now on for all kinds.", n=rate))
        else:
            told.append(words("{n}:1 from now on: {kinds}.", n=rate, kinds=series(kinds)))
    return told


_NAMED: Final = 3
"""More kinds are those of a harbour for all of them."""


# ---------------------------------------------------------------------- looking at things


def inspect(scene: Scene, place: Place) -> Text | None:
    """What a place of the table is."""
    view: Island = scene.view
    match place:
        case ("node", int(node)):
            return _node(view, node)
        case ("edge", int(edge)):
            return _edge(view, edge)
        case ("hex", int(hex)):
            return _hex(view, hex)
        case ("harbour", int(number)):
            harbour = view.box.harbor_types[view.harbors[number]]
            where = edge_label(view, view.box.harbor_places[number].edge)
            return words(
                "{harbour} ({place}): {n} cards for 1.",
                harbour=harbour.names,
                place=where,
                n=harbour.rate,
            )
        case ("player", int(seat)):
            return _player(view, seat)
        case ("ship",):
            return _ship(view)
        case ("card", int(number)):
            return _card(scene, number)
        case ("give" | "want", str(kind)):
            return _kind(scene, view.box.kind_numbers[kind])
        case ("dice",):
            return _dice(scene)
    return None


def _node(view: Island, node: int) -> Text:
    worth = words("{n} of {all} rolls", n=pips(view, node), all=ROLLS)
    if view.pieces[node] == EMPTY:
        return words(
            "{place}: nothing stands here; {worth}.", place=node_label(view, node), worth=worth
        )
    return words(
        "{piece}, of {seat}; {worth}.",
        piece=place_with_piece(view, node),
        seat=Seat(view.owners[node]),
        worth=worth,
    )


def _edge(view: Island, edge: int) -> Text:
    seat = view.roads[edge]
    if seat < 0:
        return words("{place}: no road.", place=edge_label(view, edge))
    return words("{place}: a road of {seat}.", place=edge_label(view, edge), seat=Seat(seat))


def _hex(view: Island, hex: int) -> Text:
    n = view.box.pips.get(view.numbers[hex], 0)
    name = hex_name(view, hex)
    owners = series(player(seat) for seat in view.owners_at(hex))
    if hex == view.robber:
        return words("{hex}: the robber is here, it yields nothing.", hex=name)
    if not view.owners_at(hex):
        return words("{hex}: {n} of {all} rolls; nobody builds here.", hex=name, n=n, all=ROLLS)
    return words(
        "{hex}: {n} of {all} rolls, for {players}.", hex=name, n=n, all=ROLLS, players=owners
    )


def _player(view: Island, seat: int) -> Text:
    return words(
        "{seat}: {points} points, {cards}, limit {limit}; "
        "knights {active} active of {all}; road {road}.",
        seat=Seat(seat),
        points=view.points(seat),
        cards=cards(view.hand_sizes[seat]),
        limit=view.discard_limit(seat),
        active=view.contribution(seat),
        all=view.strength(seat),
        road=view.lengths[seat],
    )


def _ship(view: Island) -> Text:
    now = balance(view)
    who = series(player(seat) for seat in now.concerned)
    facts = {"n": now.cities, "k": sum(now.knights), "left": view.box.attack_step - view.ship}
    if not now.concerned:
        return words(
            "Steps left: {left}. Cities {n} against knights {k}: nothing would happen.", **facts
        )
    if now.holds and len(now.concerned) == 1:
        return words(
            "Steps left: {left}. Cities {n} against knights {k}: {who} would become Defender.",
            who=who,
            **facts,
        )
    if now.holds:
        return words(
            "Steps left: {left}. Cities {n} against knights {k}: {who} would draw a card each.",
            who=who,
            **facts,
        )
    return words(
        "Steps left: {left}. Cities {n} against knights {k}: {who} would lose a city.",
        who=who,
        **facts,
    )


def _card(scene: Scene, number: int) -> Text | None:
    view: Island = scene.view
    seat = own_seat(scene)
    if seat is None or number >= len(view.progress[seat]):
        return None
    card = view.box.cards[view.progress[seat][number]]
    return words("{card}: {effect}", card=card.names, effect=card.effect)


def _kind(scene: Scene, kind: int) -> Text:
    view: Island = scene.view
    seat = own_seat(scene)
    facts = {"kind": kind_name(view.box, kind), "n": view.bank[kind]}
    if seat is None:
        return words("{kind}: {n} in the bank.", **facts)
    return words(
        "{kind}: you have {have}, the bank {n}; it takes {rate} for 1 other.",
        have=view.hands[seat][kind],
        rate=view.rates(seat)[kind],
        **facts,
    )


def _dice(scene: Scene) -> Text:
    """The dice, and who got what by them."""
    view: Island = scene.view
    red, yellow = view.dice
    said = words("Red {red}, yellow {yellow}: {n}.", red=red, yellow=yellow, n=red + yellow)
    return joined([said, *received(scene)], " ") or said


def received(scene: Scene) -> list[Text]:
    """What the last roll has brought, as it was told."""
    told: list[Text] = []
    for _, notes in scene.story.told(RECENT):
        for note in notes:
            if note.rule == "CK-4.4":
                told = []
            elif note.rule in RECEIVED:
                told.append(note.text)
    return told


RECENT: Final = 60
"""So many events back the last roll is looked for."""

RECEIVED: Final = ("CK-8.1", "CK-8.6", "CK-8.7", "CK-8.8")
