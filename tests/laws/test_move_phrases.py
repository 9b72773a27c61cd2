"""Titles and moves in words are phrases, never the path of parts that leads to them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Any

import pytest

from engine.core.chance import Dice
from engine.games import catalogue
from engine.i18n.language import Translator
from engine.match.decision_request import DecisionRequest
from engine.match.match import Match
from engine.search.review import pick_text
from screens.input_modes.choice_list import ChoiceList
from screens.input_modes.partial_pick import PartialPick
from screens.paint.cells import width_of
from screens.table_view.painter_registry import painter_for
from screens.table_view.panels import paint_decision, question_texts
from screens.table_view.scene import Scene
from tests.screens.table.positions import PLAYERS
from tests.screens.table.questions import Question
from tests.screens.table.questions import questions as every_question
from tests.screens.tables import scene_of

NAMES = ("Anna", "Boris", "Clara")

LISTS = frozenset({"AlchemistDice"})
"""Decisions whose parts are of equal rank: the values of two dice."""


def moments(game: str) -> Iterator[Match]:
    """Positions of a match of random picks."""
    seats = [(name, "person") for name in NAMES[: PLAYERS[game]]]
    match, dice = Match.begin(game, seats, seed="paths"), Dice(b"paths")
    for _ in range(120):
        if match.over:
            return
        yield match
        pending = match.pending()[0]
        match.choose(pending.seat, pending.decision.sample(match.state, dice))


@pytest.mark.parametrize("language", ["en", "ru"])
@pytest.mark.parametrize("game", [entry.id for entry in catalogue()])
def test_a_move_in_words_does_not_begin_with_the_name_of_its_first_part(
    game: str, language: str
) -> None:
    translator, dice = Translator(language, NAMES), Dice(b"moves")
    for match in moments(game):
        pending = match.pending()[0]
        request = DecisionRequest.of(match, pending.seat)
        decision, view = request.decision, request.view
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


@pytest.mark.parametrize("language", ["en", "ru"])
@pytest.mark.parametrize("game", [entry.id for entry in catalogue()])
def test_the_title_of_a_question_says_on_a_narrow_screen_what_it_is_about(
    game: str, language: str
) -> None:
    painter = painter_for(game)
    for match in moments(game):
        scene = scene_of(painter, match, language=language)
        for partial_pick in questions(scene):
            request, chosen = partial_pick.request, partial_pick.chosen
            phrases = [
                scene.translate(request.decision.so_far(request.view, chosen[:number]))
                for number in range(1, len(chosen) + 1)
            ]
            title = paint_decision(scene, painter, 80, 5).lines()[0].rstrip()
            begins = any(phrase[:_TELLING] in title for phrase in phrases)
            assert not phrases or begins or width_of(title) > 80 - 2 * _TELLING, title


_TELLING = 11
"""So many letters of a phrase tell what it is about."""


@lru_cache(1)
def one_of_each_kind(game: str) -> Sequence[Question]:
    """Return questions of a game, which are looked for once for all languages."""
    return list(every_question(game, 1))


@pytest.mark.parametrize("language", ["en", "ru"])
@pytest.mark.parametrize("game", [entry.id for entry in catalogue()])
def test_every_question_is_a_question(game: str, language: str) -> None:
    for one in one_of_each_kind(game):
        translator = Translator(language, one.table.match.header.names)
        question = one.partial_pick.question
        assert question is not None, one.name
        assert "?" in translator.translate(question), one.name


def titles(scene: Scene[Any]) -> Iterator[str]:
    """Titles after the first, the middle and the last choice of each list."""
    return (" ".join(question_texts(scene, partial_pick)) for partial_pick in questions(scene))


def questions(scene: Scene[Any]) -> Iterator[PartialPick[Any]]:
    """The pick at each question after the first, the middle and the last choice of each list."""
    todo: list[tuple[Any, ...]] = [()]
    partial_pick = scene.partial_pick
    assert partial_pick is not None
    while todo:
        partial_pick.go_to(todo.pop())
        yield partial_pick
        if isinstance(partial_pick.input_mode, ChoiceList):
            listed = [one.chosen for one in partial_pick.choices() if one.listed and not one.among]
            some = {*listed[:1], *listed[len(listed) // 2 :][:1], *listed[-1:]}
            todo += [chosen for chosen in some if partial_pick.request.whole(chosen) is None]
