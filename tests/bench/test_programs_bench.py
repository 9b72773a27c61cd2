"""Cost of an external bot: the question, the way there and back, and the answer. Each process needs
a core of its own."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from engine.bots.external import ExternalBot
from engine.bots.policies import notify_match_begin
from engine.search.simulation import Observation
from tests.bench.test_engine_bench import late
from tests.engine.bots.programs import python

GAMES = ["middle_ages", "era", "troyes", "knights", "deus"]


@pytest.mark.parametrize("game", GAMES)
def test_one_question_and_answer(benchmark: Any, tmp_path: Path, game: str):
    match = late(game, 2)
    bot = ExternalBot(python(tmp_path, 'say(answer=said["ask"], option=0)'))
    notify_match_begin([bot], match)
    here = Observation.of(match, match.pending()[0].seat)
    pick = benchmark(bot.choose, here)
    assert match.refuse(here.seat, pick) is None
    assert bot.lost == 0
