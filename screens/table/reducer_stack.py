"""A table: its layers in their order, and what an input does to what is being done there."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from typing import TYPE_CHECKING, Protocol

from attrs import evolve, frozen

from screens.key_map import TALK
from screens.table.bottom_panel import Panel
from screens.table.effects import Effect, How, Outcome, Show
from screens.table.key_line import KeyLine
from screens.table.messages import Input
from screens.table.notice_content import Telling
from screens.table.page_painting import PagePainter
from screens.table.read_only_session import Reading, Scenes, Surroundings
from screens.table.recent_changes import Recent
from screens.table.reducers.after_game import AfterTheEnd
from screens.table.reducers.animation_steps import Movement
from screens.table.reducers.bot_moves import Bots
from screens.table.reducers.chat import Saying
from screens.table.reducers.commit import Keeping
from screens.table.reducers.cursor import Steering
from screens.table.reducers.driver_events import DriverSays
from screens.table.reducers.hints import Hints
from screens.table.reducers.hot_seat import Curtains
from screens.table.reducers.inspection import Looking
from screens.table.reducers.key_commands import Commands
from screens.table.reducers.log_panel import LogBeside
from screens.table.reducers.mouse import Mouse
from screens.table.reducers.notices import CardsOnTable
from screens.table.reducers.page_navigation import Pages
from screens.table.reducers.pick_input import Picking
from screens.table.reducers.proposal_answers import Answers
from screens.table.reducers.proposals import Proposing
from screens.table.reducers.questions import Questions
from screens.table.reducers.remote_players import OthersAtTable
from screens.table.reducers.standing_orders import AnsweringBeforehand
from screens.table.reducers.undo import Rewinding
from screens.table.table_renderer import Picturing
from screens.table.table_state import Calling, Cards, Cover, Doing, Past
from screens.table.turn_flow import Going
from screens.table.upper_panel import Upper
from screens.table_view.painter_registry import painter_for

if TYPE_CHECKING:
    from screens.preferences import Preferences


class Layer(Protocol):
    """Says what an input comes to; it changes nothing, itself included."""

    def hear(self, doing: Doing, input: Input) -> Outcome | None:
        """What an input comes to; None if it is not for this layer."""


@frozen
class LayerStack:
    """`hear` is the whole of it. Nothing here changes but what pictures are made of."""

    layers: tuple[Layer, ...]
    picturing: Picturing

    def hear(self, doing: Doing, input: Input, now: float) -> tuple[Doing, tuple[Effect, ...]]:
        """What is being done after an input at a moment, and what is to be done about it; all that
        is to be painted comes last."""
        doing = evolve(doing, timers=evolve(doing.timers, now=now))
        effects: list[Effect] = []
        how, todo = How.NOTHING, deque([input])
        while todo:
            one = todo.popleft()
            for outcome in self._outcomes(doing, one):
                doing = outcome.doing
                shown = max((e.how for e in outcome.effects if isinstance(e, Show)), default=how)
                how = max(how, shown)
                self.picturing.note(shown)
                effects += [effect for effect in outcome.effects if not isinstance(effect, Show)]
                todo.extend(outcome.then)
        return doing, (*effects, Show(how)) if how else tuple(effects)

    def counts(self, doing: Doing, input: Input) -> bool:
        """Whether an input would come to more than a sentence."""
        return any(
            outcome.then
            or any(not isinstance(effect, Show) for effect in outcome.effects)
            or evolve(outcome.doing, message=doing.message) != doing
            for outcome in self._outcomes(doing, input)
        )

    def _outcomes(self, doing: Doing, input: Input) -> Iterable[Outcome]:
        """What layers say, one after another, till one keeps the input for itself."""
        for layer in self.layers:
            outcome = layer.hear(doing, input)
            if outcome is not None:
                doing = outcome.doing
                yield outcome
                if not outcome.goes_on:
                    return


def layers_for(reading: Reading, around: Surroundings) -> LayerStack:
    """The table of a match that is played: who is asked first, and who has the last word."""
    painter = painter_for(reading.sight.header.game)
    scenes = Scenes(reading, painter, around)
    recent, telling = Recent(reading, painter.marks), Telling(reading, scenes)
    going = Going(reading, scenes, recent, telling)
    pages = PagePainter(reading, scenes)
    keys = KeyLine(reading, scenes, going, pages)
    upper, panel = Upper(scenes, telling, pages, keys), Panel(reading, scenes, telling, pages, keys)
    picturing = Picturing(reading, scenes, upper, panel, recent)
    layers = (
        Movement(),
        DriverSays(),
        Saying(reading, scenes),
        Questions(),
        Curtains(reading, scenes, going),
        LogBeside(reading, scenes, picturing),
        Answers(reading),
        CardsOnTable(reading, scenes, telling),
        Bots(going),
        OthersAtTable(reading, scenes, recent, telling, going),
        Keeping(reading, scenes, recent, telling, going),
        Proposing(reading, scenes),
        AnsweringBeforehand(reading, scenes),
        Rewinding(reading, scenes),
        Hints(reading, scenes),
        Mouse(picturing),
        Looking(scenes, picturing),
        Picking(reading, scenes, picturing),
        Pages(scenes, picturing, pages),
        Steering(scenes, picturing),
        AfterTheEnd(reading, scenes),
        Commands((*around.here, *TALK)),
    )
    return LayerStack(layers, picturing)


def begin(
    reading: Reading, wishes: Preferences, now: float = 0.0, *, coached: bool = False
) -> Doing:
    """Nobody has done anything yet, at a moment at which somebody has sat down."""
    sight = reading.sight
    cover = Cover(sight.game.cover_of(sight.header.options))
    past = Past(sight.length, moved_last=not reading.apart)
    return Doing(wishes, cover, past, calling=Calling(now), cards=Cards(coached=coached))
