"""Phase 4: turns with uses of influence and one action, passing, and the end of the phase (sections
9, 18 and 19)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from engine.core.chance import Dice
from engine.core.command import Command, Pick, PlainCommand
from engine.core.event import Value
from engine.core.step import Place, RuleStep
from engine.errors import Refusal
from engine.games.troyes.actions import Activate, Build, Farm, Fight
from engine.games.troyes.component_types import CARDS_PER_COLOUR
from engine.games.troyes.dice import COLOURS, YELLOW
from engine.games.troyes.group_commands import GroupCommand
from engine.games.troyes.group_preview import preview
from engine.games.troyes.group_rules import draw_pick
from engine.games.troyes.groups import all_dice
from engine.games.troyes.influence import (
    INFLUENCE_COMMANDS,
    USES,
    TownMenu,
    can_use_influence,
    keyed,
)
from engine.games.troyes.placement import PlaceCitizen
from engine.games.troyes.situations import (
    FIRST_ROUND,
    LAST_ROUND,
    NO_OWN_DICE,
    OTHERS_PASSED,
    turn_situation,
)
from engine.games.troyes.state import Town
from engine.games.troyes.wording import deniers
from engine.i18n.text import Text, words

PASS: Final = "pass"
PASS_PICK: Final = (PASS,)


class Pass(PlainCommand[Town]):
    """Pass for the rest of the round (section 18). This is always possible (TRO-9.12)."""

    key = PASS
    rules = ("TRO-18.1", "TRO-18.2", "TRO-18.3", "TRO-9.12")

    def apply(self, state: Town, seat: int, rest: Pick) -> None:
        state.passed[seat] = True
        put_on_district(state, seat, state.box.pass_first)
        state.announce(
            "TRO-18.1",
            seat,
            "{seat} passes and puts {deniers} on their district.",
            deniers=deniers(state.box.pass_first),
        )

    def title(self, state: Town, seat: int) -> Text:
        return words("Pass ({deniers})", deniers=deniers(state.box.pass_first))

    def target(self, state: Town, seat: int, chosen: Pick) -> Place | None:
        return ("district", seat)


def put_on_district(state: Town, seat: int, amount: int) -> None:
    """Put deniers from the bank on a district, where they stay until the end of the round
    (TRO-18.3)."""
    state.purse[seat] += amount
    state.bank += amount


ACTIONS: Final[Sequence[GroupCommand]] = (Activate(), Fight(), Build(), PlaceCitizen(), Farm())

_COMMANDS: Final[Sequence[Command[Town]]] = (*ACTIONS, *USES, Pass())

_COMMAND_DRAWS: Final = (0, 0, 0, 0, 1, 1, 1, 2, 2, 2, 3, 3, 3, 4, 5, 6, 7, 8)
"""Indices into `_COMMANDS` for random picks. Each is repeated according to the weight of the
command."""

_RANDOM_TRIES: Final = 10
"""Number of commands that a random pick tries before it passes."""


def has_nothing_to_decide(state: Town, seat: int) -> bool:
    """Whether the seat passes automatically, because it has no dice, cannot use influence and
    cannot take an action with other dice (TRO-9.12).

    If the seat can buy a yellow die, it can always use the die for agriculture.
    """
    if state.dice[seat] or can_use_influence(state, seat):
        return False
    if state.deniers[seat] >= state.box.prices[1] and all_dice(state, YELLOW):
        return False
    return not any(command.possible(state, seat) for command in ACTIONS)


class TakeTurn(TownMenu):
    """D9 to D13, D17, D18: use influence, or choose one of the six actions (TRO-9.1, 9.2)."""

    rules = (
        "TRO-9.1", "TRO-9.2", "TRO-9.3", "TRO-9.4", "TRO-9.5", "TRO-9.6", "TRO-9.8", "TRO-9.9",
        "TRO-9.10", "TRO-9.11", "TRO-10.1", "TRO-13.2", "TRO-13.16",
    )  # fmt: skip
    asks = words("What do you do?")
    by_key = keyed(_COMMANDS)
    situations = (LAST_ROUND, OTHERS_PASSED, NO_OWN_DICE, FIRST_ROUND)

    def situation(self, state: Town) -> str:
        return turn_situation(state, self.seat)

    def commands(self, state: Town) -> Sequence[Command[Town]]:
        return _COMMANDS

    def numbered_places(self, state: Town) -> Sequence[Place]:
        """Return the places of the Activity cards, the cathedral, and the events in the row."""
        rounds, row = range(1, 1 + CARDS_PER_COLOUR), range(len(state.row))
        cards = [("activity", colour, round) for colour in range(len(COLOURS)) for round in rounds]
        return [*cards, ("cathedral",), *(("event", place) for place in row)]

    def sample(self, state: Town, dice: Dice) -> Pick:
        """Return a random legal pick. If none is found in `_RANDOM_TRIES` attempts, return the pick
        that passes."""
        seat = self.seat
        for _ in range(_RANDOM_TRIES):
            command = _COMMANDS[_COMMAND_DRAWS[dice.below(len(_COMMAND_DRAWS))]]
            if isinstance(command, GroupCommand):
                rest = draw_pick(command, state, seat, dice)
                pick = None if rest is None else (command.key, *rest)
            else:
                pick = command.random_pick(state, seat, dice)
            if pick is not None:
                return pick
        return PASS_PICK

    def refuse(self, state: Town, pick: Value) -> Refusal:
        """Return the reason why `pick` is illegal. For an action with dice, the reason concerns
        this very pick, not the action in general."""
        command = self.command(state, pick)
        if isinstance(command, GroupCommand) and isinstance(pick, tuple):
            return command.refuse(state, self.seat, pick[1:])
        return super().refuse(state, pick)

    def summary(self, state: Town, chosen: Pick) -> Sequence[Text]:
        command = self.command(state, chosen)
        if isinstance(command, GroupCommand) and len(chosen) > command.heads + 2:
            return preview(state, self.seat, command, chosen[1:]).lines()
        return super().summary(state, chosen)

    def apply(self, state: Town, pick: Pick) -> None:
        """Apply the pick. The turn continues after a use of influence, and ends after an action
        (TRO-9.2)."""
        state.push(GoOn(self.seat) if pick[0] in INFLUENCE_COMMANDS else EndTurn(self.seat))
        super().apply(state, pick)


class NextTurn(RuleStep[Town]):
    """Begin the turn of `seat` or, if that player has passed, of the next player who has not. Each
    player who is skipped adds deniers to their district (TRO-9.1, 18.2, 18.4)."""

    rules = ("TRO-9.1", "TRO-18.2", "TRO-18.4")

    seat: int

    def run(self, state: Town) -> None:
        seat = self.seat
        state.marauding_done = False
        while state.passed[seat]:
            put_on_district(state, seat, state.box.pass_later)
            state.announce(
                "TRO-18.2",
                seat,
                "{seat} has already passed and adds {deniers} to their district.",
                deniers=deniers(state.box.pass_later),
            )
            seat = state.after(seat)
        state.begin_turn(seat)
        state.push(GoOn(seat))


class GoOn(RuleStep[Town]):
    """Ask for a decision, or pass if the player has nothing to decide (TRO-9.12)."""

    rules = ("TRO-9.12",)

    seat: int

    def run(self, state: Town) -> None:
        decision = TakeTurn(self.seat)
        if has_nothing_to_decide(state, self.seat):
            state.announce("TRO-9.12", self.seat, "{seat} can only pass.")
            decision.apply(state, PASS_PICK)
        else:
            state.push(decision)


class EndTurn(RuleStep[Town]):
    """After an action or a pass, begin the next turn. If everyone has passed or no dice are left,
    end the phase instead (TRO-19.1)."""

    rules = ("TRO-19.1", "TRO-19.3")

    seat: int

    def run(self, state: Town) -> None:
        if all(state.passed):
            state.announce("TRO-19.1", -1, "Everyone has passed.")
        elif not any(state.dice):
            state.announce("TRO-19.1", -1, "There are no dice left on the square.")
        else:
            state.push(NextTurn(state.after(self.seat)))


class Actions(RuleStep[Town]):
    """Phase 4, beginning with the start player (TRO-9.1). It is skipped if there are no dice
    (TRO-19.2)."""

    rules = ("TRO-9.1", "TRO-19.2")

    def run(self, state: Town) -> None:
        state.step = "actions"
        if any(state.dice):
            state.push(NextTurn(state.first))
        else:
            state.announce("TRO-19.2", -1, "There are no dice left, so nobody can act.")
