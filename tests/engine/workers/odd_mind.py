"""What a process that thinks loads to have the odd bots."""

from tests.engine.workers.odd_bots import come

come()
