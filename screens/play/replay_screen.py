"""Screen that steps through a match, on a table with additional commands for the replay."""

from __future__ import annotations

import time
from collections.abc import Callable, Collection
from functools import partial

from attrs import evolve

from engine.i18n.language import Translator
from engine.i18n.text import Text
from engine.match.match import Match
from engine.search.review import Review
from engine.workers.pool import Thinker
from screens import key_map
from screens.play.search_tasks import ReviewTask, SaveReview
from screens.play.table_screen import TableScreen
from screens.preferences import Preferences
from screens.table.dispatch import ReducerStack
from screens.table.effects import Effect, GoToEvent, StartReview, StopReview
from screens.table.messages import ReplayMoved, TableMessage
from screens.table.read_only_session import TableContext
from screens.table.reducer_stack import begin_replay, replay_reducers
from screens.table.replay_position import ReplayPosition


class ReplayScreen(TableScreen):
    """Screen with the replay of a match."""

    commands = key_map.REPLAY_COMMANDS

    def __init__(
        self,
        match: Match,
        preferences: Preferences,
        at: int | None = None,
        message: str = "",
        *,
        thinker: Callable[[], Thinker],
        has_lobby: bool = False,
        over_table: bool = False,
        match_id: str | None = None,
        review: Review | None = None,
        viewer: int | None = None,
        own: Collection[int] = (),
        save: SaveReview = lambda body: None,
        person_id: int = 0,
    ) -> None:
        """Show a finished match with all secrets, and a running one as the seat `viewer` may see
        it, or as spectators may if `viewer` is None.

        The replay starts after `at` events, or at the end if `at` is None, with the text `message`.
        `has_lobby` says that the reader returns to a lobby instead of the menu, and `over_table`
        that the reader returns to a table. `match_id` is the match's id in the database. `own` are
        the reader's seats, whose costly moves are shown; if there are none, the costly moves of all
        seats are shown. `review` is the saved review, and `save` saves it. `thinker` returns the
        thinker that runs the searches of the review, for the person `person_id`.
        """
        self._over_table = over_table
        self.match_id = match_id
        self.recording = ReplayPosition(match, at, () if viewer is None else (viewer,))
        state = begin_replay(self.recording, preferences, message, review, viewer, own)
        super().__init__(state, time.monotonic, has_lobby=has_lobby)
        dispatch = partial(self.call_later, self.dispatch)
        self._review_task = ReviewTask(match, thinker, dispatch, save, person_id)

    def table_context(self) -> TableContext:
        return evolve(super().table_context(), replaying=True, over_table=self._over_table)

    def make_stack(self) -> ReducerStack:
        return replay_reducers(self.recording, self.table_context())

    def translate(self, text: Text) -> str:
        names = self.recording.match.header.names
        return Translator(self.state.preferences.language, names, exact=False).translate(text)

    def on_unmount(self) -> None:
        """Stop the review, and save its latest state."""
        self._review_task.stop()

    def carry_out(self, effect: Effect) -> TableMessage | None:
        match effect:
            case GoToEvent(at, part, with_undone, then):
                self.recording.go_to(at, part, with_undone=with_undone)
                return ReplayMoved(then)
            case StartReview():
                self._review_task.begin(self.state.replay.review)
            case StopReview():
                self._review_task.stop()
            case _:
                return super().carry_out(effect)
        return None
