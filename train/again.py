"""A shipped model as training can go on from it, or learn from it.

    python -m train.again --model src/lexveil/models/en-legal --out FOLDER

FOLDER is what `train.multilingual` takes as `--start`, `--teacher` and `--encoder` (for its tokenizer).
Matrices are the rounded ones that were shipped. What `multilingual_export.py` added to the tags of people is
taken back with `--people`.
"""

import json
import shutil
from dataclasses import asdict, dataclass
from pathlib import Path

import numpy as np

from train import arguments, graph
from train.graph import Shape, Weights

ROWS = 30_000  # of a table in one entry: files stay small enough to be passed on


@dataclass
class Settings:
    model: Path
    out: Path
    people: float = 0.0


def shape(weights: Weights, described: dict[str, int]) -> Shape:
    table, places = weights["body.pieces.weight"], weights["body.places.weight"]
    layers = sum(name.endswith("qkv.weight") for name in weights)
    special = {name: described[name] for name in ("begin", "pad", "end")}
    return Shape(len(table), layers=layers, positions=len(places), offset=0, **special)


def stored(weights: Weights) -> list[dict[str, np.ndarray]]:
    """As `multilingual.save` names them, some tensors a file."""
    files: list[dict[str, np.ndarray]] = [{}]
    for name, value in weights.items():
        parts = {name: value.astype(np.float32)}
        if value.ndim == 2 and value.size > 100_000 and "places" not in name:
            whole, scale = graph.rounded(value.astype(np.float32))
            parts = {name: np.ascontiguousarray(whole.T), name + ".scale": scale[:, None]}
        for key, part in parts.items():
            for number, at in enumerate(range(0, len(part), ROWS)):
                if sum(each.nbytes for each in files[-1].values()) > 10_000_000:
                    files.append({})
                files[-1][f"{key}@{number}"] = np.ascontiguousarray(part[at : at + ROWS])
    return files


def main(settings: Settings) -> None:
    from safetensors.numpy import save_file  # here: all above runs without the training packages

    from train.multilingual_export import raised

    weights = raised(graph.unpacked(settings.model / "model.onnx"), -settings.people)
    described = json.loads((settings.model / "model.json").read_text("utf8"))
    settings.out.mkdir(parents=True, exist_ok=True)
    for number, tensors in enumerate(stored(weights)):
        save_file(tensors, settings.out / f"model-{number}.safetensors")
    (settings.out / "encoder.json").write_text(json.dumps(asdict(shape(weights, described))), "utf8")
    shutil.copyfile(settings.model / "tokenizer.json", settings.out / "tokenizer.json")


if __name__ == "__main__":
    main(arguments(Settings, __doc__))
