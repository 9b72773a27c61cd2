"""Middle Ages: a fief of eight columns, sixteen rounds, one plot tile per round."""

from engine.core.catalogue_entry import Entry
from engine.i18n.text import Names, words

ENTRY = Entry(
    "middle_ages",
    Names("Middle Ages", "Средние века"),
    range(2, 6),
    __name__,
    about=words(
        "Every round you add a tile to your fief: it activates its column and pays that "
        "column's income. The tile you claim now decides when you act next. The richest lord "
        "after 16 rounds wins."
    ),
)
