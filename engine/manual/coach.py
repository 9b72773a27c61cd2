"""What matters in a decision, for people who play for the first time: a game's `coach.md`.

Each topic is the name of a decision, and below it stand a few sentences.
"""

from __future__ import annotations

from functools import cache

from engine.games import entry
from engine.manual.guide import Guide, parse


@cache
def coach(game: str, language: str = "en") -> Guide:
    """All that the coach of a game says, a topic for each decision, in a language; in English where
    it is not translated, and empty where a game has no coach. Raises UnknownGame."""
    return parse(entry(game).lines("coach", language), "")


def advice(game: str, decision: str, language: str = "en") -> str:
    """What matters in the decision of that name; empty where the coach has nothing to say."""
    for topic in coach(game, language).topics:
        if topic.title == decision:
            return " ".join(passage.plain for passage in topic.passages)
    return ""
