"""Chooses temperature and thresholds of each language, on what was kept of the training sets and on own-dev.

    python -m train.multilingual_points --texts FOLDER --model FOLDER

FOLDER is what `multilingual_corpora.py` wrote; the model is as `multilingual_export.py` wrote it. The
temperature is the one under which words in and outside people are least surprising; `recall` the threshold
with the most mentions found, a quarter of precision counted with them; `balanced` that with the best F1.
What it prints goes to `data/multilingual.toml`, thresholds of `recall` lowered and of `balanced` capped where
a few mentions decide.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from tokenizers import Tokenizer

from train import arguments, measure, multilingual
from train.detector import item
from train.measure import TAGS, Run
from train.multilingual_corpora import read
from train.multilingual_export import PEOPLE

LOW = (0.015, 0.03, 0.05, 0.08, 0.12)
HIGH = (0.12, 0.17, 0.25, 0.35, 0.5)
OURS = ("own", "own-dev")


@dataclass
class Settings:
    texts: Path
    model: Path


def tempered(run: Run, temperature: float) -> Run:
    chances = run[2].copy()
    raised = np.exp(np.log(chances[:, :TAGS] + 1e-9) / temperature)
    chances[:, :TAGS] = raised / raised.sum(1, keepdims=True)
    return run[0], run[1], chances


def surprise(runs: Sequence[Run], wanted: np.ndarray, temperature: float) -> float:
    """How little is expected of each word that it is, or is not, of a person."""
    said = np.concatenate([tempered(run, temperature)[2][:, PEOPLE].sum(1) for run in runs]).clip(
        1e-5, 1 - 1e-5
    )
    return float(-np.log(np.where(wanted, said, 1 - said)).mean())


def chosen(runs: Sequence[Run], tokenizer: Tokenizer) -> tuple[float, float, float]:
    tags = np.concatenate([item(run[0], tokenizer, 2).targets for run in runs])
    wanted = (tags >= PEOPLE.start) & (tags < PEOPLE.stop)
    steps = (round(0.6 + 0.05 * n, 2) for n in range(25))
    temperature = min(steps, key=lambda step: surprise(runs, wanted, step))
    even = [tempered(run, temperature) for run in runs]
    found = {step: multilingual.people(even, step) for step in {*LOW, *HIGH}}
    recall = max(LOW, key=lambda step: found[step][0] + found[step][1] / 4)
    balanced = max(HIGH, key=lambda step: found[step][0] * found[step][1] / sum(found[step]))
    return temperature, recall, balanced


def main(settings: Settings) -> None:
    texts = [text for text in read(settings.texts / "dev.jsonl.xz") if text.source in OURS]
    tokenizer = Tokenizer.from_file(str(settings.model / "tokenizer.json"))
    for language in sorted({text.language for text in texts}):
        examples = [text.example for text in texts if text.language == language]
        runs = measure.shipped_runs(settings.model, examples)
        print(language, "=", list(chosen(runs, tokenizer)), flush=True)


if __name__ == "__main__":
    main(arguments(Settings, __doc__))
