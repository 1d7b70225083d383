"""The command line: one module per command, loaded when it is asked for, and what they print in `output`.

Exit codes: 0 all went well; 1 a file could not be processed, and the line on standard error says why and what
to do; 2 the command was not understood; 3 the leak check stopped an export or found something in a file; 4
all was written, but places or warnings are listed that somebody must look at before it is published.
"""

import io
import os
import sys
from collections.abc import Mapping
from importlib import import_module
from pathlib import Path
from typing import Annotated, Any, NamedTuple

import typer
from typer.core import TyperCommand, TyperGroup

from lexveil import __version__

PLAIN: Any = {"add_completion": False, "rich_markup_mode": "markdown", "pretty_exceptions_enable": False}


class Command(NamedTuple):
    place: str  # module:attribute, a function or a Typer with commands of its own
    help: str
    example: str = ""


COMMANDS: Mapping[str, Command] = {
    "run": Command("lexveil.cli.run:run",
        "Pseudonymize documents and write them, in their own format, into a folder.",
        "lexveil run award.html --metadata case.json --policy arbitration --out published"),
    "batch": Command("lexveil.cli.batch:batch",
        "Pseudonymize a corpus: folders, tables and archives, over the cores of a machine or a cluster.",
        "lexveil batch archive/ corpus.jsonl --out published --workers 8"),
    "entities": Command("lexveil.cli.show:entities",
        "Show who and what was found, as a table. It prints the real names.",
        "lexveil entities award.html --metadata case.json"),
    "parts": Command("lexveil.cli.show:parts",
        "Show the parts of a file: what is read, what is cleaned or kept, and what stops an export.",
        "lexveil parts award.docx"),
    "check": Command("lexveil.cli.show:check",
        "Search a written file for everything that had to go. It prints places, never names.",
        "lexveil check published/award.docx --dictionary published-dictionary/award.lexveil.json"),
    "attack": Command("lexveil.cli.attack:attack",
        "Try to find people in published documents: how well are they hidden?",
        "lexveil attack published/*.docx --knowledge register.jsonl"),
    "publish": Command("lexveil.cli.publish:publish",
        "Publish decisions as linked data, as Akoma Ntoso and as a site of static pages.",
        "lexveil publish decisions/*.docx --base https://example.org/decisions --out site"),
    "restore": Command("lexveil.cli.restore:restore",
        "Bring back the original of a written file: byte for byte, or, of one that was edited, the names.",
        "lexveil restore published/award.docx --vault cases.vault"),
    "serve": Command("lexveil.cli.serve:serve",
        "Review documents in the browser: a page and a REST service, on this machine alone by default.",
        "lexveil serve"),
    "review": Command("lexveil.cli.serve:review",
        "Open documents in the page: the service that runs already takes them, or one is started for them.",
        "lexveil review award.docx --policy court-eu"),
    "examples": Command("lexveil.cli.examples:examples",
        "List the fictional documents that come with Lexveil, or copy them with their gold.",
        "lexveil examples dom-sv.txt --out try"),
    "models": Command("lexveil.cli.show:models",
        "List the neural detectors inside the package, each with a summary of its card.", "lexveil models"),
    "diff": Command("lexveil.cli.diff:diff",
        "Show what was replaced between a document and its twin. It prints the real names.",
        "lexveil diff award.html published/award.html"),
    "doctor": Command("lexveil.cli.doctor:doctor",
        "Show what is installed, what is missing, what that is for and how to get it.", "lexveil doctor"),
    "completion": Command("lexveil.cli.completion:completion",
        "Print the script that makes a shell complete commands and options.",
        "lexveil completion bash >> ~/.bashrc"),
    "users": Command("lexveil.cli.users:app", "The accounts of the service: who may log in, and as what."),
    "desk": Command("lexveil.cli.desk:app", "The database of the service."),
    "vault": Command("lexveil.cli.vault:app", "The vault: pseudonyms kept over time, under a key."),
    "policies": Command("lexveil.cli.show:policies_app", "List the policies, show one, or check your own."),
    "annotations": Command("lexveil.cli.annotations:app",
        "Annotations of other tools: convert them, or propose some."),
    "evaluate": Command("lexveil.evaluate.commands:app", "Measure against documents marked by hand."),
}  # fmt: skip


class Commands(TyperGroup):
    """Lists the commands without loading them: the help shows at once."""

    def list_commands(self, ctx: Any) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        known = COMMANDS.get(cmd_name)
        return TyperCommand(cmd_name, help=known.help, short_help=known.help) if known else None

    def resolve_command(self, ctx: Any, args: list[str]) -> tuple[str | None, Any, list[str]]:
        name, found, rest = super().resolve_command(ctx, args)
        if not name or not found:
            return name, found, rest
        command = loaded(name)
        if not ctx.resilient_parsing:  # nobody who only wants a word completed
            ctx.default_map = _defaults(ctx, name, command)
        return name, command, rest


def _defaults(ctx: Any, name: str, command: Any) -> dict[str, Any]:
    """What the settings file says of the command; its settings hold from here on."""
    from lexveil.cli import settings_file
    from lexveil.cli.output import one_line

    with one_line():
        path = ctx.params.get("config")
        table = settings_file.read(path, COMMANDS).get(name)
        return {name: settings_file.options_of(command, table, path)} if table else {}


def loaded(name: str) -> Any:
    """The command itself, as click has it."""
    known = COMMANDS[name]
    module, _, attribute = known.place.partition(":")
    found = getattr(import_module(module), attribute)
    if isinstance(found, typer.Typer):
        command: Any = typer.main.get_group(found)
    else:
        alone = typer.Typer(**PLAIN)
        help_ = None if found.__doc__ else known.help
        alone.command(name, help=help_, epilog=f"Example: `{known.example}`")(found)
        command = typer.main.get_command(alone)
    command.name = name
    return command


app = typer.Typer(
    **{**PLAIN, "rich_markup_mode": None},  # the list of commands, at once: drawing boxes takes twice as long
    cls=Commands,
    no_args_is_help=True,
    epilog="Exit codes: 0 done, 1 a file could not be processed, 2 wrong usage, 3 stopped by the leak check, "
    "4 written, and somebody must look at it before it is published",
)


def _version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"lexveil {__version__}")
        raise typer.Exit


_VERSION = typer.Option("--version", callback=_version, is_eager=True, help="Show the version and exit.")
_LANGUAGE = "The language of errors, reasons and notes (LEXVEIL_MESSAGES)."
_MESSAGES = typer.Option("--messages", metavar="LANGUAGE", help=_LANGUAGE, show_default=False)
_FILE = "Settings and options, a TOML file. Default: lexveil.toml in this folder, if it is there."
_CONFIG = typer.Option("--config", metavar="FILE", help=_FILE, show_default=False)


@app.callback()
def _options(
    _: Annotated[bool, _VERSION] = False,
    messages: Annotated[str | None, _MESSAGES] = None,
    config: Annotated[Path | None, _CONFIG] = None,
) -> None:
    """Pseudonymize legal documents: one person, one pseudonym, in the document's own format."""
    from lexveil.cli.output import hush, one_line, speak
    from lexveil.config import messages as language

    hush(False)
    with one_line():
        speak(language(messages))


def main() -> None:
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):  # a terminal that lacks a letter shows a question mark
            stream.reconfigure(errors="replace")
    if "_LEXVEIL_COMPLETE" in os.environ:  # a shell asks what could come next
        from typer import completion

        vars(completion)["completion_init"]()
    try:
        app()
    except Exception as error:
        from lexveil.cli.output import failed
        from lexveil.errors import FULL, LexveilError, OutputError

        if isinstance(error, OSError) and error.errno in FULL:
            error = OutputError("cli.output-full", reason=str(error.strerror))
        if not isinstance(error, LexveilError):
            raise
        sys.exit(failed(error).exit_code)
