"""Tells how many examples tests try. GUILDHALL_EXAMPLES multiplies them, for instance by 10."""

import os
from typing import Final

EXAMPLES: Final = int(os.environ.get("GUILDHALL_EXAMPLES", "1"))


def batches(usual: int) -> range:
    """Return the numbers of the batches of random games that a long test plays."""
    return range(usual * EXAMPLES)
