"""The review of a finished game on the screen: its progress, costly moves of the player and of
others, and branching before one."""

from __future__ import annotations

import pytest
from attrs import evolve

from engine.core.event import PICK_EVENT
from engine.match.match import Match
from engine.search.review import Review, ReviewedMove, WinChances
from engine.search.root_search import Estimate
from screens.paint import buttons
from screens.preferences import Preferences
from screens.table.effects import BranchOff
from screens.table.messages import Resized, ReviewUpdated
from screens.table.table_state import LOG_PAGE
from tests.engine.bot_matches import played
from tests.screens.table.headless import HeadlessReplay, picture_text


def dear(match: Match, *counts: int) -> Review:
    """Return a whole review that finds these moves costly."""
    judged = {}
    for count in counts:
        event = match.line[count - 1]
        lost, best = (Estimate(event.value, chance, 0.01, 100) for chance in (0.2, 0.8))
        judged[count] = ReviewedMove(lost, best, 0.01, count, event.seat)
    seats = len(match.header.seats)
    points = [
        WinChances(0, (1 / seats,) * seats),
        WinChances(len(match.line), (1.0, *(0.0 for _ in range(1, seats)))),
    ]
    return Review(points, judged, due=[], progress=1.0, whole=True)


@pytest.mark.parametrize("again", ["n", "N"])
def test_request_for_costly_moves_during_a_review_says_wait(again: str) -> None:
    match = played("middle_ages", 2, "review", takes_back=False)
    table = HeadlessReplay(match, Preferences(), 3)
    table.press("n")
    assert table.state.replay.reviewing
    assert table.state.message == "Reviewing the game ..."
    table.press(again)
    assert table.state.replay.reviewing
    assert table.state.message == "No costly moves have been found yet."
    table.press("a")
    assert table.state.message.startswith("The review is paused.")
    table.press("a")
    assert table.state.message == "Reviewing the game ..."


@pytest.mark.parametrize("key", ["n", "N", "m", "a"])
def test_every_key_of_the_review_starts_it(key: str) -> None:
    table = HeadlessReplay(played("middle_ages", 2, "review", takes_back=False), Preferences(), 3)
    table.press(key)
    assert table.state.replay.reviewing
    assert table.state.message == "Reviewing the game ..."


@pytest.mark.parametrize("zone", ["", "E", "s"])
@pytest.mark.parametrize(
    ("key", "expected"), [("n", "no costly move after this"), ("N", "no costly move before this")]
)
def test_every_page_says_that_no_costly_move_is_left(zone: str, key: str, expected: str) -> None:
    match = played("middle_ages", 2, "review", takes_back=False)
    table = HeadlessReplay(match, Preferences(), 10, review=dear(match, 10))
    table.press(*zone, key)
    assert table.recording.at == 10
    assert expected in picture_text(table)
    if table.state.zone == LOG_PAGE:
        table.press("up")
        assert expected not in picture_text(table)


@pytest.mark.parametrize("key", ["n", "N"])
def test_undone_moves_say_where_costly_moves_are_found(key: str) -> None:
    match = played("middle_ages", 2, "review")
    table = HeadlessReplay(match, Preferences(), 10, review=dear(match, 4, 20))
    table.press("o")
    assert table.recording.with_undone
    table.press(key)
    assert "The review finds costly moves only among moves" in " ".join(picture_text(table).split())


def test_part_of_a_costly_step_comes_before_it() -> None:
    match = played("era", 3, "review", takes_back=False)
    count = next(at for at in range(1, len(match.line)) if match.substeps(at))
    table = HeadlessReplay(match, Preferences(), count - 1, review=dear(match, count))
    table.press("right")
    assert table.recording.parts
    at, part = table.recording.at, table.recording.part
    assert (at, part) == (count, 0)
    table.press("n")
    assert (table.recording.at, table.recording.part) == (count, None)


def test_only_costly_move_so_far_has_no_next() -> None:
    match = played("middle_ages", 2, "review", takes_back=False)
    table = HeadlessReplay(match, Preferences(), 3)
    table.press("a")
    table.send(ReviewUpdated(evolve(dear(match, 3), progress=0.4, whole=False), continues=True))
    table.press("n")
    assert table.state.message == "No further costly moves have been found yet."


def test_message_stays_while_the_review_progresses() -> None:
    table = HeadlessReplay(played("middle_ages", 2, "review", takes_back=False), Preferences(), 3)
    table.press("a")
    table.send(ReviewUpdated(Review(), continues=True))
    assert table.state.message == ""
    table.press("n")
    message = table.state.message
    assert message == "No costly moves have been found yet."
    table.send(ReviewUpdated(Review(), continues=True))
    assert table.state.message == message
    table.send(ReviewUpdated(Review(whole=True)))
    assert table.state.message == ""


@pytest.mark.parametrize("language", ["en", "ru"])
def test_key_hints_name_the_next_costly_move_if_shown(language: str) -> None:
    match = played("middle_ages", 2, "review", takes_back=False)
    table = HeadlessReplay(match, Preferences(language=language), 3, paints=True)
    assert not table.spot((buttons.KEY, "n"))
    table.press("a")
    table.send(ReviewUpdated(dear(match)))
    assert table.spot((buttons.KEY, "n"))
    table.press("a")
    assert not table.spot((buttons.KEY, "n"))


def seat_of(match: Match, count: int) -> int:
    return match.line[count - 1].seat


def test_own_costly_moves_come_first_and_others_on_request() -> None:
    match = played("middle_ages", 2, "review", takes_back=False)
    picks = [count for count, event in enumerate(match.line, 1) if event.kind == PICK_EVENT]
    mine = next(count for count in picks[3:] if seat_of(match, count) == 0)
    theirs = next(count for count in picks[3:] if seat_of(match, count) == 1)
    review = dear(match, mine, theirs)
    table = HeadlessReplay(match, Preferences(), 0, review=review, own=[0], paints=True)
    table.press("n")
    assert table.recording.at == mine
    table.press("n")
    assert table.recording.at == mine
    others = "m shows those of the other players."
    assert table.state.message == f"You made no costly moves after this one. {others}"
    table.send(Resized(120, 40))
    assert table.spot((buttons.KEY, "m"))
    table.press("end")
    told = "You made 1 costly move. m also shows 1 costly move of the other players."
    assert told in " ".join(picture_text(table).replace("▌", "").split())
    table.press("m")
    assert table.state.message == "Everyone's costly moves are shown."
    table.press("home", "n")
    assert table.recording.at == min(mine, theirs)
    table.press("n")
    assert table.recording.at == max(mine, theirs)
    table.press("m")
    assert table.state.message == "Only your own costly moves are shown."


def test_player_without_costly_moves_is_told_how_to_see_others() -> None:
    match = played("middle_ages", 2, "review", takes_back=False)
    theirs = next(c for c, e in enumerate(match.line, 1) if e.kind == PICK_EVENT and e.seat == 1)
    review = dear(match, theirs)
    table = HeadlessReplay(match, Preferences(), 0, review=review, own=[0], paints=True)
    table.press("n")
    assert table.recording.at == 0
    assert (
        table.state.message == "You made no costly moves. m shows the other players' costly moves."
    )
    table.press("end")
    told = "You made no costly moves. m also shows 1 costly move of the other players."
    assert told in " ".join(picture_text(table).replace("▌", "").split())


def test_only_the_loss_is_printed_beside_a_costly_move() -> None:
    match = played("middle_ages", 2, "review", takes_back=False)
    count = next(c for c, e in enumerate(match.line, 1) if e.kind == PICK_EVENT)
    table = HeadlessReplay(match, Preferences(), count, review=dear(match, count), paints=True)
    assert "” cost about 60 wins in 100 games. Better: “" in " ".join(picture_text(table).split())
    assert "%" not in picture_text(table)
    table.press("left")
    assert "%" in picture_text(table)


def test_branch_at_a_costly_move_starts_before_it_with_the_better_one() -> None:
    match = played("middle_ages", 2, "review", takes_back=False)
    match.header = evolve(
        match.header, seats=tuple((name, "person") for name in match.header.names)
    )
    count = next(c for c, e in enumerate(match.line, 1) if c > 5 and e.kind == PICK_EVENT)
    review = dear(match, count, len(match.line))
    table = HeadlessReplay(match, Preferences(), count, review=review)
    table.press("b")
    best = review.judged[count].best.pick
    assert table.effects[-1] == BranchOff(count - 1, best)
    table.press("left", "b")
    assert table.effects[-1] == BranchOff(count - 1)
    table.press("end", "b")
    assert isinstance(table.effects[-1], BranchOff)
    assert table.effects[-1].count == len(match.line) - 1


@pytest.mark.parametrize("game", ["catan", "deus", "era", "middle_ages", "troyes"])
def test_a_costly_move_has_a_reason_and_shows_the_table_of_who_made_it(game: str) -> None:
    match = played(game, 2, "review", takes_back=False)
    passing = [
        count
        for count, event in enumerate(match.line, 1)
        if event.kind == PICK_EVENT
        and count < len(match.line)
        and match.at(count).pending()
        and match.at(count).pending()[0].seat != event.seat
    ]
    for count in passing[:: max(1, len(passing) // 4)]:
        found = dear(match, count)
        table = HeadlessReplay(match, Preferences(), count, review=found, size=(120, 40))
        text = " ".join(picture_text(table).replace("▌", " ").split())
        assert "Why: " in text or "The difference will only show later." in text
        assert match.header.names[match.line[count - 1].seat] in picture_text(table).splitlines()[0]
