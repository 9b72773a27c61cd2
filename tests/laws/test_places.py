"""Every reader can query the place of a choice, whatever is hidden from them."""

from hypothesis import given

from engine.core.event import PICK
from engine.match.match_view import MatchView
from tests.laws.driving import Driver, begin, every_table, examples, readers, seeds


@every_table
@given(number=seeds)
@examples(2)
def test_every_reader_gets_a_place_or_none_for_each_pick(game: str, seats: int, number: int):
    match = begin(game, seats, number)
    chosen = []
    for owed in Driver(number).drive(match):
        views = {reader: match.view(reader) for reader in readers(match)}
        chosen.append((len(match.log), owed, views))
    sight = MatchView(match)
    for length, owed, views in chosen:
        event = match.log[length]
        assert (event.kind, event.seat) == (PICK, owed.seat)
        for reader, view in views.items():
            place = sight.place_of(event, owed.decision, view, reader)
            assert place is None or isinstance(place, tuple)
