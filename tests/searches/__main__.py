"""Searches for faults, each for some minutes.

    python -m tests.searches                              all of them, ten minutes each
    python -m tests.searches saves kills --minutes 2      two of them
    python -m tests.searches saves --seed 17 --rounds 1   a round that has failed

A failed round is reported with its seed; the search goes on with the next one.
"""

from __future__ import annotations

import argparse
import sys
import time
import traceback
from collections.abc import Sequence

from tests.searches import SEARCHES
from tests.searches.searching import Round, run_round


def main(arguments: Sequence[str]) -> int:
    """Search as the arguments say; return 1 if any fault was found."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("names", nargs="*", metavar="SEARCH", help=", ".join(SEARCHES))
    parser.add_argument("--minutes", type=float, default=10.0)
    parser.add_argument("--seed", type=int, default=0, help="of the first round")
    parser.add_argument("--rounds", type=int, help="at most so many")
    options = parser.parse_args(arguments)
    unknown = set(options.names) - set(SEARCHES)
    if unknown:
        parser.error(f"there is no search {', '.join(sorted(unknown))}")
    failed = 0
    for name in options.names or SEARCHES:
        failed += _search(name, SEARCHES[name], options.minutes, options.seed, options.rounds)
    return 1 if failed else 0


def _search(name: str, search: Round, minutes: float, seed: int, most: int | None) -> int:
    """Make rounds for that many minutes; return the number of failures."""
    begun, rounds, failed = time.monotonic(), 0, 0
    while time.monotonic() - begun < 60 * minutes and (most is None or rounds < most):
        try:
            run_round(search, seed + rounds)
        except Exception:
            failed += 1
            print(
                f"{name}: round {seed + rounds} has failed:\n{traceback.format_exc()}", flush=True
            )
        rounds += 1
    spent = time.monotonic() - begun
    print(f"{name}: {rounds} rounds in {spent:.0f} s, {failed} have failed", flush=True)
    return failed


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
