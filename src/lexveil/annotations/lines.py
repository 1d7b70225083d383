"""A document a line: our own gold, and what doccano reads and writes."""

import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from lexveil.annotations import Files, Format
from lexveil.annotations.common import decoded, placed
from lexveil.errors import InputError
from lexveil.evaluate import gold
from lexveil.evaluate.gold import Gold, Mention

FIELDS = ("role", "cluster", "mark", "kind")


def _rows(files: Files) -> Iterator[tuple[int, dict[str, Any]]]:
    for data in files.values():
        for number, line in _lines(data):
            found = json.loads(line)
            if not isinstance(found, dict):
                raise InputError("annotations.no-object", number=number)
            yield number, found


def _read_gold(files: Files) -> Sequence[Gold]:
    return [each for name, data in files.items() for each in gold.documents(_lines(data), Path(name))]


def _lines(data: bytes) -> list[tuple[int, str]]:
    return [(number, line) for number, line in enumerate(decoded(data).split("\n"), 1) if line.strip()]


def _write_gold(documents: Sequence[Gold]) -> dict[str, bytes]:
    return {"gold.jsonl": _lined(_gold_row(each) for each in documents)}


def _gold_row(document: Gold) -> dict[str, Any]:
    row: dict[str, Any] = {"id": document.id, "text": document.text, "language": document.language}
    row["mentions"] = [
        {"start": each.start, "end": each.end, "type": each.type}
        | {name: getattr(each, name) for name in FIELDS if getattr(each, name)}
        | {"masked": each.masked}
        for each in document.mentions
    ]
    if document.annotators:
        row["annotators"] = {
            name: [
                {
                    "start": each.start,
                    "end": each.end,
                    "type": each.type,
                    "identifier": each.identifier,
                    "entity": each.entity,
                }
                for each in marks
            ]
            for name, marks in document.annotators.items()
        }
    if document.metadata:
        row["metadata"] = document.metadata
    return row


def _read_doccano(files: Files) -> Sequence[Gold]:
    found = []
    for number, row in _rows(files):
        text = row.get("text", row.get("data"))
        if not isinstance(text, str):
            raise InputError("annotations.no-object", number=number)
        triples = [tuple(each) for each in row.get("label", row.get("labels", ()))]
        triples += [(e["start_offset"], e["end_offset"], e["label"]) for e in row.get("entities", ())]
        mentions = [
            Mention(*placed(text, start, end, at), str(label))
            for at, (start, end, label) in enumerate(triples, 1)
        ]
        found.append(Gold(str(row.get("id", number)), text, tuple(mentions)))
    return found


def _write_doccano(documents: Sequence[Gold]) -> dict[str, bytes]:
    rows = (
        {
            "id": each.id,
            "text": each.text,
            "label": [[mention.start, mention.end, mention.type] for mention in each.mentions],
        }
        for each in documents
    )
    return {"doccano.jsonl": _lined(rows)}


def _lined(rows: Any) -> bytes:
    return "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows).encode()


GOLD = Format(_read_gold, _write_gold, ".jsonl", ("role", "cluster", "masked", "annotators"))
DOCCANO = Format(_read_doccano, _write_doccano, ".jsonl", ())
