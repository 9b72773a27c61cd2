"""Bot support for Troyes: evaluation, candidate picks, playout policy, determinization."""
