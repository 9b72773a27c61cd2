"""Tools for developers, which no package ships: fit the weights of bots, measure their strength."""
