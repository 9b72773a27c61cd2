"""Activity cards of the second referee of Troyes, and its questions."""

from __future__ import annotations

from collections.abc import Callable, Generator
from typing import Any

from attrs import frozen

from tests.engine.games.troyes.referee_picks import die_of, district_of, events_for_a_cube, payments
from tests.engine.games.troyes.referee_table import (
    GRAY,
    Table,
    clockwise,
    gain_influence,
    leave,
    own_cubes,
    put_cube,
    standing,
)

TABLE = -1


@frozen
class Ask:
    """A question: the step, the seat, a test of legality, and all legal picks if they can be
    listed."""

    step: str
    seat: int
    allows: Callable[[Any], bool]
    options: tuple[Any, ...] | None = None


Flow = Generator[Ask, Any, None]
Asking = Generator[Ask, Any, Any]


def choose(step: str, seat: int, options: list[Any]) -> Asking:
    """Ask for an option; a single one is taken without asking."""
    if len(options) == 1:
        return options[0]
    return (yield Ask(step, seat, lambda pick: pick in options, tuple(options)))


def roll(step: str) -> Asking:
    """Ask for the value of one die."""
    return (yield Ask(step, TABLE, lambda value: value in range(1, 7)))


def use_group(t: Table, seat: int, cube: str, names: tuple[str, ...]) -> None:
    """TRO-9.5 to 9.7, TRO-13.2: pay for the dice, remove them from the square, spend the cube."""
    for district, amount in payments(t, seat, names, cube).items():
        t.deniers[seat] -= amount
        if district != GRAY:
            t.deniers[district] += amount
    for name in names:
        t.dice[district_of(name)].remove(die_of(name))
    if cube:
        t.cubes[cube][seat] -= 1
    assert t.deniers[seat] >= 0


def activate(
    t: Table, seat: int, card: str, cube: str, names: tuple[str, ...], citizen: str, number: int
) -> Flow:
    """TRO-11.2 to 11.4, TRO-11.10: hire, take the dice, let the card act."""
    if citizen:
        t.deniers[seat] -= t.cards[card]["hire"]
        leave(t, seat, citizen)
        hire(t, seat, card)
    use_group(t, seat, cube, names)
    if t.cards[card]["kind"] == "delayed":
        t.cubes[card][seat] += number
    elif card in ("miller", "archer", "chivalry", "diplomat"):
        yield from {"miller": miller, "archer": archer, "chivalry": chivalry, "diplomat": diplomat}[
            card
        ](t, seat, number)
    else:
        for _ in range(number):
            instant(t, seat, card)


def hire(t: Table, seat: int, card: str) -> None:
    """TRO-11.4: on the first free scoring space, else on the illustration."""
    if None in t.slots[card]:
        t.slots[card][t.slots[card].index(None)] = seat
    else:
        t.illustration[card].append(seat)


def instant(t: Table, seat: int, card: str) -> None:
    """TRO-12.1 to 12.18, TRO-23.2, TRO-23.4: one activation of a card that asks nothing more."""
    effect = t.cards[card]["effect"]
    match card:
        case "glassblower":
            t.vp[seat] += own_cubes(t, seat) // 2
        case "procession":
            contest(t, seat, {d: len(dice) for d, dice in t.dice.items()}, effect["gain_vp"])
        case "joust":
            totals = {d: sum(v for c, v in dice if c == "red") for d, dice in t.dice.items()}
            contest(t, seat, totals, effect["gain_vp"])
        case "tax_collector":
            levy(t, seat)
        case "captain":
            t.vp[seat] += sum(seat in event.flags for event in t.row)
        case "baker":
            t.deniers[seat] += sum(c == "yellow" for dice in t.dice.values() for c, _ in dice)
        case "banquet":
            t.vp[seat] += max(sum(c == "red" for c, _ in dice) for dice in t.dice.values())
        case _:
            t.influence[seat] -= effect.get("pay_influence", 0)
            t.deniers[seat] += effect.get("gain_deniers", 0) - effect.get("pay_deniers", 0)
            t.vp[seat] += effect.get("gain_vp", 0)
            gain_influence(t, seat, effect.get("gain_influence", 0))
    assert t.influence[seat] >= 0 <= t.deniers[seat]


def contest(t: Table, seat: int, counts: dict[int, int], gain: int) -> None:
    """TRO-12.9, TRO-12.10: if the active player is first, everyone tied gains."""
    if counts[seat] == 0 or max(counts.values()) > counts[seat]:
        return
    for other in range(t.seats):
        if counts[other] == counts[seat]:
            t.vp[other] += gain


def levy(t: Table, seat: int) -> None:
    """TRO-12.16: 1 denier for each citizen of others in City Hall, from the bank for grey ones."""
    for other in clockwise(t, seat)[1:]:
        paid = min(t.deniers[other], standing(t, other, "city_hall"))
        t.deniers[other] -= paid
        t.deniers[seat] += paid
    t.deniers[seat] += standing(t, GRAY, "city_hall")


def miller(t: Table, seat: int, number: int) -> Flow:
    """TRO-12.3: 2 deniers for each of the seat's citizens in the Palace or the Bishopric."""
    palace = yield from choose("ChooseBuildings", seat, list(range(number + 1)))
    each = t.cards["miller"]["effect"]["deniers_per_own_citizen"]
    counted = palace * standing(t, seat, "palace")
    counted += (number - palace) * standing(t, seat, "bishopric")
    t.deniers[seat] += each * counted


def archer(t: Table, seat: int, number: int) -> Flow:
    """TRO-12.11, TRO-12.14: roll after roll, on 3 to 6 a cube or none."""
    for _ in range(number):
        if not events_for_a_cube(t):
            return
        value = yield from roll("ArcherRoll")
        if value >= 3:
            options = [*events_for_a_cube(t), "stop"]
            chosen = yield from choose("ArcherCube", seat, options)
            cube_to(t, seat, chosen)


def chivalry(t: Table, seat: int, number: int) -> Flow:
    """TRO-12.12, TRO-12.14: up to one cube for each red die left in the seat's district."""
    for _ in range(number * sum(colour == "red" for colour, _ in t.dice[seat])):
        if not events_for_a_cube(t):
            return
        chosen = yield from choose("PlaceCube", seat, [*events_for_a_cube(t), "stop"])
        if chosen == "stop":
            return
        cube_to(t, seat, chosen)


def diplomat(t: Table, seat: int, number: int) -> Flow:
    """TRO-12.13, TRO-12.14: 1 influence for each cube, one cube at least."""
    for done in range(number):
        if not events_for_a_cube(t):
            return
        stop = ["stop"] if done else []
        chosen = yield from choose("PlaceCube", seat, [*events_for_a_cube(t), *stop])
        if chosen == "stop":
            return
        t.influence[seat] -= t.cards["diplomat"]["effect"]["pay_influence"]
        cube_to(t, seat, chosen)


def cube_to(t: Table, seat: int, id: str) -> None:
    """TRO-15.10: put a cube on an event, which is scored at once if it is full."""
    if id != "stop":
        put_cube(t, seat, next(event for event in t.row if event.id == id))
