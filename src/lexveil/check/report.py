"""What was done to a document, for whoever answers for it: `NAME.report.json` and `NAME.report.html`.

The facts as plain data, and `page`, the same to be read. No personal text: entities show as number, category,
role and pseudonym, parts and notes only if nothing that is hidden stands in them, and neither names of files
nor of the case. The same input gives the same report: it bears no date, the file has one.
"""

import hashlib
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict
from typing import Any, NamedTuple

from lexveil import messages
from lexveil.check import risk
from lexveil.check.leaks import Checked
from lexveil.check.page import page
from lexveil.check.risk import VERDICTS, Risk, summary
from lexveil.model import READ_AS, Decision, Document, Entity, Replacement
from lexveil.text.search import KINDS, Form, Search

__all__ = ["Report", "Subject", "page", "report"]

VERSION = 1
UNCERTAIN = 3  # the certainty that asks for a look

Report = dict[str, Any]


class Subject(NamedTuple):
    """A document, or a row of a table, and what became of it."""

    document: Document
    entities: Sequence[Entity]
    decisions: Sequence[Decision]
    replacements: Sequence[Replacement]
    pseudonyms: Mapping[str, str]


def report(
    subjects: Sequence[Subject],
    *,
    whole: Document,
    rows: int | None = None,
    hidden: Iterable[Form],
    policy: tuple[str, str],
    files: tuple[bytes, bytes],
    checked: Checked,
    allowed: Sequence[str],
    made_with: Mapping[str, str],
    threshold: int = risk.THRESHOLD,
    weights: Mapping[str, int] | None = None,
) -> Report:
    """`whole` is the file, whose `rows` are the subjects if it is a table; `policy` is a name and a
    description, `files` the bytes that came in and those that go out."""
    hidden = tuple(hidden)
    search = Search(hidden)

    def clean(text: str) -> str:
        return messages.render("report.withheld") if next(search.find(text), None) else text

    risks = [risk.assess(*each[:4], threshold=threshold, weights=weights or {}) for each in subjects]
    before, after = ({"sha256": hashlib.sha256(data).hexdigest(), "bytes": len(data)} for data in files)
    return {
        "lexveil": {"version": made_with.get("version", ""), "report": VERSION},
        "made_with": {name: clean(value) for name, value in made_with.items()},
        "document": {
            "id": whole.id,
            "format": getattr(whole.source, "suffix", "").lstrip("."),
            "rows": rows,
            "characters": sum(len(each.document.text) for each in subjects),
        },
        "policy": {"name": clean(policy[0]), "description": clean(policy[1])},
        "input": before,
        "output": after,
        "coverage": [
            {
                "part": clean(part.name),
                "state": part.state,
                "why": clean(part.explain()),
                "allowed": part.state == "uncovered" and part.name in allowed,
            }
            for part in whole.parts
        ],
        "counts": _counts(subjects),
        "leak_check": {
            **{name: getattr(checked, name) for name in ("texts", "characters", "forms")},
            "forms_by_kind": {kind: sum(form.kind == kind for form in hidden) for kind in KINDS},
            "found": len(checked.leaks),
            "unread": list(checked.unread),
        },
        "risk": risk_data(risks, [each.pseudonyms for each in subjects], table=rows is not None),
        "uncertain": [each for subject in subjects for each in _uncertain(subject)],
        "notes": [clean(str(note)) for note in whole.notes],
    }


def _counts(subjects: Sequence[Subject]) -> dict[str, Any]:
    """By what was done: what was replaced first, and people before all else."""
    entities: Counter[tuple[str, str, str]] = Counter()
    mentions: Counter[tuple[str, str, str]] = Counter()
    for subject in subjects:
        actions = {decision.entity: decision.action for decision in subject.decisions}
        for entity in subject.entities:
            key = (entity.category, entity.role, actions[entity.id])
            entities[key] += 1
            mentions[key] += len(entity.spans)
    return {
        "entities": entities.total(),
        "mentions": mentions.total(),
        "replaced": sum(len(each.pseudonyms) for each in subjects),
        "places": sum(len(each.replacements) for each in subjects),
        "by": [
            dict(zip(("category", "role", "decision"), key, strict=True))
            | {"entities": entities[key], "mentions": mentions[key]}
            for key in sorted(entities, key=lambda key: (key[2] != "replace", key[0] != "PERSON", key))
        ],
    }


def _uncertain(subject: Subject) -> list[dict[str, Any]]:
    """What a reviewer should look at: doubtful entities that were replaced, and all doubtful people."""
    actions = {decision.entity: decision.action for decision in subject.decisions}
    return [
        {
            "document": subject.document.id,
            "entity": entity.id,
            **{name: getattr(entity, name) for name in ("category", "role", "role_certainty", "certainty")},
            "decision": actions[entity.id],
            "pseudonym": subject.pseudonyms.get(entity.id),
            "positions": [[span.start, span.end] for span in entity.spans],
        }
        for entity in subject.entities
        if entity.certainty == UNCERTAIN
        and (actions[entity.id] == "replace" or entity.category == "PERSON" or _may_be_person(entity))
    ]


def _may_be_person(entity: Entity) -> bool:
    return any(why.code == READ_AS for why in entity.why)


def risk_data(
    risks: Sequence[Risk], pseudonyms: Sequence[Mapping[str, str]], *, table: bool
) -> dict[str, Any]:
    """Of one document, or of the rows of a table: the row with the highest risk, everyone of whom something
    is left, and the figures over all rows. `pseudonyms` are those of each document."""
    worst = max(risks, key=lambda risk: (VERDICTS.index(risk.verdict), risk.score))
    return {
        **{name: getattr(worst, name) for name in ("threshold", "score", "verdict")},
        "why": messages.render(f"report.verdict-means.{worst.verdict}"),
        "hidden": sum(len(risk.people) for risk in risks),
        "named": sum(risk.named for risk in risks),
        "left": [asdict(each) for each in worst.left],
        "possible_names": [list(place) for place in worst.possible],
        "people": [
            {"document": risk.document, "entity": person.entity, "pseudonym": names.get(person.entity)}
            | {"score": person.score, "left": [asdict(each) for each in person.left]}
            | {"combination": list(person.combination)}
            for risk, names in zip(risks, pseudonyms, strict=True)
            for person in risk.people
            if person.score
        ],
        "corpus": asdict(summary(risks)) if table else None,
    }
