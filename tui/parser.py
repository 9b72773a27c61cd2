"""What can be said on the command line, and the help about it, in the person's language."""

from __future__ import annotations

import argparse
import textwrap

from engine.i18n.language import LANGUAGES, Tongue
from engine.i18n.text import Text, words
from screens.preferences import PREFERENCES
from tui.arguments import (
    Parser,
    Version,
    address,
    count,
    file,
    folder,
    game,
    place,
    port,
    positive,
    seed,
    size,
    source,
    speak,
)
from tui.places import HOME


def make_parser(tongue: Tongue, *, common_once: bool = False) -> argparse.ArgumentParser:
    """The parser, its help in the tongue's language. What may stand before and after a command can
    be left to the program alone, for a text that tells all commands in a row."""
    speak(tongue.language)
    return _Maker(tongue, common_once).parser


class _Maker:
    """Puts the parser together."""

    def __init__(self, tongue: Tongue, common_once: bool) -> None:
        self.say = tongue.say
        common = self._common_options()
        self._of_commands = [] if common_once else [common]
        self.parser = Parser(
            prog="guildhall",
            description=self.say(
                words("Six board games in a terminal. Without a command the menu opens.")
            ),
            epilog=self._examples(
                ("guildhall", words("the menu")),
                (
                    "guildhall play middle_ages --seats Anna,Boris,bot:strong",
                    words("two people and a bot"),
                ),
                ("guildhall resume", words("go on with the last match")),
                ("guildhall show k7m2 --at 40", words("a position in words")),
                ("guildhall simulate middle_ages --games 1000 --players 4", words("how bots fare")),
            )
            + "\n\n"
            + self._closing(),
            parents=[common],
        )
        self.parser.add_argument(
            "--version", action=Version, nargs=0, help=self.say(words("print the version and end"))
        )
        self.parser.add_argument(
            "--drafts",
            action="store_true",
            help=self.say(words("list games that are drafts, too")),
        )
        self.parser.set_defaults(command="menu")
        self._commands = self.parser.add_subparsers(
            title=self.say(words("commands")),
            metavar=self.say(words("COMMAND")),
            parser_class=Parser,
        )
        self._commands.type = str  # what follows a command is for its own parser to look at
        self._add_play()
        self._add_list()
        self._add_resume()
        self._add_replay()
        self._add_review()
        self._add_export()
        self._add_import()
        self._add_show()
        self._add_simulate()
        self._add_best()
        self._add_stats()
        self._add_rules()
        self._add_learn()
        self._add_data()
        self._add_serve()
        self._add_server()
        self._add_as()
        self._add_people()
        self._add_turns()
        self._add_backup()
        self._add_move()
        self._add_rescue()

    def _closing(self) -> str:
        closing = words(
            "`guildhall COMMAND --help` says more. Everything is kept in your data folder, or "
            "in the folder that {variable} or --home names.\n"
            "Exit codes: 0 done, 1 could not be done, 2 wrong usage, 130 interrupted.",
            variable=HOME,
        )
        return "\n".join(textwrap.fill(line, 79) for line in self.say(closing).splitlines())

    def _examples(self, *examples: tuple[str, Text]) -> str:
        lines = [f"  {command}\n      {self.say(meaning)}" for command, meaning in examples]
        return "\n".join([self.say(words("examples:")), *lines])

    def _common_options(self) -> Parser:
        """What may stand before and after the command; what is not said is not set."""
        choices = {one.key: list(one.choices) for one in PREFERENCES}
        common = Parser(add_help=False, argument_default=argparse.SUPPRESS)
        group = common.add_argument_group(self.say(words("for this run")))
        group.add_argument(
            "--lang",
            choices=list(LANGUAGES),
            help=self.say(words("the language, whatever the settings and the environment say")),
        )
        group.add_argument(
            "--home",
            type=folder,
            metavar=self.say(words("FOLDER")),
            help=self.say(words("the folder for games and settings")),
        )
        group.add_argument(
            "--store",
            dest="address",
            type=address,
            metavar=self.say(words("ADDRESS")),
            help=self.say(words("the database of the games, such as postgresql://HOST/NAME")),
        )
        group.add_argument("--theme", choices=choices["theme"], help=self.say(words("the colours")))
        group.add_argument(
            "--colours",
            choices=choices["colours"],
            help=self.say(words("how many colours the terminal has")),
        )
        group.add_argument(
            "--glyphs",
            choices=choices["glyphs"],
            help=self.say(words("box drawing, or plain ASCII")),
        )
        group.add_argument(
            "--no-mouse",
            dest="mouse",
            action="store_const",
            const="off",
            help=self.say(words("leave the mouse to the terminal")),
        )
        return common

    def _add(self, name: str, about: Text, *examples: tuple[str, Text]) -> Parser:
        parser: Parser = self._commands.add_parser(
            name,
            help=self.say(about),
            description=self.say(about),
            epilog=self._examples(*examples) if examples else None,
            parents=self._of_commands,
        )
        parser.set_defaults(command=name)
        return parser

    def _game(self, parser: argparse.ArgumentParser) -> None:
        parser.add_argument(
            "game",
            type=game,
            metavar=self.say(words("GAME")),
            help=self.say(words("the name of a game, such as middle_ages")),
        )

    def _source(self, parser: argparse.ArgumentParser) -> None:
        parser.add_argument(
            "source",
            type=source,
            metavar=self.say(words("FILE|ID")),
            help=self.say(words("a saved game in a file, or the id of a match (see list)")),
        )

    def _json(self, parser: argparse.ArgumentParser) -> argparse.Action:
        return parser.add_argument(
            "--json", action="store_true", help=self.say(words("the answer as programs read it"))
        )

    def _at(self, parser: argparse.ArgumentParser) -> None:
        parser.add_argument(
            "--at",
            type=count,
            metavar="N",
            help=self.say(words("after the first N events; 0 is the beginning, else the end")),
        )

    def _setup(self, parser: argparse.ArgumentParser, untold: Text) -> None:
        """Options, and a seed with what is said of it, its default included."""
        self._options(parser)
        parser.add_argument(
            "--seed", type=seed, metavar=self.say(words("SEED")), help=self.say(untold)
        )

    def _options(self, parser: argparse.ArgumentParser) -> None:
        parser.add_argument(
            "--option",
            action="append",
            default=[],
            metavar=self.say(words("KEY=VALUE")),
            help=self.say(words("an option of the game; may be given several times")),
        )

    def _lines(self, parser: argparse.ArgumentParser) -> None:
        parser.add_argument(
            "--lines",
            action="store_true",
            help=self.say(words("in lines that can be heard, with typed answers; no picture")),
        )

    def _programs(self, parser: argparse.ArgumentParser) -> None:
        parser.add_argument(
            "--program",
            action="append",
            default=[],
            metavar=self.say(words("NAME=FILE")),
            help=self.say(
                words(
                    "make bot:NAME of a program that speaks lines of JSON (docs/bots.md); may be "
                    "given several times"
                )
            ),
        )

    def _add_play(self) -> None:
        play = self._add(
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
        self._game(play)
        play.add_argument(
            "--seats",
            metavar=self.say(words("NAME,...")),
            help=self.say(
                words(
                    "the players in seat order: names of people, bot:easy, bot:medium, bot:strong, "
                    "bot:random or NAME=bot:strong; else you against bot:medium"
                )
            ),
        )
        play.add_argument(
            "--real-dice",
            action="store_true",
            help=self.say(words("people throw dice of their own and type what they show")),
        )
        self._lines(play)
        self._programs(play)
        self._setup(play, words("what decides dice and cards; else a secret"))

    def _add_list(self) -> None:
        list_ = self._add("list", words("List the matches that are kept, the last one first."))
        list_.set_defaults(command="list_")
        self._json(list_)

    def _add_resume(self) -> None:
        resume = self._add(
            "resume",
            words("Go on with a match."),
            ("guildhall resume k7m2 --as Anna", words("while others play at theirs")),
            ("guildhall resume k7m2 --watch", words("look on")),
        )
        resume.add_argument(
            "id",
            nargs="?",
            metavar="ID",
            help=self.say(
                words("the id of the match or its beginning; else the last unfinished one")
            ),
        )
        self._lines(resume)
        self._programs(resume)
        who = resume.add_mutually_exclusive_group()
        who.add_argument(
            "--as",
            dest="names",
            action="append",
            metavar=self.say(words("NAME")),
            help=self.say(
                words(
                    "play for this player alone; the others do so at terminals of their own. It "
                    "can be given more than once"
                )
            ),
        )
        who.add_argument(
            "--watch",
            action="store_true",
            help=self.say(words("play for nobody, and see what everybody may see")),
        )

    def _add_replay(self) -> None:
        replay = self._add(
            "replay",
            words("Step through a match on the screen."),
            ("guildhall replay k7m2 --at 40", words("from the position after 40 events")),
        )
        self._source(replay)
        self._at(replay)

    def _add_review(self) -> None:
        review = self._add(
            "review",
            words("Print where a finished match was won and lost."),
            ("guildhall review k7m2", words("it is kept beside the match, once it is made")),
        )
        review.add_argument("id", metavar="ID", help=self.say(words("the id of the match")))

    def _add_export(self) -> None:
        export = self._add(
            "export",
            words("Write a match into a file that others can import."),
            ("guildhall export k7m2 anna-boris.jsonl", words("into a file")),
            ("guildhall export k7m2 - | less", words("to look at")),
            ("guildhall export k7m2 game.html", words("as a page that any browser shows")),
        )
        export.add_argument("id", metavar="ID", help=self.say(words("the id of the match")))
        export.add_argument(
            "file",
            type=file,
            metavar=self.say(words("FILE")),
            help=self.say(words("the file; - is stdout")),
        )
        export.add_argument(
            "--force",
            action="store_true",
            help=self.say(
                words("overwrite a file that is there already; write what players still hide")
            ),
        )
        page = export.add_argument_group(self.say(words("for a page (FILE ends with .html)")))
        page.add_argument(
            "--html",
            action="store_true",
            help=self.say(words("a page, whatever the file is called")),
        )
        page.add_argument(
            "--size",
            type=size,
            default=(120, 40),
            metavar=self.say(words("COLUMNSxROWS")),
            help=self.say(words("how large the table is painted; 120x40 unless told")),
        )
        page.add_argument(
            "--seat",
            metavar=self.say(words("NAME")),
            help=self.say(words("with the eyes of this player; else of those who watch")),
        )
        page.add_argument(
            "--nameless",
            action="store_true",
            help=self.say(words("leave out the names of people")),
        )

    def _add_import(self) -> None:
        import_ = self._add("import", words("Take a saved game into the matches that are kept."))
        import_.set_defaults(command="import_")
        import_.add_argument(
            "file",
            type=file,
            metavar=self.say(words("FILE")),
            help=self.say(words("the saved game")),
        )
        import_.add_argument(
            "--partial",
            action="store_true",
            help=self.say(words("of a damaged file take what is good")),
        )

    def _add_show(self) -> None:
        show = self._add(
            "show",
            words("Print a position in words."),
            ("guildhall show game.jsonl --at 12", words("after the first 12 events")),
            ("guildhall show k7m2 --story", words("with all that happened until then")),
            ("guildhall show k7m2 --board", words("as the screen would draw it")),
        )
        self._source(show)
        self._at(show)
        show.add_argument(
            "--seat",
            metavar=self.say(words("NAME")),
            help=self.say(words("what this player sees; else the only person, or what all see")),
        )
        show.add_argument(
            "--force",
            action="store_true",
            help=self.say(words("show what a player still hides from others at the table")),
        )
        story = show.add_argument(
            "--story", action="store_true", help=self.say(words("tell what happened as well"))
        )
        board = show.add_argument(
            "--board", action="store_true", help=self.say(words("draw the table instead"))
        )
        ansi = show.add_argument(
            "--ansi",
            action="store_true",
            help=self.say(words("draw it in colour, wherever that goes")),
        )
        svg = show.add_argument(
            "--svg",
            type=file,
            metavar=self.say(words("FILE")),
            help=self.say(words("write the table into this file as a picture")),
        )
        show.keep_apart(self._json(show), (story, board, ansi, svg))

    def _add_simulate(self) -> None:
        simulate = self._add(
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
        self._game(simulate)
        simulate.add_argument(
            "--games",
            type=positive,
            default=100,
            metavar="N",
            help=self.say(words("how many games; %(default)s unless told")),
        )
        simulate.add_argument(
            "--players",
            type=positive,
            metavar="N",
            help=self.say(words("how many seats; as few as the game takes unless told")),
        )
        simulate.add_argument(
            "--bot",
            default="random",
            metavar=self.say(words("NAME,...")),
            help=self.say(
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
            help=self.say(words("how many games at the same time; as many as there are cores")),
        )
        self._programs(simulate)
        to_files = simulate.add_mutually_exclusive_group()
        to_files.add_argument(
            "--keep",
            type=file,
            metavar=self.say(words("FILE")),
            help=self.say(
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
            metavar=self.say(words("FILE")),
            help=self.say(words("play nothing, and count the games that such files hold")),
        )
        to_files.add_argument(
            "--export",
            type=folder,
            metavar=self.say(words("FOLDER")),
            help=self.say(words("write every game into this folder, a saved game each")),
        )
        simulate.add_argument(
            "--force",
            action="store_true",
            help=self.say(words("overwrite saved games that are there already")),
        )
        self._setup(simulate, words("what decides dice and cards; 0 unless told"))

    def _add_best(self) -> None:
        best = self._add(
            "best",
            words("Print the best results of those who played a game alone."),
            ("guildhall best era", words("against Sir Philip")),
        )
        self._game(best)
        self._options(best)

    def _add_stats(self) -> None:
        stats = self._add(
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
            metavar=self.say(words("GAME")),
            help=self.say(words("one game; all of them unless told")),
        )
        stats.add_argument(
            "--player",
            metavar=self.say(words("NAME")),
            help=self.say(words("how this player has fared against each of the others")),
        )
        self._json(stats)

    def _add_rules(self) -> None:
        rules = self._add(
            "rules",
            words("Print the rules of a game."),
            ("guildhall rules middle_ages | less", words("all of them")),
            ("guildhall rules middle_ages MID-5.16", words("one rule")),
            ("guildhall rules middle_ages 5", words("one section")),
        )
        self._game(rules)
        rules.add_argument(
            "id", nargs="?", metavar="ID", help=self.say(words("of one rule or of one section"))
        )

    def _add_learn(self) -> None:
        learn = self._add(
            "learn",
            words("Open the lesson of a game: ten minutes, task by task."),
            ("guildhall learn middle_ages", words("on from where you have left it")),
        )
        self._game(learn)
        self._lines(learn)

    def _add_data(self) -> None:
        data = self._add(
            "data",
            words("Say which component values are assumed, and how to correct them."),
            (
                "guildhall data middle_ages",
                words("the file for your own values, and what is assumed"),
            ),
        )
        self._game(data)
        data.add_argument(
            "--json",
            action="store_true",
            help=self.say(words("print all that is in the box, as a program reads it")),
        )

    def _add_as(self) -> None:
        guest = self._add(
            "as",
            words("Let a guest in whose key sshd has checked: for its forced command."),
            (
                "guildhall as SHA256:... join K7M2",
                words("else the words are those of SSH_ORIGINAL_COMMAND"),
            ),
        )
        guest.set_defaults(command="as_", discreet=True)
        guest.add_argument(
            "fingerprint",
            metavar=self.say(words("FINGERPRINT")),
            help=self.say(words("of the key, as sshd tells it by %%f")),
        )
        guest.add_argument(
            "words",
            nargs="*",
            metavar=self.say(words("WORDS")),
            help="join CODE | watch ID | turns | export ID | key add",
        )
        self._newcomers(guest)
        guest.add_argument(
            "--way-in",
            default="ssh HOST",
            metavar=self.say(words("LINE")),
            help=self.say(words("what others type to come here; %(default)s unless told")),
        )

    def _add_people(self) -> None:
        people = self._add(
            "people",
            words("Look after the people who have a name in this house."),
            ("guildhall people list", words("who there is, and who was here last")),
            ("guildhall people ban Anna", words("does not come in any more; unban takes it back")),
            ("guildhall people key Anna", words("a word for somebody who has lost a key")),
            ("guildhall people rename Anna Annabel", words("in all matches too")),
            ("guildhall people forget Anna --force", words("as if she had never been here")),
            ("guildhall people new-word", words("another word of invitation; word tells it")),
        )
        people.add_argument(
            "act",
            choices=[
                "list",
                "admin",
                "demote",
                "ban",
                "unban",
                "rename",
                "key",
                "forget",
                "word",
                "new-word",
            ],
        )
        people.add_argument(
            "names",
            nargs="*",
            metavar=self.say(words("NAME")),
            help=self.say(words("whom it is about; for rename the new name as well")),
        )
        people.add_argument(
            "--force",
            action="store_true",
            help=self.say(words("do what cannot be undone")),
        )
        self._json(people)

    def _add_turns(self) -> None:
        turns = self._add(
            "turns",
            words("Print the matches that wait for you, a line each; fails if there are none."),
            ("guildhall turns", words("those of this computer")),
            ("guildhall turns Anna", words("those of somebody who has a name in this house")),
        )
        turns.add_argument(
            "name",
            nargs="?",
            metavar=self.say(words("NAME")),
            help=self.say(words("somebody who has a name in this house")),
        )
        self._json(turns)

    def _add_backup(self) -> None:
        backup = self._add(
            "backup",
            words("Copy everything that is kept into a file, also while people play."),
            ("guildhall backup games-today.sqlite3", words("to put back: copy it to its place")),
        )
        backup.add_argument("file", type=file, metavar=self.say(words("FILE")))
        backup.add_argument(
            "--force",
            action="store_true",
            help=self.say(words("overwrite a file that is there already")),
        )

    def _add_move(self) -> None:
        move = self._add(
            "move",
            words("Copy everything that is kept into another store, while no house is open there."),
            ("guildhall move games.sqlite3 postgresql://HOST/NAME", words("into a database")),
            ("guildhall move postgresql://HOST/NAME games.sqlite3", words("and back")),
        )
        move.add_argument(
            "source",
            type=place,
            metavar=self.say(words("FROM")),
            help=self.say(words("the file of a store, or the address of a database")),
        )
        move.add_argument(
            "target",
            type=place,
            metavar=self.say(words("TO")),
            help=self.say(words("a file that is not there yet, or an empty database")),
        )

    def _add_rescue(self) -> None:
        rescue = self._add(
            "rescue",
            words("Put what can still be read of a damaged store into a new one."),
            ("guildhall rescue saved.sqlite3", words("it says what is missing, and fails then")),
            (
                "guildhall rescue saved.sqlite3 --from old.sqlite3",
                words("of a store that lies elsewhere"),
            ),
        )
        rescue.add_argument("file", type=file, metavar=self.say(words("FILE")))
        rescue.add_argument(
            "--from",
            dest="store",
            type=file,
            metavar=self.say(words("STORE")),
            help=self.say(words("the damaged store; your own unless told")),
        )
        rescue.add_argument(
            "--force",
            action="store_true",
            help=self.say(words("overwrite a file that is there already")),
        )

    def _newcomers(self, parser: argparse.ArgumentParser) -> None:
        parser.add_argument(
            "--newcomers",
            choices=["invited", "anyone", "nobody"],
            default="invited",
            help=self.say(words("who may choose a name; %(default)s unless told")),
        )

    def _add_serve(self) -> None:
        serve = self._add(
            "serve",
            words("Open a house: people come in over SSH, each at a terminal of their own."),
            ("guildhall serve", words("newcomers need the word of invitation that it prints")),
            (
                "guildhall serve --port 2323 --newcomers nobody",
                words("only those who have a name here"),
            ),
        )
        serve.add_argument(
            "--port",
            type=port,
            default=2222,
            metavar="N",
            help=self.say(words("where people come in; %(default)s unless told")),
        )
        serve.add_argument(
            "--host",
            default="::",
            metavar=self.say(words("ADDRESS")),
            help=self.say(words("the address to listen at; all of this computer unless told")),
        )
        self._newcomers(serve)
        self._programs(serve)
        serve.add_argument(
            "--most",
            type=positive,
            default=300,
            metavar="N",
            help=self.say(words("how many sessions at a time; %(default)s unless told")),
        )
        serve.add_argument(
            "--thinkers",
            type=positive,
            default=2,
            metavar="N",
            help=self.say(
                words("how many processes think for bots and hints; %(default)s unless told")
            ),
        )
        serve.add_argument(
            "--tell",
            metavar=self.say(words("COMMAND")),
            help=self.say(
                words(
                    "a command of yours that tells people who are away that a game waits for them; "
                    "it reads one line of JSON"
                )
            ),
        )
        serve.add_argument(
            "--tell-kind",
            action="append",
            default=[],
            metavar=self.say(words("KIND")),
            help=self.say(
                words("a kind of address that it knows: mail, ntfy …; can be given more than once")
            ),
        )
        serve.add_argument(
            "--tell-after",
            type=positive,
            default=10,
            metavar="N",
            help=self.say(
                words("after how many minutes people are told; %(default)s unless said otherwise")
            ),
        )

    def _add_server(self) -> None:
        server = self._add(
            "server",
            words("Speak to the house that is open."),
            ("guildhall server status", words("who is there, what is full, who was refused")),
            ("guildhall server knock", words("whether one comes in: fails if the door stays shut")),
            ("guildhall server reload", words("new sessions get the program as it is now")),
            ("guildhall server say We close at ten.", words("on everybody's screen")),
        )
        server.add_argument("request", choices=["status", "knock", "reload", "stop", "say"])
        server.add_argument(
            "text",
            nargs="*",
            metavar=self.say(words("TEXT")),
            help=self.say(words("what is to be said")),
        )
        self._json(server)
