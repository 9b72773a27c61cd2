"""Statistics of all dice, for the end of the game."""

from __future__ import annotations

import pytest

from engine.core.chance import Dice
from engine.core.event import CHANCE_EVENT
from engine.core.score_sheet import Row, Sheet
from engine.games.era.component_types import Face
from engine.games.era.state import Realm
from engine.match.match import Match
from engine.match.match_view import MatchView


def finished(seats: int) -> Match:
    match = Match.begin("era", [(name, "person") for name in "ABCD"[:seats]], seed="count")
    dice = Dice(b"count")
    while not match.over:
        pending = match.pending()[0]
        match.choose(pending.seat, pending.decision.sample(match.state, dice))
    return match


def by_key(sheet: Sheet, row: Row) -> dict[str, object]:
    return dict(zip((column.key for column in sheet.columns), row.cells, strict=True))


@pytest.mark.parametrize("seats", [1, 2])
def test_every_rolled_face_is_counted_for_its_player(seats: int) -> None:
    match = finished(seats)
    (sheet,) = match.game.tallies(match.view(None), match.line)
    shown: list[list[Face]] = [[] for _ in range(seats)]
    assert isinstance(match.state, Realm)
    faces_by_id = {face.id: face for die in match.state.box.dice.values() for face in die.faces}
    feathers = 0
    for count, event in enumerate(match.line):
        if event.kind == CHANCE_EVENT and event.step == "RollDice":
            seat = max(0, event.seat)
            state = match.at(count).state
            assert isinstance(state, Realm)
            kinds = state.dice[seat]
            for die, id in (pair for part in event.value for pair in part):
                (face,) = (one for one in state.box.dice[kinds[die]].faces if one.id == id)
                shown[seat].append(face)
        elif event.kind == CHANCE_EVENT and event.step == "FeatherRoll":
            shown[match.line[count - 1].seat] += [faces_by_id[id] for id in event.value]
            feathers += 1
    assert feathers > 0
    for row in sheet.rows:
        cells, faces = by_key(sheet, row), shown[row.seat]
        assert cells["rolled"] == len(faces) > 20
        assert cells["skulls"] == sum(face.skulls for face in faces) > 0
        assert cells["hammers"] == sum(face.hammers for face in faces) > 0
        assert cells["food"] == sum(face.gain.get("food", 0) for face in faces) > 0
        assert cells["either"] == sum(bool(face.one_of) for face in faces) > 0


def test_dice_statistics_are_shown_only_at_the_end() -> None:
    match = finished(1)
    early = match.at(len(match.line) // 2)
    assert MatchView(match).tallies(None)
    assert not MatchView(early, match).tallies(None)
