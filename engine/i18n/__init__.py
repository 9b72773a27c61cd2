"""Messages and their translation (gettext)."""
