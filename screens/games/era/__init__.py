"""The table of Era: Medieval Age."""
