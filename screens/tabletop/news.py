"""What has happened since the reader chose last, as far as it concerns them: a card."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from engine.core.ending import ending_told
from engine.core.event import PICK
from engine.core.state import Note, State
from engine.i18n.text import Seat, Text, words
from engine.play.sight import Sight
from screens.choose.scene import Scene, TablePainter
from screens.tabletop.notice import ALL, OTHERS, READER, CardLine, Notice


def news(sight: Sight, scene: Scene[State], painter: TablePainter[State]) -> Notice | None:
    """The card for who is about to choose; None where nothing has happened that they would miss.

    It is there when others have done something to the reader, or when the rules have done something
    to all: then also what followed from the reader's own last choice is told. What the reader's own
    dice brought needs no card.
    """
    reader = scene.seat
    last = None if reader is None else sight.last_choice(reader)
    if reader is None or last is None:
        return None
    told = scene.story.told()[last + 1 :]
    notes = [list(its) for _, its in told]
    others = any(event is not None and event.kind == PICK for event, _ in told[1:])
    own, since = notes[0], [note for its in notes[1:] for note in its]
    stepped = _steps(own, sight, painter)
    if stepped:
        own, since = own[: stepped[0]], own[stepped[0] :] + since
    elif not _steps(since, sight, painter) and not (
        others and any(_told_of(note, reader) for note in since)
    ):
        return None
    if not since:
        return None
    before = sight.earlier(last if stepped else last + 1).view(reader)
    lines = [
        _line(scene, note, reader)
        for note in since
        if (note.seat < 0 or note.rule not in painter.evident) and note.text.number != 0
    ]
    if not lines:
        return None
    title = words("Since your last turn") if others else words("What has happened")
    return Notice(title, lines, painter.beat(scene, before, since))


def endings(sight: Sight, scene: Scene[State], painter: TablePainter[State]) -> list[Notice]:
    """The cards for what happened after the last choice of the game: one for each turn that nobody
    was asked in, and one for what came after them. Where people have ended it, that alone."""
    if sight.ended is not None:
        line = CardLine(scene.say(ending_told(sight.ended.ending, len(sight.ended.result))))
        return [Notice(words("The end"), [line])]
    told = scene.story.told()
    last = max(n for n, (event, _) in enumerate(told) if event is None or event.kind == PICK)
    notes = [note for _, its in told[last:] for note in its]
    begins = next((n for n, note in enumerate(notes) if painter.begins_chapter(note)), 0)
    parts = [list(part) for _, part in groupby(notes[begins:], key=_part)]
    before = sight.earlier(max(0, last - 1)).view(scene.seat)
    cards = []
    for number, part in enumerate(parts):
        title = words("The end")
        if len(parts) > 1:
            title = words("The end, {n} of {all}", n=number + 1, all=len(parts))
        sheet = painter.final(scene, before, part) if number == len(parts) - 1 else None
        cards.append(Notice(title, [_line(scene, note, None) for note in part], sheet))
    return cards


def _part(note: Note) -> int:
    """Notes of one turn belong together."""
    return note.turn


def _line(scene: Scene[State], note: Note, reader: int | None) -> CardLine:
    role = f"seat.{note.seat}" if note.seat >= 0 else "text"
    if reader is not None and _told_of(note, reader):
        return CardLine(scene.say(note.text), f"{role} bold", READER)
    concerned = reader is None or note.seat < 0 or reader in _meant(note.text)
    return CardLine(
        scene.say(note.text), role if concerned else "dim", ALL if concerned else OTHERS
    )


def _meant(text: Text) -> Iterator[int]:
    """The seats of which a message speaks."""
    for value in text.args.values():
        if isinstance(value, Seat):
            yield value.number
        elif isinstance(value, Text):
            yield from _meant(value)


def _steps(notes: Sequence[Note], sight: Sight, painter: TablePainter[State]) -> list[int]:
    """Which notes begin what the rules do to all players."""
    seats: dict[str, set[int]] = {}
    for note in notes:
        seats.setdefault(note.rule, set()).add(note.seat)
    players = len(sight.header.seats)
    common = {
        rule
        for rule, who in seats.items()
        if players > 1 and len(who - {-1}) == players and rule not in painter.everyday
    }
    return [n for n, note in enumerate(notes) if note.rule in common or painter.is_step(note)]


def _told_of(note: Note, reader: int) -> bool:
    """Whether a note tells what somebody did to the reader, or what became of theirs."""
    return note.seat == reader or (note.seat >= 0 and reader in _meant(note.text))
