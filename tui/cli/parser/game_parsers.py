"""Parsers of commands about games: rules and lessons, simulations, results, component numbers."""

from __future__ import annotations

from gettext import gettext as _

from tui.cli.parser.arguments import Parser, file, folder, game, positive
from tui.cli.parser.command_line import CommandLine


def simulate(cli: CommandLine) -> None:
    simulate = cli.command(
        "simulate",
        "tui.cli.commands:simulate",
        _("Play many games between bots and count the results."),
        (
            "guildhall simulate middle_ages --games 1000 --players 4 --bots random --seed 1",
            _("always the same thousand games"),
        ),
        (
            "guildhall simulate middle_ages --players 2 --bots medium,random",
            _("two bots against each other, equally often in each seat"),
        ),
        (
            "guildhall simulate deus --players 3 --bots medium,random,random --results duel.jsonl",
            _("one bot against two; run the command again to continue"),
        ),
        (
            "guildhall simulate knights --games 5 --export games",
            _("five games to look at, in the folder “games”"),
        ),
        (
            "guildhall simulate deus --bots mine,medium --program mine=./mybot",
            _("a program of your own against a bot"),
        ),
    )
    cli.game(simulate)
    _contest(simulate)
    cli.programs(simulate)
    _result_files(simulate)
    simulate.flag("--force", _("overwrite existing saved games"))
    cli.setup(simulate, _("the seed for dice and cards (default: 0)"))


def _contest(simulate: Parser) -> None:
    simulate.option(
        "--games", "N", _("number of games (default: %(default)s)"), type=positive, default=100
    )
    simulate.option(
        "--players", "N", _("number of seats (default: as few as the game allows)"), type=positive
    )
    simulate.option(
        "--bots",
        _("NAME,..."),
        _(
            "the bots, assigned to the seats in turn; different bots change seats after "
            "every game (default: %(default)s)"
        ),
        default="random",
    )
    simulate.option(
        "--jobs",
        "N",
        _("number of games to play at the same time (default: number of processor cores)"),
        type=positive,
    )


def _result_files(simulate: Parser) -> None:
    to_files = simulate.add_mutually_exclusive_group()
    simulate.option(
        "--results",
        _("FILE"),
        _(
            "append the result of every game to this file, one per line; games that are "
            "already in it are not played again"
        ),
        group=to_files,
        type=file,
    )
    simulate.option(
        "--from-results",
        _("FILE"),
        _("count the results in these files instead of playing"),
        group=to_files,
        dest="from_results",
        type=file,
        nargs="+",
    )
    simulate.option(
        "--export", _("FOLDER"), _("save every game to this folder"), group=to_files, type=folder
    )


def highscores(cli: CommandLine) -> None:
    highscores = cli.command(
        "highscores",
        "tui.cli.commands:highscores",
        _("Print the best results of solo games."),
        ("guildhall highscores era", _("the best results against Sir Philip")),
    )
    cli.game(highscores)
    cli.options(highscores)


def stats(cli: CommandLine) -> None:
    stats = cli.command(
        "stats",
        "tui.cli.commands:stats",
        _("Print players' results and ratings."),
        ("guildhall stats", _("for every game")),
        ("guildhall stats era", _("for one game")),
        ("guildhall stats era --player Anna", _("Anna against each of the others")),
    )
    stats.option("game", _("GAME"), _("one game (default: all games)"), nargs="?", type=game)
    stats.option("--player", _("NAME"), _("this player's results against each of the others"))
    cli.json(stats)


def rules(cli: CommandLine) -> None:
    rules = cli.command(
        "rules",
        "tui.cli.commands:rules",
        _("Print the rules of a game."),
        ("guildhall rules middle_ages | less", _("all the rules")),
        ("guildhall rules middle_ages MID-5.16", _("one rule")),
        ("guildhall rules middle_ages 5", _("one section")),
    )
    cli.game(rules)
    rules.option("id", "ID", _("the ID of a rule or a section"), nargs="?")


def learn(cli: CommandLine) -> None:
    learn = cli.command(
        "learn",
        "tui.cli.screen_commands:learn",
        _("Play the ten-minute lesson of a game."),
        ("guildhall learn middle_ages", _("continue where you left off")),
    )
    cli.game(learn)
    cli.lines(learn)


def components(cli: CommandLine) -> None:
    components = cli.command(
        "components",
        "tui.cli.commands:components",
        _("List assumed component numbers and how to correct them."),
        (
            "guildhall components middle_ages",
            _("the assumed numbers, and the file for your corrections"),
        ),
    )
    cli.game(components)
    components.flag("--json", _("print all component data as JSON"))
