"""The model of a table in line mode: messages go in, the state comes out.

The state, the messages and the reducers are those of the screen (`screens/table`). The timer before
a bot's move fires at once. Other timers do not fire, and nothing is painted.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from typing import Final, Protocol

from attrs import evolve

from engine.core.state import State
from engine.errors import Busy
from engine.i18n.language import Translator
from engine.i18n.text import Text
from engine.match.decision_request import DecisionRequest
from engine.match.undo import REWIND
from engine.storage.session import Session
from screens.line_mode.background_search import BackgroundSearch
from screens.line_mode.sentences import PAINTED_SIZE, SentenceWriter
from screens.line_mode.typed_commands import typed
from screens.paint.theme import Theme
from screens.preferences import CALL_OFF, CARDS_OFF, Preferences
from screens.table.effects import Do, Effect, ReadStore, StartBot, StartTimer
from screens.table.execute import CommitResult, run_server_command
from screens.table.match_commands import MatchCommand, ServerCommand
from screens.table.messages import (
    BotReady,
    CommitRefused,
    Committed,
    ServerCommandDone,
    StoreBusy,
    StoreQuery,
    StoreRead,
    TableMessage,
    TimerFired,
    WrongPick,
)
from screens.table.read_only_session import ReadOnlySession, SceneFactory, TableContext
from screens.table.reducer_stack import begin, line_reducers
from screens.table.table_state import ShownHistory, TableState
from screens.table.turn_flow import BOT_TIMER

MESSAGE_INTERVAL: Final = 10.0
"""Simulated seconds between two messages: long enough for reducers not to take a line for keys
typed ahead."""


class FlowTable(Protocol):
    """The methods of a table that `LineFlow` calls, some of which differ between local matches,
    remote matches and lessons."""

    def write(self, text: Text) -> None:
        """Print a message."""

    def write_lines(self, lines: Iterable[str]) -> None:
        """Print lines of text."""

    def commit(self, command: MatchCommand, viewer: int | None) -> CommitResult | WrongPick:
        """Execute a command on the match. `viewer` is the seat of the reader, or None."""

    def read_store(self, query: StoreQuery) -> StoreRead:
        """Read the changes that others have saved."""


class LineScenes(SceneFactory):
    """Factory of scenes with names and words in spoken form."""

    def __init__(self, session_view: ReadOnlySession, writer: SentenceWriter) -> None:
        context = TableContext(
            (), lambda preferences: writer.theme, key_name_of=lambda command, own: typed(command)
        )
        super().__init__(session_view, writer.painter, context)
        self._writer = writer

    def theme(self, state: TableState) -> Theme:
        return self._writer.theme

    def translator(self, state: TableState) -> Translator:
        return self._writer.translator

    def translate(self, state: TableState, text: Text) -> str:
        return self._writer.translate(text)


class LineSessionView(ReadOnlySession):
    """View of a session whose bots search synchronously unless there is a background search
    (`search`)."""

    def __init__(self, session: Session, search: BackgroundSearch | None) -> None:
        super().__init__(session)
        self._search = search

    def waiting_bot_searches(self) -> bool:
        return self._search is not None and super().waiting_bot_searches()


class LineFlow:
    """The state of a table in line mode, and the reducers that change it."""

    def __init__(
        self,
        table: FlowTable,
        session: Session,
        session_view: ReadOnlySession,
        writer: SentenceWriter,
        search: BackgroundSearch | None,
    ) -> None:
        self._table, self._session, self._search = table, session, search
        self._now = 0.0
        preferences = Preferences(
            language=writer.translator.language, cards=CARDS_OFF, call=CALL_OFF, pace="0"
        )
        self.state = evolve(begin(session_view, preferences), size=PAINTED_SIZE)
        scenes = LineScenes(session_view, writer)
        self._reducers = line_reducers(session_view, scenes)

    @property
    def is_thinking(self) -> bool:
        """Whether a bot's search must end before the match continues."""
        return self.state.thinking is not None and self.state.partial_pick is None

    def restart(self) -> None:
        """Count all events so far as shown, because the match continues from another position."""
        self.state = evolve(
            self.state, past=ShownHistory(self._session.match_view.length, moved_last=True)
        )

    def dispatch(self, message: TableMessage) -> None:
        """Apply a message and the messages that result from it, carry out their effects, and print
        the table's texts for the user."""
        pending = deque([message])
        while pending:
            self._now += MESSAGE_INTERVAL
            message = pending.popleft()
            self.state, effects = self._reducers.dispatch(self.state, message, self._now)
            text = self.state.message
            if text and not isinstance(message, StoreRead):  # its news is printed as sentences
                self._table.write_lines([text])
            self.state = evolve(self.state, message="", pass_screen_message="")
            pending.extend(answer for answer in map(self._carry_out, effects) if answer is not None)

    def still_asks(self, request: DecisionRequest[State], before: int) -> bool:
        """Return whether the decision of `request` is still pending and, since event `before`, its
        seat has not acted and nobody has returned to an earlier position."""
        now = self.state.partial_pick
        return (
            now is not None
            and (now.seat, now.decision) == (request.seat, request.decision)
            and not any(
                event.seat == request.seat or event.step == REWIND
                for event in self._session.match_view.since(before)
            )
        )

    def execute(self, command: MatchCommand) -> TableMessage:
        """Execute a command on the match. Dispatch the result, and return it."""
        answer = self._commit(command)
        self.dispatch(answer)
        return answer

    def poll_bot(self) -> None:
        """Let the thinking bot move, if its search has ended."""
        if self.state.thinking is not None and (answer := self._start_bot()) is not None:
            self.dispatch(answer)

    def _carry_out(self, effect: Effect) -> TableMessage | None:
        """Carry out an effect. Return the resulting message, or None if there is none."""
        match effect:
            case Do(MatchCommand() as act):
                return self._commit(act)
            case Do(ServerCommand() as act):
                return self.run_on_server(act)
            case ReadStore(query):
                store_read = self._table.read_store(query)
                if store_read.error is not None and not isinstance(store_read.error, Busy):
                    self._table.write(store_read.error.text)
                return store_read
            case StartTimer(timer, number) if timer == BOT_TIMER:
                return TimerFired(timer, number)
            case StartBot():
                return self._start_bot()
        return None

    def run_on_server(self, command: ServerCommand) -> ServerCommandDone:
        """Execute a command on the server and return the result, without dispatching it."""
        return run_server_command(self._session, command)

    def _commit(self, command: MatchCommand) -> TableMessage:
        result = self._table.commit(command, self.state.viewer)
        if isinstance(result, StoreBusy):
            return CommitRefused(command, result.error)  # the user decides when to try again
        if isinstance(result, Committed) and result.remark is not None:
            self._table.write(result.remark)
            return evolve(result, remark=None)
        return result

    def _start_bot(self) -> BotReady | None:
        """Start the background search of the bot whose turn it is, unless the search is running.
        Return the result; None if it is not yet known, if that bot does not search, or if there is
        no background search."""
        if self._search is None or not self._session.waiting_bot_searches():
            return None
        thought = self._search.bot_thought(self._session)
        return None if thought is None else BotReady(thought)
