"""Makes the shipped files of a trained detector, and checks them.

    python -m lexveil.train.export --data DATA --model FOLDER --out FOLDER

Comes in: what `detector.py` saved. Goes out: `model.onnx` with int8 matrices and embeddings, `tokenizer.json`
and `model.json` (labels, operating points, calibration, checksums). Float and int8 model are run over TAB
dev and compared: one that loses more than half a point of strict F1 is refused.

The graph is written node by node with onnxruntime's fused operators (quantized attention, skip and layer
norm, bias and GELU), which its own optimizer does not find in an exported torch graph.
"""

import argparse
import hashlib
import json
import shutil
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper
from tokenizers import Tokenizer

from lexveil.detect import ner
from lexveil.train import corpora, detector, measure
from lexveil.train.corpora import MASKS, TYPES, Example
from lexveil.train.encoder import LEVELS, Shape

FUSED = "com.microsoft"  # the domain of onnxruntime's own operators


@dataclass
class Settings:
    data: Path
    model: Path
    out: Path
    id: str = "en-legal"
    loss: float = 0.005  # strict F1 the int8 model may lose
    window: int = 128  # pieces a window at run time: F1 as with the 256 of training, a fifth less time
    overlap: int = 32  # pieces two windows of one paragraph share; 64 gained nothing


class Graph:
    """Nodes and constants as they are added."""

    def __init__(self, weights: dict[str, np.ndarray]) -> None:
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

    def rounded(self, name: str) -> list[str]:
        """A matrix as int8 with one scale per output: constants for matrix, scale and zero point."""
        whole = self.weights[name + ".weight"].astype(np.float32)
        scale = np.maximum(np.abs(whole).max(1), 1e-8) / LEVELS
        return [
            self.constant(name + ".int8", np.round(whole / scale[:, None]).astype(np.int8).T),
            self.constant(name + ".scale", scale.astype(np.float32)),
            self.constant(name + ".zero", np.zeros(len(scale), np.int8)),
        ]

    def linear(self, x: str, name: str) -> str:
        return self.node("DynamicQuantizeMatMul", [x, *self.rounded(name)], name, domain=FUSED)

    def norm(self, x: str, before: str, name: str, bias: str, epsilon: float) -> str:
        inputs = [x, before, self.weight(name + ".weight"), self.weight(name + ".bias"), self.weight(bias)]
        return self.node("SkipLayerNormalization", inputs, name, domain=FUSED, epsilon=epsilon)


def embed(graph: Graph, shape: Shape) -> str:
    """Pieces and places, added and normed. The table is int8 with a scale per row: nearly no loss."""
    table = graph.weights["body.pieces.weight"].astype(np.float32)
    scale = np.maximum(np.abs(table).max(1, keepdims=True), 1e-8) / 127
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


def layer(graph: Graph, x: str, name: str, shape: Shape) -> str:
    whole, size, zero = graph.rounded(name + "qkv")
    graph.node("DynamicQuantizeLinear", [x], name + "x", name + "x.scale", name + "x.zero")
    inputs = [
        name + "x",
        whole,
        graph.weight(name + "qkv.bias"),
        name + "x.scale",
        size,
        "seen",
        name + "x.zero",
        zero,
    ]
    graph.node("QAttention", inputs, name + "mixed", domain=FUSED, num_heads=shape.heads)
    out = graph.linear(name + "mixed", name + "out")
    x = graph.norm(out, x, name + "norm1", name + "out.bias", shape.epsilon)
    up = graph.linear(x, name + "up")
    graph.node("BiasGelu", [up, graph.weight(name + "up.bias")], name + "inner", domain=FUSED)
    down = graph.linear(name + "inner", name + "down")
    return graph.norm(down, x, name + "norm2", name + "down.bias", shape.epsilon)


def build(weights: dict[str, np.ndarray], shape: Shape) -> onnx.ModelProto:
    graph = Graph(weights)
    graph.node("Equal", ["pieces", graph.constant("pad", np.array(shape.pad))], "padding")
    graph.node("Not", ["padding"], "real")
    graph.node("Cast", ["real"], "seen", to=TensorProto.INT32)
    x = embed(graph, shape)
    for number in range(shape.layers):
        x = layer(graph, x, f"body.layers.{number}.", shape)
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


def describe(settings: Settings, shape: Shape, temperature: float) -> dict[str, Any]:
    files = ("model.onnx", "tokenizer.json")
    return {
        "id": settings.id,
        "types": TYPES,
        "categories": {kind: "DATE" if kind == "DATETIME" else kind for kind in TYPES},
        "masks": MASKS,
        "window": settings.window,
        "overlap": settings.overlap,
        "begin": shape.begin,
        "end": shape.end,
        "pad": shape.pad,
        "temperature": temperature,
        "points": {
            "recall": {"threshold": 0.02, "mask": {}},
            "balanced": {"threshold": 0.2, "mask": {"ORG": 0.08, "DEM": 0.08, "MISC": 0.3}},
        },
        "sha256": {name: hashlib.sha256((settings.out / name).read_bytes()).hexdigest() for name in files},
    }


def write(settings: Settings, shape: Shape, temperature: float) -> None:
    text = json.dumps(describe(settings, shape, temperature), indent=1)
    (settings.out / "model.json").write_text(text + "\n", "utf8")


def shipped_runs(folder: Path, examples: list[Example]) -> list[measure.Run]:
    """The word probabilities of the shipped files, as the detector itself computes them."""
    ner.load.cache_clear()
    loaded = ner.load(str(folder))
    found = []
    for example in examples:
        words = ner.cut(example.text, loaded.encode, separator=loaded.settings["end"])
        rows = [rows for _, rows in ner._chances(words, loaded)]
        found.append((example, words, np.concatenate(rows)))
    return found


def fit_temperature(runs: list[measure.Run], tokenizer: Tokenizer, separator: int) -> float:
    """The temperature under which held-out words are least surprising."""
    wanted = np.concatenate([detector.item(example, tokenizer, separator).targets for example, _, _ in runs])
    scores = np.concatenate([np.log(rows[:, : measure.TAGS] + 1e-9) for _, _, rows in runs])

    def surprise(temperature: float) -> float:
        chances = ner._softmax((scores / temperature).astype(np.float32))
        return float(-np.log(chances[np.arange(len(wanted)), wanted] + 1e-9).mean())

    return min((round(0.5 + 0.05 * n, 2) for n in range(15)), key=surprise)


def main(settings: Settings) -> None:
    settings.out.mkdir(parents=True, exist_ok=True)
    model = detector.load(settings.model)
    shape = model.body.shape
    weights = {name: tensor.numpy() for name, tensor in model.state_dict().items()}
    onnx.save(build(weights, shape), settings.out / "model.onnx")
    shutil.copyfile(settings.model / "tokenizer.json", settings.out / "tokenizer.json")
    write(settings, shape, 1.0)
    tokenizer = Tokenizer.from_file(str(settings.model / "tokenizer.json"))
    training = detector.Settings(data=settings.data, encoder=settings.model, out=settings.model)
    held = shipped_runs(settings.out, detector.labelled(training, held=True))
    temperature = fit_temperature(held, tokenizer, shape.end)
    write(settings, shape, temperature)
    dev = corpora.tab(settings.data, "dev")
    items = detector.items_of(dev, tokenizer, shape.end)
    exact = detector.predict(model, items, length=settings.window, overlap=settings.overlap, rows=8)
    runs = [(e, i.words, rows) for e, i, rows in zip(dev, items, exact, strict=True)]
    whole, small = measure.strict(runs)["all"], measure.strict(shipped_runs(settings.out, dev))["all"]
    size = sum(path.stat().st_size for path in settings.out.iterdir()) / 1e6
    print(f"temperature {temperature}; strict F1 float {whole:.4f}, int8 {small:.4f}; {size:.1f} MB")
    if whole - small > settings.loss:
        raise SystemExit(f"int8 loses more than {settings.loss}: not fit to ship")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    for name, kind in Settings.__annotations__.items():
        default = getattr(Settings, name, None)
        parser.add_argument(f"--{name}", type=kind, default=default, required=default is None)
    main(Settings(**vars(parser.parse_args())))
