"""Types of the components of Troyes: buildings, cards, events, characters.

The module `components` reads them from the component file.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Final

from attrs import field, frozen

from engine.core.component_data import MAX_NUMBER, Limits
from engine.core.event import Value
from engine.games.troyes.dice import YELLOW
from engine.i18n.text import Names

BUILDINGS: Final = ("palace", "bishopric", "city_hall")
"""The buildings in the order of the colours of their dice."""

SPACES_PER_BUILDING: Final = 6

CARDS_PER_COLOUR: Final = 3
POSITIONS: Final = 9
"""Number of positions of Activity cards. There are three for each colour, one per round."""

MAX_BLACK: Final = 20
"""Maximum number of black dice that an event can have."""

MARAUDING: Final = 0
"""Index of the event that is printed on the board. It is listed before the cards."""

# Abilities of cards, named by the key in the card's effect; an exchange has none.
EXCHANGE: Final = "exchange"
CHOOSE_BUILDING: Final = "choose_building"
CATHEDRAL_PAIRS: Final = "vp_per_cathedral_pair"
CONTEST: Final = "contest"
ROLL: Final = "roll"
CUBES_PER_RED_DIE: Final = "event_cubes_per_own_red_die_left"
EVENT_CUBES: Final = "event_cubes"
LEVY: Final = "collect_per_city_hall_citizen"
EVENTS_WITH_CUBE: Final = "vp_per_event_with_own_cube"
YELLOW_DICE: Final = "deniers_per_yellow_die_on_square"
RED_DICE: Final = "vp_per_red_die_in_richest_district"

MOST_DICE: Final = "most_dice_in_district"

# Effects of a delayed card's cube on a group.
GROUP_PLUS: Final = "group_plus"
RECOLOUR: Final = "recolour_group"
FREE_DICE: Final = "free_first_die_per_district"
SPLIT: Final = "split_single_die"
EACH_PLUS: Final = "each_die_plus"
EACH_BECOMES: Final = "each_die_becomes"

# Effects of events.
BLACK_DICE: Final = "black_dice"
GRAY_CITIZEN: Final = "gray_citizen"
LOSE_INFLUENCE: Final = "each_loses_influence"
LOSE_DENIERS: Final = "each_loses_deniers"
PAY_PER_CITIZEN: Final = "each_pays_per_own_citizen"
REMOVE_CATHEDRAL_CUBE: Final = "remove_highest_cathedral_cube"
GRAY_CATHEDRAL_CUBE: Final = "gray_cube_lowest_cathedral_space"
GRAY_EVENT_CUBES: Final = "gray_cubes_on_events_left"
REMOVE_EVENT_CUBES: Final = "remove_last_cube_of_every_event"


@frozen
class PlayerCount:
    """Numbers that depend on the number of players (TRO-2.3, 2.4, 2.7, 4.1)."""

    players: int
    rounds: int
    red_events: Annotated[int, "red_event_cards"]
    citizens: Annotated[int, "citizens_each"]
    characters: Annotated[int, "characters_each"]


@frozen
class Thing:
    """A component with a name. `head` consists of its id, and is the beginning of the picks that
    choose it."""

    index: int
    id: str
    names: Names
    head: tuple[str] = field(init=False)

    @head.default
    def _head(self) -> tuple[str]:
        return (self.id,)

    def name_in(self, language: str) -> str:
        """Return the printed name in `language`, a code such as "ru"."""
        return self.names.name_in(language)


@frozen
class Building(Thing):
    """One of the three buildings, with rows of spaces (TRO-16.4, 16.5).

    In the Palace, every value has a row with one space. For each value, `row_of` has the first
    space and the length of its row; the entry 0 is unused. `spaces` are the names of the spaces in
    picks and logs.
    """

    salary: int
    row_of: tuple[tuple[int, int], ...]
    spaces: tuple[str, ...]
    values: tuple[tuple[int, ...], ...]
    """The values of dice that lead to the row of each space."""


@frozen
class Modifier:
    """The effect of a delayed card's cube on a group of dice (section 13). `kind` is one of the
    constants from `GROUP_PLUS` to `EACH_BECOMES`. `copies` is the number of dice that a `SPLIT`
    makes."""

    kind: Annotated[str, "modifier"]
    die: int
    """The colour of the dice to which the effect applies; `ANY` for any colour."""
    becomes: int
    """The colour that the effect gives to the dice; equal to `die` if the colour does not
    change."""
    for_placing: bool
    for_cathedral: bool
    amount: int = 0
    copies: int = 0


@frozen
class Purpose:
    """The purpose of a group of dice: the kind of action, the required colour (`ANY` if there is
    none), and the divisor. `kind` is `CARD`, `EVENT`, `FARM`, `groups.CATHEDRAL` or
    `groups.CITIZEN`."""

    kind: str
    colour: int
    divisor: int = 1


CARD: Final = "card"
EVENT: Final = "event"
FARM: Final = "farm"


@frozen
class Card(Thing):
    """An Activity card (section 11).

    `position` is the index of its position among all `POSITIONS`. `slots` are the VP of its scoring
    spaces. `ability` is one of the constants from `EXCHANGE` to `RED_DICE`. `contest` is
    `MOST_DICE` or "highest_red_total_in_district" for a card with the ability `CONTEST`; otherwise
    it is empty.
    """

    bonus: bool
    colour: int
    dice: int
    """The colour of the dice that activate the card; `ANY` for any mixture."""
    round: Annotated[int, Limits(least=1, most=CARDS_PER_COLOUR)]
    position: int
    hire: int
    divisor: Annotated[int, Limits(least=1)]
    slots: tuple[int, ...]
    ability: str
    amount: int
    modifier: Modifier | None
    """The effect of the cubes waiting on the card (TRO-13.1); None for a card with an immediate
    effect."""
    pay_influence: Annotated[int, "effect.pay_influence"] = 0
    pay_deniers: Annotated[int, "effect.pay_deniers"] = 0
    gain_deniers: Annotated[int, "effect.gain_deniers"] = 0
    gain_influence: Annotated[int, "effect.gain_influence"] = 0
    gain_vp: Annotated[int, "effect.gain_vp"] = 0
    contest: Annotated[str, "effect.contest"] = ""
    hits: Annotated[tuple[int, ...], "effect.hit_values"] = ()
    purpose: Purpose = field(init=False)
    """The purpose of the dice that activate the card (TRO-11.8)."""

    @purpose.default
    def _purpose(self) -> Purpose:
        return Purpose(CARD, self.dice, self.divisor)

    @property
    def place(self) -> tuple[str, int, int]:
        return ("activity", self.colour, self.round)


@frozen
class EventCard(Thing):
    """An event: an Event card, or Marauding, which is printed on the board (sections 6, 7 and 15).

    `counter` is the colour of the dice that fight it, and `vp` are the VP for first and second
    place. `effect` is one of the constants from `BLACK_DICE` to `REMOVE_EVENT_CUBES`.
    """

    bonus: bool
    colour: int
    second: int
    """The colour of the card that is revealed together with the event; -1 if there is none."""
    black: Annotated[int, Limits(most=MAX_BLACK)]
    counter: int
    divisor: Annotated[int, Limits(least=1)]
    flags: Annotated[int, Limits(least=1)]
    vp: tuple[int, int]
    effect: Annotated[str, "effect.kind"]
    amount: int
    building: int
    reach: Annotated[int, "effect.events"] = 0
    """The number of cards to the left of the event that the event affects."""
    purpose: Purpose = field(init=False)
    """The purpose of the dice that fight the event (TRO-15.1, 15.2)."""

    @purpose.default
    def _purpose(self) -> Purpose:
        return Purpose(EVENT, self.counter, self.divisor)


@frozen
class Character(Thing):
    """A Character: the quantity that it counts, and the thresholds for 1, 3 and 6 VP (section
    21)."""

    counts: str
    thresholds: tuple[int, ...]
    thresholds_2p: tuple[int, ...]


@frozen
class Components:
    """All components, with precomputed tables for fast access."""

    player_counts: Mapping[int, PlayerCount]
    die_names: tuple[Names, ...]
    dice: tuple[int, ...]
    """The number of dice by colour. Black is last."""
    buildings: tuple[Building, ...]
    cathedral_names: Annotated[Names, "cathedral.name"]
    levels: Annotated[int, "cathedral.levels"]
    cathedral_vp: tuple[int, ...]
    """The VP for a cube in each column. The first entry is for the column of the value 1."""
    cathedral_influence: tuple[int, ...]
    cards: tuple[Card, ...]
    events: tuple[EventCard, ...]
    """Marauding, followed by the event cards."""
    characters: tuple[Character, ...]
    neutral_2p: tuple[tuple[int, ...], ...]
    """For each building, the indices of the spaces of grey citizens in a game for two players
    (TRO-3.4)."""

    start_deniers: Annotated[int, "start.deniers"]
    start_influence: int
    start_vp: Annotated[int, "start.victory_points"]
    citizens: Annotated[int, "start.citizens_total_each"]
    gray_citizens: Annotated[int, "neutral.citizens"]
    income: Annotated[int, "economy.income"]
    shortfall_penalty: Annotated[int, "economy.shortfall_vp_penalty"]
    farm_divisor: Annotated[int, "economy.agriculture_divisor"]
    pass_first: Annotated[int, "economy.pass_first_deniers"]
    pass_later: Annotated[int, "economy.pass_later_deniers"]
    prices: tuple[int, ...]
    """The price in deniers of a die of another district, by the size of the group."""
    group_most: Annotated[int, "economy.group_max"]
    influence_most: Annotated[int, "influence.max"]
    reroll_cost: Annotated[int, "influence.reroll_cost"]
    recruit_cost: Annotated[int, "influence.citizen_cost"]
    flip_cost: Annotated[int, "influence.flip_cost"]
    flip_most: Annotated[int, "influence.flip_dice_max"]
    red_multiplier: Annotated[int, "black_dice.red_multiplier"]
    influence_per_defeated: Annotated[int, "black_dice.influence_per_defeated"]
    undefeated_penalty: Annotated[int, "black_dice.undefeated_vp_penalty"]
    unmet_penalty: Annotated[int, "events.unmet_vp_penalty"]
    influence_per_cube: Annotated[int, "events.influence_per_cube"]
    unfinished_event_vp: Annotated[int, "scoring.unfinished_event_vp"]
    missing_level_vp: Annotated[int, "scoring.cathedral_missing_level_vp", Limits(-MAX_NUMBER)]
    character_vp: Annotated[tuple[int, ...], "scoring.character_vp"]

    farming: Purpose = field(init=False)
    """The purpose of dice for agriculture (TRO-17.1)."""
    card_by_id: Mapping[Value, Card] = field(init=False)
    event_by_id: Mapping[Value, EventCard] = field(init=False)
    character_index: Mapping[Value, int] = field(init=False)
    place_names: tuple[str, ...] = field(init=False)
    """The places of citizens: the spaces of all buildings, then a place for expelled citizens in
    each building."""
    place_index: Mapping[Value, int] = field(init=False)

    def __attrs_post_init__(self) -> None:
        spaces = tuple(name for building in self.buildings for name in building.spaces)
        places = (*spaces, *(f"{building.id}.lying" for building in self.buildings))
        ready = {
            "farming": Purpose(FARM, YELLOW, self.farm_divisor),
            "card_by_id": {card.id: card for card in self.cards},
            "event_by_id": {event.id: event for event in self.events},
            "character_index": {character.id: character.index for character in self.characters},
            "place_names": places,
            "place_index": {name: index for index, name in enumerate(places)},
        }
        for name, value in ready.items():
            object.__setattr__(self, name, value)

    def card(self, id: Value) -> Card:
        return self.card_by_id[id]

    def event(self, id: Value) -> EventCard:
        return self.event_by_id[id]

    def character(self, id: Value) -> Character:
        return self.characters[self.character_index[id]]
