"""Writes golden games, which are kept for ever: `python -m tests.engine.golden middle_ages`; and
the list of the rules in their notes: `python -m tests.engine.golden rules`.

There is one game for every number of players under the current rules, with undos, and one for every
variant with the fewest players. An existing one is never written again: a correct log must remain
correct, or the number of the game's rules is raised.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

from engine.core.canonical import DIGEST_VERSION
from engine.errors import CannotWrite
from engine.games import load
from engine.match.match import Match
from engine.storage import match_file
from tests.engine.bot_matches import played

FOLDER = Path(__file__).parents[1] / "golden"
RULES_NOTED = FOLDER / "rules_noted.json"
"""Rules in the notes of each game, so that none of them disappears unnoticed."""

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
"""Options of each variant with a golden game, by games and names."""


def name(rules: int, players: int, variant: str = "") -> str:
    """Return the file name of a game."""
    tail = f"_{variant}" if variant else ""
    return f"rules_{rules}_digests_{DIGEST_VERSION}_players_{players}{tail}.jsonl"


def golden_games() -> list[Path]:
    """Return the golden games, by game, number of the rules, digest format (the first is not named)
    and number of players."""
    return sorted(FOLDER.glob("*/*.jsonl"))


def rules_noted(match: Match) -> list[str]:
    """Return the rules in the notes of a match."""
    notes = [*match.opening, *(note for notes in match.notes for note in notes)]
    return sorted({note.rule for note in notes})


def write_rules_noted() -> None:
    """Write the rules in the notes of all golden games."""
    lines = [
        ": ".join(
            json.dumps(each)
            for each in (str(path.relative_to(FOLDER)), rules_noted(match_file.load(path)))
        )
        for path in golden_games()
    ]
    RULES_NOTED.write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")


def main(id: str) -> None:
    if id == "rules":
        write_rules_noted()
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
    write_rules_noted()
    print(f"rules noted: {RULES_NOTED.relative_to(FOLDER.parents[1])}")


if __name__ == "__main__":
    main(*sys.argv[1:])
