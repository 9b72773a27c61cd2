"""What can be typed at a table at any time, whatever is asked."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from attrs import frozen

from engine.i18n.language import Tongue
from engine.i18n.text import Text, words
from screens.lines.typed import folded


@frozen
class Command:
    """Something that can be typed at any time: its key, the words for it, and what it does."""

    key: str
    called: Text
    does: Text


COMMANDS: Final = (
    # Translators: lists of words; all of them can be typed, and the first one is told to people.
    Command("help", words("help commands"), words("what can be typed")),
    Command("?", words("? rules"), words("what matters here, and the rules of it")),
    Command("again", words("again repeat"), words("the question once more")),
    Command("more", words("more further"), words("further choices")),
    Command("why", words("why closed"), words("what cannot be done now, and why")),
    Command("back", words("back b"), words("one step back in what is being chosen")),
    Command("hint", words("hint h"), words("what to type, and what speaks for it")),
    Command("table", words("table position"), words("how the table lies")),
    Command("look", words("look show"), words("what stands somewhere: look WORDS")),
    Command("sheet", words("sheet score s"), words("the score sheet")),
    Command("log", words("log l"), words("what has happened: log, or log 30")),
    Command("since", words("since happened"), words("what happened since your last turn")),
    Command("hand", words("hand own"), words("your own things, where hands are covered")),
    Command("undo", words("undo u"), words("take back the last choice")),
    Command("turn", words("turn uu"), words("take back the whole turn")),
    Command("redo", words("redo r"), words("bring it back")),
    Command("ask", words("ask t"), words("take back further, if all at the table agree")),
    Command("quit", words("quit q exit"), words("leave; all is kept")),
)
"""What can be typed at any time."""

AT_A_HOUSE: Final = (
    # Translators: lists of words; all of them can be typed, and the first one is told to people.
    Command("who", words("who present"), words("who is here, and by when a move is wanted")),
    Command("say", words("say tell"), words("say WORDS to all at the table")),
    Command("yes", words("yes y"), words("agree to what the table is asked")),
    Command("no", words("no n"), words("decline it")),
    Command("withdraw", words("withdraw"), words("ask it no more, if you did")),
    Command("note", words("note"), words("your own note: note WORDS keeps it, note 0 forgets it")),
    Command("beforehand", words("beforehand w"), words("answer what you will be asked")),
    Command("mute", words("mute hush"), words("mute NAME: hear somebody no more, or again")),
)
"""What can be typed besides at a table of a house."""


def key_of(line: str, tongue: Tongue, commands: Sequence[Command] = COMMANDS) -> str | None:
    """The command that a line is, by its first word, in English or in the reader's language."""
    first = folded(line).partition(" ")[0]
    for command in commands:
        if first in {*command.called.plain().split(), *tongue.say(command.called).split()}:
            return command.key
    return None
