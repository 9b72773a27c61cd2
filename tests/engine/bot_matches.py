"""Matches played by bots, for tests that need content."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

from engine.bots import make_bot
from engine.core.chance import Dice
from engine.match.match import Match
from engine.search.simulation import Observation


def played(
    game: str,
    seats: int,
    seed: str,
    *,
    picks: int = 10_000,
    takes_back: bool = True,
    options: Mapping[str, str] | None = None,
) -> Match:
    """Return a match that random bots have played to its end, or for `picks` picks, with some undos
    and redos."""
    names = ["Anna", "Boris", "Vera", "Grigori", "Dina"][:seats]
    match = Match.begin(game, [(name, "bot:random") for name in names], seed=seed, options=options)
    bot, rng = make_bot("bot:random"), Random(seed)
    for _ in range(picks):
        pending = match.pending()
        if not pending:
            break
        seat = rng.choice(pending).seat
        dice = Dice(f"{seed}/{len(match.log)}".encode())
        match.choose(seat, bot.choose(Observation.of(match, seat, dice=dice)))
        if takes_back and not match.over and rng.random() < 0.2 and not match.why_not_undo(seat):
            match.undo(seat)
            if rng.random() < 0.5:
                match.redo(seat)
    return match
