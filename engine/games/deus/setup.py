"""Setup: map, supplies, pieces, cards, first player (sections 3 and 22)."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Final, TypeGuard, TypeVar

from engine.core.chance import Dice
from engine.core.event import Value
from engine.core.hidden import require_visible
from engine.core.parts import Amounts, MultisetPart
from engine.core.step import TILL_REVEALED, ChanceStep, RuleStep, together
from engine.core.step_stack import Step
from engine.errors import BadSetup
from engine.games.deus.board import (
    Slots,
    Tiles,
    drawn_slots,
    drawn_tiles,
    has_villages_side_by_side,
)
from engine.games.deus.components import (
    SIDES_OF_A_TILE,
    STANDARD,
    TYPES,
    Components,
    do_not_overlap,
    is_connected,
)
from engine.games.deus.drawing import Draw
from engine.games.deus.rounds import Turn, begin_round
from engine.games.deus.science import PiecesDecision, piece_amounts
from engine.games.deus.state import World
from engine.games.deus.wording import piece_series
from engine.i18n.text import Text, plural, words

K = TypeVar("K", int, str)

LAYOUT_OPTION: Final = "layout"
STANDARD_LAYOUT: Final = "standard"
DRAWN_AT_RANDOM: Final = "drawn"
FIRST_OPTION: Final = "first"
PIECES_OPTION: Final = "pieces"
USUAL_PIECES: Final = "usual"
WILDCARDS_OPTION: Final = "wildcard"
POINTS_OPTION: Final = "points"
POINTS_OPEN: Final = "open"
YES: Final = "yes"

BY_HAND: Final = re.compile(r"(-?\d+),(-?\d+)(?:=(\w+?)/([0-5]))?")
"""Pattern of a tile in a map given as text: the centre of its slot and, optionally, a side and a
rotation."""


# ---------------------------------------------------------------- a map chosen by the host (D2)


def is_by_hand(layout: str) -> bool:
    return "," in layout


def map_by_hand(box: Components, seats: int, text: str) -> tuple[Slots, Tiles]:
    """Return the slots and tiles of a map such as `0,0=7A/4 3,-2=5B/4 ...`. A text that has only
    slots, such as `0,0 3,-2 ...`, gives no tiles; they are drawn later (DEU-22.4).

    Raises BadSetup for text in any other form, and for an impossible map.
    """
    matches_or_none = [BY_HAND.fullmatch(part) for part in text.split()]
    matches = [match for match in matches_or_none if match is not None]
    if len(matches) != len(matches_or_none) or len({match[3] is None for match in matches}) != 1:
        raise BadSetup(
            "{text} is not a map. Write each tile as 0,0=1A/0: position, tile and side, rotation.",
            text=text,
        )
    slots = tuple((int(match[1]), int(match[2])) for match in matches)
    tiles = tuple((match[3], int(match[4])) for match in matches if match[3] is not None)
    count = box.players[seats].tiles
    reason = why_not_map(box, count, slots, tiles) if tiles else why_not_slots(box, count, slots)
    if reason is not None:
        raise BadSetup(reason)
    return slots, tiles


def why_not_slots(box: Components, count: int, slots: Slots) -> Text | None:
    """Return the reason why `slots` are impossible for `count` tiles; None if they are possible."""
    if len(slots) != count:
        return plural("The map has {n} tile.", "The map has {n} tiles.", count)
    if not (do_not_overlap(slots) and is_connected(slots, box.lattice)):
        return words("The tiles are not next to each other.")
    return None


def why_not_map(box: Components, count: int, slots: Slots, tiles: Tiles) -> Text | None:
    """Return the reason why a map with `tiles` in `slots` is impossible for `count` tiles; None if
    it is possible."""
    if len(tiles) != count:
        return plural("The map has {n} tile.", "The map has {n} tiles.", count)
    if any(side not in box.tile_sides for side, _ in tiles):
        return words("There is no such tile.")
    if len({box.tile_sides[side].tile for side, _ in tiles}) != count:
        return words("A tile is on the map twice.")
    reason = why_not_slots(box, count, slots)
    if reason is not None:
        return reason
    if has_villages_side_by_side(box, slots, tiles):
        return words("Two barbarian villages are next to each other.")
    return None


def slots_for(box: Components, seats: int, layout: str) -> Slots:
    """Return the slots of a named layout. If the slots must be drawn, return an empty tuple
    (DEU-2.5, DEU-22.4). Raises BadSetup if the layout does not exist for `seats` players."""
    if layout == DRAWN_AT_RANDOM:
        return ()
    named_layout = box.layout(seats, layout)
    if named_layout is None:
        raise BadSetup(
            plural(
                "That layout is not for {n} player.", "That layout is not for {n} players.", seats
            )
        )
    return named_layout.slots


# ---------------------------------------------------------------- the empty table


def empty_table(seats: int, options: Mapping[str, str], box: Components) -> World:
    """Return the initial state, before the map is laid out, with the first steps on its agenda
    (DEU-3.3 to DEU-3.5). Raises BadSetup for impossible `options`."""
    count, start = box.players[seats], box.start
    supply = [count.resources - seats * amount for amount in start.resources]
    state = World(
        seats,
        box=box,
        where=[[0] * len(TYPES) for _ in range(seats)],
        columns=[[()] * len(TYPES) for _ in range(seats)],
        wildcards=[()] * seats,
        available=[[start.available] * len(STANDARD) for _ in range(seats)],
        stock=[[start.stock] * len(STANDARD) for _ in range(seats)],
        resources=[list(start.resources) for _ in range(seats)],
        gold=[start.gold] * seats,
        points=[start.vp] * seats,
        points_open=options[POINTS_OPTION] == POINTS_OPEN,
        hands=[()] * seats,
        supply=supply,
        temples=count.temples,
        deck=list(box.deck),
        wildcard_variant=options[WILDCARDS_OPTION] == YES,
        wildcards_left=[box.wildcards if options[WILDCARDS_OPTION] == YES else 0] * seats,
    )
    state.push(*prepare_steps(state, options))
    return state


def prepare_steps(state: World, options: Mapping[str, str]) -> Sequence[Step]:
    """Return the first steps of a game, in the order of section 3. For the alternative start, also
    take all pieces off the player boards (DEU-22.1). Raises BadSetup for impossible `options`."""
    steps: list[Step] = [_map_step(state, options[LAYOUT_OPTION])]
    if options[PIECES_OPTION] != USUAL_PIECES:
        number = int(options[PIECES_OPTION])
        if number not in state.box.start_pieces:
            raise BadSetup(
                plural(
                    "You cannot start with {n} piece.", "You cannot start with {n} pieces.", number
                )
            )
        state.available = [[0] * len(STANDARD) for _ in range(state.seats)]
        state.stock = [_whole_stock(state.box) for _ in range(state.seats)]
        state.drafts = [()] * state.seats
        state.drafts_open = False
        chosen = words("The pieces have been revealed.")
        agendas = [(seat, (ChooseStart(seat, number),)) for seat in range(state.seats)]
        steps += [together(*agendas, revealed=chosen), RevealStart()]
    number = state.box.start.cards
    steps += [Draw(seat, number, "DEU-3.6") for seat in range(state.seats)]
    if options[FIRST_OPTION] == DRAWN_AT_RANDOM:
        return [*steps, DrawFirst()]
    first = int(options[FIRST_OPTION]) - 1
    if first >= state.seats:
        raise BadSetup("There is no player {n}.", n=first + 1)
    return [*steps, Begin(first)]


def _map_step(state: World, layout: str) -> Step:
    box, seats = state.box, state.seats
    if not is_by_hand(layout):
        return LayMap(slots_for(box, seats, layout))
    slots, tiles = map_by_hand(box, seats, layout)
    return LayGivenMap(slots, tiles) if tiles else LayMap(slots)


# ---------------------------------------------------------------- the map


class LayMap(ChanceStep[World, tuple[Slots, Tiles]]):
    """Lay out a map of randomly drawn tiles, sides and rotations (DEU-3.1), in random slots if none
    are given (DEU-22.4)."""

    rules = ("DEU-3.1", "DEU-2.5", "DEU-2.8", "DEU-22.4", "DEU-22.5")
    reveals = words("The map has since been laid out.")

    slots: Slots

    def sample(self, state: World, dice: Dice) -> tuple[Slots, Tiles]:
        """Return the slots, drawn at random if none are given, and tiles drawn at random until no
        two villages are adjacent."""
        box = state.box
        slots = self.slots or drawn_slots(box, box.players[state.seats].tiles, dice)
        return slots, drawn_tiles(box, slots, dice)

    def check(self, state: World, outcome: Value) -> Text | None:
        match outcome:
            case (slots, tiles) if (
                _are_pairs(slots, int)
                and _are_pairs(tiles, str)
                and all(0 <= turns < SIDES_OF_A_TILE for _, turns in tiles)
                and slots == (self.slots or slots)
            ):
                return why_not_map(state.box, state.box.players[state.seats].tiles, slots, tiles)
        return words("These tiles do not form a map.")

    def apply(self, state: World, outcome: tuple[Slots, Tiles]) -> None:
        lay_map(state, *outcome)


def _are_pairs(value: Value, kind: type[K]) -> TypeGuard[tuple[tuple[K, int], ...]]:
    return isinstance(value, tuple) and all(
        isinstance(pair, tuple) and [type(part) for part in pair] == [kind, int] for pair in value
    )


class LayGivenMap(RuleStep[World]):
    """Lay out a map given as text (DEU-22.4)."""

    rules = ("DEU-22.4", "DEU-22.5", "DEU-2.8")

    slots: Slots
    tiles: Tiles

    def run(self, state: World) -> None:
        lay_map(state, self.slots, self.tiles)


def lay_map(state: World, slots: Slots, tiles: Tiles) -> None:
    """Lay out the map, and log the number of barbarian villages and their VP (DEU-3.1, DEU-3.2)."""
    state.lay(slots, tiles)
    state.announce_plural(
        "DEU-3.2",
        -1,
        "The map has {n} barbarian village with {vp} VP in all.",
        "The map has {n} barbarian villages with {vp} VP in all.",
        len(state.map.village_regions),
        vp=lambda: sum(state.village_vp),
    )


# ---------------------------------------------------------------- the alternative start


class ChooseStart(PiecesDecision):
    """D1: secretly choose the pieces on the player board at the start (DEU-22.1 to DEU-22.3)."""

    rules = ("DEU-22.1", "DEU-22.2", "DEU-22.3", "DEU-3.4")
    secrecy = TILL_REVEALED
    needs_hand = True

    number: int

    def choice(self, state: World) -> MultisetPart:
        pool = tuple((TYPES[type_], state.box.start_pieces_of_a_type) for type_ in STANDARD)
        return MultisetPart(pool, self.number, self.number)

    def apply(self, state: World, pick: Amounts) -> None:
        chosen = dict(pick)
        state.drafts[self.seat] = tuple(chosen.get(TYPES[type_], 0) for type_ in STANDARD)
        state.announce_provisionally(
            "DEU-22.2", self.seat, "{seat} has chosen their starting pieces."
        )
        if state.notes is not None:
            message = words("Chosen: {pieces}.", pieces=piece_amounts(pick))
            state.note("DEU-22.2", self.seat, message, to=(self.seat,), provisional=True)

    def question(self, state: World) -> Text:
        return plural(
            "Which piece do you start with?", "Which {n} pieces do you start with?", self.number
        )

    def suggest(self, state: World) -> Sequence[Amounts]:
        each, rest = divmod(self.number, len(STANDARD))
        return [tuple((TYPES[t], each + (t < rest)) for t in STANDARD if each + (t < rest))]


class RevealStart(RuleStep[World]):
    """Place the chosen pieces on the player boards (DEU-22.2)."""

    rules = ("DEU-22.1", "DEU-22.2")

    def run(self, state: World) -> None:
        """Place the chosen pieces of all players at once. Each player's other pieces become that
        player's stock."""
        drafts = [require_visible(draft) for draft in state.drafts]
        for seat, draft in enumerate(drafts):
            state.available[seat] = list(draft)
            whole = _whole_stock(state.box)
            state.stock[seat] = [total - n for total, n in zip(whole, draft, strict=True)]
            if state.notes is not None:
                state.announce(
                    "DEU-22.2", seat, "{seat} starts with {pieces}.", pieces=piece_series(draft)
                )
        state.drafts, state.drafts_open = [], True


def _whole_stock(box: Components) -> list[int]:
    """Return the number of a player's pieces by type (DEU-1.3)."""
    return [box.types[type_].pieces for type_ in STANDARD]


# ---------------------------------------------------------------- the first player


class DrawFirst(ChanceStep[World, int]):
    """Draw the first player (DEU-3.7). The outcome counts seats from 1."""

    rules = ("DEU-3.7", "DEU-4.1")
    reveals = words("The first player has since been drawn.")

    def sample(self, state: World, dice: Dice) -> int:
        return dice.below(state.seats) + 1

    def check(self, state: World, outcome: Value) -> Text | None:
        if type(outcome) is int and 1 <= outcome <= state.seats:
            return None
        return words("That is not a player at this table.")

    def apply(self, state: World, outcome: int) -> None:
        begin_play(state, outcome - 1)


class Begin(RuleStep[World]):
    """Begin with the first player that is set in the options (DEU-3.7)."""

    rules = ("DEU-3.7", "DEU-4.1")

    first: int

    def run(self, state: World) -> None:
        begin_play(state, self.first)


def begin_play(state: World, first: int) -> None:
    """Begin the first round and its first turn (DEU-4.1)."""
    state.first = first
    state.announce("DEU-3.7", first, "{seat} is the first player.")
    begin_round(state)
    state.begin_turn(first)
    state.push(Turn(first))
