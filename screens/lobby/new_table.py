"""The form for a new table: game, seats, and who may join."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from engine.core.players import MAX_CHARACTERS
from engine.errors import NotAllowed, showing_errors
from engine.games import catalogue, entry
from engine.i18n.text import Text, words
from engine.lobby.waiting_table import (
    JOIN_CLOSED,
    JOIN_OPEN,
    JOIN_WITH_CODE,
    NO_TIME_LIMIT,
    TIME_LIMITS,
)
from screens.lobby.guest_context import GuestContext
from screens.lobby.table_cards import time_limit_terms
from screens.pages.game_form import (
    BEGIN_PLACE,
    NAME_PLACE,
    WHO_PLACE,
    GameForm,
    bot_in_words,
    bot_players,
    next_of,
)
from screens.pages.menu_actions import MIN_TABLE, WIDE_PAGE
from screens.pages.page_frame import paint_value, panel_body
from screens.paint.canvas import Canvas, Rect, Spot
from screens.paint.text_field import TextField

if TYPE_CHECKING:
    from engine.core.table_settings import Setting

GAME_PLACE: Final = ("game",)
JOINING_PLACE: Final = ("joining",)
ORDER_PLACE: Final = ("order",)
WATCHING_PLACE: Final = ("watching",)
TIME_LIMIT_PLACE: Final = ("time_limit",)

ME: Final = "me"
ANYBODY: Final = "anybody"

_JOINING_TEXTS: Final = {
    JOIN_OPEN: words("anyone in the lobby"),
    JOIN_WITH_CODE: words("anyone with the code"),
    JOIN_CLOSED: words("only those named above"),
}
_ORDER_TEXTS: Final = {False: words("drawn at random"), True: words("as listed above")}
_TIME_LIMITS: Final = [
    (NO_TIME_LIMIT, False),
    *((n, bot) for n in TIME_LIMITS[1:] for bot in (False, True)),
]
"""Values of the time limit: hours per move, and whether a bot takes over when they have passed."""

_DESCRIPTIONS: Final = {
    "players": words("The number of seats, including yours and those of bots."),
    "joining": words(
        "You choose who can take a free seat. You can change this while the table is waiting."
    ),
    "order": words(
        "The seats are as listed above, or they are drawn at random when the game starts."
    ),
    "watching": words("Spectators see only what all players can see."),
    "time_limit": words("When the time is up, the others can vote to give the seat to a bot."),
}
"""Descriptions of the form's rows by the first items of their stops."""

_PLAYER_DESCRIPTIONS: Final = {
    ME: words("Your own seat. To change seats, choose “you” at another seat."),
    ANYBODY: words("A person: anyone, or the player whose name you type."),
}
"""Descriptions of the values of a seat's player, other than bots."""

_WATCHING_TEXTS: Final = {True: words("anyone can watch"), False: words("nobody can watch")}

_SETTING_ROWS: Final = (
    (JOINING_PLACE, words("Who can join")),
    (ORDER_PLACE, words("Seats")),
    (WATCHING_PLACE, words("Spectators")),
    (TIME_LIMIT_PLACE, words("Time per move")),
)
"""Stops and titles of the settings of a table on a server."""

_PLAYER_WIDTH: Final = 22
"""Width of the column with the player of each seat, including the gap after it."""


class NewTableScreen(GameForm):
    """Form for a new table on a server: game, seats, terms and options."""

    submit_meaning = words("create the table")

    def __init__(self, context: GuestContext, game: str) -> None:
        self.context, self.member = context, context.member
        self.join_rule = JOIN_OPEN
        self.ordered = False
        self.watched = True
        self.time_limit = _TIME_LIMITS[0]
        super().__init__(context.app, game)
        self.pointed = GAME_PLACE

    def set_game(self, game: str) -> None:
        """Set the game and its default options, with the host in the first seat and the other seats
        free."""
        super().set_game(game)
        most = self.game.players[-1]
        self.players = [ME, *[ANYBODY] * (most - 1)]
        self.fields = {(NAME_PLACE, seat): TextField.of("", MAX_CHARACTERS) for seat in range(most)}

    def settings(self) -> Sequence[Setting]:
        """Return the game's own options, without those for a shared keyboard and those common to
        all games."""
        return self.game.remote_settings()

    def about(self) -> str:
        """Return the description of the row, option or bot under the cursor, or an empty string if
        there is none."""
        text: Text | None
        match self.pointed:
            case ("name", _):
                text = words(
                    "Without a name, anyone can take this seat. Type a name to reserve it. Press "
                    "Enter first if the name begins with {keys}.",
                    keys=self.moving_keys(),
                )
            case ("game",):
                text = entry(self.game.id).about
            case ("who", int(seat)) if self.players[seat] in _PLAYER_DESCRIPTIONS:
                text = _PLAYER_DESCRIPTIONS[self.players[seat]]
            case (str(kind), *_) if kind in _DESCRIPTIONS:
                text = _DESCRIPTIONS[kind]
            case _:
                return super().about()
        return "" if text is None else self.translate(text)

    # Painting

    def title_text(self) -> Text:
        return words("New table: {game}", game=self.game.names)

    def stops(self) -> Sequence[Spot]:
        seats = [place for seat in range(self.seats) for place in self._seat_stops(seat)]
        people = [
            *self.player_stops(),
            *seats,
            JOINING_PLACE,
            ORDER_PLACE,
            WATCHING_PLACE,
            TIME_LIMIT_PLACE,
        ]
        return [GAME_PLACE, *people, *self.option_stops(), BEGIN_PLACE]

    def _seat_stops(self, seat: int) -> list[Spot]:
        if self._is_named(seat):
            return [(WHO_PLACE, seat), (NAME_PLACE, seat)]
        return [(WHO_PLACE, seat)]

    def _is_named(self, seat: int) -> bool:
        """Return whether a player's name can be entered for a seat."""
        return self.players[seat] == ANYBODY

    def paint_body(self, width: int, height: int) -> Canvas:
        """Paint the form, and the game's table below it if there is room. The table has priority
        over blank rows."""
        rows = 7 + self.seats + len(self.shown_settings())
        shows_table = width >= WIDE_PAGE and height >= rows + 1 + MIN_TABLE
        gap = 0 if shows_table and height < rows + 5 + MIN_TABLE else 1
        canvas = panel_body(width, max(height, rows + 5 * gap), self.reader.theme.glyphs)
        game = self.reader.translate(self.game.names)
        self.paint_row(canvas, gap, GAME_PLACE, words("Game"), game)
        self.paint_players(canvas, 1 + gap)
        y = 2 + 2 * gap
        for seat in range(self.seats):
            self._paint_seat(canvas, y, seat)
            y += 1
        y += gap
        values = (
            _JOINING_TEXTS[self.join_rule],
            _ORDER_TEXTS[self.ordered],
            _WATCHING_TEXTS[self.watched],
            self._time(),
        )
        for (place, title), value in zip(_SETTING_ROWS, values, strict=True):
            self.paint_row(canvas, y, place, title, self.translate(value))
            y += 1
        y = self.paint_options(canvas, y, self.shown_settings())
        self.paint_button(canvas, y + gap, words("Create table"))
        if shows_table:
            top = y + gap + 2
            self.opening.paint(canvas, Rect(2, top, width - 4, height - top), self)
        return canvas

    def titles(self) -> Sequence[Text]:
        return [*super().titles(), *(title for _, title in _SETTING_ROWS)]

    def _paint_seat(self, canvas: Canvas, y: int, seat: int) -> None:
        place = (WHO_PLACE, seat)
        x = self.value_column()
        canvas.spot(place, Rect(2, y, x - 4, 1))
        canvas.put(4, y, self.translate(words("Seat {n}", n=seat + 1)), "text")
        self.paint_seat_sign(canvas, x - 2, y, seat)
        player = self.translate(self.player_text(seat))
        paint_value(canvas, x, y, _PLAYER_WIDTH, place, player)
        if self._is_named(seat):
            hint = words("anyone, or a name")
            box = Rect(x + _PLAYER_WIDTH, y, MAX_CHARACTERS + 1, 1)
            self.paint_name(canvas, box, seat, self.translate(hint))

    def player_text(self, seat: int) -> Text:
        player = self.players[seat]
        if player == ME:
            return words("you")
        return words("a person") if player == ANYBODY else bot_in_words(player)

    def _time(self) -> Text:
        hours, bot_takes_over = self.time_limit
        return time_limit_terms(hours, bot_takes_over) if hours else words("no limit")

    # Filling in

    def kinds(self, seat: int) -> Sequence[str]:
        return [ME, ANYBODY, *bot_players()]

    def change_value(self, place: Spot, by: int) -> bool:
        match place:
            case ("game",):
                games = [entry.id for entry in catalogue()]
                self.set_game(next_of(games, self.game.id, by))
            case ("players",) | ("option", _):
                super().change_value(place, by)
                self._keep_host_seated()
            case ("who", int(seat)):
                self._change_player(seat, by)
            case ("joining",):
                self.join_rule = next_of(list(_JOINING_TEXTS), self.join_rule, by)
            case ("order",):
                self.ordered = not self.ordered
            case ("watching",):
                self.watched = not self.watched
            case ("time_limit",):
                self.time_limit = next_of(_TIME_LIMITS, self.time_limit, by)
            case _:
                return super().change_value(place, by)
        self.prompt.message = ""
        return True

    def _change_player(self, seat: int, by: int) -> None:
        """Replace the player of a seat with the player `by` positions further on in `kinds`. The
        host always has exactly one seat: at the host's seat, swap the host with the player `by`
        seats further on, and move the cursor along; if the host is chosen at another seat, the
        host's old seat becomes free."""
        here = self.players[seat]
        if here == ME:
            other = (seat + by) % self.seats
            self.players[seat], self.players[other] = self.players[other], ME
            self.pointed = (WHO_PLACE, other)
            return
        wanted = next_of(self.kinds(seat), here, by)
        if wanted == ME:
            self.players[self.players.index(ME)] = ANYBODY
        self.players[seat] = wanted

    def _keep_host_seated(self) -> None:
        """Move the host to the last seat if their seat no longer exists."""
        mine = self.players.index(ME)
        if mine >= self.seats:
            self.players[mine], self.players[self.seats - 1] = ANYBODY, ME

    def action_begin(self) -> None:
        """Create the table, or show what is wrong with the form."""
        with showing_errors(self.show_message):
            reserved = [self._reserved_for(seat) for seat in range(self.seats)]
            if self.join_rule == JOIN_CLOSED and None in reserved:
                raise NotAllowed("This table is by invitation only. Name a player for every seat.")
            table = self.member.waiting_tables.create(
                self.member.person,
                self.game.id,
                self.chosen_options(),
                reserved,
                open=self.join_rule,
                watch=self.watched,
                ordered=self.ordered,
                hours=self.time_limit[0],
                steps_in=self.time_limit[1],
            )
            self.context.open_waiting(table.id)

    def _reserved_for(self, seat: int) -> int | str | None:
        """Return the player for whom a seat is reserved, as an id or a bot's player string; None
        for anyone. Raises NoSuchPerson."""
        player = self.players[seat]
        if player == ME:
            return self.member.person.id
        if player != ANYBODY:
            return player
        name = self.fields[(NAME_PLACE, seat)].text.strip()
        return self.member.people.named(name).id if name else None
