"""Tooltips for the table of Cities & Knights."""

from __future__ import annotations

from typing import Final

from engine.core.common_wording import joined, player, series
from engine.core.step import Place
from engine.games.knights.component_types import Components, Terrain
from engine.games.knights.production import DICE_OUTCOMES, Balance, balance, pips
from engine.games.knights.state import EMPTY, Island, owners_at, strength
from engine.games.knights.wording import (
    amount,
    cards,
    edge_label,
    hex_name,
    kind_name,
    node_label,
    place_with_piece,
    points,
)
from engine.i18n.text import Seat, Text, words
from screens.games.knights.symbols import own_seat
from screens.table_view.scene import Scene

TURN_RULE: Final = "CK-4.1"
"""Rule of the note that begins a turn."""

ROLL_RULE: Final = "CK-4.4"
"""Rule of the note about a roll."""

# ---------------------------------------------------------------------- descriptions


def inspect(scene: Scene[Island], place: Place) -> Text | None:
    """Return the tooltip of a place on the table; None if the place has none."""
    view: Island = scene.view
    match place:
        case ("node" | "edge" | "hex" | "harbour", *_) if not view.numbers:
            return words("The island has not been laid out yet.")
        case ("node", int(node)):
            return _node(view, node)
        case ("edge", int(edge)):
            return _edge(view, edge)
        case ("hex", int(hex)):
            return _hex(view, hex)
        case ("harbour", int(number)):
            harbour = view.box.harbor_types[view.harbors[number]]
            place_label = edge_label(view, view.box.harbor_places[number].edge)
            return words(
                "{harbour} ({place}): {n} cards for 1.",
                harbour=harbour.names,
                place=place_label,
                n=harbour.rate,
            )
        case ("player", int(seat)):
            return _player(view, seat)
        case ("ship", *_):
            return _ship(view)
        case ("card", str(id)):
            return _card(scene, id)
        case ("give" | "want", str(kind)):
            return _kind(scene, view.box.kind_numbers[kind])
        case ("dice", *_):
            return _dice(scene)
        case ("head", str(column)):
            return COLUMN_TEXTS[column]
        case ("track", int(track)):
            return _track(view, track)
        case ("decks",):
            return words("Progress cards left: {decks}", decks=decks_left(view))
    return None


COLUMN_TEXTS: Final[dict[str, Text]] = {
    "points": words("Points, all of them public."),
    "hand": words("Resources and commodities in hand / discard limit on a seven."),
    "cards": words("Progress cards in hand, by deck letter or number."),
    "levels": words(
        "City improvements of each player: T trade, P politics, S science; * holds the metropolis."
    ),
    "knights": words("Strength of active knights / of all. Only active ones fight the barbarians."),
    "road": words(
        "Length of the player's longest road. "
        "The longest of all is worth 2 points if it is 5 or more."
    ),
}
"""Explanations of the columns of the players' table, by the key of the column."""


def _track(view: Island, track: int) -> Text:
    return words(
        "{track}: each player's level, and the red die numbers at which its gate gives a card.",
        track=view.box.tracks[track].names,
    )


def decks_left(view: Island) -> Text:
    return series(
        words("{track} {n}", track=track.names, n=n)
        for track, n in zip(view.box.tracks, view.deck_sizes, strict=True)
    )


def _node(view: Island, node: int) -> Text:
    worth = words("{n} of {all} rolls", n=pips(view, node), all=DICE_OUTCOMES)
    if view.pieces[node] == EMPTY:
        return words("{place}: empty; {worth}.", place=node_label(view, node), worth=worth)
    return words(
        "{piece} ({seat}); {worth}.",
        piece=place_with_piece(view, node),
        seat=Seat(view.owners[node]),
        worth=worth,
    )


def _edge(view: Island, edge: int) -> Text:
    seat = view.roads[edge]
    if seat < 0:
        return words("{place}: no road.", place=edge_label(view, edge))
    return words("{place}: {seat}'s road.", place=edge_label(view, edge), seat=Seat(seat))


def _hex(view: Island, hex: int) -> Text:
    texts = [_land(view, hex), brings(view.box, view.box.terrains[view.terrains[hex]])]
    if hex == view.merchant:
        texts.append(words("{seat}'s merchant is here.", seat=Seat(view.merchant_owner)))
    return joined(texts, " ") or texts[0]


def brings(box: Components, terrain: Terrain) -> Text:
    """Describe the yields of a terrain for a settlement and for a city."""
    if not terrain.settlement:
        return words("This hex produces nothing.")
    settlement, city = (
        series(amount(box.kinds[kind].id, number) for kind, number in pairs)
        for pairs in (terrain.settlement, terrain.city)
    )
    return words("Settlement: {one}; city: {other}.", one=settlement, other=city)


def _land(view: Island, hex: int) -> Text:
    n = view.box.pips.get(view.numbers[hex], 0)
    name = hex_name(view, hex)
    owners = series(player(seat) for seat in owners_at(view, hex))
    if hex == view.robber:
        return words("{hex}: the robber is here, so it produces nothing.", hex=name)
    if not owners_at(view, hex):
        return words(
            "{hex}: {n} of {all} rolls; nobody has built here.", hex=name, n=n, all=DICE_OUTCOMES
        )
    return words(
        "{hex}: {n} of {all} rolls, for {players}.",
        hex=name,
        n=n,
        all=DICE_OUTCOMES,
        players=owners,
    )


def _player(view: Island, seat: int) -> Text:
    levels = zip(view.box.tracks, view.levels[seat], strict=True)
    return words(
        "{seat}: {points}, {cards}, limit {limit}; progress cards: {held}; levels: {levels}; "
        "active knight strength {active} of {all}; road {road}.",
        seat=Seat(seat),
        points=points(view.points(seat)),
        cards=cards(view.hand_sizes[seat]),
        limit=view.discard_limit(seat),
        held=view.cards_held(seat),
        levels=series(words("{track} {n}", track=track.names, n=level) for track, level in levels),
        active=view.contribution(seat),
        all=strength(view, seat),
        road=view.lengths[seat],
    )


def _ship(view: Island) -> Text:
    forces = balance(view)
    return words(
        "Steps left: {left}. Cities {n} against knights {k}: {fate}.",
        left=view.box.attack_step - view.ship,
        n=forces.cities,
        k=sum(forces.knights),
        fate=attack_outcome(forces),
    )


def attack_outcome(forces: Balance) -> Text:
    """Describe the outcome of an attack, and the players affected by it."""
    affected = series(player(seat) for seat in forces.concerned)
    if not forces.concerned:
        return words("nothing would happen")
    if not forces.holds:
        return words("{who} would lose a city", who=affected)
    if len(forces.concerned) == 1:
        return words("{who} would become Defender of Catan", who=affected)
    return words("{who} would draw a card each", who=affected)


def _card(scene: Scene[Island], id: str) -> Text | None:
    view: Island = scene.view
    seat = own_seat(scene)
    if seat is None or view.box.card_numbers[id] not in view.progress[seat]:
        return None
    card = view.box.cards[view.box.card_numbers[id]]
    return words("{card}: {effect}", card=card.names, effect=card.effect)


def _kind(scene: Scene[Island], kind: int) -> Text:
    view: Island = scene.view
    seat = own_seat(scene)
    facts = {"kind": kind_name(view.box, kind), "n": view.bank[kind]}
    if seat is None:
        return words("{kind}: {n} in the bank.", **facts)
    return words(
        "{kind}: you have {have}, the bank has {n}. You give {rate} for 1 of another kind.",
        have=view.hands[seat][kind],
        rate=view.rates(seat)[kind],
        **facts,
    )


def _dice(scene: Scene[Island]) -> Text:
    """Return the tooltip of the dice: the numbers of the red and the yellow die, and the cards that
    the last roll produced."""
    view: Island = scene.view
    red, yellow = view.dice
    roll = words("Red {red}, yellow {yellow}: {n}.", red=red, yellow=yellow, n=red + yellow)
    return joined([roll, *production_notes(scene)], " ") or roll


def production_notes(scene: Scene[Island]) -> list[Text]:
    """Return the notes about the production of the last roll."""
    texts: list[Text] = []
    for _, notes in scene.history.events_with_notes(RECENT_EVENTS):
        for note in notes:
            if note.rule == ROLL_RULE:
                texts = []
            elif note.rule in PRODUCTION_RULES:
                texts.append(note.text)
    return texts


RECENT_EVENTS: Final = 60
"""Number of recent events searched for the last roll."""

PRODUCTION_RULES: Final = ("CK-8.1", "CK-8.6", "CK-8.7", "CK-8.8")
