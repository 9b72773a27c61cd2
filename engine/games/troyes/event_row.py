"""The event row: cubes on flags, and the completion of events (section 15)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from attrs import frozen

from engine.core.common_wording import series
from engine.games.troyes.component_types import MARAUDING, EventCard
from engine.games.troyes.dice import NEUTRAL
from engine.games.troyes.state import Town
from engine.games.troyes.wording import cubes, influence, owner_words, points
from engine.i18n.text import words

NO_TAKER: Final = -1


@frozen
class Completion:
    """Scoring of a full event: VP by colour, grey included, and the seat that takes the card."""

    vp: Mapping[int, int]
    taker: int


def completion(event: EventCard, owners: Sequence[int]) -> Completion:
    """Score an event with the cubes of `owners`, in their order (TRO-15.6, 15.7).

    Grey competes but gains nothing; nobody takes Marauding (TRO-15.9).
    """
    counts = {owner: owners.count(owner) for owner in dict.fromkeys(owners)}
    most = max(counts.values())
    leaders = [owner for owner in counts if counts[owner] == most]
    first, second = event.vp
    vp: dict[int, int] = {}
    if len(counts) == 1:
        vp[leaders[0]] = first + second
    elif len(leaders) > 1:
        vp = dict.fromkeys(leaders, (first + second) // len(leaders))
    else:
        vp[leaders[0]] = first
        next_most = max(count for count in counts.values() if count < most)
        seconds = [owner for owner in counts if counts[owner] == next_most]
        vp |= dict.fromkeys(seconds, second // len(seconds))
    taker = NO_TAKER if event.index == MARAUDING else leaders[0]
    return Completion(vp, taker)


def open_events(state: Town) -> list[str]:
    """Ids of the events that can take a cube, from the left; Marauding cannot in the action that
    completed it (TRO-12.14)."""
    events = state.events()
    return [event.id for event in events if event.index != MARAUDING or not state.marauding_done]


def place_cubes(state: Town, rule: str, owner: int, event: EventCard, number: int) -> None:
    """Put cubes on the next free flags; each gains its player influence (TRO-15.3, 15.4)."""
    place = state.row.index(event.index)
    state.flags[place] += (owner,) * number
    if owner != NEUTRAL:
        gained = number * state.box.influence_per_cube
        state.gain_influence(owner, gained)
        if state.story is not None:
            state.tell(
                rule,
                owner,
                "{seat} puts {cubes} on {event} and gains {influence}.",
                cubes=cubes(number),
                event=event,
                influence=influence(gained),
            )
    elif state.story is not None:
        state.tell(rule, -1, "Grey: {cubes} on {event}.", cubes=cubes(number), event=event)
    if len(state.flags[place]) >= event.flags:
        complete(state, place)


def complete(state: Town, place: int) -> None:
    """Score a full event and remove the card; Marauding is emptied instead (TRO-15.5 to 15.10)."""
    event = state.event_at(place)
    owners = state.flags[place]
    result = completion(event, owners)
    for owner, vp in result.vp.items():
        if owner != NEUTRAL:
            state.gain_vp(owner, vp)
    if event.index == MARAUDING:
        state.flags[place] = ()
        state.marauding_done = True
    else:
        del state.row[place], state.flags[place]
        if result.taker == NEUTRAL:
            state.discarded += (event.index,)
        else:
            state.taken[result.taker] += (event.index,)
    if state.story is not None:
        _log_completion(state, event, result)


def _log_completion(state: Town, event: EventCard, result: Completion) -> None:
    shares = series(
        words("{owner} {vp}", owner=owner_words(owner), vp=points(vp))
        for owner, vp in result.vp.items()
    )
    state.tell("TRO-15.6", -1, "{event} is completed: {shares}.", event=event, shares=shares)
    if event.index == MARAUDING:
        state.tell("TRO-15.9", -1, "{event} stays and opens again.", event=event)
    elif result.taker == NEUTRAL:
        state.tell("TRO-15.7", -1, "The card is discarded because grey has the most cubes.")
    else:
        state.tell("TRO-15.7", result.taker, "{seat} takes the card.")
