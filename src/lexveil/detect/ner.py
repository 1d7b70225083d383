"""Names, organisations, places, dates, codes and more, by the small neural model in the package.

Comes in: a document. Goes out: spans with a calibrated score. The text is cut into words, the words into
pieces, the pieces into overlapping windows; onnxruntime gives each word a probability per tag; a decoder
that allows only whole IOBES spans makes spans of them. Nothing is truncated, no sentence splitter is
needed, and equal paragraphs are computed once. It never downloads anything and keeps no document text.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Ints = NDArray[np.int64]
Floats = NDArray[np.float32]

# A word is a run of letters (with accents typed apart), a run of digits, or one other sign; line feeds part
# paragraphs. Long runs are cut, so that one word can never fill a window.
WORD = re.compile(r"\n\s*|(?:[^\W\d_][\u0300-\u036f\u00ad]{0,3}){1,40}|\d{1,40}|[^\w\s]|_")
PIECES_PER_WORD = 16


class Words(NamedTuple):
    """The words of a text: where they stand, and the pieces the model sees of them."""

    starts: Ints
    ends: Ints
    breaks: NDArray[np.bool_]  # no word but a line feed: no span crosses it
    pieces: Ints  # of all words, one after the other
    first: Ints  # of each word, its first piece; one more at the end


def cut(text: str, encode: Callable[[Sequence[str]], list[list[int]]], *, separator: int) -> Words:
    """The words of `text`; `encode` turns words into pieces (a leading space tells a word's beginning)."""
    spans, forms = [], []
    for match in WORD.finditer(text):
        at, word = match.start(), match[0]
        spans.append((at, match.end()))
        forms.append("\n" if word[0] == "\n" else " " + word if not at or text[at - 1].isspace() else word)
    known: dict[str, list[int]] = {"\n": [separator]}
    new = list(dict.fromkeys(form for form in forms if form != "\n"))
    for form, ids in zip(new, encode(new), strict=True):
        known[form] = ids[:PIECES_PER_WORD] or [separator]
    bounds = np.array(spans, dtype=np.int64).reshape(-1, 2)
    lengths = np.fromiter((len(known[form]) for form in forms), np.int64, len(forms))
    pieces = np.fromiter((piece for form in forms for piece in known[form]), np.int64, int(lengths.sum()))
    breaks = np.fromiter((form == "\n" for form in forms), np.bool_, len(forms))
    first = np.concatenate([[0], np.cumsum(lengths)])
    return Words(bounds[:, 0], bounds[:, 1], breaks, pieces, first)


def windows(first: Ints, *, size: int, overlap: int, start: int = 0) -> Iterator[tuple[int, int]]:
    """Word ranges of at most `size` pieces that cover all words, each reaching `overlap` pieces back.

    >>> list(windows(np.arange(11), size=6, overlap=2))
    [(0, 6), (4, 10)]
    """
    total = len(first) - 1
    while start < total:
        end = max(start + 1, int(np.searchsorted(first, first[start] + size, "right")) - 1)
        yield start, end
        if end >= total:
            return
        start = max(start + 1, int(np.searchsorted(first, first[end] - overlap, "left")))


def tag_names(types: Sequence[str]) -> list[str]:
    """O, then B I E S of each type: Begin, Inside, End, Single.

    >>> tag_names(["LOC"])
    ['O', 'B-LOC', 'I-LOC', 'E-LOC', 'S-LOC']
    """
    return ["O", *(f"{place}-{kind}" for kind in types for place in "BIES")]


def allowed(types: int) -> Floats:
    """Log-weights of tag after tag: 0 where a whole span stays whole, -inf where it would break."""
    count = 1 + 4 * types
    after = np.full((count, count), -np.inf, np.float32)
    closed = [0, *(i for i in range(1, count) if (i - 1) % 4 >= 2)]
    opens = [0, *(i for i in range(1, count) if (i - 1) % 4 in (0, 3))]
    after[np.ix_(closed, opens)] = 0
    for begin in range(1, count, 4):
        after[begin : begin + 2, begin + 1 : begin + 3] = 0
    return after


class Found(NamedTuple):
    first: int  # word
    last: int  # word, inclusive
    type: int
    score: float


def decode(
    probabilities: Floats, breaks: NDArray[np.bool_], *, threshold: float, after: Floats, doubt: float = 0.01
) -> Iterator[Found]:
    """The best sequence of whole spans. A word is outside only when p(outside) > 1 - threshold.

    Only stretches with some doubt (p(outside) < 1 - doubt) are searched: the rest is outside anyway.
    """
    bias = np.log(threshold / (1 - threshold))
    inside = (probabilities[:, 0] < 1 - min(doubt, threshold / 2)) & ~breaks
    edges = np.flatnonzero(np.diff(np.concatenate([[False], inside, [False]]).astype(np.int8)))
    for start, end in edges.reshape(-1, 2).tolist():
        scores = np.log(probabilities[start:end] + 1e-9)
        scores[:, 0] += bias
        tags = _best(scores, after)
        begin = 0
        for at, tag in enumerate(tags):
            place = (tag - 1) % 4 if tag else -1
            if place in (0, 3):
                begin = at
            if place in (2, 3):
                kind = (tag - 1) // 4
                own = probabilities[start + begin : start + at + 1, 1 + 4 * kind : 5 + 4 * kind]
                yield Found(start + begin, start + at, kind, float(own.sum(1).mean()))


def _best(scores: Floats, after: Floats) -> list[int]:
    """Viterbi: the best tag sequence that starts and ends outside or at a span's border."""
    length, count = scores.shape
    back = np.zeros((length, count), np.int64)
    best = scores[0] + after[0]
    for at in range(1, length):
        paths = best[:, None] + after
        back[at] = paths.argmax(0)
        best = paths.max(0) + scores[at]
    tag = int((best + after[:, 0]).argmax())
    tags = [tag]
    for at in range(length - 1, 0, -1):
        tag = int(back[at, tag])
        tags.append(tag)
    return tags[::-1]
