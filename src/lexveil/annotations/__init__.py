"""Annotated documents from other tools, and for them: a row in `FORMATS` and a module for each format.

What they all are in between is `evaluate.gold.Gold`: a text and its mentions, in characters. A format that
cannot hold something (a role, who is the same) drops it, and `HOLDS` says so; what it holds comes back.
"""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple, cast

from lexveil.config import settings
from lexveil.errors import InputError, OutputError, explained
from lexveil.evaluate.gold import Gold
from lexveil.formats import disk
from lexveil.pipeline.files import Staging
from lexveil.registry import load

Files = Mapping[str, bytes]  # by name, without folders


class Format(NamedTuple):
    """`read` and `write` know no path: files in, documents out, and back. `suffix` is that of its files; of a
    format whose documents are files of their own `apart` is true, so it lies in a folder."""

    read: Callable[[Files], Sequence[Gold]]
    write: Callable[[Sequence[Gold]], dict[str, bytes]]
    suffix: str
    holds: tuple[str, ...]  # of a mention, besides its place and its type
    apart: bool = False


FORMATS: Mapping[str, str] = {
    "gold": "lexveil.annotations.lines:GOLD",
    "tab": "lexveil.annotations.tab:TAB",
    "conll": "lexveil.annotations.conll:CONLL",
    "brat": "lexveil.annotations.brat:BRAT",
    "labelstudio": "lexveil.annotations.labelstudio:LABELSTUDIO",
    "doccano": "lexveil.annotations.lines:DOCCANO",
    "inception": "lexveil.annotations.cas:CAS",
    "spacy": "lexveil.annotations.docbin:DOCBIN",
    "webannotation": "lexveil.annotations.webannotation:WEB",
    "psilence": "lexveil.annotations.psilence:PSILENCE",
}
GROUP = "lexveil.annotations"
# A suffix that only one of them has.
BY_SUFFIX = {
    ".ann": "brat", ".xmi": "inception", ".spacy": "spacy", ".jsonld": "webannotation", ".conll": "conll",
    ".iob": "conll", ".bio": "conll",
}  # fmt: skip


def format_of(name: str) -> Format:
    return cast(Format, load(FORMATS, name, group=GROUP, error=InputError))


def told_by(path: Path) -> str:
    """The format that a path tells by itself."""
    names = [path, *(path.iterdir() if disk.is_folder(path) else ())]
    found = {BY_SUFFIX[each.suffix.lower()] for each in names if each.suffix.lower() in BY_SUFFIX}
    if len(found) != 1:
        raise InputError("annotations.which-format", choices=", ".join(FORMATS)).within(disk.shown(path))
    return found.pop()


def read(path: Path, *, named: str = "") -> tuple[Gold, ...]:
    """Every document of a file, or of the files of a folder."""
    chosen = format_of(named or told_by(path))
    files = _loaded(path, chosen)
    try:
        with explained(InputError, "annotations.malformed"):
            found = tuple(chosen.read(files))
    except InputError as error:
        raise error.within(disk.shown(path)) from None
    if not found:
        raise InputError("annotations.none").within(disk.shown(path))
    return found


def _loaded(path: Path, chosen: Format) -> dict[str, bytes]:
    most = settings().max_bytes
    if disk.is_folder(path):
        paths = sorted(each for each in path.iterdir() if each.is_file() and not each.name.startswith("."))
    elif chosen.apart:  # with what lies beside it under the same name
        stem = path.name.partition(".")[0]
        paths = sorted({path, *path.parent.glob(f"{stem}.*")}) if path.exists() else [path]
    else:
        paths = [path]
    return {each.name: disk.load(each, max_bytes=most) for each in paths}


def write(documents: Sequence[Gold], out: Path, *, named: str) -> list[Path]:
    """The files that were written: all of them, or none. `out` is a file, or a folder for formats whose
    documents are files of their own."""
    chosen = format_of(named)
    with explained(OutputError, "annotations.unwritten"):
        made = chosen.write(documents)
    if chosen.apart:
        targets = {out / name: data for name, data in made.items()}
    else:
        targets = dict(zip([out], made.values(), strict=True))
    with Staging(out if chosen.apart else out.parent) as staging:
        for target, data in targets.items():
            staging.draft(target).write_bytes(data)
        staging.move(targets)
    return list(targets)
