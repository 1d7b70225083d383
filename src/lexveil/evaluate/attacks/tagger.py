"""A small tagger of names, an averaged perceptron: what somebody else would train on a published corpus."""

import random
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from lexveil.evaluate.attacks.published import Place

EPOCHS = 5
_TOKEN = re.compile(r"\w+|[^\w\s]")


class Tagged(NamedTuple):
    """A text and where the names stand in it."""

    text: str
    names: Sequence[Place]


class Token(NamedTuple):
    start: int
    end: int
    features: tuple[str, ...]


def tokens(text: str) -> list[Token]:
    found = list(_TOKEN.finditer(text))
    words = ["<", "<", *(each[0] for each in found), ">", ">"]
    return [Token(each.start(), each.end(), _features(words, at)) for at, each in enumerate(found, 2)]


def _features(words: Sequence[str], at: int) -> tuple[str, ...]:
    word = words[at]
    shape = re.sub(
        r"(.)\1+", r"\1", "".join("A" if c.isupper() else "a" if c.isalpha() else "0" for c in word)
    )
    return (
        "*", f"s{shape}", f"e{word[-3:].lower()}", f"p{words[at - 1]}", f"n{words[at + 1]}",
        f"q{words[at - 2]} {words[at - 1]}", f"o{words[at + 1]} {words[at + 2]}", f"b{shape} {words[at - 1]}",
    )  # fmt: skip


class Tagger:
    def __init__(self, weights: dict[str, float]) -> None:
        self._weights = weights

    def score(self, token: Token) -> float:
        """Above nought: a name."""
        return sum(self._weights.get(each, 0.0) for each in token.features)

    def scores(self, text: str, places: Sequence[Place]) -> list[float]:
        """Of the surest token of each place."""
        listed = tokens(text)
        return [
            max((self.score(each) for each in listed if start <= each.start < end), default=0.0)
            for start, end in places
        ]


def train(texts: Sequence[Tagged], *, seed: int = 0) -> Tagger:
    weights: defaultdict[str, float] = defaultdict(float)
    sums: defaultdict[str, float] = defaultdict(float)
    examples = [list(_examples(each)) for each in texts]
    draw = random.Random(seed)  # noqa: S311 (the order of examples)
    step = 1
    for _ in range(EPOCHS):
        draw.shuffle(examples)
        for document in examples:
            for features, name in document:
                step += 1
                if (sum(weights.get(each, 0.0) for each in features) > 0) != name:
                    change = 1.0 if name else -1.0
                    for each in features:
                        weights[each] += change
                        sums[each] += step * change
    return Tagger({each: weights[each] - sums[each] / step for each in weights})


def _examples(tagged: Tagged) -> Iterator[tuple[tuple[str, ...], bool]]:
    inside = covered(tagged.names)
    return ((each.features, each.start in inside) for each in tokens(tagged.text))


def covered(places: Iterable[Place]) -> set[int]:
    return {at for start, end in places for at in range(start, end)}


def f1(tagger: Tagger, texts: Iterable[Tagged]) -> float:
    """Of tokens that are part of a name."""
    right = found = wanted = 0
    for tagged in texts:
        inside = covered(tagged.names)
        for each in tokens(tagged.text):
            is_name, said = each.start in inside, tagger.score(each) > 0
            right, found, wanted = right + (is_name and said), found + said, wanted + is_name
    return 2 * right / (found + wanted) if found + wanted else 0.0
