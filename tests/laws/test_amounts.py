"""Amounts use the plural form of the noun for that number."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, Final

import pytest

from engine.core.chance import Dice
from engine.games import catalogue
from engine.games.deus.wording import resource
from engine.i18n.language import Translator
from engine.i18n.text import Text
from engine.match.match import Match
from tests.laws.driving import every_sort_of_table, played

GAMES = [one.id for one in catalogue()]

WITHOUT_AMOUNTS = ("middle_ages", "era", "troyes")
"""Games in which nobody chooses amounts."""

AMOUNT_OF_ZERO: Final = re.compile(r"\b(gains?|loses?|pays?|gives?|takes?|puts?) 0 ")

GENERIC = "{n} {kind}"
"""Message of a decision without forms of its nouns."""


def parts_of(text: Text) -> Iterator[Text]:
    """Yield a message and all messages in its arguments."""
    yield text
    for one in text.args.values():
        if isinstance(one, Text):
            yield from parts_of(one)


@pytest.mark.parametrize("game", GAMES)
def test_each_selectable_amount_has_its_own_plural_form(game: str) -> None:
    seats = [(name, "person") for name in ("Anna", "Boris", "Clara")]
    match, lots, bags = Match.begin(game, seats, seed="7"), Dice(b"amounts"), 0
    for _ in range(300):
        if match.over:
            break
        pending = match.pending()[0]
        pick: Any = pending.decision.sample(match.state, lots)
        parts = pending.decision.parts_of(pick)
        for size in range(1, len(parts) + 1):
            label = pending.decision.label(match.state, parts[:size])
            bags += pending.decision.bag(match.state, parts[: size - 1]) is not None
            assert not [one for one in parts_of(label) if one.one == GENERIC], label.plain()
        match.choose(pending.seat, pick)
    assert bags or game in WITHOUT_AMOUNTS


def test_amounts_of_deus_have_their_russian_forms() -> None:
    """`2 дерева, 1 глина`, not `2 Дерево, 1 Глина`."""
    amounts = [resource("wood", 2), resource("clay", 1), resource("wood", 5)]
    labels = [Translator("ru").translate(one) for one in amounts]
    assert labels == ["2 дерева", "1 глина", "5 дерева"]


@every_sort_of_table
def test_nobody_gains_or_loses_an_amount_of_zero(game: str, seats: int) -> None:
    """In the notes of random games; golden games are too few for what rarely happens."""
    for number in range(1, 9):
        for notes in played(game, seats, number).notes:
            for note in notes:
                assert not AMOUNT_OF_ZERO.search(note.text.plain()), note
