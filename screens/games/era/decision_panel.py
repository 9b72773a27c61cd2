"""The decision panel of Era, which has a line for each fact. Long lines are wrapped. If they do not
all fit, a click opens the full text."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from engine.core.common_wording import series
from engine.core.event import Value
from engine.games.era.build import BuildStructure
from engine.games.era.component_types import Building, Structure, Wall
from engine.games.era.forecast import Prospect
from engine.games.era.setup import LAYOUT, LIFT, PlaceKit
from engine.games.era.situations import last_round
from engine.games.era.state import Realm
from engine.games.era.wording import amounts
from engine.i18n.text import Names, Seat, Text, plural, words
from screens.games.era import tooltips
from screens.games.era.board import paint_shape
from screens.games.era.input_modes import MarkingDice, PlacingPieces, SupplyList
from screens.games.era.piece_input import MovingPiece
from screens.games.era.rolling_panel import paint_rolling
from screens.games.era.symbols import cap, letter
from screens.paint import buttons
from screens.paint.canvas import OWN_STYLE, Canvas, Rect
from screens.paint.cells import width_of, wrap
from screens.paint.shapes import paint_cap
from screens.table_view.scene import Scene

Lines = list[tuple[str, str]]
SHAPE_ROOM: Final = 10


def paint_own_choices(scene: Scene[Realm], width: int, height: int) -> Canvas | None:
    """Paint the contents of the decision panel below the question. Return None if the next part of
    the pick is chosen from a plain list."""
    partial_pick = scene.partial_pick
    assert partial_pick is not None
    input_mode = partial_pick.input_mode
    if isinstance(input_mode, MovingPiece):
        return _paint_placing(scene, input_mode, width, height - 1)
    if isinstance(input_mode, MarkingDice):
        return paint_rolling(scene, input_mode, width, height - 1)
    if isinstance(input_mode, SupplyList) and not partial_pick.chosen:
        return _paint_supply_choices(scene, input_mode, width, height)
    return None


def choice_lines(scene: Scene[Realm]) -> Lines:
    """Return the unabridged lines of the supply or placement panel that `paint_own_choices` paints,
    for the page of the full text; empty for other choices."""
    partial_pick = scene.partial_pick
    input_mode = None if partial_pick is None else partial_pick.input_mode
    if partial_pick is not None and isinstance(input_mode, SupplyList) and not partial_pick.chosen:
        return _piece_lines(scene, input_mode)
    if isinstance(input_mode, MovingPiece):
        return _placing_lines(scene, input_mode)
    return []


def _paint_lines(scene: Scene[Realm], width: int, lines: Lines, rows: int) -> Canvas:
    """Paint `lines`, wrapped to `width`. If not all fit into `rows`, the last row gets an ellipsis,
    and a click on it opens the full text."""
    broken = [
        (part, role if n == 0 else "text", n)
        for text, role in lines
        for n, part in enumerate(wrap(text, width - 6))
    ]
    canvas = Canvas(width, min(rows, len(broken)), scene.theme.glyphs)
    for y, (text, role, n) in enumerate(broken[:rows]):
        canvas.put(2 if n == 0 else 4, y, text, role)
    if len(broken) > rows > 0:
        text, role, n = broken[rows - 1]
        more = canvas.glyphs("ellipsis")
        canvas.put((2 if n == 0 else 4) + width_of(text) + 1, rows - 1, more, role)
        canvas.spot((buttons.FULL_TEXT,), Rect(2, rows - 1, width - 2, 1))
    return canvas


# ---------------------------------------------------------------------- placing a piece


def _paint_placing(scene: Scene[Realm], piece: MovingPiece, width: int, rows: int) -> Canvas:
    """Paint the consequences of the piece's position, or the reason why it is illegal, in `rows`
    rows. The shape of a piece in a legal position is at the right. One more row has the keys that
    move the piece."""
    placement, refusal = piece.preview().placement, piece.refusal()
    room = width - SHAPE_ROOM
    canvas = _paint_lines(scene, room, _placing_lines(scene, piece, room), rows)
    whole = Canvas(width, rows + 1, scene.theme.glyphs)
    whole.blit(canvas, 0, 0)
    whole.blit(piece.paint(scene, width, 1), 0, rows)
    if placement is not None and refusal is None:
        paint_shape(scene, whole, width - 2, 0, placement, min(rows, max(canvas.height, 3)))
    return whole


def _placing_lines(scene: Scene[Realm], piece: MovingPiece, room: int | None = None) -> Lines:
    """Return the reason why the piece cannot be placed in its current position, or else the
    consequences of placing it, after a line with the name of a cell if one is being typed. The last
    line is abbreviated if it would need more than one line of `room` columns (None for no
    limit)."""
    refusal, lines = piece.refusal(), _jump_lines(scene, piece)
    if refusal is not None:
        sign, reason = scene.theme.glyphs("no"), refusal.reason
        refused = words("{sign} Not here: {reason}", sign=sign, reason=reason)
        return [*lines, (scene.translate(refused), "bad bold")]
    return lines + _position_lines(scene, piece, room)


def _jump_lines(scene: Scene[Realm], piece: MovingPiece) -> Lines:
    if piece.jumping is None:
        return []
    return [(scene.translate(words("Jump to cell: {typed}_", typed=piece.jumping)), "warn")]


def _position_lines(scene: Scene[Realm], piece: MovingPiece, room: int | None) -> Lines:
    preview, prospect = piece.preview(), piece.prospect()
    placement = preview.placement
    assert placement is not None
    cells = " ".join(placement.cells)
    lines: Lines = []
    if prospect is None or (isinstance(placement.kind, Wall) and not prospect.points):
        lines.append((f"{cells}.", "strong"))
        lines += _effect_lines(scene, piece)
    else:
        lines.append((f"{cells}: {scene.translate(_points_text(piece, prospect))}", "strong"))
        lines += [(scene.translate(text), "text") for text in _effect_texts(piece, prospect)]
    closed = preview.newly_enclosed.bit_count()
    if closed:
        text = plural(
            "This encloses {n} more cell. The walled area is then {area}.",
            "This encloses {n} more cells. The walled area is then {area}.",
            closed,
            area=preview.walled_area,
        )
        lines.append((scene.translate(text), "good"))
    lines += _completion_lines(scene, piece)
    if not _is_last(piece, prospect):
        lines += _disease_lines(scene, piece)
    if prospect is not None:
        lines += [(scene.translate(text), "good") for text in _change_of_others(prospect)]
        lines += [(scene.translate(text), "warn") for text in _token_texts(piece, prospect)]
        lines.append((_remainder(scene, piece, prospect, room), "dim"))
    return lines


def _effect_lines(scene: Scene[Realm], piece: MovingPiece) -> Lines:
    """Return a line about the effect of a starting piece, which also says whether a building would
    be walled in. Empty if there is no effect, or outside setup."""
    kind = piece.view.box.kinds[piece.kind]
    effect = tooltips.effect(piece.view, kind)
    placement = piece.preview().placement
    if effect is None or placement is None or not isinstance(piece.partial_pick.decision, PlaceKit):
        return []
    text = words("Effect: {effect}.", effect=effect)
    if isinstance(kind, Building) and piece.domain.is_walled_in(placement):
        text = words("Walled in, so it counts twice. {effect}", effect=text)
    return [(scene.translate(text), "text")]


def _points_text(piece: MovingPiece, prospect: Prospect) -> Text:
    kind = piece.view.box.structures[piece.kind]
    gained = f"{prospect.points:+}" if prospect.points else "0"
    if isinstance(kind, Wall):
        if len(prospect.parts) == 1:
            return words("Score: {parts}.", parts=_parts_text(prospect))
        score = words("Score: {points}.", points=gained)
        return words("{points} Breakdown: {parts}.", points=score, parts=_parts_text(prospect))
    if prospect.walled and not (isinstance(kind, Building) and kind.always_walled):
        text = plural(
            "{points} point. The building is walled in and counts twice.",
            "{points} points. The building is walled in and counts twice.",
            prospect.points,
            points=gained,
        )
    else:
        text = plural("{points} point.", "{points} points.", prospect.points, points=gained)
    if any(change < 0 for _, change in prospect.parts):
        parts = _parts_text(prospect)
        return words("{points} Breakdown: {parts}.", points=text, parts=parts)
    if prospect.market_bonus:
        return words("{points} Market bonus here: {n}.", points=text, n=prospect.market_bonus)
    return text


def _parts_text(prospect: Prospect) -> Text:
    """Return a text with the sources of the points, each with its number of points."""
    return series(
        words("{part} {change}", part=part, change=f"{change:+}") for part, change in prospect.parts
    )


def _effect_texts(piece: MovingPiece, prospect: Prospect) -> list[Text]:
    """Return a text about the next round's dice if the building gives a die, or else about the
    building's effect; empty if there is neither."""
    kind = piece.view.box.structures[piece.kind]
    if prospect.die is not None:
        die = piece.view.box.dice[prospect.die]
        return [
            plural(
                "{n} die next round: one more {die}, and 1 more food to feed it.",
                "{n} dice next round: one more {die}, and 1 more food to feed it.",
                prospect.dice,
                die=die.names,
            )
        ]
    if isinstance(kind, Building):
        effect = tooltips.effect(piece.view, kind)
        return [] if effect is None else [words("Effect: {effect}.", effect=effect)]
    return []


def _completion_lines(scene: Scene[Realm], piece: MovingPiece) -> Lines:
    completion = piece.completion()
    if completion is None:
        return []
    text = plural(
        "One more {wall} at {cell} would enclose {n} cell.",
        "One more {wall} at {cell} would enclose {n} cells.",
        completion.cells,
        wall=completion.piece.kind.names,
        cell=completion.piece.anchor,
    )
    return [(scene.translate(text), "good")]


def _is_last(piece: MovingPiece, prospect: Prospect | None) -> bool:
    """Return whether no further round follows if the piece is placed, so that there will be no
    Disease."""
    ends = prospect is not None and prospect.token == piece.view.tokens
    return ends or bool(last_round(piece.view))


def _disease_lines(scene: Scene[Realm], piece: MovingPiece) -> Lines:
    """Return a line about the further buildings that would suffer from Disease after the placement;
    empty if there are none."""
    preview = piece.preview()
    sick = preview.newly_diseased
    if not sick:
        return []
    text = plural(
        "{n} more building would suffer from Disease ({cells}), {all} in all.",
        "{n} more buildings would suffer from Disease ({cells}), {all} in all.",
        len(sick),
        cells=" ".join(building.cells[0] for building in sick),
        all=len(preview.diseased),
    )
    return [(scene.translate(text), "warn")]


def _change_of_others(prospect: Prospect) -> Iterator[Text]:
    """Yield texts about changes in other players' totals, which are due to majorities gained or
    lost."""
    for seat, change in prospect.of_others.items():
        yield plural(
            "{seat}: {points} point.",
            "{seat}: {points} points.",
            abs(change),
            seat=Seat(seat),
            points=f"{change:+}",
        )


def _token_texts(piece: MovingPiece, prospect: Prospect) -> Iterator[Text]:
    """Yield a text if the piece is the last of its kind and turns a tracking token, and another
    text about the end of the game."""
    view = piece.view
    if not prospect.token:
        return
    yield words(
        "This is the last piece of its kind, so tracking token {n} of {all} is turned to X.",
        n=prospect.token,
        all=view.tokens,
    )
    if prospect.token == view.tokens:
        yield words("This is the last round.")
    else:
        yield words("When all of them show X, the game ends.")


def _remainder(
    scene: Scene[Realm], piece: MovingPiece, prospect: Prospect, room: int | None
) -> str:
    """Return a text about the resources left after paying, and the pieces that can then still be
    built: their names, or their keys if the names need more than one line of `room` columns (None
    for no limit)."""
    box = piece.view.box
    names = [
        building.names for kind, building in box.buildings.items() if kind in prospect.buildable
    ]
    by_name: list[Names | Text] = [*names]
    if any(kind in box.walls for kind in prospect.buildable):
        by_name.append(words("walls"))
    text = scene.translate(_remainder_text(piece, prospect, series(by_name)))
    if room is None or width_of(text) <= room - 6:
        return text
    keys = " ".join(cap(scene, kind) for kind in prospect.buildable)
    return scene.translate(
        _remainder_text(piece, prospect, words("pieces on keys {keys}", keys=keys))
    )


def _remainder_text(piece: MovingPiece, prospect: Prospect, affordable: Text) -> Text:
    """Return a text about the resources and hammers left after building, and the `affordable`
    pieces if there are any."""
    decision = piece.partial_pick.decision
    resources_left = amounts(prospect.left)
    assert isinstance(decision, BuildStructure)
    hammers = decision.left - 1
    is_anything_left = any(prospect.left.values())
    amounts_text = resources_left if is_anything_left else words("nothing")
    if not hammers:
        return words("Left: {amounts}.", amounts=amounts_text)
    if not prospect.buildable:
        return plural(
            "Left: {amounts}. {n} hammer will go unused.",
            "Left: {amounts}. {n} hammers will go unused.",
            hammers,
            amounts=amounts_text,
        )
    return plural(
        "Left: {amounts}, {n} hammer (enough for {pieces}).",
        "Left: {amounts}, {n} hammers (enough for {pieces}).",
        hammers,
        amounts=amounts_text,
        pieces=affordable,
    )


# ---------------------------------------------------------------------- the supply


def _paint_supply_choices(
    scene: Scene[Realm], input_mode: SupplyList, width: int, rows: int
) -> Canvas:
    """Paint the choices that are not in the supply, and a description of the choice under the
    cursor."""
    partial_pick = input_mode.partial_pick
    assert isinstance(partial_pick, PlacingPieces)
    canvas = Canvas(width, rows, scene.theme.glyphs)
    x, y = 2, 0
    for number, choice in enumerate(input_mode.choices()):
        if choice.value in partial_pick.view.box.kinds:
            continue
        label = scene.translate(choice.label)
        if x + 4 + width_of(label) > width:
            x, y = 2, y + 1
        start = x
        pointed = number == input_mode.pointed
        x = paint_cap(canvas, x, y, choice.key, pointed=pointed) + 1
        x = canvas.put(x, y, label, "strong" if pointed else "text") + 3
        canvas.spot((buttons.CHOICE, number), Rect(start, y, x - 3 - start, 1), shade=OWN_STYLE)
    lines = _piece_lines(scene, input_mode)
    block = _paint_lines(scene, width, lines, rows - y - 1)
    canvas.blit(block, 0, y + 1)
    return canvas


def _piece_lines(scene: Scene[Realm], input_mode: SupplyList) -> Lines:
    partial_pick = input_mode.partial_pick
    assert isinstance(partial_pick, PlacingPieces)
    value = input_mode.choice.value
    key = ("told", value, scene.translator.language)
    return partial_pick.memo.once(key, lambda: _describe_piece(scene, partial_pick, value))


def _describe_piece(scene: Scene[Realm], partial_pick: PlacingPieces, value: Value) -> Lines:
    view = partial_pick.view
    if not isinstance(value, str) or value not in view.box.kinds:
        return _choice_lines(scene, partial_pick, str(value))
    kind = view.box.kinds[value]
    tooltip = tooltips.starting if isinstance(partial_pick.decision, PlaceKit) else tooltips.supply
    lines: Lines = [(scene.translate(tooltip(view, value)), "strong")]
    if isinstance(kind, Structure) and isinstance(partial_pick.decision, BuildStructure):
        resources_left = {
            resource: view.has(partial_pick.seat, resource) - kind.cost.get(resource, 0)
            for resource in view.box.resources
        }
        lines.append(
            (
                scene.translate(
                    words("Left after paying: {amounts}.", amounts=_amounts(resources_left))
                ),
                "text",
            )
        )
        lines.append((_missing_text(scene, partial_pick), "dim"))
        if partial_pick.key_of(0, value).isupper():
            tip = words(
                "Press {key} or Enter to pick up this piece.",
                key=_typed(scene, partial_pick, value),
            )
            lines.append((scene.translate(tip), "dim"))
    else:
        tip = words(
            "Press {key} or Enter to pick up this piece. Click a placed piece to pick it up again.",
            key=_typed(scene, partial_pick, value),
        )
        lines.append((scene.translate(tip), "dim"))
    return lines


def _typed(scene: Scene[Realm], partial_pick: PlacingPieces, value: str) -> Text | str:
    """Return the key that picks up a piece, with Shift if it must be pressed."""
    if partial_pick.key_of(0, value).isupper():
        return words("Shift+{letter}", letter=letter(scene, value))
    return cap(scene, value)


def _amounts(resources: dict[str, int]) -> Text:
    return amounts(resources) if any(resources.values()) else words("nothing")


def _missing_text(scene: Scene[Realm], partial_pick: PlacingPieces) -> str:
    """Return a text about the resources missing for up to three buildings in the supply that the
    seat cannot afford: those with the fewest missing. Empty if there are none."""
    view = partial_pick.view
    unaffordable = [
        (sum(lacking.values()), id, lacking)
        for id, building in view.box.buildings.items()
        if view.supply[id] and (lacking := view.lacks(partial_pick.seat, building.cost))
    ]
    texts = [
        words("{kind}: {amounts}", kind=view.box.buildings[id].names, amounts=amounts(lacking))
        for _, id, lacking in sorted(unaffordable, key=lambda building: building[0])[:3]
    ]
    if not texts:
        return ""
    return (
        scene.translate(words("Still missing for"))
        + " "
        + "; ".join(scene.translate(text) for text in texts)
        + "."
    )


def _choice_lines(scene: Scene[Realm], partial_pick: PlacingPieces, value: str) -> Lines:
    texts = {
        LAYOUT: words(
            "Ready-made layouts of all your starting pieces. You can still move each piece "
            "afterwards."
        ),
        LIFT: words("You can pick up a placed piece again, for example by clicking on it."),
    }
    if value in texts:
        return [(scene.translate(texts[value]), "text")]
    decision = partial_pick.decision
    if isinstance(decision, BuildStructure):
        text = plural("{n} hammer will go unused.", "{n} hammers will go unused.", decision.left)
        return [(scene.translate(text), "warn")]
    assert isinstance(decision, PlaceKit)
    return []
