"""What is hidden, word by word: hidden or not (as of Swedish essays), as B/I/O, and by type (as NorDeid).

A token is a run of letters and digits. It counts as hidden where a replacement touches it. The types are
those of the gold; what is hidden without being asked for counts against the type that we took it for.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple

from lexveil.evaluate.detection import harmonic, ratio
from lexveil.evaluate.gold import Gold, Mention
from lexveil.model import CATEGORIES
from lexveil.pipeline import Result

OUTSIDE = "O"
TAGS = ("B", "I", OUTSIDE)
BIRTH = "BIRTH"
OWN = ("PERSON", "ADDRESS", "ORG", "COURT", "LOC")  # categories that the gold marks by the same name

_TOKEN = re.compile(r"[^\W_]+")


class Label(NamedTuple):
    tag: str  # B at the first token of a name, I further on, O outside
    type: str = ""


class Range(NamedTuple):
    start: int
    end: int
    type: str


def labels(text: str, ranges: Iterable[Range]) -> list[Label]:
    """One for each token of the text; of two ranges that share one, the first holds.

    >>> [label.tag for label in labels("Ann Roe left", [Range(0, 7, "PERSON")])]
    ['B', 'I', 'O']
    """
    ordered, at, last = sorted(ranges), 0, -1
    found = []
    for token in _TOKEN.finditer(text):
        while at < len(ordered) and ordered[at].end <= token.start():
            at += 1
        if at < len(ordered) and ordered[at].start < token.end():
            found.append(Label("I" if last == at else "B", ordered[at].type))
            last = at
        else:
            found.append(Label(OUTSIDE))
    return found


def evaluate(
    documents: Sequence[Gold], predict: Callable[[Gold], Result], *, step: Callable[[], object] = lambda: None
) -> dict[str, Any]:
    pairs: list[tuple[Label, Label]] = []
    for gold in documents:
        wanted = (Range(each.start, each.end, _mark(each)) for each in gold.mentions if each.masked)
        pairs += zip(labels(gold.text, wanted), labels(gold.text, _hidden(predict(gold))), strict=True)
        step()
    return report(pairs)


def report(pairs: Sequence[tuple[Label, Label]]) -> dict[str, Any]:
    """`pairs`: what each token is in the gold, and what it was taken for."""
    hidden = [(wanted.tag != OUTSIDE, found.tag != OUTSIDE) for wanted, found in pairs]
    types = sorted({label.type for pair in pairs for label in pair} - {""})
    by_type = {name: _figures([(a.type == name, b.type == name) for a, b in pairs]) for name in types}
    return {
        "tokens": len(pairs),
        "binary": _figures(hidden),
        "tags": {tag: _figures([(a.tag == tag, b.tag == tag) for a, b in pairs]) for tag in TAGS},
        "types": by_type,
        "weighted_f1": _weighted(by_type),
    }


def _figures(pairs: Iterable[tuple[bool, bool]]) -> dict[str, Any]:
    counts = Counter(pairs)
    right, missed, false = counts[True, True], counts[True, False], counts[False, True]
    precision, recall = ratio(right, right + false), ratio(right, right + missed)
    f1 = harmonic(precision, recall)
    return {"precision": precision, "recall": recall, "f1": f1, "wanted": right + missed}


def _weighted(by_type: dict[str, dict[str, Any]]) -> float | None:
    """F1 of the types, each as often as the gold has it."""
    told = [each for each in by_type.values() if each["wanted"]]
    return ratio(sum((each["f1"] or 0) * each["wanted"] for each in told), sum(e["wanted"] for e in told))


def _mark(mention: Mention) -> str:
    return mention.mark or mention.type


def _hidden(result: Result) -> list[Range]:
    """What is replaced, by the type of what it replaces."""
    types = {entity.id: _type(entity.category) for entity in result.entities}
    return [Range(each.start, each.end, types.get(each.entity, "MISC")) for each in result.replacements]


def _type(category: str) -> str:
    """A date that is hidden is one of birth."""
    return category if category in OWN else BIRTH if category == "DATE" else CATEGORIES.get(category, "MISC")
