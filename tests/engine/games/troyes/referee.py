"""A second, slow referee of Troyes, written from rules.md alone: one function per rule.

The game is one generator. It asks for a pick or an outcome, is sent it, and continues. `Referee`
holds it, with the table that it changes.
"""

from __future__ import annotations

from typing import Any

from tests.engine.games.troyes.referee_cards import (
    TABLE,
    Ask,
    Asking,
    Flow,
    activate,
    choose,
    roll,
    use_group,
)
from tests.engine.games.troyes.referee_picks import (
    INFLUENCE,
    against_black,
    can_act,
    can_reach,
    can_use_influence,
    columns_built,
    die_of,
    entrance,
    is_names,
    may_against_black,
    may_in_turn,
    total_of,
)
from tests.engine.games.troyes.referee_table import (
    BUILDINGS,
    COLOURS,
    GRAY,
    Event,
    Table,
    clockwise,
    enter,
    gain_influence,
    leave,
    lose_vp,
    may_enter,
    next_seat,
    own_cubes,
    owner_at,
    put_cube,
    standing,
    tradesmen,
)


class Referee:
    """A game that receives every event and determines what must come next."""

    def __init__(self, seats: int, *, bonus: bool = False, own: dict[str, Any]) -> None:
        """Set up the empty table; `own` are custom values for the data file."""
        self.table = Table(seats, bonus, own)
        self._flow = play(self.table)
        self.request: Ask | None = next(self._flow)

    def process(self, step: str, seat: int, value: Any) -> None:
        """Process an event; it must be the expected one, and legal."""
        request = self.request
        assert request is not None, "the game is over"
        assert (step, seat) == (request.step, request.seat), (
            step,
            seat,
            request.step,
            request.seat,
        )
        assert request.allows(value), (step, seat, value)
        try:
            self.request = self._flow.send(value)
        except StopIteration:
            self.request = None


# ---------------------------------------------------------------------- the game


def play(t: Table) -> Flow:
    """TRO-4.1: setup, placement, rounds, final scoring."""
    yield from setup(t)
    yield from place_citizens(t)
    for number in range(1, t.count["rounds"] + 1):
        t.round = number
        yield from reveal_cards(t)
        income(t)
        yield from roll_dice(t)
        yield from reveal_events(t)
        yield from events_take_effect(t)
        yield from black_dice(t)
        yield from actions(t)
        end_of_round(t)
    t.over = True


def setup(t: Table) -> Flow:
    """TRO-2.4, TRO-2.8: Characters, start player."""
    t.dealt = yield Ask("DealCharacters", TABLE, lambda dealt: is_deal(t, dealt))
    t.first = yield Ask("DrawStart", TABLE, lambda seat: seat in range(t.seats))


def is_deal(t: Table, dealt: Any) -> bool:
    """TRO-2.4: 1 Character each, 2 with 2 players, all different."""
    each = 2 if t.seats == 2 else 1
    all_dealt = [one for hand in dealt for one in hand]
    if len(set(all_dealt)) < len(all_dealt) or [len(hand) for hand in dealt] != [each] * t.seats:
        return False
    return all(one in t.characters for one in all_dealt)


def place_citizens(t: Table) -> Flow:
    """TRO-3.1 to 3.5: in snake order on free spaces; grey ones fill the rest, or were placed
    before."""
    if t.seats == 2:
        for space in gray_start(t):
            stand(t, GRAY, space)
    order = clockwise(t, t.first)
    while any(t.supply):
        for seat in order:
            free = [space for space in t.spaces if owner_at(t, space) is None]
            space = yield from choose("PlaceFirst", seat, free)
            t.supply[seat] -= 1
            stand(t, seat, space)
        order = order[::-1]
    for space in t.spaces:
        if owner_at(t, space) is None:
            stand(t, GRAY, space)


def gray_start(t: Table) -> list[str]:
    """TRO-3.4: the spaces of the grey citizens with 2 players."""
    fixed = t.box["initial_neutral_2p"]
    found = [f"palace.{value}" for value in fixed["palace"]]
    for name in ("bishopric", "city_hall"):
        found += [f"{name}.{one['row']}.{one['space']}" for one in fixed[name]]
    return found


def stand(t: Table, owner: int, space: str) -> None:
    """Put a citizen on a free space."""
    name, row, column = t.spaces[space]
    assert t.rows[name][row][column] is None
    t.rows[name][row][column] = owner
    if owner == GRAY:
        t.gray_supply -= 1


# ---------------------------------------------------------------------- phases 0, 1, 2


def reveal_cards(t: Table) -> Flow:
    """TRO-5.1, TRO-2.6, TRO-23.1: one card of each colour in rounds 1 to 3."""
    if t.round > 3:
        return
    shown = yield Ask("RevealCards", TABLE, lambda ids: are_cards_of_the_round(t, ids))
    for card in shown:
        t.open.append(card)
        t.slots[card] = [None for _ in t.cards[card]["slots"]]
        t.illustration[card] = []
        t.cubes[card] = [0] * t.seats


def are_cards_of_the_round(t: Table, ids: Any) -> bool:
    """TRO-2.6: red, white, yellow, of this round's number, bonus cards only if they take part."""
    cards = [t.cards[id] for id in ids]
    sets = ["base", "bonus"] if t.bonus else ["base"]
    return [one["colour"] for one in cards] == COLOURS and all(
        one["round"] == t.round and one["set"] in sets for one in cards
    )


def income(t: Table) -> None:
    """TRO-5.2, TRO-5.3: 10 deniers, then salaries; a player who cannot pay all pays everything."""
    economy = t.box["economy"]
    for seat in range(t.seats):
        t.deniers[seat] += economy["income"]
        due = sum(standing(t, seat, name) * economy[f"salary_{name}"] for name in BUILDINGS)
        pay_or_suffer(t, seat, due)


def pay_or_suffer(t: Table, seat: int, due: int) -> None:
    """TRO-5.3, TRO-6.6: pay, or pay everything and lose 2 VP."""
    missing = due > t.deniers[seat]
    t.deniers[seat] -= min(due, t.deniers[seat])
    if missing:
        lose_vp(t, seat)


def roll_dice(t: Table) -> Flow:
    """TRO-5.6 to 5.8: a die for each standing citizen, those of grey ones in the neutral
    district."""
    rolled = yield Ask("RollDice", TABLE, lambda faces: are_rolled(t, faces))
    for district in t.dice:
        t.dice[district] = [die_of("-" + face) for face in rolled[district]]


def are_rolled(t: Table, rolled: Any) -> bool:
    """TRO-5.6: as many of each colour as there are citizens in its building."""
    if len(rolled) != 5:
        return False
    for district in range(5):
        colours = [die_of("-" + face)[0] for face in rolled[district]]
        due = [standing(t, district, name) for name in BUILDINGS]
        if [colours.count(colour) for colour in COLOURS] != due:
            return False
    return True


# ---------------------------------------------------------------------- phase 3


def reveal_events(t: Table) -> Flow:
    """TRO-6.1, TRO-23.5: a red event and the one it names; Resistance brings one more pair."""
    red = yield from reveal_pair(t)
    if red == "resistance":
        yield from reveal_pair(t)


def reveal_pair(t: Table) -> Asking:
    """TRO-6.1, TRO-6.2: a red event, then one of the colour that it names if there is any."""
    pair = yield Ask("RevealEvents", TABLE, lambda ids: is_pair(t, ids))
    for id in pair:
        t.row.append(Event(t.events[id]))
        t.revealed.append(id)
    return pair[0]


def is_pair(t: Table, ids: Any) -> bool:
    """TRO-6.1: both are still in their decks."""
    deck = [
        one["id"]
        for one in t.box["event_cards"]
        if one["id"] not in t.revealed and (t.bonus or one["set"] == "base")
    ]
    if not is_names(ids) or not all(one in deck for one in ids):
        return False
    if t.events[ids[0]]["colour"] != "red":
        return False
    named = t.events[ids[0]]["second"]
    seconds = [one for one in deck if t.events[one]["colour"] == named]
    return len(ids) == 2 and ids[1] in seconds if seconds else len(ids) == 1


def events_take_effect(t: Table) -> Flow:
    """TRO-6.4, TRO-6.9: the events in the row now, each once, from the left."""
    for event in list(t.row):
        yield from take_effect(t, event)
    t.marauding_closed = False


def take_effect(t: Table, event: Event) -> Flow:
    """TRO-6.5, TRO-7.1: take its black dice, then apply its effect."""
    t.black_taken += event.card["black"]
    effect = event.card["effect"]
    match event.id.rstrip("_12"):
        case "civil_war":
            for seat in clockwise(t, t.first):
                pay_or_suffer(t, seat, effect["amount"])
        case "drought":
            for seat in clockwise(t, t.first):
                pay_or_suffer(t, seat, effect["amount"] * standing(t, seat, "city_hall"))
        case "heresy":
            heresy(t, effect["amount"])
        case "interruption_of_work":
            interruption_of_work(t)
        case "migrant_workers":
            migrant_workers(t)
        case "support":
            support(t, event)
        case "resistance":
            resistance(t)
        case "succession_conflict":
            yield from gray_citizen(t, "palace")
        case "theological_conflict":
            yield from gray_citizen(t, "bishopric")
        case "wayfarers":
            yield from gray_citizen(t, "city_hall")


def heresy(t: Table, amount: int) -> None:
    """TRO-7.4: each player loses 2 influence."""
    for seat in clockwise(t, t.first):
        missing = t.influence[seat] < amount
        t.influence[seat] = max(0, t.influence[seat] - amount)
        if missing:
            lose_vp(t, seat)


def interruption_of_work(t: Table) -> None:
    """TRO-7.5: remove the cube of the highest level, there in the highest column."""
    highest = max(len(column) for column in t.cathedral.values())
    if highest:
        value = max(value for value, column in t.cathedral.items() if len(column) == highest)
        t.cathedral[value].pop()


def migrant_workers(t: Table) -> None:
    """TRO-7.6: a grey cube on the lowest free level, there in the lowest column."""
    lowest = min(len(column) for column in t.cathedral.values())
    if lowest < t.box["cathedral"]["levels"]:
        value = min(value for value, column in t.cathedral.items() if len(column) == lowest)
        t.cathedral[value].append(GRAY)


def support(t: Table, event: Event) -> None:
    """TRO-7.10: a grey cube on each of the two events left of it, determined first."""
    at = t.row.index(event)
    for other in t.row[max(0, at - 2) : at]:
        put_cube(t, GRAY, other)


def resistance(t: Table) -> None:
    """TRO-23.5: remove the last cube of every event."""
    for event in t.row:
        if event.flags:
            event.flags.pop()


def gray_citizen(t: Table, name: str) -> Flow:
    """TRO-7.7 to 7.9: a grey citizen enters by a die roll, unless someone is protected."""
    if t.gray_supply == 0:
        return
    value = yield from roll("RollForGray")
    if may_enter(t, GRAY, name, value):
        t.gray_supply -= 1
        enter(t, GRAY, name, value)


# ---------------------------------------------------------------------- black dice


def black_dice(t: Table) -> Flow:
    """TRO-8.1, TRO-8.2: roll all, then each player in turn faces the highest."""
    number, t.black_taken = t.black_taken, 0
    rolled = yield Ask("BlackDice", TABLE, lambda values: len(values) == number)
    t.black = sorted(rolled, reverse=True)
    seat = t.first
    while t.black:
        yield from face_highest(t, seat)
        seat = next_seat(t, seat)


def face_highest(t: Table, seat: int) -> Flow:
    """TRO-8.6 to 8.9: any use of influence, then dice against it, or the penalty."""
    while True:
        pick: Any = ("yield",)
        if can_reach(t, seat) or can_use_influence(t, seat):
            pick = yield Ask("FaceBlackDie", seat, lambda pick: may_against_black(t, seat, pick))
        if pick[0] == "yield":
            del t.black[0]
            lose_vp(t, seat)
            return
        if pick[0] == "defeat":
            defeat(t, seat, pick[1])
            return
        yield from use_influence(t, seat, pick)


def defeat(t: Table, seat: int, names: tuple[str, ...]) -> None:
    """TRO-8.4 to 8.6: discard the dice of both sides, gain 1 influence for each black die."""
    beaten = [t.black[0], *[int(name[1]) for name in names if name[0] == "k"]]
    own = [die_of(name) for name in names if name[0] != "k"]
    assert against_black(own) >= sum(beaten)
    for value in beaten:
        t.black.remove(value)
    for die in own:
        t.dice[seat].remove(die)
    gain_influence(t, seat, len(beaten) * t.box["black_dice"]["influence_per_defeated"])


def use_influence(t: Table, seat: int, pick: tuple[Any, ...]) -> Flow:
    """TRO-10.2 to 10.4: roll a die again, recruit, or turn dice over."""
    costs = t.box["influence"]
    if pick[0] == "recruit":
        t.influence[seat] -= costs["citizen_cost"]
        t.reserve[seat] -= 1
        t.supply[seat] += 1
    elif pick[0] == "reroll":
        t.influence[seat] -= costs["reroll_cost"]
        colour, value = die_of(pick[1])
        value_now = yield from roll("RerollDie")
        t.dice[seat].remove((colour, value))
        t.dice[seat].append((colour, value_now))
    else:
        t.influence[seat] -= costs["flip_cost"]
        for colour, value in [die_of(name) for name in pick[1]]:
            t.dice[seat].remove((colour, value))
            t.dice[seat].append((colour, 7 - value))


# ---------------------------------------------------------------------- phase 4


def actions(t: Table) -> Flow:
    """TRO-9.1, TRO-18.2, TRO-19.1, TRO-19.2: turns until everyone has passed or no die is left."""
    seat = t.first
    while any(t.dice.values()) and not all(t.passed):
        if t.passed[seat]:
            t.purse[seat] += t.box["economy"]["pass_later_deniers"]
        else:
            yield from take_turn(t, seat)
        seat = next_seat(t, seat)


def take_turn(t: Table, seat: int) -> Flow:
    """TRO-9.2, TRO-9.12: any use of influence, then one action; a player who can do nothing
    passes."""
    while True:
        pick: Any = ("pass",)
        if t.dice[seat] or can_use_influence(t, seat) or can_act(t, seat):
            pick = yield Ask("TakeTurn", seat, lambda pick: may_in_turn(t, seat, pick))
        if pick[0] not in INFLUENCE:
            break
        yield from use_influence(t, seat, pick)
    t.marauding_closed = False
    match pick:
        case ("pass",):
            t.passed[seat] = True
            t.purse[seat] += t.box["economy"]["pass_first_deniers"]
        case ("activate", card, cube, names, citizen, number):
            yield from activate(t, seat, card, cube, names, citizen, number)
        case ("fight", id, cube, names, number):
            fight(t, seat, id, cube, names, number)
        case ("build", cube, names):
            build(t, seat, cube, names)
        case ("farm", cube, names):
            farm(t, seat, cube, names)
        case ("place", cube, names, citizen):
            place(t, seat, cube, names, citizen)


def fight(t: Table, seat: int, id: str, cube: str, names: tuple[str, ...], number: int) -> None:
    """TRO-15.3: all cubes go to this event."""
    use_group(t, seat, cube, names)
    event = next(one for one in t.row if one.id == id)
    for _ in range(number):
        put_cube(t, seat, event)


def build(t: Table, seat: int, cube: str, names: tuple[str, ...]) -> None:
    """TRO-14.1, TRO-14.3: a cube for each die, 1 VP and 1 or 2 influence."""
    columns = columns_built(t, seat, names, cube)
    assert columns is not None
    use_group(t, seat, cube, names)
    for value in columns:
        t.cathedral[value].append(seat)
        reward = next(one for one in t.box["cathedral"]["reward"] if value in one["values"])
        t.vp[seat] += reward["vp"]
        gain_influence(t, seat, reward["influence"])


def farm(t: Table, seat: int, cube: str, names: tuple[str, ...]) -> None:
    """TRO-17.1: half of the total in deniers."""
    gain = total_of(t, seat, names, cube) // 2
    use_group(t, seat, cube, names)
    t.deniers[seat] += gain


def place(t: Table, seat: int, cube: str, names: tuple[str, ...], citizen: str) -> None:
    """TRO-16.3 to 16.7: the citizen leaves its place and enters the building."""
    name, value = entrance(t, seat, names, cube)
    use_group(t, seat, cube, names)
    leave(t, seat, citizen)
    enter(t, seat, name, value)


# ---------------------------------------------------------------------- phase 5, final scoring


def end_of_round(t: Table) -> None:
    """TRO-19.4: money of the districts, expelled citizens, unused dice, the next start player."""
    for seat in range(t.seats):
        t.deniers[seat] += t.purse[seat]
        t.supply[seat] += sum(lying.count(seat) for lying in t.lying.values())
    t.gray_supply += sum(lying.count(GRAY) for lying in t.lying.values())
    t.purse = [0] * t.seats
    t.passed = [False] * t.seats
    t.lying = {name: [] for name in BUILDINGS}
    t.dice = {district: [] for district in t.dice}
    t.first = next_seat(t, t.first)


def final_score(t: Table, seat: int) -> int:
    """TRO-20.1, TRO-20.2: tokens, open events, tradesmen, missing levels, all Characters dealt."""
    total: int = t.vp[seat] + sum(seat in event.flags for event in t.row)
    for card in t.open:
        worth = t.cards[card]["slots"]
        total += sum(w for w, who in zip(worth, t.slots[card], strict=True) if who == seat)
    for level in range(t.box["cathedral"]["levels"]):
        on_level = [column[level] for column in t.cathedral.values() if len(column) > level]
        if seat not in on_level:
            total += t.box["scoring"]["cathedral_missing_level_vp"]
    for hand in t.dealt:
        total += sum(character_vp(t, seat, one) for one in hand)
    return total


def character_vp(t: Table, seat: int, character: str) -> int:
    """TRO-21.1 to 21.6: 1, 3 or 6 VP for the highest threshold reached."""
    reached = {
        "chretien_de_troyes": sum(standing(t, seat, name) for name in BUILDINGS),
        "henry_i": len(t.taken[seat]),
        "hugues_de_payns": t.influence[seat],
        "le_florentin": sum(tradesmen(t, card).count(seat) for card in t.open),
        "thibaut_ii": t.deniers[seat],
        "urbain_iv": own_cubes(t, seat),
    }[character]
    key = "thresholds_2p" if t.seats == 2 else "thresholds"
    passed = sum(reached >= one for one in t.characters[character][key])
    return int([0, *t.box["scoring"]["character_vp"]][passed])
