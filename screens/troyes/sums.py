"""The arithmetic of a group in short sentences: what comes of it, and who has what afterwards."""

from __future__ import annotations

from collections.abc import Sequence

from engine.games.troyes.box import CARD, EVENT, FARM
from engine.games.troyes.preview import Change, Preview
from engine.games.troyes.using import GroupCommand
from engine.games.troyes.wording import cubes, deniers, times
from engine.text import Seat, Text, verbatim, words
from engine.wording import series


def result(found: Preview) -> Text:
    """What dice bring: "16/2 = 8 times: gain 2 deniers"; why nothing, where that is so."""
    if found.refusal is not None:
        return found.refusal.reason
    group, purpose = found.group, found.purpose
    assert group is not None
    assert purpose is not None
    number = group.total // purpose.divisor
    facts = {"total": group.total, "divisor": purpose.divisor}
    if purpose.kind == CARD and found.effect is not None:
        told = words(
            "{total}/{divisor} = {n}: {effect}", n=times(number), effect=found.effect, **facts
        )
        if found.chosen < number:
            return words("{told} (taken: {n})", told=told, n=found.chosen)
        return told
    if purpose.kind == EVENT:
        return words(
            "{total}/{divisor} = {n}: {cubes}", n=number, cubes=cubes(found.chosen), **facts
        )
    if purpose.kind == FARM:
        return words("{total}/{divisor} = {gain}", gain=deniers(number), **facts)
    return found.effect or verbatim(str(group.total))


def changed(change: Change) -> Text:
    """What a player has before and after: money, influence, the dice and salaries to come."""
    parts = []
    for (before, after), text in (
        (change.deniers, words("deniers")),
        (change.influence, words("influence")),
    ):
        if before != after:
            parts.append(
                words(
                    "{before} to {after} {what}",
                    before=before,
                    after=after,
                    what=text,
                )
            )
    now, then = change.forecast
    if now.dice != then.dice:
        red, white, yellow = then.dice
        parts.append(
            words(
                "next round {red} red, {white} white, {yellow} yellow",
                red=red,
                white=white,
                yellow=yellow,
            )
        )
    if now.salary != then.salary:
        parts.append(words("salaries {before} to {after}", before=now.salary, after=then.salary))
    return words("{seat}: {changes}.", seat=Seat(change.seat), changes=series(parts))


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
