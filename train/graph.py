"""The detector as an ONNX graph: matrices are stored as int8 and computed in float32.

No scale is taken over a batch or over anything else that is computed, so what the model says of a window
depends on that window alone, and a last bit that differs from one processor to the next stays a last bit
(docs/decisions/0030-same-result.md). Needs onnx and numpy, not torch.

    python -m train.graph OLD.onnx NEW.onnx

writes the graph of an exported model anew, with the weights it has.
"""

import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper

LEVELS = 127  # of the weights on each side of zero
FUSED = "com.microsoft"  # the domain of onnxruntime's own operators
INT8, SCALE = ".int8", ".scale"

Weights = dict[str, np.ndarray]


@dataclass
class Shape:
    vocabulary: int
    hidden: int = 384
    layers: int = 6
    heads: int = 12
    inner: int = 1536
    positions: int = 514
    offset: int = 2  # where RoBERTa starts to count positions; 0 for BERT
    epsilon: float = 1e-12
    begin: int = 0
    pad: int = 1
    end: int = 2
    mask: int = 3


class Graph:
    """Nodes and constants as they are added."""

    def __init__(self, weights: Weights) -> None:
        self.weights = weights
        self.nodes: list[onnx.NodeProto] = []
        self.constants: list[onnx.TensorProto] = []

    def constant(self, name: str, value: np.ndarray) -> str:
        self.constants.append(numpy_helper.from_array(np.ascontiguousarray(value), name))
        return name

    def weight(self, name: str) -> str:
        return self.constant(name, self.weights[name].astype(np.float32))

    def node(self, kind: str, inputs: list[str], *outputs: str, domain: str = "", **more: Any) -> str:
        self.nodes.append(helper.make_node(kind, inputs, list(outputs), domain=domain, **more))
        return outputs[0]

    def norm(self, x: str, before: str, name: str, bias: str, epsilon: float) -> str:
        inputs = [x, before, self.weight(name + ".weight"), self.weight(name + ".bias"), self.weight(bias)]
        return self.node("SkipLayerNormalization", inputs, name, domain=FUSED, epsilon=epsilon)


Product = Callable[[Graph, str, str], str]  # graph, input, name of a matrix → the name of their product


def rounded(matrix: np.ndarray, levels: int = LEVELS) -> tuple[np.ndarray, np.ndarray]:
    """A matrix (outputs first) as int8 (inputs first) and one scale per output.

    >>> rounded(np.array([[2.0, -1.0]], np.float32), levels=4)
    (array([[ 4],
           [-2]], dtype=int8), array([0.5], dtype=float32))
    """
    scale = np.maximum(np.abs(matrix).max(1), 1e-8).astype(np.float32) / np.float32(levels)
    return np.round(matrix / scale[:, None]).astype(np.int8).T, scale.astype(np.float32)


def stored_int8(graph: Graph, x: str, name: str) -> str:
    """Float arithmetic on a matrix stored as int8; it is unfolded once, when the model is loaded."""
    whole, scale = rounded(graph.weights[name + ".weight"].astype(np.float32))
    graph.node("Cast", [graph.constant(name + INT8, whole)], name + ".cast", to=TensorProto.FLOAT)
    graph.node("Mul", [name + ".cast", graph.constant(name + SCALE, scale)], name + ".matrix")
    return graph.node("MatMul", [x, name + ".matrix"], name)


def build(weights: Weights, shape: Shape, product: Product = stored_int8) -> onnx.ModelProto:
    """`product` computes with the large matrices; others than the shipped one are there to be compared."""
    graph = Graph(weights)
    graph.node("Equal", ["pieces", graph.constant("pad", np.array(shape.pad))], "padding")
    graph.node("Not", ["padding"], "real")
    graph.node("Cast", ["real"], "seen", to=TensorProto.INT32)
    x = _embed(graph, shape)
    for number in range(shape.layers):
        x = _layer(graph, x, f"body.layers.{number}.", shape, product)
    for head in ("tags", "masks"):  # small: kept exact
        graph.constant(head + ".matrix", weights[head + ".weight"].astype(np.float32).T)
        graph.node("MatMul", [x, head + ".matrix"], head + ".product")
        graph.node("Add", [head + ".product", graph.weight(head + ".bias")], head)
    value = helper.make_tensor_value_info
    outputs = [
        value(h, TensorProto.FLOAT, ["window", "piece", len(weights[h + ".bias"])]) for h in ("tags", "masks")
    ]
    inputs = [value("pieces", TensorProto.INT64, ["window", "piece"])]
    made = helper.make_graph(graph.nodes, "lexveil", inputs, outputs, graph.constants)
    opsets = [helper.make_opsetid("", 17), helper.make_opsetid(FUSED, 1)]
    return helper.make_model(made, opset_imports=opsets, ir_version=9)


def _embed(graph: Graph, shape: Shape) -> str:
    """Pieces and places, added and normed. The table is int8 with a scale per row: nearly no loss."""
    table = graph.weights["body.pieces.weight"].astype(np.float32)
    scale = np.maximum(np.abs(table).max(1, keepdims=True), 1e-8) / LEVELS
    graph.constant("table", np.round(table / scale).astype(np.int8))
    graph.constant("table.scale", scale.astype(np.float32))
    graph.constant("places", graph.weights["body.places.weight"][shape.offset :].astype(np.float32)[None])
    graph.node("Gather", ["table", "pieces"], "rows.int8")
    graph.node("Cast", ["rows.int8"], "rows.float", to=TensorProto.FLOAT)
    graph.node("Gather", ["table.scale", "pieces"], "rows.scale")
    graph.node("Mul", ["rows.float", "rows.scale"], "rows")
    graph.node("Shape", ["pieces"], "length", start=1, end=2)
    bounds = [graph.constant("from", np.array([0])), "length", graph.constant("axis", np.array([1]))]
    graph.node("Slice", ["places", *bounds], "own.places")
    graph.node("Add", ["rows", "own.places"], "placed")
    inputs = ["placed", graph.weight("body.norm.weight"), graph.weight("body.norm.bias")]
    return graph.node("LayerNormalization", inputs, "embedded", axis=-1, epsilon=shape.epsilon)


def _layer(graph: Graph, x: str, name: str, shape: Shape, product: Product) -> str:
    graph.node("Split", [product(graph, x, name + "qkv")], name + "q", name + "k", name + "v", axis=2)
    inputs = [name + "q", name + "k", name + "v", graph.weight(name + "qkv.bias"), "seen"]
    graph.node("MultiHeadAttention", inputs, name + "mixed", domain=FUSED, num_heads=shape.heads)
    out = product(graph, name + "mixed", name + "out")
    x = graph.norm(out, x, name + "norm1", name + "out.bias", shape.epsilon)
    up = product(graph, x, name + "up")
    graph.node("BiasGelu", [up, graph.weight(name + "up.bias")], name + "inner", domain=FUSED)
    down = product(graph, name + "inner", name + "down")
    return graph.norm(down, x, name + "norm2", name + "down.bias", shape.epsilon)


def unpacked(path: Path) -> Weights:
    """The weights in an exported model, as `build` takes them."""
    stored = {each.name: numpy_helper.to_array(each) for each in onnx.load(path).graph.initializer}
    weights: Weights = {}
    for name, value in stored.items():
        if name.endswith(INT8):
            matrix = name.removesuffix(INT8)
            weights[matrix + ".weight"] = value.T.astype(np.float32) * stored[matrix + SCALE][:, None]
        elif name.endswith((".weight", ".bias")):
            weights[name] = value
    weights["body.pieces.weight"] = stored["table"].astype(np.float32) * stored["table.scale"]
    weights["body.places.weight"] = stored["places"][0]
    for head in ("tags", "masks"):
        weights[head + ".weight"] = stored[head + ".matrix"].T
    return weights


def rewritten(path: Path) -> onnx.ModelProto:
    weights = unpacked(path)
    layers = sum(name.endswith("qkv.weight") for name in weights)
    return build(weights, Shape(len(weights["body.pieces.weight"]), layers=layers, offset=0))


if __name__ == "__main__":
    onnx.save(rewritten(Path(sys.argv[1])), sys.argv[2])
