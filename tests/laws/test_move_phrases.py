"""Titles and moves in words are phrases, never the path of parts that leads to them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from engine.core.chance import Dice
from engine.games import catalogue
from engine.i18n.language import Translator
from engine.match.decision_request import DecisionRequest
from engine.match.match import Match
from engine.search.review import pick_text
from screens.input_modes.choice_list import ChoiceList
from screens.table_view.painter_registry import painter_for
from screens.table_view.panels import question_texts
from screens.table_view.scene import Scene
from tests.screens.table.positions import PLAYERS
from tests.screens.tables import scene_of

NAMES = ("Anna", "Boris", "Clara")

LISTS = frozenset({"AlchemistDice"})
"""Decisions whose parts stand side by side: the values of two dice."""


def moments(game: str) -> Iterator[Match]:
    """Positions of a match of random picks."""
    seats = [(name, "person") for name in NAMES[: PLAYERS[game]]]
    match, dice = Match.begin(game, seats, seed="paths"), Dice(b"paths")
    for _ in range(120):
        if match.over:
            return
        yield match
        owed = match.pending()[0]
        match.choose(owed.seat, owed.decision.sample(match.state, dice))


@pytest.mark.parametrize("language", ["en", "ru"])
@pytest.mark.parametrize("game", [entry.id for entry in catalogue()])
def test_a_move_in_words_does_not_begin_with_the_name_of_its_first_part(
    game: str, language: str
) -> None:
    translator, dice = Translator(language, NAMES), Dice(b"moves")
    for match in moments(game):
        owed = match.pending()[0]
        asked = DecisionRequest.of(match, owed.seat)
        decision, view = asked.decision, asked.view
        pick = decision.sample(view, dice)
        parts = decision.parts_of(pick)
        if len(parts) < 2 or decision.name in LISTS:
            continue
        first = translator.translate(decision.label(view, parts[:1]))
        said = translator.translate(pick_text(decision, view, pick))
        assert not said.startswith(f"{first}, "), said
        assert " > " not in said


@pytest.mark.parametrize("game", [entry.id for entry in catalogue()])
def test_the_title_of_a_question_is_no_path(game: str) -> None:
    painter = painter_for(game)
    for match in moments(game):
        scene = scene_of(painter, match)
        for title in titles(scene):
            assert " > " not in title


def titles(scene: Scene[Any]) -> Iterator[str]:
    """Titles after the first, the middle and the last choice of each list."""
    todo: list[tuple[Any, ...]] = [()]
    choosing = scene.choosing
    assert choosing is not None
    while todo:
        choosing.go_to(todo.pop())
        yield " ".join(question_texts(scene, choosing))
        if isinstance(choosing.chooser, ChoiceList):
            listed = [one.chosen for one in choosing.choices() if one.listed and not one.among]
            some = {*listed[:1], *listed[len(listed) // 2 :][:1], *listed[-1:]}
            todo += [chosen for chosen in some if choosing.asked.whole(chosen) is None]
