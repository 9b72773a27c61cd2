"""The current time, which tests can replace, and the conversion between times and text."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import UTC, datetime
from functools import partial
from typing import Any, Final

from engine.errors import BadSave

Clock = Callable[[], datetime]
"""Function that returns the current UTC time."""

now: Final[Clock] = partial(datetime.now, UTC)

LONG_AGO: Final = datetime(1970, 1, 1, tzinfo=UTC)
"""Placeholder for an unknown time."""

_MOMENT: Final = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z")


def written(moment: datetime) -> str:
    """Return `moment` as text in UTC with milliseconds: `2026-01-09T18:30:00.125Z`."""
    time = moment.astimezone(UTC).isoformat(timespec="milliseconds")
    return time.removesuffix("+00:00") + "Z"


def known(value: Any) -> datetime:
    """Parse `value`, a time from a column of a database. Return `LONG_AGO` if it is missing or
    invalid."""
    try:
        return read(value) if isinstance(value, str) else LONG_AGO
    except BadSave:
        return LONG_AGO


def read(text: str) -> datetime:
    """Parse a time in the format of `written`. Raises BadSave."""
    try:
        if _MOMENT.fullmatch(text):
            return datetime.fromisoformat(text)
    except ValueError:
        pass
    raise BadSave("{text} is not a valid time.", text=text)
