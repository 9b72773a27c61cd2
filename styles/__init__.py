"""The style sheets of the screens and the themes that go with the palettes."""
