"""What the screen itself asks: nothing else is done before it is answered or left."""

from __future__ import annotations

from attrs import evolve

from screens.paint import buttons
from screens.table.effects import Outcome, show
from screens.table.messages import Clicked, Hovered, Input, KeyPressed, OtherButton, Picked, Pointed
from screens.table.table_state import Doing, Question


class Questions:
    """Takes keys and clicks while a question stands."""

    def hear(self, doing: Doing, input: Input) -> Outcome | None:
        """What a key answers; other keys do nothing meanwhile."""
        if doing.question is None:
            return None
        match input:
            case KeyPressed(key):
                return None if key.startswith("ctrl+") else _answered(doing, doing.question, key)
            case Clicked(place) if place[0] != buttons.KEY and doing.curtain is None:
                return Outcome(doing)
            case Hovered() | Pointed() | Picked() | OtherButton():
                return Outcome(doing)
        return None


def _answered(doing: Doing, question: Question, key: str) -> Outcome:
    if key == "escape" and question.can_leave:
        meant = question.left
    else:
        found = next((one for one in question.answers if one.key == key), None)
        if found is None:
            return Outcome(doing)
        meant = found.input
    then = () if meant is None else (meant,)
    return evolve(show(evolve(doing, question=None)), then=then)
