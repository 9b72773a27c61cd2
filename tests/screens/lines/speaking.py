"""Tables in lines for tests, and somebody who types."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from engine.i18n.language import Tongue
from engine.storage.memory import MemoryStore
from engine.storage.session import Session
from screens.lines.table import LinesTable
from screens.lines.telling import Teller, teller_for
from screens.paint.look import look
from screens.tabletop.painters import painter_for

PEOPLE: Final = (("Anna", "person"), ("Boris", "person"))
BOT: Final = (("Anna", "person"), ("Boris", "bot:random"))

_LED: Final = {"en": re.compile("For the hint, type (.+)"), "ru": re.compile("Для подсказки: (.+)")}


def teller(game: str, names: Sequence[str], language: str = "en") -> Teller:
    painter = painter_for(game)
    return Teller(game, painter, Tongue(language, names), painter.dress(look()), {})


def session(
    game: str, seats: Sequence[tuple[str, str]] = BOT, *, seed: str = "5", **options: str
) -> Session:
    return Session.begin(MemoryStore(), game, seats, seed=seed, options=options)


def table(of: Session, language: str = "en") -> LinesTable:
    return LinesTable(of, teller_for(of.match.header, language))


def led_to(lines: Sequence[str], language: str = "en") -> str | None:
    """What the lines say is to be typed for a hint."""
    found = [match for line in lines if (match := _LED[language].fullmatch(line))]
    return found[-1][1] if found else None
