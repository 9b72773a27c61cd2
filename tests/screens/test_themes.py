"""The themes: one per palette, in its colours."""

import pytest
from textual.app import App, ComposeResult
from textual.color import Color
from textual.widgets import Button, DataTable, Input, OptionList

from screens.paint.theme import theme as look
from styles.palette import PALETTES, Palette
from styles.themes import theme, theme_name


class MenuApp(App[None]):
    def compose(self) -> ComposeResult:
        yield OptionList("One", "Two")
        yield Input("Anna")
        yield Button("Play")
        yield DataTable[str]()


@pytest.mark.parametrize("name", PALETTES)
async def test_widgets_use_the_background_of_the_palette(name: str) -> None:
    palette = PALETTES[name]
    app = MenuApp()
    app.register_theme(theme(palette))
    async with app.run_test() as pilot:
        app.theme = theme_name(palette)
        await pilot.pause()
        background = Color.parse(palette.background.value)
        assert app.screen.styles.background == background
        for widget in app.query("OptionList, Input, DataTable"):
            text, ground = widget.rich_style.color, widget.rich_style.bgcolor
            assert text
            assert ground
            difference = abs(
                Color.from_rich_color(text).brightness - Color.from_rich_color(ground).brightness
            )
            assert difference > 0.5


@pytest.mark.parametrize("palette", PALETTES.values(), ids=PALETTES)
def test_theme_is_dark_if_its_background_is(palette: Palette) -> None:
    made = theme(palette)
    assert made.dark == (palette.name != "light")
    assert made.success == look(palette.name).paint("good").colour.value  # type: ignore[union-attr]
