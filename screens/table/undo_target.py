"""Target of the undo key."""

from __future__ import annotations

from attrs import frozen

from engine.core.players import ending_text
from engine.i18n.text import Seat, Text, words
from screens.table.read_only_session import ReadOnlySession


@frozen
class UndoTarget:
    """Target of the undo key: the seat whose move the key would undo (None if there is no target),
    and the reason why it cannot (None if it can)."""

    seat: int | None
    why_not: Text | None

    @property
    def is_possible(self) -> bool:
        return self.why_not is None


def undo_target(session: ReadOnlySession, asked_seat: int | None, propose_key: Text) -> UndoTarget:
    """Return the target of the undo key. `asked_seat` is the seat that must decide or, if nobody
    here must, the viewer's; None for spectators. `propose_key` names the key or command that
    proposes an undo to the table.

    The target is the last move made by the people at this terminal. If that is another seat's move
    that is secret or belongs to the open `Simultaneous`, it is neither undone nor revealed, and the
    last move of `asked_seat` is undone instead, if possible. There is no target if nobody here has
    moved, or if players have ended the match early.
    """
    match_view = session.match_view
    if match_view.ended is not None:
        ending = ending_text(match_view.ended.ending, len(match_view.ended.result))
        return UndoTarget(None, ending)
    people = match_view.own_people
    last = next(((n, seat) for n, seat in reversed(match_view.picks()) if seat in people), None)
    if last is None:
        return UndoTarget(None, words("There is no move to undo yet."))
    number, seat = last
    alone = match_view.header.people == [seat]
    apart = match_view.within_simultaneous(number) or match_view.is_secret(number, asked_seat)
    if seat != asked_seat and apart:
        if asked_seat not in people or session.why_not_take_back(asked_seat) is not None:
            reason = words("{seat} has made a secret choice.", seat=Seat(seat))
            return UndoTarget(None, _with_alternative(reason, propose_key, alone=alone))
        seat = asked_seat
    why_not = session.why_not_take_back(seat)
    return UndoTarget(
        seat, None if why_not is None else _with_alternative(why_not, propose_key, alone=alone)
    )


def _with_alternative(reason: Text, propose_key: Text, *, alone: bool) -> Text:
    if alone:
        return words("{reason} {key} undoes the move anyway.", reason=reason, key=propose_key)
    return words(
        "{reason} So the move cannot be undone. {key} asks the table.",
        reason=reason,
        key=propose_key,
    )
