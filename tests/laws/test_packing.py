"""A state or view that is packed and unpacked is unchanged."""

import json
from typing import Any

import attrs
from hypothesis import given

from engine.core.chance import Dice
from engine.core.event import Event, Header
from engine.core.hidden import Hidden
from engine.core.serialization import pack, unpack
from engine.core.state import PASSING, SHARED, State
from engine.core.step_stack import Step
from engine.match.playout import set_up
from engine.search.simulation import Observation
from engine.workers.jobs import ask_bot, observation_of
from tests.laws.driving import Driver, every_sort_of_table, examples, part_played, readers, seeds


@every_sort_of_table
@given(number=seeds)
@examples(5)
def test_unpacked_state_equals_original(game: str, seats: int, number: int):
    match = part_played(game, seats, number)
    like = beginning(match.header, match.game)
    for state in (match.state, *(match.view(reader) for reader in readers(match))):
        back = unpack(json.loads(json.dumps(pack(state))), like)
        assert type(back) is type(state)
        assert back.digest() == state.digest()
        assert full_content(back) == full_content(state)


@every_sort_of_table
@given(number=seeds)
@examples(3)
def test_unpacked_state_plays_on_like_original(game: str, seats: int, number: int):
    match = part_played(game, seats, number)
    twin = match.load(match.header, match.log)
    twin.state = unpack(
        json.loads(json.dumps(pack(match.state))), beginning(match.header, match.game)
    )
    twin.forget_options()
    one, other = Driver(number), Driver(number)
    for _ in range(10):
        if match.over:
            break
        one.step(match)
        other.step(twin)
        assert match.state.digest() == twin.state.digest()


@every_sort_of_table
@given(number=seeds)
@examples(3)
def test_packed_question_contains_only_what_the_seat_knows(game: str, seats: int, number: int):
    match = part_played(game, seats, number)
    for pending in match.pending():
        here = Observation.of(match, pending.seat)
        words = ask_bot(match.header, here, "medium").payload
        there = observation_of(json.loads(words))
        assert there.view.digest() == here.view.digest()
        assert there.decision == here.decision
        assert list(there.options) == list(here.options)
        assert [_read(one) for one in there.past] == [_read(one) for one in here.past]
        assert there.dice.below(2**32) == Dice(here.dice.sealed).below(2**32)
        assert not any(name.encode() in words for name in match.header.names)


def _read(event: Event) -> object:
    return event.number, event.kind, event.seat, event.step, repr(event.value)


def beginning(header: Header, game: Any) -> State:
    """Return a state of the match's setup, as another process makes it."""
    state = set_up(game, len(header.seats), header.options, header.data)
    state.rules = header.rules
    return state


def full_content(value: Any) -> Any:
    """Return everything in a value, including what is not compared; shared data are returned as
    they are."""
    if isinstance(value, Hidden):
        return repr(value)
    if isinstance(value, list | tuple):
        return type(value), [full_content(one) for one in value]
    if isinstance(value, dict):
        return [(key, full_content(one)) for key, one in value.items()]
    if not (isinstance(value, State | Step) or hasattr(value, "unpacked")):
        return value
    fields = [one for one in attrs.fields(type(value)) if one.metadata != PASSING]
    return type(value), [
        (one.name, getattr(value, one.name))
        if SHARED in one.metadata
        else (one.name, full_content(getattr(value, one.name)))
        for one in fields
    ]
