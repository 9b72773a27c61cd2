"""The games, one folder each, and the catalogue of all five."""

from engine.core.game import Entry, register
from engine.i18n.text import Names

register(
    Entry(
        "middle_ages",
        Names("Middle Ages", "Средние века"),
        range(2, 6),
        "engine.games.middle_ages.game",
    )
)
register(
    Entry(
        "era",
        Names("Era: Medieval Age", "Эра. Средневековье"),
        range(1, 5),
        "engine.games.era.game",
        solo=True,
    )
)
register(Entry("troyes", Names("Troyes", "Труа"), range(2, 5), "engine.games.troyes.game"))
register(
    Entry(
        "knights",
        Names("Catan: Cities & Knights", "Колонизаторы. Города и рыцари"),
        range(2, 5),
        "engine.games.knights.game",
    )
)
register(Entry("deus", Names("Deus", "Deus"), range(2, 5), "engine.games.deus.game"))
