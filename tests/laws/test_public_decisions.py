"""A public decision on a shared keyboard looks the same at two tables that differ in secrets of any
seat, including the deciding one: on the screen and in line mode, after resuming, after a hand was
shown and hidden, and after a choice at the same keyboard that leads to it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import pytest
from attrs import evolve

from engine.core.chance import Dice
from engine.core.event import PICK_EVENT, Value
from engine.core.table_settings import Setting
from engine.games import load
from engine.games.deus.activation import ActivateCard
from engine.games.deus.rounds import Turn
from engine.games.knights.catan.action_phase import Main
from engine.games.knights.catan.turn import Turn as CatanTurn
from engine.games.knights.robber import RobberHex, Seven
from engine.match import interpreter
from engine.match.match import Match, new_header
from engine.match.position import Position
from engine.storage.memory_store import MemoryStore
from engine.storage.session import Session
from screens.line_mode.line_table import LineTable
from screens.line_mode.sentences import sentence_writer_for
from screens.preferences import CONFIRM_ALWAYS, CONFIRM_LOSS
from tests.engine.games.catan import positions as catan
from tests.engine.games.deus.positions import Side, table
from tests.engine.games.knights.positions import deal, give, run_agenda
from tests.examples import EXAMPLES
from tests.laws.driving import TABLES, people
from tests.laws.presenting import (
    WINDOW,
    Presented,
    differs,
    lines_at,
    presented,
    presented_after,
    screen_at,
)
from tests.laws.public_decisions import (
    OPEN,
    Compared,
    Watched,
    asks_before_all,
    before_all,
    shares,
    table_at,
    wanted,
)
from tests.laws.test_secrecy import GAMES_WITH_SECRETS
from tests.laws.twins import copy_of, happen

Pair = tuple[Position, Position]

EVENTS = 250
"""Number of events played of each game."""

A_GAME = 10
"""Maximum number of comparisons per game, and per kind in it."""
A_KIND = 3

FEW = 6
MANY = 200
"""Number of comparisons in the usual run, and at each option in the long tests."""

LED = 2
MANY_LED = 40
"""Number of each kind that are compared again after a choice at the same keyboard."""

GAMES = 20 * EXAMPLES
"""Number of games in which these are reached in the usual run; a long test plays that many times
MANY."""

WITH_SECRETS = sorted(GAMES_WITH_SECRETS - {"toy"})


def play(twins: Watched, compared: Compared, most: int, led: int) -> None:
    """Play at both tables, and compare decisions in front of everybody."""
    before, kinds = _copies(twins), Counter[str]()
    for _ in twins.go_on(EVENTS):
        now = twins.one, twins.two
        pending = before_all(twins.one)
        if pending is not None and kinds[pending.decision.name] < most and twins.hide_something:
            kinds[pending.decision.name] += 1
            compare(before, now, compared, own=twins.hides(pending.seat), led=led)
            if kinds.total() == A_GAME:
                return
        before = _copies(twins)


def _copies(twins: Watched) -> Pair:
    return copy_of(twins.one), copy_of(twins.two)


def compare(before: Pair, now: Pair, compared: Compared, *, own: bool, led: int) -> None:
    """Compare what is presented at both tables, and count it."""
    pending, turn = before_all(now[0]), compared.all
    assert pending is not None
    name = pending.decision.name
    judge(now, [presented(one, turn) for one in now])
    compared.add(now[0].header, name, own=own)
    if compared.led[name] < led and all(map(was_chosen, before, now)):
        pairs = zip(before, (one.log[-1] for one in now), strict=True)
        parts = [presented_after(one, event.seat, event.value, turn) for one, event in pairs]
        judge(now, parts)
        compared.led[name] += bool(parts[0])


def was_chosen(before: Position, now: Position) -> bool:
    """Whether the seat with the pending decision has chosen, and nothing else has happened."""
    last, pending = now.log[-1], before.pending()
    is_next = len(now.log) == len(before.log) + 1
    return is_next and last.kind == PICK_EVENT and bool(pending) and pending[0].seat == last.seat


def judge(now: Pair, presented: list[Presented]) -> None:
    found = list(differs(*presented))
    report = "\n".join(f"{name}:\n  {one}\n  {two}" for name, one, two in found[:3])
    assert not found, f"{now[0].pending()} {now[0].header.options}\n{report}"


def sizes(game: str) -> list[int]:
    return [seats for other, seats in TABLES if other == game and seats > 1]


@pytest.mark.parametrize("game", WITH_SECRETS)
def test_public_question_reveals_no_secret(game: str) -> None:
    compared, dice = Compared(), Dice(f"before all/{game}/".encode())
    for _ in range(GAMES if asks_before_all(game) else LED):
        if compared.all < FEW or compared.led.total() < LED:
            play(Watched.begin_at(table_at(game, sizes(game), [], dice), dice), compared, 1, LED)
    print(f"\n{game}: {compared}")
    if asks_before_all(game):
        assert compared.all >= FEW
        assert compared.led.total() >= LED
    else:
        print("none of them: everyone answers behind a curtain")
        assert not compared.all


def settings(game: str) -> Sequence[Setting]:
    return load(game).all_settings()


def every_share() -> Iterator[tuple[str, int]]:
    for game in WITH_SECRETS:
        for share in range(len(shares(game)) if asks_before_all(game) else 0):
            yield game, share


@pytest.mark.long
@pytest.mark.parametrize(("game", "share"), every_share())
def test_public_question_reveals_no_secret_with_any_option(game: str, share: int) -> None:
    compared, dice = Compared(), Dice(f"before all/{game}/{share}/".encode())
    options = wanted(game, share, MANY)
    for _ in range(GAMES * MANY):
        lacking = compared.lacking(options)
        if not lacking:
            break
        position = table_at(game, sizes(game), lacking, dice)
        play(Watched.begin_at(position, dice), compared, A_KIND, MANY_LED)
    print(f"\n{game}, part {share + 1} of {len(shares(game))}: {compared}")
    for key, value in OPEN.items() & {(one.key, OPEN.get(one.key)) for one in settings(game)}:
        print(f"{key}={value} 0: no hand is covered there, so no question has to be fit for all")
    assert not compared.lacking(options)


# ---------------------------------------------------------------- chosen tables


def at(game: str, state: Any, **options: str) -> Position:
    """Return a table in that state, without history."""
    header = new_header(game, people(state.seats), seed="", options=options)
    match = Match(evolve(header, seed=None))
    match.state = state
    state.notes = match.opening
    return match


def with_a_hidden_card(card: str) -> Position:
    """Return a table at which the robber is moved, and Anna holds a development card unknown to the
    others."""
    state = catan.island(3, settlements={0: [13, 27], 1: [40], 2: [4]})
    deal(state, 0, card)
    state.agenda[-1] = RobberHex(0)
    return at("catan", state, layout="beginner")


def with_a_card_face_down(card: str) -> Position:
    """Return a table at which an army of Anna's may march; a face-down card is beside the one that
    sends it."""
    side = Side(on="0.4:A", columns="temporary_camps", hand="legion war_elephants", gold=9)
    position = at("deus", table(side, Side(hand="farm galley"), options=WILD), **WILD)
    position.state.agenda[:] = [Turn(0)]
    happen(position, 0, Turn(0), ("wildcard", card, "military", "0.3"))
    return position


def with_an_open_offer(hand: str) -> Position:
    """Return a table at which Boris is asked for a brick in the open; he holds cards of a kind,
    Clara of the other."""
    state = catan.island(3, answers_aloud="yes")
    give(state, 0, grain=2)
    give(state, 1, **{hand: 2})
    give(state, 2, **{"ore" if hand == "brick" else "brick": 2})
    run_agenda(state, ("offer", (("grain", 1),), (("brick", 1),)))
    return at("catan", state, layout="beginner", answers_aloud="yes")


def with_a_discard(kind: str) -> Position:
    """Return a table at which Boris has rolled a 7, and Anna has too many cards; he holds other
    kinds than she does."""
    state = catan.island(2, settlements={0: [13], 1: [40]})
    state.active = 1
    give(state, 0, **{"wool": 5, kind: 5})
    give(state, 1, **{"grain" if kind == "ore" else "ore": 5})
    state.agenda[:] = [Main(1), Seven()]
    position = at("catan", state, layout="beginner")
    interpreter.run(position, sampling=False)
    return position


def with_a_hand(hand: str) -> Position:
    """Return a table at which Anna, whose turn it is, holds these cards."""
    position = at("deus", table(Side(hand=hand), Side(hand="farm galley")))
    position.state.agenda[:] = [Turn(0)]
    return position


WILD = {"wildcard": "yes"}


@pytest.mark.parametrize(
    ("begin", "one", "two"),
    [
        (with_a_hidden_card, "victory_point", "knight"),
        (with_a_card_face_down, "legion", "war_elephants"),
        (with_an_open_offer, "brick", "ore"),
    ],
)
def test_owner_only_knowledge_is_not_presented(
    begin: Callable[[str], Position], one: str, two: str
) -> None:
    pair = begin(one), begin(two)
    assert before_all(pair[0]) is not None
    for turn in range(4):
        judge(pair, [presented(each, turn) for each in pair])


@pytest.mark.parametrize(
    ("begin", "one", "two", "pick"),
    [
        (with_a_discard, "ore", "grain", (("wool", 5),)),
        (with_a_hand, "legion farm", "legion brickyard", ("offer", ("legion",), "ceres")),
    ],
)
def test_hand_is_hidden_before_everyone_is_asked(
    begin: Callable[[str], Position], one: str, two: str, pick: Value
) -> None:
    pair = begin(one), begin(two)
    assert before_all(pair[0]) is None
    for turn in range(4):
        judge(pair, [presented_after(each, 0, pick, turn) for each in pair])


CARDS = {"legion": "Legion", "war_elephants": "War Elephants"}


def with_a_card_to_activate() -> Position:
    """Return a table at which Anna, whose hand is hidden, may activate a card that needs further
    choices."""
    position = at("deus", table(Side(columns="galley laboratory_blue", gold=9), Side()))
    state: Any = position.state
    number = next(n for n, one in enumerate(state.box.cards) if one.id == "laboratory_blue")
    state.agenda[:] = [ActivateCard(0, number)]
    return position


def test_public_question_previews_the_next_question() -> None:
    assert before_all(with_a_card_to_activate()) is not None
    with screen_at(with_a_card_to_activate(), "en", (120, 40)) as one:
        assert one.state.viewer is None
        assert "Then: Galley: which resources" in one.picture.canvas.text()
    lines = lines_at(with_a_card_to_activate(), "en").begin()
    assert any("Then: Galley: which resources" in line for line in lines)


@pytest.mark.parametrize("card", CARDS)
def test_face_down_card_is_named_only_to_its_owner(card: str) -> None:
    """When the table is opened in the middle of a turn, and once its owner has hidden the hand."""
    with screen_at(with_a_card_face_down(card), "en", (120, 40)) as one:
        named: list[bool] = []
        for keys in (), ("Y", "space"), ("Y",):
            one.press(*keys, "home")
            named.append(f"{CARDS[card]} (face down): no effect." in one.picture.canvas.text())
            assert "Face-down card: no effect." in one.picture.canvas.text() or named[-1]
            assert named[-1] or CARDS[card] not in one.picture.canvas.text()
    assert named == [False, True, False]
    lines = lines_at(with_a_card_face_down(card), "en").begin()
    assert "1. Skip. Temporary Camps: skipped. Face-down card: no effect." in lines
    assert not any(CARDS[card] in line for line in lines)


def test_public_news_are_not_repeated_after_pass_screen() -> None:
    table = lines_at(with_a_discard("ore"), "en", confirm=CONFIRM_LOSS)
    output = [
        *table.begin(),
        *table.handle_line(""),
        *table.handle_line("5 wool"),
        *table.handle_line(""),
    ]
    to_anna, to_boris = output[: output.index("")], output[output.index("") :]
    for one in to_anna, to_boris:
        assert one.count("Anna discards 5 wool.") == 1
    assert "Boris: Where does the robber go?" in to_boris
    later = [*table.handle_line("1"), *table.handle_line("")]
    assert table.news.viewer == 1
    assert [one for one in later if "discard" in one or "moves the robber" in one] == [
        "Boris moves the robber to Mountains 10."
    ]


def test_each_player_gets_news_once_after_pass_screen() -> None:
    match = Match.begin("deus", people(2), seed="3")
    store = MemoryStore()
    table = LineTable(
        Session(store, store.new(match), match), sentence_writer_for(match.header, "en")
    )
    output = table.begin()
    assert not any("draws" in one for one in output), "shown to each player behind the pass screen"
    for typed in ("", "2", "2", "", "1 wood", "", ""):
        output += table.handle_line(typed)
    pushed = output.index("")
    for one in output[:pushed], output[pushed:]:
        for line in ("Anna draws 5 cards.", "Boris draws 5 cards.", "Round 1."):
            assert one.count(line) <= 1
        assert one.count("Anna draws 5 cards.") == 1
    assert output[pushed:].count("Anna offers 1 card, Brickyard on top, to Ceres.") == 1


@pytest.mark.parametrize("wish", [CONFIRM_LOSS, CONFIRM_ALWAYS])
@pytest.mark.parametrize(
    ("begin", "one", "two"),
    [
        (with_a_hidden_card, "victory_point", "knight"),
        (with_a_card_face_down, "legion", "war_elephants"),
        (with_an_open_offer, "brick", "ore"),
    ],
)
def test_line_mode_confirmation_does_not_depend_on_hidden_cards(
    begin: Callable[[str], Position], one: str, two: str, wish: str
) -> None:
    """The confirmation, and the announced loss, do not depend on the deciding seat's hand: an offer
    is confirmed alike whether the wanted cards are there or not."""
    output = []
    for card in one, two:
        table = lines_at(begin(card), "en", confirm=wish)
        table.begin()
        partial_move = table.picking.partial_move
        assert partial_move is not None
        assert partial_move.request.openly
        assert isinstance(partial_move.following, Sequence)
        picks = [
            each
            for each in map(partial_move.with_part, partial_move.following)
            if each.pick is not None
        ]
        output.append(
            [table.writer.losses_to_confirm(table.scene(None), each, wish) for each in picks]
        )
    assert output[0] == output[1]
    assert output[0] == [[] if wish == CONFIRM_ALWAYS else None] * len(output[0]) != []


def thief_at(kind: str) -> Session:
    """Return a session in which Boris holds a knight and Anna three cards of a kind; after him she
    rolls in front of everybody."""
    options = {"layout": "beginner", "dice": "typed"}
    match = Match(new_header("catan", people(2), seed="1", options=options))
    state: Any = catan.island(2, settlements={0: [13], 1: [40]})
    state.active, state.notes = 1, match.opening
    deal(state, 1, "knight")
    give(state, 0, **{kind: 3})
    state.agenda[:] = [CatanTurn(0), Main(1)]
    match.state = state
    store = MemoryStore()
    return Session(store, store.new(match), match)


@pytest.mark.parametrize("language", ["en", "ru"])
def test_public_news_are_news_for_everyone(language: str) -> None:
    """Boris has robbed Anna with his hand shown; the message to her is in front of everyone."""
    output = []
    for kind in "ore", "grain":
        session = thief_at(kind)
        table = LineTable(session, sentence_writer_for(session.match.header, language))
        table.begin()
        for typed in ("", "1", "1", "6"):
            table.handle_line(typed)
        assert session.match.log[-1].value == kind, "Boris has taken a card"
        partial_move = table.picking.partial_move
        assert partial_move is not None
        lines = table.handle_line(table.writer.typed_as(partial_move, "end"))
        assert table.picking.partial_move is not None
        assert table.picking.partial_move.request.openly
        output.append(lines[-WINDOW:])
    assert output[0] == output[1]
    assert any("Anna" in line and "1" in line for line in output[0])
