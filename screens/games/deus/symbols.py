"""Short symbols of Deus: letters of pieces and terrains, codes of resources, short names, roles."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from attrs import frozen

from engine.games.deus.column_preview import CardPreview
from engine.games.deus.components import GOLD, TYPES, Card, God
from engine.games.deus.offering import power_words
from engine.games.deus.state import FACE_DOWN, NO_CARD, World
from engine.i18n.text import Names, Text, plural, words
from screens.paint.abbreviation import abbreviated
from screens.table_view.player_labels import PlayerLabels

PIECE_LETTERS: Final = (
    Names("B", "К"),
    Names("P", "П"),
    Names("S", "Н"),
    Names("C", "Г"),
    Names("A", "А"),
    Names("T", "Х"),
)
"""Letters of the piece types, in the order of `TYPES`."""

TERRAIN_LETTERS: Final[Mapping[str, Names]] = {
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
"""Letter of a barbarian village. In Russian it is the letter of "barbarians", because many players'
names begin with the letter of "village", and players' letters must differ from this one."""

VILLAGE_WORD: Final = Names("village", "деревня")
TAKEN_WORD: Final = Names("taken", "взята")

RESOURCE_CODES: Final[Mapping[str, Names]] = {
    "wood": Names("wo", "др"),
    "clay": Names("cl", "гл"),
    "stone": Names("st", "ка"),
    "wheat": Names("wh", "пш"),
}
"""Two-letter codes of the resources."""

POINTS: Final = Names("VP", "ПО")

LAND_ROLES: Final[Mapping[str, str]] = {
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


@frozen
class WorldLabels(PlayerLabels[World]):
    """Short names of players, pieces and cards for one reader."""

    def piece(self, type_: int) -> str:
        """Return the letter of a piece type and of its column."""
        return self.translate(PIECE_LETTERS[type_])

    def terrain(self, id: str) -> str:
        """Return the letter of a terrain."""
        return self.translate(TERRAIN_LETTERS[id])

    def code(self, resource: str) -> str:
        """Return the two-letter code of a resource, or a coin for gold."""
        return self.glyphs("coin") if resource == GOLD else self.translate(RESOURCE_CODES[resource])

    def amount(self, resource: str, number: int) -> str:
        """Return an amount of a resource: `2wo`, `4¤`."""
        return f"{number}{self.code(resource)}"

    def points(self, number: int) -> str:
        """Return a number of victory points: `3VP`."""
        return f"{number}{self.translate(POINTS)}"

    def cost(self, card: Card) -> str:
        """Return the cost of a card, such as `wo 2cl`. A cost of one of each resource, like that of
        temples, is in words."""
        if set(card.cost[:-1]) == {1} and not card.cost[-1]:
            return self.translate(words("1 each"))
        kinds = [*(resource.id for resource in self.view.box.resources), GOLD]
        return " ".join(
            self.amount(kind, n) if n > 1 or kind == GOLD else self.code(kind)
            for kind, n in zip(kinds, card.cost, strict=True)
            if n
        )

    def card(self, card: int, width: int = 99) -> str:
        """Return the name of a card, abbreviated to at most `width` cells."""
        return abbreviated(self.translate(self.view.box.cards[card]), width)

    def card_of(self, seat: int, card: int, width: int = 99) -> str:
        """Return the name of a card in a seat's column. A face-down card is named only if the
        reader may see its face."""
        if card != FACE_DOWN:
            return self.card(card, width)
        face = self.view.face_of_wildcard(seat)
        if face == NO_CARD:
            return abbreviated(self.translate(words("(hidden)")), width)
        return self.face_down(face, width)

    def face_down(self, face: int, width: int = 99) -> str:
        """Return the name of the face-down card `face`, in brackets."""
        return f"({self.card(face, width - 2)})"

    def preview(self, preview: CardPreview) -> str:
        """Return the expected yield of a card, such as `3cl→3VP`, or a dash if there is none. For a
        laboratory, return the name of the card that it would activate."""
        inner = preview.from_laboratory
        if inner is not None:
            return f"{self.glyphs('right')}{self.card(inner.card, 12)}"
        got = "+".join(self._gains(preview))
        uses = "+".join(self._amounts(preview.uses))
        if preview.price:
            return f"{self.amount(GOLD, preview.price)}{self.glyphs('right')}?"
        if uses:
            return f"{uses}{self.glyphs('right')}{got}"
        return got or self.glyphs("dash")

    def _amounts(self, numbers: Sequence[int]) -> Iterable[str]:
        for resource, number in zip(self.view.box.resources, numbers, strict=False):
            if number:
                yield self.amount(resource.id, number)

    def _gains(self, preview: CardPreview) -> Iterable[str]:
        if preview.vp:
            yield self.points(preview.vp)
        if preview.gold:
            yield self.amount(GOLD, preview.gold)
        if preview.kinds:
            codes = "/".join(self.code(self.view.box.resources[kind].id) for kind in preview.kinds)
            yield f"{sum(preview.resources)}{codes}"
        else:
            yield from self._amounts(preview.resources)
        if preview.cards:
            yield f"{preview.cards}{self.glyphs('card')}"
        if preview.pieces:
            yield self.translate(plural("{n} piece", "{n} pieces", preview.pieces))
        if preview.moves:
            yield self.translate(short_moves(preview.moves))


def gift_in_short(view: World, seat: int, god: God, number: int, *, in_hand: int = 0) -> Text:
    """Return a short text about a god's gift to a seat for `number` cards, such as "Ceres: 2
    resources +P". The letter of the god's building type is left out if the seat has no such piece
    in stock. `in_hand` is the number of these cards that are still in the hand."""
    power = power_words(view, seat, god, number, in_hand=in_hand, piece=False)
    facts = {"god": god.names, "power": words("any god") if god.is_wild else power}
    if god.piece < 0 or not view.stock[seat][god.piece]:
        return words("{god}: {power}", **facts)
    return words("{god}: {power} +{letter}", letter=PIECE_LETTERS[god.piece], **facts)


def short_moves(number: int) -> Text:
    """Return a short text about the number of armies that may move."""
    return plural("{n} move", "{n} moves", number)


ROLES: Final[Mapping[str, str]] = {
    **{f"type.{id}": f"hue.{hue}" for id, hue in HUES.items()},
    **{f"card.{id}": f"tint.{hue}" for id, hue in HUES.items()},
    **{f"chip.{id}": f"block.{hue}" for id, hue in HUES.items()},
    **{f"resource.{id}": hue for id, hue in RESOURCE_HUES.items()},
    f"resource.{GOLD}": "hue.yellow",
}


def tint(type_: int) -> str:
    """Return the background role of cards of a type."""
    return f"card.{TYPES[type_]}"


def chip(type_: int) -> str:
    """Return the role of the block with a type's letter."""
    return f"chip.{TYPES[type_]}"


def hue(type_: int) -> str:
    """Return the role for text in a type's colour."""
    return f"type.{TYPES[type_]}"
