"""Two people on a shared keyboard answer offers of Cities & Knights in open discussion, without a
pass screen."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from engine.match.match import Match
from engine.storage import match_file
from engine.storage.memory_store import MemoryStore
from engine.storage.session import Session
from screens.paint import buttons
from screens.preferences import Preferences
from screens.table.messages import Clicked
from tests.screens.table.headless import HeadlessMatch, picture_text
from tests.screens.tables import advance, sampled

OFFER = ("o", "o", "2", "down", "4", "enter")
"""A brick for a grain."""


def table(**options: str) -> HeadlessMatch:
    """A turn of a player with brick, past the pass screen, with a turn summary."""
    match = Match.begin(
        "knights", [("Anna", "person"), ("Boris", "person")], seed="5", options=options
    )
    lots = sampled(b"offers")
    advance(match, lots, 20, until="Main")
    state: Any = match.state
    while not (state.hands[match.pending()[0].seat][1] and min(state.hand_sizes)):
        advance(match, lots, 1, until="Main")
    store = MemoryStore()
    found = HeadlessMatch(Session(store, store.new(match), match), Preferences(), size=(80, 24))
    found.press("space", "space")
    assert found.state.viewer == match.pending()[0].seat
    return found


@pytest.fixture
def begun() -> Iterator[HeadlessMatch]:
    with table() as one:
        yield one


def is_aloud(match: Match) -> bool:
    """Whether offers are answered openly."""
    state: Any = match.state
    return bool(state.answers_aloud)


def pending_question(one: HeadlessMatch) -> tuple[int | None, str]:
    """The deciding seat and its decision; None behind a pass screen."""
    partial_pick = one.state.partial_pick
    return (None, "") if partial_pick is None else (partial_pick.seat, partial_pick.decision.name)


def test_open_discussion_needs_no_pass_screen_and_shows_no_hand() -> None:
    with table(answers_aloud="yes") as one:
        seat = pending_question(one)[0]
        assert seat is not None
        one.press(*OFFER)
        assert pending_question(one) == (1 - seat, "TradeResponse")
        assert one.state.viewer is None, "the public table"
        assert one.state.card is None, "no summary in another player's turn"
        one.press("d", "d")
        assert pending_question(one) == (seat, "Main")
        assert one.state.viewer == seat


def test_open_discussion_is_agreed_on_the_pass_screen_of_an_offer(
    begun: HeadlessMatch, tmp_path: Path
) -> None:
    one, seat = begun, pending_question(begun)[0]
    assert seat is not None
    one.press(*OFFER)
    assert one.state.pass_to == 1 - seat
    assert "answer openly from now on, without" in picture_text(one)
    one.press("a")
    assert pending_question(one) == (1 - seat, "TradeResponse")
    assert one.state.viewer is None
    one.press("d", "d")
    assert one.state.pass_to == seat, "the keyboard may have been passed"
    one.press("space", *OFFER)
    assert pending_question(one) == (1 - seat, "TradeResponse")
    one.press("d", "d")
    assert pending_question(one) == (seat, "Main")
    with (tmp_path / "aloud.jsonl").open("wb") as file:
        match_file.write(one.match, file)
    again = match_file.load(tmp_path / "aloud.jsonl")
    assert is_aloud(again)
    assert again.state.plain() == one.match.state.plain()


def test_open_discussion_is_agreed_by_mouse_and_undone_like_any_choice(
    begun: HeadlessMatch,
) -> None:
    one, seat = begun, pending_question(begun)[0]
    assert seat is not None
    one.press(*OFFER)
    assert one.spot((buttons.ANSWER_OPENLY,))
    one.press("space", "space", after=0)
    assert one.state.pass_to is not None, "keys typed ahead do nothing"
    one.now += 10
    one.send(Clicked((buttons.ANSWER_OPENLY,)))
    assert is_aloud(one.match)
    one.press("u")
    assert not is_aloud(one.match)
    assert one.state.pass_to == 1 - seat


def test_other_pass_screens_do_not_offer_open_discussion() -> None:
    with table() as one:
        one.press("e", "e")
        for _ in range(6):
            if one.state.pass_to is not None:
                break
            one.press("enter")
        assert one.state.pass_to is not None
        before = one.match.log[-1].number
        one.press("a")
        assert one.match.log[-1].number == before
        assert "answer openly from now on, without" not in picture_text(one)


def test_shown_hand_returns_behind_a_pass_screen() -> None:
    with table(answers_aloud="yes") as one:
        seat = pending_question(one)[0]
        assert seat is not None
        one.press(*OFFER, "Y")
        assert one.state.pass_to == 1 - seat
        one.press("space")
        assert one.state.viewer == 1 - seat
        one.press("d", "d")
        assert one.state.pass_to == seat
