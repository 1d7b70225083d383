"""Are the people of a judgment's first page found, and is it right who they are?

Reads judgments whose caption is tagged (JSON lines in the gold format: mentions of type PERSON with the role
JUDGE, PARTY or LAWYER), analyses each whole with the policy `court-eu`, without metadata, and prints for each
role how many are found (the surname lies within what was taken for a person) and how many have the right one.
Marks listed in `captions.toml`, each with its reason, are scored apart.

    python benchmarks/captions.py --gold FILE.jsonl.xz [--errors]
"""

import argparse
import re
import tomllib
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from lexveil.evaluate import gold as golds
from lexveil.evaluate.gold import Gold, Mention
from lexveil.evaluate.report import analyzer
from lexveil.languages import DEFAULT, load
from lexveil.model import Entity
from lexveil.names.parse import parse
from lexveil.text.fold import fold

ROLES = ("JUDGE", "PARTY", "LAWYER")
DISPUTED = "disputed"
AROUND = 60  # characters shown beside an error

_WORD = re.compile(r"[\w'’-]+")
_MORE = re.compile(r"\s*[(,]|\s(?:of|and)\b", re.IGNORECASE)  # Lord Roe of Exampleton, Ann Roe and others


class Mark(NamedTuple):
    mention: Mention
    start: int  # of the surname
    end: int


def marks(document: Gold) -> Iterator[Mark]:
    for mention in document.mentions:
        if mention.type == "PERSON" and mention.role in ROLES:
            yield Mark(mention, *surname(document.text, mention))


def surname(text: str, mention: Mention) -> tuple[int, int]:
    """Where the last name stands, before letters of an office and what else follows it; the whole mark where
    it has no such word, as of somebody called by letters."""
    whole = _MORE.split(text[mention.start : mention.end])[0]
    named = parse(whole).tokens
    words = load(DEFAULT).people["names"]
    family = [
        word for word in named if len(word) > 1 and word not in (*words["degrees"], *words["office_letters"])
    ]
    end = mention.start + len(whole)
    found = [each for each in _WORD.finditer(text, mention.start, end) if fold(each[0]) in family[-1:]]
    return (found[-1].start(), found[-1].end()) if found else (mention.start, end)


def who(mark: Mark, entities: tuple[Entity, ...]) -> str:
    """The role of the person found there; "" where nobody is."""
    for entity in entities:
        if any(span.start <= mark.start and mark.end <= span.end for span in entity.spans):
            return entity.role if entity.category == "PERSON" else ""
    return ""


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--gold", type=Path, required=True)
    parser.add_argument("--errors", action="store_true", help="show what is missed, in its context")
    options = parser.parse_args()
    listed = tomllib.loads(Path(__file__).with_suffix(".toml").read_text("utf8"))[DISPUTED]
    disputed = {(each["id"], each["start"]) for each in listed}
    analyze = analyzer(policy="court-eu")
    counts: dict[str, Counter[str]] = {role: Counter() for role in (*ROLES, DISPUTED)}
    for document in golds.read(options.gold):
        entities = analyze(document).entities
        for mark in marks(document):
            mention = mark.mention
            role = who(mark, entities)
            row = DISPUTED if (document.id, mention.start) in disputed else mention.role
            counts[row].update(all=1, found=bool(role), right=role == mention.role)
            if options.errors and role != mention.role:
                place = document.text[max(0, mention.start - AROUND) : mention.end + AROUND]
                name = document.text[mention.start : mention.end]
                print(
                    f"{row} {document.id} {mention.start} {name!r} is {role or 'not found'}\n    {place!r}",
                    flush=True,
                )
    counts["all"] = sum((counts[role] for role in ROLES), Counter())
    for row, count in counts.items():
        total = max(count["all"], 1)
        print(
            f"{row:9} {count['all']:4}  found {count['found'] / total:.3f}  role {count['right'] / total:.3f}"
        )


if __name__ == "__main__":
    main()
