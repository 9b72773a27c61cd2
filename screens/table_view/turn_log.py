"""The log by turns, with one line per turn of a seat and one per event of the table."""

from __future__ import annotations

import re
from collections.abc import Collection, Hashable, Iterator, Sequence
from string import Formatter
from typing import Final

from engine.core.state import Note, State
from engine.i18n.text import Seat, Text
from screens.paint.cells import clean
from screens.table_view.notice_card import CardLine
from screens.table_view.player_labels import name_in_front
from screens.table_view.scene import Scene, TablePainter

_CLAUSE_ENDS: Final = re.compile("[;.] ")
"""Pattern for the ends of clauses within a message."""


def turn_lines(
    scene: Scene[State],
    painter: TablePainter[State],
    notes: Sequence[Note],
    common: Collection[str] = (),
) -> list[CardLine]:
    """Return one line per turn (per round, if the painter groups by round), in the order in which
    the turns began. The consequences of an event of the table follow that event.

    `common` are rules that have affected all players. For these, each seat gets a line of its own.
    The line of a seat begins with something that the seat did, and a sentence with another subject
    begins a line of the table. Notes that repeat what the table shows, or that begin a chapter, are
    left out.
    """
    turns: dict[Hashable, tuple[int, list[Note]]] = {}
    part = 0
    for note in notes:
        if painter.begins_chapter(note):
            part += 1
            continue
        if brief(painter, note) is None:
            continue
        owner = _owner(note, painter, common, scene.seat)
        turn = 0 if painter.groups_by_round else note.turn
        begins = (part, turn, owner) not in turns
        if begins and owner >= 0 and subject(scene, note) != owner:
            owner = -1
        part += owner < 0
        turns.setdefault((part, turn, owner), (owner, []))[1].append(note)
    lines = (_line(scene, painter, owner, turn_notes) for owner, turn_notes in turns.values())
    return [line for line in lines if line is not None]


def caused_lines(
    scene: Scene[State], painter: TablePainter[State], groups: Sequence[Sequence[Note]]
) -> list[CardLine]:
    """Return a line per group of notes, except groups that the table shows. A group is a cause and
    its consequences for the reader, or a whole turn."""
    lines = (_line(scene, painter, subject(scene, group[0]), group) for group in groups)
    return [line for line in lines if line is not None]


def seats_mentioned(text: Text) -> Iterator[int]:
    """Yield the seats mentioned in a message."""
    for value in text.args.values():
        if isinstance(value, Seat):
            yield value.number
        elif isinstance(value, Text):
            yield from seats_mentioned(value)


def concerns_reader(note: Note, reader: int) -> bool:
    """Return whether a note is about a player and mentions the reader, or is addressed to the
    reader alone."""
    return note.to == (reader,) or (note.seat >= 0 and reader in seats_mentioned(note.text))


def stands_out(painter: TablePainter[State], note: Note, reader: int) -> bool:
    """Return whether a note belongs at the beginning of the reader's summary: it concerns the
    reader and, unless it is addressed to the reader alone, is not routine."""
    routine = note.rule in painter.routine_rules and note.to != (reader,)
    return not routine and concerns_reader(note, reader)


def subject(scene: Scene[State], note: Note) -> int:
    """Return the seat whose name begins the sentence of a note; -1 if there is none."""
    return name_in_front(scene, scene.translate(note.text))[0]


def _owner(
    note: Note, painter: TablePainter[State], common: Collection[str], reader: int | None
) -> int:
    """Return the seat in whose line a note belongs; -1 for a line of the table. Outside of turns,
    in the reader's turn, and for rules in `common`, a note about a seat belongs in the line of this
    seat. Otherwise it belongs in the line of the seat whose turn it is, unless it is about another
    seat, not routine, and does not mention the seat whose turn it is."""
    if note.whose < 0 or note.rule in common or (note.whose == reader and note.seat >= 0):
        return note.seat
    theirs = (
        note.seat < 0
        or note.rule in painter.routine_rules
        or note.whose in seats_mentioned(note.text)
    )
    return note.whose if theirs else note.seat


def _line(
    scene: Scene[State], painter: TablePainter[State], owner: int, notes: Sequence[Note]
) -> CardLine | None:
    """Return the line for the notes of a turn; None if the table shows all of them."""
    noted_texts = [(note, text) for note in notes if (text := brief(painter, note)) is not None]
    if not noted_texts:
        return None
    clauses, colon, before = "", "", owner
    for note, text in noted_texts:
        line, is_brief = scene.translate(text), text is not note.text
        lost = owner < 0 or before != owner or not (clauses or line[:1].islower())
        lost = lost or note.seat not in (-1, owner)
        heads_table = owner < 0 and not clauses
        if is_brief and lost and (heads_table or name_in_front(scene, line)[0] < 0):
            line, is_brief = scene.translate(note.text), False  # a short form has lost its subject
        seat, rest = name_in_front(scene, line)
        goes_on = owner >= 0 and seat == owner == before
        goes_on = goes_on and not (clauses and rest.startswith(":"))
        clause = (rest.lstrip(": ") if goes_on else line).removesuffix(".")
        if clauses:
            joined = goes_on or clause[:1].islower() or (owner >= 0 and is_brief and seat < 0)
            clauses += f"{'; ' if joined else '. '}{clause}"
        else:
            clauses, colon = clause, ":" if goes_on and rest.startswith(":") else ""
        before = _subject_after(scene, note, before, is_brief=is_brief)
    reader = scene.seat
    concerned = reader is not None and any(stands_out(painter, note, reader) for note in notes)
    role = "text bold" if concerned else "text"
    name = f"{clean(scene.name(owner))}{colon}" if owner >= 0 else ""
    return CardLine(f"{clauses}.", role, name, f"seat.{owner} bold")


def _subject_after(scene: Scene[State], note: Note, before: int, *, is_brief: bool) -> int:
    """Return the seat that is the subject of the next clause if that clause names none: the last
    seat whose name begins a sentence of `note`, or else `before`. Return -1 if the last sentence
    of `note` has another subject, unless the line shows the note in its short form (`is_brief`)."""
    subjects = [
        name_in_front(scene, clause)[0] for clause in _CLAUSE_ENDS.split(scene.translate(note.text))
    ]
    if subjects[-1] < 0 and not is_brief:
        return -1
    return next((seat for seat in reversed(subjects) if seat >= 0), before)


def brief(painter: TablePainter[State], note: Note) -> Text | None:
    """Return the short form of a note, or its text if there is no short form or the note lacks one
    of its arguments. None if the table shows what the note says."""
    text = note.text
    if text.one not in painter.brief:
        return text
    short = painter.brief[text.one]
    if short is None or not _names(short.one).issubset(text.args):
        return None if short is None else text
    return Text(short.one, short.many, text.count, text.args)


def _names(message: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(message) if name}
