"""Setup and initial placement (sections 2 and 3)."""

from __future__ import annotations

from collections.abc import Sequence

from engine.core.chance import Dice
from engine.core.common_wording import series
from engine.core.event import Value
from engine.core.hidden import Hidden
from engine.core.step import TILL_OVER, ChanceStep, Decision, Place, RuleStep
from engine.errors import Refusal, forbidden
from engine.games.troyes.component_types import (
    BUILDINGS,
    MARAUDING,
    POSITIONS,
    SPACES_PER_BUILDING,
    Components,
)
from engine.games.troyes.dice import DISTRICTS, NEUTRAL
from engine.games.troyes.placement import free_spaces, named_space, put, space_place
from engine.games.troyes.rounds import Round
from engine.games.troyes.state import FREE, NO_CARD, Town
from engine.i18n.text import Seat, Text, plural, words

Hands = tuple[tuple[str, ...], ...]
"""The ids of each seat's Characters."""


def empty_table(box: Components, seats: int, *, bonus: bool) -> Town:
    """Return the initial state (section 2). `bonus` is whether the bonus cards are used."""
    count = box.player_counts[seats]
    state = Town(
        seats,
        box=box,
        bonus=bonus,
        deniers=[box.start_deniers] * seats,
        influence=[box.start_influence] * seats,
        vp=[box.start_vp] * seats,
        characters=[()] * seats,
        supply=[count.citizens] * seats,
        reserve=[box.citizens - count.citizens] * seats,
        taken=[()] * seats,
        purse=[0] * seats,
        passed=[False] * seats,
        dice=[()] * DISTRICTS,
        buildings=[(FREE,) * SPACES_PER_BUILDING for _ in BUILDINGS],
        lying=[()] * len(BUILDINGS),
        gray_supply=box.gray_citizens,
        cards=[NO_CARD] * POSITIONS,
        tradesmen=[()] * POSITIONS,
        cubes=[(0,) * seats] * POSITIONS,
        row=[MARAUDING],
        flags=[()],
        red_left=count.red_events,
        cathedral=[()] * len(box.cathedral_vp),
    )
    if seats == 2:
        place_neutral(state)
    return state


def place_neutral(state: Town) -> None:
    """Place grey citizens on fixed spaces in a game for two (TRO-3.4)."""
    for building, spaces in enumerate(state.box.neutral_2p):
        for space in spaces:
            put(state, NEUTRAL, state.box.buildings[building].spaces[space])
            state.gray_supply -= 1


class DealCharacters(ChanceStep[Town, Hands]):
    """D2: deal Characters face down (TRO-2.4)."""

    rules = ("TRO-2.4", "TRO-20.2")
    secrecy = TILL_OVER
    reveals = words("The Characters have since been dealt.")

    def sample(self, state: Town, dice: Dice) -> Hands:
        each = state.box.player_counts[state.seats].characters
        ids = [character.id for character in state.box.characters]
        dealt = dice.draw(ids, each * state.seats)
        return tuple(tuple(dealt[seat * each : (seat + 1) * each]) for seat in range(state.seats))

    def check(self, state: Town, outcome: Value) -> Text | None:
        each = state.box.player_counts[state.seats].characters
        hands = outcome if isinstance(outcome, tuple) else ()
        right = all(isinstance(hand, tuple) and len(hand) == each for hand in hands)
        ids = [id for hand in hands if isinstance(hand, tuple) for id in hand]
        known = len(hands) == state.seats and all(id in state.box.character_index for id in ids)
        if right and known and len(set(ids)) == len(ids):
            return None
        return words("These are not the Characters that were dealt.")

    def apply(self, state: Town, outcome: Hands) -> None:
        index = state.box.character_index
        state.characters = [tuple(index[id] for id in hand) for hand in outcome]
        for seat, hand in enumerate(outcome):
            names = series(state.box.character(id) for id in hand)
            gets = words("{seat} gets {cards}.", seat=Seat(seat), cards=names)
            state.note("TRO-2.4", seat, gets, to=(seat,))

    def redacted(self, outcome: Hands, reader: int | None) -> tuple[tuple[str, ...] | Hidden, ...]:
        return tuple(hand if seat == reader else Hidden() for seat, hand in enumerate(outcome))


class DrawStart(ChanceStep[Town, int]):
    """Draw the start player at random. The step is needed only if the host has not chosen one
    (TRO-2.8)."""

    rules = ("TRO-2.8",)
    reveals = words("The start player has since been drawn.")

    def sample(self, state: Town, dice: Dice) -> int:
        return dice.below(state.seats)

    def check(self, state: Town, outcome: Value) -> Text | None:
        return None if outcome in range(state.seats) else words("That is not a seat in this game.")

    def apply(self, state: Town, outcome: int) -> None:
        state.first = outcome


class BeginPlacement(RuleStep[Town]):
    """Announce the start player, and push the initial placement (TRO-3.1 to 3.3) and the first
    round."""

    rules = ("TRO-2.8", "TRO-3.1", "TRO-3.2", "TRO-3.4")

    def run(self, state: Town) -> None:
        state.step = "placement"
        state.announce("TRO-2.8", state.first, "{seat} is the start player.")
        state.push(*(NextPlacement(seat) for seat in snake(state)), FillWithGray(), Round())


def snake(state: Town) -> list[int]:
    """Return the seats in the order in which they place citizens at the beginning of the game. Each
    seat occurs once per citizen, and every second pass goes in reverse order (TRO-3.2)."""
    order = state.clockwise(state.first)
    passes = state.box.player_counts[state.seats].citizens
    return [seat for number in range(passes) for seat in (order[::-1] if number % 2 else order)]


class NextPlacement(RuleStep[Town]):
    """Begin a turn of the initial placement, in which `seat` places one citizen."""

    rules = ("TRO-3.2",)

    seat: int

    def run(self, state: Town) -> None:
        state.begin_turn(self.seat)
        state.push(PlaceFirst(self.seat))


class PlaceFirst(Decision[Town, str]):
    """D3: choose a free space for a citizen (TRO-3.1, 3.5)."""

    rules = ("TRO-3.1", "TRO-3.2", "TRO-3.5")

    options = staticmethod(free_spaces)

    def numbered(self, state: Town, chosen: tuple[str, ...]) -> Sequence[str]:
        return () if chosen else state.box.place_names

    def apply(self, state: Town, pick: str) -> None:
        seat = self.seat
        put(state, seat, pick)
        state.supply[seat] -= 1
        state.announce(
            "TRO-3.1",
            seat,
            "{seat} places a citizen at {space}.",
            space=lambda: named_space(state, pick),
        )

    def question(self, state: Town) -> Text:
        return plural(
            "Where do you place a citizen? ({n} left)",
            "Where do you place a citizen? ({n} left)",
            state.supply[self.seat],
        )

    def label(self, state: Town, chosen: tuple[str, ...]) -> Text:
        return named_space(state, chosen[-1])

    def target(self, state: Town, chosen: tuple[str, ...]) -> Place | None:
        return space_place(chosen[-1])

    def refuse(self, state: Town, pick: Value) -> Refusal:
        if isinstance(pick, str) and pick in state.box.place_index:
            return forbidden(
                "TRO-3.1", "You cannot expel anyone during setup. Choose a free space."
            )
        return forbidden("TRO-3.1", "Choose a space in one of the three buildings.")

    def refuse_place(self, state: Town, chosen: tuple[str, ...], place: Place) -> Refusal | None:
        if place[0] in BUILDINGS:
            return self.refuse(state, ".".join(map(str, place)))
        return None


class FillWithGray(RuleStep[Town]):
    """Fill every empty space with a grey citizen (TRO-3.3)."""

    rules = ("TRO-3.3",)

    def run(self, state: Town) -> None:
        spaces = free_spaces(state)
        for name in spaces:
            put(state, NEUTRAL, name)
            state.gray_supply -= 1
        if spaces:
            state.announce_plural(
                "TRO-3.3",
                -1,
                "{n} grey citizen fills the free space.",
                "{n} grey citizens fill the free spaces.",
                len(spaces),
            )
