"""Previews of progress cards (the effect of a card, and the players whom it would affect now) and
of the choices that cards lead to."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from engine.core.common_wording import player, series
from engine.core.hidden import is_hidden
from engine.games.knights.action_phase import EFFECTS
from engine.games.knights.cards_politics_hands import WEDDING_CARDS
from engine.games.knights.production import DICE_OUTCOMES, what_is_due
from engine.games.knights.state import TIPPED, Island
from engine.games.knights.wording import amount, cards, counted
from engine.i18n.text import Seat, Text, plural, words

Texts = list[Text]


def describe_card(view: Island, seat: int, card: str) -> Texts:
    """Describe the effect of `card`. If it affects particular opponents, name them, each with the
    number of cards or knights that matters for the effect."""
    texts = describe_effect(view, view, seat, card)
    effect = EFFECTS.get(card)
    if effect is None or effect.concerns is None:
        return texts
    measure = COUNT_TEXTS.get(card, _held)
    players = (
        words("{seat} ({cards})", seat=Seat(opponent), cards=measure(view, opponent))
        for opponent in effect.concerns(view, seat)
    )
    return [*texts, words("Now: {players}.", players=series(players))]


def _held(view: Island, seat: int) -> Text:
    return cards(view.hand_sizes[seat])


def _half(view: Island, seat: int) -> Text:
    size = view.hand_sizes[seat]
    return _part_of(size // 2, size)


def _gift(view: Island, seat: int) -> Text:
    size = view.hand_sizes[seat]
    return _part_of(min(WEDDING_CARDS, size), size)


def _part_of(number: int, size: int) -> Text:
    return plural("{part} of {n} card", "{part} of {n} cards", size, part=number)


def _progress(view: Island, seat: int) -> Text:
    number = view.cards_held(seat)
    return plural("{n} progress card", "{n} progress cards", number)


def _knights(view: Island, seat: int) -> Text:
    return plural("{n} knight", "{n} knights", view.knights[seat].bit_count())


COUNT_TEXTS: Final[Mapping[str, Callable[[Island, int], Text]]] = {
    "saboteur": _half,
    "wedding": _gift,
    "spy": _progress,
    "deserter": _knights,
}
"""Functions that describe the number of an opponent's cards or knights that matters for a progress
card, by the id of the progress card. For all others, the size of the opponent's hand matters."""


# ---------------------------------------------------------------------- effects of choices


def describe_number(view: Island, seat: int, number: int) -> Texts:
    """Describe the yield of the hexes with `number` for the seat, regardless of shortages in the
    bank, and name the other players who get cards."""
    yields = what_is_due(view, number)
    own_cards = [0] * len(view.bank)
    for taker, kind, count in yields:
        own_cards[kind] += count if taker == seat else 0
    cards_text = counted(view.box, own_cards) if any(own_cards) else words("nothing")
    texts = [words("A roll of {number} gives you: {cards}.", number=number, cards=cards_text)]
    takers = {taker for taker, _, _ in yields}
    other_takers = [player(opponent) for opponent in view.opponents(seat) if opponent in takers]
    if other_takers:
        texts.append(
            words("The roll also gives cards to: {players}.", players=series(other_takers))
        )
    return texts


def describe_effect(view: Island, after: Island, seat: int, card: str) -> Texts:
    """Return the name and the effect of `card`. `after` and `seat` are not used; all functions in
    `FURTHER_PREVIEWS` of `previews` have these parameters."""
    kind = view.box.cards[view.box.card_numbers[card]]
    return [words("{card}: {effect}.", card=kind.names, effect=kind.effect)]


def describe_fleet_kind(view: Island, after: Island, seat: int, pick: str) -> Texts:
    """Describe the number of cards of the kind `pick` in the seat's hand; empty if the hand is
    hidden."""
    if is_hidden(view.hands[seat]):
        return []
    number = view.hands[seat][view.box.kind_numbers[pick]]
    return [words("You have {cards}.", cards=amount(pick, number) if number else words("none"))]


def describe_deserter_levels(view: Island, after: Island, seat: int, pick: int) -> Texts:
    """Describe the strengths of the knights of the player `pick`, who will lose one of them; empty
    if the player has only one knight."""
    nodes = [node for node in range(len(view.pieces)) if view.knights[pick] >> node & 1]
    if len(nodes) == 1:
        return []
    levels = sorted((view.pieces[node] - TIPPED for node in nodes), reverse=True)
    return [
        words(
            "{seat} chooses which of {n} knights to lose (strength {levels}).",
            seat=Seat(pick),
            n=len(nodes),
            levels=", ".join(map(str, levels)),
        )
    ]


def describe_new_knight(view: Island, after: Island, seat: int, pick: int | str) -> Texts:
    """Describe whether the new knight at corner `pick` can act at once; empty if `pick` is not a
    corner."""
    if not isinstance(pick, int):
        return []
    if after.ready >> pick & 1:
        return [words("The knight is active and can act this turn.")]
    return [words("The knight is inactive.")]


def describe_open_road(view: Island, after: Island, seat: int, pick: int) -> Texts:
    """Return a note that the road `pick` can be placed elsewhere once removed; empty if it is
    another player's road."""
    if view.roads[pick] != seat:
        return []
    return [words("You can then place the road elsewhere for free.")]


def describe_swap(view: Island, after: Island, seat: int, pick: tuple[int, int]) -> Texts:
    """Describe how swapping two number tokens changes the opponents' income, in cards per 36 rolls.
    The change for the seat itself is part of the general preview."""
    return [
        words(
            "{seat}: {cards} in {all} rolls (before: {before}).",
            seat=Seat(opponent),
            cards=cards(after.income[opponent]),
            before=view.income[opponent],
            all=DICE_OUTCOMES,
        )
        for opponent in view.opponents(seat)
        if after.income[opponent] != view.income[opponent]
    ]
