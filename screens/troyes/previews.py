"""What a choice of Troyes would do, told before it counts."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from engine.errors import Refusal
from engine.foresight import Foresight
from engine.games.troyes.abilities import card_words, event_words
from engine.games.troyes.groups import NO_CUBE
from engine.games.troyes.preview import preview
from engine.games.troyes.setup import PlaceFirst
from engine.games.troyes.state import Town
from engine.games.troyes.using import GroupCommand
from engine.state import is_hidden
from engine.text import Text, words
from screens.choosing import Choice
from screens.scene import Scene
from screens.troyes.dice_marking import DiceMarking
from screens.troyes.side import next_round
from screens.troyes.sums import result

OF_GROUPS: Final = frozenset(
    {
        "TRO-11.4", "TRO-12.11", "TRO-13.1", "TRO-14.3", "TRO-15.6", "TRO-15.7", "TRO-16.4",
        "TRO-16.5", "TRO-16.6",
    }
)  # fmt: skip
"""What a group that is marked does beside what its arithmetic tells."""


def foretold(scene: Scene, choice: Choice | None, foresight: Foresight | None) -> Sequence[Text]:
    """What would happen; without a whole choice, what is pointed at."""
    choosing = scene.choosing
    assert choosing is not None
    if foresight is None:
        return () if choice is None else _of_beginning(scene, choice)
    if isinstance(choosing.chooser, DiceMarking):
        told = [note.text for note in foresight.notes if note.rule in OF_GROUPS]
        return [*_points(choosing.asked.view, foresight.view, choosing.seat), *told]
    told = [note.text for note in foresight.notes]
    if isinstance(choosing.decision, PlaceFirst):
        told.append(next_round(foresight.view, choosing.seat))
    return told


def _points(before: Town, after: Town, seat: int) -> list[Text]:
    """The VP that are gained or lost; gains are public."""
    now, then = before.vp[seat], after.vp[seat]
    if is_hidden(now) or is_hidden(then) or now == then:
        return []
    return [words("{n} VP.", n=f"{then - now:+}")]


def _of_beginning(scene: Scene, choice: Choice) -> Sequence[Text]:
    """The card or event that is pointed at, and the best group for it."""
    choosing = scene.choosing
    assert choosing is not None
    view: Town = choosing.asked.view
    match choice.chosen:
        case ("activate", str(id)):
            position = view.position_of(id)
            does = None if position is None else card_words(view.card_at(position))
        case ("fight", str(id)):
            place = view.place_of_event(id)
            does = None if place is None else event_words(view.event_at(place), view.box)
        case _:
            return ()
    told = [] if does is None else [words("{does}.", does=does)]
    command = choosing.decision.command(view, choice.chosen)
    if isinstance(command, GroupCommand):
        told += _best(view, choosing.seat, command, choice.chosen[1:])
    return told


def _best(view: Town, seat: int, command: GroupCommand, head: tuple[str, ...]) -> list[Text]:
    """The group that gives most now, without a cube."""
    purpose = command.purpose(view, seat, head)
    groups = command.best_groups(view, seat, head, NO_CUBE)
    if isinstance(purpose, Refusal) or not groups:
        return []
    found = preview(view, seat, command, (*head, NO_CUBE, groups[0].names))
    return [
        words(
            "Most now: {sum}, {result}; {price}.",
            sum=found.sum_words(),
            result=result(found),
            price=found.price_words(),
        )
    ]
