"""The hand, card by card, with the cards that can be built now and the yield of an offering."""

from __future__ import annotations

from collections.abc import Sequence

from attrs import frozen

from engine.core.state import is_hidden
from engine.errors import Refusal
from engine.games.deus.building import WILDCARD
from engine.games.deus.components import Card, Components
from engine.games.deus.offering import OFFER, face_of, hand_things
from engine.games.deus.placement import why_not_build
from engine.games.deus.state import World
from engine.games.deus.wording import brief, cards, god_and_colour
from engine.i18n.text import Seat, Text, words
from screens.games.deus.input_modes import HAND_KEYS, card_being_built, marked_cards
from screens.games.deus.symbols import WorldMarks, chip, gift_in_short, tint
from screens.paint.canvas import BAR, Canvas, Rect
from screens.paint.cells import widest, width_of
from screens.paint.shapes import SURFACE, paint_chip, paint_heading
from screens.table_view.scene import Scene

GAP = 1
KEY = 2
"""Width in columns of a card's key."""

CHIP = KEY + 3
"""Width in columns of a key and the type letter after it."""


@frozen
class HandPlan:
    """Layout of a hand: the number of columns, and whether it has a title."""

    columns: int
    titled: bool = True

    @classmethod
    def of(cls, count: int, rect: Rect) -> HandPlan:
        """Choose the fewest columns that hold `count` cards. Drop the title only if all cards then
        fit in one column."""
        most = max(1, (rect.width + GAP) // _LEAST_WIDTH)
        ways = [(columns, titled) for titled in (True, False) for columns in range(1, most + 1)]
        for columns, titled in sorted(ways, key=lambda way: way[0] > 1):
            if columns * (rect.height - titled) >= count:
                return cls(columns, titled)
        return cls(most, titled=False)


_LEAST_WIDTH = 26


@frozen
class Rooms:
    """Widths shared by all lines, in columns: name, cost, gap before the effect, and the god's gift
    with a blank before it (0 if gifts are not shown)."""

    name: int
    cost: int
    gap: int
    gift: int = 0


def whose_hand(scene: Scene[World]) -> int | None:
    """Return the seat whose hand is shown: the viewer's or, in an open replay, that of the player
    who chooses next. None if that hand is hidden and the game is not over."""
    view = scene.view
    seat = scene.hand_seat
    if seat is not None and not is_hidden(view.hands[seat]):
        return seat
    if view.over:
        return scene.seat or 0
    return None


def paint_hand(marks: WorldMarks, canvas: Canvas, rect: Rect, signs: Text | None = None) -> None:
    """Paint the viewer's hand. If `signs` is given, it goes into the heading as the legend of the
    symbols above the hand. The cards of an offering then also show the gifts of their gods, because
    there is no panel of the gods."""
    scene, view = marks.scene, marks.view
    canvas.fill(*rect, ground=SURFACE)
    seat = whose_hand(scene)
    if seat is None:
        _paint_covered(scene, canvas, rect, signs)
        return
    hand = view.hands[seat]
    plan = HandPlan.of(len(hand), rect)
    if plan.titled:
        title, fact = _heads(scene, seat, signs)
        paint_heading(canvas, rect, marks.translate(title), marks.translate(fact))
    top = rect.y + (1 if plan.titled else 0)
    width = (rect.width - (plan.columns - 1) * GAP) // plan.columns
    gifts = [] if signs is None else _gifts(scene, seat)
    if gifts and width - CHIP - 4 - widest(gifts) < _MIN_WIDTH_BESIDE_GIFT:
        gifts = []  # the panel names the god, but only this line names the card
    room = _rooms(marks, hand, width, widest(gifts) + 1 if gifts else 0)
    for at in range(len(hand)):
        row, column = divmod(at, plan.columns)
        if top + row < rect.bottom:
            line = Rect(rect.x + column * (width + GAP), top + row, width, 1)
            _paint_card(marks, canvas, line, seat, at, room)
            if gifts:
                canvas.put_right(line.right - 2, line.y, gifts[at], "text")


def _gifts(scene: Scene[World], seat: int) -> list[str]:
    """Return for each card what its god gives if the card is on top of the marked ones, with the
    letter of its building type; an empty list if no offering is being chosen."""
    view, choosing = scene.view, scene.choosing
    if choosing is None or choosing.chosen[:1] != (OFFER,):
        return []
    marked = marked_cards(choosing)
    gifts = []
    for thing in hand_things(view, seat):
        type_ = view.box.card_type[face_of(view, thing)]
        god = view.box.gods[view.box.types[type_].god]
        number = len(marked) + (thing not in marked)
        gift = gift_in_short(view, seat, god, number, in_hand=number)
        gifts.append(scene.translate(gift))
    return gifts


def _rooms(marks: WorldMarks, hand: Sequence[int], width: int, gift: int) -> Rooms:
    """Return the column widths for full names, or for shorter ones if that makes room for the
    effects."""
    box: Components = marks.view.box
    name = widest(marks.card(card) for card in hand)
    cost = widest(marks.cost(box.cards[card]) for card in hand)
    does = widest(marks.translate(brief(box, box.cards[card])) for card in hand)
    left = width - CHIP - cost - does - 6 - gift
    if _MIN_NAME_WIDTH <= left < name:
        return Rooms(left, cost, 1, gift)
    return Rooms(name, cost, 2 if left > name else 1, gift)


_MIN_NAME_WIDTH = 13
"""Minimum width to which names are shortened in favour of effects."""

_MIN_WIDTH_BESIDE_GIFT = 8
"""Width of names below which the gifts of the gods are left out."""


def _paint_covered(scene: Scene[World], canvas: Canvas, rect: Rect, signs: Text | None) -> None:
    """Paint the heading and the key that reveals the hand, for when no hand may be seen."""
    fact = "" if signs is None else scene.translate(signs)
    paint_heading(canvas, rect, scene.translate(words("Hand")), fact)
    if rect.height > 1 and scene.seat is None and not scene.replaying:
        text = scene.translate(
            words("Hands and VP are hidden. {key} shows yours.", key=scene.key_to("play.hand"))
        )
        canvas.put(rect.x + 1, rect.y + 1, text, "dim")


def _heads(scene: Scene[World], seat: int, signs: Text | None) -> tuple[Text, Text]:
    """Return the title of the hand and a fact beside it: the god of the marked cards, or else
    `signs`, or else the number of cards."""
    view = scene.view
    number = cards(len(view.hands[seat]))
    choosing = scene.choosing
    marked = marked_cards(choosing) if choosing is not None and choosing.seat == seat else ()
    if not marked and signs is not None:
        return words("Hand: {cards}", cards=number), signs
    if not marked and scene.seat is None:
        return words("{seat}'s hand", seat=Seat(seat)), number
    if not marked:
        return words("Hand"), number
    top = face_of(view, marked[-1])
    return words("Hand"), words(
        "{n} offered, {card} on top: {god}",
        n=len(marked),
        card=view.box.cards[top],
        god=god_and_colour(view.box, view.box.card_type[top]),
    )


def _is_open(scene: Scene[World]) -> bool:
    """Return whether the player is choosing a card to offer or to place face down, so that every
    card is available, buildable or not."""
    choosing = scene.choosing
    return choosing is not None and choosing.chosen[:1] in ((OFFER,), (WILDCARD,))


def _paint_card(
    marks: WorldMarks, canvas: Canvas, line: Rect, seat: int, at: int, room: Rooms
) -> None:
    """Paint a card: key, letter, name, cost and, if there is room, effect. A card that cannot be
    built has no tint, and the reason is red: the letter of the missing piece, or the cost."""
    view = marks.view
    face = view.hands[seat][at]
    card = view.box.cards[face]
    playing = not view.over and not _is_open(marks.scene)
    refusal = why_not_build(view, seat, face) if playing else None
    shut = refusal is not None
    ground = SURFACE if shut else "on.lit" if _is_chosen(marks.scene, face) else tint(card.type)
    canvas.fill(*line, ground=ground)
    missing = refusal is not None and refusal.rule == "DEU-5.1"
    letter = "bad" if missing else "dim" if shut else chip(card.type)
    canvas.put(line.x, line.y, HAND_KEYS[at : at + 1], "text")
    end = paint_chip(canvas, line.x + KEY, line.y, marks.piece(card.type), letter)
    name = min(room.name, line.right - end - 4 - (room.gift or width_of(marks.cost(card))))
    canvas.put(end + 1, line.y, marks.card(face, name), "closed" if shut else "text")
    rest = Rect(end + room.name + 3, line.y, line.right - end - room.name - 3 - room.gift, 1)
    if not room.gift or line.width >= _WIDE:
        _paint_price(marks, canvas, rest, card, refusal, room, wide=line.width >= _WIDE)
    body = Rect(end, line.y, line.right - end, 1)
    head = Rect(*body[:2], room.name + 2, body.height) if line.width >= _WIDE else body
    canvas.spot(("card", at), body, anchor=head, shade=BAR)


def _is_chosen(scene: Scene[World], face: int) -> bool:
    """Return whether the card is being built and a payment or region is already chosen."""
    choosing = scene.choosing
    if choosing is None or card_being_built(choosing)[0] != face:
        return False
    return len(choosing.chosen) > 1


def _paint_price(
    marks: WorldMarks,
    canvas: Canvas,
    rest: Rect,
    card: Card,
    refusal: Refusal | None,
    room: Rooms,
    *,
    wide: bool,
) -> None:
    """Paint the cost, the effect and the reason why the card cannot be built, as far as there is
    room. If the line is not `wide`, paint only the cost, on the right."""
    shut = refusal is not None
    unpaid = refusal is not None and refusal.rule == "DEU-6.1"
    cost, role = marks.cost(card), "bad" if unpaid else "closed" if shut else "strong"
    does = marks.translate(brief(marks.view.box, card))
    if room.cost + room.gap + 1 + width_of(does) < rest.width:
        canvas.put(rest.x, rest.y, cost, role)
        x = rest.x + room.cost + room.gap
        x = canvas.put(x, rest.y, does, "closed" if shut else "text")
        why = "" if refusal is None else marks.translate(in_short(refusal))
        if x + width_of(why) + 2 < rest.right:
            canvas.put_right(rest.right - 2, rest.y, why, "bad")
    elif wide:
        canvas.put(rest.x, rest.y, cost, role)
    else:
        canvas.put_right(rest.right - 2, rest.y, cost, role)


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


_WIDE = 50
"""Minimum width at which costs are always aligned in a column."""
