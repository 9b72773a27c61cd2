"""What comes of a group in short sentences, and which die more would bring most."""

from __future__ import annotations

from collections.abc import Sequence

from engine.games.troyes.preview import Preview
from engine.games.troyes.using import GroupCommand
from engine.text import Text


def quotient(found: Preview) -> Text:
    """What dice give: "16/2 = 8 times"; why nothing, where that is so."""
    return found.quotient_words() if found.refusal is None else found.refusal.reason


Previewed = tuple[str, Preview]
"""A die, and what the group would come to with it or without it."""


def best_of(found: Sequence[Previewed], command: GroupCommand) -> Previewed | None:
    """Of what one die more would come to, the best for the least."""

    def worth(one: Previewed) -> tuple[int, int]:
        group, purpose = one[1].group, one[1].purpose
        assert group is not None
        assert purpose is not None
        return command.worth(purpose, group), -group.price

    legal = [one for one in found if one[1].group is not None and one[1].refusal is None]
    return max(legal, key=worth, default=None)
