"""Three players at a server's table in line mode: chat, proposals, notes and auto-answers."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, closing

import pytest
from attrs import define

from engine.core.players import Person
from engine.i18n.language import Translator
from engine.lobby.matchmaking import WaitingTables
from engine.lobby.users import Users
from engine.storage.memory_store import MemoryStore
from engine.storage.session import Session
from engine.storage.store import Store
from screens.line_mode.remote_table import RemoteTable
from screens.line_mode.sentences import sentence_writer_for
from screens.line_mode.typed_commands import key_of

NAMES = ("Anna", "Boris", "Carla")


def mute_nobody(name: str) -> tuple[str, bool]:
    return name, False


@define
class SeatedPlayers:
    """A match, the people in the order of its seats, and their tables."""

    store: Store
    id: str
    people: list[Person]
    tables: list[RemoteTable]

    @property
    def request(self) -> int:
        """The seat that is asked first."""
        return self.store.record(self.id).summary.owing[0]

    def elsewhere(self, seat: int) -> list[str]:
        """Return the output of a table after a notification."""
        return self.tables[seat].poll()


def opened(stack: ExitStack, game: str, names: tuple[str, ...] = NAMES) -> SeatedPlayers:
    store = MemoryStore()
    users = [Users(store).register(name, f"SHA256:{name}") for name in names]
    waiting_tables = WaitingTables(store)
    made = waiting_tables.create(users[0], game, {}, [one.id for one in users], ordered=True)
    for one in users[1:]:
        waiting_tables.join(made.id, one)
    id = waiting_tables.start(made.id, users[0])
    tables = []
    for person in users:
        session = Session.open(store, id, person=person)
        writer = sentence_writer_for(session.match.header, "en")
        table = RemoteTable(session, writer, mute_nobody)
        tables.append(stack.enter_context(closing(table)))
        table.begin()
    return SeatedPlayers(store, id, users, tables)


@pytest.fixture
def stack() -> Iterator[ExitStack]:
    with ExitStack() as stack:
        yield stack


def test_chat_message_reaches_everyone_at_the_table(stack: ExitStack):
    seated = opened(stack, "middle_ages")
    assert seated.tables[0].handle_line("say Take the mill") == ["Message sent to the table."]
    assert "Anna says: Take the mill" in seated.elsewhere(1)
    assert seated.elsewhere(1) == []
    (complaint,) = seated.tables[0].handle_line("say")
    assert "says" not in complaint
    assert seated.elsewhere(1) == []


def test_who_lists_present_and_absent_players(stack: ExitStack):
    seated = opened(stack, "middle_ages")
    assert seated.tables[0].handle_line("who") == ["Here: Anna, Boris, Carla."]
    seated.tables[2].handle_line("quit")
    assert seated.tables[0].handle_line("who") == ["Here: Anna, Boris.", "Away: Carla."]


def test_pick_is_undone_once_everyone_agrees(stack: ExitStack):
    seated = opened(stack, "middle_ages")
    seat = seated.request
    others = [one for one in range(3) if one != seat]
    seated.tables[seat].handle_line("1")
    for one in others:
        seated.elsewhere(one)
    offered = seated.tables[seat].handle_line("ask")
    assert offered[1].startswith("1. To undo: ")
    assert "There is a proposal." in seated.tables[seat].handle_line("1")
    for one in others:
        output = seated.elsewhere(one)
        assert any("proposes to undo" in line for line in output)
        assert "Type “yes” or “no”." in output
        assert "You have agreed." in seated.tables[one].handle_line("yes")
    assert seated.store.record(seated.id).summary.owing == (seat,)
    assert seated.tables[others[0]].handle_line("yes") == ["There is no proposal to answer now."]


def test_one_refusal_is_enough_and_the_proposer_may_withdraw(stack: ExitStack):
    seated = opened(stack, "middle_ages")
    asks = seated.tables[0]
    asks.handle_line("ask")
    asks.handle_line("1")
    assert any("proposes to end the game with the" in line for line in seated.elsewhere(1))
    seated.tables[1].handle_line("no")
    assert "The proposal has been withdrawn." in seated.elsewhere(0)
    asks.handle_line("ask")
    asks.handle_line("1")
    assert "Your proposal has been withdrawn." in asks.handle_line("withdraw")
    assert not seated.store.record(seated.id).summary.over


def test_proposer_is_told_that_a_move_lapsed_the_proposal(stack: ExitStack):
    seated = opened(stack, "middle_ages")
    seat = seated.request
    asks, third = (one for one in range(3) if one != seat)
    seated.tables[seat].handle_line("1")
    seated.elsewhere(asks)
    seated.elsewhere(third)
    seat, asks = (seated.request, seat) if seated.request != asks else (asks, seat)
    seated.tables[asks].handle_line("ask")
    assert "There is a proposal." in seated.tables[asks].handle_line("1")
    for one in range(3):
        seated.elsewhere(one)
    seated.tables[seat].handle_line("1")
    output = seated.elsewhere(asks)
    assert f"{NAMES[seat]} has since made a move, so your proposal has lapsed." in output
    assert seated.elsewhere(asks) == []
    for one in {0, 1, 2} - {asks}:
        assert not any("lapsed" in line for line in seated.elsewhere(one))


def test_conceding_loses_a_two_player_match(stack: ExitStack):
    seated = opened(stack, "middle_ages", NAMES[:2])
    offered = seated.tables[0].handle_line("ask")
    assert offered[-1] == "2. concede."
    assert seated.tables[0].handle_line("2")[0] == "The other player will win."
    assert seated.tables[0].handle_line("no") == ["Cancelled. Nothing has changed."]
    seated.tables[0].handle_line("ask")
    seated.tables[0].handle_line("2")
    assert "The game is over." in seated.tables[0].handle_line("yes")
    assert seated.tables[0].done
    assert "The game is over." in seated.elsewhere(1)


def test_bot_continues_for_conceding_player_of_three(stack: ExitStack):
    seated = opened(stack, "middle_ages")
    seat = seated.request
    for line in ("ask", "2", "yes"):
        output = seated.tables[seat].handle_line(line)
    assert "You have conceded." in output
    assert seated.tables[seat].picking.partial_move is None
    output = seated.elsewhere((seat + 1) % 3)
    assert f"A bot is playing for {NAMES[seat]} from now on." in output


def test_note_is_private_and_survives_reconnecting(stack: ExitStack):
    seated = opened(stack, "middle_ages")
    assert "Saved. Nobody else can see it." in seated.tables[0].handle_line("note Take the mill")
    assert seated.tables[0].handle_line("note") == ["Your note: Take the mill"]
    assert seated.tables[1].handle_line("note") == ["You have no note here."]
    session = Session.open(seated.store, seated.id, person=seated.people[0])
    again = RemoteTable(session, seated.tables[0].writer, mute_nobody)
    assert "Your note: Take the mill" in stack.enter_context(closing(again)).begin()
    seated.tables[0].handle_line("note 0")
    assert seated.tables[0].handle_line("note") == ["You have no note here."]


def test_auto_answer_is_given_and_ended_by_its_number(stack: ExitStack):
    seated = opened(stack, "knights")
    seat = next(one for one in range(3) if one != seated.request)
    mine = seated.tables[seat]
    assert "1. refuse all trades." in mine.handle_line("beforehand")
    assert mine.handle_line("beforehand 1") == ["Auto-answers: refuse all trades."]
    assert "1. cancel: refuse all trades." in mine.handle_line("beforehand")
    assert "Auto-answers: refuse all trades." in mine.handle_line("who")
    assert mine.handle_line("beforehand 99") == ["There is no number 99 here, only 1 to 6."]
    assert mine.handle_line("beforehand 1") == ["You will be asked again from now on."]
    assert seated.tables[seated.request].handle_line("beforehand 1") == [
        "It is your own turn, so there is nothing to auto-answer yet."
    ]


def test_since_lists_events_after_own_turn(stack: ExitStack):
    seated = opened(stack, "middle_ages")
    seat = seated.request
    assert "places the lord" not in " ".join(seated.tables[seat].handle_line("since"))
    while seated.request == seat:
        seated.tables[seat].handle_line("1")
    other = seated.request
    seated.elsewhere(other)
    seated.tables[other].handle_line("1")
    seated.elsewhere(seat)
    output = seated.tables[seat].handle_line("since")
    assert any(NAMES[other] in line for line in output)


def test_partial_input_survives_moves_of_others(stack: ExitStack):
    seated = opened(stack, "era")
    first, second = seated.tables[:2]
    first.handle_line("1")
    partial_move = first.picking.partial_move
    assert partial_move is not None
    assert partial_move.chosen
    log = seated.store.record(seated.id).events
    second.handle_line("hint")
    second.handle_line("1")
    while seated.store.record(seated.id).events == log:
        second.handle_line("1")
    output = seated.elsewhere(0)
    now = first.picking.partial_move
    assert now is not None
    assert (now.chosen, now.request.length) == (partial_move.chosen, log + 1)
    assert not any(line.startswith("1. ") for line in output), "the question is not repeated"


@pytest.mark.parametrize("typed", ["", "0", "-1", "nonsense", "say", "mute", "mute x", "yes 1"])
def test_any_input_is_answered(stack: ExitStack, typed: str):
    seated = opened(stack, "middle_ages")
    for before in ("", "ask", "note x", "beforehand", "since", "withdraw", "no"):
        seated.tables[0].handle_line(before)
        assert all(line.isprintable() for line in seated.tables[0].handle_line(typed))


@pytest.mark.parametrize("language", ["en", "ru"])
def test_command_words_are_unambiguous(language: str):
    words_typed = [
        Translator(language).translate(one.names).split() for one in RemoteTable.commands
    ]
    called = [word for words in words_typed for word in words]
    assert sorted(called) == sorted(set(called))
    for one in RemoteTable.commands:
        for word in Translator(language).translate(one.names).split():
            assert key_of(word, Translator(language), RemoteTable.commands) == one.key
