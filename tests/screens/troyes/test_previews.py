"""What the panel and the pages of Troyes say before a choice counts."""

from __future__ import annotations

from typing import Any

import pytest

from engine.games.troyes.state import Town
from engine.match import Match
from screens import panels
from screens.listing import Listing
from screens.scene import Scene
from screens.troyes.black import AgainstBlackDice
from screens.troyes.group import GroupOfDice
from screens.troyes.painter import PAINTER
from tests.screens.troyes.scenes import ROOMS, played, scene_of


def panel(scene: Scene) -> str:
    """The panel of what is asked, its lines joined."""
    return " ".join(panels.paint_decision(scene, PAINTER, 120, 12).text().split())


def pointing_at(match: Match, command: str) -> Scene:
    """The pointer is at a command of the turn."""
    scene = scene_of(match)
    assert scene.choosing is not None
    chooser = scene.choosing.chooser
    assert isinstance(chooser, Listing)
    scene.choosing.point(
        next(n for n, one in enumerate(chooser.choices()) if one.chosen == (command,))
    )
    return scene


def turn(players: int = 4, round: int = 2) -> Match:
    """Somebody's turn in a round, with dice of others on the square."""
    match = played(players, picks=40, until="TakeTurn")
    truth: Any = match.state
    assert truth.round == round
    return match


@pytest.mark.parametrize("command", ["activate", "fight", "build", "place", "farm", "reroll"])
def test_every_command_says_what_it_is_for(command: str) -> None:
    bare = panel(scene_of(turn()))
    told = panel(pointing_at(turn(), command))
    assert "→" in told
    assert command == "activate" or told != bare


def test_who_passes_is_told_what_others_can_still_buy() -> None:
    match = turn()
    truth: Any = match.state
    told = panel(pointing_at(match, "pass"))
    assert "Each further turn of yours: 1 denier." in told
    own = truth.dice[match.owed()[0].seat]
    assert ("Others can still buy your" in told) == bool(own)


def test_a_shut_command_says_why_at_its_key() -> None:
    match = turn()
    truth: Any = match.state
    for district in range(len(truth.dice)):
        truth.dice[district] = tuple(face for face in truth.dice[district] if face < 6)
    choosing = scene_of(match).choosing
    assert choosing is not None
    place = choosing.place_of_key("5")
    assert place is not None
    refusal = choosing.refuse(place)
    assert refusal is not None
    assert refusal.rule == "TRO-9.3"
    assert choosing.place_of_key("x") is None


def group(match: Match, command: str) -> tuple[Scene, GroupOfDice]:
    """The best group for a command without a card or an event."""
    scene = pointing_at(match, command)
    assert scene.choosing is not None
    assert scene.choosing.take() is None
    chooser = scene.choosing.chooser
    assert isinstance(chooser, GroupOfDice)
    chooser.press("n", "n")
    return scene, chooser


def test_a_citizen_who_would_go_stands_in_brackets() -> None:
    match = turn()
    seat = match.owed()[0].seat
    truth: Any = match.state
    truth.supply[seat], truth.reserve[seat] = 0, truth.reserve[seat] + truth.supply[seat]
    scene, chooser = group(match, "place")
    place = chooser.leaves()
    assert place is not None
    canvas = PAINTER.paint(scene, *ROOMS[120, 40])
    (rect,) = canvas.rects(place)
    assert canvas.lines()[rect.y][rect.x] != "["
    PAINTER.repaint(scene, canvas, canvas.rect)
    assert canvas.lines()[rect.y][rect.x : rect.right][::2] == "[]"


def test_the_last_round_promises_no_other() -> None:
    match = turn()
    truth: Any = match.state
    page = PAINTER.paint_zone(scene_of(match), "forecast", 120, 28).text()
    assert f"Round {truth.round + 1}, as the citizens stand now" in page
    _, chooser = group(match, "place")
    assert any(before != after for before, after in forecasts(chooser))
    truth.round = truth.rounds
    page = PAINTER.paint_zone(scene_of(match), "forecast", 120, 28).text()
    assert "This is the last round" in page
    _, chooser = group(match, "place")
    assert all(before == after for before, after in forecasts(chooser))


def forecasts(chooser: GroupOfDice) -> list[tuple[Any, Any]]:
    """What the next round brings before and after, for all whom a group concerns."""
    return [change.forecast for change in chooser.previewed().changes]


def test_the_page_tells_where_all_citizens_are_and_what_events_do_again() -> None:
    match = turn()
    truth: Any = match.state
    page = " ".join(PAINTER.paint_zone(scene_of(match), "forecast", 120, 28).text().split())
    for seat in range(4):
        assert f"{truth.supply[seat]} in the supply, {truth.reserve[seat]} to recruit" in page
    black = sum(truth.event_at(place).black for place in range(len(truth.row)))
    assert f"Black dice: {black}, and those of the new events" in page


def test_what_more_black_dice_could_be_beaten_is_told() -> None:
    match = played(4, picks=18, until="FaceBlackDie")
    truth: Any = match.state
    assert isinstance(truth, Town)
    seat = match.owed()[0].seat
    truth.black = (2, 1, 1)
    truth.dice[seat] = (5,)
    choosing = scene_of(match).choosing
    assert choosing is not None
    assert isinstance(choosing.chooser, AgainstBlackDice)
    told = [line.plain() for line in choosing.chooser.told()]
    assert "It would be enough for K1 K1, too." in told
