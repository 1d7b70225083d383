"""`lexveil users`: who may log in to the service, told on the machine it runs on.

The first administrator is made here; everybody else can be added in the page. A password is asked for on the
terminal or read from a file, never taken from the command line, where others could see it.
"""

import sys
from pathlib import Path
from typing import Annotated

import typer
from rich.markup import escape

from lexveil.cli.desk import Database, audit_entry, opened_desk
from lexveil.cli.output import one_line, say, show_table
from lexveil.cli.vault import KeyFile, PassphraseFile
from lexveil.errors import LexveilError
from lexveil.service import users
from lexveil.service.callers import LOCAL, REVIEWER, ROLES

app = typer.Typer(no_args_is_help=True, help="The accounts of the service: who may log in, and as what.")

LONGEST_FILE = 8192
Name = Annotated[str, typer.Argument(metavar="NAME", help="The name of the user.", show_default=False)]
Role = Annotated[str, typer.Option("--role", metavar="|".join(ROLES), help="What the user may do.")]
_file = "The password, in a file; else it is asked for."
PasswordFile = Annotated[Path | None, typer.Option("--password-file", metavar="FILE", help=_file)]


@app.command(epilog="Example: `lexveil users add ada --role administrator`")
def add(
    name: Name,
    role: Role = REVIEWER,
    password_file: PasswordFile = None,
    database: Database = None,
    vault_key: KeyFile = None,
    passphrase_file: PassphraseFile = None,
) -> None:
    """Add a user, such as the first administrator."""
    with one_line(), opened_desk(database, vault_key, passphrase_file) as desk:
        users.possible_new(desk, name, role)  # before anybody thinks of a password
        entry = audit_entry("user created", role=role)
        made = users.add(desk, name, _password(password_file), role, audit=entry)
    say(f"{made.name} can log in as {made.role}: start the service with `lexveil serve --accounts`")


@app.command("list", epilog="Example: `lexveil users list`")
def list_(
    database: Database = None, vault_key: KeyFile = None, passphrase_file: PassphraseFile = None
) -> None:
    """List the users."""
    with one_line(), opened_desk(database, vault_key, passphrase_file, create=False) as desk:
        found = users.people(desk)
    rows = (
        (escape(user.name), user.role, "yes" if user.active else "no", str(user.failed), user.created[:10])
        for user in found
    )
    show_table(("name", "role", "active", "failed logins", "since"), rows)


@app.command(epilog="Example: `lexveil users password ada`")
def password(
    name: Name,
    password_file: PasswordFile = None,
    database: Database = None,
    vault_key: KeyFile = None,
    passphrase_file: PassphraseFile = None,
) -> None:
    """Give a user a new password, and access again after too many wrong ones. All their sessions end."""
    with one_line(), opened_desk(database, vault_key, passphrase_file, create=False) as desk:
        user = desk.user_named(name) if users.possible(name) else None
        if user is None or user.name == LOCAL:
            raise LexveilError("users.none-named")
        new = _password(password_file)
        users.check_password(new, user.name)
        entry, hash_ = (
            audit_entry("user changed", user=user.id, password=1, unlock=1),
            users.password_hash(new),
        )
        desk.change_user(user.id, password_hash=hash_, active=True, failed=0, locked_until="", audit=entry)
        desk.end_sessions(user.id)
    say(f"{user.name} logs in with the new password; all sessions are ended")


def _password(path: Path | None) -> str:
    if path is not None:
        try:
            with path.open("rb") as file:
                return file.read(LONGEST_FILE).decode("utf8").strip("\r\n")
        except OSError as error:
            raise LexveilError("users.file-unreadable", path=path, reason=error.strerror) from None
        except UnicodeDecodeError:
            raise LexveilError("users.file-not-utf8", path=path) from None
    if not sys.stdin.isatty():
        raise LexveilError("users.no-terminal")
    return str(typer.prompt("Password", hide_input=True, confirmation_prompt=True, err=True))
