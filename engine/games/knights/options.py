"""Options of Cities & Knights and Catan: points, discard limit, layout, and options for a shared
keyboard (CK-23)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from engine.core.table_settings import Setting
from engine.games.knights.component_types import BEGINNER, Components
from engine.games.knights.setup import LayOut, lay
from engine.games.knights.state import Island
from engine.i18n.text import Text, verbatim, words

YES: Final = "yes"


def table_settings(box: Components, discards: Text) -> Sequence[Setting]:
    """The settings for these components; `discards` explains the discard limit."""
    values = {key: choice.choices for key, choice in box.options.items()}
    layouts = {key: words("{layout}", layout=box.layouts[key].names) for key in values["layout"]}
    yes_no = {"no": words("No"), YES: words("Yes")}

    def setting(key: str, name: Text, choices: Mapping[str, Text], meaning: Text) -> Setting:
        return Setting(key, name, choices, box.options[key].default, meaning)

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
    """Apply the options to the state; the island is laid out now or as the first step."""
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


def has_standard_rules(state: Island, box: Components) -> bool:
    """Whether a game has these components with their default points and discard limit."""
    defaults = {key: option.default for key, option in box.options.items()}
    return (
        state.box is box
        and str(state.win_target) == defaults["win_target"]
        and str(state.discard_base) == defaults["discard_base"]
    )
