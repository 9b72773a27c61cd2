"""Parsers of commands about games: rules and lessons, simulations, results, component numbers."""

from __future__ import annotations

from engine.i18n.text import words
from tui.cli.parser.arguments import file, folder, game, positive
from tui.cli.parser.command_line import CommandLine


def simulate(make: CommandLine) -> None:
    simulate = make.command(
        "simulate",
        "tui.cli.commands:simulate",
        words("Play many games between bots and count the results."),
        (
            "guildhall simulate middle_ages --games 1000 --players 4 --bots random --seed 1",
            words("always the same thousand games"),
        ),
        (
            "guildhall simulate middle_ages --players 2 --bots medium,random",
            words("two bots against each other, equally often in each seat"),
        ),
        (
            "guildhall simulate deus --players 3 --bots medium,random,random --results duel.jsonl",
            words("one bot against two; run the command again to continue"),
        ),
        (
            "guildhall simulate knights --games 5 --export games",
            words("five games to look at, in the folder “games”"),
        ),
        (
            "guildhall simulate deus --bots mine,medium --program mine=./mybot",
            words("a program of your own against a bot"),
        ),
    )
    make.game(simulate)
    simulate.option(
        "--games", "N", words("number of games (default: %(default)s)"), type=positive, default=100
    )
    simulate.option(
        "--players",
        "N",
        words("number of seats (default: as few as the game allows)"),
        type=positive,
    )
    simulate.option(
        "--bots",
        words("NAME,..."),
        words(
            "the bots, assigned to the seats in turn; different bots change seats after "
            "every game (default: %(default)s)"
        ),
        default="random",
    )
    simulate.option(
        "--jobs",
        "N",
        words("number of games to play at the same time (default: number of processor cores)"),
        type=positive,
    )
    make.programs(simulate)
    to_files = simulate.add_mutually_exclusive_group()
    simulate.option(
        "--results",
        words("FILE"),
        words(
            "append the result of every game to this file, one per line; games that are "
            "already in it are not played again"
        ),
        group=to_files,
        type=file,
    )
    simulate.option(
        "--from-results",
        words("FILE"),
        words("count the results in these files instead of playing"),
        group=to_files,
        dest="from_results",
        type=file,
        nargs="+",
    )
    simulate.option(
        "--export",
        words("FOLDER"),
        words("save every game to this folder"),
        group=to_files,
        type=folder,
    )
    simulate.flag("--force", words("overwrite existing saved games"))
    make.setup(simulate, words("the seed for dice and cards (default: 0)"))


def highscores(make: CommandLine) -> None:
    highscores = make.command(
        "highscores",
        "tui.cli.commands:highscores",
        words("Print the best results of solo games."),
        ("guildhall highscores era", words("the best results against Sir Philip")),
    )
    make.game(highscores)
    make.options(highscores)


def stats(make: CommandLine) -> None:
    stats = make.command(
        "stats",
        "tui.cli.commands:stats",
        words("Print players' results and ratings."),
        ("guildhall stats", words("for every game")),
        ("guildhall stats era", words("for one game")),
        ("guildhall stats era --player Anna", words("Anna against each of the others")),
    )
    stats.option(
        "game", words("GAME"), words("one game (default: all games)"), nargs="?", type=game
    )
    stats.option(
        "--player", words("NAME"), words("this player's results against each of the others")
    )
    make.json(stats)


def rules(make: CommandLine) -> None:
    rules = make.command(
        "rules",
        "tui.cli.commands:rules",
        words("Print the rules of a game."),
        ("guildhall rules middle_ages | less", words("all the rules")),
        ("guildhall rules middle_ages MID-5.16", words("one rule")),
        ("guildhall rules middle_ages 5", words("one section")),
    )
    make.game(rules)
    rules.option("id", "ID", words("the ID of a rule or a section"), nargs="?")


def learn(make: CommandLine) -> None:
    learn = make.command(
        "learn",
        "tui.cli.screen_commands:learn",
        words("Play the ten-minute lesson of a game."),
        ("guildhall learn middle_ages", words("continue where you left off")),
    )
    make.game(learn)
    make.lines(learn)


def components(make: CommandLine) -> None:
    components = make.command(
        "components",
        "tui.cli.commands:components",
        words("List assumed component numbers and how to correct them."),
        (
            "guildhall components middle_ages",
            words("the assumed numbers, and the file for your corrections"),
        ),
    )
    make.game(components)
    components.flag("--json", words("print all component data as JSON"))
