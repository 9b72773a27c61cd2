"""Snapshots of the table of Era, at the smallest size and at a larger one."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import pytest

from engine.core.chance import Dice
from engine.storage.session import Session
from engine.storage.store import Store
from tests.screens.app_harness import NOON
from tests.screens.playing import LARGE, SMALL, new_session, play, pressing

Compare = Callable[..., bool]


@pytest.fixture(autouse=True)
def _same_everywhere(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.setenv("COLORTERM", "truecolor")
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setattr(Store, "clock", lambda store: NOON)


def until(decision: str, players: int, round: int = 1) -> Session:
    """A random match up to a decision in `round`."""
    session = new_session("era", players, seed="4")
    dice = Dice(b"pictures")
    while not session.match.over:
        pending = session.match.pending()[0]
        if pending.decision.name == decision and session.match.state.round >= round:
            break
        session.choose(
            session.ask(pending.seat), pending.decision.sample(session.match.state, dice)
        )
    return session


PICTURES: dict[str, tuple[str, int, int, tuple[int, int], Sequence[str], dict[str, Any]]] = {
    "placing": ("PlaceKit", 1, 0, SMALL, ["enter", "n", "n"], {}),
    "curtain": ("PlaceKit", 3, 0, SMALL, [], {}),
    "rolling": ("ChooseDice", 3, 2, LARGE, ["space", "1", "3"], {}),
    "rolling_ru": ("ChooseDice", 2, 2, SMALL, ["space", "1", "3"], {"language": "ru"}),
    "building": ("BuildStructure", 4, 3, LARGE, ["enter", "n", "n"], {}),
    "building_ascii": ("BuildStructure", 2, 3, SMALL, ["enter"], {"glyphs": "ascii"}),
    "building_ru": ("BuildStructure", 3, 3, LARGE, ["enter"], {"language": "ru", "theme": "light"}),
    "sheet": ("BuildStructure", 3, 4, SMALL, ["s"], {}),
    "domains": ("BuildStructure", 4, 4, SMALL, ["tab"], {}),
    "end_of_solo_ru": ("nothing", 1, 9, SMALL, [], {"language": "ru"}),
}


@pytest.mark.parametrize("name", PICTURES)
def test_a_picture(snap_compare: Compare, name: str) -> None:
    decision, players, round, size, keys, preferences = PICTURES[name]
    app, _ = play(until(decision, players, round), **preferences)
    assert snap_compare(app, run_before=pressing(*keys), terminal_size=size)
