"""Effects of progress cards, for the slow referee (CK-17 to CK-21)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tests.engine.games.knights.referee_table import (
    COMMODITIES,
    COSTS,
    DECK_OF,
    HEX_NODES,
    KINDS,
    RESOURCES,
    Ask,
    Chance,
    Over,
    Pick,
    Play,
    Stone,
    Table,
    bags,
)

MOVABLE = (3, 4, 5, 9, 10, 11)


class CardPlays(Table):
    """The table with questions, shared procedures, and the progress cards."""

    # ------------------------------------------------------------------ asking

    def ask(
        self,
        seat: int,
        name: str,
        options: list[Any],
        *,
        always: bool = False,
        allows: Callable[[Pick], bool] | None = None,
    ) -> Play:
        """CK-4.11: a single legal answer is given automatically, unless it is always asked for."""
        if len(options) == 1 and not always:
            return options[0]
        one = Ask(seat, name, options, allows or options.__contains__, whole=allows is None)
        _, pick = yield [one]
        return pick

    def win(self) -> None:
        """CK-22.2: the active player with enough points wins at once."""
        if self.points(self.active) >= self.target:
            raise Over

    def measure(self) -> None:
        """CK-12.3 to CK-12.6: the end of an action: Longest Road, and victory."""
        self.lengths = [self.longest_trail(seat) for seat in range(self.seats)]
        most = max(self.lengths)
        longest = [seat for seat in range(self.seats) if self.lengths[seat] == most]
        if most < 5:
            self.award = -1
        elif self.award not in longest:
            self.award = longest[0] if len(longest) == 1 else -1
        self.win()

    # ------------------------------------------------------------------ shared by several rules

    def play_card(self, seat: int, card: str) -> None:
        """CK-17.3, CK-7.9: the card goes under its deck."""
        self.progress[seat].remove(card)
        self.decks[DECK_OF[card]].insert(0, card)

    def steal(self, seat: int, victim: int) -> Play:
        """CK-9.8: a random card of a hand."""
        _, kind = yield Chance("Steal", lambda kind: self.hands[victim].get(kind, 0) > 0)
        self.pass_on(victim, seat, {kind: 1}, unseen=True)

    def discard_halves(self, seats: list[int], name: str) -> Play:
        """CK-9.2, CK-9.4, CK-4.10: chosen in any order, paid together."""
        pending = {}
        for seat in seats:
            options = list(bags(self.hands[seat], self.size(seat) // 2))
            pending[seat] = Ask(seat, name, options, options.__contains__)
        chosen: dict[int, Pick] = {}
        while pending:
            seat, pick = yield list(pending.values())
            del pending[seat]
            chosen[seat] = pick
        for seat, pick in chosen.items():
            self.pay(seat, dict(pick))

    def relocate(self, knight: Stone, left: int) -> Play:
        """CK-16.6 to CK-16.8: the owner relocates it, or it returns to the supply."""
        places = [node for node in self.empty_in_reach(knight.seat, left) if node != left]
        if places:
            node = yield from self.ask(knight.seat, "Relocate", places)
            self.at[node] = knight

    def promote(self, node: int) -> None:
        """CK-15.4, CK-15.5."""
        self.at[node].level += 1
        self.at[node].promoted = True

    def richer(self) -> list[int]:
        """Opponents with more points and a card."""
        mine = self.points(self.active)
        return [s for s in self.opponents() if self.points(s) > mine and self.size(s)]

    # ------------------------------------------------------------------ what can be played

    def playable(self, seat: int) -> list[str]:
        """CK-17.1, CK-17.4: the cards that do not visibly lack an effect."""
        return sorted({c for c in self.progress[seat] if self.has_effect(seat, c)})

    def has_effect(self, seat: int, card: str) -> bool:
        """CK-18 to CK-20: "not playable" of each card."""
        mine, others = self.points(seat), self.opponents()
        match card:
            case "alchemist" | "crane":
                return False
            case "commercial_harbor":
                return any(self.hands[seat][k] for k in RESOURCES) and bool(self.undealt())
            case "master_merchant" | "wedding":
                return bool(self.richer())
            case "merchant":
                return bool(self.merchant_hexes(seat))
            case "merchant_fleet":
                return bool(self.fleet_kinds(seat))
            case "resource_monopoly" | "commodity_monopoly":
                return any(self.size(other) for other in others)
            case "bishop":
                return not self.locked
            case "deserter":
                return any(self.of(other, "knight") for other in others)
            case "diplomat":
                return any(map(self.may_be_removed, self.roads))
            case "intrigue":
                return bool(self.intrigued(seat))
            case "saboteur":
                return any(self.points(o) >= mine and self.size(o) >= 2 for o in others)
            case "spy":
                return any(self.progress[other] for other in others)
            case "warlord":
                return any(not self.at[node].active for node in self.of(seat, "knight"))
            case "engineer":
                return bool(self.wall_places(seat))
            case "inventor":
                return bool(self.swaps())
            case "irrigation" | "mining":
                terrain, kind = self.harvest(card)
                return bool(self.bank[kind]) and any(
                    self.terrains[hex] == terrain for hex in self.hexes_of(seat)
                )
            case "medicine":
                return self.can_pay(seat, COSTS["city_medicine"]) and bool(self.city_places(seat))
            case "road_building":
                return bool(self.left(seat, "road") and self.road_places(seat))
            case "smith":
                return bool(self.promotable(seat))
        raise AssertionError(card)

    # ------------------------------------------------------------------ trade cards

    def undealt(self) -> list[int]:
        """CK-18.1: opponents not dealt with this turn, with a card."""
        return [s for s in self.opponents() if s not in self.dealt and self.size(s)]

    def card_commercial_harbor(self, seat: int) -> Play:
        """CK-18.1; CK-4.11: it ends automatically only if everyone can see that no deal is left."""
        while self.undealt() and self.size(seat):
            kinds = [kind for kind in RESOURCES if self.hands[seat][kind]]
            deals = [(other, kind) for other in self.undealt() for kind in kinds]
            pick = yield from self.ask(seat, "HarborDeal", [*deals, ("stop",)], always=True)
            if pick == ("stop",):
                return
            other, kind = pick
            self.dealt.add(other)
            goods = [one for one in COMMODITIES if self.hands[other][one]]
            if goods:
                whole = self.size(other) == 1
                self.pass_on(seat, other, {kind: 1}, unseen=True)
                back = yield from self.ask(other, "HarborReturn", goods, always=not whole)
                self.pass_on(other, seat, {back: 1}, unseen=True)

    def card_master_merchant(self, seat: int) -> Play:
        """CK-18.2."""
        target = yield from self.ask(seat, "MasterTarget", self.richer())
        cards = yield from self.part_of_hand(seat, "MasterTake", target)
        self.pass_on(target, seat, dict(cards), unseen=True)

    def part_of_hand(self, seat: int, name: str, holder: int) -> Play:
        """CK-4.11: two cards of a hand, asked for unless the whole hand must go."""
        number = min(2, self.size(holder))
        choices = list(bags(self.hands[holder], number))
        return self.ask(seat, name, choices, always=self.size(holder) > number)

    def merchant_hexes(self, seat: int) -> list[int]:
        """CK-18.3."""
        own = self.merchant if self.merchant_owner == seat else None
        return [hex for hex in self.hexes_of(seat) if hex != own]

    def card_merchant(self, seat: int) -> Play:
        """CK-18.3, CK-21."""
        self.merchant = yield from self.ask(seat, "MerchantHex", self.merchant_hexes(seat))
        self.merchant_owner = seat
        self.win()

    def fleet_kinds(self, seat: int) -> list[str]:
        """CK-18.4."""
        return [kind for kind in KINDS if self.rate(seat, kind) > 2]

    def card_merchant_fleet(self, seat: int) -> Play:
        """CK-18.4."""
        kind = yield from self.ask(seat, "FleetKind", self.fleet_kinds(seat))
        self.fleet.add(kind)

    def card_resource_monopoly(self, seat: int) -> Play:
        """CK-18.5."""
        yield from self.monopoly(seat, RESOURCES, 2)

    def card_commodity_monopoly(self, seat: int) -> Play:
        """CK-18.6."""
        yield from self.monopoly(seat, COMMODITIES, 1)

    def monopoly(self, seat: int, kinds: list[str], most: int) -> Play:
        """CK-18.5, CK-18.6."""
        kind = yield from self.ask(seat, "MonopolyKind", kinds)
        for other in self.opponents():
            self.pass_on(other, seat, {kind: min(most, self.hands[other][kind])})

    # ------------------------------------------------------------------ politics cards

    def card_bishop(self, seat: int) -> Play:
        """CK-19.1."""
        hexes = [hex for hex in HEX_NODES if hex != self.robber]
        self.robber = yield from self.ask(seat, "RobberHex", hexes)
        for victim in self.victims():
            yield from self.steal(seat, victim)

    def card_deserter(self, seat: int) -> Play:
        """CK-19.3, CK-12.6."""
        targets = [other for other in self.opponents() if self.of(other, "knight")]
        target = yield from self.ask(seat, "DeserterTarget", targets)
        node = yield from self.ask(target, "DeserterKnight", self.of(target, "knight"))
        gone = self.at.pop(node)
        levels = [n for n in range(gone.level, 0, -1) if self.knights_left(seat, n)]
        places = self.knight_places(seat) if levels else []
        to = yield from self.ask(seat, "DeserterPlace", [*places, "pass"])
        if to != "pass":
            active = gone.active
            self.at[to] = Stone(seat, "knight", level=levels[0], active=active, ready=active)
        self.measure()

    def card_diplomat(self, seat: int) -> Play:
        """CK-19.4, CK-12.6."""
        roads = sorted(filter(self.may_be_removed, self.roads))
        edge = yield from self.ask(seat, "DiplomatRoad", roads)
        if self.roads.pop(edge) == seat:
            places = [place for place in self.road_places(seat) if place != edge]
            to = yield from self.ask(seat, "DiplomatReplace", [*places, "pass"])
            if to != "pass":
                self.roads[to] = seat
        self.measure()

    def intrigued(self, seat: int) -> list[int]:
        """CK-19.5: opponents' knights where one of the seat's roads ends."""
        ends = self.road_ends(seat)
        return sorted(
            node
            for node, stone in self.at.items()
            if stone.piece == "knight" and stone.seat != seat and node in ends
        )

    def card_intrigue(self, seat: int) -> Play:
        """CK-19.5."""
        node = yield from self.ask(seat, "IntrigueKnight", self.intrigued(seat))
        yield from self.relocate(self.at.pop(node), node)
        self.measure()

    def card_saboteur(self, seat: int) -> Play:
        """CK-19.6."""
        mine = self.points(seat)
        hit = [s for s in self.opponents() if self.points(s) >= mine and self.size(s) >= 2]
        yield from self.discard_halves(hit, "SaboteurDiscard")

    def card_spy(self, seat: int) -> Play:
        """CK-19.7."""
        targets = [other for other in self.opponents() if self.progress[other]]
        target = yield from self.ask(seat, "SpyTarget", targets)
        cards = sorted(set(self.progress[target]))
        card = yield from self.ask(seat, "SpyTake", cards, always=len(self.progress[target]) > 1)
        self.progress[target].remove(card)
        self.progress[seat].append(card)

    def card_warlord(self, seat: int) -> Play:
        """CK-19.8."""
        for node in self.of(seat, "knight"):
            self.at[node].active = True
        yield from ()

    def card_wedding(self, seat: int) -> Play:
        """CK-19.9."""
        for giver in self.richer():
            cards = yield from self.part_of_hand(giver, "WeddingGift", giver)
            self.pass_on(giver, seat, dict(cards), unseen=True)

    # ------------------------------------------------------------------ science cards

    def card_engineer(self, seat: int) -> Play:
        """CK-20.4."""
        node = yield from self.ask(seat, "EngineerCity", self.wall_places(seat))
        self.at[node].wall = True

    def swaps(self) -> list[tuple[int, int]]:
        """CK-20.5: two hexes with different movable numbers, in either order."""
        hexes = [hex for hex in HEX_NODES if self.numbers[hex] in MOVABLE]
        return [(a, b) for a in hexes for b in hexes if self.numbers[a] != self.numbers[b]]

    def card_inventor(self, seat: int) -> Play:
        """CK-20.5."""
        one, other = yield from self.ask(seat, "InventorPair", self.swaps())
        numbers = self.numbers
        numbers[one], numbers[other] = numbers[other], numbers[one]

    def harvest(self, card: str) -> tuple[str, str]:
        """CK-20.6, CK-20.8: the terrain and its resource."""
        return ("fields", "grain") if card == "irrigation" else ("mountains", "ore")

    def card_irrigation(self, seat: int) -> Play:
        """CK-20.6."""
        yield from self.reap(seat, "irrigation")

    def card_mining(self, seat: int) -> Play:
        """CK-20.8."""
        yield from self.reap(seat, "mining")

    def reap(self, seat: int, card: str) -> Play:
        """CK-20.6, CK-20.8: two for each hex, as far as the bank has them."""
        terrain, kind = self.harvest(card)
        hexes = [hex for hex in self.hexes_of(seat) if self.terrains[hex] == terrain]
        self.take(seat, kind, min(2 * len(hexes), self.bank[kind]))
        yield from ()

    def card_medicine(self, seat: int) -> Play:
        """CK-20.7."""
        node = yield from self.ask(seat, "MedicineSettlement", self.city_places(seat))
        self.pay(seat, COSTS["city_medicine"])
        self.at[node].piece = "city"
        self.win()

    def card_road_building(self, seat: int) -> Play:
        """CK-20.10, CK-12.6."""
        edge = yield from self.ask(seat, "FreeRoad", self.road_places(seat))
        self.roads[edge] = seat
        if self.left(seat, "road"):
            places = self.road_places(seat)
            edge = yield from self.ask(seat, "FreeRoad", [*places, "pass"])
            if edge != "pass":
                self.roads[edge] = seat
        self.measure()

    def card_smith(self, seat: int) -> Play:
        """CK-20.11."""
        self.promote((yield from self.ask(seat, "SmithPromote", self.promotable(seat))))
        node = yield from self.ask(seat, "SmithPromote", [*self.promotable(seat), "pass"])
        if node != "pass":
            self.promote(node)
