"""The games, one folder each, and the catalogue of all five."""

from engine.core.game import Entry, register
from engine.i18n.text import Names, words

register(
    Entry(
        "middle_ages",
        Names("Middle Ages", "Средние века"),
        range(2, 6),
        "engine.games.middle_ages.game",
        about=words(
            "Every round adds a tile to your fief: it sets its column going and pays its income. "
            "The tile that you claim now says when you are up next. The richest after 16 rounds "
            "wins."
        ),
    )
)
register(
    Entry(
        "era",
        Names("Era: Medieval Age", "Эра. Средневековье"),
        range(1, 5),
        "engine.games.era.game",
        solo=True,
        about=words(
            "Roll dice behind your screen, all at the same time. Feed your people, build a walled "
            "city with what the dice bring, and beware of their skulls: they bring disasters."
        ),
    )
)
register(
    Entry(
        "troyes",
        Names("Troyes", "Труа"),
        range(2, 5),
        "engine.games.troyes.game",
        about=words(
            "Soldiers, clergy and farmers are dice, and your neighbours may buy yours. Build the "
            "cathedral, fend off what threatens the city, hire its craftsmen."
        ),
    )
)
register(
    Entry(
        "knights",
        Names("Catan: Cities & Knights", "Колонизаторы. Города и рыцари"),
        range(2, 5),
        "engine.games.knights.game",
        about=words(
            "Settle the island, turn its goods into commodities and cities into metropolises, and "
            "keep enough knights awake for the day the barbarians land."
        ),
    )
)
register(
    Entry(
        "deus",
        Names("Deus", "Deus"),
        range(2, 5),
        "engine.games.deus.game",
        about=words(
            "Lay building cards into six columns: each new one sets all below it going. Or offer "
            "cards to the gods and take what they give."
        ),
    )
)
