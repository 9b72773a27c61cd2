"""Letters, symbols and colours of Era. No symbol has two meanings, not even in ASCII."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from engine.games.era.component_types import Components, Face, Kind, Structure
from engine.games.era.state import Realm
from engine.i18n.text import Names, Text, words
from screens.keys import latin_of
from screens.paint.canvas import Canvas
from screens.paint.cells import width_of
from screens.paint.theme import Glyph
from screens.table_view.scene import Scene

HUES: Final = {
    "yellow": "yellow",
    "blue": "blue",
    "gray": "grey",
    "white": "white",
    "orange": "orange",
    "brown": "brown",
}

ROLES: Final[Mapping[str, str]] = {
    **{f"era.{name}": f"hue.{hue}" for name, hue in HUES.items()},
    **{f"card.{name}": f"tint.{hue}" for name, hue in HUES.items()},
    **{f"card.{name}.1": f"tint.{hue}.1" for name, hue in HUES.items()},
    **{f"card.{name}.2": f"tint.{hue}.2" for name, hue in HUES.items()},
    **{f"chip.{name}": f"block.{hue}" for name, hue in HUES.items()},
}

BUILDING_LETTERS: Final = {
    "keep": Names("K", "Б"),
    "longhouse": Names("L", "Д"),
    "townhouse": Names("O", "О"),
    "church": Names("C", "Ц"),
    "farm": Names("F", "Ф"),
    "lumber_mill": Names("B", "Л"),
    "hospital": Names("P", "В"),
    "monastery": Names("M", "М"),
    "market": Names("A", "Я"),
    "guildhall": Names("I", "И"),
    "university": Names("Y", "У"),
    "cathedral": Names("D", "С"),
}
"""Letter of each building. It marks the building on the board, and is also its key."""

RESOURCE_LETTERS: Final = {
    "goods": Names("g", "т"),
    "stone": Names("s", "к"),
    "wood": Names("w", "д"),
    "food": Names("f", "е"),
    "culture": Names("c", "у"),
}
"""Letter of each resource that a die can yield."""

SHORT_RESOURCES: Final = {
    "goods": Names("goods", "тов."),
    "stone": Names("stone", "кам."),
    "wood": Names("wood", "дер."),
    "food": Names("food", "еды"),
    "culture": Names("cult.", "кул."),
}
"""Short word for each resource, to fit on a die."""

DICE_WORD: Final = Names("dice", "кубы")
"""Short word for dice. It is not a translated message, because Troyes has another Russian word
for “dice”."""

TRACK_HUES: Final = {
    "goods": "hue.blue",
    "stone": "hue.grey",
    "wood": "hue.brown",
    "food": "hue.yellow",
    "culture": "hue.white",
}

HAMMER: Final = Glyph("H", "H")
SWORD: Final = Glyph("†", "T")
SHIELD: Final = Glyph("▼", "V")
FEATHER: Final = Glyph("φ", "&")
SKULL: Final = Glyph("X", "X")
SCORCHED: Final = Glyph("▒", "%")
WALL: Final = Glyph("═", "=")
INSIDE: Final = Glyph(":", ":")
EMPTY: Final = Glyph("·", ".")

LEGEND: Final = (
    (HAMMER, words("hammer")),
    (SWORD, words("sword")),
    (SHIELD, words("shield")),
    (SKULL, words("skull")),
    (FEATHER, words("feather")),
    (INSIDE, words("walled in")),
    (SCORCHED, words("scorched area")),
    (WALL, words("wall")),
)


def letter(scene: Scene[Realm], kind: str) -> str:
    """Return the letter of a building, the length of a wall, or the symbol of a scorched area."""
    if kind in BUILDING_LETTERS:
        return scene.translate(BUILDING_LETTERS[kind])
    box = scene.view.box
    if kind in box.walls:
        return str(box.walls[kind].length)
    return scene.theme.glyphs(SCORCHED)


def cap(scene: Scene[Realm], kind: str) -> str:
    """Return the key to show for a kind of piece: its symbol on the board (see `letter`), in lower
    case if that also selects the kind, or the result of `key_of` if the symbol does not select it.
    """
    shown, box = letter(scene, kind), scene.view.box
    for key in (shown.lower(), shown):
        if kind_of_key(box, key) == kind:
            return key
    return key_of(box, kind)


def key_of(box: Components, kind: str) -> str:
    """Return the key of a kind of piece: its English letter (in lower case unless that is a
    command), the length of a wall, or 0 for a scorched area."""
    if kind in BUILDING_LETTERS:
        large = BUILDING_LETTERS[kind].en
        return large if large.lower() in RESERVED_CHARACTERS else large.lower()
    return str(box.walls[kind].length) if kind in box.walls else "0"


def kind_of_key(box: Components, character: str) -> str | None:
    """Return the kind of piece that a key selects; None if the key selects no piece. The key is the
    letter of a building (in any language and case, unless that letter is a command of the screen),
    the length of a wall, or 0 for a scorched area."""
    if (latin_of(character) or character) not in RESERVED_CHARACTERS:
        for kind, names in BUILDING_LETTERS.items():
            if character.upper() in (names.en, names.ru):
                return kind
    lengths = {key_of(box, kind): kind for kind in (*box.walls, box.scorched_area.id)}
    return lengths.get(character)


RESERVED_CHARACTERS: Final = frozenset("qsurtnxhjklgGAUCEHINRTXY/?")
"""Characters that are commands of the screen or move a piece."""


def role_of(kind: Kind, shade: int = 0) -> str:
    """Return the background role of a piece. Three shades distinguish neighbouring pieces of the
    same colour."""
    if isinstance(kind, Structure) and kind.id in BUILDING_LETTERS:
        return f"card.{kind.colour}" + (f".{shade}" if shade else "")
    return "stone" if isinstance(kind, Structure) else "tint.red"


def amount_signs(scene: Scene[Realm], resources: Mapping[str, int]) -> str:
    """Return amounts of resources as a text such as `2f1s`."""
    return "".join(
        f"{number}{scene.translate(RESOURCE_LETTERS[name])}"
        for name, number in resources.items()
        if number
    )


def face_parts(scene: Scene[Realm], face: Face) -> list[str]:
    """Return the symbols of a face except its skulls, in order: yields, hammers, swords, shields,
    feather."""
    glyphs = scene.theme.glyphs
    either = "/".join(amount_signs(scene, resource) for resource in face.one_of)
    parts = [amount_signs(scene, face.gain), either]
    for glyph, number in (
        (HAMMER, face.hammers),
        (SWORD, face.swords),
        (SHIELD, face.shields),
        (FEATHER, face.feathers),
    ):
        if number:
            parts.append(glyphs(glyph) if number == 1 else f"{number}{glyphs(glyph)}")
    return [part for part in parts if part]


def face_signs(scene: Scene[Realm], face: Face) -> str:
    """Return a face in symbols, skulls last."""
    return "".join([*face_parts(scene, face), scene.theme.glyphs(SKULL) * face.skulls])


def face_words(scene: Scene[Realm], face: Face, width: int) -> str:
    """Return a face without its skulls, as a word if it has one that fits, else in symbols."""
    if len(face.gain) == 1 and len(face_parts(scene, face)) == 1:
        ((resource, number),) = face.gain.items()
        word = f"{number} {scene.translate(SHORT_RESOURCES[resource])}"
        if width_of(word) + (2 if face.skulls else 0) <= width:
            return word
    parts = face_parts(scene, face)
    if face.feathers and len(parts) == 1:
        word = scene.translate(words("feather"))
        if width_of(word) <= width:
            return word
    if len(parts) == 1 and width_of(parts[0]) == 2 and not face.gain:
        return f"{parts[0][0]} {parts[0][1]}"
    text = " ".join(parts)
    return text if width_of(text) <= width else "".join(parts)


def put_cost(
    scene: Scene[Realm],
    canvas: Canvas,
    right: int,
    y: int,
    structure: Structure,
    lacking: Mapping[str, int],
    role: str,
) -> int:
    """Paint the cost of a structure, `1g1s1w`, right-aligned before column `right`. Return its
    first column.

    Amounts of the resources in `lacking` are red, and also underlined for terminals without
    colours.
    """
    parts = [
        (f"{number}{scene.translate(RESOURCE_LETTERS[name])}", name in lacking)
        for name, number in structure.cost.items()
        if number
    ]
    x = start = right - sum(width_of(part) for part, _ in parts)
    for part, is_lacking in parts:
        x = canvas.put(x, y, part, "bad bold underline" if is_lacking else role)
    return start


def put_parts(canvas: Canvas, x: int, y: int, parts: Sequence[tuple[str, str]]) -> int:
    """Paint texts with their roles in a row. Return the column after them."""
    for text, role in parts:
        x = canvas.put(x, y, text, role)
    return x


SHORT_EFFECTS: Final[Mapping[str, Text]] = {
    "keep": words("grey die"),
    "disease_immunity": words("no Disease"),
    "set_die": words("turns a die"),
    "bonus_market": words("1/free cell"),
    "bonus_guildhall": words("1/resource"),
    "bonus_university": words("1/culture"),
    "bonus_cathedral": words("1/die"),
}
"""Effects of buildings, short enough for the supply."""

DICE_GIVEN: Final[Mapping[str, Text]] = {
    "yellow": words("yellow die"),
    "blue": words("blue die"),
    "gray": words("grey die"),
    "white": words("white die"),
}
