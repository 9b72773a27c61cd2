"""Bot support for Deus: evaluation, playout policy, guesses of what is hidden."""
