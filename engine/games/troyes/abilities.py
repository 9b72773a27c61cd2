"""What cards and events do, in words: for the table, for the reference and for previews."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from engine.core.wording import series
from engine.games.troyes.box import (
    BLACK_DICE,
    CATHEDRAL_PAIRS,
    CHOOSE_BUILDING,
    CONTEST,
    CUBES_PER_RED_DIE,
    EVENT_CUBES,
    EVENTS_WITH_CUBE,
    LEVY,
    MOST_DICE,
    RED_DICE,
    ROLL,
    YELLOW_DICE,
    Card,
    Components,
    EventCard,
    Modifier,
)
from engine.games.troyes.dice import ANY, RED, WHITE, YELLOW
from engine.games.troyes.wording import deniers, influence, points
from engine.i18n.text import Text, plural, words


def card_words(card: Card, number: int = 1) -> Text:
    """What a card does once, or with fixed amounts so many times."""
    if card.modifier is not None:
        return modifier_words(card.modifier)
    special = _CARDS.get(card.ability)
    return _exchange_words(card, number) if special is None else special(card)


def _exchange_words(card: Card, number: int) -> Text:
    gains = []
    if card.gain_deniers:
        gains.append(deniers(number * card.gain_deniers))
    if card.gain_influence:
        gains.append(influence(number * card.gain_influence))
    if card.gain_vp:
        gains.append(points(number * card.gain_vp))
    if card.pay_influence:
        paid = influence(number * card.pay_influence)
        return words("pay {paid}, gain {gains}", paid=paid, gains=series(gains))
    if card.pay_deniers:
        paid = deniers(number * card.pay_deniers)
        return words("pay {paid}, gain {gains}", paid=paid, gains=series(gains))
    return words("gain {gains}", gains=series(gains))


def _contest_words(card: Card) -> Text:
    gain = points(card.gain_vp)
    if card.contest == MOST_DICE:
        return words("if nobody has more dice left than you: {gain}, to all tied too", gain=gain)
    return words("if no district has more red pips left: {gain}, to all tied too", gain=gain)


_CARDS: Final[Mapping[str, Callable[[Card], Text]]] = {
    CHOOSE_BUILDING: lambda card: plural(
        "{n} denier for each own citizen in the Palace or in the Bishopric",
        "{n} deniers for each own citizen in the Palace or in the Bishopric",
        card.amount,
    ),
    CATHEDRAL_PAIRS: lambda card: plural(
        "{n} VP for each pair of own cubes in the cathedral",
        "{n} VP for each pair of own cubes in the cathedral",
        card.amount,
    ),
    CONTEST: _contest_words,
    ROLL: lambda card: words(
        "roll a die: on {low}-{high} a cube on any event", low=min(card.hits), high=max(card.hits)
    ),
    CUBES_PER_RED_DIE: lambda card: plural(
        "{n} cube on events for each red die left in your district",
        "{n} cubes on events for each red die left in your district",
        card.amount,
    ),
    EVENT_CUBES: lambda card: plural(
        "pay {paid}, put {n} cube on an event",
        "pay {paid}, put {n} cubes on events",
        card.amount,
        paid=influence(card.pay_influence),
    ),
    LEVY: lambda card: plural(
        "{n} denier from others for each of their citizens in the City Hall",
        "{n} deniers from others for each of their citizens in the City Hall",
        card.amount,
    ),
    EVENTS_WITH_CUBE: lambda card: plural(
        "{n} VP for each event with an own cube",
        "{n} VP for each event with an own cube",
        card.amount,
    ),
    YELLOW_DICE: lambda card: plural(
        "{n} denier for each yellow die on the square",
        "{n} deniers for each yellow die on the square",
        card.amount,
    ),
    RED_DICE: lambda card: plural(
        "{n} VP for each red die of the district that has most",
        "{n} VP for each red die of the district that has most",
        card.amount,
    ),
}


def colour_words(colour: int) -> Text:
    """Dice of a colour, many of them."""
    return {
        RED: words("red dice"),
        WHITE: words("white dice"),
        YELLOW: words("yellow dice"),
        ANY: words("dice of any colours"),
    }[colour]


def modifier_words(modifier: Modifier) -> Text:
    """What a cube of a delayed card does later."""
    match modifier.kind:
        case "group_plus":
            return words(
                "later: +{n} to a group of {dice}*",
                n=modifier.amount,
                dice=colour_words(modifier.die),
            )
        case "recolour_group":
            return words(
                "later: a group of {dice} counts as {others}",
                dice=colour_words(modifier.die),
                others=colour_words(modifier.becomes),
            )
        case "free_first_die_per_district":
            return words(
                "later: of {dice} the first of each other district is free",
                dice=colour_words(modifier.die),
            )
        case "split_single_die":
            return words(
                "later: one white die becomes {n} {dice} of its value+",
                n=modifier.copies,
                dice=colour_words(modifier.becomes),
            )
        case "each_die_becomes":
            return words("later: every die of a group counts {n}*", n=modifier.amount)
        case _:
            return words(
                "later: +{n} to each of the {dice} of a group*",
                n=modifier.amount,
                dice=colour_words(modifier.die),
            )


def event_words(event: EventCard, box: Components) -> Text:
    """What an event does in each round."""
    black = plural("{n} black die", "{n} black dice", event.black)
    if event.effect == BLACK_DICE:
        return black
    effect = _event_effect(event, box)
    return words("{black}; {effect}", black=black, effect=effect) if event.black else effect


def _event_effect(event: EventCard, box: Components) -> Text:
    match event.effect:
        case "each_loses_deniers":
            return words("each player loses {deniers}", deniers=deniers(event.amount))
        case "each_loses_influence":
            return words("each player loses {influence}", influence=influence(event.amount))
        case "each_pays_per_own_citizen":
            return words(
                "each player pays {deniers} for each own citizen in {building}",
                deniers=deniers(event.amount),
                building=box.buildings[event.building].names,
            )
        case "gray_citizen":
            return words(
                "a gray citizen enters {building} by a die",
                building=box.buildings[event.building].names,
            )
        case "remove_highest_cathedral_cube":
            return words("the highest cube of the cathedral is taken away")
        case "gray_cube_lowest_cathedral_space":
            return words("a gray cube on the lowest free space of the cathedral")
        case "gray_cubes_on_events_left":
            return words("a gray cube on each of the {n} events to its left", n=event.reach)
        case _:
            return words("the last cube of every event is taken away")
