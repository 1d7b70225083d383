"""What the detectors found in the texts of the tests, kept in `fixtures/spans.json`.

Tests of policies, rendering, files and the service run on these spans, so that they fail only when policy,
rendering or writing change. After a change of detection look at the difference and take it over:

    python tests/recorded.py               # detect again in every recorded text
    python tests/recorded.py --add FILE…   # and in these documents, too
"""

import json
import sys
from pathlib import Path
from typing import Any

from lexveil import detect, formats
from lexveil.config import Settings
from lexveil.detect import recorded
from lexveil.model import Document, Zone

FILE = Path(__file__).parent / "fixtures" / "spans.json"
SETTINGS = Settings(detectors=(f"{recorded.PREFIX}{FILE}",))


def entry(document: Document) -> dict[str, Any]:
    spans = detect.find(document)
    return {
        "of": recorded.fingerprint(document),
        "text": document.text,
        "language": document.language,
        "metadata": dict(document.metadata),
        "zones": [[each.start, each.end] for each in document.zones if each.kind == "code"],
        "spans": [[each.start, each.end, each.category, each.score, list(each.sources)] for each in spans],
    }


def stored() -> list[Document]:
    known = json.loads(FILE.read_text("utf8")) if FILE.is_file() else []
    return [
        Document(
            id="recorded",
            text=each["text"],
            language=each["language"],
            metadata=each["metadata"],
            zones=tuple(Zone(start, end, "code") for start, end in each["zones"]),
        )
        for each in known
    ]


def write(documents: list[Document]) -> None:
    entries = {each["of"]: each for each in map(entry, documents)}
    lines = (json.dumps(each, ensure_ascii=False) for each in sorted(entries.values(), key=lambda e: e["of"]))
    FILE.write_text("[\n" + ",\n".join(lines) + "\n]\n", "utf8")


if __name__ == "__main__":
    write([*stored(), *(formats.read_file(path) for path in sys.argv[2:])])
