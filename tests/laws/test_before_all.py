"""A question before everyone at one keyboard is presented alike at two tables that differ in
secrets of any seat, that of whoever is asked included: on the screen and in lines, after a resume,
after a hand was shown and covered, and where a choice at this very keyboard has led to it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from attrs import evolve

from engine.core.event import PICK, Value
from engine.games import load
from engine.games.deus.rounds import Turn
from engine.games.knights.robber import RobberHex, Seven
from engine.match import interpreter
from engine.match.match import Match, new_header
from engine.match.position import Position
from tests.engine.games.catan import positions as catan
from tests.engine.games.deus.positions import Side, table
from tests.engine.games.knights.positions import deal, give, go_on
from tests.laws.before_all import (
    OPEN,
    Compared,
    Told,
    Watched,
    before_all,
    differs,
    led_to,
    presented,
    shows_own,
)
from tests.laws.driving import EXAMPLES, TABLES, people
from tests.laws.test_secrecy import GAMES_WITH_SECRETS
from tests.laws.twins import copy_of, happen

Pair = tuple[Position, Position]

EVENTS = 200
"""How many events of each game are played."""

A_GAME = 3
"""How many questions of a game are compared in the usual run."""

FEW = 6
MANY = 200
"""How many questions are compared in the usual run, and at each option in the long tests."""

GAMES = 400 * EXAMPLES
"""After so many games play does not reach more of them."""

WITH_SECRETS = sorted(GAMES_WITH_SECRETS - {"toy"})


def play(game: str, number: int, compared: Compared, most: int) -> None:
    """Play at both tables, and compare so many questions before everyone."""
    sizes = [seats for other, seats in TABLES if other == game and seats > 1]
    twins = Watched.begin(game, sizes[number % len(sizes)], number)
    before, asked = _copies(twins), 0
    for _ in twins.go_on(EVENTS):
        now = twins.one, twins.two
        if before_all(twins.one) is not None and len({one.state.digest() for one in now}) > 1:
            compare(before, now, compared)
            asked += 1
            if asked == most:
                return
        before = _copies(twins)


def _copies(twins: Watched) -> Pair:
    return copy_of(twins.one), copy_of(twins.two)


def compare(before: Pair, now: Pair, compared: Compared) -> None:
    """Hold what is presented at one table against the other, and count it."""
    owed, turn = before_all(now[0]), compared.all
    assert owed is not None
    judge(now, [presented(one, turn) for one in now])
    compared.add(now[0], owed.decision.name)
    events = [one.log[-1] for one in now]
    if any(len(one.log) != len(then.log) + 1 for one, then in zip(now, before, strict=True)):
        return
    if all(one.kind == PICK for one in events) and shows_own(before[0], events[0].seat):
        pairs = zip(before, events, strict=True)
        judge(now, [led_to(one, event.seat, event.value, turn) for one, event in pairs])
        compared.led += 1


def judge(now: Pair, told: list[Told]) -> None:
    found = differs(*told)
    said = "\n".join(f"{name}:\n  {one}\n  {two}" for name, one, two in found[:3])
    assert not found, f"{now[0].owed()} {now[0].header.options}\n{said}"


@pytest.mark.parametrize("game", WITH_SECRETS)
def test_a_question_before_everyone_tells_no_secret(game: str) -> None:
    compared = Compared()
    for number in range(FEW):
        if compared.all < FEW:
            play(game, number, compared, A_GAME)
    print(game, compared)
    assert compared.all == (0 if game == "era" else FEW), "in Era everyone answers behind a curtain"


@pytest.mark.long
@pytest.mark.parametrize("game", WITH_SECRETS)
def test_nor_at_any_option(game: str) -> None:
    compared = Compared()
    options = {
        f"{one.key}={value}"
        for one in load(game).all_settings()
        for value in one.choices
        if OPEN.get(one.key) != value and not one.key.startswith("preset")
    }
    for number in range(GAMES):
        play(game, number, compared, 4 * A_GAME)
        if min(compared.options[one] for one in options) >= MANY:
            break
        if game == "era" and number == len(options):
            break
    print(game, compared)
    assert bool(compared.all) == (game != "era")


# ---------------------------------------------------------------- chosen tables


def at(game: str, state: Any, **options: str) -> Position:
    """A table that stands so, at which nothing has been told yet."""
    header = new_header(game, people(state.seats), seed="", options=options)
    match = Match(evolve(header, seed=None))
    match.state = state
    state.story = match.opening
    return match


def with_a_hidden_card(card: str) -> Position:
    """Where the robber goes is asked; Anna holds a development card that nobody else knows."""
    state = catan.island(3, settlements={0: [13, 27], 1: [40], 2: [4]})
    deal(state, 0, card)
    state.agenda[-1] = RobberHex(0)
    return at("catan", state, layout="beginner")


def with_a_card_face_down(card: str) -> Position:
    """An army of Anna's may march; a card lies face down beside the one that sends it."""
    side = Side(on="0.4:A", columns="temporary_camps", hand="legion war_elephants", gold=9)
    position = at("deus", table(side, Side(hand="farm galley"), options=WILD), **WILD)
    position.state.agenda[:] = [Turn(0)]
    happen(position, 0, Turn(0), ("wildcard", card, "military", "0.3"))
    return position


def with_an_offer_aloud(hand: str) -> Position:
    """Boris is asked aloud for a brick; he holds cards of a kind, Clara of the other."""
    state = catan.island(3, answers_aloud="yes")
    give(state, 0, grain=2)
    give(state, 1, **{hand: 2})
    give(state, 2, **{"ore" if hand == "brick" else "brick": 2})
    go_on(state, ("offer", (("grain", 1),), (("brick", 1),)))
    return at("catan", state, layout="beginner", answers_aloud="yes")


def with_a_discard(kind: str) -> Position:
    """Boris has rolled a 7, and Anna has too many cards; he holds other kinds than she does."""
    state = catan.island(2, settlements={0: [13], 1: [40]})
    state.active = 1
    give(state, 0, **{"wool": 5, kind: 5})
    give(state, 1, **{"grain" if kind == "ore" else "ore": 5})
    state.agenda[:] = [Seven()]
    position = at("catan", state, layout="beginner")
    interpreter.run(position, sampling=False)
    return position


def with_a_hand(hand: str) -> Position:
    """Anna, whose turn it is, holds these cards."""
    position = at("deus", table(Side(hand=hand), Side(hand="farm galley")))
    position.state.agenda[:] = [Turn(0)]
    return position


WILD = {"wildcard": "yes"}


@pytest.mark.parametrize(
    ("begin", "one", "two"),
    [
        (with_a_hidden_card, "victory_point", "knight"),
        (with_a_card_face_down, "legion", "war_elephants"),
        (with_an_offer_aloud, "brick", "ore"),
    ],
)
def test_what_only_its_owner_knows_is_not_presented(
    begin: Callable[[str], Position], one: str, two: str
) -> None:
    pair = begin(one), begin(two)
    assert before_all(pair[0]) is not None
    for turn in range(2):
        judge(pair, [presented(each, turn) for each in pair])


@pytest.mark.parametrize(
    ("begin", "one", "two", "pick"),
    [
        (with_a_discard, "ore", "grain", (("wool", 5),)),
        (with_a_hand, "legion farm", "legion brickyard", ("offer", ("legion",), "ceres")),
    ],
)
def test_a_hand_has_left_the_window_before_everyone_is_asked(
    begin: Callable[[str], Position], one: str, two: str, pick: Value
) -> None:
    pair = begin(one), begin(two)
    assert shows_own(pair[0], 0)
    judge(pair, [led_to(each, 0, pick, 0) for each in pair])
