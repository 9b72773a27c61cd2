"""A table on this terminal with a bot that searches forever (`busy`), or only waits (`ponderer`),
for the benchmark of keys."""

from __future__ import annotations

import sys

from tests.engine.workers import odd_bots
from tests.engine.workers.asking import crew
from tests.screens.play.test_bot_tasks import match_with
from tests.screens.playing import play


def main() -> None:
    """Open the table, on which it is the bot's turn."""
    odd_bots.register()
    app, _ = play(match_with(sys.argv[1]), thinker=crew())
    app.run()


if __name__ == "__main__":
    main()
