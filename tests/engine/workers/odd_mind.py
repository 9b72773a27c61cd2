"""Module that a worker imports to have the odd bots."""

from tests.engine.workers.odd_bots import register

register()
