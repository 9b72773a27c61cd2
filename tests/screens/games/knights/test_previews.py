"""Previews in Cities & Knights: results first, and random results as such."""

from __future__ import annotations

import re
from typing import Any

import pytest

from engine.games.knights.bank import bank_price
from engine.games.knights.state import Island, owners_at
from engine.games.knights.victory import measure_roads
from engine.games.knights.wording import amount
from engine.i18n.text import Text
from engine.match.decision_request import DecisionRequest
from engine.match.match import Match
from screens.games.knights.card_previews import describe_card
from screens.games.knights.command_previews import gains
from screens.games.knights.painter import PAINTER
from screens.games.knights.position_changes import changes
from screens.games.knights.previews import FURTHER_PREVIEWS, gates, preview
from screens.games.knights.trade_input import describe_offer
from screens.table_view.panels import asked_texts
from tests.engine.games.knights.positions import (
    deal,
    edges,
    give,
    island,
    level,
    points,
    run_agenda,
)
from tests.screens.games.knights.scenes import new_match, play_on, scene_of
from tests.screens.tables import sampled, step
from tests.untyped import view_of


def plain_text(texts: list[Text]) -> str:
    """Several messages as a string."""
    translator = scene_of(new_match(4)).translator
    return " ".join(translator.translate(line) for line in texts)


def further(name: str, view: Island, seat: int, pick: Any) -> str:
    """Additional preview of a pick."""
    return plain_text(FURTHER_PREVIEWS[name](view, view, seat, pick))


def test_knight_that_breaks_a_road_shows_the_loss_of_its_owner():
    before = island(
        2,
        settlements={1: [34]},
        roads={
            0: edges(island(), "18-23"),
            1: edges(island(), "12-17", "17-23", "23-29", "29-34", "34-39"),
        },
    )
    measure_roads(before)
    assert before.award == 1
    give(before, 0, wool=1, ore=1)
    after = before.copy()
    run_agenda(after, ("recruit", 23))
    previewed = plain_text(changes(before, after, 0))
    assert "Boris: longest road 3." in previewed
    assert "Hand: no cards" in previewed


def test_recruited_knight_is_inactive_until_activated():
    before = island(2, cities={0: [23]}, roads={0: edges(island(), "17-23")})
    give(before, 0, wool=1, ore=1)
    after = before.copy()
    run_agenda(after, ("recruit", 17))
    previewed = plain_text(FURTHER_PREVIEWS["Main"](before, after, 0, ("recruit", 17)))
    assert previewed == (
        "The knight is inactive and does not fight until you activate it for 1 grain."
    )


def test_moving_the_robber_to_an_empty_hex_costs_nobody():
    state = island(2, cities={1: [23]})
    desert = state.terrains.index("desert")
    for hex in range(len(state.terrains)):
        previewed = further("RobberHex", state, 0, hex)
        assert " 0 " not in previewed
        assert ("Boris" in previewed) == (1 in owners_at(state, hex) and hex != desert)
    give(state, 1, ore=2)
    for hex in state.board.node_hexes[23]:
        assert "has 2 cards" in further("RobberHex", state, 0, hex)


def test_dice_preview_is_in_chances():
    state = island(2, cities={0: [12]}, settlements={0: [13], 1: [23]})
    give(state, 0, grain=9)
    level(state, 0, 3, 0, 1)
    state.ship = 6
    previewed = further("PreRoll", state, 0, "roll")
    assert "You get cards in 13 of 36 rolls." in previewed
    assert "In 6 of 36 rolls a seven costs you 4 cards." in previewed
    assert "In 18 of 36 rolls the barbarians arrive: Anna would lose a city." in previewed
    assert "Progress cards in 36 rolls: Trade 4, Science 2." in previewed


def test_alchemist_preview_separates_certain_and_random_results():
    state = island(2, cities={0: [12]}, settlements={1: [23]})
    level(state, 0, 3, 0, 0)
    level(state, 1, 1, 0, 0)
    previewed = further("AlchemistDice", state, 0, (4, 2))
    assert "A roll of 6 gives you: 2 brick." in previewed
    assert "The roll also gives cards to: Boris." in previewed
    assert "In 1 of 6 rolls (Trade gate), these players draw a progress card: Anna." in previewed
    assert "seven" in further("AlchemistDice", state, 0, (4, 3))
    assert (
        plain_text(gates(state, 4))
        == "In 1 of 6 rolls (Trade gate), these players draw a progress card: Anna."
    )


def test_robbery_preview_is_in_chances():
    state = island(2, counted_cards="yes")
    give(state, 1, wool=4, ore=2)
    state.known[1] = [0, 0, 3, 0, 0, 0, 0, 0]
    previewed = further("RobberVictim", state, 0, 1)
    assert "You take 1 of Boris's 6 cards at random." in previewed
    assert "Cards you know of in that hand: 3 wool." in previewed


def test_improvement_level_preview():
    state = island(2, cities={0: [12], 1: [23]})
    level(state, 0, 2, 0, 0)
    previewed = further("Main", state, 0, ("improve", "trade"))
    assert "You draw a card when the red die shows 1-4." in previewed
    assert "New ability:" in previewed
    level(state, 0, 3, 0, 0)
    assert "You get the metropolis" in further("Main", state, 0, ("improve", "trade"))
    level(state, 0, 4, 0, 0)
    level(state, 1, 4, 0, 0)
    state.metropolis_owners[0] = 1
    assert "You take the metropolis from Boris" in further("Main", state, 0, ("improve", "trade"))
    level(state, 1, 5, 0, 0)
    assert "The metropolis stays with Boris" in further("Main", state, 0, ("improve", "trade"))


def test_end_turn_preview_names_what_is_left_undone():
    roads = {0: edges(island(), "17-23")}
    state = island(2, cities={0: [12]}, knights={0: {17: 1, 29: 1}}, ready=[17], roads=roads)
    previewed = further("Main", state, 0, ("end",))
    assert "still act: 1." in previewed
    assert "Inactive knights: 1." in previewed
    state = island(2, cities={0: [12]}, knights={0: {17: 1}}, ready=[17])
    state.robber_locked = True
    assert "still act" not in further("Main", state, 0, ("end",)), "it has nowhere to go"


@pytest.mark.parametrize(
    ("pick", "decision", "words"),
    [(1, "SpyTarget", "Boris's 2 progress cards"), (1, "MasterTarget", "take 2 cards")],
)
def test_preview_of_looking_at_cards(pick: int, decision: str, words: str):
    state = island(2)
    give(state, 1, wool=4)
    deal(state, 1, "spy", "merchant")
    assert words in further(decision, state, 0, pick)


@pytest.mark.rule("CK-10.2", "CK-10.8")
def test_bank_price_of_an_offer():
    state = island(2)
    give(state, 0, wool=5, ore=4)
    none = [0] * 8
    wool_for = {2: 5, 4: 4}
    offered = [wool_for.get(kind, 0) for kind in range(8)]
    want = [1, 1, *none[2:]]
    assert bank_price(state, 0, tuple(offered), tuple(want)) == (0, 0, 4, 0, 4, 0, 0, 0)
    assert bank_price(state, 0, tuple(offered), (3, *none[1:])) is None
    state.bank[0] = 0
    assert bank_price(state, 0, tuple(offered), tuple(want)) is None


def test_offer_mentions_that_the_bank_would_trade_too():
    match = new_match(3, open_hands="yes")
    play_on(match, 60, "Main")
    state: Any = match.state
    seat = match.pending()[0].seat
    state.hands[seat] = [4, 0, 0, 0, 0, 0, 0, 0]
    state.hand_sizes[seat] = 4
    state.bank[0], state.bank[2] = 10, 10
    partial_pick = scene_of(match).partial_pick
    assert partial_pick is not None
    want = (("wool", 1),)
    whole = plain_text(describe_offer(partial_pick, (("lumber", 4),), want))
    assert "The bank would also give you this for" in whole
    assert "The others answer in turn" in whole
    assert "The bank" not in plain_text(describe_offer(partial_pick, (("lumber", 1),), want))


def test_player_asked_to_trade_sees_the_resulting_hand():
    match = new_match(3, open_hands="yes")
    play_on(match, 60, "TradeResponse")
    while not match.pending()[0].decision.allows(match.state, ("accept",)):
        play_on(match, 1, "TradeResponse")
    scene = scene_of(match)
    assert scene.partial_pick is not None
    scene.partial_pick.input_mode.point(
        [choice.value for choice in scene.partial_pick.choices()].index("accept")
    )
    pick_preview = scene.partial_pick.preview()
    assert pick_preview is not None
    assert "Your hand will be" in plain_text(preview(scene, pick_preview))


def previewed_text(match: Match) -> str:
    """Preview of the choice under the cursor, for the asked seat."""
    scene = scene_of(match)
    assert scene.partial_pick is not None
    choice = scene.partial_pick.choice
    preview = PAINTER.preview(scene, choice, scene.partial_pick.preview())
    return " ".join(scene.translate(line) for line in preview)


def pointing(match: Match, key: Any) -> str:
    """Preview of a command of the turn."""
    scene = scene_of(match)
    assert scene.partial_pick is not None
    scene.partial_pick.input_mode.suggest((key,))
    preview = PAINTER.preview(scene, scene.partial_pick.choice, scene.partial_pick.preview())
    return " ".join(scene.translate(line) for line in preview)


def trading() -> Match:
    """A turn of four players who all hold cards, ready for an offer."""
    match = play_on(new_match(4), 8, "Main")
    state: Any = match.state
    for seat in range(4):
        give(state, seat, lumber=2, wool=1, grain=4)
    return match


def test_suggested_offer_keeps_cursor_on_a_counter():
    partial_pick: Any = scene_of(trading()).partial_pick
    partial_pick.input_mode.suggest(("offer",))
    assert partial_pick.finish() is None
    input_mode = partial_pick.input_mode
    input_mode.point(len(input_mode.counters()) - 1)
    give, want = (("lumber", 1), ("wool", 1), ("grain", 1)), (("ore", 1),)
    input_mode.suggest((give, want))
    assert input_mode.counters()[input_mode.pointed].kind == "coin"
    input_mode.press("5", "5")
    assert input_mode.parts() == (give, (("ore", 2),))


@pytest.mark.parametrize(
    ("key", "expected"),
    [
        ("road", "Cost: 1 lumber, 1 brick. Possible places: "),
        ("offer", "The others answer in turn: "),
        ("bank", "The bank gives 1 card for 4 grain"),
    ],
)
def test_command_shows_its_effect_before_a_place_is_chosen(key: str, expected: str):
    match = trading()
    state: Any = match.state
    give(state, match.pending()[0].seat, brick=1)
    assert expected in pointing(match, key)


def test_unaffordable_command_shows_its_cost():
    match = trading()
    pending = match.pending()[0]
    menu: Any = pending.decision
    (reason,) = [
        refusal.reason
        for command, refusal in menu.closed(view_of(match, pending.seat))
        if command.key == "city"
    ]
    assert plain_text([reason]) == "The price is 2 grain, 3 ore. You lack 3 ore."


def test_player_making_an_offer_sees_every_answer():
    match = trading()
    match.choose(match.pending()[0].seat, ("offer", (("wool", 1),), (("lumber", 1),)))
    first, second, third = (1, 2, 3)
    match.choose(first, ("decline",))
    match.choose(second, ("counter", (("grain", 1),), (("ore", 2),)))
    match.choose(third, ("accept",))
    previewed = previewed_text(match)
    assert "Anna gives 1 wool to Dmitri for 1 lumber." in previewed
    assert "Clara wants 2 ore for 1 grain. You lack 2 ore." in previewed
    question = scene_of(match).translate(match.decision(0).question(match.state))
    assert "Boris declines, Clara gives 1 grain for 2 ore, Dmitri accepts." in question


def test_refused_offer_is_shown_until_something_else_happens():
    match = trading()
    seat = match.pending()[0].seat
    match.choose(seat, ("offer", (("wool", 1),), (("lumber", 1),)))
    for other in (1, 2, 3):
        assert "Nobody" not in asked_text(match)
        match.choose(other, ("decline",))
    assert asked_text(match).startswith(
        "Nobody has accepted your offer: 1 wool for 1 lumber. What do you do?"
    )
    assert "Nobody" not in previewed_text(match), "it is no effect of the choice under the cursor"
    match.choose(seat, ("bank", "grain", "ore"))
    assert "Nobody" not in asked_text(match)


def asked_text(match: Any) -> str:
    """The question as the panel asks it."""
    scene = scene_of(match, seat=match.pending()[0].seat)
    assert scene.partial_pick is not None
    return asked_texts(scene, PAINTER, scene.partial_pick)[0]


def test_preview_of_a_purchase_begins_with_its_effect():
    match = trading()
    seat = match.pending()[0].seat
    state: Any = match.state
    give(state, seat, lumber=3, brick=3)
    match.forget_options()
    pick: Any = next(one for one in match.options(seat) if str(one).startswith("('road'"))
    scene = scene_of(match)
    partial_pick: Any = scene.partial_pick
    partial_pick.go_to(("road",))
    partial_pick.input_mode.suggest(pick[1:])
    said = [scene.translate(text) for text in preview(scene, partial_pick.request.preview(pick))]
    assert said[0].startswith(("Longest road", "Points", "Sites", "With one more"))
    assert said[-1].startswith("Anna builds a road")


@pytest.mark.parametrize("decision", ["SetupSettlement", "SetupRoad", "SetupCity", "FreeRoad"])
def test_preview_of_a_placing_begins_with_its_effect(decision: str):
    """The list of choices already shows the place."""
    match = new_match(2)
    play_on(match, 0, decision)
    said = previewed_text(match)
    assert not said.startswith("Anna"), said


def test_offer_preview_begins_with_the_warning():
    said = offered(island(2), (("wool", 1),), (("brick", 1),))
    assert said.startswith("Nobody else has this kind of card: Brick.")


@pytest.mark.parametrize(
    ("card", "expected"),
    [
        ("spy", "take 1. Now: Boris (2 progress cards), Clara (1 progress card)."),
        ("saboteur", "half their hand. Now: Boris (3 of 6 cards)."),
        ("wedding", "of their choice. Now: Boris (2 of 6 cards)."),
        ("deserter", "free. Now: Clara (1 knight)."),
        ("warlord", "Warlord: activate all your knights free."),
    ],
)
def test_card_description_names_its_effect_and_targets(card: str, expected: str):
    state = island(3, cities={1: [12]}, settlements={0: [23], 2: [1]}, knights={2: {34: 1}})
    give(state, 1, wool=4, ore=2)
    give(state, 2, wool=1)
    state.backs[1], state.backs[2] = (1, 1, 0), (0, 0, 1)
    assert expected in plain_text(describe_card(state, 0, card))


def test_road_preview_shows_where_it_leads():
    before = island(2, settlements={0: [12]})
    first, second = edges(before, "12-17", "17-23")
    after = before.copy()
    after.lay_road(0, first)
    assert "With one more road: n" in plain_text(changes(before, after, 0))
    further = after.copy()
    further.lay_road(0, second)
    assert "Sites for a settlement: n23" in plain_text(changes(after, further, 0))


@pytest.mark.parametrize("game", ["catan", "knights"])
def test_road_preview_names_the_harbours_of_the_corners_it_leads_to(game: str) -> None:
    match = Match.begin(game, [("Anna", "person"), ("Boris", "person")], seed="5")
    step(match, sampled(b"layout"))
    state: Any = match.state
    ports = {node for place in state.box.harbor_places for node in place.nodes}
    before = state.copy()
    before.sites = (1 << state.board.node_count) - 1
    for edge, ends in enumerate(state.board.ends):
        after = before.copy()
        after.lay_road(0, edge)
        text = plain_text(changes(before, after, 0))
        assert "Sites for a settlement" in text
        assert text.count(":1") == len(ports & {*ends}), text


def test_road_preview_says_so_if_the_longest_road_stays_the_same() -> None:
    before = island(2, settlements={0: [12]})
    first, second, branch = edges(before, "12-17", "17-23", "12-7")
    before.lay_road(0, first)
    before.lay_road(0, second)
    measure_roads(before)
    after = before.copy()
    after.lay_road(0, branch)
    measure_roads(after)
    length = after.lengths[0]
    same = "still " if length == before.lengths[0] else ""
    assert f"Longest road: {same}{length}." in plain_text(changes(before, after, 0))


@pytest.mark.parametrize(("held", "said"), [(6, "; limit 7."), (7, "; that is 8, limit 7.")])
def test_hand_that_will_be_over_the_limit_is_counted(held: int, said: str) -> None:
    before = island(2)
    give(before, 0, wool=held)
    after = before.copy()
    give(after, 0, ore=1)
    assert f"Hand: {held} wool, 1 ore{said}" in plain_text(changes(before, after, 0))


def test_knight_on_an_own_site_for_a_settlement_says_what_it_blocks():
    """A knight on any other corner does not."""
    before = island(2, settlements={0: [12]}, roads={0: edges(island(), "12-17", "17-23")})
    give(before, 0, wool=1, ore=1)
    for node, blocks in ((23, True), (17, False)):
        after = before.copy()
        run_agenda(after, ("recruit", node))
        said = plain_text(changes(before, after, 0))
        assert ("you cannot build a settlement at n23" in said) is blocks


def test_monopoly_preview_counts_cards_of_others():
    state = island(3)
    give(state, 0, ore=1)
    give(state, 1, ore=2)
    give(state, 2, ore=3, coin=1)
    assert further("MonopolyKind", state, 0, "ore") == "The others together have 5 ore."


def test_discarding_player_sees_what_is_kept():
    match = play_on(new_match(3, open_hands="yes"), 60, "Main")
    play_on(match, 1, "SevenDiscard")
    partial_pick = scene_of(match).partial_pick
    assert partial_pick is not None
    hand = view_of(match, partial_pick.seat).hands[partial_pick.seat]
    kept = sum(hand) - 1
    partial_pick.input_mode.press("plus", "+")
    shown = plain_text(list(partial_pick.input_mode.chosen_so_far()))
    assert shown.startswith("1 of ")
    assert sum(int(n) for n in re.findall(r"[0-9]+", shown.split("You keep: ")[1])) == kept


def test_counter_offer_shows_its_result():
    match = trading()
    match.choose(match.pending()[0].seat, ("offer", (("wool", 1),), (("lumber", 1),)))
    match.choose(1, ("counter", (("lumber", 1),), (("grain", 2),)))
    match.choose(2, ("decline",))
    match.choose(3, ("decline",))
    assert "Anna withdraws the offer." in previewed_text(match), "no counter-offer by mistake"
    assert "Anna gives 2 grain to Boris for 1 lumber." in pointing(match, ("counter", 1))


def test_robber_preview_shows_losses_of_others():
    state = island(3, cities={1: [12]}, settlements={0: [23]})
    give(state, 1, wool=4)
    (cell,) = set(state.board.node_hexes[12]) & set(state.board.node_hexes[23])
    previewed = further("RobberHex", state, 0, cell)
    assert "Boris gets" in previewed
    assert "has 4 cards." in previewed
    assert "Anna" not in previewed, "the player's own production is shown anyway"


@pytest.mark.parametrize("decision", ["InventorPair", "HarborDeal"])
def test_first_part_shows_what_is_there(decision: str):
    found = None
    for seed in range(20):
        match = play_on(new_match(4, open_hands="yes", seed=str(seed)), 60)
        for _ in range(900):
            if match.over or match.pending()[0].decision.name == decision:
                break
            play_on(match, 1)
        if not match.over and match.pending()[0].decision.name == decision:
            found = match
            break
    assert found is not None, "nobody was asked"
    assert re.search(r"rolls|points", previewed_text(found))


def test_single_card_is_not_called_random():
    state = island(2)
    give(state, 1, ore=1)
    assert further("RobberVictim", state, 0, 1) == "You take Boris's only card."
    assert further("MasterTarget", state, 0, 1) == "You see Boris's only card and take it."


def test_hint_shows_the_gain():
    before = island(2, settlements={0: [12]}, roads={0: edges(island(), "12-17")})
    give(before, 0, lumber=2, brick=2, wool=1, grain=1)
    measure_roads(before)
    after = before.copy()
    run_agenda(after, ("road", edges(after, "17-23")[0]))
    assert plain_text(list(gains(before, after, 0))) == "longest road 2 a site for a settlement"
    later = after.copy()
    run_agenda(later, ("settlement", 23))
    previewed = plain_text(list(gains(after, later, 0)))
    assert previewed.startswith("1 point ")
    assert "more cards in 36 rolls" in previewed
    assert not list(gains(before, before, 0))


def test_reason_for_a_settlement_names_the_kinds_that_nothing_else_produces() -> None:
    before = island(2, settlements={0: [12]})
    state: Any = island(2, settlements={0: [12, 23]})
    kinds = before.box.kinds

    def produced(*nodes: int) -> set[str]:
        terrains = {before.terrains[hex] for node in nodes for hex in before.board.node_hexes[node]}
        cards = {kind for one in terrains for kind, _ in before.box.terrains[one].settlement}
        return {kinds[kind].names.en for kind in cards}

    named = plain_text(list(gains(before, state, 0)))
    for kind in {one.names.en for one in kinds}:
        new = kind in produced(23) - produced(12)
        assert (kind in named) == new


def test_displaced_knight_preview_names_owner_and_destinations():
    roads = {0: edges(island(), "12-17", "17-23"), 1: edges(island(), "23-29", "29-34", "34-39")}
    knights = {0: {17: 2}, 1: {23: 1}}
    before = island(2, settlements={1: [34]}, roads=roads, knights=knights, ready=[17])
    main: Any = before.agenda[-1]
    label = plain_text([main.label(before, ("displace", 17, 23))])
    assert label.endswith("basic knight, inactive (Boris)")
    after = before.copy()
    after.notes = []
    run_agenda(after, ("displace", 17, 23))
    assert "Boris's basic knight is displaced." in plain_text(
        [note.text for note in after.notes or []]
    )
    assert "Boris chooses one of 2 places for the knight." in plain_text(
        FURTHER_PREVIEWS["Main"](before, after, 0, ("displace", 17, 23))
    )


def test_cards_of_another_player_are_not_called_yours():
    state = island(2, open_hands="yes")
    for seat in range(2):
        give(state, seat, wool=2, ore=1)
    points(state, 1, 5)
    deal(state, 0, "master_merchant")
    run_agenda(state, ("card", "master_merchant"))
    take: Any = state.agenda[-1]
    assert (take.name, take.seat, take.owner) == ("MasterTake", 0, 1)
    match = new_match(2, open_hands="yes")
    match.state = state
    scene = scene_of(match)
    assert scene.partial_pick is not None
    assert "You keep" not in plain_text(list(scene.partial_pick.input_mode.chosen_so_far()))


def test_discards_suggested_by_a_hint_have_the_usual_wording():
    match = play_on(new_match(3, open_hands="yes"), 60, "Main")
    play_on(match, 1, "SevenDiscard")
    request = DecisionRequest.of(match, match.pending()[0].seat)
    bag = request.decision.bag(request.view, ())
    assert bag is not None
    (kind, number), *_ = bag.pool
    text = plain_text([request.label((((kind, number),),))])
    assert text == plain_text([amount(str(kind), number)])


def test_counter_offer_names_its_recipient():
    match = play_on(new_match(3, open_hands="yes"), 60, "TradeResponse")
    assert "a different offer" in pointing(match, "counter")


def test_offer_names_players_who_surely_cannot_give():
    state = island(3, cities={0: [12]})
    give(state, 0, wool=1)
    give(state, 1, ore=1)
    give(state, 2, grain=3)
    wool = (("wool", 1),)
    vain = offered(state, wool, (("brick", 1),))
    assert vain.startswith("Nobody else has this kind of card: Brick."), (
        "it is read before it is cut"
    )
    assert "answer in turn" not in vain
    assert "The others together hold only 1 ore." in offered(state, wool, (("ore", 2),))
    assert "These players have too few cards for this offer: Boris." in offered(
        state, wool, (("grain", 2),)
    )
    assert "Too few" not in offered(state, wool, (("grain", 1),))


def offered(state: Any, given: Any, want: Any) -> str:
    """Preview of an offer by Anna, in the position of `state`."""
    match = trading()
    match.state = state
    match.listed.clear()
    scene = scene_of(match, seat=0)
    assert scene.partial_pick is not None
    return " ".join(
        scene.translate(text) for text in describe_offer(scene.partial_pick, given, want)
    )
