"""The terminal: its driver, and decoding of keys, mouse reports and pastes."""
