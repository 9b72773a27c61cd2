"""Random tables, and keys pressed there, with fixed seeds (the names of the games)."""

from __future__ import annotations

from random import Random
from typing import Final

from attrs import frozen

PLAY: Final = "play"
REPLAY: Final = "replay"

TYPED_AHEAD: Final = "~"
"""Prefix of a key that follows the previous one at once, before anyone can have read anything."""

TICK: Final = "tick"
"""Entry for the next step of a replay that plays by itself, instead of a key."""

LENGTHS: Final = {
    "middle_ages": 41,
    "era": 96,
    "troyes": 65,
    "deus": 174,
    "knights": 616,
    "catan": 630,
}
"""Approximate number of picks of a random match of two players."""

TABLES: Final = ((2, 0), (2, 1), (3, 1), (4, 2), (2, 0), (2, 1))
"""Number of seats, and number of bots among them."""

STAGES: Final = (0, 20, 45, 70, 96)
"""Progress of a match, in percent of its length."""

KEYS_AT_ONCE: Final = 40

CHOOSING: Final = (
    *["enter"] * 12,
    *["space"] * 4,
    *("left", "right", "up", "down") * 5,
    *"1123456789",
    *("a", "b", "c", "d", "w", "w", "plus", "minus", "e"),
    *["escape"] * 2,
)

SURROUNDING: Final = (
    *(
        "E",
        "j",
        "k",
        "s",
        "question_mark",
        "tab",
        "shift+tab",
        "plus",
        "I",
        "G",
        "C",
        "u",
        "u",
        "U",
    ),
    *("r", "r", "t", "t", "H", "H", "A", "Y", "Y", "h", "l", "pageup", "pagedown", "home", "end"),
    *("x", "0", "N", "R", "T", "S", "M", "z", "backspace", "full_stop", "escape", "escape"),
)

STEPPING: Final = (
    *("left", "right") * 5,
    *("up", "down", "comma", "full_stop", "comma", "full_stop", "less_than_sign"),
    *("greater_than_sign", "home", "end", "space", TICK, TICK, TICK, "plus", "minus", "colon", "1"),
    *("2", "3", "backspace", "enter", "o", "v", "v", "b", "slash", "slash", "escape", "E", "s"),
    *("question_mark", "tab", "shift+tab", "I", "g", "C", "pageup", "pagedown", "x", "u", "h"),
)


@frozen
class KeySequence:
    """Keys that are pressed at a table. The match has a seed and a number of random picks; a replay
    begins at one of its events."""

    kind: str
    game: str
    players: int
    bots: int
    picks: int
    keys: tuple[str, ...]
    at: int = 0
    large: bool = False
    coached: bool = False
    confirm: str = "turn"
    pace: str = "0"
    cards: str = "key"


def key_sequences(game: str) -> list[KeySequence]:
    """Return all recorded sequences of a game."""
    random = Random(game)
    plays = [_play(random, game, *table, percent) for table in TABLES for percent in STAGES]
    return plays + [_replay(random, game, percent) for percent in (30, 60, 100, 100, 100)]


def _play(random: Random, game: str, players: int, bots: int, percent: int) -> KeySequence:
    looks, hurries = random.random() < 0.3, random.random() < 0.3
    keys = [
        (TYPED_AHEAD if hurries and random.random() < 0.2 else "")
        + random.choice(CHOOSING if random.random() < 0.8 else SURROUNDING)
        for _ in range(KEYS_AT_ONCE)
    ]
    if looks:
        for at in random.sample(range(KEYS_AT_ONCE), 4):
            keys[at] = "slash"
    return KeySequence(
        PLAY,
        game,
        players,
        bots,
        LENGTHS[game] * players // 2 * percent // 100,
        tuple(keys),
        large=random.random() < 0.25,
        coached=random.random() < 0.25,
        confirm=random.choice(("turn", "turn", "always", "never")),
        pace=random.choice(("0", "0", "0", "key")),
        cards=random.choice(("key", "off")),
    )


def _replay(random: Random, game: str, percent: int) -> KeySequence:
    picks = LENGTHS[game] * 2 * percent // 100
    return KeySequence(
        REPLAY,
        game,
        2 if percent < 100 else 3,
        0,
        picks if percent < 100 else 100_000,
        tuple(random.choice(STEPPING) for _ in range(KEYS_AT_ONCE)),
        at=random.randrange(LENGTHS[game] * percent // 100),
        large=random.random() < 0.25,
    )
