"""The position in sentences, for players who cannot see the board."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from engine.core.common_wording import asked, ending, joined, series
from engine.games.troyes.abilities import card_words, colour_words, event_words
from engine.games.troyes.component_types import BUILDINGS
from engine.games.troyes.dice import NEUTRAL
from engine.games.troyes.scoring import (
    counts_words,
    hidden_characters,
    known_characters,
    score,
    standings,
    thresholds_words,
)
from engine.games.troyes.state import FREE, Town
from engine.games.troyes.wording import (
    black_words,
    deniers,
    faces_words,
    influence,
    owner_words,
    spaced,
)
from engine.i18n.text import Seat, Text, plural, verbatim, words

STEPS: Final = {
    "setup": words("setup"),
    "placement": words("starting placement"),
    "income": words("income"),
    "dice": words("dice"),
    "events": words("events"),
    "black": words("black dice"),
    "actions": words("actions"),
    "end": words("end of the round"),
    "over": words("end of the game"),
}
"""Names of the steps of the game, by key."""


def describe(state: Town) -> list[Text]:
    """Return sentences about the round and step, the pending decision, the players, dice, events,
    buildings and cards, the cathedral, and the Characters."""
    return [
        _round(state),
        *asked(state),
        *(sentence for seat in range(state.seats) for sentence in _player(state, seat)),
        words("Neutral district: {dice}.", dice=faces_words(state.dice[NEUTRAL])),
        *_black(state),
        *(_event(state, place) for place in range(len(state.row))),
        *(_building(state, index) for index in range(len(BUILDINGS))),
        *(_card(state, position) for position in state.open_positions()),
        *_cathedral(state),
        *_characters(state),
    ]


def _round(state: Town) -> Text:
    if state.over:
        return ending(standings(state))
    step = STEPS[state.step]
    if not state.round:
        return words("Now: {step}. Start player: {seat}.", step=step, seat=Seat(state.first))
    return words(
        "Round {round} of {rounds}, {step}. Start player: {seat}.",
        round=state.round,
        rounds=state.rounds,
        step=step,
        seat=Seat(state.first),
    )


def _player(state: Town, seat: int) -> Iterator[Text]:
    yield words(
        "{seat}: {deniers}, {influence}. Dice: {dice}.",
        seat=Seat(seat),
        deniers=deniers(state.deniers[seat]),
        influence=influence(state.influence[seat]),
        dice=faces_words(state.dice[seat]),
    )
    yield words(
        "  Citizens: {supply} in the supply, {reserve} to recruit, {standing} in buildings, "
        "{cards} on cards. Salaries: {salary}.",
        supply=state.supply[seat],
        reserve=state.reserve[seat],
        standing=state.citizens_in_buildings(seat),
        cards=state.citizens_on_cards(seat),
        salary=deniers(state.salary(seat)),
    )
    if state.passed[seat]:
        yield words(
            "  Has passed, with {deniers} on the district.", deniers=deniers(state.purse[seat])
        )
    score_ = score(state, seat)
    if score_.tokens is None:
        yield words("  VP: hidden.")
    else:
        yield words(
            "  VP in tokens: {tokens}. Total so far: {total}.",
            tokens=score_.tokens,
            total=score_.visible,
        )
    if state.taken[seat]:
        cards = series(state.box.events[index] for index in state.taken[seat])
        yield words("  Events taken: {cards}.", cards=cards)


def _black(state: Town) -> Iterator[Text]:
    if state.black:
        yield words("Black dice: {dice}.", dice=black_words(state.black))


def _owners(owners: tuple[int, ...]) -> Text:
    return spaced(verbatim("-") if owner == FREE else owner_words(owner) for owner in owners)


def _event(state: Town, place: int) -> Text:
    event = state.event_at(place)
    return words(
        "Event {event}: {effect}. Fought with {dice}, {divisor} per cube. {first} VP for the "
        "most cubes, {second} for the second most. {free} of {flags} flags free, cubes: {cubes}.",
        event=event,
        effect=event_words(event, state.box),
        dice=colour_words(event.counter),
        divisor=event.divisor,
        first=event.vp[0],
        second=event.vp[1],
        free=state.free_flags(event),
        flags=event.flags,
        cubes=_owners(state.flags[place]),
    )


def _building(state: Town, index: int) -> Text:
    one, cells = state.box.buildings[index], state.buildings[index]
    rows = dict.fromkeys(one.row_of[1:])
    shown = joined((_owners(cells[begin : begin + length]) for begin, length in rows), " | ")
    lying = _owners(state.lying[index])
    return words("{building}: {rows}. Expelled: {lying}.", building=one, rows=shown, lying=lying)


def _card(state: Town, position: int) -> Text:
    card = state.card_at(position)
    men = state.tradesmen[position]
    spaces = series(
        words("{vp} VP {owner}", vp=vp, owner=_owners((owner,)))
        for vp, owner in zip(card.slots, men, strict=False)
    )
    cubes = series(
        words("{seat} {n}", seat=Seat(seat), n=number)
        for seat, number in enumerate(state.cubes[position])
        if number
    )
    return words(
        "Card {card}: hire {hire}, {dice} /{divisor}, {effect}. Spaces: {spaces}; "
        "illustration: {others}; cubes: {cubes}.",
        card=card,
        hire=deniers(card.hire),
        dice=colour_words(card.dice),
        divisor=card.divisor,
        effect=card_words(card),
        spaces=spaces,
        others=_owners(men[len(card.slots) :]),
        cubes=cubes,
    )


def _cathedral(state: Town) -> Iterator[Text]:
    for level in range(state.box.levels - 1, -1, -1):
        cubes = tuple(column[level] if len(column) > level else FREE for column in state.cathedral)
        yield words("Cathedral, level {level}: {cubes}.", level=level + 1, cubes=_owners(cubes))


def _characters(state: Town) -> Iterator[Text]:
    for character in known_characters(state):
        yield words(
            "Character {name}: {counts}, {steps}.",
            name=character,
            counts=counts_words(character),
            steps=thresholds_words(state, character),
        )
    hidden = hidden_characters(state)
    if hidden:
        yield plural("{n} Character is hidden.", "{n} Characters are hidden.", hidden)
