"""Which way of storing and computing the model gives the same result everywhere, and what it costs.

    pip install onnx && python benchmarks/same_result.py

The shipped weights, in several arithmetics, read the example award: with every float parameter moved by one
last bit (as another processor would), and alone instead of in batches of eight. Shown are the
largest change of a probability and how many words cross the operating point `recall`; the size of the file;
and the time beside the first, rounds taking turns, the best of each.
"""

import time
from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np
import onnx
import onnxruntime
from onnx import TensorProto, helper, numpy_helper

from lexveil import formats
from lexveil.detect import models, ner
from lexveil.text.fold import flow
from train import graph
from train.graph import FUSED, Graph, Product, Shape, rounded

MODEL = models.MODELS / models.DEFAULT / "model.onnx"
AWARD = Path(__file__).parent.parent / "examples" / "award.html"
BATCH, ROUNDS = 8, 5
SEVEN_BITS = (
    63  # levels on each side of zero: products of two cannot overflow the 16 bits of older processors
)
Run = Callable[[np.ndarray], Sequence[np.ndarray]]


def dynamic(levels: int) -> Product:
    """int8 arithmetic; the scale of the input is taken over the whole batch."""

    def product(made: Graph, x: str, name: str) -> str:
        whole, scale = rounded(made.weights[name + ".weight"].astype(np.float32), levels)
        inputs = [
            x,
            made.constant(name + ".int8", whole),
            made.constant(name + ".scale", scale),
            made.constant(name + ".zero", np.zeros(len(scale), np.int8)),
        ]
        return made.node("DynamicQuantizeMatMul", inputs, name, domain=FUSED)

    return product


def static(levels: int, ranges: dict[str, tuple[float, float]]) -> Product:
    """int8 arithmetic; the scale of the input was measured once, on other text."""

    def product(made: Graph, x: str, name: str) -> str:
        whole, scale = rounded(made.weights[name + ".weight"].astype(np.float32), levels)
        low, high = ranges[name]
        step = np.float32(max(high - low, 1e-8) / 255)
        made.constant(name + ".step", np.array(step))
        made.constant(name + ".middle", np.array(np.clip(round(-low / step), 0, 255), np.uint8))
        made.node("QuantizeLinear", [x, name + ".step", name + ".middle"], name + ".q")
        made.node("DequantizeLinear", [name + ".q", name + ".step", name + ".middle"], name + ".x")
        zero = made.constant(name + ".zero", np.zeros(len(scale), np.int8))
        inputs = [made.constant(name + ".int8", whole), made.constant(name + ".scale", scale), zero]
        made.node("DequantizeLinear", inputs, name + ".matrix", axis=1)
        return made.node("MatMul", [name + ".x", name + ".matrix"], name)

    return product


def one_digit(made: Graph, x: str, name: str) -> str:
    """As `in_whole_numbers`, but what goes in is rounded to the first digit."""
    whole, scale = rounded(made.weights[name + ".weight"].astype(np.float32))
    inputs = [made.constant(name + ".int8", whole), made.constant(name + ".scale", scale)]
    steps, step = graph.in_steps(made, x, name)
    high, zero = made.shared("high", np.array(graph.HIGH, np.float32)), np.array(graph.ZERO, np.uint8)
    middle = made.shared("zero", zero)
    made.node("QuantizeLinear", [steps, high, middle], name + ".first")
    inputs = [name + ".first", inputs[0], high, inputs[1], middle]
    made.node("MatMulIntegerToFloat", inputs, name + ".steps.product", domain=FUSED)
    return made.node("Mul", [name + ".steps.product", step], name)


def half(made: Graph, x: str, name: str) -> str:
    """Float arithmetic on matrices stored in 16 bits."""
    made.constant(name + ".half", made.weights[name + ".weight"].T.astype(np.float16))
    made.node("Cast", [name + ".half"], name + ".matrix", to=TensorProto.FLOAT)
    return made.node("MatMul", [x, name + ".matrix"], name)


def measured(
    weights: graph.Weights, shape: Shape, batches: Sequence[np.ndarray]
) -> dict[str, tuple[float, float]]:
    """The smallest and largest input of each product on some windows."""
    inputs: dict[str, str] = {}

    def noting(made: Graph, x: str, name: str) -> str:
        inputs[name] = x
        return graph.stored_int8(made, x, name)

    model = graph.build(weights, shape, noting)
    wanted = sorted(set(inputs.values()))
    model.graph.output.extend(helper.make_tensor_value_info(name, TensorProto.FLOAT, None) for name in wanted)
    session = onnxruntime.InferenceSession(model.SerializeToString(), providers=["CPUExecutionProvider"])
    found = dict.fromkeys(wanted, (0.0, 0.0))
    for batch in batches:
        for name, value in zip(wanted, session.run(wanted, {"pieces": batch}), strict=True):
            low, high = found[name]
            found[name] = (min(low, float(value.min())), max(high, float(value.max())))
    return {name: found[x] for name, x in inputs.items()}


def session(model: onnx.ModelProto) -> Run:
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = 1
    made = onnxruntime.InferenceSession(
        model.SerializeToString(), options, providers=["CPUExecutionProvider"]
    )
    return lambda pieces: made.run(None, {"pieces": pieces})


def stirred(model: onnx.ModelProto) -> onnx.ModelProto:
    """Every float parameter one last bit up or down, by lot."""
    draw = np.random.default_rng(5)
    moved = onnx.ModelProto()
    moved.CopyFrom(model)
    for stored in moved.graph.initializer:
        value = numpy_helper.to_array(stored)
        if value.dtype == np.float32:
            way = np.where(draw.integers(0, 2, value.shape), np.inf, -np.inf).astype(value.dtype)
            stored.CopyFrom(numpy_helper.from_array(np.nextafter(value, way), stored.name))
    return moved


def batched(windows: Sequence[np.ndarray], size: int, settings: dict[str, int]) -> list[np.ndarray]:
    made = []
    for at in range(0, len(windows), size):
        group = windows[at : at + size]
        pieces = np.full((len(group), max(map(len, group)) + 2), settings["pad"], np.int64)
        for row, own in enumerate(group):
            pieces[row, : len(own) + 2] = [settings["begin"], *own, settings["end"]]
        made.append(pieces)
    return made


def inside(run: Run, windows: Sequence[np.ndarray], size: int, settings: dict[str, int]) -> np.ndarray:
    """Of every piece, how likely it is part of a span."""
    found = []
    lengths = iter(map(len, windows))
    for batch in batched(windows, size, settings):
        tags = run(batch)[0]
        raised = np.exp(tags - tags.max(-1, keepdims=True))
        likely = 1 - raised[..., 0] / raised.sum(-1)
        found += [row[1 : next(lengths) + 1] for row in likely]
    return np.concatenate(found)


def change(one: np.ndarray, other: np.ndarray, threshold: float) -> tuple[float, int]:
    return float(np.abs(one - other).max()), int(((one >= threshold) != (other >= threshold)).sum())


def main() -> None:
    loaded = models.load()
    settings = loaded.settings
    words, order = ner.windowed(flow(formats.read_file(AWARD).text), loaded)
    windows = [ner.window(words, *each) for each in order]
    weights = graph.unpacked(MODEL)
    shape = Shape(len(weights["body.pieces.weight"]), offset=0)
    ranges = measured(weights, shape, batched(windows[::2], BATCH, settings))
    kinds: dict[str, Product] = {
        "int8 stored, computed in float32 (0030)": graph.stored_int8,
        "whole numbers: two digits of 7 bits, scale of each piece (shipped)": graph.in_whole_numbers,
        "whole numbers: one digit of 7 bits, scale of each piece": one_digit,
        "int8 computed, scale of each batch": dynamic(127),
        "the same with 7-bit weights": dynamic(SEVEN_BITS),
        "int8 computed, calibrated scales, 7-bit weights": static(SEVEN_BITS, ranges),
        "float16 stored, computed in float32": half,
    }
    built = {name: graph.build(weights, shape, product) for name, product in kinds.items()}
    runs = {name: session(model) for name, model in built.items()}
    best = dict.fromkeys(kinds, float("inf"))
    for _ in range(ROUNDS):
        for name, run in runs.items():
            began = time.perf_counter()
            for batch in batched(windows, 1, settings):
                run(batch)
            best[name] = min(best[name], time.perf_counter() - began)
    threshold = settings["points"]["recall"]["threshold"]
    print(f"{sum(map(len, windows)):,} pieces in {len(windows)} windows; operating point {threshold}")
    print("| model | MB | time | one last bit: largest change, words that cross | batch of 8 → alone |")
    print("|---|---|---|---|---|")
    first = best[next(iter(kinds))]
    for name, run in runs.items():
        together = inside(run, windows, BATCH, settings)
        bit = change(together, inside(session(stirred(built[name])), windows, BATCH, settings), threshold)
        alone = change(together, inside(run, windows, 1, settings), threshold)
        cells = [f"{built[name].ByteSize() / 1e6:.1f}", f"{best[name] / first:.2f}"]
        cells += [f"{most:.1e}, {crossing}" for most, crossing in (bit, alone)]
        print(f"| {name} | {' | '.join(cells)} |")


if __name__ == "__main__":
    main()
