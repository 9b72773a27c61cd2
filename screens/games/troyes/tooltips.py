"""Tooltips for the table of Troyes."""

from __future__ import annotations

from typing import Final

from engine.core.common_wording import joined, series
from engine.core.hidden import is_hidden
from engine.core.step import Place
from engine.games.troyes.abilities import card_words, colour_words, event_words
from engine.games.troyes.component_types import BUILDINGS, CARDS_PER_COLOUR, SPLIT, Card
from engine.games.troyes.dice import NEUTRAL, SIDES
from engine.games.troyes.influence import die_at
from engine.games.troyes.scoring import counts_words, known_characters, thresholds_words
from engine.games.troyes.state import FREE, NO_CARD, Town
from engine.games.troyes.wording import deniers, die_words, faces_words, influence, owner_words
from engine.i18n.text import Seat, Text, plural, words


def inspect(view: Town, reader: int, place: Place) -> Text | None:
    """Return the tooltip of a place, for the seat `reader` (-1 for a spectator); None if the place
    has none."""
    match place:
        case ("die", int(district), int()):
            name = die_at(view, place)
            return None if name is None else _die(view, reader, name, district)
        case ("black", int(number)) if number < len(view.black):
            return _black(view, number)
        case ("activity", int(colour), int(number)):
            return activity(view, colour * CARDS_PER_COLOUR + number - 1)
        case ("event", int(number)) if number < len(view.row):
            return event(view, number)
        case ("district", int(district)):
            return _district(view, district)
        case ("cathedral", int(level), int(column)):
            return _cathedral_space(view, level, column)
        case ("cathedral",):
            return _cathedral(view)
        case (str(building), *_) if building in BUILDINGS:
            return _building(view, BUILDINGS.index(building), place)
    return None


def _die(view: Town, reader: int, name: str, district: int) -> Text:
    die = die_words(name, reader)
    if district == reader:
        return words("{die}: your own, so free for you.", die=die)
    one, two, three = view.box.prices[1:]
    return words(
        "{die}: {one}, {two} or {three} deniers in a group of 1, 2 or 3 dice.",
        die=die,
        one=one,
        two=two,
        three=three,
    )


def _black(view: Town, number: int) -> Text:
    value = view.black[number]
    if number == 0:
        return words(
            "The highest black die, {value}: the active player must face it. Red dice count "
            "double.",
            value=value,
        )
    return words("A black die, {value}: you can beat it together with the highest.", value=value)


def activity(view: Town, position: int) -> Text:
    """Return the tooltip of the card at `position`. If the card is face down, the tooltip says only
    when it will be revealed."""
    if view.cards[position] == NO_CARD:
        return words(
            "This card is face down until round {round}.", round=position % CARDS_PER_COLOUR + 1
        )
    card = view.card_at(position)
    citizens = view.tradesmen[position]
    standing = series(
        words(
            "{vp} VP: {owner}",
            vp=vp,
            owner=words("free") if citizen == FREE else owner_words(citizen),
        )
        for vp, citizen in zip(card.slots, citizens, strict=False)
    )
    text = words(
        "{card}: hire {hire}, {dice}, divided by {divisor}; {effect}. Spaces: {standing}.",
        card=card,
        hire=deniers(card.hire),
        dice=colour_words(card.dice),
        divisor=card.divisor,
        effect=card_words(card),
        standing=standing,
    )
    texts = [text]
    texts += _limits(card)
    if len(citizens) > len(card.slots):
        on_illustration = series(owner_words(citizen) for citizen in citizens[len(card.slots) :])
        texts.append(words("On the illustration: {others}.", others=on_illustration))
    waiting = [
        words("{seat} {n}", seat=Seat(seat), n=number)
        for seat, number in enumerate(view.cubes[position])
        if number
    ]
    if waiting:
        texts.append(words("Cubes: {cubes}.", cubes=series(waiting)))
    return joined(texts, " ") or text


LIMIT_TEXTS: Final = {
    "*": words("not for citizens or the cathedral"),
    "+": words("with exactly one white die"),
}
"""Explanations of the star and the plus of delayed cards, in a few words (TRO-13.5, 13.6)."""


def limit_of(card: Card) -> str:
    """Return the symbol of a card's limit (a key of `LIMIT_TEXTS`), or an empty string if the card
    has none."""
    modifier = card.modifier
    if modifier is None:
        return ""
    return "+" if modifier.kind == SPLIT else "" if modifier.for_placing else "*"


def _limits(card: Card) -> list[Text]:
    """Return explanations of the star and the plus of a delayed card, as far as the card has them
    (TRO-13.5, 13.6)."""
    match limit_of(card):
        case "+":
            return [words("+: only with exactly one white die.")]
        case "*":
            return [words("*: not for placing a citizen or building the cathedral.")]
    return []


def event(view: Town, place: int) -> Text:
    """Return the tooltip of the event at index `place` of the row."""
    card = view.event_at(place)
    text = words(
        "{event}: {effect}. Fought with {dice}, {divisor} per cube. {first} VP for the most cubes, "
        "{second} for the second most.",
        event=card,
        effect=event_words(card, view.box),
        dice=colour_words(card.counter),
        divisor=card.divisor,
        first=card.vp[0],
        second=card.vp[1],
    )
    free = view.free_flags(card)
    flags = plural("{n} flag still free", "{n} flags still free", free)
    cubes = joined((owner_words(owner) for owner in view.flags[place]), " ")
    if not view.flags[place]:
        return words("{told} {flags}.", told=text, flags=flags)
    return words("{told} {flags}; cubes: {cubes}.", told=text, flags=flags, cubes=cubes)


def _district(view: Town, district: int) -> Text:
    if district == NEUTRAL:
        return words(
            "Neutral district: {dice}. You pay the bank for them.",
            dice=faces_words(view.dice[NEUTRAL]),
        )
    text = words(
        "{seat}: {deniers}, {influence}; citizens: {supply} in the supply, {reserve} to recruit; "
        "salaries {salary}.",
        seat=Seat(district),
        deniers=deniers(view.deniers[district]),
        influence=influence(view.influence[district]),
        supply=view.supply[district],
        reserve=view.reserve[district],
        salary=deniers(view.salary(district)),
    )
    texts = [text]
    if view.passed[district]:
        purse = deniers(view.purse[district])
        texts.append(words("This player has passed, with {purse} on the district.", purse=purse))
    if view.taken[district]:
        cards = series(view.box.events[index] for index in view.taken[district])
        texts.append(words("Events taken: {cards}.", cards=cards))
    if not is_hidden(view.characters[district]):
        texts += [
            words(
                "{name}: {counts}, {steps}.",
                name=known_character,
                counts=counts_words(known_character),
                steps=thresholds_words(view, known_character),
            )
            for known_character in known_characters(view)
            if known_character.index in view.characters[district]
        ]
    return joined(texts, " ") or text


def _building(view: Town, index: int, place: Place) -> Text:
    kind = view.box.buildings[index]
    lying = joined((owner_words(owner) for owner in view.lying[index]), ", ") or words("nobody")
    if place[-1] == "lying":
        return words(
            "Expelled from {building}: {lying}. Each one protects all citizens of its colour.",
            building=kind.names,
            lying=lying,
        )
    name = ".".join(map(str, place))
    if name not in kind.spaces:
        return words("{building}. Expelled: {lying}.", building=kind.names, lying=lying)
    space = kind.spaces.index(name)
    owner = view.buildings[index][space]
    begin, length = kind.row_of[kind.values[space][0]]
    owner_text = words("free") if owner == FREE else owner_words(owner)
    text = words(
        "{building}, dice of {values}: {who}.",
        building=kind.names,
        values=series(map(str, sorted(kind.values[space]))),
        who=owner_text,
    )
    if owner != FREE and space == begin + length - 1:
        return words("{told} This citizen is the next to be expelled from here.", told=text)
    return text


def _cathedral_space(view: Town, level: int, column: int) -> Text:
    cubes = view.cathedral[column - 1]
    owner_text = owner_words(cubes[level - 1]) if len(cubes) >= level else words("free")
    return words(
        "Cathedral, column {column}, level {level}: {who}. A white {column} brings {vp} VP and "
        "{influence}.",
        column=column,
        level=level,
        who=owner_text,
        vp=view.box.cathedral_vp[column - 1],
        influence=influence(view.box.cathedral_influence[column - 1]),
    )


def _cathedral(view: Town) -> Text:
    return words(
        "Cathedral: white dice put cubes into the columns of their values, 1 to {sides}, from the "
        "bottom up. A level without one of your cubes costs {n} VP at the end.",
        sides=SIDES,
        n=-view.box.missing_level_vp,
    )
