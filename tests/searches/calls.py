"""Odd words on the command line: help, usage or a message, and never a crash."""

from __future__ import annotations

import os
from pathlib import Path
from random import Random

from screens.exit_codes import WRONG_USAGE
from tests.searches.searching import any_match, apart, check, file_of

CALLS = 25

COMMANDS = [
    *("play", "list", "resume", "replay", "export", "import", "show", "simulate", "stats"),
    *("highscores", "rules", "components", "login", "users", "turns", "backup", "recover"),
]
"""All commands except those that start a server, or talk to one."""

OPTIONS = [
    *("--at", "--seat", "--log", "--board", "--force", "--seats", "--seed", "--option", "--bots"),
    *(
        "--games",
        "--players",
        "--jobs",
        "--export",
        "--partial",
        "--watch",
        "--as",
        "--from",
        "--from-results",
    ),
    "--results",
    *(
        "--lang",
        "--theme",
        "--colours",
        "--glyphs",
        "--no-mouse",
        "--help",
        "--version",
        "--connect-command",
    ),
    *("--registration", "--", "-", "--nothing"),
]
WORDS = [
    *("", " ", "\t", "\n", "\0", ".", "..", "/", "//", "~", "~nosuch", "-1", "0", "1", "3", "1e9"),
    *("k7m2", "zz99", "middle_ages", "era", "knights", "troyes", "deus", "ludo", "MID-5.16", "5"),
    *("Anna", "Anna,Boris", "Anna,bot:greedy", "bot:random,bot:random", ",", "=", "a=b", "layout="),
    *("layout=0,0 3,-2 2,1 5,-1", "list", "ban", "delete", "new-invite-code", "invite-code"),
    *("join", "en", "ru"),
    *("x" * 5000, "漢" * 300, "\x1b[31m", "\x9b31m", "\u202e", "%s", "{0}", "%(prog)s", "🎲"),
    *(
        os.fsdecode(b"\xff\xfe"),
        os.fsdecode(b"caf\xe9"),
        "null",
        "/dev/null",
        "/dev/full",
        "/proc/1",
    ),
    *("SHA256:" + "x" * 43, "GAME", "FOLDER", "PIPE", "NEW"),
]


def search(rng: Random, folder: Path) -> None:
    """Make some calls in a home of their own."""
    match = any_match(rng)
    (folder / "GAME").write_bytes(file_of(match))
    (folder / "FOLDER").mkdir()
    home = folder / "home"
    assert apart(["import", str(folder / "GAME"), "--home", str(home)], folder).code == 0
    before = Path.cwd()
    os.chdir(folder)
    try:
        for _ in range(CALLS):
            words = [rng.choice([rng.choice(COMMANDS), rng.choice(COMMANDS), rng.choice(WORDS)])]
            words += [
                rng.choice(rng.choice([OPTIONS, WORDS, WORDS])) for _ in range(rng.randrange(5))
            ]
            if "simulate" in words or any(word.isdecimal() and int(word) > 99 for word in words):
                words += ["--games", "1", "--jobs", "1"]
            ran = apart([*words, "--home", str(home)], folder, GUILDHALL_HOME=str(home))
            check(ran, words, codes=(0, 1, WRONG_USAGE))
            assert "\x1b" not in ran.out, words
    finally:
        os.chdir(before)
