"""Whose choice `u` takes back: at a keyboard that people share, or at one's own."""

from __future__ import annotations

from typing import Protocol

from attrs import frozen

from engine.core.early_end import ending_told
from engine.i18n.text import Seat, Text, words
from engine.match.match_view import MatchView


class Undoable(Protocol):
    """What must be known of a session."""

    @property
    def sight(self) -> MatchView:
        """The match as the seats here may see it."""

    def why_not_take_back(self, seat: int) -> Text | None:
        """Why a seat cannot take back its last choice."""


@frozen
class UndoTarget:
    """What `u` and `U` do now: whose choice they take back, or why they take back none."""

    seat: int | None
    why_not: Text | None

    @property
    def free(self) -> bool:
        """Whether something can be taken back."""
        return self.why_not is None


def undo_target(session: Undoable, asked: int | None, ask: Text) -> UndoTarget:
    """What can be taken back without asking the table, by whoever is asked now. `ask` is the key
    that asks the table, or in line mode the word.

    It is the choice of the person at this terminal who chose last. What another chose in secret or
    in a step that all do together stays, also what is told of it (who is ready): then it is one's
    own last choice, where that is free.
    """
    sight = session.sight
    if sight.ended is not None:
        told = ending_told(sight.ended.ending, len(sight.ended.result))
        return UndoTarget(None, told)
    people = sight.own_people
    last = next(((n, seat) for n, seat in reversed(sight.picks()) if seat in people), None)
    if last is None:
        return UndoTarget(None, words("There is no move to undo yet."))
    number, seat = last
    apart = sight.within_together(number) or sight.is_secret(number, asked)
    if seat != asked and apart:
        if asked not in people or session.why_not_take_back(asked) is not None:
            reason = words("{seat} has made a secret choice.", seat=Seat(seat))
            return UndoTarget(None, _ask_table(reason, ask))
        seat = asked
    why_not = session.why_not_take_back(seat)
    return UndoTarget(seat, None if why_not is None else _ask_table(why_not, ask))


def _ask_table(reason: Text, ask: Text) -> Text:
    return words("{reason} So it cannot be undone; {key} asks the table.", reason=reason, key=ask)
