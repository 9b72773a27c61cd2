"""Additional pages: one with improvements, bank and cards, and one with dice statistics and
production."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from engine.core.common_wording import joined, series
from engine.core.hidden import is_hidden
from engine.games.knights.production import totals_due
from engine.games.knights.state import Island
from engine.games.knights.wording import amount, card_name, cards, hex_label
from engine.i18n.text import Seat, Text, words
from screens.games.knights.costs import paint_costs, paint_yields, rows_for
from screens.games.knights.hand import cards_of
from screens.games.knights.symbols import IslandLabels, own_seat
from screens.games.knights.tooltips import decks_left
from screens.paint.canvas import Canvas, Rect
from screens.paint.cells import clip, width_of
from screens.paint.shapes import paint_chip, paint_heading, paint_track
from screens.table_view.scene import Scene, Zone
from screens.table_view.sheet_view import paint_sheet

CARDS_ZONE: Final = "cards"
DICE_ZONE: Final = "dice"
ZONES: Final = (
    Zone(CARDS_ZONE, words("Cards and bank")),
    Zone(DICE_ZONE, words("Dice and production")),
)

MAX_ROWS: Final = 60


def paint(scene: Scene[Island], zone: str, width: int, height: int) -> Canvas:
    """Paint the page of dice and production if `zone` is `DICE_ZONE`, otherwise the page of cards
    and bank."""
    if zone == DICE_ZONE:
        return paint_dice(scene, width, _faces(scene.view))
    return _paint_cards(scene, width)


def trimmed(canvas: Canvas, rows: int) -> Canvas:
    """Return the first `rows` rows of a canvas."""
    page = Canvas(canvas.width, rows, canvas.glyphs)
    page.blit(canvas, 0, 0, Rect(0, 0, canvas.width, rows))
    return page


# ---------------------------------------------------------------------- cards and bank


def _paint_cards(scene: Scene[Island], width: int) -> Canvas:
    canvas = Canvas(width, MAX_ROWS, scene.theme.glyphs)
    labels = IslandLabels.of(scene)
    y = _paint_improvements(labels, canvas)
    y = paint_bank(labels, canvas, y)
    y = _paint_progress(labels, canvas, y)
    y = paint_terrain_yields(labels, canvas, y)
    y = _paint_abilities(labels, canvas, y)
    return trimmed(canvas, y)


def _paint_improvements(labels: IslandLabels, canvas: Canvas) -> int:
    """Paint all players' tracks with the red die numbers that draw a card and, if a hand is shown
    (see `own_seat`), the prices of its owner's next levels. Return the row after them."""
    view = labels.view
    names_width = 22 if canvas.width < 100 else 30
    step = (canvas.width - names_width - 2) // len(view.box.tracks)
    paint_heading(canvas, Rect(0, 0, canvas.width, 1), labels.translate(words("Improvements")))
    for number, track in enumerate(view.box.tracks):
        kind = view.box.kinds[track.commodity].names
        title = labels.translate(words("{track} ({kind})", track=track.names, kind=kind))
        canvas.put_clipped(
            names_width + number * step, 1, step - 1, title, f"hue.{track.color} bold"
        )
    names = labels.short(names_width - 6)
    for seat in range(view.seats):
        x = paint_chip(canvas, 1, 2 + seat, labels.letters[seat], f"piece.{seat}")
        canvas.put(x + 1, 2 + seat, names[seat], f"seat.{seat}")
        for number, track in enumerate(view.box.tracks):
            x = names_width + number * step
            reached = view.levels[seat][number]
            x = paint_track(canvas, x, 2 + seat, reached, len(track.costs), f"hue.{track.color}")
            x = canvas.put(x + 1, 2 + seat, labels.level(seat, number), "strong")
            reds = words("red {numbers}", numbers=labels.gate_numbers(seat, number))
            canvas.put(x, 2 + seat, labels.translate(reds), "dim")
    y = 2 + view.seats
    hand_seat = own_seat(labels.scene)
    if hand_seat is None:
        return y
    canvas.put_clipped(1, y, names_width - 2, labels.translate(words("Next level costs")), "dim")
    for number, track in enumerate(view.box.tracks):
        level = view.levels[hand_seat][number]
        text = words("complete")
        if level < len(track.costs):
            text = words(
                "{cards} (have {n})",
                cards=amount(view.box.kinds[track.commodity].id, track.costs[level]),
                n=view.hands[hand_seat][track.commodity],
            )
        canvas.put_clipped(names_width + number * step, y, step - 1, labels.translate(text), "text")
    return y + 1


def _paint_abilities(labels: IslandLabels, canvas: Canvas, y: int) -> int:
    """Paint the ability of each track and the level that unlocks it. Return the row after them."""
    paint_heading(
        canvas, Rect(0, y, canvas.width, 1), labels.translate(words("Abilities from improvements"))
    )
    y += 1
    for number, track in enumerate(labels.view.box.tracks):
        x = canvas.put(1, y, f"{labels.track(number)}{track.ability_level} ", f"hue.{track.color}")
        y = canvas.put_lines(
            x,
            y,
            canvas.width - x - 1,
            labels.translate(words("{ability}", ability=track.ability)),
            "dim",
        )
    return y


def paint_bank(labels: IslandLabels, canvas: Canvas, y: int) -> int:
    """Paint the bank's stock by kind of card and, if a hand is shown (see `own_seat`), the cards in
    this hand and its owner's trade rates. Return the row after them."""
    view = labels.view
    paint_heading(canvas, Rect(0, y, canvas.width, 1), labels.translate(words("Bank")))
    seat = own_seat(labels.scene)
    rows = [(words("bank"), [str(n) for n in view.bank])]
    if seat is not None:
        rows.append((words("hand"), [str(n) for n in view.hands[seat]]))
        rows.append((words("rate"), [f"{n}:1" for n in view.rates(seat)]))
    step = (canvas.width - 10) // len(view.bank)
    for kind in range(len(view.bank)):
        right = 10 + (kind + 1) * step - 1
        name = labels.kind_name(kind)
        name = name if width_of(name) < step else labels.kind(kind)
        role = labels.kind_role(kind, 1)
        canvas.put_right(right, y + 1, f" {name} ", role)
        for row, (_, cells) in enumerate(rows):
            canvas.put_right(
                right - 1, y + 2 + row, cells[kind], "dim" if cells[kind] == "0" else "text"
            )
    for row, (title, _) in enumerate(rows):
        canvas.put(1, y + 2 + row, labels.translate(title), "dim")
    return y + 2 + len(rows)


def _paint_progress(labels: IslandLabels, canvas: Canvas, y: int) -> int:
    """Paint the number of progress cards left in each deck, the parts that `paint_cards_and_costs`
    paints, and public facts: the backs in other hands, revealed cards, Defender of Catan cards and
    the merchant. Return the row after them."""
    view = labels.view
    title = words("Progress cards left: {decks}", decks=decks_left(view))
    lines = [*_cards_of_others(view, own_seat(labels.scene)), *_public_facts(view)]
    return paint_cards_and_costs(labels, canvas, y, title, lines)


def paint_cards_and_costs(
    labels: IslandLabels, canvas: Canvas, y: int, title: Text, lines: Sequence[Text]
) -> int:
    """Paint, below the heading `title`, the progress or development cards of the hand shown (see
    `own_seat`) with their effects and the costs (neither if no hand is shown), then `lines`, and
    the known cards in other hands if the game counts cards. Return the row after them."""
    view = labels.view
    heading = clip(labels.translate(title), canvas.width - 4, canvas.glyphs)
    paint_heading(canvas, Rect(0, y, canvas.width, 1), heading)
    y += 1
    seat = own_seat(labels.scene)
    for card in cards_of(labels, seat) if seat is not None else ():
        paint_chip(canvas, 1, y, card.letter, f"block.{card.hue}")
        canvas.spot(card.place, Rect(1, y, canvas.width - 2, 1))
        y = canvas.put_lines(5, y, canvas.width - 6, f"{card.name}: {card.effect}", "text")
    if seat is not None:
        paint_heading(
            canvas,
            Rect(0, y, canvas.width, 1),
            labels.translate(words("Pieces left and what they cost")),
        )
        y = paint_costs(
            labels, canvas, Rect(0, y + 1, canvas.width, rows_for(canvas.width, labels)), seat
        )
    for line in (*lines, *_known_cards(view, seat)):
        y = canvas.put_lines(1, y, canvas.width - 2, labels.translate(line), "text")
    return y


def paint_terrain_yields(labels: IslandLabels, canvas: Canvas, y: int) -> int:
    """Paint the yields of each terrain that produces, below a heading. Return the row after
    them."""
    title = labels.translate(words("What a settlement and a city get from each terrain"))
    paint_heading(canvas, Rect(0, y, canvas.width, 1), title)
    return paint_yields(canvas, Rect(0, y + 1, canvas.width, 0), labels)


def _cards_of_others(view: Island, reader: int | None) -> list[Text]:
    """Describe the number of progress cards of each deck that each player except `reader` holds
    (every player if `reader` is None). Players without cards are left out."""
    texts = []
    for seat in range(view.seats):
        if seat == reader or not view.cards_held(seat):
            continue
        backs = series(
            words("{track} {n}", track=track.names, n=n)
            for track, n in zip(view.box.tracks, view.backs[seat], strict=True)
            if n
        )
        texts.append(words("{seat} ({cards})", seat=Seat(seat), cards=backs))
    text = joined(texts, "; ")
    return [] if text is None else [words("Held: {cards}.", cards=text)]


def _public_facts(view: Island) -> list[Text]:
    texts = []
    for seat in range(view.seats):
        if view.open_cards[seat]:
            names = series(card_name(view.box, card) for card in view.open_cards[seat])
            texts.append(words("{seat}'s revealed cards: {cards}.", seat=Seat(seat), cards=names))
        if view.defenders[seat]:
            texts.append(
                words(
                    "{seat}'s Defender of Catan cards: {n}.",
                    seat=Seat(seat),
                    n=view.defenders[seat],
                )
            )
    if view.merchant >= 0:
        hex_text = hex_label(view, view.merchant)
        texts.append(
            words("{seat}'s merchant: {hex}.", seat=Seat(view.merchant_owner), hex=hex_text)
        )
    return texts


def _known_cards(view: Island, reader: int | None) -> list[Text]:
    """Describe the publicly known cards in each hidden hand except `reader`'s; empty if the game
    does not count cards (CK-23.9)."""
    if not view.counts_cards:
        return []
    texts = []
    for seat in range(view.seats):
        if seat == reader or not is_hidden(view.hands[seat]):
            continue
        known = view.known[seat]
        known_text = series(
            amount(kind.id, n) for kind, n in zip(view.box.kinds, known, strict=True) if n
        )
        unknown = cards(view.hand_sizes[seat] - sum(known))
        texts.append(
            words(
                "{seat}'s known cards: {sure}; unknown: {n}.",
                seat=Seat(seat),
                sure=known_text,
                n=unknown,
            )
        )
    return texts


# ---------------------------------------------------------------------- dice and production


def paint_dice(scene: Scene[Island], width: int, rolls: Text) -> Canvas:
    """Paint the page with the dice statistics, whose heading contains `rolls`, and the players'
    production."""
    canvas = Canvas(width, MAX_ROWS, scene.theme.glyphs)
    y = _paint_totals(scene, canvas, rolls)
    page = paint_sheet(scene, scene.sheets()[-1], width, title=False)
    canvas.blit(page, 0, y)
    canvas.put(1, y, scene.translate(words("Income")), "title")
    return trimmed(canvas, y + page.height)


def _paint_totals(scene: Scene[Island], canvas: Canvas, rolls: Text) -> int:
    """Paint a bar per total of the two dice, with a mark at its expected number of rolls, below a
    heading with `rolls`. Return the row after them."""
    view: Island = scene.view
    expected = totals_due(sum(view.totals))
    mark = canvas.glyphs("line.v")
    title = scene.translate(words("Dice ({mark} = average)", mark=mark))
    paint_heading(canvas, Rect(0, 0, canvas.width, 1), title, scene.translate(rolls))
    room = canvas.width - 24
    max_number = max(1, *view.totals, round(max(expected.values()) + 0.5))
    for row, total in enumerate(expected, 1):
        red = total in view.box.red_numbers
        canvas.put_right(4, row, str(total), "hue.red bold" if red else "strong")
        number = view.totals[total]
        length = round(room * number / max_number)
        canvas.put(6, row, canvas.glyphs("bar.full") * length, "hue.yellow")
        at = 6 + round(room * expected[total] / max_number)
        within = at < 6 + length
        canvas.put(at, row, mark, "block.yellow" if within else "dim", ground="")
        canvas.put_right(canvas.width - 10, row, str(number), "strong")
        canvas.put_right(canvas.width - 2, row, f"{expected[total]:.1f}", "dim")
    return 12


def _faces(view: Island) -> Text:
    """Return a text with the number of rolls, without those chosen with an Alchemist, and how often
    the event die showed the ship and each gate."""
    gates = [
        words("{track} {n}", track=track.names, n=n)
        for track, n in zip(view.box.tracks, view.faces[1:], strict=True)
    ]
    facts = {"rolls": sum(view.totals), "n": view.faces[0], "gates": joined(gates, ", ")}
    return words("rolls: {rolls}; ship {n}, {gates}", **facts)
