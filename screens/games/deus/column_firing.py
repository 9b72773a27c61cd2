"""A column that fires, as a value: its cards and what each brings."""

from __future__ import annotations

from attrs import frozen

from engine.games.deus.column_preview import (
    Link,
    best_chain,
    best_chain_of_wildcard,
    chain,
    chain_of_wildcard,
)
from engine.games.deus.components import TEMPLE
from engine.games.deus.placement import Payment
from engine.games.deus.state import FACE_DOWN, World
from engine.i18n.text import Text


@frozen
class Chain:
    """A column that fires, or would: whose, its cards and what each brings or has brought.

    `now` is the card at which its owner is asked, -1 before anything has fired. `told` is what
    cards before it have brought, in words.
    """

    seat: int
    column: int
    cards: tuple[int, ...]
    links: tuple[Link, ...] = ()
    now: int = -1
    told: tuple[Text | None, ...] = ()
    skipped: tuple[bool, ...] = ()
    inner: int = -1
    """The card that a laboratory activates at the moment, or -1."""
    at_best: bool = False
    """Whether the region is still open, and the one is meant where the column brings most."""
    laid: int = FACE_DOWN
    """The card that its owner is about to lay face down on top."""


def of_card(view: World, seat: int, card: int, payment: Payment | None, place: int) -> Chain | None:
    """The column that a card lets fire, in its region or (-1) where it brings most; None for a
    temple."""
    column = view.box.card_type[card]
    if column == TEMPLE:
        return None
    found = (
        best_chain(view, seat, card, payment)[1]
        if place < 0
        else chain(view, seat, card, place, payment)
    )
    cards = (*view.columns[seat][column], card)
    return Chain(seat, column, cards, tuple(found), at_best=place < 0)


def of_wildcard(view: World, seat: int, card: int, column: int, place: int) -> Chain | None:
    """The column that a card laid face down lets fire, as `of_card`; None while it is open."""
    if column < 0:
        return None
    found = (
        best_chain_of_wildcard(view, seat, column)[1]
        if place < 0
        else chain_of_wildcard(view, seat, column, place)
    )
    cards = (*view.columns[seat][column], FACE_DOWN)
    return Chain(seat, column, cards, tuple(found), at_best=place < 0, laid=card)
