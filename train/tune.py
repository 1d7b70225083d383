"""The shipped detector goes on learning, from a user's own reviewed documents.

    python -m train.detector --gold reviewed.jsonl --out FOLDER
    lexveil run FILES --model FOLDER

On the processor; `--minutes` is when it stops at the latest. What the gold marks is learned together with
what the shipped model says of the same texts (`--trust`), so that little of what was known is lost; types
that the gold never marks keep what the shipped model says of them. FOLDER is a model like the shipped ones,
with a report of how documents that were not learned from are read before and after.
"""

import copy
import hashlib
import json
import os
import shutil
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import onnx
import torch
from tokenizers import Tokenizer
from torch import nn

from lexveil.detect import models
from lexveil.evaluate.detection import ALL, f1, masked_mention_recall, pair, strict_matches
from lexveil.evaluate.gold import Gold
from lexveil.evaluate.report import predictor
from lexveil.model import CATEGORIES
from lexveil.text.fold import flow
from train import again, arguments, average, corpora, detector, encoder, graph, reviewed
from train.corpora import TITLE_BEFORE, TYPES, Example
from train.detector import TAGS, Item, Tagger
from train.multilingual_export import Settings as Exported
from train.multilingual_export import raised

MULTILINGUAL = "eu-legal"  # its tags of people were raised when it was exported
TITLED = "en-legal"  # titles are inside people as it learned them


@dataclass
class Settings(reviewed.Settings):
    model: str = ""  # a shipped model to go on from; without, the one that reads the gold's language
    policy: str = "strict"  # what is hidden where before and after are measured
    types: str = ""  # marked wherever they stand, with spaces between; without, those that are marked at all
    epochs: float = 3
    minutes: float = 45
    rate: float = 4e-5
    batch: int = 16  # windows a step
    length: int = 128  # pieces a window, as at run time
    trust: float = 0.3  # share of the shipped model in what is learned of a marked word
    share: float = 0.7  # of the new weights in their mean with the shipped ones
    drop: float = 0.1
    smoothing: float = 0.05
    mask: float = 0.1  # weight of the second head's loss
    rounds: float = 0.3  # last share of the steps with matrices rounded as they are stored
    average: float = 0.99


def example(gold: Gold, labelled: frozenset[str], *, titled: bool) -> Example:
    """A reviewed document as the detector learns it: outermost mentions, in the types of the model."""
    text, mentions = flow(gold.text), []
    end = 0
    for each in sorted(gold.mentions, key=lambda each: (each.start, -each.end)):
        kind = type_of(each.type)
        if each.start < end or kind not in TYPES:
            continue
        start, end = each.start, each.end
        if kind == "PERSON" and titled:
            title = TITLE_BEFORE.search(text, max(0, start - 40), start)
            start = title.start() if title else start
        mask = ("QUASI" if each.masked else "NO_MASK") if gold.annotators else ""
        mentions.append(corpora.Mention(start, end, kind, mask))
    return Example(gold.id, text, tuple(mentions), labelled)


def type_of(label: str) -> str:
    """
    >>> type_of("PERSON"), type_of("EMAIL"), type_of("DATE")
    ('PERSON', 'CODE', 'DATETIME')
    """
    return label if label in TYPES else CATEGORIES.get(label, "")


def start(name: str) -> Tagger:
    """A shipped model with floats for weights."""
    folder = models.MODELS / name
    weights = graph.unpacked(folder / "model.onnx")
    if name == MULTILINGUAL:
        weights = raised(weights, -Exported.people)
    shape = again.shape(weights, json.loads((folder / "model.json").read_text("utf8")))
    model = Tagger(encoder.Encoder(shape))
    model.load_state_dict({key: torch.from_numpy(value.astype(np.float32)) for key, value in weights.items()})
    return model.eval()


def windows(items: Sequence[Item], settings: Settings) -> Iterator[list[detector.Window]]:
    """Batches without end, each epoch in another order and from other beginnings."""
    draw = np.random.default_rng(settings.seed)
    while True:
        order = detector.epoch(items, settings.length, draw)
        for at in range(0, len(order), settings.batch):
            yield order[at : at + settings.batch]


def train(model: Tagger, items: Sequence[Item], settings: Settings) -> tuple[Tagger, dict[str, Any]]:
    """The running mean of the weights, and what it took."""
    each_epoch = len(detector.epoch(items, settings.length, np.random.default_rng(settings.seed)))
    steps = max(1, int(settings.epochs * each_epoch / settings.batch))
    kept = copy.deepcopy(model).eval()
    optimizer = torch.optim.AdamW(model.parameters(), lr=settings.rate, weight_decay=0.01)
    began, step = time.monotonic(), 0
    how = detector.Settings(
        data=settings.gold, encoder=settings.out, out=settings.out,
        smoothing=settings.smoothing, trust=settings.trust,
    )  # fmt: skip
    for chosen in windows(items, settings):
        # whichever comes first: all steps, or the minutes
        done = max(step / steps, (time.monotonic() - began) / (60 * settings.minutes))
        if done >= 1:
            break
        for group in optimizer.param_groups:
            group["lr"] = settings.rate * min((done + 0.01) / 0.1, max(0.05, 1 - done))
        for layer in model.body.layers:
            layer.rounds = done >= 1 - settings.rounds
        pieces, places = detector.batch(chosen, model.body.shape, "cpu")
        tags, masks = model(pieces, places, drop=settings.drop)
        own, second = detector.losses(tags, masks, *detector.wanted(chosen, places.shape[1], "cpu", how))
        optimizer.zero_grad(set_to_none=True)
        (own + settings.mask * second).backward()
        nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimizer.step()
        step += 1
        decay = min(settings.average, (1 + step) / (10 + step))
        with torch.no_grad():
            torch._foreach_lerp_(list(kept.parameters()), list(model.parameters()), 1 - decay)
        if step % max(1, steps // 10) == 0:
            print(f"step {step}/{steps} loss {own:.4f} {time.monotonic() - began:.0f} s", flush=True)
    spent = time.monotonic() - began
    return kept, {"steps": step, "of": steps, "windows": each_epoch, "seconds": round(spent)}


def taught(items: Sequence[Item], model: Tagger, settings: Settings) -> list[Item]:
    """Each text with what the shipped model says of its words; of a word that nobody marked, only between
    the types that were not looked for."""
    said = detector.predict(model, items, length=settings.length, overlap=32, rows=16)
    return [each._replace(soft=narrowed(each, rows)) for each, rows in zip(items, said, strict=True)]


def narrowed(item: Item, rows: np.ndarray) -> np.ndarray:
    found = rows.copy()
    free = np.flatnonzero(item.targets == detector.OPEN)
    left = rows[free, : len(TAGS)] * item.open
    found[free, : len(TAGS)] = left / left.sum(-1, keepdims=True).clip(1e-6)
    return found


def save(model: Tagger, name: str, settings: Settings) -> None:
    """A folder like a shipped one's: the mean of old and new, settings as they were, checksums anew."""
    folder = models.MODELS / name
    new = {key: tensor.detach().numpy() for key, tensor in model.state_dict().items()}
    if name == MULTILINGUAL:
        new = raised(new, Exported.people)
    whole = average.mean(graph.unpacked(folder / "model.onnx"), new, settings.share)
    onnx.save(graph.build(whole, model.body.shape), settings.out / "model.onnx")
    shutil.copyfile(folder / "tokenizer.json", settings.out / "tokenizer.json")
    described = json.loads((folder / "model.json").read_text("utf8"))
    described["id"] = f"{name}, tuned"
    for file in described["sha256"]:
        described["sha256"][file] = hashlib.sha256((settings.out / file).read_bytes()).hexdigest()
    (settings.out / "model.json").write_text(json.dumps(described, indent=1) + "\n", "utf8")


def figures(documents: Sequence[Gold], model: str, policy: str) -> dict[str, float | None]:
    """The whole pipeline with this model."""
    predict = predictor(policy=policy, model=model)
    pairs = [pair(gold, predict(gold)["uniform"]) for gold in documents]
    recalls = {f"recall of {name}": value for name, value in masked_mention_recall(pairs).items()}
    exact = {
        f"F1 of {name}, exact": value for name, value in f1(pairs, strict_matches).items() if name != ALL
    }
    return {**recalls, **{name: value for name, value in exact.items() if value is not None}}


def model_for(documents: Sequence[Gold]) -> str:
    """The shipped model that reads what most of the documents are written in."""
    written = [gold.language for gold in documents]
    return models.models_of(max(sorted(set(written)), key=written.count))[0]


def main(settings: Settings) -> None:
    os.environ["TOKENIZERS_PARALLELISM"] = "false"
    torch.manual_seed(settings.seed)
    found = reviewed.divided(settings)
    name = settings.model or model_for(found.learned)
    settings.out.mkdir(parents=True, exist_ok=True)
    tokenizer = Tokenizer.from_file(str(models.MODELS / name / "tokenizer.json"))
    marked = {type_of(each.type) for gold in found.learned for each in gold.mentions}
    labelled = frozenset(settings.types.split() or marked) & frozenset(TYPES)
    examples = [example(gold, labelled, titled=name == TITLED) for gold in found.learned]
    model = start(name)
    items = taught(detector.items_of(examples, tokenizer, model.body.shape.end), model, settings)
    kept, spent = train(model, items, settings)
    save(kept, name, settings)
    sets = {"own": found.measured, "examples": reviewed.examples({gold.language for gold in found.learned})}
    before, after = (
        {key: figures(documents, which, settings.policy) for key, documents in sets.items() if documents}
        for which in (name, str(settings.out))
    )
    reviewed.write(settings, found, before, after, model=name, types=sorted(labelled), training=spent)


if __name__ == "__main__":
    main(arguments(Settings, __doc__))
