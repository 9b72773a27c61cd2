"""Recorded states of tables after each key (golden files), readable in a diff: the log, the
question, the choice, page, cursor, and numbers of legal and changed places. What is painted is left
to snapshots and to the tests of painters. `python -m tests.screens.table.recording GAME...` records
them again."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

from engine.core.chance import Dice
from engine.core.event import Event
from engine.errors import GuildhallError
from engine.match.match import Match
from screens.preferences import Preferences
from screens.table.reducers.replay import STEP_TIMER
from screens.table.table_renderer import Picture
from screens.table.turn_flow import BOT_TIMER
from tests.screens.playing import LARGE, NAMES, SMALL, new_session
from tests.screens.table.headless import HeadlessMatch, HeadlessReplay, HeadlessTable
from tests.screens.table.random_tables import REPLAY, TICK, TYPED_AHEAD, KeySequence, key_sequences

FOLDER: Final = Path(__file__).parent / "recordings"

Snapshot = dict[str, Any]
"""Visible state after a key."""


def snapshot(table: HeadlessTable) -> Snapshot:
    """Return the state of a table, and what its picture offers."""
    if table.left:
        return {"left": True}
    state, picture, log = table.state, table.picture, table.match.log
    partial_pick, question, card = state.partial_pick, state.question, state.card
    spoken = table.translate
    found = {
        "log": len(log),
        "last": _event_text(log[-1]) if log else "",
        "zone": state.zone,
        "viewer": state.viewer,
        "confirming": state.confirming,
        "looking": state.inspecting,
        "message": state.message,
        "asked": None
        if partial_pick is None
        else f"{partial_pick.seat} {partial_pick.decision.name}",
        "chosen": None if partial_pick is None else repr(partial_pick.chosen),
        "by": None if partial_pick is None else type(partial_pick.input_mode).__name__,
        "pointed": None if partial_pick is None else partial_pick.input_mode.pointed,
        "curtain": state.pass_to,
        "question": None if question is None else spoken(question.title),
        "card": None if card is None else spoken(card.title),
        "cursor": repr(picture.cursor),
        "legal": len(picture.legal),
        "closed": len(set(picture.closed) - picture.legal.keys()),
        "changed": _on_the_canvas(picture),
    }
    if isinstance(table, HeadlessReplay):
        recording, replay = table.recording, state.replay
        found |= {"at": recording.at, "part": recording.part, "gone": recording.with_undone}
        found |= {"typed": replay.typed, "plays": replay.is_playing, "speed": replay.speed}
    return found


def _event_text(event: Event) -> str:
    return f"{event.kind} {event.seat} {event.step} {event.value!r}"


def _on_the_canvas(picture: Picture) -> list[str]:
    """Return the places marked as changed on the picture."""
    return sorted(repr(place) for place in set(picture.flash) if picture.canvas.rects(place))


def table_of(one: KeySequence, *, moves: bool = False) -> HeadlessTable:
    """Open the table of a sequence."""
    preferences = Preferences(confirm=one.confirm, pace=one.pace, cards=one.cards)
    size = LARGE if one.large else SMALL
    if one.kind == REPLAY:
        match = match_with_undos(one.game, one.players, one.picks)
        return HeadlessReplay(match, preferences, at=one.at, size=size, paints=True, moves=moves)
    session = new_session(one.game, one.players, one.picks, bots=one.bots)
    return HeadlessMatch(
        session, preferences, size=size, paints=True, coached=one.coached, moves=moves
    )


def match_with_undos(game: str, players: int, picks: int) -> Match:
    """Return a match with `picks` random picks, some of which have been undone."""
    match = Match.begin(game, [(name, "person") for name in NAMES[:players]], seed="7")
    dice = Dice(b"picks")
    for number in range(picks):
        if match.over:
            break
        seat = _pick_at_random(match, dice)
        if number % 5 == 3:
            with suppress(GuildhallError):
                match.undo(seat)
                _pick_at_random(match, dice)
    return match


def _pick_at_random(match: Match, dice: Dice) -> int:
    pending = match.pending()[0]
    match.choose(pending.seat, pending.decision.sample(match.state, dice))
    return pending.seat


def press(table: HeadlessTable, key: str) -> None:
    """Press a key of a sequence, and let bots move that do not wait."""
    if key == TICK:
        if STEP_TIMER in table.timers:
            table.fire_next_timer()
        return
    hurried = key.startswith(TYPED_AHEAD)
    table.press(key.removeprefix(TYPED_AHEAD), after=0 if hurried else 10)
    let_bots_move(table)


def let_bots_move(table: HeadlessTable) -> None:
    """Wait until no bot moves without a key."""
    while BOT_TIMER in table.timers:
        table.fire_next_timer()


def record(one: KeySequence) -> Iterator[tuple[str, Snapshot]]:
    """Yield each key with the state after it. The first entry is the state before any key."""
    with table_of(one) as table:
        let_bots_move(table)
        yield "", snapshot(table)
        for key in one.keys:
            press(table, key)
            yield key, snapshot(table)
            if table.left:
                return


def compact(rows: Iterator[tuple[str, Snapshot]]) -> Iterator[str]:
    """Yield a line for each key, with the differences from the line before."""
    before: Snapshot = {}
    for key, now in rows:
        news = {name: value for name, value in now.items() if before.get(name, ...) != value}
        yield f"{key or '-'} {json.dumps(news, ensure_ascii=False)}"
        before = now


def lines_of(number: int, one: KeySequence) -> list[str]:
    """Return the recorded text of a sequence."""
    return [f"# {number}", *compact(record(one))]


def recorded_sequences(game: str) -> list[list[str]]:
    """Return the recorded texts of all sequences."""
    parts: list[list[str]] = []
    for line in (FOLDER / f"{game}.txt").read_text(encoding="utf-8").splitlines():
        if line.startswith("# "):
            parts.append([])
        parts[-1].append(line)
    return parts


def main(games: list[str]) -> None:
    for game in games:
        lines = [line for n, one in enumerate(key_sequences(game)) for line in lines_of(n, one)]
        text = "\n".join(lines) + "\n"
        (FOLDER / f"{game}.txt").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
