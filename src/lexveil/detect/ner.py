"""Names, organisations, places, dates, codes and more, by the small neural models in the package.

Each paragraph is read by the models of its language (`models.models_of`). Words are cut into pieces, the
pieces into overlapping windows; a decoder makes whole spans of what the model says. Nothing is truncated,
equal paragraphs are computed once. A source says whether an annotator of the Text Anonymization Benchmark
would mask the span: `ner:mask`, `ner:no-mask`.
"""

import re
from bisect import bisect_right
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from itertools import chain, islice, pairwise
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from lexveil.detect import on_torch
from lexveil.detect.computed import Computed
from lexveil.detect.iobes import FAINTEST, Floats, calm, decode, mean, uncovered
from lexveil.detect.models import Ints, Model, in_language, models_of
from lexveil.errors import DetectorError
from lexveil.languages import Language, people
from lexveil.languages import load as load_language
from lexveil.languages.common import is_common, is_function, is_plain
from lexveil.model import Document, Span
from lexveil.names.given import is_family, is_given
from lexveil.names.ordinary import is_small_word, knows_words
from lexveil.text.fold import fold
from lexveil.text.patterns import LOWER

# A word is a run of letters (with accents typed apart), a run of digits, or one other sign; line feeds part
# paragraphs. Long runs are cut, so that one word can never fill a window.
WORD = re.compile(r"\n\s*|(?:[^\W\d_][\u0300-\u036f\u00ad]{0,3}){1,40}|\d{1,40}|[^\w\s]|_")
PIECES_PER_WORD = 16
SIGNS = re.compile(r"[\W_]+")
SENTENCE = re.compile(
    rf"(?<=[{LOWER}]{{3}})\.\s+(?=[^\W\d_a-z])| {{3,}}"
)  # no name runs across its end or columns
# From its first letter, which a full stop and a space or a line feed stand before, to a word in it.
_SENTENCE = re.compile(r"(?:(?<=[.!?] )|(?<=\n)|(?<![\s\S]))[ \t]*([^\W\d_])(?:[^.!?\n]|[.!?](?!\s))*\Z")
_QUOTING = re.compile(r"[\"“”„«»‘‹:]")
INSIDE = re.compile(rf"[{LOWER},]['’\")]? (?:[A-Z]\. )?$")  # a sentence is under way
GROUP = 64  # windows whose results are joined at once
AHEAD = 512  # windows computed before their results are asked for
DIGITS = 5  # of a probability: a decision is taken on rounded numbers, docs/decisions/0030-same-result.md
LONGEST_SENTENCE = 400  # characters of it before a word
LIKELY, TYPED, CERTAIN = 0.5, 0.8, 0.97  # scores that say more than a missing capital, or a list of words
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


def windows(
    first: Ints, *, size: int, overlap: int, breaks: NDArray[np.bool_] | None = None, start: int = 0
) -> Iterator[tuple[int, int]]:
    """Word ranges of at most `size` pieces that cover all words, each reaching `overlap` pieces back.

    With `breaks`, a window at least half full ends after its last line feed, and the next begins there.
    """
    total = len(first) - 1
    ends = np.flatnonzero(breaks) + 1 if breaks is not None else np.zeros(0, np.int64)
    while start < total:
        end = max(start + 1, int(np.searchsorted(first, first[start] + size, "right")) - 1)
        if end >= total:
            yield start, total
            return
        near = int(np.searchsorted(ends, end, "right")) - 1
        paragraph = int(ends[near]) if near >= 0 else 0
        if paragraph > start and first[paragraph] - first[start] >= size // 2:
            yield start, paragraph
            start = paragraph
        else:
            yield start, end
            start = max(start + 1, int(np.searchsorted(first, first[end] - overlap, "left")))


class Asked(NamedTuple):
    """How the model is asked: which, at what operating point."""

    model: str = ""  # empty: for each paragraph the one of its language
    point: str = "recall"  # rather a false hit than a miss; or `balanced`
    threshold: float | None = None  # another point: how likely a word must be part of a span
    threads: int = 0
    titles: bool = False  # persons keep their "Mr", as the benchmark has it
    device: str = ""  # where torch computes it; empty: onnxruntime, on the processor


class Reading(NamedTuple):
    """What one model reads of a document: each of the paragraphs once, cut into words and windows."""

    document: Document
    model: Model
    text: str
    begins: list[int]  # of the paragraphs in `text`
    places: list[list[int]]  # of each paragraph, where it stands in the document
    words: Words
    windows: list[tuple[int, int]]


def find(document: Document, **asked: Any) -> Iterator[Span]:
    wanted = Asked(**asked)
    return chain.from_iterable(find_many(prepare(document, wanted), wanted))


def find_many(
    readings: Sequence[Reading], asked: Asked, known: Computed | None = None
) -> Iterator[Iterator[Span]]:
    """The spans of each reading, all computed together; to be consumed in order. Windows that are `known` are
    not computed again."""
    if asked.device:
        wanted = [_windows_of(each, asked) for each in readings]
        found = on_torch.chances(wanted, asked.device)
        return (spans(each, [(0, rows)], asked) for each, rows in zip(readings, found, strict=True))
    every = [(window(each.words, *bounds), each.model) for each in readings for bounds in each.windows]
    rows = inferred(every, known)
    return (spans(each, _joined(each, rows), asked) for each in readings)


def _joined(reading: Reading, rows: Iterator[Floats]) -> Iterator[tuple[int, Floats]]:
    return chances(reading.words, reading.windows, islice(rows, len(reading.windows)), reading.model)


def prepare(document: Document, asked: Asked) -> tuple[Reading, ...]:
    """A reading for each model that is asked; neighbouring stretches that one model reads are one."""
    models: dict[str, Model] = {}
    parts: dict[str, list[tuple[int, int]]] = {}
    last: set[str] = set()
    for stretch in document.by_language():
        named = (asked.model,) if asked.model else models_of(stretch.language)
        here = {
            model.key: model
            for model in (in_language(stretch.language, name, asked.threads) for name in named)
        }
        for key in here:
            own = parts.setdefault(key, [])
            start = own.pop()[0] if key in last else stretch.start
            own.append((start, stretch.end))
        models, last = models | here, set(here)
    return tuple(_reading(document, model, parts[key]) for key, model in models.items())


def _reading(document: Document, model: Model, parts: Sequence[tuple[int, int]]) -> Reading:
    text, begins, places = _once(document.text, parts)
    return Reading(document, model, text, begins, places, *windowed(text, model))


def windowed(text: str, model: Model) -> tuple[Words, list[tuple[int, int]]]:
    """The words of a text, and the windows they are computed in."""
    words = cut(text, model.encode, separator=model.settings["end"])
    size, overlap = model.settings["window"] - 2, model.settings["overlap"]
    return words, list(windows(words.first, size=size, overlap=overlap, breaks=words.breaks))


def spans(reading: Reading, found: Iterable[tuple[int, Floats]], asked: Asked) -> Iterator[Span]:
    """What the probabilities of its words, in order, say of a document."""
    model = reading.model
    firm, faint = _thresholds(model, asked)
    masks = model.settings["points"][asked.point]["mask"]
    for start, end, kind, score, masked in _decoded(reading, found, model, firm, faint):
        category = model.settings["categories"][kind]
        wish = "ner:mask" if masked >= masks.get(kind, 0.0) else "ner:no-mask"
        sources = (f"ner:{model.name}", wish)
        language = load_language(reading.document.language_at(start + _shifts(reading, start)[0]))
        for a, b in _parts(reading.text, start, end, category, score, language, titles=asked.titles):
            for shift in _shifts(reading, a):
                yield Span(a + shift, b + shift, category, score, sources)


def _thresholds(model: Model, asked: Asked) -> tuple[float, float]:
    """What a word needs to be in a span whose bounds are good, and in one whose bounds are poor."""
    points = model.settings["points"]
    if asked.point not in points:
        choices = ", ".join(points)
        raise DetectorError("detect.no-point", model=model.name, point=asked.point, choices=choices)
    if asked.threshold is not None:
        return asked.threshold, asked.threshold
    faint = points[asked.point]["threshold"]
    return max(faint, points["balanced"]["threshold"]), faint


def _parts(
    text: str, start: int, end: int, category: str, score: float, language: Language, *, titles: bool
) -> list[tuple[int, int]]:
    """The span, or the names in it; none that is only signs."""
    whole = category != "PERSON" or titles
    parts = [(start, end)] if whole else _people(text, start, end, score, language)
    if category == "PERSON" and score <= FAINTEST:
        parts = [part for part in parts if _named(text, *part, language)]
    return [(a, b) for a, b in parts if SIGNS.sub("", text[a:b])]


def _windows_of(reading: Reading, asked: Asked) -> on_torch.Asked:
    words, (_, faint) = reading.words, _thresholds(reading.model, asked)
    return on_torch.Asked(reading.model, words.first, reading.windows, words.pieces, faint)


def _shifts(reading: Reading, start: int) -> list[int]:
    """From a place in the text to the places in the document: a paragraph may stand there several times."""
    block = bisect_right(reading.begins, start) - 1
    return [place - reading.begins[block] for place in reading.places[block]]


def _once(text: str, parts: Sequence[tuple[int, int]]) -> tuple[str, list[int], list[list[int]]]:
    """These parts with each paragraph once, where the paragraphs begin, and where each stood in the text."""
    seen: dict[str, list[int]] = {}
    for at, end in parts:
        for block in text[at:end].split("\n\n"):
            seen.setdefault(block, []).append(at)
            at += len(block) + 2
    begins, at = [], 0
    for block in seen:
        begins.append(at)
        at += len(block) + 2
    return "\n\n".join(seen), begins, list(seen.values())


def _decoded(
    reading: Reading, found: Iterable[tuple[int, Floats]], model: Model, firm: float, faint: float
) -> Iterator[tuple[int, int, str, float, float]]:
    """Start, end, type, score and chance of being masked.

    What only the lower threshold `faint` shows is added where nothing firm is, with a score that says so.
    """
    types, words = model.settings["types"], reading.words
    tags = 1 + 4 * len(types)
    rest = np.zeros((0, tags + len(model.settings["masks"])), np.float32)
    for first, new in found:
        held = np.concatenate([rest, new])
        start = first - len(rest)
        breaks = words.breaks[start : start + len(held)]
        quiet = np.flatnonzero(calm(held[:, :tags], breaks, faint))
        whole = start + len(held) == len(words.starts) or (not len(quiet) and len(held) > LONGEST)
        upto = len(held) if whole else int(quiet[-1]) + 1 if len(quiet) else 0
        likely = held[:upto, :tags]
        sure = list(decode(likely, breaks[:upto], threshold=firm))
        if faint < firm:
            sure += uncovered(sure, decode(likely, breaks[:upto], threshold=faint))
        for each in sure:
            a, b = start + each.first, start + each.last
            masked = round(1 - mean(held[each.first : each.last + 1, tags]), DIGITS)
            yield int(words.starts[a]), int(words.ends[b]), types[each.type], round(each.score, 4), masked
        rest = held[upto:]


def chances(
    words: Words, order: Sequence[tuple[int, int]], rows: Iterable[Floats], model: Model
) -> Iterator[tuple[int, Floats]]:
    """Probabilities of tags and masks in order, averaged where windows overlap, rounded to be the same."""
    first = words.first
    width = 1 + 4 * len(model.settings["types"]) + len(model.settings["masks"])
    held = np.zeros((0, width + 1), np.float32)  # sums, and how many in the last column
    rows = iter(rows)
    for at in range(0, len(order), GROUP):
        group = order[at : at + GROUP]
        low, high = group[0][0], group[-1][1]
        sums = np.zeros((high - low, width + 1), np.float32)
        sums[: len(held)] = held
        for (a, b), found in zip(group, rows, strict=False):
            sums[a - low : b - low, :width] += found[first[a:b] - first[a]]
            sums[a - low : b - low, width] += 1
        done = order[at + GROUP][0] if at + GROUP < len(order) else high
        yield low, np.round(sums[: done - low, :width] / sums[: done - low, width:], DIGITS)
        held = sums[done - low :]


def window(words: Words, first: int, last: int) -> Ints:
    return words.pieces[words.first[first] : words.first[last]]


def inferred(every: Sequence[tuple[Ints, Model]], known: Computed | None = None) -> Iterator[Floats]:
    """The probabilities of each window, computed alone: its numbers depend on no other window.

    With several threads the first windows are computed at once, before anybody asks for them."""
    threads = max((model.threads for _, model in every), default=1)
    if threads == 1 or len(every) == 1:
        return (_alone(*each, known) for each in every)
    pool = ThreadPoolExecutor(threads)
    return _collected(deque(pool.submit(_alone, *each, known) for each in every[:AHEAD]), every, pool, known)


def _collected(
    waiting: deque[Future[Floats]],
    every: Sequence[tuple[Ints, Model]],
    pool: ThreadPoolExecutor,
    known: Computed | None,
) -> Iterator[Floats]:
    try:
        for at in range(len(every)):
            if at + AHEAD < len(every):
                waiting.append(pool.submit(_alone, *every[at + AHEAD], known))
            yield waiting.popleft().result()
    finally:
        pool.shutdown(cancel_futures=True)


def _alone(pieces: Ints, model: Model, known: Computed | None = None) -> Floats:
    if known is None:
        return _computed(pieces, model)
    return known.rows((model.key, pieces.tobytes()), lambda: _computed(pieces, model))


def _computed(pieces: Ints, model: Model) -> Floats:
    settings = model.settings
    tags, masks = model.run(np.concatenate([[settings["begin"]], pieces, [settings["end"]]])[None])
    return probabilities(tags[0, 1:-1], masks[0, 1:-1], settings["temperature"])


def probabilities(tags: Floats, masks: Floats, temperature: float) -> Floats:
    return np.concatenate([_softmax(tags / temperature), _softmax(masks)], 1)


def _softmax(logits: Floats) -> Floats:
    raised: Floats = np.exp(logits - logits.max(1, keepdims=True))
    raised /= raised.sum(1, keepdims=True)
    return raised


def _people(text: str, start: int, end: int, score: float, language: Language) -> list[tuple[int, int]]:
    """A span of people cut at ends of sentences, without titles, and never ordinary words alone."""
    if text[start:end].islower():
        typed = _typed(text[start:end], score, language) and not _in_prose(text, start, end, language)
        return [(start, end)] if typed else []
    cuts = [start, *(cut.end() for cut in SENTENCE.finditer(text, start, end)), end]
    bare = [_bare(text, a, b, language) for a, b in pairwise(cuts)]
    certain = score >= CERTAIN and language.capitals == "names"
    return [
        (a, b)
        for a, b in bare
        if a < b and ((certain and _inside(text, a, b)) or not _ordinary(text[a:b], language))
    ]


def _typed(surface: str, score: float, language: Language) -> bool:
    """Whether it is a name without its capital, as people type: the model is sure, or it is no word."""
    words = [fold(match[0]) for match in WORD.finditer(surface) if match[0].isalpha()]
    unknown = knows_words(language) and not any(is_small_word(word, language) for word in words)
    return score >= (LIKELY if unknown else TYPED) and not _plain(surface, language)


def _in_prose(text: str, start: int, end: int, language: Language) -> bool:
    """Whether a word that no list has for a name, and no title stands before, is small in a sentence that
    begins with a capital and quotes nobody: there names have theirs."""
    before = _SENTENCE.search(text, max(0, start - LONGEST_SENTENCE), start)
    if before is None or not before[1].isupper() or _QUOTING.search(before[0]):
        return False
    words = [fold(match[0]) for match in WORD.finditer(text, start, end)]
    last = fold(before[0].split()[-1]).rstrip(".")
    return not (last in people.titles(language) or any(is_given(word) or is_family(word) for word in words))


def _inside(text: str, start: int, end: int) -> bool:
    """Whether it has its capital though a sentence is under way."""
    return text[start:end].istitle() and INSIDE.search(text, max(0, start - 20), start) is not None


def _named(text: str, start: int, end: int, language: Language) -> bool:
    """Whether a faint hit can be a person: a listed name, or a capital where no sentence begins."""
    words = [fold(match[0]) for match in WORD.finditer(text, start, end)]
    if any(is_given(word) or is_family(word) for word in words if not is_common(word, language)):
        return True
    return not text[start:end].isupper() and INSIDE.search(text, max(0, start - 20), start) is not None


def _ordinary(surface: str, language: Language) -> bool:
    if surface.isupper() and surface.isalpha() and 1 < len(surface) < 4:
        return False  # initials: a child called AM
    return surface.islower() or _plain(surface, language)


def _plain(surface: str, language: Language) -> bool:
    words = [fold(match[0]) for match in WORD.finditer(surface) if match[0].isalpha()]
    return bool(words) and all(is_plain(word, language) or is_function(word, language) for word in words)


def _bare(text: str, start: int, end: int, language: Language) -> tuple[int, int]:
    """A person's span without titles and small words around it, letters after it and the possessive."""
    words = [(m.start(), m.end(), m[0]) for m in WORD.finditer(text, start, end)]
    while words and (
        _before_name(words[0][2], language)
        or _rank([word for _, _, word in words], language)
        or _sentence([word for _, _, word in words], language)
    ):
        words.pop(0)
    if len(words) > 2 and words[-1][2] == "s" and words[-2][2] in ("'", "’"):
        words = words[:-2]
    while len(words) > 1:
        full_stop = (
            words[-1][2] == "." and len(words) > 1 and len(words[-2][2]) > 3
        )  # not of an initial or `Jr.`
        if not full_stop and not _after_name(words[-1][2], language):
            break
        words.pop()
    return (words[0][0], words[-1][1]) if words else (start, start)


def _before_name(word: str, language: Language) -> bool:
    small = word.islower() and word not in people.particles(language)
    return small or word.lower() in people.titles(language) or not word[0].isalnum()


def _sentence(words: Sequence[str], language: Language) -> bool:
    """`Here rules Ann`: a function word that opens a sentence, and a verb, before the name."""
    if len(words) < 3 or not words[1].isalpha() or not words[1].islower():
        return False
    return is_function(fold(words[0]), language) and words[1] not in people.particles(language)


def _rank(words: Sequence[str], language: Language) -> bool:
    """`Deputy District` before `Judge`."""
    ranks = people.ranks(language)
    titled = next((word.lower() for word in words if word.lower() not in ranks), "")
    return words[0].lower() in ranks and titled in people.titles(language)


def _after_name(word: str, language: Language) -> bool:
    letters = word.lower() in people.role_after(language) and len(word) > 1
    return letters or word == "," or (word.islower() and word.isalpha())
