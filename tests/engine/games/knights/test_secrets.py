"""Public and secret information (CK-24), whatever the decision."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from engine.core.chance import Dice
from engine.core.command import Menu
from engine.core.hidden import Hidden, is_hidden
from engine.core.parts import MultisetPart
from engine.core.step import FOR_EVER, PUBLIC, TILL_OVER, TILL_REVEALED
from engine.core.table_settings import HANDS_ON_DEMAND
from engine.games.knights.action_phase import Main
from engine.games.knights.barbarians import TieDeck
from engine.games.knights.cards_politics_hands import SpyTake, WeddingGift
from engine.games.knights.game import GAME
from engine.games.knights.progress import ProgressDiscardEnd, ProgressDiscardOffTurn
from engine.games.knights.robber import SaboteurDiscard, SevenDiscard, Steal, log_transfer
from engine.games.knights.setup import ShuffleDecks
from engine.games.knights.state import Island, cities_on_board
from engine.games.knights.turn import Roll
from engine.i18n.text import words
from engine.match.match import Match
from engine.match.preview import preview_of
from tests.engine.games.knights.awkward_positions import copy_position, scatter, with_other_secrets
from tests.engine.games.knights.positions import (
    bag,
    begin,
    deal,
    give,
    hand,
    island,
    level,
    pending_step,
    points,
    refused,
    run_agenda,
    step,
)
from tests.engine.games.knights.test_referee import Pair
from tests.untyped import view_of

OFFER = ("offer", (("lumber", 1),), (("ore", 1),))


SECRECY: list[tuple[Any, str]] = [
    (ShuffleDecks(), TILL_OVER),
    (Roll(0), PUBLIC),
    (Steal(0, 1), FOR_EVER),
    (SevenDiscard(1), TILL_REVEALED),
    (SaboteurDiscard(1), TILL_REVEALED),
    (ProgressDiscardEnd(0), TILL_OVER),
    (ProgressDiscardOffTurn(1), TILL_OVER),
    (WeddingGift(1, 0), FOR_EVER),
    (SpyTake(0, 1), FOR_EVER),
    (Main(0), PUBLIC),
    (TieDeck(0), PUBLIC),
]


def random_game(seed: str, **options: str) -> Match:
    """A game of four in which nothing has been chosen yet."""
    names = [(f"P{seat}", "person") for seat in range(4)]
    return Match.begin("knights", names, seed=seed, options={"win_target": "8", **options})


def visible_parts(decision: Any, view: Any) -> list[Any]:
    """Everything shown of a decision before a choice, as plain values."""
    parts: list[Any] = [decision.question(view).plain()]
    if not isinstance(decision, Menu):
        return [*parts, list(decision.options(view))]
    for key in decision.part_options(view, ()):
        bag = decision.bag(view, (key,))
        assert isinstance(bag, MultisetPart | None)
        parts.append((key, bag, decision.label(view, (key,)).plain()))
    return [*parts, [command.key for command, _ in decision.closed(view)]]


@pytest.mark.rule("CK-24.2", "CK-23.8")
@pytest.mark.parametrize("answers_aloud", ["no", "yes"])
def test_decisions_without_hand_need_only_the_public_table(answers_aloud: str):
    assert GAME.privacy == HANDS_ON_DEMAND
    match, dice, asked_openly = (
        random_game("secrets", answers_aloud=answers_aloud),
        Dice(b"s"),
        set(),
    )
    for _ in range(700):
        if match.over:
            break
        pending = match.pending()[0]
        decision = pending.decision
        if not decision.needs_hand:
            asked_openly.add(decision.name)
            assert visible_parts(decision, match.view(None)) == visible_parts(decision, match.state)
        match.choose(pending.seat, decision.sample(match.state, dice))
    assert ("TradeResponse" in asked_openly) == (answers_aloud == "yes")
    assert not {"Main", "PreRoll"} & asked_openly


@pytest.mark.rule("CK-23.8")
def test_open_discussion_refuses_acceptance_without_the_cards():
    state = island(3, answers_aloud="yes")
    give(state, 0, lumber=1)
    give(state, 1, wool=2)
    give(state, 2, ore=1)
    run_agenda(state, OFFER)
    assert pending_step(state).part_options(state, ()) == ["accept", "decline", "counter"]
    assert refused(state, ("accept",)) == "CK-10.11"
    bag = pending_step(state).bag(state, ("counter",))
    assert bag is not None
    assert dict(bag.pool) == dict.fromkeys(dict(bag.pool), 2)
    assert refused(state, ("counter", (("grain", 1),), (("lumber", 1),))) == "CK-10.10"
    run_agenda(state, ("counter", (("wool", 2),), (("lumber", 1),)))
    run_agenda(state, ("accept",))
    run_agenda(state, ("accept", 2))
    assert hand(state, 0) == {"ore": 1}
    assert hand(state, 2) == {"lumber": 1}


@pytest.mark.rule("CK-23.7", "CK-23.8")
def test_open_hands_need_no_secret_answers():
    state = island(2, answers_aloud="yes", open_hands="yes")
    give(state, 0, lumber=1)
    give(state, 1, wool=1)
    run_agenda(state, OFFER)
    assert pending_step(state).part_options(state, ()) == ["decline", "counter"]


def match_at(state: Island) -> Match:
    """A match in this position."""
    match = begin(state.seats, layout="beginner")
    match.state = state
    match.listed.clear()
    state.notes = None
    return match


def preview_for_anna(match: Match, pick: Any) -> tuple[Any, ...]:
    """Everything that Anna, who holds every card there is, is shown about a pick before she makes
    it."""
    found = preview_of(match, 0, pick)
    texts = [note.text.plain() for note in found.notes]
    return texts, found.view.digest(), found.whole, found.ends_turn


@pytest.mark.rule("CK-24.2", "CK-24.3", "CK-17.4")
@pytest.mark.parametrize("number", range(12))
def test_choices_and_previews_do_not_depend_on_hidden_cards(number: int):
    rng = Random(number)
    pair = Pair(rng.choice((2, 3, 4)), f"hidden {number}", {"win_target": "20"})
    scatter(pair.referee, rng)
    state = pair.state
    copy_position(state, pair.referee)
    state.agenda[:] = [Main(0)]
    state.progress[0] = tuple(n for n, card in enumerate(state.box.cards) if not card.is_open)
    one, other = match_at(state), match_at(with_other_secrets(state, (0,), rng))
    assert one.state.digest() != other.state.digest()
    assert one.view(0).digest() == other.view(0).digest()
    picks = list(Main(0).options(state))
    assert picks == list(Main(0).options(other.state))  # type: ignore[arg-type]
    cards = [pick for pick in picks if pick[0] == "card"]
    for pick in [*cards, *rng.sample(picks, min(40, len(picks)))]:
        assert preview_for_anna(one, pick) == preview_for_anna(other, pick), pick


def seen(match: Match, reader: int | None) -> tuple[Any, ...]:
    """Everything a reader can see of a match: the table, pending decisions, log entries."""
    asked_of = [(pending.seat, pending.decision.name) for pending in match.pending()]
    texts = [note.text.plain() for notes in match.notes for note in notes if note.is_for(reader)]
    return match.view(reader).digest(), asked_of, texts, repr(match.redacted_log(reader)[-1].value)


@pytest.mark.rule("CK-24.1", "CK-24.2", "CK-24.3", "CK-4.11", "CK-10.12")
@pytest.mark.parametrize("number", range(12))
def test_watching_a_choice_reveals_nothing_about_third_players(
    number: int,
):
    """Boris chooses; Anna and the spectators watch; the others hold different cards in a second
    match. Until something is revealed, both matches look the same."""
    rng = Random(number)
    pair = Pair(rng.choice((3, 4)), f"third {number}", {"win_target": "20"})
    scatter(pair.referee, rng)
    state = pair.state
    copy_position(state, pair.referee)
    state.active, state.agenda[:] = 1, [Main(1)]
    state.progress[1] = tuple(n for n, card in enumerate(state.box.cards) if not card.is_open)
    other = with_other_secrets(state, (0, 1), rng)
    picks = list(Main(1).options(state))
    for pick in [one for one in picks if one[0] == "card"] + rng.sample(picks, min(8, len(picks))):
        matches = match_at(state.copy()), match_at(other.copy())
        for match in matches:
            match.choose(1, pick)
        while matches[0].barriers[-1] is matches[1].barriers[-1] is None:
            for reader in (0, None):
                assert seen(matches[0], reader) == seen(matches[1], reader), pick
            pending = matches[0].pending()
            if len(pending) != 1 or pending[0].decision.name == "Main" or pending[0].seat > 1:
                break
            following = rng.choice(matches[0].options(pending[0].seat))
            for match in matches:
                match.choose(pending[0].seat, following)


@pytest.mark.rule("CK-24.5")
def test_affected_players_read_the_stolen_card_and_others_the_number():
    state = island(3)
    give(state, 1, ore=2)
    state.notes = []
    log_transfer(state, 1, 0, words("1 ore"), 1, "CK-9.7")
    read = [[note.text.plain() for note in state.notes if note.is_for(seat)] for seat in range(3)]
    assert [len(lines) for lines in read] == [1, 1, 1]
    assert "1 ore" in read[0][0]
    assert read[0] == read[1]
    assert "1 card" in read[2][0]
    assert [note.is_for(None) for note in state.notes] == [True, False], "spectators know no more"


@pytest.mark.rule("CK-24.2", "CK-24.3", "CK-24.5", "CK-9.4", "CK-7.9")
@pytest.mark.parametrize(("step_", "secrecy"), SECRECY)
def test_secrecy_of_choices_and_outcomes(step_: Any, secrecy: str):
    assert step_.secrecy == secrecy


def read(match: Match, reader: int | None) -> Any:
    """The last event of the log as seen by a reader."""
    return match.redacted_log(reader)[-1].value


@pytest.mark.rule("CK-24.5", "CK-19.9")
def test_wedding_gift_kinds_are_visible_only_to_both_players():
    state = island(3)
    points(state, 1, 3)
    give(state, 1, ore=2, wool=2)
    deal(state, 0, "wedding")
    match = match_at(state)
    match.choose(0, ("card", "wedding"))
    match.choose(1, bag(ore=1, wool=1))
    assert read(match, 0) == read(match, 1) == bag(wool=1, ore=1)
    assert is_hidden(read(match, 2))
    assert is_hidden(read(match, None))
    texts = [note.text.plain() for note in match.notes[-1] if note.is_for(2)]
    assert not any("ore" in line or "wool" in line for line in texts)
    assert view_of(match, 2).hand_sizes == [2, 2, 0]


@pytest.mark.rule("CK-24.4")
def test_public_gains_and_losses_are_logged_by_kind():
    state = island(3, settlements={1: [13]}, cities={0: [27, 4]}, counted_cards="yes")
    give(state, 0, ore=1, wool=4, paper=1)
    give(state, 1, grain=1, ore=3, wool=10)
    deal(state, 0, "resource_monopoly", "mining")
    level(state, 2, 0, 0, 3)
    run_agenda(
        state,
        ("bank", "wool", "lumber"),
        ("offer", bag(ore=1), bag(grain=1)),
        ("accept",),
        ("accept", 1),
        ("card", "resource_monopoly"),
        "ore",
        ("card", "mining"),
        ("improve", "science"),
    )
    step(state, Roll(0), (1, 1, "ship"), "brick")
    step(state, Roll(0), (3, 4, "ship"), (1, bag(wool=6)))
    assert state.known == state.hands
    for reader in (None, 0, 1, 2):
        assert state.view(reader).known == state.known


@pytest.mark.rule("CK-23.9", "CK-24.5")
def test_known_cards_never_exceed_the_hand():
    state = island(3, counted_cards="yes")
    give(state, 1, ore=2, wool=1)
    step(state, Steal(0, 1), "ore")
    assert state.known[1] == [0, 0, 0, 0, 1, 0, 0, 0]
    assert state.known[0] == [0] * 8
    state.pay(1, (0, 0, 1, 0, 0, 0, 0, 0))
    assert state.known[1] == [0, 0, 0, 0, 1, 0, 0, 0]
    assert state.hand_sizes == [1, 1, 0]


@pytest.mark.rule("CK-24.1", "CK-24.3")
def test_public_table_hides_only_hands_cards_and_decks():
    state = island(3, cities={0: [13]}, settlements={1: [40]}, knights={0: {18: 2}}, ready=[18])
    give(state, 1, ore=2)
    deal(state, 2, "spy")
    view: Any = state.view(None)
    hidden = {
        name
        for name in state.__slots__  # type: ignore[attr-defined]
        if isinstance(value := getattr(view, name, None), Hidden)
        or (isinstance(value, list) and any(isinstance(one, Hidden) for one in value))
    }
    assert hidden == {"hands", "progress", "discards", "decks"}
    assert (view.backs[2], view.deck_sizes) == ((0, 1, 0), [18, 17, 18])
    assert (view.contribution(0), cities_on_board(view)) == (2, 1)
    assert view.ready == 1 << 18
