"""How the table of Era is drawn.

The own domain stands at the left, two characters a cell, beside it the tracks, the dice, the supply
and the other players; from 120 x 40 on also their domains, the score sheet and the log.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from attrs import frozen

from engine.asked import Asked
from engine.games.era.box import Face, Structure
from engine.games.era.domain import Domain, Placement
from engine.games.era.placing import Preview
from engine.games.era.state import NO_FACE, SETUP, Realm
from engine.geometry.grid import cells
from engine.match import Foresight
from engine.step import Place as BoardPlace
from engine.text import Names, Text, plural, words
from screens import logs, sheets
from screens.canvas import Canvas, Rect, clip
from screens.choosing import Choice, Choosing
from screens.era import meanings
from screens.era.choosing import PlacingPieces, piece_in_hand
from screens.look import Glyph
from screens.panels import TALL, WIDE
from screens.scene import Scene, TablePainter, Zone

DOMAIN_WIDTH: Final = 32
SMALL_WIDTH: Final = 19
SIDE: Final = 34
SIDE_WIDTH: Final = 46
DOMAINS: Final = "domains"
SUPPLY: Final = "supply"

HUES: Final = {
    "yellow": "hue.yellow",
    "blue": "hue.blue",
    "gray": "hue.grey",
    "white": "hue.white",
    "orange": "hue.orange",
    "brown": "hue.brown",
}

LETTERS: Final = {
    "keep": Names("K", "Б"),
    "longhouse": Names("L", "Д"),
    "townhouse": Names("T", "Г"),
    "church": Names("C", "Ц"),
    "farm": Names("f", "ф"),
    "lumber_mill": Names("w", "л"),
    "hospital": Names("+", "+"),
    "monastery": Names("M", "М"),
    "market": Names("m", "р"),
    "guildhall": Names("G", "И"),
    "university": Names("U", "У"),
    "cathedral": Names("S", "С"),
}
"""The letter of each building, as it stands in a domain."""

GAINS: Final = {
    "goods": Names("g", "т"),
    "stone": Names("s", "к"),
    "wood": Names("w", "д"),
    "food": Names("f", "е"),
    "culture": Names("c", "у"),
}
"""The letter of each thing that a die gives."""

HAMMER: Final = Glyph("┬", "T")
SWORD: Final = Glyph("†", "!")
SHIELD: Final = Glyph("▼", "V")
FEATHER: Final = Glyph("φ", "~")
SKULL: Final = Glyph("Ø", "%")
SCORCHED: Final = Glyph("▒", "%")
WALL: Final = Glyph("█", "#")
INSIDE: Final = Glyph(":", ":")

LEGEND: Final = (
    (HAMMER, words("hammer")),
    (SWORD, words("sword")),
    (SHIELD, words("shield")),
    (SKULL, words("skull")),
    (FEATHER, words("feather")),
    (INSIDE, words("walled in")),
)

_LINES: Final = {
    (False, True, True, False): "line.nw",
    (False, False, True, True): "line.ne",
    (True, True, False, False): "line.sw",
    (True, False, False, True): "line.se",
    (False, True, True, True): "line.n",
    (True, True, False, True): "line.s",
    (True, True, True, False): "line.w",
    (True, False, True, True): "line.e",
    (True, True, True, True): "line.x",
}
"""The sign for a cell by whether its piece goes on above, to the right, below, to the left."""


@frozen
class Ghost:
    """A piece that is not placed yet, and what it would do."""

    cells: frozenset[int]
    fits: bool
    preview: Preview


class EraPainter(TablePainter):
    """Paints the table of Era."""

    roles: Mapping[str, str] = {f"era.{name}": hue for name, hue in HUES.items()}
    marks: frozenset[str] = frozenset({"die"})

    def headline(self, scene: Scene, width: int) -> Text:
        view: Realm = scene.view
        if view.step == SETUP:
            return words("Setup behind the screens")
        step = next(step.names for step in view.box.steps if step.id == view.step)
        if view.is_solo:
            rounds = view.box.solo.rounds
            return words("Round {round} of {all}: {step}", round=view.round, all=rounds, step=step)
        return words(
            "Round {round}: {step}    Tokens {turned}/{all}",
            round=view.round,
            step=step,
            turned=view.tokens_turned,
            all=view.tokens,
        )

    def choosing(self, asked: Asked) -> Choosing:
        return PlacingPieces(asked)

    def zones(self, scene: Scene) -> Sequence[Zone]:
        return [Zone(DOMAINS, words("All domains")), Zone(SUPPLY, words("Supply"))]

    def paint_zone(self, scene: Scene, zone: str, width: int, height: int) -> Canvas:
        view: Realm = scene.view
        if zone == SUPPLY:
            canvas = Canvas(width, len(view.box.kinds) + 2, scene.look.glyphs)
            paint_supply_list(scene, canvas, 1, 0, min(60, width - 2))
            return canvas
        canvas = Canvas(width, 17, scene.look.glyphs)
        for seat in range(view.seats):
            paint_small_domain(scene, canvas, seat * (SMALL_WIDTH + 1), 0, seat)
        return canvas

    def preview(
        self, scene: Scene, choice: Choice | None, foresight: Foresight | None
    ) -> Sequence[Text]:
        told = [note.text for note in foresight.notes] if foresight else []
        ghost = ghost_of(scene)
        if ghost is None:
            return told
        view: Realm = scene.view
        closed = ghost.preview.newly_enclosed.bit_count()
        if closed:
            area = ghost.preview.walled_area
            told.append(
                plural(
                    "Encloses {n} more cell; walled area {area}.",
                    "Encloses {n} more cells; walled area {area}.",
                    closed,
                    area=area,
                )
            )
        sick = len(ghost.preview.newly_diseased)
        if sick and view.seats:
            told.append(
                plural(
                    "{n} more building would count in Disease.",
                    "{n} more buildings would count in Disease.",
                    sick,
                )
            )
        return told

    def paint(self, scene: Scene, width: int, height: int) -> Canvas:
        canvas = Canvas(width, height, scene.look.glyphs)
        seat = looked_at(scene)
        paint_steps(scene, canvas, 1, 0, width - 2)
        paint_domain(scene, canvas, 0, 1, seat)
        large = width >= WIDE and height >= TALL - 8
        paint_player(scene, canvas, SIDE, 1, SIDE_WIDTH, seat)
        if large:
            self._paint_large(scene, canvas, seat)
        else:
            paint_supply(scene, canvas, SIDE, 10, SIDE_WIDTH)
            self._paint_others(scene, canvas, SIDE, 12, seat)
            paint_legend(scene, canvas, 1, 16, width - 2)
        return canvas

    def inspect(self, scene: Scene, place: BoardPlace) -> Text | None:
        view: Realm = scene.view
        match place:
            case ("domain", int(seat), str(cell)):
                return meanings.cell(view, seat, cell)
            case ("die", int(seat), int(number)):
                return meanings.die(view, seat, number)
            case ("supply", str(kind)):
                return meanings.supply(view, kind)
            case ("track", int(), str(resource)):
                return meanings.track(view, resource)
            case _:
                return None

    def legend(self, scene: Scene) -> Sequence[tuple[str, Text]]:
        glyphs = scene.look.glyphs
        signs = [(glyphs(glyph), meaning) for glyph, meaning in LEGEND]
        pieces = [
            (scene.tongue.argument(LETTERS[id]), words("{kind}", kind=one.names))
            for id, one in scene.view.box.buildings.items()
        ]
        return [*signs, *pieces]

    def repaint(self, scene: Scene, canvas: Canvas, x: int, y: int) -> None:
        paint_domain(scene, canvas, x, y + 1, looked_at(scene), spots=False)

    def _paint_others(self, scene: Scene, canvas: Canvas, x: int, y: int, seat: int) -> None:
        view: Realm = scene.view
        if view.is_solo:
            paint_philip(scene, canvas, x, y)
        else:
            paint_player_lines(scene, canvas, x, y, view.opponents(seat))

    def _paint_large(self, scene: Scene, canvas: Canvas, seat: int) -> None:
        view: Realm = scene.view
        self._paint_others(scene, canvas, SIDE, 10, seat)
        paint_legend(scene, canvas, SIDE, 15, SIDE_WIDTH)
        top = 16
        for number, other in enumerate(view.opponents(seat)):
            paint_small_domain(scene, canvas, number * (SMALL_WIDTH + 1), top, other)
        used = max(0, view.seats - 1) * (SMALL_WIDTH + 1)
        paint_supply_list(scene, canvas, used + 1, top, min(40, SIDE + SIDE_WIDTH - used - 2))
        left = SIDE + SIDE_WIDTH
        canvas.post(left, 0, canvas.height)
        x, width = left + 1, canvas.width - left - 1
        sheet = sheets.paint_sheet(scene, scene.sheets()[0], width, upright=True)
        canvas.blit(sheet, x, 0)
        y = min(sheet.height, canvas.height - 8)
        canvas.fill(x, y, width, canvas.height - y)
        canvas.rule(x, y, width)
        title = scene.say(words("Log"))
        canvas.put(x + 1, y, f" {title} ", "title")
        lines = logs.log_lines(scene, last=30)
        canvas.blit(logs.paint_log(scene, lines, width, canvas.height - y - 1), x, y + 1)


PAINTER = EraPainter()


def looked_at(scene: Scene) -> int:
    """Whose domain stands in the middle: who looks, else whose turn it is."""
    if scene.seat is not None:
        return scene.seat
    view: Realm = scene.view
    return max(0, view.active)


def ghost_of(scene: Scene) -> Ghost | None:
    """The piece in hand, if there is one."""
    piece = piece_in_hand(scene.choosing)
    if piece is None:
        return None
    preview = piece.preview()
    if preview.placement is None:
        return None
    covered = frozenset(cells(preview.placement.mask))
    return Ghost(covered, piece.refusal() is None, preview)


# ---------------------------------------------------------------------- the round


def paint_steps(scene: Scene, canvas: Canvas, x: int, y: int, width: int) -> None:
    """The step track with the step that is on, and the first player; where there is not room for
    all, the other steps are cut."""
    view: Realm = scene.view
    first = ""
    if not view.is_solo and view.step != SETUP:
        first = scene.say(words("first player: {name}", name=scene.name(view.first)))
        first = clip(first, 26, canvas.glyphs)
        canvas.put_right(1 + width, y, first, f"seat.{view.first}")
    names = {step.id: scene.tongue.argument(step.names) for step in view.box.steps}
    for id, name in _cut_to(names, view.step, width - len(first), canvas).items():
        role = "title underline" if id == view.step else "dim"
        x = canvas.put(x, y, name, role) + 2


def _cut_to(names: Mapping[str, str], whole: str, width: int, canvas: Canvas) -> Mapping[str, str]:
    """Names with gaps of two that fit into a width: all but one are cut alike."""
    cut = names
    most = max(map(len, names.values()))
    while most > 3 and sum(len(name) + 2 for name in cut.values()) > width:
        most -= 1
        cut = {
            id: name if id == whole else clip(name, most, canvas.glyphs)
            for id, name in names.items()
        }
    return cut


# ---------------------------------------------------------------------- domains


def paint_domain(
    scene: Scene, canvas: Canvas, x: int, y: int, seat: int, *, spots: bool = True
) -> None:
    """The own domain: 31 x 15, two characters a cell, with the piece in hand as a ghost."""
    view: Realm = scene.view
    domain = view.domain(seat)
    rules = domain.ground.components.domain
    ghost = ghost_of(scene) if scene.choosing and scene.choosing.seat == seat else None
    grid = domain.ground.grid
    canvas.put(x + 3, y, " ".join(_column_names(domain)), "dim")
    empty = (canvas.glyphs("dot") + " ") * rules.columns
    for row in range(rules.rows):
        canvas.put(x, y + 1 + row, f"{row + 1:2} ", "dim")
        canvas.put(x + 3, y + 1 + row, empty, "closed")
    soon = ghost.preview.newly_enclosed if ghost else 0
    for cell in cells((domain.enclosed() | soon) & domain.empty):
        column, row = grid.place(cell)
        role = "good bold" if soon >> cell & 1 else "good"
        canvas.put(x + 3 + 2 * column, y + 1 + row, canvas.glyphs(INSIDE), role)
    if spots:
        for cell, name in enumerate_cells(domain):
            column, row = grid.place(cell)
            canvas.spot(("domain", seat, name), Rect(x + 3 + 2 * column, y + 1 + row, 2, 1))
    sick = _cells_of(ghost.preview.newly_diseased) if ghost else frozenset()
    for piece in domain.pieces:
        _paint_piece(scene, canvas, x + 3, y + 1, domain, piece, sick)
    if ghost is not None:
        _paint_ghost(scene, canvas, x + 3, y + 1, domain, ghost)


def _column_names(domain: Domain) -> list[str]:
    return [chr(ord("A") + column) for column in range(domain.ground.components.domain.columns)]


def enumerate_cells(domain: Domain) -> Iterator[tuple[int, str]]:
    """Every cell of a domain with its name."""
    grid = domain.ground.grid
    return ((cell, grid.name(cell)) for cell in cells(grid.all))


def _cells_of(pieces: Sequence[Placement]) -> frozenset[int]:
    return frozenset(cell for piece in pieces for cell in cells(piece.mask))


def _role_of(piece: Placement) -> str:
    kind = piece.kind
    return f"era.{kind.colour}" if isinstance(kind, Structure) else "closed"


def _paint_piece(
    scene: Scene,
    canvas: Canvas,
    x: int,
    y: int,
    domain: Domain,
    piece: Placement,
    sick: frozenset[int],
) -> None:
    """A piece with its outline: its letter in the first cell, lines that join its cells."""
    grid = domain.ground.grid
    covered = list(cells(piece.mask))
    role = _role_of(piece) + (" bold" if isinstance(piece.kind, Structure) else "")
    if sick and not sick.isdisjoint(covered):
        role = "warn bold"
    for number, cell in enumerate(covered):
        column, row = grid.place(cell)
        right = _joined(domain, piece, column + 1, row)
        if piece.kind.id in LETTERS:
            sign = _letter(scene, piece) if number == 0 else _line(canvas, domain, piece, cell)
            link = canvas.glyphs("line.h") if right else " "
        else:
            glyph = WALL if isinstance(piece.kind, Structure) else SCORCHED
            sign = canvas.glyphs(glyph)
            link = sign if right else " "
        canvas.put(x + 2 * column, y + row, sign + link, role)


def _letter(scene: Scene, piece: Placement) -> str:
    return scene.tongue.argument(LETTERS[piece.kind.id])


def _joined(domain: Domain, piece: Placement, column: int, row: int) -> bool:
    rules = domain.ground.components.domain
    if not (0 <= column < rules.columns and 0 <= row < rules.rows):
        return False
    return bool(piece.mask >> domain.ground.grid.index(column, row) & 1)


def _line(canvas: Canvas, domain: Domain, piece: Placement, cell: int) -> str:
    column, row = domain.ground.grid.place(cell)
    around = (
        _joined(domain, piece, column, row - 1),
        _joined(domain, piece, column + 1, row),
        _joined(domain, piece, column, row + 1),
        _joined(domain, piece, column - 1, row),
    )
    usual = "line.v" if around[0] or around[2] else "line.h"
    return canvas.glyphs(_LINES.get(around, usual))


def _paint_ghost(
    scene: Scene, canvas: Canvas, x: int, y: int, domain: Domain, ghost: Ghost
) -> None:
    """The piece in hand, reversed: one sign where it may lie, another where it may not."""
    placement = ghost.preview.placement
    assert placement is not None
    role = "good bold reverse" if ghost.fits else "bad bold reverse"
    kind = placement.kind.id
    sign = scene.tongue.argument(LETTERS[kind]) if kind in LETTERS else canvas.glyphs("cube")
    for cell in ghost.cells:
        column, row = domain.ground.grid.place(cell)
        canvas.put(
            x + 2 * column, y + row, (sign if ghost.fits else canvas.glyphs("no")) + " ", role
        )


def paint_small_domain(scene: Scene, canvas: Canvas, x: int, y: int, seat: int) -> None:
    """A domain with one character a cell, under its owner's name: 17 x 16."""
    view: Realm = scene.view
    domain = view.domain(seat)
    rules = domain.ground.components.domain
    grid = domain.ground.grid
    area = domain.walled_area()
    title = clip(scene.name(seat), 11, canvas.glyphs)
    end = canvas.put(x, y, f"{title} ", f"seat.{seat} bold")
    canvas.put(end, y, f"{area}{canvas.glyphs(INSIDE)}", "good" if area else "dim")
    canvas.put(x + 3, y + 1, "".join(_column_names(domain)), "dim")
    for row in range(rules.rows):
        canvas.put(x, y + 2 + row, f"{row + 1:2} ", "dim")
        canvas.put(x + 3, y + 2 + row, canvas.glyphs("dot") * rules.columns, "closed")
    for cell in cells(domain.enclosed() & domain.empty):
        column, row = grid.place(cell)
        canvas.put(x + 3 + column, y + 2 + row, canvas.glyphs(INSIDE), "good")
    for piece in domain.pieces:
        sign, role = _small_sign(scene, canvas, piece), _role_of(piece)
        for cell in cells(piece.mask):
            column, row = grid.place(cell)
            canvas.put(x + 3 + column, y + 2 + row, sign, role)
    canvas.spot(("domain", seat), Rect(x, y, SMALL_WIDTH - 2, rules.rows + 2))


def _small_sign(scene: Scene, canvas: Canvas, piece: Placement) -> str:
    if piece.kind.id in LETTERS:
        return _letter(scene, piece)
    return canvas.glyphs(WALL if isinstance(piece.kind, Structure) else SCORCHED)


# ---------------------------------------------------------------------- a player's board


def paint_player(scene: Scene, canvas: Canvas, x: int, y: int, width: int, seat: int) -> None:
    """Tracks, what the dice come to, and the dice: nine lines."""
    view: Realm = scene.view
    bar = width // 2 - 18
    for row, resource in enumerate(view.box.resources):
        track = view.box.tracks[resource]
        value = view.has(seat, resource)
        name = clip(scene.tongue.argument(track.names), 11, canvas.glyphs)
        canvas.put(x, y + row, name, "dim")
        canvas.put(
            x + 12, y + row, canvas.glyphs.bar(value, track.most, bar), _TRACK_ROLES[resource]
        )
        canvas.put(x + 13 + bar, y + row, f"{value}/{track.most}", "strong")
        canvas.spot(("track", seat, resource), Rect(x, y + row, width // 2, 1))
    middle = x + width // 2 + 2
    facts = [
        (words("Culture {n}", n=view.culture(seat)), "hue.white"),
        (words("Disaster {n}", n=view.disaster(seat)), "bad" if view.disaster(seat) else "dim"),
        (words("Walled area {n}", n=view.domain(seat).walled_area()), "good"),
        (words("Dice {n}", n=len(view.dice[seat])), "text"),
    ]
    for row, (text, role) in enumerate(facts):
        canvas.put(middle, y + row, scene.say(text), role)
    _paint_results(scene, canvas, x, y + 4, seat)
    _paint_dice(scene, canvas, x, y + 5, width, seat)


_TRACK_ROLES: Final = {
    "goods": "hue.blue",
    "stone": "hue.grey",
    "wood": "hue.brown",
    "food": "hue.yellow",
}


def _paint_results(scene: Scene, canvas: Canvas, x: int, y: int, seat: int) -> None:
    view: Realm = scene.view
    skulls = view.skulls(seat)
    parts = [
        (HAMMER, view.hammers(seat), "text"),
        (SWORD, view.swords(seat), "text"),
        (SHIELD, view.shields(seat), "text"),
        (SKULL, skulls, "bad" if skulls else "dim"),
    ]
    for glyph, number, role in parts:
        x = canvas.put(x, y, f"{canvas.glyphs(glyph)}{number}", f"{role} bold") + 2
    disaster = view.box.disaster(skulls)
    if disaster is not None:
        canvas.put(x, y, scene.tongue.argument(disaster.names), "bad bold")


def _paint_dice(scene: Scene, canvas: Canvas, x: int, y: int, width: int, seat: int) -> None:
    """The dice, in four lines: a mark (a lock on skulls), then what each shows."""
    view: Realm = scene.view
    faces = view.visible_faces(seat)
    in_hand = () if scene.seat != seat or view.dice_open else view.set_dice[seat]
    room = max(8, min(11, width // -(-len(view.dice[seat]) // 4))) if view.dice[seat] else 11
    columns = width // room
    for number, kind in enumerate(view.dice[seat]):
        die = view.box.dice[kind]
        left, row = x + number % columns * room, y + number // columns
        if number // columns > 3:
            canvas.put(x + width - 2, y + 3, canvas.glyphs("ellipsis"), "dim")
            break
        face = die.faces[faces[number]] if faces[number] != NO_FACE else None
        text = face_signs(scene, face) if face is not None else canvas.glyphs("hidden")
        role = f"era.{die.colour}"
        sign = canvas.glyphs("bullet")
        if face is not None and face.skulls:
            sign = canvas.glyphs("lock")
        elif number in in_hand:
            sign = canvas.glyphs("first")
        canvas.put(left, row, sign, role)
        canvas.put(left + 1, row, clip(text, room - 2, canvas.glyphs), f"{role} bold")
        canvas.spot(("die", seat, number), Rect(left - 1, row, room, 1))


def face_signs(scene: Scene, face: Face) -> str:
    """A face in signs: what it gives, hammers, swords, shields, feather, skull."""
    glyphs = scene.look.glyphs

    def amounts(gain: Mapping[str, int]) -> str:
        return "".join(
            f"{number}{scene.tongue.argument(GAINS[name])}" for name, number in gain.items()
        )

    parts = [amounts(face.gain), "/".join(amounts(one) for one in face.one_of)]
    for glyph, number in (
        (HAMMER, face.hammers),
        (SWORD, face.swords),
        (SHIELD, face.shields),
        (FEATHER, face.feathers),
        (SKULL, face.skulls),
    ):
        if number:
            parts.append(glyphs(glyph) if number == 1 else f"{number}{glyphs(glyph)}")
    return "".join(parts)


def paint_player_lines(scene: Scene, canvas: Canvas, x: int, y: int, seats: Sequence[int]) -> None:
    """Other players, a line each under a head of signs: what they have and what their dice show."""
    view: Realm = scene.view
    glyphs = canvas.glyphs
    resources = view.box.resources
    heads = [
        *((scene.tongue.argument(GAINS[one]), _TRACK_ROLES[one]) for one in resources),
        (scene.tongue.argument(GAINS["culture"]), "hue.white"),
        (glyphs("minus"), "bad"),
        (glyphs("cube"), "text"),
        (glyphs(SWORD), "text"),
        (glyphs(SHIELD), "text"),
        (glyphs(SKULL), "bad"),
        (glyphs(INSIDE), "good"),
    ]
    for number, (head, role) in enumerate(heads):
        canvas.put_right(x + 12 + 3 * number, y, head, role)
    for row, seat in enumerate(seats, y + 1):
        canvas.put(x, row, clip(scene.name(seat), 9, glyphs), f"seat.{seat} bold")
        values = [
            *(view.has(seat, one) for one in resources),
            view.culture(seat),
            view.disaster(seat),
            len(view.dice[seat]),
            view.swords(seat),
            view.shields(seat),
            view.skulls(seat),
            view.domain(seat).walled_area(),
        ]
        for number, value in enumerate(values):
            role = heads[number][1] if value else "closed"
            canvas.put_right(x + 12 + 3 * number, row, str(value), role)


def paint_philip(scene: Scene, canvas: Canvas, x: int, y: int) -> None:
    """Sir Philip's dice."""
    view: Realm = scene.view
    end = canvas.put(x, y, f"{scene.tongue.argument(view.box.solo.opponent)}  ", "title")
    for face in view.philip_results():
        end = canvas.put(end, y, face_signs(scene, face), "text bold") + 2


# ---------------------------------------------------------------------- the supply


def paint_supply(scene: Scene, canvas: Canvas, x: int, y: int, width: int) -> None:
    """What is left to build, in three lines of letters and numbers."""
    view: Realm = scene.view
    entries = [
        (f"{scene.tongue.argument(LETTERS[id])}{view.supply[id]}", f"era.{one.colour}", id)
        for id, one in view.box.buildings.items()
    ]
    entries += [
        (f"{canvas.glyphs(WALL)}{one.length}:{view.supply[id]}", f"era.{one.colour}", id)
        for id, one in view.box.walls.items()
    ]
    scorched = view.box.scorched_area.id
    entries.append((f"{canvas.glyphs(SCORCHED)}{view.supply[scorched]}", "dim", scorched))
    column = 0
    for text, role, id in entries:
        if column + len(text) > width:
            column, y = 0, y + 1
        left = view.supply[id] > 0
        canvas.put(x + column, y, text, role if left else "closed", spot=("supply", id))
        column += len(text) + 1


COSTS: Final = 7
"""How wide the costs in the list of the supply are."""


def paint_supply_list(scene: Scene, canvas: Canvas, x: int, y: int, width: int) -> None:
    """What is left to build, a line each; with the cost, where there is room for it."""
    view: Realm = scene.view
    if width < 18:
        return
    canvas.put(x, y, scene.say(words("Supply")), "title")
    right = x + width - (COSTS + 1 if width >= 26 else 0)
    for row, (id, one) in enumerate(view.box.structures.items(), y + 1):
        if row >= canvas.height:
            return
        left = view.supply[id]
        role = f"era.{one.colour}" if left else "closed"
        sign = scene.tongue.argument(LETTERS[id]) if id in LETTERS else canvas.glyphs(WALL)
        name = clip(scene.tongue.argument(one.names), right - x - 5, canvas.glyphs)
        canvas.put(x, row, f"{sign} {name}", role)
        canvas.put_right(right, row, str(left), "strong" if left else "closed")
        if right < x + width:
            canvas.put(right + 1, row, cost_signs(scene, one), "text")
        canvas.spot(("supply", id), Rect(x, row, width, 1))


def cost_signs(scene: Scene, structure: Structure) -> str:
    """What a structure costs, in the letters of the resources: `1g1s1w`."""
    return "".join(
        f"{number}{scene.tongue.argument(GAINS[name])}"
        for name, number in structure.cost.items()
        if number
    )


def paint_legend(scene: Scene, canvas: Canvas, x: int, y: int, width: int) -> None:
    """What the signs on the dice mean."""
    end = x + width
    for glyph, name in LEGEND:
        text = f"{canvas.glyphs(glyph)} {scene.say(name)}"
        if x + len(text) > end:
            break
        x = canvas.put(x, y, text, "dim") + 2
