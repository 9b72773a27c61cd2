"""Bot support for Catan: evaluation, rules of thumb, determinization."""
