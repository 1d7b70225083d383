"""The detector as an ONNX graph: matrices are stored as int8, and products are computed in whole numbers.

What goes into a product is written with two digits of seven bits, in steps of the largest number of its own
piece: no scale is taken over a batch or a window, the sums are exact on every processor, and a last bit that
differs from one processor to the next moves a number by one step in 16,000
(docs/decisions/0030-same-result.md, 0040-whole-numbers.md). Needs onnx and numpy, not torch.

    python -m train.graph OLD.onnx NEW.onnx

writes the graph of an exported model anew, around the very weights it has.
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
# A number is HIGH * first + second, both digits counted from ZERO. Older processors add two products in 16
# bits: 2 * 128 * 127 is the most that can come together, and still fits.
HIGH, ZERO, MOST = 128, 64, 63.49
FAR = 1e9  # exp of less than this below anything is nought
LEAST = 1e-6  # a piece of which all numbers are smaller counts as nothing

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

    def shared(self, name: str, value: np.ndarray) -> str:
        """A constant that several nodes use."""
        return name if any(each.name == name for each in self.constants) else self.constant(name, value)

    def weight(self, name: str) -> str:
        return self.constant(name, self.weights[name].astype(np.float32))

    def node(self, kind: str, inputs: list[str], *outputs: str, domain: str = "", **more: Any) -> str:
        self.nodes.append(helper.make_node(kind, inputs, list(outputs), domain=domain, **more))
        return outputs[0]

    def norm(self, x: str, before: str, name: str, bias: str, epsilon: float) -> str:
        """Not `SkipLayerNormalization`, which takes three times as long."""
        own = [self.weight(name + ".weight"), self.weight(name + ".bias")]
        self.node("Sum", [x, before, self.weight(bias)], name + ".sum")
        return self.node("LayerNormalization", [name + ".sum", *own], name, axis=-1, epsilon=epsilon)


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
    matrix, scale = _stored(graph, name)
    graph.node("Cast", [matrix], name + ".cast", to=TensorProto.FLOAT)
    graph.node("Mul", [name + ".cast", scale], name + ".matrix")
    return graph.node("MatMul", [x, name + ".matrix"], name)


def in_whole_numbers(graph: Graph, x: str, name: str) -> str:
    """Two products of whole numbers, one for each digit of the input, with a matrix stored as int8."""
    matrix, scale = _stored(graph, name)
    zero = graph.shared("zero", np.array(ZERO, np.uint8))
    high, low = graph.shared("high", np.array(HIGH, np.float32)), graph.shared("low", np.array(1, np.float32))
    steps, step = in_steps(graph, x, name)
    graph.node("QuantizeLinear", [steps, high, zero], name + ".first")
    graph.node("DequantizeLinear", [name + ".first", high, zero], name + ".rounded")
    graph.node("Sub", [steps, name + ".rounded"], name + ".rest")
    graph.node("QuantizeLinear", [name + ".rest", low, zero], name + ".second")
    for digit, worth in (("first", high), ("second", low)):
        inputs = [f"{name}.{digit}", matrix, worth, scale, zero]
        graph.node("MatMulIntegerToFloat", inputs, f"{name}.{digit}.product", domain=FUSED)
    graph.node("Add", [name + ".first.product", name + ".second.product"], name + ".steps.product")
    return graph.node("Mul", [name + ".steps.product", step], name)


def in_steps(graph: Graph, x: str, name: str) -> tuple[str, str]:
    """The input in steps, of which the largest number of a piece has 8,127, and how large its step is."""
    size, least = (x, 0.2) if name.endswith("down") else (graph.node("Abs", [x], name + ".size"), LEAST)
    graph.node("ReduceMax", [size], name + ".largest", axes=[-1], keepdims=1)  # GELU is nowhere below -0.17
    least_of = graph.shared(f"least.{least}", np.array(least, np.float32))
    graph.node("Max", [name + ".largest", least_of], name + ".top")
    levels = graph.shared("levels", np.array(MOST * HIGH, np.float32))
    graph.node("Div", [name + ".top", levels], name + ".step")
    graph.node("Div", [levels, name + ".top"], name + ".per.one")
    return graph.node("Mul", [x, name + ".per.one"], name + ".in.steps"), name + ".step"


def _stored(graph: Graph, name: str) -> tuple[str, str]:
    whole, scale = rounded(graph.weights[name + ".weight"].astype(np.float32))
    return graph.constant(name + INT8, whole), graph.constant(name + SCALE, scale)


def build(weights: Weights, shape: Shape, product: Product = in_whole_numbers) -> onnx.ModelProto:
    """`product` computes with the large matrices; others than the shipped one are there to be compared."""
    graph = Graph(weights)
    graph.node("Equal", ["pieces", graph.constant("pad", np.array(shape.pad))], "padding")
    graph.node("Not", ["padding"], "real")
    _fill(graph, shape)
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


def _fill(graph: Graph, shape: Shape) -> None:
    """What only fills up a batch is `far` from every piece, and has no part in the `ones` that count."""
    graph.node("Cast", ["real"], "real.float", to=TensorProto.FLOAT)
    graph.node("Sub", ["real.float", graph.constant("one", np.array(1, np.float32))], "filling")
    graph.node("Mul", ["filling", graph.constant("far.away", np.array(FAR, np.float32))], "farness")
    graph.node("Unsqueeze", ["farness", graph.constant("axes.keys", np.array([1, 2]))], "far")
    graph.node("Unsqueeze", ["real.float", graph.constant("axes.values", np.array([1, 3]))], "real.values")
    each = graph.constant("each.head", np.ones((1, shape.heads, 1, 1), np.float32))
    graph.node("Mul", ["real.values", each], "ones")


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
    mixed = _attention(graph, product(graph, x, name + "qkv"), name, shape)
    out = product(graph, mixed, name + "out")
    x = graph.norm(out, x, name + "norm1", name + "out.bias", shape.epsilon)
    up = product(graph, x, name + "up")
    graph.node("BiasGelu", [up, graph.weight(name + "up.bias")], name + "inner", domain=FUSED)
    down = product(graph, name + "inner", name + "down")
    return graph.norm(down, x, name + "norm2", name + "down.bias", shape.epsilon)


def _attention(graph: Graph, qkv: str, name: str, shape: Shape) -> str:
    """What each piece takes from the others of its window.

    Spelled out, because the ready-made softmax adds in another order on another processor. Here sums are
    products of matrices: a column of ones beside what is taken says how much there was. A piece that only
    fills up a batch counts as nought, to the last bit.
    """
    heads, size = shape.heads, shape.hidden // shape.heads
    apart = graph.shared("apart", np.array([0, 0, heads, size]))
    graph.node("Add", [qkv, graph.weight(name + "qkv.bias")], name + "asked")
    graph.node("Split", [name + "asked"], name + "q", name + "k", name + "v", axis=2)
    for each in "qkv":
        graph.node("Reshape", [name + each, apart], name + each + ".apart")
        graph.node("Transpose", [name + each + ".apart"], name + each + ".heads", perm=[0, 2, 1, 3])
    inputs = [name + "q.heads", name + "k.heads"]
    graph.node("FusedMatMul", inputs, name + "near", domain=FUSED, transB=1, alpha=float(size**-0.5))
    graph.node("Add", [name + "near", "far"], name + "near.real")
    graph.node("ReduceMax", [name + "near.real"], name + "nearest", axes=[-1], keepdims=1)
    graph.node("Sub", [name + "near.real", name + "nearest"], name + "apart")
    graph.node("Exp", [name + "apart"], name + "shares")
    graph.node("Concat", [name + "v.heads", "ones"], name + "v.and.ones", axis=3)
    graph.node("MatMul", [name + "shares", name + "v.and.ones"], name + "taken")
    sizes = graph.shared("sizes", np.array([size, 1]))
    graph.node("Split", [name + "taken", sizes], name + "sums", name + "of", axis=3)
    graph.node("Div", [name + "sums", name + "of"], name + "mixed.heads")
    graph.node("Transpose", [name + "mixed.heads"], name + "mixed.apart", perm=[0, 2, 1, 3])
    together = graph.shared("together", np.array([0, 0, shape.hidden]))
    return graph.node("Reshape", [name + "mixed.apart", together], name + "mixed")


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
    """The model with a new graph; its tensors keep their bytes and their order."""
    weights = unpacked(path)
    layers = sum(name.endswith("qkv.weight") for name in weights)
    made = build(weights, Shape(len(weights["body.pieces.weight"]), layers=layers, offset=0))
    stored = list(onnx.load(path).graph.initializer)
    known = {each.name for each in stored}
    new = [each for each in made.graph.initializer if each.name not in known]
    del made.graph.initializer[:]
    made.graph.initializer.extend([*stored, *new])
    return made


if __name__ == "__main__":
    onnx.save(rewritten(Path(sys.argv[1])), sys.argv[2])
