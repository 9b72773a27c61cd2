"""The form for a new game: seats, options, and seed."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Final

from engine.core.component_data import assumed_in
from engine.core.players import MAX_CHARACTERS, PERSON, bot_name, new_name, titles
from engine.core.table_settings import DICE_OPTION, HANDS_OPTION
from engine.errors import showing_errors
from engine.help.guide import coach
from engine.i18n.language import LANGUAGES, Translator
from engine.i18n.text import Text, words
from engine.shell_command import shell_command
from screens.pages.app_context import PageContext
from screens.pages.game_form import (
    BEGIN_PLACE,
    LABEL_COLUMN,
    NAME_PLACE,
    OPTION_PLACE,
    USUAL_SEED,
    WHO_PLACE,
    GameForm,
    bot_in_words,
    bot_players,
    different,
)
from screens.pages.menu_actions import MIN_TABLE, WIDE_PAGE
from screens.pages.page_frame import paint_field, paint_value, panel_body
from screens.paint.canvas import Canvas, Rect, Spot
from screens.paint.cells import clip, width_of
from screens.paint.text_field import TextField
from screens.start import DEFAULT_NAMES

if TYPE_CHECKING:
    from engine.core.table_settings import Setting
    from engine.storage.records import Record

COACH_PLACE: Final = ("coach",)
SEED_PLACE: Final = ("seed",)

MAX_SEED_LENGTH: Final = 40

USUAL_BOT: Final = "bot:medium"


_MIN_PEOPLE: Final = {HANDS_OPTION: 2, DICE_OPTION: 1}
"""Options that matter only to people, each with the minimum number of people in the match."""

BeginMatch = Callable[[str, list[tuple[str, str]], Mapping[str, str], str | None, bool], None]
"""Function that starts a match. Its parameters are the game, a (name, player string) pair per seat,
the options, the seed (None for a random one), and whether the coach is on."""


class NewGameScreen(GameForm):
    """Form for the seats, the options, the seed and the coach of a new match."""

    def __init__(
        self, page_context: PageContext, game: str, begin: BeginMatch, *, coached: bool
    ) -> None:
        super().__init__(page_context, game)
        self._begin = begin
        self.seats = self.game.usual_players
        self.players = [PERSON, *[USUAL_BOT] * (self.game.players[-1] - 1)]
        self.fields = {SEED_PLACE: TextField.of("", MAX_SEED_LENGTH)}
        self.has_coach = bool(coach(game).topics)
        self.coached = coached
        self.has_own_data = False
        self.assumes = bool(assumed_in(self.game.folder, changeable=self.game.changeable))

    def shown_settings(self) -> Sequence[Setting]:
        """Return the options of the form, but open hands only if at least two people play, and
        physical dice only if at least one person plays."""
        people = self.players[: self.seats].count(PERSON)
        return [setting for setting in self.settings() if people >= _MIN_PEOPLE.get(setting.key, 0)]

    def prepare(self) -> None:
        """Fill in the players of the last match and a different name for each seat, and check
        whether the user has custom component values."""
        with showing_errors(self.show_message):
            self.has_own_data = bool(self.page_context.environment.own_data(self.game.id))
        names = [self.translate(name) for name in DEFAULT_NAMES]
        proposed = set(names)
        for seat, (name, player) in enumerate(self._last_seats()[: len(self.players)]):
            names[seat], self.players[seat] = name, self._available_player(seat, player)
            self.seats = min(max(self.game.players[0], seat + 1), self.game.players[-1])
        for seat, name in enumerate(different(names)[: len(self.players)]):
            is_proposed = name in proposed or self._is_of_bot(name, self.players[seat])
            self.fields[(NAME_PLACE, seat)] = TextField.of(
                name, MAX_CHARACTERS, is_proposed=is_proposed
            )

    def _is_of_bot(self, name: str, player: str) -> bool:
        """Return whether `name` is a name that the program proposes for the bot `player`, with or
        without a number. False for a person."""
        return name.rstrip(" 0123456789") in _titles(player, self.translate)

    def _available_player(self, seat: int, player: str) -> str:
        """Return `player`, who had the seat in the last game. If that is a bot that is no longer
        available, return the default bot."""
        return player if player in self.kinds(seat) else USUAL_BOT

    def _last_seats(self) -> Sequence[tuple[str, str]]:
        """Return the seats of the latest match of the form's game or, if there is none, of any
        game, as (name, player string) pairs. Matches of registered players do not count. Empty if
        there is no match."""
        records: list[Record] = []
        with showing_errors(self.show_message):
            records = [
                record
                for record in self.page_context.store.records()
                if record.header.seats and not record.owners
            ]
        own = [record for record in records if record.header.game == self.game.id]
        if not records:
            return ()
        return self.in_this_language(max(own or records, key=lambda one: one.created).header.seats)

    def in_this_language(self, seats: Sequence[tuple[str, str]]) -> Sequence[tuple[str, str]]:
        """Return `seats` with their names translated into the current language, if all names are
        default names in the same language, or else `seats` unchanged."""
        for language in LANGUAGES:
            proposed = {Translator(language).translate(name): name for name in DEFAULT_NAMES}
            if all(name in proposed for name, _ in seats):
                return [(self.translate(proposed[name]), player) for name, player in seats]
        return seats

    # Painting

    def title_text(self) -> Text:
        return words("New game: {game}", game=self.game.names)

    def stops(self) -> Sequence[Spot]:
        seats = [
            place for seat in range(self.seats) for place in ((NAME_PLACE, seat), (WHO_PLACE, seat))
        ]
        coached = [COACH_PLACE] if self.has_coach else []
        options, later = self.option_stops(), [(OPTION_PLACE, key) for key in _MIN_PEOPLE]
        first = [stop for stop in options if stop not in later]
        last = [stop for stop in options if stop in later]
        return [*self.player_stops(), *seats, *first, *coached, SEED_PLACE, *last, BEGIN_PLACE]

    def paint_body(self, width: int, height: int) -> Canvas:
        """Paint the form, with blank rows between its parts if there is room. Options that only
        people need come last. If there is room, rows stay free for them while they are hidden, so
        that no line moves when a player changes."""
        rows = 3 + self.seats + len(self.settings()) + (1 if self.has_coach else 0)
        shows_table = width >= WIDE_PAGE and height >= rows + 2 + MIN_TABLE
        gap = 1 if height >= rows + 4 + (MIN_TABLE if shows_table else 0) else 0
        hidden = len(self.settings()) - len(self.shown_settings())
        canvas = panel_body(width, max(height, rows - hidden), self.reader.theme.glyphs)
        y = gap
        self.paint_players(canvas, y)
        y += 1 + gap
        for seat in range(self.seats):
            self._paint_seat(canvas, y, seat)
            y += 1
        y = self.paint_options(canvas, y + gap, self._usual_settings())
        if self.has_coach:
            value = (
                words("explains what matters in each decision") if self.coached else words("none")
            )
            self.paint_row(canvas, y, COACH_PLACE, words("Coach"), self.translate(value))
            y += 1
        self._paint_seed(canvas, y)
        bottom = self.paint_options(canvas, y + 1, self._people_settings())
        y = bottom + gap + (hidden if height >= rows else 0)
        self.paint_button(canvas, y, words("Start game"))
        self._paint_data_note(canvas, y, below=not shows_table and y + 2 < height)
        if shows_table:
            self._paint_example(canvas, Rect(2, y + 2, width - 4, height - y - 2))
        return canvas

    def _paint_seed(self, canvas: Canvas, y: int) -> None:
        self._paint_label(canvas, y, SEED_PLACE, words("Seed"))
        hint = words("random; the same seed gives the same game")
        x = self.value_column() + 2
        paint_field(
            canvas,
            Rect(x, y, min(canvas.width - x - 2, 54), 1),
            SEED_PLACE,
            self.fields[SEED_PLACE],
            active=self.pointed == SEED_PLACE,
            hint=self.translate(hint),
        )

    def _paint_data_note(self, canvas: Canvas, y: int, *, below: bool) -> None:
        """Paint the note about component values, if any: below the button in row `y` if `below`,
        otherwise beside the button."""
        note = self._data_note()
        if note is None:
            return
        x = LABEL_COLUMN
        if not below:
            x += width_of(self.translate(words("Start game"))) + 4
        text = clip(self.translate(note), canvas.width - x - 1, canvas.glyphs)
        canvas.put(x, y + 2 if below else y, text, "warn" if self.has_own_data else "dim")

    def _paint_example(self, canvas: Canvas, room: Rect) -> None:
        """Paint the table at the beginning of the game. If the form has no seed, mark the table as
        an example."""
        seed = self.fields[SEED_PLACE].text.strip()
        if not seed:
            canvas.put(2, room.y - 1, self.translate(words("Example")), "dim")
        self.opening.paint(canvas, room, self, seed or USUAL_SEED)

    def _usual_settings(self) -> Sequence[Setting]:
        return [setting for setting in self.shown_settings() if setting.key not in _MIN_PEOPLE]

    def _people_settings(self) -> Sequence[Setting]:
        return [setting for setting in self.shown_settings() if setting.key in _MIN_PEOPLE]

    def _data_note(self) -> Text | None:
        """Return a note about custom or estimated component values; None if there are none."""
        if self.has_own_data:
            command = shell_command("components", self.game.id)
            return words("Uses your custom data; see: {command}", command=command)
        if self.assumes:
            return words("A few printed numbers are unknown and have been estimated.")
        return None

    def _paint_seat(self, canvas: Canvas, y: int, seat: int) -> None:
        name = (NAME_PLACE, seat)
        self._paint_label(canvas, y, name, words("Seat {n}", n=seat + 1))
        x = self.value_column()
        self.paint_seat_sign(canvas, x, y, seat)
        self.paint_name(canvas, Rect(x + 2, y, MAX_CHARACTERS + 1, 1), seat)
        place, player = (WHO_PLACE, seat), self.translate(self.player_text(seat))
        x += MAX_CHARACTERS + 4
        canvas.spot(place, Rect(x - 1, y, width_of(player) + 6, 1))
        paint_value(canvas, x, y, canvas.width - x - 2, place, player)

    def _paint_label(self, canvas: Canvas, y: int, place: Spot, text: Text) -> None:
        """Paint the label of the row with the field `place`, marked if the cursor is on the
        field."""
        here = place == self.pointed
        canvas.put(2, y, canvas.glyphs("point.left") if here else " ", "key")
        canvas.put(LABEL_COLUMN, y, self.translate(text), "strong" if here else "text")

    def player_text(self, seat: int) -> Text:
        player = self.players[seat]
        return words("a person") if player == PERSON else bot_in_words(player)

    # Filling in

    def kinds(self, seat: int) -> Sequence[str]:
        return [PERSON, *bot_players()]

    def change_value(self, place: Spot, by: int) -> bool:
        if place != COACH_PLACE:
            before = list(self.players)
            turned = super().change_value(place, by)
            for seat, player in enumerate(before):
                if player != self.players[seat]:
                    self._rename_seat(seat, player)
            return turned
        self.coached = not self.coached
        self.prompt.message = ""
        return True

    def _rename_seat(self, seat: int, before: str) -> None:
        """Rename a seat after a change of player, if it still has the name of the bot `before`."""
        field = self.fields[(NAME_PLACE, seat)]
        if not self._is_of_bot(field.text, before):
            return
        titles = _titles(self.players[seat], self.translate)
        name = next(iter(titles), self.translate(DEFAULT_NAMES[seat]))
        others = [
            one.text for key, one in self.fields.items() if one is not field and key != SEED_PLACE
        ]
        name = different([*others, name])[-1]
        self.fields[(NAME_PLACE, seat)] = TextField.of(name, MAX_CHARACTERS, is_proposed=True)

    def action_begin(self) -> None:
        """Start the game, or show what is wrong with the form."""
        names = [self.fields[(NAME_PLACE, seat)].text for seat in range(self.seats)]
        seed = self.fields[SEED_PLACE].text.strip() or None
        with showing_errors(self.show_message):
            seats = [(new_name(name), self.players[seat]) for seat, name in enumerate(names)]
            coached = self.has_coach and self.coached
            options = self.chosen_options()
            self._begin(self.game.id, seats, options, seed, coached)


def _titles(player: str, translate: Callable[[Text], str]) -> Sequence[str]:
    """Return the display names of a bot in the reader's language and in English; empty for a person
    or an unknown bot."""
    title = titles().get(bot_name(player) or "")
    return () if title is None else (translate(title), title.plain())
