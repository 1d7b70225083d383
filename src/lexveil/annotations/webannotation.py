"""W3C Web Annotation (https://www.w3.org/TR/annotation-model/): NAME.jsonld about the text NAME.txt.

The type is a tag, the role classifies, and mentions of one entity are identified by one word.
"""

from collections.abc import Mapping, Sequence
from pathlib import PurePath
from typing import Any

from lexveil.annotations import Files, Format
from lexveil.annotations.common import dumped, parsed, placed, stems, text_beside
from lexveil.errors import InputError
from lexveil.evaluate.gold import Gold, Mention

CONTEXT = "http://www.w3.org/ns/anno.jsonld"
TAG, ROLE, ENTITY, MASKED = "tagging", "classifying", "identifying", "editing"
STAYS = "keep"
AROUND = 32  # characters that are quoted before and after


def _read(files: Files) -> Sequence[Gold]:
    found = []
    for name in sorted(files):
        if name.endswith(".jsonld"):
            text = text_beside(files, name)
            raw = parsed(files[name])
            items = raw if isinstance(raw, list) else raw["first"]["items"] if "first" in raw else [raw]
            mentions = [_mention(each, text, number) for number, each in enumerate(items, 1)]
            found.append(Gold(PurePath(name).stem, text, tuple(mentions)))
    return found


def _mention(found: Mapping[str, Any], text: str, number: int) -> Mention:
    bodies = found.get("body", ())
    said = {each.get("purpose"): str(each["value"]) for each in _listed(bodies) if "value" in each}
    selectors = {each["type"]: each for each in _listed(found["target"]["selector"])}
    position, quoted = selectors.get("TextPositionSelector"), selectors.get("TextQuoteSelector", {})
    if position is None or TAG not in said:
        raise InputError("annotations.no-position", number=number)
    place = placed(text, position["start"], position["end"], number, quoted=quoted.get("exact"))
    return Mention(*place, said[TAG], said.get(ROLE, ""), said.get(ENTITY, ""), said.get(MASKED) != STAYS)


def _listed(found: Any) -> Sequence[Any]:
    return found if isinstance(found, list) else [found]


def _write(documents: Sequence[Gold]) -> dict[str, bytes]:
    made: dict[str, bytes] = {}
    for stem, document in stems(documents):
        made[f"{stem}.txt"] = document.text.encode()
        items = [_annotation(document, stem, each, at) for at, each in enumerate(document.mentions, 1)]
        page = {"type": "AnnotationPage", "startIndex": 0, "items": items}
        about = {"id": f"{stem}.jsonld", "type": "AnnotationCollection", "total": len(items)}
        made[f"{stem}.jsonld"] = dumped({"@context": CONTEXT, **about, "first": page})
    return made


def _annotation(document: Gold, stem: str, each: Mention, number: int) -> dict[str, Any]:
    told = {TAG: each.type, ROLE: each.role, ENTITY: each.cluster, MASKED: "" if each.masked else STAYS}
    text = document.text
    quoted = {
        "type": "TextQuoteSelector",
        "exact": text[each.start : each.end],
        "prefix": text[max(0, each.start - AROUND) : each.start],
        "suffix": text[each.end : each.end + AROUND],
    }
    position = {"type": "TextPositionSelector", "start": each.start, "end": each.end}
    return {
        "id": f"{stem}.jsonld#{number}",
        "type": "Annotation",
        "body": [
            {"type": "TextualBody", "purpose": why, "value": value} for why, value in told.items() if value
        ],
        "target": {"source": f"{stem}.txt", "selector": [position, quoted]},
    }


WEB = Format(_read, _write, ".jsonld", ("role", "cluster", "masked"), apart=True)
