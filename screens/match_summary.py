"""Texts about saved matches: game, players, status, time and results."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Final

from engine.core.common_wording import lasting
from engine.core.players import AGREED, BOT_TITLES
from engine.core.state import State
from engine.errors import UnknownGame
from engine.games import entry
from engine.i18n.text import Seat, Text, plural, verbatim, words

if TYPE_CHECKING:
    from engine.core.catalogue_entry import Entry
    from engine.core.game import Game
    from engine.core.players import Ending
    from engine.i18n.language import Translator
    from engine.stats.statistics import Player, PlayerRecord
    from engine.storage.records import Best, Record, Summary


DAY_HOURS: Final = 24
WEEK_HOURS: Final = 7 * DAY_HOURS


PLAYERS_MATCH_WARNING: Final = words(
    "Players on your server are playing this game. Here you see their secrets, and your moves "
    "count as theirs."
)
"""Warning to a local user before a match of registered players is opened with all seats."""


def belongs_to_players(record: Record) -> bool:
    """Return whether registered players have seats in a match that is not over."""
    return not record.summary.over and any(owner is not None for owner in record.owners)


def game_of(record: Record) -> Text:
    """Return the name of a match's game, or the id of the game if this program does not know it."""
    return game_called(record.header.game)


def game_called(id: str) -> Text:
    """Return the name of the game `id`, or `id` itself if this program does not know the game."""
    known = _entry_of(id)
    return verbatim(id) if known is None else words("{game}", game=known.names)


def _entry_of(id: str) -> Entry | None:
    """Return the catalogue entry of the game `id`; None if the game is unknown."""
    try:
        return entry(id)
    except UnknownGame:
        return None


def players_of(record: Record) -> Text:
    return verbatim(", ".join(record.header.names))


def status_of(record: Record) -> Text:
    """Return the status of a match: setup, the round or turn, the winners or the reason for the end
    if the match is over, or the damage. Unless the match is damaged, the text also says if it was
    started under newer rules than this program has."""
    if record.damage is not None:
        return words("damaged: {reason}", reason=record.damage)
    status = _status(record)
    return words("newer rules; {stand}", stand=status) if _is_newer(record) else status


def _is_newer(record: Record) -> bool:
    """Return whether a match was started under newer rules than this program has."""
    known = _entry_of(record.header.game)
    return known is not None and record.header.rules > known.rules


def _counts_turns(record: Record) -> bool:
    """Return whether players of the game speak of turns rather than rounds."""
    known = _entry_of(record.header.game)
    return known is not None and known.counts_turns


def _status(record: Record) -> Text:
    summary = record.summary
    if not summary.over:
        if not summary.round:
            return words("setup")
        if _counts_turns(record):
            return words("turn {turn}", turn=summary.turn)
        return words("round {round}", round=summary.round)
    winners = [result for result in summary.result if result.place == 1]
    if record.ending is not None:
        return _early_end_status(record, record.ending)
    if not winners:
        return words("finished")
    names = ", ".join(record.header.names[result.seat] for result in winners)
    total = winners[0].total
    return plural(
        "{names} won ({total})",
        "{names} shared the win ({total})",
        len(winners),
        names=names,
        total=total,
    )


def status_in_list(record: Record) -> Text:
    """Return the status of a match. If the status of a running match names the round, add the turn,
    because branched matches may differ only in the turn."""
    summary = record.summary
    plain = record.damage is not None or summary.over or not summary.round or summary.turn < 1
    if plain or _counts_turns(record):
        return status_of(record)
    return words("{stand}, turn {turn}", stand=status_of(record), turn=summary.turn)


def start_and_length(record: Record, now: datetime) -> Text:
    """Return when a match was started, and its number of events."""
    when = ago(record.created, now)
    return plural(
        "Started {when}; {n} step.", "Started {when}; {n} steps.", record.events, when=when
    )


def _early_end_status(record: Record, ending: Ending) -> Text:
    """Return the reason for the early end of a match, with the names of the winners if some but not
    all players won by agreement, or if one of two players conceded."""
    winners = [result for result in record.summary.result if result.place == 1]
    names = ", ".join(record.header.names[result.seat] for result in winners)
    if ending.kind == AGREED and len(winners) == len(record.header.seats):
        return words("ended by agreement")
    if ending.kind == AGREED:
        return words("ended by agreement, {names} in the lead", names=names)
    if len(record.header.seats) != 2:
        return words("conceded")
    return words("{names} won: {seat} conceded", names=names, seat=_name_at(record, ending.seat))


def _name_at(record: Record, seat: int) -> str:
    names = record.header.names
    return names[seat] if 0 <= seat < len(names) else ""


def solo_result_lines(game: Game[State], bests: Sequence[Best]) -> list[tuple[int, Text]]:
    """Return the results of solo games as (place, line) pairs, in the order of `bests`. Equal
    totals share a place."""
    lines = []
    for best in bests:
        place = 1 + sum(other.total > best.total for other in bests)
        rank = game.rank(best.total)
        facts = {
            "points": plural("{n} point", "{n} points", best.total),
            "name": best.name,
            "day": day_of(best.when),
        }
        if rank is None:
            lines.append((place, words("{points}, {name}, {day}", **facts)))
        else:
            lines.append((place, words("{points}, {rank}: {name}, {day}", rank=rank, **facts)))
    return lines


_RESULT_HEADS: Final = (
    words("Player"),
    words("Played"),
    words("Wins"),
    words("Best"),
    words("Average"),
    words("Last"),
)
_EARLY: Final = words("Ended early")


def result_heads(players: Sequence[PlayerRecord], translator: Translator) -> list[str]:
    """Return the column headings of the results table. The column for games that ended early is
    left out if there are none."""
    early = [_EARLY] if any(player.early for player in players) else []
    return [translator.translate(head) for head in (*_RESULT_HEADS, *early)]


def result_rows(players: Sequence[PlayerRecord], translator: Translator) -> list[list[str]]:
    """Return a row of results for each player, with the columns of `result_heads`."""
    early = any(player.early for player in players)
    return [
        [*_result_cells(player, translator), *([str(player.early)] if early else [])]
        for player in players
    ]


def _result_cells(record: PlayerRecord, translator: Translator) -> list[str]:
    return [
        translator.translate(player_of(record.player)),
        str(record.games),
        str(record.wins) if record.contested else "",
        "" if record.best is None else str(record.best),
        f"{record.average:.1f}" if record.games > record.early else "",
        f"{record.last.astimezone():%Y-%m-%d}" if record.last else "",
    ]


def player_of(player: Player) -> Text:
    """Return a person's name, or a bot's title, or the bot's id if it has no title."""
    if not player.bot:
        return verbatim(player.name)
    title = BOT_TITLES.get(player.bot)
    return verbatim(player.bot) if title is None else words("{title} (bot)", title=title)


def ago(time: datetime, now: datetime) -> Text:
    """Return the time since `time`, such as "3 hours ago", or its date if that was at least two
    weeks ago."""
    past = now - time
    if past < timedelta(minutes=1):
        return words("just now")
    if past < timedelta(hours=1):
        return plural("{n} minute ago", "{n} minutes ago", past // timedelta(minutes=1))
    if past < timedelta(days=1):
        return plural("{n} hour ago", "{n} hours ago", past // timedelta(hours=1))
    if past < timedelta(days=14):
        return plural("{n} day ago", "{n} days ago", past.days)
    return verbatim(day_of(time))


def time_left_text(until: datetime, now: datetime) -> Text:
    """Return a text that says how much time is left until the deadline `until`, or that the time is
    up."""
    if until < now:
        return words("time is up")
    return words("{time} left", time=lasting(until - now))


def time_limit_text(hours: int) -> Text:
    """Return a text with the time limit of `hours` hours per move: `a move within 2 days`."""
    if hours == WEEK_HOURS:
        return words("a move within a week")
    if hours > DAY_HOURS and hours % DAY_HOURS == 0:
        return plural("a move within {n} day", "a move within {n} days", hours // DAY_HOURS)
    return plural("a move within {n} hour", "a move within {n} hours", hours)


def day_of(time: datetime) -> str:
    """Return the date of a time in this computer's time zone."""
    return f"{local(time):%Y-%m-%d}"


def local(time: datetime) -> datetime:
    """Return a time in this computer's time zone, or unchanged if it is out of range."""
    try:
        return time.astimezone()
    except (OverflowError, ValueError, OSError):
        return time


def players_and_result(record: Record) -> Text:
    """Return the players and, if `_mover` finds one, the player to move. For a finished match,
    return everyone's total, winner first."""
    summary = record.summary
    if summary.over and summary.result:
        order = sorted(summary.result, key=lambda result: result.place)
        names = record.header.names
        return verbatim(", ".join(f"{names[result.seat]} {result.total}" for result in order))
    mover = _mover(summary)
    if summary.over or mover is None:
        return players_of(record)
    sentence = words("{seat} to move.", seat=Seat(mover))
    return words("{players}. {sentence}", players=players_of(record), sentence=sentence)


def _mover(summary: Summary) -> int | None:
    """Return the seat that must choose: the active seat or, if only one other seat has to choose
    during its turn, that seat. None if it is nobody's turn, or if several other seats have to
    choose."""
    if summary.active < 0:
        return None
    if summary.active in summary.owing or not summary.owing:
        return summary.active
    return summary.owing[0] if len(summary.owing) == 1 else None


def sentences(record: Record, now: datetime) -> list[Text]:
    """Return a summary of a match, one fact per line: game, players, status, whose move it is, and
    when it was last played."""
    lines = [game_of(record), players_of(record), status_of(record)]
    mover = None if record.summary.over else _mover(record.summary)
    if mover is not None:
        lines.append(words("{seat} to move.", seat=Seat(mover)))
    lines.append(words("Played {when}", when=ago(record.changed, now)))
    return lines


def translator_for(translator: Translator, record: Record) -> Translator:
    """Return `translator` with the names of the players at the table of a match."""
    from attrs import evolve

    return evolve(translator, seats=record.header.names)
