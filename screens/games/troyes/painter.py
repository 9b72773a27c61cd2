"""Layout of the table of Troyes.

The city square with all dice is at the top. The row of events, the Activity cards and the buildings
are below it. If there is no room for both cards and buildings, the current step and the chosen
command determine which are shown. On wide screens, score and log are on the right."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Final

from engine.core.common_wording import joined
from engine.core.hidden import is_hidden
from engine.core.step import Place
from engine.games.troyes.abilities import colour_words
from engine.games.troyes.component_types import Card, EventCard
from engine.games.troyes.describe import STEPS
from engine.games.troyes.dice import BLACK_FACES, FACES, RED, WHITE, YELLOW, face_of
from engine.games.troyes.state import NO_CARD, Town
from engine.i18n.language import Translator
from engine.i18n.text import Named, Seat, Text, plural, words
from engine.match.decision_request import DecisionRequest
from engine.match.preview import Preview
from screens.games.troyes import pages
from screens.games.troyes.activity_cards import paint_cards, paint_events
from screens.games.troyes.animations import moves
from screens.games.troyes.buildings import paint_buildings
from screens.games.troyes.command_rows import paint_commands
from screens.games.troyes.influence_previews import reason_for_use
from screens.games.troyes.input_modes import TroyesChoosing
from screens.games.troyes.pages import paint_round
from screens.games.troyes.previews import paint_ghosts, preview_texts
from screens.games.troyes.side_panel import ROUND_RULE, paint_log, paint_own_counts, paint_side
from screens.games.troyes.square import (
    paint_beside_dice,
    paint_dice,
    paint_in_headings,
    paint_square,
    viewing_seat,
)
from screens.games.troyes.symbols import ROLES, TownLabels
from screens.games.troyes.table_layout import TableLayout
from screens.games.troyes.tooltips import LIMIT_TEXTS, inspect, limit_of
from screens.input_modes.input_mode import Choice
from screens.input_modes.partial_pick import PartialPick
from screens.paint.animation import Move
from screens.paint.canvas import Canvas, Rect
from screens.paint.cells import width_of
from screens.paint.layout import beside
from screens.paint.shapes import paint_heading
from screens.table_view.panels import headline_room
from screens.table_view.scene import Scene, TablePainter

BRIEF: Final[Mapping[str, Text | None]] = {
    "{seat} uses {dice} for a total of {total}.": words("uses {dice} = {total}"),
    "{seat} pays {paid}.": words("pays {paid}"),
    "{seat}'s citizen enters {space}.": words("the citizen enters {space}"),
    "The citizen takes the {n} VP space.": plural(
        "the citizen takes the {n} VP space", "the citizen takes the {n} VP space", 1
    ),
    "The die shows {die}.": words("the die shows {die}"),
    "Neutral district: {dice}.": None,
    "{place}. {seat}: {total}.": None,
}
"""Short forms of messages; None for the neutral dice, which the square shows, and for the final
places, which the score sheet shows."""


HEADING_SIGNS: Final = 8
"""Number of columns that a heading needs in addition to its two texts."""

IN_BUILDINGS: Final = ("place", "build")
"""Commands that act in the buildings or the cathedral."""


class TroyesPainter(TablePainter[Town]):
    """Painter of the table of Troyes."""

    brief = BRIEF
    keeps_turns_whole = True
    zones = pages.ZONES
    unexplaining = frozenset({"supply", "reserve", "standing", "on_cards", "salary"})
    roles: Mapping[str, str] = ROLES
    marks = frozenset({"die", "black"})
    lower_is_better = frozenset({"reserve", "salary"})
    evident = frozenset({"TRO-5.6", "TRO-18.2"})
    own_news = frozenset({"TRO-12.11"})
    chapter = ROUND_RULE
    board_signs = (*(FACES[face_of(colour, 1)] for colour in (RED, WHITE, YELLOW)), BLACK_FACES[0])

    # ------------------------------------------------------------------ main page

    def headline(self, scene: Scene[Town], width: int) -> Text:
        view = scene.view
        step = STEPS[view.step]
        if not view.round or view.over:
            return words("{step}", step=step)
        facts = {"round": view.round, "all": view.rounds, "step": step, "first": Seat(view.first)}
        if width < 120:
            full = words("Round {round}/{all}, {step}   start player: {first}", **facts)
            if width_of(scene.translate(full)) <= headline_room(scene, width):
                return full
            return words("{round}/{all}, {step}   start: {first}", **facts)
        return words("Round {round} of {all}, {step}    start player {first}", **facts)

    def decision_rows(self, width: int, height: int) -> int:
        if height < 24:
            return 5
        return 6 if height < 40 else 7

    def plan(self, scene: Scene[Town], width: int, height: int) -> TableLayout:
        """Return the layout for `width` x `height` cells."""
        return TableLayout.of(width, height, scene.view.seats, len(scene.view.row))

    def paint(self, scene: Scene[Town], width: int, height: int) -> Canvas:
        view = scene.view
        canvas = Canvas(width, height, scene.theme.glyphs)
        labels, plan = TownLabels.of(scene), self.plan(scene, width, height)
        if plan.side:
            _, side = beside(canvas.rect, plan.side)
            paint_side(labels, canvas, side)
        y = paint_square(labels, canvas, Rect(0, 0, plan.left, view.seats + 2))
        if plan.headings:
            y = self._paint_heading(scene, canvas, y, plan.left, *_events(labels))
        self._paint_remarks(labels, canvas, plan)
        y = paint_events(labels, canvas, 0, y, plan)
        if plan.cards_and_buildings or not acts_in_buildings(scene):
            y = (
                self._paint_cards_heading(labels, canvas, y, plan.left)
                if plan.headings_below
                else y
            )
            y = paint_cards(labels, canvas, y, plan.left, plan.cards)
        if plan.cards_and_buildings or acts_in_buildings(scene):
            y = (
                self._paint_heading(scene, canvas, y, plan.left, *_buildings(labels))
                if plan.headings_below
                else y
            )
            y = paint_buildings(labels, canvas, 1, y, plan.left)
        seat = viewing_seat(scene)
        if plan.own_counts and seat is not None:
            y = paint_own_counts(scene, canvas, 1, y, plan.left, seat, coming=not plan.next_round)
        if plan.next_round and not view.over:
            canvas.blit(paint_round(labels, plan.left), 0, y + 1)
        if plan.log_rows:
            rect = Rect(0, height - plan.log_rows, plan.left, plan.log_rows)
            paint_log(scene, canvas, rect, border=False)
        return canvas

    def _paint_remarks(self, labels: TownLabels, canvas: Canvas, plan: TableLayout) -> None:
        """Paint the legend of the events in the headings of the square if the events have no
        heading, and the reader's own Characters if they are not shown below. The Characters are
        beside the dice of the reader's district, unless the events have a heading or the keyboard
        is shared. In these cases, they are in the headings of the square, instead of the legend."""
        scene, characters = labels.scene, _own_characters(labels, plan)
        if characters is not None and (plan.headings or scene.seat is None):
            paint_in_headings(scene, canvas, plan.left, characters)
            return
        if not plan.headings:
            paint_in_headings(scene, canvas, plan.left, _events_in_short(labels))
        if characters is not None:
            paint_beside_dice(scene, canvas, plan.left, characters)

    def _paint_cards_heading(self, labels: TownLabels, canvas: Canvas, y: int, width: int) -> int:
        """Paint the heading of the Activity cards with the legend of their symbols, which includes
        the plus and the star if a card has them and there is room. Return the row below the
        heading."""
        scene, (title, legend) = labels.scene, _cards(labels)
        limits = _limits(labels)
        if limits is not None:
            longer = joined([legend, limits], "  ") or legend
            used = width_of(scene.translate(title)) + width_of(scene.translate(longer))
            legend = longer if used + HEADING_SIGNS <= width else legend
        return self._paint_heading(scene, canvas, y, width, title, legend)

    def _paint_heading(
        self, scene: Scene[Town], canvas: Canvas, y: int, width: int, title: Text, signs: Text
    ) -> int:
        """Paint a heading in row `y`: `title` and the legend `signs`. Return the next row."""
        paint_heading(canvas, Rect(0, y, width, 1), scene.translate(title), scene.translate(signs))
        return y + 1

    def repaint(self, scene: Scene[Town], canvas: Canvas, room: Rect) -> None:
        """Repaint everything that depends on the marked dice: all dice with their marks and
        availability, the sum and price of the marked dice, and the pieces that would be placed or
        leave."""
        plan = self.plan(scene, room.width, room.height)
        labels, square = TownLabels.of(scene), Rect(room.x, room.y, plan.left, scene.view.seats + 2)
        paint_dice(labels, canvas, square)
        paint_ghosts(labels, canvas, square)

    # ------------------------------------------------------------------ further pages

    def paint_zone(self, scene: Scene[Town], zone: str, width: int, height: int) -> Canvas:
        return pages.paint_page(scene, zone, width, height)

    # ------------------------------------------------------------------ choosing

    def paint_choices(self, scene: Scene[Town], width: int, height: int) -> Canvas | None:
        return paint_commands(scene, width)

    def partial_pick(self, request: DecisionRequest[Town]) -> PartialPick[Town]:
        return TroyesChoosing(request)

    def preview(
        self, scene: Scene[Town], choice: Choice | None, pick_preview: Preview[Town] | None
    ) -> Sequence[Text]:
        return preview_texts(scene, choice, pick_preview)

    def unexplaining_now(self, scene: Scene[Town], pick_preview: Preview[Town]) -> frozenset[str]:
        """Return the keys of the score columns whose changes do not count as reasons for a pick. If
        the pick begins a new round, they include the deniers, because the income and the salaries
        of that round do not come from the pick."""
        begins = pick_preview.view.round > scene.view.round
        return self.unexplaining | {"deniers"} if begins else self.unexplaining

    def why(
        self, scene: Scene[Town], pick_preview: Preview[Town], place: Place | None
    ) -> Text | None:
        """Return the reason for a pick: for a use of influence, what it makes possible and its
        cost, otherwise the changes in the score sheets. None for spectators, or if there is no
        reason."""
        use_reason = None
        if scene.seat is not None:
            use_reason = reason_for_use(scene.view, scene.seat, pick_preview.pick)
        return super().why(scene, pick_preview, place) if use_reason is None else use_reason

    def moves(self, before: Town, scene: Scene[Town]) -> Sequence[Move]:
        return moves(before, scene)

    def places_of(self, view: Town, named: Named, seat: int) -> Sequence[Place]:
        """Return the place of `named`, as the only element, if it is an event of the row or an
        Activity card; otherwise an empty sequence."""
        if isinstance(named, EventCard):
            return [view.place_of(named)] if named in view.events() else ()
        return [named.place] if isinstance(named, Card) else ()

    def inspect(self, scene: Scene[Town], place: Place) -> Text | None:
        reader = viewing_seat(scene)
        return inspect(scene.view, -1 if reader is None else reader, place)

    def spell_out(self, text: str, translator: Translator) -> str:
        return spell_out(text, translator)

    def legend(self, scene: Scene[Town]) -> Sequence[tuple[str, Text]]:
        glyphs, labels = scene.theme.glyphs, TownLabels.of(scene)
        colours = [
            *((labels.colour(colour), colour_words(colour)) for colour in (RED, WHITE, YELLOW)),
            (labels.black_letter, words("black dice")),
        ]
        return [
            *colours,
            (labels.face(16), words("a die: the letter of its colour, its value")),
            (f"[{labels.face(16)}]", words("a marked die")),
            (f"2{labels.black_letter}", words("black dice that an event brings")),
            ("/4", words("the sum needed for one activation or cube")),
            (labels.owner(4), words("grey: a neutral citizen or cube")),
            (glyphs("cube.out"), words("a free flag or a free space")),
            (
                f"{glyphs('cube')}{labels.owner(1)}2",
                words("cubes waiting on a card, with their owner"),
            ),
            (glyphs("coin"), words("deniers")),
            (scene.translate(words("i")), words("influence")),
            (glyphs("bullet") * 2, words("hidden until the end")),
            ("+2", words("deniers on the district of a player who has passed")),
            *((sign, LIMIT_TEXTS[sign]) for sign in sorted(LIMIT_TEXTS)),
        ]


def _events(labels: TownLabels) -> tuple[Text, Text]:
    return words("Events"), words(
        "2{black} black dice  {yellow}/3 1 cube per 3 yellow  3+1 VP most, 2nd most",
        black=labels.black_letter,
        yellow=labels.colour(YELLOW),
    )


def _own_characters(labels: TownLabels, plan: TableLayout) -> Text | None:
    """Return the names of the reader's own Characters; None if they are shown below or hidden."""
    view, seat = labels.view, viewing_seat(labels.scene)
    if plan.own_counts or seat is None or is_hidden(view.characters[seat]):
        return None
    return joined((view.box.characters[index] for index in view.characters[seat]), ", ")


def _events_in_short(labels: TownLabels) -> Text:
    """Return the legend of the events' symbols for layouts in which the events have no heading."""
    return words("events: {yellow}/3 3/cube, 3+1 VP 1st, 2nd", yellow=labels.colour(YELLOW))


def _cards(labels: TownLabels) -> tuple[Text, Text]:
    facts = {"coin": labels.glyphs("coin"), "free": labels.glyphs("cube.out")}
    legend = words("5{coin} to hire  /2 divides the sum  2{free} free space, 2 VP", **facts)
    return words("Activity cards"), legend


def _limits(labels: TownLabels) -> Text | None:
    """Return the legend of the plus and the star, as far as face-up cards have them; None if no
    card has either."""
    view = labels.view
    cards = (view.card_at(position) for position, id in enumerate(view.cards) if id != NO_CARD)
    kinds = {limit_of(card) for card in cards} - {""}
    texts = [
        words("{sign} {meaning}", sign=kind, meaning=LIMIT_TEXTS[kind]) for kind in sorted(kinds)
    ]
    return joined(texts, "  ")


def _buildings(labels: TownLabels) -> tuple[Text, Text]:
    return words("Buildings and cathedral"), words(
        "5-6{right} dice that enter here  +1i influence per cube", right=labels.glyphs("right")
    )


def acts_in_buildings(scene: Scene[Town]) -> bool:
    """Return whether the current step or the chosen command concerns buildings or the cathedral."""
    if scene.view.step in ("setup", "placement"):
        return True
    partial_pick = scene.partial_pick
    return (
        partial_pick is not None
        and bool(partial_pick.chosen)
        and partial_pick.chosen[0] in IN_BUILDINGS
    )


PAINTER = TroyesPainter()


_COLOUR_NAMES: Final[Mapping[str, Text]] = {
    "R": words("red {value}"),
    "W": words("white {value}"),
    "Y": words("yellow {value}"),
    "K": words("black {value}"),
}
_LATIN_LETTERS: Final[Mapping[str, str]] = {"К": "R", "Б": "W", "Ж": "Y", "Ч": "K"}
_DIE_PATTERN: Final = re.compile(r"(?<!\w)([RWYKКБЖЧ])([1-6])(?!\w)")
_RATE_PATTERN: Final = re.compile(r"(?<![\w/])/(\d)")
_NOBODY_PATTERN: Final = re.compile(r"(?<=[ |])-(?=[ |.,;])(?! \d)")


def spell_out(text: str, translator: Translator) -> str:
    """Return `text` with symbols spelled out: `Y5 Y6` becomes "yellow 5 yellow 6", `/4` "divided by
    4", a separate `-` "free", and ` | ` a comma."""

    def die(found: re.Match[str]) -> str:
        colour = _COLOUR_NAMES[_LATIN_LETTERS.get(found[1], found[1])]
        return translator.translate(Text(colour.one, None, 1, {"value": found[2]}))

    text = _DIE_PATTERN.sub(die, text)
    text = _RATE_PATTERN.sub(
        lambda found: translator.translate(words("divided by {n}", n=found[1])), text
    )
    return _NOBODY_PATTERN.sub(lambda _: translator.translate(words("free")), text).replace(
        " | ", ", "
    )
