"""What can be said on the command line, and the help about it, in the person's language.

`making` puts all of it together, with the help of `maker`: commands about `matches`, about `games`,
about a `house` and about `stores` have a module each, and `arguments` tells what a single word may
be.
"""
