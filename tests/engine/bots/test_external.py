"""External bots: the protocol, valid answers, and the consequences of errors."""

from __future__ import annotations

import json
import os
import shutil
import time
from collections.abc import Sequence
from pathlib import Path
from time import monotonic
from typing import Any

import attrs
import pytest

from engine.bots import is_here, make_bot
from engine.bots.child_process import ProcessLimits
from engine.bots.external import MAX_STARTS, ExternalBot
from engine.bots.policies import Bot, Random, notify_match_begin
from engine.bots.wire_format import encode, to_json
from engine.contests.simulate import dice_of, play_out, seats_of
from engine.core.hidden import Hidden
from engine.core.players import admit_program, checked_bot, titles
from engine.errors import BadSetup
from engine.games import catalogue
from engine.match.match import Match, new_header
from engine.search.simulation import Observation
from engine.storage import match_file
from engine.storage.memory_store import MemoryStore
from engine.storage.session import Session
from tests.engine.bots.programs import admitted, of_the_page, program, python

GAMES = [entry.id for entry in catalogue()]


def new_match(game: str, players: int = 2) -> Match:
    header = new_header(game, seats_of(["random"] * players), seed="7", options={}, data={})
    return Match.start(header, notes=False)


def play(game: str, bots: Sequence[Bot], most: int | None = None) -> Match:
    """Let bots play a game, or `most` picks of it."""
    match, dice = new_match(game, len(bots)), dice_of("7", len(bots))
    if most is None:
        play_out(match, bots, dice)
        return match
    notify_match_begin(bots, match)
    for _ in range(most):
        if not match.pending():
            break
        seat = match.pending()[0].seat
        match.choose(seat, bots[seat].choose(Observation.of(match, seat, dice[seat])))
    return match


@pytest.mark.parametrize(
    ("language", "game"),
    [*(("python", game) for game in GAMES), ("perl", "middle_ages"), ("perl", "deus")],
)
def test_example_programs_in_docs_play(tmp_path: Path, language: str, game: str):
    if language == "perl" and shutil.which("perl") is None:
        pytest.skip("no perl here")
    bot = ExternalBot(program(tmp_path, of_the_page(language)))
    match = play(game, [bot, Random()], most=30)
    assert len(match.log) >= 30
    assert bot.lost <= 3, bot.why  # randomly marked groups of dice may be worth too little


def test_external_bot_plays_a_whole_game_and_gets_the_result(tmp_path: Path):
    requested_at = tmp_path / "end"
    ends = f"open({str(requested_at)!r}, 'w').write(line)"
    source = 'say(answer=said["ask"], option=len(said["options"]) - 1)'
    match = play("middle_ages", [ExternalBot(python(tmp_path, source, at_the_end=ends)), Random()])
    assert match.over
    for _ in range(200):
        if requested_at.exists() and requested_at.read_text():
            break
        os.sched_yield()
    expected = [[one.seat, one.place, one.total] for one in match.game.standings(match.view(None))]
    assert json.loads(requested_at.read_text()) == {"over": expected}


def test_one_program_plays_several_matches(tmp_path: Path):
    source = 'open(f"{sys.argv[0]}.{os.getpid()}", "w")\nsay(answer=said["ask"], option=0)'
    path = python(tmp_path, source)
    for _ in range(2):
        assert play("middle_ages", [ExternalBot(path), Random()]).over
    assert len(list(tmp_path.glob(f"{path.name}.*"))) == 1


def test_external_bot_gets_components_and_no_secrets(tmp_path: Path):
    received = tmp_path / "heard"
    path = program(tmp_path, f"#!/bin/sh\ntee {received} | {python(tmp_path, _FIRST)}\n")
    bot = ExternalBot(path)
    match = new_match("deus")
    seat = match.pending()[0].seat
    notify_match_begin([bot], match)
    bot.choose(Observation.of(match, seat, dice_of("7", 2)[seat]))
    while received.read_text().count("\n") < 2:  # `tee` writes to the bot first
        time.sleep(0.01)
    greeting, ask = map(json.loads, received.read_text().splitlines()[:2])
    assert list(greeting)[:3] == ["guildhall", "game", "rules"]
    assert greeting["seat"] == seat
    assert greeting["seats"] == ["random 1", "random 2"]
    assert greeting["components"]["card"]
    assert match.header.seed not in greeting.values()
    assert ask["view"] == json.loads(encode(to_json(match.view(seat))))
    other = ask["view"]["hands"][1 - seat]
    assert set(other) == {"hidden"}, other


_FIRST = 'say(answer=said["ask"], option=0)'


@pytest.mark.parametrize("game", GAMES)
def test_every_view_can_be_serialised_and_hides_secrets(game: str):
    match, random = new_match(game), Random()
    for _ in range(40):
        for seat in (0, 1, None):
            view = match.view(seat)
            line = encode(to_json(view))
            assert line.count('"hidden":') == _hidden(view)
        seat = match.pending()[0].seat
        match.choose(seat, random.choose(Observation.of(match, seat)))


def _hidden(value: Any) -> int:
    """Count the hidden values among the compared fields of a view."""
    if isinstance(value, Hidden):
        return 1
    if isinstance(value, list | tuple):
        return sum(map(_hidden, value))
    if isinstance(value, dict):
        return sum(_hidden(one) for one in value.values())
    if attrs.has(type(value)):
        names = [one.name for one in attrs.fields(type(value)) if not one.metadata.get("shared")]
        return sum(_hidden(getattr(value, name)) for name in names)
    return 0


# ------------------------------------------------------------------ errors


@pytest.mark.parametrize(
    ("answer", "why"),
    [
        ('say(answer=said["ask"], option=999)', "There is no choice 999"),
        ('say(answer=said["ask"], option=-1)', "There is no choice -1"),
        ('say(answer=said["ask"], pick=["no", "such"])', "1 to 3. (MID-4.2)"),
        ('say(answer=said["ask"], pick={"a": 1})', "not a pick"),
        ('say(answer=said["ask"], pick=1.5)', "not a pick"),
        ('say(answer=said["ask"], pick=json.loads("[" * 99 + "]" * 99))', "not a pick"),
        ('say(answer=said["ask"], pick="\\ud800")', "1 to 3. (MID-4.2)"),
        ('say(answer=said["ask"], part="no such")', "one of the choices"),
        ('say(answer=said["ask"])', "An answer has"),
        ("sys.exit()", "it has exited"),
        ('print("no json", flush=True)', "its output is not JSON"),
        ("print('[' * 5000, flush=True)", "its output is not JSON"),
        ("print(7, flush=True)", "not a JSON object"),
        ("print('x' * (1 << 21), flush=True)", "line is too long"),
    ],
)
def test_faulty_program_loses_only_its_move(tmp_path: Path, answer: str, why: str):
    bot = ExternalBot(python(tmp_path, answer))
    match = play("middle_ages", [bot, Random()], most=6)
    assert why in bot.why
    assert bot.lost == sum(1 for event in match.log if event.kind == "pick" and event.seat == 0)


@pytest.mark.parametrize(
    ("answer", "bounds", "why"),
    [
        ("time.sleep(60)", ProcessLimits(seconds=0.3), "it took too long"),
        ("while True: say(answer=0)", ProcessLimits(seconds=0.3), "it took too long"),
        (
            "kept = bytearray(60_000_000)\ntime.sleep(60)",
            ProcessLimits(seconds=20, megabytes=40),
            "memory",
        ),
    ],
)
def test_late_or_verbose_program_is_ended(
    tmp_path: Path, answer: str, bounds: ProcessLimits, why: str
):
    bot = ExternalBot(python(tmp_path, answer), bounds)
    play("middle_ages", [bot, Random()], most=1)
    assert bot.lost == 1
    assert why in bot.why


def test_program_that_always_fails_is_no_longer_asked(tmp_path: Path):
    source = 'open(f"{sys.argv[0]}.{os.getpid()}", "w")\nsys.exit()'
    path = python(tmp_path, source)
    bot = ExternalBot(path)
    play("middle_ages", [bot, Random()], most=16)
    assert bot.lost == 8
    assert len(list(tmp_path.glob(f"{path.name}.*"))) == MAX_STARTS


def test_program_without_greeting_is_not_asked(tmp_path: Path):
    bot = ExternalBot(program(tmp_path, "#!/bin/sh\nread line; echo '{\"protocol\":99}'; cat\n"))
    play("middle_ages", [bot, Random()], most=1)
    assert "protocol" in bot.why


def test_correct_answer_counts_after_two_wrong_ones(tmp_path: Path):
    source = (
        "wrong = globals().get('wrong', 0) + 1\n"
        'say(answer=said["ask"], option=999 if wrong % 3 else 0)'
    )
    bot = ExternalBot(python(tmp_path, source))
    play("middle_ages", [bot, Random()], most=6)
    assert bot.lost == 0


def test_answer_to_another_question_is_ignored(tmp_path: Path):
    source = 'say(answer=said["ask"] - 1, option=999)\nsay(answer=said["ask"], option=0)'
    bot = ExternalBot(python(tmp_path, source))
    play("middle_ages", [bot, Random()], most=10)
    assert bot.lost == 0


def test_caller_that_cannot_wait_polls(tmp_path: Path):
    go = tmp_path / "go"
    source = f"while not os.path.exists({str(go)!r}): time.sleep(0.01)\n{_FIRST}"
    with admitted({"mine": python(tmp_path, source)}):
        session = Session.begin(
            MemoryStore(), "middle_ages", [("A", "bot:mine"), ("B", "person")], seed="2"
        )
        while session.waiting_bot() is None:
            session.choose(asked := session.ask(1), asked.options[0])
        assert session.let_bot_choose() == []
        before = len(session.match.log)
        go.touch()
        until = monotonic() + 30
        while not session.let_bot_choose():
            assert monotonic() < until
        assert len(session.match.log) > before


# ------------------------------------------------------------------ names


def test_program_is_a_bot_by_its_name(tmp_path: Path):
    path = python(tmp_path, _FIRST)
    with admitted({"mine": path}):
        assert checked_bot("bot:mine") == "mine"
        assert "mine" in titles()
        assert isinstance(make_bot("bot:mine"), ExternalBot)
    assert not is_here("mine")


@pytest.mark.parametrize("name", ["greedy", "random", "Mine", "", "mine bot", "x" * 33, "a.b"])
def test_invalid_bot_name_is_refused(tmp_path: Path, name: str):
    with pytest.raises(BadSetup):
        admit_program(name, tmp_path)


def test_match_names_its_missing_program(tmp_path: Path):
    store = MemoryStore()
    with admitted({"mine": python(tmp_path, _FIRST)}):
        seats = [("A", "person"), ("B", "bot:mine")]
        session = Session.begin(store, "middle_ages", seats, seed="1")
        file = tmp_path / "saved.jsonl"
        match_file.export(session.match, file)
    assert Session.open(store, session.id).lacking_bot() == (1, "mine")
    assert match_file.load(file).header.seats == tuple(seats)
