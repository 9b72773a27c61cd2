"""Bot support for Troyes: evaluation, playout policy, determinization."""
