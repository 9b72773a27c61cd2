"""Tables in line mode for tests, and a simulated player who types."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from engine.i18n.language import Translator
from engine.storage.memory_store import MemoryStore
from engine.storage.session import Session
from screens.line_mode.line_table import LineTable
from screens.line_mode.sentences import SentenceWriter, sentence_writer_for
from screens.line_mode.speech import spoken_names
from screens.paint.theme import theme
from screens.table_view.painter_registry import painter_for

PEOPLE: Final = (("Anna", "person"), ("Boris", "person"))
BOT: Final = (("Anna", "person"), ("Boris", "bot:random"))

_LED: Final = {
    "en": re.compile("To follow the hint, type (.+)"),
    "ru": re.compile("По подсказке введите: (.+)"),
}


def writer(game: str, names: Sequence[str], language: str = "en") -> SentenceWriter:
    painter = painter_for(game)
    translator = Translator(language, spoken_names(names, Translator(language)))
    return SentenceWriter(game, painter, translator, painter.theme_for_game(theme()), {})


def new_session(
    game: str, seats: Sequence[tuple[str, str]] = BOT, *, seed: str = "5", **options: str
) -> Session:
    return Session.begin(MemoryStore(), game, seats, seed=seed, options=options)


def table(of: Session, language: str = "en") -> LineTable:
    return LineTable(of, sentence_writer_for(of.match.header, language))


def choose_as_hinted(of: LineTable, language: str = "en") -> list[str]:
    """Ask for a hint, and follow it, also if the keyboard must be passed for it. Return the last
    output."""
    asked = of.writer.translate(next(one.names for one in of.commands if one.key == "hint"))
    lines, before = of.handle_line(asked.split()[0]), len(of.session.match.log)
    if of.dialogue.answer is not None:
        typed = hinted_inputs(of.handle_line(""), language)
        of.handle_line("")
        for one in typed:
            lines = of.handle_line(one)
    while len(of.session.match.log) == before:
        lines = of.handle_line(hinted_input(lines, language) or "")
    return lines


def hinted_input(lines: Sequence[str], language: str = "en") -> str | None:
    """Return what to type for a hint, according to the lines."""
    found = hinted_inputs(lines, language)
    return found[-1] if found else None


def hinted_inputs(lines: Sequence[str], language: str = "en") -> list[str]:
    """Return everything to type for a hint, according to the lines, in order."""
    return [match[1] for line in lines if (match := _LED[language].fullmatch(line))]
