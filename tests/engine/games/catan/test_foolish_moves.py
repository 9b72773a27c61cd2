"""Current bots avoid the foolish moves of earlier rules of thumb."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

import pytest

from engine.bots import make_bot
from engine.games.knights.bots.bank_trades import bank_trade
from engine.games.knights.catan.bots import playout_policy
from tests.engine.games.catan.foolish_moves import FOOLISH_MOVES
from tests.foolish_moves import RecordedPosition, position, rows, situation

POSITIONS: Final[Mapping[str, Sequence[RecordedPosition]]] = {
    "pays four cards for a part of a card": [
        (2, "fool-3", 30),
        (3, "fool-10", 138),
        (2, "fool-12", 92),
        (3, "fool-16", 41),
        (4, "fool-26", 48),
        (3, "fool-28", 54),
        (3, "fool-37", 96),
        (3, "fool-40", 68),
        (3, "fool-43", 58),
        (3, "fool-46", 25),
    ],
    "plays Monopoly for little": [
        (2, "fool-3", 102),
        (3, "fool-7", 89),
        (2, "fool-15", 84),
        (3, "fool-28", 209),
        (2, "fool-36", 40),
        (2, "fool-45", 112),
        (3, "fool-46", 245),
        (2, "fool-48", 63),
        (2, "fool-51", 33),
        (2, "fool-54", 127),
    ],
    "opens badly": [
        (2, "p1/1", 0),
        (2, "p1/3", 2),
        (2, "p1/9", 2),
        (2, "p1/13", 0),
        (2, "opening-1", 0),
        (2, "opening-11", 2),
        (4, "opening-0", 4),
        (4, "opening-6", 0),
        (4, "opening-8", 4),
        (4, "opening-14", 4),
    ],
}
"""Positions by foolish move. The deals `p1/` are those of games lost to another program."""

AVOIDED_BY: Final[Mapping[str, Sequence[str]]] = {"opens badly": ["strong"]}
"""The bots that avoid a foolish move, if not all do."""


@pytest.mark.parametrize(("fool", "recorded_position"), rows(POSITIONS))
def test_former_bots_made_the_recorded_foolish_moves(
    fool: str, recorded_position: RecordedPosition, monkeypatch: pytest.MonkeyPatch
):
    def trade(state: Any, seat: int, wanted: Any, cheap: Any) -> Any:
        return bank_trade(state, seat, wanted, ())

    match = position("catan", recorded_position)
    monkeypatch.setattr(playout_policy, "bank_trade", trade)
    monkeypatch.setattr(playout_policy, "WORTH_A_MONOPOLY", 0)
    here: Any = situation(match)
    pick = playout_policy.advise(here.view, here.decision, here.dice)
    assert FOOLISH_MOVES[fool].is_(match.state, here.decision, pick)


@pytest.mark.parametrize(("fool", "recorded_position"), rows(POSITIONS))
def test_current_bots_avoid_the_recorded_foolish_moves(
    fool: str, recorded_position: RecordedPosition
):
    match = position("catan", recorded_position)
    here = situation(match)
    move = FOOLISH_MOVES[fool]
    assert move.may(match.state, here.decision)
    for bot in AVOIDED_BY.get(fool, ("medium", "strong")):
        assert not move.is_(match.state, here.decision, make_bot(bot).choose(here)), bot
