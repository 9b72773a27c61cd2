"""Functions that open pages from the menu and the lobby. They import each page only when it is
opened."""

from __future__ import annotations

from screens.pages.app_context import PageContext


def open_rules(guildhall: PageContext, game: str) -> None:
    """Open the guide to a game."""
    from screens.pages.rules import RulesScreen

    guildhall.show_over_menu(RulesScreen(guildhall, game))


def open_statistics(guildhall: PageContext, game: str) -> None:
    from screens.pages.statistics import StatisticsScreen

    guildhall.show_over_menu(StatisticsScreen(guildhall, game))


def open_lessons(guildhall: PageContext, game: str = "") -> None:
    """Open the list of lessons, with the cursor on the lesson of `game`."""
    from screens.pages.lessons import LessonsScreen

    guildhall.show_over_menu(LessonsScreen(guildhall, game))


def open_settings(guildhall: PageContext) -> None:
    from screens.pages.settings import SettingsScreen

    guildhall.show_over_menu(SettingsScreen(guildhall))
