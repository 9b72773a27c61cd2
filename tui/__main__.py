"""`python -m tui`, where Guildhall is not installed or not on the path of commands."""

from __future__ import annotations

import sys

from guildhall_games import main

if __name__ == "__main__":
    sys.exit(main())
