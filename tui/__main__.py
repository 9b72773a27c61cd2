"""Entry point of `python -m tui`, for when the command `guildhall` is not installed or not on the
PATH."""

from __future__ import annotations

import sys

from guildhall_games import main

if __name__ == "__main__":
    sys.exit(main())
