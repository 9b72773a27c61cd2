"""Looking at a finished game again: before anything of it has been found, while more is, and
where little was."""

from __future__ import annotations

import pytest

from engine.match.match import Match
from engine.search.review import Review, ReviewedMove
from engine.search.root_search import Estimate
from screens.paint import buttons
from screens.preferences import Preferences
from screens.table.messages import ReviewUpdated
from screens.table.table_state import LOG
from tests.engine.played import played
from tests.screens.table.headless import HeadlessReplay, seen


def dear(match: Match, *counts: int) -> Review:
    """A review by which these choices were dear."""
    judged = {}
    for count in counts:
        event = match.line[count - 1]
        lost, best = (Estimate(event.value, chance, 0.01, 100) for chance in (0.2, 0.8))
        judged[count] = ReviewedMove(lost, best, 0.01, count, event.seat)
    return Review(judged=judged)


@pytest.mark.parametrize("again", ["n", "N"])
def test_whoever_asks_for_dear_choices_meanwhile_is_told_to_wait(again: str) -> None:
    match = played("middle_ages", 2, "review", takes_back=False)
    table = HeadlessReplay(match, Preferences(), 3)
    table.press("n")
    assert table.state.stepping.reviewing
    assert table.state.message == "Reviewing the game ..."
    table.press(again)
    assert table.state.stepping.reviewing
    assert table.state.message == "No costly moves have been found yet."
    table.press("a")
    assert not table.state.stepping.reviewing


@pytest.mark.parametrize("zone", ["", "E", "s"])
@pytest.mark.parametrize(
    ("key", "told"), [("n", "no costly move after this"), ("N", "no costly move before this")]
)
def test_where_no_dear_choice_is_left_every_page_says_so(zone: str, key: str, told: str) -> None:
    match = played("middle_ages", 2, "review", takes_back=False)
    table = HeadlessReplay(match, Preferences(), 10, review=dear(match, 10))
    table.press(*zone, key)
    assert table.recording.at == 10
    assert told in seen(table)
    if table.state.zone == LOG:
        table.press("up")
        assert told not in seen(table)


@pytest.mark.parametrize("key", ["n", "N"])
def test_among_what_was_taken_back_one_is_told_where_dear_choices_are(key: str) -> None:
    match = played("middle_ages", 2, "review")
    table = HeadlessReplay(match, Preferences(), 10, review=dear(match, 4, 20))
    table.press("o")
    assert table.recording.with_gone
    table.press(key)
    assert "Costly moves are found only among moves" in " ".join(seen(table).split())


def test_a_part_of_a_dear_step_lies_before_it() -> None:
    match = played("era", 3, "review", takes_back=False)
    count = next(at for at in range(1, len(match.line)) if match.within(at))
    table = HeadlessReplay(match, Preferences(), count - 1, review=dear(match, count))
    table.press("right")
    assert table.recording.parts
    at, part = table.recording.at, table.recording.part
    assert (at, part) == (count, 0)
    table.press("n")
    assert (table.recording.at, table.recording.part) == (count, None)


def test_what_is_told_meanwhile_stays_while_more_is_found() -> None:
    table = HeadlessReplay(played("middle_ages", 2, "review", takes_back=False), Preferences(), 3)
    table.press("a")
    table.hear(ReviewUpdated(Review(), more=True))
    assert table.state.message == ""
    table.press("n")
    told = table.state.message
    assert told == "No costly moves have been found yet."
    table.hear(ReviewUpdated(Review(), more=True))
    assert table.state.message == told


@pytest.mark.parametrize("language", ["en", "ru"])
def test_the_line_of_keys_names_the_way_to_dear_choices_where_they_are_shown(language: str) -> None:
    match = played("middle_ages", 2, "review", takes_back=False)
    table = HeadlessReplay(match, Preferences(language=language), 3, paints=True)
    assert not table.spot((buttons.KEY, "n"))
    table.press("a")
    table.hear(ReviewUpdated(Review()))
    assert table.spot((buttons.KEY, "n"))
    table.press("a")
    assert not table.spot((buttons.KEY, "n"))
