"""Short labels of Middle Ages: letters of players and types, symbols and short names of effects."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from attrs import frozen

from engine.games.middle_ages.components import PlotType
from engine.games.middle_ages.state import NO_TOKEN, Kingdom
from engine.i18n.text import Text, words
from screens.table_view.player_labels import PlayerLabels

_EFFECTS: Final[Mapping[str, Text]] = {
    "take_from_players_with_fewer": words("tribute"),
    "return_from_graveyard": words("return a tile"),
    "place_scout": words("place scout"),
    "attack_players_with_fewer": words("attack"),
    "take_coin_token": words("coin token"),
    "take_plot_token": words("plot token"),
}
"""Effects of types, short enough for a card, by the effect's name. Effects that pay for symbols are
missing, because their texts contain numbers."""


@frozen
class KingdomLabels(PlayerLabels[Kingdom]):
    """Short labels for players, types of tiles and symbols, in the language of one reader."""

    def type_letter(self, type_: int) -> str:
        """Return the letter of a type in the reader's language."""
        return self.translate(self.view.box.types[type_].letters)

    def type_name(self, type_: int) -> str:
        """Return the name of a type in the reader's language."""
        return self.translate(self.view.box.types[type_].names)

    def symbols(self, farmers: int, chests: int) -> str:
        """Return the symbols of farmers and chests, with a number if there are several of a
        kind."""
        return _times(self.glyphs("farmer"), farmers) + _times(self.glyphs("chest"), chests)

    def tokens_left(self) -> str:
        """Return the letters of the plot tokens that can still be taken, or a dash if there are
        none."""
        letters = [
            self.type_letter(type_) for type_, n in enumerate(self.view.plot_tokens_left) if n
        ]
        return "".join(letters) if letters else self.glyphs("dash")

    def legend(self) -> Text:
        """Return the legend of the types' letters (in formulas and on plot tokens), the tokens
        left, and the symbols in a fief."""
        types = range(len(self.view.box.types))
        named = (f"{self.type_letter(type_)} {self.type_name(type_)}" for type_ in types)
        return words(
            "Letters: {letters}. 2×({a}+{b}) or 2×{a}{b}: 2 coins for each tile of both types."
            " {coin} and letters at the top left: the coin tokens and plot tokens that are left."
            " {grave}: tiles in the graveyard; {farmer}: farmers; {chest}: chests; {scout}: scout"
            " in hand.",
            letters=", ".join(named),
            a=self.type_letter(4),
            b=self.type_letter(1),
            **{sign: self.glyphs(sign) for sign in ("coin", "grave", "farmer", "chest", "scout")},
        )

    def effect(self, type_: PlotType) -> Text:
        """Return the effect of a type in a text short enough for a card."""
        if type_.effect == "gain_per_symbol":
            sign = self.glyphs("farmer" if type_.symbol == "farmer" else "chest")
            return words("{n} per {sign}", n=type_.amount, sign=sign)
        return _EFFECTS[type_.effect]

    def spelled(self, type_: PlotType) -> Text:
        """Return the effect of a type in words without symbols, for wide cards."""
        if type_.effect != "gain_per_symbol":
            return _EFFECTS[type_.effect]
        if type_.symbol == "farmer":
            return words("{n} per farmer", n=type_.amount)
        return words("{n} per chest", n=type_.amount)

    def plot_token(self, seat: int, column: int) -> str:
        """Return the letter of the plot token on a column, or an empty string."""
        token = self.view.plot_tokens[seat][column]
        return "" if token == NO_TOKEN else self.type_letter(token)


def _times(glyph: str, number: int) -> str:
    return "" if number == 0 else glyph if number == 1 else f"{glyph}{number}"
