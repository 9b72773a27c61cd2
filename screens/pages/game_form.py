"""Base class of the forms for a game, its players and its options."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from itertools import chain, count
from typing import TYPE_CHECKING, ClassVar, Final, TypeVar

from attrs import define
from textual.binding import Binding, BindingType

from engine.bots import offered
from engine.core.common_wording import series
from engine.core.players import BOT_TITLES
from engine.errors import GuildhallError
from engine.games import load
from engine.i18n.text import Text, verbatim, words
from screens import key_map
from screens.pages.app_context import PageContext, TablesOnPages
from screens.pages.bindings import bindings
from screens.pages.page import Page
from screens.pages.page_frame import paint_field, paint_value
from screens.pages.prompt import KeyHint
from screens.paint.canvas import Canvas, Rect, Spot
from screens.paint.cells import widest, width_of

if TYPE_CHECKING:
    from textual import events

    from engine.core.table_settings import Setting
    from engine.match.match import Match

Value = TypeVar("Value")

PLAYERS_PLACE: Final = ("players",)
BEGIN_PLACE: Final = ("begin",)
NAME_PLACE: Final = "name"
WHO_PLACE: Final = "who"
OPTION_PLACE: Final = "option"

LABEL_COLUMN: Final = 4
MIN_VALUE_COLUMN: Final = 18
"""Minimum column of the arrows before the values."""

USUAL_SEED: Final = "1"
"""Seed for a table that is only shown, if the user has entered none."""

_MOVE_COMMANDS: Final = ("move.left", "move.down", "move.up", "move.right")
"""Commands whose letters move the cursor, as in the menu."""

_CARET_KEYS: Final = frozenset({"left", "right", "home", "end"})
"""Keys that move only the caret."""

BOT_PLAYERS: Final = {
    "bot:easy": words("bot: easy"),
    "bot:medium": words("bot: medium"),
    "bot:strong": words("bot: strong"),
    "bot:random": words("bot: random"),
}
"""Text for each built-in bot that can be a seat's player, by player string (`bot:NAME`)."""

_BOT_DESCRIPTIONS: Final = {
    "bot:easy": words(
        "Easy: picks one of the moves that look almost as good as the best. Good for learning."
    ),
    "bot:medium": words("Medium: looks one move ahead and makes the move that looks best."),
    "bot:strong": words(
        "Strong: plays each move out many times and makes the one that wins most often."
    ),
    "bot:random": words("Random: all moves are equally likely."),
}


def bot_players() -> list[str]:
    """Return the player strings of the available bots (`bot:NAME`), external programs last."""
    return [f"bot:{name}" for name in offered()]


def bot_in_words(player: str) -> Text:
    """Return the text for the bot `player` (`bot:NAME`) as the player of a seat."""
    name = player.removeprefix("bot:")
    return BOT_PLAYERS.get(player) or BOT_TITLES.get(name) or verbatim(name)


def bot_description(player: str | None) -> Text | None:
    """Return the description of the bot `player` (`bot:NAME`); None for people and external
    programs, or if `player` is None."""
    return None if player is None else _BOT_DESCRIPTIONS.get(player)


@define(eq=False)
class StartPreview:
    """The table at the start of a game, as a picture on a form. The match is cached until the table
    is painted with other settings."""

    tables: TablesOnPages
    _cached: tuple[Hashable, Match] | None = None

    def paint(self, canvas: Canvas, room: Rect, form: GameForm, seed: str = USUAL_SEED) -> None:
        """Paint the opening table of a match with `seed` and the settings of `form`. Paint nothing
        if no match can have these settings."""
        options = form.chosen_options()
        settings_key = (form.game.id, form.seats, seed, *options.items())
        if self._cached is None or self._cached[0] != settings_key:
            try:
                match = self.tables.new_match(form.game.id, form.seats, options, seed)
            except GuildhallError:
                return
            self._cached = (settings_key, match)
        painted = self.tables.paint_for_spectators(self._cached[1], room.width, room.height)
        canvas.blit(painted, room.x, room.y)


class GameForm(Page):
    """Form for the number of players, the player of each seat, and the options of a game."""

    cursor_follows_mouse = False
    single_click_stops = frozenset({BEGIN_PLACE})
    about_keys = words("When the cursor is on a name, letters and digits change it.")

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("tab", "next_stop(1)", show=False),
        Binding("shift+tab", "next_stop(-1)", show=False),
        *bindings(key_map.FORM_COMMANDS),
    ]

    submit_meaning: ClassVar[Text] = words("start")
    """Meaning, in the bottom line, of the keys that submit the form."""

    def __init__(self, page_context: PageContext, game: str) -> None:
        super().__init__(page_context)
        self.players: list[str] = []
        self.is_typing = False
        self.opening = StartPreview(page_context.tables)
        self.set_game(game)
        self.pointed = BEGIN_PLACE

    def set_game(self, game: str) -> None:
        """Set the game, its default options, and the number of players: the minimum, but at least
        two."""
        self.game = load(game)
        self.seats = max(2, self.game.players[0])
        self.options = {setting.key: setting.default for setting in self.settings()}

    def settings(self) -> Sequence[Setting]:
        """Return the options that can be set before the game."""
        return self.game.all_settings()

    def shown_settings(self) -> Sequence[Setting]:
        """Return the options that matter for the chosen players."""
        return self.settings()

    def chosen_options(self) -> dict[str, str]:
        """Return the values of all options. A value that another option determines replaces the
        chosen one."""
        return {**self.options, **self.game.settled(self.options)}

    def about(self) -> str:
        """Return the description of the option or bot under the cursor, or how to change the name
        under the cursor; an empty string if there is nothing to say."""
        match self.pointed:
            case ("name", _):
                question = words(
                    "Type to change the name. Press Enter first if it begins with {keys}.",
                    keys=self.moving_keys(),
                )
                return self.translate(question)
            case ("who", int(seat)):
                level = bot_description(self.players[seat])
                return "" if level is None else self.translate(level)
            case ("option", str(key)):
                about = self._setting(key).about
                return "" if about is None else self.translate(about)
        return ""

    def moving_keys(self) -> Text:
        """Return the keys of `_MOVE_COMMANDS`, which cannot begin a name unless Enter is pressed
        first."""
        return series(map(self.reader.key_name_of, _MOVE_COMMANDS))

    def kinds(self, seat: int) -> Sequence[str]:
        """Return the possible values of a seat's player, in the order in which keys step through
        them."""
        raise NotImplementedError

    def player_text(self, seat: int) -> Text:
        """Return the description of a seat's player."""
        raise NotImplementedError

    def action_begin(self) -> None:
        """Submit the form."""
        raise NotImplementedError

    # Painting

    def option_stops(self) -> list[Spot]:
        """Return the stops of the shown options whose values no other option determines."""
        settled = self.game.settled(self.options)
        return [
            (OPTION_PLACE, shown_setting.key)
            for shown_setting in self.shown_settings()
            if shown_setting.key not in settled
        ]

    def player_stops(self) -> list[Spot]:
        """Return the stop of the number of players, if there is a choice."""
        return [PLAYERS_PLACE] if len(self.game.player_counts(self.options)) > 1 else []

    def paint_players(self, canvas: Canvas, y: int) -> None:
        self.paint_row(canvas, y, PLAYERS_PLACE, words("Players"), str(self.seats))

    def paint_options(self, canvas: Canvas, y: int, settings: Sequence[Setting]) -> int:
        """Paint a row per option, from row `y` on. Return the row after the last one."""
        options = self.chosen_options()
        for setting in settings:
            value = self.translate(setting.choices[options[setting.key]])
            place = (OPTION_PLACE, setting.key)
            self.paint_row(canvas, y, place, setting.title, value)
            y += 1
        return y

    def value_column(self) -> int:
        """Return the column of the arrows before the values. The values, and texts without arrows,
        begin two columns to the right of it."""
        return max(MIN_VALUE_COLUMN, LABEL_COLUMN + widest(map(self.translate, self.titles())) + 2)

    def titles(self) -> Sequence[Text]:
        """Return the titles that determine the width of the column before the values: those of all
        options."""
        return [setting.title for setting in self.settings()]

    def paint_row(self, canvas: Canvas, y: int, place: Spot, title: Text, value: str) -> None:
        """Paint a title and a value, both as unavailable if `place` is not a stop, because the
        value cannot be changed."""
        label, at = self.translate(title), self.value_column()
        if place not in self.stops():
            canvas.put(LABEL_COLUMN, y, label, "closed")
            canvas.put_clipped(at + 2, y, canvas.width - at - 4, value, "closed")
            return
        canvas.spot(place, Rect(2, y, at - 4, 1))
        canvas.put(LABEL_COLUMN, y, label, "text")
        paint_value(canvas, at, y, canvas.width - at - 2, place, value)

    def paint_name(self, canvas: Canvas, box: Rect, seat: int, hint: str = "") -> None:
        """Paint the field for the name of a seat's player. `hint` is shown while the field is
        empty."""
        place = (NAME_PLACE, seat)
        active = self.pointed == place
        paint_field(canvas, box, place, self.fields[place], active=active, hint=hint)

    def paint_seat_sign(self, canvas: Canvas, x: int, y: int, seat: int) -> None:
        """Paint a figure in the colour that the seat has at the table."""
        role = self.page_context.tables.seat_role(self.game.id, seat)
        canvas.put(x, y, canvas.glyphs("lord"), role)

    def paint_button(self, canvas: Canvas, y: int, text: Text) -> None:
        """Paint the button at the end of the form."""
        button = self.translate(text)
        canvas.spot(BEGIN_PLACE, Rect(2, y, width_of(button) + 6, 1))
        canvas.put(LABEL_COLUMN, y, f" {button} ", "cap")

    def hints(self) -> Sequence[KeyHint]:
        if self.pointed == BEGIN_PLACE:
            main_hint = KeyHint("enter", self.submit_meaning)
        elif self.pointed in self.fields:
            main_hint = KeyHint("enter", words("next") if self.is_typing else words("type"))
        else:
            main_hint = KeyHint("right", words("next value"))
        return [
            main_hint,
            KeyHint("tab", words("next")),
            KeyHint("ctrl+s", self.submit_meaning),
            KeyHint("escape", words("back")),
        ]

    # Moving

    def point(self, place: Spot) -> None:
        self.is_typing = self.is_typing and place == self.pointed
        super().point(place)

    def action_next_stop(self, by: int) -> None:
        """Move to the next or previous stop, which may be in the same line."""
        super().action_step(by)

    def action_step(self, by: int) -> None:
        """Move to the next or previous line, if possible to a stop of the same kind."""
        lines: dict[Hashable, list[Spot]] = {}
        for stop in self.shown_stops:
            lines.setdefault(_line_of(stop), []).append(stop)
        here = _line_of(self.pointed)
        if here not in lines:
            super().action_step(by)
            return
        order = list(lines)
        there = lines[next_of(order, here, by)]
        same = (stop for stop in there if _kind_of(stop) == _kind_of(self.pointed))
        self.point(next(same, there[0]))

    def clicked(self, place: Spot) -> None:
        super().clicked(place)
        self.is_typing = place in self.fields and place == self.pointed

    def action_turn(self, by: int) -> None:
        """Change the value of the stop under the cursor, or move within the line if the stop has no
        value."""
        if self.pointed is not None and self.change_value(self.pointed, by):
            self.show()
            return
        here = [stop for stop in self.shown_stops if _line_of(stop) == _line_of(self.pointed)]
        at = here.index(self.pointed) + by if self.pointed in here else -1
        if 0 <= at < len(here):
            self.point(here[at])

    def press_field(self, event: events.Key) -> bool:
        """Type into the field under the cursor. Until text has been typed or Enter pressed, letters
        that move the cursor in the menu do so here, too. Return whether the field has used the
        key."""
        if not self.is_typing and event.key in map(self.reader.key_of, _MOVE_COMMANDS):
            return False
        pressed = super().press_field(event)
        self.is_typing = self.is_typing or (pressed and event.key not in _CARET_KEYS)
        return pressed

    # Filling in

    def activate(self, place: Spot) -> None:
        """Submit the form if `place` is its button. In a text field, start typing or, if the user
        is already typing, go to the next line. Elsewhere, change the value at `place`."""
        if place == BEGIN_PLACE:
            self.action_begin()
        elif place in self.fields and not self.is_typing:
            self.is_typing = True
            self.show()
        elif not self.change_value(place, 1):
            self.action_step(1)
        else:
            self.show()

    def change_value(self, place: Spot, by: int) -> bool:
        match place:
            case ("players",):
                self.seats = next_of(list(self.game.player_counts(self.options)), self.seats, by)
            case ("who", int(seat)):
                self.players[seat] = next_of(self.kinds(seat), self.players[seat], by)
            case ("option", str(key)):
                values = list(self._setting(key).choices)
                self.options[key] = next_of(values, self.options[key], by)
                possible = self.game.player_counts(self.options)
                self.seats = min(max(self.seats, possible[0]), possible[-1])
            case _:
                return False
        self.prompt.message = ""
        return True

    def _setting(self, key: str) -> Setting:
        return next(setting for setting in self.settings() if setting.key == key)


def _kind_of(stop: Spot | None) -> Hashable:
    return stop[0] if isinstance(stop, tuple) else stop


def _line_of(stop: Spot | None) -> Hashable:
    """Return the key that all stops of a line share: the seat for a seat's name and player,
    otherwise the stop itself."""
    match stop:
        case ("name" | "who", int(seat)):
            return seat
    return stop


def next_of(values: Sequence[Value], value: Value, by: int) -> Value:
    """Return the value `by` positions after `value`, wrapping around. If `value` is not in
    `values`, count from the first one."""
    at = values.index(value) if value in values else 0
    return values[(at + by) % len(values)]


def different(names: Sequence[str]) -> list[str]:
    """Return `names`, where each name that repeats an earlier one has its position, counted from 1,
    or the next number that makes the name unique, appended."""
    unique: list[str] = []
    for position, name in enumerate(names, 1):
        numbered = (f"{name} {number}" for number in count(position))
        unique.append(next(one for one in chain([name], numbered) if one not in unique))
    return unique
