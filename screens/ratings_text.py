"""How strong everybody is, in words: the ratings of a contest, and how somebody has fared against
each of the others."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Final

from engine.core.common_wording import lasting, series
from engine.i18n.text import Text, plural, words
from engine.stats.ratings import REASONS
from screens.match_summary import player_of

if TYPE_CHECKING:
    from engine.i18n.language import Tongue
    from engine.stats.move_times import MoveTimes
    from engine.stats.ratings import Rated
    from engine.stats.statistics import Player

_HEADS: Final = (words("Player"), words("Rating"), words("Games"))
_RIVAL_HEADS: Final = (words("Ahead"), words("Even"), words("Behind"))


def rated_heads(tongue: Tongue) -> list[str]:
    """The heads of the table of ratings."""
    return [*(tongue.say(head) for head in _HEADS), ""]


def rated_rows(players: Sequence[Rated], tongue: Tongue) -> list[list[str]]:
    """The ratings, a row a player, in the order of `rated_heads`."""
    return [
        [
            tongue.say(player_of(player.player)),
            str(player.points),
            str(player.games),
            tongue.say(words("provisional")) if player.provisional else "",
        ]
        for player in players
    ]


def rival_heads(one: Rated, tongue: Tongue) -> list[str]:
    """The heads of the table of somebody's rivals."""
    whose = words("{player} against", player=player_of(one.player))
    return [tongue.say(head) for head in (whose, *_RIVAL_HEADS)]


def rival_rows(one: Rated, tongue: Tongue) -> list[list[str]]:
    """How often somebody was before, beside and behind each rival; who was met most comes first."""
    rivals = sorted(
        (-sum(met), tongue.say(player_of(rival)), met)
        for rival, met in one.rivals.items()
        if not rival.forgotten
    )
    return [[name, *map(str, met)] for _, name, met in rivals]


def pace_told(player: Player, pace: MoveTimes) -> Text:
    """How long somebody takes for a choice as a rule, and has taken for all of them."""
    seconds = round(pace.middle.total_seconds())
    brief = seconds < 60
    return words(
        "{player}: {time} per move (median). Tables have waited {used} in total.",
        player=player_of(player),
        time=plural("{n} second", "{n} seconds", seconds) if brief else lasting(pace.middle),
        used=lasting(pace.used),
    )


def left_out(unrated: Mapping[str, int]) -> Text | None:
    """How many finished matches do not count for the ratings, and why; None if all do."""
    if not unrated:
        return None
    reasons = series(words("{reason}: {n}", reason=REASONS[why], n=n) for why, n in unrated.items())
    return words("Not rated: {reasons}.", reasons=reasons)


ABOUT: Final = words(
    "Ratings are based on final places; bots count as players. In games of one person "
    "against bots, hints may have been used."
)
