"""Removal of effects that need not be said for each listed choice."""

from __future__ import annotations

from collections.abc import Sequence


def effects_in_common(previews: Sequence[Sequence[str]]) -> Sequence[str]:
    """Return the effects that occur in all of `previews`; none if there are fewer than two
    previews."""
    if len(previews) < 2:
        return ()
    return [line for line in previews[0] if all(line in preview for preview in previews)]


def without_restatements(
    labels: Sequence[str], previews: Sequence[Sequence[str]]
) -> Sequence[Sequence[str]]:
    """Return the effects of each choice, without those that only restate its label: "Anna places a
    citizen at Palace 1." after "Palace 1". An effect restates labels if it differs from choice to
    choice only in the labels, and contains no other numbers."""
    frames: set[str] = set()
    restating: list[str] = []
    for label, lines in zip(labels, previews, strict=True):
        line = next((one for one in lines if label in one), None)
        if line is not None:
            frames.add(line.replace(label, "\0"))
            restating.append(line)
    (frame, *others) = frames or {""}
    if others or len(restating) < 2 or any(sign.isdigit() for sign in frame):
        return previews
    return [[line for line in lines if line not in restating] for lines in previews]
