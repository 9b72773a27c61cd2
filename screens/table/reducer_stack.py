"""The reducers of a table in their order, and the dispatch of messages to them."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from attrs import evolve

from screens.key_map import TALK
from screens.table.bottom_panel import BottomPanel
from screens.table.effects import Effect, Repaint, RepaintScope, Update
from screens.table.key_line import KeyLine
from screens.table.messages import TableMessage
from screens.table.notice_content import NoticeContent
from screens.table.page_painting import PagePainter
from screens.table.read_only_session import ReadOnlySession, SceneFactory, TableContext
from screens.table.recent_changes import RecentChanges
from screens.table.reducers.after_game import AfterGame
from screens.table.reducers.bot_moves import BotMoves
from screens.table.reducers.chat import ChatInput
from screens.table.reducers.commit import CommitMoves
from screens.table.reducers.driver_events import AnimationSteps, DriverEvents, KeyCommands, Movement
from screens.table.reducers.hints import Hints
from screens.table.reducers.hot_seat import HotSeatCurtain
from screens.table.reducers.notices import Notices
from screens.table.reducers.pages import LogPanel, PageNavigation
from screens.table.reducers.pick_input import PickInput
from screens.table.reducers.pointer import CursorKeys, Inspection, Mouse
from screens.table.reducers.proposals import ProposalAnswers, ProposalKeys, StandingOrderKeys
from screens.table.reducers.questions import Questions
from screens.table.reducers.remote_players import RemoteMoves
from screens.table.reducers.undo import UndoKeys
from screens.table.routes import Reducer, Router
from screens.table.table_renderer import TableRenderer
from screens.table.table_state import (
    AttentionState,
    HotSeatPrivacy,
    NoticeState,
    ShownHistory,
    TableState,
)
from screens.table.turn_flow import TurnFlow
from screens.table.upper_panel import UpperPanel
from screens.table_view.painter_registry import painter_for

if TYPE_CHECKING:
    from screens.preferences import Preferences


class Dispatcher:
    """The reducers of a table, in the order in which they are asked."""

    def __init__(self, reducers: Sequence[Reducer]) -> None:
        self.reducers = reducers
        self._router = Router(reducers)

    def note(self, how: RepaintScope) -> None:
        """Note what must be painted anew before the next reducer is asked."""

    def dispatch(
        self, state: TableState, input: TableMessage, now: float
    ) -> tuple[TableState, tuple[Effect, ...]]:
        """Apply a message, and all messages that follow from it, at the moment `now`; returns the
        new state and the effects, of which a repaint comes last."""
        state = evolve(state, timers=evolve(state.timers, now=now))
        effects: list[Effect] = []
        how, todo = RepaintScope.NOTHING, deque([input])
        while todo:
            for update in self._updates(state, todo.popleft()):
                state, shown = update.state, RepaintScope.NOTHING
                for effect in update.effects:
                    if isinstance(effect, Repaint):
                        shown = max(shown, effect.how)
                    else:
                        effects.append(effect)
                self.note(shown or how)
                how = max(how, shown)
                todo.extend(update.follow_up)
        return state, (*effects, Repaint(how)) if how else tuple(effects)

    def counts(self, state: TableState, input: TableMessage) -> bool:
        """Whether a message would do more than show a sentence."""
        return any(
            update.follow_up
            or any(not isinstance(effect, Repaint) for effect in update.effects)
            or evolve(update.state, message=state.message) != state
            for update in self._updates(state, input)
        )

    def _updates(self, state: TableState, input: TableMessage) -> Iterator[Update]:
        """Yield the updates of the reducers that handle a message, down to the first that does not
        propagate it."""
        for requires, update_by in self._router.handlers(input):
            if requires is not None and requires(state) is None:
                continue
            update = update_by(state, input)
            if update is not None:
                state = update.state
                yield update
                if not update.propagate:
                    return


class ReducerStack(Dispatcher):
    """The reducers of a table that is painted, and its renderer. Nothing here changes except caches
    of the renderer."""

    def __init__(self, reducers: Sequence[Reducer], picturing: TableRenderer) -> None:
        super().__init__(reducers)
        self.picturing = picturing

    def note(self, how: RepaintScope) -> None:
        self.picturing.note(how)


def reducers_for(reading: ReadOnlySession, around: TableContext) -> ReducerStack:
    """The table of a match that is played: who is asked first, and who has the last word."""
    painter = painter_for(reading.sight.header.game)
    scenes = SceneFactory(reading, painter, around)
    recent, telling = RecentChanges(reading, painter.marks), NoticeContent(reading, scenes)
    going = TurnFlow(reading, scenes, recent, telling)
    pages = PagePainter(reading, scenes)
    keys = KeyLine(reading, scenes, going, pages)
    upper, panel = (
        UpperPanel(scenes, telling, pages, keys),
        BottomPanel(reading, scenes, telling, pages, keys),
    )
    picturing = TableRenderer(reading, scenes, upper, panel, recent)
    layers = (
        AnimationSteps(),
        DriverEvents(),
        ChatInput(reading, scenes),
        Questions(),
        HotSeatCurtain(reading, scenes, going),
        Movement((*around.here, *TALK)),
        LogPanel(reading, scenes, picturing),
        ProposalAnswers(reading),
        Notices(reading, scenes, telling),
        BotMoves(going),
        RemoteMoves(reading, scenes, recent, telling, going),
        CommitMoves(reading, scenes, recent, telling, going),
        ProposalKeys(reading, scenes),
        StandingOrderKeys(reading, scenes),
        UndoKeys(reading, scenes),
        Hints(reading, scenes),
        Mouse(picturing),
        Inspection(scenes, picturing),
        PickInput(reading, scenes, picturing),
        PageNavigation(scenes, picturing, pages),
        CursorKeys(scenes, picturing),
        AfterGame(reading, scenes),
        KeyCommands((*around.here, *TALK)),
    )
    return ReducerStack(layers, picturing)


def begin(
    reading: ReadOnlySession, wishes: Preferences, now: float = 0.0, *, coached: bool = False
) -> TableState:
    """Nobody has done anything yet, at a moment at which somebody has sat down."""
    sight = reading.sight
    cover = HotSeatPrivacy(sight.game.cover_of(sight.header.options))
    past = ShownHistory(sight.length, moved_last=not reading.apart)
    return TableState(
        wishes, cover, past, calling=AttentionState(now), cards=NoticeState(coached=coached)
    )
