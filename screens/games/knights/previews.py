"""What is foretold of a choice in Cities & Knights: what it does, what it changes, what chance may
bring."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from functools import reduce
from operator import or_
from typing import Any, Final

from engine.core.common_wording import player, series
from engine.core.event import Value
from engine.core.parts import Amounts
from engine.core.state import is_hidden
from engine.games.knights.bank import bank_price
from engine.games.knights.board import Mask, members
from engine.games.knights.cards_trade import MASTER_CARDS, Deal
from engine.games.knights.component_types import SHIP
from engine.games.knights.forecast import ROLLS, Balance, balance, loss, pays_on, pips
from engine.games.knights.improvements import HIGHEST_LEVEL, METROPOLIS_LEVEL
from engine.games.knights.knight_actions import destinations
from engine.games.knights.robber import counts_of
from engine.games.knights.state import NOBODY, Island
from engine.games.knights.trade import ACCEPT, TradeConfirm, TradeResponse
from engine.games.knights.turn import ROLL, SEVEN, drawers, event_name
from engine.games.knights.wording import (
    amount,
    bagged,
    cards,
    counted,
    kind_name,
    node_label,
    priced,
)
from engine.i18n.text import Seat, Text, plural, words
from engine.match.preview import Preview
from screens.games.knights.card_previews import (
    tell_card,
    tell_deserter,
    tell_deserters,
    tell_effect,
    tell_fleet,
    tell_number,
    tell_open_road,
    tell_swap,
)
from screens.games.knights.tooltips import fate
from screens.input_modes.input_mode import PartsSoFar
from screens.table_view.scene import Scene

Told = list[Text]

TURN: Final = "CK-4.1"
"""Whose turn it is goes without saying where something else happens."""

BARGAINS: Final = ("offer", "counter")
"""What is told by their counters."""


def preview(scene: Scene[Island], foresight: Preview[Island]) -> Told:
    """What is told of the pick, then what may come of it, then what it leaves."""
    choosing = scene.choosing
    assert choosing is not None, "only a choice is foretold"
    seat, after = choosing.seat, foresight.view
    pick = choosing.pick
    if choosing.chosen and choosing.chosen[0] in BARGAINS:
        return []
    others = [note.text for note in foresight.notes if note.rule != TURN]
    told = others or [note.text for note in foresight.notes]
    card = _card_played(choosing.decision.name, pick)
    if card:
        told = [*tell_card(scene.view, seat, card), *told[1:]]
    further = FURTHER.get(choosing.decision.name)
    if further is not None:
        told += further(scene.view, after, seat, pick)
    told += changes(scene.view, after, seat)
    hand = choosing.asked.view.hands[seat]
    if isinstance(choosing.decision, TradeResponse) and pick == (ACCEPT,) and not is_hidden(hand):
        told.append(_after_deal(choosing.asked.view, choosing.decision))
    if isinstance(choosing.decision, TradeConfirm):
        told += _answers(choosing.asked.view, choosing.decision)
    return told


def _card_played(decision: str, pick: Value | None) -> str:
    """The progress card that a pick plays; its play is told first."""
    match decision, pick:
        case ("Main", ("card", str(card))):
            return card
        case ("PreRoll", str(card)) if card != ROLL:
            return card
    return ""


# ---------------------------------------------------------------------- what changes


def changes(before: Island, after: Island, seat: int) -> Told:
    """What differs for a seat, and what all may know: points, roads, yield, attack, hand."""
    told: Told = []
    if before.points(seat) != after.points(seat):
        told.append(words("Points: {n}.", n=after.points(seat)))
    told += _roads(before, after, seat)
    told += _room(before, after, seat)
    if before.income[seat] != after.income[seat]:
        facts = {"before": before.income[seat], "after": after.income[seat], "all": ROLLS}
        told.append(words("Cards in {all} rolls: {after} (before: {before}).", **facts))
    told += _rates(before, after, seat)
    if before.turn and before.box.tracks:
        told += _attack(balance(before), balance(after))
    return told + _hand(before, after, seat)


def _attack(before: Balance, after: Balance) -> Told:
    """The strength of both sides in the next attack, and what would come of it."""
    if (before.cities, before.knights) == (after.cities, after.knights):
        return []
    strength = sum(after.knights)
    told = [words("Attack: cities {cities}, knights {k}.", cities=after.cities, k=strength)]
    if before.concerned != after.concerned or before.holds != after.holds:
        told.append(words("If it came now: {fate}.", fate=fate(after)))
    return told


def _hand(before: Island, after: Island, seat: int) -> Told:
    if is_hidden(before.hands[seat]) or is_hidden(after.hands[seat]):
        return []
    if before.hands[seat] == after.hands[seat]:
        limit = after.discard_limit(seat)
        same = limit == before.discard_limit(seat)
        return [] if same else [words("Your limit: {cards}.", cards=cards(limit))]
    left = counted(after.box, after.hands[seat]) if sum(after.hands[seat]) else words("no cards")
    return [words("Hand: {cards}; limit {limit}.", cards=left, limit=after.discard_limit(seat))]


def _roads(before: Island, after: Island, seat: int) -> Told:
    """The own length, and those of others that are cut or grow whole."""
    told = []
    for one in before.in_turn_order(seat):
        was, now = before.lengths[one], after.lengths[one]
        if was == now:
            continue
        if one == seat:
            told.append(words("Longest road: {n}.", n=now))
        else:
            told.append(words("{seat}: longest road {n}.", seat=Seat(one), n=now))
    return told


def _room(before: Island, after: Island, seat: int) -> Told:
    """Where a settlement could stand that could not before a new road; else where one more road
    would lead to."""
    board, free = after.board, after.sites & ~after.occupied
    reached = after.ends[seat] & ~before.ends[seat]
    if not reached or before.buildings(seat) != after.buildings(seat):
        return []
    sites = reached & free
    if sites:
        return [words("Sites for a settlement: {places}.", places=_sites(after, sites))]
    onward = [board.near_masks[node] for node in members(reached & ~after.others(seat))]
    sites = reduce(or_, onward, 0) & free
    return [words("With one more road: {places}.", places=_sites(after, sites))] if sites else []


def _sites(view: Island, nodes: Mask) -> Text:
    """The best of these corners, with what they yield."""
    best = sorted(members(nodes), key=lambda node: -pips(view, node))[:_NAMED]
    facts = ({"place": node_label(view, node), "n": pips(view, node)} for node in best)
    return series(words("{place} ({n} of {all})", all=ROLLS, **fact) for fact in facts)


def _rates(before: Island, after: Island, seat: int) -> Told:
    """The kinds that the bank takes at a better rate."""
    pairs = zip(before.rates(seat), after.rates(seat), strict=True)
    better = {kind: new for kind, (old, new) in enumerate(pairs) if new < old}
    told = []
    for rate in sorted(set(better.values())):
        kinds = [kind_name(after.box, kind) for kind in better if better[kind] == rate]
        if len(kinds) > _NAMED:
            told.append(words("You can now trade every kind at {n}:1.", n=rate))
        else:
            told.append(words("You can now trade at {n}:1: {kinds}.", n=rate, kinds=series(kinds)))
    return told


_NAMED: Final = 3
"""More kinds are those of a harbour for all of them."""


# ---------------------------------------------------------------------- dice


def _before_roll(view: Island, after: Island, seat: int, pick: str) -> Told:
    """What the dice may bring: cards, a seven, the barbarians, progress cards."""
    if pick != ROLL:
        return []
    told = [words("You get cards in {n} of {all} rolls.", n=_paying(view, seat), all=ROLLS)]
    if view.hand_sizes[seat] > view.discard_limit(seat):
        lost = cards(view.hand_sizes[seat] // 2)
        told.append(
            words("In {n} of {all} rolls a seven costs you {cards}.", n=6, all=ROLLS, cards=lost)
        )
    if view.ship + 1 == view.box.attack_step:
        facts = {"n": ROLLS // 2, "all": ROLLS, "fate": fate(balance(view))}
        told.append(words("In {n} of {all} rolls the barbarians arrive: {fate}.", **facts))
    chances = [
        words("{track} {n}", track=track.names, n=level + 1)
        for track, level in zip(view.box.tracks, view.levels[seat], strict=True)
        if level
    ]
    if chances:
        text = words("Progress cards in {all} rolls: {decks}.", all=ROLLS, decks=series(chances))
        told.append(text)
    return told


def _paying(view: Island, seat: int) -> int:
    """In how many of 36 rolls the seat gets something."""
    return sum(view.box.pips[number] for number in view.box.pips if pays_on(view, seat, number))


def _alchemist(view: Island, after: Island, seat: int, pick: tuple[int, int]) -> Told:
    """What the chosen dice bring for certain, and what the event die may."""
    red, yellow = pick
    total = red + yellow
    told = []
    if total == SEVEN:
        told.append(words("It is a seven."))
    else:
        told += tell_number(view, seat, total)
    told += gates(view, red)
    if view.ship + 1 == view.box.attack_step:
        ship = event_name(view, SHIP)
        told.append(words("In 3 of 6 cases {event}: {fate}.", event=ship, fate=fate(balance(view))))
    return told


def gates(view: Island, red: int) -> Told:
    """Who would draw a progress card at each gate with that red die."""
    told = []
    for number, track in enumerate(view.box.tracks):
        who = [player(drawer) for drawer in drawers(view, number, red)]
        if who:
            gate = event_name(view, track.event)
            told.append(words("In 1 of 6 cases {gate}: {players}.", gate=gate, players=series(who)))
    return told


# ---------------------------------------------------------------------- the turn


def _main(view: Island, after: Island, seat: int, pick: Value) -> Told:
    match pick:
        case ("end",):
            return _end_turn(view, seat)
        case ("improve", str(track), *_):
            return improvement(view, seat, view.box.track_numbers[track])
        case ("recruit", int(node)) if not after.active_knights >> node & 1:
            price = priced(view.box, view.box.costs["knight_activate"])
            return [
                words(
                    "It is inactive and does not fight until you activate it for {price}.",
                    price=price,
                )
            ]
        case ("card", "warlord"):
            return [words("Knights activated now can act from your next turn on.")]
        case ("displace", _, int(goal)):
            return _displaced(after, view.owners[goal], goal)
    return []


def _displaced(after: Island, owner: int, node: int) -> Told:
    """Where the other knight can go; that it can go nowhere has been told."""
    places = destinations(after, owner, node).bit_count()
    if not places:
        return []
    return [
        plural(
            "There is {n} place for it.",
            "{seat} chooses one of {n} places for it.",
            places,
            seat=Seat(owner),
        )
    ]


def left_undone(view: Island, seat: int, possible: Collection[Value]) -> Told:
    """What ending the turn risks although something else is possible: cards over the limit, a city
    that a knight could save before the seat's next turn."""
    told = []
    hand, fought = view.hand_sizes[seat], balance(view)
    if hand > view.discard_limit(seat) and len(possible) > 1:
        told.append(
            words(
                "Hand {hand}, limit {limit}: a seven costs you {cards}.",
                hand=hand,
                limit=view.discard_limit(seat),
                cards=cards(hand // 2),
            )
        )
    comes = view.ship + view.seats >= view.box.attack_step
    if comes and "activate" in possible and not fought.holds and seat in fought.concerned:
        told.append(
            words("You could lose a city to the barbarians, and one of your knights is inactive.")
        )
    return told


def _end_turn(view: Island, seat: int) -> Told:
    """Knights that rest."""
    told = []
    ready = (view.ready & view.knights[seat]).bit_count()
    idle = (view.knights[seat] & ~view.active_knights).bit_count()
    told += [words("Knights that can still act: {n}.", n=ready)] if ready else []
    told += [words("Inactive knights: {n}.", n=idle)] if idle else []
    return told


def improvement(view: Island, seat: int, track: int) -> Told:
    """When the next level draws, what it can do, whether a metropolis comes with it."""
    kind, level = view.box.tracks[track], view.levels[seat][track] + 1
    told = [words("You draw a card when red shows 1-{n}.", n=kind.red_most[level])]
    if level == kind.ability_level:
        told.append(words("New ability: {ability}.", ability=kind.ability))
    holder = view.metropolis_owners[track]
    if holder == seat or level < METROPOLIS_LEVEL:
        return told
    if holder == NOBODY:
        told.append(words("You get the metropolis: 2 points."))
    elif level == HIGHEST_LEVEL and view.levels[holder][track] < level:
        told.append(words("You take the metropolis from {seat}: 2 points.", seat=Seat(holder)))
    else:
        told.append(words("The metropolis stays with {seat}.", seat=Seat(holder)))
    return told


# ---------------------------------------------------------------------- robber


def _robber(view: Island, after: Island, seat: int, pick: int) -> Told:
    """What each other owner would lose by the robber on a hex, and how many cards each holds."""
    return [
        text
        for one in view.owners_at(pick)
        if one != seat and (text := _robbed(view, one, pick)) is not None
    ]


def _robbed(view: Island, one: int, hex: int) -> Text | None:
    """What somebody would lose by the robber on a hex, and could lose to who moves it."""
    less, held = loss(view, one, hex), view.hand_sizes[one]
    if not less:
        return words("{seat} has {cards}.", seat=Seat(one), cards=cards(held)) if held else None
    fewer = plural(
        "{n} fewer card in {all} rolls", "{n} fewer cards in {all} rolls", less, all=ROLLS
    )
    if not held:
        return words("{seat} gets {fewer}.", seat=Seat(one), fewer=fewer)
    return words(
        "{seat} gets {fewer} and has {cards}.", seat=Seat(one), fewer=fewer, cards=cards(held)
    )


def _victim(view: Island, after: Island, seat: int, pick: int) -> Told:
    return _stolen(view, pick)


def _stolen(view: Island, other: int) -> Told:
    """One of the cards of a hand, whichever; where cards are counted, what is known of them."""
    held = view.hand_sizes[other]
    told: Told = [
        plural(
            "You take {seat}'s only card.",
            "You take 1 of {seat}'s {n} cards at random.",
            held,
            seat=Seat(other),
        )
    ]
    if view.counts_cards and any(view.known[other]):
        told.append(
            words("Known cards among them: {cards}.", cards=counted(view.box, view.known[other]))
        )
    return told


def _deck(view: Island, after: Island, seat: int, pick: str) -> Told:
    """A card that nobody knows."""
    left = view.deck_sizes[view.box.track_numbers[pick]]
    return [plural("You get the one card that is left.", "You get 1 of {n} cards at random.", left)]


# ---------------------------------------------------------------------- cards


def _watched(view: Island, after: Island, seat: int, pick: int) -> Told:
    return [
        plural(
            "You see {seat}'s only progress card and take it.",
            "You see {seat}'s {n} progress cards and take 1.",
            view.cards_held(pick),
            seat=Seat(pick),
        )
    ]


def _master(view: Island, after: Island, seat: int, pick: int) -> Told:
    held = view.hand_sizes[pick]
    return [
        plural(
            "You see {seat}'s only card and take it.",
            "You see {seat}'s {n} cards and take {cards}.",
            held,
            seat=Seat(pick),
            cards=cards(min(held, MASTER_CARDS)),
        )
    ]


def _monopoly(view: Island, after: Island, seat: int, pick: str) -> Told:
    """How many there are in all other hands: supply and own hand tell, where that lies open."""
    if is_hidden(view.hands[seat]):
        return []
    kind = view.box.kinds[view.box.kind_numbers[pick]]
    number = view.box.kind_numbers[pick]
    others = kind.bank - view.bank[number] - view.hands[seat][number]
    return [words("All the others together have {cards}.", cards=amount(pick, others))]


def _deal(view: Island, after: Island, seat: int, pick: Deal) -> Told:
    if len(pick) == 1:
        return []
    return [words("{seat} gives you a commodity if they have one.", seat=Seat(pick[0]))]


# ---------------------------------------------------------------------- offers


def _after_deal(view: Island, response: TradeResponse) -> Text:
    """The own hand if the offer is carried out."""
    sides = counts_of(view, response.want), counts_of(view, response.give)
    columns = zip(view.hands[response.seat], *sides, strict=True)
    hand = [have - gone + come for have, gone, come in columns]
    return words("Your hand will be: {cards}.", cards=counted(view.box, hand))


def _answers(view: Island, confirm: TradeConfirm) -> Told:
    """What the others have said that is not among the choices: what is too dear, and no."""
    told = []
    for who, answer, give, want in confirm.answers:
        hand = zip(counts_of(view, want), view.hands[confirm.seat], strict=True)
        lacking = [max(0, number - have) for number, have in hand]
        if answer != ACCEPT and any(lacking):
            names = {"seat": Seat(who), "give": bagged(give), "want": bagged(want)}
            lack = counted(view.box, lacking)
            told.append(
                words("{seat} wants {want} for {give}; you lack {cards}.", cards=lack, **names)
            )
    heard = {who for who, _, _, _ in confirm.answers}
    declined = [
        player(opponent) for opponent in view.opponents(confirm.seat) if opponent not in heard
    ]
    if declined:
        told.append(words("Declined: {players}.", players=series(declined)))
    return told


def bargain(choosing: PartsSoFar[Island], give: Amounts, want: Amounts) -> Told:
    """Both sides of an offer as they stand; once both are there, who is asked, and what the bank
    would take for the same."""
    sides = [bagged(side) if side else words("nothing yet") for side in (give, want)]
    told = [words("You give: {give}; you get: {want}.", give=sides[0], want=sides[1])]
    if choosing.decision.name != "Main" or not give or not want:
        return told
    view, seat = choosing.asked.view, choosing.seat
    price = bank_price(view, seat, counts_of(view, give), counts_of(view, want))
    if price is not None:
        kinds = zip(view.box.kinds, price, strict=True)
        paid = series(amount(kind.id, number) for kind, number in kinds if number)
        told.append(words("The bank would also give it, for {cards}.", cards=paid))
    asked = series(
        player(opponent) for opponent in view.opponents(seat) if view.hand_sizes[opponent]
    )
    told.append(words("The others answer in turn: {players}.", players=asked))
    return told


FURTHER: Final[Mapping[str, Callable[[Island, Island, int, Any], Told]]] = {
    "PreRoll": _before_roll,
    "AlchemistDice": _alchemist,
    "Main": _main,
    "RobberHex": _robber,
    "RobberVictim": _victim,
    "TieDeck": _deck,
    "SpyTarget": _watched,
    "MasterTarget": _master,
    "MonopolyKind": _monopoly,
    "HarborDeal": _deal,
    "DeserterTarget": tell_deserters,
    "DeserterPlace": tell_deserter,
    "DiplomatRoad": tell_open_road,
    "FleetKind": tell_fleet,
    "SpyTake": tell_effect,
    "ProgressDiscardOffTurn": tell_effect,
    "ProgressDiscardEnd": tell_effect,
    "InventorPair": tell_swap,
}
"""What is told besides, by the name of the decision."""
