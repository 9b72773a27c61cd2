"""Turn summary: what has happened since the reader's last choice, one line per turn."""

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
from screens.table_view.turn_log import concerns_reader, turn_lines

SINCE: Final = words("Since your last turn")
"""Title of the turn summary."""


def news(sight: MatchView, scene: Scene[State], painter: TablePainter[State]) -> Notice | None:
    """The turn summary for the player about to choose; None if there is no news.

    It must be dismissed if others have affected the reader, or the rules all players; it then also
    includes the consequences of the reader's own last choice. If others have only taken their
    turns, it does not block. Results of the reader's own dice alone need no summary.
    """
    reader = scene.seat
    if reader is None:
        return None
    last = sight.last_choice(reader)
    _, events = scene.story.size
    own, *rest = scene.story.told(events - (-1 if last is None else last))
    since = [note for one in rest for note in _unknown_notes(one, reader, painter)]
    stepped = [] if last is None else _steps(own[1], sight, painter)
    if stepped:
        since = [*own[1][stepped[0] :], *since]
    others = any(event is not None and event.kind == PICK for event, _ in rest)
    concerns = bool(stepped or _steps(since, sight, painter)) or (
        others and any(concerns_reader(note, reader) for note in since)
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


def _unknown_notes(told: Told, reader: int, painter: TablePainter[State]) -> Iterator[Note]:
    """Notes of an event without those that only repeat the reader's own dice."""
    return (
        note for note in told[1] if not (note.seat == reader and note.rule in painter.own_known)
    )


def endings(sight: MatchView, scene: Scene[State], painter: TablePainter[State]) -> Notice:
    """Summary of the end of the game after the last choice at this terminal, or of anyone; the
    score sheet follows it. If people ended the game, only that."""
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
    """Notes that say more than the table shows, without those about zero of something."""
    return [
        note
        for note in notes
        if (note.seat < 0 or note.rule not in painter.evident) and note.text.number != 0
    ]


def _steps(notes: Sequence[Note], sight: MatchView, painter: TablePainter[State]) -> list[int]:
    """Indices of the notes that begin effects of the rules on all players."""
    common = _common(notes, sight, painter)
    return [n for n, note in enumerate(notes) if note.rule in common or painter.is_step(note)]


def _common(notes: Sequence[Note], sight: MatchView, painter: TablePainter[State]) -> set[str]:
    """Rules that have affected every player, except those of every turn."""
    seats: dict[str, set[int]] = {}
    for note in notes:
        seats.setdefault(note.rule, set()).add(note.seat)
    players = len(sight.header.seats)
    return {
        rule
        for rule, who in seats.items()
        if players > 1 and len(who - {-1}) == players and rule not in painter.everyday
    }
