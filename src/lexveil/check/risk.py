"""What the result still tells of the people it hides, as a score.

For the document what was missed, for each hidden person what stands beside them, weighed as in Gardiner et
al. 2024 ("Data Anonymization for Privacy-Preserving Large Language Model Fine-Tuning on Call Transcripts",
CALD-pseudo, section 4 and table 6), and a verdict; over many documents the paper's figures. Whom a policy
names on purpose is not at risk by the result and not scored. No text of the document comes out.
"""

import re
from bisect import bisect_left, bisect_right
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import ceil, floor, inf
from statistics import fmean, pstdev
from types import MappingProxyType
from typing import NamedTuple

from lexveil import languages
from lexveil.languages.common import is_common
from lexveil.languages.people import titles
from lexveil.model import Decision, Document, Entity, Replacement, Span
from lexveil.names.given import is_family, is_given
from lexveil.names.legible import legible
from lexveil.names.ordinary import ranks
from lexveil.text.fold import flow, fold

THRESHOLD = 5  # of the paper: one direct identifier, or two indirect ones that complete each other
DIRECT = 4  # from this weight on an identifier tells of its owner from anywhere in the paragraph
# Kept on purpose, these tell of nobody by themselves.
BY_REGISTER = frozenset(["CASE_NUMBER", "PROFESSIONAL_ID"])
BIRTH = "BIRTH_DATE"  # a date that the words before it call one of birth
POSSIBLE = "POSSIBLE_NAME"  # a capitalised word that no list and no detector explains
BORN = "dates:birth"  # the source of such a date

# The infoType of table 6 that each of our categories is, and its score; what is not in the table weighs
# nothing. A policy may weigh otherwise.
WEIGHTS: Mapping[str, int] = {
    # PERSON_NAME, SSN, PASSPORT, IBAN_CODE, CREDIT_CARD_NUMBER, VEHICLE_IDENTIFICATION_NUMBER
    **dict.fromkeys(("PERSON", "NATIONAL_ID", "PASSPORT", "IBAN", "CARD", "PLATE"), 5),
    "EMAIL": 4,  # EMAIL_ADDRESS
    "PHONE": 4,  # PHONE_NUMBER
    **dict.fromkeys(("ADDRESS", "PROPERTY_ID"), 4),  # STREET_ADDRESS, to which a land register leads
    **dict.fromkeys(("CODE", "PROFESSIONAL_ID", "CASE_NUMBER"), 4),  # GENERIC_ID
    **dict.fromkeys((BIRTH, "IP", "MAC"), 3),  # DATE_OF_BIRTH, IP_ADDRESS, MAC_ADDRESS
    "LOC": 2,  # LOCATION
    "ORG": 2,  # ORGANIZATION_NAME_SPEAKER: only beside the person, else 0
    "URL": 2,  # URL
    "COMPANY_ID": 2,  # VAT_NUMBER
    "AGE": 1,  # AGE
    "DEM": 1,  # MEDICAL_TERM: a trait
    "MISC": 0,  # PRODUCT
    "COURT": 0,  # ORGANIZATION_NAME: a body that is nobody's own
    **dict.fromkeys(("DATE", "MONEY", "TIME", "QUANTITY", "PROVISION"), 0),
}

LONGEST_TITLE = 24  # characters
CITED = "citations:"  # sources of names in citations

# Styles whose replacement still tells a part of what it replaces.
PARTLY = ("initials", "generalize")

SENTENCE, PARAGRAPH = 600, 2400  # characters; a longer one is cut there, so that a list stays cheap

# All that is left stays below the threshold; reaches it with what the policy keeps and words that are hardly
# names; or what was missed reaches it.
VERDICTS = ("acceptable", "scattered", "open", "review")  # open: something is still to be looked at
BINS = (0, 1, 3, 5, 10, 20, 50)  # where the bars of the histogram begin

# A sentence ends at a full stop after a whole word, or where a line is ended on purpose; "No." ends none.
_SENTENCE = re.compile(
    r"(?<=[^\W\d_]{4})[.!?][\"”’')\]]*\s+(?=[^\sa-z])|(?<=[\d)\]])\.\s+(?=[^\W\d_a-z])|\n\s*"
)
_PARAGRAPH = re.compile(r"\n\s*\n|\n(?=\s*\(?\d{1,4}[.)]\s)")

_NAME_WORD = re.compile(r"[^\W\d_]{2,}")
_CAPITALISED = re.compile(r"(?<![\w@./'’-])[^\W\d_a-z][^\W\d_]+(?:[-][^\W\d_]+)*(?![\w@])")
_WORD = re.compile(r"[^\W\d_]+(?:-[^\W\d_]+)*")
_WORD_BEFORE = re.compile(r"([^\W\d_]+)\.? $")
_LOWER = re.compile(r"(?<![^\W\d_])[^\W\d_A-Z][^\W\d_]+")


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
    score: int  # of what was missed
    left: tuple[Left, ...]  # what makes the score
    possible: tuple[tuple[int, int], ...]  # where words stand that may be names, the first place of each
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
    weights: Mapping[str, int] = MappingProxyType({}),
    is_open: bool = False,
) -> Risk:
    """`weights` are those of the policy, where they differ from the table; `is_open`: something is still to
    be looked at, so that nothing is acceptable yet."""
    weigh = {**WEIGHTS, **weights}
    entities = tuple(entities)
    by_entity = {decision.entity: decision for decision in decisions}
    people = [each for each in entities if each.category == "PERSON"]
    hidden = {each.id for each in people if by_entity[each.id].action == "replace"}
    cover = _Cover(document.text, replacements)
    near = _Near(document.text, people, hidden)
    missed: list[_Piece] = []
    owners: defaultdict[str, dict[str, _Piece]] = defaultdict(dict)
    for entity in entities:
        if entity.category == "PERSON" and entity.id not in hidden:
            continue
        piece, spans = _left(document.text, entity, by_entity[entity.id], cover, weigh)
        if not piece.weight:
            continue
        direct = piece.weight >= DIRECT and piece.category not in BY_REGISTER
        whose = {entity.id} if entity.id in hidden else near.whose(spans, direct=direct)
        on_purpose = by_entity[entity.id].action == "keep" or not any(map(cover.readable, spans))
        if (direct or not on_purpose) and (whose or (direct and not near.named_on_purpose(spans))):
            missed.append(piece)
        for person in whose:
            owners[person][entity.id] = piece
    found = [_person(person, owners[person].values()) for person in hidden]
    found.sort(key=lambda each: (-each.score, each.entity))
    names = _possible_names(document, entities, cover)
    part = partial(weigh["PERSON"], "PERSON")
    missed += [_Piece(POSSIBLE, part if likely else partial(part, POSSIBLE)) for *_, likely in names]
    score = sum(piece.weight for piece in missed)
    sure = sum(piece.weight for piece in missed if piece.category != POSSIBLE or piece.weight == part)
    most = max((each.score for each in found), default=0)
    reached = max(score, most) >= threshold
    return Risk(
        document=document.id,
        score=score,
        left=_counted(missed),
        possible=tuple((start, end) for start, end, _ in names),
        people=tuple(found),
        named=len(people) - len(hidden),
        verdict="review"
        if sure >= threshold
        else "open"
        if is_open
        else "scattered"
        if reached
        else "acceptable",
        threshold=threshold,
    )


def _possible_names(
    document: Document, entities: Iterable[Entity], cover: "_Cover"
) -> list[tuple[int, int, bool]]:
    """Capitalised words that the language does not have and no entity explains, each once; and whether a list
    of names or a title makes them likely to be one."""
    text = legible(document).text
    spans = [span for entity in entities for span in entity.spans if _explains(entity, span)]
    known = {fold(word) for span in spans for word in _WORD.findall(text, span.start, span.end)}
    known |= {fold(word) for word in set(_LOWER.findall(text))}
    found: dict[str, tuple[int, int, bool]] = {}
    for match in _CAPITALISED.finditer(text):
        word = fold(match[0])
        if word in found or word in known or match[0].isupper():
            continue
        language = languages.load(document.language_at(match.start()))
        if is_common(word, language) or word in ranks(language.code) or word in titles(language):
            continue
        title = _WORD_BEFORE.search(text[max(0, match.start() - LONGEST_TITLE) : match.start()])
        likely = is_given(word) or is_family(word) or (title and title[1].lower() in titles(language))
        strange = (
            bool(ranks(language.code)) and language.capitals != "nouns"
        )  # no word of the language, as far as we know those
        if (likely or strange) and cover.readable(Span(match.start(), match.end(), "PERSON")) == 1:
            found[word] = (match.start(), match.end(), bool(likely))
    return list(found.values())


def _explains(entity: Entity, span: Span) -> bool:
    """A detail of no kind may be a name; what is cited is none that has to go."""
    return entity.category != "MISC" or any(source.startswith(CITED) for source in span.sources)


def _person(entity: str, pieces: Iterable[_Piece]) -> PersonRisk:
    left = _counted(pieces)
    categories = tuple(dict.fromkeys(each.category for each in left))
    score = sum(each.weight * each.count for each in left)
    return PersonRisk(entity, score, left, categories if len(categories) > 1 else ())


def _counted(pieces: Iterable[_Piece]) -> tuple[Left, ...]:
    counts = Counter(pieces)
    order = sorted(counts, key=lambda piece: (-piece.weight, piece.category))
    return tuple(Left(piece.category, piece.weight, counts[piece]) for piece in order)


def _left(
    text: str, entity: Entity, decision: Decision, cover: "_Cover", weigh: Mapping[str, int]
) -> tuple[_Piece, list[Span]]:
    """What can still be read of an entity, and where: all of it, a part, or nothing."""
    readable = [(span, cover.readable(span)) for span in entity.spans]
    spans = [span for span, share in readable if share]
    whole = [span for span, share in readable if share == 1]
    category = BIRTH if any(BORN in span.sources for span in entity.spans) else entity.category
    weight = weigh[category]
    if category == "PERSON":
        # A given name alone, a surname alone and initials are parts of a name.
        whole = [span for span in whole if len(_NAME_WORD.findall(text, span.start, span.end)) > 1]
    if whole:
        return _Piece(category, weight), spans
    if spans or (decision.action == "replace" and decision.style in PARTLY):
        return _Piece(category, partial(weight, category)), spans or list(entity.spans)
    return _Piece(category, 0), []


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
    is_open = any(each.verdict == "open" for each in risks)
    verdict = "review" if mean + sigma >= threshold else "open" if is_open else "acceptable"
    # The histogram: how many scores lie below the next beginning and not below this one.
    counts = (
        after - before for before, after in pairwise([bisect_left(scores, low) for low in (*BINS, inf)])
    )
    highs = (*(end - 1 for end in BINS[1:]), None)
    return Summary(*figures, verdict, threshold, tuple(map(Bar, BINS, highs, counts)))
