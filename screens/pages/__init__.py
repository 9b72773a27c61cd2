"""What is no table: menu, forms, lists, settings, rules."""
