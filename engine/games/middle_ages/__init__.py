"""Middle Ages: a fief of eight columns, sixteen rounds, one plot tile a round."""

from engine.core.game import Entry
from engine.i18n.text import Names, words

ENTRY = Entry(
    "middle_ages",
    Names("Middle Ages", "Средние века"),
    range(2, 6),
    __name__,
    about=words(
        "Every round adds a tile to your fief: it sets its column going and pays its income. "
        "The tile that you claim now says when you are up next. The richest after 16 rounds "
        "wins."
    ),
)
