"""The command `review`: analyse a finished match, and print the result."""

from __future__ import annotations

import sys
from collections import deque
from typing import TYPE_CHECKING

from engine.errors import GuildhallError
from engine.i18n.language import Tongue
from engine.i18n.text import plural, words
from engine.search.calibration import knows_little
from engine.search.commentary import parts_told, percent, turning_point
from engine.search.review import MOST_JUDGED, Review, made_with, playouts_each, reviewed
from engine.storage.saved_review import saved_review
from screens.exit_codes import OK
from tui.cli import printing

if TYPE_CHECKING:
    from argparse import Namespace

    from engine.match.match import Match
    from tui.cli.context import CommandContext


def review(context: CommandContext, args: Namespace) -> int:
    """Print the review of a match, made if it is not kept; raises GuildhallError while people still
    play it."""
    id = context.store.find(args.id).id
    match = context.store.load(id)
    if not match.over:
        raise GuildhallError(words("A game can be reviewed once it is over."))
    if len(match.header.seats) == 1:
        raise GuildhallError(words("In a solo game there is nobody to win against."))
    found = saved_review(context.store, id, match.header)
    if found is None:
        found = _made(match, context.tongue)
        if context.store.only_read is None:
            context.store.keep_review(id, made_with(match.header), found.to_json())
    print_review(match, found, Tongue(context.preferences.language, match.header.names))
    return OK


def _made(match: Match, tongue: Tongue) -> Review:
    """The review, with a bar on a terminal while it is made."""
    steps = len(match.line) + 1 + MOST_JUDGED
    growing = printing.with_progress(reviewed(match), steps, tongue, words("Reviewing"))
    return deque(growing, maxlen=1).pop()


def print_review(match: Match, found: Review, tongue: Tongue) -> None:
    """The chances at the end of each round, luck and choices, and the turning points."""
    say, seats = tongue.say, range(len(match.header.seats))
    rounds = {match.at(point.count).state.round: point for point in found.points}
    heads = [say(words("Round")), *match.header.names]
    last = max(1, len(match.line))
    unsure = {
        round: knows_little(match.game, len(seats), point.count / last)
        for round, point in rounds.items()
    }
    rows = [
        [str(round), *(f"{'~' * unsure[round]}{percent(chance)} %" for chance in point.chances)]
        for round, point in rounds.items()
    ]
    print(
        say(
            words(
                "Chances of winning, from what each player could know; they may not add "
                "up to 100 %."
            )
        )
    )
    printing.print_table(heads, rows, right=1)
    if any(unsure.values()):
        print(say(words("~ At this stage such chances say little about who wins.")))
    print()
    for seat in seats:
        print(say(parts_told(seat, found.parted(match.line, seat))))
    print()
    turning = found.turning_points()
    if not turning:
        print(say(words("No move was clearly a mistake.")))
    for one in turning:
        print(f"{one.count:>5} {say(turning_point(match, one))}")
    playouts = sum(one.played.playouts + one.best.playouts for one in found.judged.values())
    curve = plural(
        "Each chance is based on {n} playout.",
        "Each chance is based on {n} playouts.",
        playouts_each(len(seats), len(match.line)),
    )
    told = plural(
        "{judged} of {picks} moves were compared, on average with {n} playout each.",
        "{judged} of {picks} moves were compared, on average with {n} playouts each.",
        round(playouts / max(1, 2 * len(found.judged))),
        judged=len(found.judged),
        picks=sum(1 for event in match.line if event.kind == "pick"),
    )
    print(say(curve), say(told))
    sys.stdout.flush()
