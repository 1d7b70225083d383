"""Names, organisations, places, dates, codes and more, by the small neural model in the package.

Comes in: a document. Goes out: spans with a calibrated score. The text is cut into words, the words into
pieces, the pieces into overlapping windows; onnxruntime gives each word a probability per tag; a decoder
that allows only whole IOBES spans makes spans of them. Nothing is truncated, no sentence splitter is
needed, and equal paragraphs are computed once. It never downloads anything and keeps no document text.

A span's sources are `ner:<model>` and what the second head says of it: `ner:mask` where an annotator of the
Text Anonymization Benchmark would mask it to protect a person, `ner:no-mask` where not. Policies may use it.
"""

import hashlib
import json
import re
from bisect import bisect_right
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from lexveil.errors import DetectorError
from lexveil.lexicon.titles import COURTESY, ROLE_AFTER, ROLE_BEFORE
from lexveil.model import Document, Span

MODELS = Path(__file__).parent.parent / "models"
DEFAULT = "en-legal"

Ints = NDArray[np.int64]
Floats = NDArray[np.float32]

# A word is a run of letters (with accents typed apart), a run of digits, or one other sign; line feeds part
# paragraphs. Long runs are cut, so that one word can never fill a window.
WORD = re.compile(r"\n\s*|(?:[^\W\d_][\u0300-\u036f\u00ad]{0,3}){1,40}|\d{1,40}|[^\w\s]|_")
PIECES_PER_WORD = 16
GROUP, ROWS = 32, 8  # windows whose results are held at once; windows a run of the model
CALM = 0.15  # a word whose odds of being in a span are below this share of what it takes is outside
LONGEST = 4096  # words held back at most while looking for a calm one


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
    chances: Floats, breaks: NDArray[np.bool_], *, threshold: float, after: Floats
) -> Iterator[Found]:
    """The best sequence of whole spans. A lone word is outside when p(in a span) < threshold.

    Only stretches where some span comes near are searched: the rest is outside anyway.
    """
    edges = np.flatnonzero(np.diff(np.pad(~calm(chances, breaks, threshold), 1).astype(np.int8)))
    for start, end in edges.reshape(-1, 2).tolist():
        scores = np.log(chances[start:end] + 1e-9)
        scores[:, 0] += np.log(threshold / (1 - threshold))
        begin = 0
        for at, tag in enumerate(_best(scores, after)):
            place = (tag - 1) % 4 if tag else -1
            if place in (0, 3):
                begin = at
            if place in (2, 3):
                kind = (tag - 1) // 4
                own = chances[start + begin : start + at + 1, 1 + 4 * kind : 5 + 4 * kind]
                yield Found(start + begin, start + at, kind, float(own.sum(1).mean()))


def calm(chances: Floats, breaks: NDArray[np.bool_], threshold: float) -> NDArray[np.bool_]:
    """The words that are surely in no span."""
    outside = chances[:, 0]
    quiet: NDArray[np.bool_] = (1 - outside) * (1 - threshold) < CALM * threshold * outside
    return quiet | breaks


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


class Model(NamedTuple):
    name: str
    run: Callable[[Ints], tuple[Floats, Floats]]  # pieces of some windows to logits of tags and masks
    encode: Callable[[Sequence[str]], list[list[int]]]
    settings: dict[str, Any]


@lru_cache(maxsize=2)
def load(model: str = DEFAULT, threads: int = 0) -> Model:
    """The model of this name in the package, or in the folder of this path. `threads` 0: all cores."""
    folder = MODELS / model if (MODELS / model).is_dir() else Path(model)
    settings = _settings(folder, model)
    try:
        import onnxruntime
        from tokenizers import Tokenizer
    except ImportError as missing:
        raise DetectorError(
            f"the neural detector needs the package '{missing.name}': pip install {missing.name}"
        ) from missing
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = threads
    options.log_severity_level = 3
    options.enable_cpu_mem_arena = False  # its blocks are never given back: half a gigabyte on long documents
    session = onnxruntime.InferenceSession(
        str(folder / "model.onnx"), options, providers=["CPUExecutionProvider"]
    )
    tokenizer = Tokenizer.from_file(str(folder / "tokenizer.json"))

    def run(pieces: Ints) -> tuple[Floats, Floats]:
        tags, masks = session.run(None, {"pieces": pieces})
        return tags, masks

    def encode(words: Sequence[str]) -> list[list[int]]:
        return [found.ids for found in tokenizer.encode_batch(list(words), add_special_tokens=False)]

    return Model(settings["id"], run, encode, settings)


def _settings(folder: Path, model: str) -> dict[str, Any]:
    """The model's settings; its files are checked against the sums written there."""
    if not (folder / "model.json").is_file():
        known = ", ".join(sorted(path.parent.name for path in MODELS.glob("*/model.json"))) or "none"
        raise DetectorError(f"no model '{model}': choose one of {known}, or give the path of a model folder")
    try:
        settings: dict[str, Any] = json.loads((folder / "model.json").read_text("utf8"))
        sums = settings["sha256"]
    except (ValueError, KeyError) as wrong:
        raise DetectorError(f"model '{model}': model.json is damaged; reinstall lexveil") from wrong
    for name, wanted in sums.items():
        if not (folder / name).is_file():
            raise DetectorError(f"model '{model}': {name} is missing; reinstall lexveil")
        if hashlib.sha256((folder / name).read_bytes()).hexdigest() != wanted:
            raise DetectorError(f"model '{model}': {name} is damaged (its checksum is wrong); reinstall lexveil")
    return settings


def find(
    document: Document,
    *,
    model: str = DEFAULT,
    point: str = "recall",
    threshold: float | None = None,
    threads: int = 0,
    titles: bool = False,
) -> Iterator[Span]:
    """The spans the model sees.

    `point` is an operating point of the model: `recall` (the default: rather a false hit than a miss) or
    `balanced`; `threshold` sets another: how likely a word must be part of a span. With `titles`, persons
    keep their "Mr", as the benchmark has it.
    """
    loaded = load(model, threads)
    points = loaded.settings["points"]
    if point not in points:
        raise DetectorError(f"model '{model}' has no operating point '{point}': choose one of {', '.join(points)}")
    chosen = points[point]["threshold"] if threshold is None else threshold
    text, begins, places = _once(document.text)
    for start, end, kind, score, masked in _spans(text, loaded, chosen):
        category = loaded.settings["categories"][kind]
        if category == "PERSON" and not titles:
            start, end = _bare(text, start, end)
            if start == end:
                continue
        wish = "ner:mask" if masked >= points[point]["mask"].get(kind, 0.0) else "ner:no-mask"
        block = bisect_right(begins, start) - 1
        for place in places[block]:
            shift = place - begins[block]
            yield Span(start + shift, end + shift, category, score, (f"ner:{loaded.name}", wish))


def _once(text: str) -> tuple[str, list[int], list[list[int]]]:
    """The text with each paragraph once, where its paragraphs begin, and where each stood before."""
    seen: dict[str, list[int]] = {}
    at = 0
    for block in text.split("\n\n"):
        seen.setdefault(block, []).append(at)
        at += len(block) + 2
    begins, at = [], 0
    for block in seen:
        begins.append(at)
        at += len(block) + 2
    return "\n\n".join(seen), begins, list(seen.values())


def _spans(text: str, model: Model, threshold: float) -> Iterator[tuple[int, int, str, float, float]]:
    """Start, end, type, score and chance of being masked, in order."""
    types = model.settings["types"]
    tags = 1 + 4 * len(types)
    after = allowed(len(types))
    words = cut(text, model.encode, separator=model.settings["end"])
    rest = np.zeros((0, tags + len(model.settings["masks"])), np.float32)
    for first, rows in _chances(words, model):
        rows = np.concatenate([rest, rows])
        start = first - len(rest)
        breaks = words.breaks[start : start + len(rows)]
        quiet = np.flatnonzero(calm(rows[:, :tags], breaks, threshold))
        whole = start + len(rows) == len(words.starts) or (not len(quiet) and len(rows) > LONGEST)
        upto = len(rows) if whole else int(quiet[-1]) + 1 if len(quiet) else 0
        for found in decode(rows[:upto, :tags], breaks[:upto], threshold=threshold, after=after):
            a, b = start + found.first, start + found.last
            masked = 1 - float(rows[found.first : found.last + 1, tags].mean())
            yield int(words.starts[a]), int(words.ends[b]), types[found.type], round(found.score, 4), masked
        rest = rows[upto:]


def _chances(words: Words, model: Model) -> Iterator[tuple[int, Floats]]:
    """Probabilities of tags and masks for stretches of words, in order; windows that overlap are averaged."""
    size, overlap = model.settings["window"] - 2, model.settings["overlap"]
    order = list(windows(words.first, size=size, overlap=overlap))
    width = 1 + 4 * len(model.settings["types"]) + len(model.settings["masks"])
    held = np.zeros((0, width + 1), np.float32)  # sums, and how many in the last column
    for at in range(0, len(order), GROUP):
        group = order[at : at + GROUP]
        low, high = group[0][0], group[-1][1]
        sums = np.zeros((high - low, width + 1), np.float32)
        sums[: len(held)] = held
        group.sort(key=lambda window: words.first[window[1]] - words.first[window[0]])
        for rows in range(0, len(group), ROWS):
            for (a, b), found in zip(group[rows : rows + ROWS], _run(words, group[rows : rows + ROWS], model)):
                sums[a - low : b - low, :width] += found
                sums[a - low : b - low, width] += 1
        done = order[at + GROUP][0] if at + GROUP < len(order) else high
        yield low, sums[: done - low, :width] / sums[: done - low, width:]
        held = sums[done - low :]


def _run(words: Words, chosen: Sequence[tuple[int, int]], model: Model) -> Iterator[Floats]:
    """The model on some windows; of each, the probabilities of its words, read at their first pieces."""
    settings = model.settings
    longest = max(int(words.first[b] - words.first[a]) for a, b in chosen) + 2
    pieces = np.full((len(chosen), longest), settings["pad"], np.int64)
    for row, (a, b) in enumerate(chosen):
        own = words.pieces[words.first[a] : words.first[b]]
        pieces[row, 0], pieces[row, len(own) + 1] = settings["begin"], settings["end"]
        pieces[row, 1 : len(own) + 1] = own
    tags, masks = model.run(pieces)
    for row, (a, b) in enumerate(chosen):
        at = words.first[a:b] - words.first[a] + 1
        yield np.concatenate([_softmax(tags[row, at] / settings["temperature"]), _softmax(masks[row, at])], 1)


def _softmax(logits: Floats) -> Floats:
    raised: Floats = np.exp(logits - logits.max(1, keepdims=True))
    return raised / raised.sum(1, keepdims=True)


def _bare(text: str, start: int, end: int) -> tuple[int, int]:
    """A person's span without titles before, letters after and the possessive."""
    words = [(m.start(), m.end(), m[0].lower()) for m in WORD.finditer(text, start, end)]
    while words and (words[0][2] in COURTESY or words[0][2] in ROLE_BEFORE or not words[0][2].isalnum()):
        words.pop(0)
    if len(words) > 2 and words[-1][2] == "s" and words[-2][2] in ("'", "’"):
        words = words[:-2]
    while len(words) > 1 and (words[-1][2] in ROLE_AFTER and len(words[-1][2]) > 1 or words[-1][2] == ","):
        words.pop()
    return (words[0][0], words[-1][1]) if words else (start, start)
