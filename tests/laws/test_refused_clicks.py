"""A click on a place that cannot be chosen is answered about this place, in every game."""

from __future__ import annotations

import pytest
from attrs import evolve

from engine.core.step import Place
from engine.games import catalogue
from engine.i18n.language import Translator
from engine.i18n.text import Text
from screens.paint.buttons import is_button
from screens.table.effects import RepaintScope
from screens.table.messages import Clicked
from screens.table.table_state import TableState
from tests.screens.table.questions import Question, questions


def places(one: Question) -> list[Place]:
    """The painted places that the question does not let anybody choose."""
    renderer = one.table.table.renderer
    renderer.forget()
    renderer.invalidate(RepaintScope.ALL)
    spots = renderer.picture(one.state).canvas.spots
    painted = (place for place in spots if isinstance(place, tuple) and not is_button(place))
    return [place for place in painted if one.input_mode.index_at(place) is None]


def answers(one: Question, place: Place) -> tuple[str, str]:
    """The reason why a place cannot be chosen, and its description; empty if there is none."""
    renderer = one.table.table.renderer
    refusal, seen = one.input_mode.refuse(place), renderer.describe_place(one.state, place)
    texts = (None if refusal is None else refusal.reason, seen)
    why, description = ("" if text is None else plainly(one, text) for text in texts)
    return why, description


def plainly(one: Question, text: Text) -> str:
    """A message as a table with a board shows it."""
    names = one.table.match.header.names
    return Translator(one.state.preferences.language, names, exact=False).translate(text)


def clicked(one: Question, place: Place) -> TableState:
    """The table after a click on a place without a message."""
    state = evolve(one.state, message="")
    return one.table.table.dispatch(state, Clicked(place), one.now)[0]


@pytest.mark.parametrize("game", [entry.id for entry in catalogue()])
def test_a_refused_click_is_answered_about_the_clicked_place(game: str) -> None:
    for one in questions(game, 1):
        for place in places(one):
            why, seen = answers(one, place)
            state = clicked(one, place)
            if state.partial_pick is not one.partial_pick:
                continue  # the input mode has used the click
            assert why or seen, (one.name, place, "nothing is said")
            told = state.message
            assert why in told, (one.name, place, told)
            assert seen in told, (one.name, place, told)
