"""The engine compared with the second referee: in random games both must agree."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest

from engine.core.chance import Dice
from engine.games.troyes.dice import FACE_NAMES
from engine.games.troyes.state import Town
from engine.match.match import Match
from tests.engine.games.troyes.positions import begin, table
from tests.engine.games.troyes.referee import Referee, final_score
from tests.engine.games.troyes.referee_picks import black_names, die_names, own_dice
from tests.engine.games.troyes.referee_table import BUILDINGS, Table, in_the_file, places_of
from tests.examples import batches

FREE = -1

POOR: dict[str, Any] = {
    "start": {"deniers": 0, "influence": 3},
    "economy": {"income": 4},
}
"""Families that can seldom pay what they owe."""

RICH: dict[str, Any] = {
    "start": {"deniers": 60, "influence": 20},
    "economy": {"income": 20},
}
"""Families that can pay nearly everything."""

CALM: dict[str, Any] = {
    **RICH,
    "marauding": {"flags": 2, "divisor": 1},
    "event_cards": [
        {"id": one["id"], "black": 0, "flags": 1, "divisor": 1}
        for one in in_the_file()["event_cards"]
    ],
}
"""Rich families whose dice are not used up by black ones, and events that are soon completed."""

RARE = ["archer", "chivalry", "diplomat", "procession", "joust", "banquet", "captain"]
"""Cards that depend on what is left, or that ask more."""

VARIANTS: list[dict[str, Any]] = [{}, POOR, RICH, CALM]

Pick = Any


# ---------------------------------------------------------------------- positions


def engine_position(state: Town) -> dict[str, Any]:
    """The whole table of the engine."""
    box = state.box
    return {
        "over": state.over,
        "round": state.round,
        "first": state.first,
        "deniers": state.deniers,
        "bank": state.bank,
        "influence": state.influence,
        "vp": state.vp,
        "characters": [
            tuple(box.characters[index].id for index in hand) for hand in state.characters
        ],
        "supply": state.supply,
        "reserve": state.reserve,
        "taken": [[box.events[index].id for index in taken] for taken in state.taken],
        "discarded": [box.events[index].id for index in state.discarded],
        "purse": state.purse,
        "passed": state.passed,
        "dice": [[FACE_NAMES[face] for face in faces] for faces in state.dice],
        "black": list(state.black),
        "buildings": [list(cells) for cells in state.buildings],
        "lying": [sorted(lying) for lying in state.lying],
        "gray": state.gray_supply,
        "cards": {
            box.cards[index].id: (list(state.tradesmen[position]), list(state.cubes[position]))
            for position, index in enumerate(state.cards)
            if index >= 0
        },
        "row": [
            (box.events[index].id, list(flags))
            for index, flags in zip(state.row, state.flags, strict=True)
        ],
        "revealed": [box.events[index].id for index in state.revealed_events],
        "cathedral": [list(column) for column in state.cathedral],
    }


def referee_position(t: Table) -> dict[str, Any]:
    """The whole table of the referee."""
    return {
        "over": t.over,
        "round": t.round,
        "first": t.first,
        "deniers": t.deniers,
        "bank": sum(t.deniers) + sum(t.purse) - t.seats * t.box["start"]["deniers"],
        "influence": t.influence,
        "vp": t.vp,
        "characters": [tuple(hand) for hand in t.dealt],
        "supply": t.supply,
        "reserve": t.reserve,
        "taken": t.taken,
        "discarded": t.discarded,
        "purse": t.purse,
        "passed": t.passed,
        "dice": [
            [f"{colour[0]}{value}" for colour, value in sorted(t.dice.get(district, []))]
            for district in range(5)
        ],
        "black": t.black,
        "buildings": [
            [FREE if owner is None else owner for row in t.rows[name] for owner in row]
            for name in BUILDINGS
        ],
        "lying": [sorted(t.lying[name]) for name in BUILDINGS],
        "gray": t.gray_supply,
        "cards": {
            card: (
                [FREE if one is None else one for one in t.slots[card]] + t.illustration[card],
                t.cubes[card],
            )
            for card in t.open
        },
        "row": [(event.id, event.flags) for event in t.row],
        "revealed": t.revealed,
        "cathedral": [t.cathedral[value] for value in range(1, 7)],
    }


def assert_same(match: Match, referee: Referee) -> None:
    """Check that both have the same table and the same pending decision."""
    ours, theirs = engine_position(table(match)), referee_position(referee.table)
    for name, value in ours.items():
        assert value == theirs[name], f"{name}: engine {value}, referee {theirs[name]}"
    pending = match.pending()
    if referee.request is None:
        assert match.over
        assert not pending
        return
    assert [(one.decision.name, one.seat) for one in pending] == [
        (referee.request.step, referee.request.seat)
    ]


# ---------------------------------------------------------------------- picks


def group(t: Table, seat: int, rng: random.Random) -> tuple[str, ...]:
    """One to four dice of the square in their order, mostly of one colour, often of others."""
    dice = die_names(t)
    if rng.random() < 0.4:
        dice = [name for name in dice if name not in own_dice(t, seat)]
    if rng.random() < 0.85:
        colour = rng.choice("rwy")
        dice = [name for name in dice if name[1] == colour]
    chosen = rng.sample(dice, min(len(dice), rng.choice([1, 1, 1, 2, 2, 3, 3, 4])))
    return tuple(name for name in dice if name in chosen)


def some(rng: random.Random, things: list[str], most: int) -> tuple[str, ...]:
    """Some of the things, in their order."""
    chosen = rng.sample(things, min(len(things), rng.randint(0, most)))
    return tuple(one for one in things if one in chosen)


def candidate(t: Table, seat: int, rng: random.Random) -> Pick:
    """A plausible pick that may be legal or not."""
    names = group(t, seat, rng)
    own = [card for card in t.open if t.cubes[card][seat]]
    delayed = [card for card in t.open if t.cards[card]["kind"] == "delayed"]
    cube = rng.choice(["", "", *(own or [""]), rng.choice([*delayed, ""])])
    place = rng.choice(["supply", "", *places_of(t, seat), rng.choice(list(t.spaces))])
    card = rng.choice(t.open + [one for one in t.open if one in RARE] * 2)
    number = rng.choice([1, 1, 2, 3, 4, 5, 6, 9])
    match rng.choice(["activate"] * 5 + ["fight"] * 3 + ["place"] * 3 + ["build", "farm", "use"]):
        case "activate":
            return ("activate", card, cube, names, place, number)
        case "fight":
            return ("fight", rng.choice(t.row).id, cube, names, number)
        case "place":
            return ("place", cube, names[:1] if rng.random() < 0.95 else names, place)
        case "build":
            return ("build", cube, names)
        case "farm":
            return ("farm", cube, names)
    return influence_use(t, seat, rng)


def influence_use(t: Table, seat: int, rng: random.Random) -> Pick:
    """A use of influence, mostly with the seat's own dice."""
    dice = own_dice(t, seat) if rng.random() < 0.9 else die_names(t)
    one = rng.choice(dice) if dice else "0r1"
    return rng.choice([("reroll", one), ("recruit",), ("flip", some(rng, dice, 4))])


def defence(t: Table, seat: int, rng: random.Random) -> Pick:
    """A pick against a black die that may be legal or not."""
    if rng.random() < 0.2:
        return rng.choice([("yield",), influence_use(t, seat, rng)])
    black = some(rng, black_names(t)[1:], 2) if rng.random() < 0.5 else ()
    return ("defeat", some(rng, own_dice(t, seat), 6) + black)


def mutated(pick: Pick, rng: random.Random) -> Pick:
    """A pick with something in it changed."""
    if type(pick) is not tuple:
        return rng.choice([f"{pick}x", (pick,), "stop", "supply", 0, 1, -1, None, True])
    parts = list(pick)
    at = rng.randrange(len(parts)) if parts else 0
    match rng.randrange(6):
        case 0 if parts:
            del parts[at]
        case 1:
            parts.insert(at, rng.choice(["", 1, "supply", ("0r1",)]))
        case 2 if parts:
            parts[at] = changed(parts[at], rng)
        case 3:
            parts.reverse()
        case 4:
            return list(parts)
        case _ if parts:
            parts[at] = changed(parts[at], rng)
    return tuple(parts)


def changed(part: Any, rng: random.Random) -> Any:
    """Another value for a part of a pick."""
    if type(part) is int:
        return rng.choice([part + 1, part - 1, 0, 99, True, str(part), float(part)])
    if type(part) is str:
        return rng.choice(["", f"{part}b", "supply", "monk", "k6", 1, None, (part,)])
    if part and rng.random() < 0.7:
        again = list(part)
        again[rng.randrange(len(again))] = rng.choice(["nw1", "0y5", "0r1b", "k6", "x", *part])
        return tuple(again)
    return rng.choice([part[::-1], part + part[:1], (), list(part), "0r1"])


# ---------------------------------------------------------------------- games


class Game:
    """A match and its referee, played together at random."""

    def __init__(self, number: int, *, tries: int = 12) -> None:
        """Create game `number`: 2 to 4 players, bonus cards in half of them, other money and events
        in three of four."""
        self.rng = random.Random(number)
        self.tries = tries
        seats, bonus = 2 + number % 3, number // 3 % 2 == 1
        own = VARIANTS[number % 4]
        options = {"bonus": "on" if bonus else "off"}
        self.match = begin(
            seats, f"referee {number}", options=options, data=own, notes=False, digests=False
        )
        self.referee = Referee(seats, bonus=bonus, own=own)
        self.dice = Dice(b"referee %d" % number)
        self.seen = 0
        self.judged: Counter[bool] = Counter()
        self.done: Counter[str] = Counter()

    def play(self) -> Game:
        """Play to the end; any difference raises."""
        self.follow()
        while self.match.pending():
            seat = self.match.pending()[0].seat
            picks = self.legal_picks(seat)
            pick = self.rng.choices(picks, [weight(one) for one in picks])[0]
            self.count(pick)
            self.match.choose(seat, pick)
            self.follow()
        self.compare_scores()
        return self

    def follow(self) -> None:
        """Pass the new events to the referee."""
        for event in self.match.log[self.seen :]:
            self.referee.process(event.step, event.seat, event.value)
        self.seen = len(self.match.log)
        assert_same(self.match, self.referee)

    def legal_picks(self, seat: int) -> list[Pick]:
        """Picks that both consider legal, among those of the engine and made-up ones."""
        request, decision = self.referee.request, self.match.decision(seat)
        assert request is not None
        listed = list(self.match.options(seat))
        if request.options is not None:
            assert sorted(map(str, listed)) == sorted(map(str, request.options))
        offered = listed
        if not decision.listed:
            more = [decision.sample(self.match.state, self.dice) for _ in range(2)]
            offered = [*self.rng.sample(listed, min(len(listed), 3)), *more]
        for pick in offered:
            assert self.judge(seat, pick), f"offered, but the referee refuses {pick}"
        made_up = [self.made_up(seat, offered) for _ in range(self.tries)]
        fine = [pick for pick in made_up if self.judge(seat, pick)]
        return [*fine, *offered] if self.rng.random() < 0.6 else offered

    def made_up(self, seat: int, offered: list[Pick]) -> Pick:
        """A pick that may be legal or not."""
        t, rng = self.referee.table, self.rng
        step = self.match.decision(seat).name
        if step not in ("TakeTurn", "FaceBlackDie") or rng.random() < 0.3:
            return mutated(rng.choice(offered), rng)
        pick = candidate(t, seat, rng) if step == "TakeTurn" else defence(t, seat, rng)
        return mutated(pick, rng) if rng.random() < 0.1 else pick

    def judge(self, seat: int, pick: Pick) -> bool:
        """Whether a pick is legal; both must say the same."""
        request = self.referee.request
        assert request is not None
        ours = is_plain(pick) and bool(request.allows(pick))
        refusal = self.match.refuse(seat, pick)
        assert (refusal is None) == ours, f"seat {seat}, {pick}: referee {ours}, engine {refusal}"
        if refusal is not None:
            assert refusal.reason.plain()
        self.judged[ours] += 1
        return ours

    def compare_scores(self) -> None:
        """TRO-20.1 to 20.3: totals and places."""
        totals = {seat: final_score(self.referee.table, seat) for seat in range(self.seats)}
        for one in self.match.game.standings(self.match.view(None)):
            assert one.total == totals[one.seat]
            assert one.place == 1 + sum(other > one.total for other in totals.values())

    @property
    def seats(self) -> int:
        """Number of players."""
        return self.referee.table.seats

    def count(self, pick: Pick) -> None:
        """Record what was done, for the test of the games' coverage."""
        match pick:
            case ("activate", card, cube, *_):
                self.done.update([f"card {card}", f"cube {cube}"])
            case ("fight" | "build" | "farm" | "place" as verb, *rest):
                cube = rest[1] if verb == "fight" else rest[0]
                self.done.update([verb, f"cube {cube}", f"{verb} with {cube}"])
            case (verb, *_) if type(pick) is tuple:
                self.done[verb] += 1


def weight(pick: Pick) -> int:
    """Weight of a pick: highest for rare ones, lowest for passing, which ends rounds."""
    match pick:
        case ("activate" | "fight", head, cube, *_):
            return 40 if cube or head in RARE else 8
        case ("build" | "farm" | "place", cube, *_):
            return 40 if cube else 4
        case ("pass",) | ("recruit",):
            return 1
    return 3


def is_plain(pick: Pick) -> bool:
    """Whether a pick can be logged: integers, strings and tuples of them."""
    if type(pick) is tuple:
        return all(is_plain(part) for part in pick)
    return type(pick) is int or type(pick) is str


@pytest.mark.rule("TRO-4.1", "TRO-9.1", "TRO-9.3", "TRO-13.17", "TRO-16.8", "TRO-20.1")
@pytest.mark.parametrize("number", range(9))
def test_random_games_agree_with_the_reference_implementation(number):
    game = Game(number).play()
    assert game.judged[True] > 100
    assert game.judged[False] > 100


@pytest.mark.long
@pytest.mark.parametrize("batch", batches(2))
def test_many_games_agree_with_the_reference_implementation(batch):
    done: Counter[str] = Counter()
    for number in range(250):
        done += Game(1000 + 250 * batch + number).play().done
    box = in_the_file()["activity_cards"]
    wanted = [f"card {one['id']}" for one in box]
    wanted += [f"cube {one['id']}" for one in box if one["kind"] == "delayed"]
    assert [one for one in wanted if not done[one]] == []
