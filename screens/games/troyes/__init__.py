"""The table of Troyes."""
