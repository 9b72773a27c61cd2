"""News about the tables of a player, announced on any page."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from contextlib import suppress
from typing import TYPE_CHECKING

from attrs import define, field

from engine.errors import NoSuchMatch
from engine.games import entry
from engine.i18n.text import Text, words
from screens.preferences import RINGING

if TYPE_CHECKING:
    from engine.lobby.waiting_table import WaitingTable
    from screens.app import GuildhallApp
    from screens.lobby.member import Member


@define(eq=False)
class TableNews:
    """Announcer of new invitations, started matches and newly joined players."""

    app: GuildhallApp
    member: Member
    _invited: set[str] = field(factory=set, init=False)
    _seated: set[str] = field(factory=set, init=False)
    _at_tables: Mapping[str, Collection[int]] | None = field(default=None, init=False)

    def announce(self) -> None:
        """Announce, on any page, the invitations, started games and newly joined players since the
        last call."""
        person = self.member.person
        tables = {table.id: table for table in self.member.waiting_tables.of(person)}
        seated = {id for id, one in tables.items() if one.slot_of(person.id) is not None}
        invited = {id for id, one in tables.items() if one.waits_for(person.id)}
        for id in sorted(invited - self._invited):
            table = tables[id]
            self._announce(
                words(
                    "{host} invites you to play {game}: the table is waiting in the lobby.",
                    host=table.host_name,
                    game=entry(table.game).names,
                )
            )
        for id in sorted(self._seated - tables.keys()):
            self._announce_start(id)
        self._invited, self._seated = invited, seated
        self._announce_joined(tables)

    def _announce_joined(self, tables: Mapping[str, WaitingTable]) -> None:
        """Announce, on any page, the players who have joined the tables that this player hosts
        since the last call. The first call announces nobody."""
        before = self._at_tables
        for id, table in tables.items() if before is not None else ():
            known = (before or {}).get(id, ())
            joined = [one for one in table.slots if one.person not in (None, *known, table.host)]
            for slot in joined if table.host == self.member.person.id else ():
                game = entry(table.game).names
                text = words("{name} has joined your table: {game}.", name=slot.name, game=game)
                self._announce(text)
        self._at_tables = {id: table.people for id, table in tables.items()}

    def _announce_start(self, id: str) -> None:
        """Announce that the match `id` has started, unless the player is at its table or the page
        of the waiting table is still open. Do nothing if there is no such match, because the table
        was closed or the player has left it."""
        from screens.lobby.waiting_table import WaitingTableScreen
        from screens.play.play_screen import PlayScreen

        screen = self.app.screen
        pages = self.app.screen_stack
        waits = any(
            isinstance(page, WaitingTableScreen) and page.view.table.id == id for page in pages
        )
        if waits or (isinstance(screen, PlayScreen) and screen.session.id == id):
            return
        with suppress(NoSuchMatch):
            record = self.app.store.record(id)
            game = entry(record.header.game).names
            self._announce(words("{game} has started. Go to your table in the lobby.", game=game))

    def _announce(self, text: Text) -> None:
        if self.app.preferences.call in RINGING:
            self.app.bell()
        self.app.show_message(text)
