"""Stories can be read from the end, at a cost that does not depend on their length."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from engine.match.match import Match
from engine.match.match_view import MatchView
from tests.engine.bot_matches import played
from tests.toy.script import NextTurn, Pay, Say


@pytest.mark.parametrize("last", [1, 2, 7, 20, 21, 99])
def test_end_of_partial_story_equals_end_of_full_story(last: int):
    match = played("middle_ages", 2, "story", picks=20, takes_back=False)
    story = MatchView(match).history(0)
    assert story.events_with_notes(last) == story.events_with_notes()[-last:]
    assert story.last() == story.events_with_notes()[-1][1]


def test_story_of_zero_events_is_empty():
    assert (
        MatchView(played("middle_ages", 2, "story", picks=5)).history(0).events_with_notes(0) == []
    )


def test_automatic_turn_starts_before_its_notes(
    scripted: Callable[..., Match],
):
    by_themselves = (NextTurn(1), Pay(1, 2), NextTurn(0), Pay(0, 4), NextTurn(1))
    match = scripted(Say(0, then={"a": by_themselves}), Say(1))
    match.choose(0, "a")
    began = match.substeps(1)
    assert [position.state.active for position in began] == [1, 0]
    texts = [[note.text.plain() for note in position.notes[-1]] for position in began]
    assert texts == [["Said a."], ["Said a.", "2 coins."]]
