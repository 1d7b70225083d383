"""Writes the gold of the example documents from their marks.

Comes in: `<name>.marks.toml`, which says who and what each document names, in which forms, and how often
each form occurs. Goes out: `../<name>.gold.jsonl` with character offsets into `Document.text`. A form
that occurs more or less often than its mark says, two marks that cross, or a masked name that no mark
covers stops the build: the gold is never written on a guess.

A document may also be written with its marks in it: `<name>.marked.txt`, in the notation of
`train/documents`. Then both `../<name>.txt` and its gold come of that one file.

    python -m examples.gold.build            write the gold of every document
    python -m examples.gold.build --check    only say whether the gold is up to date
"""

import json
import re
import sys
import tomllib
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from lexveil.formats import read_file
from lexveil.model import CATEGORIES, ROLES
from lexveil.text.fold import fold
from train import documents

HERE = Path(__file__).parent
DOCUMENTS = {"award": "award.html", "judgment": "judgment.txt"}


class Mark(NamedTuple):
    entity: int
    form: str  # as written: the mention, or a stretch of text with the mention in [brackets]
    expected: int
    pattern: re.Pattern[str]  # the mention is its group 1
    length: int


class Mention(NamedTuple):
    start: int
    end: int
    entity: int


def main(arguments: list[str]) -> int:
    stale = []
    for target, content in made():
        if "--check" not in arguments:
            target.write_text(content, "utf8", newline="\n")
        elif not target.exists() or target.read_text("utf8") != content:
            stale.append(target.name)
    if stale:
        sys.stderr.write(f"out of date: {', '.join(stale)}. Run this script without --check.\n")
    return bool(stale)


def made() -> Iterator[tuple[Path, str]]:
    """Every file that is made of marks, with what it must hold."""
    for name, file in DOCUMENTS.items():
        marks = tomllib.loads((HERE / f"{name}.marks.toml").read_text("utf8"))
        line = json.dumps(gold(name, read_file(HERE.parent / file).text, marks), ensure_ascii=False)
        yield HERE.parent / f"{name}.gold.jsonl", f"{line}\n"
    for path in sorted(HERE.glob("*.marked.txt")):
        name = path.name.partition(".")[0]
        read = documents.read(path.read_text("utf8"), name=name, language=name.rpartition("-")[2])
        yield HERE.parent / f"{name}.txt", read.text
        yield HERE.parent / f"{name}.gold.jsonl", f"{documents.line(read)}\n"


def gold(name: str, text: str, marks: dict[str, Any]) -> dict[str, Any]:
    """One line of gold; clusters are numbered by first appearance."""
    entities = [*marks["entity"], *singles(marks["each"])]
    mentions, faults = locate(text, list(read_marks(entities)))
    faults += uncovered(text, mentions, entities, marks.get("ordinary_words", {}))
    faults += [f"unknown type or role: {e['name']}" for e in entities if not known(e)]
    if faults:
        raise SystemExit(f"{name}: the marks and the document disagree\n  " + "\n  ".join(faults))
    numbers = {index: number for number, index in enumerate(dict.fromkeys(m.entity for m in mentions), 1)}
    return {
        "id": name,
        "text": text,
        "mentions": [
            {
                "start": mention.start,
                "end": mention.end,
                "type": entities[mention.entity]["type"],
                "role": entities[mention.entity]["role"],
                "cluster": f"c{numbers[mention.entity]}",
                "masked": entities[mention.entity].get("masked", False),
            }
            for mention in mentions
        ],
    }


def singles(groups: list[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    """In an `each` group every form is an entity of its own: a date, a place, a sum of money."""
    for group in groups:
        for form, expected in group["forms"].items():
            yield {**group, "name": form, "forms": {form: expected}}


def known(entity: dict[str, Any]) -> bool:
    return entity["type"] in CATEGORIES.values() and entity["role"] in ROLES


def read_marks(entities: list[dict[str, Any]]) -> Iterator[Mark]:
    for index, entity in enumerate(entities):
        for form, expected in entity["forms"].items():
            before, mention, after = re.split(r"[\[\]]", form) if "[" in form else ("", form, "")
            pattern = rf"(?<!\w){flexible(before)}(?<!\w)({flexible(mention)})(?!\w){flexible(after)}(?!\w)"
            yield Mark(index, form, expected, re.compile(pattern), len(mention))


def flexible(words: str) -> str:
    """A pattern for the words however the source breaks and spaces them."""
    return re.sub(r"(?:\\\s)+|\s+", r"\\s+", re.escape(words))


def locate(text: str, marks: list[Mark]) -> tuple[list[Mention], list[str]]:
    """Every mention, longest form first, so that a form inside a longer mention is not a second one."""
    faults: list[str] = []
    owner: dict[int, Mention] = {}  # character offset to the mention that covers it
    for mark in sorted(marks, key=lambda mark: -mark.length):
        seen = 0
        for found in mark.pattern.finditer(text):
            mention = Mention(*found.span(1), mark.entity)
            covers = {owner.get(offset) for offset in range(mention.start, mention.end)}
            if covers == {None}:
                owner |= dict.fromkeys(range(mention.start, mention.end), mention)
                seen += 1
            elif len(covers) > 1 or (mention.start, mention.end) in {other[:2] for other in covers if other}:
                faults.append(f"two marks claim or cross the same text: {mark.form!r} at {mention.start}")
        if seen != mark.expected:
            faults.append(f"{mark.form!r}: {mark.expected} expected, {seen} found")
    return sorted(set(owner.values())), faults


def uncovered(
    text: str, mentions: list[Mention], entities: list[dict[str, Any]], ordinary: dict[str, int]
) -> list[str]:
    """Words of masked people's names outside every mention; `ordinary` says how many are no names."""
    folded = fold(text)
    masked = [
        m for m in mentions if entities[m.entity].get("masked") and entities[m.entity]["type"] == "PERSON"
    ]
    names = {word for m in masked for word in re.findall(r"[^\W\d_]{4,}", folded[m.start : m.end])}
    inside = {offset for m in mentions for offset in range(m.start, m.end)}
    words = (word for word in re.finditer(r"[^\W\d_]+", folded) if word.start() not in inside)
    left = Counter(word[0] for word in words if word[0] in names)
    return [
        f"{word!r} outside the mentions: {ordinary.get(word, 0)} expected, {left[word]} found"
        for word in sorted(left.keys() | ordinary.keys())
        if left[word] != ordinary.get(word, 0)
    ]


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
