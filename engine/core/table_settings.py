"""The settings of a table: options of its game, and options common to all games."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar, Final

from attrs import frozen

from engine.core.catalogue_entry import Entry
from engine.errors import BadSetup
from engine.i18n.text import Text, words

PASS_SCREENS: Final = "always"
HANDS_ON_DEMAND: Final = "on demand"
OPEN_HANDS: Final = "open"

HINTS_OPTION: Final = "hints"
HINTS_OFF: Final = "off"

HANDS_OPTION: Final = "hands"
HIDDEN_HANDS: Final = "covered"

DICE_OPTION: Final = "dice"
TYPED_DICE: Final = "typed"


@frozen
class Setting:
    """An option of a game that is set before the game begins.

    `choices` maps each value to its name. If an option `makes_variant`, any value other than the
    default makes the game a variant with ratings of its own. An option `on_one_keyboard` matters
    only if people share a keyboard.
    """

    key: str
    title: Text
    choices: Mapping[str, Text]
    default: str
    about: Text | None = None
    makes_variant: bool = False
    on_one_keyboard: bool = False


_HANDS_SETTING: Final = Setting(
    HANDS_OPTION,
    words("Shared keyboard"),
    {HIDDEN_HANDS: words("hands hidden"), OPEN_HANDS: words("hands open")},
    HIDDEN_HANDS,
    words(
        "When several people share a keyboard, either a pass screen appears between turns, "
        "or all hands are open."
    ),
)


_HINTS_SETTING: Final = Setting(
    HINTS_OPTION,
    words("Hints"),
    {"on": words("allowed"), HINTS_OFF: words("not allowed")},
    "on",
    words("Games between people are rated only if hints are off."),
)


_DICE_SETTING: Final = Setting(
    DICE_OPTION,
    words("Dice"),
    {"drawn": words("rolled by the program"), TYPED_DICE: words("real, typed in")},
    "drawn",
    words(
        "Players at a shared keyboard roll real dice and type what they show. Such games are "
        "not rated."
    ),
)


class TableSettings:
    """The options with which a game can be played.

    `entry` is the game's entry in the catalogue. `usual_players` is the initial number of players
    in the form for a new game.

    `privacy` says what people who share a keyboard see; it is None if players have no secrets of
    their own. `PASS_SCREENS`: a pass screen at each change of player, then that player's own view.
    `HANDS_ON_DEMAND`: the public table, and a hand only when its owner asks for it or a decision
    needs it. `throws_dice` is whether people may throw physical dice.
    """

    entry: ClassVar[Entry]
    usual_players: ClassVar[int] = 2
    privacy: ClassVar[str | None] = None
    throws_dice: ClassVar[bool] = False

    def settings(self) -> Sequence[Setting]:
        """Return the options of the game. By default there are none."""
        return ()

    def remote_settings(self) -> Sequence[Setting]:
        """Return the options of the game that matter if nobody shares a keyboard."""
        return [setting for setting in self.settings() if not setting.on_one_keyboard]

    def all_settings(self) -> Sequence[Setting]:
        """Return the options of the game, and those common to all games: open hands if there are
        secrets, physical dice if dice are thrown, and hints."""
        hands = () if self.privacy is None else (_HANDS_SETTING,)
        dice = (_DICE_SETTING,) if self.throws_dice else ()
        return (*self.settings(), *hands, *dice, _HINTS_SETTING)

    def privacy_for(self, options: Mapping[str, str]) -> str:
        """Return the `privacy` of a match with `options`. It is `OPEN_HANDS` if nothing is
        hidden."""
        return OPEN_HANDS if options.get(HANDS_OPTION) == OPEN_HANDS else self.privacy or OPEN_HANDS

    def settled(self, options: Mapping[str, str]) -> Mapping[str, str]:
        """Return the options whose values follow from others in `options` (from a preset, for
        example), each with the value that follows."""
        return {}

    def variant(self, options: Mapping[str, str]) -> Mapping[str, Text]:
        """Return the names of the values in `options` that make the game a variant, by the key of
        the option. There are none in the standard game."""
        return {
            setting.key: setting.choices[options[setting.key]]
            for setting in self.settings()
            if setting.makes_variant
            and options.get(setting.key, setting.default) != setting.default
        }

    def player_counts(self, options: Mapping[str, str]) -> range:
        return self.entry.players

    def check(self, seats: int, options: Mapping[str, str]) -> dict[str, str]:
        """Return `options` with the game's own defaults filled in, and without the defaults of the
        options common to all games. Raises BadSetup for an invalid option, or if the game is not
        for `seats` players."""
        self.entry.check_seats(seats)
        settings = {setting.key: setting for setting in self.all_settings()}
        for key, value in options.items():
            if key not in settings:
                raise BadSetup(
                    "{game} has no option {option}. Choose from {options}.",
                    game=self.entry.names,
                    option=key,
                    options=", ".join(settings),
                )
            if value not in settings[key].choices:
                raise BadSetup(
                    "The option {option} cannot be {value}. Choose from {values}.",
                    option=key,
                    value=value,
                    values=", ".join(settings[key].choices),
                )
        filled = {key: options.get(key, setting.default) for key, setting in settings.items()}
        for setting in (_HANDS_SETTING, _DICE_SETTING, _HINTS_SETTING):
            if filled.get(setting.key) == setting.default:
                del filled[setting.key]
        return filled

    def real_dice(self) -> dict[str, str]:
        """Return the option for physical dice. Raises BadSetup if the game has no dice."""
        if self.throws_dice:
            return {DICE_OPTION: TYPED_DICE}
        raise BadSetup("{game} has no dice.", game=self.entry.names)
