"""The barbarians: their ship, their attack, and the rewards and losses after it (CK-6)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from engine.core.step import Decision, RuleStep
from engine.errors import forbidden
from engine.games.knights.board import members
from engine.games.knights.choices import NodeChoice
from engine.games.knights.component_types import SETTLEMENT_PIECE
from engine.games.knights.progress import Draw
from engine.games.knights.state import (
    SETTLEMENT,
    TIPPED,
    Island,
    available_cities,
    cities_on_board,
    turn_order,
)
from engine.games.knights.victory import claim_victory
from engine.games.knights.wording import node_label
from engine.i18n.text import Text, plural, words


def sail(state: Island) -> None:
    """Move the barbarians' ship by one step. If it reaches the end of its track, the barbarians
    attack immediately (CK-6.2)."""
    state.ship += 1
    left = state.box.attack_step - state.ship
    if left:
        state.announce_plural(
            "CK-6.1",
            -1,
            "The barbarians sail on: {n} step left.",
            "The barbarians sail on: {n} steps left.",
            left,
        )
    else:
        state.push(Attack(), AfterAttack())


class Attack(RuleStep[Island]):
    """Compare strengths and resolve the attack (CK-6.4 to CK-6.16)."""

    rules = ("CK-6.4", "CK-6.5", "CK-6.7", "CK-6.22")

    def run(self, state: Island) -> None:
        barbarians = cities_on_board(state)
        knights = [state.contribution(seat) for seat in range(state.seats)]
        facts = {"cities": barbarians, "knights": sum(knights)}
        if sum(knights) >= barbarians:
            state.announce(
                "CK-6.7",
                -1,
                "The barbarians attack with strength {cities} against the knights' "
                "{knights}, and are defeated.",
                **facts,
            )
            _reward(state, knights)
        else:
            state.announce(
                "CK-6.7",
                -1,
                "The barbarians attack with strength {cities} against the knights' "
                "{knights}, and win.",
                **facts,
            )
            _pillage(state, knights)


def _reward(state: Island, knights: Sequence[int]) -> None:
    """Reward the best defender. If several are tied, let each of them draw a card; if nobody has
    contributed, reward nobody (CK-6.8, CK-6.9, CK-6.11). `knights` is the strength contributed by
    each seat."""
    most = max(knights)
    best = [seat for seat in turn_order(state.seats, state.active) if knights[seat] == most]
    if not most:
        state.announce("CK-6.11", -1, "Nobody has defended the island.")
    elif len(best) == 1:
        seat = best[0]
        state.defenders[seat] += 1
        state.announce("CK-6.8", seat, "{seat} becomes Defender of Catan.")
        claim_victory(state)
    else:
        state.push(*map(TieReward, best))


def _pillage(state: Island, knights: Sequence[int]) -> None:
    """Let each player who loses a city choose which one. These are the players with the lowest
    contribution among all who can lose a city (CK-6.15, CK-6.16). `knights` is the strength
    contributed by each seat."""
    eligible = [s for s in turn_order(state.seats, state.active) if available_cities(state, s)]
    if not eligible:
        state.announce("CK-6.15", -1, "There is no city that the barbarians can pillage.")
        return
    least = min(knights[seat] for seat in eligible)
    state.push(*(PillageCity(seat) for seat in eligible if knights[seat] == least))


class AfterAttack(RuleStep[Island]):
    """Move the ship back to the start, deactivate all knights, and unlock the robber (CK-6.20,
    CK-6.21)."""

    rules = ("CK-6.20", "CK-6.21")

    def run(self, state: Island) -> None:
        state.ship = 0
        state.active_knights = 0
        state.ready = 0
        state.attacks += 1
        if state.robber_locked:
            state.robber_locked = False
            state.announce("CK-6.21", -1, "From now on, players can move the robber.")


class TieReward(RuleStep[Island]):
    """Let one of the tied best defenders draw a card, unless all decks are empty (CK-6.10)."""

    rules = ("CK-6.9", "CK-6.10")

    seat: int

    def run(self, state: Island) -> None:
        if any(state.deck_sizes):
            state.push(TieDeck(self.seat))


class TieDeck(Decision[Island, str]):
    """D5: choose the deck from which a tied best defender draws (CK-6.9, CK-6.10)."""

    rules = ("CK-6.9", "CK-6.10", "CK-6.12")
    asks = words("You are tied for the best defence. Which deck do you draw from?")
    refuses = forbidden("CK-6.10", "Choose a deck that is not empty.")

    def options(self, state: Island) -> Sequence[str]:
        tracks = state.box.tracks
        return [track.id for deck, track in enumerate(tracks) if state.deck_sizes[deck]]

    def apply(self, state: Island, pick: str) -> None:
        state.push(Draw(self.seat, state.box.track_numbers[pick]))

    def label(self, state: Island, chosen: tuple[str, ...]) -> Text:
        deck = state.box.track_numbers[chosen[-1]]
        return plural(
            "{deck}: {n} card",
            "{deck}: {n} cards",
            state.deck_sizes[deck],
            deck=state.box.tracks[deck].names,
        )


class PillageCity(NodeChoice[int]):
    """D6: choose which city is lost (CK-6.16)."""

    rules = ("CK-6.16", "CK-6.14", "CK-6.17", "CK-6.18")
    asks = words("The barbarians pillage: which city do you lose?")
    refuses = forbidden("CK-6.14", "You can only lose one of your own cities without a metropolis.")

    def options(self, state: Island) -> Sequence[int]:
        return members(available_cities(state, self.seat))

    def apply(self, state: Island, pick: int) -> None:
        """Turn the city into a settlement. If the player has no settlement left, tip the city on
        its side instead. The city's wall is lost (CK-6.17, CK-6.18)."""
        seat, had_wall = self.seat, state.walls >> pick & 1
        tips = not state.left(seat, SETTLEMENT_PIECE)
        state.walls &= ~(1 << pick)
        state.count_income(pick, -1)
        state.replace(pick, TIPPED if tips else SETTLEMENT)
        state.count_income(pick, 1)
        place = partial(node_label, state, pick)
        if tips:
            state.announce(
                "CK-6.18", seat, "{seat}: the city at {place} is tipped on its side.", place=place
            )
        else:
            state.announce(
                "CK-6.17", seat, "{seat}: the city at {place} becomes a settlement.", place=place
            )
        if had_wall:
            state.announce("CK-6.17", seat, "{seat} also loses that city's wall.")
