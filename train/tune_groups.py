"""The two tables of who is who go on learning, from a user's own reviewed documents.

    python -m train.clustering --gold reviewed.jsonl --out FOLDER
    LEXVEIL_WEIGHTS=FOLDER lexveil run FILES

A few small trees are added to the shipped ones, each learned from what those before it still get wrong
(Newton's step of boosting); the gold needs `cluster`. Minutes on one processor.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from lexveil.errors import InputError
from lexveil.evaluate import clusters
from lexveil.evaluate.gold import Gold
from lexveil.resolve import scorer
from lexveil.resolve.ambiguous import MENTION_FEATURES
from lexveil.resolve.features import FEATURES
from lexveil.resolve.scorer import Trees
from train import arguments, clustering, reviewed
from train.clustering import FALLING, RISING, Rows

OWN = "own"
PULL = 5.0  # weight of the shipped score in a leaf, as in clustering.TREES
FEWEST = 50  # rows; fewer teach nothing
SLOPE = 1e-3  # the least that a row weighs


@dataclass
class Settings(reviewed.Settings):
    trees: int = 40
    leaves: int = 6
    rate: float = 0.06
    smallest: int = 25  # rows of a leaf


def grown(shipped: Trees, rows: Rows, names: Sequence[str], settings: Settings) -> dict[str, np.ndarray]:
    """The shipped trees and those that the rows add."""
    from sklearn.tree import DecisionTreeRegressor  # type: ignore[import-untyped,import-not-found,unused-ignore]

    features, labels = np.array(rows.features), np.array(rows.labels)
    weights = np.array(rows.weights)
    directions = [(name in RISING) - (name in FALLING) for name in names]
    scores = scorer.total(shipped, features)
    more: list[dict[str, np.ndarray]] = []
    for _ in range(settings.trees):
        chances = 1 / (1 + np.exp(-scores))
        slope = np.maximum(chances * (1 - chances), SLOPE)
        tree = DecisionTreeRegressor(
            max_leaf_nodes=settings.leaves, min_samples_leaf=settings.smallest,
            monotonic_cst=directions, random_state=settings.seed,
        )  # fmt: skip
        tree.fit(features, (labels - chances) / slope, sample_weight=weights * slope)
        leaves = tree.apply(features)
        heavy = np.bincount(leaves, weights * slope, minlength=tree.tree_.node_count)
        value = settings.rate * tree.tree_.value[:, 0, 0] * heavy / (heavy + PULL)
        more.append(_table(tree, value))
        scores = scores + value[leaves]
    return joined(shipped, more)


def _table(tree: object, value: np.ndarray) -> dict[str, np.ndarray]:
    nodes = tree.tree_  # type: ignore[attr-defined]
    here, leaf = np.arange(nodes.node_count), nodes.children_left < 0
    return {
        "feature": np.where(leaf, 0, nodes.feature),
        "threshold": np.where(leaf, 0, nodes.threshold),
        "left": np.where(leaf, here, nodes.children_left),
        "right": np.where(leaf, here, nodes.children_right),
        "value": np.where(leaf, value, 0),
        "depth": np.array(nodes.max_depth),
    }


def joined(shipped: Trees, more: Sequence[dict[str, np.ndarray]]) -> dict[str, np.ndarray]:
    """One table; a tree with fewer nodes than another is filled up with noughts that nothing leads to."""
    wide = max([shipped.feature.shape[1], *(len(each["feature"]) for each in more)])
    found: dict[str, np.ndarray] = {}
    for name in ("feature", "threshold", "left", "right", "value"):
        parts = [*getattr(shipped, name), *(each[name] for each in more)]
        kind = np.int16 if name in ("feature", "left", "right") else np.float32
        found[name] = np.array([np.pad(part, (0, wide - len(part))) for part in parts]).astype(kind)
    deepest = max([shipped.depth, *(int(each["depth"]) for each in more)])
    return {**found, "depth": np.array(deepest), "bias": np.array(shipped.bias)}


def learned(documents: Sequence[Gold], settings: Settings) -> dict[str, int]:
    """Writes the tables whose rows suffice; returns how many rows there were of each."""
    clustering.WEIGHTS.setdefault(OWN, 1.0)
    examples = [clustering.example(gold, OWN) for gold in documents]
    counts = {}
    with scorer.reading_from(settings.out):
        for name, fill, names in (
            ("links", clustering.link_rows, FEATURES),
            ("mentions", clustering.mention_rows, MENTION_FEATURES),
        ):
            rows = Rows([], [], [])
            for each in examples:
                fill(each, rows)
            counts[name] = len(rows.labels)
            if len(rows.labels) >= FEWEST and len(Counter(rows.labels)) > 1:
                made = grown(scorer.trees(name), rows, names, settings)
                arrays: dict[str, Any] = made
                np.savez_compressed(settings.out / f"{name}.npz", **arrays)
    return counts


def figures(documents: Sequence[Gold]) -> dict[str, float | None]:
    try:
        report = clusters.evaluate(documents)
    except InputError:  # nobody is grouped in them
        return {}
    return {
        f"{key}, {average}": report[key][average]
        for key in ("conll", "b3", "lea")
        for average in ("macro", "micro")
    }


def main(settings: Settings) -> None:
    found = reviewed.divided(settings)
    settings.out.mkdir(parents=True, exist_ok=True)
    counts = learned(found.learned, settings)
    sets = {"own": found.measured, "examples": reviewed.examples(gold.language for gold in found.learned)}
    before = {key: figures(documents) for key, documents in sets.items()}
    with scorer.reading_from(settings.out):
        after = {key: figures(documents) for key, documents in sets.items()}
    reviewed.write(settings, found, before, after, rows=counts)


if __name__ == "__main__":
    main(arguments(Settings, __doc__))
