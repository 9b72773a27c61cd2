"""The interface through which bots evaluate, sample and search a game, and the game's fitted
weights."""

from __future__ import annotations

import json
from abc import ABC, abstractmethod
from collections.abc import Collection, Mapping, Sequence
from functools import cache
from operator import mul
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Final, Generic, TypeVar

from attrs import frozen

from engine.core.catalogue_entry import Entry

if TYPE_CHECKING:
    from engine.core.chance import Dice
    from engine.core.event import Event, Value
    from engine.core.state import State
    from engine.core.step import Decision

WEIGHTS_FILE: Final = "weights.json"
"""Name of the file with a game's fitted weights, which `tools.fit_points`, `tools.fit_wins` and
`tools.fit_openings` write.

The file holds the lowest rules version to which the weights apply and, for each key of
`BotSupport.weights_key`, the fields of `Weights`.
"""


@frozen
class Weights:
    """Fitted evaluation for one key of `BotSupport.weights_key`.

    `weights` has a row of feature weights per common moment (see `BotSupport.moment`), and
    `spreads` the standard error per moment. The last of each also applies to all later moments. The
    unit is points if `tools.fit_points` made the fit; otherwise it is a lead that makes a seat e
    times as likely to win.
    """

    weights: Sequence[Sequence[float]]
    spreads: Sequence[float]

    def worth(self, moment: int, features: Sequence[float]) -> float:
        """Return a seat's value at `moment`, given its `features`: the expected final points or,
        depending on the fit, a lead (see `Weights`)."""
        return sum(map(mul, self.weights[min(moment, len(self.weights) - 1)], features), 0.0)

    def spread(self, moment: int) -> float:
        """Return the standard error at `moment`, in the unit of `worth`."""
        return self.spreads[min(moment, len(self.spreads) - 1)]


@cache
def fitted(folder: Path, rules: int) -> Mapping[str, Weights]:
    """Return the fitted weights in the game folder `folder`, by the keys of
    `BotSupport.weights_key`. The mapping is empty if the folder has no weights file, or if the
    rules version `rules` is older than the fit."""
    file = folder / WEIGHTS_FILE
    if not file.exists():
        return {}
    read: Mapping[str, Any] = json.loads(file.read_text(encoding="utf-8"))
    if rules < read["rules"]:
        return {}
    tables: Mapping[str, Any] = read["tables"]
    return {key: Weights(table["weights"], table["spreads"]) for key, table in tables.items()}


S = TypeVar("S", bound="State")


@frozen
class SearchBudget:
    """Search effort of a bot per decision.

    The bot runs about `playouts` playouts, each until `moments` common moments have passed (see
    `BotSupport.moment`), and compares at most `candidates` picks. In a menu, at most
    `max_per_command` of these picks belong to one command, as long as there are picks of other
    commands (None for no limit).
    """

    playouts: int = 64
    moments: int = 1
    candidates: int = 8
    max_per_command: int | None = None


class BotSupport(ABC, Generic[S]):
    """The parts of a game that bots, hints and reviews need.

    If `remembers` is set, `guess` needs the history besides the view. `thinking` is the search
    effort of the strong bot. `medium_budget` is that of the medium bot, for games where a one-step
    lookahead is too weak. If the `value` of a pick is `easy_bot_tolerance` points lower than that
    of another, the easy bot makes it e times less often. It follows the game's advice in
    `easy_bot_advised` out of four decisions with advice. `pick_cost` is the approximate time of one
    pick in a playout, in units of 30 µs; it limits the effort of reviews.

    `drawbacks` are the indices of the `features` that can only be bad. `tools.fit_wins` gives these
    features no positive weight.
    """

    entry: ClassVar[Entry]
    remembers: ClassVar[bool] = False
    thinking: ClassVar[SearchBudget] = SearchBudget()
    medium_budget: ClassVar[SearchBudget | None] = None
    easy_bot_tolerance: ClassVar[float] = 1.0
    easy_bot_advised: ClassVar[int] = 3
    pick_cost: ClassVar[float] = 1.0
    drawbacks: ClassVar[Collection[int]] = ()

    @abstractmethod
    def value(self, view: S, seat: int, /) -> float:
        """Return the expected final points of `seat`, which bots maximize when they look one pick
        ahead. Values only have to be comparable among the outcomes of one decision."""

    def worth(self, state: S, seat: int, /) -> float:
        """Return the expected final points of `seat` in a fully known position at a common moment
        (see `moment`). Playouts end with this evaluation unless there are fitted weights. The
        default is `value`."""
        return self.value(state, seat)

    def spread(self, state: S, /) -> float:
        """Return the standard error of `worth` in `state`, in points, above 0. Unless there are
        fitted weights, the search uses it to convert differences in points to chances of
        winning."""
        return 10.0

    def features(self, state: S, seat: int, /) -> Sequence[float]:
        """Return the features of `seat` for the fitted evaluation at a common moment. Their number
        is the same in every state. By default there are none."""
        return ()

    def weights_key(self, state: S, /) -> str | None:
        """Return the key in `weights.json` for the number of players, the variant and, in some
        games, the phase of `state`. Return None if nothing has been fitted for them, or if the game
        uses custom component data; then `worth` and `spread` are used."""
        return None

    def weights(self, state: S, /) -> Weights | None:
        """Return the fitted weights for the `weights_key` of `state`; None if there are none for
        the rules version of `state`."""
        key = self.weights_key(state)
        return None if key is None else fitted(self.entry.folder, state.rules).get(key)

    def moment(self, state: S, /) -> int:
        """Return the number of common moments so far. Playouts of different picks end at the same
        common moment, so that their outcomes can be compared. The default is the number of turns;
        games with rounds override it with the number of rounds, because nobody is a turn ahead at
        the start of a round."""
        return state.turn

    def guess(self, view: S, seat: int, past: Sequence[Event], dice: Dice, /) -> S:
        """Return a random full state that is consistent with the seat's view (determinization).
        Every `Hidden` value is replaced by a random one with fair probabilities; known values do
        not change.

        If the game `remembers`, `past` has all events that have not been undone, as the seat may
        read them (with `Hidden` for secrets); otherwise it is empty. These events contain facts
        that no view has, such as the seat's own discards.

        The view itself is not changed. The default, for games without secrets, is a copy.
        """
        return view.copy()

    def pays_to_search(self, view: S, /) -> bool:
        """Whether searching finds better picks than a one-step lookahead with the number of players
        and the options of `view`, according to measurements. True by default."""
        return True

    def thinking_at(self, view: S, /) -> SearchBudget:
        """Return the search effort of the strong bot and of hints in the position `view`. The
        default is `thinking`."""
        return self.thinking

    def quick(self, state: S, decision: Decision[S, Value], dice: Dice, /) -> Value:
        """Return a legal pick for a playout of a fully known state, within 0.3 ms. The default is a
        random pick."""
        if decision.listed:
            return dice.pick(decision.options(state))
        return decision.sample(state, dice)

    def varied(self, state: S, decision: Decision[S, Value], dice: Dice, /) -> Value:
        """Return a sensible but varied legal pick during setup, for games whose openings
        `tools.fit_openings` fits. The default is `quick`."""
        return self.quick(state, decision, dice)

    def candidates(
        self, view: S, decision: Decision[S, Value], dice: Dice, most: int, /
    ) -> Sequence[Value]:
        """Return up to about `most` different legal picks that are worth comparing. By default
        these are the options, or a random sample of them. If the decision is not listed, its
        suggestions and some random picks are added."""
        options = decision.options(view)
        if len(options) > most:
            options = dice.draw(options, most)
        if decision.listed:
            return options
        samples = (decision.sample(view, dice) for _ in range(most // 3))
        return list(dict.fromkeys([*decision.suggest(view), *options, *samples]))

    def advise(self, view: S, decision: Decision[S, Value], dice: Dice, /) -> Value | None:
        """Return the pick that the game's rules of thumb recommend, based on what the seat can see.
        Return None, which is the default, if the bot should look one pick ahead instead."""
        return None

    def follow(self, view: S, decision: Decision[S, Value], /) -> Value | None:
        """Return the seat's most likely next pick, for previews and for bots that look further
        along a chain of decisions. None, which is the default, ends the lookahead."""
        return None

    def end_turn_pick(self, decision: Decision[S, Value], /) -> Value | None:
        """Return the pick that ends the turn, at a decision that repeats until the turn ends.
        Return None, which is the default, at all other decisions.

        The search judges every other pick by the better of two continuations: the game's `quick`
        picks, and ending the turn at once.
        """
        return None

    def is_offer(self, decision: Decision[S, Value], pick: Value) -> bool:
        """Whether `pick` only asks other players for something, so that it costs nothing unless
        they agree. Reviews do not judge such picks."""
        return False

    def is_preparatory(self, decision: Decision[S, Value], pick: Value) -> bool:
        """Whether `decision` is asked again after `pick`, which only prepares for another pick.
        One-ply search ranks such a pick last if it does not improve the position."""
        return False
