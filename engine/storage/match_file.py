"""Saved games: readable text files, one JSON object per line (JSON Lines).

The first line is the header. Then comes one line per event. The last line has the number of events
and the checksum of the lines before it. Equal matches give identical files:

    {"guildhall":2,"game":"middle_ages","rules":1,"digests":2,"seats":[["Anna","person"]],...}
    {"n":1,"step":"DrawEvents","chance":["alliance","subsidy"]}
    {"n":2,"seat":0,"step":"MoveLord","pick":3,"digest":"0123456789abcdef","at":"2026-01-09T18:30:00.125Z"}
    {"n":3,"seat":0,"step":"Undo","back":[2]}
    {"end":3,"sum":"0123456789abcdef"}

`seat` counts from 0; an outcome of chance without `seat` concerns the whole table. Only finished
games have the seed in their header. The seed is not compared with the outcomes of chance, because
an imported or branched match may have had another seed before.
"""

from __future__ import annotations

import json
import math
import os
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from hashlib import blake2b
from pathlib import Path
from typing import BinaryIO, Final, NoReturn, Protocol, TypeGuard

from engine import clock
from engine.clock import Clock
from engine.core.canonical import DIGEST_VERSION
from engine.core.chance import TABLE_STREAM
from engine.core.component_data import Item
from engine.core.event import (
    CHANCE_EVENT,
    EVENT_KINDS,
    MAX_NESTING,
    REDO_EVENT,
    UNDO_EVENT,
    Event,
    Header,
    Json,
    frozen_value,
)
from engine.core.players import checked_name
from engine.errors import AlreadyThere, BadSave, BadSetup, CannotWrite, GuildhallError, UnknownGame
from engine.files import taking_the_place_of
from engine.i18n.text import Text, verbatim, words
from engine.match.match import MAX_SEATS, Match

FORMAT: Final = 2
"""Version of the format that this program writes. Matches that were started in version 1 are still
written in version 1. Their digests have the old format and are not checked."""

MAX_HEADER_LENGTH: Final = 1 << 20
MAX_LINE_LENGTH: Final = 1 << 16
MAX_EVENTS: Final = 200_000

_FORM: Final = "guildhall"
_HEADER_KEYS: Final = {_FORM, "game", "rules", "digests", "seats", "options", "data", "seed"}
_EVENT_KEYS: Final = {"n", "seat", "step", *EVENT_KINDS, "digest", "at"}
_END_KEYS: Final = {"end", "sum"}
_WORD: Final = re.compile(r"[A-Za-z_][A-Za-z0-9_]{0,63}")
_PLAYER: Final = re.compile(r"person|bot:[a-z_]{1,32}")
_DIGEST: Final = re.compile(r"[0-9a-f]{16}")
MAX_SEED_LENGTH: Final = 100

_encode: Final = json.JSONEncoder(
    ensure_ascii=False, separators=(",", ":"), check_circular=False, allow_nan=False
).encode


def _finite_float(number: str) -> float:
    value = float(number)
    if not math.isfinite(value):
        raise ValueError(number)
    return value


def _reject_constant(name: str) -> NoReturn:
    raise ValueError(name)


_decode: Final = json.JSONDecoder(parse_float=_finite_float, parse_constant=_reject_constant).decode


# ---------------------------------------------------------------------- lines


def header_line(header: Header, *, seed: bool) -> str:
    """Return the header as a line. The line contains the seed only if `seed`."""
    fields: dict[str, Json] = {
        _FORM: 1 if header.digests == 1 else FORMAT,
        "game": header.game,
        "rules": header.rules,
        **({} if header.digests == 1 else {"digests": header.digests}),
        "seats": [list(seat) for seat in header.seats],
        "options": dict(sorted(header.options.items())),
        "data": header.data,
    }
    if seed and header.seed is not None:
        fields["seed"] = header.seed
    return _encode(fields)


def event_line(event: Event, *, time: bool = True) -> str:
    """Return an event as a line. The line contains the time only if `time`."""
    fields: dict[str, Json] = {"n": event.number}
    if event.kind != CHANCE_EVENT or event.seat != TABLE_STREAM:
        fields["seat"] = event.seat
    fields["step"] = event.step
    fields[event.kind] = event.value
    if event.digest is not None:
        fields["digest"] = event.digest
    if time and event.at is not None:
        fields["at"] = clock.written(event.at)
    return _encode(fields)


def parse_header(line: str) -> Header:
    """Parse the header line. Raises BadSave."""
    fields = _object(line)
    form = fields.get(_FORM)
    if type(form) is not int or form < 1:
        raise BadSave("This is not a Guildhall saved game.")
    if form > FORMAT:
        raise BadSave(
            "The game was saved by a newer version of Guildhall (format {form}).", form=form
        )
    _check_keys(fields, _HEADER_KEYS)
    rules, digests, seed = fields.get("rules"), fields.get("digests", 1), fields.get("seed")
    options, data = fields.get("options", {}), fields.get("data", {})
    game = _word(fields, "game")
    if type(rules) is not int or rules < 1:
        raise _invalid_value("rules")
    if type(digests) is not int or not 1 <= digests <= DIGEST_VERSION:
        raise _invalid_value("digests")
    if seed is not None and not _is_seed(seed):
        raise _invalid_value("seed")
    if not isinstance(data, dict) or not _is_data(data):
        raise _invalid_value("data")
    if not _is_options(options):
        raise _invalid_value("options")
    return Header(game, rules, _seats(fields.get("seats")), seed, options, data, digests)


def _is_options(value: Json) -> TypeGuard[dict[str, str]]:
    return isinstance(value, dict) and all(isinstance(item, str) for item in value.values())


def parse_event(line: str, seats: int) -> Event:
    """Parse the line of an event in a match with `seats` seats. Raises BadSave."""
    return _event(_object(line), seats)


def _event(fields: dict[str, Json], seats: int) -> Event:
    kinds = [kind for kind in EVENT_KINDS if kind in fields]
    if len(kinds) != 1:
        raise BadSave("This is not a move, a random event or an undo.")
    kind = kinds[0]
    if not fields.keys() <= _EVENT_KEYS:
        _check_keys(fields, _EVENT_KEYS)
    number, seat = (
        fields.get("n"),
        fields.get("seat", TABLE_STREAM if kind == CHANCE_EVENT else None),
    )
    digest, at = fields.get("digest"), fields.get("at")
    if type(number) is not int:
        raise _invalid_value("n")
    if type(seat) is not int or not (
        0 <= seat < seats or (kind == CHANCE_EVENT and seat == TABLE_STREAM)
    ):
        raise _invalid_value("seat")
    step = _word(fields, "step")
    if digest is not None and (not isinstance(digest, str) or not _DIGEST.fullmatch(digest)):
        raise _invalid_value("digest")
    if at is not None and not isinstance(at, str):
        raise _invalid_value("at")
    value = frozen_value(fields[kind])
    if kind in (UNDO_EVENT, REDO_EVENT):
        _require(
            isinstance(value, tuple) and all(type(item) is int for item in value),
            kind,
        )
    return Event(number, kind, seat, step, value, digest, None if at is None else clock.read(at))


def _word(fields: Mapping[str, Json], key: str) -> str:
    """Return the identifier in the field `key`. Raises BadSave."""
    value = fields.get(key)
    if not isinstance(value, str) or not _WORD.fullmatch(value):
        raise _invalid_value(key)
    return value


def _is_seed(value: Json) -> TypeGuard[str]:
    return isinstance(value, str) and 0 < len(value) <= MAX_SEED_LENGTH and value.isprintable()


def _is_data(value: Json, deepest: int = MAX_NESTING) -> TypeGuard[dict[str, Item]]:
    """Whether a value can be component data, nested no deeper than `deepest`."""
    if not isinstance(value, dict | list):
        return value is not None
    inner = value.values() if isinstance(value, dict) else value
    return deepest > 0 and all(_is_data(item, deepest - 1) for item in inner)


def _seats(value: Json) -> tuple[tuple[str, str], ...]:
    if not isinstance(value, list) or not 1 <= len(value) <= MAX_SEATS:
        raise _invalid_value("seats")
    seats: list[tuple[str, str]] = []
    for seat in value:
        name, player = seat if isinstance(seat, list) and len(seat) == 2 else (None, None)
        if not isinstance(name, str) or not isinstance(player, str):
            raise _invalid_value("seats")
        try:
            _require(checked_name(name) == name, "seats")
        except BadSetup as error:
            raise BadSave(error.text) from error
        _require(bool(_PLAYER.fullmatch(player)), "seats")
        seats.append((name, player))
    _require(len({name for name, _ in seats}) == len(seats), "seats")
    return tuple(seats)


def _object(line: str) -> dict[str, Json]:
    try:
        fields = _decode(line)
    except (ValueError, RecursionError) as error:
        raise BadSave(
            "This is not a valid line of a saved game: {reason}.", reason=_cause(error)
        ) from error
    if not isinstance(fields, dict):
        raise BadSave(
            "This is not a valid line of a saved game: {reason}.", reason=words("not an object")
        )
    return fields


def _cause(error: Exception) -> Text:
    if isinstance(error, json.JSONDecodeError):
        return words("invalid JSON at character {place}", place=error.pos + 1)
    if isinstance(error, RecursionError):
        return words("too many nested brackets")
    return words("an impossible number")


def _check_keys(fields: Mapping[str, Json], known: set[str]) -> None:
    for key in fields:
        if key not in known:
            raise BadSave("The key “{key}” is unknown.", key=_shortened(key))


def _require(right: bool, key: str) -> None:
    if not right:
        raise _invalid_value(key)


def _invalid_value(key: str) -> BadSave:
    return BadSave("The value of “{key}” is not valid.", key=key)


def _shortened(value: str) -> str:
    return value if len(value) <= 40 else f"{value[:40]}…"


# ---------------------------------------------------------------------- reading


def load(path: Path) -> Match:
    """Load the match in a file. Raises BadSave with the file, the line (0 if the file cannot be
    opened) and, if the beginning of the match could be read, the last good position."""
    source = path.name
    try:
        if path.is_fifo():
            raise BadSave("This is not a file.", source=source)
        with path.open("rb") as file:
            header, events = read(file, source)
            return load_match(header, events, source)
    except OSError as error:
        raise BadSave(unreadable(error), source=source) from error


def read(file: BinaryIO, source: str) -> tuple[Header, Iterator[Event]]:
    """Return the header of a saved game and an iterator over its events. Raises BadSave for an
    invalid header; the iterator raises BadSave for an invalid event, and for an invalid or missing
    end. `source` is the name of the file in errors."""
    lines = _Lines(file, source)
    with lines.locating_errors():
        first = lines.next(MAX_HEADER_LENGTH)
        if not first:
            raise BadSave("The file is empty.")
        header = parse_header(first)
    return header, _events(lines, len(header.seats))


def load_match(
    header: Header, events: Iterable[Event], source: str, *, clock: Clock | None = None
) -> Match:
    """Return the match with the header `header` and the log `events`. `source` is the file or match
    named in errors, and `clock` gives new events a time.

    Raises BadSave with the last good position if iterating over `events` raises BadSave, or if an
    event cannot have happened; without a position if the header is invalid.
    """
    taken: list[Event] = []
    damage: BadSave | None = None
    try:
        for event in events:
            taken.append(event)
    except BadSave as error:
        damage = error
    try:
        match = Match.load(header, taken, source=source, clock=clock)
    except (BadSetup, UnknownGame) as error:
        raise BadSave(error.text, source=source, line=1) from error
    if damage is not None:
        damage.good = match
        raise damage
    return match


def _events(lines: _Lines, seats: int) -> Iterator[Event]:
    count = 0
    while True:
        with lines.locating_errors():
            total = lines.sum()
            line = lines.next(MAX_LINE_LENGTH)
            if not line:
                raise BadSave("The file was cut off here: its end is missing.")
            fields = _object(line)
            if "end" in fields:
                _check_end(fields, count, total)
                if lines.next(MAX_LINE_LENGTH):
                    raise BadSave("More text follows the “end” line.")
                return
            count += 1
            if count > MAX_EVENTS:
                raise BadSave("The game has more than {most} steps.", most=MAX_EVENTS)
            event = _event(fields, seats)
        yield event


def _check_end(fields: Mapping[str, Json], count: int, total: str) -> None:
    _check_keys(fields, _END_KEYS)
    if fields["end"] != count:
        raise BadSave(
            "The number of steps should be {due} but is {count}.",
            due=_shortened(str(fields["end"])),
            count=count,
        )
    if fields.get("sum") != total:
        raise BadSave("The file has been changed since it was written.")


class _Lines:
    """The lines of a file, with line numbers, a checksum and length limits."""

    def __init__(self, file: BinaryIO, source: str) -> None:
        self._file = file
        self._source = source
        self._sum = blake2b(digest_size=8)
        self.number = 0

    def next(self, longest: int) -> str:
        """Return the next line without its line break. At the end of the file, it is empty. Raises
        BadSave for an invalid line, or for one of more than `longest` bytes."""
        self.number += 1
        raw = self._file.readline(longest + 1)
        if len(raw) > longest:
            raise BadSave("The line is too long.")
        if self.number == 1:
            raw = raw.removeprefix(b"\xef\xbb\xbf")
        line = raw.rstrip(b"\r\n")
        if raw and not line:
            raise BadSave("The line is empty.")
        self._sum.update(line + b"\n")
        try:
            return line.decode("utf-8")
        except UnicodeDecodeError as error:
            raise BadSave("This is not text.") from error

    def sum(self) -> str:
        """Return the checksum of the lines read so far."""
        return self._sum.hexdigest()

    @contextmanager
    def locating_errors(self) -> Iterator[None]:
        """Add the file and the number of the latest line to a BadSave raised in the block."""
        try:
            yield
        except BadSave as error:
            error.source, error.line = self._source, self.number
            raise


def unreadable(error: OSError) -> Text:
    if isinstance(error, FileNotFoundError):
        return words("There is no such file.")
    if isinstance(error, IsADirectoryError):
        return words("This is a folder.")
    if isinstance(error, PermissionError):
        return words("You do not have permission to read the file.")
    return words(
        "The file cannot be read: {reason}.", reason=error.strerror or type(error).__name__
    )


def sentence(error: GuildhallError) -> Text:
    """Return the full message of an error. For an error in a saved game, it includes the file and
    the line, if they are known."""
    if not isinstance(error, BadSave) or not error.source:
        return error.text
    if not error.line:
        return words("{file}: {reason}", file=error.source, reason=error.text)
    return words(
        "{file}, line {line}: {reason}", file=error.source, line=error.line, reason=error.text
    )


# ---------------------------------------------------------------------- writing


class Logged(Protocol):
    """A match or a recorded playout, which can be written as a saved game."""

    @property
    def header(self) -> Header: ...

    @property
    def log(self) -> Sequence[Event]: ...

    @property
    def over(self) -> bool: ...


def write(match: Logged, file: BinaryIO) -> None:
    """Write a match as a saved game. The seed is included only if the game is over."""
    total = blake2b(digest_size=8)
    for line in lines(match):
        total.update(line)
        file.write(line)
    file.write(_encode({"end": len(match.log), "sum": total.hexdigest()}).encode() + b"\n")


def lines(match: Logged) -> Iterator[bytes]:
    """Yield the lines of the header and of the events."""
    yield f"{header_line(match.header, seed=match.over)}\n".encode()
    for event in match.log:
        yield f"{event_line(event)}\n".encode()


def export(match: Logged, path: Path, *, force: bool = False) -> None:
    """Write a match to a file atomically. Raises CannotWrite, also for an existing file unless
    `force`."""
    target = checked_target(path, force=force)
    with writing_to(path), taking_the_place_of(target) as temporary, temporary.open("xb") as file:
        write(match, file)
        file.flush()
        os.fsync(file.fileno())


def checked_target(path: Path, *, force: bool = False, never: Path | None = None) -> Path:
    """Return `path` with links resolved, for writing a file. Raises CannotWrite if `path` cannot be
    resolved or leads to something other than a file, and AlreadyThere for the file `never` and,
    unless `force`, for any existing file."""
    try:
        target = path.resolve()
        if target.is_symlink():
            raise RuntimeError("links in a circle")
        if target.exists():
            name = verbatim(str(path))
            there = words("{file} already exists and was not changed.", file=name)
            if not target.is_file():
                raise CannotWrite(there)
            if not force or (never is not None and target.samefile(never)):
                raise AlreadyThere(there)
    except (OSError, RuntimeError) as error:
        raise _cannot_write(path, error) from error
    return target


def write_text(path: Path, text: str, *, force: bool = False) -> None:
    """Write text to a file atomically. Raises CannotWrite, also for an existing file unless
    `force`."""
    target = checked_target(path, force=force)
    with writing_to(path), taking_the_place_of(target) as temporary:
        temporary.write_text(text, "utf-8")


@contextmanager
def writing_to(path: Path) -> Iterator[None]:
    """Translate operating-system errors in the block into a CannotWrite that names `path`."""
    try:
        yield
    except OSError as error:
        raise _cannot_write(path, error) from error


def _cannot_write(path: Path, error: Exception) -> CannotWrite:
    """Return the exception for a file or folder that cannot be written because of `error`."""
    reason = getattr(error, "strerror", None) or words("the symbolic links form a loop")
    name = verbatim(str(path))
    return CannotWrite("Cannot write {file}: {reason}.", file=name, reason=reason)
