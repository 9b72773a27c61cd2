"""The cursor starts at a good choice, never at a place only because it is the first of a list."""

from __future__ import annotations

from typing import Any

import pytest

from engine.core.chance import Dice
from engine.core.step import Place
from engine.games.era.forecast import NEUTRAL_RATING, promise
from engine.games.knights.barbarians import PillageCity
from engine.games.knights.board import members
from engine.games.knights.bots.evaluation import site_worth
from engine.games.knights.production import pips
from engine.games.knights.setup import put_building
from engine.games.knights.state import CITY
from engine.match.match import Match
from screens.games.era.piece_input import MovingPiece
from screens.input_modes.choice_list import ChoiceList
from tests.matrix import with_each
from tests.screens.table.headless import HeadlessMatch
from tests.screens.table.positions import PLAYERS, positions, seated
from tests.screens.tables import advance, any_option, sampled


def pointed(table: HeadlessMatch) -> Place | None:
    """The place under the pointer."""
    assert table.state.partial_pick is not None
    return table.state.partial_pick.choice.place


@pytest.mark.parametrize("game", ["catan", "knights"])
def test_setup_starts_where_a_playout_would_build(game: str) -> None:
    better = 0
    for seed in "1234":
        match = Match.begin(game, [("Anna", "person"), ("Boris", "person")], seed=seed)
        with seated(match, (80, 24)) as table:
            for _ in range(8):
                partial_pick = table.state.partial_pick
                assert partial_pick is not None
                view: Any = partial_pick.request.view
                best = match.game.quick(view, partial_pick.decision, Dice(b""))
                assert pointed(table) == partial_pick.request.target((best,))
                if not partial_pick.decision.name.endswith("Road"):
                    nodes = [int(str(one.value)) for one in partial_pick.choices()]
                    better += pips(view, int(str(best))) < max(pips(view, node) for node in nodes)
                table.press("enter")
            assert not table.match.state.agenda[-1].name.startswith("Setup")
    assert better, "pips alone do not make a good place"


def test_city_to_lose_starts_at_the_least_valuable_one() -> None:
    match = Match.begin("knights", [("Anna", "person"), ("Boris", "person")], seed="5")
    advance(match, sampled(b"main"), 0, until="Main")
    state: Any = match.state
    worth = {node: site_worth(state, 0, node, CITY) for node in members(state.sites)}
    put_building(state, 0, min(worth, key=worth.__getitem__), CITY)
    put_building(state, 0, max(set(worth) & {*members(state.sites)}, key=worth.__getitem__), CITY)
    state.push(PillageCity(0))
    match.forget_options()
    with seated(match, (80, 24)) as table:
        assert table.state.partial_pick is not None
        cities = [int(str(one.value)) for one in table.state.partial_pick.choices()]
        assert len(cities) > 2
        least = min(cities, key=lambda node: site_worth(state, 0, node, CITY))
        assert pointed(table) == ("node", least)


def test_setup_road_starts_beside_the_settlement() -> None:
    match = Match.begin("knights", [("Anna", "person"), ("Boris", "person")], seed="5")
    with seated(match, (80, 24)) as table:
        table.press("enter")
        board, place = table.match.state.board, pointed(table)  # type: ignore[attr-defined]
        node = table.match.line[-1].value
        assert place is not None
        assert node in board.ends[int(place[1])]


@pytest.mark.parametrize("game", ["knights", "troyes", "middle_ages"])
def test_cursor_returns_to_an_undone_choice(game: str) -> None:
    taken = 0
    for match in positions(game, 3, any_option(3), 12, 5):
        with seated(match, (120, 40)) as table:
            table.now += 10
            partial_pick = table.state.partial_pick
            assert partial_pick is not None
            seat, name = partial_pick.seat, partial_pick.decision.name
            if (
                not isinstance(partial_pick.input_mode, ChoiceList)
                or len(partial_pick.choices()) < 3
            ):
                continue
            table.press("down", "right")
            before = pointed(table), table.state.partial_pick.choice.value  # type: ignore[union-attr]
            log = len(match.log)
            table.press("enter")
            if len(table.match.log) == log or table.match.why_not_undo(seat) is not None:
                continue
            table.press("u")
            again = table.state.partial_pick
            if again is None or (again.seat, again.decision.name) != (seat, name):
                continue
            assert (pointed(table), again.choice.value) == before
            taken += 1
    assert taken


@pytest.mark.parametrize("game", ["knights", "catan", "troyes", "deus"])
def test_redone_choice_leads_to_the_cursor_that_followed_it(game: str) -> None:
    followed = 0
    for match in positions(game, 3, any_option(3), 12, 5):
        with seated(match, (120, 40)) as table:
            table.now += 10
            for _ in range(3):
                log = len(table.match.log)
                partial_pick = table.state.partial_pick
                if partial_pick is None:
                    break
                seat = partial_pick.seat
                table.press("enter")
                table.now += 10
                if len(table.match.log) == log:
                    continue
                after = table.state.partial_pick
                if after is None or table.match.why_not_undo(seat) is not None:
                    break
                before = after.decision, after.chosen, after.input_mode.pointed
                table.press("u", "r")
                again = table.state.partial_pick
                assert again is not None
                assert (again.decision, again.chosen, again.input_mode.pointed) == before
                followed += 1
    assert followed


def test_era_piece_starts_where_it_connects_or_encloses() -> None:
    begun = 0
    for match in positions("era", 31, any_option(31), 40, 5):
        with seated(match, (80, 24)) as table:
            partial_pick = table.state.partial_pick
            assert partial_pick is not None
            if partial_pick.decision.name not in ("BuildStructure", "PlaceKit"):
                continue
            for number, choice in enumerate(partial_pick.choices()):
                fork = partial_pick.forked()
                fork.input_mode.point(number)
                if fork.pick is not None or fork.finish() is not None:
                    continue
                piece = fork.input_mode
                if not isinstance(piece, MovingPiece):
                    continue
                legal = piece.domain.legal(piece.kind)
                best = min((promise(piece.domain, one) for one in legal), default=NEUTRAL_RATING)
                lies = piece.domain.geometry.at(piece.current_pick)
                if best < NEUTRAL_RATING:
                    begun += 1
                    assert promise(piece.domain, lies) < NEUTRAL_RATING, choice.value
    assert begun


def test_era_market_starts_where_it_yields_most() -> None:
    begun = 0
    for match in positions("era", 31, any_option(31), 40, 5):
        with seated(match, (80, 24)) as table:
            partial_pick = table.state.partial_pick
            assert partial_pick is not None
            kinds = [one.value for one in partial_pick.choices()]
            if partial_pick.decision.name != "BuildStructure" or "market" not in kinds:
                continue
            fork = partial_pick.forked()
            fork.input_mode.point(kinds.index("market"))
            assert fork.finish() is None
            piece = fork.input_mode
            assert isinstance(piece, MovingPiece)
            room = [piece.domain.market_bonus(one) for one in piece.domain.legal("market")]
            lies = piece.domain.market_bonus(piece.domain.geometry.at(piece.current_pick))
            assert lies == max(room)
            begun += max(room) > min(room)
    assert begun


@with_each(PLAYERS)
def test_cursor_does_not_start_at_a_place_just_for_being_first(game: str) -> None:
    """The cursor starts near the player's last place, or at a choice that the game recommends."""
    for match in positions(game, 9, any_option(9), 20, 5):
        with seated(match, (120, 40)) as table:
            partial_pick = table.state.partial_pick
            assert partial_pick is not None
            if not isinstance(partial_pick.input_mode, ChoiceList):
                continue
            places = [one.place for one in partial_pick.choices() if one.place is not None]
            if partial_pick.choices()[0].place is None or len(places) < 2:
                continue
            for place in places:
                fork = partial_pick.forked()
                fork.near = place
                fork.go_to(())
                start = fork.choice.place
                good = fork.recommended_place(places)
                assert start in (good, place) or fork.input_mode.pointed
