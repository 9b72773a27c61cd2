"""Pages other than tables: menu, forms, lists, settings, rules."""
