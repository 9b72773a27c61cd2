"""Scores, places and score sheets (sections 20 and 21)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Final

from attrs import frozen

from engine.core.hidden import is_hidden
from engine.core.score_sheet import Column, SeatColumn, Sheet, Standing, ranked, seat_sheet
from engine.games.troyes.component_types import Character
from engine.games.troyes.dice import RED, WHITE, YELLOW
from engine.games.troyes.state import Town
from engine.i18n.text import Text, plural, verbatim, words

_COUNTED_QUANTITIES: Final[Mapping[str, tuple[Text, Callable[[Town, int], int]]]] = {
    "chretien_de_troyes": (words("citizens standing"), Town.citizens_in_buildings),
    "henry_i": (words("event cards taken"), lambda state, seat: len(state.taken[seat])),
    "hugues_de_payns": (words("influence"), lambda state, seat: state.influence[seat]),
    "le_florentin": (words("citizens on cards"), Town.citizens_on_cards),
    "thibaut_ii": (words("deniers"), lambda state, seat: state.deniers[seat]),
    "urbain_iv": (words("cathedral cubes"), Town.cathedral_cubes),
}
"""The quantity that each Character counts, in words and as a function, by the Character's id
(TRO-21.1 to 21.6)."""


def counts_words(character: Character) -> Text:
    return _COUNTED_QUANTITIES[character.id][0]


def counted(state: Town, character: Character, seat: int) -> int:
    return _COUNTED_QUANTITIES[character.id][1](state, seat)


def thresholds(state: Town, character: Character) -> tuple[int, ...]:
    """Return the thresholds of a Character for the number of players in this game."""
    return character.thresholds_2p if state.seats == 2 else character.thresholds


def thresholds_words(state: Town, character: Character) -> str:
    """Return the thresholds as displayed, such as `3/6/9`."""
    return "/".join(map(str, thresholds(state, character)))


def rewards_words(state: Town) -> str:
    """Return the VP for each threshold as displayed, such as `1/3/6`."""
    return "/".join(map(str, state.box.character_vp))


def character_points(state: Town, character: Character, seat: int) -> int:
    """Return the VP that the seat gets from a Character for the highest threshold that it reaches
    (section 21)."""
    number = counted(state, character, seat)
    points = 0
    for threshold, reward in zip(thresholds(state, character), state.box.character_vp, strict=True):
        if number >= threshold:
            points = reward
    return points


def known_characters(state: Town) -> list[Character]:
    """Return the Characters in play that are visible, in the order of the components."""
    indices = sorted(index for hand in state.characters if not is_hidden(hand) for index in hand)
    return [state.box.characters[index] for index in indices]


def hidden_characters(state: Town) -> int:
    return sum(len(hand) for hand in state.characters if is_hidden(hand))


@frozen
class Score:
    """The VP that a seat would score if the game ended now, without hidden parts.

    `tokens` is None if they are hidden. `levels` are the VP for each level of the cathedral, from
    the lowest up, and `characters` the VP from each visible Character.
    """

    seat: int
    tokens: int | None
    events: int
    tradesmen: int
    levels: tuple[int, ...]
    characters: tuple[int, ...]

    @property
    def visible(self) -> int:
        """The sum of all visible parts."""
        seen = self.events + self.tradesmen + sum(self.levels) + sum(self.characters)
        return seen + (self.tokens or 0)


def score(state: Town, seat: int) -> Score:
    """Return the score of a seat if the game ended now (TRO-20.1)."""
    box = state.box
    tokens = state.vp[seat]
    return Score(
        seat,
        None if is_hidden(tokens) else tokens,
        box.unfinished_event_vp * sum(seat in owners for owners in state.flags),
        sum(state.space_vp(seat, position) for position in state.open_positions()),
        tuple(
            0 if state.has_level(seat, level) else box.missing_level_vp
            for level in range(box.levels)
        ),
        tuple(
            character_points(state, known_character, seat)
            for known_character in known_characters(state)
        ),
    )


def scores(state: Town) -> list[Score]:
    return [score(state, seat) for seat in range(state.seats)]


def standings(state: Town) -> list[Standing]:
    """Return the standings by score. Tied seats share the better place (TRO-20.3). In a view,
    hidden parts count as 0."""
    return ranked({score_.seat: (score_.visible,) for score_ in scores(state)})


# ---------------------------------------------------------------------- the score sheet

UNKNOWN: Final = verbatim("?")
"""Content of a hidden cell."""


def sheets(state: Town) -> list[Sheet]:
    """Return the score sheets: one with the scores, and one with each seat's resources."""
    return [score_sheet(state), town_sheet(state)]


def score_sheet(state: Town) -> Sheet:
    """Return the first sheet, with the parts of the final score (TRO-20.1)."""
    return seat_sheet("score", words("Score"), _score_columns(state))


def _score_columns(state: Town) -> Iterator[SeatColumn]:
    """Yield the columns with their cells. If there are hidden Characters, there is a column for
    them."""
    all_scores, hidden = scores(state), hidden_characters(state)
    secret = words("Victory points in tokens, secret until the end")
    events = words("1 VP for each unfinished event with one of your cubes")
    spaces = words("The spaces under your tradesmen on Activity cards")
    yield (
        Column("tokens", words("VP"), secret, words("VP tokens")),
        [UNKNOWN if score_.tokens is None else score_.tokens for score_ in all_scores],
    )
    yield (
        Column("events", words("Events"), events, words("Open events")),
        [score_.events for score_ in all_scores],
    )
    yield (
        Column("tradesmen", words("Cards"), spaces, words("Tradesmen")),
        [score_.tradesmen for score_ in all_scores],
    )
    for level in range(state.box.levels):
        yield _level_column(state, level), [score_.levels[level] for score_ in all_scores]
    for index, character in enumerate(known_characters(state)):
        column = _character_column(state, character)
        yield column, [score_.characters[index] for score_ in all_scores]
    if hidden:
        title = plural("{n} hidden", "{n} hidden", hidden)
        meaning = words("Other players' Characters, which everyone scores at the end")
        name = plural("{n} Character", "{n} Characters", hidden)
        yield Column("hidden", title, meaning, name), [UNKNOWN] * state.seats
    meaning = (
        words("Final score") if state.over else words("Current score, as far as you can see it")
    )
    yield (
        Column("total", words("Total"), meaning, total=True),
        [UNKNOWN if score_.tokens is None else score_.visible for score_ in all_scores],
    )
    if state.over:
        places = {standing.seat: standing.place for standing in standings(state)}
        column = Column("place", words("Place"), words("Final place"))
        yield column, [places[score_.seat] for score_ in all_scores]


def _level_column(state: Town, level: int) -> Column:
    number, vp = level + 1, state.box.missing_level_vp
    return Column(
        f"level_{number}",
        words("Level {level}", level=number),
        words("{vp} VP if you have no cube on level {level} of the cathedral", vp=vp, level=number),
        words("Cathedral level {level}", level=number),
    )


def _character_column(state: Town, character: Character) -> Column:
    meaning = words(
        "{name}: {counts} {steps} for {rewards} VP",
        name=character,
        counts=counts_words(character),
        steps=thresholds_words(state, character),
        rewards=rewards_words(state),
    )
    name = Text("{name}", None, 1, {"name": character})
    return Column(character.id, name, meaning, explained=True)


def town_sheet(state: Town) -> Sheet:
    """Return the second sheet, with the resources of each seat, and the dice and salaries in the
    next round."""
    seats = range(state.seats)
    columns: list[SeatColumn] = [
        (Column("deniers", words("Deniers"), words("Money in hand")), state.deniers),
        (Column("influence", words("Influence"), words("Influence (20 at most)")), state.influence),
        (Column("supply", words("In supply"), words("Citizens ready to use")), state.supply),
        (
            Column("reserve", words("To recruit"), words("Citizens still to be recruited")),
            state.reserve,
        ),
        (
            Column("standing", words("In buildings"), words("Citizens standing in the buildings")),
            map(state.citizens_in_buildings, seats),
        ),
        (
            Column("on_cards", words("On cards"), words("Citizens on Activity cards")),
            map(state.citizens_on_cards, seats),
        ),
        (Column("taken", words("Event cards"), words("Event cards taken")), map(len, state.taken)),
        (
            Column("cathedral", words("Cathedral"), words("Cubes in the cathedral")),
            map(state.cathedral_cubes, seats),
        ),
        *_next_round(state),
    ]
    return seat_sheet("town", words("Town"), columns)


def _next_round(state: Town) -> Sequence[SeatColumn]:
    """Return the columns of the dice and salaries in the next round."""
    seats = range(state.seats)

    def standing(building: int) -> list[int]:
        return [state.citizens_in(seat, building) for seat in seats]

    return (
        (
            Column("red", words("Red"), words("Red dice in the next round"), words("Red dice")),
            standing(RED),
        ),
        (
            Column(
                "white", words("White"), words("White dice in the next round"), words("White dice")
            ),
            standing(WHITE),
        ),
        (
            Column(
                "yellow",
                words("Yellow"),
                words("Yellow dice in the next round"),
                words("Yellow dice"),
            ),
            standing(YELLOW),
        ),
        (
            Column("salary", words("Salaries"), words("Salaries in the next round")),
            map(state.salary, seats),
        ),
    )
