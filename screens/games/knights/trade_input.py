"""Input mode for a trade, with counters for the cards given and the cards wanted, by kind, and its
preview."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import accumulate
from typing import ClassVar, Final

from attrs import define, field

from engine.core.common_wording import player, series
from engine.core.parts import Amounts, Kind
from engine.core.step import Place
from engine.errors import Refusal
from engine.games.knights import component_types
from engine.games.knights.bank import bank_price
from engine.games.knights.component_types import CountsByKind
from engine.games.knights.robber import counts_of
from engine.games.knights.state import Island
from engine.games.knights.wording import amount, bagged, kind_name
from engine.i18n.text import Text, words
from screens.input_modes.input_mode import InputContext, PartsSoFar, Reply, Response
from screens.input_modes.steppers import Counter, CounterRow, Steppers, row_names
from screens.paint import buttons
from screens.paint.canvas import Canvas
from screens.paint.cells import widest

NOT_BOTH: Final = words("You cannot ask for a kind of card that you are giving.")

MARKER_CELLS: Final = 3
"""Cells that a counter needs in addition to its text, for the markers at its ends."""

MISSING_TEXTS: Final = (
    words("Choose at least one card to give."),
    words("Choose at least one card that you want in return."),
)


@define
class Bargaining(Steppers[Island]):
    """Input mode with two rows of counters, for the cards to give and the cards wanted, and a
    column for each kind. The first digit chooses a kind to give, and the same digit adds one more
    card of that kind. Another digit, or that of a kind that the player does not hold, chooses a
    wanted kind. Up and down move between the rows, as does Enter while only the second row is
    empty; from then on, digits change the row of the cursor.

    Kinds that the player does not hold cannot be given, and a kind that is given cannot be wanted.
    A counter-offer starts as the offer seen from the other side. An offer starts as the last offer
    of the turn: Enter repeats it, + increases it, and the first digit starts a new one.
    """

    switches: ClassVar[tuple[str, str]] = ("up", "down")

    _pinned: bool = field(default=False, init=False)
    """Whether the player has moved the cursor to the other row, so that digits change the cursor's
    row."""
    _prefilled: Text | None = field(default=None, init=False)
    """Label of Enter while the counters show an earlier offer; None otherwise."""

    def rows(self) -> list[CounterRow]:
        """Return both rows, even while the first is empty."""
        decision, view = self.partial_pick.decision, self.partial_pick.request.view
        chosen, rows = self.partial_pick.chosen, []
        for number in range(2):
            bag = decision.bag(view, chosen)
            assert bag is not None
            amounts = bag.of(self.numbers_of(number, bag))
            rows.append(CounterRow(chosen, bag, amounts))
            chosen = (*chosen, amounts)
        return rows

    def begin_with(self, give: Amounts, want: Amounts) -> None:
        """Set the rows to `give` and `want` as far as possible, and move to the row of wanted
        cards. If a row is then empty, move to the first counter instead, and let the first digit
        complete the offer instead of replacing it."""
        self.suggest((give, want))
        if self.refusal() is not None:
            self.point(0)
            return
        self._prefilled = words("offer this")
        counters = self.counters()
        self.point(
            next((n for n, counter in enumerate(counters) if counter.row and counter.number), 0)
        )

    def repeat(self, give: Amounts, want: Amounts) -> None:
        """Set the rows to the last offer, `give` and `want`, and move to the row of cards to give.
        If the offer cannot be made again, empty the counters instead."""
        self.suggest((give, want))
        if self.parts() != (give, want):
            self.numbers = {}
            self.point(0)
            return
        self._prefilled = words("offer again")
        given = [(counter, n) for n, counter in enumerate(self.counters()) if not counter.row]
        self.point(min(given, key=lambda pair: (_is_full(pair[0]), not pair[0].number))[1])

    def refusal(self) -> Refusal | None:
        """Return the refusal for the first row without cards; None if both rows have cards."""
        for row, missing in zip(self.rows(), MISSING_TEXTS, strict=True):
            if not row.bag.holds(row.amounts):
                return self.refused(missing, row.chosen)
        return None

    def chosen_so_far(self) -> Sequence[Text]:
        """Return the preview of both sides of the trade, followed by the effect of digits while the
        counters show an earlier offer or no cards to give."""
        give, want = self.rows()
        texts = describe_offer(self.partial_pick, give.amounts, want.amounts)
        if self._prefilled is not None:
            return [*texts, words("The first digit starts a new offer.")]
        if not give.amounts:
            return [*texts, words("Press digits to add cards.")]
        return texts

    def avoidable_losses(self) -> Sequence[Text]:
        """Return the reasons why nobody can accept the offer, which the player must then confirm;
        empty if there are none, while a row is empty, and for counter-offers."""
        give, want = self.rows()
        if self.partial_pick.decision.name != "Main" or not give.amounts or not want.amounts:
            return ()
        view = self.partial_pick.request.view
        return _out_of_stock(view, self.partial_pick.seat, counts_of(view, want.amounts))

    def press(self, key: str, character: str | None) -> Reply:
        if key in self.switches:
            self._switch()
            return Response.POINTED
        give, want = self.rows()
        if key == "enter" and give.amounts and not want.amounts and not row_of(self):
            self._switch()
            return Response.POINTED
        if self._prefilled is not None and character in self.digits():
            self.numbers, self._pinned = {}, False
        return Steppers.press(self, key, character)

    def change(self, by: int) -> Reply:
        """Change the number under the cursor by `by`. If that succeeds, the counters no longer show
        an earlier offer."""
        reply = Steppers.change(self, by)
        if reply is Response.CHANGED:
            self._prefilled = None
        return reply

    def add_one(self, kind: Kind) -> Reply:
        """Add one card of `kind` to the row that the digit of `kind` changes. Return a refusal if
        that is not possible."""
        row = self.row_of_digit(kind)
        for number, counter in enumerate(self.counters()):
            if (counter.row, counter.kind) == (row, kind):
                self.point(number)
                return self.change(1)
        return self.refusal_without_counter(row, kind)

    def row_of_digit(self, kind: Kind) -> int:
        """Return the row that the digit of `kind` changes: 0 for cards to give, 1 for wanted
        ones."""
        if self._pinned:
            return row_of(self)
        give, want = (dict(row.amounts) for row in self.rows())
        is_offered = any(counter.kind == kind and not counter.row for counter in self.counters())
        return int(not is_offered or bool(want.get(kind)) or bool(give and not give.get(kind)))

    def back(self) -> bool:
        """Empty the counters, unless they still show an earlier offer. Return False if nothing has
        changed."""
        if self._prefilled is not None:
            return False
        self._pinned = False
        return Steppers.back(self)

    def line_keys(self) -> Sequence[tuple[str, Text]]:
        return self.keys() if self._prefilled is not None else Steppers.line_keys(self)

    def keys(self) -> Sequence[tuple[str, Text]]:
        keys = Steppers.keys(self)
        if self._prefilled is None:
            return keys
        (digits, _), counter = keys[0], self.counters()[self.pointed]
        raise_hint = ("+", words("ask for more") if counter.row else words("offer more"))
        more_hint = [] if _is_full(counter) else [raise_hint]
        return [("Enter", self._prefilled), *more_hint, (digits, words("new"))]

    def digits(self) -> Mapping[str, Kind]:
        return digits_of(self)

    def refusal_without_counter(self, row: int, kind: Kind) -> Refusal:
        """Return the reason why `kind` has no counter in `row`, which is 0 for cards to give and 1
        for wanted ones."""
        view: Island = self.partial_pick.request.view
        number = view.box.kind_numbers[str(kind)]
        none = words("{kind}: you have none.", kind=kind_name(view.box, number))
        return self.refused(NOT_BOTH if row else none, self.rows()[row].chosen)

    def refuse(self, place: Place) -> Refusal | None:
        """Return the reason why a kind cannot be given or asked for; None if the rules give no
        reason."""
        if place[0] == buttons.SHUT:
            return self.refusal_without_counter(int(place[1]), place[2])
        return Steppers.refuse(self, place)

    def _switch(self) -> None:
        """Move the cursor to the other row, to the same kind or the nearest one."""
        self._pinned = True
        counters, places = self.counters(), columns(self)
        counter = counters[self.pointed]
        self.point(
            min(
                (n for n, other in enumerate(counters) if other.row != counter.row),
                key=lambda n: abs(places[counters[n].kind] - places[counter.kind]),
            )
        )

    # ------------------------------------------------------------------ painting

    def paint(self, reader: InputContext, width: int, most: int) -> Canvas:
        """Paint a row for each side of the trade, with unavailable kinds dim. The digit of each
        kind is in the row that it changes."""
        titles = row_names(self, reader)
        left = 3 + widest(titles)
        kinds, counters = columns(self), self.counters()
        names, texts = self._amount_notes(reader, width - left)
        starts = dict(zip(kinds, accumulate(_widths(kinds, counters, texts)), strict=False))
        canvas, pointed_row = Canvas(width, len(titles), reader.theme.glyphs), row_of(self)
        for y, title in enumerate(titles):
            canvas.put(2, y, title, "title" if y == pointed_row else "text")
            shown = {counter.kind for counter in counters if counter.row == y}
            for kind in kinds.keys() - shown:
                x = left + starts[kind] + 2
                canvas.put(x, y, names[kind], "closed", spot=(buttons.SHUT, y, kind))
        for number, (counter, text) in enumerate(zip(counters, texts, strict=True)):
            x = left + starts[counter.kind]
            self.paint_counter(canvas, x, counter.row, number, counter, text)
            canvas.put(x + 2, counter.row, text[0], "key")
        for kind, start in starts.items():
            canvas.put(left + start + 2, 1 - self.row_of_digit(kind), " ", "text")
        return canvas

    def _amount_notes(
        self, reader: InputContext, room: int
    ) -> tuple[Mapping[Kind, str], Sequence[str]]:
        """Return the labels of the kinds with their digits, and the texts of the counters. Use full
        names if they fit, otherwise two letters. If these do not fit either, leave out the number
        of cards held."""
        view: Island = self.partial_pick.request.view
        translate, kinds, counters = reader.translator.argument, view.box.kinds, self.counters()
        long = [translate(kind.names).lower() for kind in kinds]
        short = [translate(kind.glyph) for kind in kinds]
        for words_, gap, with_hand in ((long, " ", True), (short, " ", True), (short, "", True)):
            names = _digit_labels(kinds, words_)
            texts = [
                _counter_text(names[counter.kind], gap, counter, with_hand=with_hand)
                for counter in counters
            ]
            if sum(_widths(names, counters, texts)) <= room:
                return names, texts
        return names, [
            _counter_text(names[counter.kind], "", counter, with_hand=False) for counter in counters
        ]


def _digit_labels(
    kinds: Sequence[component_types.Kind], names: Sequence[str]
) -> Mapping[Kind, str]:
    """Return the label of each kind: digit and name."""
    pairs = enumerate(zip(kinds, names, strict=True), 1)
    return {kind.id: f"{n} {name}" for n, (kind, name) in pairs}


def _counter_text(name: str, gap: str, counter: Counter, *, with_hand: bool) -> str:
    """Return the name of a kind and the number chosen. With `with_hand`, a kind to give also has
    the number that the player holds."""
    if counter.row or not with_hand:
        return f"{name}{gap}{counter.number}"
    return f"{name}{gap}{counter.number}/{counter.most}"


def _widths(
    kinds: Iterable[Kind], counters: Sequence[Counter], texts: Sequence[str]
) -> Iterator[int]:
    """Yield the offset of the first column (0), then the width of each column."""
    yield 0
    labelled = list(zip(counters, texts, strict=True))
    for kind in kinds:
        yield MARKER_CELLS + widest(text for counter, text in labelled if counter.kind == kind)


def _is_full(counter: Counter) -> bool:
    return counter.number >= counter.most


def columns(counting: Steppers[Island]) -> Mapping[Kind, int]:
    """Return the column of each kind, which is its position in the full list of kinds."""
    view: Island = counting.partial_pick.request.view
    return {kind.id: number for number, kind in enumerate(view.box.kinds)}


def digits_of(counting: Steppers[Island]) -> Mapping[str, Kind]:
    return {str(number + 1): kind for kind, number in columns(counting).items()}


def row_of(counting: Steppers[Island]) -> int:
    return counting.counters()[counting.pointed].row


def describe_offer(partial_pick: PartsSoFar[Island], give: Amounts, want: Amounts) -> list[Text]:
    """Describe both sides of an offer. Unless a side is empty or the offer is a counter-offer, add
    the price at the bank, if the bank would trade, and the players who will be asked. If some of
    them certainly cannot accept, begin with a warning instead of naming the players at the end."""
    sides = [bagged(side) if side else words("nothing yet") for side in (give, want)]
    texts = [words("You give: {give}; you get: {want}.", give=sides[0], want=sides[1])]
    if partial_pick.decision.name != "Main" or not give or not want:
        return texts
    view, seat = partial_pick.request.view, partial_pick.seat
    price = bank_price(view, seat, counts_of(view, give), counts_of(view, want))
    if price is not None:
        kinds = zip(view.box.kinds, price, strict=True)
        paid = series(amount(kind.id, number) for kind, number in kinds if number)
        texts.append(words("The bank would also give you this for {cards}.", cards=paid))
    responders = series(
        player(opponent) for opponent in view.opponents(seat) if view.hand_sizes[opponent]
    )
    warnings = _out_of_reach(view, seat, counts_of(view, want))
    if not warnings:
        texts.append(words("The others answer in turn: {players}.", players=responders))
    return [*warnings, *texts]


def _out_of_reach(view: Island, seat: int, want: CountsByKind) -> list[Text]:
    """Return the warnings of `_out_of_stock` or, if there are none, a warning about opponents whose
    hands are too small for the offer. Both kinds of warnings depend only on facts that the seat
    knows. Opponents with too few cards may still make counter-offers."""
    texts = _out_of_stock(view, seat, want)
    too_few = [
        opponent for opponent in view.opponents(seat) if 0 < view.hand_sizes[opponent] < sum(want)
    ]
    if too_few and not texts:
        texts.append(
            words(
                "These players have too few cards for this offer: {players}.",
                players=series(map(player, too_few)),
            )
        )
    return texts


def _out_of_stock(view: Island, seat: int, want: CountsByKind) -> list[Text]:
    """Return a warning for each wanted kind if the opponents together hold too few cards of that
    kind, judging by the bank's stock and the seat's hand."""
    texts = []
    for kind, number in enumerate(want):
        held_by_others = view.box.kinds[kind].bank - view.bank[kind] - view.hands[seat][kind]
        if number > held_by_others:
            held = amount(view.box.kinds[kind].id, held_by_others)
            nobody = words(
                "Nobody else has this kind of card: {kind}.", kind=kind_name(view.box, kind)
            )
            few_left = words("The others together hold only {cards}.", cards=held)
            texts.append(few_left if held_by_others else nobody)
    return texts
