"""What a progress card does, and whom it would concern if it were played now."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from engine.core.common_wording import player, series
from engine.core.state import is_hidden
from engine.games.knights.action_phase import EFFECTS
from engine.games.knights.cards_politics_hands import WEDDING_CARDS
from engine.games.knights.forecast import ROLLS
from engine.games.knights.production import what_is_due
from engine.games.knights.state import TIPPED, Island
from engine.games.knights.wording import amount, cards, counted
from engine.i18n.text import Seat, Text, plural, words

Told = list[Text]


def tell_card(view: Island, seat: int, card: str) -> Told:
    """Its effect; then the opponents whom it concerns, with what they have of what it is about."""
    told = tell_effect(view, view, seat, card)
    effect = EFFECTS.get(card)
    if effect is None or effect.concerns is None:
        return told
    measure = MEASURES.get(card, _held)
    players = (
        words("{seat} ({cards})", seat=Seat(concern), cards=measure(view, concern))
        for concern in effect.concerns(view, seat)
    )
    return [*told, words("Now: {players}.", players=series(players))]


def _held(view: Island, seat: int) -> Text:
    return cards(view.hand_sizes[seat])


def _half(view: Island, seat: int) -> Text:
    held = view.hand_sizes[seat]
    return _part_of(held // 2, held)


def _gift(view: Island, seat: int) -> Text:
    held = view.hand_sizes[seat]
    return _part_of(min(WEDDING_CARDS, held), held)


def _part_of(number: int, held: int) -> Text:
    return plural("{part} of {n} card", "{part} of {n} cards", held, part=number)


def _progress(view: Island, seat: int) -> Text:
    number = view.cards_held(seat)
    return plural("{n} progress card", "{n} progress cards", number)


def _knights(view: Island, seat: int) -> Text:
    return plural("{n} knight", "{n} knights", view.knights[seat].bit_count())


MEASURES: Final[Mapping[str, Callable[[Island, int], Text]]] = {
    "saboteur": _half,
    "wedding": _gift,
    "spy": _progress,
    "deserter": _knights,
}
"""What the opponents have, or give, that a card is about; else the cards in their hands."""


# ---------------------------------------------------------------------- what their choices bring


def tell_number(view: Island, seat: int, number: int) -> Told:
    """What the hexes with a number yield to the seat, and who else gets something."""
    due = what_is_due(view, number)
    own = [0] * len(view.bank)
    for taker, kind, count in due:
        own[kind] += count if taker == seat else 0
    brought = counted(view.box, own) if any(own) else words("nothing")
    told = [words("{number} gives you: {cards}.", number=number, cards=brought)]
    takers = {taker for taker, _, _ in due}
    others = [player(opponent) for opponent in view.opponents(seat) if opponent in takers]
    if others:
        told.append(words("It also gives cards to: {players}.", players=series(others)))
    return told


def tell_effect(view: Island, after: Island, seat: int, card: str) -> Told:
    """What a card does: who chooses one of several wants to know."""
    kind = view.box.cards[view.box.card_numbers[card]]
    return [words("{card}: {effect}.", card=kind.names, effect=kind.effect)]


def tell_fleet(view: Island, after: Island, seat: int, pick: str) -> Told:
    """How many of the kind there are to be traded, where one's own hand lies open."""
    if is_hidden(view.hands[seat]):
        return []
    held = view.hands[seat][view.box.kind_numbers[pick]]
    return [words("You have {cards}.", cards=amount(pick, held) if held else words("none"))]


def tell_deserters(view: Island, after: Island, seat: int, pick: int) -> Told:
    """How strong the knights are of which one goes."""
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


def tell_deserter(view: Island, after: Island, seat: int, pick: int | str) -> Told:
    """Whether the knight may act at once."""
    if not isinstance(pick, int):
        return []
    if after.ready >> pick & 1:
        return [words("It is active and can act this turn.")]
    return [words("It is inactive.")]


def tell_open_road(view: Island, after: Island, seat: int, pick: int) -> Told:
    """That an own road is not lost."""
    if view.roads[pick] != seat:
        return []
    return [words("You may then place it elsewhere for free.")]


def tell_swap(view: Island, after: Island, seat: int, pick: tuple[int, int]) -> Told:
    """What each opponent gains or loses by other numbers; the own yield is told anyway."""
    return [
        words(
            "{seat}: {cards} in {all} rolls (before: {before}).",
            seat=Seat(opponent),
            cards=cards(after.income[opponent]),
            before=view.income[opponent],
            all=ROLLS,
        )
        for opponent in view.opponents(seat)
        if after.income[opponent] != view.income[opponent]
    ]
