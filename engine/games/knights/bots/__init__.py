"""Bot support for Cities & Knights: evaluation, rules of thumb, guesses of what is hidden."""
