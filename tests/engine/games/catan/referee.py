"""A second, slow referee of Catan, written from the rules alone. It receives the events of a match
one after another, keeps its own records, and exposes them for comparison.

It is a generator that yields the expected `(step, seats)` and is sent the event that occurred.
"""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Generator, Iterable
from pathlib import Path
from typing import Any

import engine.games.knights as ground

FOLDER = Path(ground.__file__).parent
MAP = tomllib.loads((FOLDER / "components.toml").read_text(encoding="utf-8"))
NODES = {one["id"]: one for one in MAP["geometry"]["nodes"]}
EDGES = {one["id"]: (one["a"], one["b"]) for one in MAP["geometry"]["edges"]}
HEX_NODES = {one["id"]: one["nodes"] for one in MAP["geometry"]["hexes"]}
HARBORS = {one["id"]: one["nodes"] for one in MAP["harbors"]["places"]}

KINDS = ("lumber", "brick", "wool", "grain", "ore")
LANDS = {
    "forest": "lumber",
    "hills": "brick",
    "pasture": "wool",
    "fields": "grain",
    "mountains": "ore",
}
PRICES = {
    "road": Counter(lumber=1, brick=1),
    "settlement": Counter(lumber=1, brick=1, wool=1, grain=1),
    "city": Counter(grain=2, ore=3),
    "card": Counter(wool=1, grain=1, ore=1),
}
SUPPLY = {"road": 15, "settlement": 5, "city": 4}

Due = tuple[str, tuple[int, ...]]
Game = Generator[Due, Any, Any]


class Won(Exception):
    """The game is over."""


class Referee:
    """The whole game."""

    def __init__(self, seats: int, target: int, limit: int, *, laid: bool) -> None:
        self.seats, self.target, self.limit, self.laid = seats, target, limit, laid
        self.bank = Counter(dict.fromkeys(KINDS, 19))
        self.hands = [Counter[str]() for _ in range(seats)]
        self.held: list[list[str]] = [[] for _ in range(seats)]
        self.played: list[list[str]] = [[] for _ in range(seats)]
        self.built: dict[int, tuple[int, str]] = {}
        self.roads: dict[int, int] = {}
        self.award = self.army = -1
        self.active = -1
        self.fresh, self.card_played = 0, False

    # ------------------------------------------------------------------ the game

    def game(self) -> Game:
        """CK-3 and CK-25.3, then turn after turn until somebody wins."""
        if self.laid:
            layout = MAP["layouts"]["beginner"]
            harbors = [one["beginner_type"] for one in MAP["harbors"]["places"]]
            island = (layout["terrain_by_hex"], layout["number_by_hex"], harbors)
        else:
            island = yield "LayOut", ()
        self.lands, self.numbers, self.harbors = island
        self.robber = list(self.lands).index("desert")
        (pile,) = yield "ShuffleDecks", ()
        self.pile = list(pile)
        for seat in range(self.seats):
            yield from self.settle(seat, "SetupSettlement")
        for seat in reversed(range(self.seats)):
            yield from self.settle(seat, "SecondSettlement")
        seat = 0
        while True:
            yield from self.turn(seat)
            seat = (seat + 1) % self.seats

    def settle(self, seat: int, step: str) -> Game:
        """Place a settlement, which brings its cards if it is the second one, and a road."""
        self.active = seat
        node: int = yield step, (seat,)
        assert self.is_free(node)
        self.built[node] = (seat, "settlement")
        for hex in NODES[node]["hexes"] if step == "SecondSettlement" else ():
            if self.lands[hex] != "desert":
                self.take(seat, LANDS[self.lands[hex]], 1)
        ways = [e for e, ends in EDGES.items() if node in ends and e not in self.roads]
        edge = ways[0] if len(ways) == 1 else (yield "SetupRoad", (seat,))
        assert edge in ways
        self.roads[edge] = seat

    def turn(self, seat: int) -> Game:
        """CK-4, CK-25.8: a card before the dice or none, the dice, any actions."""
        self.active, self.fresh, self.card_played = seat, 0, False
        self.claim()
        if self.held[seat]:
            pick = yield "PreRoll", (seat,)
            if pick != "roll":
                yield from self.play(seat, pick)
        one, other = yield "Roll", ()
        if one + other == 7:
            yield from self.seven(seat)
        else:
            self.produce(one + other)
        while True:
            pick = yield "Main", (seat,)
            if pick == ("end",):
                return
            yield from self.do(seat, pick)

    def do(self, seat: int, pick: Any) -> Game:
        match pick:
            case ("bank", give, want):
                self.give(seat, give, self.rate(seat, give))
                assert give != want
                assert self.bank[want]
                self.take(seat, want, 1)
            case ("offer", give, want):
                yield from self.offer(seat, Counter(dict(give)), Counter(dict(want)))
            case ("road", edge):
                self.pay(seat, "road")
                self.lay(seat, edge)
                self.measure()
            case ("settlement", node):
                assert self.is_free(node)
                assert any(node in EDGES[e] for e, owner in self.roads.items() if owner == seat)
                self.pay(seat, "settlement")
                self.built[node] = (seat, "settlement")
                assert self.count(seat, "settlement") <= SUPPLY["settlement"]
                self.measure()
            case ("city", node):
                assert self.built[node] == (seat, "settlement")
                self.pay(seat, "city")
                self.built[node] = (seat, "city")
                assert self.count(seat, "city") <= SUPPLY["city"]
            case ("buy",):
                self.pay(seat, "card")
                self.held[seat].append(self.pile.pop())
                self.fresh += 1
            case ("card", card):
                yield from self.play(seat, card)
        self.claim()

    # ------------------------------------------------------------------ cards

    def play(self, seat: int, card: str) -> Game:
        """CK-25.8 to CK-25.13."""
        ripe = self.held[seat][: len(self.held[seat]) - self.fresh]
        assert card in ripe
        assert not self.card_played
        self.card_played = True
        self.held[seat].remove(card)
        self.played[seat].append(card)
        if card == "knight":
            sizes = [played.count("knight") for played in self.played]
            least = 3 if self.army < 0 else sizes[self.army] + 1
            if seat != self.army and sizes[seat] >= least:
                self.army = seat
            self.claim()
            yield from self.move_robber(seat)
        elif card == "road_building":
            yield from self.free_roads(seat)
        elif card == "year_of_plenty":
            taken = Counter(dict((yield "PlentyTake", (seat,))))
            assert taken.total() == min(2, self.bank.total())
            for kind, number in taken.items():
                assert number <= self.bank[kind]
                self.take(seat, kind, number)
        else:
            assert card == "monopoly"
            kind = yield "MonopolyKind", (seat,)
            for other in self.others(seat):
                self.hands[seat][kind] += self.hands[other].pop(kind, 0)

    def free_roads(self, seat: int) -> Game:
        for number in (1, 2):
            edges = self.edges_for(seat) if self.count(seat, "road") < SUPPLY["road"] else []
            if number == 1:
                pick = edges[0] if len(edges) == 1 else (yield "FreeRoad", (seat,))
            else:
                pick = (yield "FreeRoad", (seat,)) if edges else "pass"
            if pick == "pass":
                break
            self.lay(seat, pick)
        self.measure()

    # ------------------------------------------------------------------ production and robber

    def produce(self, number: int) -> None:
        """CK-25.4."""
        due = [Counter[str]() for _ in range(self.seats)]
        for hex, token in enumerate(self.numbers):
            if token == number and hex != self.robber:
                for node in HEX_NODES[hex]:
                    if node in self.built:
                        owner, piece = self.built[node]
                        due[owner][LANDS[self.lands[hex]]] += 2 if piece == "city" else 1
        for kind in KINDS:
            takers = [seat for seat in range(self.seats) if due[seat][kind]]
            wanted = sum(due[seat][kind] for seat in takers)
            if wanted <= self.bank[kind]:
                for seat in takers:
                    self.take(seat, kind, due[seat][kind])
            elif len(takers) == 1:
                self.take(takers[0], kind, self.bank[kind])

    def seven(self, seat: int) -> Game:
        """CK-25.5: half of each hand above the limit, in any order, paid together."""
        over = [one for one in range(self.seats) if self.hands[one].total() > self.limit]
        gone: dict[int, Counter[str]] = {}
        while len(gone) < len(over):
            who, bag = yield "SevenDiscard", tuple(one for one in over if one not in gone)
            gone[who] = Counter(dict(bag))
            assert gone[who].total() == self.hands[who].total() // 2
        for who, cards in gone.items():
            for kind, number in cards.items():
                self.give(who, kind, number)
        yield from self.move_robber(seat)

    def move_robber(self, seat: int) -> Game:
        hex = yield "RobberHex", (seat,)
        assert hex != self.robber
        self.robber = hex
        owners = {self.built[node][0] for node in HEX_NODES[hex] if node in self.built}
        victims = [one for one in self.others(seat) if one in owners and self.hands[one].total()]
        if not victims:
            return
        victim = victims[0] if len(victims) == 1 else (yield "RobberVictim", (seat,))
        assert victim in victims
        kind = yield "Steal", ()
        assert self.hands[victim][kind] > 0
        self.hands[victim][kind] -= 1
        self.hands[seat][kind] += 1

    # ------------------------------------------------------------------ trade

    def offer(self, seat: int, give: Counter[str], want: Counter[str]) -> Game:
        """CK-10.10, CK-10.11."""
        assert give <= self.hands[seat]
        assert give.total() > 0 < want.total()
        assert not give & want
        answers = {}
        for other in self.others(seat):
            if self.hands[other].total():
                answer = yield "TradeResponse", (other,)
                if answer[0] == "accept":
                    assert want <= self.hands[other]
                    answers[other] = (give, want)
                elif answer[0] == "counter":
                    theirs, asked = Counter(dict(answer[1])), Counter(dict(answer[2]))
                    assert theirs <= self.hands[other]
                    answers[other] = (asked, theirs)
        if answers:
            pick = yield "TradeConfirm", (seat,)
            if pick != ("withdraw",):
                goes, comes = answers[pick[1]]
                assert goes <= self.hands[seat]
                self.hands[seat] = self.hands[seat] - goes + comes
                self.hands[pick[1]] = self.hands[pick[1]] - comes + goes

    def rate(self, seat: int, kind: str) -> int:
        """CK-10.3 to CK-10.5."""
        found = [4]
        for place, harbor in zip(HARBORS.values(), self.harbors, strict=True):
            if any(self.built.get(node, (-1, ""))[0] == seat for node in place):
                found += [3] if harbor == "generic" else [2] * (harbor == kind)
        return min(found)

    # ------------------------------------------------------------------ records

    def others(self, seat: int) -> list[int]:
        return [(seat + k) % self.seats for k in range(1, self.seats)]

    def take(self, seat: int, kind: str, number: int) -> None:
        self.bank[kind] -= number
        self.hands[seat][kind] += number

    def give(self, seat: int, kind: str, number: int) -> None:
        assert self.hands[seat][kind] >= number
        self.take(seat, kind, -number)

    def pay(self, seat: int, what: str) -> None:
        for kind, number in PRICES[what].items():
            self.give(seat, kind, number)

    def count(self, seat: int, piece: str) -> int:
        if piece == "road":
            return list(self.roads.values()).count(seat)
        return list(self.built.values()).count((seat, piece))

    def is_free(self, node: int) -> bool:
        return not any(one in self.built for one in (node, *NODES[node]["adjacent"]))

    def edges_for(self, seat: int) -> list[int]:
        """CK-11.2."""
        own = {node for e, owner in self.roads.items() if owner == seat for node in EDGES[e]}
        own |= {node for node, (owner, _) in self.built.items() if owner == seat}
        from_ = {node for node in own if self.built.get(node, (seat, ""))[0] == seat}
        return [e for e, ends in EDGES.items() if e not in self.roads and set(ends) & from_]

    def lay(self, seat: int, edge: int) -> None:
        assert edge in self.edges_for(seat)
        self.roads[edge] = seat
        assert self.count(seat, "road") <= SUPPLY["road"]

    def length(self, seat: int) -> int:
        """CK-12.1, CK-12.2: walk every trail to its end."""
        own = {e for e, owner in self.roads.items() if owner == seat}
        cut = {node for node, (owner, _) in self.built.items() if owner != seat}

        def walk(at: int, used: frozenset[int]) -> int:
            if used and at in cut:
                return len(used)
            ways = [e for e in own - used if at in EDGES[e]]
            further = (walk(sum(EDGES[e]) - at, used | {e}) for e in ways)
            return max(further, default=len(used))

        starts: Iterable[int] = {node for e in own for node in EDGES[e]}
        return max((walk(node, frozenset()) for node in starts), default=0)

    def measure(self) -> None:
        """CK-12.3 to CK-12.5."""
        lengths = [self.length(seat) for seat in range(self.seats)]
        longest = max(lengths)
        if longest < 5:
            self.award = -1
        elif self.award < 0 or lengths[self.award] < longest:
            self.award = lengths.index(longest) if lengths.count(longest) == 1 else -1
        self.claim()

    def points(self, seat: int) -> int:
        """CK-22.1."""
        found = self.count(seat, "settlement") + 2 * self.count(seat, "city")
        found += 2 * (self.award == seat) + 2 * (self.army == seat)
        return found + self.held[seat].count("victory_point")

    def claim(self) -> None:
        """CK-22.2."""
        if self.points(self.active) >= self.target:
            raise Won
