"""Trains the multilingual detector on a GPU; a smaller one can also learn from larger ones.

    python -m train.multilingual --texts FOLDER --encoder FOLDER --out FOLDER --steps 12000
    python -m train.multilingual … --layers 6 --teacher FOLDER,FOLDER --out FOLDER

FOLDER of texts is what `multilingual_corpora.py` wrote. Heads, labels and windows are those of
`detector.py`; here all texts lie on the GPU as one stream of pieces, and batches are gathered there. Writes
the weights as `export.py` reads them, matrices as int8 with a scale per row, as they are shipped, and prints
how people are found in the test sets by the float and by the rounded model.
"""

import copy
import json
import os
import random
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass
from itertools import pairwise
from multiprocessing import get_context
from pathlib import Path
from typing import NamedTuple

import numpy as np
import torch
from safetensors.torch import load_file, save_file
from tokenizers import Tokenizer
from torch import Tensor, nn

from train import arguments, corpora, detector, encoder, measure
from train.corpora import Example
from train.detector import OPEN, SKIP, TAGS, Tagger, item
from train.graph import LEVELS, Shape
from train.multilingual_corpora import Text, read
from train.renaming import DATA, Names, renamed, spoiled, wrapped

NONE, OTHER = -9, -3  # no first piece of a word; a word that is anything but a person
POINTS = (0.02, 0.1, 0.5)
GENERAL = frozenset(DATA["general"].split())  # corpora of no court: spoiled half as often
PART = 15_000_000  # bytes of a file of weights


@dataclass
class Settings:
    texts: Path
    encoder: Path
    out: Path
    steps: int = 0  # 0: as many as `seconds` allow
    seconds: int = 300
    rate: float = 1.5e-4
    batch: int = 64  # windows of 256 pieces a step; twice as many of 128
    drop: float = 0.1
    smoothing: float = 0.05
    people: float = 1.0  # weight of a word in a person's name: rather another type missed than a person
    outside: float = 0.15  # how much a word that may be of several types is drawn to none
    mask: float = 0.2  # weight of the second head's loss
    rounds: float = 0.25  # last share of the steps with matrices rounded to int8
    average: float = 0.999
    layers: int = 0  # keep so many; 0 for all
    start: str = ""  # folder of a model to go on from, in place of the encoder
    teacher: str = ""  # folders of larger models, comma between
    trust: float = 0.5  # their share in the target of a word that people labelled
    copies: float = 1.0  # factor on the copies of our own documents
    general: float = 1.0  # factor on the copies of texts of no court
    ordinary: float = 0.3  # factor on the shares of family names that are ordinary words
    without: str = ""  # sources left out, comma between
    seed: int = 7
    limit: int = 0  # every so manieth text: for a trial run
    report: int = 1  # how people are found in what is chosen on: 0 no, 1 rounded, 2 by the float model too


class Stream(NamedTuple):
    """All texts, one after the other."""

    pieces: np.ndarray
    targets: np.ndarray  # a tag, OPEN, OTHER, SKIP; NONE inside words
    allowed: np.ndarray  # which row of SETS an OPEN word may have
    masks: np.ndarray
    ends: np.ndarray  # of the texts


SETS: list[frozenset[str]] = [frozenset()]  # types labelled everywhere, by number


def may() -> np.ndarray:
    """Tags that a word may have which a corpus with these labels leaves unlabelled."""
    rows = [[tag == "O" or tag[2:] not in labelled for tag in TAGS] for labelled in SETS]
    return np.array([*rows, [tag == "O" or tag[2:] != "PERSON" for tag in TAGS]])


# Texts to pieces, by several processes.

_work: dict[str, object] = {}


def _begin(tokenizer: str, listed: Names) -> None:
    _work.update(tokenizer=Tokenizer.from_file(tokenizer), names=listed)


def variants(text: Text, listed: Names, settings: Settings) -> Iterator[Example]:
    draw = random.Random(f"{settings.seed} {text.example.id}")
    court = text.source not in GENERAL
    factor = settings.copies if text.source == "own" else 1 if court else settings.general
    for number in range(round(text.copies * (1 if court else factor))):
        yield text.example if number == 0 else spoiled(corpora.digits(text.example, draw), draw)
    for number in range(round(text.swaps * factor)):
        ordinary = settings.ordinary * (0.0, 1 / 3, 0.15)[number % 3]
        other = renamed(corpora.digits(text.example, draw), draw, listed, text.language, ordinary=ordinary)
        other = wrapped(corpora.shout(other, draw, share=0.05), draw)
        yield spoiled(other, draw) if court or draw.random() < 0.5 else other


def pieces_of(job: tuple[Text, Settings]) -> list[tuple[np.ndarray, ...]]:
    text, settings = job
    found: list[tuple[np.ndarray, ...]] = []
    for example in variants(text, _work["names"], settings):  # type: ignore[arg-type]
        made = item(example, _work["tokenizer"], 2)  # type: ignore[arg-type]
        first = made.words.first[:-1]
        targets = made.targets.copy()
        for mention in example.mentions:
            if mention.type == "OTHER":
                a = int(np.searchsorted(made.words.ends, mention.start, "right"))
                b = int(np.searchsorted(made.words.starts, mention.end, "left"))
                targets[a:b] = OTHER
        spread = np.full(len(made.words.pieces), NONE, np.int8)
        masks = np.full(len(made.words.pieces), SKIP, np.int8)
        if example.labelled:
            spread[first], masks[first] = targets, made.masks
        else:
            spread[first] = SKIP  # raw text: only a teacher knows
        found.append((made.words.pieces.astype(np.int32), spread, masks))
    return found


def stream(texts: Sequence[Text], settings: Settings, listed: Names) -> Stream:
    for text in texts:
        if text.example.labelled not in SETS:
            SETS.append(text.example.labelled)
    jobs = [(text, settings) for text in texts]
    begin = (str(settings.encoder / "tokenizer.json"), listed)
    with get_context("fork").Pool(initializer=_begin, initargs=begin) as pool:
        made = pool.map(pieces_of, jobs, chunksize=32)
    rows = [
        (*row, np.full(len(row[0]), SETS.index(text.example.labelled), np.uint8))
        for text, copies in zip(texts, made, strict=True)
        for row in copies
    ]
    pieces, targets, masks, allowed = (np.concatenate(part) for part in zip(*rows, strict=True))
    allowed[targets == OTHER] = len(SETS)
    return Stream(pieces, targets, allowed, masks, np.cumsum([len(row[0]) for row in rows]))


def windows(
    made: Stream, starts: np.ndarray, settings: Settings, draw: np.random.Generator, *, size: int = 0
) -> list[np.ndarray]:
    """An epoch's batches of windows: their beginnings and lengths. Windows of a batch are about as long."""
    size = size or int(draw.choice([126, 190, 254]))
    found = []
    begins = np.concatenate([[0], made.ends[:-1]])
    for begin, end in zip(begins.tolist(), made.ends.tolist(), strict=True):
        if end - begin <= size:
            found.append((begin, end - begin))
            continue
        cuts = np.arange(begin + draw.integers(size // 4, size), end, size)
        cuts = starts[np.searchsorted(starts, cuts, "right") - 1]
        bounds = [begin, *cuts.tolist(), end]
        found += [(a, b - a) for a, b in pairwise(bounds) if 0 < b - a <= 300]
    rows = np.array(found)[draw.permutation(len(found))]
    batches, most = [], settings.batch * 256
    for at in range(0, len(rows), 4096):
        near = rows[at : at + 4096]
        near = near[np.argsort(near[:, 1], kind="stable")]
        while len(near):
            fits = (near[:, 1] + 2) * np.arange(1, len(near) + 1) <= most
            here = max(8, int(fits.sum()))
            batches.append(near[:here])
            near = near[here:]
    return [batches[n] for n in draw.permutation(len(batches))]


class Batches:
    """Gathers windows on the device."""

    def __init__(self, made: Stream, shape: Shape, settings: Settings, device: str) -> None:
        self.shape, self.settings, self.device, self.made = shape, settings, device, made

        def put(part: np.ndarray) -> Tensor:
            return torch.from_numpy(part).to(device)

        self.pieces, self.targets = put(made.pieces), put(made.targets)
        self.allowed, self.masks, self.may = put(made.allowed), put(made.masks), put(may())
        self.starts = np.flatnonzero(made.targets != NONE)
        self.draw = np.random.default_rng(settings.seed)
        self.taught: Tensor | None = None  # what the teachers say of each piece

    def __iter__(self) -> Iterator[tuple[Tensor, ...]]:
        with ThreadPoolExecutor(1) as pool:
            coming = pool.submit(windows, self.made, self.starts, self.settings, self.draw)
            while True:
                batches = coming.result()
                coming = pool.submit(windows, self.made, self.starts, self.settings, self.draw)
                for rows in batches:
                    yield self.gather(
                        torch.from_numpy(rows).to(self.device, non_blocking=True), int(rows[:, 1].max())
                    )

    @torch.no_grad()
    def learn(self, teacher: Tagger, share: float) -> None:
        """Adds what a teacher says of all texts, read once in long windows."""
        if self.taught is None:
            self.taught = torch.zeros((len(self.pieces), len(TAGS)), dtype=torch.float16, device=self.device)
        for rows in windows(self.made, self.starts, self.settings, self.draw, size=254):
            put = torch.from_numpy(rows).to(self.device)
            pieces, index, inside = self.places(put, int(rows[:, 1].max()))
            with torch.autocast(self.device, torch.bfloat16, enabled=self.device == "cuda"):
                tags = heads(teacher, pieces, 0.0)[0].float().softmax(-1)
            self.taught[index[inside]] += (share * tags[inside]).half()

    def places(self, rows: Tensor, longest: int) -> tuple[Tensor, Tensor, Tensor]:
        """The pieces of windows, where they stand among all, and which are no padding."""
        longest = -(-longest // 16) * 16
        at = torch.arange(-1, longest + 1, device=self.device)
        inside = (at >= 0) & (at < rows[:, 1:])
        index = (rows[:, :1] + at).clamp(0, len(self.pieces) - 1)
        pieces = torch.where(inside, self.pieces[index].long(), self.shape.pad)
        pieces[:, 0] = self.shape.begin
        return torch.where(at == rows[:, 1:], self.shape.end, pieces), index, inside

    def gather(self, rows: Tensor, longest: int) -> tuple[Tensor, ...]:
        pieces, index, inside = self.places(rows, longest)
        targets = torch.where(inside, self.targets[index].long(), NONE)
        masks = torch.where(inside, self.masks[index].long(), SKIP)
        wanted = pieces, targets, self.may[self.allowed[index].long()], masks
        return wanted if self.taught is None else (*wanted, self.taught[index].float())


def losses(
    tags: Tensor, masks: Tensor, wanted: Sequence[Tensor], taught: Tensor | None, settings: Settings
) -> Tensor:
    """As in `detector.losses`, with the teachers' probabilities `taught` where there are teachers."""
    targets, allowed, kind = wanted
    chance = tags.float().log_softmax(-1)
    hard = (targets >= 0).float() * torch.where((targets > 0) & (targets <= 4), settings.people, 1.0)
    free = ((targets == OPEN) | (targets == OTHER)).float()
    right = chance.gather(-1, targets.clamp(min=0)[..., None])[..., 0]
    own = -(1 - settings.smoothing) * right - settings.smoothing * chance.mean(-1)
    if taught is None:
        either = -chance.masked_fill(~allowed, -1e4).logsumexp(-1)
        either = (1 - settings.outside) * either - settings.outside * chance[..., 0]
        total, count = (own * hard + either * free).sum(), (hard + free).sum()
    else:
        skip = (targets == SKIP).float()
        narrow = taught * (allowed | (free == 0)[..., None])
        narrow = narrow / narrow.sum(-1, keepdim=True).clamp(min=1e-6)
        theirs = -(narrow * chance).sum(-1)
        share = settings.trust * hard + free + skip
        total, count = (own * hard * (1 - settings.trust) + theirs * share).sum(), (hard + free + skip).sum()
    known = (kind >= 0).float()
    second = -masks.float().log_softmax(-1).gather(-1, kind.clamp(min=0)[..., None])[..., 0]
    return total / count.clamp(min=1) + settings.mask * (second * known).sum() / known.sum().clamp(min=1)


def heads(model: Tagger, pieces: Tensor, drop: float) -> tuple[Tensor, Tensor]:
    x = nn.functional.dropout(model.body(pieces, drop=drop), drop)
    return model.tags(x), model.masks(x)


def train(model: Tagger, made: Stream, settings: Settings, device: str) -> Tagger:
    batches = Batches(made, model.body.shape, settings, device)
    teachers = [each for each in settings.teacher.split(",") if each]
    for each in teachers:
        batches.learn(load(Path(each), device), 1 / len(teachers))
    model.to(device)
    kept = copy.deepcopy(model).eval()
    fused = {"fused": True} if device == "cuda" else {}
    optimizer = torch.optim.AdamW(model.parameters(), lr=settings.rate, weight_decay=0.01, **fused)
    began, seen, step, done = time.time(), [], 0, 0.0
    ours, theirs = list(model.parameters()), list(kept.parameters())
    for pieces, *wanted in batches:
        done = step / settings.steps if settings.steps else (time.time() - began) / settings.seconds
        for group in optimizer.param_groups:
            group["lr"] = settings.rate * min((done + 0.001) / 0.06, max(0.01, (1 - done) / 0.94))
        for layer in model.body.layers:
            layer.rounds = done >= 1 - settings.rounds
        with torch.autocast(device, torch.bfloat16, enabled=device == "cuda"):
            tags, masks = heads(model, pieces, settings.drop)
        loss = losses(tags, masks, wanted[:3], wanted[3] if teachers else None, settings)
        optimizer.zero_grad(set_to_none=True)
        loss.backward()
        nn.utils.clip_grad_norm_(ours, 1.0)
        optimizer.step()
        with torch.no_grad():
            torch._foreach_lerp_(theirs, ours, 1 - min(settings.average, (1 + step) / (10 + step)))
        seen.append(loss.detach())
        step += 1
        if step % 1000 == 0:
            print(
                f"step {step}, {done:.0%}, loss {torch.stack(seen).mean():.4f}, {time.time() - began:.0f} s",
                flush=True,
            )
            seen = []
        if done >= 1:
            break
    print(f"{step} steps in {time.time() - began:.0f} s", flush=True)
    return kept


# Weights as they are shipped.


def save(model: Tagger, settings: Settings) -> None:
    """Matrices as int8, in files small enough to be passed on."""
    settings.out.mkdir(parents=True, exist_ok=True)
    files: list[dict[str, Tensor]] = [{}]
    size = 0
    for name, tensor in model.state_dict().items():
        value = tensor.float().cpu()
        parts = {name: value}
        if value.ndim == 2 and value.numel() > 100_000 and "places" not in name:
            scale = value.abs().amax(1, keepdim=True).clamp(min=1e-8) / LEVELS
            parts = {name: torch.round(value / scale).to(torch.int8), name + ".scale": scale}
        for key, part in parts.items():
            rows = max(1, PART // (part[:1].nbytes or 1)) if part.ndim == 2 else len(part)
            for number, at in enumerate(range(0, len(part), rows)):
                piece = part[at : at + rows].contiguous()
                if size + piece.nbytes > PART:
                    files.append({})
                    size = 0
                files[-1][f"{key}@{number}"] = piece
                size += piece.nbytes
    for number, tensors in enumerate(files):
        save_file(tensors, settings.out / f"model-{number}.safetensors")
    (settings.out / "encoder.json").write_text(json.dumps(asdict(model.body.shape)), "utf8")
    (settings.out / "settings.json").write_text(json.dumps(asdict(settings), default=str), "utf8")


def state(folder: Path) -> dict[str, Tensor]:
    """The weights that `save` wrote, as floats."""
    parts: dict[str, dict[int, Tensor]] = {}
    for path in sorted(folder.glob("model-*.safetensors")):
        for key, tensor in load_file(path).items():
            name, _, number = key.rpartition("@")
            parts.setdefault(name, {})[int(number)] = tensor
    whole = {name: torch.cat([each[n] for n in sorted(each)]) for name, each in parts.items()}
    return {
        name: tensor.float() * whole.get(name + ".scale", torch.ones(1))
        for name, tensor in whole.items()
        if not name.endswith(".scale")
    }


def load(folder: Path, device: str = "cpu") -> Tagger:
    model = Tagger(encoder.Encoder(Shape(**json.loads((folder / "encoder.json").read_text("utf8")))))
    model.load_state_dict(state(folder))
    return model.to(device).eval()


# How people are found.


def report(model: Tagger, texts: Sequence[Text], items: Sequence[detector.Item]) -> str:
    found = detector.predict(model, items, length=128, overlap=32)
    runs: dict[str, list[measure.Run]] = {}
    for text, each, rows in zip(texts, items, found, strict=True):
        name = f"{text.source} {text.language}" if text.source in ("own", "own-dev") else text.source
        runs.setdefault(name, []).append((text.example, each.words, rows))
    _work["runs"] = runs
    with get_context("fork").Pool() as pool:
        return "\n".join(pool.map(_line, runs, chunksize=1))


def _line(name: str) -> str:
    runs: list[measure.Run] = _work["runs"][name]  # type: ignore[index]
    strict = f_score(runs)
    figures = " ".join("{:.3f}/{:.3f}".format(*people(runs, threshold)) for threshold in POINTS)
    return f"{name:<24} F {strict:.3f}  recall/precision at {POINTS}: {figures}"


def f_score(runs: Sequence[measure.Run]) -> float:
    """F1 of people, bounds exact; what overlaps words that are not scored does not count."""
    hit = said = true = 0
    for run in runs:
        free = [(m.start, m.end) for m in run[0].mentions if m.type == "SKIP"]
        gold = {(m.start, m.end) for m in run[0].mentions if m.type == "PERSON"}
        mine = {(a, b) for a, b, kind in measure.spans(run, threshold=0.5) if kind == "PERSON"}
        mine = {(a, b) for a, b in mine if not any(a < d and c < b for c, d in free)}
        hit, said, true = hit + len(gold & mine), said + len(mine), true + len(gold)
    return 2 * hit / max(1, said + true)


def people(runs: Sequence[measure.Run], threshold: float) -> tuple[float, float]:
    """Mentions of people covered by spans of people, and how much of those spans lies in mentions."""
    hit = true = said = right = 0
    for run in runs:
        text = run[0].text
        plain = np.fromiter((char.isalnum() for char in text), np.bool_, len(text))
        covered, due = np.zeros(len(text), np.bool_), np.zeros(len(text), np.bool_)
        for start, end, kind in measure.spans(run, threshold=threshold):
            covered[start:end] |= kind == "PERSON"
        for mention in run[0].mentions:
            if mention.type == "SKIP":
                plain[mention.start : mention.end] = False
        for mention in run[0].mentions:
            if mention.type == "PERSON":
                title = measure.COURTESY.match(text, mention.start, mention.end)
                start = title.end() if title and title.end() < mention.end else mention.start
                due[mention.start : mention.end] = True
                hit += bool(covered[start : mention.end][plain[start : mention.end]].all())
                true += 1
        said += int((covered & plain).sum())
        right += int((covered & due & plain).sum())
    return hit / max(1, true), right / max(1, said)


def main(settings: Settings) -> None:
    os.environ["TOKENIZERS_PARALLELISM"] = "false"
    began = time.time()
    torch.manual_seed(settings.seed)
    device = "cuda" if torch.cuda.is_available() else "cpu"
    texts = read(settings.texts / "train.jsonl.xz")[:: settings.limit or 1]
    tests = read(settings.texts / "dev.jsonl.xz")[:: settings.limit or 1]
    left = [part for part in settings.without.split(",") if part]
    texts = [text for text in texts if not any(part in text.source for part in left)]
    if not settings.teacher:
        texts = [text for text in texts if text.source != "raw"]
    listed = Names(*json.loads((settings.texts / "names.json").read_text("utf8")))
    made = stream(texts, settings, listed)
    counted = f"{len(texts)} texts, {len(made.ends)} with copies, {len(made.pieces):,} pieces"
    print(f"{counted}, {time.time() - began:.0f} s", flush=True)
    torch.set_float32_matmul_precision("high")
    begun = settings.start
    model = load(Path(begun)) if begun else Tagger(encoder.load(settings.encoder))
    model.body = encoder.thin(model.body, settings.layers)
    kept = train(model, made, settings, device)
    save(kept, settings)
    tokenizer = Tokenizer.from_file(str(settings.encoder / "tokenizer.json"))
    items = [item(text.example, tokenizer, 2) for text in tests]
    if settings.report > 1:
        print("float\n" + report(kept, tests, items), flush=True)
    if settings.report:
        print("rounded\n" + report(load(settings.out, device), tests, items), flush=True)
    print(f"{time.time() - began:.0f} s in all")


if __name__ == "__main__":
    main(arguments(Settings, __doc__))
