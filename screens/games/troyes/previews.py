"""Previews of choices in Troyes, in words and as pieces painted on the table before they are
placed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from engine.core.command import Menu
from engine.core.common_wording import joined, series
from engine.core.hidden import is_hidden
from engine.core.step import Place
from engine.errors import Refusal
from engine.games.troyes.abilities import card_words, event_words
from engine.games.troyes.component_types import EVENT, FARM, Purpose
from engine.games.troyes.forecast import coming_round
from engine.games.troyes.group_commands import GroupCommand
from engine.games.troyes.group_preview import preview
from engine.games.troyes.group_rules import best_groups
from engine.games.troyes.groups import NO_CUBE, PLACE_PURPOSE, Group, cubes_of
from engine.games.troyes.influence import FLIP, REROLL, die_place
from engine.games.troyes.placement import columns_filled, cubes_of_columns, enter_from, space_place
from engine.games.troyes.setup import PlaceFirst
from engine.games.troyes.state import FREE, SUPPLY, Town
from engine.games.troyes.turn import PASS_PICK
from engine.games.troyes.wording import deniers, faces_words, influence, points
from engine.i18n.text import Text, plural, verbatim, words
from engine.match.preview import Preview
from screens.games.troyes.black_dice import AgainstBlackDice
from screens.games.troyes.buildings import CELL_WIDTH
from screens.games.troyes.group_input import GroupOfDice
from screens.games.troyes.influence_previews import (
    INFLUENCE_PICKS,
    describe_best_dice,
    preview_of_use,
)
from screens.games.troyes.side_panel import next_round
from screens.games.troyes.symbols import TownLabels
from screens.input_modes.input_mode import Choice
from screens.paint.canvas import Canvas, Rect, Spot
from screens.table_view.scene import Scene

GROUP_NOTE_RULES: Final = frozenset(
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
"""Rules whose notes say something that the preview of a marked group does not show."""


def preview_texts(
    scene: Scene[Town], choice: Choice | None, pick_preview: Preview[Town] | None
) -> Sequence[Text]:
    """Describe the effects of the complete pick shown by `pick_preview`. While the pick is
    incomplete (`pick_preview` is None), describe the choice under the cursor or, against black
    dice, the selected use of influence. Return nothing if there is neither."""
    partial_pick = scene.partial_pick
    assert partial_pick is not None
    if pick_preview is None and choice is not None:
        made_of = ("beginning", choice.chosen)
        return partial_pick.memo.once(made_of, lambda: _describe_choice(scene, choice))
    input_mode = partial_pick.input_mode
    influence_use = isinstance(input_mode, AgainstBlackDice) and input_mode.influence_use
    if pick_preview is None:
        return (
            _describe_command(partial_pick.request.view, partial_pick.seat, influence_use)
            if influence_use
            else ()
        )
    if isinstance(input_mode, GroupOfDice | AgainstBlackDice) and not influence_use:
        texts = [note.text for note in pick_preview.notes if note.rule in GROUP_NOTE_RULES]
        before, after = partial_pick.request.view, pick_preview.view
        texts = [
            *point_changes(before, after, partial_pick.seat),
            *_vacated_spaces(before, after, partial_pick.seat),
            *texts,
        ]
        return [*texts, *input_mode.die_notes()] if isinstance(input_mode, GroupOfDice) else texts
    pick = pick_preview.pick
    if isinstance(pick, tuple) and pick[:1] in INFLUENCE_PICKS:
        return partial_pick.memo.once(("use", pick), lambda: preview_of_use(partial_pick, pick))
    texts = [note.text for note in pick_preview.notes]
    if isinstance(partial_pick.decision, PlaceFirst):
        texts.append(next_round(pick_preview.view, partial_pick.seat))
    passes = choice is not None and choice.chosen == PASS_PICK
    if passes and pick_preview.view.passed[partial_pick.seat]:
        texts += _after_passing(partial_pick.request.view, partial_pick.seat)
    return texts


def _after_passing(view: Town, seat: int) -> list[Text]:
    """Describe the income from the later turns of a seat that passes (TRO-18.2) and, if the seat
    has dice left, the dice that other players can still buy."""
    texts = [
        words("Each of your later turns brings you {more}.", more=deniers(view.box.pass_later))
    ]
    dice = view.dice[seat]
    if dice:
        texts.append(words("Others can still buy your {dice}.", dice=faces_words(dice)))
    return texts


def point_changes(before: Town, after: Town, seat: int) -> list[Text]:
    """Describe the change in the seat's VP, if they are visible, and the newly reached levels of
    the cathedral."""
    texts, vp_before, vp_after = [], before.vp[seat], after.vp[seat]
    if not is_hidden(vp_before) and not is_hidden(vp_after) and vp_before != vp_after:
        texts.append(words("{n} VP.", n=f"{vp_after - vp_before:+}"))
    reached = [
        level + 1
        for level in range(before.box.levels)
        if after.has_level(seat, level) and not before.has_level(seat, level)
    ]
    if reached:
        levels = series(verbatim(str(level)) for level in reached)
        texts.append(
            plural(
                "Level {levels} will no longer cost you {vp} VP.",
                "Levels {levels} will no longer cost you {vp} VP each.",
                len(reached),
                levels=levels,
                vp=-before.box.missing_level_vp,
            )
        )
    return texts


def _vacated_spaces(before: Town, after: Town, seat: int) -> list[Text]:
    """Describe the scoring space that a departing tradesman would leave (TRO-20.1)."""
    texts = []
    for position, citizens in enumerate(before.tradesmen):
        if seat in citizens and seat not in after.tradesmen[position]:
            card = before.box.cards[before.cards[position]]
            slot = citizens.index(seat)
            if slot < len(card.slots):
                vp = points(card.slots[slot])
                texts.append(
                    words(
                        "The citizen leaves a space worth {points}: {card}.", points=vp, card=card
                    )
                )
    return texts


def _describe_choice(scene: Scene[Town], choice: Choice) -> Sequence[Text]:
    """Describe the best group for the command, card or event under the cursor, then the choice
    itself. The group comes first, because small screens cut the end of the text. Return nothing
    for any other choice."""
    partial_pick = scene.partial_pick
    assert partial_pick is not None
    view = partial_pick.request.view
    texts: list[Text]
    match choice.chosen:
        case ("activate", str(id)):
            texts = _card(view, partial_pick.seat, id)
        case ("fight", str(id)):
            texts = _event(view, id)
        case (str(key),):
            texts = _describe_command(view, partial_pick.seat, key)
        case _:
            return ()
    menu = partial_pick.decision
    command = menu.command(view, choice.chosen) if isinstance(menu, Menu) else None
    if isinstance(command, GroupCommand) and len(choice.chosen) == 1 + command.heads:
        best = _describe_best_group(
            view, partial_pick.seat, command, tuple(map(str, choice.chosen[1:]))
        )
        texts = [*best, *texts]
    return texts


def _card(view: Town, seat: int, id: str) -> list[Text]:
    """Describe the effect of a card and, unless the seat already has a citizen on the card, the
    space that a newly hired citizen would take."""
    card = view.box.card(id)
    citizens = view.tradesmen[card.position]
    texts = [words("{card}: {does}.", card=card, does=card_words(card))]
    if seat in citizens:
        return texts
    free = [vp for vp, citizen in zip(card.slots, citizens, strict=False) if citizen == FREE]
    texts.append(
        words("The space is worth {points}.", points=points(free[0]))
        if free
        else words("On the illustration: no points.")
    )
    return texts


def _event(view: Town, id: str) -> list[Text]:
    """Describe the effect of an event in each round, the VP for its cubes, and its free flags."""
    event = view.box.event(id)
    first, second = event.vp
    free = view.free_flags(event)
    return [
        words("{event}: {does}.", event=event, does=event_words(event, view.box)),
        words(
            "{first} VP for the most cubes, {second} for the second most.",
            first=first,
            second=second,
        ),
        plural("{n} flag is free.", "{n} flags are free.", free),
    ]


_COMMAND_TEXTS: Final = {
    "activate": words(
        "Add up 1 to 3 dice of the card's colour and divide by its number: that is how many "
        "times you activate it."
    ),
    "build": words("1 to 3 white dice: each puts a cube into the column of its value."),
    "reroll": words("You reroll one of your own dice and must keep the result."),
}
"""Descriptions of commands that do not depend on the component data, by the command's key."""


def _describe_command(view: Town, seat: int, key: str) -> list[Text]:
    """Describe a command. If it rerolls or turns over dice, describe the best dice for it first."""
    description = _command_description(view, key)
    texts = [] if description is None else [description]
    return [*describe_best_dice(view, seat, key), *texts] if key in (REROLL, FLIP) else texts


def _command_description(view: Town, key: str) -> Text | None:
    """Return the description of a command; None if it has none."""
    box = view.box
    match key:
        case "place":
            text = words(
                "One die: its colour decides the building, and its value decides the space."
            )
            if coming_round(view) > view.rounds:
                return text
            later = words("From the next round on, the citizen gives you a die.")
            return joined([text, later], " ")
        case "fight":
            return words(
                "Add up 1 to 3 dice of the event's colour and divide by its number: that is how "
                "many cubes you put on it. Each brings {influence}.",
                influence=influence(box.influence_per_cube),
            )
        case "farm":
            n = box.farm_divisor
            return words(
                "Add up 1 to 3 yellow dice and divide by {n}: you gain that many deniers.", n=n
            )
        case "flip":
            return words(
                "You turn over up to {n} of your own dice: 1 and 6, 2 and 5, 3 and 4.",
                n=box.flip_most,
            )
    return _COMMAND_TEXTS.get(key)


def _describe_best_group(
    view: Town, seat: int, command: GroupCommand, head: tuple[str, ...]
) -> list[Text]:
    """Describe the group that has the highest yield now without a cube. For events, the yield is at
    most the number of free flags. For agriculture, the price is subtracted. Return nothing for
    placing a citizen, or if there is no legal group."""
    purpose = command.purpose(view, head)
    groups = best_groups(command, view, seat, head, NO_CUBE)
    if isinstance(purpose, Refusal) or purpose is PLACE_PURPOSE or not groups:
        return []
    best = _best_group(view, purpose, head, groups)
    arithmetic = preview(view, seat, command, (*head, NO_CUBE, best.names))
    result = arithmetic.quotient_words()
    parts = {
        "sum": arithmetic.sum_words(_die_places(view, best.names)),
        "result": arithmetic.as_taken(result) if purpose.kind == EVENT else result,
        "price": arithmetic.price_words(),
    }
    if len(cubes_of(view, seat)) > 1:
        return [words("Best now without a cube: {sum}, {result}; {price}.", **parts)]
    return [words("Best now: {sum}, {result}; {price}.", **parts)]


def _die_places(view: Town, names: Sequence[str]) -> dict[str, Place]:
    return {name: place for name in names if (place := die_place(view, name)) is not None}


def _best_group(
    view: Town, purpose: Purpose, head: tuple[str, ...], groups: Sequence[Group]
) -> Group:
    """Return the best of `groups`, which `best_groups` returned. For agriculture, it is the group
    with the highest yield (see `_describe_best_group`), and for an event, the cheapest group with
    the highest yield. Otherwise, it is the first group."""

    def rank(group: Group) -> tuple[int, int]:
        number = group.total // purpose.divisor
        if purpose.kind == FARM:
            return number - group.price, 0
        if purpose.kind == EVENT:
            return min(number, view.free_flags(view.box.event(head[0]))), -group.price
        return 0, 0

    return max(groups, key=rank)


def paint_ghosts(labels: TownLabels, canvas: Canvas, heading: Rect) -> None:
    """Paint the effects of the marked group of dice: the new citizen or cubes, the citizen who
    would leave, and the total and price in the first row of `heading`. Paint nothing if the input
    mode is not `GroupOfDice`."""
    partial_pick = labels.scene.partial_pick
    input_mode = None if partial_pick is None else partial_pick.input_mode
    if not isinstance(input_mode, GroupOfDice):
        return
    _paint_total(labels.scene, canvas, heading, input_mode)
    group = input_mode.group()
    if isinstance(group, Refusal):
        return
    letter = labels.letters[input_mode.seat]
    for place in _places(input_mode, group):
        for rect in canvas.rects(place):
            canvas.put(rect.x, rect.y, f"({letter})", "ghost", ground="on.lit")
    _paint_vacated_place(canvas, input_mode)


def _paint_vacated_place(canvas: Canvas, input_mode: GroupOfDice) -> None:
    """Paint brackets around the citizen who would leave a building."""
    for rect in canvas.rects(input_mode.vacated_place()):
        if rect.width == CELL_WIDTH:
            canvas.put(rect.x, rect.y, "[", "key")
            canvas.put(rect.right - 1, rect.y, "]", "key")


def _places(input_mode: GroupOfDice, group: Group) -> list[Spot]:
    """Return the spaces in buildings or in the cathedral that the citizen or cubes of the group
    would fill; empty if the dice are used for anything else, or if a column is full."""
    view = input_mode.view
    if input_mode.command.key == "build":
        columns = columns_filled(view, group)
        if isinstance(columns, Refusal):
            return []
        cubes = cubes_of_columns(view, columns)
        return [("cathedral", level + 1, column + 1) for column, level in cubes]
    if input_mode.command.key == "place":
        tail = input_mode.tail()
        place = str(tail[0]) if tail else SUPPLY
        entry = enter_from(view, input_mode.seat, group.colour, group.values[0], place)
        name = view.box.buildings[group.colour].spaces[entry.space]
        return [space_place(name)]
    return []


def _paint_total(
    scene: Scene[Town], canvas: Canvas, heading: Rect, input_mode: GroupOfDice
) -> None:
    """Paint the sum of the marked dice, unless they place a citizen or build the cathedral, and
    their price, if any. Paint nothing if there are black dice in the heading of the square."""
    view = input_mode.view
    arithmetic = input_mode.previewed().group if input_mode.marked_names else None
    if view.black or arithmetic is None:
        return
    parts = []
    if input_mode.command.key not in ("place", "build"):
        parts.append(words("marked: {total}", total=arithmetic.total))
    if arithmetic.price:
        coin = scene.theme.glyphs("coin")
        parts.append(words("price: {n}{coin}", n=arithmetic.price, coin=coin))
    canvas.put_right(heading.right - 1, heading.y, "  ".join(map(scene.translate, parts)), "strong")
