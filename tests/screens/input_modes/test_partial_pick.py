"""Building a pick without a screen: the list, the parts, stepping back, previews."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

import pytest

from engine.games import catalogue
from engine.match.decision_request import DecisionRequest
from engine.match.match import Match
from screens.input_modes.choice_list import ChoiceList
from screens.input_modes.input_mode import Response
from screens.input_modes.partial_pick import PartialPick
from screens.keys import CHOICE_KEYS
from screens.table_view.painter_registry import painter_for
from tests.screens.games.middle_ages.scenes import moments, played
from tests.screens.playing import new_session
from tests.screens.tables import sampled
from tests.untyped import options_of


def start_pick(players: int, decision: str) -> PartialPick:
    match = played(players, until=decision)
    return PartialPick(DecisionRequest.of(match, match.pending()[0].seat))


def listing_of(partial_pick: PartialPick) -> ChoiceList:
    assert isinstance(partial_pick.input_mode, ChoiceList)
    return partial_pick.input_mode


def test_every_option_is_a_choice_with_its_own_text_and_key() -> None:
    for match in moments(4, every=1):
        for pending in match.pending():
            partial_pick = PartialPick(DecisionRequest.of(match, pending.seat))
            choices = partial_pick.choices()
            if pending.decision.parts == 1:
                assert [choice.value for choice in choices] == list(options_of(match, pending.seat))
            assert all(choice.label.plain() for choice in choices)
            keys = [choice.key for choice in choices]
            assert keys == list(CHOICE_KEYS[: len(keys)])
            for index, choice in enumerate(choices):
                assert listing_of(partial_pick).index_of_key(choice.key) == index
                if choice.place is not None:
                    assert partial_pick.input_mode.index_at(choice.place) == index


def test_pick_with_one_part_is_complete_at_once() -> None:
    partial_pick = start_pick(3, "MoveLord")
    partial_pick.input_mode.point(1)
    assert partial_pick.pick == partial_pick.choices()[1].value
    assert partial_pick.finish() == partial_pick.choices()[1].value
    assert partial_pick.chosen == ()


def test_cursor_wraps_around() -> None:
    partial_pick = start_pick(3, "MoveLord")
    partial_pick.input_mode.point(-1)
    assert partial_pick.input_mode.pointed == len(partial_pick.choices()) - 1
    partial_pick.input_mode.point(partial_pick.input_mode.pointed + 1)
    assert partial_pick.input_mode.pointed == 0


def test_parts_are_chosen_in_order_and_undone_one_by_one() -> None:
    partial_pick = start_pick(3, "PlacePlotToken")
    options: Sequence[Any] = partial_pick.request.options
    tokens = [choice.value for choice in partial_pick.choices()]
    assert tokens == list(dict.fromkeys(token for token, _ in options))
    partial_pick.input_mode.point(2)
    assert [partial_pick.pick, partial_pick.preview()] == [None, None]
    assert partial_pick.finish() is None
    assert list(partial_pick.chosen) == [tokens[2]]
    columns = [choice.value for choice in partial_pick.choices()]
    assert columns == [column for token, column in options if token == tokens[2]]
    partial_pick.input_mode.point(1)
    assert partial_pick.pick == (tokens[2], columns[1])
    assert partial_pick.back()
    assert list(partial_pick.chosen) == []
    assert partial_pick.input_mode.pointed == 2, "where it was"
    assert not partial_pick.back()


@pytest.mark.parametrize("decision", ["PlaceLord", "MoveLord", "PlaceScout", "PlaceCoinToken"])
def test_preview_comes_true(decision: str) -> None:
    match = played(4, until=decision)
    partial_pick = PartialPick(DecisionRequest.of(match, match.pending()[0].seat))
    random = Random(decision)
    partial_pick.input_mode.point(random.randrange(len(partial_pick.choices())))
    pick_preview = partial_pick.preview()
    assert pick_preview is not None
    assert partial_pick.preview() is pick_preview, "computed once"
    seat = partial_pick.seat
    turn = match.state.turn
    before = len(match.line)
    assert partial_pick.pick is not None
    match.choose(seat, partial_pick.pick)
    texts = [note.text.plain() for note in match.notes[before]]
    assert [note.text.plain() for note in pick_preview.notes] == texts[: len(pick_preview.notes)]
    assert (
        pick_preview.ends_turn == (match.at(before + 1).state.turn != turn)
        or pick_preview.undo_barrier
    )


def test_places_that_are_no_choice_are_refused_with_a_rule() -> None:
    partial_pick = start_pick(4, "MoveLord")
    view = partial_pick.request.view
    legal = {choice.place for choice in partial_pick.choices()}
    refused = 0
    for row in range(1, 5):
        for position in range(1, view.width + 1):
            place = ("display", row, position)
            if place not in legal:
                refusal = partial_pick.input_mode.refuse(place)
                assert refusal is not None
                assert refusal.rule.startswith("MID-")
                refused += 1
    assert refused == 4 * view.width - len(legal)
    assert partial_pick.input_mode.refuse(("graveyard", 0)) is None


def test_match_is_unchanged_until_the_pick_is_confirmed() -> None:
    match = played(4, until="PlacePlotToken")
    partial_pick = PartialPick(DecisionRequest.of(match, match.pending()[0].seat))
    digest, events = match.state.digest(), len(match.log)
    for index in range(len(partial_pick.choices())):
        partial_pick.input_mode.point(index)
        partial_pick.finish()
        for second in range(len(partial_pick.choices())):
            partial_pick.input_mode.point(second)
            partial_pick.preview()
        partial_pick.back()
    assert match.state.digest() == digest
    assert len(match.log) == events


def test_choices_are_a_list_by_default() -> None:
    partial_pick = start_pick(2, "MoveLord")
    listing = listing_of(partial_pick)
    assert not listing.shows_on_table
    assert partial_pick.refusal() is None
    assert listing.press("f12", None) is Response.NOTHING
    assert listing.press("plus", "+") is Response.NOTHING


def test_finished_match_asks_nobody() -> None:
    match: Match = played(2, picks=10_000)
    assert match.over
    assert match.pending() == []


def test_cursor_start_at_a_player_ignores_earlier_choices() -> None:
    """In all games at random. The cursor starts at the first accepted offer, even if another player
    was robbed before."""
    asked_of_players = 0
    for game in (entry.id for entry in catalogue()):
        session, choose = new_session(game, players=3, seed="pointer"), sampled(b"pointer")
        while not session.match.over:
            pending = session.match.pending()[0]
            partial_pick = painter_for(game).partial_pick(
                DecisionRequest.of(session.match, pending.seat)
            )
            if isinstance(partial_pick.input_mode, ChoiceList) and len(partial_pick.choices()) > 1:
                last = [one.place for one in partial_pick.choices() if one.place is not None][-1:]
                if last and last[0][0] == "player":
                    again = painter_for(game).partial_pick(
                        DecisionRequest.of(session.match, pending.seat)
                    )
                    again.near = last[0]
                    assert again.input_mode.pointed == partial_pick.input_mode.pointed
                    asked_of_players += 1
            session.match.choose(pending.seat, choose(session.match, pending))
    assert asked_of_players
