"""What a process that thinks loads to have the odd bots."""

from tests.engine.thinking.odd_bots import come

come()
