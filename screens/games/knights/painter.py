"""The table of Cities & Knights, and the parts that the table of Catan also uses.

The island is on the left; players, bank, score and log are beside it, with the barbarians above the
players, and the player's hand below it. On smaller screens, the players are beside a smaller
island, with the hand if there is no room for it below, and pages show the other parts.
"""

from __future__ import annotations

import re
from abc import abstractmethod
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any, Final, TypeVar

from engine.core.common_wording import joined
from engine.core.score_sheet import Sheet
from engine.core.state import Note
from engine.core.step import Place
from engine.games.knights.components import components
from engine.games.knights.state import Island
from engine.games.knights.turn import event_name
from engine.i18n.language import Translator
from engine.i18n.text import Text, words
from engine.match.decision_request import DecisionRequest
from engine.match.preview import Preview
from screens.games.knights import pages, previews, side_panel, tooltips
from screens.games.knights.animations import RED_DIE, ROLL_RESULT, YELLOW_DIE, moves
from screens.games.knights.command_previews import gains, outline, unaccepted_offer
from screens.games.knights.hand import paint_hand
from screens.games.knights.input_modes import KnightsChoosing, Walking, paint_menu
from screens.games.knights.island import ground_of, paint_island, paint_path
from screens.games.knights.symbols import (
    ACTIVE,
    AWARD,
    INACTIVE,
    MERCHANT,
    READY,
    ROAD,
    ROBBER,
    IslandLabels,
)
from screens.games.knights.table_layout import TableLayout
from screens.input_modes.input_mode import Choice
from screens.input_modes.partial_pick import PartialPick
from screens.paint.animation import Move
from screens.paint.canvas import Canvas, Rect, Spot
from screens.paint.hexes import PIP, RED_PIP
from screens.table_view.scene import Scene, TablePainter

BRIEF: Final[Mapping[str, Text | None]] = {
    "{seat} receives {cards}.": words("{seat} gets {cards}"),
    "{seat} has chosen what to discard.": None,
    "The barbarians sail on: {n} step left.": None,
    "It is {seat}'s turn.": None,
    "{place}. {seat}: {total}.": None,
}
"""Short forms of messages; None for messages that the table shows, such as the ship's steps."""


_PLACE_WORDS: Final[Mapping[str, Text]] = {
    "n": words("corner {n}"),
    "e": words("edge {n}"),
    "h": words("hex {n}"),
}
_BARE_PLACE: Final = re.compile(r"(?<!\w)([neh])(\d+)(?!\w)")


def spell_out(text: str, translator: Translator) -> str:
    """Return `text` with places spelled out: `n13 Fo10/Mo5/De` becomes "corner 13 by Forest 10,
    Mountains 5, Desert"."""
    names, pattern = _codes(translator.language)

    def spell_out_hexes(found: re.Match[str]) -> str:
        kind, number, codes = found[1], found[2], found[3]
        hexes = ", ".join(_hex(code, names) for code in codes.split("/"))
        if kind == "n":
            return translator.translate(words("corner {n} by {hexes}", n=number, hexes=hexes))
        if kind == "e":
            return translator.translate(words("edge {n} by {hexes}", n=number, hexes=hexes))
        if kind == "h":
            return translator.translate(words("hex {n} {hexes}", n=number, hexes=hexes))
        return hexes

    def spell_out_place(found: re.Match[str]) -> str:
        return translator.translate(Text(_PLACE_WORDS[found[1]].one, None, 1, {"n": found[2]}))

    return _BARE_PLACE.sub(spell_out_place, pattern.sub(spell_out_hexes, text))


def _hex(code: str, names: Mapping[str, str]) -> str:
    letters = code.rstrip("0123456789")
    number = code[len(letters) :]  # type: ignore[text-width]
    name = names.get(letters, letters)
    return f"{name} {number}".rstrip()


@cache
def _codes(language: str) -> tuple[Mapping[str, str], re.Pattern[str]]:
    """Return the names of terrains by their codes, and a pattern that finds places written with
    these codes."""
    terrains = components().terrains.values()
    names = {
        terrain.glyph.name_in(language): terrain.names.name_in(language) for terrain in terrains
    }
    code = f"(?:{'|'.join(map(re.escape, names))})\\d{{0,2}}"
    further_codes = rf"(?:/(?:{code}|\w+))*"
    return names, re.compile(rf"(?<!\w)(?:([nhe])(\d+) )?({code}{further_codes})(?!\w)")


T = TypeVar("T", bound=Island)

BEFORE_ROLL: Final = ("PreRoll", "AlchemistDice", "Roll")
"""Names of the steps before the dice of a turn are known."""

ATTACK_RULE: Final = "CK-6.7"
"""Rule id of attacks, which concern all players."""

ISLAND_ROWS: Final = 19
"""Rows of the smallest island, the header and the line of keys."""


class IslandPainter(TablePainter[T]):
    """Base class of the painters of games on the island, with labels of `labels_type`."""

    labels_type: type[IslandLabels] = IslandLabels
    brief = BRIEF
    zones = pages.ZONES
    roles: Mapping[str, str] = {}
    evident = frozenset({"CK-4.1", "CK-10.12"})
    """Rules whose notes repeat what the table shows: whose turn it is, and who has declined."""
    own_known = frozenset({"CK-7.9", "CK-9.2", "CK-19.6"})
    """Rules whose notes report a discard, which the player who discards already knows."""
    no_best = frozenset({"progress", "walls", "roads_left", "settlements_left", "cities_left"})
    """Keys of the columns of cards and pieces on the score sheet. Their maximum is not highlighted,
    because it does not decide the game."""
    routine_rules = frozenset({"CK-7.4", "CK-7.5", "CK-8.1", "CK-8.6"})
    """Rules whose notes are routine: the consequences of a roll."""
    rolls = frozenset({tooltips.ROLL_RULE})
    chapter = tooltips.TURN_RULE

    # ------------------------------------------------------------------ main page

    def headline(self, scene: Scene[T], width: int) -> Text:
        view = scene.view
        if not view.turn:
            return words("Setup")
        if view.over:
            return words("After turn {turn}", turn=view.turn)
        return words("Turn {turn}", turn=view.turn)

    def paint_headline(self, scene: Scene[T], canvas: Canvas, x: int, right: int) -> int:
        """Paint this turn's dice and the face of the event die, if they are known and the game is
        not over. Return `right`."""
        view = scene.view
        red, yellow = view.dice
        if not red or not view.turn or view.over:
            return right
        if any(step.name in BEFORE_ROLL for step in view.agenda):
            return right
        start = x + 2
        x = canvas.put(start, 0, f" {red} ", "block.red bold", RED_DIE, ground="")
        x = canvas.put(x, 0, "+", "dim")
        x = canvas.put(x, 0, f" {yellow} ", "block.yellow bold", YELLOW_DIE, ground="")
        result = x
        x = canvas.put(x, 0, "= ", "dim")
        x = canvas.put(x, 0, str(red + yellow), "strong")
        event = self.event_text(view)
        if event is not None:
            x = canvas.put(x, 0, f", {scene.translate(event)}", "dim")
        canvas.spot(ROLL_RESULT, Rect(result, 0, x - result, 1))
        canvas.spot(("dice",), Rect(start, 0, x - start, 1))
        return right

    def decision_rows(self, width: int, height: int) -> int:
        if height < 30:
            return min(5, height - ISLAND_ROWS)
        return 6 if height < 48 else 8

    def highlighted(self, view: T, notes: Sequence[Note]) -> Sequence[Spot]:
        """Return the hexes with the rolled number, except the robber's; empty if `notes` do not
        report a roll."""
        if all(note.rule != tooltips.ROLL_RULE for note in notes):
            return ()
        hexes = view.hexes_by_number[sum(view.dice)]
        return [("hex", hex) for hex in hexes if hex != view.robber]

    def paint(self, scene: Scene[T], width: int, height: int) -> Canvas:
        canvas = Canvas(width, height, scene.theme.glyphs)
        labels = self.labels_type.of(scene)
        layout = TableLayout.of(width, height)
        canvas.blit(self._island(scene, layout), 0, 0)
        has_costs = layout.hand is not None and paint_hand(labels, canvas, layout.hand)
        if layout.is_wide:
            self.paint_side(labels, canvas, layout.side, costs=not has_costs)
        else:
            self.paint_small_side(labels, canvas, layout.side, hand=layout.hand is None)
        return canvas

    @abstractmethod
    def paint_side(self, labels: IslandLabels, canvas: Canvas, rect: Rect, *, costs: bool) -> None:
        """Paint the panels beside a large island, with the costs of purchases if `costs` is
        true."""

    @abstractmethod
    def paint_small_side(
        self, labels: IslandLabels, canvas: Canvas, rect: Rect, *, hand: bool
    ) -> None:
        """Paint the panels beside a small island, and the player's hand if `hand` is true."""

    @abstractmethod
    def event_text(self, view: T) -> Text | None:
        """Return the name of the face that the event die shows in this turn; None if the game has
        no event die."""

    def repaint(self, scene: Scene[T], canvas: Canvas, room: Rect) -> None:
        """Repaint the island with the path of the moving knight, if any."""
        island = self._island(scene, TableLayout.of(room.width, room.height))
        canvas.replace_cells(island, room.x, room.y)

    def _island(self, scene: Scene[T], layout: TableLayout) -> Canvas:
        """Return the island with the path of the moving knight, if any."""
        size = (layout.island.width, layout.island.height)

        def painted() -> Canvas:
            canvas = Canvas(*size, scene.theme.glyphs)
            paint_island(self.labels_type.of(scene), canvas, layout.measures, size)
            return canvas

        island = scene.cached("island", (layout.measures, size), painted)
        input_mode = scene.partial_pick.input_mode if scene.partial_pick is not None else None
        if isinstance(input_mode, Walking):
            island = island.copy()
            paint_path(island, ground_of(scene, layout.measures, size), input_mode.path())
        return island

    # ------------------------------------------------------------------ choosing

    def partial_pick(self, request: DecisionRequest[T]) -> PartialPick[Any]:
        return KnightsChoosing(request)

    def paint_choices(self, scene: Scene[T], width: int, height: int) -> Canvas | None:
        return paint_menu(scene, width, height - 1)

    def before_question(self, scene: Scene[T]) -> Sequence[Text]:
        return unaccepted_offer(scene)

    def preview(
        self, scene: Scene[T], choice: Choice | None, pick_preview: Preview[T] | None
    ) -> Sequence[Text]:
        """Describe the effects of the pick under the cursor or, while parts of it are missing, the
        command or place under the cursor."""
        if pick_preview is None:
            return outline(scene, choice) or self._place_tooltip(scene, choice)
        return previews.preview(scene, pick_preview)

    def avoidable_losses(self, scene: Scene[T], pick_preview: Preview[T]) -> Sequence[Text]:
        partial_pick = scene.partial_pick
        if partial_pick is None or partial_pick.pick != ("end",):
            return ()
        possible = partial_pick.request.part_options(())
        return previews.risks_of_ending(partial_pick.request.view, partial_pick.seat, possible)

    def _place_tooltip(self, scene: Scene[T], choice: Choice | None) -> Sequence[Text]:
        """Return the tooltip of the place of `choice`; empty if there is no choice, place or
        tooltip."""
        place = None if choice is None else choice.place
        tooltip = None if place is None else tooltips.inspect(scene, place)
        return [] if tooltip is None else [tooltip]

    def moves(self, before: T, scene: Scene[T]) -> Sequence[Move]:
        return moves(before, scene)

    def is_step(self, note: Note) -> bool:
        return note.rule == ATTACK_RULE

    def tracked_sheets(self, sheets: Sequence[Sheet]) -> Sequence[Sheet]:
        """Return only the score sheet of the points."""
        return sheets[:1]

    def why(self, scene: Scene[T], pick_preview: Preview[T], place: Place | None) -> Text | None:
        """Describe the viewer's gains from a move; None if there are none, and for spectators."""
        if scene.seat is None:
            return None
        return joined(gains(scene.view, pick_preview.view, scene.seat), ", ")

    def inspect(self, scene: Scene[T], place: Place) -> Text | None:
        return tooltips.inspect(scene, place)

    def spell_out(self, text: str, translator: Translator) -> str:
        return spell_out(text, translator)

    def code_legend(self, scene: Scene[T]) -> Sequence[tuple[str, Text]]:
        """Return the legend of the codes of terrains and kinds of cards."""
        translate, box = scene.translate, scene.view.box
        return [
            *(
                (translate(terrain.glyph), words("{terrain}", terrain=terrain.names))
                for terrain in box.terrains.values()
            ),
            *((translate(kind.glyph), words("{kind}", kind=kind.names)) for kind in box.kinds),
        ]


class KnightsPainter(IslandPainter[Island]):
    """Painter of the table of Cities & Knights."""

    board_signs = (ROBBER, MERCHANT)
    own_news = frozenset({ATTACK_RULE, "CK-6.8", "CK-6.11", "CK-6.15", "CK-6.17", "CK-6.18"})
    """Rules whose notes report an attack of the barbarians, which a player's own roll can cause."""

    def paint_side(self, labels: IslandLabels, canvas: Canvas, rect: Rect, *, costs: bool) -> None:
        side_panel.paint_side(labels, canvas, rect, costs=costs)

    def paint_small_side(
        self, labels: IslandLabels, canvas: Canvas, rect: Rect, *, hand: bool
    ) -> None:
        side_panel.paint_small_side(labels, canvas, rect, hand=hand)

    def event_text(self, view: Island) -> Text | None:
        """Return the name of the face that the event die shows."""
        return event_name(view, view.event)

    def paint_zone(self, scene: Scene[Island], zone: str, width: int, height: int) -> Canvas:
        return pages.paint(scene, zone, width, height)

    def legend(self, scene: Scene[Island]) -> Sequence[tuple[str, Text]]:
        sign, labels = scene.theme.glyphs, IslandLabels.of(scene)
        harbour, letter = labels.harbour(0, 2), labels.letters[0]
        robber, merchant = labels.robber_and_merchant_letters
        cities = f"{letter.lower()} ({letter}) ({letter.lower()})"
        return [
            (sign("dot"), words("a free corner")),
            (sign("meeple.out"), words("a free corner with a harbour")),
            (cities, words("settlement, city, tipped city; the letter is the owner's")),
            (
                f"[{letter}] {labels.track(0)}{letter})",
                words("city with a wall; trade metropolis (each track has its letter)"),
            ),
            (f"{sign(INACTIVE)}{letter}2", words("inactive knight of strength 2")),
            (f"{sign(ACTIVE)}{letter}2", words("active knight")),
            (f"{sign(READY)}{letter}2", words("active knight that can act this turn")),
            (sign(PIP) * 3, words("pips: how many of 36 rolls give this number")),
            (sign(RED_PIP) * 5, words("pips on a 6 or 8")),
            (f"{harbour} 3:1", words("harbour: 2 lumber, or any 3 of a kind, for 1")),
            (robber, words("robber: the hex produces nothing")),
            (merchant, words("merchant")),
            (f"{sign(ACTIVE)}2/3", words("strength of active knights / of all")),
            (f"{sign(ROAD)}5", words("length of the longest road")),
            (sign(AWARD), words("owner of the metropolis; holder of Longest Road")),
            (sign("card"), words("progress cards in hand")),
            (
                scene.translate(words("ct{cities}:kn{knights}", cities=2, knights=1)),
                words("barbarian strength (cities) : strength of active knights"),
            ),
            (sign("yes"), words("who would gain if the barbarians attacked now")),
            (sign("no"), words("who would lose a city")),
            *self.code_legend(scene),
        ]


PAINTER = KnightsPainter()
