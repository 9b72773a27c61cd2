"""Bot support for Era: evaluation, playout policy, guesses of what is hidden."""
