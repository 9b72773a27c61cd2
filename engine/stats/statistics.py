"""Records of people and bots over all finished games in a store."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

from attrs import define, frozen

from engine.core.players import bot_name
from engine.storage.records import Record


@frozen
class Player:
    """A player whose games are counted together: a person by name, or all bots of a kind.

    `bot` is the kind ("greedy"), and empty for a person, identified by `name`, or an erased one
    (`forgotten`).
    """

    name: str = ""
    bot: str = ""
    forgotten: bool = False

    @classmethod
    def at(cls, name: str, player: str) -> Player:
        """Return the player at a seat, by name and kind of player in the header."""
        bot = bot_name(player)
        return cls(name=name) if bot is None else cls(bot=bot)


@define
class PlayerRecord:
    """Record of a player in one game.

    `games` were finished, `contested` of them against others, and `wins` of them won (a shared
    first place is a win). `early` games ended by resignation or agreement. These have winners, but
    `best` and `total` are over the others alone. `last` is when the last game ended.
    """

    player: Player
    games: int = 0
    contested: int = 0
    wins: int = 0
    best: int | None = None
    total: int = 0
    last: datetime | None = None
    early: int = 0

    @property
    def average(self) -> float:
        """Mean result; raises ZeroDivisionError if no game was played to its end."""
        return self.total / (self.games - self.early)

    def add(
        self, result: int, when: datetime, *, won: bool, alone: bool, early: bool = False
    ) -> None:
        """Add a game."""
        self.games += 1
        self.contested += not alone
        self.wins += won and not alone
        self.early += early
        if not early:
            self.total += result
            self.best = result if self.best is None else max(self.best, result)
        self.last = when if self.last is None else max(self.last, when)


def player_records(records: Iterable[Record], game: str) -> list[PlayerRecord]:
    """Return everybody's records in the finished matches of a game: most wins first, then the
    higher average; of bots in several seats of a match each seat counts."""
    by_player: dict[Player, PlayerRecord] = {}
    for record in records:
        if record.header.game != game or not record.summary.over:
            continue
        seats = record.header.seats
        for standing in record.summary.result:
            player = Player.at(*seats[standing.seat])
            by_player.setdefault(player, PlayerRecord(player)).add(
                standing.total,
                record.changed,
                won=standing.place == 1,
                alone=len(seats) == 1,
                early=record.ending is not None,
            )
    return sorted(by_player.values(), key=_rank)


def _rank(record: PlayerRecord) -> tuple[int, float, str]:
    average = record.average if record.games > record.early else 0.0
    return -record.wins, -average, record.player.name
