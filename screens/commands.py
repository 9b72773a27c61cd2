"""Every command of every screen (key map), in one table that bindings, key lines, help and settings
read."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from attrs import frozen

from engine.i18n.text import Text, words
from screens.keys import key_name


@frozen
class KeyCommand:
    """Something that a key does on a screen.

    `key` is the usual key and `action` what is called, both as Textual calls them. `meaning` says
    what it does, in the help and in the settings; `short` says it in the line of keys (None: it
    does not stand there).
    """

    id: str
    key: str
    action: str
    meaning: Text
    short: Text | None = None

    @property
    def name(self) -> str:
        """What its usual key is called in English."""
        return key_name(self.key).plain()


@frozen
class KeyGroup:
    """The commands that one part of the program has at the same time."""

    title: Text
    commands: tuple[KeyCommand, ...]


TABLE: Final = (
    KeyCommand("play.next", "tab", "next_zone(1)", words("the next page"), words("next page")),
    KeyCommand(
        "play.help",
        "question_mark",
        "zone('help')",
        words("help: what is asked, its rules, the keys"),
        words("help"),
    ),
    KeyCommand(
        "play.look",
        "slash",
        "look",
        words("look around the table: arrows go from thing to thing and tell what it is"),
        words("look"),
    ),
    KeyCommand("play.guide", "G", "zone('guide')", words("how the game is played")),
    KeyCommand("play.card", "C", "zone('card')", words("the reference card")),
    KeyCommand("play.sheet", "s", "zone('sheet')", words("the score sheet"), words("sheet")),
    KeyCommand(
        "play.log",
        "l",
        "zone('log')",
        words("the log; with arrows from line to line, each with its rule"),
        words("log"),
    ),
    KeyCommand(
        "play.leave",
        "q",
        "leave",
        words("the menu; the game is saved at every step"),
        words("menu"),
    ),
    KeyCommand("play.previous", "shift+tab", "next_zone(-1)", words("the page before")),
    KeyCommand("play.back", "escape", "back", words("a step back, or back to the table")),
    KeyCommand("play.page_up", "pageup", "scroll_page(-1)", words("scroll up")),
    KeyCommand("play.page_down", "pagedown", "scroll_page(1)", words("scroll down")),
)

PLAY: Final = (
    KeyCommand("play.undo", "u", "undo", words("take back the last choice"), words("take back")),
    KeyCommand("play.undo_turn", "U", "undo_turn", words("take back the whole turn")),
    KeyCommand("play.redo", "r", "redo", words("bring back what was taken back")),
    KeyCommand("play.rewind", "t", "rewind", words("take back further, if the whole table agrees")),
    KeyCommand(
        "play.hand",
        "h",
        "hand",
        words("show one's own hand where it is covered, hide it again"),
        words("own hand"),
    ),
    KeyCommand("play.hint", "H", "hint", words("what a bot would choose here"), words("hint")),
    KeyCommand("play.coach", "A", "coach", words("with or without the coach")),
    KeyCommand(
        "play.whole", "plus", "whole", words("all of the question and of what a choice would bring")
    ),
    KeyCommand(
        "play.again",
        "N",
        "play_again",
        words("play again with the same players when the game is over"),
        words("play again"),
    ),
    KeyCommand(
        "play.watch",
        "R",
        "watch_again",
        words("step by step what happened since one's last turn; the whole game when it is over"),
        words("replay"),
    ),
    KeyCommand(
        "play.statistics",
        "T",
        "statistics",
        words("how everybody has fared, when the game is over"),
        words("statistics"),
    ),
    KeyCommand("play.page", "X", "page", words("a page of the game for browsers, when it is over")),
)

TALK: Final = (
    KeyCommand("play.say", "S", "say", words("say something to all at the table")),
    KeyCommand("play.note", "O", "note", words("a note for oneself that nobody else sees")),
    KeyCommand(
        "play.beforehand",
        "W",
        "beforehand",
        words("answer beforehand what would hold up the others"),
    ),
    KeyCommand("play.mute", "M", "mute", words("hear somebody at the table no more, or again")),
)

REPLAY: Final = (
    KeyCommand("replay.back", "left", "step(-1)", words("one step back")),
    KeyCommand("replay.on", "right", "step(1)", words("one step on")),
    KeyCommand("replay.turn_back", "comma", "turn(-1)", words("one turn back")),
    KeyCommand("replay.turn_on", "full_stop", "turn(1)", words("one turn on")),
    KeyCommand("replay.round_back", "less_than_sign", "round(-1)", words("one round back")),
    KeyCommand("replay.round_on", "greater_than_sign", "round(1)", words("one round on")),
    KeyCommand("replay.beginning", "home", "jump(0)", words("to the beginning")),
    KeyCommand("replay.end", "end", "end", words("to the end")),
    KeyCommand("replay.play", "space", "play", words("play by itself, stop"), words("play")),
    KeyCommand("replay.faster", "plus", "speed(1)", words("faster")),
    KeyCommand("replay.slower", "minus", "speed(-1)", words("slower")),
    KeyCommand(
        "replay.go",
        "g",
        "ask_position",
        words("go to a step by its number; or click on the bar"),
        words("go to"),
    ),
    KeyCommand("replay.gone", "o", "toggle_gone", words("with or without what was taken back")),
    KeyCommand(
        "replay.eyes", "v", "next_viewer", words("see a finished game with another player's eyes")
    ),
    KeyCommand(
        "replay.branch",
        "b",
        "branch_off",
        words("play on from here in a new game"),
        words("play on"),
    ),
    KeyCommand(
        "replay.review",
        "a",
        "review",
        words("who had what chance to win, and the dearest choices; again: what happened"),
        words("review"),
    ),
    KeyCommand(
        "replay.dear",
        "n",
        "dear(1)",
        words("the next choice that was dear"),
        words("dear choice"),
    ),
    KeyCommand("replay.dear_back", "N", "dear(-1)", words("the dear choice before")),
    KeyCommand("replay.page", "X", "page", words("a page of the game for browsers")),
)

LESSON: Final = (
    KeyCommand(
        "lesson.task", "A", "task", words("what is to be done, and why, once more"), words("task")
    ),
    KeyCommand(
        "lesson.again",
        "u",
        "again",
        words("the task from its beginning; there, the task before it"),
    ),
)

LESSON_TABLE: Final = (*LESSON, *(one for one in PLAY if one.id in ("play.hint", "play.whole")))
"""What there is at the table of a lesson, beside what there is at every table."""

MENU: Final = (
    KeyCommand("menu.resume", "c", "do('resume')", words("go on with the last game")),
    KeyCommand("menu.saved", "g", "do('saved')", words("the saved games")),
    KeyCommand("menu.replay", "w", "do('replay')", words("look at the last finished game again")),
    KeyCommand("menu.learn", "n", "do('learn')", words("the lessons for a first game")),
    KeyCommand("menu.rules", "r", "do('rules')", words("the rules")),
    KeyCommand("menu.statistics", "t", "do('statistics')", words("how everybody has fared")),
    KeyCommand("menu.settings", "o", "do('settings')", words("the settings"), words("settings")),
    KeyCommand("menu.quit", "q", "do('quit')", words("leave the program"), words("quit")),
)

SAVED: Final = (
    KeyCommand("saved.replay", "r", "replay", words("look at the game again"), words("replay")),
    KeyCommand("saved.delete", "d", "delete", words("delete the game"), words("delete")),
    KeyCommand("saved.export", "e", "export", words("write the game into a file"), words("export")),
    KeyCommand("saved.import", "i", "import", words("take a game in from a file"), words("import")),
)

LOBBY_TALK: Final = (
    KeyCommand("lobby.say", "S", "say", words("say something to all in the lobby"), words("say")),
    KeyCommand("lobby.mute", "M", "mute", words("hear somebody no more, or again")),
    KeyCommand("lobby.talk", "c", "talk", words("all that was said"), words("talk")),
)

LOBBY: Final = (
    KeyCommand("lobby.new", "n", "do('new')", words("open a table"), words("new table")),
    KeyCommand("lobby.join", "j", "do('join')", words("join a table by its code"), words("join")),
    KeyCommand(
        "lobby.leave", "l", "leave", words("leave a table for good"), words("leave for good")
    ),
    KeyCommand("lobby.games", "g", "do('games')", words("one's own games that are over")),
    KeyCommand("lobby.statistics", "t", "do('statistics')", words("how everybody has fared")),
    KeyCommand("lobby.rules", "r", "do('rules')", words("the rules")),
    KeyCommand("lobby.learn", "f", "do('learn')", words("the lessons for a first game")),
    KeyCommand("lobby.settings", "o", "do('settings')", words("the settings"), words("settings")),
    KeyCommand("lobby.profile", "p", "do('profile')", words("one's name and keys")),
    KeyCommand("lobby.quit", "q", "do('quit')", words("leave the house"), words("quit")),
    *LOBBY_TALK,
)

WAITING_TALK: Final = (
    KeyCommand("waiting.say", "S", "say", words("say something to all at the table"), words("say")),
    KeyCommand("waiting.mute", "M", "mute", words("hear somebody no more, or again")),
    KeyCommand("waiting.talk", "c", "talk", words("all that was said"), words("talk")),
)

WAITING: Final = (
    KeyCommand("waiting.begin", "b", "begin", words("let the match begin"), words("begin")),
    KeyCommand("waiting.leave", "l", "leave", words("get up from the table"), words("get up")),
    KeyCommand(
        "waiting.up", "u", "move(-1)", words("let who is pointed at sit higher"), words("up")
    ),
    KeyCommand(
        "waiting.down", "d", "move(1)", words("let who is pointed at sit lower"), words("down")
    ),
    KeyCommand(
        "waiting.order",
        "o",
        "order",
        words("let the seats be drawn by lot, or stay as they stand"),
        words("random order"),
    ),
    KeyCommand("waiting.come", "w", "come", words("say who may come"), words("who may come")),
    KeyCommand(
        "waiting.add", "plus", "add_place", words("set one more place"), words("more places")
    ),
    KeyCommand(
        "waiting.drop", "minus", "drop_place", words("take a place away"), words("fewer places")
    ),
    KeyCommand(
        "waiting.empty", "e", "empty", words("leave a place to whoever comes"), words("free it")
    ),
    KeyCommand(
        "waiting.keep", "k", "keep", words("keep a place for somebody"), words("keep it for")
    ),
    *WAITING_TALK,
)

RULES: Final = (
    KeyCommand("rules.search", "slash", "search", words("search"), words("search")),
    KeyCommand("rules.next", "n", "found(1)", words("the next place found"), words("next place")),
    KeyCommand("rules.previous", "N", "found(-1)", words("the place found before")),
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
    KeyCommand("form.begin", "ctrl+s", "begin", words("begin as the form stands"), words("begin")),
)

PAGE_BACK: Final = KeyCommand("page.back", "escape", "back", words("back"))
"""What every page has that was opened from another."""

PALETTE: Final = KeyCommand(
    "app.commands", "ctrl+p", "commands", words("all commands by name"), words("commands")
)

FIXED: Final = (
    KeyCommand("app.redraw", "ctrl+l", "redraw", words("draw the screen anew")),
    KeyCommand("app.interrupt", "ctrl+c", "interrupt", words("end the program at once")),
)
"""What there is everywhere; these keys are no matter of settings."""

GROUPS: Final = (
    KeyGroup(words("At the table"), (*TABLE, *PLAY, *TALK)),
    KeyGroup(words("In a replay"), REPLAY),
    KeyGroup(words("In a lesson"), LESSON),
    KeyGroup(words("In the menu"), MENU),
    KeyGroup(words("In the lobby of a house"), LOBBY),
    KeyGroup(words("At a table that waits"), WAITING),
    KeyGroup(words("Among the saved games"), SAVED),
    KeyGroup(words("In the rules"), RULES),
    KeyGroup(words("In the statistics"), STATISTICS),
)
"""All commands that can be given another key, by the part of the program they belong to."""

BY_ID: Final[Mapping[str, KeyCommand]] = {
    command.id: command
    for commands in (*(group.commands for group in GROUPS), FORM, (PAGE_BACK, PALETTE), FIXED)
    for command in commands
}


def key_of(command: str, own: Mapping[str, str]) -> str:
    """The key of a command: the person's own, or the usual one."""
    return own.get(command) or BY_ID[command].key
