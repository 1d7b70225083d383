"""The figures the model card quotes, from word probabilities.

Strict F1: span and type exactly right. Recall of masked mentions: every letter and digit of the mention is
inside some span; a leading Mr, Mrs, Ms or Dr may be left. Characters: letters and digits, covered against
to be masked. The package's own `evaluate` measures the whole pipeline; this one only the model.

    python -m train.measure --data DATA

prints the card's figures of the shipped model on TAB dev and on the held-out Indian judgments.
"""

import argparse
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

import numpy as np

from lexveil.detect import models, ner
from lexveil.detect.iobes import decode
from lexveil.detect.ner import Words
from train import corpora
from train.corpora import TYPES, Example

Run = tuple[Example, Words, np.ndarray]
COURTESY = re.compile(r"(?:Mr|Mrs|Ms|Dr)\b\.?\s*")
TAGS = 1 + 4 * len(TYPES)


def spans(run: Run, *, threshold: float, mask: float = 0.0) -> Iterator[tuple[int, int, str]]:
    """The spans of one text; with `mask`, those the second head wants masked at least so much."""
    _, words, chances = run
    for found in decode(chances[:, :TAGS], words.breaks, threshold=threshold):
        if not mask or 1 - chances[found.first : found.last + 1, TAGS].mean() >= mask:
            yield int(words.starts[found.first]), int(words.ends[found.last]), TYPES[found.type]


def strict(runs: Sequence[Run], *, threshold: float = 0.5) -> dict[str, float]:
    hit, said, true = (Counter[str]() for _ in range(3))
    for run in runs:
        gold = {(m.start, m.end, m.type) for m in run[0].mentions}
        mine = set(spans(run, threshold=threshold))
        for counter, group in ((hit, gold & mine), (said, mine), (true, gold)):
            counter.update(kind for _, _, kind in group)
            counter["all"] += len(group)
    return {kind: 2 * hit[kind] / max(1, said[kind] + true[kind]) for kind in ("all", *TYPES)}


def recall(
    runs: Sequence[Run], *, threshold: float, mask: float = 0.0, only: str = "", everything: bool = False
) -> dict[str, float]:
    """Recall of the mentions to be masked, by type, and precision and recall of characters."""
    hit: Counter[str] = Counter()
    true: Counter[str] = Counter()
    said = right = due = 0
    for run in runs:
        text = run[0].text
        plain = np.fromiter((c.isalnum() for c in text), np.bool_, len(text))
        covered, must = np.zeros(len(text), np.bool_), np.zeros(len(text), np.bool_)
        for start, end, _ in spans(run, threshold=threshold, mask=mask):
            covered[start:end] = True
        for mention in run[0].mentions:
            if (mention.mask == "NO_MASK" and not everything) or (only and mention.type != only):
                continue
            must[mention.start : mention.end] = True
            title = COURTESY.match(text, mention.start, mention.end)
            start = title.end() if title and title.end() < mention.end else mention.start
            full = bool(covered[start : mention.end][plain[start : mention.end]].all())
            for kind in ("all", mention.type):
                true[kind] += 1
                hit[kind] += full
        said += int((covered & plain).sum())
        right += int((covered & must & plain).sum())
        due += int((must & plain).sum())
    found = {kind: hit[kind] / true[kind] for kind in ("all", *TYPES) if true[kind]}
    return found | {"precision": right / max(1, said), "characters": right / max(1, due)}


def person_recall(runs: Sequence[Run], threshold: float) -> float:
    return recall(runs, threshold=threshold, only="PERSON", everything=True)["PERSON"]


def lines(rows: Mapping[str, Mapping[str, float]]) -> str:
    told = {name: (f"{kind} {value:.3f}" for kind, value in values.items()) for name, values in rows.items()}
    return "\n".join(f"{name:<26}" + "  ".join(values) for name, values in told.items())


def table(dev: Sequence[Run], other: Sequence[Run], renamed: Mapping[str, Sequence[Run]]) -> str:
    rows = {f"dev strict F1, t={t}": strict(dev, threshold=t) for t in (0.5, 0.35, 0.25)}
    rows |= {f"dev masked, t={t}": recall(dev, threshold=t) for t in (0.5, 0.2, 0.1, 0.05, 0.02)}
    for threshold, mask in ((0.5, 0.5), (0.3, 0.5), (0.3, 0.3), (0.1, 0.3), (0.05, 0.1)):
        rows[f"dev t={threshold} mask={mask}"] = recall(dev, threshold=threshold, mask=mask)
    rows |= {f"legal-en-in person t={t}": {"PERSON": person_recall(other, t)} for t in (0.5, 0.1)}
    by = {origin: person_recall(runs, 0.1) for origin, runs in renamed.items()}
    gap = {"points": 100 * (max(by.values()) - min(by.values()))}
    return lines({**rows, "person recall by origin": by, "gap": gap})


def shipped_runs(folder: Path, examples: Sequence[Example]) -> list[Run]:
    """The word probabilities of the shipped files, as the detector itself computes them."""
    models.load.cache_clear()
    loaded = models.load(str(folder))
    found = []
    for example in examples:
        words, order = ner.windowed(example.text, loaded)
        said = ner.inferred([(ner.window(words, *each), loaded) for each in order])
        rows = [rows for _, rows in ner.chances(words, order, said, loaded)]
        found.append((example, words, np.concatenate(rows)))
    return found


def main(data: Path, folder: Path) -> None:
    dev = shipped_runs(folder, corpora.tab(data, "dev"))
    rows = {"strict F1": strict(dev)}
    rows |= {f"masked mentions, {t}": recall(dev, threshold=t) for t in (0.5, 0.3, 0.17, 0.1, 0.015)}
    other = shipped_runs(folder, corpora.indian_train(data, held=True))
    rows |= {f"Indian people, {t}": {"PERSON": person_recall(other, t)} for t in (0.015, 0.5)}
    print(lines(rows))


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--model", type=Path, default=models.MODELS / models.DEFAULT)
    asked = parser.parse_args()
    main(asked.data, asked.model)
