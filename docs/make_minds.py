"""Make the tables in docs/minds.md from the results in docs/minds.json.

    python docs/make_minds.py                  make the tables
    python docs/make_minds.py contest FILE...  first add the results of `guildhall simulate
                                               --results`, in files GAME-PLAYERS-BOT-OTHERS.jsonl
    python docs/make_minds.py curve FILE...    first add the results of `python -m
                                               tools.strength_curve`, in files
                                               GAME-PLAYERS-PLAYOUTS-AGAINST.jsonl
    python docs/make_minds.py chances FILE...  first add the results of `python -m
                                               tools.measure_calibration`, in files
                                               GAME-PLAYERS.jsonl

The files of single games are large and not in git, but each result names the seeds with which its
games can be played again. A new result replaces the old one of the same contest. The script also
makes the `chances.json` of each game.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from engine.contests.contest import MIN_SIGNIFICANT_GAMES, BotScores, wilson
from engine.contests.game_result import ResultsLog, gather
from engine.core.catalogue_entry import Entry
from engine.games import catalogue, entry
from engine.search.win_chances import CHANCES_FILE, even_brier
from tools.measure_calibration import briers, read

PAGE: Final = Path(__file__).with_name("minds.md")
RESULTS: Final = Path(__file__).with_name("minds.json")
END: Final = "<!-- to here -->\n"

Result = Mapping[str, Any]
"""One contest: `kind`, `game`, `players`, the beginning of its seeds and the number of its games.
If bots played against each other, also the wins, the fair share of wins and the margin of `bot`,
with the median and the 95th percentile of milliseconds per pick. For chances, also the Brier score
of each third."""

KEY: Final = ("kind", "game", "players", "bot", "against", "playouts")
"""The fields by which a result replaces an older one."""

HEADS: Final = {
    "contest": (
        "<!-- made by make_minds.py -->\n",
        "| game | players | bot | against | games | wins | 95% interval | fair | margin "
        "| ms per move | 95th percentile |\n"
        "| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |\n",
    ),
    "chances": (
        "<!-- chances by make_minds.py -->\n",
        "| game | players | games | first third | second third | last third | equal chances |\n"
        "| --- | --- | --- | --- | --- | --- | --- |\n",
    ),
    "curve": (
        "<!-- curves by make_minds.py -->\n",
        "| game | players | against | playouts | ms per move | games | wins "
        "| 95% interval | fair |\n"
        "| --- | --- | --- | --- | --- | --- | --- | --- | --- |\n",
    ),
}


def summarize(kind: str, path: Path) -> Result:
    """Read the result from a file of games, whose name says what was played."""
    name, players, *rest = path.stem.split("-")
    if kind == "chances":
        games = read(path)
        thirds = [round(score, 5) for score in briers(games)]
        seed = _common_seed([game.seed for game in games])
        fields: dict[str, Any] = {"seed": seed, "games": len(games), "thirds": thirds}
    elif kind == "curve":
        playouts, against = rest
        fields = {"bot": "strong", "against": against, "playouts": int(playouts)}
        fields |= _score(path, name, "strong")
    else:
        bot, against = rest[:2]
        fields = {"bot": bot, "against": against, **_score(path, name, bot)}
    return {"kind": kind, "game": name, "players": int(players), **fields}


def _score(path: Path, game: str, bot: str) -> dict[str, Any]:
    scores, seeds = BotScores(), []
    for result in gather([ResultsLog(path)], game):
        scores.add(result)
        seeds.append(result.seed)
    score = scores.of[bot]
    return {
        "seed": _common_seed(seeds),
        "games": score.games,
        "wins": round(float(score.wins), 3),
        "fair": round(float(score.fair), 3),
        "margin": round(score.margins / score.seats, 3),
        "ms": [round(score.time(0.5), 3), round(score.time(0.95), 3)],
    }


def _common_seed(seeds: Sequence[str]) -> str:
    (common,) = {seed.rpartition("/")[0] for seed in seeds}
    return common


def load() -> list[Result]:
    """Return the results, sorted by kind and by the order of games in the menu."""
    found: list[Result] = json.loads(RESULTS.read_text("utf-8"))
    return found


def add(results: Sequence[Result], new: Sequence[Result]) -> list[Result]:
    """Return the results, in which new ones replace older ones of the same contest."""
    by_key = {_key(result): result for result in (*results, *new)}
    games = [game.id for game in catalogue()]
    kinds = list(HEADS)

    def place(result: Result) -> tuple[Any, ...]:
        bots = (result.get("bot", ""), result.get("against", ""))
        order = (kinds.index(result["kind"]), games.index(result["game"]), result["players"])
        return (*order, *bots, result.get("playouts", 0))

    return sorted(by_key.values(), key=place)


def _key(result: Result) -> tuple[Any, ...]:
    return tuple(result.get(field) for field in KEY)


def write(results: Sequence[Result]) -> None:
    """Write the results, one per line."""
    lines = ",\n".join(json.dumps(result) for result in results)
    RESULTS.write_text(f"[\n{lines}\n]\n", "utf-8")


def rows(results: Sequence[Result], kind: str) -> Iterator[str]:
    """Yield a row of the table for each result of a kind."""
    for result in results:
        if result["kind"] == kind:
            name = entry(result["game"]).names.en
            cells = (name, f"{result['players']}", *_cells(result))
            yield f"| {' | '.join(cells)} |\n"


def _cells(result: Result) -> tuple[str, ...]:
    match result:
        case {"kind": "chances", "games": games, "thirds": thirds, "players": players}:
            return f"{games}", *(f"{score:.2f}" for score in (*thirds, even_brier(players)))
        case {"kind": "curve", "against": against, "playouts": playouts, "ms": [median, _]}:
            return against, f"{playouts}", f"{median:.0f}", *_won(result)
    median, high = result["ms"]
    own = (result["bot"], result["against"])
    return *own, *_won(result), f"{result['margin']:+.1f}", f"{median:.1f}", f"{high:.0f}"


def _won(result: Result) -> tuple[str, ...]:
    """Return the cells for games, share of wins, 95% interval and fair share."""
    games, wins = result["games"], result["wins"]
    low, high = wilson(wins, games)
    few = "" if games >= MIN_SIGNIFICANT_GAMES else " (few)"
    return (
        f"{games}{few}",
        f"**{wins / games:.0%}**",
        f"{low:.0%} to {high:.0%}",
        f"{result['fair'] / games:.0%}",
    )


def chances_file(results: Sequence[Result], game: Entry) -> str:
    """Return the text of the game's `chances.json`, or an empty text if nothing was measured."""
    thirds = {
        str(result["players"]): [round(third, 3) for third in result["thirds"]]
        for result in results
        if result["kind"] == "chances" and result["game"] == game.id
    }
    return f"{json.dumps(thirds)}\n" if thirds else ""


def made(page: str, results: Sequence[Result]) -> str:
    """Return the page with new tables."""
    for kind, (begin, head) in HEADS.items():
        before, rest = page.split(begin)
        after = rest.partition(END)[2]
        page = f"{before}{begin}{head}{''.join(rows(results, kind))}{END}{after}"
    return page


def main() -> None:
    """Add the results of the files on the command line, and make the tables."""
    results = load()
    if len(sys.argv) > 1:
        kind, *files = sys.argv[1:]
        results = add(results, [summarize(kind, Path(file)) for file in files])
        write(results)
    PAGE.write_text(made(PAGE.read_text("utf-8"), results), "utf-8")
    for game in catalogue():
        if text := chances_file(results, game):
            (game.folder / CHANCES_FILE).write_text(text, "utf-8")


if __name__ == "__main__":
    main()
