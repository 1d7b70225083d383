"""`lexveil vault`: what is in a vault, its key, and forgetting somebody; and how every command opens one."""

import csv
import io
import os
import sys
from functools import partial
from pathlib import Path
from typing import Annotated

import typer
from rich.markup import escape
from rich.table import Column

from lexveil import config
from lexveil.cli.output import one_line, say, show_table, worded
from lexveil.errors import VaultError
from lexveil.store import Key, Vault, change_key, keys, open_vault
from lexveil.store import forget as forget_entities

app = typer.Typer(no_args_is_help=True, help="The vault: pseudonyms kept over time, under a key.")

_option = partial(typer.Option, rich_help_panel="Vault")
_file = partial(typer.Option, metavar="FILE")
VaultPath = Annotated[Path | None, _option("--vault", help="The file of the vault (LEXVEIL_VAULT).")]
_key = "The vault's key, in a file of its own."
KeyFile = Annotated[Path | None, _option("--vault-key", metavar="FILE", help=_key)]
_phrase = "The vault's passphrase, in a file."
PassphraseFile = Annotated[Path | None, _option("--passphrase-file", metavar="FILE", help=_phrase)]
NewKeyFile = Annotated[Path | None, _file("--new-vault-key", help="The new key, in a file.")]
NewPassphraseFile = Annotated[Path | None, _file("--new-passphrase-file", help="The new passphrase.")]
CaseName = Annotated[str, typer.Argument(metavar="CASE", help="The name of a case.", show_default=False)]
CsvFile = Annotated[Path, _file("--csv", help="A new file for the table.", show_default=False)]
_somebody = "A name as it is written in a document, or an id of `show`."
Somebody = Annotated[str, typer.Argument(help=_somebody, show_default=False)]


def opened(
    vault: Path | None, key_file: Path | None, passphrase_file: Path | None, *, create: bool = False
) -> Vault:
    """The vault that the options or the environment name; a passphrase is asked for on a terminal."""
    path = vault or Path(config.settings().vault)
    if path == Path():
        raise VaultError("vault.which")
    try:
        there = path.exists()
    except OSError as error:
        raise VaultError("vault.unopened", path=path, reason=error.strerror) from None
    if not create and not there:  # before anybody is asked for a passphrase
        raise VaultError("vault.none", path=path)
    return open_vault(path, key(key_file, passphrase_file, new=create and not there), create=create)


def key(
    key_file: Path | None, passphrase_file: Path | None, *, new: bool = False, environment: bool = True
) -> Key:
    if key_file and passphrase_file:
        raise VaultError("vault.two-keys")
    if key_file:
        return keys.key_file(key_file)
    if passphrase_file:
        return keys.passphrase_file(passphrase_file)
    secrets = config.secrets() if environment else config.Secrets()
    if secrets.vault_key:
        return keys.random_key(secrets.vault_key)
    if secrets.vault_passphrase:
        return keys.passphrase(secrets.vault_passphrase)
    if not sys.stdin.isatty():
        raise VaultError("vault.no-key" if environment else "vault.no-new-key")
    asked = "New passphrase for the vault" if new else "Passphrase of the vault"
    return keys.passphrase(typer.prompt(asked, hide_input=True, confirmation_prompt=new, err=True))


@app.command("list", epilog="Example: `lexveil vault list --vault cases.vault`")
def list_(vault: VaultPath = None, vault_key: KeyFile = None, passphrase_file: PassphraseFile = None) -> None:
    """List the cases: how many entities and documents each has, and since when. No names of people."""
    with one_line(), opened(vault, vault_key, passphrase_file) as found:
        cases = found.cases()
    rows = (
        (escape(case.name), str(case.entries), str(case.documents), case.created[:10], case.changed[:10])
        for case in cases
    )
    show_table((Column("case", overflow="fold"), "entries", "documents", "created", "changed"), rows)


@app.command(epilog="Example: `lexveil vault show 'Quellmark v. Torvund' --vault cases.vault`")
def show(
    case: CaseName, vault: VaultPath = None, vault_key: KeyFile = None, passphrase_file: PassphraseFile = None
) -> None:
    """Show who stands behind the pseudonyms of a case. It prints the real names."""
    with one_line(), opened(vault, vault_key, passphrase_file) as found:
        known = found.known(case)
    told = ((each, escape(each.pseudonym), escape(" · ".join(each.forms))) for each in known)
    rows = ((name, each.category, each.role, each.style, each.entity, forms) for each, name, forms in told)
    show_table(("pseudonym", "category", "role", "style", "id", Column("forms", overflow="fold")), rows)


@app.command(epilog="Example: `lexveil vault export 'Quellmark v. Torvund' --csv names.csv`")
def export(
    case: CaseName,
    csv_file: CsvFile,
    vault: VaultPath = None,
    vault_key: KeyFile = None,
    passphrase_file: PassphraseFile = None,
) -> None:
    """Write who stands behind the pseudonyms of a case into a CSV file, which only you can read."""
    with one_line():
        with opened(vault, vault_key, passphrase_file) as found:
            known = found.known(case)
        made = io.StringIO()
        table = csv.writer(made)
        table.writerow(["entity", "category", "role", "style", "pseudonym", "name", "other forms"])
        for each in known:
            name, *others = each.forms or ("",)
            who = [each.entity, each.category, each.role, each.style, each.pseudonym]
            table.writerow([*who, name, " | ".join(others)])
        try:
            write_new(csv_file, made.getvalue().encode())
        except FileExistsError:
            raise VaultError("vault.export-exists", path=csv_file) from None
        except OSError as error:
            raise VaultError("key.unwritten", path=csv_file, reason=error.strerror) from None
    say(worded("cli.csv-apart", file=csv_file, number=len(known)))


def write_new(path: Path, data: bytes) -> None:
    """A file that was not there and only the user can read; no part of one where the disk is full."""
    handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
    except OSError:
        path.unlink(missing_ok=True)
        raise


@app.command(epilog="Example: `lexveil vault forget 'Ivo Lundgren' --vault cases.vault`")
def forget(
    entity: Somebody,
    case: Annotated[str, typer.Option("--case", help="Only in this case.")] = "",
    everyone: Annotated[bool, typer.Option("--all", help="All who bear the name, in all cases.")] = False,
    yes: Annotated[bool, typer.Option("--yes", help="Do not ask.")] = False,
    vault: VaultPath = None,
    vault_key: KeyFile = None,
    passphrase_file: PassphraseFile = None,
) -> None:
    """Erase somebody: names, forms, and what could restore the documents that name them. For good."""
    with one_line(), opened(vault, vault_key, passphrase_file) as found:
        meant = _meant(found, entity, case, everyone=everyone)
        if not yes and not sys.stdin.isatty():
            raise VaultError("vault.forget-yes")
        if not yes and not typer.confirm(f"Erase {len(meant)} for good?", err=True):
            raise typer.Abort
        dropped = forget_entities(found, meant)
    say(f"forgotten: {len(meant)}; documents that can no longer be restored: {dropped}")
    say(worded("cli.forgotten-elsewhere"))


def _meant(vault: Vault, entity: str, case: str, *, everyone: bool) -> list[tuple[str, str]]:
    """The entity of this id, or those who are written so."""
    by_id = vault.case_of(entity)
    found = [(by_id, entity)] if by_id else list(vault.find(entity))
    found = [each for each in found if not case or each[0] == " ".join(case.split())]
    if not found:
        raise VaultError("vault.nobody-so")
    if len(found) > 1 and not everyone:
        ids = ", ".join(each for _, each in found[:6])
        raise VaultError("vault.several-so", number=len(found), ids=ids)
    return found


@app.command("rotate-key", epilog="Example: `lexveil vault rotate-key --new-vault-key new.key`")
def rotate_key(
    new_vault_key: NewKeyFile = None,
    new_passphrase_file: NewPassphraseFile = None,
    vault: VaultPath = None,
    vault_key: KeyFile = None,
    passphrase_file: PassphraseFile = None,
) -> None:
    """Change the key: everything is encrypted anew, and the old key opens nothing any more."""
    with one_line(), opened(vault, vault_key, passphrase_file) as found:
        change_key(found, key(new_vault_key, new_passphrase_file, new=True, environment=False))
    say(worded("cli.vault-new-key"))


@app.command("new-key", epilog="Example: `lexveil vault new-key vault.key`")
def new_key(path: Annotated[Path, typer.Argument(metavar="FILE", help="A new file.")]) -> None:
    """Make a key for a vault: 32 random bytes in a file that only you can read."""
    with one_line():
        keys.new_key_file(path)
    say(f"{path} opens what is locked with it, and nothing else does: keep a copy in a safe place")
