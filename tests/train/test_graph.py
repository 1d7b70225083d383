"""The graph of the network: products in whole numbers, around weights that stay as they are."""

import numpy as np
import onnxruntime
import pytest

pytest.importorskip("onnx")

import onnx
from onnx import TensorProto, helper

from lexveil.detect import models
from train import graph


@pytest.mark.parametrize("name", models.names())
def test_a_new_graph_keeps_the_bytes_and_the_order_of_the_weights(name):
    path = models.MODELS / name / "model.onnx"
    before = [(each.name, each.raw_data) for each in onnx.load(path).graph.initializer]
    made = graph.rewritten(path)
    assert [(each.name, each.raw_data) for each in made.graph.initializer] == before
    assert list(made.graph.node) == list(onnx.load(path).graph.node)


def product(x, matrix, kind, outputs=("p",)):
    made = graph.Graph({"p.weight": matrix})
    kind(made, "x", "p")
    inputs = [helper.make_tensor_value_info("x", TensorProto.FLOAT, x.shape)]
    wanted = [helper.make_tensor_value_info(each, TensorProto.FLOAT, None) for each in outputs]
    if "p.first" in outputs:
        wanted = [helper.make_tensor_value_info(each, TensorProto.UINT8, None) for each in outputs]
    whole = helper.make_graph(made.nodes, "test", inputs, wanted, made.constants)
    opsets = [helper.make_opsetid("", 17), helper.make_opsetid(graph.FUSED, 1)]
    model = helper.make_model(whole, opset_imports=opsets, ir_version=9).SerializeToString()
    return onnxruntime.InferenceSession(model, providers=["CPUExecutionProvider"]).run(None, {"x": x})


def test_whole_numbers_are_near_to_float():
    draw = np.random.default_rng(4)
    x, matrix = draw.normal(size=(1, 40, 384)), draw.normal(size=(50, 384))
    x, matrix = x.astype(np.float32), matrix.astype(np.float32)
    exact = product(x, matrix, graph.stored_int8)[0]
    assert (
        np.abs(product(x, matrix, graph.in_whole_numbers)[0] - exact).max()
        < 0.02
        < np.abs(exact).max() / 1000
    )


def test_no_two_digits_overflow_sixteen_bits():
    x = np.array(
        [[[3.0, -3.0, 0.0, 1e-9], [0.0] * 4, [1e6, 5.0, -1e6, 1.0], [0.501, 0.499, 1.0, -1.0]]], np.float32
    )
    digits = product(x, np.ones((2, 4), np.float32), graph.in_whole_numbers, ("p.first", "p.second"))
    assert all(2 * int(each.max()) * graph.LEVELS < 2**15 for each in digits)


def test_a_piece_is_scaled_by_itself():
    draw = np.random.default_rng(5)
    x, matrix = draw.normal(size=(1, 3, 64)).astype(np.float32), draw.normal(size=(8, 64)).astype(np.float32)
    other = x.copy()
    other[0, 0] *= 1000
    one, two = (product(each, matrix, graph.in_whole_numbers)[0] for each in (x, other))
    assert np.array_equal(one[0, 1:], two[0, 1:])
