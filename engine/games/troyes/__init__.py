"""Troyes."""

from engine.core.game import Entry
from engine.i18n.text import Names, words

ENTRY = Entry(
    "troyes",
    Names("Troyes", "Труа"),
    range(2, 5),
    __name__,
    about=words(
        "Soldiers, clergy and farmers are dice, and your neighbours may buy yours. Build the "
        "cathedral, fend off what threatens the city, hire its craftsmen."
    ),
)
