"""Pieces for tests, given by a kind and their cells."""

from __future__ import annotations

from engine.games.era.domain import Domain, DomainGeometry, Placement


def spread(words: str) -> list[str]:
    """The cells of `E7 F7` or, in a straight line, of `C6-C9`."""
    cells = []
    for word in words.split():
        first, _, last = word.partition("-")
        last = last or first
        columns = range(ord(first[0]), ord(last[0]) + 1)
        rows = range(int(first[1:]), int(last[1:]) + 1)
        cells += [f"{chr(column)}{row}" for row in rows for column in columns]
    return cells


def piece(land: DomainGeometry, kind: str, words: str) -> Placement:
    """The placement of a kind that covers exactly these cells."""
    mask = land.grid.mask(spread(words))
    (found,) = [placement for placement in land.placements(kind) if placement.mask == mask]
    return found


def lay(domain: Domain, kind: str, *places: str) -> list[Placement]:
    """Place a piece of a kind on each group of cells."""
    pieces = [piece(domain.geometry, kind, words) for words in places]
    for one in pieces:
        domain.place(one)
    return pieces


def wall(domain: Domain, *places: str) -> list[Placement]:
    """Place walls, each as long as its number of cells."""
    return [lay(domain, f"wall_{len(spread(words))}", words)[0] for words in places]
