"""The row of events: scoring full events, and phase 3, which reveals new events and applies all
events in the row (sections 6, 7 and 15)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from attrs import frozen

from engine.core.chance import Dice
from engine.core.common_wording import series
from engine.core.event import Value
from engine.core.step import ChanceStep, RuleStep
from engine.games.troyes import component_types
from engine.games.troyes.black_dice import RollBlackDice
from engine.games.troyes.component_types import MARAUDING, EventCard
from engine.games.troyes.dice import NEUTRAL, RED
from engine.games.troyes.placement import apply_entry, entry, is_protected, log_entry
from engine.games.troyes.rolls import DieRoll
from engine.games.troyes.state import Town
from engine.games.troyes.wording import cubes, deniers, influence, owner_words, points
from engine.i18n.text import Seat, Text, words

NO_TAKER: Final = -1


@frozen
class Completion:
    """The result of a full event: the VP by owner, including grey, and the owner to whom the card
    goes. `taker` is `NEUTRAL` if the card is discarded, and `NO_TAKER` for Marauding."""

    vp: Mapping[int, int]
    taker: int


def completion(event: EventCard, owners: Sequence[int]) -> Completion:
    """Return the result of completing an event with cubes of `owners`, listed in the order of
    placement (TRO-15.6, 15.7). The event need not be full, but `owners` must not be empty.

    Grey competes, but nobody gains its share. Nobody takes Marauding (TRO-15.9).
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
    return Completion(vp, NO_TAKER if event.index == MARAUDING else leaders[0])


def open_events(state: Town) -> list[str]:
    """Return the ids of the events that can take a cube, from left to right. Marauding cannot take
    one in the action that has completed it (TRO-12.14)."""
    events = state.events()
    return [event.id for event in events if event.index != MARAUDING or not state.marauding_done]


def event_in_row(state: Town, event: EventCard) -> EventCard | Text:
    """Return an event for a message, with its number in the row if another event has the same
    name."""
    if sum(one.names == event.names for one in state.events()) < 2:
        return event
    number = state.row.index(event.index) + 1
    return words("{event}, number {n} in the row", event=event, n=number)


def place_cubes(state: Town, rule: str, owner: int, event: EventCard, number: int) -> None:
    """Place `number` cubes of `owner` on the next free flags of an event, and score the event if it
    is then full. Each cube gains influence for its player (TRO-15.3, 15.4). `rule` is the id of the
    rule in the note."""
    place = state.row.index(event.index)
    state.flags[place] += (owner,) * number
    if owner != NEUTRAL:
        gained = number * state.box.influence_per_cube
        state.gain_influence(owner, gained)
        state.announce(
            rule,
            owner,
            "{seat} puts {cubes} on {event} and gains {influence}.",
            cubes=cubes(number),
            event=event,
            influence=influence(gained),
        )
    else:
        state.announce(rule, -1, "Grey: {cubes} on {event}.", cubes=cubes(number), event=event)
    if len(state.flags[place]) >= event.flags:
        complete(state, place)


def complete(state: Town, place: int) -> None:
    """Score the full event at the index `place` of the row, and remove its card. Marauding stays
    and only loses its cubes (TRO-15.5 to 15.10)."""
    event = state.event_at(place)
    result = completion(event, state.flags[place])
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
    if state.notes is not None:
        _log_completion(state, event, result)


def _log_completion(state: Town, event: EventCard, result: Completion) -> None:
    shares = series(
        words("{owner} {vp}", owner=owner_words(owner), vp=points(vp))
        for owner, vp in result.vp.items()
    )
    state.announce("TRO-15.6", -1, "{event} is completed: {shares}.", event=event, shares=shares)
    if event.index == MARAUDING:
        state.announce(
            "TRO-15.9", -1, "{event} stays, and all its flags are free again.", event=event
        )
    elif result.taker == NEUTRAL:
        state.announce(
            "TRO-15.7", -1, "The Event card is discarded because grey has the most cubes."
        )
    else:
        state.announce("TRO-15.7", result.taker, "{seat} takes the Event card.")


def hidden_events(state: Town, colour: int) -> list[EventCard]:
    """Return the unrevealed events of a colour, including red ones that were set aside. Bonus cards
    are included only if the game uses them."""
    return [
        event
        for event in state.box.events
        if event.colour == colour
        and event.index != MARAUDING
        and event.index not in state.revealed_events
        and (state.bonus or not event.bonus)
    ]


class RevealEvents(ChanceStep[Town, tuple[str, ...]]):
    """D5: reveal a red event and, if any is left, an event of the colour that the red one names
    (TRO-6.1, 6.2). `extra` is set for the pair of events that Resistance adds (TRO-23.5).

    The order of a deck is not determined in advance: each event is drawn from all unrevealed events
    of its colour.
    """

    rules = ("TRO-6.1", "TRO-6.2", "TRO-6.3", "TRO-23.5", "TRO-2.7")
    reveals = words("Events have since been revealed.")

    extra: bool = False

    def sample(self, state: Town, dice: Dice) -> tuple[str, ...]:
        red = dice.pick(hidden_events(state, RED))
        seconds = hidden_events(state, red.second)
        return (red.id, dice.pick(seconds).id) if seconds else (red.id,)

    def check(self, state: Town, outcome: Value) -> Text | None:
        first, *others = outcome if isinstance(outcome, tuple) and outcome else ("",)
        red = next((event for event in hidden_events(state, RED) if event.id == first), None)
        if red is None:
            return words("This must be one of the hidden red events.")
        seconds = [event.id for event in hidden_events(state, red.second)]
        if len(others) == bool(seconds) and all(id in seconds for id in others):
            return None
        return words("The second event has the wrong colour.")

    def apply(self, state: Town, outcome: tuple[str, ...]) -> None:
        """Add the events at the right end of the row. Resistance adds another pair if a red event
        was set aside (TRO-23.5)."""
        events = [state.box.event(id) for id in outcome]
        for event in events:
            state.row.append(event.index)
            state.flags.append(())
            state.revealed_events += (event.index,)
        if not self.extra:
            state.red_left -= 1
        state.announce("TRO-6.1", -1, "New events: {events}.", events=lambda: series(events))
        set_aside = len(hidden_events(state, RED)) - state.red_left
        if events[0].effect == component_types.REMOVE_EVENT_CUBES and set_aside > 0:
            state.push(RevealEvents(extra=True))


class EventEffects(RuleStep[Town]):
    """Apply all events from left to right, then roll the black dice (TRO-6.4, 6.5, 6.9)."""

    rules = ("TRO-6.4", "TRO-6.5", "TRO-6.7", "TRO-6.9", "TRO-8.1")

    def run(self, state: Town) -> None:
        state.step = "events"
        state.black_taken = 0
        state.push(*(EventEffect(event) for event in state.row), RollBlackDice())


class EventEffect(RuleStep[Town]):
    """Take the black dice of the event with the index `event`, and apply its other effect
    (section 7)."""

    rules = ("TRO-6.4", "TRO-6.6", "TRO-7.1")

    event: int

    def run(self, state: Town) -> None:
        event = state.box.events[self.event]
        if event.black:
            state.black_taken += event.black
            state.announce_plural(
                "TRO-7.1",
                state.first,
                "{event}: {n} black die.",
                "{event}: {n} black dice.",
                event.black,
                event=event,
            )
        if event.effect != component_types.BLACK_DICE:
            _EFFECTS[event.effect](state, event)


DescribePayment = Callable[[int, int], Text]
"""Function that takes a seat and the amount that it gives, and returns a sentence for the log."""


def _collect_from_each(
    state: Town,
    event: EventCard,
    rule: str,
    amount_due: Callable[[int], int],
    collect: Callable[[int, int], int],
    describe: DescribePayment,
) -> None:
    """Collect the amount due for `event` from every player in turn order, or everything that a
    player has if that is less. `rule` is the id of the rule in the notes.

    `amount_due` returns the amount that a seat owes. `collect` takes an amount from a seat, as far
    as possible, and returns the amount taken. `describe` returns a sentence for the log. A player
    who cannot give the full amount loses VP (TRO-6.6).
    """
    for seat in state.clockwise(state.first):
        owed = amount_due(seat)
        given = collect(seat, owed)
        if given and state.notes is not None:
            state.note(rule, seat, describe(seat, given))
        if given < owed:
            _penalize(state, event, seat, state.box.unmet_penalty)


def _penalize(state: Town, event: EventCard, seat: int, amount: int) -> None:
    """Take `amount` VP from a seat that could not pay in full for `event` (TRO-6.6)."""
    state.lose_vp(seat, amount)
    state.announce_plural(
        "TRO-6.6",
        seat,
        "{event}: {seat} cannot pay in full and loses {n} VP (never below 0).",
        "{event}: {seat} cannot pay in full and loses {n} VP (never below 0).",
        amount,
        event=event,
    )


def _each_pays(state: Town, event: EventCard, rule: str, amount_due: Callable[[int], int]) -> None:
    def describe(seat: int, paid: int) -> Text:
        amount = deniers(paid)
        return words(
            "{event}: {seat} pays {deniers}.", event=event, seat=Seat(seat), deniers=amount
        )

    _collect_from_each(state, event, rule, amount_due, state.pay_bank, describe)


def _lose_deniers(state: Town, event: EventCard) -> None:
    _each_pays(state, event, "TRO-7.2", lambda seat: event.amount)


def _pay_per_citizen(state: Town, event: EventCard) -> None:
    _each_pays(
        state, event, "TRO-7.3", lambda seat: event.amount * state.citizens_in(seat, event.building)
    )


def _lose_influence(state: Town, event: EventCard) -> None:
    def collect(seat: int, owed: int) -> int:
        lost = min(owed, state.influence[seat])
        state.influence[seat] -= lost
        return lost

    def describe(seat: int, lost: int) -> Text:
        amount = influence(lost)
        return words(
            "{event}: {seat} loses {influence}.", event=event, seat=Seat(seat), influence=amount
        )

    _collect_from_each(state, event, "TRO-7.4", lambda seat: event.amount, collect, describe)


def _remove_cathedral_cube(state: Town, event: EventCard) -> None:
    """Remove cubes. Each is taken from the highest level with cubes and, within the level, from the
    highest column (TRO-7.5)."""
    for _ in range(event.amount):
        height = max(map(len, state.cathedral))
        if not height:
            state.announce("TRO-7.5", -1, "{event}: the cathedral is empty.", event=event)
            return
        column = max(k for k, cubes in enumerate(state.cathedral) if len(cubes) == height)
        *left, owner = state.cathedral[column]
        state.cathedral[column] = tuple(left)
        state.announce(
            "TRO-7.5",
            -1,
            "{event}: {owner} loses the cube in column {column}, level {level}.",
            event=event,
            owner=owner_words(owner),
            column=column + 1,
            level=height,
        )


def _gray_cathedral_cube(state: Town, event: EventCard) -> None:
    """Place grey cubes. Each is placed on the lowest level with free spaces and, within the level,
    in the lowest column (TRO-7.6)."""
    for _ in range(event.amount):
        height = min(map(len, state.cathedral))
        if height >= state.box.levels:
            state.announce("TRO-7.6", -1, "{event}: the cathedral is full.", event=event)
            return
        column = min(k for k, cubes in enumerate(state.cathedral) if len(cubes) == height)
        state.cathedral[column] += (NEUTRAL,)
        state.announce(
            "TRO-7.6",
            -1,
            "{event}: a grey cube goes in column {column}, level {level}.",
            event=event,
            column=column + 1,
            level=height + 1,
        )


def _gray_citizen(state: Town, event: EventCard) -> None:
    """Roll a die for the place of a grey citizen, if one is left (TRO-7.7 to 7.9)."""
    if state.gray_supply:
        state.push(RollForGray(event.index))
    else:
        state.announce("TRO-7.9", -1, "{event}: there are no grey citizens left.", event=event)


def _gray_event_cubes(state: Town, event: EventCard) -> None:
    """Place grey cubes on free flags of up to `event.reach` events directly to the left of `event`
    (TRO-7.10, 7.12)."""
    place = state.row.index(event.index)
    for target in state.events()[max(0, place - event.reach) : place]:
        number = min(event.amount, state.free_flags(target))
        place_cubes(state, "TRO-7.10", NEUTRAL, target, number)


def _remove_event_cubes(state: Town, event: EventCard) -> None:
    """Give the last cubes of every event back to their owners (TRO-23.5)."""
    for place, owners in enumerate(state.flags):
        if owners:
            state.flags[place] = owners[: -event.amount]
            state.announce(
                "TRO-23.5",
                -1,
                "{event}: {owner} loses a cube from {other}.",
                event=event,
                owner=owner_words(owners[-1]),
                other=state.event_at(place),
            )


_EFFECTS: Final[Mapping[str, Callable[[Town, EventCard], None]]] = {
    component_types.LOSE_DENIERS: _lose_deniers,
    component_types.PAY_PER_CITIZEN: _pay_per_citizen,
    component_types.LOSE_INFLUENCE: _lose_influence,
    component_types.REMOVE_CATHEDRAL_CUBE: _remove_cathedral_cube,
    component_types.GRAY_CATHEDRAL_CUBE: _gray_cathedral_cube,
    component_types.GRAY_CITIZEN: _gray_citizen,
    component_types.GRAY_EVENT_CUBES: _gray_event_cubes,
    component_types.REMOVE_EVENT_CUBES: _remove_event_cubes,
}


class RollForGray(DieRoll):
    """D6: roll for the space at which the grey citizen of an event enters (TRO-7.7 to 7.9)."""

    rules = ("TRO-7.7", "TRO-7.8", "TRO-7.9", "TRO-7.11", "TRO-16.8")
    reveals = words("A die has since been rolled for a grey citizen.")

    event: int

    def roller(self, state: Town) -> int:
        """Return the start player, who rolls all dice that belong to no player (TRO-5.7, 8.1)."""
        return state.first

    def apply(self, state: Town, outcome: int) -> None:
        """Place the citizen by the usual rules, unless the placement is forbidden."""
        event = state.box.events[self.event]
        rule = "TRO-7.8" if event.building else "TRO-7.7"
        state.announce(rule, -1, "{event}: the die shows {value}.", event=event, value=outcome)
        entering = entry(state, NEUTRAL, event.building, outcome)
        if is_protected(state, entering):
            state.announce(
                "TRO-7.9",
                -1,
                "The grey citizen is not placed, because the citizen on that space is protected.",
            )
            return
        state.gray_supply -= 1
        apply_entry(state, entering)
        if state.notes is not None:
            log_entry(state, rule, NEUTRAL, entering)
