"""A table: its layers in their order, and what an input does to what is being done there."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from typing import TYPE_CHECKING, Protocol

from attrs import evolve, frozen

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
from screens.table.reducers.animation_steps import AnimationSteps
from screens.table.reducers.bot_moves import BotMoves
from screens.table.reducers.chat import ChatInput
from screens.table.reducers.commit import CommitMoves
from screens.table.reducers.cursor import CursorKeys
from screens.table.reducers.driver_events import DriverEvents
from screens.table.reducers.hints import Hints
from screens.table.reducers.hot_seat import HotSeatCurtain
from screens.table.reducers.inspection import Inspection
from screens.table.reducers.key_commands import KeyCommands
from screens.table.reducers.log_panel import LogPanel
from screens.table.reducers.mouse import Mouse
from screens.table.reducers.movement import Movement
from screens.table.reducers.notices import Notices
from screens.table.reducers.page_navigation import PageNavigation
from screens.table.reducers.pick_input import PickInput
from screens.table.reducers.proposal_answers import ProposalAnswers
from screens.table.reducers.proposals import ProposalKeys
from screens.table.reducers.questions import Questions
from screens.table.reducers.remote_players import RemoteMoves
from screens.table.reducers.standing_orders import StandingOrderKeys
from screens.table.reducers.undo import UndoKeys
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


class Reducer(Protocol):
    """Says what an input comes to; it changes nothing, itself included."""

    def update(self, state: TableState, input: TableMessage) -> Update | None:
        """What an input comes to; None if it is not for this layer."""


@frozen
class ReducerStack:
    """`hear` is the whole of it. Nothing here changes but what pictures are made of."""

    layers: tuple[Reducer, ...]
    picturing: TableRenderer

    def dispatch(
        self, state: TableState, input: TableMessage, now: float
    ) -> tuple[TableState, tuple[Effect, ...]]:
        """What is being done after an input at a moment, and what is to be done about it; all that
        is to be painted comes last."""
        state = evolve(state, timers=evolve(state.timers, now=now))
        effects: list[Effect] = []
        how, todo = RepaintScope.NOTHING, deque([input])
        while todo:
            one = todo.popleft()
            for outcome in self._outcomes(state, one):
                state = outcome.state
                shown = max((e.how for e in outcome.effects if isinstance(e, Repaint)), default=how)
                how = max(how, shown)
                self.picturing.note(shown)
                effects += [effect for effect in outcome.effects if not isinstance(effect, Repaint)]
                todo.extend(outcome.follow_up)
        return state, (*effects, Repaint(how)) if how else tuple(effects)

    def counts(self, state: TableState, input: TableMessage) -> bool:
        """Whether an input would come to more than a sentence."""
        return any(
            outcome.follow_up
            or any(not isinstance(effect, Repaint) for effect in outcome.effects)
            or evolve(outcome.state, message=state.message) != state
            for outcome in self._outcomes(state, input)
        )

    def _outcomes(self, state: TableState, input: TableMessage) -> Iterable[Update]:
        """What layers say, one after another, till one keeps the input for itself."""
        for layer in self.layers:
            outcome = layer.update(state, input)
            if outcome is not None:
                state = outcome.state
                yield outcome
                if not outcome.propagate:
                    return


def reducers_for(reading: ReadOnlySession, around: TableContext) -> ReducerStack:
    """The table of a match that is played: who is asked first, and who has the last word."""
    painter = painter_for(reading.sight.header.game)
    scenes = SceneFactory(reading, painter, around)
    recent, telling = RecentChanges(reading, painter), NoticeContent(reading, scenes)
    going = TurnFlow(reading, scenes, recent, telling)
    pages = PagePainter(reading, scenes, telling)
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
        Notices(reading, scenes),
        BotMoves(scenes, going),
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
    past = ShownHistory(sight.length, moved_last=not reading.apart, looked_till=sight.count)
    return TableState(
        wishes, cover, past, calling=AttentionState(now), cards=NoticeState(coached=coached)
    )
