"""The line of keys once a game is over."""

from __future__ import annotations

from engine.match.decision_request import DecisionRequest
from engine.match.match import Match
from engine.storage.memory_store import MemoryStore
from engine.storage.session import Session
from screens.preferences import Preferences
from screens.table.match_commands import Choose
from tests.matrix import with_each
from tests.screens.table.headless import HeadlessMatch
from tests.screens.table.positions import PLAYERS
from tests.screens.tables import advance, sampled, step


def nearly_over(game: str, left: int) -> Match:
    """Return a match that ends after `left` more picks."""
    seats = [(f"Player {number}", "person") for number in range(PLAYERS[game])]
    match, picks, lots = Match.begin(game, seats, seed="end"), 0, sampled(b"end")
    while not match.over:
        step(match, lots)
        picks += 1
    return advance(Match.begin(game, seats, seed="end"), sampled(b"end"), picks - left)


@with_each(PLAYERS)
def test_no_key_is_shown_twice_to_who_used_only_the_mouse(game: str) -> None:
    """No key has hidden the turn summary, whose moves the same key replays."""
    match, store, lots = nearly_over(game, 9), MemoryStore(), sampled(b"more")
    session = Session(store, store.new(match), match)
    with HeadlessMatch(session, Preferences(), size=(160, 50)) as table:
        while not match.over:
            if table.state.pass_to is not None:
                table.press("space")
            pending = match.pending()[0]
            request = DecisionRequest.of(match, pending.seat)
            table.do(Choose(request, lots(match, pending)))
        line = table.picture.canvas.text().splitlines()[-1]
        assert line.count(" replay ") == 1, line
