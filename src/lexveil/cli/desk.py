"""The desk that `lexveil serve` works on: which database, under which key, for every command about it; and
`lexveil desk rotate-key`.

Where no key is named there is one in a file beside the database. Its change is a change of that file too: the
new key waits beside it until the database has taken it, so that whatever stops the change, one of the two
opens the database and the same command again brings it to its end.
"""

import itertools
import os
from pathlib import Path
from typing import Annotated

import typer

from lexveil import config
from lexveil.cli.output import errors, one_line, say, worded
from lexveil.cli.vault import KeyFile, NewKeyFile, NewPassphraseFile, PassphraseFile, write_new
from lexveil.cli.vault import key as given_key
from lexveil.errors import VaultError
from lexveil.store.desk import Audit, Desk, open_desk, rotate
from lexveil.store.desk.setup import POSTGRES
from lexveil.store.keys import Key, key_file, new_key_file

app = typer.Typer(no_args_is_help=True, help="The database of the service.")

FILE, KEY, NEXT = "desk.sqlite", "desk.key", "desk.key.new"
OTHERS = 0o077  # in the mode of a file: whatever anybody but its owner may do

Database = Annotated[
    str | None, typer.Option("--database", metavar="PATH|URL", help="A file for SQLite, or postgresql://… .")
]


def opened_desk(
    database: str | None, vault_key: Path | None, passphrase_file: Path | None, *, create: bool = True
) -> Desk:
    """The database that the options or the environment name; else one in the user's data folder, under a key
    in a file beside it that only the user can read. `create`: it is made where there is none."""
    url, folder = _where(database)
    remote = url.startswith(POSTGRES)
    if "://" in url and not remote:  # before a folder of that name is made
        raise VaultError("desk.address")
    new = not remote and not _exists(Path(url))
    if new and not create:
        raise VaultError("desk.none-yet", path=url)
    if new or remote:
        try:
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        except OSError as error:
            raise VaultError("desk.folder-not-made", path=folder, reason=error.strerror) from None
    key = _key(folder, vault_key, passphrase_file, new=new or remote)
    try:
        return open_desk(url, key, folder=folder)
    except VaultError:  # a wrong key
        if _named(vault_key, passphrase_file) or not _exists(folder / NEXT):
            raise
        raise VaultError("desk.key-change-stopped") from None


@app.command("rotate-key", epilog="Example: `lexveil desk rotate-key --new-vault-key new.key`")
def rotate_key(
    new_vault_key: NewKeyFile = None,
    new_passphrase_file: NewPassphraseFile = None,
    database: Database = None,
    vault_key: KeyFile = None,
    passphrase_file: PassphraseFile = None,
) -> None:
    """Change the key of the service's database, with the service stopped: everything is encrypted anew, and
    the old key opens nothing any more. Without any key named: that of the file beside the database."""
    with one_line():
        url, folder = _where(database)
        if not url.startswith(POSTGRES):
            _exists(Path(url))
        if _named(vault_key, passphrase_file) or new_vault_key or new_passphrase_file:
            old = _key(folder, vault_key, passphrase_file, new=False)
            new = given_key(new_vault_key, new_passphrase_file, new=True, environment=False)
            rotate(url, old, new, entry=audit_entry("key changed"), folder=folder)
            advice = "start the service with it"
        else:
            advice = _rotate_beside(url, folder)
    say(worded("cli.database-new-key"))
    say(advice)


def _rotate_beside(url: str, folder: Path) -> str:
    """Where the keys are now. The old one stays: another database, or a copy, may still need it."""
    path, fresh = folder / KEY, folder / NEXT
    if not _exists(path):
        raise VaultError("desk.no-key-file", path=path)
    if not _exists(fresh):
        new_key_file(fresh)
    rotate(url, key_file(path), key_file(fresh), entry=audit_entry("key changed"), folder=folder)
    names = (path.with_name(f"{KEY}.old{number}") for number in itertools.count(1))
    try:
        old = next(each for each in names if not _exists(each))
        write_new(old, path.read_bytes())
        fresh.replace(path)
    except OSError as error:
        raise VaultError("desk.key-to-rename", path=fresh, name=KEY, reason=error.strerror) from None
    return f"its new key is in {path}, the old one in {old}: delete that once no copy needs it"


def _exists(path: Path) -> bool:
    """Whether there is such a file; a folder that nobody lets us into is an error, not an absence."""
    try:
        return path.exists()
    except OSError as error:
        raise VaultError("desk.unreached", path=path, reason=error.strerror) from None


def audit_entry(kind: str, **details: str | int) -> Audit:
    from lexveil.service import audit  # brings the web framework along, which no other command needs

    return audit.entry(None, kind, **details)


def _where(database: str | None) -> tuple[str, Path]:
    """The address of the database, and the folder of its key."""
    url = database or config.service().database or str(config.data_folder() / FILE)
    return url, config.data_folder() if url.startswith(POSTGRES) else Path(url).absolute().parent


def _named(vault_key: Path | None, passphrase_file: Path | None) -> bool:
    """Whether somebody says which key it is."""
    secrets = config.secrets()
    return bool(vault_key or passphrase_file or secrets.vault_key or secrets.vault_passphrase)


def _key(folder: Path, vault_key: Path | None, passphrase_file: Path | None, *, new: bool) -> Key:
    if _named(vault_key, passphrase_file):
        return given_key(vault_key, passphrase_file, new=new)
    path = folder / KEY
    if not _exists(path):
        if not new:
            raise VaultError("desk.key-gone", path=path)
        new_key_file(path)
        told = f"a new key is in {path}: whoever has it and the database can read the documents; keep a copy"
        errors.print(f"lexveil: {told}", markup=False)
    key = key_file(path)
    if os.name == "posix" and path.stat().st_mode & OTHERS:
        told = f"others can read the key in {path}: take that from them (chmod 600)"
        errors.print(f"lexveil: {told}", markup=False)
    return key
