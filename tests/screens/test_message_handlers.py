"""Every handler is named after a message that exists, as Textual requires."""

from __future__ import annotations

import pkgutil
from collections.abc import Iterator
from importlib import import_module
from typing import TypeVar

from textual.message import Message
from textual.message_pump import MessagePump

import screens

T = TypeVar("T")


def subclasses(cls: type[T]) -> Iterator[type[T]]:
    for subclass in cls.__subclasses__():
        yield subclass
        yield from subclasses(subclass)


def test_each_handler_is_for_an_existing_message() -> None:
    for module in pkgutil.walk_packages(screens.__path__, "screens."):
        import_module(module.name)
    messages = {message.handler_name for message in subclasses(Message)}
    pumps = [cls for cls in subclasses(MessagePump) if cls.__module__.startswith("screens.")]
    handlers = {
        name.removeprefix("_"): cls
        for cls in pumps
        for name in vars(cls)
        if name.removeprefix("_").startswith("on_")
    }
    assert len(handlers) > 20
    assert {name: cls for name, cls in handlers.items() if name not in messages} == {}
