"""The form for a new game: who sits where, what is played, from which seed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar, Final

from textual.binding import Binding, BindingType

from engine.bots import BOTS, PERSON
from engine.coach import coach
from engine.errors import GuildhallError
from engine.game import load
from engine.players import MOST_LETTERS, new_name
from engine.text import Text, verbatim, words
from screens.canvas import Canvas, Place, Rect
from screens.field import Field
from screens.page import Hint, Page

if TYPE_CHECKING:
    from engine.game import Setting

PLAYERS: Final = ("players",)
COACH: Final = ("coach",)
SEED: Final = ("seed",)
BEGIN: Final = ("begin",)
NAME: Final = "name"
WHO: Final = "who"
OPTION: Final = "option"

LABEL: Final = 4
VALUE: Final = 18
WHO_AT: Final = VALUE + MOST_LETTERS + 4

LONGEST_SEED: Final = 40

NAMES: Final = (
    words("Anna"),
    words("Boris"),
    words("Clara"),
    words("David"),
    words("Emma"),
    words("Felix"),
)
"""Names for those who have not said theirs."""

_BOTS: Final = {
    "greedy": words("bot: takes what looks best"),
    "random": words("bot: chooses by lot"),
}


class NewGameScreen(Page):
    """Seats, options and seed of one game."""

    hovers = False

    BINDINGS: ClassVar[list[BindingType]] = [Binding("ctrl+s", "begin", show=False)]

    def __init__(self, game: str) -> None:
        super().__init__()
        self.game = load(game)
        self.seats = max(2, self.game.players[0])
        self.players: list[str] = [PERSON, *["bot:greedy"] * (self.game.players[-1] - 1)]
        self.options = {setting.key: setting.default for setting in self.game.all_settings()}
        self.fields = {SEED: Field.of("", LONGEST_SEED)}
        self.has_coach = bool(coach(game).topics)
        self.coached = False
        self.pointed = BEGIN

    def prepare(self) -> None:
        """Fill in who played last, and whether the coach is wanted."""
        self.coached = self.guildhall.coaches(self.game.id)
        names = [self.say(name) for name in NAMES]
        for seat, (name, player) in enumerate(self._last_seats()[: len(self.players)]):
            names[seat], self.players[seat] = name, player
            self.seats = min(max(self.game.players[0], seat + 1), self.game.players[-1])
        for seat, name in enumerate(_different(names)[: len(self.players)]):
            self.fields[(NAME, seat)] = Field.of(name, MOST_LETTERS)

    def _last_seats(self) -> Sequence[tuple[str, str]]:
        try:
            records = [one for one in self.guildhall.store.records() if one.header.seats]
        except GuildhallError as error:
            self.message = self.say(error.text)
            return ()
        own = [one for one in records if one.header.game == self.game.id]
        return max(own or records, key=lambda one: one.created).header.seats if records else ()

    # Painting

    def title_text(self) -> Text:
        """Which game is to begin."""
        return words("New game: {game}", game=self.game.names)

    def stops(self) -> Sequence[Place]:
        """Everything that can be filled in, from top to bottom."""
        seats = [place for seat in range(self.seats) for place in ((NAME, seat), (WHO, seat))]
        options = [(OPTION, key) for key in self.options]
        coached = [COACH] if self.has_coach else []
        return [PLAYERS, *seats, *options, *coached, SEED, BEGIN]

    def paint_body(self, width: int, height: int) -> Canvas:
        """The form."""
        canvas = Canvas(width, height, self.look_now.glyphs)
        y = 1
        self._paint_value(canvas, y, PLAYERS, words("Players"), str(self.seats))
        y += 2
        for seat in range(self.seats):
            self._paint_seat(canvas, y, seat)
            y += 1
        y += 1
        for setting in self.game.all_settings():
            value = self.say(setting.choices[self.options[setting.key]])
            self._paint_value(canvas, y, (OPTION, setting.key), setting.title, value)
            y += 1
        if self.has_coach:
            said = words("says what matters in each decision") if self.coached else words("none")
            self._paint_value(canvas, y, COACH, words("Coach"), self.say(said))
            y += 1
        self._label(canvas, y, SEED, words("Seed"))
        hint = words("left to chance; the same seed deals the same game")
        self.paint_field(canvas, Rect(VALUE, y, min(width - VALUE - 4, 54), 1), SEED, hint)
        button = self.say(words("Begin"))
        canvas.spot(BEGIN, Rect(2, y + 2, len(button) + 6, 1))
        canvas.put(LABEL, y + 2, f" {button} ", "cap")
        return canvas

    def _label(self, canvas: Canvas, y: int, place: Place, text: Text) -> None:
        here = place == self.pointed
        canvas.put(2, y, canvas.glyphs("point.left") if here else " ", "key")
        canvas.put(LABEL, y, self.say(text), "strong" if here else "text")

    def _paint_value(self, canvas: Canvas, y: int, place: Place, title: Text, value: str) -> None:
        canvas.spot(place, Rect(2, y, VALUE - 4, 1))
        canvas.put(LABEL, y, self.say(title), "text")
        self.paint_value(canvas, VALUE, y, canvas.width - VALUE - 2, place, value)

    def _paint_seat(self, canvas: Canvas, y: int, seat: int) -> None:
        name, who = (NAME, seat), (WHO, seat)
        self._label(canvas, y, name, words("Seat {n}", n=seat + 1))
        canvas.put(VALUE - 2, y, canvas.glyphs("lord"), f"seat.{seat}")
        self.paint_field(canvas, Rect(VALUE, y, MOST_LETTERS + 1, 1), name)
        self.paint_value(canvas, WHO_AT, y, canvas.width - WHO_AT - 2, who, self._who(seat))
        canvas.spot(who, Rect(WHO_AT + 1, y, len(self._who(seat)) + 2, 1))

    def _who(self, seat: int) -> str:
        player = self.players[seat]
        if player == PERSON:
            return self.say(words("a person"))
        bot = player.removeprefix("bot:")
        return self.say(_BOTS.get(bot, verbatim(bot)))

    def hints(self) -> Sequence[Hint]:
        """How the form is filled in."""
        if self.pointed == BEGIN:
            doing = Hint("enter", words("begin"))
        elif self.pointed in self.fields:
            doing = Hint("enter", words("next"))
        else:
            doing = Hint("right", words("the next value"))
        return [
            doing,
            Hint("tab", words("next line")),
            Hint("ctrl+s", words("begin")),
            Hint("escape", words("back")),
        ]

    # Filling in

    def take(self, place: Place) -> None:
        """Begin; elsewhere the next value or the next line."""
        if place == BEGIN:
            self.action_begin()
        elif not self.turn(place, 1):
            self.action_step(1)
        else:
            self.show()

    def turn(self, place: Place, by: int) -> bool:
        """The next value or the one before."""
        match place:
            case ("players",):
                counts = list(self.game.players)
                self.seats = counts[(counts.index(self.seats) + by) % len(counts)]
            case ("coach",):
                self.coached = not self.coached
            case ("who", int(seat)):
                kinds = [PERSON, *(f"bot:{name}" for name in _BOTS if name in BOTS)]
                at = kinds.index(self.players[seat]) if self.players[seat] in kinds else 0
                self.players[seat] = kinds[(at + by) % len(kinds)]
            case ("option", str(key)):
                values = list(self._setting(key).choices)
                self.options[key] = values[(values.index(self.options[key]) + by) % len(values)]
            case _:
                return False
        self.message = ""
        return True

    def _setting(self, key: str) -> Setting:
        return next(setting for setting in self.game.all_settings() if setting.key == key)

    def action_begin(self) -> None:
        """Begin the game, or say what is wrong with the form."""
        names = [self.fields[(NAME, seat)].text for seat in range(self.seats)]
        seed = self.fields[SEED].text.strip() or None
        try:
            seats = [(new_name(name), self.players[seat]) for seat, name in enumerate(names)]
            coached = self.has_coach and self.coached
            self.guildhall.begin(self.game.id, seats, self.options, seed, coached=coached)
        except GuildhallError as error:
            self.tell(error.text)


def _different(names: Sequence[str]) -> list[str]:
    """The names, those that came before left out, with numbers in their place."""
    seen: list[str] = []
    for number, name in enumerate(names, 1):
        seen.append(name if name not in seen else f"{name} {number}")
    return seen
