"""Writes the match of a game's lesson: `python -m tests.lessons middle_ages`; with `--tell` it also
prints every choice of the learner, the alternatives, and their effects.

The dice fall by the seed of the script, which gives picks by the numbers of their events. The other
picks are those of the match recorded before, up to the first pick that the script changes. From
there on, and for a new lesson, greedy bots play all seats. `lesson.toml` of the game has the events
of the tasks.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping

from attrs import evolve

from engine.bots import make_bot
from engine.core.common_wording import joined
from engine.core.event import PICK_EVENT, Value
from engine.games import entry
from engine.i18n.language import Translator
from engine.match.match import Match
from engine.search.simulation import Observation
from engine.storage import match_file
from tests.lessons.scripts import LEARNER, SCRIPTS, Script

MAX_SHOWN = 14


def played(game: str, script: Script, *, tells: bool = False) -> Match:
    """Return the match of a script, as far as it goes."""
    match = Match.begin(
        game, script.seats, seed=script.seed, options=script.options, data=script.data
    )
    bot, recorded = make_bot("bot:greedy"), recorded_picks(game)
    while len(match.log) < script.events and not match.over:
        seat = next(iter(match.pending())).seat
        number = len(match.log) + 1
        if tells and seat == LEARNER:
            print_choices(match, number)
        earlier = recorded.get(number)
        pick = script.picks.get(number, earlier)
        if pick != earlier:
            recorded = {}
        if pick is None:
            pick = bot.choose(Observation.of(match, seat))
        events = match.choose(seat, pick)
        if tells:
            print_events(match, len(events))
    return match


def recorded_picks(game: str) -> Mapping[int, Value]:
    """Return the picks of the recorded match by the numbers of their events; empty if there is no
    match yet."""
    path = entry(game).folder / "lesson.jsonl"
    line = match_file.load(path).line if path.exists() else ()
    return {event.number: event.value for event in line if event.kind == PICK_EVENT}


def print_choices(match: Match, number: int) -> None:
    """Print the learner's decision, and the effect of each pick."""
    translator = Translator("en", match.header.names)
    decision = match.decision(LEARNER)
    view = match.view(LEARNER)
    print(f"--- {number}: {decision.name}: {translator.translate(decision.question(view))}")
    options = match.options(LEARNER)
    for pick in options[:MAX_SHOWN] if decision.listed else ():
        parts = decision.parts_of(pick)
        labels = [decision.label(view, parts[: size + 1]) for size in range(len(parts))]
        pick_preview = match.preview(LEARNER, pick)
        notes_text = " ".join(translator.translate(note.text) for note in pick_preview.notes)
        label = joined(labels, " > ")
        label_text = "" if label is None else translator.translate(label)
        print(f"      {pick!r}: {label_text} :: {notes_text}")


def print_events(match: Match, last: int) -> None:
    """Print the last events of the log and their notes."""
    translator = Translator("en", match.header.names)
    for event, notes in zip(match.line[-last:], match.notes[-last:], strict=True):
        text = " ".join(f"[{note.rule}] {translator.translate(note.text)}" for note in notes)
        star = "*" if event.kind == PICK_EVENT and event.seat == LEARNER else " "
        print(f"{star} {event.number} {event.seat} {event.step} {event.value!r}  {text}")


def main(game: str, *options: str) -> None:
    match = played(game, SCRIPTS[game], tells="--tell" in options)
    if "--dry" in options:
        return
    path = entry(game).folder / "lesson.jsonl"
    path.unlink(missing_ok=True)
    untimed = [evolve(event, at=None) for event in match.log]
    match_file.export(Match.load(match.header, untimed), path)
    print(f"written: {path.name}, {len(match.log)} events")


if __name__ == "__main__":
    main(*sys.argv[1:])
