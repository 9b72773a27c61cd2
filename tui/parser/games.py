"""Commands about games: their rules, how bots and people fare, component values."""

from __future__ import annotations

from typing import Final

from engine.i18n.text import words
from tui.parser.arguments import file, folder, game, positive
from tui.parser.maker import Command, Maker


def _simulate(make: Maker) -> None:
    simulate = make.command(
        "simulate",
        words("Let bots play many games and count the results."),
        (
            "guildhall simulate middle_ages --games 1000 --players 4 --bot random --seed 1",
            words("always the same thousand games"),
        ),
        (
            "guildhall simulate middle_ages --players 2 --bot medium,random",
            words("one bot against another, each as often in every seat"),
        ),
        (
            "guildhall simulate deus --players 3 --bot medium,random,random --keep duel.jsonl",
            words("one against two; what is in the file is not played again"),
        ),
        (
            "guildhall simulate knights --games 5 --export games",
            words("six games to look at in the folder “games”"),
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
        help=make.say(words("how many games; %(default)s unless told")),
    )
    simulate.add_argument(
        "--players",
        type=positive,
        metavar="N",
        help=make.say(words("how many seats; as few as the game takes unless told")),
    )
    simulate.add_argument(
        "--bot",
        default="random",
        metavar=make.say(words("NAME,...")),
        help=make.say(
            words(
                "who plays, dealt to the seats in turn; %(default)s unless told. Different "
                "bots change seats after every game"
            )
        ),
    )
    simulate.add_argument(
        "--jobs",
        type=positive,
        metavar="N",
        help=make.say(words("how many games at the same time; as many as there are cores")),
    )
    make.programs(simulate)
    to_files = simulate.add_mutually_exclusive_group()
    to_files.add_argument(
        "--keep",
        type=file,
        metavar=make.say(words("FILE")),
        help=make.say(
            words(
                "write how every game went into this file, a line each, and go on where a run "
                "was stopped"
            )
        ),
    )
    to_files.add_argument(
        "--from",
        dest="tallied",
        type=file,
        nargs="+",
        metavar=make.say(words("FILE")),
        help=make.say(words("play nothing, and count the games that such files hold")),
    )
    to_files.add_argument(
        "--export",
        type=folder,
        metavar=make.say(words("FOLDER")),
        help=make.say(words("write every game into this folder, a saved game each")),
    )
    simulate.add_argument(
        "--force",
        action="store_true",
        help=make.say(words("overwrite saved games that are there already")),
    )
    make.setup(simulate, words("what decides dice and cards; 0 unless told"))


def _best(make: Maker) -> None:
    best = make.command(
        "best",
        words("Print the best results of those who played a game alone."),
        ("guildhall best era", words("against Sir Philip")),
    )
    make.game(best)
    make.options(best)


def _stats(make: Maker) -> None:
    stats = make.command(
        "stats",
        words("Print how everybody has fared over all finished games."),
        ("guildhall stats", words("in every game that was played")),
        ("guildhall stats era", words("in one of them")),
        ("guildhall stats era --player Anna", words("Anna against each of the others")),
    )
    stats.add_argument(
        "game",
        nargs="?",
        type=game,
        metavar=make.say(words("GAME")),
        help=make.say(words("one game; all of them unless told")),
    )
    stats.add_argument(
        "--player",
        metavar=make.say(words("NAME")),
        help=make.say(words("how this player has fared against each of the others")),
    )
    make.json(stats)


def _rules(make: Maker) -> None:
    rules = make.command(
        "rules",
        words("Print the rules of a game."),
        ("guildhall rules middle_ages | less", words("all of them")),
        ("guildhall rules middle_ages MID-5.16", words("one rule")),
        ("guildhall rules middle_ages 5", words("one section")),
    )
    make.game(rules)
    rules.add_argument(
        "id", nargs="?", metavar="ID", help=make.say(words("of one rule or of one section"))
    )


def _learn(make: Maker) -> None:
    learn = make.command(
        "learn",
        words("Open the lesson of a game: ten minutes, task by task."),
        ("guildhall learn middle_ages", words("on from where you have left it")),
    )
    make.game(learn)
    make.lines(learn)


def _data(make: Maker) -> None:
    data = make.command(
        "data",
        words("Say which component values are assumed, and how to correct them."),
        (
            "guildhall data middle_ages",
            words("the file for your own values, and what is assumed"),
        ),
    )
    make.game(data)
    data.add_argument(
        "--json",
        action="store_true",
        help=make.say(words("print all that is in the box, as a program reads it")),
    )


COMMANDS: Final[tuple[Command, ...]] = (_simulate, _best, _stats, _rules, _learn, _data)
