"""Bots of today avoid the foolish moves of earlier rules of thumb."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

import pytest

from engine.bots import make_bot
from engine.games.knights.bots.turn_rules_of_thumb import bank_trade
from engine.games.knights.catan.bots import rules_of_thumb
from tests.engine.games.catan.fools import FOOLS
from tests.fools import RecordedPosition, position, rows, situation

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
}


@pytest.mark.parametrize(("fool", "recorded_position"), rows(POSITIONS))
def test_earlier_rules_of_thumb_were_foolish(
    fool: str, recorded_position: RecordedPosition, monkeypatch: pytest.MonkeyPatch
):
    def trade(state: Any, seat: int, wanted: Any, cheap: Any) -> Any:
        return bank_trade(state, seat, wanted, ())

    match = position("catan", recorded_position)
    monkeypatch.setattr(rules_of_thumb, "bank_trade", trade)
    monkeypatch.setattr(rules_of_thumb, "WORTH_A_MONOPOLY", 0)
    here: Any = situation(match)
    assert FOOLS[fool].is_(match.state, here.decision, rules_of_thumb.act(here.view, here.decision))


@pytest.mark.parametrize(("fool", "recorded_position"), rows(POSITIONS))
@pytest.mark.parametrize("bot", ["medium", "strong"])
def test_the_bots_of_today_make_none(bot: str, fool: str, recorded_position: RecordedPosition):
    match = position("catan", recorded_position)
    here = situation(match)
    assert FOOLS[fool].may(match.state, here.decision)
    assert not FOOLS[fool].is_(match.state, here.decision, make_bot(bot).choose(here))
