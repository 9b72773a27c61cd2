"""Commands that open screens, or line mode instead. Each returns the exit code. This module imports
no rules, bots or search, so that the menu is painted before they are loaded."""

from __future__ import annotations

from contextlib import nullcontext, suppress
from typing import TYPE_CHECKING

from engine.core.players import seats_called
from engine.errors import BadSetup, GuildhallError, NoSuchMatch
from engine.games import entry, load
from engine.i18n.language import Translator
from tui.cli.argument_values import checked_event_count, match_of, options_of, seats_of
from tui.cli.context import CommandContext
from tui.cli.parser.arguments import is_file

if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Collection
    from contextlib import AbstractContextManager

    from engine.storage.records import Record


def menu(context: CommandContext, args: Namespace) -> int:
    from screens.start import StartMenu

    return context.open(StartMenu())


def play(context: CommandContext, args: Namespace) -> int:
    """Start a match on the screens or in line mode. The screens appear before the rules are loaded,
    unless options must be checked first. Raises UnknownGame or BadSetup."""
    from screens.start import StartNew

    game = entry(args.game)
    seats = seats_of(context, game, args.seats)
    game.check_seats(len(seats))
    options = options_of(args.option)
    if args.real_dice:
        options |= load(game.id).real_dice()
    if options:
        load(game.id).check(len(seats), options)
    if context.uses_line_mode(args):
        from tui import line_mode

        return line_mode.begin(context, game.id, seats, options, args.seed)
    return context.open(StartNew(game.id, seats, options, args.seed))


def learn(context: CommandContext, args: Namespace) -> int:
    """Open the lesson of a game. Raises GuildhallError if there is none."""
    from engine.help.lesson import lesson
    from screens.start import StartLesson

    game = entry(args.game)
    found = lesson(game.id)
    if found is None:
        raise GuildhallError("{game} has no lesson yet.", game=game.names)
    if context.uses_line_mode(args):
        from tui import line_sessions

        return line_sessions.learn(found, context.paths, context.preferences)
    return context.open(StartLesson(game.id))


def resume(context: CommandContext, args: Namespace) -> int:
    """Open a match at all seats, at some seats, or as a spectator."""
    from screens.start import StartMatch

    record = _to_resume(context, args.id)
    seats = None
    if args.watch or args.names:
        seats = seats_called(record.header.seats, args.names or ())
    with _notifying_of_turns(context, args, record.id, seats or ()):
        if context.uses_line_mode(args):
            from tui import line_mode

            return line_mode.resume(context, record.id, seats)
        return context.open(StartMatch(record.id, seats))


def _notifying_of_turns(
    context: CommandContext, args: Namespace, id: str, seats: Collection[int]
) -> AbstractContextManager[None]:
    """Return a context manager that runs the command in `--notify` at each turn of `seats`; without
    `--notify`, it does nothing. Raises BadSetup if the command does not exist or `--as` is
    missing."""
    if args.notify is None:
        return nullcontext()
    if not args.names:
        raise BadSetup("Use --as to name the players whose turns you want to be notified of.")
    from screens.error_log import log_error
    from tui.launch import own_store
    from tui.notify_command import checked_command
    from tui.turn_notifications import TurnNotifier, notifying

    command = checked_command(args.notify)
    paths, preferences = context.paths, context.preferences

    def complain(wrong: str) -> None:
        with suppress(OSError):
            log_error(paths.log, wrong)

    def make() -> TurnNotifier:
        store, translator = own_store(paths, preferences), Translator(preferences.language)
        return TurnNotifier(store, id, seats, command, translator, complain)

    return notifying(make)


def _to_resume(context: CommandContext, id: str | None) -> Record:
    """Return the match whose id is `id`, or begins with `id`. If `id` is None, return the most
    recent unfinished and undamaged match without owners. Raises NoSuchMatch."""
    if id is not None:
        return context.store.find(id)
    unfinished = [
        record
        for record in context.store.records(over=False)
        if record.damage is None and not record.owners
    ]
    if not unfinished:
        raise NoSuchMatch("There is no unfinished game.")
    return unfinished[0]


def replay(context: CommandContext, args: Namespace) -> int:
    """Open the replay of a match or saved game. If some of it is damaged, print a message and open
    the replay of the valid part."""
    from screens.start import StartReplay

    match, damage = match_of(context, args.source)
    checked_event_count(match, args.at)
    if damage is not None:
        from tui.cli.commands import complain_about

        complain_about(context, damage)
    source = args.source if is_file(args.source) else context.store.find(args.source).id
    return context.open(StartReplay(source, args.at))


def login(context: CommandContext, args: Namespace) -> int:
    """Start a session for a player whose key sshd has checked, or print the player's commands.
    Raises BadWords for an unknown command, BadKey for a malformed fingerprint, or BadStore."""
    from tui.guest_session import run_login

    context.close()
    return run_login(args, context.paths)
