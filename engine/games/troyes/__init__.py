"""Troyes: rival families share the dice of a medieval city."""

from engine.core.catalogue_entry import Entry
from engine.i18n.text import Names, words

ENTRY = Entry(
    "troyes",
    Names("Troyes", "Труа"),
    range(2, 5),
    __name__,
    about=words(
        "Your soldiers, clergy and farmers are dice, and your neighbours can buy them. Build "
        "the cathedral, fend off the threats to the city, and hire its tradesmen."
    ),
)
