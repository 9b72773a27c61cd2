"""Wording common to all games: lists, durations, players, pending decisions, endings."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from datetime import timedelta

from engine.core.score_sheet import Standing
from engine.core.state import State
from engine.core.step import Decision, Simultaneous
from engine.i18n.text import Argument, Seat, Text, plural, words


def joined(items: Iterable[Argument], between: str) -> Text | None:
    """Join the message arguments `items` with the separator `between`. Return None if there are no
    items."""
    args = {f"a{number}": item for number, item in enumerate(items)}
    return Text(between.join(f"{{{name}}}" for name in args), None, 1, args) if args else None


def series(items: Iterable[Argument]) -> Text:
    """Join the message arguments `items` with commas. Return "none" if there are no items."""
    return joined(items, ", ") or words("none")


def enumeration(items: Iterable[Argument]) -> Text:
    """Join the message arguments `items` with commas, and the last two with "and", for use inside
    a sentence. Return "none" if there are no items."""
    *others, last = [*items] or [words("none")]
    first = joined(others, ", ")
    return words("{items} and {last}", items=first, last=last) if first else series([last])


def lasting(time: timedelta) -> Text:
    """Return the duration `time` in words, rounded down to minutes, from an hour on to hours, and
    from a week on to days. For less than a minute, return "less than a minute"."""
    minutes = time // timedelta(minutes=1)
    hours, days = minutes // 60, minutes // (24 * 60)
    if minutes < 1:
        return words("less than a minute")
    if hours < 1:
        return plural("{n} minute", "{n} minutes", minutes)
    if days < 1:
        return plural("{n} hour", "{n} hours", hours)
    rest = hours - 24 * days
    in_days = plural("{n} day", "{n} days", days)
    if days >= 7 or not rest:
        return in_days
    return words("{days} {hours}", days=in_days, hours=plural("{n} hour", "{n} hours", rest))


def player(seat: int) -> Text:
    return Text("{seat}", None, 1, {"seat": Seat(seat)})


def ending(standings: Sequence[Standing]) -> Text:
    """Return the message that the game is over, with the place and the total of every seat."""
    places = series(
        words(
            "{place}. {seat} ({total})",
            place=standing.place,
            seat=Seat(standing.seat),
            total=standing.total,
        )
        for standing in standings
    )
    return words("The game is over: {places}.", places=places)


def announce_places(
    state: State, rule: str, standings: Sequence[Standing], total: Callable[[int], Text]
) -> None:
    """Add a note for each seat with its place and total, under the rule with the id `rule`. `total`
    returns a given total in words, such as "12 coins"."""
    for standing in standings:
        state.note(
            rule,
            standing.seat,
            words(
                "{place}. {seat}: {total}.",
                place=standing.place,
                seat=Seat(standing.seat),
                total=total(standing.total),
            ),
        )


def announce_winner(
    state: State,
    standings: Sequence[Standing],
    *,
    won: str,
    tied: str,
    shared: str,
    tie: Callable[[int, int], Text],
) -> None:
    """Add a note that names the winner or winners.

    `standings` are listed best first. The id of the note's rule is `won` if the total decided,
    `tied` if a tie-break did, and `shared` if there are several winners. `tie` describes the
    tie-break, given the winner and the seat after the winner in `standings`.
    """
    first = [standing.seat for standing in standings if standing.place == 1]
    if len(first) > 1:
        winners = series(Seat(seat) for seat in first)
        state.note(shared, -1, words("{winners} share the victory.", winners=winners))
    elif len(standings) > 1 and standings[1].total == standings[0].total:
        state.note(tied, first[0], tie(first[0], standings[1].seat))
    else:
        state.note(won, first[0], words("{seat} wins.", seat=Seat(first[0])))


def asked(state: State) -> list[Text]:
    """Return the pending decision in words, or the seats that must still decide if several decide
    at once. The list is empty if nobody has to decide."""
    step = state.agenda[-1] if state.agenda else None
    if isinstance(step, Decision):
        question = step.question(state)
        return [words("{seat} decides: {question}", seat=Seat(step.seat), question=question)]
    if isinstance(step, Simultaneous):
        waiting = series(Seat(seat) for seat, steps in step.branches if steps)
        return [words("Still deciding: {seats}.", seats=waiting)]
    return []
