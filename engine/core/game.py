"""The interface of a game, and its entry in the catalogue."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Final, Generic, TypeVar

from attrs import frozen

from engine.core.component_data import boxed
from engine.core.weights import Weights, fitted
from engine.errors import BadSetup
from engine.i18n.text import Names, Text, words

if TYPE_CHECKING:
    from engine.core.chance import Dice
    from engine.core.component_data import Changeable, Data
    from engine.core.event import Event, Value
    from engine.core.score_sheet import Sheet, Standing
    from engine.core.state import State
    from engine.core.step import Decision


S = TypeVar("S", bound="State")

ALWAYS: Final = "always"
ON_DEMAND: Final = "on demand"
OPEN: Final = "open"

HINTS: Final = "hints"
OFF: Final = "off"

HANDS: Final = "hands"
COVERED: Final = "covered"

DICE: Final = "dice"
TYPED: Final = "typed"


@frozen
class SearchBudget:
    """Search effort of the strong bot per decision: at most `playouts` in total, each `moments`
    common moments deep, over at most `candidates` picks. At most `max_per_command` candidates are
    of one command of a menu, as long as there are others (None: no limit)."""

    playouts: int = 64
    moments: int = 1
    candidates: int = 8
    max_per_command: int | None = None


@frozen
class Setting:
    """An option of a game that is chosen before it begins: a key, its values, the default, and an
    explanation. A non-default value of an option that `makes_variant` makes a variant with ratings
    of its own."""

    key: str
    title: Text
    choices: Mapping[str, Text]
    default: str
    about: Text | None = None
    makes_variant: bool = False


_HANDS: Final = Setting(
    HANDS,
    words("Shared keyboard"),
    {COVERED: words("hands hidden"), OPEN: words("hands open")},
    COVERED,
    words("When several people share a keyboard: a pass screen between turns, or open hands."),
)


_HINTS: Final = Setting(
    HINTS,
    words("Hints"),
    {"on": words("allowed"), OFF: words("not allowed")},
    "on",
    words("Games between people are rated only if hints are off."),
)


_DICE: Final = Setting(
    DICE,
    words("Dice"),
    {"drawn": words("rolled by the program"), TYPED: words("real, typed in")},
    "drawn",
    words(
        "Roll your own dice on a shared keyboard and type what they show. Such games are not rated."
    ),
)


@frozen
class StandingAnswer:
    """A standing answer to decisions, identified by the names of their steps. `pick` maps the view
    of the seat and the decision to the pick, or to None to be asked after all."""

    steps: frozenset[str]
    title: Text
    pick: Callable[[Any, Any], Value | None]


class Game(ABC, Generic[S]):
    """The rules of one game, as the match, the bots and the screens need them.

    `entry` is its entry in the catalogue. `usual_players` is the initial number of players in the
    form for a new game.

    `cover` says what people who share a keyboard see, where players have secrets of their own:
    ALWAYS, their own things, behind a pass screen whenever somebody else is asked; or ON_DEMAND,
    the public table, and their hand only when they ask for it or a decision needs it.

    `throws_dice` says that people may throw physical dice.

    `changeable` are the component values that a user's own data may change (None: all).

    `remembers` says that `guess` needs the public history besides the view. `thinking` is the
    search effort of the strong bot, `medium_budget` that of the medium one where a one-step
    lookahead is too weak. `easy_bot_tolerance` is the difference of `value`, in points, below which
    picks look equal to the easy bot. `pick_cost` is about the time of a pick in playouts, in units
    of 30 us; it limits reviews.

    `beforehand` are standing answers, by permanent names, to decisions of seats that are not on
    turn, which would hold up the others.
    """

    entry: ClassVar[Entry]
    usual_players: ClassVar[int] = 2
    cover: ClassVar[str | None] = None
    throws_dice: ClassVar[bool] = False
    changeable: ClassVar[Changeable | None] = None
    remembers: ClassVar[bool] = False
    thinking: ClassVar[SearchBudget] = SearchBudget()
    medium_budget: ClassVar[SearchBudget | None] = None
    easy_bot_tolerance: ClassVar[float] = 1.0
    pick_cost: ClassVar[float] = 1.0
    beforehand: ClassVar[Mapping[str, StandingAnswer]] = {}

    @abstractmethod
    def setup(self, seats: int, options: Mapping[str, str], data: Data) -> S:
        """Return the initial state, with the first steps on its agenda.

        `data` are the component values that differ from the box. Raises BadSetup for data that the
        game cannot be played with.
        """

    @abstractmethod
    def sheets(self, view: S, /) -> Sequence[Sheet]:
        """Return the tables of the score sheet, the main one first."""

    @abstractmethod
    def standings(self, view: S, /) -> Sequence[Standing]:
        """Return every seat's place if the game ended now, in the order of the places."""

    def sources(self, view: S, seat: int, /) -> Sequence[tuple[Text, int]]:
        """Return the parts that add up to a seat's total, losses below zero; none by default."""
        return ()

    def tallies(self, view: S, line: Sequence[Event], /) -> Sequence[Sheet]:
        """Return statistics of a finished game as tables, from the events that count; none by
        default."""
        return ()

    @abstractmethod
    def describe(self, view: S, /) -> Sequence[Text]:
        """Return the position in sentences, for people who do not see the board."""

    # ------------------------------------------------------------------ evaluation and search

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
        (number of players, variant). None without a fit, with component data other than the box's,
        or under other rules than today's; then `worth` and `spread` are used."""
        return None

    def weights(self, state: S, /) -> Weights | None:
        """Return the fitted weights for tables like this; None if there are none, or for other
        rules."""
        key = self.fitted_for(state)
        if key is None or state.rules < self.rules:
            return None
        return fitted(self.folder, self.rules).get(key)

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

    def quick(self, state: S, decision: Decision[S, Value], dice: Dice, /) -> Value:
        """Return a legal pick for a playout of a fully known state, in at most 0.3 ms; random by
        default."""
        if decision.listed:
            return dice.pick(decision.options(state))
        return decision.sample(state, dice)

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

    def old_value(self, view: S, seat: int, /) -> float:
        """Evaluate the position as `value` did before the searching bots, for the bot `old_greedy`,
        a baseline for comparison. Games whose `value` has improved since keep the old one here."""
        return self.value(view, seat)

    def old_advice(self, view: S, decision: Decision[S, Value], dice: Dice, /) -> Value | None:
        """Return the pick of the former `advise`, for comparison only."""
        return self.advise(view, decision, dice)

    def advise(self, view: S, decision: Decision[S, Value], dice: Dice, /) -> Value | None:
        """Return the pick of a bot that looks one pick ahead, by rules of thumb of the game, from
        what the seat can see. None, the default, to let the bot look ahead."""
        return None

    def follow(self, view: S, decision: Decision[S, Value], /) -> Value | None:
        """Return the seat's most likely next pick, where a preview or a bot looks beyond a pick
        along a chain of decisions ("if you use all"). None, the default, ends the lookahead."""
        return None

    def is_preparatory(self, decision: Decision[S, Value], pick: Value) -> bool:
        """Whether a pick only prepares for the same decision, which is asked again afterwards. The
        greedy bot takes such a pick for its own value, never to postpone the others."""
        return False

    # ------------------------------------------------------------------ settings and catalogue

    def rank(self, total: int) -> Text | None:
        """Return the title of a solo result; None if it has none."""
        return None

    def upcast(self, rules: int, event: Event) -> Event:
        """Convert an event of a log with an earlier number of the rules to the form that its step
        writes now.

        For picks and outcomes whose form has changed; an event in the current form is returned
        unchanged.
        """
        return event

    def settings(self) -> Sequence[Setting]:
        """Return the options of the game; none by default."""
        return ()

    def all_settings(self) -> Sequence[Setting]:
        """Return the options of the game, and those common to all tables: open hands if there are
        secrets, physical dice if dice are thrown, no hints."""
        hands = () if self.cover is None else (_HANDS,)
        dice = (_DICE,) if self.throws_dice else ()
        return (*self.settings(), *hands, *dice, _HINTS)

    def cover_of(self, options: Mapping[str, str]) -> str:
        """Return what people who share a keyboard see in a match with these options."""
        return OPEN if options.get(HANDS) == OPEN else self.cover or OPEN

    @property
    def id(self) -> str:
        return self.entry.id

    @property
    def rules(self) -> int:
        return self.entry.rules

    @property
    def names(self) -> Names:
        return self.entry.names

    @property
    def players(self) -> range:
        return self.entry.players

    @property
    def folder(self) -> Path:
        return self.entry.folder

    def boxed(self, own: Data) -> Data:
        """Return all data of the box with the user's own merged over it; raises BadSetup for values
        that do not fit."""
        return boxed(self.folder, own, changeable=self.changeable)

    def settled(self, options: Mapping[str, str]) -> Mapping[str, str]:
        """Return the options that others of these determine, as a preset does, with their
        values."""
        return {}

    def variant(self, options: Mapping[str, str]) -> Mapping[str, Text]:
        """Return the options by which a match differs from the standard game, in words, by the keys
        of their settings; empty for the standard game."""
        return {
            setting.key: setting.choices[options[setting.key]]
            for setting in self.settings()
            if setting.makes_variant
            and options.get(setting.key, setting.default) != setting.default
        }

    def players_for(self, options: Mapping[str, str]) -> range:
        """Return the possible numbers of players with these options."""
        return self.players

    def check(self, seats: int, options: Mapping[str, str]) -> dict[str, str]:
        """Return all options with defaults filled in; raises BadSetup. Defaults of the options
        common to all tables are left out."""
        check_seats(self, seats)
        settings = {setting.key: setting for setting in self.all_settings()}
        for key, value in options.items():
            if key not in settings:
                raise BadSetup(
                    words(
                        "{game} has no option {option}. Choose from {options}.",
                        game=self.names,
                        option=key,
                        options=", ".join(settings),
                    )
                )
            if value not in settings[key].choices:
                raise BadSetup(
                    words(
                        "The option {option} cannot be {value}. Choose from {values}.",
                        option=key,
                        value=value,
                        values=", ".join(settings[key].choices),
                    )
                )
        filled = {key: options.get(key, setting.default) for key, setting in settings.items()}
        for setting in (_HANDS, _DICE, _HINTS):
            if filled.get(setting.key) == setting.default:
                del filled[setting.key]
        return filled


def real_dice(game: Game[S]) -> dict[str, str]:
    """Return the option for physical dice; raises BadSetup."""
    if game.throws_dice:
        return {DICE: TYPED}
    raise BadSetup(words("{game} has no dice.", game=game.names))


def check_seats(game: Game[S] | Entry, seats: int) -> None:
    """Raise BadSetup unless `seats` players can play the game."""
    if seats not in game.players:
        raise BadSetup(
            words(
                "{game} is for {least} to {most} players, not {seats}.",
                game=game.names,
                least=game.players[0],
                most=game.players[-1],
                seats=seats,
            )
        )


@frozen
class Entry:
    """A game in the catalogue, known without importing the `module` of its rules in `package`.

    `id` is the name of its folder. `rules` is the number of its rules: it is raised whenever an old
    log could come out differently, and the rules that changed check `state.rules`. `solo` says
    whether there is a solo game, `about` describes the game in a few sentences. A `draft` is found
    by its name and obeys all laws, but is listed only for people who ask for drafts; it needs no
    translations, guide, coach, lesson or golden games.
    """

    id: str
    names: Names
    players: range
    package: str
    rules: int = 1
    solo: bool = False
    about: Text | None = None
    draft: bool = False
    module: str = "game"

    @property
    def folder(self) -> Path:
        """The folder with the game's rules, texts and data."""
        return Path(__file__).parents[2].joinpath(*self.package.split("."))

    def file(self, text: str, language: str) -> Path:
        """Return the path of one of the game's texts in a language, the English one if it is not
        translated; the file need not exist."""
        translated = self.folder / f"{text}.{language}.md"
        return translated if translated.exists() else self.folder / f"{text}.md"

    def lines(self, text: str, language: str) -> list[str]:
        """Return the lines of one of the game's texts (`rules`, `guide`, `lesson` ...) in a
        language, in English if it is not translated; none if the game has no such text."""
        path = self.file(text, language)
        return path.read_text(encoding="utf-8").splitlines() if path.exists() else []
