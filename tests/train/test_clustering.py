"""The data side of training; the trees themselves need scikit-learn."""

import numpy as np

from lexveil.resolve import scorer
from lexveil.resolve.ambiguous import MENTION_FEATURES
from lexveil.resolve.features import FEATURES
from train import stress
from train.clustering import (
    FALLING,
    GENERATED,
    RISING,
    Rows,
    example,
    link_rows,
    mention_rows,
    tables,
)


def test_rows_have_a_column_for_each_feature_and_both_answers():
    made = example(stress.document(seed=2, tokens=2_000, people=20), "generated")
    links, mentions = Rows([], [], []), Rows([], [], [])
    link_rows(made, links)
    mention_rows(made, mentions)
    assert {row.shape for row in links.features} == {(len(FEATURES),)}
    assert {row.shape for row in mentions.features} <= {(len(MENTION_FEATURES),)}
    assert set(links.labels) == {0.0, 1.0}


def test_generated_documents_are_not_those_of_the_stress_set():
    assert max(GENERATED) < stress.SEED


def test_directions_name_features():
    assert set(RISING) | set(FALLING) <= set(FEATURES) | set(MENTION_FEATURES)


def test_trees_are_read_as_they_were_written():
    kinds = [
        ("is_leaf", "u1"), ("feature_idx", "i4"), ("num_threshold", "f8"), ("left", "i4"), ("right", "i4"),
        ("value", "f8"), ("depth", "i4"),
    ]  # fmt: skip
    nodes = np.array([(0, 1, 0.5, 1, 2, 0, 0), (1, 0, 0, 0, 0, -2, 1), (1, 0, 0, 0, 0, 3, 1)], dtype=kinds)
    found = tables([nodes], 0.25)
    model = scorer.Trees(
        found["feature"].astype(int), found["threshold"], found["left"].astype(int),
        found["right"].astype(int), found["value"], int(found["depth"]), float(found["bias"]),
    )  # fmt: skip
    rows = np.array([[9, 0.5], [9, 0.6]], dtype=np.float32)
    assert scorer.total(model, rows).tolist() == [-1.75, 3.25]
