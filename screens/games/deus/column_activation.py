"""An activated column of cards, and what each of them yields."""

from __future__ import annotations

from attrs import frozen

from engine.games.deus.column_preview import (
    CardPreview,
    best_column_preview,
    best_wildcard_preview,
    preview_column,
    preview_wildcard_column,
)
from engine.games.deus.components import TEMPLE
from engine.games.deus.placement import Payment
from engine.games.deus.state import FACE_DOWN, World
from engine.i18n.text import Text


@frozen
class ColumnActivation:
    """A column that is activated, now or in a preview.

    `cards` are in order of activation, and `current` is the index of the card that is being
    resolved, or -1 before the activation. During the activation, `brought` contains a text about
    the yield of each card so far (None if there is none), and `skipped` whether each card was
    skipped; before the activation, both are empty. `previews` are the expected yields, which are
    empty for cards that have been resolved."""

    seat: int
    column: int
    cards: tuple[int, ...]
    previews: tuple[CardPreview, ...] = ()
    current: int = -1
    brought: tuple[Text | None, ...] = ()
    skipped: tuple[bool, ...] = ()
    laboratory_card: int = -1
    """The card that a laboratory is activating; -1 if there is none."""
    at_best: bool = False
    """Whether no region is chosen yet, so that the yields are those in the best region."""
    wildcard: int = FACE_DOWN
    """The card that its owner is about to place face down on top; `FACE_DOWN` if there is none."""


def of_card(
    view: World, seat: int, card: int, payment: Payment | None, place: int
) -> ColumnActivation | None:
    """Return the column that building `card` in region `place` activates; None for a temple, which
    activates no column. If `place` is -1, the yields are those in the best region. If `payment` is
    None, the payment with the least gold is assumed, or no payment if the seat cannot pay."""
    column = view.box.card_type[card]
    if column == TEMPLE:
        return None
    previews = (
        best_column_preview(view, seat, card, payment)[1]
        if place < 0
        else preview_column(view, seat, card, place, payment)
    )
    cards = (*view.columns[seat][column], card)
    return ColumnActivation(seat, column, cards, tuple(previews), at_best=place < 0)


def of_wildcard(
    view: World, seat: int, card: int, column: int, place: int
) -> ColumnActivation | None:
    """Return the column that placing `card` face down on `column` in region `place` activates; None
    if `column` is -1. If `place` is -1, the yields are those in the best region."""
    if column < 0:
        return None
    previews = (
        best_wildcard_preview(view, seat, column)[1]
        if place < 0
        else preview_wildcard_column(view, seat, column, place)
    )
    cards = (*view.columns[seat][column], FACE_DOWN)
    return ColumnActivation(seat, column, cards, tuple(previews), at_best=place < 0, wildcard=card)
