"""The parser of the command line and its help, in the user's language.

`build_parser` builds it with `command_line`. Commands about games people play (`match_parsers`),
games in general (`game_parsers`), the server (`server_parsers`) and the database
(`database_parsers`) have a module each. `arguments` defines the types of arguments.
"""
