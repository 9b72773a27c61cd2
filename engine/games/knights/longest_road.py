"""The length of the longest road, which is the longest trail over a player's edges (CK-12.1,
CK-12.2).

Edges that meet at a node with another player's piece are not connected there. Each connected part
is a graph in which at most three edges meet at a node. In a part without cycles, the longest trail
connects the two nodes that are farthest apart; two breadth-first walks find them. In a part with
cycles, one trail takes every edge if at most two nodes have an odd number of edges. Otherwise a
longest trail starts at a node with an odd number of edges, so that a search from these nodes finds
it. Nodes with two edges are contracted, and the search ends as soon as the trail reaches an upper
bound.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

from engine.games.knights.board import Board, members
from engine.geometry.bit_sets import Mask

Stretch: TypeAlias = tuple[int, int, int]
"""A chain of edges without branches: a bit that identifies the chain, the node at its far end, and
its length."""


def longest_trail(board: Board, edges: Mask, cuts: Mask) -> int:
    """Return the number of edges in the longest trail over `edges` that passes through no node of
    `cuts`. There must be at most three edges at each node."""
    best, left = 0, edges
    while left:
        first = (left & -left).bit_length() - 1
        one, other = board.ends[first]
        start = other if cuts >> one & 1 else one
        if cuts >> start & 1:
            left ^= 1 << first
            best = max(best, 1)
            continue
        rest, (edge, near, _), has_cycle = _walk(board, left, cuts, (first, start, 0))
        part, left = left ^ rest, rest
        if part.bit_count() <= best:
            continue
        if has_cycle:
            best = _longest_in(_graph(board, part, cuts), best)
        else:
            _, (_, _, length), _ = _walk(board, part ^ 1 << edge, cuts, (edge, near, 1))
            best = max(best, length)
    return best


def trail_with_one_more(board: Board, edges: Mask, cuts: Mask, known: int, added: Mask) -> int:
    """Return the length of the longest trail over `edges` and one more edge. The trail passes
    through no node of `cuts`. `added` is the mask of the new edge, and `known` is the length
    without it.

    The length is computed from the distances of the farthest nodes from both ends of the new edge.
    If the new edge closes a cycle or is connected to one, a full search is made instead.
    """
    (edge,) = members(added)
    length, left = 1, edges
    for node in board.ends[edge]:
        if cuts >> node & 1:
            continue
        beside = left & board.edge_masks[node]
        if beside != edges & board.edge_masks[node]:
            return longest_trail(board, edges | added, cuts)
        if beside:
            left, (_, _, steps), has_cycle = _walk(board, left, cuts, (edge, node, 0))
            if has_cycle:
                return longest_trail(board, edges | added, cuts)
            length += steps
    return max(known, length)


Step: TypeAlias = tuple[int, int, int]
"""An edge, the node from which it is walked, and the number of edges walked so far, including
it."""


def _walk(board: Board, edges: Mask, cuts: Mask, first_step: Step) -> tuple[Mask, Step, bool]:
    """Walk breadth first over all of `edges` that can be reached from the node of `first_step`
    without passing a node of `cuts`. The edges are counted from the number in `first_step`. Return
    the edges that were not reached, the last step, and whether there was a cycle.

    Without cycles, the last step leads to a farthest node. A second walk then finds the length of
    the longest trail: it starts at the node of that last step, leaves out the edge of that step,
    and counts from 1.
    """
    ways, edge_masks, last, has_cycle = board.ways, board.edge_masks, first_step, False
    _, start, steps = first_step
    closed, front = cuts | 1 << start, [(start, steps)]
    for node, steps in front:
        ahead = edges & edge_masks[node]
        if ahead:
            edges ^= ahead
            for edge, near in ways[node]:
                if ahead >> edge & 1:
                    last = edge, node, steps + 1
                    if not closed >> near & 1:
                        closed |= 1 << near
                        front.append((near, steps + 1))
                    elif not cuts >> near & 1:
                        has_cycle = True
    return edges, last, has_cycle


Graph: TypeAlias = dict[int, list[tuple[int, int]]]
"""For each node, its pairs (edge, node at the other end)."""


def _graph(board: Board, edges: Mask, cuts: Mask) -> Graph:
    """Return the graph of `edges`. At a node of `cuts`, every edge ends in a separate node."""
    graph: Graph = {}
    split = board.node_count
    ends = board.ends
    for edge in members(edges):
        one, other = ends[edge]
        if cuts >> one & 1:
            one, split = split, split + 1
        if cuts >> other & 1:
            other, split = split, split + 1
        graph.setdefault(one, []).append((edge, other))
        graph.setdefault(other, []).append((edge, one))
    return graph


def _parts(graph: Graph) -> list[Graph]:
    parts: list[Graph] = []
    left = dict.fromkeys(graph)
    while left:
        start, _ = left.popitem()
        part = {start: graph[start]}
        front = [start]
        while front:
            for _, node in graph[front.pop()]:
                if node in left:
                    del left[node]
                    part[node] = graph[node]
                    front.append(node)
        parts.append(part)
    return parts


def _longest_in(part: Graph, known: int) -> int:
    """Return the length of the longest trail of a part, or `known` if that is greater.

    Trails that start at a loose end, a node with a single edge, are searched first. Then the chains
    that lead to loose ends are removed, because a longest trail over such a chain starts or ends at
    its loose end.
    """
    size = sum(map(len, part.values())) // 2
    if size <= known:
        return known
    odd = [node for node, ways in part.items() if len(ways) != 2]
    if len(odd) <= 2:
        return size
    stretches = _stretches(part, odd)
    most = _upper_bound(stretches, size)
    loose = [node for node in odd if len(part[node]) == 1]
    best = _search(stretches, loose or odd, most, known)
    if not loose or best >= most:
        return best
    for rest in _parts(_without(part, loose)):
        best = _longest_in(rest, best)
    return best


def _without(part: Graph, loose: Sequence[int]) -> Graph:
    """Return the part without the chains that lead to the nodes in `loose`, and without those that
    lead to a loose end after that."""
    rest = {node: list(ways) for node, ways in part.items()}
    for node in loose:
        while len(rest[node]) == 1:
            ((edge, near),) = rest.pop(node)
            rest[near].remove((edge, node))
            node = near
    return {node: ways for node, ways in rest.items() if ways}


def _stretches(part: Graph, odd: Sequence[int]) -> dict[int, list[Stretch]]:
    """Return the chains that lead away from each node in `odd`. A chain's bit is that of its first
    or last edge, whichever is lower."""
    stretches: dict[int, list[Stretch]] = {}
    for start in odd:
        stretches[start] = []
        for first, near in part[start]:
            edge, node, length = first, near, 1
            while len(part[node]) == 2:
                (one, there), (other, beyond) = part[node]
                edge, node = (other, beyond) if one == edge else (one, there)
                length += 1
            stretches[start].append((1 << min(first, edge), node, length))
    return stretches


def _upper_bound(stretches: dict[int, list[Stretch]], size: int) -> int:
    """Return an upper bound for the length of a trail in a part with `size` edges.

    At each node with an odd number of edges, except the two ends of the trail, at least one chain
    is unused. A chain has two ends, so the number of unused chains is at least half the number of
    these nodes.
    """
    lengths = sorted(
        {bit: length for ways in stretches.values() for bit, _, length in ways}.values()
    )
    return size - sum(lengths[: (len(stretches) - 1) // 2])


def _search(
    stretches: dict[int, list[Stretch]], starts: Sequence[int], most: int, best: int
) -> int:
    """Return the length of the longest trail from any of `starts`, or `best` if that is greater.
    This depth-first search ends as soon as a trail has the length `most`, an upper bound."""
    done = 0
    for start in starts:
        front = [(start, done, 0)]
        while front:
            node, used, length = front.pop()
            for bit, near, more in stretches[node]:
                if not used & bit:
                    reached = length + more
                    if reached > best:
                        best = reached
                        if best >= most:
                            return best
                    front.append((near, used | bit, reached))
        if len(stretches[start]) == 1:
            done |= stretches[start][0][0]
    return best
