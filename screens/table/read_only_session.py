"""Read-only access of reducers to the match, and the scenes built from it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from typing import TYPE_CHECKING, ClassVar, Final

from attrs import frozen

from engine.core.common_wording import series
from engine.core.event import Value
from engine.core.players import Person
from engine.core.state import State
from engine.errors import BadStore
from engine.help.placeholders import Keys
from engine.i18n.language import Translator
from engine.i18n.text import Seat, Text, verbatim, words
from engine.lobby.chat import Chat
from engine.lobby.proposals import Proposals
from engine.lobby.seat_owners import SeatOwnership, others_at
from engine.match.decision_request import DecisionRequest
from engine.match.position import PendingDecision
from screens.key_map import CHAT_COMMANDS, PALETTE_COMMAND, KeyCommand, key_name_of, keys_in_text
from screens.match_summary import local, solo_result_lines, time_left_text
from screens.paint.theme import Theme
from screens.preferences import Preferences
from screens.table.presence import free_seats_text, presence_symbols, waiting_text
from screens.table.table_state import TableState
from screens.table_view.panels import Key
from screens.table_view.scene import Scene, TablePainter

if TYPE_CHECKING:
    from engine.match.match_view import MatchView
    from engine.storage.session import Session


class ReadOnlySession:
    """Read-only access to a session for reducers, which leave changes to the driver."""

    def __init__(self, session: Session) -> None:
        self._session = session

    @property
    def match_view(self) -> MatchView:
        """The match as it may be seen at this terminal."""
        return self._session.match_view

    @property
    def seats(self) -> frozenset[int]:
        """The seats played at this terminal, by people or bots."""
        return self._session.seats

    @property
    def owns_only_some_seats(self) -> bool:
        """Whether some seats can be played from other terminals."""
        return self._session.owns_only_some_seats

    @property
    def people(self) -> list[int]:
        """The seats that people play at this terminal."""
        return self.match_view.own_people

    def ask(self, seat: int, *, openly: bool = False) -> DecisionRequest[State]:
        """Return a seat's pending decision as that seat sees it or, if `openly`, as everyone sees
        it. Raises NotYourTurn or NotYourSeat."""
        return self._session.ask(seat, openly=openly)

    def waiting_bot(self) -> PendingDecision | None:
        """Return the first pending decision of a bot; None if there is none."""
        return self._session.waiting_bot()

    def waiting_bot_searches(self) -> bool:
        """Return whether the first pending decision of a bot belongs to a bot that searches."""
        return self._session.waiting_bot_searches()

    def lacking_bot(self) -> tuple[int, str] | None:
        """Return the first seat whose bot this program does not have, and the bot's name; None if
        there is no such seat."""
        return self._session.lacking_bot()

    searches_hints: ClassVar[bool] = True
    """Whether a search for a better hint follows the immediate hint."""

    def hint(self, seat: int) -> Value:
        """Return the pick that the medium bot would make for a seat, as an immediate hint. Raises
        NotYourTurn or NotYourSeat."""
        return self._session.hint(seat)

    def why_not_take_back(self, seat: int) -> Text | None:
        """Return the reason why a seat cannot undo its last pick without the consent of others;
        None if it can."""
        return self._session.why_not_take_back(seat)

    # ------------------------------------------------------------------ session data

    @property
    def person(self) -> Person | None:
        """The person at this terminal; None if the match is not on a server."""
        return self._session.person

    @property
    def others_play(self) -> bool:
        """Whether the match is on a server, and other people have seats, too."""
        return self.person is not None and bool(others_at(self._session.record, self.person))

    def owners(self) -> Sequence[int | None]:
        """Return the id of each seat's owner, or None for a seat without an owner. Raises
        GuildhallError."""
        return self._session.store.owners(self._session.id)

    def seats_to_give(self) -> Sequence[int]:
        """Return the seats that can be given to bots by a proposal: those of people who must
        decide, and have been away for a long time or have missed the deadline. Raises
        GuildhallError."""
        return Proposals(self._session.store).to_give(self._session.id)

    def free_seats(self) -> Sequence[int]:
        """Return the seats that their players have given up. Raises GuildhallError."""
        owned = SeatOwnership(self._session.store).of(self._session.id)
        return [owner.seat for owner in owned if owner.is_free]

    def muted(self) -> frozenset[int]:
        """Return the ids of the people whom this person has muted. Raises GuildhallError."""
        assert self.person is not None
        return Chat(self._session.store).muted(self.person)

    def last_event_time(self) -> str | None:
        """Return the local time of the last event, with the date unless it was today; None if the
        time is unknown."""
        at = self.match_view.happened_last
        if at is None:
            return None
        then, now = local(at), local(self._session.store.clock())
        return f"{then:%H:%M}" if then.date() == now.date() else f"{then:%Y-%m-%d %H:%M}"

    def clock(self) -> datetime:
        """Return the current time of the database's clock."""
        return self._session.store.clock()

    def bests(self) -> Sequence[tuple[int, Text]]:
        """Return the best results after a solo game as pairs of a place and a text; empty in all
        other cases, and if the database cannot be read."""
        header = self.match_view.header
        if not self.match_view.over or len(header.seats) > 1:
            return ()
        try:
            bests = self._session.store.best(header.game, header.options, header.data)
        except BadStore:
            return ()
        return solo_result_lines(self.match_view.game, bests)


LONG_SEARCH_SECONDS: Final = 1.0
"""Seconds for which a bot must search before the screen says that it is thinking."""

SPINNER_INTERVAL: Final = 0.5
"""Seconds between two frames of the spinner."""

COMMANDS_DURING_GAME: Final = frozenset({"play.hand", "play.hint", "play.coach", "play.beforehand"})
"""Ids of the commands that do nothing once the game is over."""

COMMANDS_AFTER_GAME: Final = frozenset({"play.again", "play.watch", "play.statistics", "play.page"})
"""Ids of the commands that the help lists first once the game is over."""

LEAVE_COMMAND: Final = "play.leave"
"""Id of the command to leave the table."""


@frozen
class TableContext:
    """Environment of a table: its commands, its theme, and the page to return to.

    That page is a table if `over_table`, or else the lobby if `has_lobby`, or else the menu.
    `replaying` is true for a replay. `may_animate` returns whether there is time for animations, or
    is None if there are never any. `key_name_of` returns the name of a command's key, given the
    command's id and the person's own keys.
    """

    commands: Sequence[KeyCommand]
    theme_for: Callable[[Preferences], Theme]
    has_lobby: bool = False
    replaying: bool = False
    may_animate: Callable[[], bool] | None = None
    over_table: bool = False
    key_name_of: Callable[[str, Mapping[str, str]], Text] = key_name_of

    @property
    def home(self) -> Text:
        """Label of the page to return to: menu, lobby or table."""
        if self.over_table:
            return words("table")
        return words("lobby") if self.has_lobby else words("menu")

    def keys(self, *, over: bool = False) -> list[Key]:
        """Return the keys of the commands with their meanings, for the help. If the game is `over`,
        `COMMANDS_AFTER_GAME` come first, and `COMMANDS_DURING_GAME` are left out."""
        commands = [*self.commands, PALETTE_COMMAND]
        if over:
            commands = [command for command in commands if command.id not in COMMANDS_DURING_GAME]
            commands.sort(key=lambda command: command.id not in COMMANDS_AFTER_GAME)
        return [(command.name, self.meaning(command)) for command in commands]

    def meaning(self, command: KeyCommand) -> Text:
        if command.id == LEAVE_COMMAND and self.over_table:
            return words("back to the table")
        if command.id == LEAVE_COMMAND and self.has_lobby:
            return words("the lobby (you keep your seat)")
        return command.meaning


class SceneFactory:
    """Factory of scenes: the table as the viewer sees it, in their language and colours."""

    def __init__(
        self, session: ReadOnlySession, painter: TablePainter[State], context: TableContext
    ) -> None:
        self._session = session
        self.painter = painter
        self.context = context

    def of(self, state: TableState) -> Scene[State]:
        """Return the scene that shows the match to the viewer of `state`."""
        match_view = self._session.match_view
        length, lines = state.page.log_scroll
        translator, theme = self.translator(state), self.theme(state)
        scene = Scene.of(match_view, state.viewer, translator, theme, state.partial_pick)
        scene.earlier_cells, scene.bests = state.past.earlier_cells, state.bests
        scene.replaying, scene.own_keys = self.context.replaying, self.own_keys(state)
        costly = state.replay.costly_move_at(match_view.count) if scene.replaying else None
        scene.reviewed = None if costly is None else costly.seat
        scene.log_back = lines if length == match_view.length else 0
        deadline = state.remote_players.deadline
        if deadline is not None and scene.pending:
            scene.time_left = time_left_text(deadline.until, self._session.clock())
        scene.waiting = self._thinking_text(state)
        if self._session.owns_only_some_seats:
            scene.presence_symbols = presence_symbols(scene)
            if scene.pending and scene.waiting is None:
                scene.waiting = self._waiting_text(
                    state, [pending.seat for pending in scene.pending]
                )
        return scene

    def _thinking_text(self, state: TableState) -> Text | None:
        """Return the text about a bot that has been thinking for at least `LONG_SEARCH_SECONDS`,
        with a spinner and the seconds; None if there is no such bot, or a person is choosing."""
        thinking = state.thinking
        if thinking is None or thinking.thought is not None or state.partial_pick is not None:
            return None
        seconds = state.now - thinking.started_at
        if seconds < LONG_SEARCH_SECONDS:
            return None
        spinner = self.theme(state).glyphs(f"spin.{int(seconds / SPINNER_INTERVAL) % 4}")
        return words(
            "{seat} is thinking {sign} {n} s",
            seat=Seat(thinking.pending.seat),
            sign=verbatim(spinner),
            n=int(seconds),
        )

    def _waiting_text(self, state: TableState, seats: Sequence[int]) -> Text:
        """Return the text that names those of `seats` that are choosing (all except free ones), the
        time of the last event, and the auto-answers that the person has turned on. If all of
        `seats` are free, return a text that says so."""
        missing = [seat for seat in seats if seat in state.remote_players.free]
        if len(missing) == len(seats):
            return free_seats_text(missing)
        rest = [seat for seat in seats if seat not in missing]
        waiting = waiting_text(rest, self._session.last_event_time())
        available = self._session.match_view.game.auto_answers
        turned_on = state.remote_players.auto_answers
        titles = [answer.title for name, answer in available.items() if name in turned_on]
        if not titles:
            return waiting
        return words("{waiting} (auto-answer: {answers})", waiting=waiting, answers=series(titles))

    def theme(self, state: TableState) -> Theme:
        """Return the palette and glyphs, with the game's own role names."""
        return self.painter.theme_for_game(self.context.theme_for(state.preferences))

    def translator(self, state: TableState) -> Translator:
        """Return the translator into the reader's language, with the names at this table."""
        return Translator(
            state.preferences.language, self._session.match_view.header.names, exact=False
        )

    def translate(self, state: TableState, text: Text) -> str:
        """Return a message in the reader's language, with the names at this table."""
        return self.translator(state).translate(text)

    def keys(self, state: TableState) -> Keys:
        """Return a function that gives the name of a command's key, for guides, coach texts and
        lessons."""
        return keys_in_text(state.preferences.keys, self.translator(state))

    def own_keys(self, state: TableState) -> dict[str, str]:
        """Return the keys that the person has assigned to commands, by the names of the default
        keys."""
        own = state.preferences.keys
        commands = (*self.context.commands, *CHAT_COMMANDS)
        return {command.name: own[command.id] for command in commands if command.id in own}
