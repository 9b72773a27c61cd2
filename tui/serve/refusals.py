"""Whom the house did not let in or sent away, counted by the reason (rate-limited logging)."""

from __future__ import annotations

import logging
from collections import Counter
from enum import StrEnum

from attrs import define, field

from tui.serve.limits import Meters


class Refusal(StrEnum):
    """Why somebody was refused, as the log and the status name it."""

    CROWDED_OUT = "strangers crowded out"
    NO_SEAT = "no seat"
    NAMELESS = "newcomers without a name in time"


_log = logging.getLogger("guildhall.door")


@define
class Refusals:
    """How often each has happened; the log hears of it once a minute, not each time."""

    counts: Counter[Refusal] = field(factory=Counter)
    _told: Meters = field(factory=lambda: Meters(1))

    def note(self, why: Refusal) -> None:
        """It has happened once more."""
        self.counts[why] += 1
        if self._told.take(why):
            _log.warning("%s: %d since the house was opened", why, self.counts[why])
