"""Reads every golden game with all messages reversed and no `repr` of steps.

`python -m tests.laws.reversed_messages FILE...` exits with 0 if each of them comes
out as it was saved.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any, NoReturn

import engine.i18n.text


def reverse_all_messages() -> None:
    """Reverse the letters of every message."""
    made = engine.i18n.text.Text

    def words(message: str, **args: Any) -> Any:
        return made(message[::-1], None, 1, args)

    def plural(one: str, many: str, count: int, **args: Any) -> Any:
        return made(one[::-1], many[::-1], count, args)

    engine.i18n.text.words, engine.i18n.text.plural = words, plural
    from engine.core.state import State

    announce, announce_plural = State.announce, State.announce_plural
    announce_provisionally = State.announce_provisionally

    def reversed_note(state: State, rule: str, seat: int, message: str, /, **args: Any) -> None:
        announce(state, rule, seat, message[::-1], **args)

    def reversed_provisional(
        state: State, rule: str, seat: int, message: str, /, **args: Any
    ) -> None:
        announce_provisionally(state, rule, seat, message[::-1], **args)

    def reversed_plural(
        state: State, rule: str, seat: int, one: str, many: str, count: int, /, **args: Any
    ) -> None:
        announce_plural(state, rule, seat, one[::-1], many[::-1], count, **args)

    setattr(State, "announce", reversed_note)  # noqa: B010 - a method is put in place of another
    setattr(State, "announce_provisionally", reversed_provisional)  # noqa: B010
    setattr(State, "announce_plural", reversed_plural)  # noqa: B010


def steps(kind: Any) -> list[Any]:
    """Return all classes of steps."""
    found = []
    for sub in kind.__subclasses__():
        found += [sub, *steps(sub)]
    return found


def take_reprs_away() -> None:
    """Make the `repr` of steps fail."""
    from engine.core.step_stack import Step

    def silent(step: Any) -> NoReturn:
        raise AssertionError(f"{type(step).__name__} was asked for its repr")

    for kind in steps(Step):
        kind.__repr__ = silent


def main(paths: list[str]) -> None:
    """Read the games."""
    reverse_all_messages()
    import engine.games
    from engine.storage import match_file
    from tests.toy.game import ENTRY

    for entry in (*engine.games.catalogue(), ENTRY):
        engine.games.register(entry)
        engine.games.load(entry.id)
    take_reprs_away()
    compared = 0
    for path in paths:
        match = match_file.load(Path(path))
        assert match.notes[-1][-1].text.one.startswith("."), "messages are reversed"
        compared += sum(event.digest is not None for event in match.line)
    print(compared)


if __name__ == "__main__":
    main(sys.argv[1:])
