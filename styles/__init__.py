"""The style sheets of the screens, the palettes and their themes."""
