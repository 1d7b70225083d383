"""How much of what must be hidden was found, and how exactly.

Comes in: gold documents and, for each, what was predicted: typed spans, and the ranges that the policy masks.
Goes out: plain numbers, the fields of `docs/evaluation.md`. A rate without a denominator is None. Nothing
here runs a detector or knows a policy; cost is linear in the text and, but for sorting, in the mentions.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from lexveil.evaluate.cover import Cover, both, drop, keep, merge, past_title, readable
from lexveil.evaluate.gold import Gold, Mark, Mention
from lexveil.model import CATEGORIES, Span

ALL = "all"
Rate = float | None


class Mask(NamedTuple):
    """A range that does not stay as it is, and the entity it was given to."""

    start: int
    end: int
    entity: str = ""


@dataclass(frozen=True, slots=True)
class Prediction:
    spans: tuple[Span, ...]
    masked: tuple[Mask, ...]


@dataclass(frozen=True, slots=True)
class Pair:
    """One document, judged: what was wanted, what was done, which letters and digits stay readable."""

    gold: Gold
    prediction: Prediction
    left: bytearray = field(repr=False)

    def hides(self, mention: Mention | Mark) -> bool:
        """Whether every letter and digit of the mention is masked; a leading title may stay."""
        start = past_title(self.gold.text, mention.start, mention.end)
        return self.left.find(1, start, mention.end) < 0


def pair(gold: Gold, prediction: Prediction) -> Pair:
    cover = merge((mask.start, min(mask.end, len(gold.text))) for mask in prediction.masked)
    return Pair(gold, prediction, drop(readable(gold.text), cover))


def score(pairs: Sequence[Pair], *, seconds: float) -> dict[str, Any]:
    """Every figure of one operating point; `seconds` is what predicting took."""
    characters = sum(len(pair.gold.text) for pair in pairs)
    return {
        "masked_mention_recall": masked_mention_recall(pairs),
        "character": character(pairs),
        "strict_f1": f1(pairs, strict_matches),
        "relaxed_f1": f1(pairs, relaxed_matches),
        "entity_recall": entity_recall(pairs),
        "characters_per_second": ratio(characters, seconds),
    }


def ratio(part: float, whole: float) -> Rate:
    return part / whole if whole else None


def harmonic(precision: Rate, recall: Rate) -> Rate:
    """F1; None only where there was nothing to find and nothing was found."""
    if precision is None and recall is None:
        return None
    if not precision or not recall:
        return 0.0
    return 2 * precision * recall / (precision + recall)


def masked_mention_recall(pairs: Iterable[Pair]) -> dict[str, Rate]:
    wanted: Counter[str] = Counter()
    hidden: Counter[str] = Counter()
    for judged in pairs:
        for mention in judged.gold.mentions:
            if mention.masked:
                wanted.update((ALL, mention.type))
                if judged.hides(mention):
                    hidden.update((ALL, mention.type))
    return {label: ratio(hidden[label], wanted[label]) for label in _ordered(wanted)}


def misses(pairs: Iterable[Pair]) -> Iterator[tuple[Gold, Mention]]:
    """The mentions that should be masked and can still be read, in part or whole."""
    for judged in pairs:
        for mention in judged.gold.mentions:
            if mention.masked and not judged.hides(mention):
                yield judged.gold, mention


def character(pairs: Iterable[Pair]) -> dict[str, Rate]:
    """Over letters and digits. A title before a name is not asked for, nor held against who masks it."""
    wanted = found = masked = right = 0
    for judged in pairs:
        text = judged.gold.text
        mentions = [mention for mention in judged.gold.mentions if mention.masked]
        flags = readable(text)
        allowed = keep(flags, merge((mention.start, mention.end) for mention in mentions))
        asked = keep(
            flags, merge((past_title(text, mention.start, mention.end), mention.end) for mention in mentions)
        )
        wanted += asked.count(1)
        found += asked.count(1) - both(asked, judged.left)
        masked += flags.count(1) - judged.left.count(1)
        right += allowed.count(1) - both(allowed, judged.left)
    return {"precision": ratio(right, masked), "recall": ratio(found, wanted)}


def entity_recall(pairs: Iterable[Pair]) -> dict[str, Rate]:
    """Entities of which no mention can be read, among those an annotator called direct or quasi identifiers.

    Each annotator's entities count once for that annotator, so that annotators who disagree weigh alike
    (the micro average of the Text Anonymization Benchmark, Pilán et al. 2022).
    """
    wanted: Counter[str] = Counter()
    hidden: Counter[str] = Counter()
    for judged in pairs:
        for marks in judged.gold.annotators.values():
            for kind, entity in _entities(marks):
                wanted[kind] += 1
                hidden[kind] += all(judged.hides(mark) for mark in entity)
    return {
        "direct": ratio(hidden["DIRECT"], wanted["DIRECT"]),
        "quasi": ratio(hidden["QUASI"], wanted["QUASI"]),
    }


def _entities(marks: Iterable[Mark]) -> Iterator[tuple[str, list[Mark]]]:
    """The mentions to mask, entity by entity; an entity is as identifying as its worst mention."""
    groups: dict[str, list[Mark]] = {}
    for mark in marks:
        if mark.identifier != "NO_MASK":
            groups.setdefault(mark.entity, []).append(mark)
    for group in groups.values():
        yield "DIRECT" if any(mark.identifier == "DIRECT" for mark in group) else "QUASI", group


class Typed(NamedTuple):
    start: int
    end: int
    type: str


Matches = Callable[[set[Typed], set[Typed]], Iterable[Typed]]


def f1(pairs: Sequence[Pair], matches: Matches) -> dict[str, Rate]:
    """F1 per type and over all mentions, to be masked or not. `matches`: which of one side the other has."""
    labels = {mention.type for judged in pairs for mention in judged.gold.mentions}
    wanted: Counter[str] = Counter()
    found: Counter[str] = Counter()
    recalled: Counter[str] = Counter()
    precise: Counter[str] = Counter()
    for judged in pairs:
        text = judged.gold.text
        gold = {_typed(text, mention.start, mention.end, mention.type) for mention in judged.gold.mentions}
        mine = {
            _typed(text, span.start, span.end, type_of(span.category, labels))
            for span in judged.prediction.spans
        }
        wanted.update(label for item in gold for label in (ALL, item.type))
        found.update(label for item in mine for label in (ALL, item.type))
        recalled.update(label for item in matches(gold, mine) for label in (ALL, item.type))
        precise.update(label for item in matches(mine, gold) for label in (ALL, item.type))
    return {
        label: harmonic(ratio(precise[label], found[label]), ratio(recalled[label], wanted[label]))
        for label in _ordered(wanted | found)
    }


def strict_matches(items: set[Typed], others: set[Typed]) -> Iterable[Typed]:
    """Same start, end and type."""
    return items & others


def relaxed_matches(items: set[Typed], others: set[Typed]) -> Iterable[Typed]:
    """Same type, at least one character in common."""
    ranges: dict[str, list[tuple[int, int]]] = {}
    for other in others:
        ranges.setdefault(other.type, []).append((other.start, other.end))
    covers: dict[str, Cover] = {label: merge(found) for label, found in ranges.items()}
    return [item for item in items if item.type in covers and covers[item.type].touches(item.start, item.end)]


def type_of(category: str, labels: set[str]) -> str:
    """The label a category is scored as: its own where the gold uses it, else its type in the benchmark.

    >>> type_of("EMAIL", {"CODE"}), type_of("EMAIL", {"EMAIL", "CODE"})
    ('CODE', 'EMAIL')
    """
    return category if category in labels else CATEGORIES.get(category, category)


def _typed(text: str, start: int, end: int, label: str) -> Typed:
    """Titles are set aside on both sides: whether `Mr` belongs to the name is a convention, no finding."""
    return Typed(past_title(text, start, end), end, label)


def _ordered(counts: Counter[str]) -> list[str]:
    """`all` first, even of an empty file; then the labels by name."""
    return [ALL, *sorted(label for label in counts if label != ALL)]
