"""Makes the shipped files of a trained detector, and checks them.

    python -m train.export --data DATA --model FOLDER --out FOLDER --languages en

`model.onnx` (`graph.py`), `tokenizer.json` and `model.json` (labels, operating points, calibration,
checksums). Float and int8 model are run over TAB dev: one that loses more than half a point of strict F1 is
refused.
"""

import hashlib
import json
import shutil
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import onnx
from tokenizers import Tokenizer

from lexveil.detect import ner
from train import arguments, corpora, detector, graph, measure
from train.corpora import MASKS, TYPES
from train.graph import Shape


@dataclass
class Settings:
    data: Path
    model: Path
    out: Path
    id: str = "en-legal"
    languages: str = ""  # that it reads, with commas between; none: whatever no other model was trained for
    loss: float = 0.005  # strict F1 the rounded matrices may lose
    window: int = 128  # pieces a window at run time: F1 as with the 256 of training, a fifth less time
    overlap: int = 32  # pieces two windows of one paragraph share; 64 gained nothing


POINTS = {
    "recall": {"threshold": 0.01, "mask": {}},
    "balanced": {"threshold": 0.12, "mask": {"ORG": 0.02, "DEM": 0.03, "MISC": 0.2}},
}


def describe(settings: Settings, shape: Shape, temperature: float) -> dict[str, Any]:
    """What `model.json` says of the files in the folder."""
    files = [settings.out / name for name in ("model.onnx", "tokenizer.json")]
    categories = {kind: "DATE" if kind == "DATETIME" else kind for kind in TYPES}
    listed: dict[str, Any] = {code: {} for code in settings.languages.split(",") if code}
    return {
        "id": settings.id, **({"languages": listed} if listed else {}),
        "types": TYPES, "categories": categories, "masks": MASKS,
        "window": settings.window, "overlap": settings.overlap,
        "begin": shape.begin, "end": shape.end, "pad": shape.pad,
        "temperature": temperature, "points": POINTS,
        "sha256": {path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in files},
    }  # fmt: skip


def write(settings: Settings, shape: Shape, temperature: float) -> None:
    described = describe(settings, shape, temperature)
    (settings.out / "model.json").write_text(json.dumps(described, indent=1) + "\n", "utf8")


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
    onnx.save(graph.build(weights, shape), settings.out / "model.onnx")
    shutil.copyfile(settings.model / "tokenizer.json", settings.out / "tokenizer.json")
    write(settings, shape, 1.0)
    tokenizer = Tokenizer.from_file(str(settings.model / "tokenizer.json"))
    training = detector.Settings(data=settings.data, encoder=settings.model, out=settings.model)
    held = measure.shipped_runs(settings.out, detector.labelled(training, held=True))
    temperature = fit_temperature(held, tokenizer, shape.end)
    write(settings, shape, temperature)
    dev = corpora.tab(settings.data, "dev")
    runs = detector.runs(model, dev, tokenizer, length=settings.window, overlap=settings.overlap, rows=8)
    whole, small = measure.strict(runs)["all"], measure.strict(measure.shipped_runs(settings.out, dev))["all"]
    size = sum(path.stat().st_size for path in settings.out.iterdir()) / 1e6
    print(f"temperature {temperature}; strict F1 float {whole:.4f}, int8 {small:.4f}; {size:.1f} MB")
    if whole - small > settings.loss:
        raise SystemExit(f"int8 loses more than {settings.loss}: not fit to ship")


if __name__ == "__main__":
    main(arguments(Settings, __doc__))
