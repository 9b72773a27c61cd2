"""Entry points of the program: the command line, the settings, and the start of screens and
servers."""
