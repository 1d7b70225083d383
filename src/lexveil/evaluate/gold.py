"""Gold documents: texts in which people have marked what identifies someone.

Comes in: a file of JSON lines, plain, gzip or xz, one document a line; `docs/evaluation.md` describes the
fields. Goes out: one `Gold` a document, its labels mapped where the user gave a map. Gold that does not fit
its own text is refused with file and line; no message quotes the text.
"""

import gzip
import json
import lzma
import tomllib
import zlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO, Any

from lexveil.errors import InputError

IDENTIFIERS = ("DIRECT", "QUASI", "NO_MASK")
UNTYPED = "PERSON"  # corpora of names alone give no type
_OPENERS: Mapping[bytes, Any] = {b"\x1f\x8b": gzip.open, b"\xfd7zXZ\x00": lzma.open}


@dataclass(frozen=True, slots=True)
class Mention:
    start: int
    end: int
    type: str
    role: str = ""
    cluster: str = ""
    masked: bool = True


@dataclass(frozen=True, slots=True)
class Mark:
    """What one annotator said of one mention."""

    start: int
    end: int
    type: str
    identifier: str  # one of IDENTIFIERS
    entity: str


@dataclass(frozen=True, slots=True)
class Gold:
    id: str
    text: str = field(repr=False)
    mentions: tuple[Mention, ...]
    annotators: Mapping[str, tuple[Mark, ...]] = field(default_factory=dict)
    language: str = "en"


class _BadLineError(ValueError):
    """What is wrong with one line; `read` adds where."""


def read(path: Path, *, labels: Mapping[str, str] | None = None) -> tuple[Gold, ...]:
    """Every document of the file. `labels` renames types; a type renamed to "" is left out."""
    documents: dict[str, Gold] = {}
    for number, line in _lines(path):
        try:
            gold = _document(line, labels or {})
        except _BadLineError as bad:
            raise InputError(f"{path}, line {number}: {bad}") from None
        if gold.id in documents:
            raise InputError(
                f"{path}, line {number}: the 'id' is that of an earlier line; make each one unique"
            )
        documents[gold.id] = gold
    if not documents:
        raise InputError(f"{path}: no gold document in it; write one JSON object a line")
    return tuple(documents.values())


def read_labels(path: Path) -> dict[str, str]:
    """A label map, TOML or JSON: `{"PETITIONER": "PERSON", "STATUTE": ""}`."""
    try:
        raw = path.read_text("utf-8-sig")
        labels = json.loads(raw) if path.suffix.lower() == ".json" else tomllib.loads(raw)
    except OSError as error:
        raise InputError(f"{path}: cannot be read ({error.strerror}); give a TOML or JSON file") from None
    except (ValueError, RecursionError):
        raise InputError(
            f"{path}: neither TOML nor, with the ending .json, JSON in UTF-8; correct it"
        ) from None
    if not isinstance(labels, dict) or not all(isinstance(label, str) for label in labels.values()):
        raise InputError(f'{path}: a label map is flat, "LABEL" = "PERSON", one line a label')
    return labels


def _lines(path: Path) -> Iterator[tuple[int, str]]:
    number = 0
    try:
        with _open(path) as file:
            for number, line in enumerate(file, 1):
                if line.strip():
                    yield number, line
    except UnicodeDecodeError:
        raise InputError(f"{path}, line {number + 1}: not UTF-8; save the file as UTF-8") from None
    except (EOFError, gzip.BadGzipFile, lzma.LZMAError, zlib.error):
        raise InputError(f"{path}: damaged compression; make the file again") from None
    except OSError as error:
        raise InputError(f"{path}: cannot be read ({error.strerror}); give a file of JSON lines") from None


def _open(path: Path) -> IO[str]:
    with path.open("rb") as file:
        head = file.read(6)
    opener = next((opener for magic, opener in _OPENERS.items() if head.startswith(magic)), open)
    opened: IO[str] = opener(path, "rt", encoding="utf-8-sig")
    return opened


def _document(line: str, labels: Mapping[str, str]) -> Gold:
    try:
        fields = json.loads(line)
    except (ValueError, RecursionError):
        raise _BadLineError("not JSON; write one JSON object a line") from None
    if not isinstance(fields, dict):
        raise _BadLineError('not a JSON object; write {"id": …, "text": …, "mentions": […]}')
    text = _string(fields, "text")
    try:
        text.encode()
    except UnicodeEncodeError:
        raise _BadLineError("'text' holds half a surrogate pair; write whole characters") from None
    annotators = {
        name: tuple(_marks(marks, f"annotator {number}", text, labels))
        for number, (name, marks) in enumerate(_mapping(fields, "annotators").items(), 1)
    }
    return Gold(
        id=_string(fields, "id"),
        text=text,
        mentions=tuple(_mentions(fields.get("mentions"), text, labels, annotators)),
        annotators=annotators,
        language=_string(fields, "language", "en"),
    )


def _mentions(
    items: Any, text: str, labels: Mapping[str, str], annotators: Mapping[str, Sequence[Mark]]
) -> Iterator[Mention]:
    judged = [mark for marks in annotators.values() for mark in marks]
    known = {(mark.start, mark.end) for mark in judged}
    wanted = {(mark.start, mark.end) for mark in judged if mark.identifier != "NO_MASK"}
    for where, item in _items(items, "mention"):
        start, end = _range(item, where, text)
        label = _label(item, where, labels)
        masked = item.get("masked")
        if masked is None:  # what nobody said may stay must go
            masked = (start, end) in wanted or (start, end) not in known
        if not isinstance(masked, bool):
            raise _BadLineError(f"{where}: 'masked' must be true or false")
        if label:
            yield Mention(start, end, label, _name(item, "role"), _name(item, "cluster"), masked)


def _marks(items: Any, owner: str, text: str, labels: Mapping[str, str]) -> Iterator[Mark]:
    for where, item in _items(items, f"{owner}, mention"):
        start, end = _range(item, where, text)
        label = _label(item, where, labels)
        identifier = item.get("identifier", "QUASI")
        if identifier not in IDENTIFIERS:
            raise _BadLineError(f"{where}: 'identifier' must be one of {', '.join(IDENTIFIERS)}")
        if label:
            yield Mark(start, end, label, identifier, _name(item, "entity") or f"{start}-{end}")


def _items(items: Any, what: str) -> Iterator[tuple[str, dict[str, Any]]]:
    """Each object of a list of mentions, with the words that say which one it is."""
    if not isinstance(items, list):
        raise _BadLineError(f"no list for each {what}; write [] where there is none")
    for number, item in enumerate(items, 1):
        if not isinstance(item, dict):
            raise _BadLineError(f"{what} {number}: not a JSON object with 'start' and 'end'")
        yield f"{what} {number}", item


def _range(item: Mapping[str, Any], where: str, text: str) -> tuple[int, int]:
    start, end = item.get("start"), item.get("end")
    if type(start) is not int or type(end) is not int:
        raise _BadLineError(f"{where}: 'start' and 'end' must be whole numbers")
    if start >= end:
        raise _BadLineError(f"{where}: 'start' {start} is not before 'end' {end}; offsets are half-open")
    if start < 0 or end > len(text):
        raise _BadLineError(
            f"{where}: {start}..{end} lies outside the text of {len(text)} characters; "
            "count characters from 0, not bytes"
        )
    for key in ("surface", "span_text"):
        if item.get(key) is not None and item[key] != text[start:end]:
            raise _BadLineError(f"{where}: '{key}' is not what stands at {start}..{end}; correct the offsets")
    return start, end


def _label(item: Mapping[str, Any], where: str, labels: Mapping[str, str]) -> str:
    label = item.get("type", UNTYPED)
    if not isinstance(label, str) or not label:
        raise _BadLineError(f"{where}: 'type' must be a word")
    return labels.get(label, label)


def _name(item: Mapping[str, Any], key: str) -> str:
    """An optional role or identity; numbers are as good as words."""
    value = item.get(key)
    return "" if value is None else str(value)


def _string(fields: Mapping[str, Any], key: str, default: str | None = None) -> str:
    value = fields.get(key, default)
    if type(value) is int and key == "id":
        return str(value)
    if not isinstance(value, str) or (not value and key == "id"):
        raise _BadLineError(f"'{key}' must be {'a word' if key != 'text' else 'the text of the document'}")
    return value


def _mapping(fields: Mapping[str, Any], key: str) -> Mapping[str, Any]:
    value = fields.get(key) or {}
    if not isinstance(value, dict):
        raise _BadLineError(f"'{key}' must be an object, annotator to list of mentions")
    return value
