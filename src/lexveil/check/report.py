"""What was done to a document, for whoever answers for it: `NAME.report.json` and `NAME.report.html`.

The facts as plain data, and `page`, the same to be read. No personal text: entities show as number, category,
role and pseudonym, parts and notes only if nothing that is hidden stands in them, and neither names of files
nor of the case. Nothing by which a guessed name could be tried against the published text: no hash and no
length of what came in, places counted in the result, numbers of forms in hundreds. The same input gives the
same report, but for the id: it bears no date, the file has one.
"""

import hashlib
from bisect import bisect_right
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict
from typing import Any, NamedTuple

from lexveil import messages
from lexveil.check import risk
from lexveil.check.leaks import Checked
from lexveil.check.page import page
from lexveil.check.risk import VERDICTS, Risk, summary
from lexveil.model import READ_AS, UNSURE, Decision, Document, Entity, Reason, Replacement
from lexveil.text.search import KINDS, Form, Search

__all__ = ["Report", "Subject", "page", "report"]

VERSION = 2  # 2: nothing of the input, places in the result
HUNDRED = 100

Report = dict[str, Any]


class Subject(NamedTuple):
    """A document, or a row of a table, and what became of it."""

    document: Document
    entities: Sequence[Entity]
    decisions: Sequence[Decision]
    replacements: Sequence[Replacement]
    pseudonyms: Mapping[str, str]
    listed: Sequence[tuple[int, int, str, str]] = ()  # places to be looked at: from, to, entity, reason
    warnings: Sequence[Reason] = ()

    @property
    def is_open(self) -> bool:
        return bool(self.listed or self.warnings)


def report(
    subjects: Sequence[Subject],
    *,
    whole: Document,
    rows: int | None = None,
    hidden: Iterable[Form],
    policy: tuple[str, str],
    output: bytes,
    checked: Checked,
    allowed: Sequence[str],
    made_with: Mapping[str, str],
    weights: Mapping[str, float],
    threshold: int = risk.THRESHOLD,
) -> Report:
    """`whole` is the file, whose `rows` are the subjects if it is a table; `policy` is a name and a
    description, `output` the bytes that go out."""
    hidden = tuple(hidden)
    search = Search(hidden)

    def clean(text: str) -> str:
        return messages.render("report.withheld") if next(search.find(text), None) else text

    risks = [
        risk.assess(*each[:4], threshold=threshold, weights=weights, is_open=each.is_open)
        for each in subjects
    ]
    shown = [_Shown(each) for each in subjects]
    return {
        "lexveil": {"version": made_with.get("version", ""), "report": VERSION},
        "made_with": {name: clean(value) for name, value in made_with.items()},
        "document": {
            "id": whole.id,
            "format": getattr(whole.source, "suffix", "").lstrip("."),
            "rows": rows,
            "characters": sum(each.characters for each in shown),
        },
        "policy": {"name": clean(policy[0]), "description": clean(policy[1])},
        "output": {"sha256": hashlib.sha256(output).hexdigest(), "bytes": len(output)},
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
            **{name: getattr(checked, name) for name in ("texts", "characters")},
            "forms": _hundreds(checked.forms),
            "forms_by_kind": _by_kind(hidden),
            "found": len(checked.leaks),
            "unread": list(checked.unread),
        },
        "risk": risk_data(risks, [each.pseudonyms for each in subjects], shown, table=rows is not None),
        "needs_review": [each for subject in subjects for each in _listed(subject)],
        "uncertain": [each for subject in zip(subjects, shown, strict=True) for each in _uncertain(*subject)],
        "notes": [clean(str(note)) for note in whole.notes],
    }


class _Shown:
    """Where the characters of a document stand in its result: their places in the original would tell how
    long what was replaced is."""

    def __init__(self, subject: Subject) -> None:
        self.replaced = sorted(subject.replacements, key=lambda each: each.start)
        self.ends = [each.end for each in self.replaced]
        self.added = [0]
        for each in self.replaced:
            self.added.append(self.added[-1] + len(each.text) - (each.end - each.start))
        self.characters = len(subject.document.text) + self.added[-1]

    def __call__(self, start: int, end: int) -> list[int]:
        return [self._at(start, after=False), self._at(end, after=True)]

    def _at(self, offset: int, *, after: bool) -> int:
        at = bisect_right(self.ends, offset)
        inside = at < len(self.ends) and self.replaced[at].start < offset
        moved = (self.replaced[at].start if inside else offset) + self.added[at]
        return moved + len(self.replaced[at].text) if inside and after else moved


def _by_kind(hidden: Sequence[Form]) -> dict[str, int]:
    """Whoever has a name counts as having parts: whether they are long enough to be looked for tells."""
    counts = Counter(form.kind for form in hidden)
    counts["part"] = max(counts["part"], min(counts["name"], 1))
    return {kind: _hundreds(counts[kind]) for kind in KINDS}


def _hundreds(count: int) -> int:
    """Rounded up: how many forms a name has tells of it.

    >>> _hundreds(0), _hundreds(17), _hundreds(100), _hundreds(101)
    (0, 100, 100, 200)
    """
    return -(-count // HUNDRED) * HUNDRED


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


def _listed(subject: Subject) -> list[dict[str, Any]]:
    """Warnings, and how many places show a word of a hidden name. Where they are and whose name it is would
    tell the name: that stands in the dictionary alone."""
    about = {"document": subject.document.id}
    warned = [{**about, "reason": each.code, "why": str(each), "places": 0} for each in subject.warnings]
    reasons = Counter(reason for *_, reason in subject.listed)
    return warned + [
        {
            **about,
            "reason": f"left.{reason}",
            "why": messages.render(f"report.left.{reason}"),
            "places": number,
        }
        for reason, number in sorted(reasons.items())
    ]


def _uncertain(subject: Subject, shown: _Shown) -> list[dict[str, Any]]:
    """What a reviewer should look at: doubtful entities that were replaced, and all doubtful people."""
    actions = {decision.entity: decision.action for decision in subject.decisions}
    return [
        {
            "document": subject.document.id,
            "entity": entity.id,
            **{name: getattr(entity, name) for name in ("category", "role", "role_certainty", "certainty")},
            "decision": actions[entity.id],
            "pseudonym": subject.pseudonyms.get(entity.id),
            "positions": [shown(span.start, span.end) for span in entity.spans],
        }
        for entity in subject.entities
        if entity.certainty == UNSURE
        and (actions[entity.id] == "replace" or entity.category == "PERSON" or _may_be_person(entity))
    ]


def _may_be_person(entity: Entity) -> bool:
    return any(why.code == READ_AS for why in entity.why)


def risk_data(
    risks: Sequence[Risk],
    pseudonyms: Sequence[Mapping[str, str]],
    shown: Sequence[Callable[[int, int], list[int]]],
    *,
    table: bool,
) -> dict[str, Any]:
    """Of one document, or of the rows of a table: the row with the highest risk, everyone of whom something
    is left, and the figures over all rows. `pseudonyms` are those of each document, `shown` says where its
    places stand in the result."""
    worst, places = max(
        zip(risks, shown, strict=True), key=lambda each: (VERDICTS.index(each[0].verdict), each[0].score)
    )
    return {
        **{name: getattr(worst, name) for name in ("threshold", "score", "verdict")},
        "why": messages.render(f"report.verdict-means.{worst.verdict}"),
        "hidden": sum(len(risk.people) for risk in risks),
        "named": sum(risk.named for risk in risks),
        "left": [asdict(each) for each in worst.left],
        "possible_names": [places(*place) for place in worst.possible],
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
