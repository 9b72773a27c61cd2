"""The players of Cities & Knights: two lines each beside a small island, a table beside a large."""

from __future__ import annotations

from engine.games.knights.state import Island
from engine.text import words
from screens.canvas import Canvas, Rect
from screens.knights.marks import ACTIVE, ROAD, Marks, own_seat
from screens.scene import Scene
from screens.shapes import RAISED, paint_chip, short_names

CHIP = 3
GAP = 1
LEAST_NAME = 8
IN_WORDS = 64
"""From so many columns on all heads of the table are words."""
HEADS = ("points", "hand", "cards", "knights", "road")
"""What stands in the columns of the table beside the tracks."""


def paint_small(scene: Scene, canvas: Canvas, rect: Rect, marks: Marks) -> int:
    """Two lines a player: name, points, hand and cards; tracks, knights and road. Returns the row
    after them."""
    view: Island = scene.view
    hands = [f"{view.hand_sizes[n]}/{view.discard_limit(n)}" for n in range(view.seats)]
    hand = max(map(len, hands))
    name = rect.width - CHIP - 1 - 3 - hand - 1 - 3
    names = short_names([scene.name(seat) for seat in range(view.seats)], name)
    for seat in range(view.seats):
        y = rect.y + 2 * seat
        line = Rect(rect.x, y, rect.width, 2)
        canvas.ground(line, RAISED if seat == own_seat(scene) else "")
        x = paint_chip(canvas, rect.x, y, marks.letters[seat], f"piece.{seat}")
        role = f"seat.{seat} bold" if seat == view.active else f"seat.{seat}"
        canvas.put(x + 1, y, names[seat], role)
        right = rect.right
        held = view.cards_held(seat)
        text = f"{canvas.glyphs('card')}{held}"
        right = canvas.put_right(right, y, text, "text" if held else "faint") - 1
        over = view.hand_sizes[seat] > view.discard_limit(seat)
        canvas.put_right(right, y, hands[seat], "warn" if over else "text")
        canvas.put_right(right - hand - 1, y, str(view.points(seat)), "strong")
        _paint_details(canvas, rect.x + 1, y + 1, rect.right, seat, marks)
        canvas.spot(("player", seat), line, anchor=Rect(rect.x, y, rect.width, 1))
    return rect.y + 2 * view.seats


def _paint_details(canvas: Canvas, x: int, y: int, right: int, seat: int, marks: Marks) -> None:
    view = marks.view
    for track in range(len(view.box.tracks)):
        x = canvas.put(x, y, marks.track(track), f"hue.{view.box.tracks[track].color}")
        x = canvas.put(x, y, marks.level(seat, track), _level_role(view, seat, track))
    road = f"{marks.glyphs(ROAD)}{marks.road(seat)}"
    left = canvas.put_right(right, y, road, "strong" if view.award == seat else "text")
    knights = f"{marks.glyphs(ACTIVE)}{view.contribution(seat)}/{view.strength(seat)}"
    canvas.put_right(left - 1, y, knights, "text" if view.knights[seat] else "dim")


def _level_role(view: Island, seat: int, track: int) -> str:
    return f"hue.{view.box.tracks[track].color} bold" if view.levels[seat][track] else "dim"


def _paint_backs(canvas: Canvas, x: int, y: int, seat: int, marks: Marks) -> None:
    """The letters of the progress cards held, each in the colour of its deck."""
    for deck, number in enumerate(marks.view.backs[seat]):
        color = marks.view.box.tracks[deck].color
        x = canvas.put(x, y, marks.track(deck) * number, f"hue.{color} bold")


# ---------------------------------------------------------------------- a table


def paint_table(scene: Scene, canvas: Canvas, rect: Rect, marks: Marks) -> int:
    """A line of heads and a line a player: hand, progress cards, tracks with the red numbers at
    which a card is drawn, knights, road; returns the row after them."""
    view: Island = scene.view
    seats = range(view.seats)
    tracks = range(len(view.box.tracks))
    hands = [f"{view.hand_sizes[seat]}/{view.discard_limit(seat)}" for seat in seats]
    knights = [f"{view.contribution(seat)}/{view.strength(seat)}" for seat in seats]
    roads = [marks.road(seat).ljust(len(marks.road(seat)) + (view.award != seat)) for seat in seats]
    cards = [marks.cards(seat) for seat in seats]
    points = [str(view.points(seat)) for seat in seats]
    titles = [words("VP"), words("hand"), words("cards"), words("knights"), words("road")]
    texts = [scene.say(title) for title in titles]
    if rect.width < IN_WORDS:
        texts[2:] = [canvas.glyphs("card") * 3, canvas.glyphs(ACTIVE), canvas.glyphs(ROAD)]
    heads = list(zip(texts, (points, hands, cards, knights, roads), strict=True))
    widths = [max(len(head), *map(len, cells)) for head, cells in heads]
    whole = sum(widths) + 5 * GAP + len(view.box.tracks) * (5 + GAP)
    red = whole + CHIP + 1 + 5 <= rect.width
    each = (5 if red else 2) + GAP
    name = rect.width - CHIP - 1 - sum(widths) - 5 * GAP - len(view.box.tracks) * each
    longest = max(len(scene.name(seat)) for seat in seats) + 2
    name = min(name, max(LEAST_NAME, longest))
    names = short_names([scene.name(seat) for seat in seats], max(3, name))
    left = rect.x + CHIP + 1 + name
    rights = []
    for number, width in enumerate(widths):
        left += width + GAP
        rights.append(left)
        if number == 2:
            starts = [left + GAP + track * each for track in tracks]
            left += each * len(view.box.tracks)
    y = rect.y
    for column, ((head, _), right) in enumerate(zip(heads, rights, strict=True)):
        start = canvas.put_right(right, y, head, "dim")
        canvas.spot(("head", HEADS[column]), Rect(start, y, right - start, 1))
    for track, start in zip(tracks, starts, strict=True):
        color = view.box.tracks[track].color
        end = canvas.put(start, y, marks.track(track), f"hue.{color} bold")
        if red:
            end = canvas.put(end + 1, y, scene.say(words("red")), "dim")
        canvas.spot(("track", track), Rect(start, y, end - start, 1))
    for seat in seats:
        y += 1
        line = Rect(rect.x, y, rect.width, 1)
        if seat == own_seat(scene):
            canvas.ground(line, RAISED)
        x = paint_chip(canvas, rect.x, y, marks.letters[seat], f"piece.{seat}")
        role = f"seat.{seat} bold" if seat == view.active else f"seat.{seat}"
        canvas.put(x + 1, y, names[seat], role)
        over = view.hand_sizes[seat] > view.discard_limit(seat)
        roles = ["strong", "warn" if over else "text", "text", "text", "text"]
        roles[3] = "text" if view.knights[seat] else "dim"
        roles[4] = "strong" if view.award == seat else "text"
        cells = (points, hands, cards, knights, roads)
        for column, (cell, right) in enumerate(zip(cells, rights, strict=True)):
            canvas.put_right(right, y, cell[seat], roles[column])
        _paint_backs(canvas, rights[2] - len(cards[seat]), y, seat, marks)
        for track, start in zip(tracks, starts, strict=True):
            end = canvas.put(start, y, marks.level(seat, track), _level_role(view, seat, track))
            if red:
                canvas.put(end, y, marks.reds(seat, track), "dim")
        canvas.spot(("player", seat), line, anchor=line)
    return y + 1
