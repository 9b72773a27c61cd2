"""The tables of the store (its schema), and their migrations."""

from __future__ import annotations

import re
import sqlite3
from datetime import timedelta
from typing import Final

from engine.core.confusables import fold

SCHEMA_VERSION: Final = 9
"""Version of the schema. Stores with a higher version belong to newer programs."""

OLDEST_COMPATIBLE_VERSION: Final = 9
"""The lowest schema version whose programs can still use the current tables.

While the machines of a server are updated one by one, programs of two versions share its database.
A schema version that only adds tables, or columns with defaults, does not change this value.
"""

APPLICATION_ID: Final = 0x47484C44
"""Application id in the SQLite file of a store."""

_MATCHES: Final = """
CREATE TABLE match (
    id TEXT PRIMARY KEY,
    game TEXT NOT NULL,
    rules INTEGER NOT NULL,
    header TEXT NOT NULL,
    created TEXT NOT NULL,
    changed TEXT NOT NULL,
    events INTEGER NOT NULL,
    round INTEGER NOT NULL,
    turn INTEGER NOT NULL,
    active INTEGER NOT NULL,
    over INTEGER NOT NULL,
    result TEXT NOT NULL,
    owing TEXT NOT NULL DEFAULT '[]'
) WITHOUT ROWID;
CREATE TABLE event (
    match TEXT NOT NULL REFERENCES match (id) ON DELETE CASCADE,
    number INTEGER NOT NULL,
    body TEXT NOT NULL,
    at TEXT,
    PRIMARY KEY (match, number)
) WITHOUT ROWID;
CREATE TABLE best (
    match TEXT PRIMARY KEY,
    game TEXT NOT NULL,
    options TEXT NOT NULL,
    data TEXT NOT NULL,
    name TEXT NOT NULL,
    total INTEGER NOT NULL,
    finished TEXT NOT NULL
) WITHOUT ROWID;
CREATE INDEX best_of ON best (game, options, data, total DESC);
"""
"""Tables of matches, of their events, and of the best results in solo games. The column `owing`
holds the seats with pending decisions, as JSON."""

_PEOPLE: Final = """
CREATE INDEX match_changed ON match (changed, id);
CREATE INDEX match_over ON match (over, changed, id);
CREATE TABLE person (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    name TEXT NOT NULL,
    folded TEXT NOT NULL UNIQUE,
    admin INTEGER NOT NULL,
    banned INTEGER NOT NULL,
    created TEXT NOT NULL,
    seen TEXT NOT NULL,
    settings TEXT NOT NULL
);
CREATE TABLE key (
    fingerprint TEXT PRIMARY KEY,
    person INTEGER NOT NULL REFERENCES person (id) ON DELETE CASCADE,
    label TEXT NOT NULL,
    added TEXT NOT NULL
) WITHOUT ROWID;
CREATE INDEX key_of ON key (person);
CREATE TABLE word (
    digest TEXT PRIMARY KEY,
    person INTEGER NOT NULL UNIQUE REFERENCES person (id) ON DELETE CASCADE,
    until TEXT NOT NULL
) WITHOUT ROWID;
CREATE TABLE house (
    name TEXT PRIMARY KEY,
    value TEXT NOT NULL
) WITHOUT ROWID;
CREATE TABLE gathering (
    id TEXT PRIMARY KEY,
    game TEXT NOT NULL,
    options TEXT NOT NULL,
    data TEXT NOT NULL,
    host INTEGER NOT NULL REFERENCES person (id) ON DELETE CASCADE,
    code TEXT NOT NULL UNIQUE,
    open TEXT NOT NULL,
    watch INTEGER NOT NULL,
    ordered INTEGER NOT NULL,
    days INTEGER NOT NULL,
    created TEXT NOT NULL
) WITHOUT ROWID;
CREATE INDEX gathering_of ON gathering (host);
CREATE INDEX gathering_open ON gathering (open, created);
CREATE TABLE place (
    gathering TEXT NOT NULL REFERENCES gathering (id) ON DELETE CASCADE,
    seat INTEGER NOT NULL,
    person INTEGER REFERENCES person (id) ON DELETE SET NULL,
    meant INTEGER REFERENCES person (id) ON DELETE SET NULL,
    bot TEXT,
    since TEXT,
    PRIMARY KEY (gathering, seat),
    UNIQUE (gathering, person)
) WITHOUT ROWID;
CREATE INDEX place_of ON place (person);
CREATE INDEX place_for ON place (meant);
CREATE TABLE hosted (
    match TEXT PRIMARY KEY REFERENCES match (id) ON DELETE CASCADE,
    host INTEGER REFERENCES person (id) ON DELETE SET NULL,
    code TEXT NOT NULL,
    watch INTEGER NOT NULL,
    days INTEGER NOT NULL,
    begun TEXT NOT NULL
) WITHOUT ROWID;
CREATE INDEX hosted_by ON hosted (host, begun);
CREATE INDEX hosted_code ON hosted (code, begun);
CREATE TABLE owner (
    match TEXT NOT NULL REFERENCES match (id) ON DELETE CASCADE,
    seat INTEGER NOT NULL,
    person INTEGER REFERENCES person (id) ON DELETE SET NULL,
    former INTEGER REFERENCES person (id) ON DELETE SET NULL,
    PRIMARY KEY (match, seat)
) WITHOUT ROWID;
CREATE INDEX owner_of ON owner (person, match);
CREATE INDEX owner_before ON owner (former, match);
CREATE TABLE ending (
    match TEXT PRIMARY KEY REFERENCES match (id) ON DELETE CASCADE,
    kind TEXT NOT NULL,
    seat INTEGER NOT NULL,
    at TEXT NOT NULL
) WITHOUT ROWID;
CREATE TABLE proposal (
    match TEXT PRIMARY KEY REFERENCES match (id) ON DELETE CASCADE,
    kind TEXT NOT NULL,
    seat INTEGER NOT NULL,
    number INTEGER NOT NULL,
    events INTEGER NOT NULL,
    player TEXT NOT NULL,
    made TEXT NOT NULL
) WITHOUT ROWID;
CREATE TABLE answer (
    match TEXT NOT NULL REFERENCES proposal (match) ON DELETE CASCADE,
    person INTEGER NOT NULL REFERENCES person (id) ON DELETE CASCADE,
    yes INTEGER NOT NULL,
    PRIMARY KEY (match, person)
) WITHOUT ROWID;
"""
"""Tables for a server, and indexes for lists of matches.

The tables hold people with their settings, keys and one-time codes (`word`); named values of the
server (`house`); waiting tables (`gathering`, whose id becomes the id of the match) and their seats
(`place`); the terms (`hosted`), seat owners and early ends of matches; and proposals with the votes
on them (`answer`).
"""

_TALK: Final = """
CREATE TABLE line (
    match TEXT NOT NULL REFERENCES match (id) ON DELETE CASCADE,
    number INTEGER NOT NULL,
    person INTEGER NOT NULL REFERENCES person (id) ON DELETE CASCADE,
    at TEXT NOT NULL,
    text TEXT NOT NULL,
    PRIMARY KEY (match, number)
) WITHOUT ROWID;
CREATE INDEX line_of ON line (person, at);
CREATE TABLE muted (
    person INTEGER NOT NULL REFERENCES person (id) ON DELETE CASCADE,
    other INTEGER NOT NULL REFERENCES person (id) ON DELETE CASCADE,
    PRIMARY KEY (person, other)
) WITHOUT ROWID;
"""
"""Tables of the chat in matches, and of muted people."""

_MEETING: Final = """
CREATE TABLE said (
    number INTEGER PRIMARY KEY AUTOINCREMENT,
    gathering TEXT REFERENCES gathering (id) ON DELETE CASCADE,
    person INTEGER NOT NULL REFERENCES person (id) ON DELETE CASCADE,
    at TEXT NOT NULL,
    text TEXT NOT NULL
);
CREATE INDEX said_in ON said (gathering, number);
CREATE INDEX said_of ON said (person, at);
ALTER TABLE gathering ADD COLUMN again TEXT;
CREATE UNIQUE INDEX gathering_again ON gathering (again);
"""
"""A table of the chat at waiting tables and in the lobby (rows without a `gathering`), and a column
for the match before a rematch (`again`). At most one table waits for the rematch of a match."""

_AFTERWARDS: Final = """
ALTER TABLE match ADD COLUMN unrated TEXT NOT NULL DEFAULT '';
CREATE TABLE review (
    match TEXT PRIMARY KEY REFERENCES match (id) ON DELETE CASCADE,
    made_with TEXT NOT NULL,
    body TEXT NOT NULL
) WITHOUT ROWID;
CREATE TABLE awaited (
    match TEXT NOT NULL REFERENCES match (id) ON DELETE CASCADE,
    person INTEGER NOT NULL REFERENCES person (id) ON DELETE CASCADE,
    since TEXT NOT NULL,
    tries INTEGER NOT NULL,
    again TEXT NOT NULL,
    told INTEGER NOT NULL,
    PRIMARY KEY (match, person)
) WITHOUT ROWID;
CREATE INDEX awaited_of ON awaited (person);
CREATE TABLE address (
    person INTEGER PRIMARY KEY REFERENCES person (id) ON DELETE CASCADE,
    kind TEXT NOT NULL,
    text TEXT NOT NULL,
    often TEXT NOT NULL,
    told TEXT NOT NULL
);
CREATE TABLE quiet (
    match TEXT NOT NULL REFERENCES match (id) ON DELETE CASCADE,
    person INTEGER NOT NULL REFERENCES person (id) ON DELETE CASCADE,
    PRIMARY KEY (match, person)
) WITHOUT ROWID;
CREATE INDEX quiet_of ON quiet (person);
"""
"""Columns and tables for ratings, reviews and notifications.

They hold the reason why a match does not count for ratings; reviews of finished matches, with a
fingerprint of what they depend on; the people for whom a match is waiting, since when, and the
state of their notifications (no attempt before the time `again`); people's addresses for
notifications, with the time of the last one sent; and the matches for which a person wants no
notifications (`quiet`).
"""

_OVER_DAYS: Final = """
ALTER TABLE gathering ADD COLUMN hours INTEGER NOT NULL DEFAULT 0;
ALTER TABLE gathering ADD COLUMN steps_in INTEGER NOT NULL DEFAULT 0;
ALTER TABLE hosted ADD COLUMN hours INTEGER NOT NULL DEFAULT 0;
ALTER TABLE hosted ADD COLUMN steps_in INTEGER NOT NULL DEFAULT 0;
ALTER TABLE awaited ADD COLUMN moved TEXT NOT NULL DEFAULT '';
CREATE TABLE note (
    match TEXT NOT NULL REFERENCES match (id) ON DELETE CASCADE,
    person INTEGER NOT NULL REFERENCES person (id) ON DELETE CASCADE,
    at TEXT NOT NULL,
    text TEXT NOT NULL,
    PRIMARY KEY (match, person)
) WITHOUT ROWID;
CREATE INDEX note_of ON note (person);
CREATE TABLE beforehand (
    match TEXT NOT NULL REFERENCES match (id) ON DELETE CASCADE,
    seat INTEGER NOT NULL,
    known TEXT NOT NULL,
    person INTEGER NOT NULL REFERENCES person (id) ON DELETE CASCADE,
    PRIMARY KEY (match, seat, known)
) WITHOUT ROWID;
CREATE INDEX beforehand_of ON beforehand (person);
"""
"""Columns and tables for time limits, notes and auto-answers.

They hold the time limit per move in hours (0 for none), and whether a bot steps in after it; the
time of the last move of a person for whom a match is waiting, from which the hours count (empty if
the person has not moved since the match began to wait; they then count from `since`); private
notes; and auto-answers.
"""

_HOSTS: Final = """
CREATE TABLE claim (
    match TEXT PRIMARY KEY REFERENCES match (id) ON DELETE CASCADE,
    program TEXT NOT NULL,
    until TEXT NOT NULL
) WITHOUT ROWID;
CREATE TABLE host (
    id TEXT PRIMARY KEY,
    place TEXT NOT NULL,
    name TEXT NOT NULL,
    version TEXT NOT NULL,
    begun TEXT NOT NULL,
    seen TEXT NOT NULL
) WITHOUT ROWID;
CREATE TABLE ear (
    host TEXT NOT NULL REFERENCES host (id) ON DELETE CASCADE,
    topic TEXT NOT NULL,
    number INTEGER NOT NULL,
    PRIMARY KEY (host, topic)
) WITHOUT ROWID;
CREATE TABLE errand (
    id TEXT PRIMARY KEY,
    host TEXT NOT NULL REFERENCES host (id) ON DELETE CASCADE,
    request TEXT NOT NULL,
    asked TEXT NOT NULL,
    answer TEXT
) WITHOUT ROWID;
CREATE INDEX errand_of ON errand (host, asked);
"""
"""Tables of leases and machines.

They hold the leases of the programs that make the moves of a match's bots; the running machines of
a server, with their start, last heartbeat, location of their sockets (`place`) and numbers of
subscribers per topic; and commands to machines, with their answers.
"""

HOST_LEASE: Final = timedelta(seconds=20)
"""Time without a heartbeat after which a machine counts as gone."""

_TABLES: Final = _MATCHES + _PEOPLE + _TALK + _MEETING + _AFTERWARDS + _OVER_DAYS + _HOSTS

RUNTIME_TABLES: Final = ("claim", "host", "ear", "errand")
"""Tables whose data concern only the running server. They are not copied to another store."""

_BEGUN_ELSEWHERE: Final = """
UPDATE match SET unrated = 'elsewhere' WHERE julianday(created) - 0.01 >
    (SELECT julianday(at) FROM event WHERE event.match = match.id AND number = 1);
"""
"""SQL that marks an old match as imported or branched if its first event happened more than 0.01
days before the match was added to the store."""

_AWAITED_SINCE: Final = """
INSERT INTO awaited SELECT DISTINCT owner.match, person,
    ifnull(strftime('%Y-%m-%dT%H:%M:%fZ', changed), changed), 0, '', 0
    FROM owner JOIN match ON match.id = owner.match
    WHERE over = 0 AND person IS NOT NULL AND owing LIKE '%' || seat || '%';
"""
"""SQL that fills `awaited` for old matches, which have been waiting since their last change. It
assumes that every seat number has one digit."""

FOLD_NAMES: Final = "UPDATE OR IGNORE person SET folded = plainly(name);"
"""SQL that sets the column `folded` to the folded form of each person's name, which is used to look
people up. Up to schema version 5, the column held the confusable skeleton."""

MIGRATIONS: Final = {
    1: "ALTER TABLE event ADD COLUMN at TEXT;",
    2: "ALTER TABLE match ADD COLUMN owing TEXT NOT NULL DEFAULT '[]';"
    "UPDATE match SET owing = '[' || active || ']' WHERE active >= 0 AND over = 0;" + _PEOPLE,
    3: _TALK,
    4: _MEETING,
    5: FOLD_NAMES,
    6: _AFTERWARDS + _BEGUN_ELSEWHERE + _AWAITED_SINCE,
    7: _OVER_DAYS,
    8: _HOSTS,
}
"""SQL that migrates each version to the next one, by version."""


NUMBERED_TABLES: Final = {"person": "id", "said": "number"}
"""Tables that number their rows and never reuse a number. Each is mapped to the column for the
number."""


def tables() -> list[str]:
    """Return the names of the tables that are copied to another store. Each comes after the tables
    to which it refers."""
    names = re.findall(r"CREATE TABLE (\w+)", _TABLES)
    return [table for table in names if table not in RUNTIME_TABLES]


def statements(version: int) -> list[str]:
    """Return the statements that migrate tables of the schema version `version` to the current
    version. For 0, return those that create all tables."""
    scripts = (
        [MIGRATIONS[older] for older in range(version, SCHEMA_VERSION)] if version else [_TABLES]
    )
    return [statement for script in scripts for statement in script.split(";")[:-1]]


def schema_version(connection: sqlite3.Connection) -> int:
    """Return the schema version of a database; 0 if it has no tables."""
    (number,) = connection.execute("PRAGMA user_version").fetchone()
    return int(number)


def migrate(connection: sqlite3.Connection) -> None:
    """Create the tables, or migrate them to the current version, in the caller's transaction if one
    is open."""
    version = schema_version(connection)
    connection.create_function("plainly", 1, lambda name: fold(str(name)), deterministic=True)
    for statement in statements(version):
        connection.execute(statement)
    connection.execute(f"PRAGMA user_version = {SCHEMA_VERSION}")
    connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
