"""Tools for developers, not packaged: they fit the weights of bots and measure their strength."""
