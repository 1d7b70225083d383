"""Scores the multilingual detector alone on the public test sets: once, when nothing is left to choose.

    python -m train.multilingual_measure --texts FOLDER --model src/lexveil/models/eu-legal

FOLDER is what `multilingual_corpora.py` wrote. F1 of people with exact bounds at 0.5, as trained (people not
raised: what `multilingual_export.py` folded in is taken back) and as shipped; mentions covered and characters
right at the two points of the language.
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from train import arguments, measure
from train.measure import TAGS, Run
from train.multilingual_corpora import Text, read
from train.multilingual_export import PEOPLE
from train.multilingual_export import Settings as Exported


@dataclass
class Settings:
    texts: Path
    model: Path
    only: str = ""  # sources, comma between
    people: float = Exported.people


def lowered(run: Run, people: float) -> Run:
    """The probabilities before the tags of people were raised."""
    chances = run[2].copy()
    chances[:, PEOPLE] *= np.exp(-people)
    chances[:, :TAGS] /= chances[:, :TAGS].sum(1, keepdims=True)
    return run[0], run[1], chances


def line(name: str, texts: Sequence[Text], settings: Settings) -> str:
    from train import multilingual  # here: it needs torch

    described = json.loads((settings.model / "model.json").read_text("utf8"))
    own = {**described, **described["languages"].get(texts[0].language, {})}
    runs = measure.shipped_runs(settings.model, [text.example for text in texts])
    trained = multilingual.f_score([lowered(run, settings.people) for run in runs])
    points = (own["points"][point]["threshold"] for point in ("recall", "balanced"))
    figures = "  ".join("{:.3f}/{:.3f}".format(*multilingual.people(runs, point)) for point in points)
    shipped = multilingual.f_score(runs)
    return f"{name:<24} F as trained {trained:.3f}  as shipped {shipped:.3f}  recall, balanced {figures}"


def main(settings: Settings) -> None:
    sets: dict[str, list[Text]] = {}
    for text in read(settings.texts / "public.jsonl.xz"):
        sets.setdefault(text.source, []).append(text)
    for name in settings.only.split(",") if settings.only else sets:
        print(line(name, sets[name], settings), flush=True)


if __name__ == "__main__":
    main(arguments(Settings, __doc__))
