"""Contests between bots on the command line: playing them, and the table of results."""

from __future__ import annotations

import textwrap
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from attrs import evolve

from engine.contests.contest import MIN_SIGNIFICANT_GAMES, BotScore, BotScores, Contest
from engine.contests.game_result import ResultsLog, gather
from engine.contests.simulate import ExportFolder, all_cores
from engine.core.game import Game
from engine.core.state import State
from engine.errors import GuildhallError
from engine.games import load
from engine.i18n.language import Translator
from engine.i18n.text import plural, words
from screens.exit_codes import OK
from tui.cli import printing
from tui.cli.context import CommandContext

if TYPE_CHECKING:
    from argparse import Namespace


def run_contest(
    context: CommandContext, args: Namespace, bots: Sequence[str], options: Mapping[str, str]
) -> int:
    """Play a contest between bots, print the results, and return the exit code."""
    game = load(args.game)
    own = context.own_data(game.id)
    seats = args.players or max(game.players[0], len(bots))
    contest = Contest.between(
        game.id, bots, seats, seed=args.seed or "0", options=options, data=own
    )
    games = contest.rounded(args.games)
    if args.export:
        contest = evolve(
            contest, export_folder=ExportFolder(Path(args.export), game.id, games, args.force)
        )
    results_log = ResultsLog(Path(args.results)) if args.results else None
    scores = BotScores()
    started = time.perf_counter()
    results = contest.run(games, jobs=args.jobs or all_cores(), results_log=results_log)
    for result in printing.with_progress(results, games, context.translator):
        scores.add(result)
    _print_scores(game, scores, context.translator)
    took = f"{time.perf_counter() - started:.2f}"
    context.print_message("Done in {seconds} s.", seconds=took)
    printing.print_whereabouts(context, game.id, contest.export_folder)
    return OK


def tally(context: CommandContext, args: Namespace) -> int:
    """Print the bots' results from the files `args.from_results`, and return the exit code. Raises
    GuildhallError if the files have no results, and BadSave if a file is unreadable or has results
    that cannot be counted together (see `gather`)."""
    game = load(args.game)
    scores = BotScores()
    for result in gather([ResultsLog(Path(file)) for file in args.from_results], game.id):
        scores.add(result)
    if not scores.games:
        raise GuildhallError("No games have been finished yet.")
    _print_scores(game, scores, context.translator)
    return OK


def _print_scores(game: Game[State], scores: BotScores, translator: Translator) -> None:
    """Print the number of games, their average length, the table of the bots, and warnings."""
    _print_averages(game, scores, translator)
    print()
    _print_table(scores, translator)
    for score in scores.of.values():
        if score.lost:
            late = plural(
                "{n} move of {bot} was made at random because it was late or invalid.",
                "{n} moves of {bot} were made at random because they were late or invalid.",
                score.lost,
                bot=score.bot,
            )
            print(translator.translate(late))
    if scores.games < MIN_SIGNIFICANT_GAMES:
        few = words(
            "With fewer than {n} games, the result is only a rough indication.",
            n=MIN_SIGNIFICANT_GAMES,
        )
        print(translator.translate(few))


def _print_averages(game: Game[State], scores: BotScores, translator: Translator) -> None:
    counted = plural(
        "{game}, {players}: {n} game.",
        "{game}, {players}: {n} games.",
        scores.games,
        game=game.names,
        players=plural("{n} player", "{n} players", scores.seats),
    )
    length = words(
        "Average game: {picks} moves, {turns} turns, {rounds} rounds.",
        picks=f"{scores.picks / scores.games:.1f}",
        turns=f"{scores.turns / scores.games:.1f}",
        rounds=f"{scores.rounds / scores.games:.1f}",
    )
    print(translator.translate(counted))
    print(translator.translate(length))


def _print_table(scores: BotScores, translator: Translator) -> None:
    """Print the table of the bots, and the meanings of its columns."""
    heads = [
        words("Bot"),
        words("Games"),
        words("Wins"),
        words("%"),
        words("95%"),
        words("expected"),
        words("Place"),
        words("Total"),
        words("Margin"),
        words("ms"),
        words("95%"),
    ]
    rows = [_row(score) for score in scores.of.values()]
    printing.print_table([translator.translate(head) for head in heads], rows, right=1)
    print()
    meanings = words(
        "%: the share of wins, with shared wins counted as fractions; next to it the 95% "
        "confidence interval and the expected share. Margin: lead over the best other bot. "
        "ms: processor time per move, median and 95th percentile."
    )
    print(textwrap.fill(translator.translate(meanings), 79))


def _row(score: BotScore) -> Sequence[str]:
    low, high = score.interval
    return [
        score.bot,
        str(score.games),
        f"{round(float(score.wins), 1):g}",
        f"{float(100 * score.wins / score.games):.1f}",
        f"{100 * low:.0f}-{100 * high:.0f}",
        f"{float(100 * score.fair / score.games):.1f}",
        f"{score.places / score.seats:.2f}",
        f"{score.totals / score.seats:.1f}",
        f"{score.margins / score.seats:+.1f}",
        _ms(score.time(0.5)),
        _ms(score.time(0.95)),
    ]


def _ms(time: float) -> str:
    return f"{time:.1f}" if time >= 10 else f"{time:.3f}"
