"""Pages that only the app for guests shows."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from screens.pages.page import Page

if TYPE_CHECKING:
    from screens.guests.guest_app import GuestApp


class GuestPage(Page):
    """A page of the app for guests, or part of one."""

    @property
    def _app(self) -> GuestApp:
        return cast("GuestApp", self.app)
