"""Bot support for Cities & Knights: evaluation, rules of thumb, determinization."""
