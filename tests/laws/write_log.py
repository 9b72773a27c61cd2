"""Writes the log of one match that a fixed number drives: `python -m tests.laws.write_log toy 3`.

Its output for the toy is kept as tests/golden/toy.jsonl; every Python and every process must write
the same bytes.
"""

import sys
from io import BytesIO

import engine.core.game
from engine.play.match import Match
from engine.storage import save
from tests.laws.driving import GAMES, disturbed

SEATS = 3
NUMBER = 2026


def saved(match: Match) -> bytes:
    """The match as a saved game."""
    file = BytesIO()
    save.write(match, file)
    return file.getvalue()


def log_lines(game: str, seats: int) -> bytes:
    """The saved game of the match, take-backs and all."""
    return saved(disturbed(game, seats, NUMBER))


if __name__ == "__main__":
    for entry in GAMES:
        engine.core.game.register(entry)
    sys.stdout.buffer.write(log_lines(sys.argv[1], int(sys.argv[2])))
