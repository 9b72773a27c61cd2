"""The partial pick of Troyes, with its input modes and keys."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from attrs import define

from engine.core.command import Menu
from engine.core.event import Value
from engine.core.step import Place
from engine.games.troyes.black_dice import DEFEAT, YIELD, FaceBlackDie
from engine.games.troyes.component_types import SPACES_PER_BUILDING
from engine.games.troyes.dice import DIE_OF, VALUE
from engine.games.troyes.group_commands import GroupCommand
from engine.games.troyes.influence import REROLL, Flip, own_dice
from engine.games.troyes.setup import PlaceFirst
from engine.games.troyes.state import Town
from engine.games.troyes.turn import PASS
from screens.games.troyes.black_dice import KEYS_OF_INFLUENCE, AgainstBlackDice
from screens.games.troyes.group_input import GroupOfDice
from screens.games.troyes.square import TurningDice
from screens.input_modes.choice_list import ChoiceList
from screens.input_modes.input_mode import Choice, InputMode
from screens.input_modes.partial_pick import PartialPick
from screens.keys import CHOICE_KEYS
from screens.paint import buttons

DIE_LETTERS: Final = "".join(key for key in CHOICE_KEYS if key.isalpha())
"""Keys of dice whose value is already the key of another die."""

KEYS_OF_COMMANDS: Final = {
    "activate": "1",
    "fight": "2",
    "build": "3",
    "place": "4",
    "farm": "5",
    DEFEAT: "1",
    YIELD: "v",
    PASS: "p",
    **KEYS_OF_INFLUENCE,
}
"""Keys of the commands, the same in every decision."""


@define
class TroyesChoosing(PartialPick[Town]):
    """Partial pick of Troyes. Players choose what to use dice for and then mark a group of dice.
    Against black dice, they mark dice at once, unless they cannot defeat any."""

    def make_input_mode(self) -> InputMode[Town]:
        view, decision = self.request.view, self.decision
        if isinstance(decision, Menu) and self.chosen:
            command = decision.command(view, self.chosen)
            if isinstance(command, GroupCommand) and len(self.chosen) == 1 + command.heads:
                return GroupOfDice.begin(self, command=command)
            if isinstance(command, Flip):
                return TurningDice.of(self, command)
        against = isinstance(decision, FaceBlackDie) and not self.chosen
        if against and FaceBlackDie.by_key[DEFEAT].possible(view, self.seat):
            return AgainstBlackDice.begin(self)
        return super().make_input_mode()

    def start(self, choices: Sequence[Choice]) -> int:
        """Return the index at which the cursor starts: the index of passing if the only other
        choices are uses of influence, otherwise the result of `PartialPick.start`."""
        values = [choice.value for choice in choices]
        if values[:1] and values[0] in KEYS_OF_INFLUENCE and PASS in values:
            return values.index(PASS)
        return super().start(choices)

    def recommended_place(self, places: Sequence[Place]) -> Place | None:
        """Return the best space for a citizen during setup: a space at the beginning of a row, from
        which citizens are expelled last, preferably in the last building, which costs no salary.
        Spaces of the Palace come last: its rows have a single space, so that the next citizen to
        enter expels the first one. None after setup."""
        if not isinstance(self.decision, PlaceFirst):
            return None
        return min(
            reversed(places), key=lambda place: place[2] if len(place) > 2 else SPACES_PER_BUILDING
        )

    def key_of(self, number: int, value: Value) -> str:
        """Return the key of a command, or of a die to be rerolled. The first die of a value has the
        value as its key; the others have letters. For all other choices, return an empty string."""
        if self.chosen == (REROLL,):
            shown = [VALUE[DIE_OF[name][1]] for name in own_dice(self.request.view, self.seat)]
            first = shown.index(VALUE[DIE_OF[value][1]]) == number
            return str(shown[number]) if first else DIE_LETTERS[number]
        return "" if self.chosen else KEYS_OF_COMMANDS.get(str(value), "")

    def place_of_key(self, key: str) -> Place | None:
        """Return the place of the unavailable command whose key is `key`; None if there is none."""
        decision = self.decision
        if (
            self.chosen
            or not isinstance(decision, Menu)
            or not isinstance(self.input_mode, ChoiceList)
        ):
            return None
        closed = (command.key for command, _ in decision.closed(self.request.view))
        keys = [KEYS_OF_COMMANDS.get(command, "") for command in closed]
        return (buttons.SHUT, keys.index(key)) if key in keys else None
