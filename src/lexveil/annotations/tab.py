"""The JSON of the Text Anonymization Benchmark (Pilán et al. 2022): what each annotator said."""

from collections.abc import Mapping, Sequence
from typing import Any

from lexveil.annotations import Files, Format
from lexveil.annotations.common import dumped, parsed, placed
from lexveil.errors import InputError
from lexveil.evaluate.gold import IDENTIFIERS, Gold, Mark, Mention

ALONE = "annotator1"  # where nobody says who annotated
STAYS = "NO_MASK"
OPEN = "NOT_CONFIDENTIAL"
SURE = ("PERSON", "CODE")  # types that identify somebody by themselves


def _read(files: Files) -> Sequence[Gold]:
    rows = [row for data in files.values() for row in parsed(data)]
    return [_document(row, number) for number, row in enumerate(rows, 1)]


def _document(row: Any, number: int) -> Gold:
    if not isinstance(row, dict) or not isinstance(row.get("text"), str):
        raise InputError("annotations.no-object", number=number)
    text = row["text"]
    said = {name: _marks(found, text) for name, found in row.get("annotations", {}).items()}
    ranges: dict[tuple[int, int], list[Mark]] = {}
    for marks in said.values():
        for mark in marks:
            ranges.setdefault((mark.start, mark.end), []).append(mark)
    mentions = (
        Mention(*place, marks[0].type, "", marks[0].entity, any(each.identifier != STAYS for each in marks))
        for place, marks in sorted(ranges.items())
    )
    return Gold(str(row.get("doc_id", number)), text, tuple(mentions), said)


def _marks(found: Mapping[str, Any], text: str) -> tuple[Mark, ...]:
    marks = []
    for number, each in enumerate(found.get("entity_mentions", ()), 1):
        place = placed(text, each["start_offset"], each["end_offset"], number, quoted=each.get("span_text"))
        said = each.get("identifier_type", "QUASI")
        if said not in IDENTIFIERS:
            raise InputError("evaluate.identifier", where=str(number), choices=", ".join(IDENTIFIERS))
        marks.append(Mark(*place, str(each["entity_type"]), said, str(each.get("entity_id", number))))
    return tuple(marks)


def _write(documents: Sequence[Gold]) -> dict[str, bytes]:
    return {"tab.json": dumped([_row(each) for each in documents])}


def _row(document: Gold) -> dict[str, Any]:
    alone = tuple(_mark(each, number) for number, each in enumerate(document.mentions, 1))
    said = document.annotators or {ALONE: alone}
    listed = {
        name: [_mention(document, each, name, number) for number, each in enumerate(marks, 1)]
        for name, marks in said.items()
    }
    return {
        "annotations": {name: {"entity_mentions": found} for name, found in listed.items()},
        "doc_id": document.id,
        "text": document.text,
        "dataset_type": "",
        "meta": {},
        "quality_checked": False,
        "task": "",
    }


def _mark(mention: Mention, number: int) -> Mark:
    goes = "DIRECT" if mention.type in SURE else "QUASI"
    entity = mention.cluster or str(number)
    return Mark(mention.start, mention.end, mention.type, goes if mention.masked else STAYS, entity)


def _mention(document: Gold, mark: Mark, annotator: str, number: int) -> dict[str, Any]:
    return {
        "entity_type": mark.type,
        "entity_mention_id": f"{document.id}_{annotator}_em{number}",
        "start_offset": mark.start,
        "end_offset": mark.end,
        "span_text": document.text[mark.start : mark.end],
        "edit_type": "check",
        "identifier_type": mark.identifier,
        "entity_id": mark.entity,
        "confidential_status": OPEN,
    }


TAB = Format(_read, _write, ".json", ("cluster", "masked", "annotators"))
