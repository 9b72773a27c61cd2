"""Writes the records of a game: `python -m tests.frozen.recording GAME`.

For a new game, or one with a new rules number. An existing record is replaced only with `--anew`,
which implies that nobody can have saved such data.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

from tests.frozen.exchanging import exchange
from tests.frozen.reaching import DATA, all_logs, guildhall, recorded, without_words

MAX_LOGS: Final = 4
"""So many golden games of a game are looked through for positions, and all that are kept here."""

RANDOM_GAMES: Final = 40
"""Names are gathered from so many random games for each number of players."""


def shapes(value: Any) -> set[str]:
    """The kinds of objects in a view, by `is` and the names of their fields."""
    if isinstance(value, list):
        return set().union(*map(shapes, value))
    if not isinstance(value, dict):
        return set()
    own = {f"{value['is']}({','.join(sorted(value))})"} if "is" in value else set()
    return own.union(*map(shapes, value.values()))


def position(file: Path, at: int | None = None, seat: str | None = None) -> Any:
    """The answer of `show --json` about a saved game after `at` events, or at its end."""
    where = () if at is None else ("--at", at)
    eyes = () if seat is None else ("--seat", seat, "--force")
    result = guildhall(None, "show", file, "--json", *where, *eyes)
    assert result.code == 0, result.err
    return without_words(result.json)


def name_of(path: Path) -> str:
    """The name of a saved game beneath the folder of the tests."""
    return str(path.relative_to(DATA.parents[1]))


def logs_of(game: str) -> list[Path]:
    """The saved games of a game, those of the newest rules that have golden games last."""
    return [path for path in all_logs() if json.loads(_first(path))["game"] == game]


def _first(path: Path) -> str:
    with path.open(encoding="utf-8") as file:
        return file.readline()


def positions(game: str) -> Iterable[dict[str, Any]]:
    """Positions that together have every field of the views of saved games."""
    found: list[tuple[set[str], dict[str, Any]]] = []
    golden = [path for path in logs_of(game) if path.parent.name == game]
    for path in [*golden[-MAX_LOGS:], *(one for one in logs_of(game) if one not in golden)]:
        length = position(path)["position"]
        steps = {*range(0, length, max(1, length // 30)), *range(max(0, length - 3), length + 1)}
        for at in sorted(steps):
            seat = ("Anna", None, "Boris")[at % 3] if length > 40 or at % 2 else "Anna"
            try:
                shown = position(path, at, seat)
            except AssertionError:
                shown = position(path, at, seat := None)
            found.append((shapes(shown), {"file": name_of(path), "at": at, "eyes": seat, **shown}))
    ends = [one for _, one in found if one["over"]][:1]
    wanted = set().union(*(known for known, _ in found))
    chosen = list(ends)
    while wanted:
        known, best = max(found, key=lambda pair: (len(pair[0] & wanted), -len(str(pair[1]))))
        chosen.append(best)
        wanted -= known
    return chosen


def log_names(lines: Iterable[str]) -> dict[str, set[str]]:
    """The names of the steps in a log, each with the words by which picks of several parts begin;
    and the keys of its header, its events and its end."""
    names: dict[str, set[str]] = {}
    for number, line in enumerate(lines):
        entry = json.loads(line)
        if number == 0:
            names["keys of the header"] = set(entry)
            continue
        names.setdefault("keys of the end" if "end" in entry else "keys of events", set()).update(
            entry
        )
        if "step" in entry:
            words = names.setdefault(entry["step"], set())
            pick = entry.get("pick")
            if isinstance(pick, list) and pick and isinstance(pick[0], str):
                words.add(pick[0])
    return names


def random_logs(game: str, folder: Path, players: int, games: int, seed: str) -> list[list[str]]:
    """The logs of games that the program plays at random."""
    result = guildhall(
        folder,
        *("simulate", game, "--players", players, "--games", games, "--jobs", "1"),
        *("--seed", seed, "--export", folder),
    )
    assert result.code == 0, result.err
    files = sorted(folder.glob("*.jsonl"))
    return [path.read_text(encoding="utf-8").splitlines() for path in files]


def joined(found: Iterable[dict[str, set[str]]]) -> dict[str, list[str]]:
    """The names of several logs, in order."""
    names: dict[str, set[str]] = {}
    for one in found:
        for key, words in one.items():
            names.setdefault(key, set()).update(words)
    return {key: sorted(words) for key, words in sorted(names.items())}


def names(game: str) -> dict[str, list[str]]:
    """The names that stand in logs of a game."""
    logs = [path.read_text(encoding="utf-8").splitlines() for path in logs_of(game)]
    for players in {len(json.loads(log[0])["seats"]) for log in logs}:
        with TemporaryDirectory() as folder:
            logs += random_logs(game, Path(folder), players, RANDOM_GAMES, "names")
    return joined(map(log_names, logs))


def components(game: str) -> dict[str, list[str]]:
    """The keys in the box of a game, and behind each list of things with ids those ids."""
    box = guildhall(None, "components", game, "--json").json
    return {key: sorted(ids) for key, ids in sorted(_keys_in(box, "").items())}


def _keys_in(value: Any, path: str) -> dict[str, set[str]]:
    found: dict[str, set[str]] = {}
    if isinstance(value, dict):
        parts = [(f"{path}.{key}" if path else key, one, "") for key, one in value.items()]
    elif isinstance(value, list) and value and isinstance(value[0], dict):
        parts = [(f"{path}[]", one, str(one.get("id", ""))) for one in value]
    else:
        return found
    for key, one, id in parts:
        found.setdefault(key, set()).update({id} - {""})
        for inner, ids in _keys_in(one, key).items():
            found.setdefault(inner, set()).update(ids)
    return found


def write_lines(name: str, lines: Iterable[Any], anew: bool) -> None:
    """Write a record of which each line is a value."""
    path = DATA / name
    if path.exists() and not anew:
        print(f"{path.name} is there already")
        return
    path.parent.mkdir(exist_ok=True)
    path.write_text("".join(f"{_compact(line)}\n" for line in lines), encoding="utf-8")


def write_entry(name: str, game: str, value: Any, anew: bool) -> None:
    """Write what a record that has an entry for each game says of one."""
    path = DATA / name
    before = recorded(name) if path.exists() else {}
    if game in before and not anew:
        print(f"{path.name} has {game} already")
        return
    entries = sorted((before | {game: value}).items())
    text = ",\n".join(f" {json.dumps(key)}: {{\n{_entry(inner)}\n }}" for key, inner in entries)
    path.write_text(f"{{\n{text}\n}}\n", encoding="utf-8")


def _entry(value: dict[str, Any]) -> str:
    return ",\n".join(f"  {json.dumps(key)}: {_compact(one)}" for key, one in value.items())


def _compact(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def main(game: str, *how: str) -> None:
    """Write all records of a game."""
    anew = "--anew" in how
    with TemporaryDirectory() as folder:
        write_lines(f"exchanges/{game}.jsonl", exchange(game, Path(folder) / "exchange"), anew)
    write_lines(f"positions/{game}.jsonl", positions(game), anew)
    write_entry("names.json", game, names(game), anew)
    write_entry("components.json", game, components(game), anew)


if __name__ == "__main__":
    main(*sys.argv[1:])
