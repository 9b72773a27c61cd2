"""What the commands of Troyes are called in a word or two, with their prices."""

from __future__ import annotations

from engine.games.troyes.dice import BLACK_FACES
from engine.games.troyes.state import Town
from engine.text import Text, words


def short_name(view: Town, key: str, coin: str) -> Text:
    """A command by its key in picks; `coin` is the sign for deniers."""
    box = view.box
    match key:
        case "activate":
            return words("activate a card")
        case "fight":
            return words("fight an event")
        case "build":
            return words("cathedral")
        case "place":
            return words("place a citizen")
        case "farm":
            return words("agriculture")
        case "pass":
            return words("pass, +{n}{coin}", n=box.pass_first, coin=coin)
        case "defeat":
            return words("discard dice against {die}", die=BLACK_FACES[view.black[0] - 1])
        case "yield":
            return words("give way: -{n} VP", n=box.undefeated_penalty)
        case "reroll":
            return words("roll a die again, {n}i", n=box.reroll_cost)
        case "recruit":
            return words("new citizen, {n}i", n=box.recruit_cost)
    return words("turn dice round, {n}i", n=box.flip_cost)
