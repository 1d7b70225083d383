"""Trains the detector: data, windows, encoder with two heads, decoding, evaluation.

    python -m train.detector --data DATA --encoder FOLDER --out FOLDER

The encoder is best pretrained further (`pretrain.py`). Writes `model.safetensors` with its settings, and
prints results on TAB dev and on held-out Indian judgments. With `--soft` it also learns from the
probabilities of other models, written by `--label`. `export.py` then makes the shipped files. TAB test is
never read. With `--gold` a shipped model learns on from a user's own documents (`tune.py`).
"""

import copy
import importlib
import json
import os
import random
import time
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from typing import NamedTuple

import numpy as np
import torch
from safetensors.torch import save_file
from tokenizers import Tokenizer
from torch import Tensor, nn
from torch.nn import functional as F

from lexveil.detect.iobes import tag_names
from lexveil.detect.ner import Words, cut, windows
from train import arguments, corpora, encoder, measure, on_own_gold
from train.corpora import MASKS, TYPES, Example
from train.graph import Shape
from train.pretrain import encode_with

TAGS = tag_names(TYPES)


@dataclass
class Settings:
    data: Path
    encoder: Path
    out: Path
    epochs: float = 8  # over the labelled data and its renamed copies
    rate: float = 2e-4  # peak learning rate of a 6 x 384 encoder; 4e-5 for 12 x 768
    batch: int = 32  # windows a step
    length: int = 256  # pieces a window in training: more context than at run time teaches more
    drop: float = 0.1
    smoothing: float = 0.05  # share of each target spread over all tags: no label is taken as certain
    swaps: int = 1  # renamed copies of each document per original
    folds: int = 4  # teachers, each trained without one fold, which it then labels
    fold: int = -1  # train this teacher; -1: train on all folds
    average: float = 0.998  # decay of the running average of the weights, which is what is kept
    mask: float = 0.3  # weight of the second head's loss
    rounds: float = 0.3  # last share of the steps with matrices rounded to int8, as they are stored
    held: float = 0.04  # share of the training documents kept for thresholds and calibration
    trust: float = 0.5  # share of the teachers in the target of a word that people labelled too
    soft: str = ""  # the teachers' files of soft labels, comma between, in the order of their folds
    label: str = ""  # write this teacher's soft labels there
    layers: int = 0  # keep so many of the encoder's layers, evenly; 0 for all
    seed: int = 7
    limit: int = 0  # documents to read, 0 for all: for a trial run
    report: int = 1  # print the table


class Item(NamedTuple):
    """A text ready for training."""

    words: Words
    targets: np.ndarray  # per word: a tag, or OPEN, or SKIP
    open: np.ndarray  # the tags an OPEN word may have
    masks: np.ndarray  # per word: index in MASKS or SKIP
    soft: np.ndarray | None  # per word: probabilities of the tags, then of the masks, by the teachers
    gold: bool  # labelled by people


OPEN, SKIP = -2, -1


def item(example: Example, tokenizer: Tokenizer, separator: int) -> Item:
    words = cut(example.text, encode_with(tokenizer), separator=separator)
    outside = 0 if len(example.labelled) == len(TYPES) else OPEN
    targets = np.full(len(words.starts), outside, np.int64)
    masks = np.full(len(words.starts), SKIP, np.int64)
    for mention in example.mentions:
        first = int(np.searchsorted(words.ends, mention.start, "right"))
        last = int(np.searchsorted(words.starts, mention.end, "left"))
        if mention.mask:
            masks[first:last] = MASKS.index(mention.mask)
        if mention.type not in TYPES:
            targets[first:last] = OPEN if mention.type == "OPEN" else SKIP
            continue
        for begin, end in lines(words.breaks, first, last):
            base = 1 + 4 * TYPES.index(mention.type)
            targets[begin:end] = base + 1
            targets[begin], targets[end - 1] = base, base + 2
            if end - begin == 1:
                targets[begin] = base + 3
    targets[words.breaks] = 0
    may = np.array([tag == "O" or tag[2:] not in example.labelled for tag in TAGS])
    return Item(words, targets, may, masks, None, bool(example.labelled))


def lines(breaks: np.ndarray, first: int, last: int) -> Iterator[tuple[int, int]]:
    """The stretches of first..last between line feeds: no span crosses one."""
    begin = first
    for at in range(first, last + 1):
        if at == last or breaks[at]:
            if at > begin:
                yield begin, at
            begin = at + 1


class Tagger(nn.Module):
    def __init__(self, body: encoder.Encoder) -> None:
        super().__init__()
        self.body = body
        self.tags = nn.Linear(body.shape.hidden, len(TAGS))
        self.masks = nn.Linear(body.shape.hidden, len(MASKS))

    def forward(self, pieces: Tensor, at: Tensor, *, drop: float = 0.0) -> tuple[Tensor, Tensor]:
        x = self.body(pieces, drop=drop)
        x = x.gather(1, at[..., None].expand(-1, -1, x.shape[-1]))
        x = F.dropout(x, drop)
        return self.tags(x), self.masks(x)


Window = tuple[Item, int, int]  # words first..last of an item


def batch(chosen: Sequence[Window], shape: Shape, device: str) -> list[Tensor]:
    """Pieces and places of the words' first pieces, padded."""
    longest = max(int(i.words.first[b] - i.words.first[a]) for i, a, b in chosen) + 2
    most = max(b - a for _, a, b in chosen)
    pieces = np.full((len(chosen), longest), shape.pad, np.int64)
    at = np.zeros((len(chosen), most), np.int64)
    for row, (i, a, b) in enumerate(chosen):
        first, last = i.words.first[a], i.words.first[b]
        pieces[row, 0], pieces[row, last - first + 1] = shape.begin, shape.end
        pieces[row, 1 : last - first + 1] = i.words.pieces[first:last]
        at[row, : b - a] = i.words.first[a:b] - first + 1
    return [torch.from_numpy(part).to(device, non_blocking=True) for part in (pieces, at)]


def wanted(chosen: Sequence[Window], most: int, device: str, settings: Settings) -> list[Tensor]:
    """Per word: the wanted distribution, the tags an open word may have, and the mask label."""
    smoothing, trust = settings.smoothing, settings.trust
    goal = np.zeros((len(chosen), most, len(TAGS)), np.float32)
    may = np.ones((len(chosen), most, len(TAGS)), np.bool_)
    mask = np.zeros((len(chosen), most, len(MASKS)), np.float32)
    eye = np.eye(len(TAGS), dtype=np.float32) * (1 - smoothing) + smoothing / len(TAGS)
    doubt = np.eye(len(MASKS), dtype=np.float32) * 0.9 + 0.1 / len(MASKS)
    for row, (i, a, b) in enumerate(chosen):
        if i.gold:
            hard = np.flatnonzero(i.targets[a:b] >= 0)
            goal[row, hard] = eye[i.targets[a:b][hard]]
            may[row, np.flatnonzero(i.targets[a:b] == OPEN)] = i.open
        if i.soft is not None:
            share = trust if i.gold else 1  # both together even out the annotators' slips
            goal[row, : b - a] = (1 - share) * goal[row, : b - a] + share * i.soft[a:b, : len(TAGS)]
            mask[row, : b - a] = np.where(i.soft[a:b, :1] < 0.5, i.soft[a:b, len(TAGS) :], 0)
        known = np.flatnonzero(i.masks[a:b] >= 0)
        mask[row, known] = doubt[i.masks[a:b][known]]
    return [torch.from_numpy(part).to(device, non_blocking=True) for part in (goal, may, mask)]


def losses(tags: Tensor, masks: Tensor, goal: Tensor, may: Tensor, mask: Tensor) -> tuple[Tensor, Tensor]:
    chance = tags.float().log_softmax(-1)
    open_words = ~may.all(-1)
    either = chance.masked_fill(~may, -1e4).logsumexp(-1)
    counted = goal.sum(-1).sum() + open_words.sum()
    own = -(goal * chance).sum() - (either * open_words).sum()
    second = -(mask * masks.float().log_softmax(-1)).sum() / mask.sum().clamp(min=1)
    return own / counted.clamp(min=1), second


def labelled(settings: Settings, held: bool) -> list[Example]:
    """TAB train, less what is held out for calibration."""
    found = corpora.tab_train(settings.data)
    return [e for e in found if corpora.held_out(e.id, settings.held) == held]


def fold_of(example: Example, settings: Settings) -> int:
    return int(corpora.draw_of("fold " + example.id) * settings.folds)


def training_items(settings: Settings, tokenizer: Tokenizer, separator: int) -> list[Item]:
    draw = random.Random(settings.seed)
    table = corpora.names(settings.data, held=False)
    examples = [e for e in labelled(settings, held=False) if fold_of(e, settings) != settings.fold]
    other = corpora.join(corpora.indian_train(settings.data, held=False), 6)[settings.seed % 2 :: 2]
    other += corpora.tokens(settings.data, "en-uner-ewt-dev")
    if settings.limit:
        examples, other = examples[: settings.limit], other[: settings.limit]
    renamed = [
        corpora.shout(corpora.swap(corpora.digits(example, draw), draw, table), draw)
        for example in examples * settings.swaps
    ]
    found = items_of(examples, tokenizer, separator)
    if settings.soft:
        teachers = [corpora.read_soft(Path(file), len(TAGS), len(MASKS)) for file in settings.soft.split(",")]
        loose = items_of(unlabelled(settings), tokenizer, separator)
        views = [np.concatenate([rows.pop(f"raw-{n}") for n in range(len(loose))]) for rows in teachers]
        mean = (sum(views[1:], views[0]) / len(views)).astype(np.float16)
        ends = np.cumsum([len(i.targets) for i in loose])
        pairs = zip(loose, ends, strict=True)
        loose = [each._replace(soft=mean[end - len(each.targets) : end]) for each, end in pairs]
        out_of_fold = {name: rows for teacher in teachers for name, rows in teacher.items()}
        found = [i._replace(soft=out_of_fold[e.id]) for i, e in zip(found, examples, strict=True)] + loose
    # whole documents read like those to come, facts alone do not: they count twice
    whole = [i for i, e in zip(found, examples, strict=False) if "PROCEDURE" in e.text[:300]]
    return found + whole + items_of(renamed + other, tokenizer, separator)


def items_of(examples: Sequence[Example], tokenizer: Tokenizer, separator: int) -> list[Item]:
    """The examples cut into words, by several processes where there are many."""
    work = partial(item, tokenizer=tokenizer, separator=separator)
    if len(examples) < 500 or torch.cuda.is_initialized():
        return [work(example) for example in examples]
    with get_context("fork").Pool() as pool:
        return pool.map(work, examples, chunksize=16)


def epoch(items: Sequence[Item], length: int, draw: np.random.Generator) -> list[Window]:
    """Windows over all items from a random first word, in random order."""
    found = []
    for i in items:
        start = -int(draw.integers(length // 2)) if len(i.words.starts) > length else 0
        for a, b in windows(i.words.first, size=length - 2, overlap=0, start=max(0, -start)):
            found.append((i, a, b))
        if start:
            found.append((i, 0, -start))
    return [found[n] for n in draw.permutation(len(found))]


def train(settings: Settings, tokenizer: Tokenizer, device: str) -> Tagger:
    torch.manual_seed(settings.seed)
    model = Tagger(encoder.thin(encoder.load(settings.encoder), settings.layers))
    shape = model.body.shape
    began = time.time()
    items = training_items(settings, tokenizer, shape.end)
    model.to(device)
    draw = np.random.default_rng(settings.seed)
    steps = max(1, int(settings.epochs * len(epoch(items, settings.length, draw)) / settings.batch))
    print(f"{len(items)} texts read in {time.time() - began:.0f} s, {steps} steps on {device}", flush=True)
    kept = copy.deepcopy(model).eval()
    optimizer = torch.optim.AdamW(model.parameters(), lr=settings.rate, weight_decay=0.01)
    schedule = encoder.schedule(optimizer, steps, warm=max(1, steps // 10), least=0.01)
    step, seen = 0, []
    while step < steps:
        order = epoch(items, settings.length, draw)
        for at in range(0, len(order) - settings.batch + 1, settings.batch):
            chosen = order[at : at + settings.batch]
            for layer in model.body.layers:
                layer.rounds = step >= steps * (1 - settings.rounds)
            pieces, places = batch(chosen, shape, device)
            with torch.autocast(device, torch.bfloat16, enabled=device == "cuda"):
                tags, masks = model(pieces, places, drop=settings.drop)
            goals = wanted(chosen, places.shape[1], device, settings)
            own, second = losses(tags, masks, *goals)
            optimizer.zero_grad(set_to_none=True)
            (own + settings.mask * second).backward()
            nn.utils.clip_grad_norm_(model.parameters(), 1.0)
            optimizer.step()
            schedule.step()
            step += 1
            decay = min(settings.average, (1 + step) / (10 + step))
            with torch.no_grad():
                torch._foreach_lerp_(list(kept.parameters()), list(model.parameters()), 1 - decay)
            seen.append(own.detach())
            if step % max(1, steps // 8) == 0:
                loss = torch.stack(seen).mean()
                print(f"step {step}/{steps} loss {loss:.4f} {time.time() - began:.0f} s", flush=True)
                seen = []
            if step >= steps:
                break
    return kept


@torch.no_grad()
def predict(
    model: Tagger, items: Sequence[Item], *, length: int = 256, overlap: int = 64, rows: int = 64
) -> list[np.ndarray]:
    """Per text, the probabilities of each word's tags and masks, averaged where windows overlap."""
    device = next(model.parameters()).device.type
    sums = [np.zeros((len(i.words.starts), len(TAGS) + len(MASKS)), np.float32) for i in items]
    counts = [np.zeros((len(i.words.starts), 1), np.float32) for i in items]
    order: list[tuple[int, Window]] = []
    for n, i in enumerate(items):
        order += [(n, (i, a, b)) for a, b in windows(i.words.first, size=length - 2, overlap=overlap)]
    order.sort(key=lambda entry: entry[1][2] - entry[1][1])
    for at in range(0, len(order), rows):
        chosen = order[at : at + rows]
        with torch.autocast(device, torch.bfloat16, enabled=device == "cuda"):
            tags, masks = model(*batch([window for _, window in chosen], model.body.shape, device))
        both = torch.cat([tags.float().softmax(-1), masks.float().softmax(-1)], -1).cpu().numpy()
        for row, (n, (_, a, b)) in zip(both, chosen, strict=True):
            sums[n][a:b] += row[: b - a]
            counts[n][a:b] += 1
    return [total / count for total, count in zip(sums, counts, strict=True)]


def unlabelled(settings: Settings) -> list[Example]:
    """Court text, and some other text so that novels and debates stay in view."""
    texts = list(corpora.raw(settings.data, only=corpora.COURT))
    texts += list(corpora.raw(settings.data))[::16]
    if settings.limit:
        texts = texts[: settings.limit]
    return [Example(f"raw-{n}", text, (), frozenset()) for n, text in enumerate(texts)]


def teach(model: Tagger, settings: Settings, tokenizer: Tokenizer) -> None:
    """Writes what this teacher thinks of the fold it has not seen and of unlabelled text."""
    own = [e for e in labelled(settings, held=False) if fold_of(e, settings) == settings.fold]
    examples = own[: settings.limit or None] + unlabelled(settings)
    items = items_of(examples, tokenizer, model.body.shape.end)
    found = predict(model, items, length=settings.length)
    corpora.write_soft(Path(settings.label), [e.id for e in examples], found, tags=len(TAGS))


def save(model: Tagger, settings: Settings) -> None:
    settings.out.mkdir(parents=True, exist_ok=True)
    weights = {name: tensor.half().contiguous().cpu() for name, tensor in model.state_dict().items()}
    save_file(weights, settings.out / "model.safetensors")
    (settings.out / "encoder.json").write_text(json.dumps(asdict(model.body.shape)), "utf8")
    (settings.out / "settings.json").write_text(json.dumps(asdict(settings), default=str, indent=1), "utf8")
    (settings.out / "tokenizer.json").write_bytes((settings.encoder / "tokenizer.json").read_bytes())


def load(folder: Path, device: str = "cpu") -> Tagger:
    body, stored = encoder.read(folder, "model")
    model = Tagger(body)
    model.load_state_dict({name: tensor.float() for name, tensor in stored.items()})
    model.folder = folder
    return model.to(device).eval()


def runs(model: Tagger, examples: list[Example], tokenizer: Tokenizer, **how: int) -> list[measure.Run]:
    items = items_of(examples, tokenizer, model.body.shape.end)
    found = predict(model, items, **how)
    return [(e, i.words, p) for e, i, p in zip(examples, items, found, strict=True)]


def report(model: Tagger, settings: Settings, tokenizer: Tokenizer) -> str:
    run = partial(runs, model, tokenizer=tokenizer, length=settings.length)
    dev = corpora.tab(settings.data, "dev")
    other = corpora.indian_train(settings.data, held=True)
    if settings.limit:
        dev, other = dev[: settings.limit], other[: settings.limit]
    table = corpora.names(settings.data, held=True)
    renamed = {}
    for origin in corpora.ORIGINS:
        draw = random.Random(settings.seed)
        renamed[origin] = run([corpora.swap(e, draw, table, origin=origin) for e in dev[::2]])
    return measure.table(run(dev), run(other), renamed)


def main(settings: Settings) -> None:
    os.environ["TOKENIZERS_PARALLELISM"] = "false"  # whole texts are spread over processes instead
    device = "cuda" if torch.cuda.is_available() else "cpu"
    tokenizer = Tokenizer.from_file(str(settings.encoder / "tokenizer.json"))
    model = train(settings, tokenizer, device)
    save(model, settings)
    if settings.label:
        teach(model, settings, tokenizer)
    if settings.report:
        print(report(model, settings, tokenizer), flush=True)


if __name__ == "__main__":
    if on_own_gold():
        tune = importlib.import_module("train.tune")
        tune.main(arguments(tune.Settings, tune.__doc__))
    else:
        main(arguments(Settings, __doc__))
