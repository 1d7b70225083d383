"""`lexveil restore`: the original of a written file, from the vault; of one that was changed, the names.

What counts as proof `pipeline.restoring` says.
"""

from pathlib import Path
from typing import Annotated

import typer

from lexveil import config, formats
from lexveil.cli.output import Steps, one_line, say
from lexveil.cli.vault import KeyFile, PassphraseFile, VaultPath, opened
from lexveil.errors import OutputError, VaultError
from lexveil.formats import disk
from lexveil.pipeline.restoring import proven
from lexveil.store import Vault

LARGER = 4  # times the limit for input: a written file may be larger than its original


Document = Annotated[
    str, typer.Option("--document", metavar="ID", help="The id of the original, doc-…, if several fit.")
]


def restore(
    path: Annotated[Path, typer.Argument(help="A file that `lexveil run` wrote.", show_default=False)],
    vault: VaultPath = None,
    vault_key: KeyFile = None,
    passphrase_file: PassphraseFile = None,
    out: Annotated[Path, typer.Option("--out", "-o", help="Folder for the original.")] = Path("restored"),
    case: Annotated[str, typer.Option("--case", help="The case it belongs to, if several fit.")] = "",
    document: Document = "",
    exact: Annotated[bool, typer.Option("--exact", help="Only as it was; not from an edited file.")] = False,
) -> None:
    with one_line(), opened(vault, vault_key, passphrase_file) as found, Steps(str(path), 2) as steps:
        steps("restoring")
        lines = _restored(found, path, out, case=case, document=document, exact=exact)
    for line in lines:
        say(line)


def _restored(
    vault: Vault, path: Path, out: Path, *, case: str, document: str, exact: bool
) -> tuple[str, ...]:
    """Write the original; what was done, in lines without names."""
    target = out / path.name
    if target.exists() and disk.same(target, path):
        raise OutputError("restore.same-file", path=target)
    data = disk.load(path, max_bytes=LARGER * config.settings().max_bytes)
    found = [each for each in vault.originals(data, case=case) if document in ("", each.document)]
    if found:
        if len({each.data for each in found}) > 1:
            ids = ", ".join(dict.fromkeys(each.document for each in found))
            raise VaultError("restore.several", number=len(found), ids=ids)
        _folder(out)
        disk.save(found[0].data, target)
        return (f"{target} is the original, byte for byte",)
    if exact:
        raise VaultError("restore.not-exact", path=path)
    return _proven(vault, path, target, case=case, document=document)


def _proven(vault: Vault, path: Path, target: Path, *, case: str, document: str) -> tuple[str, ...]:
    """The names in an edited file whose pseudonyms stand for one person of the case only.

    That it belongs to the case somebody must say: anybody's file may speak of a WITNESS_1.
    """
    if document:
        case = next((name for name, each in vault.documents() if each == document), "")
        if not case:
            raise VaultError("restore.no-document", document=document)
    written = formats.read_file(path, config.settings().options)
    if not case:
        known = (vault.known(about.name) for about in vault.cases())
        fitting = sum(bool(proven(written.text, each).replacements) for each in known)
        if not fitting:
            raise VaultError("restore.not-ours", path=path)
        raise VaultError("restore.edited", path=path, count=fitting)
    found = proven(written.text, vault.known(case))
    if not found.replacements:
        raise VaultError("restore.nothing-proven", path=path, number=found.unclear)
    _folder(target.parent)
    formats.write_file(written, found.replacements, target)
    return (
        f"{target} was edited since it was written, so it is not the original: names are put back where a "
        "pseudonym proves them",
        f"  names put back: {len(found.replacements)}, of entities: {found.people}",
        f"  left as they are, for several could be meant: {found.unclear}",
        f"  entities of the case that are not in this file: {found.absent}",
    )


def _folder(path: Path) -> None:
    try:
        path.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise OutputError("restore.folder", path=path, reason=error.strerror) from None
