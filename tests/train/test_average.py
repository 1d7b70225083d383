"""A shipped model trained on, and the mean of two."""

import numpy as np
import pytest

pytest.importorskip("onnx")

from train.again import shape, stored
from train.average import mean


def test_the_mean_leans_to_the_second_by_its_share():
    first, second = ({"a": np.array([value], np.float32)} for value in (0.0, 2.0))
    assert mean(first, second, 0.25)["a"] == pytest.approx(0.5)


def test_a_large_table_is_stored_in_parts_that_give_it_back():
    table = np.linspace(-1, 1, 40_000 * 4, dtype=np.float32).reshape(40_000, 4)
    files = stored({"body.pieces.weight": table, "tags.bias": np.ones(3, np.float32)})
    whole = {name: part for each in files for name, part in each.items()}
    rows = np.concatenate([whole[f"body.pieces.weight@{n}"] for n in (0, 1)]).astype(np.float32)
    scale = np.concatenate([whole[f"body.pieces.weight.scale@{n}"] for n in (0, 1)])
    assert np.abs(rows * scale - table).max() < 0.01
    assert whole["tags.bias@0"].tolist() == [1, 1, 1]


def test_the_shape_is_told_by_the_weights():
    weights = {
        "body.pieces.weight": np.zeros((10, 4)), "body.places.weight": np.zeros((6, 4)),
        "body.layers.0.qkv.weight": np.zeros((12, 4)),
    }  # fmt: skip
    found = shape(weights, {"begin": 0, "pad": 1, "end": 2})
    assert (found.vocabulary, found.layers, found.positions, found.offset) == (10, 1, 6, 0)
