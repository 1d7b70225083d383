"""Documents of our own: fictional decisions, transcripts and files with every person and identifier marked.

    python -m train.documents LANGUAGE > gold.jsonl

One text file a document under `train/documents/<language>/`; its first line says what it is. Marks stand in
the text, `[[MARK ID EXTRA|surface]]`: EXTRA is the role of a PERSON and the kind of a CODE, an ID joined with
`+` names several people together. `README.md` there tells what is marked how.
"""

import json
import re
import sys
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path

from lexveil.evaluate.gold import Gold, Mention

FOLDER = Path(__file__).parent / "documents"
TYPES = {
    "PERSON": "PERSON", "ADDRESS": "LOC", "BIRTH": "DATETIME", "CODE": "CODE", "ORG": "ORG", "COURT": "ORG",
    "LOC": "LOC", "DATE": "DATETIME",
}  # fmt: skip
GOES = frozenset(["PERSON", "ADDRESS", "BIRTH"])
KINDS_THAT_GO = frozenset(["PERSONAL", "PROPERTY"])

_MARK = re.compile(r"\[\[([A-Z]+) ([^|\]\s]+)(?: ([A-Z]+))?\|([^\[\]]+?)\]\]")


def documents(language: str, *, folder: Path = FOLDER) -> Iterator[Gold]:
    for path in sorted((folder / language).glob("*.txt")):
        yield read(path.read_text("utf8"), name=path.stem, language=language)


def read(marked: str, *, name: str, language: str) -> Gold:
    """
    >>> read("# kind: letter\\nMr [[PERSON p1 PARTY|Roe]] left.", name="one", language="en").text
    'Mr Roe left.'
    """
    body = marked.partition("\n")[2]
    parts: list[str] = []
    mentions: list[Mention] = []
    last = at = 0
    for found in _MARK.finditer(body):
        before, surface = body[last : found.start()], found[4]
        parts += (before, surface)
        at += len(before)
        mentions.append(_mention(at, surface, found[1], found[2], found[3] or ""))
        at += len(surface)
        last = found.end()
    text = "".join([*parts, body[last:]])
    if "[[" in text or "]]" in text:
        raise ValueError(f"{name}: a mark is malformed")
    return Gold(name, text, tuple(mentions), language=language)


def _mention(start: int, surface: str, mark: str, cluster: str, extra: str) -> Mention:
    role, kind = (extra, "") if mark == "PERSON" else ("", extra)
    masked = mark in GOES or kind in KINDS_THAT_GO
    return Mention(start, start + len(surface), TYPES[mark], role, cluster, masked, mark, kind)


def line(gold: Gold) -> str:
    mentions = [asdict(mention) for mention in gold.mentions]
    fields = {"id": gold.id, "text": gold.text, "language": gold.language, "mentions": mentions}
    return json.dumps(fields, ensure_ascii=False)


def main() -> None:
    for gold in documents(sys.argv[1]):
        print(line(gold))


if __name__ == "__main__":
    main()
