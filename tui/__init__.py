"""Everything around the screens: the command line, the server, and the user's settings and
files."""
