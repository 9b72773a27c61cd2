"""Values of arguments on the command line: players, options, matches, positions."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

from engine.core.catalogue_entry import Entry
from engine.errors import BadSave, BadSetup, GuildhallError
from engine.i18n.text import words
from tui.cli.context import CommandContext
from tui.cli.parser.arguments import is_file

if TYPE_CHECKING:
    from engine.match.match import Match


def seats_of(context: CommandContext, game: Entry, text: str | None) -> tuple[tuple[str, str], ...]:
    """Return a (name, player) pair, such as `("Anna", "person")`, for each player in `text`, the
    value of `--seats`. By default, there are a person and as many medium bots as the game needs.
    Raises BadSetup."""
    from engine.core.players import PERSON, bot_name, checked_bot, new_name, titles

    person = context.translate(words("Player"))
    entries = text.split(",") if text else [person, *["bot:medium"] * (game.players[0] - 1)]
    seats: dict[str, str] = {}
    for one in entries:
        name, equals, player = one.strip().rpartition("=")
        bot = bot_name(player)
        if bot is None:
            name, player = player, PERSON
            if equals:
                raise BadSetup("{seat} is neither a name nor a bot.", seat=one.strip())
        else:
            checked_bot(player)
            name = name or _free_name(context.translate(titles()[bot]), seats)
        if name in seats:
            raise BadSetup("Two players have the same name.")
        new_name(name)
        seats[name] = player
    return tuple(seats.items())


def _free_name(name: str, taken: Iterable[str]) -> str:
    """Return `name`, with a number from 2 on appended if `name` is in `taken`."""
    known = set(taken)
    return next(
        free
        for free in (name, *(f"{name} {number}" for number in range(2, len(known) + 3)))
        if free not in known
    )


def options_of(pairs: Iterable[str]) -> dict[str, str]:
    """Return the options that arguments of the form `KEY=VALUE` set. Raises BadSetup."""
    options: dict[str, str] = {}
    for pair in pairs:
        key, equals, value = pair.partition("=")
        if not equals:
            raise BadSetup("The option {option} has no value. Write KEY=VALUE.", option=pair)
        options[key] = value
    return options


def match_of(context: CommandContext, source: str) -> tuple[Match, BadSave | None]:
    """Return the match `source` (a file, or an id in the store), and None. If the match is damaged,
    return its valid part and the error. Raises NoSuchMatch, or BadSave if there is no valid
    part."""
    from engine.storage import match_file

    try:
        if is_file(source):
            return match_file.load(Path(source)), None
        return context.store.load(context.store.find(source).id), None
    except BadSave as error:
        if error.good is None:
            raise
        return error.good, error


def checked_event_count(match: Match, at: int | None) -> int:
    """Return the number of events before the position to show: `at` or, if `at` is None, all
    events of the line of play. Raises GuildhallError if the match has fewer."""
    if at is None:
        return len(match.line)
    if at > len(match.line):
        raise GuildhallError(
            "There is no position {at}. The last one is {last}.", at=at, last=len(match.line)
        )
    return at


def looking_seat(match: Match, name: str | None) -> int | None:
    """Return the seat whose view to show: the seat of the player `name` or, without a name, that of
    the only person. Return None for the spectators' view, if there is not exactly one person.
    Raises NoSuchPerson."""
    from engine.core.players import PERSON

    if name is not None:
        return match.header.seat_of(name)
    people = [seat for seat, (_, player) in enumerate(match.header.seats) if player == PERSON]
    return people[0] if len(people) == 1 else None
