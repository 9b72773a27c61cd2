"""Tools for developers, which are not packaged: fit the weights of bots, measure their strength."""
