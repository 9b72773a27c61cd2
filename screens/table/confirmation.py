"""Confirmation of picks: some count only when they are chosen twice."""

from __future__ import annotations

from collections.abc import Sequence

from engine.core.state import State
from screens.input_modes.partial_pick import PartialPick
from screens.preferences import CONFIRM_ALWAYS, CONFIRM_NEVER


def needs_confirmation(wish: str, choosing: PartialPick[State], lost: Sequence[str]) -> bool:
    """Whether the pick needs confirmation, by the setting; by default if something would be
    lost."""
    if not choosing.chooser.confirms:
        return False
    if wish in (CONFIRM_ALWAYS, CONFIRM_NEVER):
        return wish == CONFIRM_ALWAYS
    return bool(lost) and not choosing.is_plain
