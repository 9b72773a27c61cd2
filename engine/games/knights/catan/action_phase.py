"""The action phase: trades, buildings and development cards (CK-4.7)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from engine.core.chance import Dice
from engine.core.command import Command, Pick, PlainCommand
from engine.core.event import Value
from engine.core.step import Place
from engine.errors import Refusal, forbidden
from engine.games.knights.bank import BankTrade
from engine.games.knights.building import BuildCity, BuildRoad, BuildSettlement, paid
from engine.games.knights.catan.development_cards import DrawCard, play, playable, why_not_playable
from engine.games.knights.catan.state import PILE, CatanIsland
from engine.games.knights.choices import CardCommand, cannot_pay, first_of
from engine.games.knights.situations import (
    FIRST_TURNS,
    NEAR_WIN,
    NO_SETTLEMENTS,
    OVER_LIMIT,
    situation,
)
from engine.games.knights.trade import TradeOffer
from engine.games.knights.turn_menu import CommandSet, TurnMenu, affordability
from engine.i18n.text import words

DEVELOPMENT_COST: Final = "development"


class BuyCard(PlainCommand[CatanIsland]):
    """Buy the top card of the pile (CK-25.6, CK-25.7)."""

    key = "buy"
    letter = "v"
    rules = ("CK-25.7", "CK-25.6")
    weight = 100
    does = words("Buy a development card")

    def random_pick(self, state: CatanIsland, seat: int, dice: Dice) -> Pick | None:
        return _BUY if self.possible(state, seat) else None

    def possible(self, state: CatanIsland, seat: int) -> bool:
        return state.deck_sizes[PILE] > 0 and state.holds(seat, state.box.costs[DEVELOPMENT_COST])

    def apply(self, state: CatanIsland, seat: int, rest: Pick) -> None:
        price = paid(state, seat, DEVELOPMENT_COST)
        state.announce("CK-25.7", seat, "{seat} buys a development card for {price}.", price=price)
        state.push(DrawCard(seat))

    def target(self, state: CatanIsland, seat: int, chosen: Pick) -> Place | None:
        return ("decks",)

    def why_not(self, state: CatanIsland, seat: int) -> Refusal | None:
        if not state.deck_sizes[PILE]:
            return forbidden("CK-25.7", "There are no development cards left.")
        return cannot_pay(state, seat, state.box.costs[DEVELOPMENT_COST], "CK-25.6")


class PlayCard(CardCommand[CatanIsland]):
    """Play a development card (CK-25.8)."""

    rules = ("CK-25.8", "CK-25.9", "CK-25.10", "CK-25.11", "CK-25.12", "CK-25.13")
    does = words("Play a development card")

    def options(self, state: CatanIsland, seat: int) -> Sequence[tuple[str]]:
        return [(card,) for card in playable(state, seat)]

    def apply(self, state: CatanIsland, seat: int, rest: tuple[str]) -> None:
        play(state, seat, rest[0])

    def why_not(self, state: CatanIsland, seat: int) -> Refusal | None:
        held = dict.fromkeys(state.box.cards[card].id for card in state.progress[seat])
        if not held:
            return forbidden("CK-25.8", "You have no development cards.")
        if self.options(state, seat):
            return None
        if len(held) == 1 or state.card_played:
            return why_not_playable(state, seat, next(iter(held)))
        return forbidden("CK-25.8", "You cannot play any of your development cards now.")

    def refuse(self, state: CatanIsland, seat: int, rest: Value) -> Refusal:
        return why_not_playable(state, seat, first_of(rest))

    def refuse_place(
        self, state: CatanIsland, seat: int, chosen: tuple[str, ...], place: Place
    ) -> Refusal | None:
        held = [state.box.cards[card].id for card in state.progress[seat]]
        if place[0] != "card" or place[1] not in held or place[1] in playable(state, seat):
            return None
        return self.refuse(state, seat, (place[1],))


class CatanBankTrade(BankTrade):
    """D13: trade with the bank (CK-10.2), without the rules about commodities, which this game does
    not have."""

    rules = ("CK-10.2", "CK-10.3", "CK-10.4", "CK-10.5")


class CatanBuildSettlement(BuildSettlement):
    """D18: build a settlement (CK-11.4), without the rule about knights, which this game does not
    have."""

    rules = ("CK-11.4", "CK-11.1", "CK-11.7")


class CatanBuildCity(BuildCity):
    """D19: replace a settlement with a city (CK-11.8), without the rule about tipped cities, which
    this game does not have."""

    rules = ("CK-11.8", "CK-11.1", "CK-11.9")


class EndTurn(PlainCommand[CatanIsland]):
    """D52: end the turn (CK-4.8)."""

    key = "end"
    letter = "e"
    rules = ("CK-4.8",)
    weight = 8
    does = words("End your turn")

    def random_pick(self, state: CatanIsland, seat: int, dice: Dice) -> Pick:
        return _END

    def apply(self, state: CatanIsland, seat: int, rest: Pick) -> None:
        """Do nothing. The turn ends because the menu does not push itself again."""


_BUY: Final = (BuyCard.key,)
_END: Final = (EndTurn.key,)

COMMANDS: Final[tuple[Command[Any], ...]] = (
    CatanBankTrade(),
    TradeOffer(),
    BuildRoad(),
    CatanBuildSettlement(),
    CatanBuildCity(),
    BuyCard(),
    PlayCard(),
    EndTurn(),
)


COMMAND_SET: Final = CommandSet(COMMANDS)
_BY_ALL_KINDS: Final = COMMAND_SET.by_all_kinds
_PLAY: Final = COMMAND_SET.bits(PlayCard.key)


class Main(TurnMenu[CatanIsland]):
    """D12: perform any number of actions in any order (CK-4.7)."""

    rules = ("CK-4.7", "CK-4.8", "CK-10.1", "CK-25.6", "CK-25.8")
    needs_hand = True
    command_set = COMMAND_SET
    situations = (NEAR_WIN, OVER_LIMIT, NO_SETTLEMENTS, FIRST_TURNS)

    def situation(self, state: CatanIsland) -> str:
        return situation(state, self.seat)

    def affordable(self, state: CatanIsland) -> int:
        """Return a bit set of the commands for which the hand has enough cards and, if a
        development card may be played, of the command that plays it. It includes all possible
        commands, and it may include impossible ones."""
        by_lumber, by_brick, by_wool, by_grain, by_ore = affordability(COMMAND_SET, state.box)
        lumber, brick, wool, grain, ore = state.hands[self.seat]
        decided = (
            by_lumber[lumber] | by_brick[brick] | by_wool[wool] | by_grain[grain] | by_ore[ore]
        )
        commands = _BY_ALL_KINDS ^ decided
        return (
            commands if state.progress[self.seat] and not state.card_played else commands & ~_PLAY
        )

    def refuse(self, state: CatanIsland, pick: Value) -> Refusal:
        """Return the reason why a pick is illegal. If the pick names a card, the reason concerns
        that card."""
        if isinstance(pick, tuple) and pick[:1] == (PlayCard.key,) and pick[1:]:
            return why_not_playable(state, self.seat, pick[1])
        return super().refuse(state, pick)

    def apply(self, state: CatanIsland, pick: Pick) -> None:
        if pick != _END:
            state.agenda.append(self)
        COMMAND_SET.by_key[pick[0]].apply(state, self.seat, pick[1:])
