"""The screen on which people and bots play a match."""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import partial

from engine.core.event import Value
from engine.i18n.language import Translator
from engine.i18n.text import Text
from engine.lobby.presence import Presence
from engine.match.match_view import MatchView
from engine.storage.pubsub import topic_of
from engine.storage.session import Session
from engine.workers.pool import Thinker
from screens import key_map
from screens.play.search_tasks import BotTask, HintTask
from screens.play.subscriber import TopicSubscriber
from screens.play.table_screen import TableScreen
from screens.preferences import CALL_NOTICE, RINGING, Preferences
from screens.table import effects
from screens.table.dispatch import ReducerStack
from screens.table.effects import Effect
from screens.table.execute import execute, read_store
from screens.table.input_debounce import Monotonic
from screens.table.match_commands import MatchCommand
from screens.table.messages import StoreChanged, SuggestMove, TableMessage
from screens.table.read_only_session import ReadOnlySession
from screens.table.reducer_stack import begin, reducers_for


class PlayScreen(TableScreen):
    """Screen of a match in play. People and bots choose one after another or simultaneously.
    `thinker` returns the thinker that runs the searches of bots and hints. With `coached`, the
    coach is on. `has_lobby` says that the reader returns to a lobby instead of the menu."""

    commands = key_map.PLAY_COMMANDS

    def __init__(
        self,
        session: Session,
        preferences: Preferences,
        *,
        thinker: Callable[[], Thinker],
        coached: bool = False,
        has_lobby: bool = False,
        clock: Monotonic = time.monotonic,
    ) -> None:
        state = begin(ReadOnlySession(session), preferences, clock(), coached=coached)
        super().__init__(state, clock, has_lobby=has_lobby)
        self.session = session
        self._presence = Presence(session.store, session.id)
        self._subscriber: TopicSubscriber | None = None
        self._suggested: tuple[Value, int] | None = None
        on_result = partial(self.call_later, self.dispatch)
        self._bot_task = BotTask(session, thinker, on_result)
        self._hint_task = HintTask(session, thinker, on_result)

    def make_stack(self) -> ReducerStack:
        return reducers_for(ReadOnlySession(self.session), self.table_context())

    @property
    def match_view(self) -> MatchView:
        """The match as it may be seen at this terminal."""
        return self.session.match_view

    def translate(self, text: Text) -> str:
        return Translator(
            self.state.preferences.language, self.match_view.header.names, exact=False
        ).translate(text)

    def open(self) -> None:
        """Subscribe to the table's notifications, join the table, and show it."""
        store = self.session.store
        subscription, may_rest = store.subscribe(topic_of(self.session.id)), store.rests is not None
        self._subscriber = TopicSubscriber(self, subscription, self.report_store_change, may_rest)
        self._subscriber.start()
        self._presence.join(self.match_view.own_people)
        self._subscriber.discard_notifications()
        super().open()

    def suggest(self, pick: Value) -> None:
        """Move the cursor to `pick` as soon as the pending question is on the screen, unless the
        match has changed by then."""
        self._suggested = pick, self.match_view.length
        self.call_later(self._point_at_suggestion)

    def dispatch(self, input: TableMessage, ago: float = 0.0) -> None:
        super().dispatch(input, ago)
        self._point_at_suggestion()

    def _point_at_suggestion(self) -> None:
        partial_pick = self.state.partial_pick
        if self._suggested is not None and partial_pick is not None:
            (pick, length), self._suggested = self._suggested, None
            if partial_pick.request.length == length:
                super().dispatch(SuggestMove(pick))

    def report_store_change(self) -> None:
        """Show changes that others have saved."""
        self.dispatch(StoreChanged())

    def on_unmount(self) -> None:
        """Leave the table: unsubscribe, stop the searches, and end the alert if there is one."""
        if self._subscriber is not None:
            self._subscriber.stop()
        self._bot_task.stop()
        self._hint_task.stop()
        self._presence.leave()
        if self.state.attention.alerts:
            self.diff_app.restore_window_title()

    def carry_out(self, effect: Effect) -> TableMessage | None:
        match effect:
            case effects.Do(act):
                if isinstance(act, MatchCommand):
                    self._hint_task.stop()
                return execute(self.session, act, self.state.viewer)
            case effects.StartBot():
                self._bot_task.begin()
            case effects.StartHint(request):
                self._hint_task.begin(request)
            case effects.StopBot():
                self._bot_task.stop()
            case effects.ReadStore(query):
                return read_store(self.session, self._presence, query)
            case effects.CallAttention(text):
                self._call(text)
            case _:
                return super().carry_out(effect)
        return None

    def _call(self, title: str | None) -> None:
        """Alert the player: show `title` as the window's title and, if the settings say so, ring
        the bell and show a desktop notification. If `title` is None, end the alert."""
        if title is None:
            self.diff_app.restore_window_title()
            return
        if self.state.preferences.call in RINGING:
            self.app.bell()
        if self.state.preferences.call == CALL_NOTICE:
            self.diff_app.notify_on_desktop(title)
        self.diff_app.set_window_title(title)
