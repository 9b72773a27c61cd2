"""Prompts, which must be answered or cancelled before anything else."""

from __future__ import annotations

from attrs import evolve

from screens.paint import buttons
from screens.table.effects import Do, Update, repaint
from screens.table.match_commands import Command
from screens.table.messages import (
    Clicked,
    Hovered,
    KeyPressed,
    Picked,
    Pointed,
    RightButtonPressed,
    TableMessage,
)
from screens.table.table_state import Question, TableState


class Questions:
    """Reducer of keys and clicks while a prompt is open."""

    def update(self, state: TableState, input: TableMessage) -> Update | None:
        """Answer the open prompt with a key, or cancel it with Escape. Ignore other keys, clicks
        and mouse movements, except keys with Ctrl and clicks on key hints or a pass screen. Return
        None if no prompt is open."""
        if state.question is None:
            return None
        match input:
            case KeyPressed(key):
                return (
                    None
                    if key.startswith("ctrl+")
                    else _answer_question(state, state.question, key)
                )
            case Clicked(place) if place[0] != buttons.KEY and state.pass_to is None:
                return Update(state)
            case Hovered() | Pointed() | Picked() | RightButtonPressed():
                return Update(state)
        return None


def _answer_question(state: TableState, question: Question, key: str) -> Update:
    if key == "escape" and question.can_cancel:
        input: TableMessage | Command | None = question.on_cancel
    else:
        answer_for_key = next((answer for answer in question.answers if answer.key == key), None)
        if answer_for_key is None:
            return Update(state)
        input = answer_for_key.input
    answered = repaint(evolve(state, question=None))
    if isinstance(input, Command):
        return evolve(answered, effects=(*answered.effects, Do(input)))
    return evolve(answered, follow_up=() if input is None else (input,))
