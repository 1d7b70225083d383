"""`lexveil restore`: the original of a written file, from the vault."""

from pathlib import Path
from typing import Annotated

import typer
from rich.markup import escape

from lexveil import config, formats
from lexveil.cli.output import Steps, console, one_line
from lexveil.cli.vault import KeyFile, PassphraseFile, VaultPath, opened
from lexveil.errors import OutputError, VaultError
from lexveil.formats import disk
from lexveil.store import Original, Vault, edited
from lexveil.store.edited import Proven

LARGER = 4  # times the limit for input: a written file may be larger than its original


def restore(
    path: Annotated[Path, typer.Argument(help="A file that `lexveil run` wrote.", show_default=False)],
    vault: VaultPath = None,
    vault_key: KeyFile = None,
    passphrase_file: PassphraseFile = None,
    out: Annotated[Path, typer.Option("--out", "-o", help="Folder for the original.")] = Path("restored"),
    case: Annotated[str, typer.Option("--case", help="The case it belongs to, if several fit.")] = "",
    document: Annotated[
        str, typer.Option("--document", metavar="ID", help="The id of the original, doc-…, if several fit.")
    ] = "",
    exact: Annotated[bool, typer.Option("--exact", help="Only as it was; not from an edited file.")] = False,
) -> None:
    """Bring back the original of a written file: byte for byte, or, of one that was edited, the names."""
    with one_line(), opened(vault, vault_key, passphrase_file) as found, Steps(str(path), 2) as steps:
        steps("restoring")
        told = _restored(found, path, out, case=case, document=document, exact=exact)
    for line in told:
        console.print(escape(line), highlight=False, soft_wrap=True)


def _restored(
    vault: Vault, path: Path, out: Path, *, case: str, document: str, exact: bool
) -> tuple[str, ...]:
    """Write the original; what was done, in lines without names."""
    target = out / path.name
    if target.exists() and disk.same(target, path):
        raise OutputError(f"'{target}' is the written file itself: choose another folder with --out")
    data = disk.load(path, max_bytes=LARGER * config.settings().max_bytes)
    found = [each for each in vault.originals(data, case=case) if document in ("", each.document)]
    if found:
        _folder(out)
        disk.save(_one(found), target)
        return (f"{target} is the original, byte for byte",)
    if exact:
        raise VaultError(f"'{path}' is not as it was written with this vault, so its original is not known")
    return _proven(vault, path, target, case=case, document=document)


def _one(found: list[Original]) -> bytes:
    if len({each.data for each in found}) > 1:
        ids = ", ".join(dict.fromkeys(each.document for each in found))
        raise VaultError(
            f"{len(found)} originals gave this very file ({ids}): name one with --document, or its --case"
        )
    return found[0].data


def _proven(vault: Vault, path: Path, target: Path, *, case: str, document: str) -> tuple[str, ...]:
    """The names in an edited file whose pseudonyms stand for one person of the case only.

    That it belongs to the case somebody must say: anybody's file may speak of a WITNESS_1.
    """
    if document:
        case = next((name for name, each in vault.documents() if each == document), "")
        if not case:
            raise VaultError(f"the vault has no document '{document}': `lexveil run` reports the ids")
    written = formats.read_file(path, config.settings().options)
    if not case:
        raise _nameless(vault, path, written.text)
    found = edited.proven(written.text, vault.known(case))
    if not found.replacements:
        raise VaultError(
            f"'{path}' holds no pseudonym that proves a name of this case; places where several fit: "
            f"{found.unclear}"
        )
    _folder(target.parent)
    formats.write_file(written, found.replacements, target)
    return _told(found, target)


def _nameless(vault: Vault, path: Path, text: str) -> VaultError:
    fitting = sum(bool(edited.proven(text, vault.known(about.name)).replacements) for about in vault.cases())
    if not fitting:
        return VaultError(
            f"'{path}' was not written with this vault: it is no file of it, and holds none of its pseudonyms"
        )
    return VaultError(
        f"'{path}' is not as this vault wrote it, though pseudonyms of {fitting} of its cases stand in it: "
        "if it was edited, name its case with --case, or its original with --document"
    )


def _told(found: Proven, target: Path) -> tuple[str, ...]:
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
        raise OutputError(f"cannot write into '{path}' ({error.strerror}): choose another --out") from None
