"""Writes finished games to be kept for good: `python -m tests.engine.golden middle_ages`; and by
which rules they are told: `python -m tests.engine.golden told`.

For every number of players one game under the rules as they are now, take-backs and all, and one
for every variant of the game with the fewest players. A game that was kept before is never written
again: a log that was right must stay right, or the number of the game's rules is raised.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

from engine.core.canonical import DIGESTS
from engine.errors import CannotWrite
from engine.games import load
from engine.match.match import Match
from engine.storage import match_file
from tests.engine.played import played

FOLDER = Path(__file__).parents[1] / "golden"
TOLD = FOLDER / "told.json"
"""By which rules each of the games is told, so that none of them falls silent unnoticed."""

VARIANTS: dict[str, dict[str, dict[str, str]]] = {
    "catan": {
        "open": {"open_hands": "yes", "layout": "random_balanced"},
        "counted": {"counted_cards": "yes", "answers_aloud": "yes", "layout": "beginner"},
    },
    "deus": {
        "start": {"pieces": "10"},
        "layout": {"layout": "drawn"},
        "wildcard": {"wildcard": "yes", "points": "open"},
    },
    "knights": {
        "duel": {"preset": "duel", "layout": "random_balanced"},
        "open": {"open_hands": "yes", "answers_aloud": "yes"},
        "counted": {"counted_cards": "yes", "layout": "beginner", "win_target": "10"},
    },
    "troyes": {"bonus": {"bonus": "on"}},
}
"""The options of each variant that a game is kept of, by games and names."""


def name(rules: int, players: int, variant: str = "") -> str:
    """What the file of a game is called."""
    tail = f"_{variant}" if variant else ""
    return f"rules_{rules}_digests_{DIGESTS}_players_{players}{tail}.jsonl"


def kept() -> list[Path]:
    """The games that are kept, by game, number of the rules, form of digests (the first one is not
    named) and number of players."""
    return sorted(FOLDER.glob("*/*.jsonl"))


def told(match: Match) -> list[str]:
    """The rules that a match is told by."""
    notes = [*match.opening, *(note for notes in match.notes for note in notes)]
    return sorted({note.rule for note in notes})


def write_told() -> None:
    """Write down anew what is told of all games that are kept."""
    lines = [
        f"{json.dumps(str(path.relative_to(FOLDER)))}: {json.dumps(told(match_file.load(path)))}"
        for path in kept()
    ]
    TOLD.write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")


def main(id: str) -> None:
    if id == "told":
        write_told()
        return
    game = load(id)
    folder = FOLDER / id
    folder.mkdir(parents=True, exist_ok=True)
    wanted: list[tuple[int, str, dict[str, str]]] = [(n, "", {}) for n in game.players]
    wanted += [
        (game.players[0], variant, VARIANTS[id][variant]) for variant in VARIANTS.get(id, ())
    ]
    for players, variant, options in wanted:
        path = folder / name(game.rules, players, variant)
        seed = f"golden {players} {variant}".strip()
        try:
            match_file.export(played(id, players, seed, options=options), path)
            print(f"kept: {path.relative_to(FOLDER.parents[1])}")
        except CannotWrite as error:
            print(error)
    write_told()
    print(f"what they are told by: {TOLD.relative_to(FOLDER.parents[1])}")


if __name__ == "__main__":
    main(*sys.argv[1:])
