"""The end of the game and its revelations (section 20)."""

from __future__ import annotations

from typing import Final

from engine.core.state import require_visible
from engine.games.deus.state import NOT_YET, World
from engine.i18n.text import words

LAST_TEMPLE: Final = words("The last temple is built: one more round follows this one.")
LAST_VILLAGE: Final = words(
    "All barbarian villages have been attacked: one more round follows this one."
)


def watch_for_the_end(state: World) -> None:
    """Set the final round once the temples are gone or all villages attacked (DEU-20.1); a second
    trigger changes nothing (DEU-20.3)."""
    if state.final_round != NOT_YET:
        return
    no_temples = state.temples == 0
    if not no_temples and state.villages_left():
        return
    state.final_round = state.round + 1
    if state.story is not None:
        state.note("DEU-20.1", -1, LAST_TEMPLE if no_temples else LAST_VILLAGE)


def finish(state: World) -> None:
    """End the game: reveal VP, hands and face-down cards, and count the points (section 21)."""
    for secrets in zip(state.points, state.hands, state.wildcards, strict=True):
        for secret in secrets:
            require_visible(secret)
    state.reveal(words("The game is over: VP and hands have been revealed."))
    state.agenda.clear()
    state.points_open = True
    state.over = True
    state.active = -1
    state.tell("DEU-21.1", -1, "All VP are revealed.")
