"""What the result still tells of the people it hides, as a score.

For the document and for each hidden person what is left, weighed as in Gardiner et al. 2024 ("Data
Anonymization for Privacy-Preserving Large Language Model Fine-Tuning on Call Transcripts", CALD-pseudo,
section 4 and table 6), and a verdict; over many documents the paper's figures. Whom a policy names on purpose
is not at risk by the result and not scored. No text of the document comes out, and nothing that nobody found
is seen.
"""

import re
from bisect import bisect_left, bisect_right
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from math import ceil, floor, inf
from statistics import fmean, pstdev
from typing import NamedTuple

from lexveil import languages
from lexveil.model import Decision, Document, Entity, Replacement, Span
from lexveil.text.fold import flow

THRESHOLD = 5  # of the paper: one direct identifier, or two indirect ones that complete each other
DIRECT = 4  # from this weight on an identifier tells of its owner from anywhere in the paragraph
BIRTH = "BIRTH_DATE"  # a date that the words before it call one of birth

# The infoType of table 6 that each of our categories is, and its score. Those marked "ours" are not in it:
# dates, sums and traits are quasi identifiers of the Text Anonymization Benchmark (Pilán et al. 2022).
WEIGHTS: Mapping[str, int] = {
    # PERSON_NAME, SSN, PASSPORT, IBAN_CODE, CREDIT_CARD_NUMBER, VEHICLE_IDENTIFICATION_NUMBER
    **dict.fromkeys(("PERSON", "NATIONAL_ID", "PASSPORT", "IBAN", "CARD", "PLATE"), 5),
    "EMAIL": 4,  # EMAIL_ADDRESS
    "PHONE": 4,  # PHONE_NUMBER
    **dict.fromkeys(("ADDRESS", "PROPERTY_ID"), 4),  # STREET_ADDRESS, to which a land register leads
    **dict.fromkeys(("CODE", "CASE_NUMBER"), 4),  # GENERIC_ID: the court's register leads to the parties
    **dict.fromkeys((BIRTH, "IP", "MAC"), 3),  # DATE_OF_BIRTH, IP_ADDRESS, MAC_ADDRESS
    "LOC": 2,  # LOCATION
    "ORG": 2,  # ORGANIZATION_NAME_SPEAKER: only beside the person, else 0
    "URL": 2,  # URL
    "AGE": 1,  # AGE
    **dict.fromkeys(
        ("DEM", "DATE", "MONEY", "MISC"), 1
    ),  # ours: to DEM, MEDICAL_TERM and AGE are the nearest
    "COURT": 0,  # ORGANIZATION_NAME: a body that is nobody's own
    **dict.fromkeys(("TIME", "QUANTITY", "PROVISION"), 0),
}

# Styles whose replacement still tells a part of what it replaces.
PARTLY = ("initials", "generalize")

SENTENCE, PARAGRAPH = 600, 2400  # characters; a longer one is cut there, so that a list stays cheap
BEFORE = 40  # characters in which a date is called one of birth

# What is left stays below the threshold; reaches it only when added up over different people; or what is left
# of one person, or one identifier by itself, reaches it.
VERDICTS = ("acceptable", "scattered", "review")
BINS = (0, 1, 3, 5, 10, 20, 50)  # where the bars of the histogram begin

# A sentence ends at a full stop after a whole word, or where a line is ended on purpose; "No." ends none.
_SENTENCE = re.compile(
    r"(?<=[^\W\d_]{4})[.!?][\"”’')\]]*\s+(?=[^\sa-z])|(?<=[\d)\]])\.\s+(?=[^\W\d_a-z])|\n\s*"
)
_PARAGRAPH = re.compile(r"\n\s*\n|\n(?=\s*\(?\d{1,4}[.)]\s)")

_NAME_WORD = re.compile(r"[^\W\d_]{2,}")


@dataclass(frozen=True, slots=True)
class Left:
    """How many identifiers of a category are left, and what each of them weighs."""

    category: str
    weight: int
    count: int


@dataclass(frozen=True, slots=True)
class PersonRisk:
    entity: str  # the entity's id
    score: int
    left: tuple[Left, ...]  # the heaviest first
    combination: tuple[str, ...]  # the categories that are left together; empty where there are not two


@dataclass(frozen=True, slots=True)
class Risk:
    document: str  # its id
    score: int
    left: tuple[Left, ...]
    people: tuple[PersonRisk, ...]  # everyone who is hidden, the highest score first
    named: int  # people whom the policy leaves named
    verdict: str
    threshold: int


@dataclass(frozen=True, slots=True)
class Bar:
    """How many documents have a score from `low` to `high`."""

    low: int
    high: int | None  # None: no end
    count: int


@dataclass(frozen=True, slots=True)
class Summary:
    documents: int
    mean: float
    sigma: float
    p95: float
    highest: int
    mean_plus_sigma: float
    verdict: str  # of the paper: the mean and one standard deviation stay below the threshold, or not
    threshold: int
    histogram: tuple[Bar, ...]


class _Piece(NamedTuple):
    """One identifier that is left, however often and in whatever spelling it stands there."""

    category: str
    weight: int


def assess(
    document: Document,
    entities: Iterable[Entity],
    decisions: Iterable[Decision],
    replacements: Sequence[Replacement],
    *,
    threshold: int = THRESHOLD,
) -> Risk:
    entities = tuple(entities)
    by_entity = {decision.entity: decision for decision in decisions}
    people = [each for each in entities if each.category == "PERSON"]
    hidden = {each.id for each in people if by_entity[each.id].action == "replace"}
    cover = _Cover(document.text, replacements)
    near = _Near(document.text, people, hidden)
    pieces: dict[str, _Piece] = {}
    owners: defaultdict[str, dict[str, _Piece]] = defaultdict(dict)
    for entity in entities:
        if entity.category == "PERSON" and entity.id not in hidden:
            continue
        piece, spans = _left(document.text, entity, by_entity[entity.id], cover)
        if not piece.weight:
            continue
        whose = {entity.id} if entity.id in hidden else near.whose(spans, direct=piece.weight >= DIRECT)
        if whose or (piece.weight >= DIRECT and not near.named_on_purpose(spans)):
            pieces[entity.id] = piece
        for person in whose:
            owners[person][entity.id] = piece
    found = [_person(person, owners[person].values()) for person in hidden]
    found.sort(key=lambda each: (-each.score, each.entity))
    score = sum(piece.weight for piece in pieces.values())
    most = max([*(each.score for each in found), *(piece.weight for piece in pieces.values())], default=0)
    verdict = "review" if most >= threshold else "scattered" if score >= threshold else "acceptable"
    left, named = _counted(pieces.values()), len(people) - len(hidden)
    return Risk(document.id, score, left, tuple(found), named, verdict, threshold)


def _person(entity: str, pieces: Iterable[_Piece]) -> PersonRisk:
    left = _counted(pieces)
    categories = tuple(dict.fromkeys(each.category for each in left))
    score = sum(each.weight * each.count for each in left)
    return PersonRisk(entity, score, left, categories if len(categories) > 1 else ())


def _counted(pieces: Iterable[_Piece]) -> tuple[Left, ...]:
    counts = Counter(pieces)
    order = sorted(counts, key=lambda piece: (-piece.weight, piece.category))
    return tuple(Left(piece.category, piece.weight, counts[piece]) for piece in order)


def _left(text: str, entity: Entity, decision: Decision, cover: "_Cover") -> tuple[_Piece, list[Span]]:
    """What can still be read of an entity, and where: all of it, a part, or nothing."""
    readable = [(span, cover.readable(span)) for span in entity.spans]
    spans = [span for span, share in readable if share]
    whole = [span for span, share in readable if share == 1]
    before = (text[max(0, span.start - BEFORE) : span.start] for span in entity.spans)
    is_birth = entity.category == "DATE" and any(map(_birth().search, before))
    category = BIRTH if is_birth else entity.category
    weight = WEIGHTS[category]
    if category == "PERSON":
        # A given name alone, a surname alone and initials are parts of a name.
        whole = [span for span in whole if len(_NAME_WORD.findall(text, span.start, span.end)) > 1]
    if whole:
        return _Piece(category, weight), spans
    if spans or (decision.action == "replace" and decision.style in PARTLY):
        return _Piece(category, partial(weight, category)), spans or list(entity.spans)
    return _Piece(category, 0), []


@cache
def _birth() -> re.Pattern[str]:
    """What calls a date one of birth, in any language."""
    listed = (languages.own(code, "dates").get("birth", {}) for code in languages.codes())
    words = {word for birth in listed for name in ("words", "date") for word in birth.get(name, ())}
    return re.compile(rf"(?i)\b(?:{'|'.join(sorted(map(re.escape, words)))})\b[^.\n\d]{{0,20}}$|\bb\.\s*$")


def partial(weight: int, category: str) -> int:
    """Half of it; rounded up for names, which come in many ways, and down for all else.

    >>> partial(5, "PERSON"), partial(3, "BIRTH_DATE"), partial(4, "EMAIL")
    (3, 1, 2)
    """
    return ceil(weight / 2) if category == "PERSON" else floor(weight / 2)


class _Cover:
    """The replacements, to be asked how much of a mention can still be read."""

    def __init__(self, text: str, replacements: Sequence[Replacement]) -> None:
        self.text = text
        self.replacements = sorted(replacements, key=lambda each: each.start)
        self.ends = [each.end for each in self.replacements]

    def readable(self, span: Span) -> float:
        """The share of its letters and digits that no replacement covers."""
        signs = left = 0
        at = bisect_right(self.ends, span.start)
        for offset in range(span.start, span.end):
            while at < len(self.ends) and self.ends[at] <= offset:
                at += 1
            if self.text[offset].isalnum():
                signs += 1
                left += at == len(self.ends) or offset < self.replacements[at].start
        return left / signs if signs else 0.0


class _Near:
    """Who is spoken of where: the sentences and paragraphs, and the people mentioned in each."""

    def __init__(self, text: str, people: Iterable[Entity], hidden: set[str]) -> None:
        self.sentences = _starts(flow(text), _SENTENCE, SENTENCE)
        self.paragraphs = _starts(text, _PARAGRAPH, PARAGRAPH)
        self.by_sentence: defaultdict[int, set[str]] = defaultdict(set)
        self.by_paragraph: defaultdict[int, set[str]] = defaultdict(set)
        self.naming: set[int] = set()  # paragraphs with somebody whom the policy leaves named
        for person in people:
            for span in person.spans:
                paragraph = bisect_right(self.paragraphs, span.start)
                if person.id in hidden:
                    self.by_sentence[bisect_right(self.sentences, span.start)].add(person.id)
                    self.by_paragraph[paragraph].add(person.id)
                else:
                    self.naming.add(paragraph)

    def whose(self, spans: Iterable[Span], *, direct: bool) -> set[str]:
        """The hidden people beside whom it stands: in its sentence, a direct identifier in its paragraph."""
        starts = self.paragraphs if direct else self.sentences
        people = self.by_paragraph if direct else self.by_sentence
        return {one for span in spans for one in people.get(bisect_right(starts, span.start), ())}

    def named_on_purpose(self, spans: Sequence[Span]) -> bool:
        """Whether it always stands beside somebody named: counsel's telephone number is counsel's."""
        return all(bisect_right(self.paragraphs, span.start) in self.naming for span in spans)


def _starts(text: str, end: re.Pattern[str], longest: int) -> list[int]:
    """Where the stretches begin, in order."""
    bounds = [0, *(found.end() for found in end.finditer(text)), len(text)]
    return [at for one, other in pairwise(bounds) for at in range(one, max(other, one + 1), longest)]


def summary(risks: Sequence[Risk]) -> Summary:
    """The figures of the paper over the documents of a run or the rows of a table."""
    scores = sorted(risk.score for risk in risks)
    threshold = risks[0].threshold if risks else THRESHOLD
    mean, sigma = (fmean(scores), pstdev(scores)) if scores else (0.0, 0.0)
    rank = 0.95 * (len(scores) - 1)
    low, high = (scores[floor(rank)], scores[ceil(rank)]) if scores else (0, 0)
    p95, highest = low + (high - low) * (rank - floor(rank)), max(scores, default=0)
    figures = (len(scores), mean, sigma, p95, highest, mean + sigma)
    verdict = "acceptable" if mean + sigma < threshold else "review"
    # The histogram: how many scores lie below the next beginning and not below this one.
    counts = (
        after - before for before, after in pairwise([bisect_left(scores, low) for low in (*BINS, inf)])
    )
    highs = (*(end - 1 for end in BINS[1:]), None)
    return Summary(*figures, verdict, threshold, tuple(map(Bar, BINS, highs, counts)))
