"""Rules of thumb for the action phase and for answers to offers, and tests for wasteful moves."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Final, TypeAlias

from engine.core.command import Command, Menu, Pick
from engine.core.parts import Amounts
from engine.games.knights.board import members
from engine.games.knights.bots.bank_trades import trade_excess, trade_for
from engine.games.knights.bots.evaluation import (
    SHIP_IS_NEAR,
    Want,
    best_swap,
    has_site_ahead,
    held_by_others,
    is_threatened,
    level_cost,
    loses_award,
    may_lose,
    missing,
    needs,
    road_race,
    roads_on,
    site_worth,
    spare,
    wants,
    winning_purchases,
)
from engine.games.knights.cards_politics import removable
from engine.games.knights.cards_science import InventorPair
from engine.games.knights.component_types import POLITICS, ROAD, CountsByKind
from engine.games.knights.improvements import CRANE
from engine.games.knights.production import expected_production
from engine.games.knights.state import CITY, NOBODY, TIPPED, Island, Table, built, cities_on_board
from engine.games.knights.trade import (
    ACCEPT,
    COUNTER,
    DECLINE,
    WITHDRAW,
    TradeChoice,
    TradeConfirm,
    TradeResponse,
)

END_TURN: Final = ("end",)
"""Pick that ends the turn."""

BEFORE_A_METROPOLIS: Final = 3
"""The level before the one that brings a metropolis."""

MAX_OFFERS: Final = 1
"""Maximum number of offers per turn."""

ROUNDS_BETWEEN: Final = 10
"""Number of rounds after which a seat may ask for the same kind of card again."""

ENOUGH_ELSEWHERE: Final = 2
"""Minimum number of cards of a kind in opponents' hands for which opponents are likely to give
one."""

WORTH_A_SWAP: Final = 6
"""Minimum gain of the seat over all others, in cards per 36 rolls, for playing an Inventor unless
the progress hand is full."""

CLOSE_TO_VICTORY: Final = 2
"""Maximum number of missing points at which opponents no longer trade with a player."""


# ---------------------------------------------------------------------- the action phase


Picks: TypeAlias = Mapping[str, Sequence[Pick]]
"""Possible picks by the key of their command."""


def act(state: Island, decision: Menu[Island]) -> Pick:
    """Return the pick of `act_alone`. If that pick ends the turn and there is a good offer, return
    the offer instead."""
    pick = act_alone(state, decision)
    return pick if pick != END_TURN else make_offer(state, decision.seat) or END_TURN


def act_alone(state: Island, decision: Menu[Island]) -> Pick:
    """Choose a pick that is not an offer: the first possible one of a winning purchase (or a bank
    trade towards one), a useful purchase or action, a bank trade, a pick that avoids a discard, and
    the end of the turn."""
    seat = decision.seat
    wants, picks = sensible_wants(state, seat), _picks(state, decision)
    return (
        winning_pick(state, decision)
        or _first(state, seat, picks, wants)
        or trade_for(state, seat, wants, first_levels(state, seat))
        or _avoid_discard(state, seat, [*picks["wall"], *picks["activate"]])
        or END_TURN
    )


def winning_pick(state: Table, decision: Menu[Table]) -> Pick | None:
    """Return a purchase that wins the game, or a bank trade towards such a purchase; None if there
    is neither."""
    for key, track, cost in winning_purchases(state, decision.seat):
        command = decision.command(state, (key,))
        options = [] if command is None else picks_of(state, decision.seat, command)
        found = [pick for pick in options if track is None or pick[1] == track]
        if found:
            return found[0]
        trade = trade_for(state, decision.seat, [(0.0, cost)], ())
        if trade is not None:
            return trade
    return None


def _avoid_discard(state: Island, seat: int, picks: Sequence[Pick]) -> Pick | None:
    """Return the first of `picks` or, if there are none, a bank trade. Return None if the hand is
    not over the discard limit, or if there is neither."""
    if state.hand_sizes[seat] <= state.discard_limit(seat):
        return None
    return picks[0] if picks else trade_excess(state, seat, state.rates(seat))


def _picks(state: Island, decision: Menu[Island]) -> dict[str, Sequence[Pick]]:
    return {
        command.key: picks_of(state, decision.seat, command)
        for command in decision.commands(state)
        if command.key not in ("offer", "bank")
    }


def picks_of(state: Table, seat: int, command: Command[Table]) -> list[Pick]:
    """Return the possible picks of a command, each with the command's key."""
    return [(command.key, *rest) for rest in command.options(state, seat)]


def _first(state: Island, seat: int, picks: Picks, wants: Sequence[Want]) -> Pick | None:
    """Return a pick that the hand can pay for: a useful card, improvement, building or action of a
    knight; None if there is none."""
    return (
        _play(state, seat, picks)
        or _improve(state, seat, picks)
        or _build(state, seat, picks, wants)
        or _fight(state, seat, picks, wants)
    )


def _play(state: Island, seat: int, picks: Picks) -> Pick | None:
    """Return a pick that plays a useful card; None if there is none."""
    for pick in picks["card"]:
        if _is_worth_playing(state, seat, str(pick[1])):
            return pick
    return None


def _is_worth_playing(state: Island, seat: int, card: str) -> bool:
    hand, is_full = state.hands[seat], state.cards_held(seat) >= state.box.limits.progress_hand
    match card:
        case "merchant":
            return state.merchant_owner != seat or (is_full and has_spare_merchant(state, seat))
        case "merchant_fleet":
            return any(have >= 4 for have in hand)
        case "resource_monopoly" | "commodity_monopoly":
            others = sum(state.hand_sizes) - state.hand_sizes[seat]
            return others >= 4 * (state.seats - 1)
        case "commercial_harbor":
            return sum(hand[kind] for kind in state.box.resources) >= 3
        case "diplomat":
            return is_full or _can_break_longest_road(state, seat)
        case "inventor":
            gain, *_ = best_swap(state, InventorPair(seat).options(state), seat)
            return is_full or gain >= WORTH_A_SWAP
        case "warlord":
            idle = (state.knights[seat] & ~state.active_knights).bit_count()
            return idle > 1 or is_threatened(state)
        case "road_building":
            return state.left(seat, ROAD) > 1
        case _:
            return True


def has_spare_merchant(state: Island, seat: int) -> bool:
    """Whether the seat has at least two Merchant cards, so that it can keep one for later."""
    return state.progress[seat].count(state.box.card_numbers["merchant"]) > 1


def _can_break_longest_road(state: Island, seat: int) -> bool:
    if state.award in (NOBODY, seat):
        return False
    return any(loses_award(state, edge) for edge in removable(state))


def _improve(state: Island, seat: int, picks: Picks) -> Pick | None:
    """Return the pick that improves the most advanced of the tracks that the hand can pay for, with
    a Crane only if that is worthwhile (see `_is_worth_a_crane`); None if there is no such pick."""
    tracks = state.box.track_numbers

    def worth(pick: Pick) -> float:
        track = tracks[str(pick[1])]
        level = state.levels[seat][track]
        return level + 0.5 * (len(pick) == 3 and level >= 1) + 0.1 * (track == POLITICS)

    options = [
        pick
        for pick in picks["improve"]
        if pick[-1] != CRANE or _is_worth_a_crane(state, seat, pick)
    ]
    return max(options, key=worth) if options else None


def _is_worth_a_crane(state: Island, seat: int, pick: Pick) -> bool:
    """Whether a Crane is worth playing for the track that `pick` improves: whether the track has
    reached level 1."""
    return state.levels[seat][state.box.track_numbers[str(pick[1])]] >= 1


def place_of(pick: Pick) -> int:
    """Return the place that a pick names: the node or edge where something is built, or a knight's
    node."""
    place = pick[1]
    assert isinstance(place, int)
    return place


def _build(state: Island, seat: int, picks: Picks, wants: Sequence[Want]) -> Pick | None:
    """Return a pick that builds the most valuable city or, if none is possible, the most valuable
    settlement or a wanted road; None if there is none."""
    if picks["city"]:
        return max(picks["city"], key=lambda pick: site_worth(state, seat, place_of(pick), CITY))
    if picks["settlement"]:
        return max(picks["settlement"], key=lambda pick: site_worth(state, seat, place_of(pick)))
    road = state.box.costs["road"]
    if picks["road"] and any(cost == road for _, cost in wants):
        worth = roads_on(state, seat)
        return max(picks["road"], key=lambda pick: worth.get(place_of(pick), 0.0))
    return None


def _fight(state: Island, seat: int, picks: Picks, wants: Sequence[Want]) -> Pick | None:
    """Return a pick that chases the robber from a hex with a building of the seat, displaces a
    knight, or activates, recruits or promotes a knight as the seat wants; None if there is none.
    Knights chase and displace only if the barbarians' ship has more than two steps left, because
    they become inactive."""
    wanted_costs = [cost for _, cost in wants]
    costs = state.box.costs
    far = state.box.attack_step - state.ship > 2
    if picks["chase"] and far and is_blocked_by_robber(state, seat):
        return picks["chase"][0]
    if picks["displace"] and far:
        return picks["displace"][0]
    if picks["activate"] and costs["knight_activate"] in wanted_costs:
        return max(picks["activate"], key=lambda pick: state.pieces[place_of(pick)])
    if picks["recruit"] and costs["knight_recruit"] in wanted_costs:
        return max(picks["recruit"], key=lambda pick: -site_worth(state, seat, place_of(pick)))
    if picks["promote"] and costs["knight_promote"] in wanted_costs:
        return max(picks["promote"], key=lambda pick: state.active_knights >> place_of(pick) & 1)
    return None


def is_blocked_by_robber(state: Island, seat: int) -> bool:
    return bool(state.box.board.hex_masks[state.robber] & state.buildings(seat))


def make_offer(state: Island, seat: int) -> Pick | None:
    """Return the first offer that asks for a kind that the seat may ask for (`_may_ask_for`) and
    that some opponent is likely to accept; None if there is none."""
    for get, give, offer in _offers(state, seat, _may_ask_for):
        if _takers(state, seat, get, give):
            return offer
    return None


def likely_offers(state: Island, seat: int) -> Iterator[Pick]:
    """Yield one offer for each kind that opponents have, if a single card of the kind completes a
    wanted purchase."""
    best: dict[int, Pick] = {}
    for get, _, offer in _offers(state, seat, held_by_others):
        best.setdefault(get, offer)
    yield from best.values()


def _offers(
    state: Island, seat: int, asks_for: Callable[[Island, int, int], object]
) -> Iterator[tuple[int, int, Pick]]:
    """Yield offers that ask for the only card missing for a cost, the most wanted cost first.

    Each item is the kind asked for, the kind given, and the offer, which gives one or two spare
    cards of the kind that the largest number of opponents is likely to take. Cards for the most
    wanted cost are not spare. `asks_for(state, seat, kind)` is true if the seat may ask for that
    kind.

    Kinds that could help an opponent to get a metropolis are not given, and offers refused since
    the last settlement or city was built are left out. Nothing is offered if all opponents are
    about to win, if they have fewer than three cards together, or if `MAX_OFFERS` have been made
    this turn.
    """
    if all(_is_close(state, other) for other in state.opponents(seat)):
        return
    others = sum(state.hand_sizes) - state.hand_sizes[seat]
    if len(state.offers) >= MAX_OFFERS or others < 3:
        return
    hand, kinds = state.hands[seat], state.box.kinds
    wants = sensible_wants(state, seat)
    for _, cost in wants:
        reserved = tuple(map(max, cost, wants[0][1]))
        lack, free = missing(hand, cost), spare(hand, reserved)
        if sum(lack) != 1 or not any(free):
            continue
        get = lack.index(1)
        if not asks_for(state, seat, get):
            continue
        held = [
            kind
            for kind, number in enumerate(free)
            if number
            and kind != get
            and not any_opponent_needs_for_metropolis(state, seat, kind)
            and not _was_refused(state, seat, kind, _given(number), get)
        ]
        if held:
            give = max(held, key=lambda kind: (_takers(state, seat, get, kind), free[kind]))
            given = ((kinds[give].id, _given(free[give])),)
            yield get, give, ("offer", given, ((kinds[get].id, 1),))


def _given(free: int) -> int:
    """Return how many cards to offer if `free` cards of the kind can be spared."""
    return 2 if free >= 3 else 1


def _was_refused(state: Island, seat: int, give: int, number: int, get: int) -> bool:
    """Whether the opponents have refused the seat's offer of `number` cards of `give` for one of
    `get`, and no settlement or city has been built since then."""
    if not state.refused:
        return False
    kinds = range(len(state.box.kinds))
    gives = tuple(number if kind == give else 0 for kind in kinds)
    gets = tuple(int(kind == get) for kind in kinds)
    return (seat, gives, gets, built(state)) in state.refused


def _may_ask_for(state: Island, seat: int, kind: int) -> bool:
    """Whether the seat may ask for a kind: the others have enough cards of it, and the seat has not
    asked for it within the last `ROUNDS_BETWEEN` rounds."""
    asked = state.asked_for[seat * len(state.box.kinds) + kind]
    enough = held_by_others(state, seat, kind) >= ENOUGH_ELSEWHERE
    return enough and state.turn - asked > ROUNDS_BETWEEN * state.seats


def _takers(state: Island, seat: int, get: int, give: int) -> int:
    """Return the number of opponents that have cards and produce `get` but not `give`."""
    count = 0
    for other in state.opponents(seat):
        if state.hand_sizes[other]:
            income = expected_production(state, other)
            count += income[get] > 0 and not income[give]
    return count


# ---------------------------------------------------------------------- answers


def _is_close(state: Island, seat: int) -> bool:
    return state.points(seat) >= state.win_target - CLOSE_TO_VICTORY


def _gain(state: Island, seat: int, gets: Amounts, gives: Amounts) -> float:
    """Return the net value to the seat of getting the cards in `gets` for those in `gives`."""
    worth, numbers = needs(state, seat), state.box.kind_numbers
    got = sum(worth[numbers[str(kind)]] * number for kind, number in gets)
    hand, lost = state.hands[seat], 0.0
    for kind, number in gives:
        have = hand[numbers[str(kind)]]
        lost += number * (worth[numbers[str(kind)]] + 2.0 / max(1, have))
    return got - lost


def must_decline(state: Island, decision: TradeResponse) -> bool:
    """Whether accepting the offer could help the player who made it to win or to get a
    metropolis."""
    numbers = state.box.kind_numbers
    given = [numbers[str(kind)] for kind, _ in decision.want]
    return _is_close(state, decision.to) or any(
        needs_for_metropolis(state, decision.to, kind) for kind in given
    )


def answer(state: Island, decision: TradeResponse) -> Pick:
    """Return the answer to an offer: accept if that is a gain, else make a counter-offer that is a
    gain, else decline. Decline offers that must be declined (see `must_decline`) or cannot be
    accepted."""
    seat = decision.seat
    if must_decline(state, decision) or not decision.allows(state, (ACCEPT,)):
        return (DECLINE,)
    if _gain(state, seat, decision.give, decision.want) > 0:
        return (ACCEPT,)
    for asked in _likely_counter_offers(state, decision):
        counter = (COUNTER, decision.want, asked)
        if _gain(state, seat, asked, decision.want) > 0 and decision.allows(state, counter):
            return counter
    return (DECLINE,)


def _likely_counter_offers(state: Island, decision: TradeResponse) -> list[Amounts]:
    """Return the cards that each counter-offer could ask for, as `_counter_offers` does. The kinds
    considered are those that the player who made the offer produces and is likely to have."""
    income = expected_production(state, decision.to)
    kinds = [kind for kind, pips in enumerate(income) if pips]
    held = [kind for kind in kinds if _expected_number(state, decision, kind) >= 1]
    return _counter_offers(state, decision, held)


def _expected_number(state: Island, decision: TradeResponse, kind: int) -> float:
    """Return the expected number of cards of `kind` in the hand of the player who made the offer,
    assuming that the kind is spread evenly over the cards of all opponents."""
    seat, to = decision.seat, decision.to
    hidden = sum(state.hand_sizes) - state.hand_sizes[seat]
    return held_by_others(state, seat, kind) * state.hand_sizes[to] / max(1, hidden)


def _counter_offers(
    state: Island, decision: TradeResponse, considered: Sequence[int]
) -> list[Amounts]:
    """Return the cards that each counter-offer could ask for in return for the cards that the offer
    wants.

    If the offer gives a single kind, a counter-offer asks for one more card of that kind. Another
    asks for a card of the most needed kind in `considered` that opponents have. Counter-offers for
    more cards than the player who made the offer has are left out.
    """
    seat, kinds = decision.seat, state.box.kinds
    counters: list[Amounts] = []
    if len(decision.give) == 1:
        ((kind, number),) = decision.give
        counters.append(((kind, number + 1),))
    worth, wanted = needs(state, seat), [str(kind) for kind, _ in decision.want]
    held = [
        kind
        for kind in considered
        if kinds[kind].id not in wanted and held_by_others(state, seat, kind) > 0
    ]
    if held:
        counters.append(((kinds[max(held, key=lambda kind: worth[kind])].id, 1),))
    most = state.hand_sizes[decision.to]
    return [asked for asked in counters if sum(number for _, number in asked) <= most]


def choose_answer(state: Island, decision: TradeConfirm) -> TradeChoice:
    """Return the seat's choice among the answers to its offer: a trade with the accepting player
    who has the fewest points, else a counter-offer that is a gain, else withdrawal. Players who are
    about to win are ignored."""
    options = decision.options(state)
    accepts = [
        who
        for who, answer, *_ in decision.answers
        if answer == ACCEPT and not _is_close(state, who)
    ]
    if accepts:
        return ACCEPT, min(accepts, key=state.points)
    for who, answer, gives, gets in decision.answers:
        is_open = answer == COUNTER and (COUNTER, who) in options and not _is_close(state, who)
        if is_open and _gain(state, decision.seat, gives, gets) > 0:
            return (COUNTER, who)
    return (WITHDRAW,)


def is_activation_pointless(state: Island, seat: int) -> bool:
    """Whether it is pointless to activate the seat's inactive knights, because no attack is near,
    or because activating all of them would neither save the island, nor protect the seat's cities,
    nor bring the seat a reward that it would not get anyway (CK-6.8, CK-6.9)."""
    left = state.box.attack_step - state.ship
    if left > SHIP_IS_NEAR + 1:
        return True
    given = [state.contribution(other) for other in range(state.seats)]
    idle = members(state.knights[seat] & ~state.active_knights)
    more = sum(state.pieces[node] - TIPPED for node in idle)
    own, others = given[seat], [given[other] for other in state.opponents(seat)]
    lacking = cities_on_board(state) - sum(given)
    if lacking > 0:
        return not may_lose(state, seat) and more < lacking
    best = max(others)
    return own > best or own + more < best


def sensible_wants(state: Island, seat: int) -> Sequence[Want]:
    """Return the purchases that the seat wants, best first. A road that leads nowhere and a
    pointless activation of a knight are left out."""
    purchases, costs = wants(state, seat), state.box.costs
    wanted = [cost for _, cost in purchases]
    vain = []
    if costs["road"] in wanted and not (has_site_ahead(state, seat) or road_race(state, seat)):
        vain.append(costs["road"])
    if state.box.tracks and is_activation_pointless(state, seat):
        vain.append(costs["knight_activate"])
    return [want for want in purchases if want[1] not in vain] if vain else purchases


def first_levels(state: Island, seat: int) -> list[CountsByKind]:
    """Return the costs of the first levels of the tracks that the seat has not improved yet. First
    levels rarely bring progress cards."""
    levels = state.levels[seat]
    return [
        level_cost(state, track, 1) for track in range(len(state.box.tracks)) if not levels[track]
    ]


def needs_for_metropolis(state: Island, seat: int, kind: int) -> bool:
    """Whether `kind` is the commodity of a track on which the seat is at level
    `BEFORE_A_METROPOLIS` and does not have the metropolis."""
    for number, track in enumerate(state.box.tracks):
        if track.commodity == kind and state.metropolis_owners[number] != seat:
            return state.levels[seat][number] == BEFORE_A_METROPOLIS
    return False


def any_opponent_needs_for_metropolis(state: Island, seat: int, kind: int) -> bool:
    return any(needs_for_metropolis(state, other, kind) for other in state.opponents(seat))
