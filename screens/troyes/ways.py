"""How the decisions of Troyes are chosen."""

from __future__ import annotations

from typing import Any, Final

from attrs import define

from engine.command import Menu
from engine.games.troyes.influence import FLIP, RECRUIT, REROLL
from engine.games.troyes.turn import PASS
from engine.games.troyes.using import GroupCommand
from screens.chooser import Chooser
from screens.choosing import Choosing
from screens.troyes.group import GroupOfDice

KEYS_OF_COMMANDS: Final = {
    "activate": "1",
    "fight": "2",
    "build": "3",
    "place": "4",
    "farm": "5",
    REROLL: "d",
    RECRUIT: "c",
    FLIP: "o",
    PASS: "x",
}
"""The same keys in every decision, whatever can be chosen."""


@define
class TroyesChoosing(Choosing):
    """Dice are marked as groups once it is known what for."""

    def make_chooser(self) -> Chooser:
        command = self._command()
        if isinstance(command, GroupCommand) and len(self.chosen) == 1 + command.heads:
            return GroupOfDice.begin(self, command)
        return super().make_chooser()

    def _command(self) -> Any:
        decision = self.decision
        if not self.chosen or not isinstance(decision, Menu):
            return None
        return decision.command(self.asked.view, self.chosen)

    def key_of(self, number: int, value: Any) -> str:
        return KEYS_OF_COMMANDS.get(value, "") if not self.chosen else ""
