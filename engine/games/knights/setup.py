"""Options of Cities & Knights and Catan, layout of the island, and placement of the first buildings
(CK-2, CK-3, CK-23)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from typing import Final, TypeGuard, TypeVar

from attrs import evolve

from engine.core.chance import Dice
from engine.core.event import Value
from engine.core.step import TILL_OVER, ChanceStep, RuleStep
from engine.core.table_settings import Setting
from engine.errors import Refusal, forbidden
from engine.games.knights.board import NOWHERE, members
from engine.games.knights.choices import EdgeChoice, NodeChoice, is_number
from engine.games.knights.component_types import (
    BEGINNER,
    DESERT,
    NO_TOKEN,
    RANDOM_SPIRAL,
    Card,
    Components,
    HarborType,
    Terrain,
)
from engine.games.knights.state import (
    CITY,
    DIE_TOTALS,
    EMPTY,
    NEVER,
    NOBODY,
    SETTLEMENT,
    Island,
    Table,
    open_harbor,
)
from engine.games.knights.victory import measure_roads
from engine.games.knights.wording import counted, edge_label, node_label, site_label
from engine.i18n.text import Text, verbatim, words

YES: Final = "yes"


def table_settings(box: Components, discards: Text) -> Sequence[Setting]:
    """Return the options for the components `box`. `discards` is the explanation of the discard
    limit."""
    values = {key: choice.choices for key, choice in box.options.items()}
    layouts = {key: words("{layout}", layout=box.layouts[key].names) for key in values["layout"]}
    yes_no = {"no": words("No"), YES: words("Yes")}

    def setting(key: str, name: Text, choices: Mapping[str, Text], meaning: Text) -> Setting:
        return Setting(key, name, choices, box.options[key].default, meaning)

    return (
        setting(
            "win_target",
            words("Points to win"),
            {n: verbatim(n) for n in values["win_target"]},
            words("The first player to have this many points on their own turn wins."),
        ),
        setting(
            "discard_base",
            words("Discard limit"),
            {n: verbatim(n) for n in values["discard_base"]},
            discards,
        ),
        setting(
            "layout",
            words("Island"),
            layouts,
            words(
                "How terrain and numbers are laid out. A 6 and an 8 are never next to each other."
            ),
        ),
        setting(
            "open_hands",
            words("Open hands"),
            yes_no,
            words("Everyone can see all hands."),
        ),
        evolve(
            setting(
                "answers_aloud",
                words("Open answers"),
                yes_no,
                words(
                    "On a shared keyboard, players answer offers in front of everyone, without "
                    "passing the keyboard."
                ),
            ),
            on_one_keyboard=True,
        ),
        setting(
            "counted_cards",
            words("Card counting"),
            yes_no,
            words("The program keeps track of what everyone can know about each hand."),
        ),
    )


def begin_table(state: Island, options: Mapping[str, str]) -> None:
    """Apply the options to the state, except that a custom map replaces the chosen layout. A fixed
    island is laid out immediately, a random one by the first step."""
    box = state.box
    state.win_target = int(options["win_target"])
    state.discard_base = int(options["discard_base"])
    state.layout = BEGINNER if box.is_own_map else options["layout"]
    state.answers_aloud = options["answers_aloud"] == YES
    state.counts_cards = options["counted_cards"] == YES
    state.hands_open = options["open_hands"] == YES
    if state.counts_cards:
        state.known = [[0] * len(box.kinds) for _ in range(state.seats)]
    if state.layout == BEGINNER:
        lay(state, (box.beginner.terrains, box.beginner.numbers, box.beginner.harbors))
    else:
        state.push(LayOut())


def has_standard_rules(state: Island, box: Components) -> bool:
    """Whether the game uses the components `box`, and their default points to win and discard
    limit."""
    defaults = {key: option.default for key, option in box.options.items()}
    return (
        state.box is box
        and str(state.win_target) == defaults["win_target"]
        and str(state.discard_base) == defaults["discard_base"]
    )


Item = TypeVar("Item", int, str)

Layout = tuple[tuple[str, ...], tuple[int, ...], tuple[str, ...]]
"""The terrain and the number of each hex, and the type of each harbour."""


def lay(state: Island, layout: Layout) -> None:
    """Apply a layout. The robber starts on the first desert (CK-2.9)."""
    state.terrains, numbers, state.harbors = layout
    state.set_numbers(numbers)
    state.robber = state.terrains.index(DESERT)


class LayOut(ChanceStep[Island, Layout]):
    """Lay out the island at random: terrains, harbours and tokens (CK-2.5, CK-2.7)."""

    rules = ("CK-2.5", "CK-2.6", "CK-2.7", "CK-2.9")
    reveals = words("The island has been laid out.")

    def sample(self, state: Island, dice: Dice) -> Layout:
        """Shuffle terrains and harbours. Depending on the layout, lay the tokens along a spiral or
        shuffle them, too."""
        box = state.box
        terrains = tuple(dice.shuffle(_ids_per_copy(box.terrains.values())))
        harbors = tuple(dice.shuffle(_ids_per_copy(box.harbor_types.values())))
        if state.layout == RANDOM_SPIRAL:
            corner, clockwise = dice.below(len(box.spiral.inner)), dice.below(2) == 0
            return terrains, spiral(box, terrains, corner, clockwise), harbors
        return terrains, balanced(box, terrains, dice), harbors

    def check(self, state: Island, outcome: Value) -> Text | None:
        box = state.box
        impossible = words("The island cannot be laid out like that.")
        if not (isinstance(outcome, tuple) and len(outcome) == 3):
            return impossible
        terrains, numbers, harbors = outcome
        if not (
            _are_all(terrains, _ids_per_copy(box.terrains.values()))
            and _are_all(harbors, _ids_per_copy(box.harbor_types.values()))
            and _are_all(numbers, _tokens(box))
        ):
            return impossible
        if state.layout == RANDOM_SPIRAL:
            ways = (
                spiral(box, terrains, corner, clockwise)
                for corner in range(len(box.spiral.inner))
                for clockwise in (True, False)
            )
            return None if numbers in ways else impossible
        on_desert = [number == NO_TOKEN for number in numbers]
        right = on_desert == [name == DESERT for name in terrains]
        return None if right and reds_are_apart(box, numbers) else impossible

    def apply(self, state: Island, outcome: Layout) -> None:
        lay(state, outcome)
        rule = "CK-2.5" if state.layout == RANDOM_SPIRAL else "CK-2.7"
        state.announce(rule, -1, "The island is laid out.")


def spiral(
    box: Components, terrains: Sequence[str], corner: int, clockwise: bool
) -> tuple[int, ...]:
    """Return the number of each hex after the tokens have been laid along the spiral (CK-2.5).
    `corner` is the corner of the island at which the spiral starts, counted clockwise from 0."""
    return along(box.spiral.tokens, box.spiral.hexes(corner, clockwise), terrains)


def balanced(box: Components, terrains: Sequence[str], dice: Dice) -> tuple[int, ...]:
    """Return the number of each hex after the tokens have been shuffled until no 6 or 8 is next to
    another 6 or 8 (CK-2.7)."""
    while True:
        numbers = along(dice.shuffle(box.spiral.tokens), range(len(terrains)), terrains)
        if reds_are_apart(box, numbers):
            return numbers


def along(tokens: Sequence[int], way: Sequence[int], terrains: Sequence[str]) -> tuple[int, ...]:
    """Return the number of each hex after laying `tokens` on the hexes in the order of `way`,
    skipping the desert."""
    numbers = [NO_TOKEN] * len(terrains)
    left = iter(tokens)
    for hex in way:
        if terrains[hex] != DESERT:
            numbers[hex] = next(left)
    return tuple(numbers)


def reds_are_apart(box: Components, numbers: Sequence[int]) -> bool:
    """Whether no 6 or 8 is next to another 6 or 8 (CK-2.6, CK-2.7)."""
    red = [number in box.red_numbers for number in numbers]
    return not any(
        red[hex] and red[near] for hex in range(len(red)) for near in box.board.neighbours[hex]
    )


def _ids_per_copy(kinds: Iterable[Terrain | HarborType | Card]) -> list[str]:
    """Return the ids of `kinds`, each once per copy."""
    return [kind.id for kind in kinds for _ in range(kind.count)]


def _tokens(box: Components) -> list[int]:
    """Return the number tokens of all hexes, with `NO_TOKEN` for each hex without a token, in no
    particular order."""
    tokens = box.spiral.tokens
    return [*tokens, *[NO_TOKEN] * (box.board.hex_count - len(tokens))]


def _are_all(things: Value, known: Sequence[Item]) -> TypeGuard[tuple[Item, ...]]:
    """Whether `things` is a tuple of exactly the items in `known`, in any order."""
    return (
        isinstance(things, tuple)
        and all(type(thing) in (int, str) for thing in things)
        and Counter(things) == Counter(known)
    )


class ShuffleDecks(ChanceStep[Island, tuple[tuple[str, ...], ...]]):
    """Shuffle the decks in secret. The top card is the last one (CK-3.8)."""

    rules = ("CK-3.8", "CK-24.3")
    secrecy = TILL_OVER
    reveals = words("The decks have been shuffled.")

    def sample(self, state: Island, dice: Dice) -> tuple[tuple[str, ...], ...]:
        return tuple(tuple(dice.shuffle(deck)) for deck in self._decks(state.box))

    def _decks(self, box: Components) -> list[list[str]]:
        return [
            _ids_per_copy(card for card in box.cards if card.deck == deck) for deck in box.decks
        ]

    def check(self, state: Island, outcome: Value) -> Text | None:
        decks = self._decks(state.box)
        given = outcome if isinstance(outcome, tuple) else ()
        if len(given) == len(decks) and all(map(_are_all, given, decks)):
            return None
        return words("The decks cannot be in that order.")

    def apply(self, state: Island, outcome: tuple[tuple[str, ...], ...]) -> None:
        numbers = state.box.card_numbers
        state.decks = [tuple(numbers[card] for card in deck) for deck in outcome]
        state.deck_sizes = [len(deck) for deck in outcome]


# ---------------------------------------------------------------------- first buildings


class Setup(RuleStep[Island]):
    """Place the first buildings in two rounds, the second in reverse order. In the first round,
    each seat places a settlement and a road; in the second, a city and a road."""

    rules = ("CK-3.2", "CK-3.3")

    def run(self, state: Island) -> None:
        seats = range(state.seats)
        first = [SetupTurn(seat, city=False) for seat in seats]
        state.push(*first, *(SetupTurn(seat, city=True) for seat in reversed(seats)))


class SetupTurn(RuleStep[Island]):
    """Let a seat place a settlement or, if `city` is true, a city, and then a road."""

    rules = ("CK-3.2", "CK-3.3")

    seat: int
    city: bool

    def run(self, state: Island) -> None:
        state.active = self.seat
        state.push(SetupCity(self.seat) if self.city else SetupSettlement(self.seat))


class SetupBuilding(NodeChoice[int]):
    """Base class: place a building of the setup on any empty node without a building on an adjacent
    node (CK-3.4)."""

    def options(self, state: Island) -> Sequence[int]:
        return members(state.sites)

    def numbered(self, state: Island, chosen: tuple[int, ...]) -> Sequence[int]:
        return () if chosen else range(state.board.node_count)

    def label(self, state: Island, chosen: tuple[int, ...]) -> Text:
        return site_label(state, chosen[-1])

    def refuse(self, state: Island, pick: Value) -> Refusal:
        if is_number(pick, state.board.node_count) and state.pieces[pick] != EMPTY:
            return forbidden("CK-3.4", "Something is already there.")
        return forbidden("CK-3.4", "Buildings must be at least two roads apart.")


class SetupSettlement(SetupBuilding):
    """D1: place the first settlement (CK-3.2)."""

    rules = ("CK-3.4", "CK-3.2", "CK-3.6", "CK-11.7")
    asks = words("Where do you place your settlement?")

    def apply(self, state: Island, pick: int) -> None:
        put_building(state, self.seat, pick, SETTLEMENT)
        state.announce(
            "CK-3.2",
            self.seat,
            "{seat} places a settlement at {place}.",
            place=lambda: node_label(state, pick),
        )
        state.push(SetupRoad(self.seat, pick))


class SetupCity(SetupBuilding):
    """D1: place the first city, which brings resources immediately (CK-3.3, CK-3.7)."""

    rules = ("CK-3.4", "CK-3.3", "CK-3.6", "CK-3.7", "CK-11.7")
    asks = words("Where do you place your city?")

    def apply(self, state: Island, pick: int) -> None:
        put_building(state, self.seat, pick, CITY)
        taken = first_harvest(state, self.seat, pick)
        place = partial(node_label, state, pick)
        if any(taken):
            state.announce(
                "CK-3.7",
                self.seat,
                "{seat} places a city at {place} and takes {cards}.",
                place=place,
                cards=lambda: counted(state.box, taken),
            )
        else:
            state.announce("CK-3.7", self.seat, "{seat} places a city at {place}.", place=place)
        state.push(SetupRoad(self.seat, pick))


class SetupRoad(EdgeChoice[int]):
    """D2: place a road next to the building that has just been placed (CK-3.5)."""

    rules = ("CK-3.5", "CK-3.6")
    asks = words("Where do you build the road?")
    refuses = words("The road must touch the building you have just placed.")

    node: int

    def options(self, state: Island) -> Sequence[int]:
        return [edge for edge, _ in state.board.ways[self.node] if state.roads[edge] < 0]

    def apply(self, state: Island, pick: int) -> None:
        state.lay_road(self.seat, pick)
        measure_roads(state)
        state.announce(
            "CK-3.5",
            self.seat,
            "{seat} builds a road at {place}.",
            place=lambda: edge_label(state, pick),
        )


def put_building(state: Island, seat: int, node: int, piece: int) -> None:
    """Place a new building, add its production to the seat's income, and improve the seat's rates
    if the building is at a harbour."""
    state.place(seat, node, piece)
    state.count_income(node, 1)
    open_harbor(state, seat, node)


def first_harvest(state: Island, seat: int, node: int) -> list[int]:
    """For each hex at `node` except the desert, move a card of the hex's resource from the bank to
    the seat's hand (CK-3.7). Return the number of cards taken of each kind."""
    taken = [0] * len(state.box.kinds)
    for hex in state.board.node_hexes[node]:
        kind = state.box.terrains[state.terrains[hex]].resource
        if kind is not None:
            taken[kind] += 1
            state.take(seat, kind, 1)
    return taken


def empty_island(table: type[Table], seats: int, box: Components) -> Table:
    """Return a state of the type `table` before the island is laid out (CK-1.4, CK-1.5, CK-3.8)."""
    board, decks, tracks = box.board, box.decks, range(len(box.tracks))
    return table(
        seats,
        box=box,
        pieces=[EMPTY] * board.node_count,
        owners=[NOBODY] * board.node_count,
        roads=[NOBODY] * board.edge_count,
        settlements=[0] * seats,
        cities=[0] * seats,
        tipped=[0] * seats,
        knights=[0] * seats,
        standing=[0] * seats,
        networks=[0] * seats,
        ends=[0] * seats,
        sites=board.all_nodes,
        harbor_rates=[(box.bank_rate,) * len(box.kinds)] * seats,
        bank=[kind.bank for kind in box.kinds],
        hands=[[0] * len(box.kinds) for _ in range(seats)],
        hand_sizes=[0] * seats,
        discards=[()] * seats,
        decks=[() for _ in decks],
        deck_sizes=[0 for _ in decks],
        progress=[()] * seats,
        backs=[(0,) * len(decks)] * seats,
        open_cards=[()] * seats,
        levels=[(0,) * len(tracks)] * seats,
        metropolises=[NOWHERE for _ in tracks],
        metropolis_owners=[NOBODY for _ in tracks],
        defenders=[0] * seats,
        lengths=[0] * seats,
        income=[0] * seats,
        expected=[0] * seats,
        produced=[0] * len(box.kinds) * seats,
        totals=[0] * DIE_TOTALS,
        faces=[0] * len(set(box.event_faces)),
        measured=[(0, 0)] * seats,
        yields=[None] * board.hex_count,
        arranged=[0] * len(box.kinds) * seats,
        asked_for=[NEVER] * len(box.kinds) * seats,
    )
