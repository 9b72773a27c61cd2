"""The command `review`, which analyses a finished match and prints the result."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING

from engine.errors import GuildhallError
from engine.i18n.language import Translator
from engine.i18n.text import plural, words
from engine.search.review import Review, percent, reviewed, summary
from engine.search.win_chances import knows_little
from engine.storage.saved_review import save_review, saved_review
from screens.exit_codes import OK
from screens.paint.theme import theme
from screens.table_view.painter_registry import painter_for
from screens.table_view.review_text import costly_move_text
from tui.cli import printing

if TYPE_CHECKING:
    from argparse import Namespace

    from engine.match.match import Match
    from tui.cli.context import CommandContext


def review(context: CommandContext, args: Namespace) -> int:
    """Print the review of a match, and return the exit code. A missing or unfinished review is
    computed first, and saved even if the computation is interrupted, unless the store is read-only.
    Raises GuildhallError for a running match or a solo game."""
    id = context.store.find(args.id).id
    match = context.store.load(id)
    if not match.over:
        raise GuildhallError("You can review a game once it is over.")
    if len(match.header.seats) == 1:
        raise GuildhallError("You cannot review a solo game: there is nobody to win against.")
    review = saved_review(context.store, id, match.header) or Review()
    if not review.whole:
        try:
            for _ in printing.with_progress(
                _percents(match, review), 100, context.translator, words("Reviewing")
            ):
                pass
        finally:
            if context.store.only_read is None:
                save_review(context.store, id, match.header, review.to_json())
    print_review(match, review, Translator(context.preferences.language, match.header.names))
    return OK


def _percents(match: Match, saved: Review) -> Iterator[int]:
    """Continue the review `saved`, and yield each percentage up to 100 when the review reaches
    it."""
    percentage = 0
    for review in reviewed(match, saved):
        while percentage < percent(review.progress):
            percentage += 1
            yield percentage


def print_review(match: Match, review: Review, translator: Translator) -> None:
    """Print the summary, the chances at the end of each round, and the costly moves."""
    print(translator.translate(summary(match, review)))
    print()
    _print_chances(match, review, translator)
    print()
    _print_costly_moves(match, review, translator)
    sys.stdout.flush()


def _print_chances(match: Match, review: Review, translator: Translator) -> None:
    translate, players = translator.translate, len(match.header.seats)
    ends = {position.state.round: len(position.line) for position in match.positions()}
    last = max(1, len(match.line))
    unsure = {
        round: knows_little(match.game, players, count / last) for round, count in ends.items()
    }
    heads = [translate(words("Round")), *match.header.names]
    rows = [
        [
            str(round),
            *(
                "~" * unsure[round] + translate(words("{n}%", n=percent(chance)))
                for chance in review.chances_at(count)
            ),
        ]
        for round, count in ends.items()
    ]
    print(
        translate(
            words(
                "Chances of winning, based on what each player could know. They may not add up to "
                "100%."
            )
        )
    )
    printing.print_table(heads, rows, right=1)
    if any(unsure.values()):
        print(translate(words("~ At this stage, the chances say little about who will win.")))


def _print_costly_moves(match: Match, review: Review, translator: Translator) -> None:
    """Print the costly moves, those of people first, and how many moves were compared."""
    translate = translator.translate
    costly = review.costly_moves()
    if not costly:
        print(translate(words("There were no costly moves.")))
    people = set(match.header.people)
    painter = painter_for(match.header.game)
    for move in sorted(costly, key=lambda move: (move.seat not in people, move.count)):
        text = costly_move_text(match, move, painter, translator, theme())
        print(f"{move.count:>5} {translate(text)}")
    picks = sum(1 for event in match.line if event.kind == "pick")
    compared = plural(
        "{judged} of {n} move was compared with other choices.",
        "{judged} of {n} moves were compared with other choices.",
        picks,
        judged=len(review.judged),
    )
    print(translate(compared))
