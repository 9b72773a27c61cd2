"""Counts of rejections, and a rate-limited log of them."""

from __future__ import annotations

import logging
from collections import Counter
from enum import StrEnum
from typing import Final

from attrs import define, field

from engine.i18n.text import Text, words
from tui.server.limits import Meters


class Rejection(StrEnum):
    """Reason why the server refused or dropped a connection. Its value is its name in
    `server status --json`."""

    CROWDED_OUT = "crowded out"
    IDLE = "idle"
    SHUT_OUT = "shut out"
    NEWCOMERS_TOO_OFTEN = "newcomers too often"
    TOO_OFTEN = "too often"
    HOUSE_FULL = "house full"
    NEWCOMERS_FULL = "newcomers full"
    HERE_ALREADY = "here already"
    NAMELESS = "nameless"
    MADE_ROOM = "made room"
    CUT_OFF = "cut off"


DESCRIPTIONS: Final = {
    Rejection.CROWDED_OUT: words("connections dropped before login to make room for newer ones"),
    Rejection.IDLE: words("connections without a session, closed to make room for newer ones"),
    Rejection.SHUT_OUT: words("keys that are not accepted"),
    Rejection.NEWCOMERS_TOO_OFTEN: words("new players: too many from one address within a minute"),
    Rejection.TOO_OFTEN: words("people who connected too often within a minute"),
    Rejection.HOUSE_FULL: words("people refused because the server was full"),
    Rejection.NEWCOMERS_FULL: words("new players refused because the server was full"),
    Rejection.HERE_ALREADY: words("people who already had the maximum number of sessions"),
    Rejection.NAMELESS: words("new players who did not choose a name in time"),
    Rejection.MADE_ROOM: words("new players without a name who had to make room for others"),
    Rejection.CUT_OFF: words("people who were cut off: see the log"),
}
"""Descriptions of the kinds of rejection, for the admin."""

_log = logging.getLogger("guildhall.door")


@define
class RejectionLog:
    """Counter of rejections. It logs each kind at most once per minute."""

    counts: Counter[Rejection] = field(factory=Counter)
    _told: Meters = field(factory=lambda: Meters(1))

    def note(self, why: Rejection) -> Rejection:
        """Count a rejection, and return it."""
        self.counts[why] += 1
        if self._told.consume(why):
            meaning: Text = DESCRIPTIONS[why]
            _log.warning("%s: %d since the server was started", meaning.plain(), self.counts[why])
        return why
