"""What of a hand may be told by what its owner is asked (CK-24.2)."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from engine.core.chance import Dice
from engine.core.command import Menu
from engine.core.game import ON_DEMAND
from engine.core.parts import Bag
from engine.games.knights.game import GAME
from engine.games.knights.main import Main
from engine.games.knights.robber import tell_of_cards
from engine.games.knights.state import Island
from engine.i18n.text import words
from engine.play.foresight import foresee
from engine.play.match import Match
from tests.engine.games.knights.positions import asked, begin, give, go_on, hand, island, refused
from tests.engine.games.knights.scattered import look_like, scatter, with_other_secrets
from tests.engine.games.knights.test_referee import Pair

OFFER = ("offer", (("lumber", 1),), (("ore", 1),))


def random_game(seed: str, **options: str) -> Match:
    """A game of four in which nothing has been chosen yet."""
    names = [(f"P{seat}", "person") for seat in range(4)]
    return Match.begin("knights", names, seed=seed, options={"win_target": "8", **options})


def shown_of(decision: Any, view: Any) -> list[Any]:
    """All that is shown of a decision before anything is chosen, as plain values."""
    told: list[Any] = [decision.question(view).plain()]
    if not isinstance(decision, Menu):
        return [*told, list(decision.options(view))]
    for key in decision.part_options(view, ()):
        bag = decision.bag(view, (key,))
        assert isinstance(bag, Bag | None)
        told.append((key, bag, decision.label(view, (key,)).plain()))
    return [*told, [command.key for command, _ in decision.closed(view)]]


@pytest.mark.rule("CK-24.2", "CK-23.8")
@pytest.mark.parametrize("aloud", ["no", "yes"])
def test_what_does_not_need_the_hand_can_be_told_from_the_public_table(aloud: str):
    assert GAME.cover == ON_DEMAND
    match, dice, asked_openly = random_game("secrets", answers_aloud=aloud), Dice(b"s"), set()
    for _ in range(700):
        if match.over:
            break
        owed = match.owed()[0]
        decision = owed.decision
        if not decision.needs_hand:
            asked_openly.add(decision.name)
            assert shown_of(decision, match.view(None)) == shown_of(decision, match.state)
        match.choose(owed.seat, decision.sample(match.state, dice))
    assert ("TradeResponse" in asked_openly) == (aloud == "yes")
    assert not {"Main", "PreRoll", "TradeConfirm"} & asked_openly


@pytest.mark.rule("CK-23.8")
def test_aloud_who_accepts_without_the_cards_is_refused():
    state = island(3, answers_aloud="yes")
    give(state, 0, lumber=1)
    give(state, 1, wool=2)
    give(state, 2, ore=1)
    go_on(state, OFFER)
    assert asked(state).part_options(state, ()) == ["accept", "decline", "counter"]
    assert refused(state, ("accept",)) == "CK-10.11"
    bag = asked(state).bag(state, ("counter",))
    assert bag is not None
    assert dict(bag.pool) == dict.fromkeys(dict(bag.pool), 2)
    assert refused(state, ("counter", (("grain", 1),), (("lumber", 1),))) == "CK-10.10"
    go_on(state, ("counter", (("wool", 2),), (("lumber", 1),)))
    go_on(state, ("accept",))
    go_on(state, ("accept", 2))
    assert hand(state, 0) == {"ore": 1}
    assert hand(state, 2) == {"lumber": 1}


@pytest.mark.rule("CK-23.7", "CK-23.8")
def test_open_hands_need_no_answers_that_hide_anything():
    state = island(2, answers_aloud="yes", open_hands="yes")
    give(state, 0, lumber=1)
    give(state, 1, wool=1)
    go_on(state, OFFER)
    assert asked(state).part_options(state, ()) == ["decline", "counter"]


def match_at(state: Island) -> Match:
    """A match that stands so."""
    match = begin(state.seats)
    match.state = state
    match.listed.clear()
    return match


def foretold(match: Match, pick: Any) -> tuple[Any, ...]:
    """All that Anna, who holds every card there is, is told of a pick before she makes it."""
    found = foresee(match, 0, pick)
    told = [note.text.plain() for note in found.notes]
    return told, found.view.digest(), found.whole, found.ends_turn


@pytest.mark.rule("CK-24.2", "CK-24.3", "CK-17.4")
@pytest.mark.parametrize("number", range(12))
def test_what_can_be_chosen_and_foreseen_does_not_hang_on_what_others_hide(number: int):
    lot = Random(number)
    pair = Pair(lot.choice((2, 3, 4)), f"hidden {number}", {"win_target": "20"})
    scatter(pair.referee, lot)
    state = pair.state
    look_like(state, pair.referee)
    state.agenda[:] = [Main(0)]
    state.progress[0] = tuple(n for n, card in enumerate(state.box.cards) if not card.is_open)
    one, other = match_at(state), match_at(with_other_secrets(state, (0,), lot))
    assert one.state.digest() != other.state.digest()
    assert one.view(0).digest() == other.view(0).digest()
    picks = list(Main(0).options(state))
    assert picks == list(Main(0).options(other.state))  # type: ignore[arg-type]
    cards = [pick for pick in picks if pick[0] == "card"]
    for pick in [*cards, *lot.sample(picks, min(40, len(picks)))]:
        assert foretold(one, pick) == foretold(other, pick), pick


def seen(match: Match, reader: int | None) -> tuple[Any, ...]:
    """All that a reader can see of a match: the table, who is asked what, what is told."""
    asked_of = [(owed.seat, owed.decision.name) for owed in match.owed()]
    told = [note.text.plain() for notes in match.notes for note in notes if note.is_for(reader)]
    return match.view(reader).digest(), asked_of, told, repr(match.told(reader)[-1].value)


@pytest.mark.rule("CK-24.1", "CK-24.2", "CK-24.3", "CK-4.11", "CK-10.12")
@pytest.mark.parametrize("number", range(12))
def test_what_is_seen_of_the_choices_of_others_does_not_hang_on_what_third_players_hide(
    number: int,
):
    """Boris chooses, Anna and whoever watches look on, the rest have other cards in a second
    match; till something is revealed, both matches look the same."""
    lot = Random(number)
    pair = Pair(lot.choice((3, 4)), f"third {number}", {"win_target": "20"})
    scatter(pair.referee, lot)
    state = pair.state
    look_like(state, pair.referee)
    state.active, state.agenda[:] = 1, [Main(1)]
    state.progress[1] = tuple(n for n, card in enumerate(state.box.cards) if not card.is_open)
    other = with_other_secrets(state, (0, 1), lot)
    picks = list(Main(1).options(state))
    for pick in [one for one in picks if one[0] == "card"] + lot.sample(picks, min(8, len(picks))):
        matches = match_at(state.copy()), match_at(other.copy())
        for match in matches:
            match.choose(1, pick)
        while matches[0].barriers[-1] is matches[1].barriers[-1] is None:
            for reader in (0, None):
                assert seen(matches[0], reader) == seen(matches[1], reader), pick
            owed = matches[0].owed()
            if len(owed) != 1 or owed[0].decision.name == "Main" or owed[0].seat > 1:
                break
            following = lot.choice(matches[0].options(owed[0].seat))
            for match in matches:
                match.choose(owed[0].seat, following)


@pytest.mark.rule("CK-24.5")
def test_who_takes_or_loses_a_card_reads_once_which_and_others_how_many():
    state = island(3)
    give(state, 1, ore=2)
    state.story = []
    tell_of_cards(state, 1, 0, words("1 ore"), 1, "CK-9.7")
    read = [[note.text.plain() for note in state.story if note.is_for(seat)] for seat in range(3)]
    assert [len(lines) for lines in read] == [1, 1, 1]
    assert "1 ore" in read[0][0]
    assert read[0] == read[1]
    assert "1 card" in read[2][0]
    assert [note.is_for(None) for note in state.story] == [True, False], "who watches knows no more"
