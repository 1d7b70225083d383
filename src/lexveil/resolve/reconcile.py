"""One role for the whole entity.

Comes in: a group of spans and the evidence for each. Goes out: the role and the reasons. The rules are those
of PSILENCE, section 4.3, in its order; the bound of 30 % is the paper's.
"""

from collections import Counter
from collections.abc import Iterable, Mapping

from lexveil.model import HIGH, MEDIUM, Reason, Span
from lexveil.resolve.phrases import Evidence

# The type of a mention of which nothing more is said.
TYPE_OF = {
    "PERSON": "PERSON",
    "ORG": "ORGANIZATION",
    "COURT": "ORGANIZATION",
    "LOC": "LOCATION",
    "ADDRESS": "LOCATION",
}
NO_PERSON = ("LOCATION", "MISCELLANEOUS", "LAW_FIRM", "ORGANIZATION")
SPECIALISED = ("JUDGE", "AUTHOR", "EXPERT", "ARBITRATOR", "TRIBUNAL_MEMBER", "LAWYER")
NO_PERSON_SHARE = 0.3


def mention_types(
    spans: Iterable[Span], evidence: Mapping[Span, Evidence]
) -> tuple[Counter[str], tuple[Reason, ...]]:
    """The type of each mention, counted, and why.

    An introduction holds for the whole document: as the paper matches its metadata with every mention of
    a name, what a caption or a title says of a person is said of all their mentions.
    """
    spans = tuple(spans)
    introductions: Counter[str] = Counter()
    for span in spans:
        said = evidence.get(span)
        if said and said.weight > 1:
            introductions[said.role] += said.weight
    general = max(introductions, key=lambda role: _rank(role, introductions)) if introductions else ""
    person = any(span.category == "PERSON" and span.score >= HIGH for span in spans)
    types: Counter[str] = Counter()
    for span in spans:
        said = evidence.get(span)
        # A faint guess at a place, made of a bare word, must not show somebody who surely is a person.
        guess = person and span.score < MEDIUM
        default = "PERSON" if guess else TYPE_OF.get(span.category, "MISCELLANEOUS")
        if said:
            types[said.role] += 1
        else:
            types[general if general and default in ("PERSON", "ORGANIZATION") else default] += 1
    whys = (evidence[span].why for span in spans if span in evidence)
    return types, tuple(dict.fromkeys(whys))


def reconcile(types: Mapping[str, int]) -> str:
    """
    >>> reconcile({"PERSON": 9, "PARTY": 1}), reconcile({"PERSON": 6, "LOCATION": 4})
    ('PARTY', 'LOCATION')
    >>> reconcile({"PERSON": 2, "JUDGE": 3}), reconcile({"PERSON": 3, "JUDGE": 2})
    ('JUDGE', 'WITNESS')
    """
    role = _reconciled(Counter(types))
    return "WITNESS" if role == "PERSON" else role


def _reconciled(types: Counter[str]) -> str:
    if len(types) == 1:
        return next(iter(types))
    if types["PARTY"]:
        return "PARTY"
    no_person = Counter({role: types[role] for role in NO_PERSON if types[role]})
    if no_person.total() > NO_PERSON_SHARE * types.total():
        return no_person.most_common(1)[0][0]
    persons = Counter({role: count for role, count in types.items() if role not in NO_PERSON})
    return max(persons, key=lambda role: _rank(role, persons))


def _rank(role: str, counts: Mapping[str, int]) -> tuple[int, bool, str]:
    """The most frequent; of two equally frequent the unspecialised, which is hidden, not shown."""
    return counts[role], role not in SPECIALISED, role
