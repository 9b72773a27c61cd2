"""Bot support for Deus: evaluation, playout policy, determinization."""
