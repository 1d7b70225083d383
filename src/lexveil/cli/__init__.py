"""The command line: one module per command, and what they print in `output`.

Exit codes: 0 all went well; 1 a file could not be processed, and the line on standard error says why and what
to do; 2 the command was not understood; 3 the leak check stopped an export or found something in a file.
"""

import errno
import io
import sys
from typing import Annotated

import typer

from lexveil import __version__, config
from lexveil.cli.desk import app as desk_app
from lexveil.cli.output import console, failed, one_line, speak
from lexveil.cli.restore import restore
from lexveil.cli.run import run
from lexveil.cli.serve import review, serve
from lexveil.cli.show import check, entities, models, parts, policies_app
from lexveil.cli.users import app as users_app
from lexveil.cli.vault import app as vault_app
from lexveil.errors import LexveilError, OutputError
from lexveil.evaluate.commands import app as evaluate_app

FULL = (errno.ENOSPC, errno.EDQUOT, errno.EIO)  # where the output goes: a full disk, a lost terminal

app = typer.Typer(
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode="markdown",
    pretty_exceptions_enable=False,
    epilog="Exit codes: 0 done, 1 a file could not be processed, 2 wrong usage, 3 stopped by the leak check",
)


def _version(wanted: bool) -> None:
    if wanted:
        console.print(f"lexveil {__version__}", highlight=False)
        raise typer.Exit


@app.callback()
def options(
    _: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Show the version and exit.")
    ] = False,
    messages: Annotated[
        str | None,
        typer.Option(
            "--messages",
            metavar="|".join(config.MESSAGES),
            help="The language of errors, reasons and notes (LEXVEIL_MESSAGES).",
            show_default=False,
        ),
    ] = None,
) -> None:
    """Pseudonymize legal documents: one person, one pseudonym, in the document's own format."""
    with one_line():
        speak(config.messages(messages))


app.command(
    epilog="Example: `lexveil run award.html --metadata case.json --policy arbitration --out published`"
)(run)
app.command(epilog="Example: `lexveil entities award.html --metadata case.json`")(entities)
app.command(epilog="Example: `lexveil parts award.docx`")(parts)
app.command(epilog="Example: `lexveil check published/award.docx --dictionary award.lexveil.json`")(check)
app.command(epilog="Example: `lexveil restore published/award.docx --vault cases.vault`")(restore)
app.command(epilog="Example: `lexveil serve`")(serve)
app.command(epilog="Example: `lexveil review award.docx --policy court-eu`")(review)
app.add_typer(users_app, name="users")
app.add_typer(desk_app, name="desk")
app.add_typer(vault_app, name="vault")
app.add_typer(policies_app, name="policies")
app.command(epilog="Example: `lexveil models`")(models)
app.add_typer(evaluate_app, name="evaluate")


def main() -> None:
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):  # a terminal that lacks a letter shows a question mark
            stream.reconfigure(errors="replace")
    try:
        app()
    except LexveilError as error:
        sys.exit(failed(error).exit_code)
    except OSError as error:
        if error.errno not in FULL:
            raise
        sys.exit(failed(OutputError("cli.output-full", reason=str(error.strerror))).exit_code)
