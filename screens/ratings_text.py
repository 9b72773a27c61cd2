"""Statistics of players as texts and rows of tables: ratings, results against rivals, times per
move."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Final

from engine.core.common_wording import lasting, series
from engine.i18n.text import Text, plural, words
from engine.stats.ratings import UNRATED_REASONS
from screens.match_summary import player_of

if TYPE_CHECKING:
    from engine.i18n.language import Translator
    from engine.stats.ratings import Rated
    from engine.stats.statistics import MoveTimes, Player

_HEADS: Final = (words("Player"), words("Rating"), words("Games"))
_RIVAL_HEADS: Final = (words("Ahead"), words("Even"), words("Behind"))


def rated_heads(translator: Translator) -> list[str]:
    return [*(translator.translate(head) for head in _HEADS), ""]


def rated_rows(players: Sequence[Rated], translator: Translator) -> list[list[str]]:
    return [
        [
            translator.translate(player_of(player.player)),
            str(player.points),
            str(player.games),
            translator.translate(words("provisional")) if player.provisional else "",
        ]
        for player in players
    ]


def rival_heads(rated: Rated, translator: Translator) -> list[str]:
    whose = words("{player} against", player=player_of(rated.player))
    return [translator.translate(head) for head in (whose, *_RIVAL_HEADS)]


def rival_rows(rated: Rated, translator: Translator) -> list[list[str]]:
    """Return the name of each rival with the numbers of games in which the rated player was placed
    ahead of, even with and behind the rival, the most frequent rival first. Rivals who have deleted
    their accounts are left out."""
    rivals = sorted(
        (-sum(met), translator.translate(player_of(rival)), met)
        for rival, met in rated.rivals.items()
        if not rival.forgotten
    )
    return [[name, *map(str, met)] for _, name, met in rivals]


def pace_text(player: Player, pace: MoveTimes) -> Text:
    """Return a text with a player's median time per move, and the total time that tables have
    waited for the player."""
    seconds = round(pace.middle.total_seconds())
    brief = seconds < 60
    return words(
        "{player}: {time} per move (median). In total, tables have waited {used} for this player.",
        player=player_of(player),
        time=plural("{n} second", "{n} seconds", seconds) if brief else lasting(pace.middle),
        used=lasting(pace.used),
    )


def left_out(unrated: Mapping[str, int]) -> Text | None:
    """Return a sentence with the number of unrated matches for each reason; None if all matches are
    rated."""
    if not unrated:
        return None
    reasons = series(
        words("{reason}: {n}", reason=UNRATED_REASONS[why], n=n) for why, n in unrated.items()
    )
    return words("Not rated: {reasons}.", reasons=reasons)


ABOUT_RATINGS: Final = words(
    "Ratings are based on final places. Bots count as players. In games of one person against "
    "bots, hints may have been used."
)
