"""Changes between two positions of Cities & Knights, in words."""

from __future__ import annotations

from functools import reduce
from operator import or_
from typing import Final

from engine.core.common_wording import series
from engine.core.hidden import is_hidden
from engine.games.knights.board import members
from engine.games.knights.component_types import SETTLEMENT_PIECE
from engine.games.knights.production import DICE_OUTCOMES, Balance, balance, pips
from engine.games.knights.state import Island, turn_order
from engine.games.knights.wording import (
    cards,
    counted,
    harbour_rate,
    kind_name,
    node_label,
)
from engine.geometry.bit_sets import Mask
from engine.i18n.text import Argument, Seat, Text, place_name, verbatim, words
from screens.games.knights.tooltips import attack_outcome

Texts = list[Text]


def changes(before: Island, after: Island, seat: int) -> Texts:
    """Describe the changes that matter to the seat: its points, the lengths of all players' longest
    roads, its sites, income and rates, the next attack of the barbarians (not in Catan or during
    setup), and its hand if visible."""
    texts: Texts = []
    if before.points(seat) != after.points(seat):
        texts.append(words("Points: {n}.", n=after.points(seat)))
    texts += _roads(before, after, seat)
    texts += _reached_sites(before, after, seat)
    texts += _blocked_sites(before, after, seat)
    if before.income[seat] != after.income[seat]:
        facts = {"before": before.income[seat], "after": after.income[seat], "all": DICE_OUTCOMES}
        texts.append(words("Cards in {all} rolls: {after} (before: {before}).", **facts))
    texts += _rates(before, after, seat)
    if before.turn and before.box.tracks:
        texts += _attack(balance(before), balance(after))
    return texts + _hand(before, after, seat)


def _attack(before: Balance, after: Balance) -> Texts:
    """Describe the strength of both sides in the next attack, and its outcome if that changes;
    empty if both strengths are the same as before."""
    if (before.cities, before.knights) == (after.cities, after.knights):
        return []
    strength = sum(after.knights)
    texts = [words("Attack: cities {cities}, knights {k}.", cities=after.cities, k=strength)]
    if before.concerned != after.concerned or before.holds != after.holds:
        texts.append(words("If the barbarians attacked now: {fate}.", fate=attack_outcome(after)))
    return texts


def _hand(before: Island, after: Island, seat: int) -> Texts:
    if is_hidden(before.hands[seat]) or is_hidden(after.hands[seat]):
        return []
    if before.hands[seat] == after.hands[seat]:
        limit = after.discard_limit(seat)
        is_same = limit == before.discard_limit(seat)
        return [] if is_same else [words("Your limit: {cards}.", cards=cards(limit))]
    number, limit = sum(after.hands[seat]), after.discard_limit(seat)
    cards_left = counted(after.box, after.hands[seat]) if number else words("no cards")
    if number <= limit:
        return [words("Hand: {cards}; limit {limit}.", cards=cards_left, limit=limit)]
    return [
        words("Hand: {cards}; that is {n}, limit {limit}.", cards=cards_left, n=number, limit=limit)
    ]


def _roads(before: Island, after: Island, seat: int) -> Texts:
    """Describe the changed lengths of the players' longest roads, the seat's first. If the seat has
    built a road, the length of its longest road is included even if that has not changed."""
    texts = []
    for owner in turn_order(before.seats, seat):
        old, new = before.lengths[owner], after.lengths[owner]
        if old == new:
            if owner == seat and after.roads.count(seat) > before.roads.count(seat):
                texts.append(words("Longest road: still {n}.", n=new))
        elif owner == seat:
            texts.append(words("Longest road: {n}.", n=new))
        else:
            texts.append(words("{seat}: longest road {n}.", seat=Seat(owner), n=new))
    return texts


def _reached_sites(before: Island, after: Island, seat: int) -> Texts:
    """Describe the sites for a settlement that a new road reaches or, if there are none, the sites
    that one further road would reach. Empty if the seat has no settlements left, or if its
    buildings have changed."""
    board, free = after.board, after.sites & ~after.occupied
    if not after.left(seat, SETTLEMENT_PIECE):
        return []
    reached = after.ends[seat] & ~before.ends[seat]
    if not reached or before.buildings(seat) != after.buildings(seat):
        return []
    sites = reached & free
    if sites:
        return [words("Sites for a settlement: {places}.", places=_sites(after, sites))]
    onward = [board.near_masks[node] for node in members(reached & ~after.others(seat))]
    sites = reduce(or_, onward, 0) & free & ~after.ends[seat]
    return [words("With one more road: {places}.", places=_sites(after, sites))] if sites else []


def _blocked_sites(before: Island, after: Island, seat: int) -> Texts:
    """Describe the seat's sites for a settlement that a knight now occupies. Empty if the seat has
    no settlements left."""
    if not after.left(seat, SETTLEMENT_PIECE):
        return []
    knights = after.occupied & after.sites
    blocked = before.ends[seat] & before.sites & ~before.occupied & knights
    if not blocked:
        return []
    return [
        words(
            "While the knight stays there, you cannot build a settlement at {places}.",
            places=_sites(after, blocked),
        )
    ]


def _sites(view: Island, nodes: Mask) -> Text:
    """Describe the corners of `nodes` with the highest yields, at most `_MAX_NAMED`, each with its
    yield and its harbour."""
    best = sorted(members(nodes), key=lambda node: -pips(view, node))[:_MAX_NAMED]
    return series(_site(view, node) for node in best)


def _site(view: Island, node: int) -> Text:
    """Describe a corner, with its yield and its harbour."""
    facts, harbour = (
        {"place": node_label(view, node), "n": pips(view, node)},
        harbour_rate(view, node),
    )
    if harbour is None:
        return words("{place} ({n} of {all} rolls)", all=DICE_OUTCOMES, **facts)
    return words(
        "{place} ({n} of {all} rolls, {harbour})", all=DICE_OUTCOMES, harbour=harbour, **facts
    )


def _rates(before: Island, after: Island, seat: int) -> Texts:
    """Describe the better rates at which the bank now takes kinds of cards from the seat."""
    pairs = zip(before.rates(seat), after.rates(seat), strict=True)
    better = {kind: new for kind, (old, new) in enumerate(pairs) if new < old}
    texts = []
    for rate in sorted(set(better.values())):
        shown = _rate(before, after, seat, rate)
        kinds = [kind_name(after.box, kind) for kind in better if better[kind] == rate]
        if len(kinds) > _MAX_NAMED:
            texts.append(words("You can now trade every kind at {n}:1.", n=shown))
        else:
            texts.append(
                words("You can now trade at {n}:1: {kinds}.", n=shown, kinds=series(kinds))
            )
    return texts


def _rate(before: Island, after: Island, seat: int, rate: int) -> Argument:
    """Return `rate` or, if the seat has just built at a harbour with this rate, a text with `rate`
    that refers to the place of the harbour."""
    new = after.buildings(seat) & ~before.buildings(seat)
    harbours = zip(after.box.harbor_places, after.harbors, strict=True)
    for number, (place, type_) in enumerate(harbours):
        if after.box.harbor_types[type_].rate == rate and new & sum(1 << n for n in place.nodes):
            return place_name(verbatim(f"{rate}"), ("harbour", number))
    return rate


_MAX_NAMED: Final = 3
"""Maximum number of sites or kinds that are named one by one."""
