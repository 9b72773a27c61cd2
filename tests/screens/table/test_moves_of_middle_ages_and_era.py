"""Numbers of keys and clicks for common moves of Middle Ages and Era."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import pytest

from engine.core.chance import Dice
from engine.core.event import PICK_EVENT
from engine.storage.session import Session
from screens.preferences import CARDS_OFF, Preferences
from screens.table.messages import Picked
from tests.screens.playing import new_session
from tests.screens.table.headless import HeadlessMatch

MOVES: Final = {
    "place a lord": ("middle_ages", "PlaceLord", "1"),
    "move a lord": ("middle_ages", "MoveLord", "2 enter"),
    "move a lord as hinted": ("middle_ages", "MoveLord", "H enter"),
    "reserve a tile": ("middle_ages", "PlaceScout", "1"),
    "place a coin token": ("middle_ages", "PlaceCoinToken", "1"),
    "take a plot token and place it": ("middle_ages", "PlacePlotToken", "1 2"),
    "roll two dice again": ("era", "ChooseDice", "1 2 w"),
    "keep all dice": ("era", "ChooseDice", ". enter"),
    "roll as hinted": ("era", "ChooseDice", "H enter"),
    "collect one of two": ("era", "ChooseGain", "1"),
    "bear a loss": ("era", "ChooseLoss", "1"),
    "lose a building": ("era", "LoseBuilding", "enter"),
    "build at the best place": ("era", "BuildStructure", "f f enter"),
    "build at the next best place": ("era", "BuildStructure", "f f n enter"),
    "build as hinted": ("era", "BuildStructure", "H enter enter"),
    "build no more, with hammers left": ("era", "BuildStructure", ". enter enter"),
    "demand a resource": ("era", "Demand", "1"),
    "answer a demand": ("era", "AnswerDemand", "1"),
}
"""A move, where it is asked, and its keys."""


def before(game: str, decision: str) -> HeadlessMatch:
    """The first player at their first decision of that kind, in a game at random."""
    session = new_session(game, players=3)
    dice = Dice(b"m")
    while not session.match.over:
        pending = session.match.pending()[0]
        if pending.seat == 0 and pending.decision.name == decision and _can_build(session):
            return seated(session)
        session.choose(
            session.ask(pending.seat), pending.decision.sample(session.match.state, dice)
        )
    raise AssertionError(f"{decision} is never asked")


def _can_build(session: Session) -> bool:
    """A position in which a farm can be built."""
    pending = session.match.pending()[0]
    if pending.decision.name != "BuildStructure":
        return True
    return "farm" in pending.decision.part_options(session.match.state, ())


def seated(session: Session) -> HeadlessMatch:
    table = HeadlessMatch(session, Preferences(cards=CARDS_OFF))
    if table.state.pass_to is not None:
        table.press("space")
    table.now += 10
    return table


def picks(table: HeadlessMatch, since: int) -> Sequence[Any]:
    return [event for event in table.match.log[since:] if event.kind == PICK_EVENT]


@pytest.mark.parametrize("move", MOVES)
def test_common_move_needs_these_keys(move: str) -> None:
    game, decision, keys = MOVES[move]
    table = before(game, decision)
    start = len(table.match.log)
    *first, last = keys.split()
    for key in first:
        table.press(key)
        assert not picks(table, start), f"{key} of {keys}"
    table.press(last)
    (pick,) = picks(table, start)
    assert pick.step == decision


@pytest.mark.parametrize(
    ("game", "decision", "kind"),
    [("middle_ages", "MoveLord", "display"), ("middle_ages", "PlaceCoinToken", "column")],
)
def test_common_move_needs_two_clicks(game: str, decision: str, kind: str) -> None:
    """One to look, one to take; where the mouse has rested on it one is enough."""
    table = before(game, decision)
    start = len(table.match.log)
    place = [one for one in table.picture.legal if isinstance(one, tuple) and one[0] == kind][-1]
    table.send(Picked(place, by_mouse=True))
    assert not picks(table, start)
    table.now += 10
    table.send(Picked(place, by_mouse=True))
    assert len(picks(table, start)) == 1
