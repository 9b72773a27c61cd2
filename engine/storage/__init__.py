"""Where matches are kept (event store), and how programs that share one hear of each other."""
