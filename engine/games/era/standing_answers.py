"""Standing answers: answers to demands given in advance (ERA-10.7)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from engine.core.game import StandingAnswer
from engine.games.era.demands import PAY, REFUSE
from engine.games.era.extort import AnswerDemand
from engine.i18n.text import words

_DEMANDS: Final = frozenset((AnswerDemand.name,))

BEFOREHAND: Final[Mapping[str, StandingAnswer]] = {
    "refuse": StandingAnswer(_DEMANDS, words("refuse every demand"), lambda view, asked: REFUSE),
    "pay": StandingAnswer(_DEMANDS, words("give in to every demand"), lambda view, asked: PAY),
}
