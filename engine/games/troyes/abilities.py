"""Effects of cards and events in words."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from engine.core.common_wording import series
from engine.games.troyes import component_types
from engine.games.troyes.component_types import Building, Card, Components, EventCard, Modifier
from engine.games.troyes.dice import ANY, RED, WHITE, YELLOW
from engine.games.troyes.wording import deniers, influence, points
from engine.i18n.text import Text, plural, words


def card_words(card: Card) -> Text:
    """Return the effect of one activation of a card in words."""
    if card.modifier is not None:
        return modifier_words(card.modifier)
    special = _CARDS.get(card.ability)
    return _exchange_words(card) if special is None else special(card)


def gains_words(card: Card, number: int) -> Text:
    """Return the gains from `number` activations of a card with a fixed exchange, in words."""
    gains = ((card.gain_deniers, deniers), (card.gain_influence, influence), (card.gain_vp, points))
    return series(amount(number * gain) for gain, amount in gains if gain)


def cost_words(card: Card, number: int) -> Text | None:
    """Return the price of `number` activations of a card with a fixed exchange, in words: the
    influence or, if none is due, the deniers. Return None if the activations are free."""
    if card.pay_influence:
        return influence(number * card.pay_influence)
    return deniers(number * card.pay_deniers) if card.pay_deniers else None


def _exchange_words(card: Card) -> Text:
    gains, paid = gains_words(card, 1), cost_words(card, 1)
    if paid is None:
        return words("gain {gains}", gains=gains)
    return words("pay {paid}, gain {gains}", paid=paid, gains=gains)


def _contest_words(card: Card) -> Text:
    gain = points(card.gain_vp)
    if card.contest == component_types.MOST_DICE:
        return words(
            "if nobody has more dice left than you: {gain}, and the same for everyone tied",
            gain=gain,
        )
    return words(
        "if no other district has more red pips left: {gain}, and the same for everyone tied",
        gain=gain,
    )


_CARDS: Final[Mapping[str, Callable[[Card], Text]]] = {
    component_types.CHOOSE_BUILDING: lambda card: plural(
        "{n} denier for each of your citizens in the Palace or the Bishopric",
        "{n} deniers for each of your citizens in the Palace or the Bishopric",
        card.amount,
    ),
    component_types.CATHEDRAL_PAIRS: lambda card: plural(
        "{n} VP for each pair of your cubes in the cathedral",
        "{n} VP for each pair of your cubes in the cathedral",
        card.amount,
    ),
    component_types.CONTEST: _contest_words,
    component_types.ROLL: lambda card: words(
        "roll a die: on {low}-{high}, put a cube on any event",
        low=min(card.hits),
        high=max(card.hits),
    ),
    component_types.CUBES_PER_RED_DIE: lambda card: plural(
        "{n} cube on events for each red die left in your district",
        "{n} cubes on events for each red die left in your district",
        card.amount,
    ),
    component_types.EVENT_CUBES: lambda card: plural(
        "pay {paid}, put {n} cube on an event",
        "pay {paid}, put {n} cubes on events",
        card.amount,
        paid=influence(card.pay_influence),
    ),
    component_types.LEVY: lambda card: plural(
        "{n} denier from each other player for each of their citizens in the City Hall",
        "{n} deniers from each other player for each of their citizens in the City Hall",
        card.amount,
    ),
    component_types.EVENTS_WITH_CUBE: lambda card: plural(
        "{n} VP for each event with one of your cubes",
        "{n} VP for each event with one of your cubes",
        card.amount,
    ),
    component_types.YELLOW_DICE: lambda card: plural(
        "{n} denier for each yellow die on the square",
        "{n} deniers for each yellow die on the square",
        card.amount,
    ),
    component_types.RED_DICE: lambda card: plural(
        "{n} VP for each red die in the district with the most",
        "{n} VP for each red die in the district with the most",
        card.amount,
    ),
}


_COLOURS: Final = {
    RED: words("red dice"),
    WHITE: words("white dice"),
    YELLOW: words("yellow dice"),
    ANY: words("dice of any colour"),
}


def colour_words(colour: int) -> Text:
    return _COLOURS[colour]


def modifier_words(modifier: Modifier) -> Text:
    """Return in words how `modifier`, the effect of a cube from a delayed card, changes a group of
    dice."""
    n, dice, others = modifier.amount, colour_words(modifier.die), colour_words(modifier.becomes)
    match modifier.kind:
        case component_types.GROUP_PLUS:
            return words("later: +{n} to a group of {dice}", n=n, dice=dice)
        case component_types.RECOLOUR:
            return words("later: a group of {dice} counts as {others}", dice=dice, others=others)
        case component_types.FREE_DICE:
            return words(
                "later: with {dice}, the first die from each of the other districts is free",
                dice=dice,
            )
        case component_types.SPLIT:
            n = modifier.copies
            return words(
                "later: one white die becomes {n} {dice} of the same value", n=n, dice=others
            )
        case component_types.EACH_BECOMES:
            return words("later: every die in a group counts as {n}", n=n)
        case _:
            return words("later: +{n} to each of the {dice} in a group", n=n, dice=dice)


def event_words(event: EventCard, components: Components) -> Text:
    black = plural("{n} black die", "{n} black dice", event.black)
    if event.effect == component_types.BLACK_DICE:
        return black
    effect = _event_effect(event, components.buildings[event.building])
    return words("{black}; {effect}", black=black, effect=effect) if event.black else effect


def _event_effect(event: EventCard, building: Building) -> Text:
    amount = event.amount
    match event.effect:
        case component_types.LOSE_DENIERS:
            return words("each player loses {deniers}", deniers=deniers(amount))
        case component_types.LOSE_INFLUENCE:
            return words("each player loses {influence}", influence=influence(amount))
        case component_types.PAY_PER_CITIZEN:
            return words(
                "each player pays {deniers} for each of their citizens in the {building}",
                deniers=deniers(amount),
                building=building,
            )
        case component_types.GRAY_CITIZEN:
            return words("roll a die: a grey citizen enters the {building}", building=building)
        case component_types.REMOVE_CATHEDRAL_CUBE:
            return words("the highest cube in the cathedral is removed")
        case component_types.GRAY_CATHEDRAL_CUBE:
            return words("a grey cube goes on the lowest free space in the cathedral")
        case component_types.GRAY_EVENT_CUBES:
            return plural(
                "a grey cube goes on the event to its left",
                "a grey cube goes on each of the {n} events to its left",
                event.reach,
            )
        case _:
            return words("the last cube placed on every event is removed")
