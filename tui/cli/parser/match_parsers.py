"""Parsers of commands about games that people play: starting, listing, continuing, replaying,
reviewing, showing, exporting and importing them."""

from __future__ import annotations

from gettext import gettext as _

from tui.cli.parser.arguments import file, size
from tui.cli.parser.command_line import CommandLine


def play(cli: CommandLine) -> None:
    play = cli.command(
        "play",
        "tui.cli.screen_commands:play",
        _("Start a new game."),
        (
            "guildhall play middle_ages --seats Anna,Boris,bot:strong --seed 7 --lang ru",
            _("two people and a bot, with the same tiles every time, in Russian"),
        ),
        ("guildhall play middle_ages --seats Anna,Marta=bot:random", _("a bot called Marta")),
        (
            "guildhall play deus --option 'layout=0,0 3,-2 2,1 5,-1'",
            _(
                "a map of tiles with these centres; "
                "0,0=7A/4 also sets the side and rotation of a tile"
            ),
        ),
        (
            "guildhall play deus --seats Anna,bot:mine --program mine=./mybot",
            _("against a program of your own"),
        ),
    )
    cli.game(play)
    play.option(
        "--seats",
        _("NAME,..."),
        _(
            "the players in seat order: names of people, bot:easy, bot:medium, "
            "bot:strong, bot:random or NAME=bot:strong (default: you against bot:medium)"
        ),
    )
    play.flag("--real-dice", _("people roll real dice and type the results"))
    cli.lines(play)
    cli.programs(play)
    cli.setup(play, _("the seed for dice and cards (default: random and secret)"))


def list_(cli: CommandLine) -> None:
    list_ = cli.command("list", "tui.cli.commands:list_", _("List saved games, most recent first."))
    cli.json(list_)


def resume(cli: CommandLine) -> None:
    resume = cli.command(
        "resume",
        "tui.cli.screen_commands:resume",
        _("Continue a saved game."),
        (
            "guildhall resume k7m2 --as Anna",
            _("play for Anna while others play at their own terminals"),
        ),
        (
            "guildhall resume k7m2 --as Anna --notify my-notice",
            _("also run “my-notice” whenever it is Anna's turn"),
        ),
        ("guildhall resume k7m2 --watch", _("watch only")),
    )
    resume.option(
        "id",
        "ID",
        _("the ID of the game, or its first characters (default: the last unfinished game)"),
        nargs="?",
    )
    cli.lines(resume)
    cli.programs(resume)
    who = resume.add_mutually_exclusive_group()
    resume.option(
        "--as",
        _("NAME"),
        _(
            "play for this player only, while the others play at their own terminals; "
            "can be given more than once"
        ),
        group=who,
        dest="names",
        action="append",
    )
    resume.flag("--watch", _("watch without playing, and see what everyone can see"), group=who)
    resume.option(
        "--notify",
        _("COMMAND"),
        _(
            "with --as: a command to run when one of these players has to move; it "
            "reads one line of JSON"
        ),
    )


def replay(cli: CommandLine) -> None:
    replay = cli.command(
        "replay",
        "tui.cli.screen_commands:replay",
        _("Step through a game on the screen."),
        ("guildhall replay k7m2 --at 40", _("from the position after 40 steps")),
    )
    cli.source(replay)
    cli.at(replay)


def review(cli: CommandLine) -> None:
    review = cli.command(
        "review",
        "tui.cli.review_command:review",
        _("Print where a finished game was won and lost."),
        ("guildhall review k7m2", _("Guildhall saves the review with the game")),
    )
    review.option("id", "ID", _("the ID of the game"))


def export(cli: CommandLine) -> None:
    export = cli.command(
        "export",
        "tui.cli.commands:export",
        _("Write a game to a file or a web page."),
        ("guildhall export k7m2 anna-boris.jsonl", _("to a file")),
        ("guildhall export k7m2 - | less", _("to read it on the screen")),
        ("guildhall export k7m2 game.html", _("as a page for any browser")),
    )
    export.option("id", "ID", _("the ID of the game"))
    export.option("file", _("FILE"), _("the file, or - for standard output"), type=file)
    export.flag(
        "--force", _("overwrite an existing file; include what players still hide from one another")
    )
    page = export.add_argument_group(_("for a web page (FILE ends with .html)"))
    export.flag("--html", _("write a web page, whatever the file name"), group=page)
    export.option(
        "--size",
        _("COLUMNSxROWS"),
        _("the size of the table (default: 120x40)"),
        group=page,
        type=size,
        default=(120, 40),
    )
    export.option(
        "--seat", _("NAME"), _("as this player saw it (default: everything revealed)"), group=page
    )
    export.flag("--anonymous", _("leave out people's names"), group=page)


def import_(cli: CommandLine) -> None:
    import_ = cli.command(
        "import", "tui.cli.commands:import_", _("Import a saved game from a file.")
    )
    import_.option("file", _("FILE"), _("the saved game"), type=file)
    import_.flag("--partial", _("import the undamaged part of a damaged file"))


def show(cli: CommandLine) -> None:
    show = cli.command(
        "show",
        "tui.cli.commands:show",
        _("Describe a position in words."),
        ("guildhall show game.jsonl --at 12", _("after the first 12 steps")),
        ("guildhall show k7m2 --log", _("with the log up to that point")),
        ("guildhall show k7m2 --board", _("as the screen would show it")),
    )
    cli.source(show)
    cli.at(show)
    show.option(
        "--seat",
        _("NAME"),
        _(
            "show what this player sees "
            "(default: the only person at the table, or what everyone sees)"
        ),
    )
    show.flag("--force", _("show even what a player still hides from others"))
    log = show.flag("--log", _("also print the log up to this position"))
    board = show.flag("--board", _("draw the table instead of describing it"))
    ansi = show.flag("--ansi", _("draw the table in colour, even if the output is not a terminal"))
    svg = show.option("--svg", _("FILE"), _("write a picture of the table to this file"), type=file)
    show.refuse_together(cli.json(show), (log, board, ansi, svg))
