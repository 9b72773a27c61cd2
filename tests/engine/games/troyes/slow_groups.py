"""Groups of dice by a slow and obvious second method: rule by rule, from words rather than
tables."""

from __future__ import annotations

from itertools import combinations
from typing import Any

from engine.games.troyes.dice import DIE_OF
from engine.games.troyes.groups import all_dice
from engine.games.troyes.state import Town

COLOURS = ["red", "white", "yellow"]
OWNERS = {"0": 0, "1": 1, "2": 2, "3": 3, "n": 4}
LETTERS = {"r": "red", "w": "white", "y": "yellow"}


def physical(name: str) -> tuple[int, str, int]:
    """District, colour and value of a die by its name."""
    return OWNERS[name[0]], LETTERS[name[1]], int(name[2])


def judge(
    state: Town, seat: int, use: str, colour: str, names: tuple[str, ...], cube: str
) -> tuple[int, int, dict[int, int]] | None:
    """Total, price and payments of a legal group, or None. `use` is card, event, cathedral, citizen
    or farm, `colour` the required colour ("any": any mixture)."""
    dice = [physical(name) for name in names]
    if not 1 <= len(dice) <= 3 or (use == "citizen" and len(dice) > 1):
        return None
    colours = {one for _, one, _ in dice}
    if len(colours) > 1 and colour != "any":
        return None
    counts, extra, shown, free = [v for _, _, v in dice], 0, colours, False
    if cube:
        stars = ("blacksmith", "priest", "confession", "apprenticeship")
        if cube in stars and use in ("citizen", "cathedral"):
            return None
        if cube == "blacksmith":
            if colours != {"red"}:
                return None
            extra = 5
        elif cube == "militia":
            if colours != {"yellow"}:
                return None
            shown = {"red"}
        elif cube == "tithing":
            if not any(c == "yellow" and owner != seat for owner, c, _ in dice):
                return None
            free = True
        elif cube in ("monk", "templar", "prior"):
            if len(dice) != 1 or colours != {"white"}:
                return None
            copies = {"monk": 3, "templar": 2, "prior": 2}[cube]
            counts *= 1 if use == "citizen" else copies
            shown = {{"monk": "yellow", "templar": "red", "prior": "white"}[cube]}
        elif cube == "priest":
            if "yellow" not in colours:
                return None
            counts = [v + 3 if c == "yellow" else v for _, c, v in dice]
        elif cube == "confession":
            counts = [v + 2 for v in counts]
        elif cube == "apprenticeship":
            counts = [5 for _ in counts]
    if colour != "any" and shown != {colour}:
        return None
    each = 2 * len(dice)
    paid: dict[int, int] = {}
    for number, (owner, c, _) in enumerate(dice):
        if owner == seat:
            continue
        earlier = [o for o, other, _ in dice[:number] if o == owner and other == "yellow"]
        if free and c == "yellow" and not earlier:
            continue
        paid[owner] = paid.get(owner, 0) + each
    return sum(counts) + extra, sum(paid.values()), paid


def every(state: Town) -> list[tuple[str, ...]]:
    """Every group of one, two or three dice of the square."""
    names = all_dice(state)
    return [group for size in (1, 2, 3) for group in combinations(names, size)]


def is_on_square(state: Town, name: str) -> bool:
    """Whether a die with that name is on the square."""
    district, face, before = DIE_OF[name]
    return state.dice[district].count(face) > before


def found(group: Any) -> tuple[int, int, dict[int, int]]:
    """Total, price and payments of a group of the game."""
    return group.total, group.price, dict(group.payments)
