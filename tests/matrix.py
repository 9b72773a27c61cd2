"""Parameters of tests: games, sizes, numbers of players, languages. The usual run does not combine
them all; long runs do (`long`)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import product
from typing import Any, Final

import pytest

from engine.games import catalogue
from engine.i18n.language import LANGUAGES

LIKE_ANOTHER: Final = ("catan",)
"""Games made of the modules of another one, Cities & Knights."""


def usually(these: bool, *row: Any, **how: Any) -> Any:
    """Return a parameter set for the usual run, or only for long runs."""
    return pytest.param(*row, marks=() if these else pytest.mark.long, **how)


def with_each(games: Iterable[str]) -> pytest.MarkDecorator:
    """Parametrize with each of the games; one made like another only in long runs."""
    rows = [usually(one not in LIKE_ANOTHER, one) for one in games]
    return pytest.mark.parametrize("game", rows)


with_each_game: Final = with_each(entry.id for entry in catalogue(drafts=True))


def in_turn(some: Sequence[Any], others: Sequence[Any]) -> list[Any]:
    """Pair each of some with one of the others, so that each of those has its turn."""
    return [
        usually(at % len(others) == count, one, other)
        for at, one in enumerate(some)
        for count, other in enumerate(others)
    ]


def at_each_size(
    sizes: Iterable[tuple[int, int]], players: Sequence[int], languages: Iterable[str] = LANGUAGES
) -> pytest.MarkDecorator:
    """Parametrize with each size in each language, each with another number of players, and the
    most of them at the smallest size."""
    sizes, languages = list(sizes), list(languages)
    rows = []
    for size, number, language in product(sizes, players, languages):
        turn = players[(sizes.index(size) + languages.index(language)) % len(players)]
        crowded = size == min(sizes) and number == max(players)
        name = f"{size[0]}x{size[1]}-{number}-{language}"
        rows.append(usually(crowded or number == turn, size, number, language, id=name))
    return pytest.mark.parametrize(("size", "players", "language"), rows)
