"""Commands that a player can type at a table in line mode."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from attrs import frozen

from engine.i18n.language import Translator
from engine.i18n.text import Text, words
from screens.line_mode.input_parser import folded


@frozen
class TypedCommand:
    """A command to type. `key` identifies it in the code. `names` are all words that can be typed
    for it, separated by blanks; the first one is shown to players."""

    key: str
    names: Text
    description: Text


COMMANDS: Final = (
    # Translators: lists of words; all can be typed, and the first one is shown to people.
    TypedCommand("help", words("help commands"), words("list the commands")),
    TypedCommand("?", words("? rules"), words("what matters here, and the rules for it")),
    TypedCommand("again", words("again repeat"), words("repeat the question")),
    TypedCommand("more", words("more further"), words("more choices")),
    TypedCommand("why", words("why closed"), words("what you cannot do now, and why")),
    TypedCommand("back", words("back b"), words("one step back in your choice")),
    TypedCommand("hint", words("hint h"), words("what to type, and why")),
    TypedCommand("table", words("table position"), words("describe the table")),
    TypedCommand("look", words("look show"), words("explain something on the table: look WORDS")),
    TypedCommand("sheet", words("sheet score s"), words("the score")),
    TypedCommand("log", words("log l"), words("what happened: log, or log 30")),
    TypedCommand("since", words("since happened"), words("what happened since your last turn")),
    TypedCommand("hand", words("hand own"), words("your own hand, while hands are hidden")),
    TypedCommand(
        "undo", words("undo u"), words("undo your last move and the bots' moves since then")
    ),
    TypedCommand("turn", words("turn uu"), words("undo the whole turn")),
    TypedCommand("redo", words("redo r"), words("redo it")),
    TypedCommand("ask", words("ask t"), words("propose to undo more (the whole table must agree)")),
    TypedCommand("quit", words("quit q exit"), words("leave; everything is saved")),
)
"""Commands at any table."""

SERVER_COMMANDS: Final = (
    TypedCommand(
        "who",
        # Translators: lists of words; all can be typed, and the first one is shown to people.
        words("who present"),
        words("who is here, and how much time is left for a move"),
    ),
    TypedCommand("say", words("say tell"), words("say WORDS: send a message to the table")),
    TypedCommand("yes", words("yes y"), words("agree to the proposal")),
    TypedCommand("no", words("no n"), words("decline the proposal")),
    TypedCommand("withdraw", words("withdraw"), words("withdraw your own proposal")),
    TypedCommand(
        "note", words("note"), words("your private note: note WORDS saves it, note 0 deletes it")
    ),
    TypedCommand("beforehand", words("auto beforehand w"), words("set auto-answers")),
    TypedCommand("mute", words("mute hush"), words("mute NAME: mute or unmute someone")),
)
"""Additional commands at a table on a server."""


TYPED_EQUIVALENTS: Final[Mapping[str, str]] = {
    "play.next": "table",
    "play.help": "?",
    "play.look": "look",
    "play.sheet": "sheet",
    "play.log": "log",
    "play.leave": "quit",
    "play.back": "back",
    "play.undo": "undo",
    "play.undo_turn": "turn",
    "play.redo": "redo",
    "play.rewind": "ask",
    "play.hand": "hand",
    "play.hint": "hint",
    "play.watch": "since",
    "play.say": "say",
    "play.note": "note",
    "play.beforehand": "beforehand",
    "play.mute": "mute",
    "lesson.again": "again",
}
"""Keys of the typed commands by the ids of the equivalent screen commands."""


@frozen
class Typed:
    """Message argument for a command, shown as the word to type (“log”) instead of the key to
    press."""

    names: Text

    def name_in(self, language: str) -> str:
        """Return the first of `names` in `language`, in quotation marks."""
        translator = Translator(language)
        word = translator.translate(self.names).split()[0]
        return translator.translate(words("“{word}”", word=word))


def typed(command: str) -> Text:
    """Return a text with the word to type, in quotation marks, for the screen command with the id
    `command`, which must be in `TYPED_EQUIVALENTS`."""
    key = TYPED_EQUIVALENTS[command]
    names = next(command.names for command in (*COMMANDS, *SERVER_COMMANDS) if command.key == key)
    return Text("{word}", None, 1, {"word": Typed(names)})


def typed_words(translator: Translator) -> Callable[[str], str]:
    """Return a function from the id of a screen command in `TYPED_EQUIVALENTS` to the word to type
    for the command, in quotation marks."""
    return lambda command: translator.translate(typed(command))


def key_of(
    line: str, translator: Translator, commands: Sequence[TypedCommand] = COMMANDS
) -> str | None:
    """Return the key of the command in `commands` that has the first word of `line` as a name, in
    English or in the translator's language; None if there is no such command."""
    first = folded(line).partition(" ")[0]
    for command in commands:
        if first in {
            *command.names.plain().split(),
            *translator.translate(command.names).split(),
        }:
            return command.key
    return None
