"""A table: its layers in their order, and what an input does to what is being done there."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from typing import TYPE_CHECKING, Protocol

from attrs import evolve, frozen

from screens.commands import TALK
from screens.doing.effects import Effect, How, Outcome, Show
from screens.doing.going import Going
from screens.doing.inputs import Input
from screens.doing.key_line import KeyLine
from screens.doing.layers.answers import Answers
from screens.doing.layers.beforehand import AnsweringBeforehand
from screens.doing.layers.bots import Bots
from screens.doing.layers.cards import CardsOnTable
from screens.doing.layers.commands import Commands
from screens.doing.layers.cursor import Steering
from screens.doing.layers.curtains import Curtains
from screens.doing.layers.driver import DriverSays
from screens.doing.layers.ending import AfterTheEnd
from screens.doing.layers.hints import Hints
from screens.doing.layers.keeping import Keeping
from screens.doing.layers.log_beside import LogBeside
from screens.doing.layers.looking import Looking
from screens.doing.layers.mouse import Mouse
from screens.doing.layers.movement import Movement
from screens.doing.layers.others import OthersAtTable
from screens.doing.layers.pages import Pages
from screens.doing.layers.picking import Picking
from screens.doing.layers.proposing import Proposing
from screens.doing.layers.questions import Questions
from screens.doing.layers.rewinding import Rewinding
from screens.doing.layers.saying import Saying
from screens.doing.page_painting import PagePainter
from screens.doing.panel import Panel
from screens.doing.picturing import Picturing
from screens.doing.reading import Reading, Scenes, Surroundings
from screens.doing.recent import Recent
from screens.doing.telling import Telling
from screens.doing.upper import Upper
from screens.doing.values import Calling, Cards, Cover, Doing, Past
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
