"""What a bot sees (its observation): the table from its own seat, and nothing else."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Protocol, runtime_checkable

from attrs import evolve

from engine.core.chance import Dice
from engine.core.event import Header, Value
from engine.core.sheet import Standing
from engine.core.state import State
from engine.play.asked import Asked
from engine.play.foresight import Foresight
from engine.play.match import Match
from engine.play.position import AnyDecision


class Situation:
    """A match as it lies before one seat that has something to decide.

    `dice` are the bot's own. Unless it is given others, the place in the game decides how they
    fall, so a match that is resumed goes on as it would have without the interruption.
    """

    __slots__ = ("_dice", "_match", "decision", "seat")

    def __init__(
        self,
        match: Match,
        seat: int,
        *,
        decision: AnyDecision | None = None,
        dice: Dice | None = None,
    ) -> None:
        self._match = match
        self._dice = dice
        self.seat = seat
        self.decision: AnyDecision = match.decision(seat) if decision is None else decision

    @property
    def dice(self) -> Dice:
        """Where the bot draws from when it leaves something to chance."""
        if self._dice is None:
            match = self._match
            key = f"{match.header.seed}/bot/{self.seat}/{len(match.line)}/"
            self._dice = Dice(key.encode())
        return self._dice

    @property
    def header(self) -> Header:
        """Which match it is, without its seed: that is for no bot."""
        return evolve(self._match.header, seed=None)

    def asked(self) -> Asked[State]:
        """What the seat is asked, as a value to be narrowed part by part."""
        return Asked.of(self._match, self.seat)

    def options(self) -> Sequence[Value]:
        """The legal picks; a fair choice of them where they are too many to list."""
        return self._match.options(self.seat)

    def suggestions(self) -> Sequence[Value]:
        """Legal picks that the rules find worth a look, where they are too many to list."""
        return self.decision.suggest(self._match.view(self.seat))

    def sample(self) -> Value:
        """A random legal pick."""
        return self._match.sample(self.seat, self.dice)

    def view(self) -> State:
        """The table as the seat may see it."""
        return self._match.view(self.seat)

    def foresee(self, pick: Value) -> Foresight[State]:
        """What a pick and those that follow it would do, as far as the seat can know."""
        match = self._match
        return match.foresee(self.seat, pick, policy=match.game.follow)

    def advice(self) -> Value | None:
        """What the game's own rules of thumb pick; None if they leave it to whoever looks ahead."""
        match = self._match
        return match.game.advise(self.view(), self.decision, self.dice)

    def waits(self, pick: Value) -> bool:
        """Whether a pick only prepares for what is asked again afterwards."""
        return self._match.game.waits(self.decision, pick)

    def value(self, view: State) -> float:
        """How good a view of the table is for the seat, by the rules of thumb of the game."""
        return self._match.game.value(view, self.seat)


class Bot(Protocol):
    """A player that chooses for itself."""

    def choose(self, table: Situation) -> Value:
        """A legal pick for the decision that the table's seat owes."""
        ...


@runtime_checkable
class HearsEnd(Protocol):
    """A bot that wants to know how its match has ended."""

    def hear_end(self, standings: Sequence[Standing]) -> None:
        """Every seat's place, once the match is over."""
        ...


def tell_end(bots: Iterable[Bot], match: Match) -> None:
    """Tell all bots that want to know it how a match has ended."""
    listening = [bot for bot in bots if isinstance(bot, HearsEnd)]
    if listening:
        standings = match.game.standings(match.view(None))
        for bot in listening:
            bot.hear_end(standings)


@runtime_checkable
class Unhurried(Protocol):
    """A bot that may think for longer than a screen can wait. `by_lot` says that its last choice
    was made by lot, because it was late or wrong."""

    by_lot: bool

    def choose_by(self, table: Situation, until: float | None) -> Value | None:
        """A legal pick; None if by `until`, a time of `monotonic`, it thinks still."""
        ...
