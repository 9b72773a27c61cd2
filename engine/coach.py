"""What matters in a decision, for people who play for the first time: a game's `coach.md`.

Each topic is the name of a decision, and below it stand a few sentences.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

from engine.game import entry
from engine.guide import Guide, parse


@cache
def coach(game: str, language: str = "en") -> Guide:
    """All that the coach of a game says, a topic for each decision, in a language; in English where
    it is not translated, and empty where a game has no coach. Raises UnknownGame."""
    folder = Path(__file__).parent / "games" / entry(game).id
    translated = folder / f"coach.{language}.md"
    path = translated if translated.exists() else folder / "coach.md"
    if not path.exists():
        return Guide("", ())
    return parse(path.read_text(encoding="utf-8").splitlines(), "")


def advice(game: str, decision: str, language: str = "en") -> str:
    """What matters in the decision of that name; empty where the coach has nothing to say."""
    for topic in coach(game, language).topics:
        if topic.title == decision:
            return " ".join(passage.plain for passage in topic.passages)
    return ""
