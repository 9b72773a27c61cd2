"""Evaluations, suggestions and guesses by which bots play a game, and its fitted weights."""

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

FILE: Final = "weights.json"
"""Name of the file with a game's fitted weights, written by `tools.fit_points`: the lowest rules
version they apply to and, for each kind of table (see `Game.fitted_for`), the fields of `Weights`.
"""


@frozen
class Weights:
    """Fitted evaluation of one kind of table: for each moment (the last one covers all later ones)
    the weight of each feature, and the standard error of the estimate, in points."""

    weights: Sequence[Sequence[float]]
    spreads: Sequence[float]

    def worth(self, moment: int, features: Sequence[float]) -> float:
        """Return the expected final points of a seat with these features."""
        row = self.weights[min(moment, len(self.weights) - 1)]
        return sum(map(mul, row, features), 0.0)

    def spread(self, moment: int) -> float:
        """Return the standard error at that moment."""
        return self.spreads[min(moment, len(self.spreads) - 1)]


@cache
def fitted(folder: Path, rules: int) -> Mapping[str, Weights]:
    """Return a game's fitted weights for these rules, by kind of table; empty for older rules."""
    file = folder / FILE
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
    """Search effort of the strong bot per decision: at most `playouts` in total, each `moments`
    common moments deep, over at most `candidates` picks. At most `max_per_command` candidates are
    of one command of a menu, as long as there are others (None: no limit)."""

    playouts: int = 64
    moments: int = 1
    candidates: int = 8
    max_per_command: int | None = None


class BotSupport(ABC, Generic[S]):
    """The parts of a game that bots, hints and reviews need.

    `remembers` says that `guess` needs the public history besides the view. `thinking` is the
    search effort of the strong bot, `medium_budget` that of the medium one where a one-step
    lookahead is too weak. `easy_bot_tolerance` is the difference of `value`, in points, below which
    picks look equal to the easy bot. `pick_cost` is about the time of a pick in playouts, in units
    of 30 us; it limits reviews.

    `drawbacks` are the indices of `features` that can only be bad: fits give them no positive
    weight.
    """

    entry: ClassVar[Entry]
    remembers: ClassVar[bool] = False
    thinking: ClassVar[SearchBudget] = SearchBudget()
    medium_budget: ClassVar[SearchBudget | None] = None
    easy_bot_tolerance: ClassVar[float] = 1.0
    pick_cost: ClassVar[float] = 1.0
    drawbacks: ClassVar[Collection[int]] = ()

    @abstractmethod
    def value(self, view: S, seat: int, /) -> float:
        """Evaluate the position for a seat, in points expected at the end. Bots that look one pick
        ahead maximize it; it need only be comparable among the outcomes of one decision."""

    def worth(self, state: S, seat: int, /) -> float:
        """Evaluate a fully known position for a seat at a common moment (see `moment`), in points
        expected at the end. It is the leaf evaluation of playouts; `value` by default."""
        return self.value(state, seat)

    def spread(self, state: S, /) -> float:
        """Return the standard error of `worth` at this moment, in points, above 0: the scale by
        which differences are turned into winning chances."""
        return 10.0

    def features(self, state: S, seat: int, /) -> Sequence[float]:
        """Return the features of the fitted evaluation of a seat at a common moment, the same
        number in every state; none by default."""
        return ()

    def fitted_for(self, state: S, /) -> str | None:
        """Return the key under which the game's `weights.json` holds the fit for tables like this
        (number of players, variant). None without a fit, or with component data other than the
        box's; then `worth` and `spread` are used."""
        return None

    def weights(self, state: S, /) -> Weights | None:
        """Return the fitted weights for tables like this; None if there are none, or only for newer
        rules."""
        key = self.fitted_for(state)
        return None if key is None else fitted(self.entry.folder, state.rules).get(key)

    def moment(self, state: S, /) -> int:
        """Return a counter that grows by one at each common moment: a point at which the outcomes
        of different picks can be compared, as everybody has had the same number of moves. By
        default the turn; override with the round if there are rounds."""
        return state.turn

    def guess(self, view: S, seat: int, past: Sequence[Event], dice: Dice, /) -> S:
        """Return a random full state consistent with the seat's view (determinization): all that is
        Hidden is filled in fairly, all that is known stays, and every piece is there once.

        `past` are the events that count, as the seat may read them (with Hidden for secrets), if
        the game `remembers`; else empty. It tells what no view holds: own discards, cards that were
        played. The view is not changed. By default a copy, for games that hide nothing.
        """
        return view.copy()

    def pays_to_search(self, view: S, /) -> bool:
        """Whether playouts find better picks than a one-step lookahead at such a table, by
        measurement; True by default."""
        return True

    def thinking_at(self, view: S, /) -> SearchBudget:
        """Return the search effort of the strong bot and of hints at a position; `thinking` by
        default."""
        return self.thinking

    def quick(self, state: S, decision: Decision[S, Value], dice: Dice, /) -> Value:
        """Return a legal pick for a playout of a fully known state, in at most 0.3 ms; random by
        default."""
        if decision.listed:
            return dice.pick(decision.options(state))
        return decision.sample(state, dice)

    def varied(self, state: S, decision: Decision[S, Value], dice: Dice, /) -> Value:
        """Return a legal pick for the setup of a game from which `tools.fit_openings` learns: a
        sensible one, but not always the same; `quick` by default."""
        return self.quick(state, decision, dice)

    def candidates(
        self, view: S, decision: Decision[S, Value], dice: Dice, most: int, /
    ) -> Sequence[Value]:
        """Return about `most` different legal picks that are worth comparing. By default the
        suggestions of the rules, a representative sample, and some random picks."""
        options = decision.options(view)
        if len(options) > most:
            options = dice.draw(options, most)
        if decision.listed:
            return options
        samples = (decision.sample(view, dice) for _ in range(most // 3))
        return list(dict.fromkeys([*decision.suggest(view), *options, *samples]))

    def advise(self, view: S, decision: Decision[S, Value], dice: Dice, /) -> Value | None:
        """Return the pick of a bot that looks one pick ahead, by rules of thumb of the game, from
        what the seat can see. None, the default, to let the bot look ahead."""
        return None

    def follow(self, view: S, decision: Decision[S, Value], /) -> Value | None:
        """Return the seat's most likely next pick, where a preview or a bot looks beyond a pick
        along a chain of decisions ("if you use all"). None, the default, ends the lookahead."""
        return None

    def end_turn_pick(self, decision: Decision[S, Value], /) -> Value | None:
        """Return the pick that ends the turn at a decision which is asked again and again until
        then. None, the default, for all other decisions. The search judges other picks by what can
        be done after them, but never worse than by the end of the turn."""
        return None

    def is_preparatory(self, decision: Decision[S, Value], pick: Value) -> bool:
        """Whether a pick only prepares for the same decision, which is asked again afterwards. The
        greedy bot takes such a pick for its own value, never to postpone the others."""
        return False
