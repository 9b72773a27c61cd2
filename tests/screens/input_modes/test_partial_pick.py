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


def partial_pick(players: int, decision: str) -> PartialPick:
    match = played(players, until=decision)
    return PartialPick(DecisionRequest.of(match, match.pending()[0].seat))


def listing_of(choosing: PartialPick) -> ChoiceList:
    assert isinstance(choosing.chooser, ChoiceList)
    return choosing.chooser


def test_every_option_is_a_choice_with_its_own_text_and_key() -> None:
    for match in moments(4, every=1):
        for pending in match.pending():
            choosing = PartialPick(DecisionRequest.of(match, pending.seat))
            choices = choosing.choices()
            if pending.decision.parts == 1:
                assert [choice.value for choice in choices] == list(options_of(match, pending.seat))
            assert all(choice.label.plain() for choice in choices)
            keys = [choice.key for choice in choices]
            assert keys == list(CHOICE_KEYS[: len(keys)])
            for index, choice in enumerate(choices):
                assert listing_of(choosing).index_of_key(choice.key) == index
                if choice.place is not None:
                    assert choosing.chooser.index_at(choice.place) == index


def test_pick_with_one_part_is_complete_at_once() -> None:
    choosing = partial_pick(3, "MoveLord")
    choosing.chooser.point(1)
    assert choosing.pick == choosing.choices()[1].value
    assert choosing.finish() == choosing.choices()[1].value
    assert choosing.chosen == ()


def test_cursor_wraps_around() -> None:
    choosing = partial_pick(3, "MoveLord")
    choosing.chooser.point(-1)
    assert choosing.chooser.pointed == len(choosing.choices()) - 1
    choosing.chooser.point(choosing.chooser.pointed + 1)
    assert choosing.chooser.pointed == 0


def test_parts_are_chosen_in_order_and_undone_one_by_one() -> None:
    choosing = partial_pick(3, "PlacePlotToken")
    options: Sequence[Any] = choosing.request.options
    tokens = [choice.value for choice in choosing.choices()]
    assert tokens == list(dict.fromkeys(token for token, _ in options))
    choosing.chooser.point(2)
    assert [choosing.pick, choosing.foresight()] == [None, None]
    assert choosing.finish() is None
    assert list(choosing.chosen) == [tokens[2]]
    columns = [choice.value for choice in choosing.choices()]
    assert columns == [column for token, column in options if token == tokens[2]]
    choosing.chooser.point(1)
    assert choosing.pick == (tokens[2], columns[1])
    assert choosing.back()
    assert list(choosing.chosen) == []
    assert choosing.chooser.pointed == 2, "where it was"
    assert not choosing.back()


@pytest.mark.parametrize("decision", ["PlaceLord", "MoveLord", "PlaceScout", "PlaceCoinToken"])
def test_preview_comes_true(decision: str) -> None:
    match = played(4, until=decision)
    choosing = PartialPick(DecisionRequest.of(match, match.pending()[0].seat))
    random = Random(decision)
    choosing.chooser.point(random.randrange(len(choosing.choices())))
    foresight = choosing.foresight()
    assert foresight is not None
    assert choosing.foresight() is foresight, "computed once"
    seat = choosing.seat
    turn = match.state.turn
    before = len(match.line)
    assert choosing.pick is not None
    match.choose(seat, choosing.pick)
    texts = [note.text.plain() for note in match.notes[before]]
    assert [note.text.plain() for note in foresight.notes] == texts[: len(foresight.notes)]
    assert foresight.ends_turn == (match.at(before + 1).state.turn != turn) or foresight.chance


def test_places_that_are_no_choice_are_refused_with_a_rule() -> None:
    choosing = partial_pick(4, "MoveLord")
    view = choosing.request.view
    legal = {choice.place for choice in choosing.choices()}
    refused = 0
    for row in range(1, 5):
        for position in range(1, view.width + 1):
            place = ("display", row, position)
            if place not in legal:
                refusal = choosing.chooser.refuse(place)
                assert refusal is not None
                assert refusal.rule.startswith("MID-")
                refused += 1
    assert refused == 4 * view.width - len(legal)
    assert choosing.chooser.refuse(("graveyard", 0)) is None


def test_match_is_unchanged_until_the_pick_is_confirmed() -> None:
    match = played(4, until="PlacePlotToken")
    choosing = PartialPick(DecisionRequest.of(match, match.pending()[0].seat))
    digest, events = match.state.digest(), len(match.log)
    for index in range(len(choosing.choices())):
        choosing.chooser.point(index)
        choosing.finish()
        for second in range(len(choosing.choices())):
            choosing.chooser.point(second)
            choosing.foresight()
        choosing.back()
    assert match.state.digest() == digest
    assert len(match.log) == events


def test_choices_are_a_list_by_default() -> None:
    choosing = partial_pick(2, "MoveLord")
    listing = listing_of(choosing)
    assert not listing.shows_on_table
    assert choosing.refusal() is None
    assert listing.press("f12", None) is Response.NOTHING
    assert listing.press("plus", "+") is Response.NOTHING


def test_finished_match_asks_nobody() -> None:
    match: Match = played(2, picks=10_000)
    assert match.over
    assert match.pending() == []


def test_cursor_start_at_a_player_ignores_earlier_choices() -> None:
    """In all games at random: of answers to an offer the first that accepts, whoever was robbed."""
    asked_of_players = 0
    for game in (entry.id for entry in catalogue()):
        session, choose = new_session(game, players=3, seed="pointer"), sampled(b"pointer")
        while not session.match.over:
            pending = session.match.pending()[0]
            choosing = painter_for(game).choosing(DecisionRequest.of(session.match, pending.seat))
            if isinstance(choosing.chooser, ChoiceList) and len(choosing.choices()) > 1:
                last = [one.place for one in choosing.choices() if one.place is not None][-1:]
                if last and last[0][0] == "player":
                    again = painter_for(game).choosing(
                        DecisionRequest.of(session.match, pending.seat)
                    )
                    again.near = last[0]
                    assert again.chooser.pointed == choosing.chooser.pointed
                    asked_of_players += 1
            session.match.choose(pending.seat, choose(session.match, pending))
    assert asked_of_players
