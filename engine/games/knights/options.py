"""Options that a table has with Cities & Knights and without: points, discard limit, layout, and
what friends at one keyboard like (CK-23)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from engine.core.game import Setting
from engine.games.knights.component_types import BEGINNER, Components
from engine.games.knights.setup import LayOut, lay
from engine.games.knights.state import Island
from engine.i18n.text import Text, verbatim, words

YES: Final = "yes"


def table_settings(box: Components, discards: Text) -> Sequence[Setting]:
    """The settings of a table with this box; `discards` says what the discard limit means."""
    values = {key: choice.choices for key, choice in box.options.items()}
    layouts = {key: words("{layout}", layout=box.layouts[key].names) for key in values["layout"]}
    yes_no = {"no": words("No"), YES: words("Yes")}

    def setting(key: str, name: Text, choices: Mapping[str, Text], told: Text) -> Setting:
        return Setting(key, name, choices, box.options[key].default, told)

    return (
        setting(
            "win_target",
            words("Points to win"),
            {n: verbatim(n) for n in values["win_target"]},
            words("The first player to have this many points on their own turn wins."),
        ),
        setting(
            "discard_base",
            words("Discard limit"),
            {n: verbatim(n) for n in values["discard_base"]},
            discards,
        ),
        setting(
            "layout",
            words("Island"),
            layouts,
            words("How terrain and numbers are laid out; 6 and 8 are never next to each other."),
        ),
        setting(
            "open_hands",
            words("Open hands"),
            yes_no,
            words("Everyone can see all hands."),
        ),
        setting(
            "answers_aloud",
            words("Open answers"),
            yes_no,
            words(
                "On a shared keyboard: offers are answered in front of everyone, without "
                "passing the keyboard."
            ),
        ),
        setting(
            "counted_cards",
            words("Card counting"),
            yes_no,
            words("The program keeps track of what everyone can know about each hand."),
        ),
    )


def begin_table(state: Island, options: Mapping[str, str]) -> None:
    """Set the table by the options; the island lies there, or is laid out next."""
    box = state.box
    state.win_target = int(options["win_target"])
    state.discard_base = int(options["discard_base"])
    state.layout = BEGINNER if box.is_own_map else options["layout"]
    state.answers_aloud = options["answers_aloud"] == YES
    state.counts_cards = options["counted_cards"] == YES
    state.hands_open = options["open_hands"] == YES
    if state.counts_cards:
        state.known = [[0] * len(box.kinds) for _ in range(state.seats)]
    if state.layout == BEGINNER:
        lay(state, (box.beginner.terrains, box.beginner.numbers, box.beginner.harbors))
    else:
        state.push(LayOut())


def plays_as_usual(state: Island, box: Components) -> bool:
    """Whether a table has this very box, and its usual points and discard limit."""
    usual = {key: option.default for key, option in box.options.items()}
    return (
        state.box is box
        and str(state.win_target) == usual["win_target"]
        and str(state.discard_base) == usual["discard_base"]
    )
