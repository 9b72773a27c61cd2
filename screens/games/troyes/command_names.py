"""Short names of Troyes's commands, with prices, and of its buildings."""

from __future__ import annotations

from typing import Final

from engine.games.troyes.black_dice import faced
from engine.games.troyes.component_types import Building
from engine.games.troyes.state import Town
from engine.i18n.text import Text, words

_SHORT: Final = {"bishopric": words("Bishopric")}


def building_name(building: Building) -> Text:
    """Name of a building, short enough in every language."""
    return _SHORT.get(building.id) or words("{building}", building=building.names)


_BRIEF: Final = {"city_hall": words("Hall"), **_SHORT}


def brief_name(building: Building) -> Text:
    """Name of a building in one short word."""
    return _BRIEF.get(building.id) or words("{building}", building=building.names)


_COMMANDS: Final = {
    "activate": words("activate a card"),
    "fight": words("fight an event"),
    "build": words("cathedral"),
    "place": words("place a citizen"),
    "farm": words("agriculture"),
}


def short_name(view: Town, key: str, coin: str) -> Text:
    """Short name of a command by its key in picks; `coin` is the symbol of deniers."""
    box = view.box
    match key:
        case "pass":
            return words("pass, +{n}{coin}", n=box.pass_first, coin=coin)
        case "defeat":
            return words("discard dice against {die}", die=faced(view))
        case "yield":
            return words("give in: -{n} VP", n=box.undefeated_penalty)
        case "reroll":
            return words("reroll a die, {n}i", n=box.reroll_cost)
        case "recruit":
            return words("recruit a citizen, {n}i", n=box.recruit_cost)
        case "flip":
            return words("turn dice over, {n}i", n=box.flip_cost)
    return _COMMANDS[key]
