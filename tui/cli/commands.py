"""Commands that open no screen. Each takes its context and arguments, and returns the exit code."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

from engine.errors import BadSave, GuildhallError, WrongUsage
from engine.games import catalogue, entry, load
from engine.i18n.language import Translator
from engine.i18n.text import words
from engine.match.match_view import hides
from engine.shell_command import shell_command
from screens.exit_codes import FAILED, OK
from tui.cli import json_output, printing
from tui.cli.argument_values import checked_event_count, looking_seat, match_of, options_of
from tui.cli.context import CommandContext

if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Mapping

    from engine.lobby.deadlines import Deadline
    from engine.storage.records import Record


# ---------------------------------------------------------------------- matches


def list_(context: CommandContext, args: Namespace) -> int:
    """Print the matches of the store as a table or as JSON."""
    records, due = _listed(context)
    if args.json:
        matches = [
            json_output.match(record, context.translator, due.get(record.id)) for record in records
        ]
        json_output.print_json(matches)
        return OK
    if not records:
        start = shell_command("play", "middle_ages")
        context.print_message(
            "There are no saved games yet. “{command}” starts one.", command=start
        )
        return OK
    heads = [words("ID"), words("Game"), words("Players"), words("Last played"), words("State")]
    printing.print_table(
        [context.translate(head) for head in heads],
        [
            printing.listed(record, context.translator, due.get(record.id), context.store.clock())
            for record in records
        ],
    )
    return OK


def _listed(context: CommandContext) -> tuple[list[Record], Mapping[str, Deadline]]:
    """Return the matches of the store, with the nearest deadline first and those without a deadline
    last, and the deadlines by id."""
    from engine.lobby.deadlines import Deadlines

    records = context.store.records()
    due = Deadlines(context.store).earliest()
    hasty = sorted(
        (record for record in records if record.id in due), key=lambda one: due[one.id].until
    )
    return [*hasty, *(record for record in records if record.id not in due)], due


# ---------------------------------------------------------------------- files


def export(context: CommandContext, args: Namespace) -> int:
    """Write a match to a file or to standard output (`-`), as a saved game or a web page. Raises
    GuildhallError if the file would reveal secrets, which `--force` allows for a saved game."""
    from engine.storage import match_file
    from tui.cli import export

    if export.is_page(args):
        return export.export_page(context, args)
    record = context.store.find(args.id)
    id = record.id
    if not args.force and hides(record.header, over=record.summary.over):
        raise GuildhallError(
            "Several people are still playing this game, and the file would reveal "
            "everyone's secret choices. Use --force to write it anyway."
        )
    if args.file == "-":
        match_file.write(context.store.load(id), sys.stdout.buffer)
        return OK
    match = context.store.load(id)
    match_file.export(match, Path(args.file), force=args.force)
    context.print_plural(
        "Game {id} has been written to {file}: {n} step.",
        "Game {id} has been written to {file}: {n} steps.",
        len(match.log),
        id=id,
        file=args.file,
    )
    return OK


def import_(context: CommandContext, args: Namespace) -> int:
    """Import a saved game into the store, and print its new id. With `--partial`, a damaged file is
    imported up to the damage, and the exit code is a failure. Raises BadSave."""
    from engine.storage import match_file

    damage = None
    try:
        match = match_file.load(Path(args.file))
    except BadSave as error:
        if not args.partial or error.good is None:
            raise
        match, damage = error.good, error
        complain_about(context, damage)
    id = context.store.adopt(match)
    context.print_plural(
        "Imported as game {id}, with {n} step. “{command}” continues it.",
        "Imported as game {id}, with {n} steps. “{command}” continues it.",
        len(match.log),
        id=id,
        command=shell_command("resume", id),
    )
    return OK if damage is None else FAILED


def show(context: CommandContext, args: Namespace) -> int:
    """Print a position as text, as a painted table or as JSON, or write it to a file as a picture.
    If the match is damaged, only its valid part can be shown, and the exit code is a failure.
    Raises GuildhallError if the output would reveal secrets, unless `--force` is given."""
    match, damage = match_of(context, args.source)
    count = checked_event_count(match, args.at)
    seat = looking_seat(match, args.seat)
    if args.seat is not None and not args.force and hides(match.header, over=match.over):
        raise GuildhallError(
            "Several people are still playing this game, and this would reveal what only "
            "{seat} can see. Use --force to show it anyway.",
            seat=match.header.names[seat or 0],
        )
    past = match.at(count)
    translator = Translator(context.preferences.language, match.header.names)
    if args.json:
        json_output.print_json(json_output.position(past, seat, translator))
        return _exit_code(context, damage)
    title = words(
        "{game}: position {count} of {all}.",
        game=match.game.names,
        count=count,
        all=len(match.line),
    )
    print(translator.translate(title))
    if args.log:
        printing.print_log(past, seat, translator)
    if args.svg is not None:
        printing.write_picture(past, seat, context.preferences, args.svg, force=args.force)
    elif args.board or args.ansi:
        printing.print_board(past, seat, context.preferences, coloured=args.ansi)
    else:
        for sentence in past.game.describe(past.view(seat)):
            print(translator.translate(sentence))
    return _exit_code(context, damage)


def _exit_code(context: CommandContext, damage: BadSave | None) -> int:
    """Return the exit code after a position has been printed. If its file or match is damaged,
    report the `damage`."""
    if damage is None:
        return OK
    sys.stdout.flush()
    complain_about(context, damage)
    return FAILED


def complain_about(context: CommandContext, error: GuildhallError) -> None:
    """Print an error that does not end the command."""
    from engine.storage.match_file import sentence
    from tui.streams import print_error

    names = error.good.header.names if isinstance(error, BadSave) and error.good else ()
    print_error(Translator(context.preferences.language, names), sentence(error))


# ---------------------------------------------------------------------- games


def simulate(context: CommandContext, args: Namespace) -> int:
    """Run games between bots and print the results. If there are several kinds of bots, or if the
    results are saved, run a contest. With `--from-results`, print saved results instead."""
    import time

    from engine.contests.simulate import ExportFolder, Results, all_cores
    from engine.contests.simulate import simulate as play_games
    from tui.cli import contest_command

    game = load(args.game)
    players = args.players or game.players[0]
    names = [name.strip().removeprefix("bot:") for name in args.bots.split(",")]
    if args.from_results:
        return contest_command.tally(context, args)
    if args.results or len(set(names)) > 1:
        return contest_command.run_contest(context, args, names, options_of(args.option))
    bots = [names[seat % len(names)] for seat in range(players)]
    own = context.own_data(game.id)
    export_folder = (
        ExportFolder(Path(args.export), game.id, args.games, args.force) if args.export else None
    )
    results = play_games(
        game.id,
        bots,
        seed=args.seed or "0",
        games=args.games,
        options=options_of(args.option),
        data=own,
        jobs=args.jobs or all_cores(),
        export_folder=export_folder,
    )
    tally = Results(players)
    started = time.perf_counter()
    for result in printing.with_progress(results, args.games, context.translator):
        tally.add(result)
    printing.print_tally(game, bots, tally, time.perf_counter() - started, context.translator)
    printing.print_whereabouts(context, game.id, export_folder)
    return OK


def highscores(context: CommandContext, args: Namespace) -> int:
    """Print the best results of solo games with the given options and the user's custom data."""
    from screens.match_summary import solo_result_lines

    game = load(args.game)
    own = context.own_data(game.id)
    bests = context.store.best(game.id, game.check(game.players[0], options_of(args.option)), own)
    if not bests and (args.option or own):
        context.print_message(
            "Nobody has finished a solo game of {game} with these options and components yet.",
            game=game.names,
        )
    elif not bests:
        context.print_message("Nobody has finished a solo game of {game} yet.", game=game.names)
    for place, line in solo_result_lines(game, bests):
        print(f"{place:>3}. {context.translate(line)}")
    return OK


def stats(context: CommandContext, args: Namespace) -> int:
    """Print results, times and ratings in one game or in all games, as text or as JSON. If a player
    is given, print this player's results against each opponent instead. Raises WrongUsage for a
    player with --json, and NoSuchPerson if the player has no rating."""
    from engine.stats.ratings import ratings
    from engine.stats.statistics import paces, player_records, times_of_people

    if args.player is not None and args.json:
        raise WrongUsage("“stats” cannot combine --json with --player.")
    games = [entry(args.game)] if args.game else catalogue()
    records = context.store.records(over=True)
    rated = ratings(records)
    if args.player is not None:
        printing.print_rivals(args.player, rated, context.translator)
        return OK
    found = []
    for game in games:
        own = [record for record in records if record.header.game == game.id]
        if players := player_records(own, game.id):
            contests = [rating for rating in rated if rating.contest.game == game.id]
            found.append(
                (game, (players, contests, paces(times_of_people(own, context.store.log))))
            )
    if args.json:
        json_output.print_json([json_output.standing(game.id, *of_it) for game, of_it in found])
    elif not found:
        context.print_message("No games have been finished yet.")
    else:
        for game, of_it in found:
            context.print_message("{game}", game=game.names)
            printing.print_standing(*of_it, context.translator)
    return OK


def rules(context: CommandContext, args: Namespace) -> int:
    """Print the rules of a game, with the user's custom data, or only the rule or section with the
    given id. Raises GuildhallError for an unknown id."""
    from engine.help.guide import guide
    from engine.help.rulebook import rulebook
    from screens.key_map import keys_in_text

    game = entry(args.game)
    language = context.preferences.language
    keys = keys_in_text(context.preferences.keys, context.translator)
    book = rulebook(game.id, language)
    game_guide = guide(game.id, language, context.own_data(game.id), keys)
    if args.id is None:
        printing.print_guide(game_guide)
        return OK
    rule, section = book.rule(args.id), book.section(args.id)
    if rule is None and section is None:
        ids = [rule.id for part in book.sections for rule in part.rules]
        raise GuildhallError(
            "There is no rule {id} in {game}. Choose a section, from {first} to {last}, or a "
            "rule, such as {rule}.",
            id=args.id,
            game=game.names,
            first=_section_of(ids[0]),
            last=_section_of(ids[-1]),
            rule=ids[0],
        )
    sought = [rule] if rule is not None else list(section.rules) if section is not None else []
    passages = game_guide.passages_on(one.id for one in sought)
    if passages:
        printing.print_passages(passages)
    else:
        for one in sought:
            printing.print_paragraph(one)
    return OK


def _section_of(rule: str) -> str:
    """Return the number of a rule's section: `5` for `MID-5.16`."""
    return rule.partition("-")[2].partition(".")[0]


def components(context: CommandContext, args: Namespace) -> int:
    """Print the component numbers of a game that Guildhall only assumes, and how to correct them.
    With `--json`, print all component data instead."""
    from tui.cli import own_data_report

    return own_data_report.print_values(context, load(args.game), as_json=args.json)
