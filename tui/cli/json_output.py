"""JSON output of commands, described in docs/json.md. Fields may be added, but none is removed or
changes its meaning."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, TypeAlias

from engine.bots.wire_format import to_json
from engine.clock import written
from engine.core.players import PERSON
from engine.errors import UnknownGame
from engine.games import entry

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from engine.core.event import Header
    from engine.core.score_sheet import Standing
    from engine.i18n.language import Translator
    from engine.lobby.deadlines import Deadline
    from engine.lobby.users import Account
    from engine.lobby.waiting_table import WaitingTable
    from engine.match.position import Position
    from engine.stats.ratings import Rated, Ratings
    from engine.stats.statistics import MoveTimes, Player, PlayerRecord
    from engine.storage.records import Record

Json: TypeAlias = "str | int | float | bool | Sequence[Json] | Mapping[str, Json] | None"


def print_json(value: Json) -> None:
    """Print a value as JSON."""
    print(json.dumps(value, indent=2, ensure_ascii=False))


def match(
    record: Record, translator: Translator, deadline: Deadline | None = None
) -> dict[str, Json]:
    """Return a saved match as JSON: its game and players, its progress, the seats that must move,
    the deadline, the result, and any damage."""
    header, summary = record.header, record.summary
    return {
        "id": record.id,
        **_head(header, translator),
        "created": written(record.created),
        "changed": written(record.changed),
        "events": record.events,
        "round": summary.round,
        "turn": summary.turn,
        "to_move": [] if summary.over else list(summary.owing),
        "until": None if deadline is None else written(deadline.until),
        "over": summary.over,
        "ended": None if record.ending is None else record.ending.kind,
        "result": _result(summary.result),
        "damage": None if record.damage is None else translator.translate(record.damage),
    }


def _title(game: str, translator: Translator) -> str:
    try:
        return entry(game).names.name_in(translator.language)
    except UnknownGame:
        return game


def position(past: Position, seat: int | None, translator: Translator) -> dict[str, Json]:
    """Return a position as JSON, as `seat` sees it, or as spectators do if `seat` is None. The
    field `view` has the same form as the view that bot programs get."""
    view, header = past.view(seat), past.header
    return {
        **_head(header, translator),
        "position": len(past.line),
        "round": view.round,
        "turn": view.turn,
        "to_move": [pending.seat for pending in past.pending()],
        "over": past.over,
        "result": _result(past.game.standings(view) if past.over else ()),
        "seat": seat,
        "view": to_json(view),
    }


def _head(header: Header, translator: Translator) -> dict[str, Json]:
    """Return the game of a match, its options and its players, as JSON."""
    return {
        "game": header.game,
        "title": _title(header.game, translator),
        "rules": header.rules,
        "options": dict(header.options),
        "players": [
            {"seat": seat, "name": name, "player": player}
            for seat, (name, player) in enumerate(header.seats)
        ],
    }


def _result(standings: Sequence[Standing]) -> list[Json]:
    return [
        {"seat": standing.seat, "place": standing.place, "total": standing.total}
        for standing in standings
    ]


def turn(
    record: Record, translator: Translator, deadline: Deadline | None = None
) -> dict[str, Json]:
    """Return a match that is waiting for a move, and the people who must move, as JSON."""
    seats = record.header.seats
    asked = [seats[seat][0] for seat in record.summary.owing if seats[seat][1] == PERSON]
    return {**match(record, translator, deadline), "waits_for": asked}


def table(table: WaitingTable, translator: Translator) -> dict[str, Json]:
    """Return a table that has not started, as JSON."""
    return {
        "code": table.code,
        "game": table.game,
        "title": _title(table.game, translator),
        "options": dict(table.options),
    }


def standing(
    game: str,
    players: Sequence[PlayerRecord],
    contests: Sequence[Ratings],
    paces: Mapping[Player, MoveTimes],
) -> dict[str, Json]:
    """Return all players' results and times in a game, and the ratings of each contest, as JSON."""
    return {
        "game": game,
        "players": [_fared(player, paces.get(player.player)) for player in players],
        "ratings": [
            {
                "variant": dict(contest.contest.variant),
                "players": [_rated(rated) for rated in contest.players],
                "unrated": dict(contest.unrated),
            }
            for contest in contests
        ],
    }


def _fared(player: PlayerRecord, pace: MoveTimes | None) -> dict[str, Json]:
    return {
        **_player(player.player),
        "games": player.games,
        "wins": player.wins,
        "contested": player.contested,
        "best": player.best,
        "average": player.average if player.games > player.early else None,
        "cut_short": player.early,
        "last": None if player.last is None else written(player.last),
        "pace": None if pace is None else pace.middle.total_seconds(),
        "time_used": None if pace is None else pace.used.total_seconds(),
    }


def _rated(rated: Rated) -> dict[str, Json]:
    return {
        **_player(rated.player),
        "rating": rated.points,
        "mean": round(rated.mean, 3),
        "deviation": round(rated.deviation, 3),
        "games": rated.games,
        "provisional": rated.provisional,
        "rivals": [
            {**_player(rival), "ahead": before, "even": beside, "behind": behind}
            for rival, (before, beside, behind) in rated.rivals.items()
            if not rival.forgotten
        ],
    }


def _player(player: Player) -> dict[str, Json]:
    return {"bot": player.bot} if player.bot else {"name": player.name}


def person(account: Account) -> dict[str, Json]:
    """Return a registered player as JSON."""
    who = account.person
    return {
        "name": who.name,
        "created": written(account.created),
        "seen": written(account.seen),
        "keys": account.keys,
        "admin": who.admin,
        "banned": who.banned,
    }
