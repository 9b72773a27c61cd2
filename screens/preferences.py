"""Preferences: language, appearance and behaviour of the program."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import TYPE_CHECKING, Final, TypeGuard

from attrs import asdict, evolve, field, frozen

from engine.i18n.language import LANGUAGES
from engine.i18n.text import Text, verbatim, words
from styles.depth import AUTO

if TYPE_CHECKING:
    from engine.core.component_data import Data, Item

CONFIRM_ALWAYS: Final = "always"
CONFIRM_LOSS: Final = "turn"
"""Value of `Preferences.confirm`: ask before a pick that loses something. It is "turn" for
compatibility, because the setting once meant asking at the end of every turn."""

CONFIRM_NEVER: Final = "never"

PACE_KEY: Final = "key"
"""Value of `Preferences.pace`: a bot moves only when a key is pressed."""

CARDS_TILL_KEY: Final = "key"
CARDS_TIMED: Final = "timed"
CARDS_OFF: Final = "off"

COACH_FIRST: Final = "first"
COACH_ON: Final = "on"
COACH_OFF: Final = "off"

SHOWN_PICTURES: Final = "pictures"
SHOWN_LINES: Final = "lines"

CALL_OFF: Final = "off"
CALL_TITLE: Final = "title"
CALL_BELL: Final = "bell"
CALL_NOTICE: Final = "notice"
RINGING: Final = frozenset({CALL_BELL, CALL_NOTICE})
"""Turn alerts that ring the bell."""


MOVEMENT_ON: Final = "on"
MOVEMENT_OFF: Final = "off"


@frozen
class Preference:
    """A setting on the settings page. `key` is the attribute of `Preferences`, and `choices` maps
    its possible values to their labels. If `is_hosts`, guests cannot change it."""

    key: str
    title: Text
    meaning: Text
    choices: Mapping[str, Text]
    is_hosts: bool = False


@frozen
class Preferences:
    """The settings; `keys` maps command ids to the user's keys.

    `confirm`: ask before every pick, before one that loses something, or never. `pace`: delay of a
    bot's move in tenths of a second, or `key`. `cards`: display time of turn summaries. `coach`:
    when new games have a coach. `call`: turn alert. `movement`: animation. `shown`: pictures or
    line mode. `copies`: number of backups to keep. `coached`: coach on or off per game, where
    chosen at a table. `lessons`: the task reached in each game's lesson, counted from 0.
    """

    language: str = "en"
    theme: str = "dark"
    glyphs: str = "unicode"
    colours: str = AUTO
    confirm: str = CONFIRM_LOSS
    pace: str = "5"
    mouse: str = "on"
    keys: Mapping[str, str] = field(factory=dict)
    cards: str = CARDS_TILL_KEY
    coach: str = COACH_FIRST
    call: str = CALL_BELL
    movement: str = MOVEMENT_ON
    shown: str = SHOWN_PICTURES
    copies: str = "3"
    coached: Mapping[str, str] = field(factory=dict)
    lessons: Mapping[str, int] = field(factory=dict)


PREFERENCES: Final = (
    Preference(
        "language",
        words("Language"),
        words("The language of everything except names typed by players."),
        {code: verbatim(name) for code, name in LANGUAGES.items()},
    ),
    Preference(
        "theme",
        words("Colours"),
        words("Nothing is shown by colour alone: there is always a letter or symbol."),
        {
            "dark": words("dark"),
            "light": words("light"),
            "high_contrast": words("high contrast"),
            "colour_blind": words("colour-blind safe"),
        },
    ),
    Preference(
        "glyphs",
        words("Symbols"),
        words("Plain ASCII is for terminals that cannot draw boxes."),
        {"unicode": words("lines and shapes"), "ascii": words("plain ASCII")},
    ),
    Preference(
        "colours",
        words("Colour depth"),
        words(
            "How many colours your terminal shows. Choose the value at which all cards of the "
            "sample look different."
        ),
        {
            AUTO: words("automatic"),
            "true": words("true colour"),
            "256": words("256 colours"),
            "16": words("16 colours"),
            "none": words("none: symbols only"),
        },
    ),
    Preference(
        "confirm",
        words("Confirm"),
        words("When you must press Enter a second time to confirm a choice."),
        {
            CONFIRM_ALWAYS: words("before every choice"),
            CONFIRM_LOSS: words("when you would lose something"),
            CONFIRM_NEVER: words("never"),
        },
    ),
    Preference(
        "pace",
        words("Bot delay"),
        words("How long a bot waits before it makes a move."),
        {
            "0": words("no delay"),
            "2": words("a moment"),
            "5": words("half a second"),
            "15": words("a second and a half"),
            PACE_KEY: words("until you press a key"),
        },
    ),
    Preference(
        "cards",
        words("Turn summary"),
        words("The summary shows what has happened since your last turn."),
        {
            CARDS_TILL_KEY: words("until your next key"),
            CARDS_TIMED: words("for four seconds"),
            CARDS_OFF: words("none"),
        },
    ),
    Preference(
        "coach",
        words("Coach"),
        words(
            "Explains what matters in each decision. You can also turn it on or off during a game."
        ),
        {
            COACH_FIRST: words("until you have finished one game"),
            COACH_ON: words("in every new game"),
            COACH_OFF: words("never"),
        },
    ),
    Preference(
        "call",
        words("Turn alert"),
        words("How to alert you when your turn comes and you have pressed no key for ten seconds."),
        {
            CALL_BELL: words("bell and window title"),
            CALL_NOTICE: words("bell, title and desktop notification, if possible"),
            CALL_TITLE: words("window title only"),
            CALL_OFF: words("off"),
        },
    ),
    Preference(
        "movement",
        words("Animation"),
        words("Short animations of dice, pieces and cards. Any key skips them."),
        {MOVEMENT_ON: words("on"), MOVEMENT_OFF: words("off")},
    ),
    Preference(
        "mouse",
        words("Mouse"),
        words(
            "When the mouse is off, you can select text in the terminal. This takes effect "
            "at the next start."
        ),
        {"on": words("on"), "off": words("off")},
    ),
    Preference(
        "shown",
        words("Table view"),
        words(
            "Line mode is for screen readers and simple terminals. This takes effect at the "
            "next start."
        ),
        {SHOWN_PICTURES: words("pictures"), SHOWN_LINES: words("line mode (--lines)")},
    ),
    Preference(
        "copies",
        words("Backups"),
        words("Guildhall backs up all your data once a day to a folder next to the data."),
        {
            "0": words("none"),
            "1": words("keep the last one"),
            "3": words("keep the last three"),
            "7": words("keep the last seven"),
        },
        is_hosts=True,
    ),
)
"""The settings that the settings page shows, in its order (keys have a page of their own)."""


def changed(defaults: Preferences, values: Data) -> tuple[Preferences, list[str]]:
    """Return `defaults` with the valid settings of `values`, and the keys of the invalid ones."""
    choices = {preference.key: preference.choices for preference in PREFERENCES}
    keys, coached, lessons = defaults.keys, defaults.coached, defaults.lessons
    right: dict[str, str] = {}
    wrong: list[str] = []
    for key, value in values.items():
        if key == "keys" and _are_keys(value):
            keys = value
        elif key == "coached" and _are_coaches(value):
            coached = value
        elif key == "lessons" and _are_numbers(value):
            lessons = value
        elif isinstance(value, str | int) and str(value) in choices.get(key, ()):
            right[key] = str(value)
        else:
            wrong.append(key)
    return evolve(defaults, keys=keys, coached=coached, lessons=lessons, **right), wrong


def _are_keys(value: Item) -> TypeGuard[Mapping[str, str]]:
    return isinstance(value, dict) and all(isinstance(key, str) and key for key in value.values())


def _are_coaches(value: Item) -> TypeGuard[Mapping[str, str]]:
    return isinstance(value, dict) and all(
        setting in (COACH_ON, COACH_OFF) for setting in value.values()
    )


def _are_numbers(value: Item) -> TypeGuard[Mapping[str, int]]:
    return isinstance(value, dict) and all(type(number) is int for number in value.values())


def written(preferences: Preferences) -> str:
    """Return the settings as text that `read_over` can read."""
    return json.dumps(asdict(preferences), ensure_ascii=False)


def read_over(defaults: Preferences, text: str) -> Preferences:
    """Return `defaults` overridden by the settings in `text`. Missing or invalid ones keep their
    values."""
    try:
        values = json.loads(text or "{}")
    except (ValueError, RecursionError):
        return defaults
    return changed(defaults, values)[0] if isinstance(values, dict) else defaults
