"""Detection taken apart: by type, by threshold, by score, by length, by gender of the name."""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Sequence
from statistics import fmean
from typing import Any

from lexveil.evaluate.detection import (
    Pair,
    Typed,
    both,
    harmonic,
    keep,
    merge,
    past_title,
    ratio,
    readable,
    relaxed_matches,
    type_of,
)
from lexveil.evaluate.gold import Mention
from lexveil.languages import load
from lexveil.languages.people import courtesy
from lexveil.model import CATEGORIES
from lexveil.names.given import gender
from lexveil.text.fold import fold

THRESHOLDS = (0.0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 0.99)
BINS = 10
PARTS = ("shortest", "short", "long", "longest")
OURS = {*CATEGORIES, *CATEGORIES.values()}
BETA = 2  # of F2: recall weighs twice


def by_type(pairs: Sequence[Pair]) -> dict[str, Any]:
    """Precision, recall, F1 and F2 of each type of the gold, any overlap; their mean, and weighed by how
    often the gold has a type. Of a type that no category of ours is (names of a foreign gold) there is the
    recall alone, by whatever category."""
    labels = {each.type for judged in pairs for each in judged.gold.mentions}
    strange = labels - OURS
    wanted, found, recalled, precise = (Counter[str]() for _ in range(4))
    for judged in pairs:
        text = judged.gold.text
        gold = {Typed(past_title(text, e.start, e.end), e.end, e.type) for e in judged.gold.mentions}
        mine = {
            Typed(past_title(text, each.start, each.end), each.end, type_of(each.category, labels))
            for each in judged.prediction.spans
        }
        wanted.update(each.type for each in gold)
        found.update(each.type for each in mine)
        recalled.update(each.type for each in relaxed_matches(gold, mine) if each.type not in strange)
        anything = merge((each.start, each.end) for each in mine)
        recalled.update(e.type for e in gold if e.type in strange and anything.touches(e.start, e.end))
        precise.update(each.type for each in relaxed_matches(mine, gold))
    types = {
        label: _figures(precise[label], found[label], recalled[label], wanted[label])
        for label in sorted(wanted)
    }
    for label in strange:
        types[label] |= {"precision": None, "f1": None, "f2": None}
    means = {"macro": _mean(types, lambda _: 1), "weighted": _mean(types, wanted.__getitem__)}
    if strange:  # what there is of some types alone has no mean
        means = {name: {**each, "precision": None, "f1": None, "f2": None} for name, each in means.items()}
    return {"types": types, **means}


def _figures(precise: int, found: int, recalled: int, wanted: int) -> dict[str, Any]:
    precision, recall = ratio(precise, found), ratio(recalled, wanted)
    return {
        "mentions": wanted,
        "precision": precision,
        "recall": recall,
        "f1": harmonic(precision, recall),
        "f2": f_beta(precision, recall),
    }


def f_beta(precision: float | None, recall: float | None, beta: float = BETA) -> float | None:
    """
    >>> f_beta(1.0, 0.5), f_beta(None, 0.0), f_beta(None, None)
    (0.5555555555555556, 0.0, None)
    """
    if precision is None and recall is None:
        return None
    if not precision or not recall:
        return 0.0
    return (1 + beta**2) * precision * recall / (beta**2 * precision + recall)


def _mean(types: dict[str, dict[str, Any]], weight: Callable[[str], int]) -> dict[str, float | None]:
    total = sum(map(weight, types))
    return {
        key: ratio(sum((each[key] or 0.0) * weight(label) for label, each in types.items()), total)
        for key in ("precision", "recall", "f1", "f2")
    }


def by_threshold(pairs: Sequence[Pair]) -> list[dict[str, float | None]]:
    """Character precision and recall of what is to be hidden, if only spans of that score were hidden."""
    points = []
    for threshold in THRESHOLDS:
        wanted = found = right = 0
        for judged in pairs:
            flags = readable(judged.gold.text)
            asked = keep(flags, merge((e.start, e.end) for e in judged.gold.mentions if e.masked))
            spans = (each for each in judged.prediction.spans if each.score >= threshold)
            mine = keep(flags, merge((each.start, each.end) for each in spans))
            wanted, found = wanted + asked.count(1), found + mine.count(1)
            right += both(asked, mine)
        points.append(
            {"threshold": threshold, "precision": ratio(right, found), "recall": ratio(right, wanted)}
        )
    return points


def calibration(pairs: Iterable[Pair]) -> list[dict[str, float]]:
    """Spans by their score: the mean score, and the share that touches a mention of their type; of any, where
    the types of the gold are not ours."""
    pairs = list(pairs)
    labels = {each.type for judged in pairs for each in judged.gold.mentions}
    bins: defaultdict[int, list[tuple[float, bool]]] = defaultdict(list)
    for judged in pairs:
        gold = {Typed(each.start, each.end, each.type) for each in judged.gold.mentions}
        strange = (each for each in judged.gold.mentions if each.type not in OURS)
        touched = merge((each.start, each.end) for each in strange).touches
        for span in judged.prediction.spans:
            typed = Typed(span.start, span.end, type_of(span.category, labels))
            is_right = bool(list(relaxed_matches({typed}, gold))) or touched(span.start, span.end)
            bins[min(BINS - 1, int(span.score * BINS))].append((span.score, is_right))
    return [
        {
            "score": fmean(score for score, _ in each),
            "right": fmean(right for _, right in each),
            "spans": len(each),
        }
        for _, each in sorted(bins.items())
    ]


def by_length(pairs: Sequence[Pair]) -> dict[str, dict[str, Any]]:
    """Recall of mentions to mask in quarters of the documents, by their length."""
    order = sorted(pairs, key=lambda judged: len(judged.gold.text))
    found = {}
    for at, name in enumerate(PARTS):
        part = order[at * len(order) // 4 : (at + 1) * len(order) // 4]
        if part:
            longest = max(len(judged.gold.text) for judged in part)
            found[name] = {"characters": longest, **_recall(part, lambda _, mention: mention.masked)}
    return found


def by_language(pairs: Iterable[Pair]) -> dict[str, dict[str, Any]]:
    groups: defaultdict[str, list[Pair]] = defaultdict(list)
    for judged in pairs:
        groups[judged.gold.language].append(judged)
    return {code: _recall(each, lambda _, mention: mention.masked) for code, each in sorted(groups.items())}


def by_gender(pairs: Sequence[Pair]) -> dict[str, dict[str, Any]]:
    """Recall of people whose title or given name tells the gender."""
    return {sex: _recall(pairs, _of_gender(sex)) for sex in "fm"}


def _of_gender(sex: str) -> Callable[[Pair, Mention], bool]:
    return lambda judged, mention: gender_of(judged, mention) == sex


def gender_of(judged: Pair, mention: Mention) -> str:
    if mention.type != "PERSON" or not mention.masked:
        return ""
    text = judged.gold.text
    words = text[mention.start : mention.end].split()
    before = text[max(0, mention.start - 12) : mention.start].split()
    titles = courtesy(load(judged.gold.language))
    for word in (*before[-1:], *words[:1]):
        if titles.get(fold(word).rstrip(".")):
            return titles[fold(word).rstrip(".")]
    return gender(fold(words[0])) if len(words) > 1 else ""


def _recall(pairs: Iterable[Pair], counts: Callable[[Pair, Mention], bool]) -> dict[str, Any]:
    asked = hidden = 0
    for judged in pairs:
        for mention in judged.gold.mentions:
            if counts(judged, mention):
                asked += 1
                hidden += judged.hides(mention)
    return {"mentions": asked, "recall": ratio(hidden, asked)}


def counts_of(pairs: Iterable[Pair]) -> dict[str, list[tuple[float, float]]]:
    """Of each document parts and wholes, for intervals: mentions hidden, characters hidden rightly."""
    recall, precision = [], []
    for judged in pairs:
        masked = [each for each in judged.gold.mentions if each.masked]
        recall.append((float(sum(map(judged.hides, masked))), float(len(masked))))
        flags = readable(judged.gold.text)
        allowed = keep(flags, merge((each.start, each.end) for each in masked))
        right = allowed.count(1) - both(allowed, judged.left)
        precision.append((float(right), float(flags.count(1) - judged.left.count(1))))
    return {"recall": recall, "precision": precision}
