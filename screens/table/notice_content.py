"""Content of notices: the turn summary, the end of the game, cards in place of the decision, and
the coach."""

from __future__ import annotations

from typing import Final

from attrs import evolve

from engine.help.guide import advice, coach
from screens.paint.cells import wrap
from screens.preferences import CARDS_OFF, CARDS_TIMED
from screens.table.effects import Effects, Repaint, RepaintScope, start_timer
from screens.table.read_only_session import ReadOnlySession, SceneFactory
from screens.table.table_state import LOG_PAGE, SHEET_PAGE, TableState, open_page
from screens.table_view.news import end_summary, turn_summary
from screens.table_view.notice_card import Notice
from screens.table_view.panel_asides import Asides

SUMMARY_SECONDS: Final = 4.0
"""Seconds for which a turn summary is shown if its time is limited."""

MIN_TABLE: Final = 17
"""Minimum number of rows for the table, in addition to a margin of four rows, if the coach gets
rows of its own."""

MAX_GENERAL_ADVICE: Final = 2
"""Maximum number of questions of one kind about which a player gets general advice."""

CARD_TIMER: Final = "card"
"""Timer that hides the turn summary."""


class NoticeContent:
    """Content of turn summaries and cards, the coach's advice, and the heights of the panel and the
    coach."""

    def __init__(self, session: ReadOnlySession, scenes: SceneFactory) -> None:
        self._session, self._scenes = session, scenes

    def queue_card(self, state: TableState, notice: Notice) -> TableState:
        """Queue `notice` as a card in place of the decision."""
        notices = state.notices
        if not state.card:
            notices = evolve(notices, page=0, gate=notices.gate.shut(state.now))
        return evolve(state, notices=evolve(notices, queue=(*notices.queue, notice)))

    def last_page(self, state: TableState) -> int:
        """Return the number of the last page of the current card, counted from 0; 0 if there is no
        card."""
        if state.card is None:
            return 0
        return len(state.card.pages(state.size[0], self.panel_height(state))) - 1

    def show_summary(self, state: TableState, seat: int) -> tuple[TableState, Effects]:
        """Show `seat` its turn summary, unless it has already been shown or summaries are turned
        off in the settings. If the settings limit its time, hide it after `SUMMARY_SECONDS`."""
        match_view, notices = self._session.match_view, state.notices
        if notices.summarized_until.get(seat) == match_view.count:
            return state, ()
        summarized_until = {**notices.summarized_until, seat: match_view.count}
        summary = None
        if state.preferences.cards != CARDS_OFF:
            summary = turn_summary(match_view, self._scenes.of(state), self._scenes.painter)
        notices = evolve(
            notices,
            summarized_until=summarized_until,
            summary=summary,
            is_unread=summary is not None,
        )
        state = evolve(state, notices=notices)
        if summary is None or state.preferences.cards != CARDS_TIMED:
            return state, ()
        state, effect = start_timer(state, CARD_TIMER, SUMMARY_SECONDS)
        return state, (effect,)

    def show_end(self, state: TableState) -> tuple[TableState, Effects]:
        """Show the score sheet of a finished game. Unless summaries are turned off in the settings,
        the page of the full text says how the game ended."""
        summary = None
        if state.preferences.cards != CARDS_OFF:
            summary = end_summary(
                self._session.match_view, self._scenes.of(state), self._scenes.painter
            )
        notices = evolve(state.notices, summary=summary, is_unread=False)
        state = evolve(state, notices=notices)
        return open_page(state, SHEET_PAGE), (Repaint(RepaintScope.ALL),)

    def asides(self, state: TableState) -> Asides:
        """Return the texts beside the decision: the turn summary until a key is pressed, and the
        coach if it has no rows of its own. Unless its time is limited, the summary is kept as long
        as the coach is shown, so that the coach never takes its row."""
        unread = state.notices.is_unread
        coach = "" if self.coach_rows(state) else self.advice(state)
        shows_summary = unread or (coach and state.preferences.cards != CARDS_TIMED)
        return Asides(
            state.notices.summary if shows_summary else None,
            coach,
            summary_yields=not unread,
            coach_yields=not state.notices.is_coach_unread,
        )

    def full_asides(self, state: TableState) -> Asides:
        """Return the texts that the page of the full text shows besides the decision."""
        return Asides(state.notices.summary, self.advice(state, again=True))

    # ------------------------------------------------------------------ the coach

    def record_advice(self, state: TableState) -> TableState:
        """Record that the coach has spoken about the pending question, unless the coach is off or
        this is already recorded."""
        notices = state.notices
        if not notices.coached or state.partial_pick is None:
            return state
        request = state.partial_pick.request
        at, topic = (
            (request.seat, self._session.match_view.count),
            (request.seat, request.decision.name),
        )
        if notices.coached_at == at:
            return state
        times = {**notices.coached_times, topic: notices.coached_times.get(topic, 0) + 1}
        notices = evolve(notices, coached_at=at, coached_times=times, is_coach_unread=True)
        return evolve(state, notices=notices)

    def advice(self, state: TableState, *, again: bool = False) -> str:
        """Return the coach's advice on the pending decision; empty if there is none. Advice for a
        specific situation is always given. General advice is given only for the first
        `MAX_GENERAL_ADVICE` questions of one kind, unless `again`."""
        if not state.notices.coached or state.partial_pick is None:
            return ""
        header, request = self._session.match_view.header, state.partial_pick.request
        keys, situation = self._scenes.keys(state), request.decision.situation(request.view)
        name = request.decision.name
        topics = coach(header.game, state.preferences.language, header.data, keys)
        lines = advice(topics, name, situation)
        times = state.notices.coached_times.get((request.seat, name), 0)
        if again or times <= MAX_GENERAL_ADVICE:
            return lines
        general = advice(topics, name)
        return "" if lines == general else lines

    def coach_rows(self, state: TableState) -> int:
        """Return the number of rows for the coach above the decision, which is the same for all
        decisions; 0 if the coach is off, if the game has no coach, or if there is no room."""
        if not state.notices.coached:
            return 0
        header = self._session.match_view.header
        keys = self._scenes.keys(state)
        topics = coach(header.game, state.preferences.language, header.data, keys).topics
        if not topics:
            return 0
        texts = (" ".join(passage.plain for passage in topic.passages) for topic in topics)
        longest = max(len(wrap(text, coach_width(state))) for text in texts)
        spare = state.size[1] - 2 - self.panel_height(state) - MIN_TABLE
        return longest if spare >= longest + 4 else 0

    def panel_height(self, state: TableState) -> int:
        """Return the number of rows of the decision panel. After the game, it is only as high as
        the result needs, except in a replay and while a prompt or the log is shown."""
        rows = self._scenes.painter.decision_rows(*state.size)
        match_view = self._session.match_view
        replaying = self._scenes.context.replaying
        if replaying or not match_view.over or state.question is not None or state.zone == LOG_PAGE:
            return rows
        bests = len(state.bests) + 1 if state.bests else 0
        return min(rows, max(len(match_view.header.seats), bests) + 2)


def coach_width(state: TableState) -> int:
    """Return the width of the coach's lines, in cells."""
    return max(20, state.size[0] - 6)


def drop_cards(state: TableState) -> TableState:
    """Remove all cards, read or not."""
    return evolve(state, notices=evolve(state.notices, queue=()))
