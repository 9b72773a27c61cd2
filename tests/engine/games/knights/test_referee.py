"""The game compared with the slow referee: after every event, position, pending decisions and legal
picks must be the same."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any

import pytest

from engine.bots import make_bot
from engine.core.chance import Dice
from engine.core.event import PICK_EVENT, Event
from engine.games.knights.board import NOWHERE, members
from engine.games.knights.state import CITY, SETTLEMENT, TIPPED, Island
from engine.match.match import Match
from engine.match.position import PendingDecision
from engine.search.simulation import Observation
from tests.engine.games.knights.positions import NAMES, deal
from tests.engine.games.knights.referee import Referee
from tests.engine.games.knights.referee_table import (
    BOX,
    KINDS,
    POINT_CARDS,
    TERRAINS,
    TRACKS,
    Ask,
    Chance,
    Due,
    Over,
)
from tests.examples import batches

MAX_PICKS = 20_000
WORDS = (*KINDS, *TRACKS, "pass", "stop", "withdraw", "accept", "decline", "counter", "crane")
HEADS = "road settlement city wall recruit activate promote move displace chase improve card bank"
GROWTH = ("settlement", "city", "improve", "displace")
FORMS = {SETTLEMENT: "settlement", CITY: "city", TIPPED: "tipped"}


OwnMap = tuple[list[str], list[int], list[str]]
"""Terrains, numbers and harbours of a custom map (CK-23.6)."""


def as_data(own_map: OwnMap) -> dict[str, Any]:
    """The map as custom data."""
    terrains, numbers, harbors = own_map
    places = [{"id": n, "beginner_type": name} for n, name in enumerate(harbors)]
    island = {"terrain_by_hex": terrains, "number_by_hex": numbers}
    return {"layouts": {"beginner": island}, "harbors": {"places": places}}


def any_map(rng: Random) -> OwnMap:
    """A random map of unusual hexes, tokens and harbours, with one or more deserts."""
    terrains = rng.choices([name for name in TERRAINS if name != "desert"], k=19)
    for hex in rng.sample(range(19), rng.choice((1, 1, 2, 5))):
        terrains[hex] = "desert"
    tokens = BOX["number_tokens"]["values"]
    numbers = [0 if name == "desert" else rng.choice(tokens) for name in terrains]
    return terrains, numbers, rng.choices([one["id"] for one in BOX["harbor_types"]], k=9)


class Pair:
    """A match with its referee."""

    def __init__(
        self, seats: int, seed: str, options: Mapping[str, str], own_map: OwnMap | None = None
    ) -> None:
        names = [(name, "person") for name in NAMES[:seats]]
        data = {} if own_map is None else as_data(own_map)
        self.match = Match.begin(
            "knights", names, seed=seed, notes=False, digests=False, options=options, data=data
        )
        state = self.state
        self.referee = Referee(seats, state.win_target, state.discard_base, state.layout)
        self.referee.counted = state.counts_cards
        self.referee.own_map = own_map
        self.play = self.referee.game()
        self.due: Due | None = next(self.play)
        self.rng = Random(seed)
        self.settles = False
        for event in self.match.log:
            self.write_down(event)
        self.compare()

    @property
    def state(self) -> Island:
        """The position of the match."""
        state = self.match.state
        assert isinstance(state, Island)
        return state

    def write_down(self, event: Event) -> None:
        """Pass an event of the match to the referee, and check that it is legal."""
        due = self.due
        assert due is not None, f"the referee's game is over before {event}"
        if event.kind == PICK_EVENT:
            assert isinstance(due, list), f"{event} where {due} is due"
            (ask,) = [one for one in due if one.seat == event.seat]
            assert ask.name == event.step
            assert ask.allows(event.value), event
        else:
            assert isinstance(due, Chance), f"{event} where {due} is due"
            assert due.name == event.step
            assert due.possible(event.value), event
        try:
            self.due = self.play.send((event.seat, event.value))
        except Over:
            self.due = None

    def choose(self, seat: int, pick: Any) -> None:
        """Apply a pick to both."""
        for event in self.match.choose(seat, pick):
            self.write_down(event)
        self.compare()

    def compare(self) -> None:
        """Compare position and pending decisions."""
        ours, theirs = of_match(self.state), of_referee(self.referee)
        different = {key: (ours[key], theirs[key]) for key in ours if ours[key] != theirs[key]}
        assert not different, f"{different} after {self.match.log[-2:]}"
        assert self.match.over == (self.due is None)
        assert not isinstance(self.due, Chance)
        request = [(one.seat, one.decision.name) for one in self.match.pending()]
        assert sorted(request) == sorted((ask.seat, ask.name) for ask in self.due or ())

    def give(self) -> None:
        """Now and then give every hand the same cards in both, so that more happens, and every
        progress hand a card of its deck."""
        for seat in range(self.state.seats):
            for kind, name in enumerate(KINDS):
                number = min(self.rng.choice((0, 0, 0, 1, 1, 2)), self.state.bank[kind])
                self.state.take(seat, kind, number)
                self.referee.take(seat, name, number)
            track = self.rng.choice(list(TRACKS))
            card = self.rng.choice(self.referee.decks[track] or [""])
            if len(self.referee.progress[seat]) < 4 and card not in ("", "alchemist", *POINT_CARDS):
                deal(self.state, seat, card)
                self.referee.decks[track].remove(card)
                self.referee.progress[seat].append(card)
        self.compare()

    def request(self, pending: PendingDecision) -> Ask:
        """The referee's decision for the seat."""
        assert isinstance(self.due, list)
        (ask,) = [one for one in self.due if one.seat == pending.seat]
        return ask

    def check_picks(self, pending: PendingDecision) -> None:
        """Check that both allow exactly the same picks."""
        ask, decision = self.request(pending), pending.decision
        options: list[Any] = list(decision.options(self.state))
        assert len(options) == len(set(options))
        if decision.listed:
            assert set(options) == set(ask.options), ask.name
        elif ask.whole:
            assert set(options) <= set(ask.options), ask.name
        else:
            bare = {pick for pick in options if pick[0] not in ("offer", "counter")}
            assert bare == set(ask.options), bare ^ set(ask.options)
        for pick in options if len(options) < 40 else self.rng.sample(options, 40):
            assert ask.allows(pick), (ask.name, pick)
        for pick in self.rng.sample(ask.options, min(6, len(ask.options))):
            assert self.match.legal(decision, pick) is not None, (ask.name, pick)
            other = self.mutated(pick)
            allowed = self.match.legal(decision, other) is not None
            assert allowed == ask.allows(other), (ask.name, other, allowed)
        if decision.name in ("Main", "TradeResponse"):
            key = "offer" if decision.name == "Main" else "counter"
            other = (key, self.some_cards(), self.some_cards())
            allowed = self.match.legal(decision, other) is not None
            assert allowed == ask.allows(other), (ask.name, other, allowed)

    def mutated(self, pick: Any) -> Any:
        """A pick with something changed, or something altogether different."""
        rng = self.rng
        if isinstance(pick, tuple) and pick:
            at = rng.randrange(len(pick))
            if rng.random() < 0.1:
                return pick[:at]
            if rng.random() < 0.1:
                return (*pick, rng.randrange(20))
            return (*pick[:at], self.mutated(pick[at]), *pick[at + 1 :])
        if rng.random() < 0.1:
            return rng.choice((-1, "", (), 99, (pick,)))
        if isinstance(pick, int):
            return rng.choice((rng.randrange(72), pick + 1, pick - 1, rng.randrange(19)))
        return rng.choice((*WORDS, *HEADS.split()))

    def some_cards(self) -> Any:
        """Amounts of one or two kinds, now and then in a wrong order or empty."""
        kinds = self.rng.sample(KINDS, self.rng.choice((1, 1, 1, 2)))
        if self.rng.random() < 0.9:
            kinds.sort(key=KINDS.index)
        return tuple((kind, self.rng.choice((1, 1, 1, 2, 3, 12, 19, 20, 0))) for kind in kinds)


def of_match(state: Island) -> dict[str, Any]:
    """Return the position of the match as plain values."""
    box, found = state.box, {}
    for node, piece in enumerate(state.pieces):
        if piece:
            form = FORMS.get(piece, "knight")
            flags = [bool(mask >> node & 1) for mask in (state.active_knights, state.ready)]
            found[node] = (state.owners[node], form, max(0, piece - TIPPED), *flags)
    seats = range(state.seats)
    names = [card.id for card in box.cards]
    return {
        "terrains": list(state.terrains),
        "numbers": list(state.numbers),
        "harbors": list(state.harbors),
        "pieces": found,
        "promoted": list(members(state.promoted)),
        "walls": list(members(state.walls)),
        "roads": {edge: owner for edge, owner in enumerate(state.roads) if owner >= 0},
        "robber": (state.robber, state.robber_locked),
        "merchant": (state.merchant, state.merchant_owner),
        "bank": dict(zip(KINDS, state.bank, strict=True)),
        "hands": [dict(zip(KINDS, hand, strict=True)) for hand in state.hands],
        "decks": [[names[card] for card in deck] for deck in state.decks],
        "progress": [sorted(names[card] for card in cards) for cards in state.progress],
        "opened": [sorted(names[card] for card in cards) for cards in state.open_cards],
        "levels": [list(state.levels[seat]) for seat in seats],
        "metropolises": [None if node == NOWHERE else node for node in state.metropolises],
        "metropolis owners": list(state.metropolis_owners),
        "defenders": list(state.defenders),
        "ship": state.ship,
        "dice": (tuple(state.dice), state.event),
        "active": state.active,
        "lengths": list(state.lengths),
        "award": state.award,
        "points": [state.points(seat) for seat in seats],
        "limits": [state.discard_limit(seat) for seat in seats],
        "rates": [state.rates(seat) for seat in seats],
        "supplies": [[state.left(seat, piece) for piece in range(7)] for seat in seats],
        "turn": (state.alchemist_played, state.crane_played, list(members(state.fleet))),
        "dealt": list(members(state.dealt)),
        "known": state.known,
        "rolls": (state.totals, state.faces, state.expected),
        "produced": (state.produced, state.arranged),
    }


def of_referee(table: Referee) -> dict[str, Any]:
    """Return the position of the referee as the same values."""
    seats = range(table.seats)
    return {
        "terrains": table.terrains,
        "numbers": table.numbers,
        "harbors": table.harbors,
        "pieces": {n: (s.seat, s.piece, s.level, s.active, s.ready) for n, s in table.at.items()},
        "promoted": sorted(n for n, stone in table.at.items() if stone.promoted),
        "walls": sorted(n for n, stone in table.at.items() if stone.wall),
        "roads": table.roads,
        "robber": (table.robber, table.locked),
        "merchant": (table.merchant, table.merchant_owner),
        "bank": table.bank,
        "hands": table.hands,
        "decks": list(table.decks.values()),
        "progress": [sorted(cards) for cards in table.progress],
        "opened": [sorted(cards) for cards in table.opened],
        "levels": [list(levels.values()) for levels in table.levels],
        "metropolises": list(table.metropolis.values()),
        "metropolis owners": [table.metropolis_owner(track) for track in TRACKS],
        "defenders": table.defenders,
        "ship": table.ship,
        "dice": (table.dice, table.event),
        "active": table.active,
        "lengths": table.lengths,
        "award": table.award,
        "points": [table.points(seat) for seat in seats],
        "limits": [table.limit(seat) for seat in seats],
        "rates": [[table.rate(seat, kind) for kind in KINDS] for seat in seats],
        "supplies": [[table.left(seat, piece) for piece in PIECES] for seat in seats],
        "turn": (table.alchemist, table.crane, sorted(map(KINDS.index, table.fleet))),
        "dealt": sorted(table.dealt),
        "known": [list(known.values()) for known in table.known if table.counted],
        "rolls": (table.rolled, list(table.faces.values()), table.expected),
        "produced": (by_seat_and_kind(table.produced), by_seat_and_kind(table.arranged)),
    }


def by_seat_and_kind(cards: list[dict[str, int]]) -> list[int]:
    """Numbers of cards in one list, seat by seat."""
    return [hand[kind] for hand in cards for kind in KINDS]


PIECES = [
    "road",
    "settlement",
    "city",
    "city_wall",
    "knight_basic",
    "knight_strong",
    "knight_mighty",
]


def eager(pair: Pair, pending: PendingDecision) -> Any:
    """Random pick of a player who builds, recruits and plays cards whenever possible, and seldom
    declines."""
    ask, rng = pair.request(pending), pair.rng
    if ask.name == "Main":
        return eager_command(ask, rng, pair)
    if ask.name == "TradeResponse" and rng.random() < 0.3:
        counter = ("counter", pair.some_cards(), pair.some_cards())
        if ask.allows(counter):
            return counter
    idle = ("pass", ("stop",), ("withdraw",), ("decline",))
    real = [pick for pick in ask.options if pick not in idle]
    return rng.choice(real if real and rng.random() < 0.8 else ask.options)


def eager_command(ask: Ask, rng: Random, pair: Pair) -> Any:
    """A command of a random kind, preferring points. A settling player has few cities and no active
    knights, so that cities are lost and tipped."""
    if rng.random() < 0.15:
        offer = ("offer", pair.some_cards(), pair.some_cards())
        if ask.allows(offer):
            return offer
    by_head: dict[str, list[Any]] = {}
    for pick in ask.options:
        by_head.setdefault(pick[0], []).append(pick)
    if pair.settles and rng.random() < 0.95:
        for head in ("city", "activate"):
            by_head.pop(head, None)
    growth = [head for head in by_head if head in GROWTH]
    heads = [head for head in by_head if head not in ("end", "bank")]
    if growth and rng.random() < 0.8:
        heads = growth
    elif not heads or rng.random() < 0.3:
        heads = ["end", "end", "end", *by_head]
    return rng.choice(by_head[rng.choice(heads)])


def play(seats: int, seed: str, player: str, options: Mapping[str, str], *, every: int = 1) -> Pair:
    """Play a game to its end beside the referee, checking picks at every `every`-th decision."""
    pair, dice = Pair(seats, seed, options), Dice(seed.encode())
    bot = make_bot(player) if player in ("random", "greedy") else None
    gifts = player in ("gifted", "settling")
    pair.settles = player == "settling"
    picks = 0
    while pending := pair.match.pending():
        one = dice.pick(pending)
        if gifts and one.decision.name == "PreRoll" and pair.rng.random() < 0.3:
            pair.give()
        if picks % every == 0:
            pair.check_picks(one)
        if bot is None:
            pick = eager(pair, one)
        else:
            pick = bot.choose(Observation.of(pair.match, one.seat, dice=dice))
        pair.choose(one.seat, pick)
        picks += 1
        assert picks < MAX_PICKS, "the game does not end"
    return pair


OPTIONS: list[dict[str, str]] = [
    {},
    {"layout": "random_balanced", "win_target": "8"},
    {"layout": "beginner", "win_target": "20"},
    {"discard_base": "9", "counted_cards": "yes"},
    {"open_hands": "yes", "win_target": "18"},
    {"answers_aloud": "yes"},
]


@pytest.mark.parametrize(("seats", "player"), [(2, "random"), (3, "gifted"), (4, "eager")])
def test_game_agrees_with_the_reference_implementation(seats: int, player: str):
    pair = play(seats, f"{player} {seats}", player, {"win_target": "8"}, every=10)
    assert pair.match.over


@pytest.mark.long
@pytest.mark.parametrize("options", OPTIONS)
@pytest.mark.parametrize("batch", batches(2))
def test_many_games_agree_with_the_reference_implementation(batch: int, options: dict[str, str]):
    for seats in (2, 3, 4):
        for player in ("gifted", "settling", "eager", "random"):
            assert play(seats, f"{player} {batch}", player, options, every=2).match.over


@pytest.mark.rule("CK-23.2")
def test_duel_agrees_with_the_reference_implementation():
    pair = play(2, "duel", "gifted", {"preset": "duel"}, every=20)
    assert (pair.referee.target, pair.referee.base) == (15, 9)
    assert pair.match.over


@pytest.mark.long
@pytest.mark.rule("CK-23.2")
@pytest.mark.parametrize("batch", batches(2))
def test_many_duels_agree_with_the_reference_implementation(batch: int):
    for player in ("gifted", "settling", "eager"):
        assert play(2, f"duel {player} {batch}", player, {"preset": "duel"}, every=2).match.over


@pytest.mark.long
@pytest.mark.parametrize("options", OPTIONS)
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_greedy_games_agree_with_the_reference_implementation(seats: int, options: dict[str, str]):
    assert play(seats, "greedy", "greedy", options).match.over
