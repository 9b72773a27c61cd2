"""Writes logs of matches played by a fixed number: `echo toy 3 | python -m tests.laws.write_log`,
each of any number of games, followed by an empty line.

The output for the toy game is saved, without that line, as tests/golden/toy.jsonl; every Python and
every process must write the same bytes.
"""

import sys
from io import BytesIO

import engine.games
from engine.match.match import Match
from engine.storage import match_file
from tests.laws.driving import GAMES, disturbed

SEATS = 3
NUMBER = 2026

END_OF_LOG = b"\n"
"""The line after a log."""


def saved(match: Match) -> bytes:
    """Return the match as a saved game."""
    file = BytesIO()
    match_file.write(match, file)
    return file.getvalue()


def log_lines(game: str, seats: int) -> bytes:
    """Return the saved game of the match, with undos."""
    return saved(disturbed(game, seats, NUMBER))


if __name__ == "__main__":
    for entry in GAMES:
        engine.games.register(entry)
    for table in sys.stdin:
        name, players = table.split()
        sys.stdout.buffer.write(log_lines(name, int(players)) + END_OF_LOG)
        sys.stdout.buffer.flush()
