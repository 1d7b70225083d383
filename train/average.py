"""The mean of two shipped models of one shape, the second trained on from the first.

    python -m train.average --first FOLDER --second FOLDER --share 0.35 --out FOLDER

What was learnt last is kept for the most part, and little of what was known before is lost. Settings are
those of the first; checksums are new. FOLDER holds the files of a model as it is shipped.
"""

import hashlib
import json
import shutil
from dataclasses import dataclass
from pathlib import Path

import onnx

from train import arguments, graph
from train.again import shape
from train.graph import Weights


@dataclass
class Settings:
    first: Path
    second: Path
    out: Path
    share: float = 0.5  # of the second


def mean(first: Weights, second: Weights, share: float) -> Weights:
    return {name: (1 - share) * value + share * second[name] for name, value in first.items()}


def main(settings: Settings) -> None:
    first, second = (graph.unpacked(each / "model.onnx") for each in (settings.first, settings.second))
    described = json.loads((settings.first / "model.json").read_text("utf8"))
    settings.out.mkdir(parents=True, exist_ok=True)
    made = graph.build(mean(first, second, settings.share), shape(first, described))
    onnx.save(made, settings.out / "model.onnx")
    shutil.copyfile(settings.first / "tokenizer.json", settings.out / "tokenizer.json")
    for name in described["sha256"]:
        described["sha256"][name] = hashlib.sha256((settings.out / name).read_bytes()).hexdigest()
    (settings.out / "model.json").write_text(json.dumps(described, indent=1) + "\n", "utf8")


if __name__ == "__main__":
    main(arguments(Settings, __doc__))
