"""Commands about games: their rules, how bots and people fare, component values."""

from __future__ import annotations

from typing import Final

from engine.i18n.text import words
from tui.cli.parser.arguments import file, folder, game, positive
from tui.cli.parser.command_line import Command, CommandLine


def _simulate(make: CommandLine) -> None:
    simulate = make.command(
        "simulate",
        words("Play many games between bots and count the results."),
        (
            "guildhall simulate middle_ages --games 1000 --players 4 --bot random --seed 1",
            words("always the same thousand games"),
        ),
        (
            "guildhall simulate middle_ages --players 2 --bot medium,random",
            words("two bots against each other, equally often in each seat"),
        ),
        (
            "guildhall simulate deus --players 3 --bot medium,random,random --keep duel.jsonl",
            words("one bot against two; games already in the file are not played again"),
        ),
        (
            "guildhall simulate knights --games 5 --export games",
            words("five games to look at, in the folder “games”"),
        ),
        (
            "guildhall simulate deus --bot mine,medium --program mine=./mybot",
            words("a program of your own against a bot"),
        ),
    )
    make.game(simulate)
    simulate.add_argument(
        "--games",
        type=positive,
        default=100,
        metavar="N",
        help=make.say(words("number of games (default: %(default)s)")),
    )
    simulate.add_argument(
        "--players",
        type=positive,
        metavar="N",
        help=make.say(words("number of seats (default: as few as the game allows)")),
    )
    simulate.add_argument(
        "--bot",
        default="random",
        metavar=make.say(words("NAME,...")),
        help=make.say(
            words(
                "who plays, dealt to the seats in turn (default: %(default)s); different "
                "bots change seats after every game"
            )
        ),
    )
    simulate.add_argument(
        "--jobs",
        type=positive,
        metavar="N",
        help=make.say(
            words("number of games to play at the same time (default: number of processor cores)")
        ),
    )
    make.programs(simulate)
    to_files = simulate.add_mutually_exclusive_group()
    to_files.add_argument(
        "--keep",
        type=file,
        metavar=make.say(words("FILE")),
        help=make.say(
            words(
                "write the result of every game to this file, one per line, and continue "
                "where a run was stopped"
            )
        ),
    )
    to_files.add_argument(
        "--from",
        dest="tallied",
        type=file,
        nargs="+",
        metavar=make.say(words("FILE")),
        help=make.say(words("play nothing; count the games in these files")),
    )
    to_files.add_argument(
        "--export",
        type=folder,
        metavar=make.say(words("FOLDER")),
        help=make.say(words("save every game to this folder")),
    )
    simulate.add_argument(
        "--force",
        action="store_true",
        help=make.say(words("overwrite existing saved games")),
    )
    make.setup(simulate, words("the seed for dice and cards (default: 0)"))


def _best(make: CommandLine) -> None:
    best = make.command(
        "best",
        words("Print the best results of solo games."),
        ("guildhall best era", words("against Sir Philip")),
    )
    make.game(best)
    make.options(best)


def _stats(make: CommandLine) -> None:
    stats = make.command(
        "stats",
        words("Print everyone's results from all finished games."),
        ("guildhall stats", words("for every game")),
        ("guildhall stats era", words("for one game")),
        ("guildhall stats era --player Anna", words("Anna against each of the others")),
    )
    stats.add_argument(
        "game",
        nargs="?",
        type=game,
        metavar=make.say(words("GAME")),
        help=make.say(words("one game (default: all games)")),
    )
    stats.add_argument(
        "--player",
        metavar=make.say(words("NAME")),
        help=make.say(words("this player's results against each of the others")),
    )
    make.json(stats)


def _rules(make: CommandLine) -> None:
    rules = make.command(
        "rules",
        words("Print the rules of a game."),
        ("guildhall rules middle_ages | less", words("all the rules")),
        ("guildhall rules middle_ages MID-5.16", words("one rule")),
        ("guildhall rules middle_ages 5", words("one section")),
    )
    make.game(rules)
    rules.add_argument(
        "id", nargs="?", metavar="ID", help=make.say(words("the id of a rule or a section"))
    )


def _learn(make: CommandLine) -> None:
    learn = make.command(
        "learn",
        words("Open a game's ten-minute lesson, task by task."),
        ("guildhall learn middle_ages", words("continue where you left off")),
    )
    make.game(learn)
    make.lines(learn)


def _data(make: CommandLine) -> None:
    data = make.command(
        "data",
        words("List the component numbers that are assumed, and how to correct them."),
        (
            "guildhall data middle_ages",
            words("the file for your own numbers, and what is assumed"),
        ),
    )
    make.game(data)
    data.add_argument(
        "--json",
        action="store_true",
        help=make.say(words("print all component data as JSON")),
    )


COMMANDS: Final[tuple[Command, ...]] = (_simulate, _best, _stats, _rules, _learn, _data)
