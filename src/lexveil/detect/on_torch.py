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
    ends = np.cumsum([len(each.first) - 1 for each in asked])
    begins = [0, *ends[:-1].tolist()]
    width = sum(net.weights[f"{head}.bias"].shape[0] for head in ("tags", "masks"))
    sums = net.torch.zeros((int(ends[-1]) if len(ends) else 0, width), device=net.device)
    times = np.zeros(len(sums), np.float32)
    windows = [
        Window(each, begin + a, a, b)
        for each, begin in zip(asked, begins, strict=True)
        for a, b in each.windows
    ]
    for several in _groups(windows, TOGETHER["cuda" if net.device.startswith("cuda") else "cpu"]):
        rows, where = _together(net, several)
        sums.index_add_(0, where, rows)  # two windows at most: in any order the same
        for each in several:
            times[each.at : each.at + each.b - each.a] += 1
    faint = np.repeat([each.faint for each in asked], np.diff([0, *ends])).astype(np.float32)
    whole = _lively(net, sums, times, faint)
    return (whole[begin:end] for begin, end in zip(begins, ends.tolist(), strict=True))


class Window(NamedTuple):
    """Words of a reading, and at which of all words the first of them is."""

    asked: Asked
    at: int
    a: int
    b: int

    @property
    def pieces(self) -> Ints:
        return self.asked.pieces[self.asked.first[self.a] : self.asked.first[self.b]]


def _groups(windows: Sequence[Window], most: int) -> Iterator[Sequence[Window]]:
    start = held = 0
    for end, each in enumerate(windows):
        length = len(each.pieces) + 2
        if held and held + length > most:
            yield windows[start:end]
            start, held = end, 0
        held += length
    if held:
        yield windows[start:]


def _together(net: Network, several: Sequence[Window]) -> tuple[Any, Any]:
    """The probabilities of the words of these windows, and which of all words they are."""
    settings = several[0].asked.model.settings
    begin, end = np.array([settings["begin"]]), np.array([settings["end"]])
    parts = [part for each in several for part in (begin, each.pieces, end)]
    lengths = np.array([len(each.pieces) + 2 for each in several])
    starts = np.cumsum(lengths) - lengths
    heads = [
        each.asked.first[each.a : each.b] - each.asked.first[each.a] + start + 1
        for each, start in zip(several, starts.tolist(), strict=True)
    ]
    words = [np.arange(each.at, each.at + each.b - each.a) for each in several]
    warmth = [np.full(each.b - each.a, each.asked.model.settings["temperature"]) for each in several]
    hidden = _hidden(net, _put(net, np.concatenate(parts)), lengths)[_put(net, np.concatenate(heads))]
    tags = hidden @ net.weights["tags.matrix"] + net.weights["tags.bias"]
    masks = hidden @ net.weights["masks.matrix"] + net.weights["masks.bias"]
    warm = _put(net, np.concatenate(warmth).astype(np.float32))
    rows = net.torch.cat([(tags / warm[:, None]).softmax(-1), masks.softmax(-1)], 1)
    return rows, _put(net, np.concatenate(words))


def _lively(net: Network, sums: Any, times: Floats, faint: Floats) -> Floats:
    """The means of the words that are not `iobes.calm`; of the others, that they are in no span."""
    means = net.torch.round(sums / _put(net, times)[:, None], decimals=DIGITS)
    outside, least = means[:, 0], _put(net, faint)
    lively = ~((1 - outside) * (1 - least) < CALM * least * outside)
    whole = np.zeros(means.shape, np.float32)
    whole[:, 0] = 1
    whole[lively.cpu().numpy()] = means[lively].cpu().numpy()
    return whole


def _put(net: Network, values: Any) -> Any:
    return net.torch.from_numpy(values).to(net.device)


# The network -------------------------------------------------------------------------------------


def _hidden(net: Network, pieces: Any, lengths: Ints) -> Any:
    """What the last layer says of each piece."""
    torch, weights = net.torch, net.weights
    window = np.repeat(np.arange(len(lengths)), lengths)
    place = np.arange(len(window)) - (np.cumsum(lengths) - lengths)[window]
    where = _put(net, window), _put(net, place)
    x = weights["table"][pieces].float() * weights["table.scale"][pieces] + weights["places"][0][where[1]]
    x = _normal(net, x, "body.norm")
    real = _put(net, np.arange(lengths.max())[None] < lengths[:, None])
    for layer in range(net.layers):
        name = f"body.layers.{layer}."
        mixed = _attention(net, _product(net, x, name + "qkv"), where, real)
        x = _normal(net, x + _product(net, mixed, name + "out"), name + "norm1")
        inner = torch.nn.functional.gelu(_product(net, x, name + "up"))
        x = _normal(net, x + _product(net, inner, name + "down"), name + "norm2")
    return x


def _attention(net: Network, qkv: Any, where: tuple[Any, Any], real: Any) -> Any:
    """Each window by itself: only here are they of one length; nobody looks beyond an end."""
    windows, longest = real.shape
    apart = qkv.new_zeros((windows, longest, qkv.shape[1]), dtype=net.number)
    apart[where] = qkv.to(net.number)
    q, k, v = apart.view(windows, longest, 3, net.heads, -1).permute(2, 0, 3, 1, 4)
    mixed = net.torch.nn.functional.scaled_dot_product_attention(q, k, v, real[:, None, None])
    return mixed.transpose(1, 2).reshape(windows, longest, -1)[where].float()


def _product(net: Network, x: Any, name: str) -> Any:
    return (x.to(net.number) @ net.weights[name]).float() + net.weights[name + ".bias"]


def _normal(net: Network, x: Any, name: str) -> Any:
    own = net.weights[name + ".weight"], net.weights[name + ".bias"]
    return net.torch.nn.functional.layer_norm(x, x.shape[-1:], *own, EPSILON)
