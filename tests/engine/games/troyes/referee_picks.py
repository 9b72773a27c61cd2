"""Legal picks of the second referee of Troyes: groups of dice, prices, actions, influence."""

from __future__ import annotations

from itertools import combinations
from typing import Any

from tests.engine.games.troyes.referee_table import (
    BUILDINGS,
    COLOURS,
    GRAY,
    Die,
    Event,
    Table,
    may_move,
    open_events,
    places_of,
    tradesmen,
)

LETTERS = {"r": "red", "w": "white", "y": "yellow"}


def is_names(names: Any) -> bool:
    """Whether a value is a tuple of strings."""
    return type(names) is tuple and all(type(name) is str for name in names)


def die_names(t: Table) -> list[str]:
    """The names of all dice on the square, in their order: district, colour, value."""
    found = []
    for district in [*range(t.seats), GRAY]:
        dice = sorted(t.dice[district])
        for at, (colour, value) in enumerate(dice):
            equal = dice[:at].count((colour, value))
            letter = "n" if district == GRAY else str(district)
            found.append(f"{letter}{colour[0]}{value}{chr(97 + equal) if equal else ''}")
    return found


def district_of(name: str) -> int:
    """The district of a die, by its name."""
    return GRAY if name[0] == "n" else int(name[0])


def die_of(name: str) -> Die:
    """Colour and value of a die, by its name."""
    return LETTERS[name[1]], int(name[2])


def are_on_the_square(t: Table, names: Any) -> bool:
    """Whether names are distinct dice of the square in their order."""
    return is_names(names) and in_order(names, die_names(t))


def in_order(names: tuple[str, ...], things: list[str]) -> bool:
    """Whether `names` are some of `things`, in the same order."""
    return list(names) == [one for one in things if one in names]


# ---------------------------------------------------------------------- groups of dice


def has_cube(t: Table, seat: int, cube: Any) -> bool:
    """TRO-13.2, TRO-13.4: no cube, or one on an open delayed card."""
    return type(cube) is str and (cube == "" or (cube in t.open and t.cubes[cube][seat] > 0))


def modified(t: Table, seat: int, names: tuple[str, ...], cube: str) -> list[Die] | None:
    """TRO-13.8 to 13.17: the values of dice with a cube; None if it does not apply."""
    dice = [die_of(name) for name in names]
    colours = [colour for colour, _ in dice]
    if cube == "":
        return dice
    effect = t.cards[cube]["effect"]
    match cube:
        case "blacksmith":
            return dice if set(colours) == {"red"} else None
        case "militia":
            return [("red", v) for _, v in dice] if set(colours) == {"yellow"} else None
        case "tithing":
            foreign = [name for name in names if district_of(name) != seat and name[1] == "y"]
            return dice if foreign else None
        case "monk" | "templar" | "prior":
            if colours != ["white"]:
                return None
            return [(effect["to"], dice[0][1])] * effect["copies"]
        case "priest":
            more = effect["amount"]
            raised = [(c, v + more if c == "yellow" else v) for c, v in dice]
            return raised if "yellow" in colours else None
        case "confession":
            return [(c, v + effect["amount"]) for c, v in dice]
        case "apprenticeship":
            return [(c, effect["amount"]) for c, _ in dice]
    raise AssertionError(cube)


def total_of(t: Table, seat: int, names: tuple[str, ...], cube: str) -> int:
    """TRO-13.8: the total, including the Blacksmith's bonus."""
    dice = modified(t, seat, names, cube)
    assert dice is not None
    more = t.cards["blacksmith"]["effect"]["amount"] if cube == "blacksmith" else 0
    return sum(value for _, value in dice) + int(more)


def is_group(t: Table, seat: int, names: Any, cube: Any, colour: str) -> bool:
    """TRO-9.3, TRO-11.8: 1 to 3 dice that count as dice of one colour, or of any."""
    if not are_on_the_square(t, names) or not 1 <= len(names) <= 3 or not has_cube(t, seat, cube):
        return False
    dice = modified(t, seat, names, cube)
    return dice is not None and (colour == "any" or all(one == colour for one, _ in dice))


def payments(t: Table, seat: int, names: tuple[str, ...], cube: str) -> dict[int, int]:
    """TRO-9.4, TRO-13.10: payment to each district for its dice."""
    price = t.box["economy"]["price_per_foreign_die"][f"group_of_{len(names)}"]
    pending: dict[int, int] = {}
    freed = []
    for name in names:
        district = district_of(name)
        if district == seat:
            continue
        if cube == "tithing" and name[1] == "y" and district not in freed:
            freed.append(district)
            continue
        pending[district] = pending.get(district, 0) + price
    return pending


def price_of(t: Table, seat: int, names: tuple[str, ...], cube: str) -> int:
    """TRO-9.4: total price of a group."""
    return sum(payments(t, seat, names, cube).values())


# ---------------------------------------------------------------------- the six actions


def most_activations(t: Table, seat: int, card: str, cube: Any, names: Any, citizen: Any) -> int:
    """TRO-11.1 to 11.8, TRO-11.11: number of activations that are legal and affordable; 0 if
    none."""
    if card not in t.open or not is_group(t, seat, names, cube, t.cards[card]["dice"]):
        return 0
    hire = 0
    if seat in tradesmen(t, card):
        if citizen != "":
            return 0
    elif citizen in places_of(t, seat):
        hire = t.cards[card]["hire"]
    else:
        return 0
    money = t.deniers[seat] - hire - price_of(t, seat, names, cube)
    if money < 0:
        return 0
    most = total_of(t, seat, names, cube) // int(t.cards[card]["divisor"])
    effect = t.cards[card]["effect"]
    if card == "diplomat":
        return most if t.influence[seat] >= effect["pay_influence"] else 0
    if "pay_influence" in effect:
        most = min(most, t.influence[seat] // effect["pay_influence"])
    if "pay_deniers" in effect:
        most = min(most, money // effect["pay_deniers"])
    return most


def may_activate(t: Table, seat: int, pick: tuple[Any, ...]) -> bool:
    """TRO-9.8, TRO-12.14: at least one activation; Chivalry and Diplomat ask for cubes later."""
    if len(pick) != 6 or type(pick[1]) is not str or type(pick[4]) is not str:
        return False
    _, card, cube, names, citizen, number = pick
    most = most_activations(t, seat, card, cube, names, citizen)
    if type(number) is not int or not 1 <= number <= most:
        return False
    return number == most or card not in ("chivalry", "diplomat")


def event_called(t: Table, id: Any) -> Event | None:
    """The event of the row with an id."""
    return next((one for one in t.row if type(id) is str and one.id == id), None)


def may_fight(t: Table, seat: int, pick: tuple[Any, ...]) -> bool:
    """TRO-15.1, TRO-15.2: a group of its colour; not more cubes than flags are free."""
    if len(pick) != 5:
        return False
    _, id, cube, names, number = pick
    event = event_called(t, id)
    if event is None or not is_group(t, seat, names, cube, event.card["counter"]):
        return False
    if price_of(t, seat, names, cube) > t.deniers[seat]:
        return False
    most = total_of(t, seat, names, cube) // event.card["divisor"]
    return type(number) is int and 1 <= number <= min(int(most), event.free())


def columns_built(t: Table, seat: int, names: tuple[str, ...], cube: str) -> list[int] | None:
    """TRO-14.1, TRO-14.2, TRO-23.3: the columns that get a cube; None if one has no room."""
    dice = modified(t, seat, names, cube)
    assert dice is not None
    levels = t.box["cathedral"]["levels"]
    columns: list[int] = []
    for _, value in dice:
        if len(t.cathedral[value]) + columns.count(value) < levels:
            columns.append(value)
        elif cube != "prior":
            return None
    return columns or None


def may_build(t: Table, seat: int, pick: tuple[Any, ...]) -> bool:
    """TRO-14.1, TRO-13.5, TRO-13.16: white dice; of the cubes only the Prior's."""
    if len(pick) != 3:
        return False
    _, cube, names = pick
    if cube not in ("", "prior") or not is_group(t, seat, names, cube, "white"):
        return False
    if price_of(t, seat, names, cube) > t.deniers[seat]:
        return False
    return columns_built(t, seat, names, cube) is not None


def may_farm(t: Table, seat: int, pick: tuple[Any, ...]) -> bool:
    """TRO-17.1: yellow dice, whatever their total."""
    if len(pick) != 3:
        return False
    _, cube, names = pick
    if not is_group(t, seat, names, cube, "yellow"):
        return False
    return price_of(t, seat, names, cube) <= t.deniers[seat]


def may_place(t: Table, seat: int, pick: tuple[Any, ...]) -> bool:
    """TRO-16.1, TRO-16.2, TRO-16.8, TRO-13.5: one die, no cube with a star, nobody protected."""
    if len(pick) != 4:
        return False
    _, cube, names, citizen = pick
    if not is_group(t, seat, names, cube, "any") or len(names) != 1:
        return False
    if cube in ("blacksmith", "priest", "confession", "apprenticeship"):
        return False
    if price_of(t, seat, names, cube) > t.deniers[seat]:
        return False
    if type(citizen) is not str or citizen not in places_of(t, seat):
        return False
    return may_move(t, seat, citizen, *entrance(t, seat, names, cube))


def entrance(t: Table, seat: int, names: tuple[str, ...], cube: str) -> tuple[str, int]:
    """TRO-16.1, TRO-13.12: the building and the value of a die, one of them if it was split."""
    dice = modified(t, seat, names, cube)
    assert dice is not None
    return BUILDINGS[COLOURS.index(dice[0][0])], dice[0][1]


# ---------------------------------------------------------------------- influence


def own_dice(t: Table, seat: int) -> list[str]:
    """TRO-10.5: the names of the dice in the seat's district."""
    return [name for name in die_names(t) if district_of(name) == seat]


def may_reroll(t: Table, seat: int, pick: tuple[Any, ...]) -> bool:
    """TRO-10.2: 1 influence, one die of the seat."""
    if len(pick) != 2 or type(pick[1]) is not str:
        return False
    return pick[1] in own_dice(t, seat) and t.influence[seat] >= t.box["influence"]["reroll_cost"]


def may_recruit(t: Table, seat: int, pick: tuple[Any, ...]) -> bool:
    """TRO-10.3: 2 influence, a citizen in the general supply."""
    enough = t.influence[seat] >= t.box["influence"]["citizen_cost"]
    return len(pick) == 1 and enough and t.reserve[seat] > 0


def may_flip(t: Table, seat: int, pick: tuple[Any, ...]) -> bool:
    """TRO-10.4: 4 influence, 1 to 3 dice of the seat."""
    if len(pick) != 2 or not is_names(pick[1]) or not in_order(pick[1], own_dice(t, seat)):
        return False
    return 1 <= len(pick[1]) <= 3 and t.influence[seat] >= t.box["influence"]["flip_cost"]


def can_use_influence(t: Table, seat: int) -> bool:
    """Whether any use of influence is open (Q27, Q28)."""
    rerolls = [may_reroll(t, seat, ("reroll", name)) for name in own_dice(t, seat)]
    return any(rerolls) or may_recruit(t, seat, ("recruit",))


# ---------------------------------------------------------------------- whole picks

ACTIONS = {
    "activate": may_activate,
    "build": may_build,
    "fight": may_fight,
    "place": may_place,
    "farm": may_farm,
}
INFLUENCE = {"reroll": may_reroll, "recruit": may_recruit, "flip": may_flip}


def may_in_turn(t: Table, seat: int, pick: Any) -> bool:
    """TRO-9.1, TRO-9.2, TRO-9.12: influence, one of five actions with dice, or pass."""
    if type(pick) is not tuple or not pick or type(pick[0]) is not str:
        return False
    if pick[0] == "pass":
        return len(pick) == 1
    rule = {**ACTIONS, **INFLUENCE}.get(pick[0])
    return rule is not None and rule(t, seat, pick)


def can_act(t: Table, seat: int) -> bool:
    """Whether any action with dice is legal, found by trying them all (Q28)."""
    dice = die_names(t)
    cubes = ["", *[card for card in t.open if t.cubes[card][seat] > 0]]
    for size in (1, 2, 3):
        for names in combinations(dice, size):
            for cube in cubes:
                if modified(t, seat, names, cube) is None:
                    continue
                if price_of(t, seat, names, cube) > t.deniers[seat]:
                    continue
                if any(may_in_turn(t, seat, pick) for pick in uses(t, seat, names, cube)):
                    return True
    return False


def uses(t: Table, seat: int, names: tuple[str, ...], cube: str) -> list[tuple[Any, ...]]:
    """Picks for which a group might be used, legal or not."""
    found: list[tuple[Any, ...]] = [("farm", cube, names), ("build", cube, names)]
    found += [("fight", event.id, cube, names, 1) for event in t.row]
    found += [("place", cube, names, place) for place in places_of(t, seat)]
    for card in t.open:
        for place in ["", *places_of(t, seat)]:
            most = most_activations(t, seat, card, cube, names, place)
            found.append(("activate", card, cube, names, place, most))
    return found


# ---------------------------------------------------------------------- black dice


def against_black(dice: list[Die]) -> int:
    """TRO-8.4: the total, red dice double."""
    return sum(2 * value if colour == "red" else value for colour, value in dice)


def black_names(t: Table) -> list[str]:
    """The names of the black dice, the highest first."""
    return [
        f"k{value}{chr(97 + t.black[:at].count(value)) if value in t.black[:at] else ''}"
        for at, value in enumerate(t.black)
    ]


def can_reach(t: Table, seat: int) -> bool:
    """TRO-8.7, TRO-8.8: whether the current dice reach the highest black die."""
    return against_black(t.dice[seat]) >= t.black[0]


def may_defeat(t: Table, seat: int, pick: tuple[Any, ...]) -> bool:
    """TRO-8.4, TRO-8.5: the seat's dice against the highest black die and any others."""
    if len(pick) != 2 or not is_names(pick[1]):
        return False
    if not in_order(pick[1], own_dice(t, seat) + black_names(t)[1:]):
        return False
    own = [die_of(name) for name in pick[1] if name[0] != "k"]
    others = [int(name[1]) for name in pick[1] if name[0] == "k"]
    return against_black(own) >= t.black[0] + sum(others)


def may_against_black(t: Table, seat: int, pick: Any) -> bool:
    """TRO-8.7 to 8.9: influence, to defeat, or the penalty if nothing else is possible."""
    if type(pick) is not tuple or not pick or type(pick[0]) is not str:
        return False
    if pick[0] == "defeat":
        return may_defeat(t, seat, pick)
    if pick[0] == "yield":
        return len(pick) == 1 and not can_reach(t, seat)
    rule = INFLUENCE.get(pick[0])
    return rule is not None and rule(t, seat, pick)


def events_for_a_cube(t: Table) -> list[str]:
    """TRO-12.14: the ids of the events that can take a cube now."""
    return [event.id for event in open_events(t)]
