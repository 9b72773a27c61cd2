"""What has happened since the reader chose last: a card with a line for every turn of others."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from engine.core.early_end import ending_told
from engine.core.event import PICK
from engine.core.state import Note, State
from engine.i18n.text import words
from engine.match.match_view import MatchView, Told
from screens.table_view.notice_card import AWAY, CardLine, Notice
from screens.table_view.scene import Scene, TablePainter
from screens.table_view.turn_log import told_of, turn_lines

SINCE: Final = words("Since your last turn")
"""The title of the card that tells what others have done."""


def news(sight: MatchView, scene: Scene[State], painter: TablePainter[State]) -> Notice | None:
    """The card for who is about to choose; None where nothing has happened that they would miss.

    It must be put away where others have done something to the reader, or the rules something to
    all: then also what followed from the reader's own last choice is told. Where others have only
    had their turns it waits for nobody. What the reader's own dice brought needs no card.
    """
    reader = scene.seat
    if reader is None:
        return None
    last = sight.last_choice(reader)
    _, events = scene.story.size
    own, *rest = scene.story.told(events - (-1 if last is None else last))
    since = [note for one in rest for note in _untold(one, reader, painter)]
    stepped = [] if last is None else _steps(own[1], sight, painter)
    if stepped:
        since = [*own[1][stepped[0] :], *since]
    others = any(event is not None and event.kind == PICK for event, _ in rest)
    concerns = bool(stepped or _steps(since, sight, painter)) or (
        others and any(told_of(note, reader) for note in since)
    )
    if not (concerns or others):
        return None
    lines = turn_lines(scene, painter, _news(since, painter), _common(since, sight, painter))
    if not lines:
        return None
    title = SINCE if others else words("What has happened")
    if not concerns:
        return Notice(title, lines, waits=False, enough=AWAY | {"enter"})
    first = last if stepped else (0 if last is None else last + 1)
    before = sight.earlier(first or 0).view(reader)
    return Notice(title, lines, painter.beat(scene, before, since))


def _untold(told: Told, reader: int, painter: TablePainter[State]) -> Iterator[Note]:
    """What is told of an event, but not what the reader's own dice show."""
    return (
        note for note in told[1] if not (note.seat == reader and note.rule in painter.own_known)
    )


def endings(sight: MatchView, scene: Scene[State], painter: TablePainter[State]) -> Notice:
    """The card for what happened to the end of the game after the last choice of whoever sits here,
    or of anybody; the score sheet comes behind it. Where people have ended it, that alone."""
    title = words("The end")
    if sight.ended is not None:
        line = CardLine(scene.say(ending_told(sight.ended.ending, len(sight.ended.result))))
        return Notice(title, [line])
    chosen = [
        sight.last_choice(seat) for seat in sight.own_people or range(len(sight.header.seats))
    ]
    last = max((number for number in chosen if number is not None), default=0)
    (_, own), *rest = scene.story.told(scene.story.size[1] - last)
    chapters = (n for n, note in enumerate(own) if painter.begins_chapter(note))
    begins = next(chapters, len(own) if rest else 0)
    notes = [*own[begins:], *(note for _, its in rest for note in its)]
    lines = turn_lines(scene, painter, _news(notes, painter), _common(notes, sight, painter))
    return Notice(title, lines)


def _news(notes: Sequence[Note], painter: TablePainter[State]) -> list[Note]:
    """The notes that tell more than the table does; none of something is no news."""
    return [
        note
        for note in notes
        if (note.seat < 0 or note.rule not in painter.evident) and note.text.number != 0
    ]


def _steps(notes: Sequence[Note], sight: MatchView, painter: TablePainter[State]) -> list[int]:
    """Which notes begin what the rules do to all players."""
    common = _common(notes, sight, painter)
    return [n for n, note in enumerate(notes) if note.rule in common or painter.is_step(note)]


def _common(notes: Sequence[Note], sight: MatchView, painter: TablePainter[State]) -> set[str]:
    """The rules of what comes to every player, though not in every turn."""
    seats: dict[str, set[int]] = {}
    for note in notes:
        seats.setdefault(note.rule, set()).add(note.seat)
    players = len(sight.header.seats)
    return {
        rule
        for rule, who in seats.items()
        if players > 1 and len(who - {-1}) == players and rule not in painter.everyday
    }
