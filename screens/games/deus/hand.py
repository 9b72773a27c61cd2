"""The hand, card by card, showing which cards can be built now and what an offering would yield."""

from __future__ import annotations

from collections.abc import Sequence

from attrs import frozen

from engine.core.hidden import is_hidden
from engine.errors import Refusal
from engine.games.deus.building import WILDCARD
from engine.games.deus.components import Card
from engine.games.deus.offering import OFFER, face_of, hand_card_names
from engine.games.deus.placement import why_not_build
from engine.games.deus.state import World
from engine.games.deus.wording import brief, cards, god_and_colour
from engine.i18n.text import Seat, Text, words
from screens.games.deus.input_modes import HAND_KEYS, card_being_built, marked_cards
from screens.games.deus.symbols import WorldLabels, chip, gift_in_short, tint
from screens.paint.canvas import BAR_STYLE, Canvas, Rect
from screens.paint.cells import widest, width_of
from screens.paint.layout import in_rows
from screens.paint.shapes import SURFACE, paint_chip, paint_heading
from screens.table_view.scene import Scene

KEY_GAP = 1
KEY_WIDTH = 2
"""Width in columns of a card's key."""

CHIP_WIDTH = KEY_WIDTH + 3
"""Width in columns of a key and the type letter after it."""


@frozen
class HandPlan:
    """Layout of a hand: its number of columns, and whether it has a title (`titled`)."""

    columns: int
    titled: bool = True

    @classmethod
    def of(cls, count: int, rect: Rect) -> HandPlan:
        """Return the layout with the fewest columns in which `count` cards fit into `rect`, or the
        one with the most columns if they do not fit. The title is left out if fewer columns suffice
        without it, or if there is not enough room for all cards."""
        max_columns = max(1, (rect.width + KEY_GAP) // _MIN_CARD_WIDTH)
        for columns in range(1, max_columns + 1):
            for titled in (True, False):
                if columns * (rect.height - titled) >= count:
                    return cls(columns, titled)
        return cls(max_columns, titled=False)

    def lines(self, rect: Rect, needs: Sequence[int]) -> list[Rect]:
        """Return the rectangle of each card, row by row, below the title if there is one. There are
        as many cards as `needs`. If they do not all fit, the last rectangles are below `rect`."""
        top = rect.y + self.titled
        width = (rect.width - (self.columns - 1) * KEY_GAP) // self.columns
        places = (divmod(at, self.columns) for at in range(len(needs)))
        return [Rect(rect.x + x * (width + KEY_GAP), top + y, width, 1) for y, x in places]


def _lines(rect: Rect, needs: Sequence[int]) -> tuple[HandPlan, list[Rect]]:
    """Return the layout of a hand and the rectangle of each card. `needs` are the widths that the
    cards need for their names and costs. If there are three or more columns and not all names fit,
    try to leave out the title and to let some rows hold one card fewer, so that as many names as
    possible are complete."""
    plan = HandPlan.of(len(needs), rect)
    lines = plan.lines(rect, needs)
    rows = [] if plan.columns < _MANY_COLUMNS else in_rows(needs, plan.columns, rect)
    if not rows or max(needs) <= lines[0].width:
        return plan, lines
    return HandPlan(plan.columns, titled=False), rows


_MIN_CARD_WIDTH = 26
_MANY_COLUMNS = 3
"""Minimum number of columns at which some rows may hold one card fewer, to make room for names."""


@frozen
class SharedWidths:
    """Widths shared by all lines, in columns: the longest name, the longest cost, and the gap after
    each of them."""

    name: int
    cost: int
    gap: int

    @classmethod
    def of(cls, hand: Sequence[int], labels: WorldLabels, width: int) -> SharedWidths:
        """Return the widths for the cards of `hand` in lines of `width` columns."""
        cards = labels.view.box.cards
        return cls(
            widest(labels.card(card) for card in hand),
            widest(labels.cost(cards[card]) for card in hand),
            gap=2 if width >= _ROOMY_HAND else 1,
        )


def whose_hand(scene: Scene[World]) -> int | None:
    """Return the seat whose hand is shown: `Scene.hand_seat` if that hand is visible, or else, once
    the game is over, the viewer's or the first seat; None if no hand is shown."""
    view = scene.view
    seat = scene.hand_seat
    if seat is not None and not is_hidden(view.hands[seat]):
        return seat
    if view.over:
        return scene.seat or 0
    return None


def paint_hand(labels: WorldLabels, canvas: Canvas, rect: Rect, signs: Text | None = None) -> None:
    """Paint the hand of the seat that `whose_hand` returns, or call `_paint_hidden_hand` if it
    returns None. `signs`, if given, is the legend of the symbols in the players' lines, for the
    heading. The table then has no panel of the gods, so each card also shows the gift of its god
    while an offering is being chosen."""
    scene, view = labels.scene, labels.view
    canvas.fill(*rect, ground=SURFACE)
    seat = whose_hand(scene)
    if seat is None:
        _paint_hidden_hand(scene, canvas, rect, signs)
        return
    hand = view.hands[seat]
    gifts = [] if signs is None else _gifts(scene, seat)
    needs = [
        _needed_width(labels, card, gifts[at] if gifts else None) for at, card in enumerate(hand)
    ]
    plan, lines = _lines(rect, needs)
    if plan.titled:
        title, fact = _heading_texts(scene, seat, signs)
        paint_heading(canvas, rect, labels.translate(title), labels.translate(fact))
    widths = SharedWidths.of(hand, labels, lines[0].width if lines else rect.width)
    for at, line in enumerate(lines):
        if line.y < rect.bottom:
            _paint_card(labels, canvas, line, seat, at, widths, gifts[at] if gifts else None)


def _needed_width(labels: WorldLabels, card: int, gift: str | None) -> int:
    """Return the width that a card needs for its name, and for its cost if no `gift` is shown."""
    beside = 0 if gift is not None else width_of(labels.cost(labels.view.box.cards[card])) + 1
    return CHIP_WIDTH + 2 + width_of(labels.card(card)) + beside


def _gifts(scene: Scene[World], seat: int) -> list[str]:
    """Return, for each card in hand, a short text about the gift of its god if the card were on top
    of the marked cards; an empty list if no offering is being chosen."""
    view, partial_pick = scene.view, scene.partial_pick
    if partial_pick is None or partial_pick.chosen[:1] != (OFFER,):
        return []
    marked = marked_cards(partial_pick)
    gifts = []
    for name in hand_card_names(view, seat):
        type_ = view.box.card_type[face_of(view, name)]
        god = view.box.gods[view.box.types[type_].god]
        number = len(marked) + (name not in marked)
        gift = gift_in_short(view, seat, god, number, in_hand=number)
        gifts.append(scene.translate(gift))
    return gifts


def _paint_hidden_hand(scene: Scene[World], canvas: Canvas, rect: Rect, signs: Text | None) -> None:
    """Paint a heading without a hand, with the legend `signs` if it is given. Also paint the key
    that shows the player's hand, unless the scene has a viewer or is a replay, or there is no
    second row."""
    fact = "" if signs is None else scene.translate(signs)
    paint_heading(canvas, rect, scene.translate(words("Hand")), fact)
    if rect.height > 1 and scene.seat is None and not scene.replaying:
        text = scene.translate(
            words("Hands and VP are hidden. {key} shows yours.", key=scene.key_name_of("play.hand"))
        )
        canvas.put(rect.x + 1, rect.y + 1, text, "dim")


def _heading_texts(scene: Scene[World], seat: int, signs: Text | None) -> tuple[Text, Text]:
    """Return the title of the hand and a fact beside it: the marked cards and their god, or else
    `signs`, or else the number of cards. The title says whose hand it is once the game is over, or
    if the scene has no viewer and `signs` is None."""
    view = scene.view
    number = cards(len(view.hands[seat]))
    partial_pick = scene.partial_pick
    marked = (
        marked_cards(partial_pick) if partial_pick is not None and partial_pick.seat == seat else ()
    )
    if not marked and signs is not None and not view.over:
        return words("Hand: {cards}", cards=number), signs
    if not marked and (scene.seat is None or view.over):
        return words("{seat}'s hand", seat=Seat(seat)), number if signs is None else signs
    if not marked:
        return words("Hand"), number
    top = face_of(view, marked[-1])
    return words("Hand"), words(
        "{n} offered, {card} on top: {god}",
        n=len(marked),
        card=view.box.cards[top],
        god=god_and_colour(view.box, view.box.card_type[top]),
    )


def _all_cards_are_available(scene: Scene[World]) -> bool:
    """Return whether the player is making an offering or placing a card face down, so that any card
    may be chosen, buildable or not."""
    partial_pick = scene.partial_pick
    return partial_pick is not None and partial_pick.chosen[:1] in ((OFFER,), (WILDCARD,))


def _paint_card(
    labels: WorldLabels,
    canvas: Canvas,
    line: Rect,
    seat: int,
    at: int,
    widths: SharedWidths,
    gift: str | None,
) -> None:
    """Paint the card at position `at` of the hand: key, letter, name and, as far as there is room,
    cost, effect and `gift`. With a gift, a narrow `line` has no cost or effect. Unless the game is
    over or any card may be chosen (see `_all_cards_are_available`), a card that cannot be built has
    no tint, and a missing piece's letter or an unaffordable cost is red."""
    view = labels.view
    face = view.hands[seat][at]
    card = view.box.cards[face]
    playing = not view.over and not _all_cards_are_available(labels.scene)
    refusal = why_not_build(view, seat, face) if playing else None
    is_refused = refusal is not None
    ground = (
        SURFACE if is_refused else "on.lit" if _is_chosen(labels.scene, face) else tint(card.type)
    )
    canvas.fill(*line, ground=ground)
    missing = refusal is not None and refusal.rule == "DEU-5.1"
    letter = "bad" if missing else "dim" if is_refused else chip(card.type)
    canvas.put(line.x, line.y, HAND_KEYS[at : at + 1], "text")
    end = paint_chip(canvas, line.x + KEY_WIDTH, line.y, labels.piece(card.type), letter)
    cost_width = 0 if gift is not None else width_of(labels.cost(card)) + 1
    name = labels.card(face, line.right - end - 2 - cost_width)
    name_end = canvas.put(end + 1, line.y, name, "closed" if is_refused else "text")
    is_wide = line.width >= _WIDE_HAND
    if gift is None or is_wide:
        right = line.right - 1 - (width_of(gift) + 1 if gift else 0)
        facts_rect = Rect(name_end + 1, line.y, right - name_end - 1, 1)
        tab = end + 1 + widths.name + widths.gap
        paint = _paint_facts if is_wide else _paint_facts_in_short
        paint(labels, canvas, facts_rect, tab, card, refusal, widths)
    if gift is not None and width_of(gift) < line.right - 1 - name_end:
        canvas.put_right(line.right - 1, line.y, gift, "text")
    body = Rect(end, line.y, line.right - end, 1)
    name_rect = Rect(*body[:2], widths.name + 2, body.height) if is_wide else body
    canvas.spot(("card", at), body, anchor=name_rect, shade=BAR_STYLE)


def _is_chosen(scene: Scene[World], face: int) -> bool:
    """Return whether the card `face` has been chosen to be built."""
    partial_pick = scene.partial_pick
    if partial_pick is None or card_being_built(partial_pick)[0] != face:
        return False
    return len(partial_pick.chosen) > 1


def _paint_facts(
    labels: WorldLabels,
    canvas: Canvas,
    rest: Rect,
    tab: int,
    card: Card,
    refusal: Refusal | None,
    widths: SharedWidths,
) -> None:
    """Paint in `rest` the cost at column `tab`, the effect, and the reason why the card cannot be
    built, as far as there is room. Cost and effect move to the left if the effect would otherwise
    not fit."""
    cost, effect = labels.cost(card), _effect(labels, card)
    at = min(tab + widths.cost + widths.gap, rest.right - width_of(effect))
    x = min(tab, at - 1 - width_of(cost))
    role = _role_of_cost(refusal)
    if x < rest.x:
        canvas.put(tab, rest.y, cost, role)
        return
    canvas.put(x, rest.y, cost, role)
    end = canvas.put(at, rest.y, effect, "text" if refusal is None else "closed")
    reason_text = "" if refusal is None else labels.translate(in_short(refusal))
    if end + width_of(reason_text) + 2 < rest.right:
        canvas.put_right(rest.right - 1, rest.y, reason_text, "bad")


def _paint_facts_in_short(
    labels: WorldLabels,
    canvas: Canvas,
    rest: Rect,
    tab: int,
    card: Card,
    refusal: Refusal | None,
    widths: SharedWidths,
) -> None:
    """Paint in `rest` the cost on the right and, if there is room to the left of all costs, the
    effect."""
    canvas.put_right(rest.right, rest.y, labels.cost(card), _role_of_cost(refusal))
    effect = _effect(labels, card)
    x = min(tab, rest.right - widths.cost - 1 - width_of(effect))
    if x >= rest.x:
        canvas.put(x, rest.y, effect, "text" if refusal is None else "closed")


def _effect(labels: WorldLabels, card: Card) -> str:
    """Return the short form of a card's effect."""
    return labels.translate(brief(labels.view.box, card))


def _role_of_cost(refusal: Refusal | None) -> str:
    """Return the role of a cost: red if it is the reason why the card cannot be built."""
    if refusal is None:
        return "strong"
    return "bad" if refusal.rule == "DEU-6.1" else "closed"


def in_short(refusal: Refusal) -> Text:
    """Return a short reason why a card cannot be built."""
    match refusal.rule:
        case "DEU-5.1":
            return words("no piece ready")
        case "DEU-6.1":
            return words("too expensive")
        case "DEU-9.2":
            return words("columns too short")
        case _:
            return words("no region")


_WIDE_HAND = 50
"""Minimum width of a card's line at which the cost is beside the name, and the reason why a card
cannot be built is shown."""

_ROOMY_HAND = 70
"""Minimum width of a card's line at which names, costs and effects are two columns apart."""
