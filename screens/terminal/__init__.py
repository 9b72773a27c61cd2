"""How a canvas reaches a terminal, and keys reach the program."""
