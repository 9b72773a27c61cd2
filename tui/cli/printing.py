"""Printing for the commands: tables, logs, boards, rules."""

from __future__ import annotations

import os
import shutil
import sys
import textwrap
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Final, Literal, TypeVar

from attrs import evolve

from engine.core.game import Game
from engine.core.state import State
from engine.errors import NoSuchPerson
from engine.i18n.language import Translator
from engine.i18n.text import Text, plural, printable, verbatim, words
from engine.shell_command import shell_command
from screens.preferences import Preferences
from styles.colour import Depth
from styles.depth import find_depth

if TYPE_CHECKING:
    from engine.contests.simulate import Distribution, ExportFolder, Results
    from engine.core.component_data import Changeable, Data
    from engine.help.guide import Guide, Passage
    from engine.help.rulebook import Paragraph
    from engine.lobby.deadlines import Deadline
    from engine.match.position import Position
    from engine.stats.ratings import Ratings
    from engine.stats.statistics import MoveTimes, Player, PlayerRecord
    from engine.storage.records import Record
    from screens.paint.canvas import Canvas
    from screens.paint.theme import Theme
    from tui.cli.context import CommandContext

T = TypeVar("T")

_SYSTEMS: Final[Mapping[Depth, Literal["truecolor", "256", "standard"]]] = {
    Depth.TRUE: "truecolor",
    Depth.INDEXED: "256",
    Depth.SIXTEEN: "standard",
    Depth.NONE: "standard",
}
"""Rich's names for the colour depths."""

MAX_COLUMNS: Final = 100
"""Maximum length of wrapped lines, because longer lines are hard to read."""


def _width() -> int:
    return min(shutil.get_terminal_size().columns, MAX_COLUMNS)


def listed(
    record: Record, translator: Translator, deadline: Deadline | None, now: datetime
) -> Sequence[str]:
    """Return the row for a match in the list of matches, with the time that is left for a move if
    there is a `deadline`."""
    from screens.match_summary import game_of, left_until, local, players_of, status_of

    stand = status_of(record)
    if deadline is not None:
        stand = words("{stand}, {left}", stand=stand, left=left_until(deadline.until, now))
    return (
        record.id,
        translator.translate(game_of(record)),
        translator.translate(players_of(record)),
        f"{local(record.changed):%Y-%m-%d %H:%M}",
        translator.translate(stand),
    )


def print_table(heads: Sequence[str], rows: Sequence[Sequence[str]], right: int = 99) -> None:
    """Print a table with columns as wide as needed. Columns from index `right` on (by default,
    none) are right-aligned."""
    from screens.paint.cells import widest, width_of

    lines = [[printable(cell) for cell in row] for row in (heads, *rows)]
    widths = [widest(row[at] for row in lines) for at in range(len(heads))]
    for row in lines:
        cells = []
        for at, (cell, width) in enumerate(zip(row, widths, strict=True)):
            blanks = " " * (width - width_of(cell))
            cells.append(f"{blanks}{cell}" if at >= right else f"{cell}{blanks}")
        print("  ".join(cells).rstrip())


def print_standing(
    players: Sequence[PlayerRecord],
    contests: Sequence[Ratings],
    paces: Mapping[Player, MoveTimes],
    translator: Translator,
) -> None:
    """Print all players' results and times in a game, and the ratings of its contests."""
    from screens.match_summary import result_heads, result_rows
    from screens.ratings_text import ABOUT_RATINGS, left_out, pace_text, rated_heads, rated_rows

    print_table(result_heads(players, translator), result_rows(players, translator), right=1)
    for player, pace in paces.items():
        print(translator.translate(pace_text(player, pace)))
    print()
    for contest in contests:
        if contest.players:
            print(translator.translate(words("Ratings: {contest}", contest=contest.contest.title)))
            print_table(rated_heads(translator), rated_rows(contest.players, translator), right=1)
            print(translator.translate(ABOUT_RATINGS))
        unrated = left_out(contest.unrated)
        if unrated is not None:
            print(translator.translate(unrated))
        print()


def print_rivals(name: str, ratings: Sequence[Ratings], translator: Translator) -> None:
    """Print the results of the player `name` (a person's name, or `bot:` followed by a bot's name;
    case does not matter) against each opponent, contest by contest. Raises NoSuchPerson if the
    player has no rating."""
    from screens.ratings_text import rival_heads, rival_rows

    wanted = name.casefold()
    matching = [
        (one.contest, rated)
        for one in ratings
        for rated in one.players
        if wanted == (f"bot:{bot}" if (bot := rated.player.bot) else rated.player.name.casefold())
    ]
    if not matching:
        raise NoSuchPerson("Nobody called {name} has a rating.", name=name)
    for contest, rated in matching:
        print(translator.translate(words("{contest}", contest=contest.title)))
        print_table(rival_heads(rated, translator), rival_rows(rated, translator), right=1)
        print()


def print_log(match: Position, seat: int | None, translator: Translator) -> None:
    """Print the log as `seat` sees it, or as spectators do if `seat` is None."""
    for event, notes in match.noted_events(seat):
        lines = [translator.translate(note.text) for note in notes]
        number = "" if event is None else f"{event.number}."
        for line in lines:
            print(f"{number:>5} {line}")
            number = ""
    print()


def print_board(
    match: Position, seat: int | None, preferences: Preferences, *, coloured: bool = False
) -> None:
    """Print the painted table as `seat` sees it (None for spectators). It is in colour on a
    terminal, and everywhere if `coloured`."""
    canvas, seen = _painted(match, seat, preferences)
    if coloured or sys.stdout.isatty():
        from rich.console import Console

        system = _SYSTEMS[seen.depth]
        width = canvas.width
        console = Console(width=width, highlight=False, color_system=system, force_terminal=True)
        console.print(canvas.to_rich(seen), end="")
    else:
        print("\n".join(line.rstrip() for line in canvas.text().splitlines()).rstrip("\n"))


def write_picture(
    match: Position, seat: int | None, preferences: Preferences, file: str, *, force: bool
) -> None:
    """Write the table, as `seat` sees it (None for spectators), to `file` as an SVG picture. Raises
    CannotWrite, or AlreadyThere for an existing file unless `force`."""
    from engine.storage.match_file import write_text
    from screens.html_export.svg import picture

    canvas, seen = _painted(match, seat, evolve(preferences, colours="true"))
    translator = Translator(preferences.language, match.header.names)
    text = picture(canvas, seen, translator.translate(words("{game}", game=match.game.names)))
    write_text(Path(file), text, force=force)


def _painted(match: Position, seat: int | None, preferences: Preferences) -> tuple[Canvas, Theme]:
    """Return the table, painted as `seat` sees it (None for spectators), and its theme. The
    table has the size of the terminal, but at least 80 by 24 cells, and at most the maximum
    size of a window."""
    from engine.match.match_view import MatchView
    from screens.paint.theme import theme
    from screens.paint.window_size import MAX_COLUMNS, MAX_ROWS
    from screens.table_view.painter_registry import painter_for
    from screens.table_view.scene import Scene

    translator = Translator(preferences.language, match.header.names)
    size = shutil.get_terminal_size()
    width, height = min(max(80, size.columns), MAX_COLUMNS), min(max(24, size.lines), MAX_ROWS)
    painter = painter_for(match.header.game)
    depth = find_depth(os.environ, preferences.colours)
    seen = painter.theme_for_game(theme(preferences.theme, preferences.glyphs, depth))
    return painter.paint(Scene.of(MatchView(match), seat, translator, seen), width, height), seen


def with_progress(
    results: Iterator[T], games: int, translator: Translator, state: Text | None = None
) -> Iterator[T]:
    """Yield `results` as they come. On a terminal, show a progress bar for `games` results, with
    the label `state` (by default, “Playing”)."""
    if not sys.stderr.isatty():
        yield from results
        return
    from rich.console import Console
    from rich.progress import track

    yield from track(
        results,
        description=translator.translate(state or words("Playing")),
        total=games,
        console=Console(stderr=True),
        transient=True,
    )


def print_tally(
    game: Game[State], bots: Sequence[str], tally: Results, seconds: float, translator: Translator
) -> None:
    """Print the results of simulated games, which took `seconds` seconds: speed, wins, and the
    spread of totals."""
    counted = plural(
        "{game}, {players}: {n} game, {picks} moves in {seconds} s.",
        "{game}, {players}: {n} games, {picks} moves in {seconds} s.",
        tally.games,
        game=game.names,
        players=plural("{n} player", "{n} players", len(bots)),
        picks=tally.picks,
        seconds=f"{seconds:.2f}",
    )
    print(translator.translate(counted))
    speed = words(
        "{games} games/s, {moves} moves/s",
        games=f"{tally.games / seconds:.1f}",
        moves=f"{tally.picks / seconds:.0f}",
    )
    print(translator.translate(speed))
    print()
    heads = [
        words("Seat"),
        words("Bot"),
        words("Wins"),
        words("Shared"),
        words("Min"),
        words("25%"),
        words("Median"),
        words("75%"),
        words("Max"),
        words("Mean"),
    ]
    rows = [
        [
            str(seat + 1),
            bot,
            str(tally.wins[seat]),
            str(tally.shared[seat]),
            *_distribution_cells(tally.distribution(seat)),
        ]
        for seat, bot in enumerate(bots)
    ]
    wins = str(sum(tally.wins))
    overall = _distribution_cells(tally.distribution())
    rows.append([translator.translate(words("all")), "", wins, "", *overall])
    print_table([translator.translate(head) for head in heads], rows, right=2)


def print_whereabouts(
    context: CommandContext, game: str, export_folder: ExportFolder | None
) -> None:
    """Print the path of the custom data that was used in the games, if any, and the folder to which
    the games were exported, if any."""
    if context.own_data(game):
        file = verbatim(str(context.paths.own_data(game)))
        context.print_message("Played with your custom data: {file}.", file=file)
    if export_folder is not None:
        context.print_plural(
            "{n} game is in {folder}: “{command}” replays it.",
            "{n} games are in {folder}: “{command}” replays the first.",
            export_folder.games,
            folder=verbatim(str(export_folder.folder)),
            command=shell_command("replay", str(export_folder.file(0))),
        )


def _distribution_cells(distribution: Distribution) -> Sequence[str]:
    return [
        str(distribution.least),
        f"{distribution.lower:g}",
        f"{distribution.median:g}",
        f"{distribution.upper:g}",
        str(distribution.most),
        f"{distribution.mean:.1f}",
    ]


def print_guide(guide: Guide) -> None:
    """Print a guide, from its first topic to its last."""
    print(guide.title)
    for topic in guide.topics:
        print()
        print(topic.title)
        print("=" * len(topic.title))
        print()
        print_passages(topic.passages)


def print_passages(passages: Sequence[Passage]) -> None:
    """Print passages, each followed by the ids of its rules. On a terminal, lines of text are
    wrapped at its width, or at `MAX_COLUMNS` if it is wider."""
    for number, passage in enumerate(passages):
        if number and not (passage.mark and passages[number - 1].mark):
            print()
        if passage.table:
            print_table(passage.table[0], passage.table[1:])
            if passage.ids:
                print(f"({passage.ids})")
            continue
        mark = f"{passage.mark} " if passage.mark else ""
        line = f"{mark}{passage.plain}" + (f" ({passage.ids})" if passage.ids else "")
        wide = _width() if sys.stdout.isatty() else max(1, len(line))
        print(textwrap.fill(line, wide, subsequent_indent=" " * len(mark)))


def print_paragraph(paragraph: Paragraph) -> None:
    """Print a rule. On a terminal, lines of text are wrapped at its width, or at `MAX_COLUMNS` if
    it is wider, with a hanging indent. Tables and code are never wrapped."""
    lines = paragraph.plain()
    if not sys.stdout.isatty():
        print("\n".join(lines))
        return
    code = False
    for line in lines:
        code = code != line.startswith("```")
        if code or line.lstrip().startswith(("|", "```")):
            print(line)
            continue
        indent = " " * (len(line) - len(line.lstrip()))
        print(textwrap.fill(line, _width(), subsequent_indent=f"{indent}  ") if line else "")


def changeable_lines(changeable: Changeable) -> Iterator[str]:
    """Yield the keys that may be changed, one line per table."""
    for table, keys in changeable.items():
        yield f"{table}: {', '.join(keys)}"


def assumed_lines(path: str, values: Data) -> Iterator[str]:
    """Yield a line with the `values` of the table at `path`, except lists of tables, and then one
    line for each table in these lists."""
    from engine.core.component_data import has_ids
    from tui import toml_writer

    tables = {key: one for key, one in values.items() if has_ids(one)}
    own = [
        f"{toml_writer.key(key)} = {toml_writer.value(one)}"
        for key, one in values.items()
        if key not in tables
    ]
    yield f"{path}: {', '.join(own)}"
    for key, entries in tables.items():
        for entry in entries:
            rest = [
                f"{toml_writer.key(k)} = {toml_writer.value(v)}"
                for k, v in entry.items()
                if k != "id"
            ]
            yield f"  {path}.{key}.{entry['id']}: {', '.join(rest)}"
