"""Every step of every game has its questions, messages and undo barriers."""

import inspect
from importlib import import_module
from pkgutil import iter_modules

import pytest

from engine.core.command import Command
from engine.core.state import State
from engine.core.step import ChanceStep, Decision
from engine.games import entry
from engine.i18n.text import Text
from tests.laws.driving import GAMES

SAYS = (
    (Decision, "asks", "question"),
    (Command, "does", "title"),
    (ChanceStep, "reveals", ""),
)


def classes(game: str) -> list[type]:
    """Return the concrete classes defined in the modules of a game."""
    folder = import_module(entry(game).package)
    modules = [
        import_module(f"{folder.__name__}.{one.name}") for one in iter_modules(folder.__path__)
    ]
    return [
        kind
        for module in modules
        for kind in vars(module).values()
        if isinstance(kind, type)
        and kind.__module__ == module.__name__
        and issubclass(kind, Decision | Command | ChanceStep)
        and not inspect.isabstract(kind)
        and kind.__name__[0] != "_"
    ]


@pytest.mark.parametrize("game", [one.id for one in GAMES if one.id != "toy"])
def test_every_step_has_a_text_or_its_own_method(game: str):
    found = classes(game)
    assert found
    for kind in found:
        for base, constant, method in SAYS:
            if issubclass(kind, base):
                has_text = isinstance(getattr(kind, constant, None), Text)
                own = bool(method) and getattr(kind, method) is not getattr(base, method)
                assert has_text or own, f"{kind.__name__} has neither {constant} nor {method}"


@pytest.mark.parametrize("game", [one.id for one in GAMES if one.id != "toy"])
def test_decision_that_needs_a_hand_always_asks(game: str):
    """If it were applied without asking when there is a single option, others would learn about the
    hand."""
    assert all(
        kind.always_asks for kind in classes(game) if issubclass(kind, Decision) and kind.needs_hand
    )


@pytest.mark.parametrize("game", [one.id for one in GAMES if one.id != "toy"])
def test_steps_use_slots(game: str):
    assert not [kind.__name__ for kind in classes(game) if "__dict__" in dir(kind)]


def test_decision_that_needs_a_hand_may_opt_out_of_always_asking():
    class Needy(Decision[State, int]):
        needs_hand = True

    class Frank(Needy):
        always_asks = False

    class Public(Needy):
        needs_hand = False

    assert (Needy.always_asks, Frank.always_asks) == (True, False)
    assert (Decision.always_asks, Public.always_asks) == (False, False)
