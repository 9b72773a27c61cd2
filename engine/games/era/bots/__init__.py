"""Bot support for Era: evaluation, playout policy, determinization."""
