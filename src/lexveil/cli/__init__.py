"""The command line: one module per command, and what they print in `output`.

Exit codes: 0 all went well; 1 a file could not be processed, and the line on standard error says why and what
to do; 2 the command was not understood; 3 the leak check stopped an export or found something in a file.
"""

import sys

import typer

from lexveil.cli.check import check
from lexveil.cli.entities import entities
from lexveil.cli.output import failed
from lexveil.cli.parts import parts
from lexveil.cli.policies import app as policies_app
from lexveil.cli.policies import models
from lexveil.cli.restore import restore
from lexveil.cli.run import run
from lexveil.cli.serve import review, serve
from lexveil.cli.users import app as users_app
from lexveil.cli.vault import app as vault_app
from lexveil.errors import LexveilError
from lexveil.evaluate.commands import app as evaluate_app

app = typer.Typer(
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode="markdown",
    pretty_exceptions_enable=False,
    help="Pseudonymize legal documents: one person, one pseudonym, in the document's own format.",
    epilog="Exit codes: 0 done, 1 a file could not be processed, 2 wrong usage, 3 stopped by the leak check",
)
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
app.add_typer(vault_app, name="vault")
app.add_typer(policies_app, name="policies")
app.command(epilog="Example: `lexveil models`")(models)
app.add_typer(evaluate_app, name="evaluate")


def main() -> None:
    try:
        app()
    except LexveilError as error:
        sys.exit(failed(error).exit_code)
