"""Status report of a server, as its admin reads it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import datetime
from typing import Any, Final

from engine.i18n.text import Text, plural, verbatim, words
from tui.server.identity import WITHOUT_TERMINAL
from tui.server.rejection_log import DESCRIPTIONS, Rejection

Status = Mapping[str, Any]
"""A server's status: values by name, as in a JSON object."""

LIMITED_COUNTS: Final = {
    "seats": words("Sessions of registered players"),
    "newcomers' seats": words("Sessions of new players"),
    "not logged in": words("Connections that have not logged in"),
    "without a session": words("Connections that have logged in but have no session"),
}
"""Keys of the counts that have a limit, with their titles. The limit of `seats`, for example, has
the key `most seats`."""

NOT_READY: Final = words(
    "No sessions can be started right now, because the server is still getting ready."
)

NO_STORE: Final = words("The server cannot reach its database. Nobody can log in until it can.")


def status_report(status: Status) -> Iterator[Text]:
    yield words("The server has been running since {time}.", time=_local(status["open since"]))
    yield words(
        "Version {version}; load {load}; processor cores: {cores}.",
        version=status["version"],
        load=status["load"],
        cores=status["cores"],
    )
    if status["zygote"] is None:
        yield NOT_READY
    if not status.get("store reached", True):
        yield NO_STORE
    for name, meaning in LIMITED_COUNTS.items():
        if name not in status:
            continue  # a machine with an older version does not report it
        now, most = status[name], status[f"most {name}"]
        line = words("{what}: {now} of {most}", what=meaning, now=now, most=most)
        yield words("{line} (full)", line=line) if now >= most else line
    if status.get("store reached", True):
        yield from _visits(status["visits"])
    else:
        here = len(status["visits"])
        yield plural(
            "{n} player is connected. The name cannot be looked up right now.",
            "{n} players are connected. Their names cannot be looked up right now.",
            here,
        )
    yield from _refused(status["refused"])


def _visits(visits: list[Status]) -> Iterator[Text]:
    """Yield lines about the players online. Sessions that only print an answer do not count."""
    visits = [
        visit for visit in visits if not WITHOUT_TERMINAL.intersection(visit["words"].split()[:1])
    ]
    yield words("Online:") if visits else words("Nobody is online.")
    for visit in visits:
        who = verbatim(visit["name"]) if visit["name"] else words("someone not yet registered")
        yield words("  {who}, since {time}", who=who, time=_local(visit["since"]))


def _refused(counts: Mapping[str, int]) -> Iterator[Text]:
    yield (
        words("Connections refused or closed since the server started:")
        if counts
        else words("No connections have been refused since the server started.")
    )
    for why, count in sorted(counts.items(), key=lambda one: -one[1]):
        yield words("  {what}: {count}", what=DESCRIPTIONS[Rejection(why)], count=count)


def _local(moment: str) -> str:
    return datetime.fromisoformat(moment).astimezone().strftime("%Y-%m-%d %H:%M")
