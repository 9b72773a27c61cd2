"""Bot support for Catan: evaluation, rules of thumb, guesses of what is hidden."""
