"""The tagger of the experiment: its chain against every path counted out. Needs torch, which CI has not."""

from itertools import pairwise, product
from pathlib import Path

import pytest

torch = pytest.importorskip("torch")
pytest.importorskip("onnx")

from train import echr  # noqa: E402

SETTINGS = echr.Settings(Path(), Path(), hidden=4, drop=0.0)


def chain():
    torch.manual_seed(3)
    made = echr.Chain(5, 3, SETTINGS).eval()
    with torch.no_grad():
        for each in (made.moves, made.start, made.stop):
            each.copy_(torch.randn(each.shape))
    return made


@torch.no_grad()
def worth(made, scores, path):
    steps = sum(scores[at, tag] for at, tag in enumerate(path))
    moves = sum(made.moves[one, other] for one, other in pairwise(path))
    return float(made.start[path[0]] + steps + moves + made.stop[path[-1]])


def test_the_best_path_and_the_loss_are_those_of_all_paths():
    made, x = chain(), torch.randn(4, 5)
    scores = made.scores(x[None], torch.tensor([4]))[0]
    every = {path: worth(made, scores, path) for path in product(range(3), repeat=4)}
    best = max(every, key=every.get)
    assert tuple(made.best(x)) == best
    total = torch.logsumexp(torch.tensor(list(every.values())), 0)
    lost = made.loss(x[None], torch.tensor([4]), torch.tensor([best]))
    assert float(lost) == pytest.approx(float(total) - every[best], abs=1e-4)


def test_mentions_of_tags():
    assert echr.mentions(["I-PER", "B-PER", "I-PER", "I-LOC"]) == {
        (0, 1, "PER"),
        (1, 3, "PER"),
        (3, 4, "LOC"),
    }
