"""A match that is being played and is saved in a store, with its bots and with immediate hints."""

from __future__ import annotations

from functools import cached_property
from time import monotonic
from typing import Final

from attrs import frozen

from engine.bots import is_here, make_bot, thinks
from engine.bots.policies import Bot, ThinkingBot, notify_match_begin, notify_match_end
from engine.core.event import Event, Header, Value
from engine.core.players import bot_name, checked_bot
from engine.core.state import State
from engine.errors import Conflict
from engine.i18n.text import Seat, Text, words
from engine.match.decision_request import DecisionRequest
from engine.match.position import PendingDecision
from engine.search.simulation import Observation
from engine.storage.saved_match import SavedMatch, too_late_message

BOT_WAIT: Final = 0.05
"""Seconds that a screen waits for a bot before it reads keys again."""

QUICK_BOT: Final = "bot:medium"
"""The bot that picks in place of a bot whose search has failed, and that gives immediate hints."""


@frozen
class BotAsked:
    """A question to a searching bot: the bot's name, the header, the decision, and the observation
    of its seat."""

    bot: str
    header: Header
    request: DecisionRequest[State]
    observation: Observation


class Session(SavedMatch):
    """A saved match whose bots play their seats. It also gives people immediate hints.

    `remark` is a message about the latest pick of a bot; None if there is no message.
    """

    remark: Text | None = None

    @cached_property
    def _bots(self) -> dict[tuple[int, str], Bot]:
        """The bots used so far in the match, by seat and player (such as `bot:medium`)."""
        return {}

    def waiting_bot(self) -> PendingDecision | None:
        """Return the first pending decision of a bot; None if there is none."""
        for pending in self.match.pending():
            if bot_name(self.match.header.seats[pending.seat][1]) is not None:
                return pending
        return None

    def lacking_bot(self) -> tuple[int, str] | None:
        """Return the first seat whose bot this program does not have, and the name of that bot;
        None if there is no such seat."""
        for seat, (_, player) in enumerate(self.match.header.seats):
            name = bot_name(player)
            if name is not None and not is_here(name):
                return seat, name
        return None

    def set_player(self, seat: int, player: str) -> None:
        """Let `player`, which is "person" or a bot such as "bot:medium", take over a seat. Raises
        BadSetup for an unknown bot, NoSuchMatch, BadSave, or BadStore."""
        if bot_name(player) is not None:
            make_bot(player)
        self.store.set_player(self.id, seat, player)
        self.catch_up()

    def let_bot_choose(self, *, quickly: bool = False, patience: float = BOT_WAIT) -> list[Event]:
        """Let a bot make its pending decision, and return the new events.

        There are none if no bot has a pending decision, or if the bot is not ready after `patience`
        seconds. With `quickly`, a quick bot picks in place of a searching one.
        """
        self.remark = None
        pending = self.waiting_bot()
        if pending is None:
            return []
        player = self.match.header.seats[pending.seat][1]
        bot = self._bot_at(pending.seat, QUICK_BOT if quickly and thinks(player) else player)
        observation, request = (
            Observation.of(self.match, pending.seat),
            DecisionRequest.of(self.match, pending.seat),
        )
        if not isinstance(bot, ThinkingBot):
            return self.apply_pick(request, bot.choose(observation))
        pick = bot.choose_by(observation, monotonic() + patience)
        if pick is None:
            return []
        if bot.was_random:
            self.remark = words(
                "The program that plays for {seat} was too slow or made an error, so this "
                "move was chosen at random.",
                seat=Seat(pending.seat),
            )
        return self.apply_pick(request, pick)

    def _bot_at(self, seat: int, player: str) -> Bot:
        """Return the bot at a seat, and create it if necessary. Every seat has its own bot, because
        an external program plays only one seat of one match."""
        bot = self._bots.get((seat, player))
        if bot is None:
            bot = self._bots[seat, player] = make_bot(player)
            notify_match_begin([bot], self.match)
        return bot

    def waiting_bot_searches(self) -> bool:
        """Whether the first pending decision of a bot belongs to a bot that searches."""
        pending = self.waiting_bot()
        return pending is not None and thinks(self.match.header.seats[pending.seat][1])

    def thinking_bot(self) -> BotAsked | None:
        """Return the question for the bot of the first pending decision (see `waiting_bot`); None
        if that bot does not search, or if no bot has a pending decision."""
        pending = self.waiting_bot()
        if pending is None or not self.waiting_bot_searches():
            return None
        name = checked_bot(self.match.header.seats[pending.seat][1])
        request = DecisionRequest.of(self.match, pending.seat)
        return BotAsked(name, self.match.header, request, Observation.of(self.match, pending.seat))

    def choose_for_bot(self, request: DecisionRequest[State], pick: Value) -> list[Event]:
        """Apply the pick of a searching bot as `apply_pick` does. Raises Conflict if the decision
        is no longer pending, or if a person has taken over the seat."""
        self.remark = None
        if bot_name(self.match.header.seats[request.seat][1]) is None:
            raise Conflict(too_late_message(()))
        return self.apply_pick(request, pick)

    def observation(self, seat: int) -> Observation:
        """Return the observation of a seat with a pending decision. Raises NotYourTurn or
        NotYourSeat."""
        self.check_owns(seat)
        return Observation.of(self.match, seat)

    def hint(self, seat: int) -> Value:
        """Return the pick that the quick bot would make for the seat, based on what the seat can
        see. Raises NotYourTurn or NotYourSeat."""
        return make_bot(QUICK_BOT).choose(self.observation(seat))

    def match_ended(self) -> None:
        """Send the result to the bots, and drop the bots."""
        notify_match_end(self._bots.values(), self.match)
        self._bots.clear()
