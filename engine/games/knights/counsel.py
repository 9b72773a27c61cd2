"""What to pick, by rules of thumb: how the greedy player settles, builds, trades and defends.

All is read from the view of the seat that is asked.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from engine.chance import Dice
from engine.games.knights.box import POLITICS
from engine.games.knights.building import CRANE
from engine.games.knights.choices import PASS
from engine.games.knights.outlook import (
    is_threatened,
    missing,
    nearest_sites,
    needs,
    site_worth,
    spare,
    wants,
    yields,
)
from engine.games.knights.state import CITY, TIPPED, Island
from engine.games.knights.trade import ACCEPT, COUNTER, DECLINE, WITHDRAW
from engine.parts import Amounts
from engine.step import Decision

Pick = Any
AnyDecision = Decision[Island, Any]

OFFERS_A_TURN: Final = 1
"""So many offers are enough for a turn."""

ROUNDS_BETWEEN: Final = 2
"""So many rounds a seat waits before it asks for a kind again."""

ENOUGH: Final = 2
"""So many cards of a kind the others must hold for one of them to be spared."""

CLOSE_TO_VICTORY: Final = 2
"""Nobody trades with a player who lacks so few points."""


def advise(state: Island, decision: AnyDecision, dice: Dice) -> Pick:
    """A legal pick for the decision."""
    adviser = ADVISERS.get(decision.name)
    if adviser is not None:
        return adviser(state, decision)
    return dice.pick(decision.options(state))


def _best(options: Sequence[Pick], worth: Callable[[Any], float]) -> Pick:
    return max(options, key=worth)


# ---------------------------------------------------------------------- the action phase


def _main(state: Island, decision: Any) -> Pick:
    """Points first; then what is wanted most and can be paid; then trade for it."""
    seat = decision.seat
    picks: dict[str, list[Pick]] = {}
    for command in decision.commands(state):
        if command.key not in ("offer", "bank"):
            picks[command.key] = [(command.key, *rest) for rest in command.options(state, seat)]
    for choose in (_play, _improve, _build, _fight, _bank, _offer):
        pick = choose(state, seat, picks)
        if pick is not None:
            return pick
    return ("end",)


def _play(state: Island, seat: int, picks: Mapping[str, list[Pick]]) -> Pick | None:
    """A card that does some good now."""
    for pick in picks["card"]:
        if _is_worth_playing(state, seat, pick[1]):
            return pick
    return None


def _is_worth_playing(state: Island, seat: int, card: str) -> bool:
    hand = state.hands[seat]
    match card:
        case "merchant_fleet":
            return any(have >= 4 for have in hand)
        case "resource_monopoly" | "commodity_monopoly":
            others = sum(state.hand_sizes) - state.hand_sizes[seat]
            return others >= 4 * (state.seats - 1)
        case "commercial_harbor":
            return sum(hand[kind] for kind in state.box.resources) >= 3
        case "diplomat" | "inventor":
            return state.cards_held(seat) >= state.box.limits.progress_hand
        case "warlord":
            idle = (state.knights[seat] & ~state.active_knights).bit_count()
            return idle > 1 or is_threatened(state)
        case "road_building":
            return state.left(seat, 0) > 1
        case _:
            return True


def _improve(state: Island, seat: int, picks: Mapping[str, list[Pick]]) -> Pick | None:
    """The track that is farthest on; a Crane where it is there."""
    tracks = state.box.track_numbers

    def worth(pick: Pick) -> float:
        level = state.levels[seat][tracks[pick[1]]]
        return level + 0.5 * (len(pick) == 3 and level >= 1) + 0.1 * (tracks[pick[1]] == POLITICS)

    options = [
        pick for pick in picks["improve"] if pick[-1] != CRANE or _deserves(state, seat, pick)
    ]
    return _best(options, worth) if options else None


def _deserves(state: Island, seat: int, pick: Pick) -> bool:
    """Whether a Crane is well spent on it."""
    return state.levels[seat][state.box.track_numbers[pick[1]]] >= 1


def _build(state: Island, seat: int, picks: Mapping[str, list[Pick]]) -> Pick | None:
    """Cities and settlements where they yield most; walls; roads that lead somewhere."""
    if picks["city"]:
        return _best(picks["city"], lambda pick: site_worth(state, seat, pick[1], CITY))
    if picks["settlement"]:
        return _best(picks["settlement"], lambda pick: site_worth(state, seat, pick[1]))
    road = state.box.costs["road"]
    if picks["road"] and any(cost == road for _, cost in wants(state, seat)):
        sites = nearest_sites(state, seat)
        return _best(picks["road"], lambda pick: sites[pick[1]][0])
    hand = state.hand_sizes[seat]
    if picks["wall"] and (hand > state.discard_limit(seat) or hand <= 4):
        return picks["wall"][0]
    return None


def _fight(state: Island, seat: int, picks: Mapping[str, list[Pick]]) -> Pick | None:
    """Knights as far as they are wanted; displace and chase, since a knight can act once a turn."""
    wanted = [cost for _, cost in wants(state, seat)]
    costs = state.box.costs
    far = state.box.attack_step - state.ship > 2
    if picks["chase"] and far and _suffers(state, seat):
        return picks["chase"][0]
    if picks["displace"] and far:
        return picks["displace"][0]
    if picks["activate"] and costs["knight_activate"] in wanted:
        return _best(picks["activate"], lambda pick: state.pieces[pick[1]])
    if picks["recruit"] and costs["knight_recruit"] in wanted:
        return _best(picks["recruit"], lambda pick: -site_worth(state, seat, pick[1]))
    if picks["promote"] and costs["knight_promote"] in wanted:
        return _best(picks["promote"], lambda pick: state.active_knights >> pick[1] & 1)
    return None


def _suffers(state: Island, seat: int) -> bool:
    """Whether the robber blocks a building of the seat."""
    return bool(state.box.board.hex_masks[state.robber] & state.buildings(seat))


def _bank(state: Island, seat: int, picks: Mapping[str, list[Pick]]) -> Pick | None:
    """Trade for what is wanted, if that makes it whole; or before too many cards are held."""
    hand, rates, kinds = state.hands[seat], state.rates(seat), state.box.kinds
    for _, cost in wants(state, seat):
        lack = missing(hand, cost)
        free = [n // rate for n, rate in zip(spare(hand, cost), rates, strict=True)]
        if 0 < sum(lack) <= sum(free):
            get = max((k for k in range(len(lack)) if lack[k]), key=lambda k: lack[k])
            if state.bank[get]:
                give = max((k for k in range(len(free)) if free[k]), key=lambda k: hand[k])
                return ("bank", kinds[give].id, kinds[get].id)
    if state.hand_sizes[seat] > state.discard_limit(seat):
        return _ease(state, seat, rates)
    return None


def _ease(state: Island, seat: int, rates: Sequence[int]) -> Pick | None:
    """Too many cards: many of one kind for one that is needed."""
    hand, kinds, worth = state.hands[seat], state.box.kinds, needs(state, seat)
    given = [k for k, have in enumerate(hand) if have >= rates[k] + 1]
    if not given:
        return None
    give = min(given, key=lambda kind: worth[kind])
    wanted = [k for k in range(len(kinds)) if k != give and state.bank[k]]
    if not wanted:
        return None
    return ("bank", kinds[give].id, kinds[_best(wanted, lambda kind: worth[kind])].id)


def _offer(state: Island, seat: int, picks: Mapping[str, list[Pick]]) -> Pick | None:
    """One spare card, or two, for one that would make something whole; only for what somebody may
    well spare, and what was asked for lately is left alone."""
    others = sum(state.hand_sizes) - state.hand_sizes[seat]
    if len(state.offers) >= OFFERS_A_TURN or others < 3:
        return None
    hand, kinds = state.hands[seat], state.box.kinds
    for _, cost in wants(state, seat):
        lack, free = missing(hand, cost), spare(hand, cost)
        if sum(lack) != 1 or not any(free):
            continue
        get = lack.index(1)
        if not _may_be_spared(state, seat, get):
            continue
        held = [kind for kind, number in enumerate(free) if number and kind != get]
        if not held:
            continue
        give = max(held, key=lambda kind: (_takers(state, seat, get, kind), free[kind]))
        if not _takers(state, seat, get, give):
            continue
        number = 2 if free[give] >= 3 else 1
        return ("offer", ((kinds[give].id, number),), ((kinds[get].id, 1),))
    return None


def _may_be_spared(state: Island, seat: int, kind: int) -> bool:
    """Whether the others hold enough of a kind, and the seat has not asked for it lately."""
    kinds = state.box.kinds
    asked = state.asked_for[seat * len(kinds) + kind]
    elsewhere = kinds[kind].bank - state.bank[kind] - state.hands[seat][kind]
    return elsewhere >= ENOUGH and state.turn - asked > ROUNDS_BETWEEN * state.seats


def _takers(state: Island, seat: int, get: int, give: int) -> int:
    """How many opponents have buildings that yield what is wanted, and none for what is given."""
    found = 0
    for other in state.opponents(seat):
        if state.hand_sizes[other]:
            income = yields(state, other)
            found += income[get] > 0 and not income[give]
    return found


# ---------------------------------------------------------------------- answers


def _is_close(state: Island, seat: int) -> bool:
    return state.points(seat) >= state.win_target - CLOSE_TO_VICTORY


def _gain(state: Island, seat: int, gets: Amounts, gives: Amounts) -> float:
    """What a bargain is worth to a seat."""
    worth, numbers = needs(state, seat), state.box.kind_numbers
    got = sum(worth[numbers[str(kind)]] * number for kind, number in gets)
    hand, lost = state.hands[seat], 0.0
    for kind, number in gives:
        have = hand[numbers[str(kind)]]
        lost += number * (worth[numbers[str(kind)]] + 2.0 / max(1, have))
    return got - lost


def _respond(state: Island, decision: Any) -> Pick:
    """Accept what brings more than it costs, or ask for something better; but help nobody to
    win."""
    seat = decision.seat
    if _is_close(state, decision.to) or not decision.allows(state, (ACCEPT,)):
        return (DECLINE,)
    if _gain(state, seat, decision.give, decision.want) > 0:
        return (ACCEPT,)
    for asked in _better(state, decision):
        counter = (COUNTER, decision.want, asked)
        if _gain(state, seat, asked, decision.want) > 0 and decision.allows(state, counter):
            return counter
    return (DECLINE,)


def _better(state: Island, decision: Any) -> list[Amounts]:
    """What to ask for instead, for the same cards: one more of what is offered, or a card that is
    needed more and that others hold."""
    seat, kinds = decision.seat, state.box.kinds
    found: list[Amounts] = []
    if len(decision.give) == 1:
        ((kind, number),) = decision.give
        found.append(((kind, number + 1),))
    worth, hand = needs(state, seat), state.hands[seat]
    wanted = [str(kind) for kind, _ in decision.want]
    held = [
        kind
        for kind, one in enumerate(kinds)
        if one.id not in wanted and one.bank > state.bank[kind] + hand[kind]
    ]
    if held:
        found.append(((kinds[_best(held, lambda kind: worth[kind])].id, 1),))
    most = state.hand_sizes[decision.to]
    return [asked for asked in found if sum(number for _, number in asked) <= most]


def _confirm(state: Island, decision: Any) -> Pick:
    """The weakest of those who accept; a counter-offer only if it is worth it."""
    options = decision.options(state)
    accepts = [pick for pick in options if pick[0] == ACCEPT and not _is_close(state, pick[1])]
    if accepts:
        return min(accepts, key=lambda pick: state.points(pick[1]))
    for who, answer, gives, wants_ in decision.answers:
        is_open = answer == COUNTER and (COUNTER, who) in options and not _is_close(state, who)
        if is_open and _gain(state, decision.seat, gives, wants_) > 0:
            return (COUNTER, who)
    return (WITHDRAW,)


# ---------------------------------------------------------------------- setup


def _settle(state: Island, decision: Any) -> Pick:
    piece = CITY if decision.name == "SetupCity" else 1
    return _best(
        decision.options(state), lambda node: site_worth(state, decision.seat, node, piece)
    )


def _first_road(state: Island, decision: Any) -> Pick:
    """Towards the best site two roads away."""
    board = state.box.board

    def worth(edge: int) -> float:
        one, other = board.ends[edge]
        end = other if one == decision.node else one
        sites = [near for _, near in board.ways[end] if state.sites >> near & 1]
        worths = [site_worth(state, decision.seat, node) for node in sites]
        return max(worths, default=0.0)

    return _best(decision.options(state), worth)


# ---------------------------------------------------------------------- robber, cards


def _robber_hex(state: Island, decision: Any) -> Pick:
    """Where it costs others most, those with many points above all, and oneself nothing."""
    seat, board = decision.seat, state.box.board

    def harm(hex: int) -> float:
        pips = state.box.pips.get(state.numbers[hex], 0)
        total = 0.0
        for node in board.hex_nodes[hex]:
            piece, owner = state.pieces[node], state.owners[node]
            if 0 < piece <= TIPPED:
                size = 2 if piece == CITY else 1
                cards = 0.5 * bool(state.hand_sizes[owner])
                total += -20 if owner == seat else pips * size + state.points(owner) / 3 + cards
        return total

    return _best(decision.options(state), harm)


def _victim(state: Island, decision: Any) -> Pick:
    return _best(
        decision.options(state), lambda seat: 3 * state.points(seat) + state.hand_sizes[seat]
    )


def _leader(state: Island, decision: Any) -> Pick:
    return _best(decision.options(state), state.points)


def _discard(state: Island, decision: Any) -> Pick:
    """Keep what is wanted, one card after another."""
    hand, worth = list(state.hands[decision.seat]), needs(state, decision.seat)
    part = decision.bag(state, ())
    for _ in range(part.least):
        kind = max(
            (k for k, have in enumerate(hand) if have), key=lambda k: hand[k] - 2.0 * worth[k]
        )
        hand[kind] -= 1
    gone = [have - kept for have, kept in zip(state.hands[decision.seat], hand, strict=True)]
    return part.of({kind.id: n for kind, n in zip(state.box.kinds, gone, strict=True)})


def _most_needed(state: Island, decision: Any) -> Pick:
    worth, numbers = needs(state, decision.seat), state.box.kind_numbers
    options = [kind for kind in decision.options(state) if kind != PASS]
    return _best(options, lambda kind: worth[numbers[kind]]) if options else PASS


def _least_needed(state: Island, decision: Any) -> Pick:
    worth, numbers = needs(state, decision.seat), state.box.kind_numbers
    return _best(decision.options(state), lambda kind: -worth[numbers[kind]])


def _monopoly(state: Island, decision: Any) -> Pick:
    """What others must hold most of, and what is needed."""
    worth, numbers = needs(state, decision.seat), state.box.kind_numbers
    own = state.hands[decision.seat]

    def gain(kind: str) -> float:
        number = numbers[kind]
        out: int = state.box.kinds[number].bank - state.bank[number] - own[number]
        return out + worth[number]

    return _best(decision.options(state), gain)


def _take_cards(state: Island, decision: Any) -> Pick:
    """The cards that are needed most of a hand that is shown."""
    worth, part = needs(state, decision.seat), decision.bag(state, ())
    numbers, left, taken = (
        state.box.kind_numbers,
        dict(part.pool),
        dict.fromkeys(dict(part.pool), 0),
    )
    for _ in range(part.least):
        kind = max((k for k in left if left[k]), key=lambda k: worth[numbers[str(k)]] - taken[k])
        left[kind] -= 1
        taken[kind] += 1
    return part.of(taken)


def _fleet(state: Island, decision: Any) -> Pick:
    hand, numbers = state.hands[decision.seat], state.box.kind_numbers
    return _best(decision.options(state), lambda kind: hand[numbers[kind]])


def _merchant(state: Island, decision: Any) -> Pick:
    """Where the own buildings yield most."""
    have = yields(state, decision.seat)

    def worth(hex: int) -> float:
        kind = state.box.terrains[state.terrains[hex]].resource
        return -1.0 if kind is None else have[kind]

    return _best(decision.options(state), worth)


def _deal(state: Island, decision: Any) -> Pick:
    """The resource that is needed least, as long as there are some to spare."""
    hand, numbers = state.hands[decision.seat], state.box.kind_numbers
    options = [pick for pick in decision.options(state) if len(pick) == 2]
    if not options:
        return ("stop",)
    worth = needs(state, decision.seat)
    return _best(options, lambda pick: hand[numbers[pick[1]]] - worth[numbers[pick[1]]])


def _deck(state: Island, decision: Any) -> Pick:
    """Cards of trade bring points."""
    return decision.options(state)[0]


def _own_place(state: Island, decision: Any) -> Pick:
    """The own building that is worth most."""
    return _best(decision.options(state), lambda node: site_worth(state, decision.seat, node, CITY))


def _lost_city(state: Island, decision: Any) -> Pick:
    """The city that is worth least; a wall is worth something, too."""
    return _best(
        decision.options(state),
        lambda node: (
            -site_worth(state, decision.seat, node, CITY) - 2.0 * (state.walls >> node & 1)
        ),
    )


def _knight_place(state: Island, decision: Any) -> Pick:
    """Where no site is lost."""
    options = [node for node in decision.options(state) if node != PASS]
    if not options:
        return PASS
    return _best(options, lambda node: -site_worth(state, decision.seat, node))


def _weakest_knight(state: Island, decision: Any) -> Pick:
    return _best(decision.options(state), lambda node: -state.pieces[node])


def _strongest_knight(state: Island, decision: Any) -> Pick:
    options = [node for node in decision.options(state) if node != PASS]
    return _best(options, lambda node: state.pieces[node]) if options else PASS


def _road(state: Island, decision: Any) -> Pick:
    """Towards the best site."""
    sites = nearest_sites(state, decision.seat)
    options = [edge for edge in decision.options(state) if edge != PASS]
    return _best(options, lambda edge: sites.get(edge, (0.0, 0))[0]) if options else PASS


def _foreign_road(state: Island, decision: Any) -> Pick:
    """A road of whoever has most points; an own one only if there is no other."""
    seat = decision.seat
    return _best(
        decision.options(state),
        lambda edge: -1 if state.roads[edge] == seat else state.points(state.roads[edge]),
    )


def _swap(state: Island, decision: Any) -> Pick:
    """What brings the own buildings most."""
    board, pips, seat = state.box.board, state.box.pips, decision.seat

    def weight(hex: int) -> int:
        return sum(
            (2 if state.pieces[node] == CITY else 1) * (1 if state.owners[node] == seat else -1)
            for node in board.hex_nodes[hex]
            if 0 < state.pieces[node] <= TIPPED
        )

    weights = [weight(hex) for hex in range(board.hex_count)]

    def gain(pick: tuple[int, int]) -> int:
        one, other = pick
        more = pips[state.numbers[other]] - pips[state.numbers[one]]
        return more * (weights[one] - weights[other])

    return _best(decision.options(state), gain)


VALUE_OF_CARDS: Final = (
    "merchant",
    "wedding",
    "master_merchant",
    "resource_monopoly",
    "saboteur",
    "road_building",
    "commodity_monopoly",
    "crane",
    "warlord",
    "smith",
    "deserter",
    "medicine",
    "bishop",
    "irrigation",
    "mining",
    "spy",
    "merchant_fleet",
    "commercial_harbor",
    "engineer",
    "alchemist",
    "intrigue",
    "inventor",
    "diplomat",
)
"""Progress cards, the best first."""


def _worst_card(state: Island, decision: Any) -> Pick:
    return _best(decision.options(state), VALUE_OF_CARDS.index)


def _best_card(state: Island, decision: Any) -> Pick:
    return min(decision.options(state), key=VALUE_OF_CARDS.index)


def _roll(state: Island, decision: Any) -> Pick:
    return decision.options(state)[-1]


def _dice(state: Island, decision: Any) -> Pick:
    """The number that yields most; the red die for the own levels."""
    seat: int = decision.seat
    levels = sum(state.levels[seat])

    def worth(pick: tuple[int, int]) -> float:
        red, yellow = pick
        total = 0.0
        for hex in state.hexes_by_number[red + yellow]:
            if hex == state.robber:
                continue
            for node in state.box.board.hex_nodes[hex]:
                if 0 < state.pieces[node] <= TIPPED:
                    size = 2.0 if state.pieces[node] == CITY else 1.0
                    total += size if state.owners[node] == seat else -0.3 * size
        return total - 0.05 * red * (levels > 0)

    return _best(decision.options(state), worth)


ADVISERS: Final[Mapping[str, Callable[[Island, Any], Pick]]] = {
    "Main": _main,
    "TradeResponse": _respond,
    "TradeConfirm": _confirm,
    "SetupSettlement": _settle,
    "SetupCity": _settle,
    "SetupRoad": _first_road,
    "PreRoll": _roll,
    "AlchemistDice": _dice,
    "TieDeck": _deck,
    "PillageCity": _lost_city,
    "ProgressDiscardOffTurn": _worst_card,
    "ProgressDiscardEnd": _worst_card,
    "SevenDiscard": _discard,
    "SaboteurDiscard": _discard,
    "WeddingGift": _discard,
    "RobberHex": _robber_hex,
    "RobberVictim": _victim,
    "Aqueduct": _most_needed,
    "MetropolisCity": _own_place,
    "MedicineSettlement": _own_place,
    "EngineerCity": _own_place,
    "Relocate": _knight_place,
    "HarborDeal": _deal,
    "HarborReturn": _least_needed,
    "MasterTarget": _victim,
    "MasterTake": _take_cards,
    "MerchantHex": _merchant,
    "FleetKind": _fleet,
    "MonopolyKind": _monopoly,
    "DeserterTarget": _leader,
    "DeserterKnight": _weakest_knight,
    "DeserterPlace": _knight_place,
    "DiplomatRoad": _foreign_road,
    "DiplomatReplace": _road,
    "IntrigueKnight": _strongest_knight,
    "SpyTarget": _leader,
    "SpyTake": _best_card,
    "InventorPair": _swap,
    "FreeRoad": _road,
    "SmithPromote": _strongest_knight,
}
"""What is thought of in each decision, by its name; in any other the lot decides."""
