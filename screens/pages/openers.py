"""Functions that open pages from the menu and the lobby. They import each page only when it is
opened."""

from __future__ import annotations

from screens.pages.app_context import PageContext


def open_rules(page_context: PageContext, game: str) -> None:
    """Open the page with the rules of a game."""
    from screens.pages.rules import RulesScreen

    page_context.show_over_menu(RulesScreen(page_context, game))


def open_statistics(page_context: PageContext, game: str) -> None:
    from screens.pages.statistics import StatisticsScreen

    page_context.show_over_menu(StatisticsScreen(page_context, game))


def open_lessons(page_context: PageContext, game: str = "") -> None:
    """Open the list of lessons, with the cursor on the lesson of `game`, or on the first lesson if
    there is no such lesson."""
    from screens.pages.lessons import LessonsScreen

    page_context.show_over_menu(LessonsScreen(page_context, game))


def open_settings(page_context: PageContext) -> None:
    from screens.pages.settings import SettingsScreen

    page_context.show_over_menu(SettingsScreen(page_context))
