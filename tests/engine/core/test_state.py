"""What `table` makes of a state: copies, digests and views that forget no field."""

from __future__ import annotations

import math
import operator
from collections.abc import Callable
from inspect import signature
from typing import Any, ClassVar, NamedTuple

import pytest
from attrs import define, field, frozen

from engine.core.canonical import canonical
from engine.core.state import Hidden, HiddenValue, Note, State, is_hidden, secret, shared, table
from engine.core.step import RuleStep
from engine.i18n.text import Text, words


@define
class Board:
    """An object of its own on the table."""

    cells: list[int] = field(factory=lambda: [0, 0])

    def copy(self) -> Board:
        return Board(self.cells[:])


@frozen
class Wait(RuleStep["Cave"]):
    """A step that says who waits."""

    seat: int

    def run(self, state: Cave) -> None:
        state.marks.append(self.seat)


class Rest(RuleStep["Cave"]):
    """A step without fields."""

    def run(self, state: Cave) -> None:
        state.marks.clear()


@table
class Cave(State):
    """One field of every kind that a state can hold."""

    box: dict[str, list[int]] = shared(factory=dict)
    marks: list[int] = field(factory=list)
    grid: list[list[int]] = field(factory=list)
    cube: list[list[list[int]]] = field(factory=list)
    counts: dict[str, int] = field(factory=dict)
    lists: dict[str, list[int]] = field(factory=dict)
    pairs: tuple[tuple[int, int], ...] = ()
    name: str | None = None
    maybe: list[int] | None = None
    board: Board = field(factory=Board)
    boards: list[Board] = field(factory=list)
    deck: list[int] = secret(of="nobody", counted=True, factory=list)
    trap: int = secret(of="nobody", factory=int)
    piles: dict[str, list[int]] = secret(of="nobody", until="open", factory=dict)
    hands: list[list[int]] = secret(of="owner", counted=True, shown="pairs", factory=list)
    maps: list[list[list[int]]] = secret(of="owner", until="open", factory=list)
    sums: list[int] = secret(of="owner", factory=list)
    open: bool = False


def cave() -> Cave:
    return Cave(
        2,
        box={"data": [1]},
        marks=[1, 2],
        grid=[[1], [2]],
        cube=[[[1]], [[2]]],
        counts={"a": 1, "b": 2},
        lists={"a": [1]},
        maybe=[5],
        boards=[Board(), Board([3])],
        deck=[7, 8, 9],
        trap=4,
        piles={"x": [1]},
        hands=[[1, 1], [2]],
        maps=[[[0]], [[1]]],
        sums=[10, 20],
    )


GOLDEN = "619f8e99844447c4"

CHANGES: dict[str, Callable[[Any], Any]] = {
    "marks": lambda state: state.marks.append(3),
    "grid": lambda state: state.grid[0].append(3),
    "cube": lambda state: state.cube[0][0].append(3),
    "counts": lambda state: state.counts.update(a=9),
    "lists": lambda state: state.lists["a"].append(9),
    "maybe": lambda state: state.maybe.append(9),
    "board": lambda state: state.board.cells.append(9),
    "boards": lambda state: state.boards[1].cells.append(9),
    "deck": lambda state: state.deck.pop(),
    "piles": lambda state: state.piles["x"].append(9),
    "hands": lambda state: state.hands[0].pop(),
    "maps": lambda state: state.maps[1][0].append(9),
    "sums": lambda state: state.sums.append(9),
    "agenda": lambda state: state.push(Rest()),
    "draws": lambda state: state.draws.append(1),
    "turn": lambda state: state.begin_turn(1),
    "name": lambda state: setattr(state, "name", "den"),
    "open": lambda state: setattr(state, "open", True),
}


# ---------------------------------------------------------------- copies and digests


@pytest.mark.parametrize("name", CHANGES)
def test_a_copy_is_equal_until_one_of_the_two_changes(name: str):
    one = cave()
    two = one.copy()
    assert one == two
    assert one.digest() == two.digest()
    CHANGES[name](two)
    assert one != two
    assert one.digest() != two.digest()
    assert one == cave()


def test_copies_share_the_data_of_the_game_which_takes_no_part_in_comparison():
    one = cave()
    two = one.copy()
    assert two.box is one.box
    two.box = {}
    assert one == two
    assert one.digest() == two.digest()


def test_what_belongs_to_this_very_state_is_not_copied():
    state = cave()
    state.story = []
    state.reveal(words("Light."))
    copy = state.copy()
    assert (copy.story, copy.revealed) == (None, None)
    assert copy == state


def test_the_order_of_keys_does_not_count_in_a_digest():
    one, two = cave(), cave()
    two.counts = {"b": 2, "a": 1}
    two.lists = {"a": [1]}
    assert one == two
    assert one.digest() == two.digest()


def test_a_digest_is_the_same_in_every_process():
    assert cave().digest() == GOLDEN


@table
class Store(State):
    """A table with something of its own kind on it."""

    crates: list[Board] = field(factory=list)
    prices: dict[str, tuple[int, ...]] = field(factory=dict)


@define
class Crate:
    """What used to be called a board."""

    holes: list[int] = field(factory=lambda: [0, 0])
    colour: str = field(default="red", eq=False)
    hint: str = field(default="lift", repr=False)

    def copy(self) -> Crate:
        return Crate(self.holes[:], self.colour, self.hint)


@table
class Warehouse(State):
    """The same table under other names."""

    crates: list[Crate] = field(factory=list)
    costs: dict[str, tuple[int, ...]] = field(factory=dict)


@frozen
class Knock(RuleStep[State]):
    """A step with values, one of them a message."""

    seat: int
    times: tuple[int, ...] = ()
    why: Text | None = None

    def run(self, state: State) -> None:
        """Nothing happens."""


@frozen
class Rap(RuleStep[State]):
    """The same step after it was renamed."""

    name: ClassVar[str] = "Knock"

    who: int
    often: tuple[int, ...] = ()
    reason: Text | None = None

    def run(self, state: State) -> None:
        """Nothing happens."""


def test_names_of_classes_and_fields_are_not_in_a_digest():
    one = Store(2, crates=[Board([1])], prices={"b": (1,), "a": (2,)})
    two = Warehouse(2, crates=[Crate([1], "blue", "drop")], costs={"a": (2,), "b": (1,)})
    one.push(Knock(1, (2, 3)))
    two.push(Rap(1, (2, 3)))
    assert one.digest() == two.digest()
    two.crates[0].holes.append(0)
    assert one.digest() != two.digest()


def test_words_are_not_in_a_digest_but_numbers_of_a_step_are():
    digests = []
    for step in (
        Knock(1, (2,)),
        Knock(1, (2,), words("Open!")),
        Knock(1, (2,), words("Please open.")),
        Knock(1, (3,)),
        Knock(2, (2,)),
    ):
        state = cave()
        state.push(step)
        digests.append(state.digest())
    assert len(set(digests)) == 3
    assert len(set(digests[:3])) == 1


def test_what_has_no_values_of_its_own_is_not_summed_up():
    with pytest.raises(TypeError, match="summed up"):
        canonical({1: {2}})


def test_steps_without_fields_are_equal_and_have_a_name():
    one, two = cave(), cave()
    one.push(Rest(), Wait(1))
    two.push(Rest(), Wait(1))
    assert one == two
    assert one.digest() == two.digest()
    assert (Rest.name, Wait(1).name) == ("Rest", "Wait")
    assert Wait(1) != Wait(0)


def test_steps_happen_in_the_order_in_which_they_were_pushed():
    state = cave()
    state.push(Wait(0))
    state.push(Wait(1), Rest())
    assert [str(step) for step in reversed(state.agenda)] == [
        "Wait(seat=1)",
        "Rest()",
        "Wait(seat=0)",
    ]


class Pair(NamedTuple):
    """A tuple that holds something that can change."""

    items: list[int]


@define
class Plain:
    """An attrs class without a copy."""

    value: int = 0


class Loose:
    """A class whose values have no form that could be compared."""

    def copy(self) -> Loose:
        return self


@pytest.mark.parametrize(
    "kind",
    [list, dict, Pair, set[int], frozenset[int], object, Any, tuple[list[int], ...], Plain, Loose],
)
def test_what_cannot_be_copied_safely_is_refused(kind: Any):
    namespace = {"__annotations__": {"value": kind}, "value": field(default=None)}
    with pytest.raises(TypeError, match="a state cannot hold"):
        table(type("Bad", (State,), namespace))


def test_an_undecorated_state_says_what_is_missing():
    with pytest.raises(NotImplementedError, match="@table"):
        State(1).copy()


# ---------------------------------------------------------------- secrets


def test_a_watcher_sees_what_is_public():
    view: Any = cave().view(None)
    assert repr((view.deck, view.trap, view.piles)) == "(Hidden(3), Hidden(), Hidden())"
    assert repr(view.hands) == "[Hidden(2), Hidden(1)]"
    assert repr(view.maps) == "[Hidden(), Hidden()]"
    assert repr(view.sums) == "[Hidden(), Hidden()]"
    assert (view.marks, view.counts) == ([1, 2], {"a": 1, "b": 2})


def test_a_seat_sees_its_own():
    view: Any = cave().view(1)
    assert view.hands[1] == [2]
    assert view.maps[1] == [[1]]
    assert view.sums[1] == 20
    assert repr([view.hands[0], view.maps[0], view.sums[0]]) == "[Hidden(2), Hidden(), Hidden()]"
    assert repr(view.deck) == "Hidden(3)"


def test_a_secret_is_open_once_its_time_has_come():
    state = cave()
    state.open = True
    view = state.view(None)
    assert (view.maps, view.piles) == (state.maps, state.piles)
    assert repr(view.sums) == "[Hidden(), Hidden()]"


def test_an_empty_hand_is_no_secret():
    state: Any = cave()
    assert state.holds_secrets(0)
    assert state.holds_secrets(1)
    state.open = True
    assert state.holds_secrets(0)
    state.hands, state.sums = [[], [0, 0]], [(), ()]
    assert not state.holds_secrets(0)
    assert not state.holds_secrets(1)
    state.hands[1] = [0, 1]
    assert (state.holds_secrets(0), state.holds_secrets(1)) == (False, True)
    assert state.view(None).holds_secrets(0)


def test_a_secret_can_be_shown_to_a_seat_for_a_while():
    state = cave()
    state.pairs = ((0, 1),)
    assert state.view(1).hands == [[1, 1], [2]]
    assert repr(state.view(0).hands) == "[[1, 1], Hidden(1)]"
    assert repr(state.view(None).hands) == "[Hidden(2), Hidden(1)]"


def test_a_view_is_a_copy():
    state = cave()
    view = state.view(0)
    view.marks.append(9)
    view.hands[0].append(9)
    assert state == cave()


def test_a_view_can_be_copied_and_viewed_again():
    view = cave().view(0)
    assert view.copy().digest() == view.digest()
    assert view.view(0).digest() == view.digest()
    assert view.view(None).digest() == cave().view(None).digest()


def test_views_of_states_that_differ_in_what_is_hidden_are_equal():
    one, two = cave(), cave()
    two.deck.reverse()
    two.hands[1] = [9]
    two.sums[1] = 99
    assert one.digest() != two.digest()
    assert one.view(0).digest() == two.view(0).digest()
    assert one.view(1).digest() != two.view(1).digest()


def holds_only_what_is_hidden(value: Any) -> bool:
    """Whether nothing is in a value that could not be told: hidden things, or nothing at all."""
    if isinstance(value, list | tuple):
        return all(map(holds_only_what_is_hidden, value))
    return value is None or is_hidden(value)


HARMLESS = {"is_", "is_not", "attrgetter", "itemgetter", "methodcaller"}
HARMLESS |= {"concat", "iconcat", "length_hint"}
"""Functions of `operator` that do not look at values, or take nothing but real sequences."""

OPERATORS = sorted(
    name
    for name in dir(operator)
    if not name.startswith("_") and name not in HARMLESS and callable(getattr(operator, name))
)

OWN_METHODS = sorted(
    {
        name
        for kind in (list, dict, str, int, tuple, set, bytes)
        for name in dir(kind)
        if not name.startswith("_") and name != "copy"
    }
)

LOOKS: dict[str, Callable[[Any], Any]] = {
    "abs": abs,
    "all": all,
    "any": any,
    "bin": bin,
    "bytes": bytes,
    "chr": chr,
    "complex": complex,
    "dict": dict,
    "divmod": lambda hidden: divmod(hidden, 2),
    "divmod by": lambda hidden: divmod(2, hidden),
    "enumerate": lambda hidden: list(enumerate(hidden)),
    "f-string": lambda hidden: f"{hidden:>3}",
    "filter": lambda hidden: list(filter(None, hidden)),
    "float": float,
    "floor": math.floor,
    "ceil": math.ceil,
    "sqrt": math.sqrt,
    "trunc": math.trunc,
    "frozenset": frozenset,
    "hash": hash,
    "hex": hex,
    "int": int,
    "iter": iter,
    "list": list,
    "map": lambda hidden: list(map(str, hidden)),
    "max": max,
    "max of two": lambda hidden: max(hidden, 3),
    "min": min,
    "min of two": lambda hidden: min(3, hidden),
    "next": next,
    "oct": oct,
    "percent": lambda hidden: "%d" % hidden,  # noqa: UP031 - the old way can be written too
    "pow": lambda hidden: pow(hidden, 2),
    "pow to": lambda hidden: pow(2, hidden),
    "range": range,
    "reversed": reversed,
    "round": round,
    "set": set,
    "sorted": sorted,
    "sum": sum,
    "tuple": tuple,
    "unpacked": lambda hidden: [*hidden],
    "zip": lambda hidden: list(zip(hidden, (1, 2), strict=False)),
    "called": lambda hidden: hidden(),
    "with": lambda hidden: hidden.__enter__(),
    "an entry": lambda hidden: hidden[0],
    "some entries": lambda hidden: hidden[0:2],
    "an index": lambda hidden: range(5)[hidden],
    "a key": lambda hidden: {1: 2}[hidden],
    "a key that may be": lambda hidden: {1: 2}.get(hidden),
    "among keys": lambda hidden: hidden in {1: 2},
    "among entries": lambda hidden: hidden in [1, 2],
    "counted": lambda hidden: [1, 2].count(hidden),
    "sought": lambda hidden: [1, 2].index(hidden),
    "removed": lambda hidden: [1, 2].remove(hidden),
    "in a set": lambda hidden: {1, 2} | {hidden},
    "within": lambda hidden: 3 in hidden,
    "an equal": lambda hidden: hidden == Hidden(2),
    "another": lambda hidden: hidden != Hidden(),
    "put in": lambda hidden: hidden.__setitem__(0, 1),
    "taken out": lambda hidden: hidden.__delitem__(0),
}


def known_only_by_its_length(look: str, count: int | None) -> bool:
    """Whether it asks for nothing but how many there are, and that is public."""
    return count is not None and look in ("truth", "not_")


@pytest.mark.parametrize("count", [None, 2])
@pytest.mark.parametrize("name", OPERATORS)
def test_operators_do_not_look_into_what_is_hidden(name: str, count: int | None):
    act = getattr(operator, name)
    tried = 0
    for others in ((), (2,), (2, 2), (slice(0, 1),), (Hidden(count),)):
        for arguments in ((Hidden(count), *others), (*others, Hidden(count))):
            try:
                signature(act).bind(*arguments)
            except (TypeError, ValueError):
                continue
            tried += 1
            try:
                given = act(*arguments)
            except HiddenValue:
                continue
            except (TypeError, AttributeError):
                assert not is_hidden(arguments[0]) or name == "call", "it is refused as Unseen"
                continue
            assert holds_only_what_is_hidden(given) or known_only_by_its_length(name, count)
    assert tried


@pytest.mark.parametrize("count", [None, 2])
@pytest.mark.parametrize("name", OWN_METHODS)
def test_what_is_hidden_has_none_of_the_methods_of_what_it_hides(name: str, count: int | None):
    with pytest.raises(HiddenValue):
        getattr(Hidden(count), name)("wool")


@pytest.mark.parametrize("count", [None, 2])
@pytest.mark.parametrize("look", LOOKS)
def test_nobody_looks_into_what_is_hidden(look: str, count: int | None):
    with pytest.raises(HiddenValue):
        LOOKS[look](Hidden(count))


def test_how_many_is_known_only_where_it_is_public():
    assert len(Hidden(2)) == 2
    assert bool(Hidden(2))
    assert not Hidden(0)
    for ask in (len, bool):
        with pytest.raises(HiddenValue):
            ask(Hidden())


def test_a_hidden_number_stays_hidden_when_it_changes():
    total: Any = Hidden()
    total += 3
    total = 10 - total
    assert is_hidden(total)
    with pytest.raises(HiddenValue):
        Hidden(2) + 1


def test_a_copy_of_what_is_hidden_is_hidden():
    hidden = Hidden(2)
    assert hidden.copy() is hidden
    assert hidden[:] is hidden
    assert f"{hidden}" == "Hidden(2)"


def test_tools_that_ask_a_hidden_value_for_methods_find_none():
    assert not hasattr(Hidden(), "__rich__")
    assert repr(Hidden(3)) == "Hidden(3)"


@pytest.mark.parametrize(
    "options",
    [
        {"of": "friends"},
        {"of": "nobody", "shown": "pairs"},
    ],
)
def test_a_secret_that_makes_no_sense_is_refused(options: dict[str, Any]):
    with pytest.raises(ValueError, match="secret"):
        secret(factory=list, **options)


@pytest.mark.parametrize(
    ("kind", "options"),
    [
        (list[int], {"of": "owner", "until": "no_such_field"}),
        (list[int], {"of": "owner", "shown": "no_such_field"}),
        (dict[int, int], {"of": "owner"}),
    ],
)
def test_a_secret_that_does_not_fit_its_state_is_refused(kind: Any, options: dict[str, Any]):
    namespace = {"__annotations__": {"value": kind}, "value": secret(factory=list, **options)}
    with pytest.raises(TypeError, match="value"):
        table(type("Bad", (State,), namespace))


# ---------------------------------------------------------------- notes


def test_notes_are_kept_while_somebody_listens():
    state = cave()
    state.note("CAVE-1", 0, words("Unheard."))
    state.story = []
    state.note("CAVE-2", 1, words("Heard."))
    state.note("CAVE-3", 1, words("Whispered."), to=(0, 1))
    assert state.story == [
        Note("CAVE-2", 1, words("Heard.")),
        Note("CAVE-3", 1, words("Whispered."), (0, 1)),
    ]


def test_a_note_is_for_all_or_for_those_it_names():
    public, private = Note("R", 0, words("x")), Note("R", 0, words("x"), (0, 2))
    for_others = Note("R", 0, words("x"), but=(0, 2))
    assert [for_others.is_for(seat) for seat in (0, 1, 2, None)] == [False, True, False, True]
    assert all(public.is_for(seat) for seat in (None, 0, 1))
    assert [private.is_for(seat) for seat in (None, 0, 1, 2)] == [False, True, False, True]
