"""The command `components`, which prints the component numbers of a game that Guildhall only
assumes, and how to correct them."""

from __future__ import annotations

import textwrap
from pathlib import Path

from engine.core.game import Game
from engine.core.state import State
from engine.i18n.text import printable
from screens.exit_codes import OK
from tui import own_components, toml_writer
from tui.cli import printing
from tui.cli.context import CommandContext


def print_values(context: CommandContext, game: Game[State], *, as_json: bool) -> int:
    """Print the component numbers that Guildhall only assumes, with the path and an example of the
    user's custom data. If the game limits the values that the user can change, print these values,
    too. With `as_json`, print all component data as JSON instead. Return the exit code. Raises
    BadSetup if the custom data is not valid."""
    path = context.paths.own_data(game.id)
    if as_json:
        print(own_components.as_json(game, context.own_data(game.id)))
        return OK
    assumptions = own_components.assumptions(game)
    if not assumptions:
        context.print_message("All component numbers of {game} are known.", game=game.names)
        if game.changeable:
            _print_changeable(context, game, path)
        return OK
    context.print_message(
        "Our sources do not show every component number of {game}. The following are "
        "assumed. If your copy differs, write the differences to this file, and new "
        "games will use them:",
        game=game.names,
    )
    print(f"\n    {printable(str(path))}\n")
    _print_file(context, game, path)
    example = own_components.example(game)
    if example:
        print()
        context.print_message("The file contains only what differs, and looks like this:")
        print("\n" + textwrap.indent(toml_writer.dump(example), "    "))
    context.print_message("Assumed:")
    for assumption in assumptions:
        print("\n" + "\n".join(printing.assumed_lines(assumption.path, assumption.values)))
    if game.changeable:
        print()
        context.print_message(
            "Everything you can set, table by table (the entries of a list with their ids):"
        )
        print("\n" + "\n".join(printing.changeable_lines(game.changeable)))
    return OK


def _print_changeable(context: CommandContext, game: Game[State], path: Path) -> None:
    """Print the values that a user may change, and `path`, the file for changed values. Raises
    BadSetup if the file exists but is not valid."""
    context.print_message(
        "You can change these values. Put only the changed ones into this file, and new "
        "games will use it:"
    )
    print(f"\n    {printable(str(path))}\n")
    if path.exists():
        _print_file(context, game, path)
    print("\n" + textwrap.indent(toml_writer.dump(own_components.changeable_values(game)), "    "))


def _print_file(context: CommandContext, game: Game[State], path: Path) -> None:
    """Print whether the file at `path` exists. Raises BadSetup if it exists but is not valid."""
    if not path.exists():
        context.print_message("The file does not exist yet, so the assumed numbers are used.")
        return
    own_components.check(game, context.own_data(game.id))
    context.print_message("The file exists and is valid.")
