"""A game without its own rules, for tests that supply its steps; the state records what was
done."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from attrs import field

from engine.core.catalogue_entry import Entry
from engine.core.chance import Dice
from engine.core.game import Game
from engine.core.score_sheet import Sheet, Standing
from engine.core.state import State, secret, table
from engine.core.step import PUBLIC, ChanceStep, Decision, RuleStep
from engine.core.step_stack import Step
from engine.i18n.text import Names, Text, words


@table
class Trail(State):
    """Everything said and thrown, publicly and in secret."""

    said: list[str] = field(factory=list)
    purses: list[int] = secret(of="owner", factory=list)


class Script(Game):
    """The given steps, one after another; then the game is over."""

    entry = Entry("script", Names("Script", "Сценарий"), range(1, 5), "tests.toy", module="script")

    def __init__(self, steps: Sequence[Step]) -> None:
        self.steps = steps

    def setup(self, seats: int, options: Mapping[str, str], data: Mapping[str, Any]) -> Trail:
        state = Trail(seats, purses=[3] * seats)
        state.push(*self.steps, Close())
        return state

    def sheets(self, view: Any) -> Sequence[Sheet]:
        return ()

    def standings(self, view: Any) -> Sequence[Standing]:
        return [Standing(seat, 1, 0) for seat in range(view.seats)]

    def describe(self, view: Any) -> Sequence[Text]:
        return ()

    def value(self, view: Any, seat: int) -> float:
        return 0.0


class Close(RuleStep[Trail]):
    """The end."""

    def run(self, state: Trail) -> None:
        state.over = True


class Say(Decision[Trail, Any]):
    """A seat says one of the choices; the steps that follow the choice come next."""

    rules = ("SCRIPT-1",)
    asks = words("What do you say?")

    choices: tuple[Any, ...] = ("a", "b")
    then: Mapping[Any, tuple[Step, ...]] = field(factory=dict)
    shows: Mapping[Any, Text] = field(factory=dict)
    reveals: Text | None = None  # type: ignore[misc]
    secrecy: str = PUBLIC  # type: ignore[misc]
    always_asks: bool = False  # type: ignore[misc]

    def options(self, state: Trail) -> Sequence[Any]:
        return self.choices

    def label(self, state: Trail, chosen: tuple[Any, ...]) -> Text:
        return words("{choice}", choice=str(chosen[-1]))

    def apply(self, state: Trail, pick: Any) -> None:
        state.said.append(f"{self.seat}:{pick}")
        state.announce("SCRIPT-1", self.seat, "Said {pick}.", pick=pick)
        if pick in self.shows:
            state.reveal(self.shows[pick])
        state.push(*self.then.get(pick, ()))


class Spend(Say):
    """A seat spends some of the coins in its secret purse."""

    def options(self, state: Trail) -> Sequence[Any]:
        return range(state.purses[self.seat] + 1)


class Shout(Say):
    """A seat may say anything, which is too much to list."""

    listed = False

    def allows(self, state: Trail, pick: Any) -> bool:
        return True


class News(Shout):
    """A seat says something that nobody has said before."""

    def allows(self, state: Trail, pick: Any) -> bool:
        return f"{self.seat}:{pick}" not in state.said

    def sample(self, state: Trail, dice: Dice) -> Any:
        return f"number {dice.below(1000)}"


class Pay(RuleStep[Trail]):
    """A seat pays or gains coins from its secret purse, a public number."""

    seat: int
    coins: int

    def run(self, state: Trail) -> None:
        state.purses[self.seat] += self.coins
        state.announce("SCRIPT-2", self.seat, "{coins} coins.", coins=self.coins)


class Audit(RuleStep[Trail]):
    """The rules look into a purse."""

    seat: int

    def run(self, state: Trail) -> None:
        state.said.append("rich" if state.purses[self.seat] > 2 else "poor")


class NextTurn(RuleStep[Trail]):
    """Another turn begins."""

    seat: int

    def run(self, state: Trail) -> None:
        state.begin_turn(self.seat)


class Toss(ChanceStep[Trail, int]):
    """A die."""

    reveals = words("A die has fallen.")

    def sample(self, state: Trail, dice: Dice) -> int:
        return dice.roll()

    def check(self, state: Trail, outcome: Any) -> Text | None:
        able = type(outcome) is int and 1 <= outcome <= 6
        return None if able else words("A die has six sides.")

    def apply(self, state: Trail, outcome: int) -> None:
        state.said.append(str(outcome))
