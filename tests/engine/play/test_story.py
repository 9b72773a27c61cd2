"""A story can be told from its end, so that a long one costs no more than a short one."""

from __future__ import annotations

import pytest

from engine.play.sight import Sight
from tests.engine.played import played


@pytest.mark.parametrize("last", [1, 2, 7, 20, 21, 99])
def test_the_end_of_a_story_is_the_end_of_the_whole(last: int):
    match = played("middle_ages", 2, "story", picks=20, takes_back=False)
    story = Sight(match).story(0)
    assert story.told(last) == story.told()[-last:]
    assert story.last() == story.told()[-1][1]


def test_no_event_is_told_where_none_is_asked_for():
    assert Sight(played("middle_ages", 2, "story", picks=5)).story(0).told(0) == []
