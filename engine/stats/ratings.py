"""Skill ratings of people and bots. They use the Plackett-Luce model, which evaluates the places of
a whole table at once.

Ratings are not saved. They are computed from the finished matches, oldest first.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from itertools import combinations
from typing import TYPE_CHECKING, Any, Final

from attrs import define, field, frozen

from engine.core.common_wording import series
from engine.core.players import AGREED, PERSON
from engine.core.table_settings import DICE_OPTION, HINTS_OFF, HINTS_OPTION, TYPED_DICE
from engine.errors import GuildhallError
from engine.games import load
from engine.i18n.text import Text, words
from engine.stats.statistics import Player
from engine.storage.records import HANDED_OVER, STARTED_ELSEWHERE, Record

if TYPE_CHECKING:
    from openskill.models import PlackettLuce, PlackettLuceRating

MIN_ESTABLISHED_GAMES: Final = 8
"""Minimum number of games for a rating that is not provisional."""

POINTS_PER_SKILL: Final = 40
"""Points per unit of the model's skill. A new player would have 333 points, and few reach 1500."""

ALONE: Final = "alone"
CUT_SHORT: Final = "cut short"
OWN_VALUES: Final = "own values"
NOBODY_ELSE: Final = "nobody else"
HINTED: Final = "hinted"
REAL_DICE: Final = "real dice"

UNRATED_REASONS: Final[Mapping[str, Text]] = {
    ALONE: words("played solo"),
    STARTED_ELSEWHERE: words("started elsewhere"),
    HANDED_OVER: words("a player was replaced"),
    CUT_SHORT: words("ended by agreement"),
    OWN_VALUES: words("played with custom data"),
    NOBODY_ELSE: words("no other players"),
    REAL_DICE: words("played with real dice"),
    HINTED: words("people only, with hints allowed"),
}
"""Reasons why a finished match does not count for ratings, by the key that `unrated` returns."""


@define
class Rated:
    """The rating of a player in one contest.

    The skill is estimated from `games` games as `mean` with a standard `deviation`, in the units of
    the model. `rivals` maps each opponent to the numbers of games in which the player was placed
    (before, equal to, behind) that opponent.
    """

    player: Player
    mean: float
    deviation: float
    games: int = 0
    rivals: dict[Player, tuple[int, int, int]] = field(factory=dict)

    @property
    def points(self) -> int:
        """A conservative estimate of the skill in points: two deviations below the mean."""
        return round(POINTS_PER_SKILL * (self.mean - 2 * self.deviation))

    @property
    def provisional(self) -> bool:
        """Whether the rating is based on fewer than `MIN_ESTABLISHED_GAMES` games."""
        return self.games < MIN_ESTABLISHED_GAMES


@frozen
class Contest:
    """A game in one variant, for which players have ratings. `variant` lists the settings that
    differ from the standard game, with their values."""

    game: str
    variant: tuple[tuple[str, str], ...] = ()

    @property
    def title(self) -> Text:
        game = load(self.game)
        apart = game.variant(dict(self.variant))
        if not apart:
            return words("{game}", game=game.names)
        return words("{game}: {variant}", game=game.names, variant=series(apart.values()))


@frozen
class Ratings:
    """The ratings of all players in one contest, and the number of finished matches that did not
    count, by key of `UNRATED_REASONS`.

    Established ratings come before provisional ones, each best first. Erased people are left out.
    """

    contest: Contest
    players: Sequence[Rated]
    unrated: Mapping[str, int]


def unrated(record: Record) -> str | None:
    """Return the reason why a finished match does not count, as a key of `UNRATED_REASONS`; None if
    it counts."""
    if len(record.header.seats) == 1:
        return ALONE
    if record.unrated:
        return record.unrated if record.unrated in UNRATED_REASONS else STARTED_ELSEWHERE
    if record.ending is not None and record.ending.kind == AGREED:
        return CUT_SHORT
    if record.header.data:
        return OWN_VALUES
    if len(_best_seats(record)) < 2:
        return NOBODY_ELSE
    if record.header.options.get(DICE_OPTION) == TYPED_DICE:
        return REAL_DICE
    hints = record.header.options.get(HINTS_OPTION) != HINTS_OFF
    return HINTED if hints and len(record.header.people) > 1 else None


def ratings(records: Iterable[Record]) -> list[Ratings]:
    """Return the ratings of every contest with finished and undamaged matches, in the order in
    which the first match of each contest was finished."""
    folds: dict[Contest, _Fold] = {}
    for record in sorted(records, key=lambda record: (record.changed, record.id)):
        contest = _contest(record)
        if contest is not None and record.summary.over and record.damage is None:
            folds.setdefault(contest, _Fold()).add(record)
    return [fold.ratings(contest) for contest, fold in folds.items()]


def _contest(record: Record) -> Contest | None:
    """Return the contest to which a match belongs; None if its game is unknown."""
    try:
        game = load(record.header.game)
    except GuildhallError:
        return None
    options = record.header.options
    return Contest(game.id, tuple((key, options[key]) for key in game.variant(options)))


def _best_seats(record: Record) -> Mapping[Player, int]:
    """Return the players of a match with their best places.

    Bots of one kind are a single player. A person's seat that has lost its owner, for example
    because the owner was erased, is a player of its own.
    """
    best: dict[Player, int] = {}
    for standing in record.summary.result:
        name, player = record.header.seats[standing.seat]
        who = Player.at(name, player)
        if record.owners and player == PERSON and record.owners[standing.seat] is None:
            who = Player(name=f"{record.id}/{standing.seat}", forgotten=True)
        best[who] = min(standing.place, best.get(who, standing.place))
    return best


@cache
def _model() -> PlackettLuce:
    from openskill.models import PlackettLuce

    return PlackettLuce()


@define
class _Fold:
    """The ratings of a contest, updated match by match."""

    players: dict[Player, Rated] = field(factory=dict)
    unrated: dict[str, int] = field(factory=dict)

    def add(self, record: Record) -> None:
        reason = unrated(record)
        if reason is not None:
            self.unrated[reason] = self.unrated.get(reason, 0) + 1
            return
        best = _best_seats(record)
        model = _model()
        teams = [[self._skill(who)] for who in best]
        after: Any = model.rate(teams, ranks=[float(place) for place in best.values()])
        for who, (skill,) in zip(best, after, strict=True):
            rated = self.players[who]
            rated.mean, rated.deviation = skill.mu, skill.sigma
            rated.games += 1
        for (one, place), (other, behind) in combinations(best.items(), 2):
            self._meet(one, other, place, behind)
            self._meet(other, one, behind, place)

    def _skill(self, who: Player) -> PlackettLuceRating:
        model = _model()
        rated = self.players.get(who)
        if rated is None:
            new = model.rating()
            self.players[who] = Rated(who, new.mu, new.sigma)
            return new
        return model.rating(mu=rated.mean, sigma=rated.deviation)

    def _meet(self, one: Player, other: Player, place: int, others: int) -> None:
        rivals = self.players[one].rivals
        before, beside, behind = rivals.get(other, (0, 0, 0))
        rivals[other] = (
            before + (place < others),
            beside + (place == others),
            behind + (place > others),
        )

    def ratings(self, contest: Contest) -> Ratings:
        """Return the players' ratings in the contest, in the order described in `Ratings`."""
        rated = [player for player in self.players.values() if not player.player.forgotten]
        rated.sort(
            key=lambda player: (
                player.provisional,
                -player.points,
                player.player.name,
                player.player.bot,
            )
        )
        return Ratings(contest, rated, self.unrated)
