"""Administration of a running server by its admins.

Every call checks the caller's rights again, so an admin who has just been demoted or banned cannot
do anything.
"""

from __future__ import annotations

from attrs import frozen

from engine import clock
from engine.core.players import Person
from engine.errors import NoSuchTable, NotAllowed
from engine.lobby.bans import muted_name
from engine.lobby.join_codes import normalized_code
from engine.lobby.matchmaking import WaitingTables
from engine.lobby.users import Users
from engine.lobby.waiting_table import WaitingTable
from engine.storage.sql_statements import set_server_value
from engine.storage.store import Store


@frozen
class Administration:
    """The actions of the admin `by`.

    Every call raises NotAllowed if `by` is no longer an admin or is banned, raises NoSuchPerson for
    an unknown name, and may raise BadStore.
    """

    store: Store
    by: Person

    def check(self) -> None:
        """Raise NotAllowed unless the caller is an admin now and is not banned."""
        row = self.store.first_row("SELECT admin, banned FROM person WHERE id = ?", self.by.id)
        if row is None or not row[0] or row[1]:
            raise NotAllowed("Only admins of this server can do that.")

    def ban(self, name: str, banned: bool = True) -> Person:
        """Ban a person or, with `banned` False, lift the ban. Raises NotAllowed if the person is an
        admin."""
        with self.store.write_transaction():
            self._check_may_judge(name)
            return Users(self.store).ban(name, banned)

    def mute(self, name: str, muted: bool = True) -> Person:
        """Forbid a person to chat or, with `muted` False, allow it again. Raises NotAllowed if the
        person is an admin."""
        with self.store.write_transaction() as connection:
            person = self._check_may_judge(name)
            if muted:
                set_server_value(
                    connection, muted_name(person.id), clock.written(self.store.clock())
                )
            else:
                connection.execute("DELETE FROM house WHERE name = ?", (muted_name(person.id),))
        return person

    def waiting_tables(self) -> list[WaitingTable]:
        """Return all waiting tables, newest first, including those that not everyone may join."""
        with self.store.read_transaction():
            self.check()
            return WaitingTables(self.store).all()

    def close_table(self, code: str) -> WaitingTable:
        """Close the waiting table with the join code `code`, and return it as it was. Raises
        NoSuchTable if there is none."""
        with self.store.write_transaction() as connection:
            self.check()
            row = connection.execute(
                "SELECT id FROM gathering WHERE code = ?", (normalized_code(code),)
            )
            found = row.fetchone()
            if found is None:
                raise NoSuchTable("There is no waiting table with the code {code}.", code=code)
            tables = WaitingTables(self.store)
            table = tables.get(found[0])
            tables.drop(table.id, Users(self.store).get(self.by.id))
        return table

    def invite_code(self) -> str:
        self.check()
        return Users(self.store).invite_code()

    def new_invite_code(self) -> str:
        """Replace the invite code, and return the new one."""
        with self.store.write_transaction():
            self.check()
            return Users(self.store).new_invite_code()

    def _check_may_judge(self, name: str) -> Person:
        """Return the person called `name`. Raises NotAllowed if the caller is not an admin, or if
        that person is one."""
        self.check()
        person = Users(self.store).named(name)
        if person.admin:
            raise NotAllowed(
                "{name} is an admin. Use “users demote” on the server first.", name=name
            )
        return person
