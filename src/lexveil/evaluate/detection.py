"""How much of what must be hidden was found, and how exactly: the fields of `docs/evaluation.md`.

A rate without a denominator is None. Cost is linear in the text and, but for sorting, in the mentions.
"""

import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

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
        asked = keep(flags, merge(_bounds(text, mentions)))
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
    return {kind.lower(): ratio(hidden[kind], wanted[kind]) for kind in ("DIRECT", "QUASI")}


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
    wanted, found, recalled, precise = counters = tuple(Counter[str]() for _ in range(4))
    for judged in pairs:
        text = judged.gold.text
        gold = {_typed(text, each.start, each.end, each.type) for each in judged.gold.mentions}
        spans = judged.prediction.spans
        mine = {_typed(text, each.start, each.end, type_of(each.category, labels)) for each in spans}
        for counter, items in zip(
            counters, (gold, mine, matches(gold, mine), matches(mine, gold)), strict=True
        ):
            counter.update(label for item in items for label in (ALL, item.type))
    return {
        label: harmonic(ratio(precise[label], found[label]), ratio(recalled[label], wanted[label]))
        for label in _ordered(wanted | found)
    }


def strict_matches(items: set[Typed], others: set[Typed]) -> Iterable[Typed]:
    return items & others


def relaxed_matches(items: set[Typed], others: set[Typed]) -> Iterable[Typed]:
    """Same type, at least one character in common."""
    ranges: dict[str, list[tuple[int, int]]] = {}
    for other in others:
        ranges.setdefault(other.type, []).append((other.start, other.end))
    covers = {label: merge(found) for label, found in ranges.items()}
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


# The benchmark's convention: these may stay readable before a name, with or without their full stop.
_TITLE = re.compile(r"(?:mrs|mr|ms|dr)(?:\.\s*|\s+)(?=\S)", re.IGNORECASE)


class Cover(NamedTuple):
    """Ranges sorted and merged: range i is starts[i]..ends[i]."""

    starts: list[int]
    ends: list[int]

    def touches(self, start: int, end: int) -> bool:
        at = bisect_right(self.ends, start)
        return at < len(self.starts) and self.starts[at] < end

    def covers(self, start: int, end: int) -> bool:
        at = bisect_right(self.ends, start)
        return at < len(self.starts) and self.starts[at] <= start and end <= self.ends[at]


def merge(ranges: Iterable[tuple[int, int]]) -> Cover:
    """
    >>> merge([(5, 9), (0, 2), (7, 12)])
    Cover(starts=[0, 5], ends=[2, 12])
    """
    cover = Cover([], [])
    for start, end in sorted(ranges):
        if cover.ends and start <= cover.ends[-1]:
            cover.ends[-1] = max(cover.ends[-1], end)
        else:
            cover.starts.append(start)
            cover.ends.append(end)
    return cover


def past_title(text: str, start: int, end: int) -> int:
    """
    >>> past_title("Mr. Roe", 0, 7), past_title("Drew Roe", 0, 8), past_title("Ms", 0, 2)
    (4, 0, 0)
    """
    found = _TITLE.match(text, start, end)
    return found.end() if found else start


def readable(text: str) -> bytearray:
    """One byte a character: 1 for a letter or digit, 0 for the rest, which tells nobody anything."""
    return bytearray(map(str.isalnum, text))


def keep(flags: bytearray, cover: Cover) -> bytearray:
    """The flags inside the cover, 0 elsewhere."""
    kept = bytearray(len(flags))
    for start, end in zip(*cover, strict=True):
        kept[start:end] = flags[start:end]
    return kept


def drop(flags: bytearray, cover: Cover) -> bytearray:
    """The flags outside the cover, 0 inside."""
    left = bytearray(flags)
    for start, end in zip(*cover, strict=True):
        left[start:end] = bytes(end - start)
    return left


def both(one: bytearray, other: bytearray) -> int:
    return (int.from_bytes(one) & int.from_bytes(other)).bit_count()


KINDS = ("true", "true_positive", "false_positive")
UNITS = ("tokens", "designators", "entities")


def correction_table(pairs: Sequence[Pair]) -> dict[str, Any]:
    counts: Counter[tuple[str, str]] = Counter()
    chunking = 0
    for judged in pairs:
        tokens = outermost(judged.gold.mentions)
        masks = judged.prediction.masked
        wanted = merge((token.start, token.end) for token in tokens)
        masked = merge((mask.start, mask.end) for mask in masks)
        found = [token for token in tokens if masked.touches(token.start, token.end)]
        right = [mask for mask in masks if wanted.touches(mask.start, mask.end)]
        wrong = [mask for mask in masks if not wanted.touches(mask.start, mask.end)]
        text = judged.gold.text
        counts.update(_units("true", tokens, _written(text, tokens), _clusters(text, tokens)))
        counts.update(_units("true_positive", found, _written(text, right), _ids(right)))
        counts.update(_units("false_positive", wrong, _written(text, wrong), _ids(wrong)))
        chunking += len(set(_bounds(text, found)) - set(_bounds(text, masks)))
    report: dict[str, Any] = {kind: {unit: counts[kind, unit] for unit in UNITS} for kind in KINDS}
    if not any(_ids(judged.prediction.masked) for judged in pairs):  # a row that does not say who is who
        report["true_positive"]["entities"] = report["false_positive"]["entities"] = None
    true, hit, false = (counts[kind, "tokens"] for kind in KINDS)
    recall, precision = ratio(hit, true), ratio(hit, hit + false)
    return {
        **report,
        "missed_tokens": true - hit,
        "chunking_errors": chunking,
        "recall": recall,
        "precision": precision,
        "f1": harmonic(precision, recall),
    }


def outermost(mentions: Iterable[Mention]) -> list[Mention]:
    """The mentions to mask that do not lie inside another: one name is one occurrence."""
    kept: list[Mention] = []
    for mention in sorted(mentions, key=lambda mention: (mention.start, -mention.end)):
        if mention.masked and (not kept or mention.end > kept[-1].end):
            kept.append(mention)
    return kept


def _units(kind: str, *items: Collection[object]) -> dict[tuple[str, str], int]:
    return {(kind, unit): len(each) for unit, each in zip(UNITS, items, strict=True)}


def _bounds(text: str, items: Iterable[Mention | Mask]) -> list[tuple[int, int]]:
    return [(past_title(text, item.start, item.end), item.end) for item in items]


def _written(text: str, items: Iterable[Mention | Mask]) -> set[str]:
    """The ways of writing, whatever the white space."""
    return {" ".join(text[start:end].split()) for start, end in _bounds(text, items)}


def _clusters(text: str, tokens: Iterable[Mention]) -> set[str]:
    """Who the gold says they are; a mention without a cluster is known by how it is written."""
    tokens = list(tokens)
    alone = _written(text, (token for token in tokens if not token.cluster))
    return {f"cluster {token.cluster}" for token in tokens if token.cluster} | alone


def _ids(masks: Iterable[Mask]) -> set[str]:
    return {mask.entity for mask in masks if mask.entity}
