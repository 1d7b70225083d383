"""The experiment of Sierro, Altuna and Gonzalez-Dios 2024 on its own data: people, legal professionals apart.

    python -m train.multilingual_base --source multilingual-small --out ENCODER
    python -m train.echr --data ner --encoder ENCODER [--language fr] [--folds 5]

"Automatic Detection and Labelling of Personal Data in Case Reports from the ECHR in Spanish" trains a
bi-LSTM-CRF over frozen embeddings for 18 epochs. So does this, over three layers of our small encoder, on
`<language>-echr-manual-train` and measured on `-dev`: their test part and the projected annotations are not
among the data. Those texts are translations of exam papers, so the model is thrown away: nothing of it is
shipped. With `--folds` every sentence is tagged once, by a model that has not seen it nor its neighbours.
Runs on one core of a CPU.
"""

import json
import lzma
import random
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

import torch
from tokenizers import Tokenizer
from torch import Tensor, nn

from train import arguments, encoder


@dataclass
class Settings:
    data: Path  # folder of the token corpora
    encoder: Path  # as `multilingual_base.py` writes it
    language: str = "es"
    epochs: int = 18  # as in the paper
    hidden: int = 256  # of the LSTM, each way: what Flair takes by default
    rate: float = 2e-3
    batch: int = 32  # sentences, as Flair takes by default
    drop: float = 0.3
    folds: int = 0  # 0: train and dev as they come
    limit: int = 0  # so many sentences of each part: for a trial run
    seed: int = 7


LAYERS = (4, 8, 12)  # of the encoder, joined: the last one of a sentence encoder knows little of its words
LONGEST = 400  # pieces of a sentence


class Sentence(NamedTuple):
    words: list[str]
    tags: list[str]


def sentences(path: Path, limit: int) -> list[Sentence]:
    with lzma.open(path, "rt", encoding="utf8") as file:
        rows = [json.loads(line) for line in file]
    return [Sentence(row["t"], row["g"]) for row in rows[: limit or None]]


# Frozen embeddings.


@torch.no_grad()
def embedded(made: Sequence[Sentence], folder: Path) -> list[Tensor]:
    """Of each sentence a vector a word: that of its first piece, in some of the layers."""
    model, cut = encoder.load(folder).eval(), Tokenizer.from_file(str(folder / "tokenizer.json"))
    return [_vectors(model, cut, sentence.words) for sentence in made]


def _vectors(model: encoder.Encoder, cut: Tokenizer, words: list[str]) -> Tensor:
    pieces, first = [model.shape.begin], []
    for word in words:
        first.append(min(len(pieces), LONGEST))
        pieces += cut.encode(f" {word}", add_special_tokens=False).ids or [model.shape.end]
    ids = torch.tensor([[*pieces[:LONGEST], model.shape.end]])
    x = model.norm(model.pieces(ids) + model.places(torch.arange(ids.shape[1]) + model.shape.offset))
    bias = torch.zeros((1, 1, 1, ids.shape[1]))
    found = []
    for number, layer in enumerate(model.layers, 1):
        x = layer(x, bias, 0.0)
        if number in LAYERS:
            found.append(x[0])
    return torch.cat(found, -1)[torch.tensor(first).clamp(max=ids.shape[1] - 1)]


# The tagger: a bi-LSTM and a linear chain over its tags.


class Chain(nn.Module):
    def __init__(self, size: int, tags: int, settings: Settings) -> None:
        super().__init__()
        self.drop = nn.Dropout(settings.drop)
        self.lstm = nn.LSTM(size, settings.hidden, batch_first=True, bidirectional=True)
        self.out = nn.Linear(2 * settings.hidden, tags)
        self.moves = nn.Parameter(torch.zeros(tags, tags))  # from, to
        self.start, self.stop = nn.Parameter(torch.zeros(tags)), nn.Parameter(torch.zeros(tags))

    def scores(self, x: Tensor, lengths: Tensor) -> Tensor:
        packed = nn.utils.rnn.pack_padded_sequence(
            self.drop(x), lengths, batch_first=True, enforce_sorted=False
        )
        read, _ = nn.utils.rnn.pad_packed_sequence(self.lstm(packed)[0], batch_first=True)
        found: Tensor = self.out(self.drop(read))
        return found

    def loss(self, x: Tensor, lengths: Tensor, tags: Tensor) -> Tensor:
        """How unlikely the right tags are among all."""
        scores = self.scores(x, lengths)
        rows = torch.arange(len(tags))
        right = self.start[tags[:, 0]] + scores[rows, 0, tags[:, 0]]
        every = self.start + scores[:, 0]
        for at in range(1, scores.shape[1]):
            inside = at < lengths
            step = self.moves[tags[:, at - 1], tags[:, at]] + scores[rows, at, tags[:, at]]
            right = right + torch.where(inside, step, 0.0)
            onward = torch.logsumexp(every[:, :, None] + self.moves, 1) + scores[:, at]
            every = torch.where(inside[:, None], onward, every)
        right = right + self.stop[tags[rows, lengths - 1]]
        return (torch.logsumexp(every + self.stop, 1) - right).mean()

    @torch.no_grad()
    def best(self, x: Tensor) -> list[int]:
        """The likeliest tags of one sentence."""
        scores = self.scores(x[None], torch.tensor([len(x)]))[0]
        every, back = self.start + scores[0], []
        for row in scores[1:]:
            ways = every[:, None] + self.moves
            back.append(ways.argmax(0))
            every = ways.max(0).values + row
        path = [int((every + self.stop).argmax())]
        for came in reversed(back):
            path.append(int(came[path[-1]]))
        return path[::-1]


def trained(
    made: Sequence[Sentence], vectors: Sequence[Tensor], names: list[str], settings: Settings
) -> Chain:
    torch.manual_seed(settings.seed)
    draw = random.Random(settings.seed)
    model = Chain(vectors[0].shape[1], len(names), settings)
    optimizer = torch.optim.AdamW(model.parameters(), lr=settings.rate)
    steps = settings.epochs * -(-len(made) // settings.batch)
    slower = encoder.schedule(optimizer, steps, warm=20, least=0.05)
    numbers = {name: number for number, name in enumerate(names)}
    order = sorted(
        range(len(made)), key=lambda row: len(vectors[row])
    )  # sentences of a batch are about as long
    batches = [order[at : at + settings.batch] for at in range(0, len(order), settings.batch)]
    for epoch in range(settings.epochs):
        total = 0.0
        for rows in draw.sample(batches, len(batches)):
            lengths = torch.tensor([len(vectors[row]) for row in rows])
            x = nn.utils.rnn.pad_sequence([vectors[row] for row in rows], batch_first=True)
            wanted = [torch.tensor([numbers[tag] for tag in made[row].tags]) for row in rows]
            loss = model.loss(x, lengths, nn.utils.rnn.pad_sequence(wanted, batch_first=True))
            optimizer.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(model.parameters(), 5.0)
            optimizer.step()
            slower.step()
            total += float(loss.detach()) * len(rows)
        print(f"epoch {epoch + 1}: loss {total / len(made):.3f}", flush=True)
    return model.eval()


# The measure: F1 of mentions with the same bounds and type.


def mentions(tags: Sequence[str]) -> set[tuple[int, int, str]]:
    """
    >>> sorted(mentions(["B-PER", "I-PER", "O", "B-LOC"]))
    [(0, 2, 'PER'), (3, 4, 'LOC')]
    """
    found, start = set(), 0
    for at, tag in enumerate([*tags, "O"]):
        before = tags[at - 1] if at else "O"
        if before != "O" and tag != f"I-{before[2:]}":
            found.add((start, at, before[2:]))
        if tag != "O" and (tag.startswith("B-") or before[2:] != tag[2:]):
            start = at
    return found


def table(wanted: Sequence[Sequence[str]], found: Sequence[Sequence[str]]) -> None:
    counts: dict[str, Counter[str]] = {name: Counter() for name in ("wanted", "found", "right")}
    for gold, mine in zip(map(mentions, wanted), map(mentions, found), strict=True):
        for name, each in (("wanted", gold), ("found", mine), ("right", gold & mine)):
            counts[name].update(label for *_, kind in each for label in (kind, "all"))
    print(f"{'type':20} {'mentions':>8} {'precision':>9} {'recall':>7} {'F1':>6}")
    for kind in sorted(counts["wanted"], key=lambda kind: (kind == "all", kind)):
        gold_count, mine_count, right = (counts[name][kind] for name in ("wanted", "found", "right"))
        precision, recall = right / max(1, mine_count), right / gold_count
        f1 = 2 * right / (gold_count + mine_count)
        print(f"{kind:20} {gold_count:8} {precision:9.2f} {recall:7.2f} {f1:6.2f}")


def main(settings: Settings) -> None:
    torch.set_num_threads(1)
    parts = [
        sentences(settings.data / f"{settings.language}-echr-manual-{part}.jsonl.xz", settings.limit)
        for part in ("train", "dev")
    ]
    made = parts[0] + parts[1]
    vectors = embedded(made, settings.encoder)
    names = sorted({tag for sentence in made for tag in sentence.tags})
    bounds = [(len(parts[0]), len(made))]
    if settings.folds:
        size = -(-len(made) // settings.folds)
        bounds = [(at, min(at + size, len(made))) for at in range(0, len(made), size)]
    wanted, found = [], []
    for begin, end in bounds:
        seen = [at for at in range(len(made)) if not begin <= at < end]
        model = trained([made[at] for at in seen], [vectors[at] for at in seen], names, settings)
        wanted += [made[at].tags for at in range(begin, end)]
        found += [[names[tag] for tag in model.best(vectors[at])] for at in range(begin, end)]
    table(wanted, found)


if __name__ == "__main__":
    main(arguments(Settings, __doc__))
