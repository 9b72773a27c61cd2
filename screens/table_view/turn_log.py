"""The log by turns: one line per turn of a seat, one per event of the table."""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterator, Sequence
from string import Formatter

from engine.core.state import Note, State
from engine.i18n.text import Seat, Text
from screens.paint.cells import clean
from screens.table_view.notice_card import ALL, OTHERS, READER, CardLine
from screens.table_view.player_labels import name_in_front
from screens.table_view.scene import Scene, TablePainter


def turn_lines(
    scene: Scene[State],
    painter: TablePainter[State],
    notes: Sequence[Note],
    common: Collection[str] = (),
) -> list[CardLine]:
    """A line per turn, in order of their start; consequences of an event of the table come after
    it.

    `common` are rules that affected all players: each seat gets a line of its own. The start of a
    round is left out, since the header shows it.
    """
    turns: dict[Hashable, tuple[int, list[Note]]] = {}
    part = 0
    for note in notes:
        if painter.begins_chapter(note):
            part += 1
            continue
        owner = _owner(note, painter, common, scene.seat)
        part += owner < 0
        turn = 0 if painter.tells_by_round else note.turn
        turns.setdefault((part, turn, owner), (owner, []))[1].append(note)
    lines = (_line(scene, painter, owner, its) for owner, its in turns.values())
    return [line for line in lines if line is not None]


def meant(text: Text) -> Iterator[int]:
    """The seats mentioned in a message."""
    for value in text.args.values():
        if isinstance(value, Seat):
            yield value.number
        elif isinstance(value, Text):
            yield from meant(value)


def concerns_reader(note: Note, reader: int) -> bool:
    """Whether a note is about something done to the reader or to the reader's things."""
    return note.seat == reader or (note.seat >= 0 and reader in meant(note.text))


def _owner(
    note: Note, painter: TablePainter[State], common: Collection[str], reader: int | None
) -> int:
    """The seat in whose line a note belongs; -1 for a line of its own. Actions of others in the
    reader's turn belong to them."""
    if note.whose < 0 or note.rule in common or (note.whose == reader and note.seat >= 0):
        return note.seat
    theirs = note.seat < 0 or note.rule in painter.everyday or note.whose in meant(note.text)
    return note.whose if theirs else note.seat


def _line(
    scene: Scene[State], painter: TablePainter[State], owner: int, notes: Sequence[Note]
) -> CardLine | None:
    """The line for the notes of a turn; None if the table shows everything."""
    sentences = [scene.say(text) for note in notes if (text := brief(painter, note)) is not None]
    if not sentences:
        return None
    clauses = ""
    for sentence in sentences:
        seat, rest = name_in_front(scene, sentence)
        clause = rest.lstrip(": ") if owner >= 0 and seat == owner else sentence
        apart = ". " if seat < 0 and _is_sentence(clause) else "; "
        clauses += (apart if clauses else "") + clause.removesuffix(".")
    reader = scene.seat
    concerns = OTHERS
    if owner < 0 or reader is None:
        concerns = ALL
    elif any(concerns_reader(note, reader) for note in notes):
        concerns = READER
    role = "text bold" if concerns == READER else "text"
    name = clean(scene.name(owner)) if owner >= 0 else ""
    seat, rest = name_in_front(scene, sentences[0])
    if seat == owner >= 0 and rest.startswith(":"):
        name += ":"
    return CardLine(f"{clauses}.", role, concerns, name, f"seat.{owner} bold")


def _is_sentence(said: str) -> bool:
    """Whether the text is a sentence of its own, not a clause about something such as "Mill: 2"."""
    return said[:1].isupper() and ": " not in said


def brief(painter: TablePainter[State], note: Note) -> Text | None:
    """Short form of a note; None if the table shows it."""
    text = note.text
    if text.one not in painter.brief:
        return text
    short = painter.brief[text.one]
    if short is None or not _names(short.one).issubset(text.args):
        return None if short is None else text
    return Text(short.one, short.many, text.count, text.args)


def _names(message: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(message) if name}
