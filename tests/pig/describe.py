"""The position in sentences, for people who do not see the table."""

from __future__ import annotations

from engine.core.common_wording import asked, ending
from engine.i18n.text import Seat, Text, plural, words
from tests.pig.scoring import standings
from tests.pig.state import PigTable


def describe(state: PigTable) -> list[Text]:
    """Describe the round, the pending decision and everybody's points."""
    if state.over:
        return [ending(standings(state))]
    return [
        words("Round {round}.", round=state.round),
        *asked(state),
        *(
            plural("{seat} has {n} point.", "{seat} has {n} points.", points, seat=Seat(seat))
            for seat, points in enumerate(state.points)
        ),
        words("In the pot: {n}.", n=state.pot),
    ]
