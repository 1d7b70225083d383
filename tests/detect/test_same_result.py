"""The same result on every machine: a window's numbers depend on it alone, and last bits change nothing.

Processors differ in the last bit of a sum, because they add in another order. Here the parameters of the
model are moved by one last bit instead, which stirs every sum of the network, more than a processor would:
between an emulated Haswell and one with VNNI nothing differs (tests/emulated).
"""

import random
from pathlib import Path

import numpy as np
import onnx
import onnxruntime
import pytest

from lexveil.detect import iobes, models, ner
from lexveil.text.fold import flow

WINDOWS = 1000
MOST = 1e-4  # that a probability may move
STIRRED, CROSSING = 1e-2, 1e-3  # with last bits moved: the same, and the share of spans that may differ
EXAMPLES = Path(__file__).parents[2] / "examples"
NAMES = "Aurelio Brankov Celeste Dunmore Elif Farrukh Greta Hollis Imre Jolanta Kwabena Lindqvist".split()


@pytest.fixture(scope="module")
def model():
    return models.load()


@pytest.fixture(scope="module")
def words(model):
    """The examples, again and again with other names, so that no two windows are the same."""
    draw = random.Random(30)
    text = flow("\n\n".join((EXAMPLES / name).read_text("utf8") for name in ("award.html", "judgment.txt")))
    copies = []
    while sum(map(len, copies)) < 460_000:
        shuffled = text.split(" ")
        for at in range(draw.randrange(25), len(shuffled), 25):
            shuffled[at] = draw.choice(NAMES)
        copies.append(" ".join(shuffled))
    return ner.cut("\n\n".join(copies), model.encode, separator=model.settings["end"])


@pytest.fixture(scope="module")
def bounds(words, model):
    size, overlap = model.settings["window"] - 2, model.settings["overlap"]
    found = list(ner.windows(words.first, size=size, overlap=overlap, breaks=words.breaks))
    assert len(found) >= WINDOWS
    return found[:WINDOWS]


@pytest.fixture(scope="module")
def windows(words, bounds):
    return [ner.window(words, *each) for each in bounds]


@pytest.fixture(scope="module")
def alone(windows, model):
    return list(ner.inferred([(each, model) for each in windows]))


def in_batches(windows, model, size):
    """As a graphics card would be asked: several windows at once, the shorter ones filled up."""
    found = []
    for at in range(0, len(windows), size):
        batch = windows[at : at + size]
        pieces = np.full((len(batch), max(map(len, batch)) + 2), model.settings["pad"], np.int64)
        for row, own in enumerate(batch):
            pieces[row, : len(own) + 2] = [model.settings["begin"], *own, model.settings["end"]]
        tags, masks = model.run(pieces)
        for row, own in enumerate(batch):
            inside = slice(1, len(own) + 1)
            found.append(
                ner.probabilities(tags[row, inside], masks[row, inside], model.settings["temperature"])
            )
    return found


def spans(words, bounds, found, model):
    """What the decoder makes of each window, at both operating points."""
    tags = 1 + 4 * len(model.settings["types"])
    made = []
    for (first, last), rows in zip(bounds, found, strict=True):
        own = np.round(rows[words.first[first:last] - words.first[first]], ner.DIGITS)[:, :tags]
        for point in model.settings["points"].values():
            decoded = iobes.decode(own, words.breaks[first:last], threshold=point["threshold"])
            made.append([(each.first, each.last, each.type) for each in decoded])
    return made


def assert_same(found, alone, words, bounds, model):
    apart = max(float(np.abs(a - b).max()) for a, b in zip(found, alone, strict=True))
    assert apart <= MOST
    assert spans(words, bounds, found, model) == spans(words, bounds, alone, model)


@pytest.mark.parametrize("size", [8, 64])
def test_a_window_does_not_depend_on_its_batch(size, windows, words, bounds, alone, model):
    assert_same(in_batches(windows, model, size), alone, words, bounds, model)


def test_a_window_does_not_depend_on_the_order(windows, alone, model):
    order = list(range(len(windows)))
    random.Random(7).shuffle(order)
    found = ner.inferred([(windows[at], model) for at in order])
    assert all(np.array_equal(each, alone[at]) for at, each in zip(order, found, strict=True))


def test_one_last_bit_of_every_parameter_changes_next_to_nothing(windows, words, bounds, alone, model):
    other = moved(model)
    found = list(ner.inferred([(each, other) for each in windows]))
    assert max(float(np.abs(a - b).max()) for a, b in zip(found, alone, strict=True)) <= STIRRED
    before, after = spans(words, bounds, alone, model), spans(words, bounds, found, model)
    differ = sum(len(set(one) ^ set(other)) for one, other in zip(before, after, strict=True))
    assert differ <= CROSSING * sum(map(len, before))


def moved(model):
    """The model with each float parameter one last bit up or down, by lot."""
    draw = np.random.default_rng(5)
    graph = onnx.load(models.MODELS / model.name / "model.onnx")
    for stored in graph.graph.initializer:
        value = onnx.numpy_helper.to_array(stored)
        if value.dtype == np.float32:
            way = np.where(draw.integers(0, 2, value.shape), np.inf, -np.inf).astype(np.float32)
            stored.CopyFrom(onnx.numpy_helper.from_array(np.nextafter(value, way), stored.name))
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = 1
    session = onnxruntime.InferenceSession(
        graph.SerializeToString(), options, providers=["CPUExecutionProvider"]
    )
    return model._replace(run=lambda pieces: tuple(session.run(None, {"pieces": pieces})))
