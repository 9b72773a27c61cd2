"""Events and the end of the game (MID-11, MID-12)."""

from __future__ import annotations

from attrs import frozen

from engine.core.common_wording import tell_places, tell_winner
from engine.core.step import RuleStep
from engine.games.middle_ages import events, scoring
from engine.games.middle_ages.components import EventCard, PlotType
from engine.games.middle_ages.state import NOWHERE, PENALTY_PAID, Kingdom
from engine.games.middle_ages.tokens import FromGraveyard
from engine.i18n.text import Seat, Text, plural, words


@frozen
class ResolveEvent(RuleStep[Kingdom]):
    """Apply the leftmost face-up event card to every player (MID-11.1, MID-11.2)."""

    rules = ("MID-11.1", "MID-11.2")

    slot: int

    def run(self, state: Kingdom) -> None:
        event = state.box.events[state.events[self.slot]]
        state.events_resolved = self.slot + 1
        state.tell("MID-11.1", -1, "Event: {event}.", event=event.names)
        at_once = events.AT_ONCE.get(event.kind)
        if at_once is None:
            _reconstruct(state, event)
            return
        for seat in range(state.seats):
            at_once(state, seat, event)


@frozen
class Reconstruct(FromGraveyard):
    """D7: choose the graveyard tile that the event Reconstruction returns (MID-11.17)."""

    rules = ("MID-11.17", "MID-13.2", "MID-8.4")


def _reconstruct(state: Kingdom, event: EventCard) -> None:
    """Let every player with a graveyard choose, in the turn order of the next round (MID-13.2)."""
    last = state.next_row == NOWHERE
    order = state.order if last else state.turn_order(state.next_row)
    for seat in order:
        if not state.graveyards[seat]:
            state.tell(events.RULES[event.id], seat, "{seat} has no tile to return.")
    state.push(*[Reconstruct(seat) for seat in order if state.graveyards[seat]])


@frozen
class EndGame(RuleStep[Kingdom]):
    """Charge for empty columns and determine the winner (MID-12)."""

    rules = ("MID-12.2", "MID-12.4", "MID-12.5")

    def run(self, state: Kingdom) -> None:
        for seat in range(state.seats):
            empty = state.empty_columns(seat)
            paid = state.pay(seat, scoring.penalty(state, seat), PENALTY_PAID)
            if empty and state.story is not None:
                state.tell_plural(
                    "MID-12.2",
                    seat,
                    "{seat} pays {paid} for {n} empty column.",
                    "{seat} pays {paid} for {n} empty columns.",
                    empty,
                    paid=plural("{n} coin", "{n} coins", paid),
                )
        state.over = True
        if state.story is not None:
            _log_places(state)


def _log_places(state: Kingdom) -> None:
    standings = scoring.standings(state)
    tell_places(state, "MID-12.4", standings, lambda total: plural("{n} coin", "{n} coins", total))

    def tie(winner: int, other: int) -> Text:
        type_, more, fewer = _deciding_type(state, winner, other)
        return words(
            "{seat} wins the tie-break on tiles. {type}: {more} to {fewer}.",
            seat=Seat(winner),
            type=type_.names,
            more=more,
            fewer=fewer,
        )

    tell_winner(state, standings, won="MID-12.4", tied="MID-12.5", shared="MID-12.6", tie=tie)


def _deciding_type(state: Kingdom, winner: int, other: int) -> tuple[PlotType, int, int]:
    """Return the first type of the tie-break order in which they differ, and both counts."""
    return next(
        (state.box.types[type_], state.count(winner, type_), state.count(other, type_))
        for type_ in state.box.tie_break
        if state.count(winner, type_) != state.count(other, type_)
    )
