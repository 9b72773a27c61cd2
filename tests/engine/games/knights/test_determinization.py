"""Determinization cannot be distinguished from the true state."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import pytest

from engine.core.chance import Dice
from engine.core.event import Event
from engine.core.step import SIMULTANEOUS
from engine.games.knights.bots.determinization import guess, remembered, shown_to_hold
from engine.games.knights.cards_trade import HarborReturn
from engine.games.knights.state import Island
from engine.games.knights.trade import ACCEPT, COUNTER, TradeConfirm
from engine.match.match import Match
from engine.match.playout import play_on
from tests.engine.games.knights.positions import give, island


def past_of(match: Match, seat: int) -> list[Event]:
    """The events as the seat may read them."""
    return [match.redacted_event(event.number, seat) for event in match.line]


def new_match(seats: int, seed: str, **options: str) -> Match:
    players = [(f"Anna {seat}", "bot:random") for seat in range(seats)]
    return Match.begin("knights", players, seed=f"guess-{seed}", options=options)


def moments(seats: int, seed: str, **options: str) -> Iterator[Match]:
    """A random game, sampled after every 97th pick."""
    match = new_match(seats, seed, **options)
    for picks in range(3000):
        if match.over:
            return
        if not picks % 97:
            yield match
        pending = match.pending()
        seat = pending[picks % len(pending)].seat
        match.choose(seat, match.sample(seat, Dice(b"%d" % picks)))


def guesses(match: Match) -> Iterator[tuple[int, Island, Island]]:
    """For every seat its view and a determinization."""
    for seat in range(match.state.seats):
        view = match.view(seat)
        assert isinstance(view, Island)
        yield seat, view, guess(view, seat, past_of(match, seat), Dice(b"%d" % seat))


def assert_whole(state: Island) -> None:
    """Every card exists once, and every count is right."""
    box = state.box
    for kind, of_kind in enumerate(box.kinds):
        assert state.bank[kind] + sum(hand[kind] for hand in state.hands) == of_kind.bank
    assert all(number >= 0 for hand in state.hands for number in hand)
    assert [sum(hand) for hand in state.hands] == state.hand_sizes
    places = [*state.decks, *state.progress, *state.open_cards]
    cards = Counter(card for place in places for card in place)
    assert cards == Counter({number: card.count for number, card in enumerate(box.cards)})
    assert [len(deck) for deck in state.decks] == state.deck_sizes
    for seat, held in enumerate(state.progress):
        assert not any(box.cards[card].is_open for card in held)
        decks = [box.cards[card].deck for card in held]
        assert tuple(map(decks.count, range(len(box.tracks)))) == state.backs[seat]
    for hand, gone in zip(state.hands, state.discards, strict=True):
        assert all(n <= have for n, have in zip(gone, hand, strict=True)) if gone else True


@pytest.mark.parametrize(("seats", "counted"), [(2, "no"), (3, "yes"), (4, "no")])
def test_determinization_equals_the_view_with_every_card_once(seats: int, counted: str) -> None:
    hidden = 0
    for match in moments(seats, f"whole-{seats}", counted_cards=counted):
        for seat, view, state in guesses(match):
            assert state.view(seat).digest() == view.digest()
            assert_whole(state)
            hidden += state.digest() != match.state.digest()
            for other, known in enumerate(state.known):
                assert all(map(int.__ge__, state.hands[other], known))
    assert hidden > 20


def test_known_cards_of_the_decks_keep_their_places() -> None:
    """Cards that a seat saw go under a deck are in their true places."""
    seen = 0
    for match in moments(4, "decks"):
        truth = match.state
        assert isinstance(truth, Island)
        for seat, _, state in guesses(match):
            memory = remembered(truth.box, seat, past_of(match, seat))
            for deck, under in enumerate(memory.under):
                known = under[::-1][: truth.deck_sizes[deck]]
                for place, card in enumerate(known):
                    if card >= 0:
                        assert state.decks[deck][place] == truth.decks[deck][place] == card
                        seen += 1
    assert seen > 20


def test_played_card_is_no_longer_remembered_as_taken() -> None:
    box = island().box
    card = box.card_numbers["bishop"]
    log = [
        Event(1, "pick", 1, "SpyTake", "bishop"),
        Event(2, "pick", 1, "Main", ("card", "bishop")),
    ]
    assert remembered(box, 0, log[:1]).taken[1][card] == 1
    assert not remembered(box, 0, log).taken[1][card]
    assert remembered(box, 1, log[:1]).taken == {}
    assert remembered(box, 0, [log[0], Event(2, "pick", 2, "SpyTarget", 1)]).taken == {}


def test_two_players_know_each_others_hands() -> None:
    """Cards neither in the bank nor in the seat's hand are in the other player's."""
    for match in moments(2, "two"):
        assert isinstance(match.state, Island)
        for _, _, state in guesses(match):
            assert state.hands == match.state.hands


def test_player_answering_an_offer_holds_the_cards() -> None:
    state = island(4)
    give(state, 0, lumber=1, brick=1)
    for other in (1, 2, 3):
        give(state, other, lumber=1, ore=2, grain=1, cloth=2)
    answers = (
        (1, ACCEPT, (), ()),
        (2, COUNTER, (("cloth", 2),), (("brick", 1),)),
    )
    state.push(TradeConfirm(0, (("lumber", 1),), (("ore", 2),), answers))
    view, numbers = state.view(0), state.box.kind_numbers
    hands = [guess(view, 0, [], Dice(b"%d" % n)).hands for n in range(30)]
    assert all(hand[1][numbers["ore"]] >= 2 for hand in hands)
    assert all(hand[2][numbers["cloth"]] >= 2 for hand in hands)
    assert min(hand[3][numbers["ore"]] for hand in hands) < 2
    assert sum(shown_to_hold(view, 3)) == 0
    others = [guess(state.view(3), 3, [], Dice(b"%d" % n)).hands for n in range(30)]
    assert all(hand[0][numbers["lumber"]] >= 1 for hand in others)


def test_player_owing_a_commodity_holds_one() -> None:
    state = island(4)
    for seat in range(4):
        give(state, seat, lumber=3, brick=3, ore=3)
    give(state, 2, coin=1)
    state.push(HarborReturn(2, 0))
    goods = state.box.commodities
    for number in range(30):
        found = guess(state.view(1), 1, [], Dice(b"%d" % number))
        assert_whole(found)
        assert sum(found.hands[2][kind] for kind in goods) == 1


def test_hidden_discards_are_half_of_the_hand() -> None:
    """During a seven, the others' choices are hidden."""
    found = 0
    for number in range(40):
        match = new_match(4, f"seven-{number}")
        while not match.over and len(match.line) < 400:
            step = match.state.agenda[-1]
            pending = match.pending()
            if step.sort == SIMULTANEOUS and len(pending) > 1:
                first, second = pending[0].seat, pending[1].seat
                match.choose(first, match.sample(first, Dice(b"x")))
                view = match.view(second)
                assert isinstance(view, Island)
                state = guess(view, second, past_of(match, second), Dice(b"y"))
                assert_whole(state)
                assert sum(state.discards[first]) == state.hand_sizes[first] // 2
                assert state.discards[second] == ()
                found += 1
                break
            seat = pending[0].seat
            match.choose(seat, match.sample(seat, Dice(b"%d" % len(match.line))))
        if found >= 3:
            return
    assert found


@pytest.mark.parametrize("seats", [2, 4])
def test_game_continues_from_a_determinization_to_its_end(seats: int) -> None:
    for match in moments(seats, "on"):
        for seat, _, state in guesses(match):
            dice = [Dice(b"%d/%d" % (seat, other)) for other in range(seats)]
            play_on(state, seed=f"guess-{seat}", dice=dice)
            assert state.over
            assert_whole(state)
