"""Decisions, refusals and notes of a game refer to rules that exist in its rulebook: those that `?`
shows at a decision, and those beside the lines of the log."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from engine.errors import Refusal
from engine.games import catalogue, load
from engine.help.rulebook import rulebook
from engine.match.match import Match
from engine.match.position import AnyDecision
from tests.engine.refusals import RefusalsShown
from tests.laws.driving import Driver, new_match

GAMES = [entry.id for entry in catalogue(drafts=True)]
PLAYED = 3
"""Number of random games."""


def named_by(decision: AnyDecision, match: Match, pick: object) -> Iterator[str]:
    """Yield the rules of a decision, before and after each part of a pick."""
    view = match.view(decision.seat)
    yield from decision.rules
    parts = decision.parts_of(pick)  # type: ignore[arg-type]
    for size in range(len(parts) + 1):
        yield from decision.part_rules(view, parts[:size])


def named_in_play(game: str, seats: int, number: int) -> Iterator[tuple[str, str]]:
    """Yield the rules of decisions and notes of a game, each with the place that refers to it."""
    match, driver = new_match(game, seats, number), Driver(number)
    while not match.over:
        pending = driver.pending(match)
        pick = driver.pick(match, pending)
        yield from (
            (pending.decision.name, rule) for rule in named_by(pending.decision, match, pick)
        )
        match.choose(pending.seat, pick)
    for note in [*match.opening, *(one for notes in match.notes for one in notes)]:
        yield repr(note.text), note.rule


@pytest.mark.parametrize("game", GAMES)
def test_every_rule_id_exists_in_the_rules(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    refused: set[tuple[str, str]] = set()

    def record_refusal(self: RefusalsShown, refusal: Refusal | None, pick: object) -> None:
        if refusal is not None:
            refused.add((repr(refusal.reason), refusal.rule))

    monkeypatch.setattr(RefusalsShown, "_record_refusal", record_refusal)
    shown, seats, named = RefusalsShown(), load(game).players, set()
    for number in range(PLAYED):
        named |= set(named_in_play(game, seats[number % len(seats)], number))
        shown.play(game, seats[number % len(seats)], number, 400)
    known = {"", *rulebook(game).ids}
    assert named
    assert refused
    unknown = sorted(one for one in named | refused if one[1] not in known)
    assert not unknown, unknown
