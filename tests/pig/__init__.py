"""Pig: roll the die as often as you dare."""

from engine.core.catalogue_entry import Entry
from engine.i18n.text import Names, words

ENTRY = Entry(
    "pig",
    Names("Pig", "Pig"),
    range(2, 5),
    __name__,
    about=words(
        "Roll the die as often as you dare: what you roll is yours when you hold, and gone when "
        "the wrong face comes up."
    ),
    draft=True,
)
