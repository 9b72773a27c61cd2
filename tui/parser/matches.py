"""Commands about matches: begin one, go on, look at it, take it in and out."""

from __future__ import annotations

from typing import Final

from engine.i18n.text import words
from tui.parser.arguments import file, size
from tui.parser.maker import Command, Maker


def _play(make: Maker) -> None:
    play = make.command(
        "play",
        words("Begin a match at once."),
        (
            "guildhall play middle_ages --seats Anna,Boris,bot:strong --seed 7 --lang ru",
            words("two people and a bot, always the same tiles, in Russian"),
        ),
        (
            "guildhall play middle_ages --seats Anna,Marta=bot:random",
            words("a bot by the name of Marta"),
        ),
        (
            "guildhall play deus --option 'layout=0,0 3,-2 2,1 5,-1'",
            words("a map of tiles with these centres; 0,0=7A/4 names side and turns, too"),
        ),
        (
            "guildhall play deus --seats Anna,bot:mine --program mine=./mybot",
            words("against a program of your own"),
        ),
    )
    make.game(play)
    play.add_argument(
        "--seats",
        metavar=make.say(words("NAME,...")),
        help=make.say(
            words(
                "the players in seat order: names of people, bot:easy, bot:medium, bot:strong, "
                "bot:random or NAME=bot:strong; else you against bot:medium"
            )
        ),
    )
    play.add_argument(
        "--real-dice",
        action="store_true",
        help=make.say(words("people throw dice of their own and type what they show")),
    )
    make.lines(play)
    make.programs(play)
    make.setup(play, words("what decides dice and cards; else a secret"))


def _list(make: Maker) -> None:
    list_ = make.command("list", words("List the matches that are kept, the last one first."))
    list_.set_defaults(command="list_")
    make.json(list_)


def _resume(make: Maker) -> None:
    resume = make.command(
        "resume",
        words("Go on with a match."),
        ("guildhall resume k7m2 --as Anna", words("while others play at theirs")),
        ("guildhall resume k7m2 --as Anna --tell my-notice", words("and be told of one's turn")),
        ("guildhall resume k7m2 --watch", words("look on")),
    )
    resume.add_argument(
        "id",
        nargs="?",
        metavar="ID",
        help=make.say(words("the id of the match or its beginning; else the last unfinished one")),
    )
    make.lines(resume)
    make.programs(resume)
    who = resume.add_mutually_exclusive_group()
    who.add_argument(
        "--as",
        dest="names",
        action="append",
        metavar=make.say(words("NAME")),
        help=make.say(
            words(
                "play for this player alone; the others do so at terminals of their own. It "
                "can be given more than once"
            )
        ),
    )
    who.add_argument(
        "--watch",
        action="store_true",
        help=make.say(words("play for nobody, and see what everybody may see")),
    )
    resume.add_argument(
        "--tell",
        metavar=make.say(words("COMMAND")),
        help=make.say(
            words(
                "with --as: a command of yours that is started when others have brought the turn "
                "of these players; it reads one line of JSON"
            )
        ),
    )


def _replay(make: Maker) -> None:
    replay = make.command(
        "replay",
        words("Step through a match on the screen."),
        ("guildhall replay k7m2 --at 40", words("from the position after 40 events")),
    )
    make.source(replay)
    make.at(replay)


def _review(make: Maker) -> None:
    review = make.command(
        "review",
        words("Print where a finished match was won and lost."),
        ("guildhall review k7m2", words("it is kept beside the match, once it is made")),
    )
    review.add_argument("id", metavar="ID", help=make.say(words("the id of the match")))


def _export(make: Maker) -> None:
    export = make.command(
        "export",
        words("Write a match into a file that others can import."),
        ("guildhall export k7m2 anna-boris.jsonl", words("into a file")),
        ("guildhall export k7m2 - | less", words("to look at")),
        ("guildhall export k7m2 game.html", words("as a page that any browser shows")),
    )
    export.add_argument("id", metavar="ID", help=make.say(words("the id of the match")))
    export.add_argument(
        "file",
        type=file,
        metavar=make.say(words("FILE")),
        help=make.say(words("the file; - is stdout")),
    )
    export.add_argument(
        "--force",
        action="store_true",
        help=make.say(
            words("overwrite a file that is there already; write what players still hide")
        ),
    )
    page = export.add_argument_group(make.say(words("for a page (FILE ends with .html)")))
    page.add_argument(
        "--html",
        action="store_true",
        help=make.say(words("a page, whatever the file is called")),
    )
    page.add_argument(
        "--size",
        type=size,
        default=(120, 40),
        metavar=make.say(words("COLUMNSxROWS")),
        help=make.say(words("how large the table is painted; 120x40 unless told")),
    )
    page.add_argument(
        "--seat",
        metavar=make.say(words("NAME")),
        help=make.say(words("with the eyes of this player; else of those who watch")),
    )
    page.add_argument(
        "--nameless",
        action="store_true",
        help=make.say(words("leave out the names of people")),
    )


def _import(make: Maker) -> None:
    import_ = make.command("import", words("Take a saved game into the matches that are kept."))
    import_.set_defaults(command="import_")
    import_.add_argument(
        "file",
        type=file,
        metavar=make.say(words("FILE")),
        help=make.say(words("the saved game")),
    )
    import_.add_argument(
        "--partial",
        action="store_true",
        help=make.say(words("of a damaged file take what is good")),
    )


def _show(make: Maker) -> None:
    show = make.command(
        "show",
        words("Print a position in words."),
        ("guildhall show game.jsonl --at 12", words("after the first 12 events")),
        ("guildhall show k7m2 --story", words("with all that happened until then")),
        ("guildhall show k7m2 --board", words("as the screen would draw it")),
    )
    make.source(show)
    make.at(show)
    show.add_argument(
        "--seat",
        metavar=make.say(words("NAME")),
        help=make.say(words("what this player sees; else the only person, or what all see")),
    )
    show.add_argument(
        "--force",
        action="store_true",
        help=make.say(words("show what a player still hides from others at the table")),
    )
    story = show.add_argument(
        "--story", action="store_true", help=make.say(words("tell what happened as well"))
    )
    board = show.add_argument(
        "--board", action="store_true", help=make.say(words("draw the table instead"))
    )
    ansi = show.add_argument(
        "--ansi",
        action="store_true",
        help=make.say(words("draw it in colour, wherever that goes")),
    )
    svg = show.add_argument(
        "--svg",
        type=file,
        metavar=make.say(words("FILE")),
        help=make.say(words("write the table into this file as a picture")),
    )
    show.keep_apart(make.json(show), (story, board, ansi, svg))


COMMANDS: Final[tuple[Command, ...]] = (
    _play,
    _list,
    _resume,
    _replay,
    _review,
    _export,
    _import,
    _show,
)
