"""A house that is open to people at terminals of their own, over SSH.

Three kinds of processes: the *door* speaks SSH and holds the keys; the *zygote* has everything
imported and forks; a *child* is one person's session on a pseudo-terminal, and knows no SSH.
"""
