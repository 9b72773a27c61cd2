"""Make the table of minds.md anew from the games in docs/minds: `python docs/make_minds.py`.

Each file holds the games of one contest, as `guildhall simulate --keep FILE` has written them.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Final

from engine.arena.ledger import Ledger, gather
from engine.arena.scores import ENOUGH, Scores
from engine.core.game import catalogue

PAGE: Final = Path(__file__).with_name("minds.md")
FOLDER: Final = Path(__file__).with_name("minds")
BEGIN: Final = "<!-- made by make_minds.py -->\n"
END: Final = "<!-- to here -->\n"

HEAD: Final = (
    "| game | players | bot | against | games | wins | 95 % | fair | margin | ms a pick | 95 % |\n"
    "| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |\n"
)


def rows() -> Iterator[str]:
    """A row for each file: how the first of its bots has fared, in the order of the menu."""
    for game in catalogue():
        for path in sorted(FOLDER.glob(f"{game.id}-*.jsonl")):
            players, bot, others = path.stem.removeprefix(f"{game.id}-").split("-", 2)
            scores = Scores()
            for bout in gather([Ledger(path)], game.id):
                scores.add(bout)
            score = scores.of[bot]
            low, high = score.interval
            few = "" if score.games >= ENOUGH else " (a hint)"
            cells = (
                game.names.en,
                players,
                bot,
                others.split("-")[0],
                f"{score.games}{few}",
                f"**{float(score.wins) / score.games:.0%}**",
                f"{low:.0%} to {high:.0%}",
                f"{float(score.fair) / score.games:.0%}",
                f"{score.margins / score.seats:+.1f}",
                f"{score.time(0.5):.1f}",
                f"{score.time(0.95):.0f}",
            )
            yield f"| {' | '.join(cells)} |\n"


def made(page: str) -> str:
    """The page with the table that the files give."""
    before, rest = page.split(BEGIN)
    after = rest.split(END)[1]
    return f"{before}{BEGIN}{HEAD}{''.join(rows())}{END}{after}"


if __name__ == "__main__":
    PAGE.write_text(made(PAGE.read_text("utf-8")), "utf-8")
