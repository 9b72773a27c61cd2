"""Matches started under an earlier rules number continue under it."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from types import ModuleType
from typing import Any

import pytest
from attrs import evolve

import engine.games
from engine.core.event import Event
from engine.core.state import NEWEST_RULES
from engine.core.step_stack import Step
from engine.errors import BadSave
from engine.match.match import Match
from tests.toy.script import NextTurn, Say, Script, Trail


class SayLouder(Say):
    """Rules 2 fixed a fault: a message is not said twice."""

    def apply(self, state: Trail, pick: Any) -> None:
        super().apply(state, pick)
        if state.rules < 2:
            super().apply(state, pick)


class Mended(Script):
    """A game with a fixed rule, whose choices once were numbers."""

    entry = evolve(Script.entry, module="mended", rules=2)

    def upcast(self, rules: int, event: Event) -> Event:
        if rules < 2 and type(event.value) is int:
            return evolve(event, value="ab"[event.value])
        return event


Begin = Any


@pytest.fixture
def mended() -> Iterator[Begin]:
    def begin(*steps: Step) -> Match:
        module = ModuleType("tests.toy.mended")
        module.GAME = Mended(steps)  # type: ignore[attr-defined]
        sys.modules[module.__name__] = module
        engine.games.register(Mended.entry)
        return Match.begin("script", [("Anna", "person")], seed="1")

    yield begin
    engine.games.unregister("script")
    del sys.modules["tests.toy.mended"]


def older(match: Match, events: Sequence[Event] = ()) -> Match:
    """The match as it would have been started under rules 1."""
    return Match.load(evolve(match.header, rules=1), events)


def messages_in(match: Match) -> list[str]:
    """Messages said in a match."""
    state: Any = match.state
    messages_in: list[str] = state.said
    return messages_in


def test_match_keeps_the_rules_version_it_started_with(mended: Begin):
    match = mended(SayLouder(0), SayLouder(0))
    old = older(match)
    for one in (match, old):
        one.choose(0, "a")
    assert (messages_in(match), messages_in(old)) == (["0:a"], ["0:a", "0:a"])
    assert (match.state.rules, old.state.rules) == (2, 1)
    assert (old.at(0).state.rules, old.view(0).rules, old.preview(0, "b").view.rules) == (1, 1, 1)
    again = older(match, old.log)
    again.choose(0, "b")
    assert messages_in(again) == ["0:a"] * 2 + ["0:b"] * 2
    assert again.header.rules == 1


def test_state_without_a_match_uses_the_newest_rules():
    assert Trail(1).rules == NEWEST_RULES


def test_changed_log_error_names_both_versions(mended: Begin):
    match = mended(SayLouder(0), NextTurn(0), SayLouder(0))
    match.choose(0, "a")
    assert match.log[-1].digest is not None
    assert Match.load(match.header, match.log).log == match.log
    with pytest.raises(BadSave) as caught:
        older(match, match.log)
    assert caught.value.text.plain() == (
        "The position after this step does not match the saved one. The game was started "
        "under version 1 of the rules, but this program has 2."
    )
    assert caught.value.good is not None
    assert caught.value.good.log == []
    with pytest.raises(BadSave) as caught:
        Match.load(match.header, [evolve(match.log[0], value="c")])
    assert "number" not in caught.value.text.plain()


def test_picks_of_an_earlier_form_are_read(mended: Begin):
    match = mended(SayLouder(0), SayLouder(0))
    events = [Event(1, "pick", 0, "SayLouder", 1), Event(2, "pick", 0, "SayLouder", "a")]
    assert [event.value for event in older(match, events).log] == ["b", "a"]
    with pytest.raises(BadSave):
        Match.load(match.header, events)
