"""Cards of the trade deck (CK-18, CK-21)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from engine.core.event import Value
from engine.core.hidden import Hidden, is_hidden, require_visible
from engine.core.parts import Amounts
from engine.core.step import FOR_EVER, Decision, Place, RuleStep
from engine.errors import Refusal, forbidden
from engine.games.knights.choices import HexChoice, KindChoice, PlayerChoice, player_label
from engine.games.knights.production import hexes_touched
from engine.games.knights.progress import Effect, among_players, asking, requiring_any, richer
from engine.games.knights.robber import HandCards, hand_pool, log_transfer
from engine.games.knights.state import Island
from engine.games.knights.victory import claim_victory
from engine.games.knights.wording import amount, bagged, hex_name, kind_name
from engine.i18n.text import Seat, Text, words

Deal = tuple[int, str] | tuple[str]
"""An opponent and the resource given to that player, or ("stop",) to make no more deals."""

STOP: Final = "stop"
MASTER_CARDS: Final = 2
MONOPOLY_RESOURCES: Final = 2
MONOPOLY_COMMODITIES: Final = 1

SKIPS_FORCED_RETURN: Final = 2
"""Rules version from which a player whose only card is a commodity gives it without being asked."""


def others_have_cards(state: Island, seat: int) -> bool:
    return state.hand_sizes[seat] < sum(state.hand_sizes)


# ---------------------------------------------------------------------- Commercial Harbor


def _remaining_partners(state: Island, seat: int) -> list[int]:
    """Return the opponents who have cards, and with whom the seat has not tried to make a deal this
    turn (CK-18.1)."""
    sizes, dealt = state.hand_sizes, state.dealt
    return [other for other in state.opponents(seat) if sizes[other] and not dealt >> other & 1]


def _why_no_harbor(state: Island, seat: int) -> Refusal | None:
    hand = state.hands[seat]
    if not any(hand[kind] for kind in state.box.resources):
        return forbidden("CK-18.1", "You have no resources to give.")
    if not _remaining_partners(state, seat):
        return forbidden("CK-18.1", "No opponent has any cards.")
    return None


class HarborAgain(RuleStep[Island]):
    """Let the seat make the next deal of a Commercial Harbor, if there is an opponent left for it
    (CK-18.1)."""

    rules = ("CK-18.1",)

    seat: int

    def run(self, state: Island) -> None:
        if _remaining_partners(state, self.seat):
            state.push(HarborDeal(self.seat))


class HarborDeal(Decision[Island, Deal]):
    """D30: choose an opponent and the resource given to that player, or end the deals (CK-18.1)."""

    rules = ("CK-18.1", "CK-24.5")
    parts = 2
    needs_hand = True
    secrecy = FOR_EVER
    always_asks = True
    refuses = words(
        "You can trade once with each opponent who has cards, and you give a resource each time."
    )

    def question(self, state: Island) -> Text:
        if is_hidden(state.hands[self.seat]) or self._kinds(state):
            return words("Which opponent do you trade with, and which resource do you give?")
        return words(
            "You have no resources left to give. The others cannot see this, so you must end the "
            "trades yourself."
        )

    def options(self, state: Island) -> Sequence[Deal]:
        others, kinds = _remaining_partners(state, self.seat), self._kinds(state)
        return [*((other, kind) for other in others for kind in kinds), (STOP,)]

    def _kinds(self, state: Island) -> list[str]:
        box, hand = state.box, state.hands[self.seat]
        return [box.kinds[kind].id for kind in box.resources if hand[kind]]

    def redacted(self, pick: Deal, reader: int | None) -> Deal | tuple[int, Hidden]:
        """Return `pick` with `Hidden` in place of the resource, or the whole `pick` if `reader` is
        the opponent or if the pick ends the deals."""
        if len(pick) == 1 or reader == pick[0]:
            return pick
        return pick[0], Hidden()

    def apply(self, state: Island, pick: Deal) -> None:
        """Make the deal, or end the deals. If the opponent has no commodity, no cards are
        exchanged."""
        if len(pick) == 1:
            return
        other, kind = pick
        hand = require_visible(state.hands[other])
        state.dealt |= 1 << other
        state.reveal(words("A trade has been made."))
        state.push(HarborAgain(self.seat))
        number = state.box.kind_numbers[kind]
        goods = [commodity for commodity in state.box.commodities if hand[commodity]]
        if goods:
            is_all = state.hand_sizes[other] == 1 and state.rules >= SKIPS_FORCED_RETURN
            _transfer_deal_card(state, self.seat, other, number)
            if is_all:
                _transfer_deal_card(state, other, self.seat, goods[0])
            else:
                state.push(HarborReturn(other, self.seat))
        else:
            state.announce(
                "CK-18.1",
                self.seat,
                "{other} has no commodity, so {seat} takes the resource back.",
                other=Seat(other),
            )

    def in_words(self, state: Island, pick: Value) -> Text | None:
        match pick:
            case (int(other), str(kind)):
                return words("Give {seat} {cards}", seat=Seat(other), cards=amount(kind, 1))
        return None

    def label(self, state: Island, chosen: tuple[int | str, ...]) -> Text:
        match chosen:
            case (int(other),):
                return player_label(state, other)
            case (_, str(kind)):
                return words("give {cards}", cards=amount(kind, 1))
        return words("End the trades")

    def target(self, state: Island, chosen: tuple[int | str, ...]) -> Place | None:
        if chosen[-1] == STOP:
            return None
        return ("player" if len(chosen) == 1 else "give", chosen[-1])


def _transfer_deal_card(state: Island, giver: int, taker: int, kind: int) -> None:
    """Transfer a card of a Commercial Harbor deal. Only the two players know its kind (CK-24.5)."""
    state.hand_over_unseen(giver, taker, kind)
    log_transfer(state, giver, taker, amount(state.box.kinds[kind].id, 1), 1, "CK-18.1")


class HarborReturn(KindChoice):
    """D31: choose the commodity given in return for a resource (CK-18.1).

    A player whose only card is a commodity gives it without being asked, because everyone knows
    that there is no choice (CK-4.11; see `SKIPS_FORCED_RETURN`).
    """

    rules = ("CK-18.1", "CK-24.5")
    needs_hand = True
    secrecy = FOR_EVER
    always_asks = True
    reveals = words("A commodity has been handed over.")
    refuses = words("Give a commodity that you have.")

    to: int

    def options(self, state: Island) -> Sequence[str]:
        box, hand = state.box, state.hands[self.seat]
        return [box.kinds[kind].id for kind in box.commodities if hand[kind]]

    def redacted(self, pick: str, reader: int | None) -> str | Hidden:
        """Return the kind if `reader` is the other player of the deal; `Hidden` for everyone
        else."""
        return pick if reader == self.to else Hidden()

    def apply(self, state: Island, pick: str) -> None:
        _transfer_deal_card(state, self.seat, self.to, state.box.kind_numbers[pick])

    def question(self, state: Island) -> Text:
        return words("Which commodity do you give {seat}?", seat=Seat(self.to))


# ---------------------------------------------------------------------- Master Merchant


class MasterTarget(PlayerChoice):
    """D32: choose the opponent whose hand the seat looks at (CK-18.2)."""

    rules = ("CK-18.2", "CK-24.6")
    reveals = words("A hand has been shown.")
    asks = words("Whose hand do you look at?")
    refuses = words("Choose an opponent with more points than you and at least one card.")

    def options(self, state: Island) -> Sequence[int]:
        return richer(state, self.seat)

    def apply(self, state: Island, pick: int) -> None:
        hand = require_visible(state.hands[pick])
        state.announce("CK-18.2", self.seat, "{seat} looks at {other}'s hand.", other=Seat(pick))
        what = bagged(hand_pool(state, pick))
        message = words("{other} has {cards}.", other=Seat(pick), cards=what)
        state.note("CK-24.6", self.seat, message, to=(self.seat,))
        if sum(hand) <= MASTER_CARDS:
            take_unseen(state, pick, self.seat, hand_pool(state, pick), "CK-18.2")
            return
        state.hands_shown = ((pick, self.seat),)
        state.push(MasterTake(self.seat, pick))


class MasterTake(HandCards):
    """D33: choose two cards from the shown hand (CK-18.2)."""

    rules = ("CK-18.2", "CK-24.5", "CK-24.6")
    needs_hand = True
    secrecy = FOR_EVER
    reveals = words("Cards have been taken from a hand.")

    owner: int

    def owner_and_number(self, state: Island) -> tuple[int, int]:
        return self.owner, MASTER_CARDS

    def redacted(self, pick: Amounts, reader: int | None) -> Amounts | Hidden:
        """Return the cards if `reader` is their former owner; `Hidden` for everyone else."""
        return pick if reader == self.owner else Hidden()

    def apply(self, state: Island, pick: Amounts) -> None:
        state.hands_shown = ()
        take_unseen(state, self.owner, self.seat, pick, "CK-18.2")

    def question(self, state: Island) -> Text:
        return words("Which cards do you take from {seat}?", seat=Seat(self.owner))


def take_unseen(state: Island, giver: int, taker: int, what: Amounts, rule: str) -> None:
    """Transfer the cards in `what`, and log this under `rule`. Only the two players know which
    cards they are (CK-24.5)."""
    numbers = state.box.kind_numbers
    for kind, number in what:
        for _ in range(number):
            state.hand_over_unseen(giver, taker, numbers[str(kind)])
    number = sum(number for _, number in what)
    log_transfer(state, giver, taker, bagged(what), number, rule)


# ---------------------------------------------------------------------- Merchant


def _merchant_hexes(state: Island, seat: int) -> list[int]:
    held = state.merchant if state.merchant_owner == seat else -1
    return [hex for hex in hexes_touched(state, seat) if hex != held]


class MerchantHex(HexChoice):
    """D34: choose the hex of the merchant (CK-18.3, CK-21)."""

    rules = ("CK-18.3", "CK-21.1", "CK-21.2", "CK-21.3")
    asks = words("Where do you place the merchant?")
    refuses = words("The merchant must move to another hex next to one of your buildings.")

    def options(self, state: Island) -> Sequence[int]:
        return _merchant_hexes(state, self.seat)

    def apply(self, state: Island, pick: int) -> None:
        state.merchant, state.merchant_owner = pick, self.seat
        state.announce(
            "CK-18.3",
            self.seat,
            "{seat} places the merchant on {hex}.",
            hex=lambda: hex_name(state, pick),
        )
        claim_victory(state)


# ---------------------------------------------------------------------- Merchant Fleet


def _fleet_kinds(state: Island, seat: int) -> list[int]:
    least = state.box.fleet_rate
    return [kind for kind, rate in enumerate(state.rates(seat)) if rate > least]


class FleetKind(KindChoice):
    """D35: choose a kind that can be traded at 2:1 until the end of the turn (CK-18.4)."""

    rules = ("CK-18.4", "CK-10.8")
    asks = words("Which kind of card do you trade at 2:1 this turn?")
    refuses = words("Name a kind of card that you cannot yet trade at 2:1.")

    def options(self, state: Island) -> Sequence[str]:
        return [state.box.kinds[kind].id for kind in _fleet_kinds(state, self.seat)]

    def apply(self, state: Island, pick: str) -> None:
        kind = state.box.kind_numbers[pick]
        state.fleet |= 1 << kind
        name = kind_name(state.box, kind)
        state.announce("CK-18.4", self.seat, "{seat} trades {kind} at 2:1 this turn.", kind=name)


# ---------------------------------------------------------------------- Monopolies


def demand_from_everyone(
    state: Island, seat: int, pick: str, rule: str, most: int | None = None
) -> None:
    """Let each opponent of the seat give it up to `most` cards of the kind with the id `pick`, or
    all if `most` is None. `rule` is the id of the rule under which this is logged."""
    kind = state.box.kind_numbers[pick]
    state.announce(
        rule, seat, "{seat} demands {kind} from everyone.", kind=kind_name(state.box, kind)
    )
    held = {other: state.hands[other][kind] for other in state.opponents(seat)}
    for other, number in held.items():
        if number:
            number = number if most is None else min(most, number)
            state.hand_over(other, seat, kind, number)
            both = {"giver": Seat(other), "taker": Seat(seat)}
            cards = amount(pick, number)
            state.announce(rule, other, "{giver} gives {taker} {cards}.", **both, cards=cards)
    if not any(held.values()):
        state.announce(rule, seat, "Nobody has any.")


class MonopolyKind(KindChoice):
    """D36: choose the kind that each opponent must give: 2 cards of a resource or 1 of a commodity
    (CK-18.5, CK-18.6)."""

    rules = ("CK-18.5", "CK-18.6", "CK-24.4")
    reveals = words("Your opponents have shown whether they have that kind of card.")

    commodity: bool

    def options(self, state: Island) -> Sequence[str]:
        box = state.box
        return [
            box.kinds[kind].id for kind in (box.commodities if self.commodity else box.resources)
        ]

    def apply(self, state: Island, pick: str) -> None:
        """Take the cards due from each opponent, or as many as that player has."""
        rule = "CK-18.6" if self.commodity else "CK-18.5"
        most = MONOPOLY_COMMODITIES if self.commodity else MONOPOLY_RESOURCES
        demand_from_everyone(state, self.seat, pick, rule, most)

    def question(self, state: Island) -> Text:
        if self.commodity:
            return words("Which commodity must your opponents give you?")
        return words("Which resource must your opponents give you?")

    def refuse(self, state: Island, pick: Value) -> Refusal:
        if self.commodity:
            return forbidden("CK-18.6", "Name a commodity.")
        return forbidden("CK-18.5", "Name a resource.")


def _monopoly(rule: str, *, commodity: bool) -> Effect:
    return requiring_any(
        others_have_cards,
        forbidden(rule, "No opponent has any cards."),
        lambda state, seat: state.push(MonopolyKind(seat, commodity=commodity)),
    )


EFFECTS: Final = {
    "commercial_harbor": Effect(_why_no_harbor, asking(HarborAgain), concerns=_remaining_partners),
    "master_merchant": among_players(
        richer,
        forbidden("CK-18.2", "No opponent with cards has more points than you."),
        asking(MasterTarget),
    ),
    "merchant": requiring_any(
        _merchant_hexes,
        forbidden("CK-18.3", "There is no other hex next to your buildings."),
        asking(MerchantHex),
    ),
    "merchant_fleet": requiring_any(
        _fleet_kinds,
        forbidden("CK-18.4", "You already trade everything at 2:1."),
        asking(FleetKind),
    ),
    "resource_monopoly": _monopoly("CK-18.5", commodity=False),
    "commodity_monopoly": _monopoly("CK-18.6", commodity=True),
}
