"""What a choice of Troyes would do, told before it counts."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from engine.core.command import Menu
from engine.core.common_wording import joined
from engine.core.state import is_hidden
from engine.errors import Refusal
from engine.games.troyes.abilities import card_words, event_words
from engine.games.troyes.bots.evaluation import coming_round
from engine.games.troyes.component_types import EVENT, FARM, Purpose
from engine.games.troyes.group_commands import GroupCommand
from engine.games.troyes.group_preview import preview
from engine.games.troyes.groups import NO_CUBE, PLACING, Group, cubes_of
from engine.games.troyes.setup import PlaceFirst
from engine.games.troyes.state import FREE, Town
from engine.games.troyes.turn import PASS_PICK
from engine.games.troyes.wording import deniers, faces_words, influence, points
from engine.i18n.text import Text, plural, words
from engine.match.preview import Preview
from screens.games.troyes.black_dice import AgainstBlackDice
from screens.games.troyes.group_input import GroupOfDice
from screens.games.troyes.side_panel import next_round
from screens.input_modes.input_mode import Choice
from screens.table_view.scene import Scene

OF_GROUPS: Final = frozenset(
    {
        "TRO-11.4",
        "TRO-12.9",
        "TRO-12.10",
        "TRO-12.11",
        "TRO-13.1",
        "TRO-15.6",
        "TRO-15.7",
        "TRO-15.9",
    }
)
"""What a group that is marked does beside what its arithmetic tells."""


def foretold(
    scene: Scene[Town], choice: Choice | None, foresight: Preview[Town] | None
) -> Sequence[Text]:
    """What would happen; without a whole choice, what is pointed at."""
    choosing = scene.choosing
    assert choosing is not None
    if foresight is None and choice is not None:
        made_of = ("beginning", choice.chosen)
        return choosing.memoized(made_of, lambda: _of_beginning(scene, choice))
    if foresight is None:
        return ()
    chooser = choosing.chooser
    in_place = isinstance(chooser, AgainstBlackDice) and chooser.instead
    if isinstance(chooser, GroupOfDice | AgainstBlackDice) and not in_place:
        told = [note.text for note in foresight.notes if note.rule in OF_GROUPS]
        before, after = choosing.asked.view, foresight.view
        told = [*_points(before, after, choosing.seat), *_left(before, after, choosing.seat), *told]
        return [*told, *chooser.more()] if isinstance(chooser, GroupOfDice) else told
    told = [note.text for note in foresight.notes]
    if isinstance(choosing.decision, PlaceFirst):
        told.append(next_round(foresight.view, choosing.seat))
    passes = choice is not None and choice.chosen == PASS_PICK
    if passes and foresight.view.passed[choosing.seat]:
        told += _left_behind(choosing.asked.view, choosing.seat)
    return told


def _left_behind(view: Town, seat: int) -> list[Text]:
    """What others can still buy of who passes, and what each further turn brings (TRO-18.2)."""
    told = [words("Each further turn brings you {more}.", more=deniers(view.box.pass_later))]
    dice = view.dice[seat]
    if dice:
        told.append(words("Others can still buy your {dice}.", dice=faces_words(dice)))
    return told


def _points(before: Town, after: Town, seat: int) -> list[Text]:
    """The VP that are gained or lost, which are public, and levels of the cathedral that are
    reached."""
    told, now, then = [], before.vp[seat], after.vp[seat]
    if not is_hidden(now) and not is_hidden(then) and now != then:
        told.append(words("{n} VP.", n=f"{then - now:+}"))
    for level in range(before.box.levels):
        if after.has_level(seat, level) and not before.has_level(seat, level):
            lost = -before.box.missing_level_vp
            told.append(
                words("Level {level} will no longer cost you {vp} VP.", level=level + 1, vp=lost)
            )
    return told


def _left(before: Town, after: Town, seat: int) -> list[Text]:
    """The space with points that a tradesman leaves who goes elsewhere (TRO-20.1)."""
    told = []
    for position, men in enumerate(before.tradesmen):
        if seat in men and seat not in after.tradesmen[position]:
            card = before.box.cards[before.cards[position]]
            slot = men.index(seat)
            if slot < len(card.slots):
                vp = points(card.slots[slot])
                told.append(
                    words(
                        "The citizen leaves a space worth {points}: {card}.", points=vp, card=card
                    )
                )
    return told


def _of_beginning(scene: Scene[Town], choice: Choice) -> Sequence[Text]:
    """What the command, card or event that is pointed at is for, and the best group for it."""
    choosing = scene.choosing
    assert choosing is not None
    view = choosing.asked.view
    match choice.chosen:
        case ("activate", str(id)):
            told = _card(view, choosing.seat, id)
        case ("fight", str(id)):
            told = _event(view, id)
        case (str(key),):
            about = _command(view, key)
            told = [] if about is None else [about]
        case _:
            return ()
    menu = choosing.decision
    command = menu.command(view, choice.chosen) if isinstance(menu, Menu) else None
    if isinstance(command, GroupCommand) and len(choice.chosen) == 1 + command.heads:
        told += _best(view, choosing.seat, command, tuple(map(str, choice.chosen[1:])))
    return told


def _card(view: Town, seat: int, id: str) -> list[Text]:
    """What a card does, and what hiring there costs and brings."""
    card = view.box.card(id)
    men = view.tradesmen[card.position]
    told = [words("{card}: {does}.", card=card, does=card_words(card))]
    if seat in men:
        return told
    free = [vp for vp, man in zip(card.slots, men, strict=False) if man == FREE]
    told.append(
        words("A space worth {points}.", points=points(free[0]))
        if free
        else words("On the illustration: no points.")
    )
    return told


def _event(view: Town, id: str) -> list[Text]:
    """What an event does every round, and what its cubes bring."""
    event = view.box.event(id)
    first, second = event.vp
    free = view.free_flags(event)
    return [
        words("{event}: {does}.", event=event, does=event_words(event, view.box)),
        words(
            "{first} VP for the most cubes, {second} for second most.", first=first, second=second
        ),
        plural("{n} flag is free.", "{n} flags are free.", free),
    ]


_ABOUT: Final = {
    "activate": words(
        "Add up 1 to 3 dice of the card's colour and divide: that is how often it works."
    ),
    "build": words("1 to 3 white dice: each puts a cube into the column of its value."),
    "reroll": words("One of your own dice; you must keep the new result."),
}
"""What commands are for and what they take, where that is the same at every table."""


def _command(view: Town, key: str) -> Text | None:
    """What a command is for and what it takes."""
    box = view.box
    match key:
        case "place":
            told = words("One die: its colour decides the building, and its value the space.")
            if coming_round(view) > view.rounds:
                return told
            later = words("From the next round on, the citizen gives you a die.")
            return joined([told, later], " ")
        case "fight":
            return words(
                "Add up 1 to 3 dice of the event's colour and divide: that is how many cubes "
                "you put on it. Each brings {influence}.",
                influence=influence(box.influence_per_cube),
            )
        case "farm":
            n = box.farm_divisor
            return words(
                "Add up 1 to 3 yellow dice and divide by {n}: you gain that many deniers.", n=n
            )
        case "flip":
            return words(
                "Turns up to {n} of your own dice over: 1 and 6, 2 and 5, 3 and 4.",
                n=box.flip_most,
            )
    return _ABOUT.get(key)


def _best(view: Town, seat: int, command: GroupCommand, head: tuple[str, ...]) -> list[Text]:
    """The group that gives most now, without a cube: of the cubes that an event has room for, in
    agriculture after it has been paid for."""
    purpose = command.purpose(view, head)
    groups = command.best_groups(view, seat, head, NO_CUBE)
    if isinstance(purpose, Refusal) or purpose is PLACING or not groups:
        return []
    best = _most(view, purpose, head, groups)
    found = preview(view, seat, command, (*head, NO_CUBE, best.names))
    result = found.quotient_words()
    parts = {
        "sum": found.sum_words(),
        "result": found.as_taken(result) if purpose.kind == EVENT else result,
        "price": found.price_words(),
    }
    if len(cubes_of(view, seat)) > 1:
        return [words("Best now without a cube: {sum}, {result}; {price}.", **parts)]
    return [words("Best now: {sum}, {result}; {price}.", **parts)]


def _most(view: Town, purpose: Purpose, head: tuple[str, ...], groups: Sequence[Group]) -> Group:
    """The group that gives most, of those that give as much the cheapest."""

    def gives(group: Group) -> tuple[int, int]:
        number = group.total // purpose.divisor
        if purpose.kind == FARM:
            return number - group.price, 0
        if purpose.kind == EVENT:
            return min(number, view.free_flags(view.box.event(head[0]))), -group.price
        return 0, 0

    return max(groups, key=gives)
