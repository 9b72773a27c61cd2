"""The commands of a turn in fixed rows: actions above, influence below."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from engine.core.command import Menu
from engine.core.step import Place
from engine.games.troyes.black_dice import DEFEAT, YIELD
from engine.games.troyes.influence import FLIP, RECRUIT, REROLL
from engine.games.troyes.state import Town
from engine.games.troyes.turn import PASS
from screens.games.troyes.input_modes import KEYS_OF_COMMANDS
from screens.games.troyes.symbols import short_name
from screens.input_modes.choice_list import ChoiceList
from screens.paint import buttons
from screens.paint.canvas import Canvas
from screens.paint.entries import ENTRY_GAP, PanelEntry, paint_row
from screens.table_view.scene import Scene

ACTION_COMMANDS: Final = ("activate", "fight", "build", "place", "farm", PASS)
AGAINST_BLACK: Final = (DEFEAT, YIELD)
INFLUENCE_COMMANDS: Final = (REROLL, RECRUIT, FLIP)


def paint_commands(scene: Scene[Town], width: int) -> Canvas | None:
    """Paint the commands of a menu, including the unavailable ones; None if something else is being
    chosen."""
    partial_pick = scene.partial_pick
    if partial_pick is None or partial_pick.chosen or not isinstance(partial_pick.decision, Menu):
        return None
    if not isinstance(partial_pick.input_mode, ChoiceList) or partial_pick.input_mode.among:
        return None
    input_mode, menu = partial_pick.input_mode, partial_pick.decision
    made_of = ("buttons", scene.translator, scene.theme.glyphs)
    commands = partial_pick.memo.once(made_of, lambda: _buttons(scene, input_mode, menu))
    actions = [commands[key] for key in (*ACTION_COMMANDS, *AGAINST_BLACK) if key in commands]
    influence_uses = [commands[key] for key in INFLUENCE_COMMANDS if key in commands]
    rows = [*_rows_of_buttons(actions, width), *_rows_of_buttons(influence_uses, width)]
    canvas = Canvas(width, len(rows), scene.theme.glyphs)
    place_under_cursor = _place_under_cursor(partial_pick.input_mode)
    for y, row in enumerate(rows):
        paint_row(canvas, y, row, place_under_cursor)
    return canvas


def _rows_of_buttons(buttons: Sequence[PanelEntry], width: int) -> list[list[PanelEntry]]:
    """Return the buttons in as few rows as possible, with about the same number in each."""
    for rows in range(1, len(buttons) + 1):
        per_row = -(-len(buttons) // rows)
        lines = [list(buttons[at : at + per_row]) for at in range(0, len(buttons), per_row)]
        if all(sum(button.width + ENTRY_GAP for button in line) + 2 <= width for line in lines):
            return lines
    return [[button] for button in buttons]


def _buttons(
    scene: Scene[Town], input_mode: ChoiceList[Town], menu: Menu[Town]
) -> Mapping[str, PanelEntry]:
    """Return the buttons of available and unavailable commands, by the commands' keys in picks."""
    view = scene.view
    coin = scene.theme.glyphs("coin")
    commands = {}
    for number, choice in enumerate(input_mode.choices()):
        if choice.listed:
            text = scene.translate(short_name(view, str(choice.value), coin))
            place = (buttons.CHOICE, number)
            commands[str(choice.value)] = PanelEntry(choice.key, text, "text", place)
    for number, (command, _) in enumerate(menu.closed(view)):
        key = KEYS_OF_COMMANDS.get(command.key, " ")
        text = scene.translate(short_name(view, command.key, coin))
        commands[command.key] = PanelEntry(key, text, "closed", (buttons.SHUT, number))
    return commands


def _place_under_cursor(input_mode: ChoiceList[Town]) -> Place | None:
    """Return the place of the command under the cursor, or of the command to which the place under
    the cursor belongs; None if there is none."""
    choice = input_mode.choice
    if choice.listed:
        return (buttons.CHOICE, input_mode.pointed)
    if choice.among:
        return None
    numbers = (
        n for n, other in enumerate(input_mode.choices()) if other.chosen == choice.chosen[:1]
    )
    number = next(numbers, None)
    return None if number is None else (buttons.CHOICE, number)
