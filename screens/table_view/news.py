"""Turn summary (what has happened since the reader's last turn) and summary of the end of a
game."""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterator, Sequence
from itertools import dropwhile
from typing import Final

from attrs import frozen

from engine.core.event import PICK_EVENT, Event
from engine.core.players import ending_text
from engine.core.score_sheet import Sheet
from engine.core.state import Note, State
from engine.i18n.text import Text, words
from engine.match.match_view import MatchView
from screens.table_view.notice_card import CardLine
from screens.table_view.scene import Scene, TablePainter
from screens.table_view.turn_log import brief, caused_lines, stands_out, turn_lines

SINCE_TITLE: Final = words("Since your last turn")
"""Title of the turn summary, once the reader has made a choice."""

HAPPENED_TITLE: Final = words("What has happened")
"""Title of the turn summary before the reader's first choice."""

THE_END: Final = words("The end")
"""Title of the summary of the end of a game."""


@frozen
class Summary:
    """A turn summary, or the summary of the end of a game: title, lines, and a table of all players
    (None if there is nothing to show in it)."""

    title: Text
    lines: Sequence[CardLine]
    sheet: Sheet | None = None


def turn_summary(
    match_view: MatchView, scene: Scene[State], painter: TablePainter[State]
) -> Summary | None:
    """Return the turn summary for the reader, who is the viewer of `scene` and is about to choose.
    None for a spectator, or if there is no news.

    The summary begins with the results of chance in `TablePainter.own_news` from the reader's own
    turns. Everything else that happened in these turns, such as answers to an offer, is left out.
    Notes that concern the reader come next, each after its cause. Routine effects, such as the
    yield of a roll, stay in the line of their turn. Notes of the reader's last choice count only
    from the first note about an effect of the rules on all players. Before the reader's first
    choice, the summary leaves out all events before the first choice of any player.
    """
    reader = scene.seat
    if reader is None:
        return None
    last = match_view.last_choice(reader)
    events = scene.history.size[1]
    (_, last_choice_notes), *rest = scene.history.events_with_notes(
        events - (-1 if last is None else last)
    )
    if last is None:
        rest = [*dropwhile(lambda entry: not _is_pick(entry[0]), rest)]
    since = [
        _without_evident_notes(_without_known_notes(notes, reader, painter), painter)
        for _, notes in rest
    ]
    hidden = [
        note
        for notes in since
        for note in notes
        if note.whose == reader and note.rule in painter.own_news
    ]
    stepped = [] if last is None else _steps(last_choice_notes, match_view, painter)
    if stepped:
        since.insert(
            0,
            _without_evident_notes(
                _without_known_notes(last_choice_notes[stepped[0] :], reader, painter), painter
            ),
        )
    since = [[note for note in notes if note.whose != reader] for notes in since]
    new_notes = [note for notes in since for note in notes]
    others_chose = any(_is_pick(event) for event, _ in rest)
    steps = last is not None and bool(_steps(new_notes, match_view, painter))
    if not (others_chose or steps):
        summary_lines = [CardLine(scene.translate(note.text)) for note in hidden]
        return Summary(SINCE_TITLE, summary_lines) if summary_lines else None
    common_rules = _rules_affecting_all(new_notes, match_view, painter)
    groups = _caused(since, reader, painter, common_rules)
    caused_ids = {id(note) for group in groups for note in group}
    lines = [CardLine(scene.translate(note.text)) for note in hidden]
    lines += caused_lines(scene, painter, groups)
    other_notes = [note for note in new_notes if id(note) not in caused_ids]
    lines += turn_lines(scene, painter, other_notes, common_rules)
    if not lines:
        return None
    title = HAPPENED_TITLE if last is None else SINCE_TITLE
    if not (steps or groups):
        return Summary(title, lines)
    count = last if stepped else (0 if last is None else last + 1)
    before = match_view.earlier(count or 0).view(reader)
    return Summary(title, lines, painter.summary_sheet(scene, before, new_notes))


def _is_pick(event: Event | None) -> bool:
    return event is not None and event.kind == PICK_EVENT


def _caused(
    events: Sequence[Sequence[Note]],
    reader: int,
    painter: TablePainter[State],
    common: Collection[str],
) -> list[list[Note]]:
    """Return the notes that stand out for the reader, grouped by turn (outside of turns by event),
    each after the note of its cause if that is known.

    `events` has the notes of each event, and `common` the rules that have affected all players. A
    routine note brings the other notes of its rule, and all routine notes about the table, in the
    same event with it. If the painter keeps turns whole, a group has all notes of its turn.
    """
    groups: dict[Hashable, list[Note]] = {}
    causes: list[Note] = []
    for number, notes in enumerate(events):
        causes = [cause for cause in causes if cause.seat >= 0]
        for note in notes:
            if brief(painter, note) is None or painter.begins_chapter(note):
                continue
            causes = [
                cause for cause in causes if (cause.turn, cause.whose) == (note.turn, note.whose)
            ]
            if stands_out(painter, note, reader):
                turn = ("turn", note.turn) if note.whose >= 0 else ("event", number)
                group = groups.setdefault(turn, [])
                is_step = note.rule in common or painter.is_step(note)
                additions = _cause(causes, note, painter, is_step=is_step)
                if note.rule in painter.routine_rules:
                    additions += [
                        other
                        for other in notes
                        if other.rule == note.rule
                        or (other.seat < 0 and other.rule in painter.routine_rules)
                    ]
                else:
                    additions.append(note)
                ids_in_group = {id(other) for other in group}
                group += [other for other in additions if id(other) not in ids_in_group]
            causes.append(note)
    if not painter.keeps_turns_whole:
        return list(groups.values())
    return [_whole_turn(events, group_notes, painter) for group_notes in groups.values()]


def _whole_turn(
    events: Sequence[Sequence[Note]], group: list[Note], painter: TablePainter[State]
) -> list[Note]:
    """Return the notes in `events` from the same turn as the last note of `group`, without notes
    that begin a chapter. Return `group` if that note belongs to no turn."""
    turn, whose = group[-1].turn, group[-1].whose
    if whose < 0:
        return group
    return [
        note
        for notes in events
        for note in notes
        if (note.turn, note.whose) == (turn, whose) and not painter.begins_chapter(note)
    ]


def _cause(
    before: Sequence[Note], note: Note, painter: TablePainter[State], *, is_step: bool
) -> list[Note]:
    """Return the last note in `before` (earlier notes of the same turn) that can have caused
    `note`, preceded by the note of the turn's roll unless the cause is a move. Either or both may
    be missing. Both are missing if `note` is about the player whose turn it is.

    A cause is not routine, and its message differs from that of `note`. It is a note about the
    table that explains others, or a move: a note about the player whose turn it is. A note about a
    step for everybody (`is_step`) can only be caused by a note about the table or by a move with
    the same rule, such as a demand that all others obey, and a routine note only by a move. If the
    painter groups turns by round, moves are not causes.
    """
    if note.seat == note.whose:
        return []
    causes: list[Note] = []
    for earlier in reversed(before):
        if earlier.rule in painter.rolls:
            return [earlier, *causes]
        if causes:
            continue
        routine = earlier.rule in painter.routine_rules or earlier.text.one == note.text.one
        is_own_act = (
            earlier.seat >= 0
            and earlier.seat == earlier.whose
            and (earlier.rule == note.rule or not is_step)
            and not painter.is_step(earlier)
            and not painter.groups_by_round
        )
        is_explanation = earlier.seat < 0 and (
            earlier.rule in painter.explains or painter.is_step(earlier)
        )
        is_explanation = is_explanation and note.rule not in painter.routine_rules
        if not routine and (is_own_act or is_explanation):
            causes = [earlier]
            if is_own_act:
                break
    return causes


def _without_known_notes(
    notes: Sequence[Note], reader: int, painter: TablePainter[State]
) -> Iterator[Note]:
    """Yield the notes of an event, except those about the reader that the reader already knows."""
    return (note for note in notes if not (note.seat == reader and note.rule in painter.own_known))


def end_summary(
    match_view: MatchView, scene: Scene[State], painter: TablePainter[State]
) -> Summary:
    """Return the summary of the end of the game: the news since the last choice made at this
    terminal (or by any player, if nobody plays here). If people ended the game early, it says only
    that. The notes of that choice itself are included from the first one that begins a chapter. If
    none begins a chapter, they are included only if nothing has happened since."""
    if match_view.ended is not None:
        line = CardLine(
            scene.translate(ending_text(match_view.ended.ending, len(match_view.ended.result)))
        )
        return Summary(THE_END, [line])
    chosen = [
        match_view.last_choice(seat)
        for seat in match_view.own_people or range(len(match_view.header.seats))
    ]
    last = max((number for number in chosen if number is not None), default=0)
    (_, last_choice_notes), *rest = scene.history.events_with_notes(scene.history.size[1] - last)
    chapters = (n for n, note in enumerate(last_choice_notes) if painter.begins_chapter(note))
    begins = next(chapters, len(last_choice_notes) if rest else 0)
    notes = [
        *last_choice_notes[begins:],
        *(note for _, event_notes in rest for note in event_notes),
    ]
    common_rules = _rules_affecting_all(notes, match_view, painter)
    return Summary(
        THE_END, turn_lines(scene, painter, _without_evident_notes(notes, painter), common_rules)
    )


def _without_evident_notes(
    notes: Iterator[Note] | Sequence[Note], painter: TablePainter[State]
) -> list[Note]:
    """Return the notes that say more than the table shows, except those about an amount of zero."""
    return [
        note
        for note in notes
        if (note.seat < 0 or note.rule not in painter.evident) and note.text.number != 0
    ]


def _steps(notes: Sequence[Note], match_view: MatchView, painter: TablePainter[State]) -> list[int]:
    """Return the indexes of the notes about effects of the rules on all players."""
    common = _rules_affecting_all(notes, match_view, painter)
    return [n for n, note in enumerate(notes) if note.rule in common or painter.is_step(note)]


def _rules_affecting_all(
    notes: Sequence[Note], match_view: MatchView, painter: TablePainter[State]
) -> set[str]:
    """Return the rules that have affected every player, except routine ones; empty in solo
    games."""
    seats: dict[str, set[int]] = {}
    for note in notes:
        seats.setdefault(note.rule, set()).add(note.seat)
    players = len(match_view.header.seats)
    return {
        rule
        for rule, seats_affected in seats.items()
        if players > 1
        and len(seats_affected - {-1}) == players
        and rule not in painter.routine_rules
    }
