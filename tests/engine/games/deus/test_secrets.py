"""Visibility of hands, VP, deck and discard pile (DEU-3.8 and section 24)."""

from __future__ import annotations

from typing import Any

import pytest

from engine.core.chance import Dice
from engine.core.hidden import Hidden, HiddenValue
from engine.core.table_settings import HANDS_ON_DEMAND
from engine.games.deus.game import GAME
from engine.games.deus.scoring import finish, standings
from engine.i18n.language import Translator
from tests.engine.games.deus.positions import match_of
from tests.engine.games.deus.test_random_games import VARIANTS

SEATS = [2, 3, 4]


def part_played(seats: int, seed: str, picks: int, **options: Any) -> Any:
    """A match after `picks` random picks."""
    match = match_of(seats, seed, **options)
    dice = Dice(seed.encode())
    for _ in range(picks):
        if match.over:
            break
        seat = match.pending()[0].seat
        match.choose(seat, match.sample(seat, dice))
    return match


def swapped(state: Any, owner: int) -> Any:
    """The same table, but the owner holds other cards and other VP."""
    other = state.copy()
    hand, deck = list(other.hands[owner]), list(other.deck)
    number = min(len(hand), len(deck))
    hand[:number], deck[:number] = deck[:number], hand[:number]
    other.hands[owner] = tuple(sorted(hand))
    other.deck = deck
    other.points[owner] += 7
    if other.discard:
        below, top = other.discard[0], other.deck[-1]
        other.discard[0], other.deck[-1] = top, below
    return other


def all_texts(view: Any) -> list[str]:
    """All words for the reader of a view."""
    translator = Translator("en")
    lines = [translator.translate(text) for text in GAME.describe(view)]
    for sheet in GAME.sheets(view):
        for row in sheet.rows:
            lines.append(" ".join(str(getattr(cell, "args", cell)) for cell in row.cells))
    return [*lines, str(standings(view))]


@pytest.mark.rule("DEU-3.8", "DEU-11.13", "DEU-22.3")
@pytest.mark.parametrize("seats", SEATS)
@pytest.mark.parametrize("variant", [0, 1])
def test_states_differing_in_secrets_look_the_same_to_others(seats, variant):
    for picks in (5, 23, 61, 110):
        match = part_played(seats, f"secret {picks}", picks, options=VARIANTS[variant])
        if match.over:
            continue
        state = match.state
        for owner in range(seats):
            other = swapped(state, owner)
            assert other.view(owner).digest() != state.view(owner).digest()
            for reader in (*(one for one in range(seats) if one != owner), None):
                assert other.view(reader).digest() == state.view(reader).digest()
                assert all_texts(other.view(reader)) == all_texts(state.view(reader))


@pytest.mark.rule("DEU-3.8")
def test_vp_of_others_are_hidden_until_the_end_unless_open():
    match = part_played(3, "vp", 40)
    for reader in (0, None):
        view = match.view(reader)
        assert isinstance(view.points[1], Hidden)
        with pytest.raises(HiddenValue):
            assert view.points[1] > 3
        sheet = GAME.sheets(view)[0]
        first = ["?" if getattr(cell, "one", "") == "?" else cell for cell in sheet.rows[0].cells]
        own = match.state.points[0] if reader == 0 else "?"
        assert first == [own, "?", "?"]
    opened = part_played(3, "vp", 40, options={"points": "open"})
    assert opened.view(None).points == opened.state.points
    state = match.state
    finish(state)
    assert state.view(None).points == state.points


@pytest.mark.rule("DEU-3.8", "DEU-12.1")
def test_every_change_of_vp_is_logged_publicly():
    match = part_played(2, "told", 60)
    shown = [len([n for n in notes if n.to is None]) for _, notes in match.noted_events(None)]
    own = [len([n for n in notes if n.to is None]) for _, notes in match.noted_events(0)]
    assert shown == own


@pytest.mark.parametrize("seats", SEATS)
def test_deck_and_lower_discards_are_hidden_from_everyone(seats):
    match = part_played(seats, "deck", 50)
    for reader in (*range(seats), None):
        view = match.view(reader)
        assert len(view.deck) == len(match.state.deck)
        assert len(view.discard) == len(match.state.discard)
        for pile in (view.deck, view.discard):
            assert isinstance(pile, Hidden)
        assert view.discard_top == match.state.discard_top


def test_decisions_without_hand_need_only_the_public_table():
    """The options of all others follow from the public table alone."""
    assert GAME.privacy == HANDS_ON_DEMAND
    asked = 0
    match = part_played(3, "public", 0)
    dice = Dice(b"public")
    while not match.over:
        pending = match.pending()[0]
        decision = pending.decision
        if not decision.needs_hand:
            asked += 1
            view = match.view(None)
            assert list(decision.options(view)) == list(decision.options(match.state))
            assert decision.question(view).plain() == decision.question(match.state).plain()
        match.choose(pending.seat, match.sample(pending.seat, dice))
    assert asked > 20


def test_drawn_cards_are_visible_only_to_who_draws():
    match = part_played(3, "draws", 30)
    draws = [event for event in match.log if event.step == "Draw"]
    assert len(draws) > 6
    whose: dict[int, set[int]] = {}
    for reader in range(3):
        for event in match.redacted_log(reader):
            if event.step == "Draw" and not isinstance(event.value, Hidden):
                whose.setdefault(event.number, set()).add(reader)
    assert set(whose) == {event.number for event in draws}
    assert all(len(readers) == 1 for readers in whose.values())
    watched = [event for event in match.redacted_log(None) if event.step == "Draw"]
    assert all(isinstance(event.value, Hidden) for event in watched)


@pytest.mark.rule("DEU-22.6", "DEU-22.8")
def test_activated_face_down_card_is_named_only_to_its_owner():
    match = match_of(3, "face down", options={"wildcard": "yes"})
    dice = Dice(b"face down")
    pick: Any = ""
    while not isinstance(pick, tuple) or pick[0] != "wildcard":
        seat = match.pending()[0].seat
        pick = match.sample(seat, dice)
        match.choose(seat, pick)
    face = match.state.box.card(pick[1]).names.en
    for reader in (0, 1, 2, None):
        texts = [note.text.plain() for note in match.noted_events(reader, 1)[0][1]]
        idle = [line for line in texts if line.endswith(": no effect.")]
        name = f"{face} (face down)" if reader == seat else "Face-down card"
        assert idle == [f"{name}: no effect."]
        assert (face in str(texts)) == (reader == seat)
