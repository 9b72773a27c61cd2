"""A column that fires: what it would bring card by card, and how far it has come."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from attrs import evolve

from engine.core.common_wording import joined
from engine.core.state import Note
from engine.games.deus.armies import Marching
from engine.games.deus.card_effects import FireColumn
from engine.games.deus.column_preview import Link, link_text, links
from engine.games.deus.components import Card
from engine.games.deus.state import FACE_DOWN, World
from engine.games.deus.wording import brief, column_name
from engine.i18n.text import Text, words
from screens.games.deus.column_firing import Chain, of_card, of_wildcard
from screens.games.deus.hand import whose_hand
from screens.games.deus.input_modes import (
    Building,
    DeusChoosing,
    card_being_built,
    is_placing,
    wildcard_being_laid,
)
from screens.games.deus.symbols import WorldMarks, abbreviated, chip, tint
from screens.input_modes.partial_pick import PartialPick
from screens.paint.canvas import Canvas, Rect
from screens.paint.card_rows import StripStep, paint_strip
from screens.paint.cells import clip, widest, width_of
from screens.paint.shapes import SURFACE, paint_chip, paint_heading
from screens.table_view.scene import Scene


def chain_of(scene: Scene[World]) -> Chain | None:
    """What fires at the moment, or will when the card that is chosen is built."""
    choosing = scene.choosing
    firing = (
        _firing(scene) if choosing is None else choosing.memoized("firing", lambda: _firing(scene))
    )
    if firing is not None or choosing is None or not is_placing(choosing):
        return firing
    return chain_foreseen(choosing)


def chain_foreseen(choosing: PartialPick[World]) -> Chain | None:
    """What would fire with the choice under the pointer: in its region, or, while that is open, in
    the one where it brings most."""
    card, payment, place = card_being_built(choosing)
    laid = wildcard_being_laid(choosing)
    key: Building = (card, payment, place) if card >= 0 else laid
    known = choosing.chains if isinstance(choosing, DeusChoosing) else {}
    if key not in known:
        view, seat = choosing.asked.view, choosing.seat
        known[key] = (
            of_card(view, seat, card, payment, place)
            if card >= 0
            else of_wildcard(view, seat, *laid)
        )
    return known[key]


def _name(found: Chain, at: int, marks: WorldMarks, width: int = 99) -> str:
    """The name of a card that fires or would; one that lies face down, or is about to, only for its
    owner while the hand lies open."""
    new = at == len(found.cards) - 1 and found.laid != FACE_DOWN
    if new and whose_hand(marks.scene) == found.seat:
        return marks.face_down(found.laid, width)
    return marks.card_of(found.seat, found.cards[at], width)


def _firing(scene: Scene[World]) -> Chain | None:
    """The column that waits below the question, with what has been told of it."""
    view = scene.view
    waits = next((step for step in reversed(view.agenda) if isinstance(step, FireColumn)), None)
    if waits is None or waits.rank < 1:
        return None
    cards = view.columns[waits.seat][waits.column]
    now = waits.rank - 1
    asking = view.agenda[-1]
    inner = getattr(asking, "card", FACE_DOWN)
    to_come = _links_to_come(scene, waits.seat, cards, now)
    told, skipped = told_so_far(scene, cards, now)
    found = Chain(waits.seat, waits.column, cards, to_come, now, told, skipped)
    return evolve(found, inner=inner if inner not in (FACE_DOWN, cards[now]) else -1)


def _links_to_come(
    scene: Scene[World], seat: int, cards: tuple[int, ...], now: int
) -> tuple[Link, ...]:
    """What the cards from now on would bring; of those before nothing is asked."""
    view = scene.view
    asked, *to_come = links(view.copy(), seat, cards[now:])
    asking = view.agenda[-1]
    if isinstance(asking, Marching):
        asked = _still_marching(view, asking, asked)
    return (*(Link(card) for card in cards[:now]), asked, *to_come)


def _still_marching(view: World, asking: Marching, link: Link) -> Link:
    """The card whose armies march, with those that have not done so yet (DEU-18.1)."""
    moves = asking.may_move(view)
    if link.card == asking.card:
        return evolve(link, moves=moves)
    return evolve(link, from_laboratory=Link(asking.card, asks=True, moves=moves))


def told_so_far(
    scene: Scene[World], cards: tuple[int, ...], now: int
) -> tuple[tuple[Text | None, ...], tuple[bool, ...]]:
    """What each card has brought so far, read from the log since the column fires."""
    told: list[list[Text]] = [[] for _ in cards]
    skipped = [False] * len(cards)
    view = scene.view
    at = 0
    for note in _since_it_fires(scene):
        card = note.text.args.get("card")
        if isinstance(card, Card):
            at = next((n for n in range(at, now + 1) if cards[n] == card.index), at)
        elif note.rule == "DEU-16.1":
            drawing = (n for n in range(at, now) if _draws(view, cards[n]))
            at = next(drawing, at)
        if note.rule == "DEU-8.3":
            skipped[at] = True
        elif (gist := _brought(note)) is not None and not (note.rule == MARCH and told[at]):
            told[at].append(gist)
    return tuple(joined(one, ", ") for one in told), tuple(skipped)


def _draws(view: World, card: int) -> bool:
    return card != FACE_DOWN and view.box.cards[card].effect.kind == "draw_per_region_with"


def _since_it_fires(scene: Scene[World]) -> Sequence[Note]:
    """The notes since the last time that a column began to fire."""
    notes = [note for _, told in scene.story.told()[-_EVENTS_BACK:] for note in told]
    begun = [n for n, note in enumerate(notes) if note.rule == "DEU-8.1"]
    return notes[begun[-1] + 1 :] if begun else ()


MARCH: Final = "DEU-18.1"

_EVENTS_BACK = 40
"""More events no column takes."""


def _brought(note: Note) -> Text | None:
    """The gist of a note: what was gained, sold for, bought, taken."""
    args = note.text.args
    for name in ("price", "what", "pieces", "cards"):
        if isinstance(args.get(name), Text) and name in args:
            gain = args["what"] if name == "price" and "buys" in note.text.one else args[name]
            return words("{what}", what=gain)
    if note.rule == MARCH:
        return words("moved")
    return None


# ---------------------------------------------------------------------- painting


def certainty(found: Chain) -> Text:
    """How certain it is what the cards bring."""
    if found.now >= 0:
        return words("card by card")
    return words("in the best region") if found.at_best else words("as things stand")


def title(found: Chain) -> Text:
    """What the strip or the panel of a column is called."""
    column = column_name(found.column)
    if found.now < 0:
        return words("Then the {column} is activated", column=column)
    return words("The {column} is activated", column=column)


def _paint_title(scene: Scene[World], canvas: Canvas, rect: Rect, found: Chain) -> None:
    said, sure = scene.say(title(found)), scene.say(certainty(found))
    paint_heading(canvas, rect.x, rect.y, rect.width, said, sure)


def paint_chain(
    scene: Scene[World], canvas: Canvas, rect: Rect, found: Chain, marks: WorldMarks
) -> None:
    """The chain a line a card where there are rows for them, else as a strip."""
    if rect.height > LOW or len(found.cards) + (found.inner >= 0) < rect.height:
        paint_as_list(scene, canvas, rect, found, marks)
    else:
        paint_as_strip(scene, canvas, rect, found, marks)


LOW: Final = 4
"""So many rows hold a strip, and no list of the longest columns."""


def paint_as_strip(
    scene: Scene[World], canvas: Canvas, rect: Rect, found: Chain, marks: WorldMarks
) -> None:
    """The chain in two rows below a title; a third row for the card that a laboratory activates."""
    canvas.fill(*rect, ground=SURFACE)
    _paint_title(scene, canvas, rect, found)
    each = max(14, min(24, rect.width // len(found.cards)))
    steps = [_step(scene, found, at, marks, each - 3) for at in range(len(found.cards))]
    strip = Rect(rect.x, rect.y + 1, rect.width, 2)
    paint_strip(canvas, strip, steps, found.now)
    if found.inner >= 0 and rect.height > 3:
        sign = canvas.glyphs("right")
        text = f"{sign} {marks.card(found.inner)}"
        canvas.put(rect.x + 2, rect.y + 3, text, "strong")


def _step(scene: Scene[World], found: Chain, at: int, marks: WorldMarks, width: int) -> StripStep:
    name = _name(found, at, marks, width - 2)
    return StripStep(
        name,
        abbreviated(_said(scene, found, at, marks), width - (2 if at < found.now else 0)),
        tint(found.column),
        skipped=found.now > at and found.skipped[at],
        spot=_place(found, at),
    )


def _said(scene: Scene[World], found: Chain, at: int, marks: WorldMarks) -> str:
    """What a card brings, has brought, or that it is its turn, in few cells."""
    if found.now > at:
        told = found.told[at]
        return marks.glyphs("dash") if told is None else scene.say(told)
    if found.now == at:
        return scene.say(words("now"))
    link = found.links[at]
    return marks.link(link)


def _place(found: Chain, at: int) -> tuple[str, int, int]:
    """Where a card of the chain can be looked at."""
    return ("link", found.cards[at], at)


def paint_as_list(
    scene: Scene[World], canvas: Canvas, rect: Rect, found: Chain, marks: WorldMarks
) -> None:
    """The chain a line a card: number, name, what it does, what it brings as things stand."""
    view = scene.view
    canvas.fill(*rect, ground=SURFACE)
    top = rect.y
    if len(found.cards) < rect.height:
        _paint_title(scene, canvas, rect, found)
        top += 1
    names = [_name(found, at, marks) for at in range(len(found.cards))]
    name = widest(names)
    for at in range(len(found.cards)):
        y = top + at
        if y >= rect.bottom:
            return
        _paint_line(scene, canvas, Rect(rect.x, y, rect.width, 1), found, at, name, marks)
    y = top + len(found.cards)
    if found.inner >= 0 and y < rect.bottom:
        does = scene.say(brief(view.box, view.box.cards[found.inner]))
        x = canvas.put(rect.x + 4, y, canvas.glyphs("right"), "dim") + 1
        x = canvas.put(x, y, marks.card(found.inner), "strong")
        if x + 2 + width_of(does) < rect.right:
            canvas.put(x + 2, y, does, "dim")


def _paint_line(
    scene: Scene[World],
    canvas: Canvas,
    line: Rect,
    found: Chain,
    at: int,
    name: int,
    marks: WorldMarks,
) -> None:
    view = scene.view
    card, now, sign = found.cards[at], at == found.now, canvas.glyphs
    done = at < found.now
    left = scene.say(_line_words(view, found, at))
    if line.width - 8 - width_of(left) < width_of(_name(found, at, marks)):
        left = _in_signs(scene, found, at, marks)
    end = paint_chip(canvas, line.x, line.y, str(at + 1), "dim" if done else chip(found.column))
    room = min(name, line.width - 8 - width_of(left))
    ground = None if done else "on.lit" if now else tint(found.column)
    canvas.fill(end, line.y, room + 2, 1, ground=ground)
    text = _name(found, at, marks, room)
    canvas.put(end + 1, line.y, text, "dim" if done else "strong" if now else "text")
    if now:
        canvas.put(end, line.y, sign("mark.left"), "legal")
        canvas.put(end + room + 1, line.y, sign("mark.right"), "legal")
    canvas.spot(_place(found, at), Rect(end, line.y, room + 2, 1))
    x = end + room + 3
    mark = f"{sign('no' if found.skipped[at] else 'yes')} " if done else ""
    start = canvas.put_right(line.right - 1, line.y, mark + left, _role(found, at))
    does = "" if card == FACE_DOWN else scene.say(brief(view.box, view.box.cards[card]))
    if x + width_of(does) + 2 <= start:
        canvas.put(x, line.y, clip(does, start - x - 1, sign), "dim")


def _in_signs(scene: Scene[World], found: Chain, at: int, marks: WorldMarks) -> str:
    """What a card has brought or would, in few cells."""
    brings = _said(scene, found, at, marks) if at < found.now else marks.link(found.links[at])
    if at < found.now or not found.links[at].contested:
        return brings
    return scene.say(words("{what}, if enough is left", what=brings))


def _line_words(view: World, found: Chain, at: int) -> Text:
    if found.now > at:
        return found.told[at] or words("nothing") if not found.skipped[at] else words("skipped")
    return link_text(view, found.seat, found.links[at])


def _role(found: Chain, at: int) -> str:
    """How a line's result is written: doubtful ones as a warning, what is nothing dim."""
    if at < found.now:
        return "dim"
    link = found.links[at]
    if link.contested:
        return "warn"
    return "dim" if link.idle else "strong"
