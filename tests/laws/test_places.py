"""Every reader can query the place of a choice, whatever is hidden from them; beside a board, notes
name places without their numbers in picks."""

import re
from functools import lru_cache
from pathlib import Path
from typing import Final

import pytest
from hypothesis import given

from engine.core.event import PICK_EVENT
from engine.i18n.language import LANGUAGES, Translator
from engine.match.match import Match
from engine.match.match_view import MatchView
from engine.storage.match_file import load
from tests.engine.golden import golden_games
from tests.laws.driving import Driver, begin, every_table, examples, readers, seeds


@every_table
@given(number=seeds)
@examples(2)
def test_every_reader_gets_a_place_or_none_for_each_pick(game: str, seats: int, number: int):
    match = begin(game, seats, number)
    chosen = []
    for pending in Driver(number).drive(match):
        views = {reader: match.view(reader) for reader in readers(match)}
        chosen.append((len(match.log), pending, views))
    match_view = MatchView(match)
    for length, pending, views in chosen:
        event = match.log[length]
        assert (event.kind, event.seat) == (PICK_EVENT, pending.seat)
        for reader, view in views.items():
            place = match_view.place_of(event, pending.decision, view, reader)
            assert place is None or isinstance(place, tuple)


NUMBERED: Final = re.compile(r"\b[a-z]\d+\b")


@lru_cache(1)
def recorded(path: Path) -> Match:
    """Return a golden game, which is replayed once for all languages."""
    return load(path)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("path", golden_games(), ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_notes_of_recorded_games_have_no_numbers_of_places(path: Path, language: str) -> None:
    match = recorded(path)
    names = ("Anna", "Boris", "Clara", "Dora", "Emil")[: len(match.header.seats)]
    translator = Translator(language, names, exact=False)
    for notes in match.notes:
        for note in notes:
            said = translator.translate(note.text)
            assert not NUMBERED.search(said), said
