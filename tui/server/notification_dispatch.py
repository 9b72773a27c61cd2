"""Notification dispatch, which starts the admin's command for people who are away when a match is
waiting for them. The command gets one line of JSON on standard input.

No shell is involved, and no player's data is among the arguments. The number and run time of the
commands are limited. Failures are logged, and never stop a game.
"""

from __future__ import annotations

import asyncio
import json
import traceback
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from datetime import datetime, timedelta
from hashlib import blake2b
from typing import Any, Final

from attrs import asdict, define, field, frozen

from engine import clock
from engine.errors import BadSetup, GuildhallError, NoSuchMatch
from engine.i18n.language import Translator, preferred_language
from engine.i18n.text import Text, plural, printable, words
from engine.lobby.notifications import (
    DAILY,
    AwaitedMatch,
    Notification,
    Notifications,
    checked_kind,
)
from engine.lobby.seat_owners import SeatOwnership
from engine.lobby.users import Users
from engine.storage.pubsub import PERSON_TOPIC_PREFIX, person_of
from engine.storage.records import Record
from engine.storage.store import Store
from screens.key_map import key_name_of
from screens.lobby.guest import Guest
from screens.match_summary import ago, game_of, players_of, time_left_text
from screens.preferences import Preferences, read_over
from tui.notify_command import (
    MAX_SECONDS,
    NotificationText,
    StartedCommand,
    checked_command,
    notified_table,
)

CHECK_INTERVAL: Final = 30.0
"""Seconds between checks for due notifications."""

MAX_PER_CHECK: Final = 20
"""Maximum number of people notified per check. The others wait for the next check."""

MAX_AT_ONCE: Final = 4
"""Maximum number of commands that run at once."""

MAX_TABLES: Final = 20
"""Maximum number of matches that a notification lists. Further matches are only counted."""


@frozen
class NotifierSettings:
    """Settings of notifications: the command, the kinds of address that it handles, the delay in
    minutes, the connect command, and the public address of the web page, if there is one."""

    command: tuple[str, ...]
    kinds: tuple[str, ...]
    minutes: int
    connect_command: str = ""
    page: str | None = None

    def dump(self) -> str:
        """Return the settings as one argument of a command line."""
        return json.dumps(asdict(self))

    @classmethod
    def load(cls, text: str) -> NotifierSettings:
        """Parse settings that `dump` has returned."""
        fields: dict[str, Any] = json.loads(text)
        command, kinds = tuple(fields["command"]), tuple(fields["kinds"])
        return cls(command, kinds, fields["minutes"], fields["connect_command"], fields.get("page"))


def notifier_settings(command: str, kinds: Iterable[str], minutes: int) -> NotifierSettings:
    """Return the settings for arguments of the command line, without the connect command and the
    web page. Raises BadAddress for an invalid kind of address, and BadSetup for a command that does
    not exist, or if there are no kinds of address."""
    words = checked_command(command)
    checked = tuple(dict.fromkeys(map(checked_kind, kinds)))
    if not checked:
        raise BadSetup(
            "Use --notify-kind to say what types of address your command handles, such as mail or "
            "ntfy."
        )
    return NotifierSettings(words, checked, minutes)


@define(eq=False)
class Notifier:
    """Sender of notifications to people for whom matches are waiting. Errors are passed to
    `complain`. A command is killed after `most_seconds`."""

    store: Store
    settings: NotifierSettings
    complain: Callable[[str], None] = lambda message: None
    most_seconds: float = MAX_SECONDS
    _here_at: dict[int, datetime] = field(factory=dict, init=False)

    async def run(self) -> None:
        """Check every `CHECK_INTERVAL` seconds which notifications are due, and send them. This
        never returns."""
        while True:
            await self.notify_due()
            await asyncio.sleep(CHECK_INTERVAL)

    async def notify_due(self) -> None:
        """Send the notifications that are due, up to `MAX_PER_CHECK` of them."""
        try:
            self._see_who_is_here()
            delay = timedelta(minutes=self.settings.minutes)
            due = Notifications(self.store).due(delay, self._here_at.get)
        except GuildhallError as error:
            self.complain(error.text.plain())
            return
        few = asyncio.Semaphore(MAX_AT_ONCE)
        await asyncio.gather(*(self._send(notice, few) for notice in due[:MAX_PER_CHECK]))

    def _see_who_is_here(self) -> None:
        now = self.store.clock()
        for topic in self.store.bus.topics_with_subscribers(PERSON_TOPIC_PREFIX):
            person = person_of(topic)
            if person is not None:
                self._here_at[person] = now

    async def _send(self, notice: Notification, few: asyncio.Semaphore) -> None:
        """Send a notification, unless another program has claimed it or it no longer applies. `few`
        limits how many are sent at once. Errors are passed to `complain`."""
        async with few:
            try:
                wrong = await self._send_one(notice)
            except Exception:
                wrong = traceback.format_exc()
        if wrong:
            self.complain(f"{notice.person.name} was not told what waits for them: {wrong}")

    async def _send_one(self, notice: Notification) -> str:
        """Claim a notification, send it, and record the outcome, unless the command cannot be
        started. Return an error message, which is empty for success, or if nothing is left to send.
        Raises BadStore."""
        notices = Notifications(self.store)
        claimed = notices.claim(notice)
        if claimed is None:
            return ""
        line = line_of(self.store, claimed, self.settings.connect_command, self.settings.page)
        try:
            started = StartedCommand.with_line(self.settings.command, line)
        except OSError as error:
            return str(error)
        notices.mark_started(claimed)
        wrong = await started.outcome(self.most_seconds)
        if wrong:
            notices.failed(claimed)
        return wrong


# ---------------------------------------------------------------------- line for the command


def line_of(
    store: Store, notice: Notification, connect_command: str, page: str | None = None
) -> str:
    """Return the line of JSON about `notice` for the admin's command. `page` is the address of the
    web page, if there is one. Raises BadStore."""
    person, address = notice.person, notice.address
    settings = Users(store).settings(person)
    preferences = read_over(Preferences(language=preferred_language()), settings)
    translator, profile = (
        Translator(preferences.language),
        key_name_of("lobby.profile", preferences.keys),
    )
    records = _records(store, notice)
    tables = [_table(store, record, one, connect_command, page) for record, one in records]
    return NotificationText(
        id=_number(notice),
        what="day" if address.often == DAILY else "turn",
        person=person.name,
        language=translator.language,
        kind=address.kind,
        to=address.text,
        tables=tables,
        more=len(notice.waiting) - len(tables),
        subject=translator.translate(_subject(records, store.clock())),
        text=_text(notice, records, tables, profile, translator, store.clock()),
    ).line()


def _number(notice: Notification) -> str:
    """Return an id of the notification, which is the same if the notification is repeated."""
    waiting = [f"{one.match} {clock.written(one.since)} {one.rank}" for one in notice.waiting]
    return blake2b("\n".join([str(notice.person.id), *waiting]).encode(), digest_size=8).hexdigest()


def _records(store: Store, notice: Notification) -> list[tuple[Record, AwaitedMatch]]:
    records = []
    for one in notice.waiting[:MAX_TABLES]:
        with suppress(NoSuchMatch):
            records.append((store.record(one.match), one))
    return records


def _table(
    store: Store, record: Record, awaited: AwaitedMatch, connect_command: str, page: str | None
) -> Mapping[str, Any]:
    terms = SeatOwnership(store).terms(record.id)
    code = terms.code if terms is not None else ""
    guest = Guest("", connect_command=connect_command, page=page)
    join, link = guest.line_to("join", code), guest.link_to("join", code)
    return notified_table(record, since=awaited.since, until=awaited.until, join=join, link=link)


def _subject(waiting: Sequence[tuple[Record, AwaitedMatch]], now: datetime) -> Text:
    records = [record for record, _ in waiting]
    if len(records) == 1:
        (one,) = (one for _, one in waiting)
        if one.reminds and one.until is not None:
            left = time_left_text(one.until, now)
            return words("{game}: your turn, {left}", game=game_of(records[0]), left=left)
        return words("{game}: it is your turn", game=game_of(records[0]))
    return plural("{n} game is waiting for you", "{n} games are waiting for you", len(records))


def _text(
    notice: Notification,
    records: Sequence[tuple[Record, AwaitedMatch]],
    tables: Sequence[Mapping[str, Any]],
    profile: Text,
    translator: Translator,
    now: datetime,
) -> str:
    """Return the notification as text of several lines. `profile` is the name of the key that opens
    the profile."""
    lines = []
    for (record, one), table in zip(records, tables, strict=True):
        waits = words(
            "{game} ({players}): your turn started {ago}.",
            game=game_of(record),
            players=players_of(record),
            ago=ago(one.since, now),
        )
        if one.until is not None:
            waits = words("{waits} ({left})", waits=waits, left=time_left_text(one.until, now))
        ways = [way for way in (table["join"], table["link"]) if way is not None]
        lines += [
            printable(translator.translate(waits)),
            *(f"    {printable(way)}" for way in ways),
            "",
        ]
    more = len(notice.waiting) - len(tables)
    if more > 0:
        lines += [
            translator.translate(plural("And {n} more game.", "And {n} more games.", more)),
            "",
        ]
    away = words(
        "To change or stop these messages, press {key} in the server's lobby.", key=profile
    )
    return "\n".join([*lines, translator.translate(away)])
