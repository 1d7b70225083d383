"""Which documents the words of a command line mean: files, folders with all that is in them, and patterns."""

import os
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from lexveil import formats
from lexveil.config import SIDECAR
from lexveil.errors import InputError
from lexveil.formats import disk
from lexveil.formats.tables import TABLES
from lexveil.pipeline.files import APART

STANDARD_INPUT = "-"
_SIGNS = "*?["  # of a pattern


class Given(NamedTuple):
    path: Path
    under: Path = Path()  # the folder in that of the output: as in the folder that was named


class Inputs(NamedTuple):
    files: list[Given]
    others: int  # files of other kinds that lie in the folders


def inputs(words: Sequence[Path], out: Path, *, more: Sequence[str] = ()) -> Inputs:
    """Every file once, in the order of the words and by name within a folder; what lies where results go is
    no input. `more`: endings of files in folders that are read beside documents and tables."""
    found: dict[Path, Given] = {}
    others = 0
    for word in words:
        if disk.is_folder(word):
            here, other = _in_folder(word, out, more)
            others += other
        elif not _there(word) and any(sign in str(word) for sign in _SIGNS):
            here = _matching(word)
        else:
            here = [Given(word)]
        for each in here:
            found.setdefault(each.path, each)
    return Inputs(list(found.values()), others)


def _in_folder(folder: Path, out: Path, more: Sequence[str] = ()) -> tuple[list[Given], int]:
    known = (*formats.suffixes(), *TABLES, *more)
    results = {out.resolve(), out.resolve().with_name(f"{out.resolve().name}{APART}")} - {folder.resolve()}
    there = list(_files(folder, results))
    files = [Given(path, path.parent.relative_to(folder)) for path in there if _is_document(path, known)]
    if not files:
        raise InputError("cli.nothing-in-folder", formats=", ".join(sorted(known))).within(disk.shown(folder))
    left = (path for path in there if not path.name.endswith(SIDECAR))
    return files, sum(not path.name.lower().endswith(known) for path in left)


OURS = (SIDECAR, ".lexveil.json", ".report.json")  # ends of files that lie beside documents


def _is_document(path: Path, known: tuple[str, ...]) -> bool:
    return path.name.lower().endswith(known) and not path.name.lower().endswith(OURS)


def _files(folder: Path, results: set[Path]) -> Iterator[Path]:
    """Links to folders are not followed, hidden ones not entered."""

    def refused(error: OSError) -> None:
        raise InputError("file.unreadable", reason=error.strerror).within(disk.shown(str(error.filename)))

    for here, folders, names in os.walk(folder, onerror=refused):
        folders[:] = sorted(
            name
            for name in folders
            if not name.startswith(".") and (Path(here) / name).resolve() not in results
        )
        yield from (Path(here) / name for name in sorted(names) if not name.startswith("."))


def _matching(pattern: Path) -> list[Given]:
    """The files that a pattern names, `**` for any depth; the tree is kept from its first sign on."""
    parts = pattern.parts
    first = next(number for number, part in enumerate(parts) if any(sign in part for sign in _SIGNS))
    base, rest = Path(*parts[:first]), str(Path(*parts[first:]))
    files = sorted(path for path in base.glob(rest) if path.is_file())
    if not files:
        raise InputError("cli.nothing-matches").within(disk.shown(pattern))
    return [Given(path, path.parent.relative_to(base)) for path in files]


def _there(path: Path) -> bool:
    try:
        return path.exists()
    except OSError:
        return False
