"""The observation of a seat with a pending decision, and simulations that start from it.

A simulation looks one pick ahead on the seat's view, or plays from a guess of the full state to a
common moment.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

from attrs import frozen

from engine.core.chance import Dice
from engine.core.event import Event, Header, Value
from engine.core.game import Game
from engine.core.hidden import HiddenValue
from engine.core.state import State
from engine.core.step import ChanceStep, Simultaneous
from engine.match.match import Match
from engine.match.playout import Policy, Runner, choose, pending_of
from engine.match.position import AnyDecision, Position
from engine.match.preview import MAX_AHEAD


@frozen(eq=False)
class Observation:
    """A pending decision of a seat, with everything that the seat may know."""

    game: Game[State]
    seat: int
    view: State
    decision: AnyDecision
    """The seat's pending decision. Its methods are called with `view` as the state."""
    past: Sequence[Event]
    """The events that have not been undone, as the seat may read them. Empty unless the game
    `remembers`."""
    dice: Dice

    @classmethod
    def of(cls, match: Match, seat: int, dice: Dice | None = None) -> Observation:
        """Return the observation of a seat with a pending decision. Raises NotYourTurn.

        The default for `dice` depends only on the seed of the match, the seat and the length of the
        line of play, so that bots draw the same numbers in a match that is resumed.
        """
        if dice is None:
            dice = hint_dice(match.header, seat, len(match.line))
        return cls.at(match, seat, dice)

    @classmethod
    def at(cls, position: Position, seat: int, dice: Dice) -> Observation:
        """Return the observation of a seat with a pending decision in a position, current or past.
        Raises NotYourTurn."""
        game, decision = position.game, position.decision(seat)
        past = position.past(seat) if game.remembers else ()
        return cls(game, seat, position.view(seat), decision, past, dice)

    @cached_property
    def options(self) -> Sequence[Value]:
        """The legal picks, or a representative sample if there are too many to list. They are
        computed on first use, because this is slow and many bots do not need them."""
        return self.decision.options(self.view)

    @property
    def can_be_guessed(self) -> bool:
        """Whether the game can guess the values that its views hide."""
        return not self.view.has_secret_fields or type(self.game).guess is not Game.guess

    @property
    def pays_to_search(self) -> bool:
        """Whether playouts are possible and find better picks than a one-step lookahead."""
        return self.can_be_guessed and self.game.pays_to_search(self.view)

    def sample(self) -> Value:
        if self.decision.listed:
            return self.dice.pick(self.options)
        return self.decision.sample(self.view, self.dice)


def hint_dice(header: Header, seat: int, count: int) -> Dice:
    """Return the dice of bots and hints for a seat after `count` events of the line of play."""
    return Dice(f"{header.seed}/bot/{seat}/{count}/".encode())


def lookahead(observation: Observation, pick: Value) -> State:
    """Return the view after a legal pick, as far as the seat can know it.

    The game's `follow` makes up to `MAX_AHEAD` further picks of the same seat. The lookahead stops
    at an outcome of chance, at a decision with a choice that `follow` does not make, or where the
    rules need a hidden value. The result is the same view as in a `Preview`, but it is computed
    five times as fast and without notes.
    """
    view, seat, game = observation.view.copy(), observation.seat, observation.game
    opened = not isinstance(view.agenda[-1], Simultaneous)
    try:
        _make_pick(view, seat, pick)
        for _ in range(MAX_AHEAD):
            decision = None if _chance_next(view, seat, opened) else pending_of(view, seat)
            further = None if decision is None else game.follow(view, decision)
            if decision is None or further is None or not decision.allows(view, further):
                break
            _make_pick(view, seat, further)
    except HiddenValue:
        pass
    return view.view(seat) if view.has_secret_fields else view


def _make_pick(view: State, seat: int, pick: Value) -> None:
    own = seat if isinstance(view.agenda[-1], Simultaneous) else None
    choose(view, seat, pick)
    Runner(view, own=own).run()


def _chance_next(view: State, seat: int, opened: bool) -> bool:
    """Whether an outcome of chance comes next for the seat. In a `Simultaneous` that was `opened`
    by the seat's picks, the outcomes of all seats count."""
    step = view.agenda[-1] if view.agenda else None
    if isinstance(step, Simultaneous):
        mine = [rest for owner, rest in step.branches if rest and (opened or owner == seat)]
        return any(isinstance(rest[-1], ChanceStep) for rest in mine)
    return isinstance(step, ChanceStep)


def determinize(observation: Observation, dice: Dice) -> State:
    """Return a random full state that is consistent with the observation."""
    return observation.game.guess(observation.view, observation.seat, observation.past, dice)


def playout(
    game: Game[State], state: State, seed: str, until: int, policy: Policy | None = None
) -> int:
    """Play from a full state to the common moment `until`, or to the end of the game, and return
    the number of picks. The state is changed.

    All seats pick by `policy`, which is the game's quick policy by default. In a `Simultaneous`,
    they pick one after another. `seed` determines the outcomes and the policy's random choices, so
    states that differ by one pick have the same luck. Raises EndlessGame.
    """
    dice = [Dice(f"{seed}/pick/{seat}/".encode()) for seat in range(state.seats)]
    player = Runner(state, seed, dice, policy or game.quick, moment=game.moment, until=until)
    player.run()
    return player.picks
