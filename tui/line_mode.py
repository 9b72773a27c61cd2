"""Line mode from the command line: `play` and `resume` with `--lines`."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from engine.lobby.users import owner_of
from engine.storage.session import Session
from screens.match_summary import PLAYERS_MATCH_WARNING, belongs_to_players
from tui.cli.context import CommandContext
from tui.line_sessions import play


def begin(
    context: CommandContext,
    game: str,
    seats: tuple[tuple[str, str], ...],
    options: Mapping[str, str],
    seed: str | None,
) -> int:
    """Start a match with `seats`, which are (name, player) pairs, and play it in line mode. Return
    the exit code. Raises GuildhallError."""
    data = context.own_data(game)
    return play(
        Session.begin(context.store, game, seats, seed=seed, options=options, data=data),
        context.preferences,
    )


def resume(context: CommandContext, id: str, seats: Collection[int] | None) -> int:
    """Continue a match in line mode, at `seats` (empty for a spectator), or at all seats if `seats`
    is None. Return the exit code. Raises GuildhallError."""
    person = None if seats is None else owner_of(context.store, id, seats)
    if seats is None and belongs_to_players(context.store.record(id)):
        context.print_message(PLAYERS_MATCH_WARNING)
    session = Session.open(context.store, id, seats=seats, person=person)
    return play(session, context.preferences)
