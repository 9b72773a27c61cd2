"""The longest road by exhaustive search: every trail is followed to its end (CK-12.1)."""

from __future__ import annotations

from collections.abc import Collection

from engine.games.knights.board import Board


def slow_trail(board: Board, edges: Collection[int], cuts: Collection[int]) -> int:
    """The number of edges in the longest trail that passes no node of `cuts`."""
    return max(
        (_walk(board, {edge}, edges, cuts, end) for edge in edges for end in board.ends[edge]),
        default=0,
    )


def _walk(
    board: Board, used: set[int], edges: Collection[int], cuts: Collection[int], at: int
) -> int:
    best = len(used)
    if at in cuts:
        return best
    for edge in edges:
        if edge not in used and at in board.ends[edge]:
            one, other = board.ends[edge]
            further = other if one == at else one
            best = max(best, _walk(board, used | {edge}, edges, cuts, further))
    return best
