"""Repeating the input confirms in line mode too, as Enter does, and never answers the next
question."""

from __future__ import annotations

import pytest

from engine.core.chance import Dice
from engine.match.match import Match
from engine.storage.memory_store import MemoryStore
from engine.storage.session import Session
from screens.line_mode.line_table import LineTable
from screens.line_mode.sentences import sentence_writer_for
from screens.preferences import CONFIRM_ALWAYS
from tests.matrix import with_each
from tests.screens.table.positions import PLAYERS

MOMENTS = 25


def table_after(game: str, picks: int) -> LineTable:
    """Return a match in line mode after that many picks, with its question shown."""
    match = Match.begin(game, [("Anna", "person"), ("Boris", "person")], seed="again")
    dice = Dice(b"again")
    for _ in range(picks):
        pending = match.pending()[0]
        match.choose(pending.seat, pending.decision.sample(match.state, dice))
    store = MemoryStore()
    session = Session(store, store.new(match), match)
    table = LineTable(session, sentence_writer_for(match.header, "en"), confirm=CONFIRM_ALWAYS)
    table.begin()
    if table.picking.partial_move is None:
        table.handle_line("")
    return table


def typed_to_the_end(table: LineTable) -> str:
    """Choose the first of each list until confirmation is needed; return the last input."""
    for _ in range(8):
        if table.handle_line("1")[-1:] == ["Press Enter to confirm, or type “back”."]:
            return "1"
    return ""


@with_each(PLAYERS)
@pytest.mark.parametrize("again", ["", "1", "yes"])
def test_repeating_the_input_confirms(game: str, again: str) -> None:
    confirmed = 0
    for picks in range(0, MOMENTS, 4):
        table = table_after(game, picks)
        before = len(table.session.match.line)
        if typed_to_the_end(table):
            assert len(table.session.match.line) == before, "nothing is confirmed yet"
            table.handle_line(again)
            assert len(table.session.match.line) > before
            confirmed += 1
    assert confirmed
