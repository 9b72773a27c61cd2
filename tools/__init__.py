"""Tools for developers, not packaged: they check the code, fit the weights of bots and measure
their strength."""
