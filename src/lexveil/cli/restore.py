"""`lexveil restore`: the original of a written file, from the vault; of one that was changed, the names.

A pseudonym in such a file counts as proof if in this case it stood for one entity only, tells entities apart,
and is no word that may be there by chance. Nothing is guessed.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated

import typer
from ahocorasick_rs import AhoCorasick, MatchKind

from lexveil import config, formats
from lexveil.cli.output import Steps, one_line, say
from lexveil.cli.vault import KeyFile, PassphraseFile, VaultPath, opened
from lexveil.errors import OutputError, VaultError
from lexveil.formats import disk
from lexveil.languages import common
from lexveil.model import Replacement
from lexveil.store import Known, Vault
from lexveil.store.case import distinct
from lexveil.text.fold import fold, whole_word

LARGER = 4  # times the limit for input: a written file may be larger than its original
SHORTEST = 4  # characters of a pseudonym that nobody writes by chance


@dataclass(frozen=True, slots=True)
class Proven:
    replacements: tuple[Replacement, ...] = field(repr=False)
    people: int  # entities that are named again
    unclear: int  # places where a pseudonym stands that could mean several, or be an ordinary word
    absent: int  # entities of the case that the text does not name


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


def proven(text: str, known: Iterable[Known]) -> Proven:
    """
    >>> roe = Known("v1", "PERSON", "WITNESS", ("Ann Roe", "Roe"), "WITNESS_1")
    >>> found = proven("WITNESS_1 left; WITNESS_12 stayed.", [roe])
    >>> [(each.start, each.end, each.text) for each in found.replacements]
    [(0, 9, 'Ann Roe')]
    """
    known = tuple(known)
    readings = _readings(known)
    shown = list(readings)
    replacements: list[Replacement] = []
    unclear = 0
    search = AhoCorasick(shown, matchkind=MatchKind.LeftmostLongest)
    for number, start, end in search.find_matches_as_indexes(text) if shown else ():
        if not whole_word(text, start, end):
            continue
        stood = readings[shown[number]]
        if len(stood) == 1 and _telling(shown[number], text[max(0, start - 1) : end + 1]):
            [(entity, name)] = stood.items()
            replacements.append(Replacement(start, end, name, entity))
        else:
            unclear += 1
    met = {each.entity for each in replacements}
    everybody = {entry.entity for entry in known if distinct(entry)}
    return Proven(tuple(replacements), len(met), unclear, len(everybody - met))


def _readings(known: Iterable[Known]) -> dict[str, dict[str, str]]:
    """What stands in the text → entity → its name."""
    found: dict[str, dict[str, str]] = {}
    for entry in known:
        full = entry.forms[0] if entry.forms else ""
        stood: dict[str, set[str]] = {entry.pseudonym: set()}
        for shown, before in entry.written:
            same = shown.lower() == entry.pseudonym.lower()  # a capital at the start of a sentence
            stood.setdefault(entry.pseudonym if same else shown, set()).add(before)
        for shown, forms in stood.items():
            name = min(forms) if len(forms) == 1 else full
            # As `replace.render` writes it: in capitals, at the start of a sentence, as it is.
            cased = {shown.upper(): name.upper(), shown[:1].upper() + shown[1:]: name, shown: name}
            for text, restored in cased.items():
                if text and restored:
                    owners = found.setdefault(text, {})
                    owners.setdefault(entry.entity, restored)
                    if not distinct(entry) or entry.style == "initials":  # others have the same initials
                        owners[""] = ""  # a second owner: never proven
    return found


def _telling(shown: str, around: str) -> bool:
    """Nothing that is there by chance; `around` has the characters beside it, for "[A]ny" is no "[A]"."""
    if shown.isalpha() and common.is_common(fold(shown)):
        return False
    alone = not any(char.isalnum() for char in around.replace(shown, "", 1))
    return len(shown) >= SHORTEST or (shown[0] == "[" and shown[-1] == "]" and alone)
