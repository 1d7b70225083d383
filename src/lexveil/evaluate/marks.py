"""The residual risk from people's marks of what was missed, as Gardiner et al. 2024 annotate and weigh it.

In a published text somebody puts what was missed into brackets, its tag after it: `this is (Green)
[MISSED_PERSON_NAME_PARTIAL] speaking`. `_PARTIAL` is a part of an identifier, which counts half; `_SPEAKER`,
a body or product of the person who speaks. The same identifier counts once, in whatever spelling: equal
letters do, and marks that share a name after the tag (`[MISSED_PERSON_NAME:marc]`). A text scores the sum of
what was missed, a context the figures of table 4. Which score each tag has stands in `missed.toml`.
"""

import re
import tomllib
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from importlib.resources import files
from math import ceil, floor
from statistics import fmean, pstdev
from typing import Any, NamedTuple

from lexveil.errors import InputError
from lexveil.text.fold import squeeze

THRESHOLD = 5  # of the paper: one direct identifier, or two indirect ones that complete each other
PARTIAL = "_PARTIAL"
ALL = "all"

_MARK = re.compile(r"\((?P<text>[^()]*)\)\s*[\[(]MISSED_(?P<tag>[A-Z0-9_]+)(?::(?P<name>[\w-]+))?[\])]")
_LONE = re.compile(r"[\[(]MISSED_")


class Missed(NamedTuple):
    tag: str  # without MISSED_ and _PARTIAL
    partial: bool
    identity: str  # what is the same identifier


class Marked(NamedTuple):
    """A published text in which people marked what was missed."""

    id: str
    text: str
    context: str = ""


class Weight(NamedTuple):
    score: float
    up: bool  # half of it is rounded up


@cache
def weights() -> Mapping[str, Mapping[str, Any]]:
    return tomllib.loads((files("lexveil.evaluate") / "missed.toml").read_text("utf8"))


def weighed(risk: Mapping[str, float] | None = None) -> dict[str, Weight]:
    """Tag → its score: that of the paper, or the weight that a policy's `[risk]` gives the category."""
    told = {tag: (each, (risk or {}).get(each.get("as", ""))) for tag, each in weights().items()}
    return {
        tag: Weight(each["score"] if own is None else own, bool(each.get("up")))
        for tag, (each, own) in told.items()
    }


def missed(marked: Marked) -> list[Missed]:
    """The marks of a text, each identifier once, whole rather than in part."""
    found: dict[tuple[str, str], Missed] = {}
    marks = list(_MARK.finditer(marked.text))
    if len(marks) < len(_LONE.findall(marked.text)):
        raise InputError("evaluate.mark-form", id=marked.id)
    for mark in marks:
        tag = mark["tag"].removesuffix(PARTIAL)
        if tag not in weights():
            raise InputError("evaluate.mark-tag", tag=mark["tag"], choices=", ".join(sorted(weights())))
        each = Missed(tag, mark["tag"].endswith(PARTIAL), mark["name"] or squeeze(mark["text"]).text)
        known = found.get((tag, each.identity))
        if known is None or known.partial:
            found[tag, each.identity] = each
    return list(found.values())


def score(marked: Marked, scores: Mapping[str, Weight]) -> float:
    """
    >>> text = "(Marc)[MISSED_PERSON_NAME_PARTIAL], (marc)[MISSED_PERSON_NAME_PARTIAL]"
    >>> score(Marked("a", text), weighed())
    3
    """
    return sum(_of(each, scores[each.tag]) for each in missed(marked))


def _of(each: Missed, weight: Weight) -> float:
    if not each.partial:
        return weight.score
    return ceil(weight.score / 2) if weight.up else floor(weight.score / 2)


def evaluate(
    texts: Sequence[Marked], *, risk: Mapping[str, float] | None = None, threshold: float = THRESHOLD
) -> dict[str, Any]:
    """Table 4: by context and over all; the paper's criterion is mean + one standard deviation < 5."""
    scores, groups = weighed(risk), defaultdict(list)
    for text in texts:
        found = score(text, scores)
        groups[text.context or ALL].append(found)
        if text.context:
            groups[ALL].append(found)
    contexts = {
        name: _figures(groups[name], threshold) for name in sorted(groups, key=lambda n: (n == ALL, n))
    }
    return {"threshold": threshold, "contexts": contexts}


def _figures(scores: Sequence[float], threshold: float) -> dict[str, Any]:
    ordered = sorted(scores)
    mean, sigma = fmean(ordered), pstdev(ordered)
    return {
        "texts": len(ordered),
        "mean": mean,
        "sigma": sigma,
        "p95": quantile(ordered, 0.95),
        "highest": ordered[-1],
        "mean_plus_sigma": mean + sigma,
        "above": sum(each > threshold for each in ordered),
        "acceptable": mean + sigma < threshold,
    }


def quantile(ordered: Sequence[float], share: float) -> float:
    """Interpolated.

    >>> quantile([0, 10], 0.95)
    9.5
    """
    rank = share * (len(ordered) - 1)
    low, high = ordered[floor(rank)], ordered[ceil(rank)]
    return low + (high - low) * (rank - floor(rank))


def read(lines: Iterable[Mapping[str, Any]]) -> list[Marked]:
    return [Marked(each["id"], each["text"], str(each.get("context") or "")) for each in lines]
