"""The lobby page: the player's tables, open tables, tables to watch, and players online."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING, ClassVar, Final

from textual.binding import BindingType

from engine.errors import GuildhallError, showing_errors
from engine.games import catalogue
from engine.i18n.text import Text, plural, words
from engine.storage.pubsub import LOBBY_CHAT_TOPIC, LOBBY_TOPIC
from screens import key_map
from screens.lobby.guest_context import GuestContext
from screens.lobby.lobby_chat import ChatPage
from screens.lobby.lobby_painting import paint_lobby
from screens.lobby.table_cards import (
    FREE_SEAT,
    LEFT_MATCH,
    OPEN_TABLE,
    OWN_MATCH,
    WAITING_TABLE,
    WATCHABLE_MATCH,
    LobbyTables,
    TableCard,
)
from screens.pages.bindings import bindings
from screens.pages.menu_actions import ACTION_PLACE, NUMBER_BINDINGS, MenuAction, run_action
from screens.pages.openers import open_lessons, open_rules, open_settings, open_statistics
from screens.pages.prompt import KeyHint, KeyQuestion
from screens.paint.canvas import Canvas, Spot
from screens.terminal.timers import sure

if TYPE_CHECKING:
    from textual.timer import Timer


RELOAD_INTERVAL: Final = 1.0
"""Minimum number of seconds between two refreshes that other players cause."""


class LobbyScreen(ChatPage):
    """Page of the lobby, with the tables, the actions, the players online and the chat."""

    BINDINGS: ClassVar[list[BindingType]] = [*bindings(key_map.LOBBY_COMMANDS), *NUMBER_BINDINGS]

    def __init__(self, context: GuestContext) -> None:
        super().__init__(context, None)
        self.lobby_tables = LobbyTables()
        self._reloaded_at: float | None = None
        self._reload_timer: Timer | None = None
        self._just_reloaded = False
        self._removed_position: int | None = None

    # ------------------------------------------------------------------ updates

    def arrive(self) -> None:
        """Subscribe to changes in the lobby and its chat. Unless another page already covers this
        one, refresh it and offer a second key if necessary."""
        self.subscriptions.subscribe(self.page_context.store, LOBBY_TOPIC, self.reload_soon)
        self.subscriptions.subscribe(self.page_context.store, LOBBY_CHAT_TOPIC, self.refresh_chat)
        if self.is_on_top:
            self.reload()
            self._just_reloaded = True
            self._offer_key()

    def on_screen_resume(self) -> None:
        """If the player has been admitted and no other page covers this one, refresh this page
        (unless `arrive` has just done so), tell the server that the player is in the lobby, and
        offer a second key if necessary."""
        just_reloaded, self._just_reloaded = self._just_reloaded, False
        if self.member.is_admitted and self.is_on_top:
            self.context.show_place()
            if not just_reloaded:
                self.reload()
            self._offer_key()

    def _offer_key(self) -> None:
        """Offer a second key, once, to a player whose only key is kept by a browser."""
        if self.member.take_key_offer():
            get_code = partial(self.context.open_profile, adds_key=True)
            self.prompt.ask_key(
                words("Only this browser has your key. Add a second one to keep your name?"),
                KeyQuestion({"enter": (words("get a code"), get_code)}, words("later")),
            )

    def reload_soon(self) -> None:
        """Refresh soon, at most once per `RELOAD_INTERVAL`, unless another page covers this one."""
        if self._reload_timer is None and self.is_on_top:
            since = (
                RELOAD_INTERVAL
                if self._reloaded_at is None
                else time.monotonic() - self._reloaded_at
            )
            wait = max(0.0, RELOAD_INTERVAL - since)
            self._reload_timer = sure(self.set_timer(wait + 0.001, self.reload))

    def reload(self) -> None:
        """If the player has been admitted and no other page covers this one, reload all lists and
        repaint. The first time, select the first table that is waiting for the player. Later, alert
        the player if more tables are waiting than before."""
        self._reload_timer = None
        if not (self.member.is_admitted and self.is_on_top):
            return
        is_first, self._reloaded_at = self._reloaded_at is None, time.monotonic()
        before, stops = self.lobby_tables.waiting, self.stops()
        try:
            with self.page_context.store.read_transaction():
                self.lobby_tables = self.load_tables()
                self.read_chat()
        except GuildhallError as error:
            self.show_message(error.text)
            return
        if is_first:
            self.pointed = next(
                (card.place for card in self.lobby_tables.own if card.waits_for_reader), None
            )
        elif self.lobby_tables.waiting > before:
            self.call_for_attention()
        if not is_first:
            self._follow_table(stops)
        if self.is_on_top:
            self.show()

    def _follow_table(self, before: Sequence[Spot]) -> None:
        """If the table under the cursor has a new place among the player's own tables after a
        refresh, move the cursor to that place. If the table has disappeared, show a message and
        select nothing until the cursor moves, so that a key does not act on the entry that takes
        its place. `before` are the stops before the refresh."""
        if self.pointed is None or self.pointed in self.stops() or self.pointed not in before:
            return
        assert isinstance(self.pointed, tuple)
        own = [card.place for card in self.lobby_tables.own if card.id == self.pointed[1]]
        if own:
            self.pointed = own[0]
            return
        self._removed_position, self.pointed = list(before).index(self.pointed), None
        gone = words("The table you had selected is no longer here.")
        self.prompt.message = self.prompt.message or self.translate(gone)

    def load_tables(self) -> LobbyTables:
        return self.context.tables.tables(self.page_context.environment.clock())

    # ------------------------------------------------------------------ painting

    def picture(self) -> Canvas:
        """Return the page, or an empty canvas while another page covers it."""
        if not self.is_on_top:
            return Canvas(*self.app.size, self.reader.theme.glyphs)
        return super().picture()

    def title_text(self) -> Text:
        if not self.member.is_admitted:
            return words("Guildhall")
        return words("Guildhall: {name}", name=self.member.person.name)

    def aside(self) -> Text | None:
        online = len(self.lobby_tables.online)
        return plural("{n} person here", "{n} people here", online) if online else None

    def stops(self) -> Sequence[Spot]:
        if not self.member.is_admitted:
            return ()
        cards = [card.place for card in self.lobby_tables.cards]
        action_stops: list[Spot] = [(ACTION_PLACE, action.name) for action in self.actions()]
        return [*cards, *action_stops]

    def default_stop(self) -> Spot | None:
        return super().default_stop() if self._removed_position is None else None

    def point(self, place: Spot) -> None:
        """Move the cursor, and discard the saved position of a table that has disappeared from
        under it."""
        self._removed_position = None
        super().point(place)

    def action_step(self, by: int) -> None:
        """Move the cursor to the next or previous stop. If the table under the cursor has
        disappeared, start from the position of its entry."""
        if self._removed_position is None or self.pointed is not None:
            super().action_step(by)
        else:
            at, stops = self._removed_position - (by < 0), self.stops()
            self.point(stops[max(0, min(len(stops) - 1, at))])

    def actions(self) -> list[MenuAction]:
        """Return the actions of the side panel, in order. Only admins get the action “admin”."""
        app, context, first = self.page_context, self.context, catalogue()[0].id
        ask_code = partial(self.prompt.ask_text, words("Table code:"), "", self._join)
        return [
            MenuAction("new", words("New table"), partial(context.open_form, first)),
            MenuAction("join", words("Join by code"), ask_code),
            MenuAction("games", words("Finished games"), context.open_saved),
            MenuAction("statistics", words("Statistics"), partial(open_statistics, app, first)),
            MenuAction("rules", words("Rules"), partial(open_rules, app, first)),
            MenuAction("learn", words("Lessons"), partial(open_lessons, app)),
            MenuAction("settings", words("Settings"), partial(open_settings, app)),
            MenuAction("profile", words("Your profile"), context.open_profile),
            *(
                [MenuAction("admin", words("Administration"), context.open_admin)]
                * self.member.is_admin
            ),
            MenuAction("quit", words("Disconnect"), app.exit),
        ]

    def paint_body(self, width: int, height: int) -> Canvas:
        if not self.member.is_admitted:
            return Canvas(width, height, self.reader.theme.glyphs)
        return paint_lobby(self, width, height)

    def is_available(self, command: str) -> bool:
        if command == "lobby.admin":
            return self.member.is_admin
        card = self._card()
        return command != "lobby.leave" or (
            card is not None and card.kind in (OWN_MATCH, WAITING_TABLE)
        )

    def hints(self) -> Sequence[KeyHint]:
        card = self._card()
        enter = words("choose") if card is None else card.action
        seated = card is not None and card.kind in (OWN_MATCH, WAITING_TABLE)
        names = ["new", "join", *(["leave"] if seated else []), "say", "quit"]
        return [KeyHint("enter", enter), *(self.reader.hint_of(f"lobby.{name}") for name in names)]

    def _card(self) -> TableCard | None:
        return next((card for card in self.lobby_tables.cards if card.place == self.pointed), None)

    # ------------------------------------------------------------------ actions

    def activate(self, place: Spot) -> None:
        """Go to the table at `place`, join or watch it, or run the action at `place`."""
        assert isinstance(place, tuple)
        kind, name = place
        go_to, tables = self.context.go_to, self.context.tables
        openers: dict[str, Callable[[str], None]] = {
            OWN_MATCH: partial(go_to, tables.resume),
            LEFT_MATCH: partial(go_to, tables.come_back),
            WAITING_TABLE: self._join_table,
            OPEN_TABLE: self._join_table,
            FREE_SEAT: partial(go_to, tables.take_seat),
            WATCHABLE_MATCH: partial(go_to, tables.watch),
            ACTION_PLACE: self._activate_action,
        }
        openers[kind](name)

    def _activate_action(self, name: str) -> None:
        """Run the action `name`. Disconnecting needs a confirmation."""
        if name != "quit":
            self.action_run(name)
            return
        yes = words("disconnect"), self.page_context.exit
        question = words("Do you want to disconnect?")
        self.prompt.ask_key(question, KeyQuestion({"enter": yes}, words("stay")))

    def change_value(self, place: Spot, by: int) -> bool:
        """Move the cursor from the tables to the actions, or back. Always return True."""
        cards = [card.place for card in self.lobby_tables.cards]
        other = [(ACTION_PLACE, "new")] if place in cards else cards
        if other:
            self.point(other[0])
        return True

    def _join_table(self, id: str) -> None:
        try:
            self.context.open_waiting(self.context.tables.join_table(id).table.id)
        except GuildhallError as error:
            self.reload()
            self.show_message(error.text)

    def action_number(self, number: int) -> None:
        """Open the form for a new table of game number `number` in the catalogue, counted from 1.
        Do nothing if there is no such game."""
        games = catalogue()
        if number <= len(games):
            self.context.open_form(games[number - 1].id)

    def action_run(self, name: str) -> None:
        run_action(self.actions(), name)

    def action_leave(self) -> None:
        """Leave the selected table: ask who takes over the seat in a match, leave a waiting table,
        or decline its invitation. If the player has no seat or invitation there, show a message
        instead."""
        card = self._card()
        if card is None or card.kind not in (OWN_MATCH, WAITING_TABLE):
            self.show_message(
                words("Select one of your own tables first. You can leave only those.")
            )
        elif card.kind == OWN_MATCH:
            self._ask_successor(card)
        else:
            with showing_errors(self.show_message):
                self.context.tables.leave_waiting(card.id)
            self.reload()

    def _ask_successor(self, card: TableCard) -> None:
        """Ask who takes over the player's seat in a match, and give up the seat once the player has
        answered."""

        def leave(successor: str | None) -> None:
            with showing_errors(self.show_message):
                self.context.tables.leave_match(card.id, successor)
                message = words(
                    "You have left your seat. You can come back until someone else takes it."
                )
                self.show_message(message)
            self.reload()

        answers = {
            str(number): (title, partial(leave, successor))
            for number, (successor, title) in enumerate(self.context.tables.successors(), 1)
        }
        question = words("Give up your seat in {game}? Choose who takes it over.", game=card.title)
        self.prompt.ask_key(question, KeyQuestion(answers, words("stay")))

    def _join(self, code: str) -> None:
        if code:
            self.context.go_to(self.context.tables.join, code)

    def action_back(self) -> None:
        """Show how to disconnect. Escape alone does not disconnect, because it is pressed too
        easily."""
        self.show_message(
            words("Press {key} to disconnect.", key=self.reader.key_name_of("lobby.quit"))
        )
