"""The program: its command line, its settings and the way into the screens."""
