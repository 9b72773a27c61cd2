"""Coach: advice on each decision for new players, from a game's `coach.md`.

Each topic is the name of a decision, followed by a few sentences: `Main`. A topic for a situation
in which other advice is better has its name after a full stop: `Main.near_win`.
"""

from __future__ import annotations

from functools import lru_cache

from engine.core.component_data import Data
from engine.help.guide import Guide, parse
from engine.help.placeholders import (
    TEXTS_KEPT,
    KeyNames,
    Keys,
    filled_lines,
    key_names,
    key_of,
)


def coach(
    game: str, language: str = "en", own: Data | None = None, keys: Keys | None = None
) -> Guide:
    """Return the coach of a game in a language, a topic for each decision; in English if it is not
    translated, and empty if the game has no coach. `own`, `keys` and errors as for `guide`."""
    return _coach(game, language, key_of(own), key_names(game, "coach", language, keys))


@lru_cache(TEXTS_KEPT)
def _coach(game: str, language: str, own: str, keys: KeyNames) -> Guide:
    return parse(filled_lines(game, "coach", language, own, keys), "")


def advice(
    game: str,
    decision: str,
    language: str = "en",
    own: Data | None = None,
    keys: Keys | None = None,
    situation: str = "",
) -> str:
    """Return the advice on the decision with that name in a situation, or else in general; empty
    if the coach has none."""
    topics = {topic.title: topic for topic in coach(game, language, own, keys).topics}
    topic = topics.get(f"{decision}.{situation}", topics.get(decision))
    return "" if topic is None else " ".join(passage.plain for passage in topic.passages)
