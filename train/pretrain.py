"""Further masked-language pretraining of an encoder on legal text; the dev split is never read.

    python -m train.pretrain --data DATA --encoder FOLDER --out FOLDER [--languages fi,sv,de]

With `--languages` it reads the legal passages of the raw text of these, in place of the English corpora.
"""

import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch
from tokenizers import Tokenizer
from torch import Tensor, nn
from torch.nn import functional as F

from lexveil.detect.ner import cut
from train import arguments, corpora, encoder
from train.graph import Shape


@dataclass
class Settings:
    data: Path
    encoder: Path
    out: Path
    epochs: float = 10  # over about 46 MB
    rate: float = 4e-4  # peak learning rate of the small encoder; 1e-4 for a 12 x 768 one
    batch: int = 128  # windows a step
    length: int = 256  # pieces a window
    hidden: float = 0.2  # share of words masked
    seed: int = 7
    limit: int = 0  # texts to read, 0 for all: for a trial run
    languages: str = ""  # comma between
    most: int = 1_800_000  # characters of each
    layers: int = 0  # keep so many of the encoder's; 0 for all


LAW = (
    r"§ ?\d|\b[Aa]rt(?:\.|[a-zíé]+) ?\d|\b\d+ (?:kap|luvu|mom|ledd|stk|Abs)"
    r"|\b(?:lag|lov|laki|loi|ley|llei|legge)en?\b"
)


def english(settings: Settings) -> list[str]:
    texts = list(corpora.raw(settings.data))
    for part in corpora.TAB_TRAIN:
        texts += [example.text for example in corpora.tab(settings.data, part)] * 2
    return texts + [example.text for example in corpora.indian_train(settings.data)]


def legal(settings: Settings) -> list[str]:
    """Of each language the first passages that cite law, as many as are asked for."""
    found: list[str] = []
    for language in settings.languages.split(","):
        size = 0
        for text in corpora.raw(settings.data, language=language, only=LAW):
            found.append(text)
            size += len(text)
            if size >= settings.most:
                break
        print(f"{language}: {size:,} characters", flush=True)
    return found


class Rows:
    """All texts as one stream of pieces, cut into rows; word starts beside."""

    def __init__(self, settings: Settings, tokenizer: Tokenizer, separator: int) -> None:
        texts = legal(settings) if settings.languages else english(settings)
        if settings.limit:
            texts = texts[:: max(1, len(texts) // settings.limit)]
        pieces, starts = [], []
        for text in texts:
            words = cut(text, encode_with(tokenizer), separator=separator)
            pieces.append(words.pieces)
            flags = np.zeros(len(words.pieces), np.bool_)
            flags[words.first[:-1]] = True
            starts.append(flags)
        self.pieces = np.concatenate(pieces).astype(np.int32)
        self.starts = np.concatenate(starts)

    def batches(self, settings: Settings, shape: Shape, device: str) -> Iterator[tuple[Tensor, ...]]:
        draw = np.random.default_rng(settings.seed)
        span = settings.length - 1
        while True:
            shift = int(draw.integers(span))
            rows = draw.permutation((len(self.pieces) - shift) // span - 1)
            for at in range(0, len(rows) - settings.batch + 1, settings.batch):
                index = shift + rows[at : at + settings.batch, None] * span + np.arange(span)
                parts = hide(self.pieces[index], self.starts[index], settings, shape, draw)
                wide = (torch.from_numpy(part.astype(np.int64)) for part in parts)
                yield tuple(part.to(device, non_blocking=True) for part in wide)


def hide(
    pieces: np.ndarray, starts: np.ndarray, settings: Settings, shape: Shape, draw: np.random.Generator
) -> tuple[np.ndarray, np.ndarray]:
    """Whole words masked: eight in ten by the mask, one by another piece, one left as it is."""
    words = np.cumsum(starts, 1)
    chosen = draw.random((len(pieces), words.max() + 1)) < settings.hidden
    hidden = np.take_along_axis(chosen, words, 1) & (pieces > 3)
    how = draw.random(pieces.shape)
    seen = np.where(hidden & (how < 0.8), shape.mask, pieces)
    seen = np.where(hidden & (how > 0.9), draw.integers(4, shape.vocabulary - 1, pieces.shape), seen)
    begin = np.full((len(pieces), 1), shape.begin)
    none = np.full_like(begin, -1)
    return np.concatenate([begin, seen], 1), np.concatenate([none, np.where(hidden, pieces, -1)], 1)


class Guess(nn.Module):
    """The head that guesses masked pieces; its output matrix is the embedding itself."""

    def __init__(self, body: encoder.Encoder) -> None:
        super().__init__()
        size = body.shape.hidden
        self.dense, self.norm = nn.Linear(size, size), nn.LayerNorm(size)
        self.bias = nn.Parameter(torch.zeros(body.shape.vocabulary))
        # logits of ordinary size from the first step on, whatever the length of the embedding's rows
        nn.init.constant_(self.norm.weight, 1 / body.pieces.weight.norm(dim=1).mean().item())

    def forward(self, x: Tensor, table: Tensor) -> Tensor:
        return F.linear(self.norm(F.gelu(self.dense(x))), table, self.bias)


def encode_with(tokenizer: Tokenizer):  # type: ignore[no-untyped-def]
    return lambda words: [e.ids for e in tokenizer.encode_batch(words, add_special_tokens=False)]


def main(settings: Settings) -> None:
    torch.manual_seed(settings.seed)
    device = "cuda" if torch.cuda.is_available() else "cpu"
    tokenizer = Tokenizer.from_file(str(settings.encoder / "tokenizer.json"))
    body = encoder.thin(encoder.load(settings.encoder), settings.layers).to(device).train()
    head = Guess(body).to(device)
    began = time.time()
    rows = Rows(settings, tokenizer, body.shape.end)
    total = max(1, int(settings.epochs * len(rows.pieces) / settings.length / settings.batch))
    read = f"{len(rows.pieces):,} pieces read in {time.time() - began:.0f} s"
    print(f"{read}, {total} steps on {device}", flush=True)
    parameters = [*body.parameters(), *head.parameters()]
    optimizer = torch.optim.AdamW(parameters, lr=settings.rate, betas=(0.9, 0.98), weight_decay=0.01)
    schedule = encoder.schedule(optimizer, total, warm=max(1, total // 15), least=0.02)
    losses: list[Tensor] = []
    for step, (pieces, wanted) in enumerate(rows.batches(settings, body.shape, device)):
        with torch.autocast(device, torch.bfloat16, enabled=device == "cuda"):
            x = body(pieces, drop=0.05)
            at = wanted >= 0
            loss = F.cross_entropy(head(x[at], body.pieces.weight).float(), wanted[at])
        optimizer.zero_grad(set_to_none=True)
        loss.backward()
        nn.utils.clip_grad_norm_(parameters, 1.0)
        optimizer.step()
        schedule.step()
        losses.append(loss.detach())
        if (step + 1) % max(1, total // 12) == 0 or step + 1 == total:
            mean = torch.stack(losses).mean().item()
            print(f"step {step + 1}/{total} loss {mean:.3f} {time.time() - began:.0f} s", flush=True)
            losses = []
        if step + 1 >= total:
            break
    encoder.save(body, settings.out)
    (settings.out / "tokenizer.json").write_bytes((settings.encoder / "tokenizer.json").read_bytes())


if __name__ == "__main__":
    main(arguments(Settings, __doc__))
