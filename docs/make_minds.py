"""Updates the tables of minds.md from the games in docs/minds: `python docs/make_minds.py`.

Each file there holds the games of one contest, as `guildhall simulate --keep FILE` writes them;
each in `win_chances` the forecasts of games by `python -m tools.measure_calibration --keep FILE`,
from which the games' own `win_chances.json` are made, too; and each in `curves` games of the strong
bot with another number of playouts, by `python -m tools.strength_curve`.
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
    """Yield a row per file: the results of the first of its bots, in the order of the menu."""
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
    """Return the score of a bot in the games of a file."""
    scores = BotScores()
    for bout in gather([ResultsLog(path)], game.id):
        scores.add(bout)
    return scores.of[bot]


def won(score: BotScore) -> tuple[str, ...]:
    """Return cells with the number of games, the share won, its interval, and the expected
    share."""
    low, high = score.interval
    few = "" if score.games >= ENOUGH else " (a hint)"
    return (
        f"{score.games}{few}",
        f"**{float(score.wins) / score.games:.0%}**",
        f"{low:.0%} to {high:.0%}",
        f"{float(score.fair) / score.games:.0%}",
    )


def rows_of_curves() -> Iterator[str]:
    """Yield a row per file of a budget, the smaller ones first."""
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
    """Return the number of compared games and the Brier score of each third, by the number of
    players."""
    found = {}
    for path in sorted(CHANCES.glob(f"{game.id}-*.jsonl")):
        games = read(path)
        found[int(path.stem.rpartition("-")[2])] = len(games), briers(games)
    return found


def rows_of_chances() -> Iterator[str]:
    """Yield a row for each number of players of each game, in the order of the menu."""
    for game in catalogue():
        for seats, (games, thirds) in chances_of(game).items():
            scores = (f"{one:.2f}" for one in (*thirds, evenly(seats)))
            yield f"| {' | '.join((game.names.en, f'{seats}', f'{games}', *scores))} |\n"


def kept(game: Entry) -> str:
    """Return the content of the game's `win_chances.json`."""
    scores = chances_of(game).items()
    thirds = {seats: [round(one, 3) for one in found] for seats, (_, found) in scores}
    return f"{json.dumps(thirds)}\n"


def made(page: str) -> str:
    """Return the page with the tables from the files."""
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
