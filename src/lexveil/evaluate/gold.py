"""Gold documents: texts in which people have marked what identifies someone.

JSON lines, plain, gzip or xz; `docs/evaluation.md` describes the fields. Gold that does not fit its own
text is refused with file and line; no message quotes the text.
"""

import dataclasses
import gzip
import json
import lzma
import tomllib
import zlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from importlib.resources import files
from pathlib import Path
from typing import IO, Any

from lexveil.errors import InputError, LexveilError
from lexveil.languages import DEFAULT, load
from lexveil.languages.identify import main, stretches
from lexveil.model import Document

IDENTIFIERS = ("DIRECT", "QUASI", "NO_MASK")
UNTYPED = "PERSON"  # corpora of names alone give no type
FIRST_PAGE = 2500  # characters
ON_FIRST_PAGE = ("PARTY", "JUDGE", "ARBITRATOR", "LAWYER")  # of whom metadata tell
TOGETHER = "+"  # joins the people of a collective mention
_OPENERS: Mapping[bytes, Any] = {b"\x1f\x8b": gzip.open, b"\xfd7zXZ\x00": lzma.open}


@dataclass(frozen=True, slots=True)
class Mention:
    start: int
    end: int
    type: str
    role: str = ""
    cluster: str = ""
    masked: bool = True
    mark: str = ""  # finer than the type: ADDRESS and BIRTH apart from places and dates
    kind: str = ""  # of a CODE: DOCKET, PERSONAL, PROPERTY, PROFESSIONAL


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
    metadata: Mapping[str, Any] = field(
        default_factory=dict, repr=False
    )  # of the case, as `--metadata` of a run
    case: str = ""  # the case or conversation that it belongs to

    @property
    def document(self) -> Document:
        return Document(id=self.id, text=self.text, language=self.language)

    @property
    def with_metadata(self) -> Document:
        """With its own metadata; else with those whom its first page names, in their fullest form there."""
        return dataclasses.replace(self.document, metadata=self.metadata or self._first_page())

    def _first_page(self) -> dict[str, list[str]]:
        forms: dict[tuple[str, str], str] = {}
        for each in self.mentions:
            alone = each.type == "PERSON" and each.cluster and TOGETHER not in each.cluster
            if alone and each.role in ON_FIRST_PAGE and each.end <= FIRST_PAGE:
                key, form = (_key(each.role), each.cluster), self.text[each.start : each.end]
                forms[key] = max(forms.get(key, ""), " ".join(form.split()), key=len)
        return {kind: [form for (role, _), form in forms.items() if role == kind] for kind, _ in forms}


def _key(role: str) -> str:
    """What metadata call those who have it."""
    return str(load(DEFAULT).roles["metadata"][role][0])


class _BadLineError(LexveilError):
    """What is wrong with one line; `read` adds which."""


def read(path: Path, *, labels: Mapping[str, str] | None = None, case_by: str = "") -> tuple[Gold, ...]:
    """Every document of the file. `labels` renames types; a type renamed to "" is left out. `case_by` is the
    field that tells which documents belong together."""
    return documents(_lines(path), path, labels=labels, case_by=case_by)


def documents(
    lines: Iterable[tuple[int, str]],
    path: Path,
    *,
    labels: Mapping[str, str] | None = None,
    case_by: str = "",
) -> tuple[Gold, ...]:
    """The same of numbered lines, which are said to be of this file."""
    documents: dict[str, Gold] = {}
    for number, line in lines:
        try:
            gold = _document(line, labels or {}, case_by)
        except _BadLineError as bad:
            raise InputError(bad.code, path=path, line=number, **bad.values) from None
        if gold.id in documents:
            raise InputError("evaluate.same_id", path=path, line=number)
        documents[gold.id] = gold
    if not documents:
        raise InputError("evaluate.no_gold", path=path)
    return tuple(documents.values())


def as_line(gold: Gold) -> str:
    """The document as a line of a gold file."""
    mentions = [
        {name: value for name, value in asdict(each).items() if value != ""} for each in gold.mentions
    ]
    fields = {"id": gold.id, "text": gold.text, "language": gold.language, "mentions": mentions}
    more = {"metadata": dict(gold.metadata), "case": gold.case}
    return json.dumps(
        {**fields, **{name: value for name, value in more.items() if value}}, ensure_ascii=False
    )


def read_texts(path: Path) -> tuple[dict[str, Any], ...]:
    """JSON lines that need no more than an `id` and a `text`; other fields come along."""
    found = []
    for number, fields in _objects(path):
        try:
            found.append(
                {**fields, "id": _string(fields, "id", str(number)), "text": _string(fields, "text")}
            )
        except _BadLineError as bad:
            raise InputError(bad.code, path=path, line=number, **bad.values) from None
    if not found:
        raise InputError("evaluate.no_gold", path=path)
    return tuple(found)


def read_objects(path: Path) -> Iterator[dict[str, Any]]:
    """JSON lines of whatever fields."""
    return (fields for _, fields in _objects(path))


def _objects(path: Path) -> Iterator[tuple[int, dict[str, Any]]]:
    for number, line in _lines(path):
        try:
            fields = json.loads(line)
        except (ValueError, RecursionError):
            raise InputError("evaluate.not_json", path=path, line=number) from None
        if not isinstance(fields, dict):
            raise InputError("evaluate.not_object", path=path, line=number)
        yield number, fields


def language_of(text: str) -> str:
    """The language of most of the text.

    >>> language_of("La cliente a demandé la nullité du contrat."), language_of("Roe")
    ('fr', 'en')
    """
    found = stretches(text)
    return main(found) if found else DEFAULT


def splits() -> dict[str, list[str]]:
    """The documents kept for testing, by corpus: never trained on."""
    return dict(json.loads((files("lexveil.evaluate") / "splits" / "clusters.json").read_text("utf8")))


def learned() -> frozenset[str]:
    """Corpora that shipped models learned from, although their files are not called so."""
    return frozenset(json.loads((files("lexveil.evaluate") / "splits" / "learned.json").read_text("utf8")))


def read_labels(path: Path) -> dict[str, str]:
    """A label map, TOML or JSON: `{"PETITIONER": "PERSON", "STATUTE": ""}`."""
    try:
        raw = path.read_text("utf-8-sig")
        labels = json.loads(raw) if path.suffix.lower() == ".json" else tomllib.loads(raw)
    except OSError as error:
        raise InputError("evaluate.labels_unreadable", path=path, reason=error.strerror) from None
    except (ValueError, RecursionError):
        raise InputError("evaluate.labels_malformed", path=path) from None
    if not isinstance(labels, dict) or not all(isinstance(label, str) for label in labels.values()):
        raise InputError("evaluate.labels_nested", path=path)
    return labels


def _lines(path: Path) -> Iterator[tuple[int, str]]:
    number = 0
    try:
        with _open(path) as file:
            for number, line in enumerate(file, 1):
                if line.strip():
                    yield number, line
    except UnicodeDecodeError:
        raise InputError("evaluate.not_utf8", path=path, line=number + 1) from None
    except (EOFError, gzip.BadGzipFile, lzma.LZMAError, zlib.error):
        raise InputError("evaluate.damaged", path=path) from None
    except OSError as error:
        raise InputError("evaluate.gold_unreadable", path=path, reason=error.strerror) from None


def _open(path: Path) -> IO[str]:
    with path.open("rb") as file:
        head = file.read(6)
    opener = next((opener for magic, opener in _OPENERS.items() if head.startswith(magic)), open)
    opened: IO[str] = opener(path, "rt", encoding="utf-8-sig")
    return opened


def _document(line: str, labels: Mapping[str, str], case_by: str) -> Gold:
    try:
        fields = json.loads(line)
    except (ValueError, RecursionError):
        raise _BadLineError("evaluate.not_json") from None
    if not isinstance(fields, dict):
        raise _BadLineError("evaluate.not_object")
    text = _string(fields, "text")
    try:
        text.encode()
    except UnicodeEncodeError:
        raise _BadLineError("evaluate.half_character") from None
    said = fields.get("annotators") or {}
    if not isinstance(said, dict):
        raise _BadLineError("evaluate.no_annotators", key="annotators")
    annotators = {
        name: tuple(_marks(marks, f"annotator {number}", text, labels))
        for number, (name, marks) in enumerate(said.items(), 1)
    }
    return Gold(
        id=_string(fields, "id"),
        text=text,
        mentions=tuple(_mentions(fields.get("mentions"), text, labels, annotators)),
        annotators=annotators,
        language=_string(fields, "language", "") or language_of(text),
        metadata=_metadata(fields),
        case=_name(fields, case_by) if case_by else "",
    )


def _metadata(fields: Mapping[str, Any]) -> Mapping[str, Any]:
    metadata = fields.get("metadata") or {}
    if not isinstance(metadata, dict):
        raise _BadLineError("evaluate.no_annotators", key="metadata")
    return metadata


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
            raise _BadLineError("evaluate.masked", where=where)
        if label:
            more = (_name(item, key) for key in ("mark", "kind"))
            yield Mention(start, end, label, _name(item, "role"), _name(item, "cluster"), masked, *more)


def _marks(items: Any, owner: str, text: str, labels: Mapping[str, str]) -> Iterator[Mark]:
    for where, item in _items(items, f"{owner}, mention"):
        start, end = _range(item, where, text)
        label = _label(item, where, labels)
        identifier = item.get("identifier", "QUASI")
        if identifier not in IDENTIFIERS:
            raise _BadLineError("evaluate.identifier", where=where, choices=", ".join(IDENTIFIERS))
        if label:
            yield Mark(start, end, label, identifier, _name(item, "entity") or f"{start}-{end}")


def _items(items: Any, what: str) -> Iterator[tuple[str, dict[str, Any]]]:
    """Each object of a list of mentions, with the words that say which one it is."""
    if not isinstance(items, list):
        raise _BadLineError("evaluate.no_list", what=what)
    for number, item in enumerate(items, 1):
        if not isinstance(item, dict):
            raise _BadLineError("evaluate.mention", where=f"{what} {number}")
        yield f"{what} {number}", item


def _range(item: Mapping[str, Any], where: str, text: str) -> tuple[int, int]:
    start, end = item.get("start"), item.get("end")
    if type(start) is not int or type(end) is not int:
        raise _BadLineError("evaluate.offsets", where=where)
    if start >= end:
        raise _BadLineError("evaluate.order", where=where, start=start, end=end)
    if start < 0 or end > len(text):
        raise _BadLineError("evaluate.outside", where=where, start=start, end=end, length=len(text))
    for key in ("surface", "span_text"):
        if item.get(key) is not None and item[key] != text[start:end]:
            raise _BadLineError("evaluate.other_text", where=where, key=key, start=start, end=end)
    return start, end


def _label(item: Mapping[str, Any], where: str, labels: Mapping[str, str]) -> str:
    label = item.get("type", UNTYPED)
    if not isinstance(label, str) or not label:
        raise _BadLineError("evaluate.type", where=where)
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
        raise _BadLineError("evaluate.no_text" if key == "text" else "evaluate.no_word", key=key)
    return value
