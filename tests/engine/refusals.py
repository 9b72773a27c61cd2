"""Refusal messages of a game, and those that are never shown: `python -m tests.engine.refusals
knights 30` plays thirty random games and prints the messages that were neither shown there nor
required by a test.

A message that random play does not reach needs a test of its own: one position in which it is
shown, and one, a step away, in which it is not.
"""

from __future__ import annotations

import ast
import re
import sys
from collections import defaultdict
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from attrs import define, field

from engine.core.chance import Dice
from engine.core.command import Menu
from engine.core.event import Value
from engine.core.step import Place
from engine.errors import Refusal
from engine.games import entry, load
from engine.i18n.text import Text
from engine.match.match import Match
from engine.match.position import AnyDecision
from tests.laws.twins import new_table

SAYS_WHY = re.compile(r"_*(refus|why|cannot|lack|missing|reason)")
"""Beginnings of the names of functions that return reasons for refusals."""

MARKS = {"words": slice(1), "plural": slice(2), "forbidden": slice(1, 2)}
"""Functions that make messages, with the arguments that are forms."""

KEPT = 12
"""Number of picks of a kind and of places that are tried again."""


# ---------------------------------------------------------------- possible messages


def sentences(game: str) -> dict[str, str]:
    """Return all refusals of a game, with the modules that have them."""
    found: dict[str, str] = {}
    for path in sorted(entry(game).folder.glob("*.py")):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        for node in ast.walk(tree):
            if _refuses(node):
                found.update(dict.fromkeys(_messages(node), path.name))
    return found


def _refuses(node: ast.AST) -> bool:
    """Whether a node of the syntax tree returns a reason for a refusal."""
    if isinstance(node, ast.FunctionDef):
        returns = "" if node.returns is None else ast.unparse(node.returns)
        return "Refusal" in returns or (bool(SAYS_WHY.match(node.name)) and "Text" in returns)
    if isinstance(node, ast.Assign):
        return any(isinstance(one, ast.Name) and one.id == "refuses" for one in node.targets)
    return isinstance(node, ast.Call) and ast.unparse(node.func) in ("Refusal", "forbidden")


def _messages(node: ast.AST) -> Iterator[str]:
    for call in ast.walk(node):
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Name):
            for one in call.args[MARKS.get(call.func.id, slice(0))]:
                if isinstance(one, ast.Constant):
                    yield str(one.value)


# ---------------------------------------------------------------- random play


@define
class RefusalsShown:
    """The refusals that have been shown, by their messages, with the rule and a pick or place for
    each."""

    by: dict[str, str] = field(factory=dict)
    picks: dict[str, list[Value]] = field(factory=lambda: defaultdict(list))
    places: list[Place] = field(factory=list)

    def play(self, game: str, seats: int, number: int, events: int = 4000) -> None:
        """Play a random game with random options, and try at each decision what was legal at
        others."""
        dice = Dice(f"refusals/{game}/{seats}/{number}/".encode())
        match = _begin(game, seats, dice)
        while not match.over and len(match.log) < events:
            pending = dice.pick(match.pending())
            decision, state = pending.decision, match.state
            if not dice.below(3):
                self._try(decision, match.view(pending.seat), dice)
            pick = match.sample(pending.seat, dice)
            self._keep(decision, state, pick, dice)
            match.choose(pending.seat, pick)

    def _try(self, decision: AnyDecision, view: Any, dice: Dice) -> None:
        if isinstance(decision, Menu):
            for command, refusal in decision.closed(view):
                self._record_refusal(refusal, command.key)
        for pick in [*self.picks[decision.name], *_odd(self.picks[decision.name], dice)]:
            if not decision.allows(view, pick):
                self._record_refusal(decision.refuse(view, pick), pick)
            else:
                self._try_parts(decision, view, pick)
        for place in self.places:
            self._record_refusal(decision.refuse_place(view, (), place), place)

    def _try_parts(self, decision: AnyDecision, view: Any, pick: Value) -> None:
        """Try places and things after some parts of a legal pick."""
        parts = decision.parts_of(pick)
        for count, part in enumerate(parts):
            chosen = parts[:count]
            for place in self.places:
                self._record_refusal(decision.refuse_place(view, chosen, place), place)
            marks, bag = decision.marks(view, chosen), decision.bag(view, chosen)
            things: Sequence[Any] = marks.things if marks else [*dict(bag.pool)] if bag else ()
            begun = part[:1] if isinstance(part, tuple) else ()
            for so_far in ((), begun, part):
                for thing in things:
                    self._record_refusal(
                        decision.refuse_thing(view, (*chosen, so_far), thing), thing
                    )

    def _keep(self, decision: AnyDecision, state: Any, pick: Value, dice: Dice) -> None:
        kept = self.picks[decision.name]
        kept.insert(dice.below(len(kept) + 1), pick)
        del kept[KEPT:]
        parts = decision.parts_of(pick)
        for count in range(1, len(parts) + 1):
            place = decision.target(state, parts[:count])
            if place is not None and place not in self.places:
                self.places.insert(dice.below(len(self.places) + 1), place)
        del self.places[4 * KEPT :]

    def _record_refusal(self, refusal: Refusal | None, tried: object) -> None:
        if refusal is not None:
            for text in _texts(refusal.reason):
                self.by.setdefault(text, f"{refusal.rule} {tried}")


def _begin(game: str, seats: int, dice: Dice) -> Match:
    header = new_table(game, seats, dice).header
    return Match.begin(
        game, header.seats, seed=str(dice.below(2**30)), options=header.options, notes=False
    )


def _odd(picks: list[Value], dice: Dice) -> Iterator[Value]:
    """Yield picks that resemble legal ones: with exchanged parts, or too few."""
    tuples = [pick for pick in picks if isinstance(pick, tuple) and pick]
    if not tuples:
        return
    for _ in range(KEPT):
        one, other = dice.pick(tuples), dice.pick(tuples)
        cut = dice.below(len(one) + 1)
        yield one[:cut]
        yield (*one[:cut], *other[cut:])


def _texts(text: Text) -> Iterator[str]:
    yield text.one
    if text.many is not None:
        yield text.many
    for value in text.args.values():
        if isinstance(value, Text):
            yield from _texts(value)


def refusals_not_shown(game: str, games: int) -> dict[str, str]:
    """Return the messages, with their modules, that are not shown in `games` random games, and that
    no test of the game requires."""
    rules, shown = load(game), RefusalsShown()
    for number in range(games):
        shown.play(game, rules.players[number % len(rules.players)], number)
    folder = Path(__file__).parent / "games" / game
    tested = " ".join(path.read_text(encoding="utf-8") for path in folder.glob("test_*.py"))
    return {
        text: module
        for text, module in sentences(game).items()
        if text not in shown.by and not _is_in(text, tested)
    }


def _is_in(text: str, tested: str) -> bool:
    """Whether a test requires a message: its longest part without arguments."""
    return max(re.split(r"\{\w+\}", text), key=len).strip() in tested


def main(game: str, games: str = "20") -> None:
    left = refusals_not_shown(game, int(games))
    print(f"{game}: {len(sentences(game))} sentences, {len(left)} that nothing comes to:")
    for text, module in sorted(left.items(), key=lambda one: (one[1], one[0])):
        print(f"  {module:24} {text}")


if __name__ == "__main__":
    main(*sys.argv[1:])
