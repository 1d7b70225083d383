"""What a reader of the published document sees: who is exposed, what is hidden for nothing, who is mixed up.

The gold says what each mention is (`mark`, `role`, `kind`); the policy is asked what it would do with that,
and the result is held against its answer. `docs/evaluation.md` defines every figure.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

from lexveil.check.risk import VERDICTS, Risk, assess
from lexveil.evaluate.detection import Cover, merge, ratio
from lexveil.evaluate.gold import TOGETHER, Gold, Mention
from lexveil.languages import load, people
from lexveil.names.parse import parse
from lexveil.pipeline import Result
from lexveil.policy import Policy, hides
from lexveil.text.fold import fold

ASIDE = "AUTHOR"  # cited literature: neither exposed nor hidden
PROFESSIONALS = frozenset(["JUDGE", "ARBITRATOR", "CLERK", "LAWYER"])  # of the law, involved in the case
SPECIAL = frozenset(["PARTY", "JUDGE", "LAWYER", "EXPERT", "ARBITRATOR", "AUTHOR"])
UNSPECIFIED = {"OTHER": "UNKNOWN"}  # in the gold
SAME_ROLE = {"TRIBUNAL_MEMBER": "ARBITRATOR"}
CATEGORY = {"DOCKET": "CASE_NUMBER", "PROFESSIONAL": "PROFESSIONAL_ID"}  # of a code, where it is not personal
ALWAYS = frozenset(["PERSONAL", "PROPERTY"])
BODIES = ("ORG", "COURT", "LOC")
NAMED_AFTER = ("ORG", "LOC")  # may hold the name of somebody hidden
ERRORS = ("exposed", "exposed-by-role", "identifier", "nothing", "hidden", "merge", "split", "role")


class Error(NamedTuple):
    kind: str  # one of ERRORS
    start: int
    end: int
    note: str = ""  # roles and ids, never text of the document


# A share, and the counts it is made of: how many, of how many.
SHARES = {
    "people_exposed_share": ("people_exposed", "people"),
    "people_exposed_by_role_share": ("people_exposed_by_role", "people"),
    "mentions_exposed_share": ("mentions_exposed", "mentions"),
    "identifiers_exposed_share": ("identifiers_exposed", "identifiers"),
    "hidden_for_nothing_share": ("hidden_for_nothing", "replacements"),
    "kept_people_hidden_share": ("kept_people_hidden", "kept_people"),
    "wrong_roles_share": ("wrong_roles", "roles"),
    "wrong_exact_roles_share": ("wrong_exact_roles", "roles"),
    "professionals_f1": ("professionals_agreed", "professionals_either"),
    "found_share": ("found", "named"),
    "people_precision": ("letters_of_people", "letters_hidden"),
}
COUNTED = ("merges", "splits", *dict.fromkeys(name for pair in SHARES.values() for name in pair))


def report(counted: Counter[str]) -> dict[str, Any]:
    """The counts of one document, or of several added up, and the shares they make."""
    shares = {
        name: ratio(counted[part], counted[whole]) if counted[whole] else None
        for name, (part, whole) in SHARES.items()
    }
    return {**{name: counted[name] for name in COUNTED}, **shares}


@dataclass(frozen=True)
class Reading:
    """One document as it would be published, beside its gold."""

    gold: Gold
    result: Result

    @cached_property
    def people(self) -> list[Mention]:
        return [each for each in self.gold.mentions if _mark(each) == "PERSON"]

    @cached_property
    def roles(self) -> dict[str, str]:
        """Person → role in the gold, that of most mentions."""
        told: dict[str, Counter[str]] = defaultdict(Counter)
        for mention in self.people:
            if TOGETHER not in mention.cluster and mention.role:
                told[_person(mention)][UNSPECIFIED.get(mention.role, mention.role)] += 1
        return {person: counts.most_common(1)[0][0] for person, counts in told.items()}

    @cached_property
    def wanted(self) -> set[str]:
        """The people whom the policy hides, by their role in the gold."""
        policy = self.result.policy
        named = {person for mention in self.people for person in _persons(mention)}
        roles = {each: self.roles.get(each, "UNKNOWN") for each in named}
        return {each for each, role in roles.items() if role != ASIDE and hides(policy, "PERSON", role)}

    @cached_property
    def kept(self) -> set[str]:
        named = {_person(mention) for mention in self.people if TOGETHER not in mention.cluster}
        return {each for each in named - self.wanted if self.roles.get(each) != ASIDE}

    @cached_property
    def hidden(self) -> Cover:
        return merge((each.start, each.end) for each in self.result.replacements)

    def must_go(self, mention: Mention) -> bool:
        return not self.wanted.isdisjoint(_persons(mention))

    def exposed(self, mention: Mention) -> bool:
        """A letter or digit of it can be read."""
        text = self.gold.text
        return any(
            text[offset].isalnum() and not self.hidden.touches(offset, offset + 1)
            for offset in range(mention.start, mention.end)
        )


def measure(gold: Gold, result: Result) -> tuple[Counter[str], list[Error]]:
    reading = Reading(gold, result)
    counted: Counter[str] = Counter()
    errors: list[Error] = []
    for step in STEPS:
        errors += step(reading, counted)
    return counted, errors


def evaluate(
    documents: Sequence[Gold], predict: Callable[[Gold], Result], *, step: Callable[[], object] = lambda: None
) -> tuple[dict[str, Any], dict[str, list[Error]]]:
    """Figures of the whole and of each document, and the errors of each."""
    total: Counter[str] = Counter()
    rows, errors = {}, {}
    for gold in documents:
        result = predict(gold)
        counted, errors[gold.id] = measure(gold, result)
        risk = _risk(result)
        rows[gold.id] = {**report(counted), "risk": risk.score, "verdict": risk.verdict}
        total.update(counted)
        step()
    each = list(rows.values())
    return {**report(total), **_safer_half(each), "verdicts": _verdicts(each), "documents": rows}, errors


def _risk(result: Result) -> Risk:
    found = (result.document, result.entities, result.decisions, result.replacements)
    return assess(*found, weights=result.policy.risk)


def _verdicts(rows: Sequence[Mapping[str, Any]]) -> dict[str, dict[str, int]]:
    """Verdict of the risk → how many documents have it, and how many of them expose somebody."""
    found = {name: [row for row in rows if row["verdict"] == name] for name in VERDICTS}
    return {
        name: {"documents": len(same), "exposing": sum(row["people_exposed"] > 0 for row in same)}
        for name, same in found.items()
        if same
    }


def _safer_half(rows: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """How many of the exposed are in the documents of the lower risk; of equal ones their share."""
    half = len(rows) / 2
    by_risk: dict[float, list[int]] = defaultdict(list)
    for row in rows:
        by_risk[row["risk"]].append(row["people_exposed"])
    exposed = 0.0
    for _, group in sorted(by_risk.items()):
        exposed += sum(group) * min(1.0, half / len(group))
        half = max(0.0, half - len(group))
    total = sum(row["people_exposed"] for row in rows)
    return {
        "safer_half_exposed": round(exposed, 1),
        "safer_half_share": ratio(exposed, total) if total else None,
    }


def _exposed_people(reading: Reading, counted: Counter[str]) -> Iterator[Error]:
    exposed: set[str] = set()
    by_role: set[str] = set()
    kept = _kept_spans(reading.result)
    for mention in reading.people:
        if not reading.must_go(mention):
            continue
        counted["mentions"] += 1
        if not reading.exposed(mention):
            continue
        counted["mentions_exposed"] += 1
        gone = reading.wanted.intersection(_persons(mention))
        exposed |= gone
        role = next((role for start, end, role in kept if start < mention.end and mention.start < end), "")
        wanted = ", ".join(sorted(reading.roles.get(each, "?") for each in gone))
        if role:
            by_role |= gone
        note = f"{wanted} kept as {role}" if role else wanted
        yield Error("exposed-by-role" if role else "exposed", mention.start, mention.end, note)
    counted["people"] += len(reading.wanted)
    counted["people_exposed"] += len(exposed)
    counted["people_exposed_by_role"] += len(by_role)


def _kept_spans(result: Result) -> list[tuple[int, int, str]]:
    """The mentions of people that stay because of the role they were given."""
    kept = {each.entity for each in result.decisions if each.action == "keep"}
    return [
        (span.start, span.end, entity.role)
        for entity in result.entities
        if entity.id in kept
        and entity.category == "PERSON"
        and not hides(result.policy, "PERSON", entity.role)
        for span in entity.spans
    ]


def _exposed_identifiers(reading: Reading, counted: Counter[str]) -> Iterator[Error]:
    for mention in reading.gold.mentions:
        if _is_identifier(mention, reading.result.policy):
            counted["identifiers"] += 1
            if reading.exposed(mention):
                counted["identifiers_exposed"] += 1
                yield Error("identifier", mention.start, mention.end, mention.kind or _mark(mention))


def _is_identifier(mention: Mention, policy: Policy) -> bool:
    mark = _mark(mention)
    if mark != "CODE":
        return mark in ("ADDRESS", "BIRTH")
    return mention.kind in ALWAYS or hides(policy, CATEGORY.get(mention.kind, "CODE"), "")


def _is_asked_for(mention: Mention, policy: Policy) -> bool:
    """What stays under most policies, and goes under this one: a company under that of a country, say."""
    mark = _mark(mention)
    return _is_identifier(mention, policy) or (mark in BODIES and hides(policy, mark, ""))


def _hidden_for_nothing(reading: Reading, counted: Counter[str]) -> Iterator[Error]:
    mentions = reading.gold.mentions
    policy = reading.result.policy
    masked = merge((each.start, each.end) for each in mentions if each.masked or _is_asked_for(each, policy))
    named = _named_after(reading)
    for each in reading.result.replacements:
        inside = any(mention.start <= each.start and each.end <= mention.end for mention in named)
        if masked.touches(each.start, each.end):
            counted["replacements"] += 1
        elif not inside:
            counted["replacements"] += 1
            counted["hidden_for_nothing"] += 1
            entity = next((found for found in reading.result.entities if found.id == each.entity), None)
            yield Error("nothing", each.start, each.end, entity.category if entity else "")


def _named_after(reading: Reading) -> list[Mention]:
    """Places and organisations whose name holds that of somebody who is hidden."""
    text = reading.gold.text
    people = (mention for mention in reading.people if reading.must_go(mention))
    words = {word for mention in people for word in fold(text[mention.start : mention.end]).split()}
    return [
        mention
        for mention in reading.gold.mentions
        if _mark(mention) in NAMED_AFTER
        and not words.isdisjoint(re.findall(r"[^\W\d_]+", fold(text[mention.start : mention.end])))
    ]


def _kept_people(reading: Reading, counted: Counter[str]) -> Iterator[Error]:
    """Those whom the policy names in public, and who are hidden all the same."""
    counted["kept_people"] += len(reading.kept)
    gone: dict[str, Mention] = {}
    for mention in reading.people:
        if _person(mention) in reading.kept and reading.hidden.touches(mention.start, mention.end):
            gone.setdefault(_person(mention), mention)
    counted["kept_people_hidden"] += len(gone)
    for person, mention in gone.items():
        yield Error("hidden", mention.start, mention.end, reading.roles.get(person, "?"))


def _mixed(reading: Reading, counted: Counter[str]) -> Iterator[Error]:
    """Two people under one pseudonym, one person under two."""
    people_of: dict[str, dict[str, Mention]] = defaultdict(dict)
    entities_of: dict[str, dict[str, Mention]] = defaultdict(dict)
    for mention in reading.people:
        if TOGETHER in mention.cluster:
            continue
        for each in reading.result.replacements:
            if each.start < mention.end and mention.start < each.end:
                people_of[each.entity].setdefault(_person(mention), mention)
                entities_of[_person(mention)].setdefault(each.entity, mention)
    for kind, groups in (("merge", people_of), ("split", entities_of)):
        for group in groups.values():
            if len(group) > 1:
                counted[f"{kind}s"] += 1
                last = list(group.values())[-1]
                yield Error(kind, last.start, last.end, ", ".join(group))


def _roles(reading: Reading, counted: Counter[str]) -> Iterator[Error]:
    given: dict[str, Counter[str]] = defaultdict(Counter)
    spans = [
        (span.start, span.end, SAME_ROLE.get(entity.role, entity.role))
        for entity in reading.result.entities
        for span in entity.spans
    ]
    first: dict[str, Mention] = {}
    for mention in reading.people:
        first.setdefault(_person(mention), mention)
        touching = Counter(
            {
                role: min(end, mention.end) - max(start, mention.start)
                for start, end, role in spans
                if start < mention.end and mention.start < end
            }
        )
        if touching and TOGETHER not in mention.cluster:
            given[_person(mention)][touching.most_common(1)[0][0]] += 1
    for person, wanted in reading.roles.items():
        found = given[person].most_common(1)[0][0] if given[person] else ""
        if wanted == ASIDE and not found:
            continue  # literature that nobody took for a person
        counted["roles"] += 1
        right = found == wanted or (wanted not in SPECIAL and found not in SPECIAL)
        right = right or (wanted == ASIDE and found == "MISCELLANEOUS")
        counted["wrong_roles"] += not right
        counted["wrong_exact_roles"] += found != wanted
        if not right:
            yield Error("role", first[person].start, first[person].end, f"{wanted} given {found or 'none'}")


def _professionals(reading: Reading, counted: Counter[str]) -> Iterator[Error]:
    """Mentions of legal professionals, those of the gold and ours together, and where both agree: the F1 of
    Sierro et al. 2024 for LEGAL PROFESSIONAL against PER."""
    ours = merge(
        (span.start, span.end)
        for entity in reading.result.entities
        if entity.category == "PERSON" and SAME_ROLE.get(entity.role, entity.role) in PROFESSIONALS
        for span in entity.spans
    )
    for mention in reading.people:
        if TOGETHER not in mention.cluster and mention.role and mention.role != ASIDE:
            sides = mention.role in PROFESSIONALS, ours.touches(mention.start, mention.end)
            counted["professionals_either"] += sum(sides)
            counted["professionals_agreed"] += 2 * all(sides)
    yield from ()


def _found(reading: Reading, counted: Counter[str]) -> Iterator[Error]:
    """Whether a person span covers the surname, whatever becomes of it."""
    spans = merge(
        (span.start, span.end)
        for entity in reading.result.entities
        if entity.category == "PERSON"
        for span in entity.spans
    )
    for mention in reading.people:
        start, end = _surname(reading.gold, mention)
        counted["named"] += 1
        counted["found"] += spans.covers(start, end)
    yield from ()


def _precision(reading: Reading, counted: Counter[str]) -> Iterator[Error]:
    """How many of the letters hidden as people's names are; titles do not count."""
    marked = merge((each.start, each.end) for each in reading.people)
    for entity in reading.result.entities:
        for span in entity.spans if entity.category == "PERSON" else ():
            for at in range(span.start, span.end):
                if reading.gold.text[at].isalnum() and reading.hidden.touches(at, at + 1):
                    counted["letters_hidden"] += 1
                    counted["letters_of_people"] += marked.touches(at, at + 1)
    yield from ()


def _surname(gold: Gold, mention: Mention) -> tuple[int, int]:
    surface = gold.text[mention.start : mention.end]
    *words, last = surface.split() or [""]
    letters = people.role_after(load(gold.language))
    name = " ".join(words) if words and fold(last).replace(".", "") in letters else surface  # Roe J
    family = parse(name, language=gold.language).family
    at = fold(surface).rfind(family) if family else -1
    if at < 0 or len(fold(surface)) != len(surface):
        return mention.start, mention.end
    return mention.start + at, mention.start + at + len(family)


def _mark(mention: Mention) -> str:
    return mention.mark or mention.type


def _person(mention: Mention) -> str:
    return mention.cluster or f"{mention.start}-{mention.end}"


def _persons(mention: Mention) -> list[str]:
    return _person(mention).split(TOGETHER)


STEPS = (
    _exposed_people,
    _exposed_identifiers,
    _hidden_for_nothing,
    _kept_people,
    _mixed,
    _roles,
    _professionals,
    _found,
    _precision,
)


def chosen(errors: Mapping[str, Iterable[Error]], limit: int) -> Iterator[tuple[str, Error]]:
    """Up to so many of each kind, in the order of ERRORS."""
    for kind in ERRORS:
        of_kind = [(name, error) for name, each in errors.items() for error in each if error.kind == kind]
        yield from of_kind[:limit]
