"""What boards write in letters is heard in full."""

import pytest

from engine.i18n.language import Tongue
from screens.tabletop.painters import painter_for


@pytest.mark.parametrize(
    ("game", "language", "said", "heard"),
    [
        ("knights", "en", "At n13 Fo10/Mo5/De.", "At corner 13 by Forest 10, Mountains 5, Desert."),
        ("knights", "en", "Roads: e19 e41; longest 1.", "Roads: edge 19 edge 41; longest 1."),
        ("knights", "en", "A road at e6 Mo10/sea", "A road at edge 6 by Mountains 10, sea"),
        ("knights", "en", "h3 De, h4 Pa6", "hex 3 Desert, hex 4 Pasture 6"),
        ("knights", "en", "Pay 3 ore. Desert, Forest.", "Pay 3 ore. Desert, Forest."),
        ("knights", "ru", "n13 Ле10/Го5", "узел 13 у Лес 10, Горы 5"),
        ("troyes", "en", "Y5 Y6 + neutral R1", "yellow 5 yellow 6 + neutral red 1"),
        ("troyes", "en", "Civil War (/4)", "Civil War (divided by 4)"),
        ("troyes", "en", "Palace: Anna | - | gray.", "Palace: Anna, free, gray."),
        ("troyes", "ru", "Ж5 К3 Б1", "жёлтая 5 красная 3 белая 1"),
        ("deus", "en", "3.3 (mountain)", "3.3 (mountain)"),
    ],
)  # fmt: skip
def test_letters_are_heard_as_words(game: str, language: str, said: str, heard: str):
    assert painter_for(game).aloud(said, Tongue(language)) == heard
