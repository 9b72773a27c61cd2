"""Messages, and the languages they are put into (gettext)."""
