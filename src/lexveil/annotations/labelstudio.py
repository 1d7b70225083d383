"""Label Studio: the JSON of its tasks, with regions of the control `label` on the object `text`.

Roles, entities and what stays are in the `meta` of a region. Label Studio may count in UTF-16: a region that
quotes other words at its place is looked for there.
"""

import uuid
from collections.abc import Mapping, Sequence
from typing import Any

from lexveil.annotations import Files, Format
from lexveil.annotations.common import Units, dumped, parsed, placed, squeezed
from lexveil.errors import InputError
from lexveil.evaluate.gold import Gold, Mention

SPACE = uuid.UUID("6ba7b812-9dad-11d1-80b4-00c04fd430c8")  # RFC 4122's own, for the ids of regions


def _read(files: Files) -> Sequence[Gold]:
    found = []
    for data in files.values():
        tasks = parsed(data)
        for number, task in enumerate(tasks if isinstance(tasks, list) else [tasks], 1):
            found.append(_document(task, number))
    return found


def _document(task: Any, number: int) -> Gold:
    data = task.get("data", {}) if isinstance(task, dict) else {}
    text = data.get("text")
    if not isinstance(text, str):
        raise InputError("annotations.no-object", number=number)
    done = task.get("annotations") or task.get("completions") or task.get("predictions") or [{}]
    regions = [each for each in done[0].get("result", ()) if "labels" in each.get("value", {})]
    units = Units(text)
    mentions = [_mention(each, text, units, at) for at, each in enumerate(regions, 1)]
    language = str(data.get("language", "en"))
    return Gold(str(data.get("id", task.get("id", number))), text, tuple(mentions), language=language)


def _mention(region: Mapping[str, Any], text: str, units: Units, number: int) -> Mention:
    value, meta = region["value"], region.get("meta") or {}
    start, end, quoted = value["start"], value["end"], value.get("text")
    if quoted is not None and squeezed(text[start:end]) != squeezed(quoted):
        start, end = units.back(start), units.back(end)
    place = placed(text, start, end, number, quoted=quoted)
    cluster, role = str(meta.get("cluster", "")), str(meta.get("role", ""))
    return Mention(*place, str(value["labels"][0]), role, cluster, not meta.get("stays"))


def _write(documents: Sequence[Gold]) -> dict[str, bytes]:
    return {"labelstudio.json": dumped([_task(each) for each in documents])}


def _task(document: Gold) -> dict[str, Any]:
    result = [_region(document, each, number) for number, each in enumerate(document.mentions)]
    data = {"id": document.id, "text": document.text, "language": document.language}
    return {"data": data, "annotations": [{"result": result}]}


def _region(document: Gold, each: Mention, number: int) -> dict[str, Any]:
    said = document.text[each.start : each.end]
    meta = {"role": each.role, "cluster": each.cluster, "stays": not each.masked}
    return {
        "id": uuid.uuid5(SPACE, f"{document.id} {number}").hex[:10],
        "from_name": "label",
        "to_name": "text",
        "type": "labels",
        "value": {"start": each.start, "end": each.end, "text": said, "labels": [each.type]},
        "meta": {name: value for name, value in meta.items() if value},
    }


LABELSTUDIO = Format(_read, _write, ".json", ("role", "cluster", "masked"))
