"""Key map: all commands of all screens, used by bindings, key hints, help and settings."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from attrs import field, frozen

from engine.i18n.language import Translator
from engine.i18n.text import Text, words
from screens.keys import key_name


@frozen
class KeyCommand:
    """A command bound to a key of a screen.

    `key` is the default key as Textual calls it. `meaning` describes the command in help and
    settings. `short` describes it in the line of keys, or is None if it is not shown there.
    `action` is the action of a page, by default the second part of the id. A table does not use
    `action` but receives the id.
    """

    id: str
    key: str
    meaning: Text
    short: Text | None = None
    action: str = field(kw_only=True)

    @action.default
    def _second_part(self) -> str:
        return self.id.partition(".")[2]

    @property
    def name(self) -> str:
        """English name of the default key."""
        return key_name(self.key).plain()


def _entry(id: str, key: str, meaning: Text, short: Text | None = None) -> KeyCommand:
    """Return a command of a page. Its action is `run` with the second part of the id."""
    name = id.partition(".")[2]
    return KeyCommand(id, key, meaning, short, action=f"run('{name}')")


@frozen
class KeyGroup:
    """Commands available together in a part of the program."""

    title: Text
    commands: tuple[KeyCommand, ...]


MOVE_COMMANDS: Final = (
    KeyCommand("move.left", "h", words("left, like the arrow key"), action="turn(-1)"),
    KeyCommand("move.down", "j", words("down, like the arrow key"), action="step(1)"),
    KeyCommand("move.up", "k", words("up, like the arrow key"), action="step(-1)"),
    KeyCommand("move.right", "l", words("right, like the arrow key"), action="turn(1)"),
    KeyCommand(
        "move.first", "g", words("to the first choice or line, like Home"), action="page(-1000)"
    ),
    KeyCommand(
        "move.last", "G", words("to the last choice or line, like End"), action="page(1000)"
    ),
)
"""Commands for the letters that move the cursor in lists, menus, forms and on boards. The arrow
keys always move it, too."""

ARROW_OF_COMMAND: Final[Mapping[str, str]] = {
    "move.left": "left",
    "move.down": "down",
    "move.up": "up",
    "move.right": "right",
    "move.first": "home",
    "move.last": "end",
}
"""Arrow keys, Home and End, by the id of the command that does the same."""

WHOLE_BESIDE_COUNTERS: Final = "equals_sign"
"""Second key of the command `play.whole`, needed because its first key (`+`) increases the number
in a counter."""

SECOND_KEYS: Final[Mapping[str, str]] = {WHOLE_BESIDE_COUNTERS: "play.whole"}
"""Commands by their second keys, which are used where the input mode needs the first key itself."""

TABLE_COMMANDS: Final = (
    KeyCommand("play.next", "tab", words("the next page"), words("next page")),
    KeyCommand(
        "play.help",
        "question_mark",
        words("help: the question, its rules, the keys"),
        words("help"),
    ),
    KeyCommand(
        "play.look",
        "slash",
        words(
            "look around the table: the arrow keys move from one thing to the next, and "
            "each is explained"
        ),
        words("look"),
    ),
    KeyCommand("play.guide", "I", words("how to play")),
    KeyCommand("play.card", "C", words("the reference card")),
    KeyCommand("play.sheet", "s", words("the score"), words("score")),
    KeyCommand(
        "play.log",
        "E",
        words("the log: the arrow keys move from line to line, and each line shows its rule"),
        words("log"),
    ),
    KeyCommand(
        "play.leave", "q", words("the menu; the game is saved at every step"), words("menu")
    ),
    KeyCommand("play.previous", "shift+tab", words("the previous page")),
    KeyCommand("play.back", "escape", words("one step back, or back to the table")),
    KeyCommand("play.page_up", "pageup", words("scroll up")),
    KeyCommand("play.page_down", "pagedown", words("scroll down")),
)

PLAY_COMMANDS: Final[tuple[KeyCommand, ...]] = (
    KeyCommand(
        "play.undo", "u", words("undo your last move and the bots' moves since then"), words("undo")
    ),
    KeyCommand("play.undo_turn", "U", words("undo the whole turn")),
    KeyCommand("play.redo", "r", words("redo what was undone")),
    KeyCommand("play.rewind", "t", words("propose to undo more (the whole table must agree)")),
    KeyCommand(
        "play.hand",
        "Y",
        words("show or hide your own hand while hands are hidden"),
        words("your hand"),
    ),
    KeyCommand("play.hint", "H", words("what a bot would play here"), words("hint")),
    KeyCommand("play.coach", "A", words("turn the coach on or off")),
    KeyCommand(
        "play.whole",
        "plus",
        words(
            "the full question and the full preview (in counters: {key})",
            key=key_name(WHOLE_BESIDE_COUNTERS),
        ),
    ),
    KeyCommand(
        "play.again",
        "N",
        words("when the game is over, play again with the same players"),
        words("play again"),
    ),
    KeyCommand(
        "play.watch",
        "R",
        words("replay what happened since your last turn, or the whole game when it is over"),
        words("replay"),
    ),
    KeyCommand(
        "play.statistics",
        "T",
        words("results and ratings, when the game is over"),
        words("statistics"),
    ),
    KeyCommand("play.page", "X", words("make a web page of the game, when it is over")),
)

CHAT_COMMANDS: Final = (
    KeyCommand("play.say", "S", words("send a message to the table"), words("say")),
    KeyCommand("play.note", "O", words("write a private note that only you can see")),
    KeyCommand(
        "play.beforehand", "W", words("set auto-answers, so that nobody has to wait for you")
    ),
    KeyCommand("play.mute", "M", words("mute or unmute a player at the table")),
)

REPLAY_COMMANDS: Final[tuple[KeyCommand, ...]] = (
    KeyCommand("replay.back", "left", words("one step back")),
    KeyCommand("replay.on", "right", words("one step forward")),
    KeyCommand("replay.turn_back", "comma", words("one turn back")),
    KeyCommand("replay.turn_on", "full_stop", words("one turn forward")),
    KeyCommand("replay.round_back", "less_than_sign", words("one round back")),
    KeyCommand("replay.round_on", "greater_than_sign", words("one round forward")),
    KeyCommand("replay.beginning", "home", words("to the start")),
    KeyCommand("replay.end", "end", words("to the end")),
    KeyCommand("replay.play", "space", words("play or pause"), words("play")),
    KeyCommand("replay.faster", "plus", words("faster")),
    KeyCommand("replay.slower", "minus", words("slower")),
    KeyCommand(
        "replay.go", "colon", words("go to a step by number, or click on the bar"), words("go to")
    ),
    KeyCommand("replay.gone", "o", words("show or hide moves that were undone")),
    KeyCommand("replay.eyes", "v", words("view a finished game as another player")),
    KeyCommand("replay.branch", "b", words("start a new game from here"), words("play from here")),
    KeyCommand(
        "replay.review",
        "a",
        words("chances of winning and the costliest moves; press again to see what happened"),
        words("review"),
    ),
    KeyCommand("replay.dear", "n", words("the next costly move"), words("costly move")),
    KeyCommand("replay.dear_back", "N", words("the previous costly move")),
    KeyCommand(
        "replay.dear_all",
        "m",
        words("show the costly moves of all players, or only your own"),
        words("others' moves"),
    ),
    KeyCommand("replay.page", "X", words("make a web page of the game")),
)

LESSON_COMMANDS: Final = (
    KeyCommand("lesson.task", "A", words("show again what to do, and why"), words("task")),
    KeyCommand(
        "lesson.again",
        "u",
        words("restart the task; if it has just started, go to the previous one"),
    ),
)

LESSON_TABLE_COMMANDS: Final[tuple[KeyCommand, ...]] = (
    *LESSON_COMMANDS,
    *(command for command in PLAY_COMMANDS if command.id in ("play.hint", "play.whole")),
)
"""Commands of a lesson in addition to those of every table."""

MENU_COMMANDS: Final = (
    _entry("menu.resume", "c", words("continue the last game")),
    _entry("menu.saved", "s", words("the saved games")),
    _entry("menu.replay", "w", words("replay the last finished game")),
    _entry("menu.learn", "n", words("lessons that teach you the games")),
    _entry("menu.rules", "r", words("the rules")),
    _entry("menu.statistics", "t", words("results and ratings")),
    _entry("menu.settings", "o", words("the settings"), words("settings")),
    _entry("menu.quit", "q", words("quit the program"), words("quit")),
)

SAVED_GAMES_COMMANDS: Final = (
    KeyCommand("saved.replay", "r", words("replay the game"), words("replay")),
    KeyCommand("saved.delete", "d", words("delete the game"), words("delete")),
    KeyCommand("saved.export", "e", words("export the game to a file"), words("export")),
    KeyCommand("saved.import", "i", words("import a game from a file"), words("import")),
)

LOBBY_CHAT_COMMANDS: Final = (
    KeyCommand("lobby.say", "S", words("send a message to the lobby"), words("say")),
    KeyCommand("lobby.mute", "M", words("mute or unmute a player")),
    KeyCommand("lobby.talk", "c", words("the whole chat"), words("chat")),
)

LOBBY_COMMANDS: Final = (
    _entry("lobby.new", "n", words("create a table"), words("new table")),
    _entry("lobby.join", "i", words("join a table by its code"), words("join")),
    KeyCommand("lobby.leave", "L", words("give up your seat in a game"), words("leave game")),
    _entry("lobby.games", "w", words("your finished games")),
    _entry("lobby.statistics", "t", words("results and ratings")),
    _entry("lobby.rules", "r", words("the rules")),
    _entry("lobby.learn", "f", words("lessons that teach you the games")),
    _entry("lobby.settings", "o", words("the settings"), words("settings")),
    _entry("lobby.profile", "p", words("your name and keys")),
    _entry("lobby.admin", "a", words("manage the server, as an admin")),
    _entry("lobby.quit", "q", words("disconnect from the server"), words("quit")),
    *LOBBY_CHAT_COMMANDS,
)

WAITING_CHAT_COMMANDS: Final = (
    KeyCommand("waiting.say", "S", words("send a message to the table"), words("say")),
    KeyCommand("waiting.mute", "M", words("mute or unmute a player")),
    KeyCommand("waiting.talk", "c", words("the whole chat"), words("chat")),
)

WAITING_COMMANDS: Final = (
    KeyCommand("waiting.begin", "b", words("start the game"), words("start")),
    KeyCommand("waiting.leave", "L", words("leave the table"), words("leave")),
    KeyCommand(
        "waiting.up", "u", words("move the selected seat up"), words("up"), action="move(-1)"
    ),
    KeyCommand(
        "waiting.down", "d", words("move the selected seat down"), words("down"), action="move(1)"
    ),
    KeyCommand("waiting.order", "o", words("random or fixed seat order"), words("random order")),
    KeyCommand(
        "waiting.come",
        "w",
        words("choose who can join"),
        words("who can join"),
        action="change_join_rule",
    ),
    KeyCommand(
        "waiting.add", "plus", words("add a seat"), words("add seat"), action="change_seats(1)"
    ),
    KeyCommand(
        "waiting.drop",
        "minus",
        words("remove a seat"),
        words("remove seat"),
        action="change_seats(-1)",
    ),
    KeyCommand("waiting.empty", "e", words("free a reserved seat"), words("free seat")),
    KeyCommand(
        "waiting.keep",
        "K",
        words("reserve a seat for a player"),
        words("reserve for"),
        action="reserve",
    ),
    *WAITING_CHAT_COMMANDS,
)

RULES_COMMANDS: Final = (
    KeyCommand("rules.search", "slash", words("search"), words("search")),
    KeyCommand(
        "rules.next", "n", words("the next result"), words("next result"), action="result(1)"
    ),
    KeyCommand("rules.previous", "N", words("the previous result"), action="result(-1)"),
    KeyCommand("rules.book", "b", words("the rules of another game"), words("another game")),
    KeyCommand("rules.topics", "t", words("the topics"), words("topics")),
)

STATISTICS_COMMANDS: Final = (
    KeyCommand(
        "statistics.game", "b", words("the statistics of another game"), words("another game")
    ),
)

FORM_COMMANDS: Final = (
    KeyCommand("form.begin", "ctrl+s", words("start with these settings"), words("start")),
)

PAGE_BACK: Final = KeyCommand("page.back", "escape", words("back"))
"""Command of every page that was opened from another."""

PAGE_HELP: Final = KeyCommand(
    "page.help", "question_mark", words("the keys of this page"), action="app.commands"
)
"""Command, available on every page, that shows the page's commands with their keys."""

PALETTE_COMMAND: Final = KeyCommand(
    "app.commands", "ctrl+p", words("find a command by name"), words("commands")
)

FIXED_COMMANDS: Final = (
    KeyCommand("app.redraw", "ctrl+l", words("redraw the screen")),
    KeyCommand("app.interrupt", "ctrl+c", words("quit at once")),
)
"""Commands available everywhere, with fixed keys."""

KEY_GROUPS: Final = (
    KeyGroup(words("At the table"), (*TABLE_COMMANDS, *PLAY_COMMANDS, *CHAT_COMMANDS)),
    KeyGroup(words("In a replay"), REPLAY_COMMANDS),
    KeyGroup(words("In a lesson"), LESSON_COMMANDS),
    KeyGroup(words("In the menu"), MENU_COMMANDS),
    KeyGroup(words("In the lobby of a server"), LOBBY_COMMANDS),
    KeyGroup(words("At a table before the start"), WAITING_COMMANDS),
    KeyGroup(words("In the saved games"), SAVED_GAMES_COMMANDS),
    KeyGroup(words("In the rules"), RULES_COMMANDS),
    KeyGroup(words("In the statistics"), STATISTICS_COMMANDS),
    KeyGroup(words("Moving"), MOVE_COMMANDS),
)
"""Commands whose keys can be changed, by part of the program."""

BY_ID: Final[Mapping[str, KeyCommand]] = {
    command.id: command
    for commands in (
        *(group.commands for group in KEY_GROUPS),
        FORM_COMMANDS,
        (PAGE_BACK, PAGE_HELP, PALETTE_COMMAND),
        FIXED_COMMANDS,
    )
    for command in commands
}


def key_of(command: str, own: Mapping[str, str]) -> str:
    """Return the key of a command: the user's key from `own`, or else the default."""
    return own.get(command) or BY_ID[command].key


def key_name_of(command: str, own: Mapping[str, str]) -> Text:
    """Return the name of the key that `key_of` returns."""
    return key_name(key_of(command, own))


def keys_in_text(own: Mapping[str, str], translator: Translator) -> Callable[[str], str]:
    """Return a function that gives the name of a command's key, for use in guides, coach texts and
    lessons. `own` are the user's keys."""
    return lambda command: translator.translate(key_name_of(command, own))
