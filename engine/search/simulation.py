"""Simulation from an observation: one pick ahead on its view, or from a guess of the full state to
a common moment, by the fast interpreter of `engine.match.playout`."""

from __future__ import annotations

from typing import Final

from engine.core.chance import Dice
from engine.core.event import Value
from engine.core.game import Game
from engine.core.state import HiddenValue, State
from engine.core.step import ChanceStep, Simultaneous
from engine.match.playout import Policy, Runner, choose, pending_of
from engine.search.observation import Observation

MOST_AHEAD: Final = 64
"""Maximum number of further picks in a chain."""


def lookahead(observation: Observation, pick: Value) -> State:
    """Return the view after a legal pick, as far as its seat can know: up to chance, to another
    decision with a choice, or to where the rules need something hidden. Further decisions of the
    same seat are answered by the game's `follow`.

    It is the view of `foresee`, five times as fast and without notes.
    """
    view, seat, game = observation.view.copy(), observation.seat, observation.game
    opened = not isinstance(view.agenda[-1], Simultaneous)
    try:
        _make_pick(view, seat, pick)
        for _ in range(MOST_AHEAD):
            decision = None if _chance_next(view, seat, opened) else pending_of(view, seat)
            further = None if decision is None else game.follow(view, decision)
            if decision is None or further is None or not decision.allows(view, further):
                break
            _make_pick(view, seat, further)
    except HiddenValue:
        pass
    return view.view(seat) if view.keeps_secrets else view


def _make_pick(view: State, seat: int, pick: Value) -> None:
    choose(view, seat, pick)
    Runner(view).run()


def _chance_next(view: State, seat: int, opened: bool) -> bool:
    """Whether chance comes next for the seat; in a `Simultaneous` that its picks have `opened`, for
    any seat."""
    step = view.agenda[-1] if view.agenda else None
    if isinstance(step, Simultaneous):
        mine = [rest for owner, rest in step.branches if rest and (opened or owner == seat)]
        return any(isinstance(rest[-1], ChanceStep) for rest in mine)
    return isinstance(step, ChanceStep)


def determinize(observation: Observation, dice: Dice) -> State:
    """Return a random full state consistent with the observation."""
    return observation.game.guess(observation.view, observation.seat, observation.past, dice)


def advance(game: Game[State], state: State, seed: str, until: int | None = None) -> bool:
    """Run rules and chance to the next choice, or to the common moment `until`; return whether
    somebody must choose then. The seed decides the outcomes."""
    moment = None if until is None else game.moment
    Runner(state, seed, moment=moment, until=until or 0).run()
    reached = until is not None and game.moment(state) >= until
    return bool(state.agenda) and not reached


def playout(
    game: Game[State], state: State, seed: str, until: int, policy: Policy | None = None
) -> int:
    """Play from a full state to the common moment `until`, or to the end of the game; return the
    number of picks.

    Everybody picks by the policy (by default the game's quick one), in a `Simultaneous` one after
    another. The state is changed. The seed decides the outcomes and the policy's random choices, so
    states that differ by one pick have the same luck. Raises EndlessGame.
    """
    dice = [Dice(f"{seed}/pick/{seat}/".encode()) for seat in range(state.seats)]
    player = Runner(state, seed, dice, policy or game.quick, moment=game.moment, until=until)
    player.run()
    return player.picks
