"""Make the tables of minds.md anew from the games in docs/minds: `python docs/make_minds.py`.

Each file there holds the games of one contest, as `guildhall simulate --results FILE` has written
them; each in `win_chances` what was told of games, as `python -m tools.measure_calibration --keep
FILE` has; the games' own `win_chances.json` are made from those, too. And each in `curves` holds
games of the strong bot with another count of playouts, as `python -m tools.strength_curve` has
written them.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final

from engine.contests.bot_scores import ENOUGH, BotScore, BotScores
from engine.contests.results_log import ResultsLog, gather
from engine.core.game import Entry
from engine.games import catalogue
from engine.search.calibration import FILE, evenly
from tools.measure_calibration import briers, read

PAGE: Final = Path(__file__).with_name("minds.md")
FOLDER: Final = Path(__file__).with_name("minds")
BEGIN: Final = "<!-- made by make_minds.py -->\n"
END: Final = "<!-- to here -->\n"
CHANCES: Final = FOLDER / "chances"
BEGIN_CHANCES: Final = "<!-- chances by make_minds.py -->\n"

CURVES: Final = FOLDER / "curves"
BEGIN_CURVES: Final = "<!-- curves by make_minds.py -->\n"

HEAD: Final = (
    "| game | players | bot | against | games | wins | 95 % | fair | margin | ms a pick | 95 % |\n"
    "| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |\n"
)

HEAD_CHANCES: Final = (
    "| game | players | games | first third | second | last | all seats even |\n"
    "| --- | --- | --- | --- | --- | --- | --- |\n"
)


HEAD_CURVES: Final = (
    "| game | players | against | playouts | ms a pick | games | wins | 95 % | fair |\n"
    "| --- | --- | --- | --- | --- | --- | --- | --- | --- |\n"
)


def rows() -> Iterator[str]:
    """A row for each file: how the first of its bots has fared, in the order of the menu."""
    for game in catalogue():
        for path in sorted(FOLDER.glob(f"{game.id}-*.jsonl")):
            players, bot, others = path.stem.removeprefix(f"{game.id}-").split("-", 2)
            score = score_of(path, game, bot)
            cells = (
                game.names.en,
                players,
                bot,
                others.split("-")[0],
                *won(score),
                f"{score.margins / score.seats:+.1f}",
                f"{score.time(0.5):.1f}",
                f"{score.time(0.95):.0f}",
            )
            yield f"| {' | '.join(cells)} |\n"


def score_of(path: Path, game: Entry, bot: str) -> BotScore:
    """How a bot has fared in the games of a file."""
    scores = BotScores()
    for bout in gather([ResultsLog(path)], game.id):
        scores.add(bout)
    return scores.of[bot]


def won(score: BotScore) -> tuple[str, ...]:
    """Of how many games how many were won, between what and what that lies, and the fair share."""
    low, high = score.interval
    few = "" if score.games >= ENOUGH else " (a hint)"
    return (
        f"{score.games}{few}",
        f"**{float(score.wins) / score.games:.0%}**",
        f"{low:.0%} to {high:.0%}",
        f"{float(score.fair) / score.games:.0%}",
    )


def rows_of_curves() -> Iterator[str]:
    """A row for each file of a budget, the smaller ones first."""
    for game in catalogue():
        found = []
        for path in CURVES.glob(f"{game.id}-*.jsonl"):
            players, playouts, against = path.stem.removeprefix(f"{game.id}-").split("-")
            found.append((int(players), against, int(playouts), path))
        for seats, against, budget, path in sorted(found):
            score = score_of(path, game, "strong")
            cells = (game.names.en, f"{seats}", against, f"{budget}", f"{score.time(0.5):.0f}")
            yield f"| {' | '.join((*cells, *won(score)))} |\n"


def chances_of(game: Entry) -> Mapping[int, tuple[int, list[float]]]:
    """By the number of players, of how many games the chances were compared with what came, and the
    Brier score of each third."""
    found = {}
    for path in sorted(CHANCES.glob(f"{game.id}-*.jsonl")):
        games = read(path)
        found[int(path.stem.rpartition("-")[2])] = len(games), briers(games)
    return found


def rows_of_chances() -> Iterator[str]:
    """A row for each number of players of each game, in the order of the menu."""
    for game in catalogue():
        for seats, (games, thirds) in chances_of(game).items():
            scores = (f"{one:.2f}" for one in (*thirds, evenly(seats)))
            yield f"| {' | '.join((game.names.en, f'{seats}', f'{games}', *scores))} |\n"


def kept(game: Entry) -> str:
    """The game's `win_chances.json`."""
    scores = chances_of(game).items()
    thirds = {seats: [round(one, 3) for one in found] for seats, (_, found) in scores}
    return f"{json.dumps(thirds)}\n"


def made(page: str) -> str:
    """The page with the tables that the files give."""
    for begin, table in (
        (BEGIN, [HEAD, *rows()]),
        (BEGIN_CHANCES, [HEAD_CHANCES, *rows_of_chances()]),
        (BEGIN_CURVES, [HEAD_CURVES, *rows_of_curves()]),
    ):
        before, rest = page.split(begin)
        after = rest.partition(END)[2]
        page = f"{before}{begin}{''.join(table)}{END}{after}"
    return page


if __name__ == "__main__":
    PAGE.write_text(made(PAGE.read_text("utf-8")), "utf-8")
    for game in filter(chances_of, catalogue()):
        (game.folder / FILE).write_text(kept(game), "utf-8")
