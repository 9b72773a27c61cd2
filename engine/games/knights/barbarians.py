"""The barbarians: their ship, the attack, its reward and its price (CK-6)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

from attrs import frozen

from engine.core.step import Automatic, Decision
from engine.errors import Refusal
from engine.games.knights.award import claim_victory
from engine.games.knights.board import members
from engine.games.knights.box import SETTLEMENT_PIECE
from engine.games.knights.choices import NodeChoice
from engine.games.knights.progress import Draw
from engine.games.knights.state import SETTLEMENT, TIPPED, Island
from engine.games.knights.wording import node_label
from engine.i18n.text import Seat, Text, plural, words


def sail(state: Island) -> None:
    """The ship moves a step; at the end of its track the barbarians attack at once (CK-6.2)."""
    state.ship += 1
    left = state.box.attack_step - state.ship
    if state.story is not None and left:
        message = plural(
            "The barbarians sail on: {n} step left.",
            "The barbarians sail on: {n} steps left.",
            left,
        )
        state.note("CK-6.1", -1, message)
    if not left:
        state.push(Attack(), AfterAttack())


@frozen
class Attack(Automatic[Island]):
    """Strength against strength (CK-6.4 to CK-6.16)."""

    rules: ClassVar[tuple[str, ...]] = ("CK-6.4", "CK-6.5", "CK-6.7", "CK-6.22")

    def run(self, state: Island) -> None:
        """Reward or pillage."""
        barbarians = state.cities_on_board()
        knights = [state.contribution(seat) for seat in range(state.seats)]
        if state.story is not None:
            state.note("CK-6.7", -1, _told_of_attack(barbarians, sum(knights)))
        if sum(knights) >= barbarians:
            _reward(state, knights)
        else:
            _pillage(state, knights)


def _told_of_attack(barbarians: int, knights: int) -> Text:
    facts = {"cities": barbarians, "knights": knights}
    if knights >= barbarians:
        return words(
            "The barbarians attack: strength {cities} against knights {knights}. They are beaten.",
            **facts,
        )
    return words(
        "The barbarians attack: strength {cities} against knights {knights}. They win.", **facts
    )


def _reward(state: Island, knights: Sequence[int]) -> None:
    """The best defender, or a card for each of several (CK-6.8, CK-6.9, CK-6.11)."""
    most = max(knights)
    best = [seat for seat in state.in_turn_order(state.active) if knights[seat] == most]
    if not most:
        state.note("CK-6.11", -1, words("Nobody has defended the island."))
    elif len(best) == 1:
        seat = best[0]
        state.defenders[seat] += 1
        if state.story is not None:
            message = words("{seat} becomes a Defender.", seat=Seat(seat))
            state.note("CK-6.8", seat, message)
        claim_victory(state)
    else:
        state.push(*map(TieReward, best))


def _pillage(state: Island, knights: Sequence[int]) -> None:
    """Of those who can lose a city, all with the lowest contribution lose one (CK-6.15)."""
    eligible = [s for s in state.in_turn_order(state.active) if state.available_cities(s)]
    if not eligible:
        state.note("CK-6.15", -1, words("No city can be pillaged."))
        return
    least = min(knights[seat] for seat in eligible)
    state.push(*(PillageCity(seat) for seat in eligible if knights[seat] == least))


@frozen
class AfterAttack(Automatic[Island]):
    """The ship goes back, the knights rest, the robber is free (CK-6.20, CK-6.21)."""

    rules: ClassVar[tuple[str, ...]] = ("CK-6.20", "CK-6.21")

    def run(self, state: Island) -> None:
        """Whatever the result."""
        state.ship = 0
        state.active_knights = 0
        state.ready = 0
        state.attacks += 1
        if state.robber_locked:
            state.robber_locked = False
            state.note("CK-6.21", -1, words("The robber can be moved from now on."))


@frozen
class TieReward(Automatic[Island]):
    """One of the best defenders draws a card, if there is one in any deck (CK-6.10)."""

    rules: ClassVar[tuple[str, ...]] = ("CK-6.9", "CK-6.10")

    seat: int

    def run(self, state: Island) -> None:
        """Of which deck is for the seat to say."""
        if any(state.deck_sizes):
            state.push(TieDeck(self.seat))


@frozen
class TieDeck(Decision[Island, str]):
    """D5: one of the best defenders draws a card of a deck of choice (CK-6.9, CK-6.10)."""

    rules: ClassVar[tuple[str, ...]] = ("CK-6.9", "CK-6.10", "CK-6.12")

    seat: int

    def options(self, state: Island) -> Sequence[str]:
        """The decks that are not empty."""
        tracks = state.box.tracks
        return [track.id for deck, track in enumerate(tracks) if state.deck_sizes[deck]]

    def apply(self, state: Island, pick: str) -> None:
        """Draw."""
        state.push(Draw(self.seat, state.box.track_numbers[pick]))

    def question(self, state: Island) -> Text:
        """Which deck."""
        return words("You share the defence: from which deck do you draw?")

    def label(self, state: Island, chosen: tuple[Any, ...]) -> Text:
        """The deck and how many cards it has."""
        deck = state.box.track_numbers[chosen[-1]]
        return plural(
            "{deck}: {n} card",
            "{deck}: {n} cards",
            state.deck_sizes[deck],
            deck=state.box.tracks[deck].names,
        )

    def refuse(self, state: Island, pick: Any) -> Refusal:
        """It is empty."""
        return Refusal("CK-6.10", words("Choose a deck that is not empty."))


@frozen
class PillageCity(NodeChoice):
    """D6: which city is lost (CK-6.16)."""

    rules: ClassVar[tuple[str, ...]] = ("CK-6.16", "CK-6.14", "CK-6.17", "CK-6.18")

    seat: int

    def options(self, state: Island) -> Sequence[int]:
        """The own cities without a metropolis."""
        return members(state.available_cities(self.seat))

    def apply(self, state: Island, pick: int) -> None:
        """It becomes a settlement, or tips over if none is left; its wall is gone (CK-6.17)."""
        seat, had_wall = self.seat, state.walls >> pick & 1
        tips = not state.left(seat, SETTLEMENT_PIECE)
        state.walls &= ~(1 << pick)
        state.count_income(pick, -1)
        state.replace(pick, TIPPED if tips else SETTLEMENT)
        state.count_income(pick, 1)
        if state.story is None:
            return
        names = {"seat": Seat(seat), "place": node_label(state, pick)}
        if tips:
            state.note("CK-6.18", seat, words("{seat}: the city at {place} is tipped.", **names))
        else:
            message = words("{seat}: the city at {place} becomes a settlement.", **names)
            state.note("CK-6.17", seat, message)
        if had_wall:
            state.note("CK-6.17", seat, words("{seat} loses its wall.", seat=Seat(seat)))

    def question(self, state: Island) -> Text:
        """Which."""
        return words("The barbarians pillage: which city do you lose?")

    def refuse(self, state: Island, pick: Any) -> Refusal:
        """Not a city that can be lost."""
        return Refusal("CK-6.14", words("Only an own city without a metropolis can be lost."))
