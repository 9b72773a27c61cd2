"""Commands, the keys that call them, and what keys are called."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from importlib import import_module
from typing import TYPE_CHECKING, Final

from attrs import frozen
from textual.keys import key_to_character

from engine.text import Text, verbatim, words

if TYPE_CHECKING:
    from textual.dom import DOMNode

_NAMES: Final = {
    "enter": words("Enter"),
    "escape": words("Escape"),
    "tab": words("Tab"),
    "space": words("Space"),
    "backspace": words("Backspace"),
    "delete": words("Delete"),
    "insert": words("Insert"),
    "up": words("Up"),
    "down": words("Down"),
    "left": words("Left"),
    "right": words("Right"),
    "home": words("Home"),
    "end": words("End"),
    "pageup": words("PgUp"),
    "pagedown": words("PgDn"),
}


def key_of(node: DOMNode, command: str, own: Mapping[str, str]) -> str:
    """The key of a command of a screen: the person's own, or the usual one."""
    if command in own:
        return own[command]
    return next(binding.key for _, binding in node._bindings if binding.id == command)


_RUSSIAN: Final = "йцукенгшщзхъфывапролджэячсмитьбю"
_LATIN: Final = "qwertyuiop[]asdfghjkl;'zxcvbnm,."
_SAME_KEY: Final = dict(zip(_RUSSIAN + _RUSSIAN.upper(), _LATIN + _LATIN.upper(), strict=True))


def latin_of(character: str | None) -> str | None:
    """The Latin letter or sign on the key that gave a Russian letter; None for other characters."""
    return _SAME_KEY.get(character or "")


def key_name(key: str) -> Text:
    """What a key is called: `question_mark` is "?", `shift+tab` is "Shift+Tab"."""
    *held, last = key.split("+")
    name = _NAMES.get(last) or verbatim(_sign(last))
    if not held:
        return name
    if len(last) == 1:
        name = verbatim(last.upper())
    return words("{held}+{key}", held="+".join(word.capitalize() for word in held), key=name)


def _sign(key: str) -> str:
    if key == "slash":
        return "/"
    return key_to_character(key) or key.upper()


@frozen
class Command:
    """Something that a key does on a screen: its id, its usual key, and what it does."""

    id: str
    key: str
    meaning: Text


@frozen
class Group:
    """The commands that one part of the program has at the same time."""

    title: Text
    commands: tuple[Command, ...]


_SCREENS: Final[tuple[tuple[Text, tuple[str, ...]], ...]] = (
    (words("At the table"), ("screens.tabletop:TableScreen", "screens.play:PlayScreen")),
    (words("In a replay"), ("screens.replay:ReplayScreen",)),
    (words("In the menu"), ("screens.menu:MenuScreen",)),
    (words("Among the saved games"), ("screens.saved:SavedScreen",)),
    (words("In the rules"), ("screens.rules:RulesScreen",)),
    (words("In the statistics"), ("screens.statistics:StatisticsScreen",)),
)

_MEANINGS: Final[Mapping[str, Text]] = {
    "play.sheet": words("the score sheet"),
    "play.log": words("the log"),
    "play.help": words("help: what is asked, its rules, the keys"),
    "play.next": words("the next page"),
    "play.previous": words("the page before"),
    "play.leave": words("back to the menu"),
    "play.back": words("a step back"),
    "play.look": words("look around the table"),
    "play.page_up": words("scroll up"),
    "play.page_down": words("scroll down"),
    "play.undo": words("take back the last choice"),
    "play.undo_turn": words("take back the whole turn"),
    "play.redo": words("bring back what was taken back"),
    "play.rewind": words("take back further, if the whole table agrees"),
    "play.hand": words("show one's own hand, hide it again"),
    "play.again": words("play again when the game is over"),
    "play.watch": words("replay the game when it is over"),
    "replay.back": words("one step back"),
    "replay.on": words("one step on"),
    "replay.turn_back": words("one turn back"),
    "replay.turn_on": words("one turn on"),
    "replay.round_back": words("one round back"),
    "replay.round_on": words("one round on"),
    "replay.beginning": words("to the beginning"),
    "replay.end": words("to the end"),
    "replay.play": words("play by itself, stop"),
    "replay.faster": words("faster"),
    "replay.slower": words("slower"),
    "replay.go": words("go to a step by its number"),
    "replay.gone": words("with or without what was taken back"),
    "replay.eyes": words("with another player's eyes"),
    "replay.branch": words("play on from here in a new game"),
    "menu.resume": words("go on with the last game"),
    "menu.saved": words("the saved games"),
    "menu.replay": words("look at the last finished game again"),
    "menu.rules": words("the rules"),
    "menu.statistics": words("how everybody has fared"),
    "menu.settings": words("the settings"),
    "menu.quit": words("leave the program"),
    "saved.replay": words("look at the game again"),
    "saved.delete": words("delete the game"),
    "saved.export": words("write the game into a file"),
    "saved.import": words("take a game in from a file"),
    "rules.search": words("search"),
    "rules.next": words("the next place found"),
    "rules.previous": words("the place found before"),
    "rules.book": words("the rules of another game"),
    "rules.topics": words("the topics"),
    "statistics.game": words("the statistics of another game"),
}


def groups() -> list[Group]:
    """All commands that can be given another key, by the part of the program they belong to."""
    return [
        Group(title, tuple(command for node in nodes for command in _commands(_class(node))))
        for title, nodes in _SCREENS
    ]


def _class(path: str) -> type[DOMNode]:
    module, _, name = path.partition(":")
    found: type[DOMNode] = getattr(import_module(module), name)
    return found


def _commands(node: type[DOMNode]) -> Iterator[Command]:
    """The commands of a class itself, those of the classes it is made from left out."""
    for binding in node.__dict__["BINDINGS"]:
        if binding.id:
            yield Command(binding.id, binding.key, _MEANINGS[binding.id])
