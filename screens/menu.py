"""The menu: the five games, what was played last, and the way to everything else."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar, Final

from textual.binding import Binding, BindingType

from engine.errors import GuildhallError
from engine.game import Entry, catalogue
from engine.text import Text, words
from screens import commands
from screens.canvas import Canvas, Place, Rect
from screens.keys import key_name
from screens.page import Hint, Page

if TYPE_CHECKING:
    from engine.store import Record

GAME: Final = "game"
DO: Final = "do"

_ABOUT: Final = {
    "middle_ages": words(
        "Every round adds a tile to your fief: it sets its column going and pays its income. The "
        "tile that you claim now says when you are up next. The richest after 16 rounds wins."
    ),
    "era": words(
        "Roll dice behind your screen, all at the same time. Feed your people, build a walled city "
        "with what the dice bring, and beware of their skulls: they bring disasters."
    ),
    "troyes": words(
        "Soldiers, clergy and farmers are dice, and your neighbours may buy yours. Build the "
        "cathedral, fend off what threatens the city, hire its craftsmen."
    ),
    "knights": words(
        "Settle the island, turn its goods into commodities and cities into metropolises, and "
        "keep enough knights awake for the day the barbarians land."
    ),
    "deus": words(
        "Lay building cards into six columns: each new one sets all below it going. Or offer "
        "cards to the gods and take what they give."
    ),
}


class MenuScreen(Page):
    """The first page: games by number, the rest by letter."""

    BINDINGS: ClassVar[list[BindingType]] = [
        *commands.bindings(commands.MENU),
        *(Binding(str(number), f"number({number})", show=False) for number in range(1, 10)),
    ]

    def __init__(self) -> None:
        super().__init__()
        self._games = catalogue()
        self._last: Record | None = None
        self._finished: Record | None = None

    def on_mount(self) -> None:
        """Look for the last game once the menu is there to be seen."""
        self.call_after_refresh(self.look_for_last)

    def on_screen_resume(self) -> None:
        """Show what has changed while other pages were open."""
        if self.guildhall.store_open:
            self.look_for_last()

    def look_for_last(self) -> None:
        """Find the game that was played last and the one that was finished last."""
        try:
            records = [one for one in self.guildhall.store.records() if one.damage is None]
        except GuildhallError as error:
            self.tell(error.text)
            return
        self._last = next((one for one in records if not one.summary.over), None)
        self._finished = next((one for one in records if one.summary.over), None)
        self.show()

    # What is shown

    def title_text(self) -> Text:
        """The name of the house."""
        return words("Guildhall")

    def aside(self) -> Text:
        """What the house is for."""
        return words("five board games by their full rules")

    def stops(self) -> Sequence[Place]:
        """The games, then what else there is to do."""
        games = [(GAME, entry.id) for entry in self._games]
        return [*games, *((DO, name) for name, _ in self._doings())]

    def _doings(self) -> list[tuple[str, Text]]:
        """What can be done besides beginning a game: its name and its title."""
        doings = []
        if self._last is not None:
            doings.append(("resume", words("Continue")))
        doings.append(("saved", words("Saved games")))
        if self._finished is not None:
            doings.append(("replay", words("Watch the last game again")))
        doings.append(("rules", words("Rules")))
        if self._finished is not None:
            doings.append(("statistics", words("Statistics")))
        doings.append(("settings", words("Settings")))
        doings.append(("quit", words("Quit")))
        return doings

    def paint_body(self, width: int, height: int) -> Canvas:
        """The games on top, the rest below, and beside them a word about the game pointed at."""
        doings = self._doings()
        rows = 3 + len(self._games) + 1 + len(doings)
        canvas = Canvas(width, max(height, rows), self.look_now.glyphs)
        top = max(0, (height - rows) // 3)
        canvas.put(4, top, self.say(words("Games")), "title")
        y = top + 2
        for number, entry in enumerate(self._games, 1):
            self._paint_game(canvas, y, number, entry)
            y += 1
        y += 1
        for name, title in doings:
            canvas.spot((DO, name), Rect(2, y, 38, 1))
            canvas.put(4, y, self.say(key_name(self.key_of(f"menu.{name}"))), "key")
            canvas.put(7, y, self.say(title), "text")
            y += 1
        self._paint_about(canvas, top, width)
        return canvas

    def _paint_game(self, canvas: Canvas, y: int, number: int, entry: Entry) -> None:
        role = "text" if entry.playable else "dim"
        canvas.spot((GAME, entry.id), Rect(2, y, 38, 1))
        sign = str(number) if entry.playable else canvas.glyphs("dash")
        canvas.put(4, y, sign, "key" if entry.playable else "dim")
        canvas.put(7, y, self.tongue.argument(entry.names), role)

    def _paint_about(self, canvas: Canvas, top: int, width: int) -> None:
        """The panel on the right: what the stop under the pointer is about."""
        left, room = 43, min(60, width - 45)
        heading, *lines = self._about()
        canvas.put(left, top, heading, "title")
        y = top + 2
        for line in lines:
            y = canvas.put_lines(left, y, room, line) + 1

    def _about(self) -> list[str]:
        """A heading, and paragraphs."""
        match self.pointed:
            case (str(sort), str(game)) if sort == GAME:
                return self._about_game(next(one for one in self._games if one.id == game))
            case (_, "resume") if self._last is not None:
                return [self.say(words("Continue")), *self._about_record(self._last)]
            case (_, "replay") if self._finished is not None:
                return [self.say(words("Watch again")), *self._about_record(self._finished)]
            case (_, "saved"):
                text = words("All games, finished or not: go on, watch, delete, export, import.")
                return [self.say(words("Saved games")), self.say(text)]
            case (_, "rules"):
                text = words("The rulebook of every game, to read and to search.")
                return [self.say(words("Rules")), self.say(text)]
            case (_, "statistics"):
                text = words("Who has won how often, the best results, the averages.")
                return [self.say(words("Statistics")), self.say(text)]
            case (_, "settings"):
                text = words("Language, colours, signs, keys and more.")
                return [self.say(words("Settings")), self.say(text)]
            case _:
                text = words("Every game is saved at every step; nothing is lost.")
                return [self.say(words("Quit")), self.say(text)]

    def _about_record(self, record: Record) -> list[str]:
        from screens.records import sentences, tongue_of

        tongue = tongue_of(self.tongue, record)
        return [tongue.say(one) for one in sentences(record, self.guildhall.house.clock())]

    def _about_game(self, entry: Entry) -> list[str]:
        least, most = entry.players[0], entry.players[-1]
        lines = [words("{least} to {most} players", least=least, most=most)]
        if entry.id in _ABOUT:
            lines.append(_ABOUT[entry.id])
        lines.append(
            words("Enter begins a new game.")
            if entry.playable
            else words("Not yet here: it cannot be played in this version.")
        )
        return [self.tongue.argument(entry.names), *(self.say(line) for line in lines)]

    def hints(self) -> Sequence[Hint]:
        """Enter, and help for whoever knows no menus."""
        return [
            Hint("enter", words("choose")),
            self.hint_of("menu.settings"),
            self.hint_of("menu.quit"),
        ]

    # What is done

    def take(self, place: Place) -> None:
        """Begin a game, or do what else was chosen."""
        assert isinstance(place, tuple)
        sort, name = place
        if sort == GAME:
            self._begin(name)
        else:
            self.action_do(name)

    def _begin(self, game: str) -> None:
        entry = next(one for one in self._games if one.id == game)
        if entry.playable:
            self.guildhall.open_form(game)
        else:
            self.tell(words("{game} cannot be played yet.", game=entry.names))

    def action_number(self, number: int) -> None:
        """Begin the game of that number."""
        if number <= len(self._games):
            game = self._games[number - 1].id
            self.point((GAME, game))
            self._begin(game)

    def action_do(self, name: str) -> None:
        """Do one of the things that are not games."""
        app = self.guildhall
        if name == "resume" and self._last is not None:
            app.resume(self._last.id)
        elif name == "replay" and self._finished is not None:
            app.replay(self._finished.id)
        elif name == "saved":
            app.open_saved()
        elif name == "rules":
            app.open_rules(self._game_pointed())
        elif name == "statistics":
            app.open_statistics(self._game_pointed())
        elif name == "settings":
            app.open_settings()
        elif name == "quit":
            app.exit()

    def _game_pointed(self) -> str:
        match self.pointed:
            case (str(sort), str(game)) if sort == GAME:
                return game
            case _:
                return self._games[0].id

    def back(self) -> None:
        """Escape does not leave the program: it is pressed too easily."""
        self.tell(words("Press {key} to quit.", key=key_name(self.key_of("menu.quit"))))
