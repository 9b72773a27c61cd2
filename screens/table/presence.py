"""Presence of players at the table, as symbols and texts."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import TYPE_CHECKING, Final

from engine.core.common_wording import series
from engine.core.players import PERSON
from engine.core.state import State
from engine.i18n.text import Seat, Text, plural, words
from screens.paint.canvas import Canvas
from screens.paint.cells import clip, width_of
from screens.table_view.player_labels import PlayerLabels

if TYPE_CHECKING:
    from engine.core.event import Header
    from engine.match.match_view import MatchView
    from screens.table.state_parts import RemotePlayers
    from screens.table_view.scene import Scene

MAX_NAME_LENGTH: Final = 14


def paint_presence(
    canvas: Canvas, scene: Scene[State], header: Header, presence: RemotePlayers
) -> None:
    """Paint the presence of every player, by name, and the number of spectators at the right end of
    the first row. If there is no room for names, use the seats' letters; if there is no room for
    these either, paint nothing."""
    blank = (" ", canvas.glyphs("line.h"))
    free = 0
    while free < canvas.width and canvas.chars[0][canvas.width - 1 - free] in blank:
        free += 1
    for named in (True, False):
        parts = list(_labelled_players(scene, header, presence, named=named))
        width = sum(width_of(text) + 2 for text, _ in parts) - 2
        if width + 4 <= free:
            x = canvas.width - width - 1
            canvas.fill(x - 1, 0, width + 2, 1)
            for text, role in parts:
                x = canvas.put(x, 0, text, role) + 2
            return


def _labelled_players(
    scene: Scene[State], header: Header, presence: RemotePlayers, *, named: bool
) -> Iterator[tuple[str, str]]:
    """Yield the text and the role of each player, and of the number of spectators if there are any.
    If `named`, players have their names instead of letters."""
    glyphs = scene.theme.glyphs
    letters = PlayerLabels.of(scene).letters
    for seat, (_, player) in enumerate(header.seats):
        kind = "bot" if player != PERSON else "here" if seat in presence.present else "away"
        name = clip(scene.name(seat), MAX_NAME_LENGTH, glyphs) if named else letters[seat]
        if not glyphs.plain:
            text = f"{glyphs(f'player.{kind}')} {name}"
        else:
            text = name if kind == "here" else f"{name} ({scene.translate(PRESENCE_TEXTS[kind])})"
        yield text, f"seat.{seat}" if kind == "here" else "dim"
    if presence.watching:
        yield scene.translate(plural("{n} watching", "{n} watching", presence.watching)), "dim"


def presence_symbols(scene: Scene[State]) -> list[tuple[str, Text]]:
    """Return the symbols for present players, absent players and bots with their meanings, for the
    help; none if the theme uses words instead."""
    glyphs = scene.theme.glyphs
    return (
        []
        if glyphs.plain
        else [(glyphs(f"player.{kind}"), PRESENCE_TEXTS[kind]) for kind in PRESENCE_TEXTS]
    )


PRESENCE_TEXTS: Final = {"here": words("here"), "away": words("away"), "bot": words("bot")}
"""Kinds of presence, in words."""


def waiting_text(seats: Collection[int], since: str | None) -> Text:
    """Return a text that says that `seats` are choosing and, if known, since when (`since`)."""
    who = series(map(Seat, seats))
    if since is None:
        return plural("{who} is choosing", "{who} are choosing", len(seats), who=who)
    return plural(
        "{who} has been choosing since {time}",
        "{who} have been choosing since {time}",
        len(seats),
        who=who,
        time=since,
    )


def free_seats_text(seats: Collection[int]) -> Text:
    """Return a text that names `seats` and says that they are free."""
    who = series(map(Seat, seats))
    return plural("{who}'s seat is free", "the seats of {who} are free", len(seats), who=who)


def new_player_texts(before: Header, match_view: MatchView) -> Iterator[Text]:
    """Yield a text for each seat whose player differs from the one in the earlier header `before`;
    none once the game is over."""
    for seat, (old, new) in enumerate(zip(before.seats, match_view.header.seats, strict=True)):
        if old != new and not match_view.over:
            comes = words("{seat} is playing from now on.", seat=Seat(seat))
            goes = words("A bot is playing for {seat} from now on.", seat=Seat(seat))
            yield comes if new[1] == PERSON else goes
