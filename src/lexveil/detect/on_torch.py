"""The shipped networks computed by torch, for graphics cards: the same weights, multiplied in bfloat16
instead of whole numbers, so that near a threshold a span may differ (docs/decisions/0101-graphics-cards.md).

Windows lie one after the other without padding but in attention, which sees each alone. What comes back from
the device is a row of probabilities of each word that may be in a span; of all others it is only said that
they are not. The one module that imports torch for the shipped networks; the extra `gpu` brings it.
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np

from lexveil.detect.iobes import CALM, Floats
from lexveil.detect.models import Ints, Model
from lexveil.errors import DetectorError

TOGETHER = {"cuda": 2**18, "cpu": 2**12}  # pieces computed at once
EPSILON = 1e-12  # of every normalization, as trained
DIGITS = 5  # of a probability, as on the processor


class Asked(NamedTuple):
    """The windows of one reading, and what makes probabilities of them."""

    model: Model
    first: Ints  # of each word, its first piece; one more at the end
    windows: Sequence[tuple[int, int]]  # of words
    pieces: Ints
    faint: float  # what a word needs to be in a span at least


class Network(NamedTuple):
    """The weights on a device."""

    torch: Any
    device: str
    number: Any  # the type in which matrices are multiplied
    heads: int
    layers: int
    weights: Mapping[str, Any]


def precision(device: str) -> tuple[str, str]:
    """The device as torch calls it, and the type of numbers: `torch` stands for the processor, in float32 or,
    to see what a graphics card would, in bfloat16.

    >>> precision("cuda:1"), precision("torch")
    (('cuda:1', 'bfloat16'), ('cpu', 'float32'))
    """
    if device.startswith("cuda"):
        return device, "bfloat16"
    return "cpu", "bfloat16" if device == "torch-bf16" else "float32"


def about(device: str) -> str:
    """What results are made with."""
    return f"torch {_torch().__version__.partition('+')[0]}, {precision(device)[1]}"


def chances(asked: Sequence[Asked], device: str) -> Iterator[Floats]:
    """Of each reading the probabilities of its words, averaged where windows overlap."""
    found: dict[int, Floats] = {}
    for path in dict.fromkeys(each.model.path for each in asked):
        own = [at for at, each in enumerate(asked) if each.model.path == path]
        net = network(path, device)
        with net.torch.inference_mode():
            for at, rows in zip(own, _of_one(net, [asked[at] for at in own]), strict=True):
                found[at] = rows
    return (found[at] for at in range(len(asked)))


@lru_cache(maxsize=4)
def network(path: str, device: str) -> Network:
    torch = _torch()
    place, number = precision(device)
    if place.startswith("cuda") and not torch.cuda.is_available():
        raise DetectorError("detect.no-gpu")
    kind = getattr(torch, number)
    stored = _stored(path)
    weights: dict[str, Any] = {}
    for name, values in stored.items():
        if name.endswith(".int8"):
            whole = values.astype(np.float32) * stored[f"{name.removesuffix('.int8')}.scale"]
            weights[name.removesuffix(".int8")] = torch.from_numpy(whole).to(place, kind)
        elif values.dtype == np.float32:
            weights[name] = torch.from_numpy(values).to(place)
    weights["table"] = torch.from_numpy(stored["table"]).to(place)
    layers = 1 + max(int(name.split(".")[2]) for name in stored if name.startswith("body.layers."))
    return Network(torch, place, kind, stored["each.head"].size, layers, weights)


def _stored(path: str) -> dict[str, Any]:
    try:
        import onnx
        from onnx import numpy_helper
    except ImportError as missing:
        raise DetectorError("detect.gpu-package", package=missing.name) from missing
    graph = onnx.load(path).graph
    return {each.name: numpy_helper.to_array(each).copy() for each in graph.initializer}


def _torch() -> Any:
    try:
        import torch
    except ImportError as missing:
        raise DetectorError("detect.gpu-package", package=missing.name) from missing
    return torch


# Readings ----------------------------------------------------------------------------------------


def _of_one(net: Network, asked: Sequence[Asked]) -> Iterator[Floats]:
    """The readings of one network, whose windows are computed together, a few thousand pieces at a time."""
    rows = _windows(net, [(each, bounds) for each in asked for bounds in each.windows])
    for each in asked:
        yield _averaged(net, each, [next(rows) for _ in each.windows])


def _windows(net: Network, every: Sequence[tuple[Asked, tuple[int, int]]]) -> Iterator[Any]:
    """The probabilities of the words of each window, on the device."""
    most = TOGETHER["cuda" if net.device.startswith("cuda") else "cpu"]
    start = held = 0
    for end, (each, (a, b)) in enumerate(every):
        length = int(each.first[b] - each.first[a]) + 2
        if held and held + length > most:
            yield from _together(net, every[start:end])
            start, held = end, 0
        held += length
    if held:
        yield from _together(net, every[start:])


def _together(net: Network, every: Sequence[tuple[Asked, tuple[int, int]]]) -> Iterator[Any]:
    torch = net.torch
    settings = every[0][0].model.settings
    edges = [np.array([settings["begin"]]), np.array([settings["end"]])]
    parts = [[edges[0], each.pieces[each.first[a] : each.first[b]], edges[1]] for each, (a, b) in every]
    lengths = [sum(map(len, part)) for part in parts]
    pieces = torch.from_numpy(np.concatenate([np.concatenate(part) for part in parts])).to(net.device)
    hidden = _hidden(net, pieces, lengths)
    tags = hidden @ net.weights["tags.matrix"] + net.weights["tags.bias"]
    masks = (hidden @ net.weights["masks.matrix"] + net.weights["masks.bias"]).softmax(-1)
    at = 0
    for (each, (a, b)), length in zip(every, lengths, strict=True):
        own = torch.from_numpy(each.first[a:b] - each.first[a] + at + 1).to(net.device)
        likely = (tags[own] / each.model.settings["temperature"]).softmax(-1)
        yield torch.cat([likely, masks[own]], 1)
        at += length


def _averaged(net: Network, asked: Asked, rows: Sequence[Any]) -> Floats:
    torch, count = net.torch, len(asked.first) - 1
    width = sum(net.weights[f"{head}.bias"].shape[0] for head in ("tags", "masks"))
    sums = torch.zeros((count, width), device=net.device)
    times = torch.zeros((count, 1), device=net.device)
    for (a, b), row in zip(asked.windows, rows, strict=True):
        sums[a:b] += row
        times[a:b] += 1
    means = torch.round(sums / times, decimals=DIGITS)
    outside, faint = means[:, 0], asked.faint
    lively = ~((1 - outside) * (1 - faint) < CALM * faint * outside)  # the words that are not `iobes.calm`
    whole = np.zeros(means.shape, np.float32)
    whole[:, 0] = 1
    whole[lively.cpu().numpy()] = means[lively].cpu().numpy()
    return whole


# The network -------------------------------------------------------------------------------------


def _hidden(net: Network, pieces: Any, lengths: Sequence[int]) -> Any:
    """What the last layer says of each piece."""
    torch, weights = net.torch, net.weights
    number = torch.tensor(lengths, device=net.device)
    window = torch.repeat_interleave(torch.arange(len(lengths), device=net.device), number)
    starts = torch.tensor([0, *np.cumsum(lengths)[:-1].tolist()], device=net.device)
    place = torch.arange(len(pieces), device=net.device) - starts[window]
    x = weights["table"][pieces].float() * weights["table.scale"][pieces] + weights["places"][0][place]
    x = _normal(net, x, "body.norm")
    longest = max(lengths)
    real = torch.arange(longest, device=net.device)[None] < number[:, None]
    for layer in range(net.layers):
        name = f"body.layers.{layer}."
        mixed = _attention(net, _product(net, x, name + "qkv"), (window, place), real)
        x = _normal(net, x + _product(net, mixed, name + "out"), name + "norm1")
        inner = torch.nn.functional.gelu(_product(net, x, name + "up"))
        x = _normal(net, x + _product(net, inner, name + "down"), name + "norm2")
    return x


def _attention(net: Network, qkv: Any, where: tuple[Any, Any], real: Any) -> Any:
    """Each window by itself: only here are they of one length; nobody looks beyond an end."""
    windows, longest = real.shape
    apart = qkv.new_zeros((windows, longest, qkv.shape[1]))
    apart[where] = qkv
    shape = (windows, longest, 3, net.heads, -1)
    q, k, v = apart.to(net.number).view(shape).permute(2, 0, 3, 1, 4)
    mixed = net.torch.nn.functional.scaled_dot_product_attention(q, k, v, real[:, None, None])
    return mixed.transpose(1, 2).reshape(windows, longest, -1)[where].float()


def _product(net: Network, x: Any, name: str) -> Any:
    return (x.to(net.number) @ net.weights[name]).float() + net.weights[name + ".bias"]


def _normal(net: Network, x: Any, name: str) -> Any:
    own = net.weights[name + ".weight"], net.weights[name + ".bias"]
    return net.torch.nn.functional.layer_norm(x, x.shape[-1:], *own, EPSILON)
