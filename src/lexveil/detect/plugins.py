"""Detectors made of other people's models: `hf:`, `gliner:` and `spacy:`, each behind an extra.

Comes in: a name such as `hf:folder-or-hub-id`, then documents. Goes out: `find(document) -> Iterator[Span]`,
as every detector has it. Such models read a few hundred words at a time and silently drop the rest; so the
text is cut here into overlapping windows that each one reads whole. A folder is read from disk; only a name
that is no folder lets the model's own package look elsewhere. No document leaves the machine.
"""

import json
import re
import tomllib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any, NamedTuple

from lexveil.errors import DetectorError
from lexveil.languages import Language, people
from lexveil.languages import load as load_language
from lexveil.model import CATEGORIES, Document, Span
from lexveil.text.patterns import any_of

OVERLAP = 40  # words that two windows share: longer than any name
BATCH = 8  # windows computed at once
UNSCORED = 0.7  # of a model that does not say how sure it is
GLINER_THRESHOLD = 0.4  # below the package's 0.5: a reviewer deletes faster than they find

# What models call things, and our category. Labels of law itself identify nobody. A label that is missing
# here and is no category of ours counts as MISC: better a needless hit than a name lost with its label.
LABELS: Mapping[str, str] = {
    **dict.fromkeys(
        ("PER", "PERSON", "PETITIONER", "RESPONDENT", "JUDGE", "LAWYER", "WITNESS", "OTHER_PERSON"), "PERSON"
    ),
    **dict.fromkeys(("ORG", "ORGANIZATION", "ORGANISATION", "COMPANY", "INSTITUTION"), "ORG"),
    **dict.fromkeys(("LOC", "LOCATION", "GPE", "FAC", "CITY", "COUNTRY"), "LOC"),
    **dict.fromkeys(("DATE", "DATETIME"), "DATE"),
    **dict.fromkeys(("CARDINAL", "ORDINAL", "PERCENT", "QUANTITY"), "QUANTITY"),
    **dict.fromkeys(("NORP", "NATIONALITY", "DEM"), "DEM"),
    **dict.fromkeys(("LAW", "STATUTE", "PROVISION", "PRECEDENT", "LANGUAGE"), ""),
    # German LER (Leitner et al. 2020): judges and lawyers are people; norms, contracts and rulings nobody.
    **dict.fromkeys(("RR", "AN"), "PERSON"),
    **dict.fromkeys(("LD", "ST", "LDS"), "LOC"),
    **dict.fromkeys(("UN", "INN", "MRK"), "ORG"),
    **dict.fromkeys(("GS", "VO", "EUN", "VS", "VT", "RS", "LIT", "NRM", "REG"), ""),
    "STR": "ADDRESS",
    "GRT": "COURT",
}
ONLY = "PERSON"  # what the one label of a model means that has no other: whatever is to be hidden
LABEL_FILES = (".toml", ".json")
# What GLiNER is asked to look for.
PROMPTS: Mapping[str, str] = {
    "person": "PERSON", "organization": "ORG", "court": "COURT", "location": "LOC", "address": "ADDRESS",
    "date": "DATE", "age": "AGE", "nationality": "DEM", "amount of money": "MONEY", "email": "EMAIL",
    "phone number": "PHONE", "case number": "CASE_NUMBER", "identification number": "CODE",
}  # fmt: skip

_WORD = re.compile(r"\w{1,40}|[^\w\s]")  # long runs are cut: no word fills a window alone
_TAG = re.compile(r"(?:([BIESLU])[-_])?(.+)", re.DOTALL)
_EDGE = " \t\r,;:!?\"'“”‘’«»"

Find = Callable[[Document], Iterator[Span]]


class Hit(NamedTuple):
    """What a model found in one window, offsets counted from the window's start."""

    start: int
    end: int
    label: str
    score: float


class Reader(NamedTuple):
    """A loaded model: how many words it reads at once, whether it reads a text whole, what it finds."""

    words: int
    fits: Callable[[str], bool]
    read: Callable[[Sequence[str]], Iterable[Sequence[Hit]]]


def detector(name: str) -> Find:
    """The detector called `hf:…`, `gliner:…` or `spacy:…`; its model is loaded by the first document."""
    kind, _, place = name.partition(":")
    if kind not in LOADERS or not place:
        choices = ", ".join(f"{kind}:<name or folder>" for kind in sorted(LOADERS))
        raise DetectorError("detect.unknown-kind", name=name, choices=choices)

    place, at, file = place.rpartition("@")
    if at and file.endswith(LABEL_FILES):
        known = read_labels(Path(file))
    else:
        place, known = f"{place}{at}{file}", {}
    return lambda document: spans(document, load(kind, place), kind, known)


@cache
def read_labels(path: Path) -> Mapping[str, str]:
    """What a model calls things, and our category; "" leaves a label out. TOML or JSON."""
    try:
        raw = path.read_text("utf-8-sig")
        found = json.loads(raw) if path.suffix == ".json" else tomllib.loads(raw)
    except (OSError, ValueError, RecursionError):
        raise DetectorError("detect.labels-unreadable", path=path) from None
    if not isinstance(found, dict):
        raise DetectorError("detect.labels-unreadable", path=path)
    for label, kind in found.items():
        if kind and kind not in CATEGORIES:
            raise DetectorError("detect.labels-category", label=label, choices=", ".join(CATEGORIES))
    return {label.upper(): kind for label, kind in found.items()}


@cache
def load(kind: str, place: str) -> Reader:
    packages, loader = LOADERS[kind]
    try:
        modules = [import_module(package) for package in packages]
    except ImportError:
        raise DetectorError("detect.needs-package", kind=kind, place=place) from None
    try:
        return loader(*modules, place)
    except DetectorError:
        raise
    except Exception as error:  # each package has its own errors for a model it cannot load
        reason = type(error).__name__
        raise DetectorError("detect.cannot-load", kind=kind, place=place, reason=reason) from None


def spans(
    document: Document, reader: Reader, kind: str, labels: Mapping[str, str] | None = None
) -> Iterator[Span]:
    """What the model finds in the whole text, each place once. `labels`: what its own labels mean."""
    text = document.text
    ranges = list(windows(text, size=reader.words, overlap=OVERLAP, fits=reader.fits))
    found: list[tuple[int, Hit]] = []
    for at in range(0, len(ranges), BATCH):
        batch = ranges[at : at + BATCH]
        hits = reader.read([text[start:end] for start, end in batch])
        for (start, end), of_window in zip(batch, hits, strict=True):
            found += _placed(of_window, start, end, len(text))
    for hit in _once(found, len(text)):
        label = hit.label.strip().upper().replace(" ", "_")
        category = (labels or {}).get(label, LABELS.get(label, label if label in CATEGORIES else "MISC"))
        if category:
            source = f"{kind}:{hit.label}"
            for start, end in _trimmed(document, hit.start, hit.end, category):
                yield Span(start, end, category, min(1.0, max(0.0, hit.score)), (source,))


def windows(
    text: str, *, size: int, overlap: int, fits: Callable[[str], bool] = lambda text: True
) -> Iterator[tuple[int, int]]:
    """Ranges of at most `size` words, each sharing `overlap` with the one before, halved until they fit."""
    words = [match.span() for match in _WORD.finditer(text)]
    first = 0
    while first < len(words):
        count = min(size, len(words) - first)
        while count > 1 and not fits(text[words[first][0] : words[first + count - 1][1]]):
            count = (count + 1) // 2
        yield words[first][0], words[first + count - 1][1]
        if first + count == len(words):
            return
        first += max(1, count - min(overlap, count // 2))


def _placed(hits: Iterable[Hit], start: int, end: int, length: int) -> Iterator[tuple[int, Hit]]:
    """Hits at their place in the text, with their distance to where the window cuts the text off."""
    for hit in hits:
        left = hit.start if start else length
        right = end - start - hit.end if end < length else length
        yield min(left, right), hit._replace(start=start + hit.start, end=start + hit.end)


def _once(found: list[tuple[int, Hit]], length: int) -> list[Hit]:
    """Where windows disagree, the one that saw more of the surroundings is right."""
    taken = bytearray(length)
    kept = []
    for _, hit in sorted(found, key=lambda item: (-item[0], item[1])):
        if hit.start < hit.end and taken.find(1, hit.start, hit.end) < 0:
            taken[hit.start : hit.end] = b"\x01" * (hit.end - hit.start)
            kept.append(hit)
    return sorted(kept)


def _trimmed(document: Document, start: int, end: int, category: str) -> Iterator[tuple[int, int]]:
    """The range without marks at its edges, titles and possessive; in parts where a line ends inside it."""
    text = document.text
    for line in re.finditer(r"[^\n]+", text[start:end]):
        first, last = start + line.start(), start + line.end()
        last -= len(line[0]) - len(line[0].rstrip(_EDGE))
        if category == "PERSON":
            last -= 2 if text[max(first, last - 2) : last] in ("'s", "’s") else 0
            titles = _titles(load_language(document.language_at(first))).match(text, first, last)
            first = titles.end() if titles else first
        while first < last and text[first] in _EDGE:
            first += 1
        if any(map(str.isalnum, text[first:last])):
            yield first, last


@cache
def _titles(language: Language) -> re.Pattern[str]:
    return re.compile(rf"(?:{any_of(people.titles(language))}\.?[^\S\n]+)+", re.IGNORECASE)


# The three kinds -----------------------------------------------------------------------------------


def _hf(torch: Any, transformers: Any, place: str) -> Reader:
    """A token-classification model of transformers."""
    tokenizer = transformers.AutoTokenizer.from_pretrained(place)
    model = transformers.AutoModelForTokenClassification.from_pretrained(place).eval()
    if not tokenizer.is_fast:
        raise DetectorError("detect.no-fast-tokenizer", place=place)
    limit = min(tokenizer.model_max_length, getattr(model.config, "max_position_embeddings", None) or 512)
    if model.config.model_type in ("roberta", "xlm-roberta", "camembert"):
        limit -= 2  # positions start at 2
    tags = only_one([_tag(model.config.id2label[number]) for number in range(model.config.num_labels)])

    def fits(text: str) -> bool:
        return bool(len(tokenizer(text, verbose=False)["input_ids"]) <= limit)

    def read(texts: Sequence[str]) -> Iterator[Sequence[Hit]]:
        inputs = tokenizer(list(texts), padding=True, return_offsets_mapping=True, return_tensors="pt")
        offsets = inputs.pop("offset_mapping").tolist()
        with torch.inference_mode():
            rows = model(**inputs).logits.float().softmax(-1).tolist()
        for text, pieces, row in zip(texts, offsets, rows, strict=True):
            yield list(words_to_hits(text, pieces, row, tags))

    return Reader(250, fits, read)


def _tag(label: str) -> tuple[str, str]:
    place, kind = _TAG.fullmatch(label).groups()  # type: ignore[union-attr]
    return place or "", "" if kind.upper() in ("O", "0", "OUTSIDE") else kind


def only_one(tags: Sequence[tuple[str, str]]) -> list[tuple[str, str]]:
    """A model with one label alone says what is to be hidden, whatever it calls that.

    >>> only_one([("", ""), ("B", "ANONYMIZE"), ("I", "ANONYMIZE")])
    [('', ''), ('B', 'PERSON'), ('I', 'PERSON')]
    """
    kinds = {kind for _, kind in tags if kind}
    alone = len(kinds) == 1 and not kinds & {*LABELS, *CATEGORIES}
    return [(place, ONLY if kind and alone else kind) for place, kind in tags]


def words_to_hits(
    text: str,
    pieces: Sequence[Sequence[int]],
    rows: Sequence[Sequence[float]],
    tags: Sequence[tuple[str, str]],
) -> Iterator[Hit]:
    """Spans of whole words. A word has the tag of its first piece, as such models are trained."""
    open_hit: Hit | None = None
    scores: list[float] = []
    at = 0
    for word in _WORD.finditer(text):
        while at < len(pieces) and pieces[at][1] <= word.start():
            at += 1
        if at == len(pieces):
            break
        place, kind = tags[max(range(len(tags)), key=rows[at].__getitem__)]
        score = sum(each for each, (_, other) in zip(rows[at], tags, strict=True) if other == kind)
        near = open_hit is not None and not text[open_hit.end : word.start()].strip(" \t")
        goes_on = near and open_hit and open_hit.label == kind and place not in ("B", "S", "U")
        if not goes_on and open_hit:
            yield open_hit._replace(score=sum(scores) / len(scores))
            open_hit = None
        if kind:
            if not goes_on:
                scores = []
            scores.append(score)
            open_hit = Hit(open_hit.start if open_hit else word.start(), word.end(), kind, 0.0)
    if open_hit:
        yield open_hit._replace(score=sum(scores) / len(scores))


def _gliner(gliner: Any, place: str) -> Reader:
    """A GLiNER model, asked for our categories."""
    model = gliner.GLiNER.from_pretrained(place, local_files_only=Path(place).is_dir())
    tokenizer = model.data_processor.transformer_tokenizer
    prompt = sum(len(tokenizer(label)["input_ids"]) + 2 for label in PROMPTS)
    positions = getattr(getattr(model.config, "encoder_config", None), "max_position_embeddings", None) or 512
    limit = min(tokenizer.model_max_length, positions) - prompt

    def fits(text: str) -> bool:
        return bool(len(tokenizer(text, verbose=False)["input_ids"]) <= limit)

    def read(texts: Sequence[str]) -> Iterator[Sequence[Hit]]:
        options = {"threshold": GLINER_THRESHOLD, "batch_size": BATCH}
        for found in model.inference(list(texts), list(PROMPTS), **options):
            yield [Hit(each["start"], each["end"], PROMPTS[each["label"]], each["score"]) for each in found]

    return Reader(min(200, model.config.max_len), fits, read)


def _spacy(spacy: Any, place: str) -> Reader:
    """A spaCy pipeline: its named entities. It cuts nothing off, but holds a whole text in memory."""
    pipeline = spacy.load(place)

    def read(texts: Sequence[str]) -> Iterator[Sequence[Hit]]:
        for found in pipeline.pipe(texts):
            yield [Hit(each.start_char, each.end_char, each.label_, UNSCORED) for each in found.ents]

    return Reader(2000, lambda text: True, read)


# kind → the packages of its extra, and what makes a reader of them.
LOADERS: Mapping[str, tuple[tuple[str, ...], Callable[..., Reader]]] = {
    "hf": (("torch", "transformers"), _hf),
    "gliner": (("gliner",), _gliner),
    "spacy": (("spacy",), _spacy),
}


def accelerator() -> str:
    """The graphics card that models of other packages would use; "" where there is none."""
    try:
        torch = import_module("torch")
    except ImportError:
        return ""
    return str(torch.cuda.get_device_name()) if torch.cuda.is_available() else ""


def parts_of_speech(place: str) -> Callable[[str], list[str]]:
    """What a spaCy model calls the words of a text; it is no detector, and only measures ask for it."""
    try:
        model = import_module("spacy").load(place)
    except ImportError:
        raise DetectorError("detect.needs-package", kind="spacy", place=place) from None
    except OSError as error:
        reason = type(error).__name__
        raise DetectorError("detect.cannot-load", kind="spacy", place=place, reason=reason) from None
    return lambda text: [token.pos_ for token in model(text)]
