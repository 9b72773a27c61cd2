"""The command line, which runs a command and reports errors in one sentence."""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Callable, Sequence
from importlib import import_module
from types import SimpleNamespace
from typing import TYPE_CHECKING, Final

from attrs import evolve

from engine.errors import GuildhallError, WrongUsage
from engine.i18n.language import LANGUAGES, Translator, is_compiled, preferred_language
from engine.i18n.text import Text, words
from screens.exit_codes import BROKEN_PIPE, FAILED, INTERRUPTED, WRONG_USAGE
from tui.streams import close_streams, prepare, print_error, silence
from tui.user_paths import STORE, UserPaths

if TYPE_CHECKING:
    from argparse import Namespace

    from tui.cli.context import CommandContext

NOT_COMPILED: Final = words(
    "The messages in this language have not been compiled. In a checkout, run “python messages.py "
    "compile”."
)


def run(arguments: Sequence[str]) -> int:
    """Run a command line and return the exit code.

    0: success. 1: failure, in most cases with one sentence on stderr. 2: wrong usage. 130:
    interrupted. 141: the reader of stdout is gone.
    """
    prepare()
    try:
        return _run_or_complain(arguments)
    finally:
        close_streams(sys.stdout, sys.stderr)


def _run_or_complain(arguments: Sequence[str]) -> int:
    translator = Translator(_language(arguments))
    try:
        code = _run(arguments, translator)
        sys.stdout.flush()
    except GuildhallError as error:
        from engine.storage.match_file import sentence

        print_error(translator, sentence(error))
        return WRONG_USAGE if isinstance(error, WrongUsage) else FAILED
    except BrokenPipeError:
        silence(sys.stdout)
        return BROKEN_PIPE
    except KeyboardInterrupt:
        return INTERRUPTED
    except OSError as error:
        silence(sys.stdout)
        print_error(
            translator, words("The command failed: {reason}.", reason=error.strerror or str(error))
        )
        return FAILED
    except Exception:
        print_error(translator, _crash_message(arguments))
        return FAILED
    return code


def _crash_message(arguments: Sequence[str]) -> Text:
    """Log the current exception, and return a message about the crash. `arguments` may name the
    folder of the log."""
    import traceback

    from screens.error_log import log_error

    try:
        paths = UserPaths.of(_option_value(arguments, "--home"))
        log_error(paths.log, traceback.format_exc())
    except (OSError, GuildhallError):
        return words("Guildhall has crashed. Your games are safe.")
    return words(
        "Guildhall has crashed. Your games are safe. The details are in {log}.", log=str(paths.log)
    )


def _run(arguments: Sequence[str], translator: Translator) -> int:
    try:
        args = _parsed(arguments, translator)
    except SystemExit as end:
        return end.code if isinstance(end.code, int) else FAILED
    from tui import settings_file

    if hasattr(args, "database"):
        os.environ[STORE] = args.database
    paths = UserPaths.of(getattr(args, "home", None))
    preferences, complaint = settings_file.read(paths.settings)
    overrides = {
        key: getattr(args, key)
        for key in ("theme", "colours", "glyphs", "mouse")
        if hasattr(args, key)
    }
    if hasattr(args, "lang"):
        overrides["language"] = args.lang
    preferences = evolve(preferences, **overrides)
    translator = Translator(preferences.language)
    if complaint is not None and not getattr(args, "discreet", False):
        print_error(translator, complaint)
    if not is_compiled(translator.language):
        print_error(translator, NOT_COMPILED)
    from tui.cli.context import CommandContext

    module, _, function = args.run.partition(":")
    command: Callable[[CommandContext, Namespace | SimpleNamespace], int]
    command = getattr(import_module(module), function)
    if getattr(args, "program", None):
        from tui.external_bots import admit

        admit(args.program)
    context = CommandContext(paths, preferences, translator, drafts=getattr(args, "drafts", False))
    gc.freeze()
    gc.enable()
    try:
        code = command(context, args)
        if context.only_read is not None:
            sys.stdout.flush()
            print_error(translator, context.only_read)
        return code
    finally:
        context.close()


def _parsed(arguments: Sequence[str], translator: Translator) -> Namespace | SimpleNamespace:
    """Parse the arguments. Without any, the result runs the menu. Raises SystemExit after the help
    or the version has been printed, and on wrong usage."""
    if not arguments:
        return SimpleNamespace(run="tui.cli.screen_commands:menu")
    from tui.cli.parser.build_parser import build_parser

    return build_parser(translator).parse_args(arguments)


def _language(arguments: Sequence[str]) -> str:
    """Return the language that `--lang` in the unparsed `arguments` chooses, or the user's
    preferred language if there is no valid `--lang`."""
    language = _option_value(arguments, "--lang")
    return language if language in LANGUAGES else preferred_language()


def _option_value(arguments: Sequence[str], option: str) -> str | None:
    """Return the first value of `option` in the unparsed `arguments`; None if the option is not
    given or has no value."""
    for at, argument in enumerate(arguments):
        name, equals, value = argument.partition("=")
        if name == option:
            return value if equals else next(iter(arguments[at + 1 :]), None)
    return None
