"""Coaches cover every decision of every game, briefly enough for a small terminal."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import Any

import pytest

from engine.core.chance import Dice
from engine.core.step import Decision
from engine.games import catalogue, entry, load
from engine.games.knights.catan.bots.playout_policy import ADVISERS
from engine.help.guide import advice, coach
from engine.i18n.language import LANGUAGES
from engine.match.match import Match
from tests.engine.help.files import text_file

GAMES = [entry.id for entry in catalogue()]
MOST = 76 * 4
"""Characters in four lines of a terminal with 80 columns."""

LENT = {"catan": set(ADVISERS)}
"""Decisions of a game that are defined in the folder of another one."""


def decisions(game: str) -> set[str]:
    """Return the names of all decisions of a game."""
    load(game)

    def below(kind: type[Any]) -> Iterator[type[Any]]:
        for one in kind.__subclasses__():
            # attrs leaves behind the class of which it has made one with slots
            if getattr(sys.modules.get(one.__module__), one.__name__, one) is one:
                yield one
            yield from below(one)

    folder = entry(game).package
    own = [one for one in below(Decision) if one.__module__.rpartition(".")[0] == folder]
    asked = [one for one in own if not {*below(one)} & {*own}]
    lent = LENT.get(game, set()) - {one.name for one in asked}
    asked += [one for one in below(Decision) if one.name in lent]
    names = {one.name for one in asked}
    return names | {f"{one.name}.{situation}" for one in asked for situation in one.situations}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_every_decision_has_advice(game: str, language: str):
    spoken = {topic.title for topic in coach(game, language).topics}
    decision_names, file = decisions(game), text_file(game, "coach", language)
    assert not decision_names - spoken, (
        f"{file} has no topic yet for {sorted(decision_names - spoken)}"
    )
    assert not spoken - decision_names, (
        f"{file} mentions {sorted(spoken - decision_names)}, which is never asked"
    )
    for decision in spoken:
        assert 60 < len(advice(coach(game, language), decision)) <= MOST, decision


def test_coach_without_advice_is_silent():
    assert advice(coach("middle_ages"), "Nothing") == ""
    assert advice(coach("era", "fr"), "ChooseDice") == advice(coach("era"), "ChooseDice")


def test_situation_without_own_advice_uses_the_default() -> None:
    general = advice(coach("catan"), "Main")
    assert advice(coach("catan"), "Main", situation="") == general
    assert advice(coach("catan"), "Main", situation="nothing") == general
    assert advice(coach("catan"), "Main", situation="near_win") != general


@pytest.mark.parametrize("game", GAMES)
def test_every_decision_names_a_known_situation(game: str) -> None:
    """Checked over games of random players, from the opening to the end."""
    met: dict[str, set[str]] = {}
    for number in range(GAMES_PLAYED):
        players = entry(game).players[number % len(entry(game).players)]
        seats = [(f"Player {seat}", "bot:random") for seat in range(players)]
        play_random_picks(Match.begin(game, seats, seed=str(number)), met)
    assert all(len(found) > 1 for found in met.values()), met


GAMES_PLAYED = 16


def play_random_picks(match: Match, met: dict[str, set[str]]) -> None:
    """Play random picks and add the situations of each decision to `met`."""
    for _ in range(400):
        if match.over:
            break
        seat, decision = match.pending()[0].seat, match.pending()[0].decision
        found = decision.situation(match.view(seat))
        assert not found or found in decision.situations
        if decision.situations:
            met.setdefault(decision.name, set()).add(found)
        match.choose(seat, match.sample(seat, Dice(b"%d" % len(match.log))))
