"""Short signs of Deus: letters of players, pieces and terrains, codes of resources, short names."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from attrs import frozen

from engine.games.deus.column_preview import Link
from engine.games.deus.components import GOLD, TYPES, Card
from engine.games.deus.state import FACE_DOWN, World
from engine.i18n.text import Names, Text, plural, words
from screens.paint.cells import clean, cut, width_of
from screens.paint.shapes import short_names
from screens.paint.theme import Glyphs
from screens.table_view.player_labels import letters_of
from screens.table_view.scene import Scene

PIECES: Final = (
    Names("B", "К"),
    Names("P", "П"),
    Names("S", "Н"),
    Names("C", "Г"),
    Names("A", "А"),
    Names("T", "Х"),
)
"""The letters of the types of pieces, in their order."""

TERRAINS: Final[Mapping[str, Names]] = {
    "forest": Names("w", "л"),
    "swamp": Names("p", "б"),
    "mountain": Names("m", "г"),
    "field": Names("f", "п"),
    "sea": Names("s", "м"),
}
TERRAIN_WORDS: Final[Mapping[str, Names]] = {
    "forest": Names("forest", "лес"),
    "swamp": Names("swamp", "болото"),
    "mountain": Names("mount", "горы"),
    "field": Names("field", "поле"),
    "sea": Names("sea", "море"),
}
VILLAGE_LETTER: Final = Names("V", "В")
"""Of the barbarians, in Russian: a village begins there as many names do."""

VILLAGE_WORD: Final = Names("village", "деревня")
TAKEN_WORD: Final = Names("taken", "взята")

CODES: Final[Mapping[str, Names]] = {
    "wood": Names("wo", "др"),
    "clay": Names("cl", "гл"),
    "stone": Names("st", "ка"),
    "wheat": Names("wh", "пш"),
}
"""Resources in two letters."""

POINTS: Final = Names("VP", "ПО")

LANDS: Final[Mapping[str, str]] = {
    "forest": "land.forest",
    "swamp": "land.hills",
    "mountain": "land.mountains",
    "field": "land.fields",
    "sea": "land.water",
    "village": "land.village",
}
HUES: Final[Mapping[str, str]] = {
    "maritime": "blue",
    "production": "green",
    "scientific": "yellow",
    "civil": "brown",
    "military": "red",
    "temple": "violet",
}
RESOURCE_HUES: Final[Mapping[str, str]] = {
    "wood": "hue.green",
    "clay": "hue.orange",
    "stone": "hue.grey",
    "wheat": "hue.yellow",
}

_LEAST_STUMP: Final = 3
"""Fewer letters of a word say nothing."""


@frozen
class WorldMarks:
    """How players, pieces and cards are told in few cells, for one reader.

    `letters` are the players', no two alike; `names` are theirs in full.
    """

    scene: Scene[World]
    letters: tuple[str, ...]
    names: tuple[str, ...]
    glyphs: Glyphs

    @classmethod
    def of(cls, scene: Scene[World]) -> WorldMarks:
        """For whoever reads the scene."""
        view = scene.view
        names = tuple(clean(scene.name(seat)) for seat in range(view.seats))
        return cls(scene, letters_of(scene), names, scene.theme.glyphs)

    def short(self, width: int) -> list[str]:
        """The players' names in so many cells, no two alike."""
        return short_names(self.names, width)

    def say(self, names: Names) -> str:
        """A sign in the reader's language."""
        return self.scene.tongue.argument(names)

    def piece(self, type_: int) -> str:
        """The letter of a type of pieces, which is also that of its column."""
        return self.say(PIECES[type_])

    def terrain(self, id: str) -> str:
        """The letter of a terrain."""
        return self.say(TERRAINS[id])

    def code(self, resource: str) -> str:
        """A resource in two letters, gold as a coin."""
        return self.glyphs("coin") if resource == GOLD else self.say(CODES[resource])

    def amount(self, resource: str, number: int) -> str:
        """So much of a resource: `2wo`, `4¤`."""
        return f"{number}{self.code(resource)}"

    def points(self, number: int) -> str:
        """So many victory points: `3VP`."""
        return f"{number}{self.say(POINTS)}"

    def cost(self, card: Card) -> str:
        """What a card costs: `wo 2cl`; of all resources one, as temples do, in words."""
        view = self.scene.view
        if set(card.cost[:-1]) == {1} and not card.cost[-1]:
            return self.scene.say(words("1 of each"))
        kinds = [*(resource.id for resource in view.box.resources), GOLD]
        return " ".join(
            self.amount(kind, n) if n > 1 or kind == GOLD else self.code(kind)
            for kind, n in zip(kinds, card.cost, strict=True)
            if n
        )

    def card(self, card: int, width: int = 99) -> str:
        """The name of a card in so many cells."""
        view = self.scene.view
        return abbreviated(self.scene.tongue.argument(view.box.cards[card]), width)

    def card_of(self, seat: int, card: int, width: int = 99) -> str:
        """The name of a card of a seat's column, one that lies face down only for its owner."""
        if card != FACE_DOWN:
            return self.card(card, width)
        view = self.scene.view
        face = view.face_of_wildcard(seat)
        if face == FACE_DOWN:
            return abbreviated(self.scene.say(words("(hidden)")), width)
        return self.face_down(face, width)

    def face_down(self, face: int, width: int = 99) -> str:
        """The name of a card that lies face down, for its owner."""
        return f"({self.card(face, width - 2)})"

    def link(self, link: Link) -> str:
        """What a card would bring, in few cells: `3VP<3cl`."""
        inner = link.from_laboratory
        if inner is not None:
            return f"{self.glyphs('right')}{self.card(inner.card, 12)}"
        got = "+".join(self._gains(link))
        uses = "+".join(self._amounts(link.uses))
        if link.price:
            return f"{self.amount(GOLD, link.price)}{self.glyphs('right')}?"
        if uses:
            return f"{uses}{self.glyphs('right')}{got}"
        return got or self.glyphs("dash")

    def _amounts(self, numbers: Sequence[int]) -> Iterable[str]:
        view = self.scene.view
        for one, number in zip(view.box.resources, numbers, strict=False):
            if number:
                yield self.amount(one.id, number)

    def _gains(self, link: Link) -> Iterable[str]:
        if link.vp:
            yield self.points(link.vp)
        if link.gold:
            yield self.amount(GOLD, link.gold)
        yield from self._amounts(link.resources)
        if link.cards:
            yield f"{link.cards}{self.glyphs('card')}"
        if link.pieces:
            yield self.scene.say(plural("{n} piece", "{n} pieces", link.pieces))
        if link.moves:
            yield self.scene.say(short_moves(link.moves))


def short_moves(number: int) -> Text:
    """How many armies may move, in few letters."""
    return plural("{n} move", "{n} moves", number)


def abbreviated(text: str, width: int) -> str:
    """A name of several words in so many cells: long words lose their ends, the last one as late as
    can be, since it tells cards of a family apart; then words between go."""
    parts = clean(text).split(" ")
    while width_of(" ".join(parts)) > width:
        able = [at for at, part in enumerate(parts) if _stump(part) != part]
        if able and (able != [len(parts) - 1] or len(parts) < 3):
            at = max(
                able, key=lambda one: width_of(parts[one]) - (_LATE if one == len(parts) - 1 else 0)
            )
            parts[at] = _stump(parts[at])
        elif len(parts) > 2:
            del parts[1]
        else:
            return cut(" ".join(parts), width)
    return " ".join(parts)


_LATE: Final = 3
"""How many letters longer than others the last word must be to be cut first."""


def _stump(word: str) -> str:
    """A word with a letter less and a full stop; a colon at its end stays."""
    colon = ":" if word.endswith(":") else ""
    bare = word.removesuffix(":").removesuffix(".")
    stump = bare[:-1] if word.removesuffix(":").endswith(".") else bare[:-2]
    return f"{stump}.{colon}" if len(stump) >= _LEAST_STUMP else word


ROLES: Final[Mapping[str, str]] = {
    **{f"type.{id}": f"hue.{hue}" for id, hue in HUES.items()},
    **{f"card.{id}": f"tint.{hue}" for id, hue in HUES.items()},
    **{f"chip.{id}": f"block.{hue}" for id, hue in HUES.items()},
    **{f"resource.{id}": hue for id, hue in RESOURCE_HUES.items()},
    f"resource.{GOLD}": "hue.yellow",
}


def tint(type_: int) -> str:
    """The ground of the cards of a type."""
    return f"card.{TYPES[type_]}"


def chip(type_: int) -> str:
    """The block with the letter of a type."""
    return f"chip.{TYPES[type_]}"


def hue(type_: int) -> str:
    """The colour of a type on a ground."""
    return f"type.{TYPES[type_]}"
