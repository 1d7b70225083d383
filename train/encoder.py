"""The encoder in plain torch: BERT, RoBERTa and MPNet are one loop with three switches.

Comes in: a folder with `encoder.json` (the shape), `encoder.safetensors` (the weights) and
`tokenizer.json`. Goes out: one vector per word piece. Written out here so that training needs no model
library, the same code runs on CPU and GPU, and the exported graph holds what the reader sees.
"""

import json
import math
from dataclasses import asdict, fields
from pathlib import Path

import torch
from safetensors.torch import load_file, save_file
from torch import Tensor, nn
from torch.nn import functional as F

from train.shape import LEVELS, Shape

SHAPES = 7  # kinds of word shape, see `corpora.shape`


class Layer(nn.Module):
    def __init__(self, shape: Shape) -> None:
        super().__init__()
        self.heads = shape.heads
        self.rounds = False  # towards the end of training: with matrices rounded to int8
        self.qkv = nn.Linear(shape.hidden, 3 * shape.hidden)
        self.out = nn.Linear(shape.hidden, shape.hidden)
        self.norm1 = nn.LayerNorm(shape.hidden, shape.epsilon)
        self.up = nn.Linear(shape.hidden, shape.inner)
        self.down = nn.Linear(shape.inner, shape.hidden)
        self.norm2 = nn.LayerNorm(shape.hidden, shape.epsilon)

    def forward(self, x: Tensor, bias: Tensor, drop: float) -> Tensor:
        batch, length, hidden = x.shape
        linear = rounded if self.rounds else F.linear
        q, k, v = (
            part.view(batch, length, self.heads, -1).transpose(1, 2)
            for part in linear(x, self.qkv.weight, self.qkv.bias).split(hidden, -1)
        )
        mixed = F.scaled_dot_product_attention(q, k, v, bias, dropout_p=drop)
        mixed = mixed.transpose(1, 2).reshape(batch, length, hidden)
        x = self.norm1(x + F.dropout(linear(mixed, self.out.weight, self.out.bias), drop))
        inner = F.gelu(linear(x, self.up.weight, self.up.bias))
        return self.norm2(x + F.dropout(linear(inner, self.down.weight, self.down.bias), drop))


def rounded(x: Tensor, weight: Tensor, bias: Tensor) -> Tensor:
    """A linear layer with its matrix rounded as it will be stored; gradients pass as if it were not."""
    with torch.no_grad():
        size = weight.abs().amax(1, keepdim=True).clamp(min=1e-8) / LEVELS
        off = torch.round(weight / size) * size - weight
    return F.linear(x, weight + off, bias)


class Encoder(nn.Module):
    def __init__(self, shape: Shape) -> None:
        super().__init__()
        self.shape = shape
        self.pieces = nn.Embedding(shape.vocabulary, shape.hidden)
        self.places = nn.Embedding(shape.positions, shape.hidden)
        self.forms = nn.Embedding(SHAPES, shape.hidden) if shape.shapes else None
        self.norm = nn.LayerNorm(shape.hidden, shape.epsilon)
        self.layers = nn.ModuleList(Layer(shape) for _ in range(shape.layers))
        self.distance = nn.Embedding(shape.buckets, shape.heads) if shape.buckets else None

    def forward(self, pieces: Tensor, forms: Tensor | None = None, *, drop: float = 0.0) -> Tensor:
        length = pieces.shape[1]
        at = torch.arange(length, device=pieces.device)
        x = self.pieces(pieces) + self.places(at + self.shape.offset)
        if self.forms is not None and forms is not None:
            x = x + self.forms(forms)
        x = F.dropout(self.norm(x), drop)
        padding = (pieces == self.shape.pad)[:, None, None, :]
        bias = torch.zeros(padding.shape, dtype=x.dtype, device=x.device).masked_fill(padding, -1e4)
        if self.distance is not None:
            near = self.distance(buckets(at[None, :] - at[:, None], self.shape.buckets))
            bias = bias + near.permute(2, 0, 1)[None].to(x.dtype)
        for layer in self.layers:
            x = layer(x, bias, drop)
        return x


def buckets(distance: Tensor, count: int, furthest: int = 128) -> Tensor:
    """Distance to bucket as in T5 and MPNet: near ones exactly, far ones by logarithm, each side apart."""
    half = count // 2
    side = (distance > 0).long() * half
    distance = distance.abs()
    exact = half // 2
    scale = (half - exact) / math.log(furthest / exact)
    far = exact + (torch.log(distance.clamp(min=1).float() / exact) * scale).long()
    return side + torch.where(distance < exact, distance, far.clamp(max=half - 1))


def load(folder: Path) -> Encoder:
    """An encoder with its weights; a matrix kept as int8 is multiplied with its scale, row or group wise."""
    known = {field.name for field in fields(Shape)}
    found = json.loads((folder / "encoder.json").read_text("utf8"))
    encoder = Encoder(Shape(**{name: value for name, value in found.items() if name in known}))
    stored: dict[str, Tensor] = {}
    for part in sorted(folder.glob("encoder*.safetensors")):
        stored.update(load_file(part))
    weights = {}
    for name, tensor in stored.items():
        if name.endswith(".scale"):
            continue
        weight = tensor.float()
        if name + ".scale" in stored:
            scale = stored[name + ".scale"].float()
            weight = (weight.view(*scale.shape, -1) * scale[..., None]).view(tensor.shape)
        weights[name] = weight
    if encoder.forms is not None and "forms.weight" not in weights:
        weights["forms.weight"] = torch.zeros_like(encoder.forms.weight)
    encoder.load_state_dict(weights)
    return encoder


def thin(encoder: Encoder, layers: int) -> Encoder:
    """The encoder with only so many of its layers, the first and the last among them; 0 keeps all."""
    if layers:
        last = len(encoder.layers) - 1
        kept = [encoder.layers[round(n * last / (layers - 1))] for n in range(layers)]
        encoder.layers, encoder.shape.layers = nn.ModuleList(kept), layers
    return encoder


def save(encoder: Encoder, folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "encoder.json").write_text(json.dumps(asdict(encoder.shape), indent=1), "utf8")
    weights = {name: tensor.half().contiguous().cpu() for name, tensor in encoder.state_dict().items()}
    save_file(weights, folder / "encoder.safetensors")
