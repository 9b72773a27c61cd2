"""The player's hand: cards by kind, progress cards, pieces left in the supply."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from attrs import frozen

from engine.core.hidden import is_hidden
from engine.games.knights.component_types import BASIC
from engine.games.knights.state import Island
from engine.i18n.text import Seat, Text, words
from screens.games.knights.costs import paint_costs, rows_for
from screens.games.knights.symbols import IslandLabels, own_seat
from screens.games.knights.tooltips import production_notes
from screens.paint.canvas import BAR_STYLE, Canvas, Rect, Spot
from screens.paint.cells import width_of, wrap
from screens.paint.shapes import SURFACE, paint_chip, paint_heading
from screens.table_view.scene import Scene

TITLED_HEIGHT: Final = 4
"""Minimum height in rows of a hand with a heading."""


def paint_hand(labels: IslandLabels, canvas: Canvas, rect: Rect) -> bool:
    """Paint the hand shown (see `own_seat`) below the island: cards, progress cards, costs or, if
    there is no room for these, the supply, then the cards from the last roll. If no hand is shown,
    paint only the costs and the cards from the roll. Return whether the costs have been painted."""
    scene = labels.scene
    canvas.ground(rect, SURFACE)
    seat, rows = own_seat(scene), rows_for(rect.width, labels)
    if seat is None:
        hides = any(map(is_hidden, labels.view.hands))
        has_costs = rect.height > rows
        if hides or has_costs:
            title = labels.translate(words("Hands are hidden") if hides else words("Costs"))
            paint_heading(canvas, rect, title)
        paying_seat = (
            scene.partial_pick.seat
            if scene.partial_pick is not None
            else max(0, labels.view.active)
        )
        if has_costs:
            room = Rect(rect.x, rect.y + 1, rect.width, rows)
            paint_costs(labels, canvas, room, paying_seat)
        _paint_production(
            scene, canvas, Rect(rect.x, rect.y + rows + 1, rect.width, rect.height - rows - 1)
        )
        return has_costs
    y = rect.y
    if rect.height >= TITLED_HEIGHT:
        title = labels.translate(words("{seat}'s hand", seat=Seat(seat)))
        fact = limit(scene, seat)
        paint_heading(
            canvas, Rect(rect.x, y, rect.width, 1), title, fact, title_role=f"seat.{seat}"
        )
        y += 1
    paint_kinds(canvas, Rect(rect.x, y, rect.width, 1), seat, labels)
    below = Rect(rect.x, y + 1, rect.width, rect.bottom - y - 1)
    wrapped_cards = [(card, wrap(card.effect, rect.width - 8)) for card in cards_of(labels, seat)]
    needed = sum(1 + len(lines) for _, lines in wrapped_cards)
    if wrapped_cards and needed < below.height and not 1 <= below.height - rows < needed:
        y = _paint_card_list(canvas, below, wrapped_cards)
    else:
        y = _paint_card_flow(labels, canvas, below)
    has_costs = rect.bottom - y >= rows
    if has_costs:
        y = paint_costs(labels, canvas, Rect(rect.x, y, rect.width, rows), seat)
    elif y < rect.bottom:
        _paint_supply(scene, canvas, rect.x, y, rect.width, seat)
        y += 1
    _paint_production(scene, canvas, Rect(rect.x, y, rect.width, rect.bottom - y))
    return has_costs


def _paint_production(scene: Scene[Island], canvas: Canvas, rect: Rect) -> None:
    """Paint the production of the last roll, if it fits."""
    if rect.height < 2:
        return
    texts = production_notes(scene)
    if not texts or rect.height < 1 + len(texts):
        return
    paint_heading(canvas, rect, scene.translate(words("This roll")))
    for row, text in enumerate(texts, rect.y + 1):
        canvas.put_clipped(rect.x + 1, row, rect.width - 2, scene.translate(text), "text")


def limit(scene: Scene[Island], seat: int) -> str:
    """Return a text with the size of the seat's hand and its discard limit."""
    view = scene.view
    return scene.translate(
        words("{n}, limit {limit}", n=view.hand_sizes[seat], limit=view.discard_limit(seat))
    )


def paint_kinds(canvas: Canvas, rect: Rect, seat: int, labels: IslandLabels) -> None:
    """Paint the seat's cards by kind in one row. Kinds are named in full if there is room,
    otherwise by two letters."""
    hand = labels.view.hands[seat]
    kinds = range(len(hand))
    names, gap = [f"{labels.kind_name(kind)} " for kind in kinds], 2
    used = sum(width_of(name) + width_of(str(n)) for name, n in zip(names, hand, strict=True)) + 1
    if used + gap * len(hand) > rect.width:
        gap = 1
    if used + gap * len(hand) > rect.width:
        names, gap = [labels.kind(kind) for kind in kinds], 2
    x = rect.x + 1
    for kind in kinds:
        x = paint_kind(canvas, x, rect.y, names[kind], seat, kind, labels) + gap


def paint_kind(
    canvas: Canvas, x: int, y: int, name: str, seat: int, kind: int, labels: IslandLabels
) -> int:
    """Paint `name`, the name or code of a kind of card, and the number that the seat holds, on the
    colour of the kind's terrain (none for 0 cards). The clickable area has an additional column for
    a marker at each end. Return the column after the text."""
    number = labels.view.hands[seat][kind]
    role = labels.kind_role(kind, number)
    text = f"{name}{number}"
    canvas.put(x, y, text, f"{role} bold" if number else role, ground="" if number else None)
    body = Rect(x - 1, y, width_of(text) + 2, 1)
    canvas.spot(("give", labels.view.box.kinds[kind].id), body, anchor=body)
    return x + width_of(text)


@frozen
class CardFace:
    """A card as shown: its letter, name, effect, hue and place."""

    letter: str
    name: str
    effect: str
    hue: str
    place: Spot

    def paint(self, canvas: Canvas, line: Rect, role: str = "text") -> int:
        """Paint the letter and the name in the row `line`, after a column for the key. `role` is
        the role of the name. Return the first column of the name."""
        canvas.fill(*line, ground=f"tint.{self.hue}")
        end = paint_chip(canvas, line.x + 1, line.y, self.letter, f"block.{self.hue}")
        canvas.put_clipped(end + 1, line.y, line.right - end - 1, self.name, role)
        anchor, key = Rect(end, line.y, line.right - end, 1), Rect(line.x, line.y, 1, 1)
        canvas.spot(self.place, line, anchor=anchor, shade=BAR_STYLE, key=key)
        return end + 1


def cards_of(labels: IslandLabels, seat: int) -> list[CardFace]:
    """Return the progress cards (development cards in Catan) in the hand of `seat`. The hand must
    be visible."""
    view = labels.view
    faces = []
    for card in view.progress[seat]:
        kind = view.box.cards[card]
        letter, hue = labels.card_look(kind)
        name, effect = labels.translate(kind.names), labels.translate(kind.effect)
        faces.append(CardFace(letter, name, effect, hue, ("card", kind.id)))
    return faces


def _paint_card_list(
    canvas: Canvas, rect: Rect, wrapped_cards: Sequence[tuple[CardFace, Sequence[str]]]
) -> int:
    """Paint the progress cards with their effects below their names. Return the row after them."""
    y = rect.y
    for card, lines in wrapped_cards:
        x = card.paint(canvas, Rect(rect.x, y, rect.width, 1), "text bold")
        for row, text in enumerate(lines, y + 1):
            canvas.put(x, row, text, "dim")
        y += 1 + len(lines)
    return y


def _paint_card_flow(labels: IslandLabels, canvas: Canvas, rect: Rect) -> int:
    """Paint the progress cards of the hand shown (see `own_seat`) side by side, or a note if there
    are none. Return the row after them, which is below `rect` if not all fit."""
    seat = own_seat(labels.scene)
    assert seat is not None
    x, y = rect.x, rect.y
    cards = cards_of(labels, seat)
    if not cards:
        canvas.put(x + 1, y, labels.translate(labels.no_card), "dim")
    for card in cards:
        width = width_of(card.name) + 6
        if x > rect.x and x + width > rect.right:
            x, y = rect.x, y + 1
        if y >= rect.bottom:
            break
        card.paint(canvas, Rect(x, y, width, 1))
        x += width + 1
    return y + 1


def _paint_supply(
    scene: Scene[Island], canvas: Canvas, x: int, y: int, width: int, seat: int
) -> None:
    """Paint the numbers of pieces left in one row, with abbreviated names if the full ones do not
    fit."""
    for is_long in (True, False):
        line = (
            scene.translate(words("Left:"))
            + " "
            + "  ".join(supply(scene, seat, short=not is_long))
        )
        if width_of(line) < width:
            break
    canvas.put(x + 1, y, line, "dim")


def supply(scene: Scene[Island], seat: int, *, short: bool) -> Sequence[str]:
    """Return a text with the number of pieces left for each kind of piece, abbreviated if `short`.
    Knights of all levels share one text."""
    view = scene.view
    pieces_left = [view.left(seat, piece) for piece in range(len(view.box.pieces))]
    numbers = [
        *map(str, pieces_left[:BASIC]),
        *filter(None, ["/".join(map(str, pieces_left[BASIC:]))]),
    ]
    pairs = zip(_IN_SHORT if short else _IN_WORDS, numbers, strict=False)
    return [scene.translate(text(number)) for text, number in pairs]


_IN_SHORT: Final[Sequence[Callable[[str], Text]]] = (
    lambda n: words("rd {n}", n=n),
    lambda n: words("st {n}", n=n),
    lambda n: words("ct {n}", n=n),
    lambda n: words("wl {n}", n=n),
    lambda n: words("kn {n}", n=n),
)
_IN_WORDS: Final[Sequence[Callable[[str], Text]]] = (
    lambda n: words("roads {n}", n=n),
    lambda n: words("settlements {n}", n=n),
    lambda n: words("cities {n}", n=n),
    lambda n: words("walls {n}", n=n),
    lambda n: words("knights {n}", n=n),
)
