"""Random games compared with a second referee that knows the rules alone: they must never
disagree."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any

import pytest
from attrs import define, frozen

from engine.core.chance import Dice
from engine.core.event import CHANCE_EVENT, Event
from engine.games.deus import armies
from engine.games.deus.components import TYPES
from engine.games.deus.game import GAME
from engine.games.deus.state import FACE_DOWN, NO_CARD, World
from tests.engine.games.deus.positions import match_of
from tests.engine.games.deus.referee import Outcome, Question, Referee
from tests.engine.games.deus.referee_table import Disagreement, read_box
from tests.examples import batches

SEATS = [2, 3, 4]

BY_HAND = "0,0=7A/4 3,-2=5B/4 2,1=1B/2 5,-1=2B/2"

VARIANTS: list[dict[str, str]] = [
    {},
    {"wildcard": "yes"},
    {"pieces": "10"},
    {"layout": "drawn", "pieces": "8"},
    {"points": "open", "pieces": "6", "wildcard": "yes", "first": "2"},
]

SLOTS_BY_HAND = "0,0 2,1 4,2 5,-1"

OWN_LAYOUTS = {2: ["line", "three_arms", BY_HAND, SLOTS_BY_HAND], 3: ["two_rows"], 4: ["two_rows"]}

CARDS = [card["id"] for card in read_box({})["card"]]
DECK = read_box({})["counts"]["cards_total"]
SELDOM = ("lab", "univ", "school", "legion", "cent", "siege", "war", "temporary", "work", "galley")
KINDS = ("wood", "clay", "stone", "wheat")
WORDS = ("skip", "done", "take", "draw", "build", "offer", "wildcard", "gold", "temple", "mars")


@frozen
class Manner:
    """Habits of a random player, in percent: building rather than offering, skipping optional
    effects, leaving the choice to the game."""

    builds: int
    skips: int
    sampled: int


MANNERS = [Manner(85, 15, 15), Manner(60, 40, 50), Manner(97, 0, 5), Manner(8, 50, 30)]


def box_data(dice: Dice) -> dict[str, Any]:
    """The standard components."""
    return {}


def odd_data(dice: Dice) -> dict[str, Any]:
    """Costs of no standard card, and an early end."""
    cards = [
        {"id": card, "cost": {kind: max(0, dice.below(5) - 2) for kind in (*KINDS, "gold")}}
        for card in CARDS
    ]
    return {"card": cards, "end": {"idle_rounds": 5}}


def free_data(dice: Dice) -> dict[str, Any]:
    """Free cards, more than half of them of rarely used kinds."""
    seldom = [card for card in CARDS if card.startswith(SELDOM)]
    deck = Counter(dice.pick(seldom if dice.below(5) < 3 else CARDS) for _ in range(DECK))
    free = dict.fromkeys((*KINDS, "gold"), 0)
    return {"card": [{"id": card, "cost": free, "copies": deck[card]} for card in CARDS]}


DataOf = Callable[[Dice], dict[str, Any]]

DATA: list[DataOf] = [box_data, odd_data, free_data]


# ------------------------------------------------------------------ positions


def position_of_game(state: World) -> dict[str, Any]:
    """The whole table of the game in plain words, secrets included."""
    box, board = state.box, state.map
    seats = range(state.seats)

    def ids(cards: Sequence[int]) -> list[str]:
        return ["?" if card == FACE_DOWN else box.cards[card].id for card in cards]

    below = Counter(ids(state.discard))
    return {
        "terrain": {name: one.id for name, one in zip(board.ids, board.terrains, strict=True)},
        "pieces": sorted(
            (name, seat, TYPES[type_])
            for seat in seats
            for type_, regions in enumerate(state.where[seat])
            for name in board.ids_of(regions)
        ),
        "village_vp": {board.ids[v]: state.village_vp[v] for v in board.village_regions},
        "villages": sorted(board.ids[village] for village in state.villages_left()),
        "columns": [[ids(cards) for cards in state.columns[seat]] for seat in seats],
        "face_down": [ids(state.wildcards[seat]) for seat in seats],
        "wildcards_left": list(state.wildcards_left),
        "available": [list(state.available[seat]) for seat in seats],
        "stock": [list(state.stock[seat]) for seat in seats],
        "resources": [list(state.resources[seat]) for seat in seats],
        "gold": list(state.gold),
        "vp": list(state.points),
        "hands": [sorted(ids(state.hands[seat])) for seat in seats],
        "supply": list(state.supply),
        "temples": state.temples,
        "deck": Counter(ids(state.deck)),
        "below": below,
        "top": None if state.discard_top == NO_CARD else box.cards[state.discard_top].id,
        "first": state.first,
        "round": state.round,
        "active": state.active,
        "final_round": state.final_round,
        "idle": state.idle,
        "over": state.over,
    }


def position_of_referee(table: Referee) -> dict[str, Any]:
    """The same table of the referee."""
    columns = [[side[type_] for type_ in TYPES] for side in table.columns]
    return {
        "terrain": table.terrain,
        "pieces": sorted(
            (region, seat, type_)
            for region, pieces in table.pieces.items()
            for seat, type_ in pieces
        ),
        "village_vp": table.village_vp,
        "villages": sorted(table.villages()),
        "columns": [
            [["?" if one["down"] else one["card"] for one in cards] for cards in side]
            for side in columns
        ],
        "face_down": [
            [one["card"] for cards in side for one in cards if one["down"]] for side in columns
        ],
        "wildcards_left": table.wildcards_left,
        "available": [[side[type_] for type_ in table.standard] for side in table.available],
        "stock": [[side[type_] for type_ in table.standard] for side in table.stock],
        "resources": [[side[kind] for kind in table.kinds] for side in table.resources],
        "gold": table.gold,
        "vp": table.vp,
        "hands": [sorted(hand) for hand in table.hands],
        "supply": [table.supply[kind] for kind in table.kinds],
        "temples": table.temples,
        "deck": Counter(table.deck),
        "below": Counter(table.discard[:-1]),
        "top": table.discard[-1] if table.discard else None,
        "first": table.first,
        "round": table.round,
        "active": table.active,
        "final_round": table.final_round,
        "idle": table.idle,
        "over": table.over,
    }


# ------------------------------------------------------------------ a match of both


@define
class Duel:
    """A match with its referee."""

    match: Any
    referee: Referee
    dice: Dice
    manner: Manner
    request: Question | Outcome | None = None
    read: int = 0
    tried: int = 0

    def play(self) -> None:
        """Play to the end, comparing after every event."""
        steps = self.referee.game()
        self.request = next(steps, None)
        self._follow(steps)
        while not self.match.over:
            assert isinstance(self.request, Question), f"the game continues after {self.request}"
            seat = self.dice.pick(self.request.seats)
            self.check_legality(seat)
            self.match.choose(seat, self.choose(seat))
            self._follow(steps)
        assert self.request is None, f"the game is over, but {self.request}"
        self.check_scores(everything=True)

    def _follow(self, steps: Any) -> None:
        """Pass new events of the match to the referee."""
        for event in self.match.log[self.read :]:
            self._judge(event)
            try:
                self.request = steps.send((event.seat, event.value))
            except StopIteration:
                self.request = None
        self.read = len(self.match.log)
        self.check_position()

    def _judge(self, event: Event) -> None:
        if self.request is None or (event.kind == CHANCE_EVENT) != isinstance(
            self.request, Outcome
        ):
            raise Disagreement(f"{event} instead of {self.request}")
        assert event.step == self.request.step, f"{event} instead of {self.request}"
        if isinstance(self.request, Question):
            assert self.referee.allows(self.request, event.seat, event.value), event

    def check_position(self) -> None:
        """Compare the table and the pending decisions."""
        mine, theirs = position_of_referee(self.referee), position_of_game(self.match.state)
        if isinstance(self.request, Question):
            pending = self.match.pending()
            mine["asked"] = sorted((seat, self.request.step) for seat in self.request.seats)
            theirs["asked"] = sorted((one.seat, one.decision.name) for one in pending)
            if self.request.step == "ChooseStart":
                for what in ("available", "stock"):
                    mine[what] = theirs[what] = None
        wrong = {key: (mine[key], theirs[key]) for key in mine if mine[key] != theirs[key]}
        assert not wrong, (f"referee, game after {self.match.log[-1:]}", wrong)
        if self.request is not None and self.request.step == "Turn":
            self.check_scores(everything=False)

    def check_scores(self, *, everything: bool) -> None:
        """Compare the score sheet row by row, at the end also totals and places."""
        state, table = self.match.state, self.referee
        (sheet,) = GAME.sheets(state)
        values = [row.cells for row in sheet.rows]
        kinds = table.box["final_scoring"]["majority_categories"]
        temples = [score for seat in table.seats for score in table.temple_scores(seat)]
        assert [next(n for n in row if n is not None) for row in values[1 : -len(kinds) - 2]] == (
            temples
        )
        assert list(values[-len(kinds) - 2]) == [sum(table.temple_scores(s)) for s in table.seats]
        for kind, row in zip(kinds, values[-len(kinds) - 1 : -1], strict=True):
            scores = [(cell.args["score"], cell.args["held"]) for cell in row]  # type: ignore[union-attr]
            mine = [(table.majority_score(s, kind), table.holding(s, kind)) for s in table.seats]
            assert scores == mine
        if everything:
            totals = [table.total(seat) for seat in table.seats]
            assert list(values[0]) == table.vp
            assert list(values[-1]) == totals
            standings = {one.seat: (one.place, one.total) for one in GAME.standings(state)}
            assert standings == {
                seat: (place, total)
                for seat, place, total in zip(table.seats, table.ranking(), totals, strict=True)
            }

    # -------------------------------------------------------------- legality

    def check_legality(self, seat: int) -> None:
        """The game allows exactly what the referee allows."""
        assert isinstance(self.request, Question)
        decision, legal = self.match.decision(seat), list(self.request.legal)
        options = list(self.match.options(seat))
        assert len(set(options)) == len(options)
        if decision.listed:
            assert sorted(map(repr, options)) == sorted(map(repr, legal)), (decision, legal)
        else:
            for pick in self._some(options, 12):
                assert self.referee.allows(self.request, seat, pick), (decision, pick)
            for pick in self._some(legal, 12):
                assert self.match.legal(decision, pick) is not None, (decision, pick)
        seeds = [*self._some(options, 4), *self._some(legal, 4)]
        if self.request.step == "Turn":
            seeds += [self.offering(seat) for _ in range(2)]
        for pick in seeds:
            tried = self.mutated(self.mutated(pick)) if self.dice.below(2) else self.mutated(pick)
            allowed = self.referee.allows(self.request, seat, tried)
            refusal = self.match.refuse(seat, tried)
            assert (refusal is None) == allowed, (decision, tried, "referee allows", allowed)
            self.tried += 1

    def _some(self, things: Sequence[Any], most: int) -> list[Any]:
        return self.dice.draw(things, min(most, len(things)))

    def _word(self, near: Any) -> Any:
        """A value that could replace another in a pick."""
        table = self.referee
        match self.dice.below(6):
            case 0 | 1:
                return self.dice.pick(list(table.terrain))
            case 2:
                cards = [card for seat in table.seats for card in table.hand_tokens(seat)]
                return self.dice.pick(cards or list(table.cards))
            case 3:
                return self.dice.pick([*WORDS, *table.types, *table.kinds])
            case 4:
                return self.dice.below(14) - 1
        return near + self.dice.pick([-1, 1]) if isinstance(near, int) else near

    def mutated(self, pick: Any) -> Any:
        """A pick with something in it changed."""
        if not isinstance(pick, tuple) or not pick:
            return self._word(pick) if self.dice.below(8) else (pick,)
        parts = list(pick)
        at = self.dice.below(len(parts))
        match self.dice.below(10):
            case 0:
                del parts[at]
            case 1:
                parts.insert(at, parts[self.dice.below(len(parts))])
            case 2:
                other = self.dice.below(len(parts))
                parts[at], parts[other] = parts[other], parts[at]
            case 3:
                parts.append(self._word(""))
            case _:
                parts[at] = self.mutated(parts[at])
        return tuple(parts)

    # -------------------------------------------------------------- playing

    def choose(self, seat: int) -> Any:
        """A random legal pick."""
        assert isinstance(self.request, Question)
        decision = self.match.decision(seat)
        legal = list(self.request.legal)
        if self.dice.below(100) < self.manner.sampled:
            return decision.sample(self.match.state, self.dice)
        if self.request.step == "Turn":
            builds = self.dice.below(100) < self.manner.builds
            return self.construction(legal) if legal and builds else self.offering(seat)
        useful = [pick for pick in legal if pick not in ("skip", ("skip",), ("done",), 0, ())]
        skips = self.dice.below(100) < self.manner.skips
        return self.dice.pick(legal if skips or not useful else useful)

    def construction(self, legal: Sequence[Any]) -> Any:
        """Choose a card first, so that cards with many ways to build do not dominate."""
        firsts = sorted({pick[:2] for pick in legal})
        temples = [one for one in firsts if one[1].startswith("temple_") and one[0] == "build"]
        first = self.dice.pick(temples if temples and self.dice.below(2) else firsts)
        return self.dice.pick([pick for pick in legal if pick[:2] == first])

    def offering(self, seat: int) -> Any:
        """Some cards of the hand."""
        tokens = self.referee.hand_tokens(seat)
        return ("offer", tuple(self.dice.draw(tokens, self.dice.roll(len(tokens)))))


def duel(
    seats: int, seed: str, options: dict[str, str], manner: Manner, data_of: DataOf = box_data
) -> Duel:
    """A match of both to its end."""
    dice = Dice(f"duel {seats} {seed}".encode())
    data = data_of(dice)
    match = match_of(seats, seed, options=options, data=data, digests=False)
    referee = Referee(seats, read_box(data), match.header.options)
    one = Duel(match, referee, dice, manner)
    one.play()
    return one


@pytest.mark.parametrize("seats", SEATS)
@pytest.mark.parametrize("number", range(3))
def test_game_agrees_with_the_reference_implementation(seats, number):
    variant = VARIANTS[(2 * seats + number) % len(VARIANTS)]
    played = duel(seats, f"usual-{number}", variant, MANNERS[number], DATA[number])
    assert played.tried > 100


def test_reference_implementation_detects_an_illegal_stop_of_an_army(monkeypatch):
    monkeypatch.setattr(armies, "stops", lambda state, seat: state.map.land)
    with pytest.raises(AssertionError, match="Move"):
        duel(2, "usual-2", {}, MANNERS[0], free_data)


def long_duel(seats: int, batch: int, number: int) -> Duel:
    """One of many games, of all kinds."""
    options = VARIANTS[number % len(VARIANTS)]
    if "layout" not in options and number % 3 == 2:
        options = {**options, "layout": Dice(b"%d" % batch).pick(OWN_LAYOUTS[seats])}
    manner, data_of = MANNERS[number // 5], DATA[(batch + number) % len(DATA)]
    return duel(seats, f"long-{batch}-{number}", options, manner, data_of)


@pytest.mark.long
@pytest.mark.parametrize("seats", SEATS)
@pytest.mark.parametrize("batch", batches(5))
def test_many_games_agree_with_the_reference_implementation(seats, batch):
    for number in range(20):
        long_duel(seats, batch, number)
