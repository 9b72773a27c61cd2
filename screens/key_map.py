"""Key map: all commands of all screens, used by bindings, key hints, help and settings."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from attrs import frozen

from engine.i18n.language import Tongue
from engine.i18n.text import Text, words
from screens.keys import key_name


@frozen
class KeyCommand:
    """A command bound to a key of a screen.

    `key` is the default key and `action` the function, both as Textual calls them. `meaning`
    describes it in help and settings, `short` in the line of keys (None: not shown there).
    """

    id: str
    key: str
    action: str
    meaning: Text
    short: Text | None = None

    @property
    def name(self) -> str:
        """English name of the default key."""
        return key_name(self.key).plain()


@frozen
class KeyGroup:
    """Commands available together in a part of the program."""

    title: Text
    commands: tuple[KeyCommand, ...]


MOVE: Final = (
    KeyCommand("move.left", "h", "turn(-1)", words("left, like the arrow key")),
    KeyCommand("move.down", "j", "step(1)", words("down, like the arrow key")),
    KeyCommand("move.up", "k", "step(-1)", words("up, like the arrow key")),
    KeyCommand("move.right", "l", "turn(1)", words("right, like the arrow key")),
    KeyCommand("move.first", "g", "to_end(-1)", words("to the first choice or line, like Home")),
    KeyCommand("move.last", "G", "to_end(1)", words("to the last choice or line, like End")),
)
"""Letters that move in lists, menus and forms and on boards; arrows always do."""

STEERS: Final[Mapping[str, str]] = {
    "move.left": "left",
    "move.down": "down",
    "move.up": "up",
    "move.right": "right",
    "move.first": "home",
    "move.last": "end",
}
"""The keys that those letters stand for."""

TABLE: Final = (
    KeyCommand("play.next", "tab", "next_zone(1)", words("the next page"), words("next page")),
    KeyCommand(
        "play.help",
        "question_mark",
        "zone('help')",
        words("help: the question, its rules, the keys"),
        words("help"),
    ),
    KeyCommand(
        "play.look",
        "slash",
        "look",
        words("look around the table: the arrows move from thing to thing, and each is explained"),
        words("look"),
    ),
    KeyCommand("play.guide", "I", "zone('guide')", words("how to play")),
    KeyCommand("play.card", "C", "zone('card')", words("the reference card")),
    KeyCommand("play.sheet", "s", "zone('sheet')", words("the score"), words("score")),
    KeyCommand(
        "play.log",
        "E",
        "zone('log')",
        words("the log: arrows move from line to line, each with its rule"),
        words("log"),
    ),
    KeyCommand(
        "play.leave",
        "q",
        "leave",
        words("the menu; the game is saved at every step"),
        words("menu"),
    ),
    KeyCommand("play.previous", "shift+tab", "next_zone(-1)", words("the previous page")),
    KeyCommand("play.back", "escape", "back", words("one step back, or back to the table")),
    KeyCommand("play.page_up", "pageup", "scroll_page(-1)", words("scroll up")),
    KeyCommand("play.page_down", "pagedown", "scroll_page(1)", words("scroll down")),
)

PLAY: Final = (
    KeyCommand("play.undo", "u", "undo", words("undo the last move"), words("undo")),
    KeyCommand("play.undo_turn", "U", "undo_turn", words("undo the whole turn")),
    KeyCommand("play.redo", "r", "redo", words("redo what was undone")),
    KeyCommand(
        "play.rewind",
        "t",
        "rewind",
        words("propose a larger undo, to which the whole table must agree"),
    ),
    KeyCommand(
        "play.hand",
        "Y",
        "hand",
        words("show or hide your own hand while hands are hidden"),
        words("your hand"),
    ),
    KeyCommand("play.hint", "H", "hint", words("what a bot would play here"), words("hint")),
    KeyCommand("play.coach", "A", "coach", words("turn the coach on or off")),
    KeyCommand("play.whole", "plus", "whole", words("the full question and the full preview")),
    KeyCommand(
        "play.again",
        "N",
        "play_again",
        words("when the game is over, play again with the same players"),
        words("play again"),
    ),
    KeyCommand(
        "play.watch",
        "R",
        "watch_again",
        words("replay what happened since your last turn, or the whole game when it is over"),
        words("replay"),
    ),
    KeyCommand(
        "play.statistics",
        "T",
        "statistics",
        words("results and ratings, when the game is over"),
        words("statistics"),
    ),
    KeyCommand("play.page", "X", "page", words("make a web page of the game, when it is over")),
)

TALK: Final = (
    KeyCommand("play.say", "S", "say", words("send a message to the table")),
    KeyCommand("play.note", "O", "note", words("write a private note that only you can see")),
    KeyCommand(
        "play.beforehand",
        "W",
        "beforehand",
        words("set auto-answers, so that nobody has to wait for you"),
    ),
    KeyCommand("play.mute", "M", "mute", words("mute or unmute a player at the table")),
)

REPLAY: Final = (
    KeyCommand("replay.back", "left", "step(-1)", words("one step back")),
    KeyCommand("replay.on", "right", "step(1)", words("one step forward")),
    KeyCommand("replay.turn_back", "comma", "turn(-1)", words("one turn back")),
    KeyCommand("replay.turn_on", "full_stop", "turn(1)", words("one turn forward")),
    KeyCommand("replay.round_back", "less_than_sign", "round(-1)", words("one round back")),
    KeyCommand("replay.round_on", "greater_than_sign", "round(1)", words("one round forward")),
    KeyCommand("replay.beginning", "home", "jump(0)", words("to the start")),
    KeyCommand("replay.end", "end", "end", words("to the end")),
    KeyCommand("replay.play", "space", "play", words("play or pause"), words("play")),
    KeyCommand("replay.faster", "plus", "speed(1)", words("faster")),
    KeyCommand("replay.slower", "minus", "speed(-1)", words("slower")),
    KeyCommand(
        "replay.go",
        "colon",
        "ask_position",
        words("go to a step by number, or click on the bar"),
        words("go to"),
    ),
    KeyCommand("replay.gone", "o", "toggle_gone", words("show or hide moves that were undone")),
    KeyCommand("replay.eyes", "v", "next_viewer", words("view a finished game as another player")),
    KeyCommand(
        "replay.branch",
        "b",
        "branch_off",
        words("start a new game from here"),
        words("play from here"),
    ),
    KeyCommand(
        "replay.review",
        "a",
        "review",
        words("chances of winning and the costliest moves; press again for what happened"),
        words("review"),
    ),
    KeyCommand(
        "replay.dear",
        "n",
        "dear(1)",
        words("the next costly move"),
        words("costly move"),
    ),
    KeyCommand("replay.dear_back", "N", "dear(-1)", words("the previous costly move")),
    KeyCommand(
        "replay.dear_all",
        "m",
        "dear_all",
        words("show the costly moves of all players, or only your own"),
    ),
    KeyCommand("replay.page", "X", "page", words("make a web page of the game")),
)

LESSON: Final = (
    KeyCommand("lesson.task", "A", "task", words("show again what to do, and why"), words("task")),
    KeyCommand(
        "lesson.again",
        "u",
        "again",
        words("restart the task; if it has just started, go to the previous one"),
    ),
)

LESSON_TABLE: Final = (*LESSON, *(one for one in PLAY if one.id in ("play.hint", "play.whole")))
"""Commands of a lesson besides those of every table."""

MENU: Final = (
    KeyCommand("menu.resume", "c", "do('resume')", words("continue the last game")),
    KeyCommand("menu.saved", "s", "do('saved')", words("the saved games")),
    KeyCommand("menu.replay", "w", "do('replay')", words("replay the last finished game")),
    KeyCommand("menu.learn", "n", "do('learn')", words("lessons for your first game")),
    KeyCommand("menu.rules", "r", "do('rules')", words("the rules")),
    KeyCommand("menu.statistics", "t", "do('statistics')", words("results and ratings")),
    KeyCommand("menu.settings", "o", "do('settings')", words("the settings"), words("settings")),
    KeyCommand("menu.quit", "q", "do('quit')", words("quit the program"), words("quit")),
)

SAVED: Final = (
    KeyCommand("saved.replay", "r", "replay", words("replay the game"), words("replay")),
    KeyCommand("saved.delete", "d", "delete", words("delete the game"), words("delete")),
    KeyCommand("saved.export", "e", "export", words("export the game to a file"), words("export")),
    KeyCommand("saved.import", "i", "import", words("import a game from a file"), words("import")),
)

LOBBY_TALK: Final = (
    KeyCommand("lobby.say", "S", "say", words("send a message to the lobby"), words("say")),
    KeyCommand("lobby.mute", "M", "mute", words("mute or unmute a player")),
    KeyCommand("lobby.talk", "c", "talk", words("the whole chat"), words("chat")),
)

LOBBY: Final = (
    KeyCommand("lobby.new", "n", "do('new')", words("create a table"), words("new table")),
    KeyCommand("lobby.join", "i", "do('join')", words("join a table by its code"), words("join")),
    KeyCommand(
        "lobby.leave", "L", "leave", words("give up your seat in a game"), words("leave game")
    ),
    KeyCommand("lobby.games", "w", "do('games')", words("your finished games")),
    KeyCommand("lobby.statistics", "t", "do('statistics')", words("results and ratings")),
    KeyCommand("lobby.rules", "r", "do('rules')", words("the rules")),
    KeyCommand("lobby.learn", "f", "do('learn')", words("lessons for your first game")),
    KeyCommand("lobby.settings", "o", "do('settings')", words("the settings"), words("settings")),
    KeyCommand("lobby.profile", "p", "do('profile')", words("your name and keys")),
    KeyCommand("lobby.admin", "a", "do('admin')", words("manage the server, as an admin")),
    KeyCommand("lobby.quit", "q", "do('quit')", words("disconnect from the server"), words("quit")),
    *LOBBY_TALK,
)

WAITING_TALK: Final = (
    KeyCommand("waiting.say", "S", "say", words("send a message to the table"), words("say")),
    KeyCommand("waiting.mute", "M", "mute", words("mute or unmute a player")),
    KeyCommand("waiting.talk", "c", "talk", words("the whole chat"), words("chat")),
)

WAITING: Final = (
    KeyCommand("waiting.begin", "b", "begin", words("start the game"), words("start")),
    KeyCommand("waiting.leave", "L", "leave", words("leave the table"), words("leave")),
    KeyCommand("waiting.up", "u", "move(-1)", words("move the selected seat up"), words("up")),
    KeyCommand("waiting.down", "d", "move(1)", words("move the selected seat down"), words("down")),
    KeyCommand(
        "waiting.order",
        "o",
        "order",
        words("random or fixed seat order"),
        words("random order"),
    ),
    KeyCommand("waiting.come", "w", "come", words("choose who can join"), words("who can join")),
    KeyCommand("waiting.add", "plus", "add_place", words("add a seat"), words("add seat")),
    KeyCommand("waiting.drop", "minus", "drop_place", words("remove a seat"), words("remove seat")),
    KeyCommand("waiting.empty", "e", "empty", words("free a reserved seat"), words("free seat")),
    KeyCommand(
        "waiting.keep", "K", "keep", words("reserve a seat for a player"), words("reserve for")
    ),
    *WAITING_TALK,
)

RULES: Final = (
    KeyCommand("rules.search", "slash", "search", words("search"), words("search")),
    KeyCommand("rules.next", "n", "found(1)", words("the next result"), words("next result")),
    KeyCommand("rules.previous", "N", "found(-1)", words("the previous result")),
    KeyCommand(
        "rules.book", "b", "next_book", words("the rules of another game"), words("another game")
    ),
    KeyCommand("rules.topics", "t", "topics", words("the topics"), words("topics")),
)

STATISTICS: Final = (
    KeyCommand(
        "statistics.game",
        "b",
        "next_game",
        words("the statistics of another game"),
        words("another game"),
    ),
)

FORM: Final = (
    KeyCommand("form.begin", "ctrl+s", "begin", words("start with these settings"), words("start")),
)

PAGE_BACK: Final = KeyCommand("page.back", "escape", "back", words("back"))
"""Command of every page that was opened from another."""

PAGE_HELP: Final = KeyCommand(
    "page.help", "question_mark", "app.commands", words("the keys of this page")
)
"""What every page has: its commands, with their keys."""

PALETTE: Final = KeyCommand(
    "app.commands", "ctrl+p", "commands", words("find a command by name"), words("commands")
)

FIXED: Final = (
    KeyCommand("app.redraw", "ctrl+l", "redraw", words("redraw the screen")),
    KeyCommand("app.interrupt", "ctrl+c", "interrupt", words("quit at once")),
)
"""Commands available everywhere, with fixed keys."""

GROUPS: Final = (
    KeyGroup(words("At the table"), (*TABLE, *PLAY, *TALK)),
    KeyGroup(words("In a replay"), REPLAY),
    KeyGroup(words("In a lesson"), LESSON),
    KeyGroup(words("In the menu"), MENU),
    KeyGroup(words("In the lobby of a server"), LOBBY),
    KeyGroup(words("At a table before the start"), WAITING),
    KeyGroup(words("In the saved games"), SAVED),
    KeyGroup(words("In the rules"), RULES),
    KeyGroup(words("In the statistics"), STATISTICS),
    KeyGroup(words("Moving"), MOVE),
)
"""Commands whose keys can be changed, by part of the program."""

BY_ID: Final[Mapping[str, KeyCommand]] = {
    command.id: command
    for commands in (
        *(group.commands for group in GROUPS),
        FORM,
        (PAGE_BACK, PAGE_HELP, PALETTE),
        FIXED,
    )
    for command in commands
}


def key_of(command: str, own: Mapping[str, str]) -> str:
    """The key of a command: the user's, else the default."""
    return own.get(command) or BY_ID[command].key


def key_to(command: str, own: Mapping[str, str]) -> Text:
    """Name of the key of a command."""
    return key_name(key_of(command, own))


def keys_told(own: Mapping[str, str], tongue: Tongue) -> Callable[[str], str]:
    """Names of the keys of commands in guides, coach texts and lessons."""
    return lambda command: tongue.say(key_to(command, own))
