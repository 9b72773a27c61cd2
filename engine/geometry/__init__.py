"""Square and hexagonal grids shared by several games."""
