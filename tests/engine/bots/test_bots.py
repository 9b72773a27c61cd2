"""Bots: legal picks, from what they may see, and reproducible."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest
from attrs import evolve, fields

from engine.bots import BOTS, is_here, make_bot
from engine.bots.policies import Bot, Easy, Medium
from engine.contests.simulate import (
    Distribution,
    ExportFolder,
    Failure,
    Result,
    Results,
    play_out,
    simulate,
)
from engine.core.chance import Dice
from engine.core.event import PICK_EVENT
from engine.core.players import BOT_TITLES, RETIRED_BOTS, bot_name, titles
from engine.errors import BadSetup, CannotWrite
from engine.games.middle_ages.game import MiddleAges
from engine.games.middle_ages.setup import PlaceLord
from engine.games.middle_ages.state import Kingdom
from engine.i18n.text import words
from engine.match.match import Match
from engine.match.playout import EndlessGame, pending_of
from engine.search import one_ply
from engine.search.one_ply import MAX_COMPARED
from engine.search.simulation import Observation
from engine.storage import match_file
from tests.foolish_moves import OnePly
from tests.toy.script import Say, Script

pytestmark = pytest.mark.usefixtures("toy")


def new_match(game: str = "toy", seats: int = 2, seed: str = "bots") -> Match:
    return Match.begin(game, [(f"Bot {seat}", "bot:random") for seat in range(seats)], seed=seed)


@pytest.mark.parametrize("name", BOTS)
@pytest.mark.parametrize("game", ["toy", "middle_ages"])
def test_bot_finishes_a_game(game: str, name: str):
    match = new_match(game, 3)
    bot = make_bot(name)
    while not match.over:
        seat = match.pending()[-1].seat
        match.choose(seat, bot.choose(Observation.of(match, seat)))
    assert match.game.standings(match.view(None))


@pytest.mark.parametrize("name", BOTS)
def test_bot_chooses_the_same_in_the_same_position(name: str):
    one, two = new_match(), new_match()
    while not one.over:
        seat = one.pending()[0].seat
        pick = make_bot(name).choose(Observation.of(one, seat))
        assert make_bot(name).choose(Observation.of(two, seat)) == pick
        one.choose(seat, pick)
        two.choose(seat, pick)
    assert one.log == two.log


@pytest.mark.parametrize("name", BOTS)
def test_bot_does_not_change_the_match(name: str):
    match = new_match("middle_ages", 4)
    for _ in range(12):
        seat = match.pending()[0].seat
        state, log = match.state.copy(), list(match.log)
        pick = make_bot(name).choose(Observation.of(match, seat))
        assert match.state == state
        assert match.log == log
        match.choose(seat, pick)


def test_greedy_bot_takes_the_most_valuable_pick():
    match = new_match("middle_ages", 3, "greedy")
    compared = 0
    while not match.over:
        seat = match.pending()[0].seat
        here = Observation.of(match, seat)
        pick = Medium().choose(here)
        views = {option: match.preview(seat, option).view for option in here.options}
        values = {option: match.game.value(view, seat) for option, view in views.items()}
        assert values[pick] == max(values.values())
        compared += len(set(values.values())) > 1
        match.choose(seat, pick)
    assert compared > 20


def test_greedy_bot_beats_the_random_one():
    tally = Results(2)
    for result in simulate("middle_ages", ["medium", "random"], seed="contest", games=30):
        tally.add(result)
    assert tally.wins[0] >= 27


class Numbers(MiddleAges):
    """A game in which picks are numbers, each worth itself, unless there is nothing between them.

    It records lookaheads. Even numbers are preparatory if it is `patient`.
    """

    easy_bot_tolerance = 1.0

    def __init__(self, *, level: bool = False, patient: bool = False, now: float = 0) -> None:
        self.level, self.patient, self.now = level, patient, now
        self.looked: list[int] = []

    def value(self, view: Any, seat: int) -> float:
        if isinstance(view, Kingdom):
            return self.now
        self.looked.append(view)
        return 1.0 if self.level else float(view)

    def is_preparatory(self, decision: Any, pick: Any) -> bool:
        return self.patient and pick % 2 == 0


def numbers(
    monkeypatch: pytest.MonkeyPatch, picks: Sequence[int], game: Numbers, key: bytes = b"numbers"
) -> Observation:
    """Return an observation with these numbers as options."""
    monkeypatch.setattr(one_ply, "lookahead", lambda observation, pick: pick)
    monkeypatch.setattr(PlaceLord, "options", lambda decision, state: picks)
    match = new_match("middle_ages")
    here = Observation.of(match, match.pending()[0].seat, Dice(key))
    rules: Any = game
    return evolve(here, game=rules)


def test_bot_evaluates_a_sample_of_too_many_options(monkeypatch: pytest.MonkeyPatch):
    game = Numbers()
    assert Medium().choose(numbers(monkeypatch, range(1000), game)) == max(game.looked)
    assert len(set(game.looked)) == MAX_COMPARED


def test_equal_picks_are_chosen_at_random(monkeypatch: pytest.MonkeyPatch):
    picks = {
        Medium().choose(numbers(monkeypatch, range(3), Numbers(level=True), b"equal %d" % number))
        for number in range(40)
    }
    assert picks == {0, 1, 2}


@pytest.mark.parametrize(("now", "picked"), [(9, 5), (6, 5), (5.5, 6)])
def test_bot_does_not_postpone_without_gain(
    now: float, picked: int, monkeypatch: pytest.MonkeyPatch
):
    patient = Numbers(patient=True, now=now)
    assert Medium().choose(numbers(monkeypatch, range(7), patient)) == picked
    assert Medium().choose(numbers(monkeypatch, range(0, 7, 2), patient)) == 6


@pytest.mark.parametrize("bot", [Easy, Medium, OnePly])
def test_bad_picks_are_never_chosen(bot: Callable[[], Bot], monkeypatch: pytest.MonkeyPatch):
    for number in range(60):
        here = numbers(monkeypatch, [1, 2, 30, 31, 32], Numbers(), b"far %d" % number)
        assert bot().choose(here) in (30, 31, 32)


def test_easy_bot_prefers_the_better_pick(monkeypatch: pytest.MonkeyPatch):
    picks = Counter(
        Easy().choose(numbers(monkeypatch, [1, 2, 30, 31, 32], Numbers(), b"%d" % number))
        for number in range(300)
    )
    assert picks.keys() == {30, 31, 32}
    assert picks[32] > picks[31] > picks[30] > 15


class Patient(Script):
    """A game in which points come only after a further decision."""

    def follow(self, view: Any, decision: Any) -> Any:
        return "use"

    def value(self, view: Any, seat: int) -> float:
        return float(sum(line.endswith("use") for line in view.said))


def test_bot_evaluates_a_chain_of_decisions(
    scripted: Callable[..., Match], monkeypatch: pytest.MonkeyPatch
):
    chain = {"build": (Say(0, ("skip", "use")), Say(0, ("skip", "use")))}
    match = scripted(Say(0, ("pass", "use", "build"), then=chain), Say(1))
    assert Medium().choose(Observation.of(match, 0)) in ("pass", "use", "build")
    monkeypatch.setattr(match, "game", Patient(()))
    assert Medium().choose(Observation.of(match, 0)) == "build"
    assert match.log == []


def test_bot_follows_the_advice_of_the_game(
    scripted: Callable[..., Match], monkeypatch: pytest.MonkeyPatch
):
    class Advising(Script):
        def advise(self, view: Any, decision: Any, dice: Any) -> Any:
            assert view is not match.state
            return "pass"

    match = scripted(Say(0, ("pass", "build")), Say(1))
    monkeypatch.setattr(match, "game", Advising(()))
    assert Medium().choose(Observation.of(match, 0)) == "pass"


def test_bot_gets_only_the_view_of_its_seat(toy: str):
    match = new_match(toy, 3)
    pending = match.pending()[0]
    here = Observation.of(match, pending.seat)
    assert here.view.digest() == match.view(pending.seat).digest() != match.state.digest()
    assert here.options == match.options(pending.seat)
    assert here.decision == pending.decision == pending_of(here.view, pending.seat)
    assert repr(here.past) == repr(match.past(pending.seat)) != repr(match.line)
    assert {one.name for one in fields(Observation)} == {
        "game", "seat", "view", "decision", "past", "dice",
    }  # fmt: skip


def test_options_are_listed_lazily(toy: str, monkeypatch: pytest.MonkeyPatch):
    match = new_match(toy, 3)
    seat = match.pending()[0].seat
    asked: list[Any] = []
    kind = type(match.decision(seat))
    listed = kind.options

    def counted(decision: Any, state: Any) -> Any:
        asked.append(decision)
        return listed(decision, state)

    monkeypatch.setattr(kind, "options", counted)
    here = Observation.of(match, seat)
    assert not asked
    assert here.options == here.options == listed(here.decision, here.view)
    assert len(asked) == 1


def test_player_is_a_person_or_a_bot():
    assert bot_name("person") is None
    assert bot_name("bot:greedy") == "greedy"
    with pytest.raises(
        BadSetup, match=r"no bot called clever\. Choose from random, easy, medium, strong"
    ):
        make_bot("bot:clever")
    assert BOTS.keys() == BOT_TITLES.keys() - RETIRED_BOTS


# ---------------------------------------------------------------------- simulation


def test_simulation_gives_the_same_results_for_the_same_seed():
    def results(seed: str):
        return list(simulate("middle_ages", ["random"] * 3, seed=seed, games=3))

    assert results("1") == results("1") != results("2")
    assert len({result.seed for result in results("1")}) == 3


def test_simulated_game_can_be_replayed_by_its_seed():
    (result,) = simulate("middle_ages", ["random", "random"], seed="1", games=1)
    match = new_match("middle_ages", 2, result.seed)
    dice = [Dice(f"{result.seed}/bot/{seat}/".encode()) for seat in range(2)]
    assert play_out(match, [make_bot("random")] * 2, dice) == result.picks
    assert list(match.game.standings(match.view(None))) == list(result.standings)


def test_endless_game_of_bots_is_stopped(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("engine.match.playout.MAX_PICKS", 5)
    for bot in ("random", "greedy"):
        with pytest.raises(EndlessGame, match="6 moves"):
            next(simulate("toy", [bot, "random"], seed="1", games=1))


def test_simulated_games_do_not_depend_on_number_of_processes():
    def results(bots: Sequence[str], jobs: int) -> list[Result]:
        return list(simulate("middle_ages", bots, seed="jobs", games=9, jobs=jobs))

    for bots in (["random"] * 3, ["random", "greedy"]):
        alone = results(bots, 1)
        assert [result.seed for result in alone] == [f"jobs/{number}" for number in range(9)]
        assert results(bots, 2) == results(bots, 3) == alone


def test_exported_games_do_not_depend_on_number_of_processes(tmp_path: Path):
    def written(bots: Sequence[str], jobs: int) -> list[tuple[str, bytes]]:
        folder = tmp_path / f"{bots[0]} {jobs}"
        export_folder = ExportFolder(folder, "middle_ages", 10)
        games = simulate(
            "middle_ages", bots, seed="jobs", games=10, jobs=jobs, export_folder=export_folder
        )
        assert len(list(games)) == 10
        return [(file.name, file.read_bytes()) for file in sorted(folder.iterdir())]

    for bots in (["random"] * 3, ["greedy", "random"]):
        alone = written(bots, 1)
        assert [name for name, _ in alone][:2] == ["middle_ages-01.jsonl", "middle_ages-02.jsonl"]
        assert written(bots, 2) == alone


def test_exporting_does_not_change_the_game(tmp_path: Path):
    for bots in (["random"] * 3, ["greedy", "random"]):
        folder = ExportFolder(tmp_path / bots[0], "middle_ages", 2)
        kept = list(simulate("middle_ages", bots, seed="kept", games=2, export_folder=folder))
        assert kept == list(simulate("middle_ages", bots, seed="kept", games=2))
        for number, result in enumerate(kept):
            match = match_file.load(folder.file(number))
            assert list(match.game.standings(match.view(None))) == list(result.standings)
            assert match.header.seats[0] == (f"{bots[0]} 1", f"bot:{bots[0]}")
            assert sum(event.kind == PICK_EVENT for event in match.log) == result.picks


def test_failed_export_is_reported_from_any_process(tmp_path: Path):
    folder = ExportFolder(tmp_path, "middle_ages", 8, force=True)
    folder.file(1).mkdir()
    for jobs in (1, 2):
        games = simulate(
            "middle_ages", ["random"] * 2, seed="1", games=8, jobs=jobs, export_folder=folder
        )
        assert next(games).seed == "1/0"
        with pytest.raises(CannotWrite, match="already exists"):
            next(games)


def test_impossible_export_is_refused_before_the_first_game(tmp_path: Path):
    file = tmp_path / "file"
    file.touch()
    for folder, seed, error in [
        (file, "1", CannotWrite),
        (file / "folder", "1", CannotWrite),
        (tmp_path, "7" * 99, BadSetup),
    ]:
        export_folder = ExportFolder(folder, "middle_ages", 1)
        with pytest.raises(error):
            simulate("middle_ages", ["random"] * 2, seed=seed, games=1, export_folder=export_folder)
    export_folder = ExportFolder(tmp_path, "middle_ages", 1)
    assert list(
        simulate("middle_ages", ["random"] * 2, seed="7" * 98, games=1, export_folder=export_folder)
    )


def test_endless_game_is_reported_from_any_process(
    monkeypatch: pytest.MonkeyPatch,
):
    monkeypatch.setattr("engine.contests.simulate.run_chunk", stuck)
    games = simulate("middle_ages", ["random"] * 2, seed="1", games=8, jobs=2)
    assert next(games).seed == "1/0"
    with pytest.raises(EndlessGame, match="it does not end"):
        next(games)


def stuck(play: Callable[[int], Result], numbers: Sequence[int]) -> list[Result | Failure]:
    """Return one result, and a failure for the second game."""
    failure = Failure(EndlessGame, words("{reason}", reason="it does not end"))
    return [play(numbers[0]), failure]


def test_invalid_simulation_is_refused_before_the_first_game():
    with pytest.raises(BadSetup):
        simulate("middle_ages", ["random"], seed="1", games=10, jobs=2)
    with pytest.raises(BadSetup, match="no bot"):
        simulate("middle_ages", ["clever"] * 2, seed="1", games=10)


def test_tally_counts_wins_shared_wins_and_totals():
    tally = Results(2)
    results = list(simulate("middle_ages", ["random", "random"], seed="tally", games=40))
    for result in results:
        tally.add(result)
    winners = [[one.seat for one in result.standings if one.place == 1] for result in results]
    assert tally.games == 40
    assert tally.picks == sum(result.picks for result in results)
    assert tally.wins == [winners.count([seat]) for seat in range(2)]
    assert tally.shared == [sum(w == [0, 1] for w in winners)] * 2
    assert tally.distribution().most == max(
        one.total for result in results for one in result.standings
    )


def test_quantiles_of_numbers():
    assert Distribution.of([4, 1, 3, 2, 5]) == Distribution(1, 2, 3, 4, 5, 3)
    assert Distribution.of([7]) == Distribution(7, 7, 7, 7, 7, 7)


def test_retired_bot_cannot_play():
    assert "old_greedy" in titles()
    assert not is_here("old_greedy")
    for player in ("old_greedy", "bot:old_greedy"):
        with pytest.raises(BadSetup, match="no bot called old_greedy"):
            make_bot(player)
