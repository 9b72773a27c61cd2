"""Progress or preview of the activation of a column, card by card."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from attrs import evolve

from engine.core.common_wording import joined
from engine.core.state import Note
from engine.games.deus.activation import ActivateColumn
from engine.games.deus.armies import Marching
from engine.games.deus.column_preview import CardPreview, card_preview_text, preview_cards
from engine.games.deus.components import Card
from engine.games.deus.state import FACE_DOWN, World
from engine.games.deus.wording import brief, column_name
from engine.i18n.text import Text, words
from screens.games.deus.column_activation import ColumnActivation, of_card, of_wildcard
from screens.games.deus.hand import whose_hand
from screens.games.deus.input_modes import (
    BuildChoice,
    DeusChoosing,
    card_being_built,
    is_placing,
    wildcard_being_placed,
)
from screens.games.deus.symbols import WorldLabels, chip, tint
from screens.input_modes.partial_pick import PartialPick
from screens.paint.abbreviation import abbreviated
from screens.paint.canvas import Canvas, Rect
from screens.paint.card_rows import StripStep, paint_strip
from screens.paint.cells import widest, width_of
from screens.paint.shapes import SURFACE, paint_chip, paint_heading
from screens.table_view.scene import Scene


def activation_of(scene: Scene[World]) -> ColumnActivation | None:
    """Return the column being activated or else, if only the payment or the region of a card is
    still to be chosen, the column that the card would activate; None if there is no such column."""
    partial_pick = scene.partial_pick
    current = (
        _activation_in_progress(scene)
        if partial_pick is None
        else partial_pick.memo.once("activation", lambda: _activation_in_progress(scene))
    )
    if current is not None or partial_pick is None or not is_placing(partial_pick):
        return current
    return activation_preview(partial_pick)


def activation_preview(partial_pick: PartialPick[World]) -> ColumnActivation | None:
    """Return the column that the choice under the cursor would activate; None if it would activate
    none. While no region is chosen or under the cursor, the yields are those in the best region."""
    card, payment, place = card_being_built(partial_pick)
    wildcard = wildcard_being_placed(partial_pick)
    key: BuildChoice = (card, payment, place) if card >= 0 else wildcard
    known = partial_pick.activations if isinstance(partial_pick, DeusChoosing) else {}
    if key not in known:
        view, seat = partial_pick.request.view, partial_pick.seat
        known[key] = (
            of_card(view, seat, card, payment, place)
            if card >= 0
            else of_wildcard(view, seat, *wildcard)
        )
    return known[key]


def _name(activation: ColumnActivation, at: int, labels: WorldLabels, width: int = 99) -> str:
    """Return the name of the card at index `at` of the column, in at most `width` cells. A
    face-down card, placed or about to be placed, is named only if the reader may see its face."""
    new = at == len(activation.cards) - 1 and activation.wildcard != FACE_DOWN
    if new and whose_hand(labels.scene) == activation.seat:
        return labels.face_down(activation.wildcard, width)
    return labels.card_of(activation.seat, activation.cards[at], width)


def _activation_in_progress(scene: Scene[World]) -> ColumnActivation | None:
    """Return the column that is being activated, with its yields so far; None if no card of a
    column is being resolved."""
    view = scene.view
    step = next((step for step in reversed(view.agenda) if isinstance(step, ActivateColumn)), None)
    if step is None or step.rank < 1:
        return None
    cards = view.columns[step.seat][step.column]
    current = step.rank - 1
    top_step = view.agenda[-1]
    inner = getattr(top_step, "card", FACE_DOWN)
    to_come = _previews_to_come(scene, step.seat, cards, current)
    brought, skipped = brought_so_far(scene, cards, current)
    activation = ColumnActivation(step.seat, step.column, cards, to_come, current, brought, skipped)
    return evolve(
        activation, laboratory_card=inner if inner not in (FACE_DOWN, cards[current]) else -1
    )


def _previews_to_come(
    scene: Scene[World], seat: int, cards: tuple[int, ...], current: int
) -> tuple[CardPreview, ...]:
    """Return a preview of the expected yield for each card from index `current` on, and an empty
    preview for each card before it."""
    view = scene.view
    preview, *to_come = preview_cards(view.copy(), seat, cards[current:])
    top_step = view.agenda[-1]
    if isinstance(top_step, Marching):
        preview = _still_marching(view, top_step, preview)
    return (*(CardPreview(card) for card in cards[:current]), preview, *to_come)


def _still_marching(view: World, asking: Marching, preview: CardPreview) -> CardPreview:
    """Return `preview` with the number of armies that can still move in the decision `asking`
    (DEU-18.1). If a laboratory has activated the marching card, `preview` is that of the
    laboratory, and the number belongs to its `from_laboratory`."""
    moves = asking.movable_armies(view)
    if preview.card == asking.card:
        return evolve(preview, moves=moves)
    return evolve(preview, from_laboratory=CardPreview(asking.card, asks=True, moves=moves))


def brought_so_far(
    scene: Scene[World], cards: tuple[int, ...], current: int
) -> tuple[tuple[Text | None, ...], tuple[bool, ...]]:
    """Return, for each of `cards`, a text about its yield so far (None if there is none) and, in a
    second tuple, whether it was skipped, read from the log since the column was activated.
    `current` is the index of the card that is being resolved."""
    brought: list[list[Text]] = [[] for _ in cards]
    skipped = [False] * len(cards)
    view = scene.view
    index, own_notes = 0, list[Note]()
    for note in _notes_since_activation(scene):
        card, draws = note.text.args.get("card"), note.rule == DRAWING_RULE and note.to is None
        if isinstance(card, Card):
            first = index + _is_of_another_copy(note, own_notes)
            found = next((n for n in range(first, current + 1) if cards[n] == card.index), index)
        elif draws:
            drawing = (
                n for n in range(index + bool(own_notes), current) if _draws_cards(view, cards[n])
            )
            found = next(drawing, index)
        else:
            found = index
        if found != index:
            index, own_notes = found, []
        if draws or (isinstance(card, Card) and card.index == cards[index]):
            own_notes.append(note)
        if note.rule == "DEU-8.3":
            skipped[index] = True
        elif (gain := _brought(note)) is not None and not (
            note.rule == MARCH_RULE and brought[index]
        ):
            brought[index].append(gain)
    return tuple(joined(gains, ", ") for gains in brought), tuple(skipped)


def _is_of_another_copy(note: Note, earlier: Sequence[Note]) -> bool:
    """Return whether a note about a card and the `earlier` notes come from the activations of two
    cards with the same face; False if there are no `earlier` notes. A single activation moves each
    army once, and takes from each opponent once."""
    if not earlier:
        return False
    args = note.text.args
    if note.rule == MARCH_RULE and earlier[-1].rule == MARCH_RULE:
        card = args["card"]
        moves_all = isinstance(card, Card) and card.effect.kind == "move_all_armies"
        return not moves_all or args["start"] in [one.text.args["end"] for one in earlier]
    if "other" in args:
        return args["other"] in [one.text.args.get("other") for one in earlier]
    return True


def _draws_cards(view: World, card: int) -> bool:
    return card != FACE_DOWN and view.box.cards[card].effect.kind == "draw_per_region_with"


def _notes_since_activation(scene: Scene[World]) -> Sequence[Note]:
    """Return the notes since a column was last activated; empty if none was activated in the last
    `_RECENT_EVENTS` events."""
    notes = [
        note
        for _, event_notes in scene.history.events_with_notes(_RECENT_EVENTS)
        for note in event_notes
    ]
    starts = [n for n, note in enumerate(notes) if note.rule == "DEU-8.1"]
    return notes[starts[-1] + 1 :] if starts else ()


MARCH_RULE: Final = "DEU-18.1"
DRAWING_RULE: Final = "DEU-16.1"

_RECENT_EVENTS = 40
"""Upper bound on the number of events in one activation."""


def _brought(note: Note) -> Text | None:
    """Return the short form of a note about a yield: what was bought or gained. For a march, it
    says only that armies have moved. Return None for other notes."""
    args = note.text.args
    for name in ("price", "what", "pieces", "cards"):
        if isinstance(args.get(name), Text) and name in args:
            gain = args["what"] if name == "price" and "buys" in note.text.one else args[name]
            return words("{what}", what=gain)
    if note.rule == MARCH_RULE:
        return words("moved")
    return None


# ---------------------------------------------------------------------- painting


def certainty(activation: ColumnActivation) -> Text:
    """Return a label that says how certain the preview is or, during the activation, that the cards
    are resolved one by one."""
    if activation.current >= 0:
        return words("card by card")
    return words("in the best region") if activation.at_best else words("as things stand")


def title(activation: ColumnActivation) -> Text:
    """Return the heading of the strip or list of an activated column."""
    column = column_name(activation.column)
    if activation.current < 0:
        return words("Then the {column} is activated", column=column)
    return words("The {column} is activated", column=column)


def _paint_title(
    scene: Scene[World], canvas: Canvas, rect: Rect, activation: ColumnActivation
) -> None:
    heading, sure = scene.translate(title(activation)), scene.translate(certainty(activation))
    paint_heading(canvas, rect, heading, sure)


def paint_activation(
    labels: WorldLabels, canvas: Canvas, rect: Rect, activation: ColumnActivation
) -> None:
    """Paint an activated column as a list with one card per line. If `rect` has at most
    `MAX_STRIP_HEIGHT` rows and the list does not fit below a title, paint the column as a strip."""
    if (
        rect.height > MAX_STRIP_HEIGHT
        or len(activation.cards) + (activation.laboratory_card >= 0) < rect.height
    ):
        paint_as_list(labels, canvas, rect, activation)
    else:
        paint_as_strip(labels, canvas, rect, activation)


MAX_STRIP_HEIGHT: Final = 4
"""Maximum height in rows at which an activated column that does not fit as a list is painted as a
strip."""


def paint_as_strip(
    labels: WorldLabels, canvas: Canvas, rect: Rect, activation: ColumnActivation
) -> None:
    """Paint an activated column in two rows below a title. If there is another row, it shows the
    card that a laboratory activates."""
    canvas.fill(*rect, ground=SURFACE)
    _paint_title(labels.scene, canvas, rect, activation)
    step_width = max(14, min(24, rect.width // len(activation.cards)))
    steps = [_step(labels, activation, at, step_width - 3) for at in range(len(activation.cards))]
    strip = Rect(rect.x, rect.y + 1, rect.width, 2)
    paint_strip(canvas, strip, steps, activation.current)
    if activation.laboratory_card >= 0 and rect.height > 3:
        sign = canvas.glyphs("right")
        text = f"{sign} {labels.card(activation.laboratory_card)}"
        canvas.put(rect.x + 2, rect.y + 3, text, "strong")


def _step(labels: WorldLabels, activation: ColumnActivation, at: int, width: int) -> StripStep:
    name = _name(activation, at, labels, width - 2)
    return StripStep(
        name,
        abbreviated(
            _yield_text(labels, activation, at), width - (2 if at < activation.current else 0)
        ),
        tint(activation.column),
        skipped=activation.current > at and activation.skipped[at],
        spot=_place(activation, at),
    )


def _yield_text(labels: WorldLabels, activation: ColumnActivation, at: int) -> str:
    """Return a short text for the yield of a card, past (a dash if there was none) or expected, or
    "now" while the card is being resolved."""
    if activation.current > at:
        brought = activation.brought[at]
        return labels.glyphs("dash") if brought is None else labels.translate(brought)
    if activation.current == at:
        return labels.translate(words("now"))
    preview = activation.previews[at]
    return labels.preview(preview)


def _place(activation: ColumnActivation, at: int) -> tuple[str, int, int]:
    """Return the place that stands for a card of the activation, so that the card can be
    inspected."""
    return ("link", activation.cards[at], at)


def paint_as_list(
    labels: WorldLabels, canvas: Canvas, rect: Rect, activation: ColumnActivation
) -> None:
    """Paint one line per card, as far as there are rows: number, name, effect (if there is room),
    and past or expected yield. A further line has the card that a laboratory activates. There is a
    title if all cards fit below it."""
    view = labels.view
    canvas.fill(*rect, ground=SURFACE)
    top = rect.y
    if len(activation.cards) < rect.height:
        _paint_title(labels.scene, canvas, rect, activation)
        top += 1
    names = [_name(activation, at, labels) for at in range(len(activation.cards))]
    name = widest(names)
    for at in range(len(activation.cards)):
        y = top + at
        if y >= rect.bottom:
            return
        _paint_line(labels, canvas, Rect(rect.x, y, rect.width, 1), activation, at, name)
    y = top + len(activation.cards)
    if activation.laboratory_card >= 0 and y < rect.bottom:
        effect = labels.translate(brief(view.box, view.box.cards[activation.laboratory_card]))
        x = canvas.put(rect.x + 4, y, canvas.glyphs("right"), "dim") + 1
        x = canvas.put(x, y, labels.card(activation.laboratory_card), "strong")
        if x + 2 + width_of(effect) < rect.right:
            canvas.put(x + 2, y, effect, "dim")


def _paint_line(
    labels: WorldLabels,
    canvas: Canvas,
    line: Rect,
    activation: ColumnActivation,
    at: int,
    name: int,
) -> None:
    view = labels.view
    card, is_current, sign = activation.cards[at], at == activation.current, canvas.glyphs
    is_resolved = at < activation.current
    yield_text = labels.translate(_yield_in_words(view, activation, at))
    if line.width - 8 - width_of(yield_text) < width_of(_name(activation, at, labels)):
        yield_text = _yield_in_symbols(labels, activation, at)
    end = paint_chip(
        canvas, line.x, line.y, str(at + 1), "dim" if is_resolved else chip(activation.column)
    )
    room = min(name, line.width - 8 - width_of(yield_text))
    ground = None if is_resolved else "on.lit" if is_current else tint(activation.column)
    canvas.fill(end, line.y, room + 2, 1, ground=ground)
    text = _name(activation, at, labels, room)
    canvas.put(end + 1, line.y, text, "dim" if is_resolved else "strong" if is_current else "text")
    if is_current:
        canvas.put(end, line.y, sign("mark.left"), "legal")
        canvas.put(end + room + 1, line.y, sign("mark.right"), "legal")
    canvas.spot(_place(activation, at), Rect(end, line.y, room + 2, 1))
    x = end + room + 3
    mark = f"{sign('no' if activation.skipped[at] else 'yes')} " if is_resolved else ""
    start = canvas.put_right(line.right - 1, line.y, mark + yield_text, _role(activation, at))
    effect = "" if card == FACE_DOWN else labels.translate(brief(view.box, view.box.cards[card]))
    if x + width_of(effect) + 2 <= start:
        canvas.put_clipped(x, line.y, start - x - 1, effect, "dim")


def _yield_in_symbols(labels: WorldLabels, activation: ColumnActivation, at: int) -> str:
    """Return a short text for the yield of a card: past, or expected in symbols, with a remark if
    earlier cards may use up what the card needs."""
    brings = (
        _yield_text(labels, activation, at)
        if at < activation.current
        else labels.preview(activation.previews[at])
    )
    if at < activation.current or not activation.previews[at].contested:
        return brings
    return labels.translate(words("{what}, if enough is left", what=brings))


def _yield_in_words(view: World, activation: ColumnActivation, at: int) -> Text:
    if activation.current > at:
        return (
            activation.brought[at] or words("nothing")
            if not activation.skipped[at]
            else words("skipped")
        )
    return card_preview_text(view, activation.seat, activation.previews[at])


def _role(activation: ColumnActivation, at: int) -> str:
    """Return the style role of a card's yield: dim if it is past, or else a warning if earlier
    cards may use up what the card needs, or else dim if the card yields nothing."""
    if at < activation.current:
        return "dim"
    preview = activation.previews[at]
    if preview.contested:
        return "warn"
    return "dim" if preview.idle else "strong"
