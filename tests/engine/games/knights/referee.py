"""A second, slow referee of Cities & Knights, written from the rulebook alone: it plays side by
side with the game to find differences.

The game is one long generator: it yields the expected decision or chance and is sent the result.
"""

from __future__ import annotations

from itertools import permutations
from typing import Any

from tests.engine.games.knights.referee_cards import CardPlays
from tests.engine.games.knights.referee_table import (
    BOX,
    COSTS,
    EDGES,
    HEX_NODES,
    KINDS,
    NEIGHBOUR_HEXES,
    NOBODY,
    NODES,
    RESOURCES,
    STOCK,
    TERRAINS,
    TRACKS,
    Cards,
    Chance,
    Pick,
    Play,
    Stone,
    is_bag,
)

FACES = BOX["dice"][2]["faces"]


class Referee(CardPlays):
    """The whole game."""

    # ------------------------------------------------------------------ setup

    def game(self) -> Play:
        """CK-3, CK-4.1: the island, the decks, two rounds of setup, then turn after turn."""
        if self.layout == "beginner":
            self.lay_out(self.own_map or self.beginners_island())
        else:
            _, island = yield Chance("LayOut", self.is_island)
            self.lay_out(island)
        _, decks = yield Chance("ShuffleDecks", self.are_decks)
        for track, cards in zip(TRACKS, decks, strict=True):
            self.decks[track] = list(cards)
        for seat in range(self.seats):
            yield from self.set_up(seat, "SetupSettlement", "settlement")
        for seat in reversed(range(self.seats)):
            yield from self.set_up(seat, "SetupCity", "city")
        yield from self.turns()

    def turns(self, seat: int = 0) -> Play:
        """CK-3.9, CK-4.1: one turn after another, beginning with this seat's."""
        while True:
            yield from self.turn(seat)
            seat = (seat + 1) % self.seats

    def beginners_island(self) -> Any:
        """CK-2.8."""
        layout = BOX["layouts"]["beginner"]
        harbors = [place["beginner_type"] for place in BOX["harbors"]["places"]]
        return layout["terrain_by_hex"], layout["number_by_hex"], harbors

    def is_island(self, island: Any) -> bool:
        """CK-1.1 to CK-1.3, CK-2.5 to CK-2.7: the right hexes, tokens and harbours, in a spiral or
        with the red numbers apart."""
        terrains, numbers, harbors = island
        full = sorted(t for t in TERRAINS for _ in range(TERRAINS[t]["count"]))
        values = BOX["layouts"]["random_spiral"]["token_values"]
        types = sorted(t["id"] for t in BOX["harbor_types"] for _ in range(t["count"]))
        if sorted(terrains) != full or sorted(harbors) != types:
            return False
        if sorted(numbers) != sorted([0, *values]) or numbers[terrains.index("desert")]:
            return False
        for hex, near in NEIGHBOUR_HEXES.items():
            if numbers[hex] in (6, 8) and any(numbers[other] in (6, 8) for other in near):
                return False
        if self.layout == "random_balanced":
            return True
        ways = [self.spiral(corner, way) for corner in range(6) for way in (1, -1)]
        return any([numbers[h] for h in way if numbers[h]] == values for way in ways)

    def spiral(self, corner: int, way: int) -> list[int]:
        """CK-2.5: round the coast from a corner, round the inner ring, to the centre."""
        layout = BOX["layouts"]["random_spiral"]
        outer, inner = layout["outer_ring_clockwise"], layout["inner_ring_clockwise"]
        coast = [outer[(2 * corner + way * k) % 12] for k in range(12)]
        ring = [inner[(corner + way * k) % 6] for k in range(6)]
        return [*coast, *ring, layout["centre"]]

    def are_decks(self, decks: Any) -> bool:
        """CK-1.8."""
        return [sorted(deck) for deck in decks] == [
            sorted(
                c["id"] for c in BOX["progress_cards"] if c["deck"] == t for _ in range(c["count"])
            )
            for t in TRACKS
        ]

    def lay_out(self, island: Any) -> None:
        """CK-2.9: the robber starts on the desert."""
        self.terrains, self.numbers, self.harbors = (list(part) for part in island)
        self.robber = self.terrains.index("desert")

    def set_up(self, seat: int, name: str, piece: str) -> Play:
        """CK-3.2 to CK-3.7."""
        self.active = seat
        places = [node for node in NODES if node not in self.at and self.keeps_distance(node)]
        node = yield from self.ask(seat, name, places)
        self.at[node] = Stone(seat, piece)
        if piece == "city":
            for hex in NODES[node]["hexes"]:
                for kind in TERRAINS[self.terrains[hex]]["settlement"]:
                    self.take(seat, kind, 1)
        roads = [edge for edge in EDGES if node in EDGES[edge] and edge not in self.roads]
        edge = yield from self.ask(seat, "SetupRoad", roads)
        self.roads[edge] = seat
        self.measure()

    # ------------------------------------------------------------------ a turn

    def turn(self, seat: int) -> Play:
        """CK-4.1 to CK-4.8."""
        self.active = seat
        self.win()
        for stone in self.at.values():
            stone.ready = stone.active and stone.seat == seat
        yield from self.roll(seat)
        yield from self.resolve_event(self.event, self.dice[0])
        if sum(self.dice) == 7:
            yield from self.seven(seat)
        else:
            yield from self.production(sum(self.dice))
        yield from self.actions(seat)
        if len(self.progress[seat]) == 5:
            yield from self.discard_progress(seat, "ProgressDiscardEnd")
        self.fleet, self.dealt, self.crane, self.alchemist = set(), set(), False, False
        for stone in self.at.values():
            stone.ready = stone.promoted = False

    def roll(self, seat: int) -> Play:
        """CK-4.3, CK-4.4, CK-20.1: an Alchemist or not, then the dice."""
        alchemist = ["alchemist"] if "alchemist" in self.progress[seat] else []
        choice = yield from self.ask(seat, "PreRoll", ["roll", *alchemist], always=True)
        if choice == "alchemist":
            self.play_card(seat, "alchemist")
            self.alchemist = True
            pairs = [(red, yellow) for red in range(1, 7) for yellow in range(1, 7)]
            self.dice = yield from self.ask(seat, "AlchemistDice", pairs)
            _, self.event = yield Chance("RollEvent", FACES.__contains__)
        else:
            _, (red, yellow, self.event) = yield Chance(
                "Roll", lambda out: 1 <= out[0] <= 6 and 1 <= out[1] <= 6 and out[2] in FACES
            )
            self.dice = red, yellow
            self.rolled[red + yellow] += 1
            self.expected = [n + self.income(s) for s, n in enumerate(self.expected)]
        self.faces[self.event] += 1

    def resolve_event(self, face: str, red: int) -> Play:
        """CK-4.5, CK-6.1, CK-6.2, CK-7.1, CK-7.2."""
        if face == "ship":
            self.ship += 1
            if self.ship == 7:
                yield from self.attack()
            return
        (track,) = (name for name in TRACKS if TRACKS[name]["event_face"] == face)
        for seat in self.from_seat(self.active):
            level = self.levels[seat][track]
            if level and red <= level + 1:
                yield from self.draw(seat, track)

    def draw(self, seat: int, track: str) -> Play:
        """CK-7.3 to CK-7.7."""
        if not self.decks[track]:
            return
        card = self.decks[track].pop()
        if card in ("printer", "constitution"):
            self.opened[seat].append(card)
            self.win()
            return
        self.progress[seat].append(card)
        if len(self.progress[seat]) == 5 and seat != self.active:
            yield from self.discard_progress(seat, "ProgressDiscardOffTurn")

    def discard_progress(self, seat: int, name: str) -> Play:
        """CK-7.7, CK-7.8, CK-7.9."""
        cards = sorted(set(self.progress[seat]))
        card = yield from self.ask(seat, name, cards, always=True)
        self.play_card(seat, card)

    # ------------------------------------------------------------------ barbarians

    def attack(self) -> Play:
        """CK-6.4 to CK-6.22."""
        cities = sum(stone.piece == "city" for stone in self.at.values())
        given = [self.contribution(seat) for seat in range(self.seats)]
        if sum(given) >= cities:
            yield from self.reward(given)
        else:
            yield from self.pillage(given)
        self.ship = 0
        for stone in self.at.values():
            stone.active = stone.ready = False
        self.locked = False

    def reward(self, given: list[int]) -> Play:
        """CK-6.8 to CK-6.12."""
        best = [seat for seat in self.from_seat(self.active) if given[seat] == max(given)]
        if not max(given):
            return
        if len(best) == 1:
            self.defenders[best[0]] += 1
            self.win()
            return
        for seat in best:
            decks = [track for track in TRACKS if self.decks[track]]
            if decks:
                track = yield from self.ask(seat, "TieDeck", decks)
                yield from self.draw(seat, track)

    def pillage(self, given: list[int]) -> Play:
        """CK-6.14 to CK-6.18."""
        eligible = [seat for seat in self.from_seat(self.active) if self.available_cities(seat)]
        for seat in [s for s in eligible if given[s] == min(given[e] for e in eligible)]:
            node = yield from self.ask(seat, "PillageCity", self.available_cities(seat))
            self.at[node].piece = "settlement" if self.left(seat, "settlement") else "tipped"
            self.at[node].wall = False

    # ------------------------------------------------------------------ production and seven

    def production(self, total: int) -> Play:
        """CK-8.1 to CK-8.9."""
        due: list[Cards] = [dict.fromkeys(KINDS, 0) for _ in range(self.seats)]
        for hex, number in enumerate(self.numbers):
            if number != total or hex == self.robber:
                continue
            for seat in range(self.seats):
                for node in self.at_hex(seat, hex):
                    for kind, count in self.brings(hex, node).items():
                        due[seat][kind] += count
        received = set()
        for kind in KINDS:
            pending = [seat for seat in range(self.seats) if due[seat][kind]]
            enough = sum(due[seat][kind] for seat in pending) <= self.bank[kind]
            for seat in pending if enough or len(pending) == 1 else []:
                number = min(due[seat][kind], self.bank[kind])
                self.take(seat, kind, number)
                self.produced[seat][kind] += number
                self.arranged[seat][kind] += number if self.alchemist else 0
                if number:
                    received.add(seat)
        for seat in self.from_seat(self.active):
            if self.levels[seat]["science"] >= 3 and seat not in received:
                kinds = [kind for kind in RESOURCES if self.bank[kind]]
                kind = yield from self.ask(seat, "Aqueduct", [*kinds, "pass"])
                if kind != "pass":
                    self.take(seat, kind, 1)

    def seven(self, seat: int) -> Play:
        """CK-9.2 to CK-9.8."""
        over = [one for one in self.from_seat(seat) if self.size(one) > self.limit(one)]
        yield from self.discard_halves(over, "SevenDiscard")
        if not self.locked:
            yield from self.rob(seat)

    def rob(self, seat: int) -> Play:
        """CK-9.7, CK-9.8."""
        hexes = [hex for hex in HEX_NODES if hex != self.robber]
        self.robber = yield from self.ask(seat, "RobberHex", hexes)
        if victims := self.victims():
            victim = yield from self.ask(seat, "RobberVictim", victims)
            yield from self.steal(seat, victim)

    # ------------------------------------------------------------------ the action phase

    def actions(self, seat: int) -> Play:
        """CK-4.7: any commands until the turn ends."""
        while True:
            commands = self.commands(seat)

            def allows(pick: Pick, known: list[Pick] = commands) -> bool:
                return pick in known or self.may_offer(seat, pick)

            pick = yield from self.ask(seat, "Main", commands, always=True, allows=allows)
            if pick == ("end",):
                return
            yield from getattr(self, f"do_{pick[0]}")(seat, *pick[1:])

    def commands(self, seat: int) -> list[Pick]:
        """CK-4.7: all commands except trade offers, which are too many to list."""
        found: list[Pick] = [("end",)]
        found += [
            ("bank", give, get)
            for give, get in permutations(KINDS, 2)
            if self.hands[seat][give] >= self.rate(seat, give) and self.bank[get]
        ]
        if self.can_pay(seat, COSTS["road"]) and self.left(seat, "road"):
            found += [("road", edge) for edge in self.road_places(seat)]
        if self.can_pay(seat, COSTS["settlement"]) and self.left(seat, "settlement"):
            found += [("settlement", node) for node in self.settlement_places(seat)]
        if self.can_pay(seat, COSTS["city"]):
            found += [("city", node) for node in self.city_places(seat)]
        if self.can_pay(seat, COSTS["city_wall"]):
            found += [("wall", node) for node in self.wall_places(seat)]
        found += self.improvements(seat)
        found += self.knight_commands(seat)
        return found + [("card", card) for card in self.playable(seat)]

    def improvements(self, seat: int) -> list[Pick]:
        """CK-13.1, CK-13.2, CK-13.8, CK-13.9, CK-20.3."""
        found: list[Pick] = []
        for track, data in TRACKS.items():
            level, held = self.levels[seat][track], self.hands[seat][data["commodity"]]
            if level == 5 or not self.of(seat, "city"):
                continue
            keeps = level == 4 and self.metropolis_owner(track) == seat
            if level >= 3 and not self.available_cities(seat) and not keeps:
                continue
            if held >= level + 1:
                found.append(("improve", track))
            if held >= level and "crane" in self.progress[seat] and not self.crane:
                found.append(("improve", track, "crane"))
        return found

    def knight_commands(self, seat: int) -> list[Pick]:
        """CK-15.1 to CK-15.8, CK-16.1 to CK-16.11."""
        found: list[Pick] = []
        if self.can_pay(seat, COSTS["knight_recruit"]) and self.knights_left(seat, 1):
            found += [("recruit", node) for node in self.knight_places(seat)]
        if self.can_pay(seat, COSTS["knight_promote"]):
            found += [("promote", node) for node in self.promotable(seat)]
        for node in self.of(seat, "knight"):
            if not self.at[node].active and self.can_pay(seat, COSTS["knight_activate"]):
                found.append(("activate", node))
            if self.at[node].ready:
                found += [("move", node, to) for to in self.empty_in_reach(seat, node)]
                found += [("displace", node, to) for to in self.weaker_in_reach(seat, node)]
                if node in HEX_NODES[self.robber] and not self.locked:
                    found.append(("chase", node))
        return found

    # ------------------------------------------------------------------ trade

    def do_bank(self, seat: int, give: str, get: str) -> Play:
        """CK-10.2."""
        self.pay(seat, {give: self.rate(seat, give)})
        self.take(seat, get, 1)
        yield from ()

    def is_bargain(self, seat: int, give: Any, want: Any) -> bool:
        """CK-10.10: cards on both sides, no kind on both, affordable for the seat; no more is
        wanted than exists."""
        if not is_bag(give) or not is_bag(want):
            return False
        if {kind for kind, _ in give} & {kind for kind, _ in want}:
            return False
        return self.can_pay(seat, dict(give)) and all(n <= STOCK[kind] for kind, n in want)

    def may_offer(self, seat: int, pick: Pick) -> bool:
        """CK-10.11: an offer that the active player can pay."""
        if type(pick) is not tuple or len(pick) != 3 or pick[0] != "offer":
            return False
        return self.is_bargain(seat, pick[1], pick[2])

    def do_offer(self, seat: int, give: Any, want: Any) -> Play:
        """CK-10.11: everyone answers, then the active player executes one answer or withdraws."""
        answers: dict[Pick, tuple[Any, Any]] = {}
        for other in self.opponents():
            if not self.size(other):
                continue
            yes = [("accept",)] if self.can_pay(other, dict(want)) else []

            def allows(pick: Pick, other: int = other, plain: Any = (*yes, ("decline",))) -> bool:
                return pick in plain or self.is_counter(other, pick, give, want)

            plain = [("decline",), *yes]
            pick = yield from self.ask(other, "TradeResponse", plain, always=True, allows=allows)
            if pick[0] == "accept":
                answers["accept", other] = give, want
            elif pick[0] == "counter":
                answers["counter", other] = pick[2], pick[1]
        if not answers:
            return
        payable = [key for key, (mine, _) in answers.items() if self.can_pay(seat, dict(mine))]
        done = yield from self.ask(seat, "TradeConfirm", [*payable, ("withdraw",)], always=True)
        if done != ("withdraw",):
            mine, theirs = answers[done]
            self.pass_on(seat, done[1], dict(mine))
            self.pass_on(done[1], seat, dict(theirs))

    def is_counter(self, seat: int, pick: Pick, give: Any, want: Any) -> bool:
        """CK-10.11: a counter-offer can be paid and differs from the offer."""
        if type(pick) is not tuple or len(pick) != 3 or pick[0] != "counter":
            return False
        return self.is_bargain(seat, pick[1], pick[2]) and (pick[1], pick[2]) != (want, give)

    # ------------------------------------------------------------------ building

    def do_road(self, seat: int, edge: int) -> Play:
        """CK-11.1, CK-11.2."""
        self.pay(seat, COSTS["road"])
        self.roads[edge] = seat
        self.measure()
        yield from ()

    def do_settlement(self, seat: int, node: int) -> Play:
        """CK-11.4; the action is complete when it is placed, so the roads are measured with it."""
        self.pay(seat, COSTS["settlement"])
        self.at[node] = Stone(seat, "settlement")
        self.measure()
        yield from ()

    def do_city(self, seat: int, node: int) -> Play:
        """CK-11.8."""
        self.pay(seat, COSTS["city"])
        self.at[node].piece = "city"
        self.win()
        yield from ()

    def do_wall(self, seat: int, node: int) -> Play:
        """CK-11.10."""
        self.pay(seat, COSTS["city_wall"])
        self.at[node].wall = True
        yield from ()

    def do_improve(self, seat: int, track: str, crane: str = "") -> Play:
        """CK-13.1, CK-14.1, CK-14.4, CK-14.5, CK-20.3."""
        level = self.levels[seat][track] + 1
        if crane:
            self.play_card(seat, "crane")
            self.crane = True
        self.pay(seat, {TRACKS[track]["commodity"]: level - bool(crane)})
        others = [self.levels[one][track] for one in range(self.seats) if one != seat]
        self.levels[seat][track] = level
        first = level >= 4 and max(others) < level
        if first and self.metropolis_owner(track) in (
            (NOBODY,) if level == 4 else self.opponents()
        ):
            cities = self.available_cities(seat)
            self.metropolis[track] = yield from self.ask(seat, "MetropolisCity", cities)
            self.win()

    # ------------------------------------------------------------------ knights

    def do_recruit(self, seat: int, node: int) -> Play:
        """CK-15.1."""
        self.pay(seat, COSTS["knight_recruit"])
        self.at[node] = Stone(seat, "knight", level=1)
        self.measure()
        yield from ()

    def do_activate(self, seat: int, node: int) -> Play:
        """CK-15.3."""
        self.pay(seat, COSTS["knight_activate"])
        self.at[node].active = True
        yield from ()

    def do_promote(self, seat: int, node: int) -> Play:
        """CK-15.4."""
        self.pay(seat, COSTS["knight_promote"])
        self.promote(node)
        yield from ()

    def do_move(self, seat: int, node: int, to: int) -> Play:
        """CK-16.2, CK-16.4."""
        self.at[to] = self.at.pop(node)
        self.at[to].active = self.at[to].ready = False
        self.measure()
        yield from ()

    def do_displace(self, seat: int, node: int, to: int) -> Play:
        """CK-16.5, CK-12.6."""
        driven = self.at.pop(to)
        self.at[to] = self.at.pop(node)
        self.at[to].active = self.at[to].ready = False
        yield from self.relocate(driven, to)
        self.measure()

    def do_chase(self, seat: int, node: int) -> Play:
        """CK-16.9."""
        self.at[node].active = self.at[node].ready = False
        yield from self.rob(seat)

    def do_card(self, seat: int, card: str) -> Play:
        """CK-17.3."""
        self.play_card(seat, card)
        yield from getattr(self, f"card_{card}")(seat)
