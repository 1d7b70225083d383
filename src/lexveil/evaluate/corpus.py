"""What a corpus is made of: table 2 of PSILENCE (tokens, mentions, groups: median, least, most), and how its
documents spread over languages, lengths and kinds of mentions."""

from collections import Counter
from collections.abc import Sequence
from statistics import median
from typing import Any

from lexveil.evaluate.clusters import LENGTHS, key_of
from lexveil.evaluate.gold import Gold


def evaluate(documents: Sequence[Gold], *, category: str = "PERSON", role: str = "") -> dict[str, Any]:
    """Figures per document; with a role only its mentions and groups, as `evaluate clusters --role`."""
    keys = [key_of(gold, category, role)[0] for gold in documents]
    tokens = [len(gold.text.split()) for gold in documents]
    languages = sorted({gold.language for gold in documents})
    return {
        "documents": len(documents),
        "per_document": {
            "tokens": _spread(tokens),
            "mentions": _spread([sum(map(len, key)) for key in keys]),
            "groups": _spread([len(key) for key in keys]),
            "alone": _spread([sum(len(group) == 1 for group in key) for key in keys]),
        },
        "languages": {
            language: _language(
                [each for each in zip(documents, tokens, strict=True) if each[0].language == language]
            )
            for language in languages
        },
    }


def _spread(counts: Sequence[int]) -> dict[str, float]:
    return {"median": median(counts), "least": min(counts), "most": max(counts), "all": sum(counts)}


def _language(documents: Sequence[tuple[Gold, int]]) -> dict[str, Any]:
    types = Counter(mention.type for gold, _ in documents for mention in gold.mentions)
    lengths: Counter[str] = Counter(
        next(name for most, name in LENGTHS.items() if tokens <= most) for _, tokens in documents
    )
    return {
        "documents": len(documents),
        "lengths": {name: lengths[name] for name in LENGTHS.values() if lengths[name]},
        "mentions": dict(types.most_common()),
    }
