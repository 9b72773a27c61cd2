"""Texts and painting of proposals and chat at a table."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Collection, Sequence
from functools import partial
from typing import Final

from engine.core.event import CHANCE_EVENT
from engine.core.state import State
from engine.i18n.text import Seat, Text, words
from engine.lobby.chat import ChatLine
from engine.lobby.proposals import PROPOSE_REWIND, PROPOSE_SEAT, Proposal
from engine.lobby.seat_owners import PLAYS_ON
from engine.match.match_view import MatchView
from engine.match.undo import REWIND as REWIND_EVENT
from screens.paint.canvas import Canvas, Rect
from screens.paint.cells import clip, wrap
from screens.paint.shapes import RAISED
from screens.table.match_commands import FillSeatWithBot, Propose, ServerCommand
from screens.table.read_only_session import ReadOnlySession
from screens.table_view import log_view, panels
from screens.table_view.chat_painting import paint_chat
from screens.table_view.panels import Key
from screens.table_view.scene import Scene

AGREE_KEY: Final = "y"
DECLINE_KEY: Final = "n"

MAX_ROWS: Final = 3
"""Maximum number of rows of a proposal, in addition to its keys."""


def proposal_text(scene: Scene[State], match_view: MatchView, proposal: Proposal) -> Text:
    seat = Seat(proposal.seat)
    if proposal.kind == PROPOSE_REWIND:
        story = summary_since(scene, match_view, proposal.number + 1)
        return words("{seat} proposes to undo: {story}", seat=seat, story=story)
    if proposal.kind == PROPOSE_SEAT:
        other = Seat(proposal.number)
        return words(
            "{seat} proposes to let a bot play for {other}, who is away.", seat=seat, other=other
        )
    return words("{seat} proposes to end the game with the current scores.", seat=seat)


def lapse_text(
    earlier: Proposal | None, current: Proposal | None, match_view: MatchView, own: Collection[int]
) -> Text | None:
    """Return the message that the proposal `earlier` has lapsed because somebody has moved.
    `current` is the proposal that is open now. None if `earlier` has not lapsed for this reason, or
    was not made by one of the reader's `own` seats."""
    if (
        earlier is None
        or earlier.seat not in own
        or earlier.kind == PROPOSE_SEAT
        or match_view.over
    ):
        return None
    if current is not None and current.is_same(earlier):
        return None
    acts = [event for event in match_view.since(earlier.events) if event.kind != CHANCE_EVENT]
    if not acts or acts[0].step == REWIND_EVENT:
        return None
    return lapsed_after_move(acts[0].seat, own)


def lapsed_after_move(seat: int, own: Collection[int]) -> Text:
    """Return the message that the reader's proposal has lapsed because `seat`, which may be one of
    the reader's `own` seats, has moved."""
    if seat in own:
        return words("You have since made a move, so your proposal has lapsed.")
    return words("{seat} has since made a move, so your proposal has lapsed.", seat=Seat(seat))


def question_closed_by_move(seat: int, own: Collection[int]) -> Text:
    """Return the message that an open question has been closed because `seat`, which may be one of
    the reader's `own` seats, has moved."""
    if seat in own:
        return words("You have since made a move, so the question no longer applies.")
    return words(
        "{seat} has since made a move, so the question no longer applies.", seat=Seat(seat)
    )


def bots_for_seats(
    absent: Collection[int], free: Collection[int], own: Collection[int], length: int
) -> list[tuple[Text, ServerCommand]]:
    """Return pairs of a label and a command that gives a seat to a bot. Seats in `free` are given
    at once. Seats in `absent`, whose players have been away or have thought for too long, are given
    by a proposal, except the reader's `own` seats. `length` is the length of the log."""
    at_once = [
        (
            words("a bot for {seat}, who has left (takes over at once)", seat=Seat(seat)),
            FillSeatWithBot(seat),
        )
        for seat in free
    ]
    asked = [
        (words("a bot for {seat}", seat=Seat(seat)), Propose(PROPOSE_SEAT, length, seat, PLAYS_ON))
        for seat in absent
        if seat not in own
    ]
    return [*at_once, *asked]


def concession_text(seats: int, *, others_play: bool) -> Text:
    """Return the text about the consequence of conceding at a table with `seats` seats.
    `others_play` is whether other people have seats."""
    if seats == 2:
        return words("The other player will win.")
    if others_play:
        return words("A bot will take over your seat.")
    return words("Nobody else is playing, so the game will end.")


def summary_since(scene: Scene[State], match_view: MatchView, number: int) -> str:
    """Summarize the picks from event `number` on by the first note of each."""
    picks = [pick for pick, _ in match_view.picks() if pick >= number]
    first: dict[int, str] = {}
    for line in log_view.log_lines(scene):
        at = bisect_right(picks, line.number)
        if at:
            first.setdefault(picks[at - 1], line.text)
    return " ".join(first[pick] for pick in sorted(first))


def paint_proposal(
    scene: Scene[State], session: ReadOnlySession, proposal: Proposal, width: int
) -> Canvas:
    """Paint a proposal, the number of players who agree, and the keys."""
    glyphs = scene.theme.glyphs
    lines = wrap(scene.translate(proposal_text(scene, session.match_view, proposal)), width - 4)
    if len(lines) > MAX_ROWS:
        rest = " ".join(lines[MAX_ROWS - 1 :])
        lines = [*lines[: MAX_ROWS - 1], clip(rest, width - 4, glyphs)]
    rows = Canvas(width, len(lines) + 1, glyphs)
    rows.ground(rows.rect, RAISED)
    for y, line in enumerate(lines):
        rows.put(2, y, line, "warn bold" if y == 0 else "text")
    rows.blit(panels.paint_keys(scene, _answer_keys(session, proposal), width), 0, len(lines))
    agreed = words("{n} of {needed} agree", n=len(proposal.yes), needed=proposal.needed)
    rows.put_right(width - 2, len(lines), scene.translate(agreed), "dim")
    return rows


def _answer_keys(session: ReadOnlySession, proposal: Proposal) -> Sequence[Key]:
    if session.person is not None and proposal.asks(session.person):
        return [(AGREE_KEY, words("agree")), (DECLINE_KEY, words("decline"))]
    return [("t", words("withdraw"))] if proposal.seat in session.seats else []


CHAT_PAGE: Final = "talk"
"""Page with all chat messages."""


def paint_recent_chat(
    scene: Scene[State], canvas: Canvas, room: Rect, lines: Sequence[ChatLine]
) -> Rect:
    """Paint the messages `lines` over the lower end of `room`. Return the room that is left."""
    y = room.bottom - len(lines)
    canvas.spots.remove_overlapping(Rect(room.x, y, room.width, len(lines)))
    for row, line in enumerate(lines, y):
        canvas.fill(room.x, row, room.width, 1)
        canvas.ground(Rect(room.x, row, room.width, 1), RAISED)
        x = canvas.put(2, row, f"{line.name}: ", _role_of(scene, line))
        canvas.put_clipped(x, row, canvas.width - x - 1, line.text, "text")
    return Rect(room.x, room.y, room.width, room.height - len(lines))


def paint_chat_page(
    scene: Scene[State], lines: Sequence[ChatLine], width: int, height: int
) -> Canvas:
    """Paint the messages `lines` on a canvas of at least `height` rows."""
    rect = Rect(2, 0, width, height)
    return paint_chat(lines, rect, scene.theme.glyphs, partial(_role_of, scene))


def _role_of(scene: Scene[State], line: ChatLine) -> str:
    """Return the role for the name of a message's author: the colour of the author's seat, or dim
    for people without a seat."""
    names = list(scene.translator.seats)
    return f"seat.{names.index(line.name)} bold" if line.name in names else "dim"
