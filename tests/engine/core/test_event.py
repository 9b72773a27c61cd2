"""Events: effective ones, and valid values."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.core.event import (
    CHANCE_EVENT,
    PICK_EVENT,
    REDO_EVENT,
    UNDO_EVENT,
    Event,
    Header,
    frozen_value,
    is_value,
    line_of_play,
)
from engine.errors import BadSave

values = st.recursive(
    st.integers() | st.text(), lambda inner: st.lists(inner).map(tuple), max_leaves=12
)


def log(*entries: tuple[str, Any]) -> list[Event]:
    return [Event(n, kind, 0, "Step", value) for n, (kind, value) in enumerate(entries, 1)]


def numbers(*entries: tuple[str, Any]) -> list[int]:
    return [event.number for event in line_of_play(log(*entries))]


def test_picks_and_outcomes_count_in_their_order():
    assert numbers((PICK_EVENT, 1), (CHANCE_EVENT, 2), (PICK_EVENT, 3)) == [1, 2, 3]


def test_undone_events_are_not_counted():
    assert numbers((PICK_EVENT, 1), (PICK_EVENT, 1), (UNDO_EVENT, (2,)), (PICK_EVENT, 1)) == [1, 4]


def test_redone_events_count_at_their_position():
    assert numbers(
        (PICK_EVENT, 1), (PICK_EVENT, 1), (UNDO_EVENT, (1, 2)), (REDO_EVENT, (1, 2))
    ) == [1, 2]
    assert numbers((PICK_EVENT, 1), (UNDO_EVENT, (1,)), (PICK_EVENT, 1), (REDO_EVENT, (1,))) == [
        1,
        3,
    ]


def test_events_may_be_undone_repeatedly():
    assert (
        numbers((PICK_EVENT, 1), (UNDO_EVENT, (1,)), (REDO_EVENT, (1,)), (UNDO_EVENT, (1,))) == []
    )


@given(values)
def test_log_values_are_unchanged(value: Any):
    assert is_value(value)
    assert frozen_value(value) == value


def test_lists_become_tuples():
    assert frozen_value([1, ["a", [2]], []]) == (1, ("a", (2,)), ())


@pytest.mark.parametrize("value", [None, True, 1.5, {"a": 1}, b"a", {1}, (1, None), [[2.0]]])
def test_unloggable_value_is_refused(value: Any):
    assert not is_value(value)
    with pytest.raises(BadSave, match="is not a whole number, a string or a list"):
        frozen_value(value)


def test_header_names_the_players():
    header = Header("toy", 1, (("Anna", "person"), ("Bot", "bot:random")), "1")
    assert header.names == ("Anna", "Bot")
