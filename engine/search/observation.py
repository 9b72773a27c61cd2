"""What a player who must choose knows (observation), as a value: the table as its seat sees it,
what is asked, and the past as the seat may read it. Nothing else of the match: no seed, no log, no
secret of others.
"""

from __future__ import annotations

from collections.abc import Sequence

from attrs import frozen

from engine.core.chance import Dice
from engine.core.event import Event, Value
from engine.core.game import Game
from engine.core.state import State
from engine.match.match import Match
from engine.match.position import AnyDecision, Position


@frozen(eq=False)
class Observation:
    """A decision that a seat owes, and all that the seat may know when it chooses.

    `decision` stands on the agenda of the `view`. `options` are the legal picks; a fair choice of
    them where they are too many to list. `past` are the events that count as the seat may read
    them, if the game `remembers`; else none. `dice` are the bot's own.
    """

    game: Game[State]
    seat: int
    view: State
    decision: AnyDecision
    options: Sequence[Value]
    past: Sequence[Event]
    dice: Dice

    @classmethod
    def of(cls, match: Match, seat: int, dice: Dice | None = None) -> Observation:
        """The situation of a seat that must choose now; raises NotYourTurn.

        Without dice the place in the game decides how they fall, so a match that is resumed goes on
        as it would have without the interruption.
        """
        if dice is None:
            dice = Dice(f"{match.header.seed}/bot/{seat}/{len(match.line)}/".encode())
        return cls.at(match, seat, dice)

    @classmethod
    def at(cls, position: Position, seat: int, dice: Dice) -> Observation:
        """The situation of a seat that must choose in a position, which may be past."""
        game, decision = position.game, position.decision(seat)
        past = position.past(seat) if game.remembers else ()
        return cls(game, seat, position.view(seat), decision, position.options(seat), past, dice)

    @property
    def can_be_guessed(self) -> bool:
        """Whether the game can fill in what its tables hide."""
        return not self.view.keeps_secrets or type(self.game).guess is not Game.guess

    @property
    def pays_to_search(self) -> bool:
        """Whether playouts can be made and find better picks than one look ahead."""
        return self.can_be_guessed and self.game.pays_to_search(self.view)

    def sample(self) -> Value:
        """A random legal pick."""
        if self.decision.listed:
            return self.dice.pick(self.options)
        return self.decision.sample(self.view, self.dice)
