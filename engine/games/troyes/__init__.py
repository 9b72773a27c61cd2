"""Troyes."""

from engine.core.game import Entry
from engine.i18n.text import Names, words

ENTRY = Entry(
    "troyes",
    Names("Troyes", "Труа"),
    range(2, 5),
    f"{__name__}.game",
    about=words(
        "Soldiers, clergy and farmers are dice, and your neighbours may buy yours. Build the "
        "cathedral, fend off what threatens the city, hire its craftsmen."
    ),
)
