"""Textual themes for the palettes, so that menus and forms match the boards."""

from __future__ import annotations

from textual.theme import Theme

from styles.palette import Palette

PREFIX = "guildhall-"


def theme_name(palette: Palette) -> str:
    return PREFIX + palette.name


def palette_name(theme: str) -> str:
    """Return the name of the palette that a theme belongs to; empty for other themes."""
    return theme.removeprefix(PREFIX) if theme.startswith(PREFIX) else ""


def theme(palette: Palette) -> Theme:
    """Return the theme of a palette. It uses few background colours, because each change of colour
    costs bytes."""

    def colour(role: str) -> str:
        paint = palette.paint(role).colour
        return (paint or palette.foreground).value

    raised = palette.tokens.raised.value
    return Theme(
        name=theme_name(palette),
        primary=colour("legal"),
        secondary=colour("hue.blue"),
        accent=colour("hue.orange"),
        warning=colour("warn"),
        error=colour("bad"),
        success=colour("good"),
        foreground=palette.foreground.value,
        background=palette.background.value,
        surface=palette.background.value,
        panel=raised,
        boost=raised,
        dark=palette.tokens.dark,
        text_alpha=1.0,
        variables={
            "block-cursor-background": palette.foreground.value,
            "block-cursor-foreground": palette.background.value,
            "block-cursor-text-style": "bold",
            "block-cursor-blurred-background": raised,
            "block-cursor-blurred-foreground": palette.foreground.value,
            "block-cursor-blurred-text-style": "bold underline",
            "block-hover-background": palette.background.value,
            "border": colour("frame"),
            "border-blurred": colour("dim"),
            "footer-background": palette.background.value,
            "footer-foreground": palette.foreground.value,
            "footer-key-foreground": colour("key"),
            "footer-description-foreground": colour("dim"),
            "input-cursor-background": palette.foreground.value,
            "input-cursor-foreground": palette.background.value,
            "scrollbar": colour("dim"),
            "scrollbar-background": palette.background.value,
            "button-color-foreground": palette.background.value,
            "button-focus-text-style": "bold reverse",
        },
    )
