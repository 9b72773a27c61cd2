"""Observation of a player who must choose, as a value: the table as its seat sees it, the decision,
and the history as the seat may read it. Nothing else of the match: no seed, no log, no secrets of
others."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

from attrs import frozen

from engine.core.chance import Dice
from engine.core.event import Event, Value
from engine.core.game import Game
from engine.core.state import State
from engine.match.match import Match
from engine.match.position import AnyDecision, Position


@frozen(eq=False)
class Observation:
    """A pending decision of a seat, and all that the seat may know for it.

    `decision` is on the agenda of the `view`. `past` are the events that count as the seat may read
    them, if the game `remembers`; else empty. `dice` are the bot's own.
    """

    game: Game[State]
    seat: int
    view: State
    decision: AnyDecision
    past: Sequence[Event]
    dice: Dice

    @classmethod
    def of(cls, match: Match, seat: int, dice: Dice | None = None) -> Observation:
        """Return the observation of a seat that must choose now; raises NotYourTurn.

        Default dice depend on the place in the game only, so a resumed match continues as it would
        have without the interruption.
        """
        if dice is None:
            dice = Dice(f"{match.header.seed}/bot/{seat}/{len(match.line)}/".encode())
        return cls.at(match, seat, dice)

    @classmethod
    def at(cls, position: Position, seat: int, dice: Dice) -> Observation:
        """Return the observation of a seat that must choose in a position, which may be past."""
        game, decision = position.game, position.decision(seat)
        past = position.past(seat) if game.remembers else ()
        return cls(game, seat, position.view(seat), decision, past, dice)

    @cached_property
    def options(self) -> Sequence[Value]:
        """The legal picks, or a representative sample where they are too many to list; listed when
        they are first asked for, because many bots never ask and listing them is slow."""
        return self.decision.options(self.view)

    @property
    def can_be_guessed(self) -> bool:
        """Whether the game can fill in what its views hide."""
        return not self.view.keeps_secrets or type(self.game).guess is not Game.guess

    @property
    def pays_to_search(self) -> bool:
        """Whether playouts are possible and find better picks than a one-step lookahead."""
        return self.can_be_guessed and self.game.pays_to_search(self.view)

    def sample(self) -> Value:
        """Return a random legal pick."""
        if self.decision.listed:
            return self.dice.pick(self.options)
        return self.decision.sample(self.view, self.dice)
