"""Keys that are available now, for the line of keys and the help."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from engine.core.state import State
from engine.i18n.text import Seat, Text, words
from screens import key_map
from screens.input_modes.multi_select import CONFIRM_KEY
from screens.input_modes.partial_pick import PartialPick
from screens.input_modes.steppers import Steppers
from screens.key_map import BY_ID, KeyCommand, key_name_of
from screens.table.page_painting import PagePainter
from screens.table.people_view import AGREE_KEY, DECLINE_KEY
from screens.table.read_only_session import (
    COMMANDS_DURING_GAME,
    LEAVE_COMMAND,
    ReadOnlySession,
    SceneFactory,
)
from screens.table.table_state import FULL_TEXT_PAGE, LOG_PAGE, TABLE_PAGE, TableState
from screens.table.turn_flow import TurnFlow
from screens.table.undo_target import undo_target
from screens.table_view.panels import Key

NEXT_PAGE: Final = "Tab"

COUNTER_HINT: Final[Key] = (
    "+ -",
    words("in counters: one more, one fewer (or mouse wheel, clicks)"),
)
"""Entry for counters in the help. It is left out while counters are shown, because they name their
own keys."""


class KeyLine:
    """The keys that are available at a table."""

    def __init__(
        self,
        session: ReadOnlySession,
        scenes: SceneFactory,
        turn_flow: TurnFlow,
        pages: PagePainter,
    ) -> None:
        self._session, self._scenes, self._turn_flow, self._pages = (
            session,
            scenes,
            turn_flow,
            pages,
        )

    def of(self, state: TableState) -> Sequence[Key]:
        """Return the keys for the line of keys. On another page, the key that leads back comes
        first; during inspection, there are only the keys of inspection."""
        if state.inspecting:
            return inspection_keys(self._scenes.context.home)
        keys = self._at_table(state)
        return keys if state.zone == TABLE_PAGE else on_another_page(self._scrolling(state, keys))

    def _scrolling(self, state: TableState, keys: Sequence[Key]) -> list[Key]:
        """Return `keys` for another page, on which Enter scrolls instead of choosing. On the page
        of the full text, where Enter leads back, Space scrolls. The key is left out if the page
        fits on the screen."""
        scroll = ("Space" if state.zone == FULL_TEXT_PAGE else "Enter", words("scroll"))
        scrolls = self._pages.max_scroll(state) > 0
        return [
            scroll if key[0] == "Enter" else key for key in keys if scrolls or key[0] != "Enter"
        ]

    def _at_table(self, state: TableState) -> Sequence[Key]:
        keys: list[Key] = []
        match_view, partial_pick = self._session.match_view, state.partial_pick
        has_card = state.is_covered
        if has_card or self._turn_flow.waits_for_key(state):
            keys.append(("Space", words("continue") if has_card else words("the next move")))
        if match_view.over:
            again = ("play.again",) if self._session.seats else ()
            ids = (*again, "play.watch", "play.statistics", LEAVE_COMMAND)
            keys += self._line_of([BY_ID[id] for id in ids])
        if state.zone == LOG_PAGE:
            keys.append(("arrows", words("line by line")))
        elif partial_pick is not None and not state.is_covered:
            keys += _choosing_keys(state, partial_pick)
        asked_seat = state.viewer if partial_pick is None else partial_pick.seat
        undo = undo_target(
            self._session, asked_seat, key_name_of("play.rewind", state.preferences.keys)
        )
        if undo.seat is not None and undo.is_possible:
            keys.append(("u", self._undo_label(undo.seat)))
        if partial_pick is not None and state.privacy.hides_hands(match_view):
            own = state.privacy.shows_own_secrets(match_view, partial_pick.decision)
            keys += [] if own else self._line_of([BY_ID["play.hand"]])
        if partial_pick is not None:
            keys += self._line_of([BY_ID["play.hint"]])
        if state.notices.summary is not None and state.notices.is_unread:
            keys += self._line_of([BY_ID["play.watch"]])
        return [*keys, *(key for key in self._table_keys(state) if key not in keys)]

    def _table_keys(self, state: TableState) -> Sequence[Key]:
        title = self._pages.title_of(self._pages.next_zone(state, 1))
        next_page_title = words("{page}", page=title)
        table_keys = self._line_of(key_map.TABLE_COMMANDS)
        keys = [
            (key, next_page_title if key == NEXT_PAGE else meaning) for key, meaning in table_keys
        ]
        if self._session.person is None or len(self._session.match_view.header.people) < 2:
            return keys
        return [*keys[:-1], *self._line_of([BY_ID["play.say"]]), keys[-1]]

    def _undo_label(self, seat: int) -> Text:
        """Return the label of undo, with the player's name on a shared keyboard."""
        if len(self._session.people) == 1:
            return words("undo")
        return words("undo: {seat}", seat=Seat(seat))

    def _line_of(self, commands: Sequence[KeyCommand]) -> list[Key]:
        return line_of(commands, self._scenes.context.home)

    def all(self, state: TableState) -> Sequence[Key]:
        """Return all available keys, for the help. Once the game is over, the keys that choose are
        left out."""
        over = self._session.match_view.over
        return [
            *(() if over else self._choosing_keys_in_help(state)),
            *self._scenes.context.keys(over=over),
            *(self._server_keys(over=over) if self._session.person is not None else ()),
        ]

    def _choosing_keys_in_help(self, state: TableState) -> Sequence[Key]:
        """Return the keys that choose, those of the current input mode first."""
        common = ("arrows", "Enter", "Escape", CONFIRM_KEY)
        input_mode = None if state.partial_pick is None else state.partial_pick.input_mode
        mode_keys = () if input_mode is None else input_mode.keys()
        moves = [
            key_name_of(command.id, state.preferences.keys).plain()
            for command in key_map.MOVE_COMMANDS
        ]
        return [
            *(key for key in mode_keys if key[0] not in common),
            ("arrows", words("move to another choice")),
            (
                " ".join(moves[:4]),
                words(
                    "move, like the arrow keys; {first} and {last} go to the first and last choice",
                    first=moves[4],
                    last=moves[5],
                ),
            ),
            (
                "1 2 3 a b",
                words("go to the choice with that key; press it again, or Enter, to choose it"),
            ),
            ("Enter", words("confirm the choice")),
            *(() if isinstance(input_mode, Steppers) else [COUNTER_HINT]),
            ("w", words("confirm marked")),
        ]

    def _server_keys(self, *, over: bool) -> Sequence[Key]:
        """Return the keys for tables with players at other terminals. If the game is `over`, leave
        out those that no longer do anything."""
        label = words("agree to a proposal, or decline it")
        chat_commands = [
            command
            for command in key_map.CHAT_COMMANDS
            if not (over and command.id in COMMANDS_DURING_GAME)
        ]
        return [
            (f"{AGREE_KEY} {DECLINE_KEY}", label),
            *((command.name, command.meaning) for command in chat_commands),
        ]


def line_of(commands: Sequence[KeyCommand], home: Text) -> list[Key]:
    """Return the keys and labels of the commands in `commands` that the line of keys shows. `home`
    is the label of the key that leaves the table."""
    return [
        (command.name, home if command.id == LEAVE_COMMAND else command.short)
        for command in commands
        if command.short is not None
    ]


def inspection_keys(home: Text) -> list[Key]:
    """Return the key hints shown while the player inspects the table. `home` is the label of the
    key that leaves the table."""
    arrows = ("arrows", words("move from one thing to the next"))
    last_keys = line_of([BY_ID["play.help"], BY_ID[LEAVE_COMMAND]], home)
    return [arrows, ("Escape", words("stop looking")), *last_keys]


def on_another_page(keys: Sequence[Key]) -> list[Key]:
    """Return `keys` for another page, with the one that leads back first."""
    return [("Escape", words("table")), *(key for key in keys if key[0] != "Escape")]


def _choosing_keys(state: TableState, partial_pick: PartialPick[State]) -> Sequence[Key]:
    """Return the keys for choosing and, once parts are chosen, for going back. While a pick is
    waiting for its confirmation, the key that cancels it comes first. On another page, there are no
    keys if the input mode needs the table."""
    if partial_pick.input_mode.needs_table and state.zone != TABLE_PAGE:
        return ()
    keys = partial_pick.input_mode.line_keys()
    if state.confirming:
        other_keys = [key for key in keys if key[0] not in ("Enter", "Escape")]
        return [("Escape", words("choose again")), *other_keys]
    # Input modes that undo what is marked or moved name the way back themselves.
    has_way_back = any(key == "Escape" for key, _ in keys) or not partial_pick.is_begun
    return keys if has_way_back else [*keys, ("Escape", words("back"))]
