"""The encoder in plain torch: RoBERTa, or BERT with another offset.

Its folder holds `encoder.json` (the shape), `encoder.safetensors` (the weights) and `tokenizer.json`.
Written out here so that training needs no model library and the exported graph holds what the reader sees.
"""

import json
from dataclasses import asdict
from pathlib import Path
from typing import Any

import torch
from safetensors.torch import load_file, save_file
from torch import Tensor, nn
from torch.nn import functional as F

from train.graph import LEVELS, Shape


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
        self.norm = nn.LayerNorm(shape.hidden, shape.epsilon)
        self.layers = nn.ModuleList(Layer(shape) for _ in range(shape.layers))

    def forward(self, pieces: Tensor, *, drop: float = 0.0) -> Tensor:
        length = pieces.shape[1]
        at = torch.arange(length, device=pieces.device)
        x = self.pieces(pieces) + self.places(at + self.shape.offset)
        x = F.dropout(self.norm(x), drop)
        padding = (pieces == self.shape.pad)[:, None, None, :]
        bias = torch.zeros(padding.shape, dtype=x.dtype, device=x.device).masked_fill(padding, -1e4)
        for layer in self.layers:
            x = layer(x, bias, drop)
        return x


def read(folder: Path, name: str) -> tuple[Encoder, dict[str, Tensor]]:
    """An encoder of the shape that the folder tells, without its weights, and the stored tensors."""
    shape = Shape(**json.loads((folder / "encoder.json").read_text("utf8")))
    parts = [load_file(part) for part in sorted(folder.glob(f"{name}*.safetensors"))]
    return Encoder(shape), {name: tensor for part in parts for name, tensor in part.items()}


def load(folder: Path) -> Encoder:
    """An encoder with its weights; a matrix kept as int8 is multiplied with its scale, row or group wise."""
    encoder, stored = read(folder, "encoder")
    weights = {name: tensor.float() for name, tensor in stored.items()}
    for name in [name for name in weights if name.endswith(".scale")]:
        scale, matrix = weights.pop(name), name.removesuffix(".scale")
        whole = weights[matrix].view(*scale.shape, -1) * scale[..., None]
        weights[matrix] = whole.view(weights[matrix].shape)
    encoder.load_state_dict(weights)
    return encoder


def thin(encoder: Encoder, layers: int) -> Encoder:
    """The encoder with only so many of its layers, the first and the last among them; 0 keeps all."""
    if layers:
        last = len(encoder.layers) - 1
        kept = [encoder.layers[round(n * last / (layers - 1))] for n in range(layers)]
        encoder.layers, encoder.shape.layers = nn.ModuleList(kept), layers
    return encoder


def schedule(optimizer: torch.optim.Optimizer, steps: int, *, warm: int, least: float) -> Any:
    """The rate rises over `warm` steps and then falls evenly, to no less than a share of its peak."""
    return torch.optim.lr_scheduler.LambdaLR(
        optimizer, lambda step: min((step + 1) / warm, max(least, (steps - step) / (steps - warm + 1)))
    )


def save(encoder: Encoder, folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "encoder.json").write_text(json.dumps(asdict(encoder.shape), indent=1), "utf8")
    weights = {name: tensor.half().contiguous().cpu() for name, tensor in encoder.state_dict().items()}
    save_file(weights, folder / "encoder.safetensors")
