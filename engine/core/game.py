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
    """How hard the strong bot thinks about a pick of one game: at most so many `playouts` in all,
    each so many common `moments` ahead, of at most so many `candidates`. At most so many `alike`,
    of one command of a menu, stand among them as long as there are others (None: as many as lead
    to most)."""

    playouts: int = 64
    moments: int = 1
    candidates: int = 8
    max_per_command: int | None = None


@frozen
class Setting:
    """An option of a game that is chosen before it begins: a key, its values, the usual one, and
    what it means for those who do not know it. With other values of one that `makes_variant` it is
    another contest, of which ratings are kept apart."""

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
    """How decisions, by the names of their steps, can be answered before they are asked (standing
    answer): in words, and what is picked then, for the view of whoever is asked and the decision;
    None where they want to be asked after all."""

    steps: frozenset[str]
    title: Text
    pick: Callable[[Any, Any], Value | None]


class Game(ABC, Generic[S]):
    """The rules of one game, as the match, the bots and the screens need them.

    `entry` is what the catalogue knows of it. `usual_players` is how many the form for a new game
    begins with.
    `cover` says what people who share a keyboard see, where players have secrets of their own:
    ALWAYS their own things, behind a curtain whenever somebody else is asked; or ON_DEMAND the
    public table, and their hand only when they ask for it or a decision needs it.
    `throws_dice` says that people may throw dice of their own.
    `changeable` are the component values that a user's own data may change (None: all).
    `remembers` says that `guess` needs the open past beside the view. `thinking` is how hard the
    strong bot thinks, `glance` how hard the medium one does where one look ahead tells too little.
    `near` is by how many points of `value` picks may differ and look alike to the easy bot.
    `beforehand` are answers, each by a name that lasts, to decisions with which others hold up who
    is on turn.
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
    beforehand: ClassVar[Mapping[str, StandingAnswer]] = {}

    @abstractmethod
    def setup(self, seats: int, options: Mapping[str, str], data: Data) -> S:
        """The table before anything happened, with what must happen first on its agenda.

        `data` are the component values that differ from the box. Raises BadSetup for data that the
        game cannot be played with.
        """

    @abstractmethod
    def sheets(self, view: S, /) -> Sequence[Sheet]:
        """The score sheet: its tables, the main one first."""

    @abstractmethod
    def standings(self, view: S, /) -> Sequence[Standing]:
        """Every seat's place if the game ended now, in the order of the places."""

    def sources(self, view: S, seat: int, /) -> Sequence[tuple[Text, int]]:
        """The parts that add up to a seat's total, losses below zero; none unless the game says
        otherwise."""
        return ()

    def tallies(self, view: S, line: Sequence[Event], /) -> Sequence[Sheet]:
        """Tables of all that happened in a finished game, from the events that count; none unless
        the game says otherwise."""
        return ()

    @abstractmethod
    def describe(self, view: S, /) -> Sequence[Text]:
        """The position in sentences, for people who do not see the board."""

    # ------------------------------------------------------------------ what bots go by

    @abstractmethod
    def value(self, view: S, seat: int, /) -> float:
        """How good the position is for a seat, in points expected at the end: what a bot that looks
        one pick ahead wants more of. It compares what the picks of one decision lead to."""

    def worth(self, state: S, seat: int, /) -> float:
        """How good the position is for a seat at a common moment (see `moment`), where the whole
        table is known, in points expected at the end: what playouts are ended with. `value` unless
        the game says otherwise."""
        return self.value(state, seat)

    def spread(self, state: S, /) -> float:
        """By how much, in points, what `worth` tells is still off at this moment: the scale by
        which it is turned into chances to win. Above 0."""
        return 10.0

    def features(self, state: S, seat: int, /) -> Sequence[float]:
        """What a fitted value of a seat is made of at a common moment: numbers, as many in every
        state. None of them, as for every game unless it says otherwise: nothing was fitted."""
        return ()

    def fitted_for(self, state: S, /) -> str | None:
        """Under which name the game's `weights.json` holds what was fitted for tables such as this:
        so many players, this variant. None where nothing was: other data than the box's, other
        rules than today's; then `worth` and `spread` count."""
        return None

    def weights(self, state: S, /) -> Weights | None:
        """What was fitted for tables such as this; None where nothing was, or for other rules."""
        key = self.fitted_for(state)
        if key is None or state.rules < self.rules:
            return None
        return fitted(self.folder, self.rules).get(key)

    def moment(self, state: S, /) -> int:
        """A number that grows by one at each common moment: one at which positions that different
        picks have led to can be compared, as everybody has done as much. The turn, unless the game
        says otherwise; a round where there are rounds."""
        return state.turn

    def guess(self, view: S, seat: int, past: Sequence[Event], dice: Dice, /) -> S:
        """A whole table as it may lie there, as far as the seat knows: its view with all that is
        Hidden in it filled in fairly. What is known stays, every piece is there once.

        `past` are the events that count, as the seat may read them (what it may not is Hidden),
        where the game `remembers`; else nothing. For what no view holds: own discards, cards that
        were played. The view stays as it is. A copy, for games that hide nothing.
        """
        return view.copy()

    def pays_to_search(self, view: S, /) -> bool:
        """Whether playouts find better picks than one look ahead at such a table, as trials have
        shown. They do, unless the game says otherwise."""
        return True

    def quick(self, state: S, decision: Decision[S, Value], dice: Dice, /) -> Value:
        """What a seat picks in a playout, where all is known: a legal pick in at most 0.3 ms. By
        lot unless the game says otherwise."""
        if decision.listed:
            return dice.pick(decision.options(state))
        return decision.sample(state, dice)

    def candidates(
        self, view: S, decision: Decision[S, Value], dice: Dice, most: int, /
    ) -> Sequence[Value]:
        """Legal picks that are worth comparing: different ones, about
        so many at most. What the rules suggest, a fair choice, and some by lot, unless the game
        says otherwise."""
        options = decision.options(view)
        if len(options) > most:
            options = dice.draw(options, most)
        if decision.listed:
            return options
        samples = (decision.sample(view, dice) for _ in range(most // 3))
        return list(dict.fromkeys([*decision.suggest(view), *options, *samples]))

    def old_value(self, view: S, seat: int, /) -> float:
        """`value` as it was before searching bots came, for comparison only: `old_greedy` goes by
        it. Games whose `value` was mended since keep the old one here."""
        return self.value(view, seat)

    def old_advice(self, view: S, decision: Decision[S, Value], dice: Dice, /) -> Value | None:
        """`advise` as it was then, for comparison only."""
        return self.advise(view, decision, dice)

    def advise(self, view: S, decision: Decision[S, Value], dice: Dice, /) -> Value | None:
        """What a bot that looks one pick ahead picks, by rules of thumb of the game's own, from
        what the seat asked can see. None, as for every decision unless the game says otherwise: it
        looks ahead."""
        return None

    def follow(self, view: S, decision: Decision[S, Value], /) -> Value | None:
        """What a seat would pick next where a preview or a bot looks beyond a pick: in a chain of
        decisions what "if you use all" means. None, as for every decision unless the game says
        otherwise: that is as far as they look."""
        return None

    def is_preparatory(self, decision: Decision[S, Value], pick: Value) -> bool:
        """Whether a pick only prepares for what the same decision asks again afterwards. The greedy
        bot takes such a pick for what it is worth by itself, never to put off the others."""
        return False

    # ------------------------------------------------------------------ names and numbers

    def rank(self, total: int) -> Text | None:
        """What a result of somebody who plays alone is called; None where it has no name."""
        return None

    def upcast(self, rules: int, event: Event) -> Event:
        """An event of a log of an earlier number of the rules, as its step would write it now.

        For picks and outcomes whose form has changed; one that has today's form stays as it is.
        """
        return event

    def settings(self) -> Sequence[Setting]:
        """The options of the game; none unless the game says otherwise."""
        return ()

    def all_settings(self) -> Sequence[Setting]:
        """The options of the game, and what every table may have: hands that lie open, where there
        are secrets; dice of one's own, where dice are thrown; no hints."""
        hands = () if self.cover is None else (_HANDS,)
        dice = (_DICE,) if self.throws_dice else ()
        return (*self.settings(), *hands, *dice, _HINTS)

    def cover_of(self, options: Mapping[str, str]) -> str:
        """What people who share a keyboard see in a match with these options."""
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
        """All that the box holds, with a user's own values put over it; raises BadSetup for values
        that do not fit it."""
        return boxed(self.folder, own, changeable=self.changeable)

    def settled(self, options: Mapping[str, str]) -> Mapping[str, str]:
        """The options that others of these settle, as a preset does, with their values."""
        return {}

    def variant(self, options: Mapping[str, str]) -> Mapping[str, Text]:
        """What sets a match with these options apart from the usual game, in words by the keys of
        the settings that say so; nothing for the usual game."""
        return {
            setting.key: setting.choices[options[setting.key]]
            for setting in self.settings()
            if setting.makes_variant
            and options.get(setting.key, setting.default) != setting.default
        }

    def players_for(self, options: Mapping[str, str]) -> range:
        """How many can play with these options."""
        return self.players

    def check(self, seats: int, options: Mapping[str, str]) -> dict[str, str]:
        """All options with their values, the missing ones filled in; raises BadSetup. What is
        usual at every table goes without saying."""
        check_seats(self, seats)
        settings = {setting.key: setting for setting in self.all_settings()}
        for key, value in options.items():
            if key not in settings or value not in settings[key].choices:
                raise BadSetup(
                    words(
                        "{game} has no option {option}.", game=self.names, option=f"{key}={value}"
                    )
                )
        filled = {key: options.get(key, setting.default) for key, setting in settings.items()}
        for usual in (_HANDS, _DICE, _HINTS):
            if filled.get(usual.key) == usual.default:
                del filled[usual.key]
        return filled


def real_dice(game: Game[S]) -> dict[str, str]:
    """The option by which people throw dice of their own; raises BadSetup."""
    if game.throws_dice:
        return {DICE: TYPED}
    raise BadSetup(words("{game} has no dice.", game=game.names))


def check_seats(game: Game[S] | Entry, seats: int) -> None:
    """Raises BadSetup unless so many can play the game."""
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
    """A game in the catalogue, known without loading the `module` of its rules, which lies in its
    `package`. `id` is the name of its folder. `rules` is the number of its rules: it is raised
    whenever a log that was right before could come out differently, and what came out of it asks
    `state.rules`. `solo` says whether there is a game of its own for somebody who plays alone,
    `about` in a few sentences what is done in it. A `draft` is found by its name and keeps all
    laws, but is listed for those alone who ask for drafts; translations, guide, coach, lesson and
    games that are kept are not asked of it."""

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
        """The file of one of the game's texts in a language, the English one where it is not
        translated; it need not exist."""
        translated = self.folder / f"{text}.{language}.md"
        return translated if translated.exists() else self.folder / f"{text}.md"

    def lines(self, text: str, language: str) -> list[str]:
        """The lines of one of the game's texts (`rules`, `guide`, `lesson` ...) in a language; in
        English where it is not translated, and none where the game has no such text."""
        path = self.file(text, language)
        return path.read_text(encoding="utf-8").splitlines() if path.exists() else []
