"""The action phase, with all its commands (CK-4.7)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Final

from engine.core.chance import Dice
from engine.core.command import Command, Pick, PlainCommand
from engine.core.event import Value
from engine.core.step import Place
from engine.errors import Refusal, forbidden
from engine.games.knights import cards_politics, cards_politics_hands, cards_science, cards_trade
from engine.games.knights.bank import BankTrade
from engine.games.knights.building import BuildCity, BuildRoad, BuildSettlement, BuildWall
from engine.games.knights.choices import CardCommand, first_of
from engine.games.knights.component_types import Components
from engine.games.knights.improvements import BuyImprovement
from engine.games.knights.knight_actions import Chase, KnightDisplace, KnightMove
from engine.games.knights.knights import KnightActivate, KnightPromote, KnightRecruit
from engine.games.knights.production import balance
from engine.games.knights.progress import Effect, ProgressDiscardEnd, spend
from engine.games.knights.situations import (
    BARBARIANS,
    BARBARIANS_POOR,
    FIRST_TURNS,
    NEAR_ATTACK_STEPS,
    NEAR_POINTS,
    NEAR_WIN,
    NO_SETTLEMENTS,
    OVER_LIMIT,
    situation,
)
from engine.games.knights.state import Island
from engine.games.knights.trade import TradeOffer
from engine.games.knights.turn_menu import CommandSet, TurnMenu, affordability
from engine.i18n.text import words

_MAX_BOXES: Final = 8

EFFECTS: Final[Mapping[str, Effect]] = {
    **cards_trade.EFFECTS,
    **cards_politics.EFFECTS,
    **cards_politics_hands.EFFECTS,
    **cards_science.EFFECTS,
}
"""The effects, by card id, of the cards that can be played on their own in the action phase. Cards
that are played only with another action, such as the Crane, are not included."""


@lru_cache(_MAX_BOXES)
def _effects(box: Components) -> tuple[Effect | None, ...]:
    return tuple(EFFECTS.get(card.id) for card in box.cards)


class PlayCard(CardCommand[Island]):
    """Play a progress card (CK-17)."""

    rules = ("CK-17.1", "CK-17.2", "CK-17.3", "CK-17.4")
    does = words("Play a progress card")

    def options(self, state: Island, seat: int) -> Sequence[tuple[str]]:
        held = state.progress[seat]
        if not held:
            return []
        cards = state.box.cards
        playable = []
        for card in dict.fromkeys(held):
            effect = EFFECTS.get(cards[card].id)
            if effect is not None and effect.can(state, seat):
                playable.append((cards[card].id,))
        return playable

    def allows(self, state: Island, seat: int, rest: Value) -> bool:
        if not isinstance(rest, tuple) or len(rest) != 1 or not isinstance(rest[0], str):
            return False
        name = rest[0]
        held = state.box.card_numbers.get(name, -1) in state.progress[seat]
        return held and name in EFFECTS and EFFECTS[name].can(state, seat)

    def random_pick(self, state: Island, seat: int, dice: Dice) -> Pick | None:
        held = state.progress[seat]
        if not held:
            return None
        effects = _effects(state.box)
        playable = []
        for card in dict.fromkeys(held):
            effect = effects[card]
            if effect is not None and effect.can(state, seat):
                playable.append(card)
        return (self.key, state.box.cards[dice.pick(playable)].id) if playable else None

    def apply(self, state: Island, seat: int, rest: tuple[str]) -> None:
        """Put the card under its deck, then resolve its effect (CK-17.3)."""
        spend(state, seat, state.box.card_numbers[rest[0]])
        EFFECTS[rest[0]].play(state, seat)

    def why_not(self, state: Island, seat: int) -> Refusal | None:
        if not state.progress[seat]:
            return forbidden("CK-17.1", "You have no progress cards.")
        if not self.options(state, seat):
            cards = {state.box.cards[card].id for card in state.progress[seat]}
            if len(cards) == 1:
                return self.refuse(state, seat, (*cards,))
            return forbidden("CK-17.4", "You cannot play any of your progress cards now.")
        return None

    def refuse(self, state: Island, seat: int, rest: Value) -> Refusal:
        box = state.box
        name = first_of(rest)
        if not isinstance(name, str) or box.card_numbers.get(name, -1) not in state.progress[seat]:
            return forbidden("CK-17.1", "You do not have that card.")
        if name in EFFECTS:
            refusal = EFFECTS[name].why_not(state, seat)
            if refusal is not None:
                return refusal
        if box.cards[box.card_numbers[name]].timing == "pre_roll":
            return forbidden("CK-17.1", "You can only play the Alchemist before the roll.")
        return forbidden("CK-20.3", "You can only play the Crane together with an improvement.")

    def refuse_place(
        self, state: Island, seat: int, chosen: tuple[str, ...], place: Place
    ) -> Refusal | None:
        held = [state.box.cards[card].id for card in state.progress[seat]]
        if place[0] != "card" or place[1] not in held:
            return None
        name = str(place[1])
        return None if (name,) in self.options(state, seat) else self.refuse(state, seat, (name,))


class EndTurn(PlainCommand[Island]):
    """D52: end the turn (CK-4.8)."""

    key = "end"
    letter = "e"
    rules = ("CK-4.8", "CK-7.8")
    weight = 4
    does = words("End your turn")

    def allows(self, state: Island, seat: int, rest: Value) -> bool:
        return isinstance(rest, tuple) and not rest

    def random_pick(self, state: Island, seat: int, dice: Dice) -> Pick:
        return _END

    def apply(self, state: Island, seat: int, rest: Pick) -> None:
        if state.cards_held(seat) > state.box.limits.progress_hand:
            state.push(ProgressDiscardEnd(seat))


_END: Final = (EndTurn.key,)
_END_TURN: Final = EndTurn()

COMMANDS: Final[tuple[Command[Island], ...]] = (
    BankTrade(),
    TradeOffer(),
    BuildRoad(),
    BuildSettlement(),
    BuildCity(),
    BuildWall(),
    BuyImprovement(),
    KnightRecruit(),
    KnightActivate(),
    KnightPromote(),
    KnightMove(),
    KnightDisplace(),
    Chase(),
    PlayCard(),
    _END_TURN,
)

_OWN_REFUSALS: Final = (PlayCard.key, KnightPromote.key, BuyImprovement.key)


COMMAND_SET: Final = CommandSet(COMMANDS)
_KNIGHT_ACTIONS: Final = COMMAND_SET.bits(KnightMove.key, KnightDisplace.key, Chase.key)
_CITY_COMMANDS: Final = COMMAND_SET.bits(BuildWall.key, BuyImprovement.key)
_ACTIVATE: Final = COMMAND_SET.bits(KnightActivate.key)
_IMPROVE: Final = COMMAND_SET.bits(BuyImprovement.key)
_PLAY: Final = COMMAND_SET.bits(PlayCard.key)
_PROMOTE: Final = COMMAND_SET.bits(KnightPromote.key)
_BY_ALL_KINDS: Final = COMMAND_SET.by_all_kinds


DEFENCES: Final = ("activate", "recruit", "promote")
"""Keys of the commands that increase the strength of the seat's active knights, at once or after a
knight has been activated."""


class Main(TurnMenu[Island]):
    """D12: perform any number of actions in any order (CK-4.7)."""

    rules = ("CK-4.7", "CK-4.8", "CK-10.1", "CK-16.1", "CK-17.1")
    needs_hand = True
    command_set = COMMAND_SET
    situations = (NEAR_WIN, BARBARIANS, BARBARIANS_POOR, OVER_LIMIT, NO_SETTLEMENTS, FIRST_TURNS)

    def situation(self, state: Island) -> str:
        if state.points(self.seat) < state.win_target - NEAR_POINTS:
            attack, steps = balance(state), state.box.attack_step - state.ship
            if steps <= NEAR_ATTACK_STEPS and not attack.holds and self.seat in attack.concerned:
                possible = self.part_options(state, ())
                defends = any(command in possible for command in DEFENCES)
                return BARBARIANS if defends else BARBARIANS_POOR
        return situation(state, self.seat)

    def affordable(self, state: Island) -> int:
        """Return a bit set of the commands that may be possible, judging by the seat's hand,
        progress cards, cities and knights. It includes all possible commands, and it may include
        impossible ones."""
        rows = affordability(COMMAND_SET, state.box)
        by_lumber, by_brick, by_wool, by_grain, by_ore, by_paper, by_cloth, by_coin = rows
        lumber, brick, wool, grain, ore, paper, cloth, coin = state.hands[self.seat]
        decided = (
            by_lumber[lumber] | by_brick[brick] | by_wool[wool] | by_grain[grain] | by_ore[ore]
        )
        decided |= by_paper[paper] | by_cloth[cloth] | by_coin[coin]
        commands = _BY_ALL_KINDS ^ decided
        if not state.progress[self.seat]:
            commands &= ~_PLAY
        else:
            commands |= _IMPROVE
        if not state.cities[self.seat]:
            commands &= ~_CITY_COMMANDS
        knights = state.knights[self.seat]
        if not knights & ~state.active_knights:
            commands &= ~_ACTIVATE
        if not knights & ~state.promoted:
            commands &= ~_PROMOTE
        return commands if state.ready else commands & ~_KNIGHT_ACTIONS

    def apply(self, state: Island, pick: Pick) -> None:
        command = COMMAND_SET.by_key[pick[0]]
        if command is not _END_TURN:
            state.agenda.append(self)
        command.apply(state, self.seat, pick[1:])

    def refuse(self, state: Island, pick: Value) -> Refusal:
        """Return the reason why a pick is illegal. If the pick names a card to play, a knight to
        promote or a track to improve, the reason concerns that card, knight or track."""
        command = self.command(state, pick)
        rest = pick[1:] if isinstance(pick, tuple) else ()
        if command is not None and command.key in _OWN_REFUSALS and rest:
            return command.refuse(state, self.seat, rest)
        return super().refuse(state, pick)
