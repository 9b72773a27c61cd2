"""The settings, which take effect at once, and the keys of commands."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Final

from attrs import evolve
from textual import events

from engine.errors import GuildhallError
from engine.games import catalogue
from engine.i18n.text import Text, words
from screens.key_map import KEY_GROUPS, TABLE_COMMANDS, KeyCommand, KeyGroup
from screens.keys import CHOICE_KEYS, PIECE_KEYS, key_name
from screens.pages.app_context import PageContext
from screens.pages.menu_actions import MIN_TABLE, WIDE_PAGE
from screens.pages.page import Page
from screens.pages.page_frame import paint_value, panel_body
from screens.pages.prompt import KeyHint
from screens.paint.canvas import Canvas, Rect, Spot
from screens.paint.cells import clip
from screens.preferences import PREFERENCES, Preference, changed
from styles.design_tokens import HUES

if TYPE_CHECKING:
    from engine.match.match import Match

SETTING_PLACE: Final = "set"
KEYBOARD_PLACE: Final = "keys"

COMPACT_HEIGHT: Final = 20
"""Height in rows above which a page that is not wide begins with a blank row."""

LABEL_COLUMN: Final = 4
VALUE_COLUMN: Final = 22

SAMPLE_ROWS: Final = 2
"""Number of rows for the samples below the settings."""

SAMPLE_CARDS: Final = 8

SAMPLE_SEATS: Final = 4

SAMPLE_GLYPHS: Final = ("farmer", "chest", "coin", "grave", "meeple", "card", "dot", "cube")


class SettingsScreen(Page):
    """Page with a row per setting. The left and right arrow keys change the setting's value. A
    large screen also shows a sample table with the current settings."""

    def __init__(self, page_context: PageContext) -> None:
        super().__init__(page_context)
        self._sample: Match | None = None
        self._is_loading_started = False
        """Whether the loading of the sample table has started."""

    def title_text(self) -> Text:
        return words("Settings")

    def stops(self) -> Sequence[Spot]:
        return [
            *((SETTING_PLACE, preference.key) for preference in self._available_preferences()),
            (KEYBOARD_PLACE,),
        ]

    def _available_preferences(self) -> Sequence[Preference]:
        """Return the settings that this user can change."""
        return [
            preference
            for preference in PREFERENCES
            if not (preference.is_hosts and self.page_context.navigation.has_lobby)
        ]

    def paint_body(self, width: int, height: int) -> Canvas:
        """Paint the settings, a sample of colours and symbols and, if there is room, a sample
        table."""
        canvas = panel_body(width, height, self.reader.theme.glyphs)
        gap = int(height > COMPACT_HEIGHT)
        y = 0 if width >= WIDE_PAGE else gap
        for preference in self._available_preferences():
            self._paint_row(canvas, y, preference)
            y += 1
        canvas.spot((KEYBOARD_PLACE,), Rect(2, y, 18, 1))
        canvas.put(LABEL_COLUMN, y, self.translate(words("Keyboard")), "text")
        canvas.put(VALUE_COLUMN + 2, y, self.translate(words("which key does what")), "dim")
        y += 2
        if self.pointed == (SETTING_PLACE, "colours"):
            self._paint_samples(canvas, y)
        else:
            self._paint_sample(canvas, y)
        y += SAMPLE_ROWS
        room = Rect(2, y, width - 4, height - y)
        if width >= WIDE_PAGE and room.height >= MIN_TABLE:
            self._paint_table(canvas, room)
        return canvas

    def _paint_table(self, canvas: Canvas, room: Rect) -> None:
        """Paint a sample table of the first game, once it has been loaded. The first call starts
        the loading, after the page has been shown."""
        if not self._is_loading_started:
            self._is_loading_started = True
            self.call_after_refresh(self._load_sample)
        if self._sample is not None:
            painted = self.page_context.tables.paint_for_spectators(
                self._sample, room.width, room.height
            )
            canvas.blit(painted, room.x, room.y)

    def _load_sample(self) -> None:
        with suppress(GuildhallError):
            self._sample = self.page_context.tables.sample_match(catalogue()[0].id)
        self.show()

    def _paint_sample(self, canvas: Canvas, y: int) -> None:
        """Paint cards, players and symbols as they look with the current settings."""
        canvas.put(LABEL_COLUMN, y, self.translate(words("Sample")), "dim")
        x = VALUE_COLUMN
        for n, hue in enumerate(list(HUES)[:SAMPLE_CARDS]):
            x = canvas.put(x, y, f" {n + 1} ", f"block.{hue} bold", ground="") + 1
        for seat in range(SAMPLE_SEATS):
            x = canvas.put(x, y, canvas.glyphs("lord"), f"seat.{seat}") + 1
        canvas.put(x + 1, y, " ".join(map(canvas.glyphs, SAMPLE_GLYPHS)), "text")

    def _paint_samples(self, canvas: Canvas, y: int) -> None:
        """Paint a row of numbered cards, one per hue, in true colour, and another row in 256
        colours, regardless of the setting."""
        for row, (depth, title) in enumerate(
            (("true", words("true colour")), ("256", words("256 colours")))
        ):
            canvas.put(LABEL_COLUMN, y + row, self.translate(title), "text")
            for n, hue in enumerate(HUES):
                canvas.put(VALUE_COLUMN + 4 * n, y + row, f" {n + 1:<3}", f"sample.{depth}.{hue}")

    def _paint_row(self, canvas: Canvas, y: int, preference: Preference) -> None:
        place = (SETTING_PLACE, preference.key)
        canvas.spot(place, Rect(2, y, 18, 1))
        canvas.put(LABEL_COLUMN, y, self.translate(preference.title), "text")
        value = getattr(self.reader.preferences, preference.key)
        text = self.translate(preference.choices[value]) if value in preference.choices else value
        paint_value(canvas, VALUE_COLUMN, y, canvas.width - VALUE_COLUMN - 2, place, text)

    def about(self) -> str:
        """Return an explanation of the setting under the cursor."""
        meanings: dict[Spot | None, Text] = {
            (SETTING_PLACE, preference.key): preference.meaning for preference in PREFERENCES
        }
        keyboard = words("You can give any command a different key.")
        return self.translate(meanings.get(self.pointed, keyboard))

    def hints(self) -> Sequence[KeyHint]:
        if self.pointed == (KEYBOARD_PLACE,):
            return [KeyHint("enter", words("choose keys")), KeyHint("escape", words("back"))]
        return [
            KeyHint("left", words("previous value")),
            KeyHint("right", words("next value")),
            KeyHint("escape", words("back")),
        ]

    def activate(self, place: Spot) -> None:
        if place == (KEYBOARD_PLACE,):
            self.app.push_screen(KeysScreen(self.page_context))
        else:
            self.change_value(place, 1)

    def change_value(self, place: Spot, by: int) -> bool:
        """Change the setting at `place` to the value `by` positions after the current one, with
        immediate effect. Return False if `place` is not a setting."""
        for preference in PREFERENCES:
            if place == (SETTING_PLACE, preference.key):
                values = list(preference.choices)
                value = getattr(self.reader.preferences, preference.key)
                at = values.index(value) + by if value in values else 0
                wanted, _ = changed(
                    self.reader.preferences, {preference.key: values[at % len(values)]}
                )
                self.page_context.change(wanted)
                return True
        return False


COMMAND_PLACE: Final = "command"

_COMMANDS: Final = {command.id: command for group in KEY_GROUPS for command in group.commands}
"""The commands whose keys can be changed, by id."""

FIXED_KEYS: Final = frozenset(
    {"up", "down", "left", "right", "enter", "escape", "tab", "shift+tab", "ctrl+c", "ctrl+q"}
    | {"ctrl+z", "ctrl+l", "ctrl+p"}
)
"""Keys with a fixed meaning everywhere."""


class KeysScreen(Page):
    """Page with a row per command. Enter asks for its new key."""

    cursor_follows_mouse = False

    def __init__(self, page_context: PageContext) -> None:
        super().__init__(page_context)
        self._command_to_assign: KeyCommand | None = None

    def title_text(self) -> Text:
        return words("Keyboard")

    def stops(self) -> Sequence[Spot]:
        return [(COMMAND_PLACE, id) for id in _COMMANDS]

    def paint_body(self, width: int, height: int) -> Canvas:
        """Paint the commands with their keys, grouped by screen."""
        columns = _column_layout([len(group.commands) + 2 for group in KEY_GROUPS], width)
        rows = max(end for _, _, end in columns) + 1
        canvas = panel_body(width, max(rows, height), self.reader.theme.glyphs)
        across = width // (1 + columns[-1][0])
        for group, (column, y, end) in zip(KEY_GROUPS, columns, strict=True):
            self._paint_group(canvas, Rect(column * across, y, across, end - y), group)
        return canvas

    def _paint_group(self, canvas: Canvas, room: Rect, group: KeyGroup) -> None:
        x, y = room.x, room.y
        canvas.put(x + LABEL_COLUMN - 2, y, self.translate(group.title), "title")
        for command in group.commands:
            y += 1
            key = current_key(self.reader.preferences.keys, command)
            canvas.spot((COMMAND_PLACE, command.id), Rect(x + 2, y, room.width - 6, 1))
            canvas.put(x + LABEL_COLUMN, y, self.translate(key_name(key)), "key")
            meaning = clip(
                self.translate(command.meaning), room.width - VALUE_COLUMN, canvas.glyphs
            )
            canvas.put(x + VALUE_COLUMN - 4, y, meaning, "text")
            if key != command.key:
                default = words("default: {key}", key=key_name(command.key))
                canvas.put_right(room.right - 6, y, self.translate(default), "dim")

    def about(self) -> str:
        """Return the meaning of the command under the cursor in full, because the command's row may
        cut it; empty if there is no such command."""
        match self.pointed:
            case (which, str(id)) if which == COMMAND_PLACE:
                return self.translate(_COMMANDS[id].meaning)
        return ""

    def hints(self) -> Sequence[KeyHint]:
        return [
            KeyHint("enter", words("change the key")),
            KeyHint("delete", words("reset to default")),
            KeyHint("escape", words("back")),
        ]

    def activate(self, place: Spot) -> None:
        assert isinstance(place, tuple)
        self._command_to_assign = _COMMANDS[place[1]]
        self.show_message(
            words(
                "Press the key for: {meaning}. Escape cancels.",
                meaning=self._command_to_assign.meaning,
            )
        )

    def process_key(self, event: events.Key) -> None:
        """If the page is waiting for a command's new key, assign the key pressed, or cancel if it
        is Escape. Otherwise, Delete and Backspace reset the key of the command under the cursor to
        its default."""
        command = self._command_to_assign
        if command is not None:
            event.stop()
            self._command_to_assign, self.prompt.message = None, ""
            if event.key != "escape":
                self._assign_key(command, event.key)
            self.show()
        elif event.key in ("delete", "backspace") and self.pointed is not None:
            event.stop()
            assert isinstance(self.pointed, tuple)
            command = _COMMANDS[self.pointed[1]]
            self._assign_key(command, command.key)
            self.show()
        else:
            super().process_key(event)

    def _assign_key(self, command: KeyCommand, key: str) -> None:
        """Assign a key to a command, or show why that is not possible."""
        keys = self.reader.preferences.keys
        reason = why_not(keys, command, key)
        if reason is not None:
            self.prompt.message = self.translate(reason)
            return
        other_keys = {id: other for id, other in keys.items() if id != command.id}
        own_key = {} if key == command.key else {command.id: key}
        self.page_context.change(evolve(self.reader.preferences, keys={**other_keys, **own_key}))


MIN_COLUMN: Final = 90
"""Minimum width of a column of commands in which their meanings fit."""


def _column_layout(heights: Sequence[int], width: int) -> list[tuple[int, int, int]]:
    """Return the position of each group: column, first row, and the row after its last one.
    `heights` are the numbers of rows of the groups, and `width` is the width of the page. Groups
    keep their order, and the tallest column is as short as possible."""
    columns = max(1, width // MIN_COLUMN)
    least = max(*heights, -(-sum(heights) // columns))
    for most in range(least, sum(heights) + 1):
        column, y, places = 0, 1, []
        for height in heights:
            if y > 1 and y - 1 + height > most:
                column, y = column + 1, 1
            places.append((column, y, y + height))
            y += height
        if column < columns:
            break
    return places


def current_key(keys: Mapping[str, str], command: KeyCommand) -> str:
    return keys.get(command.id, command.key)


def why_not(keys: Mapping[str, str], command: KeyCommand, key: str) -> Text | None:
    """Return the reason why `key` cannot be assigned to a command; None if it can. `keys` are the
    keys that the user has changed, by command id."""
    name = key_name(key)
    if key != command.key:
        if key in FIXED_KEYS:
            return words("{key} has a fixed meaning everywhere. Choose another key.", key=name)
        if key in CHOICE_KEYS + PIECE_KEYS and _part(command) in ("play", "move"):
            return words("{key} is used for a choice at the table. Choose another key.", key=name)
        if key.isdigit() and _part(command) == "menu":
            return words("{key} is used for a game in the menu. Choose another key.", key=name)
    for other in _COMMANDS.values():
        is_taken = other.id != command.id and current_key(keys, other) == key
        if is_taken and _share_screen(other, command):
            return words("{key} is already taken: {meaning}.", key=name, meaning=other.meaning)
    return None


def _part(command: KeyCommand) -> str:
    return command.id.partition(".")[0]


def _share_screen(one: KeyCommand, other: KeyCommand) -> bool:
    """Return whether both commands can occur on one screen. A replay also has the commands common
    to all tables."""
    parts = {_part(one), _part(other)}
    of_table = one in TABLE_COMMANDS or other in TABLE_COMMANDS
    return len(parts) == 1 or "move" in parts or (parts == {"play", "replay"} and of_table)
