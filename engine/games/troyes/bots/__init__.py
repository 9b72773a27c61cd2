"""Bot support for Troyes: evaluation, playout policy, guesses of what is hidden."""
