"""Bot support for Middle Ages: evaluation and playout policy."""
