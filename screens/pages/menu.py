"""The main menu: games, recent matches, and all other pages."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING, ClassVar, Final

from textual.binding import BindingType

from engine.core.catalogue_entry import Entry
from engine.errors import GuildhallError
from engine.games import catalogue
from engine.i18n.text import Text, words
from screens import key_map
from screens.pages.app_context import PageContext
from screens.pages.bindings import bindings
from screens.pages.menu_actions import (
    ACTION_PLACE,
    CAP_WIDTH,
    GAME_PLACE,
    NUMBER_BINDINGS,
    ROOMY_HEIGHT,
    WIDE_PAGE,
    MenuAction,
    is_game,
    paint_action,
    run_action,
)
from screens.pages.menu_table import MenuTable
from screens.pages.openers import open_lessons, open_rules, open_settings, open_statistics
from screens.pages.page import Page
from screens.pages.prompt import KeyHint
from screens.paint.canvas import Canvas, Rect, Spot
from screens.paint.cells import clean, width_of
from screens.paint.layout import below
from screens.paint.shapes import paint_panel

if TYPE_CHECKING:
    from engine.i18n.language import Translator
    from engine.match.match import Match
    from engine.storage.records import Record

MATCH_PLACE: Final = "match"

RESUME_ACTION: Final = "resume"

REPLAY_ACTION: Final = "replay"

ENTRY_COLUMN: Final = 4
"""First column of the entries."""

SIDE_COLUMN: Final = 43
"""First column of the side panel."""

ENTRY_WIDTH: Final = SIDE_COLUMN - ENTRY_COLUMN - 2
"""Width of an entry, including its key cap."""

MIN_SIDE: Final = 18

MAX_RECENT: Final = 3
"""Maximum number of recent matches listed in addition to the one to continue."""


class MenuScreen(Page):
    """The first page for a local user, with the games, the recent matches and the other entries."""

    BINDINGS: ClassVar[list[BindingType]] = [*bindings(key_map.MENU_COMMANDS), *NUMBER_BINDINGS]

    def __init__(self, page_context: PageContext, *, load_first: bool = False) -> None:
        """Create the menu. With `load_first`, load the matches before the first paint, so that the
        menu does not change afterwards."""
        super().__init__(page_context)
        self._load_first = load_first
        self._games = catalogue(drafts=page_context.environment.drafts)
        self._last: Record | None = None
        self._finished: Record | None = None
        self._recent: list[Record] = []
        self._is_load_due = False
        """Whether the matches still have to be loaded."""
        self._was_hidden = False
        self.table = MenuTable(self, self._source)

    def prepare(self) -> None:
        if self._load_first:
            self._load()

    def on_mount(self) -> None:
        """Load the recent matches once the menu is visible, unless `load_first` has already loaded
        them."""
        if not self._load_first:
            self.call_after_refresh(self.load_recent_matches, seen=True)

    def on_screen_suspend(self) -> None:
        """Record that another page covers this one."""
        self._was_hidden = True

    def on_screen_resume(self) -> None:
        """After another page has covered the menu, load the recent matches again, provided that the
        database is open or the first load is still due."""
        if self._was_hidden and (self.page_context.store_open or self._is_load_due):
            self._was_hidden = False
            self.load_recent_matches()

    def load_recent_matches(self, *, seen: bool = False) -> None:
        """Load the recent matches, except damaged matches and those of registered players, and
        repaint. If another page covers the menu, wait until the menu is visible again. If `seen`,
        the user has already seen the menu: insert no new rows between others, and do not move the
        cursor."""
        self._is_load_due = self.app.screen is not self
        if not self._is_load_due:
            self._load(seen=seen)
            self.show()

    def _load(self, *, seen: bool = False) -> None:
        """Load the recent matches as described at `load_recent_matches`, or show the error if this
        fails."""
        try:
            records = [
                record
                for record in self.page_context.store.records()
                if record.damage is None and not record.owners
            ]
        except GuildhallError as error:
            self.show_message(error.text)
            return
        is_first_load = self._last is None and not seen
        self.table.forget_matches()
        self._last = next((record for record in records if not record.summary.over), None)
        if not seen:
            self._finished = next((record for record in records if record.summary.over), None)
        self._recent = [record for record in records if record is not self._last][:MAX_RECENT]
        if is_first_load and self._last is not None and self.pointed in (None, self._first_game):
            self.pointed = (ACTION_PLACE, RESUME_ACTION)

    @property
    def _first_game(self) -> Spot:
        return (GAME_PLACE, self._games[0].id)

    # Contents

    def title_text(self) -> Text:
        return words("Guildhall")

    def aside(self) -> Text:
        return words("six board games with their full rules")

    def default_stop(self) -> Spot:
        return self._first_game

    def stops(self) -> Sequence[Spot]:
        first = [] if self._last is None else [(ACTION_PLACE, RESUME_ACTION)]
        games = [(GAME_PLACE, entry.id) for entry in self._games]
        actions = [(ACTION_PLACE, one.name) for one in self._listed()]
        matches = [(MATCH_PLACE, record.id) for record in self._recent]
        return [*first, *games, *actions, *matches]

    def _listed(self) -> list[MenuAction]:
        """Return the entries below the games, without the statistics unless a finished match has
        been loaded."""
        hidden = {RESUME_ACTION} if self._finished is not None else {RESUME_ACTION, "statistics"}
        return [action for action in self._actions() if action.name not in hidden]

    def _actions(self) -> list[MenuAction]:
        app, navigation = self.page_context, self.page_context.navigation
        game = self.pointed[1] if is_game(self.pointed) else self._games[0].id
        saved = words("All games, finished or not: continue, replay, delete, export, import.")
        learn = words("Learn each game task by task in a guided first game.")
        rules = words("The rules of every game, to read and search.")
        statistics = words("Results, records and averages.")
        settings = words("Language, colours, symbols, keys and more.")
        quit_text = words("Every game is saved after every step, so nothing is lost.")
        new_here = words("New here? A ten-minute lesson")
        actions = [
            MenuAction("learn", new_here, partial(open_lessons, app, game), learn),
            MenuAction("saved", words("Saved games"), navigation.open_saved, saved),
            MenuAction("rules", words("Rules"), partial(open_rules, app, game), rules),
            MenuAction(
                "statistics", words("Statistics"), partial(open_statistics, app, game), statistics
            ),
            MenuAction("settings", words("Settings"), partial(open_settings, app), settings),
            MenuAction("quit", words("Quit"), app.exit, quit_text),
        ]
        if self._finished is not None:
            replay = partial(navigation.replay, self._finished.id)
            actions.insert(2, MenuAction(REPLAY_ACTION, words("Replay the last game"), replay))
        if self._last is not None:
            actions.append(
                MenuAction(
                    RESUME_ACTION, words("Continue"), partial(navigation.resume, self._last.id)
                )
            )
        return actions

    def paint_body(self, width: int, height: int) -> Canvas:
        """Paint the match to continue, the games, the other entries, and a side panel about the
        selected entry.

        The row of the match stays blank while there is none, so that the games do not move.
        """
        actions = self._listed()
        rows = len(self._games) + len(actions) + 5
        canvas = Canvas(width, max(height, rows), self.reader.theme.glyphs)
        top = y = max(0, (height - rows) // 3)
        if self._last is not None:
            cap = self.translate(self.reader.key_name_of("menu.resume"))
            _paint_entry(
                canvas,
                y,
                (ACTION_PLACE, RESUME_ACTION),
                cap,
                self._continue_title(self._last),
                "strong",
            )
        y += 2
        canvas.put(ENTRY_COLUMN, y, self.translate(words("Games")), "title")
        y += 1
        for number, entry in enumerate(self._games, 1):
            name = self.reader.translate(entry.names)
            _paint_entry(canvas, y, (GAME_PLACE, entry.id), str(number), name)
            y += 1
        y += 1
        for action in actions:
            cap = self.translate(self.reader.key_name_of(f"menu.{action.name}"))
            _paint_entry(canvas, y, (ACTION_PLACE, action.name), cap, self.translate(action.title))
            y += 1
        top = min(top, 1) if width >= WIDE_PAGE else top
        self._paint_side(
            canvas, Rect(SIDE_COLUMN, top, width - SIDE_COLUMN - 2, canvas.height - top), height
        )
        return canvas

    def _continue_title(self, record: Record) -> str:
        """Return the title of the entry that continues a match, with game and status as far as
        there is room."""
        from screens.match_summary import game_of

        title = self.translate(words("Continue"))
        named = (_named(record, self.reader.translator), self.translate(game_of(record)))
        longest = ENTRY_WIDTH - CAP_WIDTH
        return next(
            (both for one in named if width_of(both := f"{title}  {one}") <= longest),
            title,
        )

    def _paint_side(self, canvas: Canvas, rect: Rect, height: int) -> None:
        """Paint a panel about the entry under the cursor, with the entry's table if the page is
        wide, and the recent matches below the panel. `height` is the number of visible rows."""
        matches = len(self._recent) + 2 if self._recent else 0
        most = height if canvas.width >= WIDE_PAGE else max(MIN_SIDE, height // 2)
        high = min(height - rect.y, most)
        above, recent = below(Rect(rect.x, rect.y, rect.width, high), matches, gap=1)
        heading, *lines = self._about()
        inner = paint_panel(canvas, above, heading, border=height >= ROOMY_HEIGHT)
        y, gap = inner.y, 0 if canvas.width >= WIDE_PAGE else 1
        for line in lines:
            if y < inner.bottom:
                y = canvas.put_lines(inner.x, y, min(60, inner.width), line) + gap
        if canvas.width >= WIDE_PAGE:
            room = Rect(above.x + 1, y + 1, above.width - 2, inner.bottom - y - 1)
            self.table.paint(canvas, room)
        if not self._recent:
            return
        inner = paint_panel(
            canvas, recent, self.translate(words("Recent games")), border=height >= ROOMY_HEIGHT
        )
        for row, record in enumerate(self._recent):
            self._paint_match(canvas, Rect(inner.x, inner.y + row, inner.width, 1), record)

    def _source(self) -> Callable[[], Match | None] | None:
        """Return a function that loads the table of the selected entry; None if the entry has no
        table."""
        match self.pointed:
            case (str(sort), str(game)) if sort == GAME_PLACE:
                return partial(self.page_context.tables.sample_match, game)
            case (str(sort), str(id)) if sort == MATCH_PLACE:
                return lambda: self.page_context.store.load(id)
            case (_, "resume") if (last := self._last) is not None:
                return lambda: self.page_context.store.load(last.id)
            case (_, "replay") if (finished := self._finished) is not None:
                return lambda: self.page_context.store.load(finished.id)
        return None

    def _paint_match(self, canvas: Canvas, line: Rect, record: Record) -> None:
        from screens.match_summary import players_of

        canvas.spot((MATCH_PLACE, record.id), Rect(line.x - 1, line.y, line.width + 2, 1))
        players = self.translate(players_of(record))
        named = _named(record, self.reader.translator)
        x = canvas.put_clipped(line.x, line.y, line.width, named) + 2
        if line.right - x >= width_of(clean(players)):
            canvas.put_right(line.right, line.y, players, "dim")

    def _about(self) -> list[str]:
        """Return the heading and paragraphs about the selected entry."""
        match self.pointed:
            case (str(sort), str(game)) if sort == GAME_PLACE:
                entry = next(game_entry for game_entry in self._games if game_entry.id == game)
                return [self.translate(entry.names), *map(self.translate, _about_game(entry))]
            case (str(sort), str(id)) if sort == MATCH_PLACE:
                record = next(record for record in self._recent if record.id == id)
                title = words("Continue") if not record.summary.over else words("View the result")
                return [self.translate(title), *self._about_record(record)]
            case (_, "resume") if self._last is not None:
                return [self.translate(words("Continue")), *self._about_record(self._last)]
            case (_, "replay") if self._finished is not None:
                return [self.translate(words("Replay")), *self._about_record(self._finished)]
        action = next(
            action for action in self._actions() if self.pointed == (ACTION_PLACE, action.name)
        )
        return [self.translate(action.title), self.translate(action.about)]

    def _about_record(self, record: Record) -> list[str]:
        from screens.match_summary import sentences, translator_for

        translator = translator_for(self.reader.translator, record)
        return [
            translator.translate(sentence)
            for sentence in sentences(record, self.page_context.environment.clock())
        ]

    def is_available(self, command: str) -> bool:
        actions = {f"menu.{action.name}" for action in self._actions()}
        return command in actions or not command.startswith("menu.")

    def hints(self) -> Sequence[KeyHint]:
        return [
            KeyHint("enter", words("choose")),
            self.reader.hint_of("app.commands"),
            self.reader.hint_of("menu.settings"),
            self.reader.hint_of("menu.quit"),
        ]

    # Actions

    def activate(self, place: Spot) -> None:
        assert isinstance(place, tuple)
        sort, name = place
        if sort == GAME_PLACE:
            self.page_context.navigation.open_form(name)
        elif sort == MATCH_PLACE:
            self.page_context.navigation.resume(name)
        else:
            self.action_run(name)

    def action_number(self, number: int) -> None:
        """Move the cursor to the game `number`, counted from 1, and open its form, if there is such
        a game."""
        if number <= len(self._games):
            game = self._games[number - 1].id
            self.point((GAME_PLACE, game))
            self.page_context.navigation.open_form(game)

    def action_run(self, name: str) -> None:
        """Run an action by name. If the action opens a match, first move the cursor to its row,
        where the menu says that the match is being opened."""
        if name in (RESUME_ACTION, REPLAY_ACTION) and (ACTION_PLACE, name) in self.shown_stops:
            self.point((ACTION_PLACE, name))
        run_action(self._actions(), name)

    def remember_game(self, game: str) -> None:
        """Move the cursor to a game that was opened elsewhere."""
        if any(entry.id == game for entry in self._games):
            self.pointed = (GAME_PLACE, game)

    def action_back(self) -> None:
        """Show how to quit. Escape alone does not quit, because it is pressed too easily."""
        self.show_message(words("Press {key} to quit.", key=self.reader.key_name_of("menu.quit")))


def _paint_entry(
    canvas: Canvas, y: int, place: Spot, cap: str, text: str, role: str = "text"
) -> None:
    canvas.spot(place, Rect(ENTRY_COLUMN - 2, y, SIDE_COLUMN - ENTRY_COLUMN, 1))
    paint_action(canvas, Rect(ENTRY_COLUMN, y, ENTRY_WIDTH, 1), cap, text, role)


def _about_game(entry: Entry) -> list[Text]:
    """Return the paragraphs about a game: number of players, description if there is one, and how
    to start."""
    least, most = entry.players[0], entry.players[-1]
    return [
        words("{least} to {most} players", least=least, most=most),
        *([] if entry.about is None else [entry.about]),
        words("Press Enter to start a new game."),
    ]


def _named(record: Record, reader: Translator) -> str:
    """Return the game and status of a match."""
    from screens.match_summary import game_of, status_of, translator_for

    translator = translator_for(reader, record)
    return f"{translator.translate(game_of(record))}, {translator.translate(status_of(record))}"
