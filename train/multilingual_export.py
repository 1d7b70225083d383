"""Makes the shipped files of the multilingual detector.

    python -m train.multilingual_export --model FOLDER --encoder FOLDER --out src/lexveil/models/eu-legal

`train.multilingual` has rounded the matrices already and printed what that costs. A person taken for a place
or an organisation stays readable, the reverse does little harm: the tags of people are raised by `people`,
a logarithm, which is folded into the last layer. Temperature and thresholds of each language are those of
`data/multilingual.toml`.
"""

import json
import shutil
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import onnx

from train import arguments, export, graph
from train.graph import Shape, Weights
from train.renaming import DATA

PEOPLE = slice(1, 5)  # the tags B, I, E, S of the first type
MASKS = {"ORG": 0.08, "DEM": 0.08, "MISC": 0.3}  # of the point `balanced`


@dataclass
class Settings:
    model: Path
    encoder: Path  # for its tokenizer
    out: Path
    id: str = "eu-legal"
    people: float = 1.4  # chosen on: recall .968 to .980, precision .930 to .903, mean of eleven languages


def raised(weights: Weights, people: float) -> Weights:
    bias = weights["tags.bias"].astype(np.float32).copy()
    bias[PEOPLE] += people
    return {**weights, "tags.bias": bias}


def with_points(described: dict[str, Any]) -> dict[str, Any]:
    """The settings with those of each language; of another language, middling ones."""

    def points(recall: float, balanced: float) -> dict[str, Any]:
        return {
            "recall": {"threshold": recall, "mask": {}},
            "balanced": {"threshold": balanced, "mask": MASKS},
        }

    listed = {
        code: {"temperature": temperature, "points": points(*thresholds)}
        for code, (temperature, *thresholds) in DATA["points"].items()
    }
    first = {"id": described["id"], "card": DATA["card"], "languages": listed}
    return {**first, **described, "points": points(0.05, 0.17)}


def main(settings: Settings) -> None:
    from train import multilingual  # here: it needs torch

    settings.out.mkdir(parents=True, exist_ok=True)
    weights = {name: tensor.numpy() for name, tensor in multilingual.state(settings.model).items()}
    shape = Shape(**json.loads((settings.model / "encoder.json").read_text("utf8")))
    onnx.save(graph.build(raised(weights, settings.people), shape), settings.out / "model.onnx")
    shutil.copyfile(settings.encoder / "tokenizer.json", settings.out / "tokenizer.json")
    wanted = export.Settings(data=settings.model, model=settings.model, out=settings.out, id=settings.id)
    described = export.describe(wanted, shape, 1.0)
    (settings.out / "model.json").write_text(json.dumps(with_points(described), indent=1) + "\n", "utf8")
    size = sum(path.stat().st_size for path in settings.out.iterdir()) / 1e6
    print(f"{size:.1f} MB")


if __name__ == "__main__":
    main(arguments(Settings, __doc__))
