"""Two histories that differ only in what a reader may not see are presented alike to that reader:
story, log, score sheet, choices, refusals, previews, hints, help, and the output of `show`."""

from __future__ import annotations

import pytest

from engine.core.state import Note
from engine.games import catalogue, load
from screens.table_view.painter_registry import register_painter
from tests.examples import EXAMPLES
from tests.laws.driving import ENDS_OF_TABLES, MAX_EVENTS, TABLES
from tests.laws.twins import Twins
from tests.matrix import usually

GAMES_WITH_SECRETS = {"toy", *(one.id for one in catalogue() if load(one.id).privacy is not None)}

WITH_SECRETS = [(game, seats) for game, seats in TABLES if game in GAMES_WITH_SECRETS and seats > 1]
"""Tables with secrets between people."""

GAMES = 5
EVENTS = 150
"""Number of games at each of them in the usual run, and of events in each."""


@pytest.fixture(autouse=True)
def painted() -> None:
    """Register a painter for the toy game."""
    register_painter("toy", "tests.toy.painter")


def play(game: str, seats: int, number: int, events: int) -> Twins:
    """Play at both tables; the reader must not be able to tell them apart."""
    twins = Twins.begin(game, seats, number)
    for one, two in twins.play(events):
        different = {what: (one[what], two[what]) for what in one if one[what] != two[what]}
        assert not different, (twins.reader, twins.one.line[-1], twins.two.line[-1])
    return twins


tables = pytest.mark.parametrize(
    ("game", "seats"),
    [
        usually((game, seats) in ENDS_OF_TABLES or seats == 2, game, seats)
        for game, seats in WITH_SECRETS
    ],
)
"""Two at a table and the maximum in the usual run, the others in long runs."""


@tables
def test_viewer_sees_nothing_of_a_hidden_difference(game: str, seats: int):
    played = [play(game, seats, number, EVENTS) for number in range(GAMES)]
    assert any(twins.differ for twins in played)


@pytest.mark.long
@tables
def test_viewer_sees_nothing_of_a_hidden_difference_in_whole_games(game: str, seats: int):
    for number in range(GAMES, 50 * EXAMPLES):
        play(game, seats, number, MAX_EVENTS)


def test_leaked_note_is_detected(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(Note, "is_for", lambda note, seat: True)
    with pytest.raises(AssertionError):
        play("toy", 3, 0, EVENTS)
