"""What the result still tells of the people it hides, as a score.

For the document what was missed and signs of more (`signs.py`), for each hidden person what stands beside
them, and a verdict; over many documents the figures of Gardiner et al. 2024 ("Data Anonymization for
Privacy-Preserving Large Language Model Fine-Tuning on Call Transcripts", CALD-pseudo, section 4). What
everything weighs stands in the policy's table `[risk]`. Whom a policy names on purpose is not at risk by the
result and not scored. No text of the document comes out.
"""

import re
from bisect import bisect_left, bisect_right
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import ceil, floor, inf
from statistics import fmean, pstdev
from typing import NamedTuple

from lexveil.check.signs import POSSIBLE, Cover, possible_names, signs
from lexveil.model import BIRTH, Decision, Document, Entity, Replacement, Span
from lexveil.text.fold import flow

THRESHOLD = 5  # of the paper: one direct identifier, or two indirect ones that complete each other
DIRECT = 4  # from this weight on an identifier tells of its owner from anywhere in the paragraph
# Kept on purpose, these tell of nobody by themselves.
BY_REGISTER = frozenset(["CASE_NUMBER", "PROFESSIONAL_ID"])
BORN = "dates:birth"  # the source of such a date

# Styles whose replacement still tells a part of what it replaces.
PARTLY = ("initials", "generalize")

PAGE = 2500  # characters; signs of missed names count by the page, so that a long text is not riskier for it
SENTENCE, PARAGRAPH = 600, 2400  # characters; a longer one is cut there, so that a list stays cheap

# What was missed and the signs of more stay far below the threshold, below it, or reach it.
SOME = 0.6  # of the threshold
VERDICTS = ("acceptable", "doubtful", "open", "review")  # open: something is still to be looked at
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
    weight: float
    count: int


@dataclass(frozen=True, slots=True)
class PersonRisk:
    entity: str  # the entity's id
    score: float
    left: tuple[Left, ...]  # the heaviest first
    combination: tuple[str, ...]  # the categories that are left together; empty where there are not two


@dataclass(frozen=True, slots=True)
class Risk:
    document: str  # its id
    score: float  # of what was missed, and of signs that more was
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
    highest: float
    mean_plus_sigma: float
    verdict: str  # of the paper: the mean and one standard deviation stay below the threshold, or not
    threshold: int
    histogram: tuple[Bar, ...]


class _Piece(NamedTuple):
    """One identifier that is left, however often and in whatever spelling it stands there; or one sign."""

    category: str
    weight: float


def assess(
    document: Document,
    entities: Iterable[Entity],
    decisions: Iterable[Decision],
    replacements: Sequence[Replacement],
    *,
    weights: Mapping[str, float],
    threshold: int = THRESHOLD,
    is_open: bool = False,
) -> Risk:
    """`weights` are those of the policy; what it does not weigh counts nothing. `is_open`: something is still
    to be looked at, so that nothing is acceptable yet."""
    entities = tuple(entities)
    by_entity = {decision.entity: decision for decision in decisions}
    people = [each for each in entities if each.category == "PERSON"]
    hidden = {each.id for each in people if by_entity[each.id].action == "replace"}
    cover = Cover(document.text, replacements)
    near = _Near(document.text, people, hidden)
    missed: list[_Piece] = []
    owners: defaultdict[str, dict[str, _Piece]] = defaultdict(dict)
    for entity in entities:
        if entity.category == "PERSON" and entity.id not in hidden:
            continue
        piece, spans = _left(document.text, entity, by_entity[entity.id], cover, weights)
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
    names = possible_names(document, entities, cover)
    part = partial(weights.get("PERSON", 0), "PERSON")
    missed += [_Piece(POSSIBLE, part) for each in names if each.titled]
    counted = signs(document, entities, hidden, replacements, cover)
    counted[POSSIBLE] = sum(each.listed and not each.titled for each in names)
    pages = max(1, len(document.text) / PAGE)
    missed += [_Piece(sign, weights.get(sign, 0) / pages) for sign in counted.elements()]
    score = _sum(missed)
    return Risk(
        document=document.id,
        score=score,
        left=_counted(each for each in missed if each.weight),
        possible=tuple((each.start, each.end) for each in names),
        people=tuple(found),
        named=len(people) - len(hidden),
        verdict=_verdict(score / threshold, is_open),
        threshold=threshold,
    )


def _verdict(share: float, is_open: bool) -> str:
    if share >= 1:
        return "review"
    return "open" if is_open else "doubtful" if share >= SOME else "acceptable"


def _sum(pieces: Iterable[_Piece]) -> float:
    """Whole where it is; a tenth is enough else."""
    total = round(sum(piece.weight for piece in pieces), 1)
    return int(total) if total == int(total) else total


def _person(entity: str, pieces: Collection[_Piece]) -> PersonRisk:
    left = _counted(pieces)
    categories = tuple(dict.fromkeys(each.category for each in left))
    score = _sum(pieces)
    return PersonRisk(entity, score, left, categories if len(categories) > 1 else ())


def _counted(pieces: Iterable[_Piece]) -> tuple[Left, ...]:
    counts = Counter(pieces)
    order = sorted(counts, key=lambda piece: (-piece.weight, piece.category))
    return tuple(Left(piece.category, round(piece.weight, 2), counts[piece]) for piece in order)


def _left(
    text: str, entity: Entity, decision: Decision, cover: Cover, weights: Mapping[str, float]
) -> tuple[_Piece, list[Span]]:
    """What can still be read of an entity, and where: all of it, a part, or nothing."""
    readable = [(span, cover.readable(span)) for span in entity.spans]
    spans = [span for span, share in readable if share]
    whole = [span for span, share in readable if share == 1]
    category = BIRTH if any(BORN in span.sources for span in entity.spans) else entity.category
    weight = weights.get(category, 0)
    if category == "PERSON":
        # A given name alone, a surname alone and initials are parts of a name.
        whole = [span for span in whole if len(_NAME_WORD.findall(text, span.start, span.end)) > 1]
    if whole:
        return _Piece(category, weight), spans
    if spans or (decision.action == "replace" and decision.style in PARTLY):
        return _Piece(category, partial(weight, category)), spans or list(entity.spans)
    return _Piece(category, 0), []


def partial(weight: float, category: str) -> int:
    """Half of it; rounded up for names, which come in many ways, and down for all else.

    >>> partial(5, "PERSON"), partial(3, "BIRTH_DATE"), partial(4, "EMAIL")
    (3, 1, 2)
    """
    return ceil(weight / 2) if category == "PERSON" else floor(weight / 2)


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
