"""The table of the Danish court tool: what a person correcting the result will have to do.

After Povlsen, Jongejan, Hansen and Simonsen, "Anonymization of Court Orders", table II. A token is one
occurrence of a name that must be masked; a designator is one way of writing it; an entity is who or what it
stands for. Removing a false designator is one action however often it occurs, hence the three counts.

Comes in: judged documents. Goes out: counts summed over documents, and recall, precision and F1 of tokens. An
occurrence counts as found where a mask touches it; a mask with other bounds is one chunking error more.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from typing import Any

from lexveil.evaluate.cover import merge, past_title
from lexveil.evaluate.detection import Mask, Pair, harmonic, ratio
from lexveil.evaluate.gold import Mention

KINDS = ("true", "true_positive", "false_positive")
UNITS = ("tokens", "designators", "entities")


def table(pairs: Sequence[Pair]) -> dict[str, Any]:
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
    return _figures(counts, chunking, has_entities=any(_ids(judged.prediction.masked) for judged in pairs))


def outermost(mentions: Iterable[Mention]) -> list[Mention]:
    """The mentions to mask that do not lie inside another: one name is one occurrence."""
    kept: list[Mention] = []
    for mention in sorted(mentions, key=lambda mention: (mention.start, -mention.end)):
        if mention.masked and (not kept or mention.end > kept[-1].end):
            kept.append(mention)
    return kept


def _figures(counts: Counter[tuple[str, str]], chunking: int, *, has_entities: bool) -> dict[str, Any]:
    report: dict[str, Any] = {kind: {unit: counts[kind, unit] for unit in UNITS} for kind in KINDS}
    if not has_entities:  # a row that does not say who is who
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


def _units(
    kind: str, tokens: Collection[object], designators: Collection[str], entities: Collection[str]
) -> dict[tuple[str, str], int]:
    return {
        (kind, unit): len(items) for unit, items in zip(UNITS, (tokens, designators, entities), strict=True)
    }


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
