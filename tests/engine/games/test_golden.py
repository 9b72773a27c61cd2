"""Golden games: finished games that must load and end the same for ever."""

from __future__ import annotations

import io
import json
import re
from collections import Counter
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import pytest

from engine.core.state import Note
from engine.games import catalogue, load
from engine.i18n.language import Translator
from engine.match.match import Match
from engine.match.match_view import MatchView
from engine.storage import match_file
from tests.engine.golden import FOLDER, RULES_NOTED, VARIANTS, golden_games, name, rules_noted


@pytest.mark.made_by("python -m tests.engine.golden rules")
@pytest.mark.parametrize("path", golden_games(), ids=lambda path: str(path.relative_to(FOLDER)))
def test_finished_game_replays_identically(path: Path):
    match = match_file.load(path)
    assert match.over
    assert path.name.startswith(f"rules_{match.header.rules}_")
    assert match.state.rules == match.header.rules
    again = io.BytesIO()
    match_file.write(match, again)
    assert again.getvalue() == path.read_bytes()
    known = json.loads(RULES_NOTED.read_text(encoding="utf-8"))
    silent = set(known[str(path.relative_to(FOLDER))]) - set(rules_noted(match))
    assert not silent
    for language in ("en", "ru"):
        names = [f"player{seat}" for seat in range(match.state.seats)]
        assert not list(lines_that_only_repeat(match, Translator(language, names)))


def lines_that_only_repeat(match: Match, translator: Translator) -> Iterator[tuple[str, str]]:
    """Yield pairs of lines about the same seat, from the log of one event, of which one says no
    more than the other or only that the seat has chosen."""
    secret = match.secret_steps
    for event, notes in MatchView(match).history(0).events_with_notes():
        for note, later in pairwise(notes):
            first, second = translator.translate(note.text), translator.translate(later.text)
            said, again = (Counter(re.findall(r"\w+", text)) for text in (first, second))
            only_done = event is not None and event.number in secret and _says_only_who(note)
            if note.seat == later.seat and (
                note.text == later.text or said < again or again < said or only_done
            ):
                yield first, second


def _says_only_who(note: Note) -> bool:
    return set(note.text.args) == {"seat"}


@pytest.mark.made_by("python -m tests.engine.golden {game}")
@pytest.mark.parametrize("game", [one.id for one in catalogue()])
def test_golden_games_cover_every_number_of_players_under_current_rules(game: str):
    rules = load(game)
    names = {path.name for path in golden_games() if path.parent.name == game}
    wanted = {name(rules.rules, seats) for seats in rules.players}
    wanted |= {name(rules.rules, rules.players[0], one) for one in VARIANTS.get(game, ())}
    assert not wanted - names


def test_golden_games_exist():
    assert golden_games()
