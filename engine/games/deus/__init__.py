"""Deus: build in columns that are activated again and again, or offer cards to the gods."""

from engine.core.catalogue_entry import Entry
from engine.i18n.text import Names, words

ENTRY = Entry(
    "deus",
    Names("Deus", "Deus"),
    range(2, 5),
    __name__,
    about=words(
        "Lay building cards in six columns: each new card activates all those below it. Or "
        "offer cards to the gods and take what they give."
    ),
)
