"""What is made of items, in the folder of the parts: lines of results and errors, twins of documents, and
what the vault is to keep. A part is done when its tally is there, which comes last."""

import json
import pickle
import re
import shutil
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path, PurePosixPath
from typing import Any, NamedTuple

from lexveil.batch.items import Item
from lexveil.batch.tally import Tally, tally_of
from lexveil.check import risk
from lexveil.config import Settings
from lexveil.errors import WITHIN, LexveilError
from lexveil.formats import disk
from lexveil.languages import codes, load
from lexveil.names.ordinary import is_ordinary
from lexveil.pipeline.analysis import Result
from lexveil.pipeline.files import NEUTRAL, REVIEW, unnamed
from lexveil.pipeline.finish import expect_gone, finished
from lexveil.store import Known, WayBack
from lexveil.store.keys import Crypt, derive
from lexveil.text.fold import fold

RESULTS, ERRORS, KEPT, DONE, TREE = "results", "errors", "kept", "json", "tree"
NUMBER = 12  # letters of a neutral name

_WORD = re.compile(r"[^\W\d_]+")

Kept = tuple[str, tuple[Known, ...], list[WayBack]]  # of a case


class Twin(NamedTuple):
    path: str
    data: bytes


@dataclass
class Made:
    """Of a part."""

    results: list[bytes] = field(default_factory=list)
    errors: list[bytes] = field(default_factory=list)
    twins: list[Twin] = field(default_factory=list)
    kept: list[Kept] = field(default_factory=list, repr=False)


def add(
    whole: Made, item: Item, result: Result, settings: Settings, key: bytes, *, risk_score: float
) -> bytes:
    """The result of an item that may be handed out; what was written of it."""
    found: dict[str, Any] = {"file": item.source, _kind(item): item.number}
    if item.is_document:
        data = finished(result, PurePosixPath(item.twin).suffix.lower(), settings=settings).data
        path = _twin(item, result, key)
        found["twin"] = path
        whole.twins.append(Twin(path, data))
    else:
        expect_gone(result, settings)
        found["text"], data = result.text, b""
    found |= {"review": result.needs_review, "risk": risk_score}
    whole.results.append(_line(found))
    return data


def add_error(whole: Made, item: Item, error: LexveilError, language: str) -> None:
    """Where it is and why, never a text; a document is known by its number alone, for its name may tell."""
    values = {name: value for name, value in error.values.items() if name != WITHIN}
    why = type(error)(error.code, **values).render(language)
    where = {"file": item.source, _kind(item): item.number}
    whole.errors.append(_line({**where, "error": error.code, "why": why}))


def score(result: Result, settings: Settings) -> float:
    return risk.assess(
        result.document, result.entities, result.decisions, result.replacements,
        weights=result.policy.risk, threshold=settings.risk_threshold, is_open=result.needs_review,
    ).score  # fmt: skip


def tells(item: Item, result: Result) -> bool:
    """Whether the name of the table or archive of an item spells out somebody who is hidden in it."""
    return any(result.named_by(part) for part in _names(item.source))


@lru_cache
def _names(source: str) -> tuple[str, ...]:
    """The folders and the file, less those of ordinary words and numbers alone."""
    every = [load(code) for code in codes()]
    path = PurePosixPath(source)
    return tuple(
        part
        for part in (*path.parts[:-1], path.stem)
        if any(not any(is_ordinary(fold(word), each) for each in every) for word in _WORD.findall(part))
    )


def _kind(item: Item) -> str:
    return "document" if item.is_document else "row"


def _twin(item: Item, result: Result, key: bytes) -> str:
    """Where it lies in the output: as in the input, but for names that spell out somebody who is hidden."""
    path = PurePosixPath(item.twin)
    folder = Path(path.parent)
    kept = unnamed([result], folder)
    name = path.name
    if kept != folder or result.named_by(path.stem):
        name = f"{NEUTRAL}{derive(key, f'name {path}').hex()[:NUMBER]}{path.suffix}"
    under = PurePosixPath(REVIEW) if result.needs_review else PurePosixPath()
    return str(under / PurePosixPath(*kept.parts) / name)


def _line(found: dict[str, Any]) -> bytes:
    # Halves of characters, in the name of a file say, stand there as JSON writes them.
    return (json.dumps(found, ensure_ascii=False) + "\n").encode("utf8", "backslashreplace")


# On the disk --------------------------------------------------------------------------------------


def save(folder: Path, name: str, whole: Made, tally: Tally, crypt: Crypt) -> None:
    for twin in whole.twins:
        path = folder / TREE / twin.path
        path.parent.mkdir(parents=True, exist_ok=True)
        disk.save(twin.data, path)
    if whole.kept:
        disk.save(crypt.seal(pickle.dumps(whole.kept), "kept", name), folder / f"{name}.{KEPT}")
    disk.save(b"".join(whole.results), folder / f"{name}.{RESULTS}")
    disk.save(b"".join(whole.errors), folder / f"{name}.{ERRORS}")
    told = {**tally.plain(), **tally.timed(), "telling": sorted(tally.telling)}
    disk.save(json.dumps(told).encode(), folder / f"{name}.{DONE}")


def done(folder: Path, name: str) -> Tally | None:
    path = folder / f"{name}.{DONE}"
    return tally_of(json.loads(path.read_bytes())) if path.is_file() else None


def kept(folder: Path, crypt: Crypt) -> Iterator[Kept]:
    """What the vault is to keep, in order."""
    for path in in_order(folder, KEPT):
        yield from pickle.loads(crypt.unseal(path.read_bytes(), "kept", path.stem))  # noqa: S301 - our own


def joined(folder: Path, ending: str, target: Path, names: Mapping[str, str]) -> None:
    """The lines of all parts in one file; `names`: what files are called there whose own names would tell."""
    other = {_begun(old): _begun(new) for old, new in names.items()}
    with target.open("wb") as file:
        for part in in_order(folder, ending):
            with part.open("rb") as one:
                if other:
                    file.writelines(_renamed(line, other) for line in one)
                else:
                    shutil.copyfileobj(one, file)


def _begun(source: str) -> bytes:
    """How a line of a file begins."""
    return _line({"file": source}).rstrip(b"}\n") + b", "


def _renamed(line: bytes, names: Mapping[bytes, bytes]) -> bytes:
    old = next((each for each in names if line.startswith(each)), None)
    return line if old is None else names[old] + line[len(old) :]


def in_order(folder: Path, ending: str) -> list[Path]:
    return sorted(folder.glob(f"[0-9]*.{ending}"))


def place_twins(folder: Path, out: Path) -> None:
    """The documents into their places; those that are there already were moved before a crash."""
    tree = folder / TREE
    for path in sorted(tree.rglob("*")) if tree.is_dir() else ():
        if path.is_file() and not path.name.startswith(".lexveil-"):
            target = out / path.relative_to(tree)
            target.parent.mkdir(parents=True, exist_ok=True)
            path.replace(target)
