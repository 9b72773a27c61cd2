"""Opening of pages from the menu and the lobby; each page is imported when it is opened."""

from __future__ import annotations

from screens.pages.app_context import PageContext


def open_rules(guildhall: PageContext, game: str) -> None:
    """Open the guide to a game."""
    from screens.pages.rules import RulesScreen

    guildhall.show_over_menu(RulesScreen(guildhall, game))


def open_statistics(guildhall: PageContext, game: str) -> None:
    """Open the statistics of a game."""
    from screens.pages.statistics import StatisticsScreen

    guildhall.show_over_menu(StatisticsScreen(guildhall, game))


def open_lessons(guildhall: PageContext, game: str = "") -> None:
    """Open the list of lessons, with the cursor on that of a game."""
    from screens.pages.lessons import LessonsScreen

    guildhall.show_over_menu(LessonsScreen(guildhall, game))


def open_settings(guildhall: PageContext) -> None:
    """Open the settings."""
    from screens.pages.settings import SettingsScreen

    guildhall.show_over_menu(SettingsScreen(guildhall))
