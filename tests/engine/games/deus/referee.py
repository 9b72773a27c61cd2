"""A second, simple and slow referee of Deus that shares no code with the game.

It is a program that reads like the rulebook from the setup to the last turn: `Referee.game()` stops
at everything that players or chance decide, and continues with the result.
"""

from __future__ import annotations

from collections.abc import Generator, Mapping, Sequence
from contextlib import suppress
from typing import Any, NamedTuple

from tests.engine.games.deus.referee_table import Bag, Box, Disagreement, Table, bags


class Question(NamedTuple):
    """A decision of each of `seats`; `legal` lists the picks, for a turn without offerings."""

    step: str
    seats: list[int]
    legal: Sequence[Any]


class Outcome(NamedTuple):
    """A random outcome."""

    step: str


Answer = tuple[int, Any]
Steps = Generator[Question | Outcome, Answer, None]
Choice = Generator[Question | Outcome, Answer, Any]


class GameEnds(Exception):
    """A hand could not be refilled (DEU-4.8)."""


class Referee(Table):
    """A game with its options, from the empty table to the end."""

    def __init__(self, seats: int, box: Box, options: Mapping[str, str]) -> None:
        super().__init__(seats, box)
        self.chosen = options

    def game(self) -> Steps:
        """Everything, in order."""
        yield from self.lay_map()
        yield from self.choose_start()
        yield from self.deal()
        yield from self.choose_first()
        with suppress(GameEnds):
            yield from self.rounds()
        self.over, self.active = True, -1

    # ------------------------------------------------------------------ setup (sections 3 and 22)

    def lay_map(self) -> Steps:
        """DEU-3.1, DEU-22.4."""
        layout = self.chosen["layout"]
        if "=" in layout:
            slots, tiles = self.map_by_hand(layout)
        else:
            _, (slots, tiles) = yield Outcome("LayMap")
            known = [*self.box["layout"], *self.box["layout_preset"]]
            if "," in layout and layout.split() != [f"{q},{r}" for q, r in slots]:
                raise Disagreement(f"not the slots {layout}: {slots}")
            for one in known if layout != "drawn" else ():
                fits = one["players"] == len(self.seats) and one.get("shape", "standard") == layout
                if fits and one["slots"] != [list(slot) for slot in slots]:
                    raise Disagreement(f"not the layout {layout}: {slots}")
        self.lay(slots, tiles)
        self.check_map(slots, tiles)

    def map_by_hand(self, text: str) -> tuple[list[Any], list[Any]]:
        """The slots and tiles of a text such as "0,0=7A/4 3,-2=5B/4"."""
        slots, tiles = [], []
        for part in text.split():
            slot, tile = part.split("=")
            q, r = slot.split(",")
            side, rotation = tile.split("/")
            slots.append((int(q), int(r)))
            tiles.append((side, int(rotation)))
        return slots, tiles

    def choose_start(self) -> Steps:
        """DEU-22.1 to DEU-22.3; otherwise DEU-3.4, which the table has applied."""
        if self.chosen["wildcard"] == "yes":
            uses = self.box["variant"]["wildcard"]["uses_per_player"]
            self.wildcards_left = [uses for _ in self.seats]
        if self.chosen["pieces"] == "usual":
            return
        number = int(self.chosen["pieces"])
        most = self.box["variant"]["alternative_start"]["max_per_type"]
        legal = bags(dict.fromkeys(self.standard, most), number, number)
        owing, picks = list(self.seats), {}
        while owing:
            seat, pick = yield Question("ChooseStart", list(owing), legal)
            owing.remove(seat)
            picks[seat] = dict(pick)
        for seat, chosen in picks.items():
            for type_ in self.standard:
                pieces = self.types[type_]["pieces_per_player"]
                self.available[seat][type_] = chosen.get(type_, 0)
                self.stock[seat][type_] = pieces - chosen.get(type_, 0)

    def deal(self) -> Steps:
        """DEU-3.6."""
        for seat in self.seats:
            yield from self.draw(seat, self.box["player_start"]["cards"])

    def choose_first(self) -> Steps:
        """DEU-3.7."""
        if self.chosen["first"] == "drawn":
            _, number = yield Outcome("DrawFirst")
        else:
            number = int(self.chosen["first"])
        if number - 1 not in self.seats:
            raise Disagreement(f"no seat {number}")
        self.first = number - 1

    # ------------------------------------------------------------------ rounds (sections 4 and 20)

    def rounds(self) -> Steps:
        """DEU-4.1, DEU-20.2, DEU-20.6."""
        while not self.final_round or self.round < self.final_round:
            self.round += 1
            self.constructions = 0
            for seat in self.clockwise(self.first):
                self.active = seat
                yield from self.turn(seat)
            self.idle = 0 if self.constructions else self.idle + 1
            if self.idle >= self.box["end"]["idle_rounds"]:
                return

    def turn(self, seat: int) -> Steps:
        """DEU-4.2 to DEU-4.4."""
        legal = [*self.builds(seat), *self.builds_face_down(seat)]
        _, pick = yield Question("Turn", [seat], legal)
        if pick[0] == "offer":
            yield from self.offering(seat, [token.split()[0] for token in pick[1]])
        elif pick[0] == "wildcard":
            yield from self.construct_face_down(seat, *pick[1:])
        else:
            yield from self.construct(seat, *pick[1:])
        if not self.hands[seat]:
            yield from self.refill(seat)

    def allows(self, question: Question, seat: int, pick: Any) -> bool:
        """Whether a pick is legal."""
        if question.step == "Turn" and isinstance(pick, tuple) and pick[:1] == ("offer",):
            return len(pick) == 2 and self.may_offer(seat, pick[1])
        return seat in question.seats and pick in question.legal

    def may_offer(self, seat: int, tokens: Any) -> bool:
        """At least one card of the hand, none twice, in any order (DEU-11.1, DEU-11.2)."""
        if not isinstance(tokens, tuple) or not tokens:
            return False
        hand = self.hand_tokens(seat)
        return all(token in hand and tokens.count(token) == 1 for token in tokens)

    def note_end(self) -> None:
        """The end is triggered once, by temples or villages (DEU-20.1 to DEU-20.3)."""
        if not self.final_round and (not self.temples or not self.villages()):
            self.final_round = self.round + 1

    # ------------------------------------------------------------------ cards

    def draw(self, seat: int, number: int) -> Steps:
        """Draw up to 10 cards in hand, one by one; reshuffle as soon as the deck is empty (DEU-4.5
        to DEU-4.7)."""
        number = min(number, self.room(seat), len(self.deck) + len(self.discard))
        if number <= 0:
            return
        _, cards = yield Outcome("Draw")
        if len(cards) != number:
            raise Disagreement(f"{number} cards cannot be {cards}")
        for card in cards:
            self.reshuffle()
            if card not in self.deck:
                raise Disagreement(f"{card} of {cards} is not in the deck {self.deck}")
            self.deck.remove(card)
            self.hands[seat].append(card)
        self.reshuffle()

    def room(self, seat: int) -> int:
        """Number of cards that fit into a hand (DEU-4.5)."""
        return max(0, self.limits["hand_max"] - len(self.hands[seat]))

    def reshuffle(self) -> None:
        """DEU-4.6."""
        if not self.deck:
            self.deck, self.discard = self.discard, []

    def refill(self, seat: int) -> Steps:
        """Refill to 5 cards, or end the game (DEU-4.4, DEU-4.8)."""
        wanted = self.limits["hand_refill"]
        yield from self.draw(seat, max(0, wanted - len(self.hands[seat])))
        if len(self.hands[seat]) < wanted:
            raise GameEnds

    # ------------------------------------------------------------------ constructing

    def construct(self, seat: int, card: str, paid: Bag, region: str | None = None) -> Steps:
        """Column, payment, piece, attacks, activation (sections 5 and 9)."""
        type_ = self.cards[card]["type"]
        self.constructions += 1
        self.hands[seat].remove(card)
        self.columns[seat][type_].append({"card": card, "down": False})
        for kind, number in paid:
            self.pay(seat, kind, number)
        self.place_piece(seat, type_, region)
        if type_ != "temple":
            yield from self.activate_column(seat, type_)

    def construct_face_down(self, seat: int, card: str, type_: str, region: str) -> Steps:
        """DEU-22.6 to DEU-22.8."""
        self.constructions += 1
        self.wildcards_left[seat] -= 1
        self.gold[seat] -= self.rank_price(seat, type_)
        self.hands[seat].remove(card)
        self.columns[seat][type_].append({"card": card, "down": True})
        self.place_piece(seat, type_, region)
        yield from self.activate_column(seat, type_)

    def pay(self, seat: int, kind: str, number: int) -> None:
        """Return resources to the general supply, gold to the bank (DEU-6.1)."""
        if kind == "gold":
            self.gold[seat] -= number
        else:
            self.resources[seat][kind] -= number
            self.supply[kind] += number

    def place_piece(self, seat: int, type_: str, region: str | None) -> None:
        """DEU-5.4, DEU-7.7, DEU-9.4, DEU-9.5."""
        if region is None:
            return
        self.vp[seat] -= self.places(seat, type_)[region]
        if type_ == "temple":
            self.temples -= 1
        else:
            self.available[seat][type_] -= 1
        self.pieces[region].append((seat, type_))
        self.attack_villages()
        self.note_end()

    def attack_villages(self) -> None:
        """Attack surrounded villages with an army next to them (DEU-10.1 to DEU-10.10)."""
        for village in sorted(self.villages()):
            near = self.near(village)
            armies = {s: sum("military" in self.own(s, r) for r in near) for s in self.seats}
            pieces = {s: sum(len(self.own(s, r)) for r in near) for s in self.seats}
            if not all(self.pieces[region] for region in near) or not any(armies.values()):
                continue
            best = [s for s in self.seats if armies[s] == max(armies.values())]
            most = max(pieces[s] for s in best)
            winners = [s for s in best if pieces[s] == most]
            for seat in winners:
                self.vp[seat] += self.village_vp[village] // len(winners)
            self.village_vp[village] = 0
            self.attacked.append(village)

    # ------------------------------------------------------------------ activating

    def activate_column(self, seat: int, type_: str) -> Steps:
        """Activate from the bottom to the top (DEU-8.1); a face-down card does nothing
        (DEU-22.8)."""
        for one in self.columns[seat][type_]:
            if not one["down"]:
                yield from self.activate(seat, one["card"])

    def activate(self, seat: int, card: str) -> Steps:
        """Apply the effect of a card."""
        effect = self.cards[card]["effect"]
        match effect["kind"]:
            case "produce_one" | "produce_per_building_in_region":
                yield from self.harvest(seat, effect)
            case "sell_for_gold" | "sell_for_vp" | "sell_lots_for_vp":
                yield from self.sell(seat, effect)
            case "buy_resources":
                yield from self.buy(seat, effect)
            case "draw_per_region_with":
                yield from self.draw_cards(seat, effect)
            case "activate_card":
                yield from self.laboratory(seat, effect)
            case "gain_pieces_per_region_with":
                yield from self.workshop(seat, effect)
            case "steal_gold" | "steal_vp":
                yield from self.steal(seat, effect)
            case "move_one_army":
                yield from self.move_one(seat, effect)
            case "move_all_armies":
                yield from self.move_all(seat, effect)
            case "take_village_vp":
                yield from self.besiege(seat, effect)
            case _:
                self.gain(seat, effect)

    def gain(self, seat: int, effect: Mapping[str, Any]) -> None:
        """Apply gains without a choice (DEU-8.4)."""
        match effect["kind"]:
            case "vp_per_terrain_region":  # DEU-13.1
                self.vp[seat] += effect["vp"] * self.on_terrain(seat, effect["terrain"])
            case "gold_per_terrain_region":  # DEU-13.2
                self.gold[seat] += effect["gold"] * self.on_terrain(seat, effect["terrain"])
            case "gold_per_region_with":  # DEU-13.3
                number = self.with_at_least(seat, effect["min_buildings"])
                self.gold[seat] += effect["gold"] * number
            case "vp_per_region_pair_with":  # DEU-13.4
                number = self.with_at_least(seat, effect["min_buildings"])
                self.vp[seat] += effect["vp"] * (number // effect["regions_per_vp"])
            case "vp_per_region_with":  # DEU-13.5, DEU-13.6
                number = self.with_at_least(seat, effect["min_buildings"])
                self.vp[seat] += effect["vp"] * number
            case "produce_per_building_on_terrain":  # DEU-14.3
                works = self.with_piece(seat, "production")
                number = sum(self.terrain[region] == effect["terrain"] for region in works)
                self.gain_resource(seat, effect["resource"], effect["amount"] * number)
            case "vp_per_card_in_column":  # DEU-16.2, DEU-22.9
                type_ = self.type_of_colour(effect["column"])
                self.vp[seat] += effect["vp"] * len(self.columns[seat][type_])
            case "gold_per_village":  # DEU-17.3
                armies = self.with_piece(seat, "military")
                beside = [v for v in self.villages() if any(a in armies for a in self.near(v))]
                self.gold[seat] += effect["gold"] * len(beside)
            case kind:
                raise Disagreement(f"no effect: {kind}")

    def gain_resource(self, seat: int, kind: str, number: int) -> None:
        """Gain as much as the general supply has (DEU-8.6)."""
        number = min(number, self.supply[kind])
        self.supply[kind] -= number
        self.resources[seat][kind] += number

    def gain_piece(self, seat: int, type_: str, number: int = 1) -> None:
        """Move from the seat's stock to the player board (DEU-11.5)."""
        number = min(number, self.stock[seat][type_])
        self.stock[seat][type_] -= number
        self.available[seat][type_] += number

    def type_of_colour(self, colour: str) -> str:
        """The type of the cards of a colour (DEU-1.8)."""
        return next(id for id, one in self.types.items() if one["color"] == colour)

    def harvest(self, seat: int, effect: Mapping[str, Any]) -> Steps:
        """Produce with one production piece (DEU-14.1, DEU-14.2, DEU-14.4, DEU-8.10)."""
        small = effect["kind"] == "produce_one"
        targets = [
            region
            for region in self.with_piece(seat, "production")
            if (small or self.terrain[region] == effect["terrain"])
            and self.supply[self.yields(region)]
        ]
        if not targets:
            return
        region = targets[0]
        if len(targets) > 1:
            _, region = yield Question("Harvest", [seat], ["skip", *targets])
            if region == "skip":
                return
        number = 1 if small else len(self.own(seat, region))
        self.gain_resource(seat, self.yields(region), effect["amount"] * number)

    def sell(self, seat: int, effect: Mapping[str, Any]) -> Steps:
        """Sell resources or lots for gold or VP (DEU-15.1 to DEU-15.3)."""
        lot = effect.get("lot") or [effect["resource"]]
        most = min(self.resources[seat][kind] for kind in lot)
        if "max" in effect:
            most = min(most, effect["max"])
        if not most:
            return
        _, number = yield Question("Sell", [seat], list(range(most + 1)))
        for kind in lot:
            self.pay(seat, kind, number)
        self.gold[seat] += number * effect.get("gold_each", 0)
        self.vp[seat] += number * effect.get("vp_each", 0)

    def buy(self, seat: int, effect: Mapping[str, Any]) -> Steps:
        """DEU-15.4."""
        most = min(effect["max"], self.gold[seat] // effect["gold_each"])
        legal = bags(self.supply, 0, most)
        if len(legal) < 2:
            return
        _, bought = yield Question("Buy", [seat], legal)
        for kind, number in bought:
            self.gain_resource(seat, kind, number)
            self.gold[seat] -= number * effect["gold_each"]

    def draw_cards(self, seat: int, effect: Mapping[str, Any]) -> Steps:
        """Draw all cards or none (DEU-16.1)."""
        number = effect["cards"] * self.with_at_least(seat, effect["min_buildings"])
        if not number or not self.room(seat) or not self.deck + self.discard:
            return
        _, pick = yield Question("DrawCards", [seat], ["skip", "draw"])
        if pick == "draw":
            yield from self.draw(seat, number)

    def laboratory(self, seat: int, effect: Mapping[str, Any]) -> Steps:
        """Activate one face-up card of a column, by its rank (DEU-16.3, DEU-22.10, DEU-8.10)."""
        column = self.columns[seat][self.type_of_colour(effect["column"])]
        ranks = [rank for rank, one in enumerate(column, start=1) if not one["down"]]
        if not ranks:
            return
        _, rank = yield Question("ActivateCard", [seat], ["skip", *ranks])
        if rank != "skip":
            yield from self.activate(seat, column[rank - 1]["card"])

    def workshop(self, seat: int, effect: Mapping[str, Any]) -> Steps:
        """DEU-16.4."""
        number = effect["pieces"] * self.with_at_least(seat, effect["min_buildings"])
        number = min(number, sum(self.stock[seat].values()))
        if not number:
            return
        legal = [("take", bag) for bag in bags(self.stock[seat], number, number)]
        _, pick = yield Question("TakePieces", [seat], [("skip",), *legal])
        for type_, count in pick[1] if pick[0] == "take" else ():
            self.gain_piece(seat, type_, count)

    def steal(self, seat: int, effect: Mapping[str, Any]) -> Steps:
        """Take from all opponents next to one of the seat's armies (DEU-17.1, DEU-17.2, DEU-12.2,
        DEU-8.10)."""
        beside = {
            army: self.neighbours_of_army(seat, army) for army in self.with_piece(seat, "military")
        }
        targets = [army for army, others in beside.items() if others]
        in_vain = not any(self.gold[other] for army in targets for other in beside[army])
        if not targets or (effect["kind"] == "steal_gold" and in_vain):
            return
        _, army = yield Question("Steal", [seat], ["skip", *targets])
        for other in beside.get(army, ()):
            held = self.gold if effect["kind"] == "steal_gold" else self.vp
            amount = min(held[other], effect.get("gold") or effect["vp"])
            held[other] -= amount
            held[seat] += amount

    def move_one(self, seat: int, effect: Mapping[str, Any]) -> Steps:
        """DEU-18.1."""
        legal = [
            (army, place)
            for army in self.with_piece(seat, "military")
            for place in self.marches(seat, army, effect["steps"])
        ]
        if not legal:
            return
        _, pick = yield Question("MoveArmy", [seat], [("skip",), *legal])
        if pick != ("skip",):
            self.move(seat, *pick)

    def move_all(self, seat: int, effect: Mapping[str, Any]) -> Steps:
        """Move each army at most once, in any order (DEU-18.1, DEU-18.7)."""
        moved: list[str] = []
        while True:
            legal = [
                (army, place)
                for army in self.with_piece(seat, "military")
                if army not in moved
                for place in self.marches(seat, army, effect["steps"])
            ]
            if not legal:
                return
            _, pick = yield Question("MoveArmies", [seat], [("done",), *legal])
            if pick == ("done",):
                return
            self.move(seat, *pick)
            moved.append(pick[1])

    def move(self, seat: int, army: str, place: str) -> None:
        """Stop with an army and attack villages at once (DEU-18.5, DEU-18.6, DEU-10.1)."""
        self.pieces[army].remove((seat, "military"))
        self.pieces[place].append((seat, "military"))
        self.attack_villages()
        self.note_end()

    def besiege(self, seat: int, effect: Mapping[str, Any]) -> Steps:
        """DEU-17.4, DEU-10.9."""
        armies = self.with_piece(seat, "military")
        targets = [v for v in self.villages() if any(a in armies for a in self.near(v))]
        if not targets:
            return
        _, village = yield Question("Besiege", [seat], ["skip", *targets])
        if village == "skip":
            return
        taken = min(effect["vp"], self.village_vp[village])
        self.village_vp[village] -= taken
        self.vp[seat] += taken
        if not self.village_vp[village]:
            self.attacked.append(village)
        self.note_end()

    # ------------------------------------------------------------------ offering (section 11)

    def offering(self, seat: int, cards: list[str]) -> Steps:
        """Discard, power of the god, refill, extra cards of Minerva (DEU-11.1 to DEU-11.4)."""
        for card in cards:
            self.hands[seat].remove(card)
        self.discard += cards
        number = len(cards)
        god = self.types[self.cards[cards[-1]]["type"]]["god"]
        if god == "jupiter":
            others = [one["id"] for one in self.box["god"] if one["id"] != "jupiter"]
            _, god = yield Question("ChooseGod", [seat], others)
        yield from self.invoke(seat, god, number)
        if len(self.hands[seat]) < self.limits["hand_refill"]:
            yield from self.refill(seat)
        if god == "minerva":
            yield from self.extra_cards(seat, number)

    def invoke(self, seat: int, id: str, number: int) -> Steps:
        """Apply the power of a god (DEU-11.6 to DEU-11.12)."""
        god = next(one for one in self.box["god"] if one["id"] == id)
        if "piece" in god:
            self.gain_piece(seat, god["piece"])
        if id == "neptune":
            self.gold[seat] += god["gold_per_card"] * number
        if id == "vesta":
            self.vp[seat] += god["vp_if_one_card"] if number == 1 else god["vp_if_more_cards"]
        if id == "ceres":
            each = god["resources_of_choice_per_card"]
            bag = yield from self.choose_from("ChooseResources", seat, self.supply, each * number)
            for kind, count in bag:
                self.gain_resource(seat, kind, count)
        if id == "mars":
            each, stock = god["pieces_of_choice_per_card"], self.stock[seat]
            bag = yield from self.choose_from("ChoosePieces", seat, stock, each * number)
            for type_, count in bag:
                self.gain_piece(seat, type_, count)

    def choose_from(self, step: str, seat: int, pool: Mapping[str, int], number: int) -> Choice:
        """Choose as many as there are; without asking if only one choice is left (DEU-11.12, ruling
        23)."""
        number = min(number, sum(pool.values()))
        legal = bags(pool, number, number)
        if len(legal) == 1:
            return legal[0]
        _, bag = yield Question(step, [seat], legal)
        return bag

    def extra_cards(self, seat: int, number: int) -> Steps:
        """DEU-11.8; without asking if none can be drawn (ruling 23)."""
        most = min(number, self.room(seat), len(self.deck) + len(self.discard))
        if not most:
            return
        _, extra = yield Question("ExtraCards", [seat], list(range(most + 1)))
        yield from self.draw(seat, extra)
