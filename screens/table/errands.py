"""Carrying out what is to be changed in the match."""

from __future__ import annotations

from collections.abc import Sequence

from engine.core.event import Event
from engine.errors import Busy, GuildhallError
from engine.storage.session import Session
from screens.table.acts import Act, BotChooses, Choose, GiveSeat, Redo, Rewind, TakeBack
from screens.table.inputs import Kept, Refused, WasBusy


def keep(session: Session, act: Act) -> Kept | Refused | WasBusy:
    """Change the match and keep it; what came of it."""
    try:
        return Kept(_carried_out(session, act))
    except Busy as error:
        return WasBusy(error)
    except GuildhallError as error:
        return Refused(error)


def _carried_out(session: Session, act: Act) -> Sequence[Event]:
    match act:
        case Choose(asked, pick):
            return session.choose(asked, pick)
        case BotChooses():
            return session.let_bot_choose()
        case TakeBack(seat, whole_turn):
            return session.take_back(seat, whole_turn=whole_turn)
        case Redo(seat):
            return session.redo(seat)
        case Rewind(seat, number):
            return session.rewind(seat, number)
        case GiveSeat(seat, player):
            session.give_seat(seat, player)
            return []
