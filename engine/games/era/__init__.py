"""The game Era: Medieval Age, in which players roll dice behind screens and build walled cities."""

from engine.core.catalogue_entry import Entry
from engine.i18n.text import Names, words

ENTRY = Entry(
    "era",
    Names("Era: Medieval Age", "Эра. Средневековье"),
    range(1, 5),
    __name__,
    solo=True,
    about=words(
        "Everyone rolls dice behind a screen at the same time. Feed your people, build a "
        "walled city with what the dice bring, and beware of the skulls: they bring "
        "disasters."
    ),
)
