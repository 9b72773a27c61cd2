"""The page of a waiting table: its seats, how to join it, and who may start its match."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import ClassVar, Concatenate, ParamSpec

from textual.binding import BindingType

from engine.core.players import Person
from engine.errors import GuildhallError, NoSuchTable, showing_errors
from engine.games import entry
from engine.i18n.text import Text, plural, words
from engine.lobby.chat import ChatLine
from engine.lobby.matchmaking import HOST_AWAY
from engine.lobby.waiting_table import JOIN_RULES, TableSlot, WaitingTable
from engine.storage.pubsub import LOBBY_CHAT_TOPIC, LOBBY_TOPIC, topic_of
from screens import key_map
from screens.lobby.guest_context import GuestContext
from screens.lobby.lobby_chat import ChatPage
from screens.lobby.table_cards import seats_taken
from screens.lobby.waiting_painting import paint_waiting_table, rows_needed
from screens.lobby.waiting_view import (
    BEGIN_PLACE,
    EMPTY_PLACE,
    JOINING_PLACE,
    LEAVE_PLACE,
    OPTIONS_PLACE,
    SEAT_PLACE,
    WaitingView,
)
from screens.pages.bindings import bindings
from screens.pages.game_form import bot_description, bot_players, next_of
from screens.pages.page_frame import body_height
from screens.pages.prompt import KeyHint
from screens.paint.canvas import Canvas, Spot
from screens.terminal.timers import sure

P = ParamSpec("P")
TableChange = Callable[Concatenate[str, Person, P], WaitingTable | str]
"""Function that changes a waiting table. Its first two parameters are the table id and the player
who makes the change. The result is the changed table, or the id of the match that has started."""


class WaitingTableScreen(ChatPage):
    """The page of a waiting table, until its match starts."""

    BINDINGS: ClassVar[list[BindingType]] = bindings(key_map.WAITING_COMMANDS)

    command_prefix = "waiting"

    def __init__(self, context: GuestContext, table: WaitingTable) -> None:
        super().__init__(context, table.id)
        clock = self.page_context.environment.clock
        self.view = WaitingView(table, self.member.person.id, self.page_context.store, clock)
        self.in_lobby: Sequence[ChatLine] = ()
        self._pending_confirmation: Spot | None = None
        self._was_hidden = False

    # ------------------------------------------------------------------ updates

    def on_mount(self) -> None:
        """Subscribe to changes of the table and of the lobby, load the table, and select the most
        likely action."""
        for topic in (topic_of(self.view.table.id), LOBBY_TOPIC, LOBBY_CHAT_TOPIC):
            self.subscriptions.subscribe(self.page_context.store, topic, self.reload)
        self.reload()
        self.point(self.view.first_stop())

    def on_screen_suspend(self) -> None:
        """Record that another page covers this one."""
        self._was_hidden = True

    def on_screen_resume(self) -> None:
        """Refresh what has changed while another page covered this one."""
        if self._was_hidden:
            self._was_hidden = False
            self.reload()

    def default_stop(self) -> Spot:
        return self.view.first_stop()

    def reload(self) -> None:
        """Reload the table. Go to the match if it has started, and back to the lobby if the table
        has been closed or the player is no longer at it."""
        before = self.view.table
        try:
            self.view.table = self.member.waiting_tables.get(self.view.table.id)
            self.read_chat()
            lines = self.member.chat.lobby_lines(None, self.member.person)
            self.in_lobby = self.member.unread_in_lobby(lines)
        except NoSuchTable:
            id, self._was_hidden = self.view.table.id, False
            try:
                self.page_context.store.record(id)
            except GuildhallError:
                self._close(words("The table has been closed."))
            else:
                self.subscriptions.stop()
                self.call_for_attention()
                self.context.resume(id)
            return
        except GuildhallError as error:
            self.show_message(error.text)
            return
        if self.view.table.slot_of(self.member.person.id) is None:
            self._close(words("You are no longer at that table."))
            return
        if self.view.is_here(self.view.table.host):
            self.view.host_away_since = None
        elif self.view.host_away_since is None:
            self.view.host_away_since = self.view.clock()
            sure(self.set_timer(HOST_AWAY + 1, self.reload))
        if before.free and not self.view.table.free and _seat_of(self.pointed) is not None:
            self.pointed, self._pending_confirmation = self.view.first_stop(), None
        self.show()

    def _close(self, text: Text | None = None) -> None:
        """Go back to the lobby, showing `text` there if given, and ignore further events."""
        self.subscriptions.stop()
        self._was_hidden = False
        while not self.is_on_top:
            self.app.pop_screen()
        self.dismiss()
        if text is not None:
            self.context.show_in_lobby(text)

    # ------------------------------------------------------------------ painting

    def title_text(self) -> Text:
        return words("{game}: waiting for players", game=entry(self.view.table.game).names)

    def aside(self) -> Text:
        return seats_taken(self.view.table)

    def stops(self) -> Sequence[Spot]:
        width, height = self.app.size
        room = body_height(height, self.pane)
        cut = rows_needed(self, width, room) > room
        return [*self.view.stops(), *([OPTIONS_PLACE] if cut else [])]

    def paint_body(self, width: int, height: int) -> Canvas:
        return paint_waiting_table(self, width, height)

    def is_available(self, command: str) -> bool:
        match command.removeprefix("waiting."):
            case "begin":
                return self.view.can_begin
            case "order" | "come" | "add" | "drop":
                return self.view.is_host
            case "up" | "down" | "empty" | "keep":
                return self.view.is_host and _seat_of(self.pointed) is not None
        return True

    def about(self) -> str:
        """Return the description of the bot at the selected seat, or of the settings; an empty
        string if there is neither under the cursor."""
        match self.pointed:
            case ("options",):
                return self.translate(
                    words("The host chose these settings when creating the table.")
                )
            case ("seat", int(seat)) if seat < len(self.view.table.slots):
                level = bot_description(self.view.table.slots[seat].bot)
                return "" if level is None else self.translate(level)
        return super().about()

    def hints(self) -> Sequence[KeyHint]:
        if self.pointed == OPTIONS_PLACE:
            main_hint = KeyHint("up", words("up"))
        elif self.pointed == BEGIN_PLACE:
            main_hint = KeyHint("enter", words("start"))
        elif self.pointed == LEAVE_PLACE:
            main_hint = KeyHint("enter", words("leave"))
        elif self.pointed == JOINING_PLACE:
            main_hint = KeyHint("right", words("who can join"))
        elif self.view.is_host:
            main_hint = KeyHint("right", words("a bot or a person"))
        elif self.view.is_own(self.pointed):
            main_hint = self.reader.hint_of("waiting.leave")
        else:
            main_hint = KeyHint("enter", words("take this seat"))
        keys = [main_hint]
        if self.view.may_begin and self.pointed != BEGIN_PLACE:
            keys.append(self.reader.hint_of("waiting.begin"))
        keys.append(self.reader.hint_of("waiting.say"))
        if self.pointed != LEAVE_PLACE and not self.view.is_own(self.pointed):
            keys.append(self.reader.hint_of("waiting.leave"))
        keys.append(KeyHint("escape", words("to the lobby")))
        if self.view.is_host and _seat_of(self.pointed) is not None:
            keys += map(self.reader.hint_of, ("waiting.up", "waiting.down"))
            keys += map(self.reader.hint_of, ("waiting.keep", "waiting.empty"))
        if self.view.is_host:
            keys += map(self.reader.hint_of, ("waiting.add", "waiting.drop", "waiting.order"))
        return keys

    # ------------------------------------------------------------------ actions

    def point(self, place: Spot) -> None:
        """Move the cursor, which cancels a pending confirmation."""
        self._pending_confirmation = None
        super().point(place)

    def clicked(self, place: Spot) -> None:
        """Run the action of a clicked button, including the buttons that the cursor cannot reach,
        unless a question is open. Process other clicks as on any page."""
        if self.prompt.question is None and place in self.view.buttons():
            self.activate(place)
        else:
            super().clicked(place)

    def activate(self, place: Spot) -> None:
        match place:
            case ("begin",):
                self.action_begin()
            case ("leave",):
                self.action_leave()
            case ("order",):
                self.action_order()
            case ("joining",):
                self.action_change_join_rule()
            case ("add",):
                self.action_change_seats(1)
            case ("drop",):
                self.action_change_seats(-1)
            case ("empty", int(seat)):
                self.action_empty(seat)
            case ("move", int(seat), int(by)):
                self.point((SEAT_PLACE, seat))
                self.action_move(by)
            case ("seat", int(seat)) if self.view.is_host:
                self.change_value(place, 1)
            case ("seat", int()) if self.view.is_own(place):
                key = self.reader.key_name_of("waiting.leave")
                self.show_message(words("This is your seat. {key} leaves the table.", key=key))
            case ("seat", int(seat)):
                self._change_table(self.member.waiting_tables.join, seat)

    def change_value(self, place: Spot, by: int) -> bool:
        """Change who may join or, if this player is the host, the player of a seat. Removing a
        person needs a confirmation. Return False at any other stop."""
        match place:
            case ("joining",):
                self.action_change_join_rule(by)
                return True
            case ("seat", int(seat)) if self.view.is_host:
                if self._asks_before_removal(self.view.table.slots[seat]):
                    return True
                kinds: list[str | None] = [None, *bot_players()]
                who = next_of(kinds, self.view.table.slots[seat].bot, by)
                self._change_table(self.member.waiting_tables.assign_seat, seat, who)
                return True
            case _:
                return False

    def _asks_before_removal(self, slot: TableSlot, act: str = SEAT_PLACE) -> bool:
        """Ask for confirmation before the action `act` removes a person from a seat. Return whether
        the confirmation is still missing."""
        confirmation = (act, slot.seat, slot.person)
        if (
            slot.person in (None, self.member.person.id)
            or self._pending_confirmation == confirmation
        ):
            self._pending_confirmation = None
            return False
        self._pending_confirmation = confirmation
        self.show_message(
            words("{name} has that seat. Press again to remove them.", name=slot.name)
        )
        return True

    def action_move(self, by: int) -> None:
        """Swap the player at the selected seat with the player `by` seats further on, if there is
        such a seat. This also fixes the seat order. If this player is not the host, show a message
        instead."""
        seat = _seat_of(self.pointed)
        if not self.view.is_host:
            self.show_message(
                words("{host} decides who sits where.", host=self.view.table.host_name)
            )
        elif seat is None:
            self.show_message(words("Select a seat first."))
        elif 0 <= seat + by < len(self.view.table.slots):
            seats = list(range(len(self.view.table.slots)))
            seats[seat], seats[seat + by] = seats[seat + by], seats[seat]
            self.pointed = (SEAT_PLACE, seat + by)
            self._change_table(self.member.waiting_tables.reorder, seats)

    def action_order(self) -> None:
        """Toggle between a random and a fixed seat order. If the player is not the host, show a
        message instead."""
        table = self.view.table
        if not self.view.is_host:
            self.show_message(words("{host} decides who sits where.", host=table.host_name))
        elif table.ordered:
            self._change_table(self.member.waiting_tables.draw_order)
        else:
            self._change_table(self.member.waiting_tables.reorder, range(len(table.slots)))

    def _refuse_unless_host(self) -> bool:
        """Return whether the player is not the host. If so, show that only the host decides about
        joining and seats."""
        if not self.view.is_host:
            self.show_message(
                words(
                    "{host} decides who can join and who sits where.",
                    host=self.view.table.host_name,
                )
            )
        return not self.view.is_host

    def action_change_join_rule(self, by: int = 1) -> None:
        """Replace the rule that says who may join with the rule `by` positions further on in
        `JOIN_RULES`. If the player is not the host, show a message instead."""
        if not self._refuse_unless_host():
            self._change_table(
                self.member.waiting_tables.set_who_may_join,
                next_of(JOIN_RULES, self.view.table.open, by),
            )

    def action_change_seats(self, by: int) -> None:
        """Add a seat if `by` is positive. Otherwise, remove a seat that is not the host's: the
        selected one or, failing that, the last free seat, the last seat with a bot, or the last
        seat with a person, in this order. Removing a person needs a confirmation. If the player is
        not the host, show a message instead."""
        if self._refuse_unless_host():
            return
        if by > 0:
            self._change_table(self.member.waiting_tables.add_seat)
            return
        own = self.member.person.id
        others = [slot for slot in self.view.table.slots if slot.person != own]
        pointed = [slot for slot in others if slot.seat == _seat_of(self.pointed)]
        by_priority = sorted(
            others, key=lambda slot: (slot.is_free, slot.person is None, slot.seat)
        )
        if not others:
            self.show_message(words("There is no other seat to remove."))
            return
        slot = (pointed or by_priority)[-1]
        if not self._asks_before_removal(slot, "drop"):
            self._change_table(self.member.waiting_tables.drop_seat, slot.seat)

    def action_empty(self, seat: int | None = None) -> None:
        """Free `seat`, by default the selected seat, so that anyone can take it."""
        seat = self._seat_to_change(EMPTY_PLACE, seat)
        if seat is not None:
            self._change_table(self.member.waiting_tables.assign_seat, seat, None)

    def action_reserve(self) -> None:
        """Ask which player to reserve the selected seat for, and reserve it."""

        def reserve(name: str) -> None:
            with showing_errors(self.show_message):
                if name and seat is not None:
                    who = self.member.people.named(name).id
                    self._change_table(self.member.waiting_tables.assign_seat, seat, who)

        seat = self._seat_to_change("keep")
        if seat is not None:
            self.prompt.ask_text(words("Who do you want to reserve the seat for?"), "", reserve)

    def _seat_to_change(self, act: str, seat: int | None = None) -> int | None:
        """Return `seat`, by default the selected seat. If the action `act` cannot change it now, or
        first needs a confirmation, show a message and return None."""
        seat = _seat_of(self.pointed) if seat is None else seat
        if self._refuse_unless_host():
            return None
        if seat is None:
            self.show_message(words("Select a seat first."))
            return None
        return None if self._asks_before_removal(self.view.table.slots[seat], act) else seat

    def _change_table(self, change: TableChange[P], *args: P.args, **kwargs: P.kwargs) -> None:
        """Change the table by calling `change` with `args` and `kwargs` as further arguments, and
        refresh. If that is not possible, show why."""
        try:
            change(self.view.table.id, self.member.person, *args, **kwargs)
        except GuildhallError as error:
            self.reload()
            self.show_message(error.text)
        else:
            self.reload()

    def action_begin(self) -> None:
        """Start the match. If seats are free, ask for confirmation first."""
        if (
            self.view.can_begin
            and self.view.table.free
            and self._pending_confirmation != BEGIN_PLACE
        ):
            self._pending_confirmation = BEGIN_PLACE
            self.show_message(
                plural(
                    "{n} seat is still free. Press again to start without it.",
                    "{n} seats are still free. Press again to start without them.",
                    self.view.table.free,
                )
            )
            return
        self._change_table(self.member.waiting_tables.start, host_away=self.view.host_away)

    def action_leave(self) -> None:
        self.subscriptions.stop()
        with showing_errors(self.context.show_in_lobby):
            self.member.waiting_tables.leave(self.view.table.id, self.member.person)
        self._close()


def _seat_of(place: Spot | None) -> int | None:
    """Return the seat at a stop; None if the stop is not a seat."""
    match place:
        case ("seat", int(seat)):
            return seat
    return None
