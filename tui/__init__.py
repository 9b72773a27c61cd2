"""The application: command line, settings, and what opens the screens."""
