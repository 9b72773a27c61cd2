"""The terminal: its driver, and the keys, clicks and pastes that it sends."""
