"""The desk that `lexveil serve` works on: which database, under which key. For every command about it."""

from pathlib import Path
from typing import Annotated

import typer

from lexveil import config
from lexveil.cli.output import errors
from lexveil.cli.vault import key as given_key
from lexveil.errors import VaultError
from lexveil.store.desk import Desk, open_desk
from lexveil.store.desk.desk import POSTGRES
from lexveil.store.keys import Key, key_file, new_key_file

FILE, KEY = "desk.sqlite", "desk.key"

Database = Annotated[
    str | None,
    typer.Option("--database", metavar="PATH|URL", help="A file for SQLite, or postgresql://… ."),
]


def opened_desk(database: str | None, vault_key: Path | None, passphrase_file: Path | None) -> Desk:
    """The database that the options or the environment name; else one in the user's data folder, under a key
    in a file beside it that only the user can read."""
    url = database or config.service().database or str(config.data_folder() / FILE)
    remote = url.startswith(POSTGRES)
    folder = config.data_folder() if remote else Path(url).absolute().parent
    new = not remote and not Path(url).exists()
    if new or remote:
        _private(folder)
    return open_desk(url, _key(folder, vault_key, passphrase_file, new=new or remote))


def _key(folder: Path, vault_key: Path | None, passphrase_file: Path | None, *, new: bool) -> Key:
    settings = config.settings()
    if vault_key or passphrase_file or settings.vault_key or settings.vault_passphrase:
        return given_key(vault_key, passphrase_file, new=new)
    path = folder / KEY
    if not path.exists():
        if not new:
            raise VaultError(
                f"the database is there, but its key '{path}' is not: give --vault-key FILE or "
                "--passphrase-file FILE"
            )
        new_key_file(path)
        told = f"a new key is in {path}: whoever has it and the database can read the documents; keep a copy"
        errors.print(f"lexveil: {told}", markup=False)
    return key_file(path)


def _private(folder: Path) -> None:
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise VaultError(f"'{folder}' cannot be made ({error.strerror}): choose another --database") from None
